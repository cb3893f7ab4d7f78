"""
What a page may show of a match, as plain values that JSON can hold.

A game names its `Drawing`: an `Exhibit`, which says what spectators are shown
of a match and when, and a module of JavaScript that draws it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from importlib.resources import files
from math import floor
from typing import Any, TypeAlias

import attrs
from attrs import frozen

from boardhub.games.rules import Event, Score
from boardhub.hub.match import Match, Phase
from boardhub.hub.seats import Presence, Seat
from boardhub.hub.steps import (
    Back,
    Began,
    Cause,
    Ended,
    Held,
    Joined,
    Late,
    Left,
    Restarted,
    Said,
    Step,
)

#: Something that has happened and may be told: of the rules, or of the match.
News: TypeAlias = Event | Cause

#: What the page calls that which happens to a match; other causes are not told.
_CAUSES: Mapping[type[Cause], str] = {
    Joined: "joined",
    Began: "began",
    Held: "held",
    Back: "back",
    Left: "left",
    Said: "said",
    Late: "late",
    Restarted: "restarted",
    Ended: "ended",
}


class Exhibit:
    """
    What is shown of one match of a game that shows its spectators everything
    at once: all that `State.view` gives them, and every event for them.

    It hears every step from the making of the match on. ``settings`` are the
    game's own options.
    """

    held_back = False
    """Spectators are behind the game: then not even when something happens may be told."""

    def __init__(self, match: Match, settings: Mapping[str, Any]) -> None:
        self.match = match

    def hear(self, step: Step) -> Sequence[News]:
        """A step has happened: what is to be told now, of it or of those before."""
        return [*self._causes(step.cause), *for_spectators(step)]

    def _causes(self, cause: Cause) -> list[News]:
        # Who goes home after the end leaves nobody in the lurch.
        is_over = self.match.phase is Phase.OVER and isinstance(cause, Left)
        return [] if is_over or type(cause) not in _CAUSES else [cause]

    def scene(self) -> Any:
        """What of the picture stays as it is, from the beginning of the match to its end."""
        return None

    def position(self) -> Any:
        """The rest of the picture, as it is shown now."""
        return plain(self.match.view(None))

    def scores(self) -> Sequence[Score | None]:
        """What each seat has, where that is known."""
        result = self.match.state.result
        if self.match.phase is not Phase.OVER or result is None:
            return [None] * len(self.match.seats)
        return result.scores

    def presence(self, seat: Seat) -> str:
        """Whether a seat is taken, and its player there; after the end: was there till then."""
        presence = seat.presence
        if self.match.phase is Phase.OVER and seat.taken:
            presence = Presence.CONNECTED if seat.reason == "played" else Presence.GONE
        return str(presence.value)


def for_spectators(step: Step) -> list[Event]:
    """The events of a step that spectators may know of."""
    return [event for event in step.events if event.to is None or None in event.to]


def told(news: News) -> dict[str, Any]:
    """
    What has happened, as JSON: under ``kind`` the class's name of an event,
    or the word for what happened to the match, and the fields.
    """
    match news:
        case Late(prompt):
            return {"kind": "late", "seat": prompt.seat}
        case Cause():
            return {"kind": _CAUSES[type(news)], **plain(news)}
    return {"kind": type(news).__name__, **plain(news)}


def plain(value: Any) -> Any:
    """
    A value as JSON has it: attrs classes as mappings of what they are made
    from, without the audience of events; fractions as decimals, rounded half
    up to hundredths.
    """
    match value:
        case Fraction():
            return floor(value * 100 + Fraction(1, 2)) / 100
        case None | bool() | int() | float() | str():
            return value
        case Mapping():
            return {str(key): plain(each) for key, each in value.items()}
        case tuple() | list():
            return [plain(each) for each in value]
        case set() | frozenset():
            return [plain(each) for each in sorted(value)]
    if attrs.has(type(value)):
        return _fields(value)
    return str(value)


def _fields(value: Any) -> dict[str, Any]:
    return {
        each.name: plain(getattr(value, each.name))
        for each in attrs.fields(type(value))
        if each.init and not (each.name == "to" and isinstance(value, Event))
    }


#: Makes the exhibit of a match, with the game's own options.
MakeExhibit: TypeAlias = Callable[[Match, Mapping[str, Any]], Exhibit]


@frozen
class Drawing:
    """
    How a browser shows a game: ``module`` is a file of an importable
    ``package``, in JavaScript (see docs/watching.md).
    """

    package: str
    module: str
    exhibit: MakeExhibit = Exhibit
    afterwards: MakeExhibit | None = None
    """
    Makes the exhibit of a match that is over and told again from its
    beginning, where nothing need be held back; None: as ``exhibit`` does.
    """

    def source(self) -> bytes:
        """
        The text of the module.

        :raise OSError: there is none.
        """
        return files(self.package).joinpath(self.module).read_bytes()
