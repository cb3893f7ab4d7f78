"""
One connection to a port of the UrServer's family: its roles, and the errors
that are the same in all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Protocol

from boardhub import __version__
from boardhub.protocols.game import Link, Refusal, Wire
from boardhub.protocols.text import Refused, number


class LobbyFault(IntEnum):
    """The errors of the lobby, and those of any line in a match."""

    text: str

    def __new__(cls, number: int, text: str = "") -> LobbyFault:
        """A number of the document, and a text of our own."""
        fault = int.__new__(cls, number)
        fault._value_ = number
        fault.text = text
        return fault

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


#: The sentence for a number that nobody has given one.
NO_SENTENCE = "Das geht hier nicht."

#: What a connection is told that the link will not serve.
REFUSALS = {
    Refusal.CONNECTIONS: (LobbyFault.SEQUENCE, "Zu viele Verbindungen, später noch einmal."),
    Refusal.LINE_TOO_LONG: (LobbyFault.PARAMETER, "Die Zeile ist zu lang."),
    Refusal.FLOOD: (LobbyFault.PARAMETER, "Zu viele Zeilen in zu kurzer Zeit."),
}


def fault_line(code: int, text: str) -> str:
    """``FEHLER number text``; programs may rely on the number."""
    return f"FEHLER {code} {text}"


def fault_text(code: int, own: Mapping[int, str] | None = None) -> str:
    """
    The sentence for an error number: out of the game's ``own`` ones, else the
    lobby's. Any number has one, so that a refused line always gets its answer.
    """
    lobby = next((fault.text for fault in LobbyFault if fault == code), NO_SENTENCE)
    return (own or {}).get(code) or lobby


def refusal_line(why: Refusal) -> str:
    """The line for a peer that the link refuses."""
    return fault_line(*REFUSALS[why])


def version_line() -> str:
    """The answer to ``VERSION``."""
    return f"VERSION 1.13 boardhub {__version__}"


class Role(Protocol):
    """How a session acts for the time being: as somebody in the lobby, a player, a spectator."""

    def line(self, text: str, at: float) -> None:
        """One line has come."""

    def ended(self) -> None:
        """The peer will send no more."""

    def caught_up(self) -> None:
        """The peer reads again."""

    def lost(self) -> None:
        """The connection is gone."""


class Gone:
    """The role of a session that is over: nothing it still sends counts."""

    def line(self, text: str, at: float) -> None:
        """Not read."""

    def ended(self) -> None:
        """Of no matter."""

    def caught_up(self) -> None:
        """Of no matter."""

    def lost(self) -> None:
        """As expected."""


class UrSession:
    """
    One connection to a port of the UrServer's family. It acts as its role
    says; a role hands over to another with `become`.
    """

    __slots__ = ("link", "role", "wire")

    def __init__(self, link: Link, wire: Wire) -> None:
        self.link = link
        self.wire = wire
        self.role: Role = Gone()

    def become(self, role: Role) -> None:
        """From now on act as this role."""
        self.role = role

    def say(self, *lines: str) -> None:
        """Send lines."""
        self.link.write(self.wire.encode(lines))

    def close(self, *last: str) -> None:
        """Say these last lines and end the connection."""
        self.role = Gone()
        self.link.close(self.wire.encode(last))

    def line(self, text: str, at: float) -> None:
        """One line has come."""
        self.role.line(text, at)

    def refuse(self, why: Refusal) -> None:
        """The link goes no further with this peer."""
        role = self.role
        self.close(refusal_line(why))
        role.lost()

    def ended(self) -> None:
        """The peer will send no more."""
        self.role.ended()

    def caught_up(self) -> None:
        """The peer reads again."""
        self.role.caught_up()

    def lost(self) -> None:
        """The connection is gone."""
        role, self.role = self.role, Gone()
        role.lost()


def read_number(word: str) -> int:
    """
    A number of a line.

    :raise Refused: 14, it is none.
    """
    value = number(word)
    if value is None:
        raise Refused(LobbyFault.NO_NUMBER)
    return value
