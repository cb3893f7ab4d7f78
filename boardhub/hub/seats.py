"""
Where the players of a match sit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from attrs import define, field

from boardhub.hub.clock import Timer
from boardhub.hub.lock import Lock
from boardhub.hub.steps import Listener, Report

#: How often a player may come back to her seat: each time is a record.
RETURNS = 200


class SeatTaken(Exception):
    """No free seat, or not this one."""


class Presence(Enum):
    """Whether a seat is taken, and its player there."""

    FREE = "free"
    RESERVED = "reserved"
    CONNECTED = "connected"
    HELD = "held"
    GONE = "gone"


@define(eq=False)
class Seat:
    """One player's place, by its number: free, kept for somebody, or hers to the end."""

    number: int
    presence: Presence = Presence.FREE
    name: str = ""
    facts: Mapping[str, Any] = field(factory=dict)
    secret: Lock | None = None
    """What brings her player back."""
    listener: Listener | None = None
    reason: str = "played"
    code: str = ""
    """What the rules are told in place of the reason, if anything."""
    waiting: Timer | None = None
    """Runs while she is waited for, where that has an end."""
    awaited: bool = False
    """The match rests until her player is back."""
    returns: int = 0
    """How often her player has come back."""
    program: str = ""
    """The local program that plays here: it is started when the last seat is taken."""
    sponsor: str | None = None
    """The address that has asked for the program, where that is known."""
    bound: bool = False
    """It stays empty if its player leaves before the game; a program's always does."""
    ready: bool = True
    """The match need not wait for her any more; a program must run first."""
    start: Callable[[], None] | None = None
    """Starts the program; None: that has been done, or there is none."""
    gone_at: int = 0
    """The number of the step with which it was left before the game."""
    report: Report | None = None
    """What her connection had to tell of itself when she was done."""

    @property
    def taken(self) -> bool:
        """Somebody sits here, or did when the game began."""
        return self.presence in (Presence.CONNECTED, Presence.HELD, Presence.GONE)

    def owner(self) -> dict[str, Any]:
        """Who sits here, for the journal."""
        program = {"program": self.program} if self.program else {}
        return {"name": self.name, "facts": dict(self.facts), **program}

    def farewell(self) -> dict[str, Any]:
        """Why she is gone, for the journal."""
        return {"reason": self.reason, **({"code": self.code} if self.code else {})}

    @property
    def may_return(self) -> bool:
        """Whether its player, once gone, may come back again."""
        return self.returns < RETURNS

    def wait(self, timer: Timer | None) -> None:
        """She is waited for until this timer fires; None: no more, or without an end."""
        if self.waiting is not None:
            self.waiting.cancel()
        self.waiting = timer

    def opens_with(self, secret: str) -> bool:
        """Whether this word brings the player back into her seat."""
        return self.secret is not None and self.secret.opens(secret)


#: Her player may still answer.
PRESENT = (Presence.CONNECTED, Presence.HELD)


class Seats(tuple[Seat, ...]):
    """All seats of a match, by number."""

    __slots__ = ()

    @property
    def taken(self) -> int:
        """How many count as taken: all of them once the game has begun."""
        return sum(seat.taken for seat in self)

    @property
    def empty(self) -> bool:
        """Nobody sits here, nor has a seat reserved, but for programs, which wait for others."""
        return all(seat.presence is Presence.FREE or seat.program for seat in self)

    @property
    def unattended(self) -> bool:
        """None of the players is there, and one may come back."""
        presences = {seat.presence for seat in self}
        return Presence.CONNECTED not in presences and Presence.HELD in presences

    @property
    def awaited(self) -> bool:
        """Somebody is not back yet who was there before an interruption."""
        return any(seat.awaited and seat.presence is Presence.HELD for seat in self)

    def part(self) -> None:
        """The hub was gone: whoever was there is waited for."""
        for seat in self:
            if seat.presence is Presence.CONNECTED:
                seat.presence, seat.awaited = Presence.HELD, True

    @property
    def full(self) -> bool:
        """Every one is taken."""
        return all(seat.taken for seat in self)

    @property
    def ready(self) -> bool:
        """None is waited for: all programs run, or are out."""
        return all(seat.ready or seat.presence is Presence.GONE for seat in self)

    @property
    def started(self) -> bool:
        """A program has been started for one of them."""
        return any(seat.program and seat.start is None for seat in self)

    def free(self) -> Seat | None:
        """The lowest free one."""
        return next((seat for seat in self if seat.presence is Presence.FREE), None)

    def named(self, name: str) -> Seat | None:
        """The taken seat of the player with this name."""
        return next((seat for seat in self if seat.taken and seat.name == name), None)

    def uses_name(self, name: str) -> bool:
        """Whether somebody has this name who sits here, or has a seat reserved."""
        return any(seat.name == name for seat in self if seat.presence is not Presence.FREE)
