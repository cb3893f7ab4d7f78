"""
Maps by chance: caves, all of whose fields can be reached, and a toxicity that
is high in their dead ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from boardhub.games.rules import stream
from boardhub.games.toxic.arena import SIDES, WALL, Arena, Field
from boardhub.games.toxic.directions import STEPS

#: How much is rock in the beginning, and how often the caves are smoothed.
ROCK: Final = 0.45
SMOOTHINGS: Final = 4

#: A field is rock in the next smoothing if so many of it and its neighbours are.
CROWD: Final = 5

#: Toxicity by the number of walls around a field, 0 to 7; none has 8 that can be reached.
_POISON: Final = "  1234678"

#: A map of which less than this share can be walked on is drawn anew.
_SPACE: Final = 0.35


def generate(width: int, height: int, seed: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """
    The rows of a map of this size and of its toxicity, always the same for a seed.

    :raise ValueError: no map has this size.
    """
    if width not in SIDES or height not in SIDES:
        raise ValueError(f"a map has {SIDES.start} to {SIDES.stop - 1} fields on each side")
    chance = stream(seed, "map", width, height)
    best: set[Field] = set()
    for _ in range(20):
        caves = set(Arena(_rows(width, height, _caves(width, height, chance))).largest())
        best = max(best, caves, key=len)
        if len(best) >= _SPACE * width * height:
            break
    if len(best) < 2:
        best = {(x, y) for x in range(width) for y in range(height)}
    rows = _rows(width, height, dict.fromkeys(best, False))
    return rows, _toxicity(Arena(rows))


def _caves(width: int, height: int, chance: Random) -> Mapping[Field, bool]:
    """For each field whether it is rock."""
    fields = [(x, y) for y in range(height) for x in range(width)]
    rock = {place: chance.random() < ROCK for place in fields}
    for _ in range(SMOOTHINGS):
        rock = {place: rock[place] + _around(rock, place) >= CROWD for place in fields}
    return rock


def _around(rock: Mapping[Field, bool], place: Field) -> int:
    x, y = place
    return sum(rock.get((x + dx, y + dy), True) for dx, dy in STEPS.values())


def _rows(width: int, height: int, rock: Mapping[Field, bool]) -> tuple[str, ...]:
    """Rows of characters; a field that is not mentioned is rock."""
    return tuple(
        "".join([WALL if rock.get((x, y), True) else " " for x in range(width)])
        for y in range(height)
    )


def _toxicity(arena: Arena) -> tuple[str, ...]:
    rock = {
        (x, y): not arena.is_free(x, y) for y in range(arena.height) for x in range(arena.width)
    }
    return tuple(
        "".join(
            [WALL if rock[x, y] else _POISON[_around(rock, (x, y))] for x in range(arena.width)]
        )
        for y in range(arena.height)
    )
