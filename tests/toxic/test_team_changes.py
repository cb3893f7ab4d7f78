"""GIFT, GEFANGEN and LOS (spec/toxic-rules.md 5, team changes)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from boardhub.games.rules import Player
from boardhub.games.toxic.events import TurnedRed
from boardhub.games.toxic.moves import Start
from boardhub.games.toxic.state import RULES, Toxic
from tests.toxic.boards import Lot, arena, only, play

WIDE = ["            "] * 4
APART = ((0, 0), (4, 0), (8, 0), (11, 3))


class Book:
    """Draws the first and keeps what it was asked to draw from."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []

    def choice(self, numbers: Sequence[int]) -> int:
        """The first of them."""
        self.asked.append(sorted(numbers))
        return numbers[0]


def changes(game: Toxic, *moves: str) -> list[TurnedRed]:
    """Who changes in a round of these moves."""
    return only(play(game, *moves), TurnedRed)


def caught(rows: Sequence[str], *fields: tuple[int, int]) -> list[int]:
    """Who is caught at once, where player 0 is RED."""
    game = arena(rows, *fields)
    game.players[0].red = True
    return [each.number for each in changes(game)]


@pytest.mark.parametrize(
    ("rows", "fields", "victims"),
    [
        (["    "] * 3, ((0, 0), (1, 0), (3, 2)), [1]),
        (["    "] * 3, ((0, 0), (1, 1), (3, 2)), [1]),
        ([" #  ", "    ", "    "], ((0, 0), (1, 1), (3, 2)), [1]),
        ([" #  ", "#   ", "    "], ((0, 0), (1, 1), (3, 2)), []),
        ([" #  ", "    ", "    "], ((0, 0), (1, 1), (0, 1), (3, 2)), [2]),
        (["    "] * 3, ((0, 0), (1, 1), (0, 1), (1, 0), (3, 2)), [2, 3]),
        (["    "] * 3, ((0, 0), (2, 0), (3, 2)), []),
    ],
)
def test_touch_catches(
    rows: Sequence[str], fields: Sequence[tuple[int, int]], victims: list[int]
) -> None:
    """The table of touch on the board; a player between saves by being caught herself."""
    assert caught(rows, *fields) == victims


def test_touch_is_judged_after_the_steps() -> None:
    """Who steps away in time is not caught, who steps up to a RED one is."""
    game = arena(WIDE, (1, 0), (2, 0), (4, 0), (11, 3))
    game.players[0].red = True
    assert changes(game, "1 EAST EAST") == []
    assert changes(game, "1 WEST EAST") == [TurnedRed(1, "GEFANGEN", (0,))]


def test_views_do_not_matter_to_touch() -> None:
    """A RED player catches behind her back."""
    game = arena(WIDE, (1, 0), (2, 0), (11, 3))
    game.players[0].red = True
    assert changes(game, "0 NONE WEST") == [TurnedRed(1, "GEFANGEN", (0,))]


def test_several_are_told_ascending_with_their_catchers() -> None:
    """A victim between two RED players has both as catchers, one aside only hers."""
    game = arena(WIDE, (3, 0), (2, 0), (1, 0), (0, 0), (11, 3))
    game.players[1].red = game.players[3].red = True
    assert changes(game) == [TurnedRed(0, "GEFANGEN", (1,)), TurnedRed(2, "GEFANGEN", (1, 3))]


def test_a_new_red_player_catches_from_the_next_round_on() -> None:
    """A chain of neighbours falls one by one, one each round."""
    game = arena(WIDE, (0, 0), (1, 0), (2, 0), (11, 3))
    game.players[0].red = True
    assert changes(game) == [TurnedRed(1, "GEFANGEN", (0,))]
    assert changes(game) == [TurnedRed(2, "GEFANGEN", (1,))]


def test_poison_goes_before_catchers() -> None:
    """Who loses her last energy beside a RED player is caught by nobody."""
    game = arena(WIDE, (0, 0), (1, 0), (11, 3))
    game.players[0].red = True
    game.players[1].life = 1
    assert changes(game) == [TurnedRed(1, "GIFT")]
    assert game.players[0].points == 0


def test_poison_and_catch_in_the_same_round() -> None:
    """Both kinds stand side by side, ascending by number."""
    game = arena(WIDE, (4, 0), (5, 0), (0, 0), (11, 3))
    game.players[0].red = True
    game.players[2].life = 1
    assert changes(game) == [TurnedRed(1, "GEFANGEN", (0,)), TurnedRed(2, "GIFT")]


def test_who_left_catches_nobody() -> None:
    """A RED player off the board touches no more."""
    game = arena(WIDE, (0, 0), (1, 0), (5, 0), (11, 3))
    game.players[0].red = True
    game.leave(0, "left")
    assert changes(game) == []


def test_the_forced_change_takes_the_weakest() -> None:
    """Of the BLUE ones; a RED player with less energy is no candidate."""
    game = arena(WIDE, *APART, changes={"3": 1, "2": 9, "1": 9})
    game.players[0].red = True
    for number, life in enumerate((10, 400, 300, 500)):
        game.players[number].life = life
    assert changes(game) == [TurnedRed(2, "LOS")]


def test_the_forced_change_comes_after_poison() -> None:
    """50.0 less 0.01 is more than 50.1 less 0.20."""
    blank = " " * 12
    poison = ["    0       ", blank, blank, blank]
    game = arena(WIDE, *APART[:2], (11, 3), toxicity=poison, changes={"3": 1, "2": 9, "1": 9})
    game.players[0].life, game.players[1].life = 5_000, 5_010
    assert changes(game) == [TurnedRed(1, "LOS")]


def test_a_tie_is_drawn_among_the_tied() -> None:
    """The weakest and no others are in the lots."""
    game = arena(WIDE, *APART, changes={"4": 1, "3": 9, "2": 9, "1": 9})
    game.lots = book = Book()
    game.players[0].life = 9_000
    game.players[3].life = 9_000
    assert [each.why for each in changes(game)] == ["LOS"]
    assert book.asked == [[0, 3]]


@pytest.mark.parametrize("number", range(4))
def test_any_of_the_tied_can_be_drawn(number: int) -> None:
    """The lot decides, not the number."""
    game = arena(WIDE, *APART, changes={"4": 1, "3": 9, "2": 9, "1": 9})
    game.lots = Lot(number)
    assert changes(game) == [TurnedRed(number, "LOS")]


def test_lots_follow_from_the_seed() -> None:
    """The same seed draws the same one; over many seeds each of four equals is drawn."""
    options = {
        "map": WIDE,
        "starts": [list(each) for each in APART],
        "changes": {"4": 1, "3": 9, "2": 9, "1": 9},
    }
    drawn = []
    for seed in [*range(40), *range(40)]:
        game = RULES.state(4, str(seed), options)
        game.begin([Player(f"p{number}") for number in range(4)])
        game.apply(None, Start())
        drawn += [each.number for each in changes(game)]
    assert drawn[:40] == drawn[40:]
    assert set(drawn) == {0, 1, 2, 3}


def test_another_change_puts_the_forced_one_off() -> None:
    """A catch in the round in which a lot is due takes its place, and time counts from there."""
    game = arena(WIDE, (0, 0), (2, 0), (8, 0), (11, 3), changes={"3": 2, "2": 3, "1": 9})
    game.players[0].red = True
    game.players[2].life = 5_000
    assert changes(game) == []
    assert changes(game, "1 WEST WEST") == [TurnedRed(1, "GEFANGEN", (0,))]
    assert changes(game) == []
    assert changes(game) == []
    assert changes(game) == [TurnedRed(2, "LOS")]


def test_leaving_is_no_change_but_counts_fewer() -> None:
    """The number of those left decides, the time runs on: f(2) = 4 in place of f(3) = 2."""
    game = arena(WIDE, *APART[:3], changes={"3": 2, "2": 4, "1": 9})
    game.players[1].life = 5_000
    assert changes(game) == []
    game.leave(2, "left")
    assert changes(game) == []
    assert changes(game) == []
    assert changes(game) == [TurnedRed(1, "LOS")]


def test_a_forced_change_that_is_overdue_comes_at_once() -> None:
    """More rounds than f(B) is enough, too."""
    game = arena(WIDE, *APART[:3], changes={"3": 9, "2": 1, "1": 9})
    game.players[0].life = 5_000
    for _ in range(3):
        assert changes(game) == []
    game.leave(2, "left")
    assert changes(game) == [TurnedRed(0, "LOS")]
