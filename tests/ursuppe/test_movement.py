"""Drifting and rolling, and the genes that have a say in it (spec/ursuppe-rules.md 3, 4.1, 6)."""

from __future__ import annotations

import pytest

from boardhub.games.ursuppe.events import CardTurned, Moved, PointsChanged, Rolled
from boardhub.games.ursuppe.moves import Eat, Go, NoSecondMove, Roll, Tentacle
from boardhub.games.ursuppe.prompts import AskGenes, AskMeal, AskMovement
from boardhub.games.ursuppe.state import Ursuppe
from tests.ursuppe.positions import STILL, Side, Square, asked, listed, play, position, start

EAST = (3, 10)
NORTH = (2, 9)
WAITING = Side({0: (0, 4)})
"""A colour whose turn comes later."""

NOTHING = (0, 0, 0, 0)


def mover(
    square: Square,
    *dice: int,
    genes: tuple[int, ...] = (),
    points: int = 4,
    card: tuple[int, int] = EAST,
) -> Ursuppe:
    """Phase 1 at colour 0's amoeba 2 on this square, its movement dice laid."""
    side = Side({2: square}, genes=genes, points=points, movement=dice)
    state = position(4, {0: side, 3: WAITING}, card=card)
    start(state, 1)
    return state


def ways(state: Ursuppe) -> list[int]:
    """The directions in which colour 0's amoeba may go now."""
    return sorted(move.direction for move in state.legal_moves(0) if isinstance(move, Go))


def test_drift_carries_one_square_along() -> None:
    """The way of the current card, free, then the meal is asked."""
    state = mover((1, 1))
    assert play(state, 0, Go(2, 3)) == [Moved(0, 2, 3)]
    assert asked(state) == [AskMeal(0, 0, 2)]
    amoeba = state.tribes[0].amoebas[2]
    assert (amoeba.x, amoeba.y) == (2, 1)
    assert state.tribes[0].points == 4


@pytest.mark.parametrize(
    ("square", "card", "expected"),
    [
        pytest.param((1, 1), EAST, [3], id="free"),
        pytest.param((4, 1), EAST, [5], id="edge"),
        pytest.param((1, 2), EAST, [5], id="island"),
        pytest.param((2, 1), NORTH, [5], id="missing cell"),
        pytest.param((1, 1), STILL, [5], id="no drift"),
    ],
)
def test_what_a_drifting_amoeba_must_name(
    square: Square, card: tuple[int, int], expected: list[int]
) -> None:
    """The drift where it is free, standing still where it is blocked (6.8)."""
    state = mover(square, card=card)
    assert ways(state) == expected
    assert play(state, 0, Go(2, expected[0])) == [Moved(0, 2, expected[0])]


@pytest.mark.parametrize(("card", "expected"), [(EAST, [3, 5]), (NORTH, [2, 5]), (STILL, [5])])
def test_holding_fast_allows_to_stand_still(card: tuple[int, int], expected: list[int]) -> None:
    """An owner of gene 10 may stay in place of drifting, free."""
    state = mover((1, 1), genes=(10,), card=card)
    assert ways(state) == expected
    assert play(state, 0, Go(2, 5)) == [Moved(0, 2, 5)]
    assert state.tribes[0].points == 4


def test_a_roll_costs_a_point_and_keeps_the_prompt() -> None:
    """Two dice to all, then the point; the prompt and its number stay."""
    state = mover((1, 1), 2, 6)
    prompts = state.prompts
    assert play(state, 0, Roll()) == [Rolled(0, 2, 6), PointsChanged(0, -1)]
    assert state.prompts == prompts
    assert state.view(None).rolled == (0, 2, 6)
    assert play(state, 0, Go(2, 2)) == [Moved(0, 2, 2)]
    assert state.view(None).rolled is None
    assert asked(state) == [AskMeal(0, 0, 2)]


@pytest.mark.parametrize(
    ("genes", "dice", "expected"),
    [
        ((), (1, 6), [1]),
        ((), (3, 4), [3]),
        ((), (5, 2), [5]),
        ((), (6, 1), [1, 2, 3, 4, 5]),
        ((1,), (3, 4), [3, 4]),
        ((1,), (2, 2), [2]),
        ((1,), (5, 2), [2, 5]),
        ((1,), (2, 6), [1, 2, 3, 4, 5]),
        ((17,), (3, 3), [1, 2, 3, 4, 5]),
        ((17,), (5, 5), [1, 2, 3, 4, 5]),
        ((3,), (3, 4), [3]),
        ((10,), (3, 4), [3]),
    ],
)
def test_the_dice_permit_directions(
    genes: tuple[int, ...], dice: tuple[int, int], expected: list[int]
) -> None:
    """On an open square: the first die, both with gene 1, anything with 17 or a six."""
    state = mover((1, 1), *dice, genes=genes)
    play(state, 0, Roll())
    assert ways(state) == expected


@pytest.mark.parametrize(
    ("square", "genes", "dice", "expected"),
    [
        ((2, 1), (), (2, 1), [5]),
        ((2, 1), (), (6, 1), [1, 3, 5]),
        ((2, 1), (1,), (2, 4), [5]),
        ((2, 1), (1,), (2, 1), [1, 5]),
        ((2, 1), (1,), (3, 1), [1, 3]),
        ((2, 1), (17,), (4, 4), [1, 3, 5]),
        ((1, 0), (), (6, 6), [4, 5]),
        ((3, 2), (), (1, 3), [5]),
    ],
)
def test_a_die_against_an_obstacle_means_standing_still(
    square: Square, genes: tuple[int, ...], dice: tuple[int, int], expected: list[int]
) -> None:
    """A blocked way is named 5, per die."""
    state = mover(square, *dice, genes=genes)
    play(state, 0, Roll())
    assert ways(state) == expected


@pytest.mark.parametrize("points", [0, 4])
def test_streamlining_rolls_for_nothing(points: int) -> None:
    """With gene 8 a roll costs no point, so none is needed."""
    state = mover((1, 1), 4, 4, genes=(8,), points=points)
    assert play(state, 0, Roll()) == [Rolled(0, 4, 4)]
    assert play(state, 0, Go(2, 4)) == [Moved(0, 2, 4)]
    assert state.tribes[0].points == points


def test_free_choice_costs_the_point_all_the_same() -> None:
    """Gene 17 has to roll first and pays for it."""
    state = mover((1, 1), 1, 1, genes=(17,))
    assert ways(state) == [3]
    assert play(state, 0, Roll()) == [Rolled(0, 1, 1), PointsChanged(0, -1)]
    assert play(state, 0, Go(2, 5)) == [Moved(0, 2, 5)]


@pytest.mark.parametrize("gene", [3, 16])
@pytest.mark.parametrize(("die", "way"), [(4, 4), (5, 5)])
def test_speed_asks_for_a_second_movement(gene: int, die: int, way: int) -> None:
    """After a rolled movement, wherever it led; the second roll is free, a third is not asked."""
    state = mover((1, 1), die, 1, 6, 2, genes=(gene,), points=1)
    play(state, 0, Roll())
    assert play(state, 0, Go(2, way)) == [Moved(0, 2, way)]
    assert asked(state) == [AskMovement(0, 0, 2, True)]
    assert state.view(None).rolled is None
    assert ways(state) == []
    assert play(state, 0, Roll()) == [Rolled(0, 6, 2)]
    assert play(state, 0, Go(2, 1)) == [Moved(0, 2, 1)]
    assert asked(state) == [AskMeal(0, 0, 2)]


@pytest.mark.parametrize("gene", [3, 16])
def test_a_second_movement_may_be_left_out(gene: int) -> None:
    """The refusal is told to nobody, and the meal is next."""
    state = mover((1, 1), 4, 1, genes=(gene,))
    play(state, 0, Roll())
    play(state, 0, Go(2, 4))
    assert play(state, 0, NoSecondMove(2)) == []
    assert asked(state) == [AskMeal(0, 0, 2)]


@pytest.mark.parametrize(("genes", "way"), [((3,), 3), ((16,), 3), ((3, 10), 5), ((3, 10), 3)])
def test_speed_does_not_follow_drift_or_holding_fast(genes: tuple[int, ...], way: int) -> None:
    """No second movement without a roll for the first (6.11)."""
    state = mover((1, 1), genes=genes)
    play(state, 0, Go(2, way))
    assert asked(state) == [AskMeal(0, 0, 2)]


def test_speed_and_two_dice_go_together() -> None:
    """Each movement is determined the same way, with both dice for gene 1."""
    state = mover((1, 1), 3, 4, 4, 1, genes=(1, 3))
    play(state, 0, Roll())
    play(state, 0, Go(2, 4))
    play(state, 0, Roll())
    assert ways(state) == [1, 4]


def test_free_choice_applies_to_the_second_movement() -> None:
    """Gene 17 chooses freely again, after another roll."""
    state = mover((1, 1), 1, 1, 1, 1, genes=(3, 17), points=1)
    play(state, 0, Roll())
    play(state, 0, Go(2, 3))
    play(state, 0, Roll())
    assert ways(state) == [1, 3, 5]


def tentacled(*dice: int, genes: tuple[int, ...] = (9,), points: int = 4) -> Ursuppe:
    """The mover on (1, 1) with tentacles, among cubes 1:2:0:3."""
    side = Side({2: (1, 1)}, genes=genes, points=points, movement=dice)
    sides = {0: side, 3: WAITING}
    state = position(4, sides, food={(1, 1): (1, 2, 0, 3), (2, 1): (0, 0, 1, 0)}, card=EAST)
    start(state, 1)
    return state


def test_tentacles_carry_cubes_into_the_next_square() -> None:
    """Nothing is told of the declaration; the cubes are named in the block and come along."""
    state = tentacled()
    prompts = state.prompts
    assert play(state, 0, Tentacle(2, (1, 0, 0, 2))) == []
    assert state.prompts == prompts
    assert play(state, 0, Go(2, 3)) == [Moved(0, 2, 3, cubes=(1, 0, 0, 2))]
    assert list(state.cubes[1, 1]) == [0, 2, 0, 1]
    assert list(state.cubes[2, 1]) == [1, 0, 1, 2]
    assert list(state.supply) == [54, 53, 54, 52]


@pytest.mark.parametrize("early", [True, False])
def test_tentacles_may_be_declared_before_or_after_the_roll(early: bool) -> None:
    """A declaration outlives the roll (6.12)."""
    state = tentacled(4, 4)
    if early:
        play(state, 0, Tentacle(2, (0, 2, 0, 1)))
    play(state, 0, Roll())
    if not early:
        play(state, 0, Tentacle(2, (0, 2, 0, 1)))
    assert play(state, 0, Go(2, 4)) == [Moved(0, 2, 4, cubes=(0, 2, 0, 1))]
    assert list(state.cubes[1, 2]) == [0, 2, 0, 1]


def test_tentacles_lapse_when_the_amoeba_stays() -> None:
    """No line in the block and nothing carried, with direction 5."""
    state = tentacled(5, 5)
    play(state, 0, Tentacle(2, (1, 0, 0, 0)))
    play(state, 0, Roll())
    assert play(state, 0, Go(2, 5)) == [Moved(0, 2, 5)]
    assert list(state.cubes[1, 1]) == [1, 2, 0, 3]


def test_each_movement_has_tentacles_of_its_own() -> None:
    """What was declared for the first is not declared for the second."""
    state = tentacled(3, 3, 3, 3, genes=(9, 3))
    play(state, 0, Roll())
    play(state, 0, Tentacle(2, (0, 1, 0, 0)))
    assert play(state, 0, Go(2, 3)) == [Moved(0, 2, 3, cubes=(0, 1, 0, 0))]
    play(state, 0, Roll())
    assert play(state, 0, Tentacle(2, (0, 1, 1, 0))) == []
    assert play(state, 0, Go(2, 3)) == [Moved(0, 2, 3, cubes=(0, 1, 1, 0))]
    assert list(state.cubes[3, 1]) == [0, 1, 1, 0]


def test_no_carry_over_from_a_first_declaration() -> None:
    """A second movement without a declaration of its own takes nothing along."""
    state = tentacled(3, 3, 3, 3, genes=(9, 3))
    play(state, 0, Tentacle(2, (0, 1, 0, 0)))
    play(state, 0, Roll())
    play(state, 0, Go(2, 3))
    play(state, 0, Roll())
    assert play(state, 0, Go(2, 3)) == [Moved(0, 2, 3)]


def test_leaving_out_the_second_movement_drops_the_tentacles() -> None:
    """The cubes stay where they are (6.12)."""
    state = tentacled(3, 3, genes=(9, 3))
    play(state, 0, Roll())
    play(state, 0, Go(2, 3))
    play(state, 0, Tentacle(2, (0, 0, 1, 0)))
    assert play(state, 0, NoSecondMove(2)) == []
    assert list(state.cubes[2, 1]) == [0, 0, 1, 0]


def test_all_that_tentacles_can_take_is_listed() -> None:
    """One to three of what lies there, of any colour, its own too."""
    state = tentacled()
    there = (1, 2, 0, 3)
    expected = {
        Tentacle(2, (a, b, c, d))
        for a in range(there[0] + 1)
        for b in range(there[1] + 1)
        for c in range(there[2] + 1)
        for d in range(there[3] + 1)
        if 1 <= a + b + c + d <= 3
    }
    found = listed(state, 0, Tentacle)
    assert found
    assert set(found) <= expected
    assert all(state.is_legal(0, move) for move in expected)


def test_with_three_players_tentacles_take_two() -> None:
    """The bound is one lower than with four."""
    side = Side({2: (1, 1)}, genes=(9,))
    state = position(3, {0: side}, food={(1, 1): (2, 2, 2)}, card=EAST)
    start(state, 1)
    assert not state.is_legal(0, Tentacle(2, (1, 1, 1)))
    play(state, 0, Tentacle(2, (0, 1, 1)))
    assert play(state, 0, Go(2, 3)) == [Moved(0, 2, 3, cubes=(0, 1, 1))]


def test_turns_go_up_the_ladder_and_by_number() -> None:
    """The last on the ladder first; each amoeba moves and eats before the next."""
    state = position(
        4,
        {
            0: Side({0: (1, 1)}, ladder=5),
            1: Side({6: (1, 2), 2: (1, 3)}, ladder=2),
            3: Side({4: (3, 3)}, ladder=9),
            2: Side(ladder=0),
        },
    )
    start(state, 1)
    turns = []
    while state.phase == 1:
        (prompt,) = state.prompts
        assert isinstance(prompt, AskMovement)
        assert prompt.seat is not None
        turns.append((prompt.seat, prompt.amoeba))
        play(state, prompt.seat, Go(prompt.amoeba, 5))
        play(state, prompt.seat, Eat(prompt.amoeba, NOTHING))
    assert turns == [(1, 2), (1, 6), (0, 0), (3, 4)]


def test_without_any_amoeba_phase_one_is_empty() -> None:
    """Nobody is asked to move; the next card is turned at once."""
    state = position(4, {}, deck=[(1, 6), (4, 13)])
    assert start(state, 1) == [CardTurned(1, 6)]
    assert asked(state) == [AskGenes(3, 0)]
    assert state.deck == [(4, 13)]
