"""
The heights of a board as masks: its levels, its castles, and where they can grow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen

from boardhub.games.burg.masks import ALL, BESIDE, BIT, Mask, flood, spread

#: Blocks in the game (spec/burg-rules.md 2); nothing is higher.
BLOCKS: Final = 92

# One more for every level that is asked for above the highest square.
_LEVELS: Final = BLOCKS + 4


@frozen
class Castles:
    """
    What follows from the heights of a board alone.

    ``levels[h]`` are the squares at least h high, ``masks`` the castles, each
    as its squares (spec/burg-rules.md 1). ``sites`` are where a block may be
    added if no piece stands there: on a castle that stays no higher than its
    area, or on the bare board beside exactly one castle (3.4).
    """

    levels: tuple[Mask, ...]
    masks: tuple[Mask, ...]
    sites: Mask

    @classmethod
    def of(cls, heights: Sequence[int]) -> Castles:
        """The castles of these heights, one for each square."""
        levels = [ALL, *[0] * (_LEVELS - 1)]
        for bit, height in zip(BIT, heights, strict=True):
            for level in range(1, height + 1):
                levels[level] |= bit
        masks = _split(levels[1])
        return cls(tuple(levels), masks, sites(levels, masks))

    def around(self, square: int) -> Mask:
        """The castle that a square belongs to; 0 for the bare board."""
        bit = BIT[square]
        for castle in self.masks:
            if castle & bit:
                return castle
        return 0

    def beside(self, square: int) -> int:
        """How many castles a square of the bare board touches with a side."""
        return sum([castle & BESIDE[square] != 0 for castle in self.masks])


def sites(levels: Sequence[Mask], castles: Iterable[Mask]) -> Mask:
    """Where these castles, and no others, can take a block (see `Castles`)."""
    tops = once = twice = 0
    for castle in castles:
        tops |= castle & ~levels[castle.bit_count()]
        beside = spread(castle) & ~castle
        twice |= once & beside
        once |= beside
    return tops | once & ~twice


def in_one_piece(squares: Mask) -> bool:
    """Whether the squares hang together; none at all do."""
    return flood(squares & -squares, squares) == squares


def _split(ground: Mask) -> tuple[Mask, ...]:
    masks = []
    while ground:
        castle = flood(ground & -ground, ground)
        masks.append(castle)
        ground &= ~castle
    return tuple(masks)
