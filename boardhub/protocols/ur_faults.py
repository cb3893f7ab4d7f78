"""
The errors of the UrServer's family that are the same in all its games, and
how they are told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from boardhub import __version__
from boardhub.games.rules import Numbered
from boardhub.protocols.faults import Wording
from boardhub.protocols.game import Refusal
from boardhub.protocols.text import Refused, number


class LobbyFault(Numbered):
    """The errors of the lobby, and those of any line in a match."""

    SEATS = 4, "Diese Anzahl von Spielerinnen ist nicht möglich."
    PASSWORD = 8, "Das Paßwort stimmt nicht."
    SEQUENCE = 13, "Die Anmeldung ist gescheitert: alle Zeilen in der richtigen Folge senden."
    NO_NUMBER = 14, "Hier wird eine ganze Zahl erwartet."
    FULL_HOUSE = 15, "Zur Zeit werden keine weiteren Spiele angenommen, später noch einmal."
    NAME_TAKEN = 16, "Diesen Namen gibt es schon, einen anderen wählen."
    NOT_ASKED = 17, "Du wirst gerade nichts gefragt, auf die nächste Aufforderung warten."
    COUNT = 21, "Zu diesem Befehl gehört eine andere Anzahl von Parametern."
    PARAMETER = 22, "Eine Angabe geht hier nicht, oder es waren zu viele Zeilen dieser Art."
    NOT_RUNNING = 26, "Hier wird nicht gespielt: Plätze sind noch frei, oder das Spiel ist aus."
    NO_GAME = 27, "Dieses Spiel gibt es nicht, LISTE zeigt alle."
    FULL = 28, "In diesem Spiel ist kein Platz frei."
    LATE = 29, "Die Zeit ist abgelaufen."
    UNKNOWN = 30, "Diesen Befehl gibt es nicht, oder nicht an dieser Stelle."


_REFUSALS: Final[Mapping[Refusal, int]] = {
    Refusal.CONNECTIONS: LobbyFault.SEQUENCE,
    Refusal.LINE_TOO_LONG: LobbyFault.PARAMETER,
    Refusal.FLOOD: LobbyFault.PARAMETER,
}


#: How an error is told.
_FORM: Final = "FEHLER {code} {text}"


def fault_line(code: int, text: str) -> str:
    """``FEHLER number text``; programs may rely on the number."""
    return _FORM.format(code=int(code), text=text)


def ur_wording(own: Mapping[int, str] | None = None) -> Wording:
    """The error lines of a game: with the sentences of its ``own`` numbers, else the lobby's."""
    texts = {int(fault): fault.text for fault in LobbyFault}
    return Wording(_FORM, {**texts, **(own or {})}, _REFUSALS, LobbyFault.LATE)


def version_line() -> str:
    """The answer to ``VERSION``."""
    return f"VERSION 1.13 boardhub {__version__}"


def read_number(word: str) -> int:
    """
    A number of a line.

    :raise Refused: 14, it is none.
    """
    value = number(word)
    if value is None:
        raise Refused(LobbyFault.NO_NUMBER)
    return value
