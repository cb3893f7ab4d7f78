"""Meals, hunger and the genes that feed (spec/ursuppe-rules.md 3, 4.1, 6.13-6.15)."""

from __future__ import annotations

from itertools import permutations

import pytest

from boardhub.games.ursuppe.events import (
    Ate,
    Damaged,
    FoodAdded,
    ParasiteStarved,
    Parasitized,
    PointsChanged,
)
from boardhub.games.ursuppe.moves import Eat, Go, Parasitize
from boardhub.games.ursuppe.prompts import AskMeal, AskMovement
from boardhub.games.ursuppe.state import Ursuppe
from tests.ursuppe.positions import Side, asked, at_meal, listed, play, position

PLACE = (2, 1)
WAITING = Side({0: (0, 4)})


def eater(
    *cubes: int,
    genes: tuple[int, ...] = (),
    others: dict[int, Side] | None = None,
    supply: dict[int, int] | None = None,
) -> Ursuppe:
    """Colour 0's amoeba 4 at its meal, among these cubes."""
    sides = {0: Side({4: PLACE}, genes=genes), len(cubes) - 1: WAITING, **(others or {})}
    return at_meal(position(len(cubes), sides, food={PLACE: cubes}, supply=supply), 0, 4)


def meals(state: Ursuppe) -> set[tuple[int, ...]]:
    """The legal meals of colour 0, starving left out."""
    return {move.cubes for move in state.legal_moves(0) if isinstance(move, Eat)} - {
        (0,) * state.seats
    }


def test_one_of_each_foreign_colour() -> None:
    """The supply has the cubes again, two of the eater's own come on the square."""
    state = eater(1, 2, 1, 1)
    assert play(state, 0, Eat(4, (0, 1, 1, 1))) == [Ate(0, 4, (0, 1, 1, 1)), FoodAdded(0, 2, 2, 1)]
    assert list(state.cubes[PLACE]) == [3, 1, 0, 0]
    assert list(state.supply) == [52, 54, 55, 55]
    assert asked(state) == [AskMovement(3, 0, 0, False)]
    assert state.tribes[0].amoebas[4].damage == 0


@pytest.mark.parametrize("meal", [(0, 2, 1), (0, 1, 2)])
def test_with_three_players_two_and_one(meal: tuple[int, ...]) -> None:
    """The eater chooses of which foreign colour it takes two."""
    state = eater(0, 2, 2)
    assert meals(state) == {(0, 2, 1), (0, 1, 2)}
    assert play(state, 0, Eat(4, meal)) == [Ate(0, 4, meal), FoodAdded(0, 2, 2, 1)]


@pytest.mark.parametrize(("left", "told"), [(1, [FoodAdded(0, 1, 2, 1)]), (0, [])])
def test_excretion_is_bounded_by_the_supply(left: int, told: list[FoodAdded]) -> None:
    """What the supply lacks is left out, and no other colour stands in."""
    state = eater(0, 1, 1, 1, supply={0: left})
    assert play(state, 0, Eat(4, (0, 1, 1, 1))) == [Ate(0, 4, (0, 1, 1, 1)), *told]
    assert list(state.cubes[PLACE]) == [left, 0, 0, 0]
    assert state.supply[0] == 0


def test_hunger_hurts() -> None:
    """Nothing eaten, nothing excreted, one point of damage."""
    state = eater(9, 9, 9, 0)
    assert play(state, 0, Eat(4, (0, 0, 0, 0))) == [Ate(0, 4, (0, 0, 0, 0)), Damaged(0, 4)]
    assert list(state.cubes[PLACE]) == [9, 9, 9, 0]
    assert state.tribes[0].amoebas[4].damage == 1


def test_damage_is_not_deadly_before_phase_five() -> None:
    """An amoeba that is due to die goes on until the deaths."""
    sides = {0: Side({4: (2, 1, 1), 5: (1, 1)}), 3: WAITING}
    state = at_meal(position(4, sides), 0, 4)
    assert play(state, 0, Eat(4, (0, 0, 0, 0))) == [Ate(0, 4, (0, 0, 0, 0)), Damaged(0, 4)]
    assert state.tribes[0].amoebas[4].damage == 2
    assert asked(state) == [AskMovement(0, 0, 5, False)]


#: players, genes, parasitism declared: the meals as counts over the foreign colours.
TABLE = [
    (4, (), False, "111"),
    (4, (6,), False, "111 220 310"),
    (4, (12,), False, "111 110"),
    (4, (6, 12), False, "111 220 310 110 210 300"),
    (4, (14,), True, "110"),
    (4, (6, 14), True, "110 210 300"),
    (4, (12, 14), True, "110 100"),
    (4, (6, 12, 14), True, "110 210 300 100 200"),
    (4, (14,), False, "111"),
    (4, (6, 12, 14), False, "111 220 310 110 210 300"),
    (3, (), False, "21"),
    (3, (6,), False, "21 40"),
]


@pytest.mark.parametrize(("seats", "genes", "declared", "table"), TABLE)
def test_the_meal_table(seats: int, genes: tuple[int, ...], declared: bool, table: str) -> None:
    """With plenty of everything, exactly the listed meals in every arrangement."""
    others = {1: Side({0: PLACE})}
    state = eater(*(9,) * seats, genes=genes, others=others)
    if declared:
        play(state, 0, Parasitize(4, 1))
    expected = {(0, *map(int, order)) for meal in table.split() for order in permutations(meal)}
    assert meals(state) == expected


@pytest.mark.parametrize(
    ("cubes", "genes", "expected"),
    [
        ((0, 2, 2, 0), (), set()),
        ((0, 2, 2, 0), (6,), {(0, 2, 2, 0)}),
        ((0, 3, 1, 0), (6,), {(0, 3, 1, 0)}),
        ((0, 1, 0, 3), (6,), {(0, 1, 0, 3)}),
        ((0, 1, 1, 0), (12,), {(0, 1, 1, 0)}),
        ((0, 0, 3, 0), (6, 12), {(0, 0, 3, 0)}),
        ((0, 1, 2, 0), (6, 12), {(0, 1, 1, 0), (0, 1, 2, 0)}),
        ((9, 1, 0, 0), (6, 12), set()),
    ],
)
def test_where_the_standard_meal_is_missing(
    cubes: tuple[int, ...], genes: tuple[int, ...], expected: set[tuple[int, ...]]
) -> None:
    """A gene's meal may be eaten if it is there, and starving stays allowed (6.13)."""
    state = eater(*cubes, genes=genes)
    assert meals(state) == expected
    assert Eat(4, (0, 0, 0, 0)) in listed(state, 0, Eat)
    for meal in expected:
        twin = state.clone()
        assert play(twin, 0, Eat(4, meal)) == [Ate(0, 4, meal), FoodAdded(0, 2, 2, 1)]


def test_substitution_with_three_players() -> None:
    """Four of one foreign colour."""
    state = eater(0, 0, 4, genes=(6,))
    assert meals(state) == {(0, 0, 4)}
    assert play(state, 0, Eat(4, (0, 0, 4))) == [Ate(0, 4, (0, 0, 4)), FoodAdded(0, 2, 2, 1)]


def test_frugality_excretes_as_much() -> None:
    """A smaller meal, two cubes all the same; no need to eat less."""
    state = eater(0, 1, 1, 1, genes=(12,))
    assert meals(state) == {(0, 1, 1, 1), (0, 1, 1, 0), (0, 1, 0, 1), (0, 0, 1, 1)}
    assert play(state, 0, Eat(4, (0, 0, 1, 1))) == [Ate(0, 4, (0, 0, 1, 1)), FoodAdded(0, 2, 2, 1)]


def parasite(*cubes: int, host_points: int = 3, genes: tuple[int, ...] = (14,)) -> Ursuppe:
    """The eater with gene 14 beside amoebas of colours 1 and 2."""
    others = {1: Side({2: PLACE}, points=host_points), 2: Side({6: PLACE}, points=1)}
    return eater(*cubes, genes=genes, others=others)


def test_a_parasite_lets_another_pay() -> None:
    """Nothing is told before the meal; then the parasitism, the host's point, the meal."""
    state = parasite(0, 1, 0, 1)
    prompts = state.prompts
    assert play(state, 0, Parasitize(4, 1)) == []
    assert state.prompts == prompts
    assert play(state, 0, Eat(4, (0, 1, 0, 1))) == [
        Parasitized(0, 4, 1),
        PointsChanged(1, -1),
        Ate(0, 4, (0, 1, 0, 1)),
        FoodAdded(0, 2, 2, 1),
    ]
    assert [tribe.points for tribe in state.tribes] == [4, 2, 1, 4]


def test_parasitism_needs_no_shortage() -> None:
    """It works where the standard meal is there, and without being declared it does not."""
    state = parasite(0, 2, 2, 2)
    assert meals(state) == {(0, 1, 1, 1)}
    play(state, 0, Parasitize(4, 2))
    assert meals(state) == {(0, 1, 1, 0), (0, 1, 0, 1), (0, 0, 1, 1)}
    assert play(state, 0, Eat(4, (0, 0, 1, 1)))[:2] == [Parasitized(0, 4, 2), PointsChanged(2, -1)]


def test_a_host_can_be_changed() -> None:
    """The last declaration counts (6.14)."""
    state = parasite(0, 1, 0, 1)
    play(state, 0, Parasitize(4, 2))
    play(state, 0, Parasitize(4, 1))
    assert play(state, 0, Eat(4, (0, 1, 0, 1)))[:2] == [Parasitized(0, 4, 1), PointsChanged(1, -1)]


def test_a_host_needs_no_damage_and_gets_none() -> None:
    """Only the point goes; the host's amoeba is unharmed, and its genes 5 and 19 no help."""
    others = {1: Side({2: PLACE}, points=1, genes=(5, 19))}
    state = eater(0, 1, 0, 1, genes=(14,), others=others)
    play(state, 0, Parasitize(4, 1))
    play(state, 0, Eat(4, (0, 1, 0, 1)))
    assert state.tribes[1].points == 0
    assert state.tribes[1].amoebas[2].damage == 0


def test_all_hosts_are_listed() -> None:
    """Foreign colours with an amoeba in the square and points."""
    assert listed(parasite(0, 1, 0, 1), 0, Parasitize) == [Parasitize(4, 1), Parasitize(4, 2)]
    broke = parasite(0, 1, 0, 1, host_points=0)
    assert listed(broke, 0, Parasitize) == [Parasitize(4, 2)]


def test_a_parasite_that_starves_is_told_so() -> None:
    """She alone hears error 23, first; the amoeba starves, and the host keeps the point."""
    state = parasite(0, 1, 0, 0)
    play(state, 0, Parasitize(4, 1))
    assert play(state, 0, Eat(4, (0, 0, 0, 0))) == [
        ParasiteStarved(to=frozenset({0})),
        Ate(0, 4, (0, 0, 0, 0)),
        Damaged(0, 4),
    ]
    assert state.tribes[1].points == 3


def test_parasitism_ends_with_the_meal() -> None:
    """The next amoeba starts undeclared."""
    sides = {
        0: Side({4: PLACE, 5: PLACE}, genes=(14,)),
        1: Side({2: PLACE}),
        3: WAITING,
    }
    state = at_meal(position(4, sides, food={PLACE: (0, 2, 2, 2)}), 0, 4)
    play(state, 0, Parasitize(4, 1))
    play(state, 0, Eat(4, (0, 1, 1, 0)))
    play(state, 0, Go(5, 5))
    assert asked(state) == [AskMeal(0, 0, 5)]
    assert meals(state) == {(0, 1, 1, 1)}
