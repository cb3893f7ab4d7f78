"""
How a match ends, and which end it is where two would fit
(spec/wuermer-rules.md 3).
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from boardhub.games.rules import IllegalMove, Result, Score
from boardhub.games.wuermer.events import Finished, Moved, Passed
from boardhub.games.wuermer.state import Wuermer
from tests.wuermer.test_board import begun, small, start
from tests.wuermer.test_moves import NONE, asked, legal, move, play

HALF = Fraction(1, 2)

#: Neither player can move.
STUCK = start("3 4 3 1 20", "1 1 2 1 3 2", "1 2 1 3 1 4", "2 2 2 3 2 4")


def stuck(limit: int) -> list[str]:
    """The same board with another limit."""
    return [*STUCK[:4], str(limit), *STUCK[5:]]


#: Of these four worms below a wall only the last can move, to the hole in two turns.
LEFT, MIDDLE, RIGHT, FREE = "1 2 1 3 1 4", "2 2 2 3 2 4", "3 2 3 3 3 4", "6 2 6 3 6 4"


def corridor(limit: int, first: str, second: str) -> list[str]:
    """Seven by four, with those four worms."""
    return start(f"7 4 7 1 {limit}", "1 1 2 1 3 1 4 2", first, second)


def two_each(limit: int) -> Wuermer:
    """Two worms each beside one another on five by six, hole (3,2)."""
    first, second = "2 4 2 5 2 6 1 4 1 5 1 6", "4 4 4 5 4 6 5 4 5 5 5 6"
    return begun(small(head=f"5 6 3 2 {limit}", first=first, second=second))


def check_over(game: Wuermer, end: Finished, scores: tuple[Score, ...]) -> None:
    """It is over, everybody can see how, and nothing more is asked or taken."""
    assert game.finished == end
    assert game.result == Result(scores)
    assert asked(game) is None
    seen = game.view(None)
    assert (seen.finished, seen.active, seen.faults) == (end, None, ())
    for seat in (0, 1):
        assert legal(game, seat) == []
        for word in ("1N", "2O", NONE):
            assert not game.is_legal(seat, move(word))
            with pytest.raises(IllegalMove):
                game.apply(seat, move(word))
    assert game.finished == end


def test_first_player_wins() -> None:
    """Her last worm in the hole ends it before the second player can do the same."""
    game = begun(small())
    play(game, "1N 1N 1N 1N")
    assert legal(game, 0) == ["1N", "1O", "1W"]
    end = Finished(0, "ALLE_IM_LOCH", (0, 1))
    assert play(game, "1O") == [Moved(5, 0, 1, "O", None), end]
    check_over(game, end, (1, 0))


def test_second_player_wins() -> None:
    """So does the second player's."""
    game = begun(small())
    play(game, "1N 1N 1N 1N 1W")
    end = Finished(1, "ALLE_IM_LOCH", (1, 0))
    assert play(game, "1W") == [Moved(6, 1, 1, "W", None), end]
    check_over(game, end, (0, 1))


def test_last_worm_of_several() -> None:
    """Only the last worm wins, whatever the other player has left."""
    game = two_each(50)
    play(game, "1N 1N 1N 1N 1O 2N 2N 2N 2N 2N")
    assert game.result is None
    assert [sorted(side) for side in game.worms] == [[2], [1, 2]]
    play(game, "2O 1N")
    assert play(game, "2O")[1] == Finished(0, "ALLE_IM_LOCH", (0, 2))


def test_the_other_players_last_worm() -> None:
    """Both have one left: who is first wins, the other keeps hers."""
    game = two_each(50)
    play(game, "1N 1N 1N 1N 1O 1W")
    assert game.result is None
    assert [sorted(side) for side in game.worms] == [[2], [2]]
    play(game, "2N 2N 2N 2N 2O 2W")
    assert play(game, "2O")[1] == Finished(0, "ALLE_IM_LOCH", (0, 1))


def test_blocked_draw() -> None:
    """``Kann nicht`` twice in a row is a draw, and the second is still told."""
    game = begun(STUCK)
    assert play(game, NONE) == [Passed(1, 0)]
    assert game.result is None
    end = Finished(None, "BLOCKIERT", (1, 1))
    assert play(game, NONE) == [Passed(2, 1), end]
    check_over(game, end, (HALF, HALF))


def test_blocked_draw_second_player_first() -> None:
    """The two may also be the second player's and then the first's."""
    # The first player's step to (1,2) leaves no free field before any head.
    game = begun(start("3 5 3 1 20", "1 1 2 2 3 3", "1 3 1 4 1 5", "2 3 2 4 2 5"))
    assert legal(game, 0) == ["1N"]
    play(game, "1N")
    # The tail has left (1,5) only: (1,3) is the middle now.
    assert legal(game, 1) == [NONE]
    assert play(game, NONE) == [Passed(2, 1)]
    end = Finished(None, "BLOCKIERT", (1, 1))
    assert play(game, NONE) == [Passed(3, 0), end]
    check_over(game, end, (HALF, HALF))


def test_blocked_draw_with_unequal_numbers() -> None:
    """It is a draw also where one has fewer worms left."""
    game = begun(corridor(20, f"{LEFT} {FREE}", f"{MIDDLE} {RIGHT}"))
    assert play(game, "2N - 2O - -")[-1] == Finished(None, "BLOCKIERT", (1, 2))


def test_no_draw_with_a_move_between() -> None:
    """``Kann nicht``, a move, ``Kann nicht``: the game goes on; so it does the other way."""
    game = begun(start("3 5 3 1 20", "1 1 1 2", "1 3 1 4 1 5", "2 3 2 4 2 5"))
    assert play(game, "- 1N -") == [
        Passed(1, 0),
        Moved(2, 1, 1, "N", ((2, 2), (2, 3), (2, 4))),
        Passed(3, 0),
    ]
    assert game.result is None
    assert asked(game) == 1


def test_draw_after_a_move_between() -> None:
    """Of three the last two count: a new ``Kann nicht`` is answered by another."""
    # The second player's only move, to (2,2), leaves her in a dead end.
    game = begun(start("3 5 3 5 20", "1 1 1 2 2 1 3 2 3 3", "1 3 1 4 1 5", "2 3 2 4 2 5"))
    assert legal(game, 0) == [NONE]
    play(game, "- 1N")
    assert game.passed is False
    play(game, NONE)
    assert game.result is None
    assert legal(game, 1) == [NONE]
    assert play(game, NONE) == [Passed(4, 1), Finished(None, "BLOCKIERT", (1, 1))]


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_limit_draw(limit: int) -> None:
    """When both have had all their turns and as many worms it is a draw."""
    game = begun(small(head=f"5 6 3 1 {limit}"))
    for turn, word in enumerate(["1N", "1N", "1N", "1N", "1W", "1O"][: 2 * limit], 1):
        assert game.result is None
        assert asked(game) == (turn - 1) % 2
        events = play(game, word)
        assert len(events) == 1 + (turn == 2 * limit)
    end = Finished(None, "ZUGLIMIT", (1, 1))
    assert events[1] == end
    check_over(game, end, (HALF, HALF))


def test_limit_won_by_the_first() -> None:
    """The one who has more worms left has lost."""
    game = two_each(3)
    play(game, "1N 1N 1N 1N 1O")
    assert game.result is None
    end = Finished(0, "ZUGLIMIT", (1, 2))
    assert play(game, "1N")[1] == end
    check_over(game, end, (1, 0))


def test_limit_won_by_the_second() -> None:
    """So it is for the second player."""
    game = two_each(3)
    end = Finished(1, "ZUGLIMIT", (2, 1))
    assert play(game, "1N 1N 1N 1N 1N 1W")[-1] == end
    check_over(game, end, (0, 1))


def test_limit_is_of_one_player() -> None:
    """The first player's last turn is not the end: the second has as many."""
    game = begun(small(head="5 6 3 2 1"))
    play(game, "1N")
    assert game.result is None
    assert asked(game) == 1


def test_cannot_move_counts_as_a_turn() -> None:
    """``Kann nicht`` uses up a turn of the limit."""
    game = begun(start("3 5 3 1 1", "1 1 1 2", "1 3 1 4 1 5", "2 3 2 4 2 5"))
    play(game, NONE)
    assert play(game, "1N")[1] == Finished(None, "ZUGLIMIT", (1, 1))


def test_cannot_move_as_the_last_turn() -> None:
    """A single ``Kann nicht`` that uses up the limit ends it by the limit."""
    game = begun(start("3 5 3 1 1", "1 1 2 2 3 3", "1 3 1 4 1 5", "2 3 2 4 2 5"))
    play(game, "1N")
    assert play(game, NONE) == [Passed(2, 1), Finished(None, "ZUGLIMIT", (1, 1))]


def test_win_on_the_last_turn() -> None:
    """The last worm in the hole on the very last turn is a win and no limit."""
    game = begun(small(head="5 6 3 2 3"))
    play(game, "1N 1N 1N 1N 1W")
    end = Finished(1, "ALLE_IM_LOCH", (1, 0))
    assert play(game, "1W") == [Moved(6, 1, 1, "W", None), end]
    check_over(game, end, (0, 1))


def test_win_on_the_first_players_last_turn() -> None:
    """A win ends it also where the second player would have a turn left."""
    game = begun(small(head="5 6 3 2 3"))
    assert play(game, "1N 1N 1N 1N 1O")[-1] == Finished(0, "ALLE_IM_LOCH", (0, 1))
    assert asked(game) is None


def test_draw_on_the_last_turn() -> None:
    """Two ``Kann nicht`` on the very last turns are no limit."""
    game = begun(stuck(1))
    end = Finished(None, "BLOCKIERT", (1, 1))
    assert play(game, "- -") == [Passed(1, 0), Passed(2, 1), end]
    check_over(game, end, (HALF, HALF))


def test_draw_on_the_last_turn_with_unequal_numbers() -> None:
    """Nor is it then a win for who has fewer worms, as the limit would have it."""
    game = begun(corridor(3, f"{LEFT} {RIGHT}", f"{MIDDLE} {FREE}"))
    end = Finished(None, "BLOCKIERT", (2, 1))
    assert play(game, "- 2N - 2O - -")[-2:] == [Passed(6, 1), end]
    check_over(game, end, (HALF, HALF))


def test_in_the_hole_on_the_last_turn() -> None:
    """A worm that is not the last still counts for the limit when it goes in on the last turn."""
    game = two_each(3)
    play(game, "1N 1N 1N 1N 1O")
    assert play(game, "1W") == [Moved(6, 1, 1, "W", None), Finished(None, "ZUGLIMIT", (1, 1))]
