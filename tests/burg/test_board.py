"""
The board: squares, castles, blocks (spec/burg-rules.md 1).
"""

from __future__ import annotations

import pytest

from boardhub.games.burg.board import (
    DIAGONALS,
    NEIGHBOURS,
    SIZE,
    SQUARES,
    START_SQUARES,
    Board,
    square,
)
from tests.burg.positions import STARTS, at, board, squares

#: The ``PLAN`` of the protocol document.
OF_THE_DOCUMENT = """
    0 0 0 0 0 1 0 0 0
    1 0 0 1K 0 0 0 0 0
    2 0 0 1B 0 0 1O 1 0
    3 1O 0 0 0 0 1 0 0
    4 0 0 0 0 0 0 0 1
    5 0 0 1 0 0 1 0 0
    6 0 0 0 0 0 0 0 0
    7 0 0 0 1 0 0 0 0
"""


def castle(drawn: Board, x: int, y: int) -> set[tuple[int, int]]:
    """The squares of a castle as coordinates."""
    return squares(drawn.castle(at(x, y)))


def test_squares() -> None:
    """Eight by eight, numbered row by row."""
    assert (SIZE, SQUARES) == (8, 64)
    assert [square(0, 0), square(7, 0), square(0, 1), square(3, 5), square(7, 7)] == [
        0,
        7,
        8,
        43,
        63,
    ]


def test_start_squares() -> None:
    """The eight start squares, in the order of the list."""
    assert [(at % 8, at // 8) for at in START_SQUARES] == list(STARTS)


@pytest.mark.parametrize(
    ("x", "y", "beside", "diagonal"),
    [
        (0, 0, {(1, 0), (0, 1)}, {(1, 1)}),
        (7, 7, {(6, 7), (7, 6)}, {(6, 6)}),
        (7, 3, {(6, 3), (7, 2), (7, 4)}, {(6, 2), (6, 4)}),
        (0, 4, {(1, 4), (0, 3), (0, 5)}, {(1, 3), (1, 5)}),
        (3, 4, {(2, 4), (4, 4), (3, 3), (3, 5)}, {(2, 3), (4, 3), (2, 5), (4, 5)}),
    ],
)
def test_neighbours(
    x: int, y: int, beside: set[tuple[int, int]], diagonal: set[tuple[int, int]]
) -> None:
    """Neighbours do not reach around the rim of the board."""
    assert squares(NEIGHBOURS[at(x, y)]) == beside
    assert squares(DIAGONALS[at(x, y)]) == diagonal
    assert len(NEIGHBOURS[at(x, y)]) == len(beside)
    assert len(DIAGONALS[at(x, y)]) == len(diagonal)


def test_castles_of_the_document() -> None:
    """Eight castles of areas 1, 2, 3 and five times 1 (spec/burg-rules.md 7.6)."""
    drawn = board(OF_THE_DOCUMENT)
    assert len(drawn.castles()) == 8
    assert sorted(len(squares(each)) for each in drawn.castles()) == [1, 1, 1, 1, 1, 1, 2, 3]
    assert castle(drawn, 5, 2) == castle(drawn, 5, 3) == {(5, 2), (6, 2), (5, 3)}
    assert castle(drawn, 2, 1) == {(2, 1), (2, 2)}
    assert castle(drawn, 0, 3) == {(0, 3)}
    assert [drawn.area(at(*where)) for where in ((6, 2), (2, 2), (3, 7))] == [3, 2, 1]


def test_corners_do_not_connect() -> None:
    """Two blocks that touch at a corner are two castles."""
    drawn = board("0 1 0\n1 0 1")
    assert len(drawn.castles()) == 2
    assert castle(drawn, 1, 1) == {(1, 1)}


def test_rows_do_not_connect_around_the_rim() -> None:
    """The last square of a row is no neighbour of the next row's first."""
    drawn = board("0 0 0 0 0 0 0 0 1\n1 1")
    assert len(drawn.castles()) == 2


def test_area_is_independent_of_height() -> None:
    """The area counts squares; what is lower still joins what is higher."""
    drawn = board("0 3 1 4\n1 0 1")
    assert drawn.area(at(0, 0)) == drawn.area(at(1, 1)) == 4


def test_blocks_change_castles() -> None:
    """A block put or taken changes castles and areas at once."""
    drawn = board("0 1 0 1")
    drawn.add(at(0, 0))
    assert drawn.heights[at(0, 0)] == 2
    assert drawn.area(at(0, 0)) == 1
    drawn.add(at(1, 0))
    assert castle(drawn, 0, 0) == {(0, 0), (1, 0), (2, 0)}
    assert len(drawn.castles()) == 1
    drawn.take(at(2, 0))
    assert drawn.area(at(0, 0)) == 2
    drawn.take(at(0, 0))
    assert drawn.heights[at(0, 0)] == 1
    assert drawn.area(at(1, 0)) == 2


def test_occupied() -> None:
    """Knights of every colour and the king occupy a square; blocks do not."""
    drawn = board("0 1O 0B 1K 1 0G")
    assert [bool(drawn.occupied(at(x, 0))) for x in range(6)] == [
        True,
        True,
        True,
        False,
        True,
        False,
    ]


def test_copy() -> None:
    """A copy goes its own way, and equals its original until then."""
    drawn = board(OF_THE_DOCUMENT)
    other = drawn.copy()
    assert other == drawn
    other.add(at(5, 2))
    other.add(at(4, 2))
    assert other != drawn
    assert drawn.heights[at(5, 2)] == 1
    assert drawn.area(at(5, 2)) == 3
    assert other.area(at(5, 2)) == 4


def test_picture() -> None:
    """A board prints as the rows of ``PLAN``."""
    rows = [row.strip() for row in OF_THE_DOCUMENT.strip().splitlines()]
    assert str(board(OF_THE_DOCUMENT)).splitlines() == rows


def test_picture_of_knights_on_the_ground_and_of_high_towers() -> None:
    """A knight on bare board shows level 0; heights may have two digits."""
    drawn = board("0 9 0O 0G 0S", 4)
    drawn.add(at(0, 0))
    assert str(drawn).splitlines()[0] == "0 10 0O 0G 0S 0 0 0 0"
