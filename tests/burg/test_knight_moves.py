"""
How a knight moves for an action point: steps and castle passages
(spec/burg-rules.md 3.3), and the passages of the door card beside them.
"""

from __future__ import annotations

import pytest

from boardhub.games.burg.errors import Fault
from boardhub.games.burg.events import Acted
from tests.burg.positions import (
    Square,
    act,
    card_turn,
    knights_of,
    play,
    refused,
    targets,
    turn,
)

MOVE = "ZIEHE_RITTER"
DOOR = "ZIEHE_DURCHTOR"


def row_of(count: int, y: int, first: int = 1) -> set[Square]:
    """So many squares of a row, beginning at x = ``first``."""
    return {(x, y) for x in range(first, first + count)}


def test_step() -> None:
    """A step to the square beside costs a point and moves one knight only."""
    state = turn("0 1O 1O 2")
    assert play(state, act(MOVE, 1, 0, 2, 0)) == [Acted(color=0, action=MOVE, where=(1, 0, 2, 0))]
    assert knights_of(state, 0) == {(0, 0), (2, 0)}
    assert state.points == 4


@pytest.mark.parametrize(
    ("rows", "legal"),
    [
        ("0 0O 1", True),
        ("0 0O 2", False),
        ("0 1O 2", True),
        ("0 1O 3", False),
        ("0 2O 2", True),
        ("0 3O 1", True),
        ("0 4O 0", True),
        ("0 0O 0", True),
    ],
)
def test_rise_of_a_step(rows: str, legal: bool) -> None:
    """One level up at most, any number down."""
    assert turn(rows).is_legal(0, act(MOVE, 0, 0, 1, 0)) is legal


def test_steps_on_flat_ground() -> None:
    """Without a door a knight gets to the free squares beside it, no further."""
    state = turn("0 0O 0B\n1 0 0")
    assert targets(state, MOVE, (0, 0)) == {(0, 1)}


def test_row_of_five() -> None:
    """
    Row 2 3 1 3 2, knight on the first square, level 2. Inside it gets to the
    dip in the middle and to all of the ground, but not to the last square,
    level 2 behind the dip; the square beside it is a step of one level.
    """
    state = turn("1 0 2O 3 1 3 2")
    ground = {(0, 1), (6, 1)} | row_of(5, 0) | row_of(5, 2)
    assert targets(state, MOVE, (1, 1)) == ground | {(3, 1), (2, 1)}


def test_row_of_five_with_the_door_card() -> None:
    """Climbing inside, the knight also reaches the last square; never level 3."""
    state = card_turn("1 0 2O 3 1 3 2", DOOR)
    ground = {(0, 1), (6, 1)} | row_of(5, 0) | row_of(5, 2)
    assert targets(state, DOOR, (1, 1)) == ground | {(3, 1), (5, 1)}


def test_far_side_of_a_flat_castle() -> None:
    """
    Row 1 1 1, knight on the ground before it: every other ground square
    beside the castle is one move away, and the near top a step.
    """
    state = turn("1 0O 1 1 1")
    passages = {(4, 1)} | row_of(3, 0) | row_of(3, 2)
    steps = {(0, 0), (0, 2), (1, 1)}
    assert targets(state, MOVE, (0, 1)) == passages | steps


def test_row_of_four() -> None:
    """Row 1 3 3 2, knight on the first square, level 1: the ground only."""
    state = turn("1 0 1O 3 3 2")
    ground = {(0, 1), (5, 1)} | row_of(4, 0) | row_of(4, 2)
    assert targets(state, MOVE, (1, 1)) == ground


def test_row_of_four_with_the_door_card() -> None:
    """The card adds the last square, level 2; level 3 has no taller neighbour."""
    state = card_turn("1 0 1O 3 3 2", DOOR)
    ground = {(0, 1), (5, 1)} | row_of(4, 0) | row_of(4, 2)
    assert targets(state, DOOR, (1, 1)) == ground | {(4, 1)}


def test_inside_at_the_same_level() -> None:
    """Row 2 3 3 2: the way inside stays at the third storey, so level 2 is reached."""
    state = turn("1 0 2O 3 3 2")
    assert (4, 1) in targets(state, MOVE, (1, 1))


def test_bridge_too_low() -> None:
    """Row 2 3 2 3 2: the dip is an exit, the far end is cut off by it."""
    state = turn("1 0 2O 3 2 3 2")
    reached = targets(state, MOVE, (1, 1))
    assert (3, 1) in reached
    assert (5, 1) not in reached


def test_way_around_a_low_bridge() -> None:
    """The best way inside counts: around the dip at the third storey."""
    state = turn("0 0 0 3 3 3\n1 0 2O 3 1 3 2")
    assert (5, 1) in targets(state, MOVE, (1, 1))


def test_pieces_on_top_do_not_block_the_inside() -> None:
    """Knights and king on a castle are no obstacle to who walks inside it."""
    state = turn("1 0O 1B 1K 1G")
    assert targets(state, MOVE, (0, 1)) == {
        (4, 1),
        (0, 0),
        (0, 2),
    } | row_of(3, 0) | row_of(3, 2)


def test_occupied_exits() -> None:
    """Nobody comes out onto a square where a piece stands."""
    state = turn("1 0O 1 1 1 0B")
    assert refused(state, act(MOVE, 0, 1, 4, 1)) is Fault.OCCUPIED


def test_each_entry_opens_its_own_castle() -> None:
    """
    From the ground between two castles both can be entered, a third one that
    is not beside the knight cannot.
    """
    state = turn("1 1 1 0O 1 1 0 0 1")
    reached = targets(state, MOVE, (2, 1))
    first = row_of(2, 0, 0) | row_of(2, 2, 0)
    second = {(5, 1)} | row_of(2, 0, 3) | row_of(2, 2, 3)
    steps = {(1, 1), (3, 1), (2, 0), (2, 2)}
    assert reached == first | second | steps
    assert refused(state, act(MOVE, 2, 1, 6, 1)) is Fault.NO_PASSAGE


def test_exit_of_one_castle_beside_another() -> None:
    """The door one comes out of belongs to the castle one went into."""
    state = turn("1 0O 1 0 1 0")
    reached = targets(state, MOVE, (0, 1))
    assert (2, 1) in reached
    assert (4, 1) not in reached


def test_taller_neighbour_of_the_same_castle_only() -> None:
    """No door opens onto the highest square of a castle."""
    state = turn("1 0O 1 1")
    assert (2, 1) not in targets(state, MOVE, (0, 1))


def test_down_from_the_roof_needs_a_door() -> None:
    """A knight on top, with nothing taller beside, can only step."""
    state = turn("1 0 2O 2 2")
    assert targets(state, MOVE, (1, 1)) == {(0, 1), (1, 0), (1, 2), (2, 1)}


def test_passage_costs_one_point() -> None:
    """However far it leads, a passage is one move."""
    state = turn("1 0O 1 1 1 1 1 1", points=1)
    play(state, act(MOVE, 0, 1, 7, 1))
    assert knights_of(state, 0) == {(7, 1)}
    assert state.points == 0


def test_two_storeys_inside() -> None:
    """
    The storey one walks on narrows with the lowest square on the way: from
    level 2 over a square of height 2 no exit at level 2 is left, one at
    level 1 is.
    """
    state = turn("1 0 2O 4 2 4 2\n2 0 0 0 0 1")
    reached = targets(state, MOVE, (1, 1))
    assert (5, 1) not in reached
    assert (4, 2) in reached


def test_climbing_inside_by_the_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Row 2 3 1 3 2 read the other way (8.1): any door not above the knight's
    level, hence the last square, too; still never level 3.
    """
    monkeypatch.setattr("boardhub.games.burg.passages.MAY_CLIMB_INSIDE", True)
    state = turn("1 0 2O 3 1 3 2")
    ground = {(0, 1), (6, 1)} | row_of(5, 0) | row_of(5, 2)
    assert targets(state, MOVE, (1, 1)) == ground | {(3, 1), (5, 1), (2, 1)}
    state = turn("1 0 1O 3 3 2")
    assert (4, 1) not in targets(state, MOVE, (1, 1))
