"""
What happens in a match, as its listeners hear it.

A *step* is one thing that came about, with the events of the rules that
belong to it. Steps have numbers and never overlap: every listener that hears
two of them hears them in the order of their numbers.

What changes the game or its seats is in the journal before its step is told.
Talk and the coming and going of spectators are told only, and what a player
says to one other (`Said` with ``to``) is heard at that seat alone; its number
is missing for the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from attrs import define, field, frozen

from boardhub.games.rules import Events, Prompt, Result, Viewer

#: What an organiser may want to know of a connection, as plain JSON values.
Report: TypeAlias = Mapping[str, Any]


@frozen
class Cause:
    """What made a step happen."""


@frozen
class Joined(Cause):
    """A player took a free seat."""

    seat: int
    name: str


@frozen
class Began(Cause):
    """The last seat was taken; the game begins."""


@frozen
class Moved(Cause):
    """A seat's move was accepted, or played for one that is gone."""

    seat: Viewer
    thought: float | None = field(default=None, eq=False)
    """Seconds that it took the player; None: it was played for her."""


@frozen
class Late(Cause):
    """The time of this prompt ran out; the game's default was played."""

    prompt: Prompt


@frozen
class Held(Cause):
    """A player's connection was lost; the seat waits for her."""

    seat: int
    name: str


@frozen
class Back(Cause):
    """The player of a held seat is back; ``unnoticed``: nobody missed her."""

    seat: int
    name: str
    unnoticed: bool


@frozen
class Left(Cause):
    """A player is gone for good (before the start: the seat is free again)."""

    seat: int
    name: str


@frozen
class Said(Cause):
    """A player speaks: to all, or to one seat, where alone it is heard. Not journaled."""

    seat: int
    to: int | None
    text: str


@frozen
class Watching(Cause):
    """A spectator came, or went. Not journaled."""

    name: str
    came: bool


@frozen
class Restarted(Cause):
    """The hub was gone, and is there again; who played is waited for."""


@frozen
class Ended(Cause):
    """The match is over; without a result it is void."""

    reason: str
    result: Result | None


@define(eq=False)
class Step:
    """One step of a match."""

    number: int
    at: float
    """Seconds of the hub's clock."""
    cause: Cause
    events: Events


class Listener(Protocol):
    """
    Somebody whom a match tells its steps: the connection of a player, all
    spectators together (a gallery), a list in a test. While it hears it must
    leave the match alone.
    """

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """
        A step has happened; ``asked`` are prompts newly opened for this
        listener's seat.
        """

    def unheard(self, by: float) -> bool:
        """
        Whether lines of this listener's that were read by then, by the hub's
        clock, are still to be dealt with. True only while that is a matter of
        a few turns.
        """

    def report(self) -> Report:
        """
        What an organiser will want to know of this connection: the last lines
        each way, how a program ended. For the journal.
        """

    def dismiss(self) -> None:
        """The match has no more use for this listener: end its connection."""
