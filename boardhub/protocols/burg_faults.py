"""
The errors of the castle game that do not come from its rules, and how errors
are told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from boardhub.games.burg.errors import Fault
from boardhub.games.rules import Numbered
from boardhub.protocols.faults import Wording
from boardhub.protocols.game import Refusal
from boardhub.protocols.text import Refused


class LobbyFault(Numbered):
    """The errors of the lobby, and those of any line in a match."""

    NOT_IMPLEMENTED = 1004, "Dieses Wort hat das Spiel nicht."
    NAME_TAKEN = 1020, "Diesen Namen gibt es schon, einen anderen wählen."
    LATE = 1021, "Die Zeit ist abgelaufen."
    SEATS = 1023, "Mit so vielen Spielern geht es nicht, oder es ist kein Platz mehr frei."
    SEQUENCE = 1024, "In der Anmeldung: erst NEU, JOIN oder WATCH, mit allen Zeilen in ihrer Folge."
    NOT_RUNNING = 1026, "Das Spiel läuft nicht: Plätze sind noch frei, oder es ist aus."
    FULL_HOUSE = 1028, "Zur Zeit wird nichts mehr angenommen, später noch einmal."
    NO_GAME = 1029, "Es gibt kein Spiel mit diesem Namen."
    PASSWORD = 1030, "Das Passwort stimmt nicht."


_TEXTS: Final[Mapping[int, str]] = {int(each): each.text for each in (*LobbyFault, *Fault)}

_REFUSALS: Final[Mapping[Refusal, int]] = {
    Refusal.CONNECTIONS: LobbyFault.FULL_HOUSE,
    Refusal.LINE_TOO_LONG: Fault.INVALID,
    Refusal.FLOOD: Fault.INVALID,
}

WORDING: Final = Wording("ERROR {code}: {text}", _TEXTS, _REFUSALS, LobbyFault.LATE)

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
