"""
Whole rounds of the arena: the worked examples of spec/toxic-rules.md 9.1 to
9.3, 9.6 and 11, leaving, and the end.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from boardhub.games.rules import IllegalMove
from boardhub.games.toxic.events import (
    Answered,
    Figure,
    Lived,
    Looked,
    RoundBegan,
    Scored,
    Stood,
    TurnedRed,
)
from boardhub.games.toxic.moves import Stay, Walk
from boardhub.games.toxic.scoring import rounds_until_change
from boardhub.games.toxic.state import RULES
from tests.toxic.boards import Lot, arena, only, places, play

HALL = ["#####", "#   #", "# # #", "#   #", "#####"]
FIELD = ["      ", "  #   ", "      ", "      "]
POISON = ["      ", "      ", "  5   ", "      "]
CORRIDOR = ["#########", "#       #", "#########"]


def test_first_block() -> None:
    """9.1: team mates are seen through walls, all energies are told, one's own field's poison."""
    game = arena(HALL, (1, 1), (3, 3))
    lives = ((0, 10_000), (1, 10_000))
    assert game.view(0).block == Looked(
        1,
        Figure(0, 1, 1, "NORTH"),
        (Figure(1, 3, 3, "NORTH"),),
        lives,
        ((1, 1, 1),),
        to=frozenset([0]),
    )
    assert game.view(1).block == Looked(
        1,
        Figure(1, 3, 3, "NORTH"),
        (Figure(0, 1, 1, "NORTH"),),
        lives,
        ((3, 3, 1),),
        to=frozenset([1]),
    )


def test_who_comes_first_gets_the_field() -> None:
    """9.2: order of arrival, blocked steps turn the view, staying costs more and more."""
    game = arena(FIELD, (1, 2), (3, 2), (5, 0), toxicity=POISON)
    events = play(game, "1 WEST WEST", "0 EAST EAST", "2 WEST SOUTH_WEST")
    block = only(events, Looked)[-1]
    assert [each for each in only(events, Looked) if each.own.number == 0] == [
        Looked(
            2,
            Figure(0, 1, 2, "EAST"),
            (Figure(1, 2, 2, "WEST"), Figure(2, 4, 0, "SOUTH_WEST")),
            ((0, 9_999), (1, 9_990), (2, 9_999)),
            ((1, 2, 1),),
            to=frozenset([0]),
        )
    ]
    assert block.own.number == 0, "the second round is told from number 1 on"
    assert [each.number for each in only(events, Answered)] == [1, 0, 2]
    events = play(game, "0 NORTH_EAST NORTH", "1 NONE NORTH", "2 WEST SOUTH")
    assert [each for each in only(events, Looked) if each.own.number == 1] == [
        Looked(
            3,
            Figure(1, 2, 2, "NORTH"),
            (Figure(0, 1, 2, "NORTH"), Figure(2, 3, 0, "SOUTH")),
            ((0, 9_997), (1, 9_970), (2, 9_998)),
            ((2, 2, 10),),
            to=frozenset([1]),
        )
    ]


def test_a_whole_game() -> None:
    """9.3: a forced change by lot, two catches, all points."""
    game = arena(CORRIDOR, (1, 1), (4, 1), (7, 1), changes={"3": 2, "2": 5, "1": 6})
    game.lots = Lot(0)
    play(game, "0 NONE EAST", "1 NONE WEST", "2 NONE WEST")
    events = play(game, "0 NONE EAST", "1 NONE WEST", "2 WEST WEST")
    assert only(events, TurnedRed) == [TurnedRed(0, "LOS")]
    assert only(events, Scored) == []
    assert only(events, Stood)[0].lives == ((0, 9_997), (1, 9_997), (2, 9_998))
    looks = {each.own.number: each for each in only(events, Looked)}
    assert looks[0].seen == (Figure(1, 4, 1, "WEST"),)
    assert looks[2].seen == (Figure(1, 4, 1, "WEST"),)
    play(game, "0 EAST EAST", "1 EAST WEST", "2 NONE NORTH")
    assert places(game) == [(2, 1), (5, 1), (6, 1)]
    play(game, "0 EAST EAST", "1 EAST WEST", "2 NONE WEST")
    events = play(game, "0 EAST EAST")
    assert only(events, TurnedRed) == [TurnedRed(1, "GEFANGEN", (0,))]
    assert [each.points for each in game.players] == [4, Fraction(1, 2), 0]
    events = play(game, "0 EAST EAST", "1 NONE EAST")
    assert only(events, TurnedRed) == [TurnedRed(2, "GEFANGEN", (1,))]
    assert only(events, Lived)[0].lives == ((0, 9_997), (1, 9_991), (2, 9_984))
    assert game.result is not None
    assert game.result.scores == (4, Fraction(11, 2), Fraction(6, 5))
    assert game.prompts == ()


def test_poison_kills() -> None:
    """9.6: on 0.20 a player is RED after 32 rounds, with 0.8 left the round before."""
    game = arena(["          "] * 2, (0, 0), (9, 1), toxicity=["0         ", "          "])
    for _ in range(31):
        play(game)
    assert game.players[0].life == 80
    events = play(game)
    assert only(events, TurnedRed) == [TurnedRed(0, "GIFT")]
    assert only(events, Stood)[0].lives[0] == (0, 0)


def test_ten_who_never_move() -> None:
    """11: forced changes in rounds 28, 57, 88 and 122, and poison takes the rest in round 141."""
    starts = [(6 * (number % 5), 6 * (number // 5)) for number in range(10)]
    game = arena([" " * 30] * 10, *starts)
    changes = []
    while game.result is None:
        round = game.round
        changes += [(round, each.why) for each in only(play(game), TurnedRed)]
    assert changes == [(each, "LOS") for each in (28, 57, 88, 122)] + [(141, "GIFT")] * 6


def test_rounds_until_a_change() -> None:
    """The table of f for one to ten BLUE players, and its sum."""
    table = [rounds_until_change(blue) for blue in range(1, 11)]
    assert table == [101, 71, 56, 47, 41, 37, 34, 31, 29, 28]
    assert sum(table) == 475


def test_nobody_is_always_first() -> None:
    """Blocks go round: round r begins with number r-1."""
    game = arena(FIELD, (0, 0), (5, 3), (0, 3))
    first = [only(play(game), Looked)[0].own.number for _ in range(4)]
    assert first == [1, 2, 0, 1]


def test_places_change_in_order_of_arrival() -> None:
    """A field that an earlier mover has left can be entered; two can never swap."""
    game = arena(["    ", "    "], (0, 0), (1, 0))
    play(game, "1 EAST EAST", "0 EAST EAST")
    assert places(game) == [(1, 0), (2, 0)]
    play(game, "0 EAST EAST", "1 WEST WEST")
    assert places(game) == [(1, 0), (2, 0)]


def test_moves_are_taken_once_and_only_in_a_round() -> None:
    """A second one, one of nowhere, and one that looks nowhere are refused and change nothing."""
    game = arena(FIELD, (0, 0), (5, 3))
    for move in (Walk("UP", "NORTH"), Walk("NORTH", "NONE")):
        with pytest.raises(IllegalMove):
            game.apply(0, move)
    game.apply(0, Walk("NONE", "SOUTH"))
    before = game.clone()
    with pytest.raises(IllegalMove):
        game.apply(0, Walk("EAST", "EAST"))
    assert game == before


def test_leaving_completes_a_round() -> None:
    """Whoever leaves is waited for no more; her move of the round is void, her points stay."""
    game = arena(FIELD, (0, 0), (5, 3), (0, 3))
    game.players[1].points = Fraction(3)
    game.apply(1, Walk("WEST", "WEST"))
    game.apply(0, Walk("EAST", "EAST"))
    assert game.leave(1, "left") == ()
    events = game.leave(2, "left")
    assert [type(event) for event in events] == [Lived]
    assert game.result is not None
    assert game.result.scores == (0, 3, 0)
    assert places(game)[0] == (0, 0), "the open round is not judged"


def test_leaving_of_the_last_who_is_asked() -> None:
    """The round is judged as soon as it waits for nobody."""
    game = arena(FIELD, (0, 0), (5, 3), (0, 3))
    game.apply(0, Walk("EAST", "EAST"))
    game.apply(1, Stay())
    events = game.leave(2, "left")
    assert places(game)[0] == (1, 0)
    assert [each.own.number for each in only(events, Looked)] == [1, 0]
    assert only(events, RoundBegan)[0].round == 2


def test_leaving_of_the_last_blue_ends_it() -> None:
    """Without BLUE players there is nothing to play for."""
    game = arena(FIELD, (0, 0), (5, 3), (0, 3))
    game.players[0].red = game.players[1].red = True
    assert [type(event) for event in game.leave(2, "left")] == [Lived]
    assert game.result is not None


def test_all_is_judged_on_the_same_board() -> None:
    """Who turns RED catches nobody in the same round, and poison goes before catching."""
    game = arena([" " * 6, " " * 6], (0, 0), (1, 0), (2, 0), (5, 0))
    game.players[0].red = True
    game.players[1].life = 1
    events = play(game)
    assert only(events, TurnedRed) == [TurnedRed(1, "GIFT")]


def test_catchers_share() -> None:
    """Two RED players at one victim get half each; a sum is told once a round."""
    game = arena([" " * 6, " " * 6], (0, 0), (2, 0), (1, 0), (5, 1))
    game.players[0].red = game.players[1].red = True
    events = play(game)
    assert only(events, TurnedRed) == [TurnedRed(2, "GEFANGEN", (0, 1))]
    # E = 0 + f(1) + f(2) = 172; (172 - 1) / 2 / 2 each, and 1 * 2 / 10 for the victim.
    assert [each.points for each in game.players] == [
        Fraction(171, 4),
        Fraction(171, 4),
        Fraction(1, 5),
        0,
    ]
    assert [each.number for each in only(events, Scored)] == [0, 1, 2]


def test_numbers_of_players() -> None:
    """2 to 16, and the map must have room for them."""
    for seats in (1, 17):
        with pytest.raises(ValueError, match="2 to 16"):
            RULES.state(seats, "seed", {})
    with pytest.raises(ValueError, match="no room"):
        RULES.state(5, "seed", {"map": ["  ", "  "]})
