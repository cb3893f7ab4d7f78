"""
The worked examples of spec/wuermer-rules.md 8, as far as they are rules.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from boardhub.games.rules import IllegalMove, Move
from boardhub.games.wuermer.board import BEISPIEL, lines
from boardhub.games.wuermer.errors import Fault
from boardhub.games.wuermer.events import Finished, Moved, Passed
from boardhub.games.wuermer.state import Wuermer
from tests.wuermer.test_board import begun, data, small, start
from tests.wuermer.test_moves import NONE, asked, legal, move, play

#: Two worms each on the board of 8.2 (8.5, second board).
TWO_EACH = {"first": "2 4 2 5 2 6 1 4 1 5 1 6", "second": "4 4 4 5 4 6 5 4 5 5 5 6"}


def refused(game: Wuermer, seat: int, answer: Move) -> int:
    """The number with which the rules refuse it."""
    with pytest.raises(IllegalMove) as raised:
        game.apply(seat, answer)
    return raised.value.code


def test_opening() -> None:
    """8.1: what the document's players do first."""
    game = begun(lines(BEISPIEL, 0))
    assert legal(game, 0) == ["1N", "1W", "2N"]
    play(game, "2N")
    assert game.worms[0][2] == ((4, 10), (4, 11), (4, 12))
    play(game, "1N")
    assert game.worms[1][1] == ((3, 10), (3, 11), (3, 12))
    play(game, "2O")
    assert game.worms[0][2] == ((5, 10), (4, 10), (4, 11))


def test_opening_of_the_second() -> None:
    """8.1: the second player's moves at the start, were she on turn."""
    swapped = begun(lines(BEISPIEL, 1))
    assert legal(swapped, 0) == ["1N", "2N", "2O"]


def test_start_of_the_opening() -> None:
    """8.1: what both are told, all but the last line."""
    head = "12 13 7 4 200 Hindernisse 4 2 5 2 9 2 9 3"
    first, second = "2 11 2 12 2 13 4 11 4 12 4 13", "3 11 3 12 3 13 5 11 5 12 5 13"
    words = "{} Eigene_Wuermer {} Gegnerische_Wuermer {}"
    assert lines(BEISPIEL, 0) == data(words.format(head, first, second))
    assert lines(BEISPIEL, 1) == data(words.format(head, second, first))


def test_win() -> None:
    """8.2: five turns, and the first player's only worm is in the hole."""
    game = begun(small())
    play(game, "1N 1N 1N 1N")
    assert game.worms[0][1][0] == (2, 2)
    assert game.worms[1][1][0] == (4, 2)
    assert game.clone().is_legal(0, move("1O"))
    end = Finished(0, "ALLE_IM_LOCH", (0, 1))
    assert play(game, "1O") == [Moved(5, 0, 1, "O", None), end]
    assert game.result is not None
    assert game.result.scores == (1, 0)


def test_the_second_would_have_won() -> None:
    """8.2: another move of the first, and the second wins with its next one."""
    game = begun(small())
    assert play(game, "1N 1N 1N 1N 1N 1W")[-1] == Finished(1, "ALLE_IM_LOCH", (1, 0))


def test_blocked_draw() -> None:
    """8.3: neither has a move."""
    game = begun(start("3 4 3 1 20", "1 1 2 1 3 2", "1 2 1 3 1 4", "2 2 2 3 2 4"))
    assert legal(game, 0) == [NONE]
    assert play(game, NONE) == [Passed(1, 0)]
    assert legal(game, 1) == [NONE]
    assert play(game, NONE) == [Passed(2, 1), Finished(None, "BLOCKIERT", (1, 1))]
    assert game.result is not None
    assert game.result.scores == (Fraction(1, 2), Fraction(1, 2))


def test_one_side_blocked() -> None:
    """8.4: a move between two ``Kann nicht`` keeps the game going."""
    game = begun(start("3 5 3 1 20", "1 1 1 2", "1 3 1 4 1 5", "2 3 2 4 2 5"))
    play(game, NONE)
    assert legal(game, 1) == ["1N", "1O"]
    play(game, "1N")
    assert game.worms[1] == {1: ((2, 2), (2, 3), (2, 4))}
    assert legal(game, 0) == [NONE]
    assert play(game, NONE) == [Passed(3, 0)]
    assert asked(game) == 1


def test_limit_of_one() -> None:
    """8.5, first board: one turn each is a draw."""
    game = begun(small(head="5 6 3 2 1"))
    play(game, "1N")
    assert play(game, "1N")[-1] == Finished(None, "ZUGLIMIT", (1, 1))


def test_limit_of_three() -> None:
    """8.5, second board: who has one worm left wins against two."""
    game = begun(small(head="5 6 3 2 3", **TWO_EACH))
    play(game, "1N 1N 1N 1N 1O")
    assert play(game, "1N")[-1] == Finished(0, "ZUGLIMIT", (1, 2))


def test_own_middle() -> None:
    """8.6: back to the own middle is no move."""
    game = begun(small())
    assert refused(game, 0, move("1S")) == Fault.UNZULAESSIG


def test_false_cannot_move() -> None:
    """8.6: three moves exist."""
    game = begun(small())
    assert legal(game, 0) == ["1N", "1O", "1W"]
    assert refused(game, 0, move(NONE)) == Fault.KANN_NICHT


def test_foreign_head() -> None:
    """8.6: the head of another's worm stops one."""
    game = begun(lines(BEISPIEL, 0))
    assert refused(game, 0, move("2O")) == Fault.UNZULAESSIG


def test_number_of_a_removed_worm() -> None:
    """8.6: worm 1 is in the hole, so only worm 2 can move."""
    game = begun(small(head="5 6 3 2 9", **TWO_EACH))
    play(game, "1N 1N 1N 1N 1O 1N")
    assert refused(game, 0, move("1N")) == Fault.UNZULAESSIG
    assert legal(game, 0) == ["2N", "2O"]


def test_no_such_worm() -> None:
    """8.6: there is no worm 9."""
    game = begun(small())
    assert refused(game, 0, move("9N")) == Fault.UNZULAESSIG


def test_second_move_in_one_go() -> None:
    """8.6: after a move that counts the same player is not asked again."""
    game = begun(small())
    play(game, "1N")
    assert refused(game, 0, move("1N")) == Fault.NOT_ASKED


@pytest.mark.parametrize("seat", [0, 1])
def test_program_ends(seat: int) -> None:
    """8.6: whose program ends loses, on turn or not."""
    game = begun(small())
    assert game.leave(seat, "crashed")[-1] == Finished(1 - seat, "crashed", (1, 1))
