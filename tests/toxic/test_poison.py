"""What a field takes from BLUE players (spec/toxic-rules.md 5, poison, and 9.6)."""

from __future__ import annotations

import pytest

from boardhub.games.toxic.events import Stood, TurnedRed
from tests.toxic.boards import arena, only, play

BOARD = ["   ", "   "]
FAR = ["          ", "          "]


@pytest.mark.parametrize(
    "move",
    ["0 NONE EAST", "0 NORTH EAST", "0 EAST EAST", "1 NONE NORTH"],
    ids=["no step", "into the edge", "into a player", "no move"],
)
def test_staying_takes_more_each_round(move: str) -> None:
    """On 0.1: 99.9, 99.7, 99.4; however one comes to stay, and turning does not help."""
    game = arena(BOARD, (0, 0), (1, 0), toxicity=["5  ", "   "])
    lives = []
    for view in ("NORTH", "EAST", "SOUTH"):
        who, step, _ = move.split()
        play(game, f"{who} {step} {view}")
        lives.append(game.players[0].life)
    assert lives == [9_990, 9_970, 9_940]


def test_a_step_starts_anew_on_the_new_field() -> None:
    """Poison comes after the movement: 0.1 once, 0.1 twice, then 0.04 once and twice."""
    game = arena(FAR, (0, 0), (9, 1), toxicity=["52        ", "          "])
    lives = []
    for step in ("NONE", "NONE", "EAST", "NONE"):
        play(game, f"0 {step} EAST")
        lives.append(game.players[0].life)
    assert lives == [9_990, 9_970, 9_966, 9_958]


def test_coming_back_starts_anew() -> None:
    """Only an unbroken stay counts: four steps to and fro on 0.01 cost 0.04."""
    game = arena(FAR, (0, 0), (9, 1))
    for step in ("EAST", "WEST", "EAST", "WEST"):
        play(game, f"0 {step} EAST")
    assert game.players[0].life == 9_996


def test_red_players_lose_nothing() -> None:
    """Poison is for BLUE ones alone."""
    game = arena(FAR, (0, 0), (9, 1), (9, 0), toxicity=["0         ", "          "])
    game.players[0].red = True
    play(game)
    play(game)
    assert [each.life for each in game.players] == [10_000, 9_997, 9_997]


def test_energy_stops_at_nothing() -> None:
    """The last hundredths go, no more: 0.05 on a field of 0.20."""
    game = arena(FAR, (0, 0), (5, 0), (9, 1), toxicity=["0         ", "          "])
    game.players[0].life = 5
    events = play(game)
    assert only(events, Stood)[0].lives == ((0, 0), (1, 9_999), (2, 9_999))
    assert only(events, TurnedRed) == [TurnedRed(0, "GIFT")]


def test_exactly_nothing_is_enough() -> None:
    """0.2 on a field of 0.20 is the end, one hundredth more is not."""
    game = arena(FAR, (0, 0), (9, 0), (5, 1), toxicity=["0        0", "          "])
    game.players[0].life, game.players[1].life = 20, 21
    assert only(play(game), TurnedRed) == [TurnedRed(0, "GIFT")]
    assert game.players[1].life == 1


def test_one_who_left_breathes_no_more() -> None:
    """Nothing happens to those who are off the board, and they turn no team."""
    game = arena(FAR, (0, 0), (5, 0), (9, 1), toxicity=["0         ", "          "])
    game.players[0].life = 5
    game.leave(0, "left")
    assert only(play(game), TurnedRed) == []
