"""New amoebas: phase 4 (spec/ursuppe-rules.md 3, 6.26)."""

from __future__ import annotations

import pytest

from boardhub.games.ursuppe.board import SQUARES
from boardhub.games.ursuppe.events import AmoebasPlaced, PointsChanged
from boardhub.games.ursuppe.moves import BuyGenes, Divide
from boardhub.games.ursuppe.prompts import AskDivision
from boardhub.games.ursuppe.state import Ursuppe
from tests.ursuppe.positions import Side, Square, asked, listed, play, position, start


def divide(*placements: tuple[int, int, int]) -> Divide:
    """New amoebas, (number, x, y) each."""
    return Divide(placements)


def nursery(
    amoebas: dict[int, tuple[int, ...]],
    genes: tuple[int, ...] = (),
    points: int = 2,
    others: dict[int, Side] | None = None,
) -> Ursuppe:
    """Phase 4 at colour 3, which has these amoebas and, with the ten, twelve points."""
    side = Side(amoebas, genes=genes, points=points)
    state = position(4, {3: side, **(others or {})})
    start(state, 4)
    return state


def free(state: Ursuppe, number: int) -> set[Square]:
    """The squares on which the number may be placed first."""
    return {square for square in SQUARES if state.is_legal(3, divide((number, *square)))}


def test_ten_points_come_before_the_question() -> None:
    """Down the ladder, each asked after having got them, whatever she has."""
    state = position(4, {0: Side(ladder=9), 1: Side(ladder=4, points=0), 2: Side(ladder=6)})
    assert start(state, 4) == [PointsChanged(0, 10)]
    assert asked(state) == [AskDivision(0, 0)]
    assert play(state, 0, divide()) == [AmoebasPlaced(0, ()), PointsChanged(2, 10)]
    assert play(state, 2, divide()) == [AmoebasPlaced(2, ()), PointsChanged(1, 10)]
    assert play(state, 1, divide()) == [AmoebasPlaced(1, ()), PointsChanged(3, 10)]
    assert asked(state) == [AskDivision(3, 0)]
    assert [tribe.points for tribe in state.tribes] == [14, 10, 14, 14]


def test_points_are_kept_without_limit() -> None:
    """What is not spent stays."""
    state = nursery({0: (1, 1)}, points=200)
    assert play(state, 3, divide())[:1] == [AmoebasPlaced(3, ())]
    assert state.tribes[3].points == 210


@pytest.mark.parametrize(("genes", "cost"), [((), 6), ((15,), 4)])
def test_the_cost_of_an_amoeba(genes: tuple[int, ...], cost: int) -> None:
    """Six points each, four with gene 15, told as one sum after the block."""
    state = nursery({0: (1, 1), 1: (3, 3)}, genes)
    assert play(state, 3, divide((4, 1, 2), (2, 0, 1)))[:2] == [
        AmoebasPlaced(3, ((4, 1, 2), (2, 0, 1))),
        PointsChanged(3, -2 * cost),
    ]
    assert state.view(None).tribes[3].amoebas == ((0, 0), (1, 0), (2, 0), (4, 0))


def test_a_square_beside_an_own_amoeba() -> None:
    """Orthogonally beside one, and without an own one; walls count, foreign amoebas do not."""
    others = {0: Side({0: (1, 2), 1: (4, 3)})}
    state = nursery({0: (1, 1), 1: (2, 1)}, others=others)
    assert free(state, 5) == {(0, 1), (1, 0), (1, 2), (3, 1)}


def test_beside_a_foreign_amoeba_is_not_enough() -> None:
    """Only own ones divide."""
    state = nursery({0: (1, 0), 1: (0, 1)}, others={0: Side({0: (4, 3)})})
    assert free(state, 5) == {(1, 1), (0, 2)}


def test_the_island_and_the_edge_keep_apart() -> None:
    """(2, 1) and (2, 3) are not neighbours, nor are squares across a corner."""
    state = nursery({0: (2, 1), 1: (4, 3)})
    assert free(state, 5) == {(1, 1), (3, 1), (3, 3), (4, 2)}


def test_chains_grow_within_one_turn() -> None:
    """Amoebas placed earlier in the same answer count as neighbours."""
    state = nursery({0: (0, 3), 1: (0, 4)}, points=20)
    chain = ((2, 0, 2), (3, 0, 1), (4, 1, 1), (5, 1, 0))
    assert play(state, 3, divide(*chain))[0] == AmoebasPlaced(3, chain)
    assert not nursery({0: (0, 3), 1: (0, 4)}, points=20).is_legal(3, divide(*reversed(chain)))


def test_a_single_amoeba_divides_to_anywhere() -> None:
    """Any square but its own, at the normal cost; after that the rule of neighbours holds."""
    state = nursery({6: (1, 1)})
    assert free(state, 0) == set(SQUARES) - {(1, 1)}
    assert state.is_legal(3, divide((0, 4, 3), (1, 4, 2)))
    assert state.is_legal(3, divide((0, 4, 3), (1, 1, 0)))
    assert not state.is_legal(3, divide((0, 4, 3), (1, 3, 1)))
    assert play(state, 3, divide((0, 4, 3)))[1] == PointsChanged(3, -6)


def test_a_tribe_without_amoebas_gets_one_free() -> None:
    """Anywhere, and told without a line for points."""
    state = nursery({}, points=0)
    assert free(state, 2) == set(SQUARES)
    assert play(state, 3, divide((2, 0, 4)))[:2] == [
        AmoebasPlaced(3, ((2, 0, 4),)),
        PointsChanged(2, 10),
    ]
    assert state.tribes[3].points == 10


def test_the_second_of_a_new_tribe_may_be_anywhere_too() -> None:
    """The first was free, the second is paid, the third needs a neighbour."""
    state = nursery({})
    assert state.is_legal(3, divide((2, 0, 4), (5, 4, 1)))
    assert not state.is_legal(3, divide((2, 0, 4), (5, 0, 4)))
    assert not state.is_legal(3, divide((2, 0, 4), (5, 4, 1), (6, 3, 3)))
    placements = ((2, 0, 4), (5, 4, 1), (6, 3, 1))
    assert play(state, 3, divide(*placements))[:2] == [
        AmoebasPlaced(3, placements),
        PointsChanged(3, -12),
    ]


def test_coming_back_is_no_duty() -> None:
    """A tribe without amoebas may stay away."""
    state = nursery({})
    assert play(state, 3, divide())[0] == AmoebasPlaced(3, ())


def test_spores_go_anywhere_but_on_an_own_amoeba() -> None:
    """With gene 2 no neighbour is needed."""
    state = nursery({0: (1, 1), 1: (1, 2)}, (2,), others={0: Side({0: (3, 3)})})
    assert free(state, 3) == set(SQUARES) - {(1, 1), (1, 2)}
    assert not state.is_legal(3, divide((3, 4, 1), (4, 4, 1)))
    assert state.is_legal(3, divide((3, 4, 1), (4, 0, 4)))


def test_genes_bought_in_the_same_round_work_at_once() -> None:
    """Spores and division rate, out of the phase 3 just before."""
    state = position(4, {3: Side({0: (1, 1), 1: (1, 2)}, points=9)})
    start(state, 3)
    play(state, 3, BuyGenes(((2, None), (15, None))))
    for seat in (2, 1, 0):
        play(state, seat, BuyGenes(()))
    assert play(state, 3, divide((3, 4, 1), (4, 0, 4)))[1] == PointsChanged(3, -8)


def test_all_single_placements_are_listed() -> None:
    """Nothing, and every free number on every allowed square."""
    state = nursery({0: (1, 1), 1: (2, 1)})
    allowed = [(0, 1), (1, 0), (1, 2), (3, 1)]
    single = {divide((number, *square)) for number in range(2, 7) for square in allowed}
    found = listed(state, 3, Divide)
    assert divide() in found
    assert single <= set(found)


@pytest.mark.parametrize(("points", "count"), [(6, 5 * 4), (5, 0)])
def test_the_list_respects_the_points(points: int, count: int) -> None:
    """Five numbers on four squares for exactly the price, nothing for less."""
    state = nursery({0: (1, 1), 1: (2, 1)})
    state.tribes[3].points = points
    assert len(listed(state, 3, Divide)) == 1 + count


def test_the_free_amoeba_is_listed_without_points() -> None:
    """Seven numbers on nineteen squares, and no second one."""
    state = nursery({})
    state.tribes[3].points = 0
    assert len(listed(state, 3, Divide)) == 1 + 7 * 19


def test_a_full_tribe_cannot_divide() -> None:
    """All seven are on the board."""
    state = nursery({number: (number % 5, 3 if number < 5 else 1) for number in range(7)})
    assert listed(state, 3, Divide) == [divide()]


def test_too_few_points_list_nothing_else() -> None:
    """With gene 15 eleven points buy two, without it one."""
    assert nursery({0: (1, 1)}, (15,), points=1).is_legal(3, divide((1, 1, 2), (2, 1, 0)))
    assert not nursery({0: (1, 1)}, points=1).is_legal(3, divide((1, 1, 2), (2, 1, 0)))


def test_a_number_comes_back_unhurt() -> None:
    """A dead amoeba's piece starts again without damage."""
    sides = {3: Side({0: (1, 1, 2), 1: (1, 2)}, points=0)}
    state = position(4, sides)
    start(state, 5)
    start(state, 4)
    play(state, 3, divide((0, 1, 3)))
    assert state.view(None).tribes[3].amoebas == ((0, 0), (1, 0))
