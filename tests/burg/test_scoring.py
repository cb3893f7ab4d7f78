"""
How points are counted at the end of a year (spec/burg-rules.md 5).
"""

from __future__ import annotations

import pytest

from boardhub.games.burg.scoring import advance, castle_points, count_year, king_bonus
from tests.burg.positions import board, end_turns, turn

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

#: The king's castle of area 6: Orange on levels 3 and 2, Blue on 1 and 2,
#: Green on 3 and on the ground.
KINGS_CASTLE = """
    0 3O 2O 1B
    1 1K 2B 3G
    2 0G
"""


def test_points_of_the_document() -> None:
    """
    Orange: 3 squares at level 1 and 1 square at level 1, together 4. Blue: 2
    squares at level 1.
    """
    drawn = board(OF_THE_DOCUMENT)
    assert [castle_points(drawn, color) for color in range(3)] == [4, 2, 0]


def test_bonus_of_the_document() -> None:
    """Only Blue has a knight in the king's castle, at level 1."""
    drawn = board(OF_THE_DOCUMENT)
    assert [king_bonus(drawn, color, 1) for color in range(3)] == [0, 5, 0]
    assert [king_bonus(drawn, color, 2) for color in range(3)] == [0, 0, 0]


def test_year_of_the_document() -> None:
    """Orange has 4 after the first scoring, Blue 2 and 5."""
    scores = [0, 0, 0]
    count_year(board(OF_THE_DOCUMENT), scores, 1, [0, 1, 2])
    assert scores == [4, 7, 0]


def test_the_highest_knight_counts() -> None:
    """Of several knights in a castle only the highest one counts; 6 squares here."""
    drawn = board(KINGS_CASTLE)
    assert [castle_points(drawn, color) for color in range(3)] == [18, 12, 18]


def test_each_castle_counts() -> None:
    """One knight in each of two castles: 2 x 2 and 1 x 1."""
    assert castle_points(board("0 2O 1 0 1O"), 0) == 5


def test_knights_on_the_ground_count_nothing() -> None:
    """Level 0 is no castle."""
    drawn = board("0 0O 1K")
    assert castle_points(drawn, 0) == 0
    assert [king_bonus(drawn, 0, year) for year in (1, 2, 3)] == [0, 0, 0]


def test_parts_joined_by_a_low_bridge_are_one_castle() -> None:
    """Three squares and the better one of the two knights: 3 x 3."""
    assert castle_points(board("0 2O 1 3O"), 0) == 9


@pytest.mark.parametrize(("year", "bonus"), [(1, [0, 5, 0]), (2, [10, 10, 0]), (3, [15, 0, 15])])
def test_king_bonus(year: int, bonus: list[int]) -> None:
    """
    Five times the year for a knight exactly as high as the year's number,
    whatever the king's own level, and not only for the highest knight.
    """
    drawn = board(KINGS_CASTLE)
    assert [king_bonus(drawn, color, year) for color in range(3)] == bonus


def test_king_bonus_once() -> None:
    """Two knights at the right level earn no more than one."""
    assert king_bonus(board("0 1O 1K 1O"), 0, 1) == 5


def test_king_bonus_in_his_castle_only() -> None:
    """A knight at the right level of another castle earns nothing."""
    assert king_bonus(board("0 1O 0 1K"), 0, 1) == 0


@pytest.mark.parametrize(
    ("scores", "gain", "after"),
    [
        ([0, 0, 0], 0, 0),
        ([0, 3, 5], 2, 2),
        ([0, 2, 5], 2, 3),
        ([0, 2, 3], 2, 4),
        ([0, 3, 2], 2, 4),
        ([0, 2, 4], 2, 3),
        ([4, 5, 6], 1, 7),
        ([4, 4, 0], 0, 4),
        ([7, 7, 9], 1, 8),
    ],
)
def test_advance(scores: list[int], gain: int, after: int) -> None:
    """On from a taken space to the next free one; who gains nothing stays."""
    assert advance(scores, 0, gain) == after


def test_first_year_counts_in_the_order_of_turns() -> None:
    """Of equal gains the first in turn gets the space, the later ones leap on."""
    scores = [0, 0, 0]
    count_year(board("0 1O 0 1B 0 1G"), scores, 1, [1, 2, 0])
    assert scores == [3, 1, 2]


def test_later_years_count_from_the_leader_down() -> None:
    """
    Green leads and moves from 8 to 9, then Blue from 7 to 8. Had Blue moved
    first, she would have leapt over 8 to 9.
    """
    scores = [1, 7, 8]
    count_year(board("0 1O 0 1B 0 1G"), scores, 2, [0, 1, 2])
    assert scores == [2, 8, 9]


def test_first_year_is_not_counted_from_the_leader_down() -> None:
    """The same in year 1: Blue leaps from 7 over 8 to 9, Green from 8 over 9 to 10."""
    scores = [1, 7, 8]
    count_year(board("0 1O 0 1B 0 1G"), scores, 1, [0, 1, 2])
    assert scores == [2, 9, 10]


def test_equal_markers_on_the_start_count_in_the_order_of_turns() -> None:
    """All are on 0 in year 2: the order of turns decides who comes first."""
    scores = [0, 0, 0]
    count_year(board("0 1O 0 1B 0 1G"), scores, 2, [2, 0, 1])
    assert scores == [2, 3, 1]


def test_castles_first_then_the_king() -> None:
    """
    Year 1, order Orange, Blue. Castles: Orange 2 x 1 = 2, Blue 1 x 2 = 2,
    leaping to 3. Then the king: Orange from 2 to 7.
    """
    scores = [0, 0, 0]
    count_year(board("0 1O 1K 0 2B"), scores, 1, [0, 1, 2])
    assert scores == [7, 3, 0]


def test_bonus_leaps_too() -> None:
    """
    Both have a knight at level 1 of the king's castle of 3 squares: 3 and,
    leaping, 4; with the king 8 and 9.
    """
    scores = [0, 0, 0]
    count_year(board("0 1O 1K 1B"), scores, 1, [0, 1, 2])
    assert scores == [8, 9, 0]


def test_bonus_keeps_the_order_of_the_castles() -> None:
    """
    Year 2, Orange 10 before Blue 8. The castle has 6 squares: Orange at level
    2 gets 12, 22 now; Blue at 4 and 2 gets 24, 32. Each gets 10 for the king,
    and it is still Orange who moves first: over Blue's 32 to 33.
    """
    scores = [10, 8, 0]
    count_year(board("0 2O 1K 4B 2B\n1 1 1"), scores, 2, [1, 0, 2])
    assert scores == [33, 42, 0]


def test_one_move_for_all_castles() -> None:
    """
    The castles of a player are one move of the marker: 1 and 1 lead from 0 to
    2, not to 1, over a marker there, and on.
    """
    scores = [0, 1, 0]
    count_year(board("0 1O 0 1O"), scores, 1, [0, 1, 2])
    assert scores == [2, 1, 0]


def test_a_year_in_a_game() -> None:
    """After the last round of year 1 the points of the position are there."""
    state = turn("0 1O 1K 1B 0 1G", 2, round=4, stacks=[[], [], []])
    end_turns(state, 1)
    assert list(state.scores) == [8, 9, 1]
    assert state.year == 2
