"""
The symmetric boards (spec/wuermer-rules.md 6, "Generator", numbers 1 to 5),
mostly small ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import chain, combinations
from math import floor
from typing import TypeAlias

import pytest

from boardhub.games.wuermer.board import Board, lines, read_board
from boardhub.games.wuermer.generator import symmetric
from boardhub.games.wuermer.moves import Crawl
from boardhub.games.wuermer.state import RULES
from tests.wuermer.test_board import begun

Field: TypeAlias = tuple[int, int]
Pair: TypeAlias = tuple[Field, Field]

#: Width, height, worms, and the density in hundredths.
SIZES = [
    (7, 8, 1, 0),
    (7, 8, 1, 20),
    (7, 8, 1, 50),
    (7, 9, 1, 30),
    (9, 8, 2, 8),
    (9, 11, 2, 50),
    (11, 10, 1, 33),
    (13, 8, 3, 8),
    (13, 13, 3, 25),
    (15, 12, 3, 50),
]


def drawn(size: tuple[int, int, int, int]) -> Iterator[Board]:
    """Some boards of a size."""
    width, height, worms, hundredths = size
    for number in range(25):
        yield symmetric(f"board {number}", width, height, worms, hundredths / 100)


def mirrored(board: Board, place: Field) -> Field:
    """The other side's field."""
    return board.width + 1 - place[0], place[1]


def neighbours(place: Field) -> list[Field]:
    """The four beside it, on the board or not."""
    x, y = place
    return [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]


def ground(board: Board) -> set[Field]:
    """The rows above all worms."""
    return {(x, y) for x in range(1, board.width + 1) for y in range(1, board.height - 2)}


def reached(hole: Field, free: Collection[Field]) -> set[Field]:
    """All free fields from which steps on free fields lead to the hole."""
    found, new = {hole}, [hole]
    while new:
        for place in neighbours(new.pop()):
            if place in free and place not in found:
                found.add(place)
                new.append(place)
    return found


def pairs(board: Board) -> list[Pair]:
    """All pairs of fields that can become obstacles."""
    return [
        ((x, y), (board.width + 1 - x, y))
        for x in range(1, (board.width + 1) // 2)
        for y in range(1, board.height - 3)
        if board.hole not in {*neighbours((x, y)), *neighbours((board.width + 1 - x, y)), (x, y)}
    ]


@pytest.mark.parametrize("size", SIZES)
def test_size(size: tuple[int, int, int, int]) -> None:
    """A board has the size, the worms and the limit asked for, and its file can be read back."""
    width, height, worms, hundredths = size
    board = symmetric("seed", width, height, worms, hundredths / 100, 17)
    assert (board.width, board.height, board.limit) == (width, height, 17)
    assert [len(side) for side in board.worms] == [worms, worms]
    assert read_board("\n".join(lines(board, 0))) == board


def test_what_is_not_said() -> None:
    """13 by 13, three worms, 8 per cent, 200 turns; the density makes four pairs of obstacles."""
    for number in range(20):
        board = symmetric(f"seed {number}")
        assert (board.width, board.height, board.limit) == (13, 13, 200)
        assert len(board.worms[0]) == 3
        # floor(0.08 * 13 * 9 / 2) = floor(4.68), of more than fifty pairs
        assert len(board.obstacles) == 8
        assert board == symmetric(f"seed {number}", 13, 13, 3, 0.08, 200)


@pytest.mark.parametrize("size", SIZES)
def test_worms(size: tuple[int, int, int, int]) -> None:
    """The first player's are in columns 2, 4, ..., at the bottom, heads up; then mirrored."""
    width, height, worms, _ = size
    for board in drawn(size):
        for number, (first, second) in enumerate(zip(*board.worms, strict=True), 1):
            x = 2 * number
            assert first == ((x, height - 2), (x, height - 1), (x, height))
            other = width + 1 - x
            assert second == ((other, height - 2), (other, height - 1), (other, height))
        assert len(board.worms[0]) == worms


@pytest.mark.parametrize("size", SIZES)
def test_same_for_both(size: tuple[int, int, int, int]) -> None:
    """Mirrored, the first player's start is the second's: obstacles as a set, worms in order."""
    for board in drawn(size):
        assert mirrored(board, board.hole) == board.hole
        obstacles = set(board.obstacles)
        assert {mirrored(board, place) for place in obstacles} == obstacles
        assert len(obstacles) == len(board.obstacles)
        for first, second in zip(*board.worms, strict=True):
            assert tuple(mirrored(board, place) for place in first) == second


@pytest.mark.parametrize("size", SIZES)
def test_every_head_can_move(size: tuple[int, int, int, int]) -> None:
    """No worm is blocked at the beginning, whoever is on turn: north is always free."""
    for board in drawn(size):
        for seat in (0, 1):
            game = begun(lines(board, seat))
            able = {move.worm for move in game.legal_moves(0) if isinstance(move, Crawl)}
            assert able == set(range(1, size[2] + 1))
            assert all(game.is_legal(0, Crawl(worm, "N")) for worm in able)


@pytest.mark.parametrize(("height", "rows"), [(8, {2, 3, 4}), (9, {2, 3, 4}), (10, {2, 3, 4, 5})])
def test_hole(height: int, rows: set[int]) -> None:
    """The hole is in the middle column, in any row from 2 to half the height."""
    holes = {symmetric(f"hole {number}", 9, height, 2).hole for number in range(80)}
    assert holes == {(5, row) for row in rows}


@pytest.mark.parametrize("size", SIZES)
def test_where_obstacles_are(size: tuple[int, int, int, int]) -> None:
    """Off the middle column, above row H-3, not beside the hole."""
    for board in drawn(size):
        assert set(board.obstacles) <= set(chain.from_iterable(pairs(board)))


@pytest.mark.parametrize("size", SIZES)
def test_number_of_obstacles(size: tuple[int, int, int, int]) -> None:
    """There are no more pairs than half the density's part of the first H-4 rows."""
    width, height, _, hundredths = size
    most = floor(Fraction(hundredths, 100) * width * (height - 4) / 2)
    for board in drawn(size):
        assert len(board.obstacles) <= 2 * most
        if hundredths <= 8:
            assert len(board.obstacles) == 2 * most


@pytest.mark.parametrize("size", SIZES)
def test_ways_to_the_hole(size: tuple[int, int, int, int]) -> None:
    """From every free field above the worms steps on such fields lead to the hole."""
    for board in drawn(size):
        free = ground(board) - set(board.obstacles)
        assert board.hole in free
        assert reached(board.hole, free) == free


def test_pairs_left_out() -> None:
    """
    Where there are fewer pairs than wanted, each pair left out would have cut
    something off when its time came: at least beside some of the pairs set.
    """
    thin = 0
    for number in range(120):
        board = symmetric(f"dense {number}", 7, 8, 1, 0.5)
        done = [pair for pair in pairs(board) if pair[0] in board.obstacles]
        if len(done) == floor(0.5 * 7 * 4 / 2):
            continue
        thin += 1
        for pair in set(pairs(board)) - set(done):
            assert any(
                cuts_off(board, [*earlier, pair])
                for size in range(len(done) + 1)
                for earlier in combinations(done, size)
            )
    assert thin


def cuts_off(board: Board, walls: Collection[Pair]) -> bool:
    """Whether with these obstacles some free field has no way to the hole."""
    free = ground(board) - set(chain.from_iterable(walls))
    return reached(board.hole, free) != free


def test_all_pairs_occur() -> None:
    """With a single pair of obstacles it can be any that is possible."""
    seen, possible = set(), set()
    for number in range(400):
        board = symmetric(f"one {number}", 7, 8, 1, 0.1)
        assert len(board.obstacles) == 2
        seen.add((board.hole, frozenset(board.obstacles)))
        possible |= {(board.hole, frozenset(pair)) for pair in pairs(board)}
    # With nothing else set no pair cuts anything off.
    assert seen == possible


@pytest.mark.parametrize(
    ("width", "height", "worms", "density"),
    [
        (12, 13, 2, 0.08),
        (5, 13, 1, 0.08),
        (8, 8, 1, 0.0),
        (7, 7, 1, 0.0),
        (7, 8, 2, 0.0),
        (13, 13, 4, 0.08),
        (9, 8, 3, 0.08),
        (7, 8, 0, 0.0),
        (7, 8, -1, 0.0),
        (7, 8, 1, -0.01),
        (7, 8, 1, 0.51),
        (101, 8, 1, 0.0),
        (7, 100, 1, 0.0),
    ],
)
def test_out_of_range(width: int, height: int, worms: int, density: float) -> None:
    """
    An even or too small width, too small a height, too many worms or none, a
    density outside 0 to 0.5, or a side of more than 99 fields is refused.
    """
    with pytest.raises(ValueError, match=r"."):
        symmetric("seed", width, height, worms, density)


@pytest.mark.parametrize("limit", [0, 10_000, -1])
def test_limit_out_of_range(limit: int) -> None:
    """The limit is that of start files."""
    with pytest.raises(ValueError, match=r"."):
        symmetric("seed", 7, 8, 1, limit=limit)


@pytest.mark.parametrize(
    ("width", "height", "worms"), [(7, 8, 1), (9, 8, 2), (99, 8, 24), (7, 99, 1), (13, 13, 3)]
)
def test_least_and_most(width: int, height: int, worms: int) -> None:
    """The bounds themselves are in: a quarter of W-1 worms, sides of 99 fields."""
    board = symmetric("seed", width, height, worms, 0.02, 9999)
    assert len(board.worms[1]) == worms
    assert read_board("\n".join(lines(board, 0))) == board


def test_a_match_without_a_board() -> None:
    """It gets the symmetric one by its own seed, and other seeds get others."""
    boards = [RULES.state(2, f"seed {number}", {}).board for number in range(5)]
    assert boards == [symmetric(f"seed {number}") for number in range(5)]
    assert len({tuple(lines(board, 0)) for board in boards}) == 5
