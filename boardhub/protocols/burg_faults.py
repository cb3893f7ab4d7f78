"""
The errors of the castle game that do not come from its rules, and how errors
are told.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final

from boardhub.games.burg.errors import Fault
from boardhub.protocols.faults import Wording
from boardhub.protocols.game import Refusal
from boardhub.protocols.text import Refused


class LobbyFault(IntEnum):
    """The errors of the lobby, and those of any line in a match."""

    text: str

    def __new__(cls, number: int, text: str = "") -> LobbyFault:
        """A number of the document, and a text of our own."""
        fault = int.__new__(cls, number)
        fault._value_ = number
        fault.text = text
        return fault

    NOT_IMPLEMENTED = 1004, "Dieses Wort hat das Spiel nicht."
    NOT_ASKED = Fault.NOT_ASKED, Fault.NOT_ASKED.text
    NOT_THERE = Fault.NO_SUCH_ACTION, Fault.NO_SUCH_ACTION.text
    NAME_TAKEN = 1020, "Diesen Namen gibt es schon, einen anderen wählen."
    LATE = 1021, "Die Zeit ist abgelaufen."
    INVALID = Fault.INVALID, Fault.INVALID.text
    SEATS = 1023, "Mit so vielen Spielern geht es nicht, oder es ist kein Platz mehr frei."
    SEQUENCE = 1024, "In der Anmeldung: erst NEU, JOIN oder WATCH, mit allen Zeilen in ihrer Folge."
    NOT_RUNNING = 1026, "Das Spiel läuft nicht: Plätze sind noch frei, oder es ist aus."
    FULL_HOUSE = 1028, "Zur Zeit wird nichts mehr angenommen, später noch einmal."
    NO_GAME = 1029, "Es gibt kein Spiel mit diesem Namen."
    PASSWORD = 1030, "Das Passwort stimmt nicht."


_TEXTS: Final[Mapping[int, str]] = {int(each): each.text for each in (*LobbyFault, *Fault)}

#: What a connection is told that the link will not serve.
_REFUSALS: Final[Mapping[Refusal, tuple[int, str]]] = {
    Refusal.CONNECTIONS: (LobbyFault.FULL_HOUSE, "Zu viele Verbindungen, später noch einmal."),
    Refusal.LINE_TOO_LONG: (LobbyFault.INVALID, "Die Zeile ist zu lang."),
    Refusal.FLOOD: (LobbyFault.INVALID, "Zu viele Zeilen in zu kurzer Zeit."),
}

WORDING: Final = Wording("ERROR {code}: {text}", _TEXTS, _REFUSALS)

#: Words of the UrServer's games that this one lacks, and what it says instead.
FOREIGN: Final[Mapping[str, str]] = {
    "LISTE": "LIST",
    "TEILNEHMEN": "JOIN",
    "ZUSCHAUEN": "WATCH",
    "PASSWORT": "PASSWD",
    "VERSION": "",
    "BEREIT": "",
    "SPIELFELD": "PLAN",
    "SPIELFELD2": "PLAN",
    "TELNET_STATUS": "STATUS",
    "PRIVAT_NACHRICHT": "NACHRICHT",
    "UMWELTKARTE": "",
}


def foreign(word: str) -> Refused:
    """The error for one of the `FOREIGN` words: it names the word to use."""
    instead = FOREIGN[word]
    text = f"{word} gibt es hier nicht, hier heißt es {instead}." if instead else ""
    return Refused(LobbyFault.NOT_IMPLEMENTED, text)
