"""
Through a castle: in by one door, out by another (spec/burg-rules.md 3.3 b).

Every block has a door on each side, at its floor. A knight who stands beside
a taller square has that square's door of his own level before him.
"""

from __future__ import annotations

from typing import Final

from boardhub.games.burg.board import Board
from boardhub.games.burg.castles import Castles
from boardhub.games.burg.masks import BESIDE, BIT, Mask, flood, spread, squares_of

#: Whether a knight may climb inside a castle on his way out, no higher in the
#: end than he began: the "any door" reading. Strict is final here
#: (spec/burg-rules.md 8.1).
MAY_CLIMB_INSIDE: Final[bool] = False


def exits(board: Board, source: int) -> set[int]:
    """
    Where a knight on this square gets by a passage: empty squares no higher
    than his own. Squares beside him are among them where he could come out.
    """
    return set(squares_of(ways_through(board, source) & board.free()))


def door_exits(board: Board, source: int) -> set[int]:
    """
    Where he gets with the door card: empty squares of any height beside a
    taller one of the castle (spec/burg-rules.md 4, kind 7).
    """
    return set(squares_of(ways_by_card(board, source) & board.free()))


def entries(board: Board, source: int) -> Mask:
    """The squares whose doors a knight on this square stands before."""
    return BESIDE[source] & board.shape().levels[board.heights[source] + 1]


def ways_through(board: Board, source: int) -> Mask:
    """As `exits`, as a mask, and squares with pieces too."""
    doors = entries(board, source)
    if not doors:
        return 0
    level = board.heights[source]
    if MAY_CLIMB_INSIDE:
        return _any_door(board.shape(), doors, level) & ~BIT[source]
    return _without_climbing(board.shape(), doors, level) & ~BIT[source]


def ways_by_card(board: Board, source: int) -> Mask:
    """As `door_exits`, as a mask, and squares with pieces too."""
    doors = entries(board, source)
    if not doors:
        return 0
    return _any_door(board.shape(), doors, max(board.heights)) & ~BIT[source]


def _without_climbing(castles: Castles, doors: Mask, level: int) -> Mask:
    """Down floor by floor: on each the knight gets as far as the squares are high enough."""
    levels = castles.levels
    ways, inside = 0, doors
    for floor in range(level, -1, -1):
        inside = flood(inside, levels[floor + 1])
        ways |= _outside(castles, inside, floor)
    return ways


def _any_door(castles: Castles, doors: Mask, highest: int) -> Mask:
    inside = flood(doors, castles.levels[1])
    ways = 0
    for floor in range(highest + 1):
        ways |= _outside(castles, inside & castles.levels[floor + 1], floor)
    return ways


def _outside(castles: Castles, inside: Mask, floor: int) -> Mask:
    """The squares just as high as this floor, beside squares that have a door on it."""
    return spread(inside) & castles.levels[floor] & ~castles.levels[floor + 1]
