"""Points for catching and for having stayed BLUE (spec/toxic-rules.md 7)."""

from __future__ import annotations

from fractions import Fraction

from boardhub.games.toxic.events import Scored, TurnedRed
from boardhub.games.toxic.state import Toxic
from tests.toxic.boards import Lot, arena, only, play

WIDE = ["            "] * 4


def points(game: Toxic) -> list[Fraction | int]:
    """What all have."""
    return [each.points for each in game.players]


def test_the_published_figures() -> None:
    """Ten players: the first forced change pays nothing; a catch in round 48 pays 47.44."""
    starts = [(0, 0), (2, 0), *((6 * column, 6) for column in range(8))]
    game = arena([" " * 43] * 7, *starts)
    game.lots = Lot(0)
    changes = []
    for _ in range(47):
        round = game.round
        changes += [(round, each) for each in only(play(game), TurnedRed)]
    assert changes == [(28, TurnedRed(0, "LOS"))]
    assert points(game) == [0] * 10
    events = play(game, "0 EAST EAST")
    assert only(events, TurnedRed) == [TurnedRed(1, "GEFANGEN", (0,))]
    # E = 28 + f(1) + ... + f(9) = 475; nine were BLUE; the victim was BLUE for 48 rounds.
    assert only(events, Scored) == [Scored(0, Fraction(427, 9), to=frozenset([None])),
                                    Scored(1, Fraction(24, 5), to=frozenset([None]))]  # fmt: skip
    assert round_half_up(Fraction(427, 9)) == 4744


def round_half_up(value: Fraction) -> int:
    """In hundredths."""
    return (200 * value.numerator + value.denominator) // (2 * value.denominator)


def test_two_victims_of_one() -> None:
    """Each counts in full, with the numbers from before the round for both."""
    game = arena(WIDE, (1, 0), (0, 0), (2, 0), (11, 3))
    game.players[0].red = True
    play(game)
    # E = f(1) + f(2) + f(3) = 228, three BLUE, one RED.
    assert points(game) == [2 * Fraction(227, 3), Fraction(1, 10), Fraction(1, 10), 0]


def test_only_those_who_touch_share() -> None:
    """A third RED player elsewhere has no part, but counts for the victim."""
    game = arena(WIDE, (0, 0), (2, 0), (6, 0), (1, 0), (11, 3))
    for number in (0, 1, 2):
        game.players[number].red = True
    play(game)
    # E = f(1) + f(2) = 172, two BLUE, two touch; three were RED.
    share = Fraction(171, 4)
    assert points(game) == [share, share, 0, Fraction(3, 10), 0]


def test_a_victim_each_and_one_shared() -> None:
    """Sums of several catches in one round, each divided by its own catchers."""
    game = arena(WIDE, (1, 0), (3, 0), (0, 0), (2, 0), (11, 3))
    game.players[0].red = game.players[1].red = True
    play(game)
    # E = 228, three BLUE: 227/3 for number 2 alone, half of it for number 3.
    assert points(game) == [
        Fraction(227, 3) + Fraction(227, 6),
        Fraction(227, 6),
        Fraction(1, 5),
        Fraction(1, 5),
        0,
    ]


def test_any_reason_pays_for_the_rounds_as_blue() -> None:
    """Poison and lot as well: round times RED ones by ten."""
    game = arena(WIDE, (0, 0), (4, 0), (8, 0), (11, 3), changes={"3": 9, "2": 1, "1": 9})
    game.players[0].red = True
    for _ in range(3):
        play(game)
    game.players[1].life = 1
    game.players[2].life = 5_000
    assert only(play(game), TurnedRed) == [TurnedRed(1, "GIFT")]
    assert only(play(game), TurnedRed) == [TurnedRed(2, "LOS")]
    # Round 4 with one RED player, round 5 with two.
    assert points(game) == [0, Fraction(2, 5), 1, 0]


def test_the_end_of_time_moves_with_each_change() -> None:
    """MR counts from the last change: two catches, rounds 2 and 4."""
    game = arena(WIDE, (0, 0), (3, 0), (7, 0), (11, 3), changes={"3": 10, "2": 20, "1": 30})
    game.players[0].red = True
    play(game, "0 EAST EAST")
    play(game, "0 NONE EAST", "1 WEST WEST")
    # E = 10 + 20 + 30 at the start.
    assert points(game) == [Fraction(58, 3), Fraction(1, 5), 0, 0]
    play(game, "1 EAST EAST", "2 WEST WEST")
    play(game, "1 EAST EAST", "2 WEST WEST")
    # E = 2 + 20 + 30; two BLUE, two RED.
    assert points(game) == [Fraction(58, 3), Fraction(1, 5) + 24, Fraction(4, 5), 0]


def test_those_who_left_count_in_no_team() -> None:
    """Neither among the BLUE of a catch nor among the RED of a victim."""
    game = arena(WIDE, (0, 0), (1, 0), (4, 3), (8, 0), (11, 3))
    game.players[0].red = game.players[2].red = True
    game.leave(2, "left")
    game.leave(3, "left")
    play(game)
    # E = f(1) + f(2) = 172; BLUE are 1 and 4, RED is 0.
    assert points(game) == [Fraction(171, 2), Fraction(1, 10), 0, 0, 0]


def test_sums_are_told_to_spectators_and_only_when_they_change() -> None:
    """A forced change without RED players pays nothing and says nothing."""
    game = arena(WIDE, (0, 0), (4, 0), (8, 0), changes={"3": 1, "2": 1, "1": 1})
    game.players[0].life = 5_000
    game.players[1].life = 6_000
    assert only(play(game), Scored) == []
    told = only(play(game), Scored)
    assert told == [Scored(1, Fraction(1, 5), to=frozenset([None]))]
    told = only(play(game), Scored)
    assert told == [Scored(2, Fraction(3, 5), to=frozenset([None]))]
    assert game.result is not None
    assert game.result.scores == (0, Fraction(1, 5), Fraction(3, 5))
