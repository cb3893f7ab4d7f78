"""
The board: 64 squares, the blocks on them, and who stands where.

A square is a number, 8*y + x, with x to the right and y down, both from 0
(spec/burg-rules.md 1 and 7.6).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from typing import Final

from attrs import define, field

from boardhub.games.burg.actions import COLORS
from boardhub.games.burg.castles import Castles
from boardhub.games.burg.masks import (
    ACROSS,
    ALL,
    BESIDE,
    BIT,
    SIZE,
    SQUARES,
    Mask,
    squares_of,
)

__all__ = [
    "DIAGONALS",
    "NEIGHBOURS",
    "SIZE",
    "SQUARES",
    "START_SQUARES",
    "Board",
    "square",
    "squares_at",
]

#: The squares beside a square, ascending.
NEIGHBOURS: Final[tuple[tuple[int, ...], ...]] = tuple(tuple(squares_of(m)) for m in BESIDE)

#: The squares that are one diagonal step away, ascending.
DIAGONALS: Final[tuple[tuple[int, ...], ...]] = tuple(tuple(squares_of(m)) for m in ACROSS)


def square(x: int, y: int) -> int:
    """The number of a square; both coordinates from 0 to 7."""
    return SIZE * y + x


def squares_at(where: Sequence[int]) -> list[int]:
    """The squares that coordinates name, which come as x, y, x, y."""
    return [square(x, y) for x, y in zip(where[::2], where[1::2], strict=True)]


#: Where the first eight blocks lie, in the order of spec/burg-rules.md 1.1.
START_SQUARES: Final[tuple[int, ...]] = tuple(
    square(x, y) for x, y in ((4, 0), (2, 2), (5, 2), (0, 3), (7, 4), (2, 5), (5, 5), (3, 7))
)


def _copied(heights: Iterable[int]) -> list[int]:
    return list(heights)


def _sorted(knights: Iterable[Iterable[int]]) -> list[list[int]]:
    return [sorted(own) for own in knights]


@define
class Board:
    """
    Heights and pieces; the lists given are copied.

    ``knights`` are the squares of each colour's knights, ascending, ``king``
    a square or None. What follows from the heights is kept until they change:
    change them only by `add` and `take`.
    """

    heights: list[int] = field(converter=_copied)
    knights: list[list[int]] = field(converter=_sorted)
    king: int | None = None
    _castles: Castles | None = field(default=None, eq=False, repr=False, alias="known")

    @classmethod
    def at_start(cls, seats: int) -> Board:
        """A block on each start square and no pieces."""
        heights = [int(place in START_SQUARES) for place in range(SQUARES)]
        return cls(heights, [[] for _ in range(seats)])

    def shape(self) -> Castles:
        """The heights as masks."""
        if self._castles is None:
            self._castles = Castles.of(self.heights)
        return self._castles

    def castle(self, square: int) -> frozenset[int]:
        """The squares of the castle that a square belongs to; none on the bare board."""
        return frozenset(squares_of(self.shape().around(square)))

    def castles(self) -> list[frozenset[int]]:
        """All castles, by their lowest square."""
        return [frozenset(squares_of(castle)) for castle in self.shape().masks]

    def area(self, square: int) -> int:
        """How many squares the castle of a square covers; 0 on the bare board."""
        return self.shape().around(square).bit_count()

    def pieces(self) -> Mask:
        """Where knights or the king stand."""
        mask = 0 if self.king is None else BIT[self.king]
        for own in self.knights:
            for place in own:
                mask |= BIT[place]
        return mask

    def free(self) -> Mask:
        """Where no piece stands."""
        return ALL & ~self.pieces()

    def occupied(self, square: int) -> bool:
        """Whether a knight or the king stands there."""
        return square == self.king or self.holds_knight(square)

    def holds_knight(self, square: int) -> bool:
        """Whether a knight of any colour stands there."""
        return any(square in own for own in self.knights)

    def add(self, square: int) -> None:
        """Lay a block on a square, under whoever stands there."""
        self.heights[square] += 1
        self._castles = None

    def take(self, square: int) -> None:
        """Lift a block off a square that has one."""
        self.heights[square] -= 1
        self._castles = None

    def place_knight(self, color: int, square: int) -> None:
        """Put a new knight on a square."""
        insort(self.knights[color], square)

    def move_knight(self, color: int, source: int, target: int) -> None:
        """Put a knight from one square onto another."""
        self.knights[color].remove(source)
        insort(self.knights[color], target)

    def copy(self) -> Board:
        """An independent copy."""
        return Board(self.heights, self.knights, self.king, self._castles)

    def __str__(self) -> str:
        """The rows of ``PLAN``, from its first row on (spec/burg-rules.md 7.6)."""
        return "\n".join(
            [
                " ".join([str(y), *[self._cell(square(x, y)) for x in range(SIZE)]])
                for y in range(SIZE)
            ]
        )

    def _cell(self, place: int) -> str:
        height = str(self.heights[place])
        if place == self.king:
            return f"{height}K"
        letters = [COLORS[color][0] for color, own in enumerate(self.knights) if place in own]
        return height + "".join(letters)
