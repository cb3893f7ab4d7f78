"""
What loses a match: moves that the rules refuse, and leaving, which is how the
hub tells of all faults (spec/wuermer-rules.md 4).
"""

from __future__ import annotations

import pytest

from boardhub.games.rules import IllegalMove, Move, Result, Viewer
from boardhub.games.wuermer.board import BEISPIEL, lines
from boardhub.games.wuermer.errors import Fault
from boardhub.games.wuermer.events import Finished, Lost
from boardhub.games.wuermer.moves import CannotMove, Crawl
from boardhub.games.wuermer.state import RULES, Wuermer
from tests.wuermer.test_board import PLAYERS, begun, small, start
from tests.wuermer.test_moves import NONE, asked, move, play

REASONS = ["forfeit-start", "forfeit-illegal", "forfeit-time", "crashed"]


def blocked() -> Wuermer:
    """The first player, on turn, cannot move; the second can."""
    return begun(start("3 5 3 1 20", "1 1 1 2", "1 3 1 4 1 5", "2 3 2 4 2 5"))


def check_refused(game: Wuermer, seat: Viewer, answer: Move, fault: Fault) -> None:
    """It is not legal, the rules say why, and nothing has changed."""
    before = game.clone()
    if seat is not None:
        assert not game.is_legal(seat, answer)
        assert answer not in list(game.legal_moves(seat))
    with pytest.raises(IllegalMove) as raised:
        game.apply(seat, answer)
    assert raised.value.code == fault
    assert game == before


@pytest.mark.parametrize("word", ["0N", "3N", "9N", "10N", "-1N", "99999N"])
def test_no_such_worm(word: str) -> None:
    """Worms are numbered from 1 to as many as there are."""
    check_refused(begun(lines(BEISPIEL, 0)), 0, move(word), Fault.UNZULAESSIG)


@pytest.mark.parametrize("word", ["1O", "1S", "2O", "2S", "2W"])
def test_field_not_free(word: str) -> None:
    """The own middle and the foreign heads beside, at the start of the example."""
    check_refused(begun(lines(BEISPIEL, 0)), 0, move(word), Fault.UNZULAESSIG)


@pytest.mark.parametrize("direction", ["", "n", "E", "NO", "X", " N"])
def test_no_direction(direction: str) -> None:
    """A direction is one of four capital letters; all else is no legal move either."""
    check_refused(begun(small()), 0, Crawl(1, direction), Fault.UNZULAESSIG)


def test_off_the_board() -> None:
    """The rim is no field."""
    game = begun(small(first="1 1 2 1 2 2"))
    for word in ("1N", "1W"):
        check_refused(game, 0, move(word), Fault.UNZULAESSIG)


def test_obstacle() -> None:
    """An obstacle is not free."""
    check_refused(begun(small(obstacles="2 3")), 0, move("1N"), Fault.UNZULAESSIG)


def test_worm_in_the_hole() -> None:
    """A worm that is gone cannot move, and its number is nobody's."""
    first, second = "3 3 3 4 3 5 1 4 1 5 1 6", "4 4 4 5 4 6 5 4 5 5 5 6"
    game = begun(small(first=first, second=second))
    play(game, "1N 1N")
    for direction in "NOSW":
        check_refused(game, 0, Crawl(1, direction), Fault.UNZULAESSIG)


def test_false_cannot_move() -> None:
    """Who can move must, also right after the other could not."""
    check_refused(begun(small()), 0, CannotMove(), Fault.KANN_NICHT)
    game = blocked()
    play(game, NONE)
    check_refused(game, 1, CannotMove(), Fault.KANN_NICHT)


@pytest.mark.parametrize("word", ["1N", "1O", "1S", "2N"])
def test_blocked_player_says_a_move(word: str) -> None:
    """Who cannot move has no answer but to say so."""
    check_refused(blocked(), 0, move(word), Fault.UNZULAESSIG)


@pytest.mark.parametrize("word", ["1N", "1S", "7O", NONE])
def test_not_on_turn(word: str) -> None:
    """Whatever the other player says while she is not asked is refused as that."""
    game = begun(small())
    check_refused(game, 1, move(word), Fault.NOT_ASKED)
    play(game, "1N")
    check_refused(game, 0, move(word), Fault.NOT_ASKED)


@pytest.mark.parametrize("seat", [None, 2, -1])
def test_nobodys_seat(seat: Viewer) -> None:
    """The game waits for nobody but the two, never for itself."""
    check_refused(begun(small()), seat, move("1N"), Fault.NOT_ASKED)


def test_before_the_beginning() -> None:
    """No move is taken before the start."""
    game = RULES.state(2, "seed", {"board": small()})
    for seat in (0, 1):
        check_refused(game, seat, move("1N"), Fault.NOT_ASKED)
        check_refused(game, seat, CannotMove(), Fault.NOT_ASKED)


def test_after_the_end() -> None:
    """No move is taken after the end, neither the winner's nor the loser's."""
    game = begun(small())
    play(game, "1N 1N 1N 1N 1O")
    for seat in (0, 1):
        check_refused(game, seat, move("1W"), Fault.NOT_ASKED)
        check_refused(game, seat, CannotMove(), Fault.NOT_ASKED)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_nobody_plays_for_others(seat: Viewer) -> None:
    """Who is late loses: no answer is ever given in a player's place."""
    game = begun(small())
    assert game.default_move(seat) is None
    play(game, "1N")
    assert game.default_move(seat) is None
    assert blocked().default_move(seat) is None


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("reason", REASONS)
def test_leaving(seat: int, reason: str) -> None:
    """Who leaves in the middle loses for that reason, on turn or not, and that is all."""
    for turns in ("", "1N", "1N 1N", "1N 1N 1N 1N"):
        game = begun(small())
        play(game, turns)
        end = Finished(1 - seat, reason, (1, 1))
        assert game.leave(seat, reason) == [Lost(seat, reason), end]
        assert game.finished == end
        assert game.result == Result(((0, 1), (1, 0))[seat], "forfeited")
        assert asked(game) is None
        assert game.view(None).active is None
        assert game.view(None).turn == len(turns.split())
        for other in (0, 1):
            check_refused(game, other, move("1N"), Fault.NOT_ASKED)


@pytest.mark.parametrize("seat", [0, 1])
def test_leaving_with_fewer_worms(seat: int) -> None:
    """The worms left are told as they are; they do not decide."""
    first, second = "2 4 2 5 2 6 1 4 1 5 1 6", "4 4 4 5 4 6 5 4 5 5 5 6"
    game = begun(small(first=first, second=second))
    play(game, "1N 1N 1N 1N 1O")
    assert game.leave(seat, "crashed")[1] == Finished(1 - seat, "crashed", (1, 2))


def test_leaving_after_a_single_cannot_move() -> None:
    """A fault in answer to ``Kann nicht`` is a loss and no draw."""
    game = begun(start("3 4 3 1 20", "1 1 2 1 3 2", "1 2 1 3 1 4", "2 2 2 3 2 4"))
    play(game, NONE)
    assert game.leave(1, "crashed")[1] == Finished(0, "crashed", (1, 1))


@pytest.mark.parametrize("seat", [0, 1])
def test_first_fault_decides(seat: int) -> None:
    """What comes after it changes nothing, whoever's fault it is."""
    game = begun(small())
    play(game, "1N")
    game.leave(seat, "forfeit-time")
    before = game.clone()
    for other in (0, 1):
        assert list(game.leave(other, "crashed")) == []
        assert game == before


@pytest.mark.parametrize(
    ("limit", "turns"), [(50, "1N 1N 1N 1N 1O"), (50, "1N 1N 1N 1N 1N 1W"), (1, "1N 1N")]
)
def test_leaving_after_the_end(limit: int, turns: str) -> None:
    """A program that ends after the end has done no wrong."""
    game = begun(small(head=f"5 6 3 2 {limit}"))
    play(game, turns)
    before = game.clone()
    for seat in (0, 1):
        assert list(game.leave(seat, "crashed")) == []
    assert game == before
    assert game.result is not None
    assert game.result.reason == "finished"


@pytest.mark.parametrize("seat", [0, 1])
def test_never_begun(seat: int) -> None:
    """Where one could not start nothing is asked, and the other has won without a turn."""
    game = RULES.state(2, "seed", {"board": small()})
    game.leave(seat, "forfeit-start")
    assert game.view(None).finished is None
    game.begin(PLAYERS)
    assert game.result == Result(((0, 1), (1, 0))[seat], "forfeited")
    assert asked(game) is None
    assert game.turn == 0


@pytest.mark.parametrize("seat", [0, 1])
def test_first_of_two_faults_before_the_beginning(seat: int) -> None:
    """It decides as ever; only two that could not be started have no winner."""
    game = RULES.state(2, "seed", {"board": small()})
    game.leave(seat, "FEHLER_AUSSER_DER_REIHE")
    game.leave(1 - seat, "forfeit-start")
    assert [*game.begin(PLAYERS)] == [
        Lost(seat, "FEHLER_AUSSER_DER_REIHE"),
        Finished(1 - seat, "FEHLER_AUSSER_DER_REIHE", (1, 1)),
    ]
