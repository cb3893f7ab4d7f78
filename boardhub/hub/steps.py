"""
What happens in a match, as its listeners hear it.

A *step* is one accepted input and the events it caused: numbered, journaled,
told to all in one order. Nothing else happens in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from attrs import define, frozen

from boardhub.games.rules import Events, Prompt, Result, Viewer


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
    """A player speaks: to all, or to one seat alone."""

    seat: int
    to: int | None
    text: str


@frozen
class Watching(Cause):
    """A spectator came, or went."""

    name: str
    came: bool


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
    Who hears what happens in a match: a session in a seat, a gallery, a test.
    It never calls back into the match while it hears.
    """

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """
        A step has happened; ``asked`` are prompts newly opened for this
        listener's seat.
        """

    def dismiss(self) -> None:
        """The match has no more use for this listener: end its connection."""


class Gallery(Listener, Protocol):
    """All spectators of a match as one listener."""

    @property
    def names(self) -> Sequence[str]:
        """Who watches, in order of arrival."""
