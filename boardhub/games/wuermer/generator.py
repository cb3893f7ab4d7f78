"""
Boards by chance that are the same for both players (spec/wuermer-rules.md 6).
"""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from math import floor
from typing import Final

from boardhub.games.rules import stream
from boardhub.games.wuermer.board import LIMITS, SIDES, Board, Field, Worm
from boardhub.games.wuermer.directions import STEPS

#: The smallest board that has room for worms, hole and obstacles.
LEAST_WIDTH: Final = 7
LEAST_HEIGHT: Final = 8

#: No larger share of the fields can be obstacles.
MOST_DENSITY: Final = 0.5


def symmetric(
    seed: str,
    width: int = 13,
    height: int = 13,
    worms: int = 3,
    density: float = 0.08,
    limit: int = 200,
) -> Board:
    """
    A board that its middle column mirrors, always the same for a seed.
    ``worms`` are each player's, ``density`` is about the share of obstacles
    among the fields, ``limit`` each player's turns.

    :raise ValueError: a parameter is out of its range.
    """
    _check(width, height, worms, density, limit)
    chance = stream(seed, "board")
    hole = ((width + 1) // 2, chance.randint(2, height // 2))
    pairs = _pairs(width, height, hole)
    chance.shuffle(pairs)
    # As a person reads the number: 0.07 is a bit more as a float, 0.29 a bit less.
    wanted = floor(Fraction(str(density)) * width * (height - 4) / 2)
    walls = _thinned(pairs, wanted, _ground(width, height))
    first = [_upright(2 * number, height) for number in range(1, worms + 1)]
    second = [_upright(width + 1 - 2 * number, height) for number in range(1, worms + 1)]
    return Board(
        width,
        height,
        hole,
        limit,
        tuple(sorted(walls, key=_by_rows)),
        (tuple(first), tuple(second)),
    )


def _check(width: int, height: int, worms: int, density: float, limit: int) -> None:
    if width not in SIDES or width < LEAST_WIDTH or width % 2 == 0:
        raise ValueError(f"a width is odd, from {LEAST_WIDTH} to {SIDES.stop - 1}, not {width}")
    if height not in SIDES or height < LEAST_HEIGHT:
        raise ValueError(f"a height is from {LEAST_HEIGHT} to {SIDES.stop - 1}, not {height}")
    if not 1 <= worms <= (width - 1) // 4:
        raise ValueError(f"so wide a board has room for 1 to {(width - 1) // 4} worms, not {worms}")
    if not 0 <= density <= MOST_DENSITY:
        raise ValueError(f"a density is from 0 to {MOST_DENSITY}, not {density}")
    if limit not in LIMITS:
        raise ValueError(f"players have 1 to {LIMITS.stop - 1} turns each, not {limit}")


def _upright(x: int, height: int) -> Worm:
    return (x, height - 2), (x, height - 1), (x, height)


def _ground(width: int, height: int) -> set[Field]:
    """The rows above the worms' heads: all of what is left of them must lead to the hole."""
    return {(x, y) for x in range(1, width + 1) for y in range(1, height - 2)}


def _pairs(width: int, height: int, hole: Field) -> list[tuple[Field, Field]]:
    """Where two obstacles could stand, each the other's mirror image, row by row."""
    near = _beside(hole)
    pairs = [((x, y), (width + 1 - x, y)) for y in range(1, height - 3) for x in range(1, hole[0])]
    return [pair for pair in pairs if near.isdisjoint(pair)]


def _thinned(pairs: list[tuple[Field, Field]], wanted: int, free: set[Field]) -> list[Field]:
    """
    The obstacles of the first pairs, as many as wanted, that cut nothing off.

    It is enough that all around the left one stays joined: then all around its
    mirror image does so too, and nothing is cut off without being beside one
    of the two.
    """
    walls: list[Field] = []
    for pair in pairs:
        if len(walls) == 2 * wanted:
            break
        left = free.difference(pair)
        if _are_joined(_beside(pair[0]) & left, left):
            walls += pair
            free = left
    return walls


def _are_joined(places: set[Field], free: set[Field]) -> bool:
    """Whether straight steps over free fields join these places with each other."""
    if len(places) < 2:
        return True
    missing, seen = set(places), {min(places)}
    edge = deque(seen)
    while edge and missing:
        place = edge.popleft()
        missing.discard(place)
        near = (_beside(place) & free) - seen
        seen |= near
        edge.extend(near)
    return not missing


def _beside(place: Field) -> set[Field]:
    x, y = place
    return {(x + dx, y + dy) for dx, dy in STEPS.values()}


def _by_rows(place: Field) -> tuple[int, int]:
    return place[1], place[0]
