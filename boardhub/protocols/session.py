"""
One connection to a port, and the roles that it acts in one after the other.
"""

from __future__ import annotations

from typing import Protocol

from boardhub.games.rules import IllegalMove
from boardhub.protocols.faults import Wording
from boardhub.protocols.game import Link, Refusal, Wire
from boardhub.protocols.text import Refused


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


class RoleSession:
    """
    One connection: the `Session` of a dialect whose peers change roles. It
    acts as its role says; a role hands over to another with `become`.
    """

    __slots__ = ("link", "role", "wire", "wording")

    def __init__(self, link: Link, wire: Wire, wording: Wording) -> None:
        self.link = link
        self.wire = wire
        self.wording = wording
        self.role: Role = Gone()

    def become(self, role: Role) -> None:
        """From now on act as this role."""
        self.role = role

    def say(self, *lines: str) -> None:
        """Send lines."""
        self.link.write(self.wire.encode(lines))

    def say_fault(self, fault: Refused | IllegalMove) -> None:
        """Answer a line by an error."""
        self.say(self.fault_line(fault))

    def fault_line(self, fault: Refused | IllegalMove) -> str:
        """The error line for what was refused."""
        return self.wording.line(fault.code, fault.text if isinstance(fault, Refused) else "")

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
        self.close(self.wording.refusal_line(why))
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
