"""
What a worm can do in a turn and what becomes of it (spec/wuermer-rules.md 1).
"""

from __future__ import annotations

import pytest

from boardhub.games.rules import Event, Move
from boardhub.games.wuermer.board import BEISPIEL, Worm, lines
from boardhub.games.wuermer.events import Began, Moved, Passed
from boardhub.games.wuermer.moves import CannotMove, Crawl
from boardhub.games.wuermer.prompts import AskFirst, AskMove
from boardhub.games.wuermer.state import RULES, Wuermer
from tests.wuermer.test_board import PLAYERS, begun, small, start

#: How the tests write ``Kann nicht``.
NONE = "-"


def move(word: str) -> Move:
    """``2N`` is the second worm to the north, ``-`` is ``Kann nicht``."""
    return CannotMove() if word == NONE else Crawl(int(word[:-1]), word[-1])


def play(game: Wuermer, words: str) -> list[Event]:
    """Turns of both players alternately, from whose turn it is; all that happens."""
    events: list[Event] = []
    for word in words.split():
        events += game.apply(game.active, move(word))
    return events


def legal(game: Wuermer, seat: int) -> list[str]:
    """A seat's moves, in their order."""
    found = game.legal_moves(seat)
    return [f"{each.worm}{each.direction}" if isinstance(each, Crawl) else NONE for each in found]


def asked(game: Wuermer) -> int | None:
    """Whose answer is waited for; there is at most one question."""
    assert len(game.prompts) <= 1
    return game.prompts[0].seat if game.prompts else None


def alone(worm: str, obstacles: str = "", head: str = "9 9 9 1 50") -> Wuermer:
    """A game in which nobody else is near the first player's only worm."""
    return begun(start(head, obstacles, worm, "9 7 9 8 9 9"))


@pytest.mark.parametrize(
    ("direction", "worm"),
    [
        ("N", ((4, 3), (4, 4), (4, 5))),
        ("O", ((5, 4), (4, 4), (4, 5))),
        ("W", ((3, 4), (4, 4), (4, 5))),
    ],
)
def test_crawling(direction: str, worm: Worm) -> None:
    """The head goes one field, the middle to the old head, the tail to the old middle."""
    game = alone("4 4 4 5 4 6")
    assert game.apply(0, Crawl(1, direction)) == [Moved(1, 0, 1, direction, worm)]
    assert game.worms[0] == {1: worm}


def test_south_is_down() -> None:
    """With the head at the bottom the way on is to the south."""
    game = alone("4 4 4 3 4 2")
    assert legal(game, 0) == ["1O", "1S", "1W"]
    game.apply(0, Crawl(1, "S"))
    assert game.worms[0] == {1: ((4, 5), (4, 4), (4, 3))}


@pytest.mark.parametrize(
    ("worm", "moves"),
    [
        ("4 4 4 5 4 6", ["1N", "1O", "1W"]),
        ("4 4 5 4 6 4", ["1N", "1S", "1W"]),
        ("4 4 4 3 4 2", ["1O", "1S", "1W"]),
        ("4 4 3 4 2 4", ["1N", "1O", "1S"]),
        ("4 4 4 5 5 5", ["1N", "1O", "1W"]),
        ("1 1 1 2 1 3", ["1O"]),
        ("1 1 2 1 3 1", ["1S"]),
        ("1 9 2 9 3 9", ["1N"]),
        ("8 9 7 9 6 9", ["1N"]),
        ("9 5 8 5 7 5", ["1N", "1S"]),
        ("5 1 5 2 5 3", ["1O", "1W"]),
        ("1 5 2 5 3 5", ["1N", "1S"]),
    ],
)
def test_rim_and_middle(worm: str, moves: list[str]) -> None:
    """All four fields beside the head but the own middle, as far as they are on the board."""
    assert legal(alone(worm), 0) == moves


def test_obstacles_are_not_free() -> None:
    """An obstacle stops a head."""
    assert legal(alone("4 4 4 5 4 6", "4 3 5 4"), 0) == ["1W"]
    assert legal(alone("4 4 4 5 4 6", "3 4"), 0) == ["1N", "1O"]
    # Diagonal ones do not.
    assert legal(alone("4 4 4 5 4 6", "3 3 5 3 5 5 3 5"), 0) == ["1N", "1O", "1W"]


@pytest.mark.parametrize(
    ("other", "moves"),
    [
        ("4 3 4 2 4 1", ["1O", "1W"]),
        ("4 2 4 3 5 3", ["1O", "1W"]),
        ("4 1 4 2 4 3", ["1O", "1W"]),
        ("5 2 5 3 5 4", ["1N", "1W"]),
        ("3 4 3 3 4 3", ["1O"]),
    ],
)
def test_no_part_of_a_worm_is_free(other: str, moves: list[str]) -> None:
    """Head, middle and tail of another worm stop a head, whosever they are."""
    foreign = begun(start("9 9 9 1 50", "", "4 4 4 5 4 6", other))
    assert legal(foreign, 0) == moves
    own = begun(start("9 9 9 1 50", "", f"4 4 4 5 4 6 {other}", "9 7 9 8 9 9 8 7 8 8 8 9"))
    assert [word for word in legal(own, 0) if word[0] == "1"] == moves


@pytest.mark.parametrize(
    ("worms", "turns"),
    [
        (("4 4 4 5 4 6 4 1 4 2 4 3", "8 4 8 5 8 6 7 4 7 5 7 6"), "2O 1N"),
        (("4 4 4 5 4 6 1 4 1 5 1 6", "4 1 4 2 4 3 7 4 7 5 7 6"), "2N 1O"),
    ],
)
def test_tail_before_a_head(worms: tuple[str, str], turns: str) -> None:
    """The field of a tail, own or foreign, is not free before its worm has left it, but then."""
    game = begun(start("9 9 9 9 50", "", *worms))
    assert not game.is_legal(0, Crawl(1, "N"))
    play(game, turns)
    assert game.is_legal(0, Crawl(1, "N"))


def test_tail_field_becomes_free_at_once() -> None:
    """The next player can already go where a tail has just been."""
    game = begun(start("6 6 6 1 50", "", "2 2 2 3 2 4", "3 4 3 5 3 6"))
    assert not game.is_legal(1, Crawl(1, "W"))
    play(game, "1N")
    assert legal(game, 1) == ["1N", "1O", "1W"]
    play(game, "1W")
    assert game.worms[1] == {1: ((2, 4), (3, 4), (3, 5))}


def test_own_tail_is_never_in_reach() -> None:
    """
    Wherever a worm of three fields is, its tail is not beside its head, so
    among all positions on an empty board only rim and middle stop it.
    """
    inside = {(x, y) for x in range(1, 5) for y in range(1, 5)}
    steps = {"N": (0, -1), "O": (1, 0), "S": (0, 1), "W": (-1, 0)}
    shapes = [
        (head, (head[0] + a, head[1] + b), (head[0] + a + c, head[1] + b + d))
        for head in inside
        for a, b in steps.values()
        for c, d in steps.values()
    ]
    whole = [shape for shape in shapes if inside.issuperset(shape) and shape[0] != shape[2]]
    # 16 straight ones and 36 corners, from both ends.
    assert len(whole) == 2 * (16 + 36)
    for head, middle, tail in whole:
        words = " ".join(f"{x} {y}" for x, y in (head, middle, tail))
        game = begun(start("9 9 9 1 50", wall(4), words, "9 7 9 8 9 9"))
        ways = {word: (head[0] + x, head[1] + y) for word, (x, y) in steps.items()}
        assert tail not in ways.values()
        free = [f"1{word}" for word, place in ways.items() if place in inside - {middle}]
        assert legal(game, 0) == free


def wall(side: int) -> str:
    """Obstacles around a square in the north-west."""
    east = [(side + 1, y) for y in range(1, side + 1)]
    fields = east + [(y, x) for x, y in east]
    return " ".join(f"{x} {y}" for x, y in fields)


def test_to_and_fro() -> None:
    """A worm in a square of four fields can run in circles: its head follows its own tail."""
    game = alone("1 1 1 2 2 2", "3 1 3 2 1 3 2 3")
    other = ["1N", "1N", "1N", "1W"]
    for own, answer in zip(["1O", "1S", "1W", "1N"], other, strict=True):
        assert legal(game, 0) == [own]
        play(game, f"{own} {answer}")
    assert game.worms[0] == {1: ((1, 1), (1, 2), (2, 2))}


def test_hole_takes_the_whole_worm() -> None:
    """A head on the hole: the worm is gone at once, its fields and the hole are free."""
    game = begun(start("5 5 3 2 50", "", "3 3 3 4 3 5 1 3 1 4 1 5", "4 3 4 4 4 5 5 3 5 4 5 5"))
    assert not game.is_legal(1, Crawl(1, "W"))
    assert play(game, "1N") == [Moved(1, 0, 1, "N", None)]
    assert game.worms[0] == {2: ((1, 3), (1, 4), (1, 5))}
    assert game.result is None
    assert legal(game, 1) == ["1N", "1W", "2N"]
    play(game, "1W 2N 1N")
    assert game.worms[1] == {2: ((5, 3), (5, 4), (5, 5))}
    assert game.worms[0] == {2: ((1, 2), (1, 3), (1, 4))}
    play(game, "2O")
    assert legal(game, 1) == ["2N", "2W"]
    play(game, "2W 2O")
    assert game.worms == [{}, {2: ((4, 3), (5, 3), (5, 4))}]


def test_removed_numbers_are_not_used_again() -> None:
    """The others keep their numbers, and that of a worm in the hole is no worm's."""
    first = "3 3 3 4 3 5 2 3 2 4 2 5 1 3 1 4 1 5"
    second = "5 3 5 4 5 5 6 3 6 4 6 5 7 3 7 4 7 5"
    game = begun(start("9 5 3 2 50", "", first, second))
    assert {word[0] for word in legal(game, 0)} == {"1", "2", "3"}
    play(game, "1N 3N")
    assert game.worms[0] == {2: ((2, 3), (2, 4), (2, 5)), 3: ((1, 3), (1, 4), (1, 5))}
    assert legal(game, 0) == ["2N", "2O", "3N"]
    for direction in "NOSW":
        assert not game.is_legal(0, Crawl(1, direction))
    seen = game.view(None)
    assert [number for number, _ in seen.worms[0]] == [2, 3]
    assert [number for number, _ in seen.worms[1]] == [1, 2, 3]


def test_order_of_moves() -> None:
    """By number, then N, O, S, W."""
    game = begun(start("9 9 9 1 50", "", "3 5 3 6 3 7 6 5 6 4 6 3", "9 7 9 8 9 9 8 7 8 8 8 9"))
    assert legal(game, 0) == ["1N", "1O", "1W", "2O", "2S", "2W"]


def test_cannot_move_is_the_only_move_of_the_blocked() -> None:
    """Who has no free field before any head can only say so; who has one cannot say it."""
    game = begun(start("3 5 3 1 20", "1 1 1 2", "1 3 1 4 1 5", "2 3 2 4 2 5"))
    assert legal(game, 0) == [NONE]
    assert game.is_legal(0, CannotMove())
    assert play(game, NONE) == [Passed(1, 0)]
    assert legal(game, 1) == ["1N", "1O"]
    assert not game.is_legal(1, CannotMove())


def test_one_worm_that_can_move_is_enough() -> None:
    """A player whose other worm can move is not blocked."""
    game = begun(start("4 5 4 1 20", "1 2", "1 3 1 4 1 5 3 3 3 4 3 5", "2 3 2 4 2 5 4 3 4 4 4 5"))
    assert legal(game, 0) == ["2N"]
    assert not game.is_legal(0, CannotMove())


def test_turns_alternate() -> None:
    """The first player begins; then each in turn is asked, and turns count over both."""
    game = RULES.state(2, "seed", {"board": lines(BEISPIEL, 0)})
    assert asked(game) is None
    assert game.view(None).active is None
    assert game.begin(PLAYERS) == [Began(BEISPIEL)]
    for turn, word in enumerate(["2N", "1N", "2O", "1N", "2N"]):
        assert game.turn == turn
        assert asked(game) == game.active == turn % 2
        assert legal(game, 1 - turn % 2) == []
        assert [event.turn for event in play(game, word) if isinstance(event, Moved)] == [turn + 1]
    assert game.view(None).active == 1


def test_first_questions_have_more_time() -> None:
    """Three times the timeout for each player's first turn, once for all others."""
    game = begun(lines(BEISPIEL, 0))
    numbers = []
    for turn, word in enumerate(["2N", "1N", "2O", "1N", "2N"]):
        (prompt,) = game.prompts
        numbers.append(prompt.number)
        assert isinstance(prompt, AskMove)
        assert isinstance(prompt, AskFirst) is (turn < 2)
        assert prompt.times == (3 if turn < 2 else 1)
        assert prompt.seconds is None
        play(game, word)
    assert numbers == sorted(set(numbers))


def test_everybody_sees_everything() -> None:
    """Nothing is hidden: both players and spectators see the same, and hear all events."""
    game = begun(start("3 5 3 1 20", "1 1 1 2", "1 3 1 4 1 5", "2 3 2 4 2 5"))
    events = play(game, "- 1N")
    assert all(event.to is None for event in events)
    assert game.view(0) == game.view(1) == game.view(None)
    assert game.view(None).passed is False
    assert game.view(None).turn == 2
    play(game, NONE)
    assert game.view(None).passed is True


def test_small_boards_start() -> None:
    """What the worms of the small board can do at first (spec/wuermer-rules.md 8.6)."""
    game = begun(small())
    assert legal(game, 0) == ["1N", "1O", "1W"]
