"""
The board: 19 squares around an island, and the steps between them.

Squares are (x, y), x from west to east, y from north to south, both from 0
(spec/ursuppe-rules.md 1.1 to 1.3).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

Square: TypeAlias = tuple[int, int]

WEST: Final = 1
NORTH: Final = 2
EAST: Final = 3
SOUTH: Final = 4
STAY: Final = 5

DIRECTIONS: Final = (WEST, NORTH, EAST, SOUTH, STAY)

_MAP: Final = (
    "-O---",
    "OOOOO",
    "OO-OO",
    "OOOOO",
    "OOOO-",
)

WIDTH: Final = len(_MAP[0])
HEIGHT: Final = len(_MAP)

#: All squares, row by row.
SQUARES: Final[tuple[Square, ...]] = tuple(
    (x, y) for y, row in enumerate(_MAP) for x, sign in enumerate(row) if sign == "O"
)

_OFFSETS: Final = {WEST: (-1, 0), NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), STAY: (0, 0)}


def _target(square: Square, direction: int) -> Square:
    dx, dy = _OFFSETS[direction]
    target = (square[0] + dx, square[1] + dy)
    return target if target in SQUARES else square


_TARGETS: Final[Mapping[tuple[Square, int], Square]] = {
    (square, direction): _target(square, direction)
    for square in SQUARES
    for direction in DIRECTIONS
}

#: The directions in which a square can be left, ascending.
OPEN: Final[Mapping[Square, tuple[int, ...]]] = {
    square: tuple(d for d in DIRECTIONS if _TARGETS[square, d] != square) for square in SQUARES
}

#: The squares beside a square, by ascending direction.
NEIGHBOURS: Final[Mapping[Square, tuple[Square, ...]]] = {
    square: tuple(_TARGETS[square, d] for d in OPEN[square]) for square in SQUARES
}


def step(square: Square, direction: int) -> Square:
    """
    Where a step from a square leads: the same square with direction 5, or
    when the edge or the island is in the way.
    """
    return _TARGETS[square, direction]
