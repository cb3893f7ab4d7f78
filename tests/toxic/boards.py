"""
How the tests of the arena say what they mean: a board drawn as its rows, and
players who stand on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from boardhub.games.rules import Event, Player
from boardhub.games.toxic.moves import Start, Stay, Walk
from boardhub.games.toxic.state import RULES, Toxic

EventT = TypeVar("EventT", bound=Event)


class Lot:
    """Draws what it is told to."""

    def __init__(self, *numbers: int) -> None:
        self._numbers = list(numbers)

    def choice(self, numbers: Sequence[int]) -> int:
        """The next one, which must be among these."""
        number = self._numbers.pop(0)
        assert number in numbers
        return number


def arena(
    rows: Sequence[str],
    *starts: tuple[int, int],
    toxicity: Sequence[str] = (),
    changes: Mapping[str, int] | None = None,
    **more: Any,
) -> Toxic:
    """A game whose players stand here; its first round has begun."""
    options = {"map": list(rows), "toxicity": list(toxicity), "starts": list(starts)}
    game = RULES.state(len(starts), "seed", {**options, "changes": changes or {}, **more})
    game.begin([Player(f"p{number}") for number in range(len(starts))])
    game.apply(None, Start())
    return game


def play(game: Toxic, *moves: str) -> list[Event]:
    """
    A round: ``0 EAST WEST`` is a move of player 0; who is not mentioned says
    nothing. All that happens from the first one on.
    """
    events: list[Event] = []
    said = set()
    for move in moves:
        number, step, view = move.split()
        said.add(int(number))
        events += game.apply(int(number), Walk(step, view))
    silent = [prompt.seat for prompt in game.prompts if prompt.seat not in said]
    for seat in sorted(number for number in silent if number is not None):
        if game.result is None and any(prompt.seat == seat for prompt in game.prompts):
            events += game.apply(seat, Stay())
    return events


def only(events: Sequence[Event], kind: type[EventT]) -> list[EventT]:
    """The events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def places(game: Toxic) -> list[tuple[int, int]]:
    """Where all stand."""
    return [each.place for each in game.players]
