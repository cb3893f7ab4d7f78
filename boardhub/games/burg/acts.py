"""
Moves made once and used again: lists of legal moves are long, and moves never change.

Only squares of the board and the cards of the game come in, so the tables are bounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from boardhub.games.burg.masks import SIZE, SQUARES, Mask, squares_of
from boardhub.games.burg.moves import Act, PlaceKing


def coordinates(square: int) -> tuple[int, int]:
    """Its x and y."""
    return square % SIZE, square // SIZE


@cache
def nowhere(name: str, card: int | None = None) -> Act:
    """An action that names no square."""
    return Act(name, card)


@cache
def at(name: str, card: int | None = None) -> tuple[Act, ...]:
    """An action at one square, by this square."""
    return tuple([Act(name, card, coordinates(place)) for place in range(SQUARES)])


@cache
def leaving(name: str, source: int, card: int | None = None) -> tuple[Act, ...]:
    """An action from one square to another, by the second."""
    start = coordinates(source)
    return tuple([Act(name, card, start + coordinates(place)) for place in range(SQUARES)])


@cache
def kings(color: int | None) -> tuple[PlaceKing, ...]:
    """The king put down and this colour named, by the king's square."""
    return tuple([PlaceKing(*coordinates(place), color) for place in range(SQUARES)])


def chosen(acts: Sequence[Act], squares: Mask) -> list[Act]:
    """Those of a table whose squares are in the mask."""
    return [acts[place] for place in squares_of(squares)]
