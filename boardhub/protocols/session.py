"""
One connection to a port, and the roles that it acts in one after the other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from boardhub.games.rules import IllegalMove
from boardhub.hub.steps import Report
from boardhub.protocols.counts import Counts
from boardhub.protocols.faults import Wording
from boardhub.protocols.game import Link, Refusal, Wire
from boardhub.protocols.recent import Recent
from boardhub.protocols.text import Refused


class Role(ABC):
    """How a session acts for the time being: as somebody in the lobby, a player, a spectator."""

    @abstractmethod
    def line(self, text: str, at: float) -> None:
        """One line has come."""

    @abstractmethod
    def lost(self) -> None:
        """The connection is gone."""

    def ended(self) -> None:  # noqa: B027 - most have something to do, but not all
        """The peer will send no more."""

    def begun(self, at: float) -> None:  # noqa: B027 - most wait for the rest of the line
        """A line has begun to come."""

    def caught_up(self) -> None:  # noqa: B027 - for most, nothing was kept back
        """The peer reads again."""

    def refused(self, session: RoleSession, why: Refusal) -> None:
        """The link goes no further with this peer."""
        session.close(session.wording.refusal_line(why))
        self.lost()


class Gone(Role):
    """The role of a session that is over: nothing it still sends counts."""

    def line(self, text: str, at: float) -> None:
        """Not read."""

    def lost(self) -> None:
        """As expected."""


class RoleSession:
    """
    One connection: the `Session` of a dialect whose peers change roles. It
    acts as its role says; a role hands over to another with `become`.
    """

    __slots__ = ("counts", "link", "recent", "role", "wire", "wording")

    def __init__(self, link: Link, wire: Wire, wording: Wording, counts: Counts) -> None:
        self.link = link
        self.counts = counts
        self.wire = wire
        self.wording = wording
        self.role: Role = Gone()
        self.recent: Recent | None = None
        """What was said last, once somebody plays here."""

    def become(self, role: Role) -> None:
        """From now on act as this role."""
        self.role = role

    def say(self, *lines: str) -> None:
        """Send lines."""
        self.write(self.wire.encode(lines))

    def write(self, data: bytes) -> None:
        """Send whole lines, encoded already."""
        if self.recent is not None:
            self.recent.say(data)
        self.link.write(data)

    def say_fault(self, fault: Refused | IllegalMove) -> None:
        """Answer a line by an error."""
        self.say(self.fault_line(fault))

    def fault_line(self, fault: Refused | IllegalMove) -> str:
        """The error line for what was refused, which is counted."""
        self.counts.refused[str(fault.code)] += 1
        return self.wording.line(fault.code, fault.text if isinstance(fault, Refused) else "")

    def close(self, *last: str) -> None:
        """Say these last lines and end the connection."""
        self.role = Gone()
        data = self.wire.encode(last)
        if self.recent is not None and data:
            self.recent.say(data)
        self.link.close(data)

    def report(self) -> Report:
        """What was said last, each way, and what the link has to tell."""
        return {**(self.recent.report() if self.recent else {}), **self.link.report()}

    def line(self, text: str, at: float) -> None:
        """One line has come."""
        self.counts.lines += 1
        self.role.line(text, at)

    def begun(self, at: float) -> None:
        """A line has begun to come."""
        self.role.begun(at)

    def refuse(self, why: Refusal) -> None:
        """The link goes no further with this peer."""
        self.role.refused(self, why)

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
