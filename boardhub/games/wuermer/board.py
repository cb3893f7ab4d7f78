"""
The board as a match begins: hole, obstacles and worms, and the start file that
says it (spec/wuermer-rules.md 2 and 6).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from attrs import field, frozen

from boardhub.games.wuermer.directions import STEPS

#: x to the right, y down, both from 1.
Field: TypeAlias = tuple[int, int]

#: Head, middle, tail.
Worm: TypeAlias = tuple[Field, Field, Field]

#: Fields on a side, and turns that a player can be allowed.
SIDES: Final = range(3, 100)
LIMITS: Final = range(1, 10_000)

#: The words before the lists of a start.
OBSTACLES: Final = "Hindernisse"
OWN: Final = "Eigene Wuermer"
FOREIGN: Final = "Gegnerische Wuermer"

#: What no range is wider than, with any number of leading zeros.
_NUMBER: Final = re.compile("0*[0-9]{1,4}")


class BadBoard(ValueError):
    """A start file is none, or its board cannot be; the text says why, and in which line."""


@frozen
class Board:
    """
    The beginning of a match. ``limit`` is how many turns each player has at
    most; ``worms`` are the first player's and the second's, in the order of
    their numbers, which count from 1.
    """

    width: int
    height: int
    hole: Field
    limit: int
    obstacles: tuple[Field, ...]
    worms: tuple[tuple[Worm, ...], tuple[Worm, ...]]
    beside: Mapping[Field, Mapping[str, Field]] = field(init=False, repr=False, eq=False)
    """
    For each field its neighbours on the board that are no obstacles, by
    direction, in the order N, O, S, W.
    """

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "beside", _neighbours(self))

    def holds(self, place: Field) -> bool:
        """Whether it is on the board."""
        x, y = place
        return 1 <= x <= self.width and 1 <= y <= self.height


def _neighbours(board: Board) -> Mapping[Field, Mapping[str, Field]]:
    walls = frozenset(board.obstacles)
    return {
        (x, y): {
            direction: place
            for direction, (dx, dy) in STEPS.items()
            if board.holds(place := (x + dx, y + dy)) and place not in walls
        }
        for x in range(1, board.width + 1)
        for y in range(1, board.height + 1)
    }


def lines(board: Board, player: int) -> list[str]:
    """
    The start as this player is told it (0 the first), all but the last line,
    which says who begins. The first player's is the start file.
    """
    own, foreign = board.worms[player], board.worms[1 - player]
    return [
        *map(str, (board.width, board.height, *board.hole, board.limit)),
        OBSTACLES,
        *_coordinates(board.obstacles),
        OWN,
        *[line for worm in own for line in _coordinates(worm)],
        FOREIGN,
        *[line for worm in foreign for line in _coordinates(worm)],
    ]


def _coordinates(places: Sequence[Field]) -> Iterator[str]:
    for x, y in places:
        yield str(x)
        yield str(y)


def read_board(text: str) -> Board:
    """
    The board of a start file. Lines end in LF or CRLF, the last one perhaps
    in nothing; beside that nothing is allowed for.

    :raise BadBoard: it is none, or the board cannot be.
    """
    rows = [line.removesuffix("\r") for line in text.split("\n")]
    return _Reader(rows if rows[-1] else rows[:-1]).board()


class _Reader:
    """Reads a start from its lines, one after the other, and checks each as it comes."""

    def __init__(self, rows: Sequence[str]) -> None:
        self._rows = rows
        self._at = 0
        self._sides = (0, 0)
        self._taken: set[Field] = set()

    def board(self) -> Board:
        """All of it."""
        width = self._number("the width", SIDES)
        height = self._number("the height", SIDES)
        self._sides = (width, height)
        hole = self._place("the hole")
        limit = self._number("the number of turns", LIMITS)
        self._word(OBSTACLES)
        obstacles = []
        while self._more(OWN):
            obstacles.append(self._place("the obstacle"))
        own, foreign = self._worms(OWN, FOREIGN), self._worms(FOREIGN, None)
        if len(own) != len(foreign):
            raise BadBoard(
                f"the players have as many worms as each other, not {len(own)} and {len(foreign)}"
            )
        if not own:
            raise BadBoard("the players have no worms")
        return Board(width, height, hole, limit, tuple(obstacles), (own, foreign))

    def _worms(self, word: str, end: str | None) -> tuple[Worm, ...]:
        """The list after a word, up to the next word or the end of the file."""
        self._word(word)
        worms = []
        while self._more(end):
            worms.append(self._worm())
        return tuple(worms)

    def _worm(self) -> Worm:
        head = self._place("the head")
        middle = self._beside(head, "the middle")
        return head, middle, self._beside(middle, "the tail")

    def _beside(self, former: Field, what: str) -> Field:
        line = self._at + 1
        place = self._place(what)
        if abs(place[0] - former[0]) + abs(place[1] - former[1]) != 1:
            raise BadBoard(f"line {line}: {what} of a worm is not beside the part before it")
        return place

    def _place(self, what: str) -> Field:
        """A field on the board, on which nothing else is."""
        line = self._at + 1
        width, height = self._sides
        x = self._number(f"the x of {what}", range(1, width + 1))
        y = self._number(f"the y of {what}", range(1, height + 1))
        if (x, y) in self._taken:
            raise BadBoard(f"line {line}: {what} is on ({x},{y}), where something else is already")
        self._taken.add((x, y))
        return x, y

    def _number(self, what: str, among: range) -> int:
        row = self._next(what)
        if not _NUMBER.fullmatch(row) or int(row) not in among:
            least, most = among.start, among.stop - 1
            raise BadBoard(
                f"line {self._at}: {what} is a number from {least} to {most}, not {row[:20]!r}"
            )
        return int(row)

    def _word(self, word: str) -> None:
        row = self._next(f'"{word}"')
        if row != word:
            raise BadBoard(f'line {self._at}: here "{word}" must stand, not {row[:20]!r}')

    def _more(self, end: str | None) -> bool:
        """Whether a list goes on. Its end is a word, or None: the end of the file."""
        return self._at < len(self._rows) and self._rows[self._at] != end

    def _next(self, what: str) -> str:
        if self._at == len(self._rows):
            raise BadBoard(f"line {self._at + 1}: the file ends before {what}")
        self._at += 1
        return self._rows[self._at - 1]


def _upright(x: int) -> Worm:
    """A worm of the example's start, its head up."""
    return (x, 11), (x, 12), (x, 13)


#: What the protocol's document spells out (spec/wuermer-rules.md 6).
BEISPIEL: Final = Board(
    width=12,
    height=13,
    hole=(7, 4),
    limit=200,
    obstacles=((4, 2), (5, 2), (9, 2), (9, 3)),
    worms=((_upright(2), _upright(4)), (_upright(3), _upright(5))),
)
