"""
The heights of a board as a bot looks at them while it plans: made once, never
changed, and shared by all the lines of play that come by it.
"""

from __future__ import annotations

from collections.abc import Sequence

from boardhub.games.burg.board import Board
from boardhub.games.burg.masks import BESIDE, BIT, SQUARES, Mask, squares_of
from boardhub.games.burg.passages import ways_by_card, ways_through
from boardhub.games.burg.scoring import BONUS


class Ground:
    """
    Heights without pieces. ``castle`` has for each square the number of its
    castle or -1, ``areas`` how large each is.
    """

    def __init__(self, heights: Sequence[int]) -> None:
        self.board = Board(list(heights), [])
        self.heights = tuple(heights)
        self.shape = self.board.shape()
        self.castle = [-1] * SQUARES
        for number, mask in enumerate(self.shape.masks):
            for square in squares_of(mask):
                self.castle[square] = number
        self.areas = [mask.bit_count() for mask in self.shape.masks]
        self._raised: dict[int, Ground] = {}
        self._walks: dict[int, Mask] = {}

    def raised(self, square: int) -> Ground:
        """The same with one more block on a square."""
        found = self._raised.get(square)
        if found is None:
            heights = list(self.heights)
            heights[square] += 1
            found = self._raised[square] = Ground(heights)
        return found

    def walks(self, source: int) -> Mask:
        """Where a knight gets for one point if nobody stands there: steps and passages."""
        found = self._walks.get(source)
        if found is None:
            found = self.steps(source, 1) | ways_through(self.board, source)
            self._walks[source] = found
        return found

    def steps(self, source: int, rise: int) -> Mask:
        """The squares beside one that are at most so much higher."""
        return BESIDE[source] & self.no_higher(source, rise)

    def no_higher(self, source: int, rise: int) -> Mask:
        """All squares that are at most so much higher than one."""
        return ~self.shape.levels[self.heights[source] + rise + 1]

    def doors(self, source: int) -> Mask:
        """Where the door card leads."""
        return ways_by_card(self.board, source)

    def takes_under(self, square: int) -> bool:
        """Whether a block may be pushed under a knight here (spec/burg-rules.md 4, card 2)."""
        if self.heights[square]:
            return self.heights[square] < self.areas[self.castle[square]]
        return self.shape.beside(square) < 2

    def points(self, knights: Sequence[int]) -> int:
        """What these knights of one colour earn by castles."""
        castle, heights = self.castle, self.heights
        best: dict[int, int] = {}
        for square in knights:
            number = castle[square]
            if number >= 0 and heights[square] > best.get(number, 0):
                best[number] = heights[square]
        return sum([self.areas[number] * level for number, level in best.items()])

    def bonus(self, knights: Sequence[int], king: int | None, year: int) -> int:
        """The king's bonus of these knights."""
        if king is None:
            return 0
        number = self.castle[king]
        for square in knights:
            if self.heights[square] == year and self.castle[square] == number:
                return BONUS * year
        return 0

    def climbs(self, knights: Sequence[int], free: Mask) -> float:
        """
        How much these knights could gain by one step up each: the areas of
        the castles with a square beside one of them that is one level higher.
        """
        outlook = 0.0
        for square in knights:
            level = self.heights[square]
            up = BESIDE[square] & free & self.shape.levels[level + 1]
            up &= ~self.shape.levels[level + 2]
            if up:
                outlook += self.areas[self.castle[(up & -up).bit_length() - 1]]
        return outlook


def mask_of(squares: Sequence[int]) -> Mask:
    """These squares as a mask."""
    return sum([BIT[square] for square in squares])
