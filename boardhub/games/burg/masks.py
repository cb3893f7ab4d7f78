"""
Sets of squares as whole numbers, bit by bit.

A square is a number, 8*y + x, and a mask has bit n set when square n is in
the set: to join, cut and shift sets is then one operation on a number.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Mask: TypeAlias = int

SIZE: Final = 8
SQUARES: Final = SIZE * SIZE

#: The mask of each single square.
BIT: Final[tuple[Mask, ...]] = tuple(1 << square for square in range(SQUARES))

ALL: Final[Mask] = (1 << SQUARES) - 1

_WEST_EDGE: Final[Mask] = sum(BIT[::SIZE])
_EAST_EDGE: Final[Mask] = sum(BIT[SIZE - 1 :: SIZE])
_NOT_WEST: Final[Mask] = ALL & ~_WEST_EDGE
_NOT_EAST: Final[Mask] = ALL & ~_EAST_EDGE


def spread(mask: Mask) -> Mask:
    """The squares beside those of a mask, not diagonally; may hold squares of it again."""
    return _sideways(mask) | (mask << SIZE | mask >> SIZE) & ALL


def _sideways(mask: Mask) -> Mask:
    return (mask & _NOT_EAST) << 1 | (mask & _NOT_WEST) >> 1


def flood(start: Mask, within: Mask) -> Mask:
    """What is reached from the squares of ``start`` without leaving ``within``."""
    reached = new = start & within
    while new:
        new = spread(new) & within & ~reached
        reached |= new
    return reached


def squares_of(mask: Mask) -> list[int]:
    """The squares of a mask, ascending."""
    squares = []
    while mask:
        lowest = mask & -mask
        squares.append(lowest.bit_length() - 1)
        mask ^= lowest
    return squares


#: The squares beside each square.
BESIDE: Final[tuple[Mask, ...]] = tuple(spread(bit) for bit in BIT)

#: The squares that touch each square with a corner only.
ACROSS: Final[tuple[Mask, ...]] = tuple(
    (_sideways(bit) << SIZE | _sideways(bit) >> SIZE) & ALL for bit in BIT
)
