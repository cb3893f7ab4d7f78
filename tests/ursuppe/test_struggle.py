"""
Attacks out of hunger, where nobody wards them off: gene 13 and the phase 1
side of gene 18 (spec/ursuppe-rules.md 4.1, 4.2).
"""

from __future__ import annotations

import pytest

from boardhub.games.rules import Event
from boardhub.games.ursuppe.events import (
    AmoebaRemoved,
    Ate,
    Attacked,
    CardTurned,
    Damaged,
    DefenceFailed,
    FoodAdded,
    PointsChanged,
)
from boardhub.games.ursuppe.moves import Eat, Go, Parasitize, Struggle
from boardhub.games.ursuppe.prompts import AskGenes, AskMovement
from tests.ursuppe.duels import FAR, HUNGRY, PLACE, hungry, prey, strike, struggle
from tests.ursuppe.positions import (
    Side,
    asked,
    at_meal,
    food,
    listed,
    play,
    position,
    start,
)

NOTHING = (0, 0, 0, 0)

KILL: list[Event] = [
    Attacked(2, 5, 0, 3),
    PointsChanged(0, -1),
    DefenceFailed(2, 5),
    AmoebaRemoved(2, 5),
    *food(4, 1, PLACE),
]
"""What a successful attack on a victim without defence tells."""


@pytest.mark.parametrize("gene", [13, 18])
def test_a_victim_is_eaten(gene: int) -> None:
    """One cube of every colour comes for the victim; no meal, no excretion, no damage."""
    state = struggle(Side({3: PLACE}, genes=(gene,), points=5))
    assert strike(state) == KILL
    assert asked(state) == [AskMovement(3, 0, 0, False)]
    assert state.tribes[0].points == 4
    assert state.tribes[0].amoebas[3].damage == 0
    assert 5 not in state.tribes[2].amoebas
    assert list(state.cubes[PLACE]) == [1, 1, 1, 1]
    assert list(state.supply) == [54, 54, 54, 54]


def test_a_shortage_leaves_a_colour_out() -> None:
    """No line and no cube of a colour that the supply lacks."""
    state = struggle(supply={1: 0, 3: 1})
    events = strike(state)
    assert events[4:] == [FoodAdded(0, 1, 2, 1), FoodAdded(2, 1, 2, 1), FoodAdded(3, 1, 2, 1)]
    assert list(state.supply) == [54, 0, 54, 0]


def test_an_eaten_amoeba_has_no_turn() -> None:
    """It is skipped when its number would come."""
    state = struggle(victim=Side({5: PLACE, 6: (1, 1)}))
    strike(state)
    assert asked(state) == [AskMovement(2, 0, 6, False)]


def test_an_own_amoeba_may_be_the_victim() -> None:
    """It cannot ward the attack off, whatever the genes, and the line is told all the same."""
    state = struggle(Side({3: PLACE, 4: PLACE, 6: (1, 1)}, genes=(13, 4, 5), points=5))
    assert play(state, 0, Struggle(3, 0, 4)) == [
        Attacked(0, 4, 0, 3),
        PointsChanged(0, -1),
        DefenceFailed(0, 4),
        AmoebaRemoved(0, 4),
        *food(4, 1, PLACE),
    ]
    assert asked(state) == [AskMovement(0, 0, 6, False)]


def test_the_last_amoeba_of_the_phase() -> None:
    """When the eaten amoeba was the last to move, the phase is over."""
    state = at_meal(position(4, {0: HUNGRY, 2: prey(())}), 0, 3)
    assert strike(state) == [*KILL, CardTurned(5, 14)]
    assert asked(state) == [AskGenes(3, 0)]


def test_all_targets_in_the_square_are_listed() -> None:
    """Foreign and own amoebas there, neither itself nor those of an owner of armour."""
    sides = {
        0: Side({3: PLACE, 6: PLACE}, genes=(13,), points=1),
        1: Side({4: PLACE}, genes=(19,)),
        2: Side({5: PLACE, 2: PLACE, 6: (3, 1)}),
    }
    state = at_meal(position(4, sides), 0, 3)
    targets = {Struggle(3, 0, 6), Struggle(3, 2, 2), Struggle(3, 2, 5)}
    assert set(listed(state, 0, Struggle)) == targets


def test_the_genes_that_feed_need_not_be_used_first() -> None:
    """Hunger is the lack of the standard meal, whatever else could be eaten (6.13)."""
    state = struggle(hungry((6, 12)), food={PLACE: (0, 2, 2, 0)})
    assert set(listed(state, 0, Eat)) > {Eat(3, (0, 2, 2, 0)), Eat(3, NOTHING)}
    assert strike(state) == KILL


def test_an_attack_lets_parasitism_lapse() -> None:
    """The host does not pay for a meal that is not eaten."""
    state = struggle(hungry((14,)), food={PLACE: (0, 1, 1, 0)})
    play(state, 0, Parasitize(3, 2))
    assert strike(state) == KILL
    assert state.tribes[2].points == 4


def test_starving_beside_a_victim_is_allowed() -> None:
    """Nobody has to attack."""
    state = struggle()
    assert play(state, 0, Eat(3, NOTHING)) == [Ate(0, 3, NOTHING), Damaged(0, 3)]


@pytest.mark.parametrize(
    ("genes", "points"), [((), 4), ((4,), 0), ((5,), 0), ((4, 5), 0), ((3, 8, 17), 4)]
)
def test_no_warding_without_gene_or_points(genes: tuple[int, ...], points: int) -> None:
    """Without an option that can be paid the attack succeeds at once, and ABWEHR is not sent."""
    state = struggle(victim=prey(genes, points))
    assert strike(state) == KILL


def test_each_hungry_amoeba_may_attack() -> None:
    """The gene works for all amoebas, one attack each."""
    sides = {0: Side({3: PLACE, 4: (1, 1)}, genes=(13,)), 2: Side({5: PLACE, 6: (1, 1)}), 3: FAR}
    state = at_meal(position(4, sides), 0, 3)
    strike(state)
    play(state, 0, Go(4, 5))
    assert play(state, 0, Struggle(4, 2, 6)) == [
        Attacked(2, 6, 0, 4),
        PointsChanged(0, -1),
        DefenceFailed(2, 6),
        AmoebaRemoved(2, 6),
        *food(4, 1, (1, 1)),
    ]


def test_the_damage_of_the_victim_does_not_matter() -> None:
    """It is removed whole, and may come back later without damage."""
    state = struggle(victim=Side({5: (*PLACE, 1), 6: (1, 1)}))
    assert strike(state) == KILL
    assert state.view(None).tribes[2].amoebas == ((6, 0),)


def test_three_players_get_three_cubes() -> None:
    """Only colours in play are laid out for the victim."""
    sides = {0: HUNGRY, 1: Side({5: PLACE}), 2: FAR}
    state = at_meal(position(3, sides), 0, 3)
    assert play(state, 0, Struggle(3, 1, 5)) == [
        Attacked(1, 5, 0, 3),
        PointsChanged(0, -1),
        DefenceFailed(1, 5),
        AmoebaRemoved(1, 5),
        *food(3, 1, PLACE),
    ]


def test_it_ends_where_it_began() -> None:
    """The attacker eats where it has moved to, not where it came from."""
    sides = {0: Side({3: (1, 1)}, genes=(13,)), 2: prey(()), 3: FAR}
    state = position(4, sides, card=(3, 10))
    start(state, 1)
    play(state, 0, Go(3, 3))
    assert strike(state) == KILL
