"""Steps on the live board, one after another (spec/toxic-rules.md 5 and the table of 9.4)."""

from __future__ import annotations

import pytest

from boardhub.games.toxic.directions import STEPS
from tests.toxic.boards import arena, places, play

PICTURE = ["#   ", "   #", " #  "]
OPEN = ["    ", "    ", "    "]


@pytest.mark.parametrize("step", STEPS)
def test_the_public_picture(step: str) -> None:
    """From (2, 1) four steps are possible; the others leave a player where she is."""
    game = arena(PICTURE, (2, 1), (0, 2))
    play(game, f"0 {step} SOUTH")
    possible = {"NORTH": (2, 0), "SOUTH": (2, 2), "WEST": (1, 1), "NORTH_WEST": (1, 0)}
    assert places(game)[0] == possible.get(step, (2, 1))
    assert game.players[0].view == "SOUTH"


@pytest.mark.parametrize("step", ["NORTH", "NORTH_WEST", "WEST", "SOUTH_WEST", "NORTH_EAST"])
def test_the_edge_is_a_wall(step: str) -> None:
    """Nobody leaves the board, straight or across."""
    game = arena(OPEN, (0, 0), (3, 2))
    play(game, f"0 {step} WEST")
    assert places(game)[0] == (0, 0)


def test_players_beside_a_diagonal_do_not_block_it() -> None:
    """Only walls close the passage between two fields that meet in a corner."""
    game = arena(OPEN, (0, 0), (1, 0), (0, 1))
    play(game, "0 SOUTH_EAST NORTH")
    assert places(game) == [(1, 1), (1, 0), (0, 1)]


def test_two_may_cross() -> None:
    """Diagonals that cross are no obstacle to each other."""
    game = arena(OPEN, (0, 0), (1, 0))
    play(game, "0 SOUTH_EAST NORTH", "1 SOUTH_WEST NORTH")
    assert places(game) == [(1, 1), (0, 1)]


@pytest.mark.parametrize(
    ("order", "expected"),
    [((0, 1), [(1, 0), (2, 0)]), ((1, 0), [(0, 0), (1, 0)])],
)
def test_the_first_to_come_gets_the_field(
    order: tuple[int, int], expected: list[tuple[int, int]]
) -> None:
    """Two who want (1, 0): the arrival decides, not the number."""
    game = arena(OPEN, (0, 0), (2, 0))
    said = {0: "0 EAST EAST", 1: "1 WEST WEST"}
    play(game, *(said[number] for number in order))
    assert places(game) == expected


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_nobody_swaps(order: tuple[int, int]) -> None:
    """Two neighbours who want each other's field stay, whoever comes first."""
    game = arena(OPEN, (0, 0), (1, 0))
    said = {0: "0 EAST EAST", 1: "1 WEST WEST"}
    play(game, *(said[number] for number in order))
    assert places(game) == [(0, 0), (1, 0)]


def test_a_queue_moves_from_its_head() -> None:
    """A field is free from the moment at which the one before has left it."""
    game = arena(OPEN, (0, 0), (1, 0), (2, 0))
    play(game, "2 EAST EAST", "1 EAST EAST", "0 EAST EAST")
    assert places(game) == [(1, 0), (2, 0), (3, 0)]


def test_a_queue_does_not_move_from_its_tail() -> None:
    """Who comes before the one ahead of her finds the field taken."""
    game = arena(OPEN, (0, 0), (1, 0), (2, 0))
    play(game, "0 EAST EAST", "1 EAST EAST", "2 EAST EAST")
    assert places(game) == [(0, 0), (1, 0), (3, 0)]


def test_three_in_a_circle() -> None:
    """A circle is never entered: each waits for the next one's field."""
    game = arena(OPEN, (0, 0), (1, 0), (0, 1))
    play(game, "0 EAST EAST", "1 SOUTH_WEST EAST", "2 NORTH EAST")
    assert places(game) == [(0, 0), (1, 0), (0, 1)]


def test_a_red_player_walks_like_anybody() -> None:
    """Teams make no difference to steps, and a RED player does not enter a BLUE one's field."""
    game = arena(OPEN, (0, 0), (1, 0), (3, 2))
    game.players[0].red = True
    play(game, "0 EAST EAST")
    assert places(game)[0] == (0, 0)
    play(game, "0 SOUTH SOUTH")
    assert places(game)[0] == (0, 1)


def test_the_field_of_one_who_left_is_free() -> None:
    """Whoever leaves is off the board in the same round."""
    game = arena(OPEN, (0, 0), (1, 0), (3, 2))
    game.leave(1, "left")
    play(game, "0 EAST EAST")
    assert places(game)[0] == (1, 0)


def test_who_says_nothing_stands_and_looks_as_before() -> None:
    """No MOVE changes neither field nor view."""
    game = arena(OPEN, (0, 0), (3, 2))
    play(game, "0 EAST SOUTH_WEST")
    play(game)
    assert (places(game)[0], game.players[0].view) == ((1, 0), "SOUTH_WEST")
