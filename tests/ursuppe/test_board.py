"""The shape of the soup and the ways through it (spec/ursuppe-rules.md 1)."""

from __future__ import annotations

import pytest

from boardhub.games.ursuppe.board import HEIGHT, SQUARES, WIDTH, step
from tests.ursuppe.graph import WAYS

WEST, NORTH, EAST, SOUTH, STAY = 1, 2, 3, 4, 5

DRAWING = (
    ".X...",
    "XXXXX",
    "XX.XX",
    "XXXXX",
    "XXXX.",
)


def test_the_squares_are_those_of_the_drawing_in_reading_order() -> None:
    """Nineteen squares, row by row from the north-west."""
    drawn = [(x, y) for y, row in enumerate(DRAWING) for x, mark in enumerate(row) if mark == "X"]
    assert list(SQUARES) == drawn
    assert len(drawn) == 19


def test_the_frame_is_five_by_five() -> None:
    """The sizes that the board is announced with."""
    assert (WIDTH, HEIGHT) == (5, 5)


@pytest.mark.parametrize("square", WAYS)
def test_a_step_leads_to_the_neighbour_or_nowhere(square: tuple[int, int]) -> None:
    """Every step of the movement graph; a blocked one ends where it began."""
    for direction, neighbour in zip((WEST, NORTH, EAST, SOUTH), WAYS[square], strict=True):
        assert step(square, direction) == (neighbour or square)


def test_direction_five_stays() -> None:
    """Standing still leads nowhere, from any square."""
    assert [step(square, STAY) for square in SQUARES] == list(SQUARES)


def test_every_way_can_be_gone_back() -> None:
    """The opposite step leads back from where a step has led."""
    back = {WEST: EAST, NORTH: SOUTH, EAST: WEST, SOUTH: NORTH}
    for square in SQUARES:
        for direction, opposite in back.items():
            there = step(square, direction)
            assert there == square or step(there, opposite) == square


def test_only_three_squares_are_open_on_all_sides() -> None:
    """All others lie at the edge or beside the island."""
    open_squares = {
        square for square in SQUARES if all(step(square, way) != square for way in (1, 2, 3, 4))
    }
    assert open_squares == {(1, 1), (1, 3), (3, 3)}
