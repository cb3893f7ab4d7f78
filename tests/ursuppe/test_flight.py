"""
Flights with all movement genes, their second step, tentacles on the run, and
attackers and others who hold on (spec/ursuppe-rules.md 4.1, 4.2, 6.12, 6.16,
6.21).
"""

from __future__ import annotations

import pytest

from boardhub.games.rules import Event
from boardhub.games.ursuppe.events import (
    AmoebaRemoved,
    Ate,
    Damaged,
    DefenceFailed,
    DefenceWorked,
    FoodAdded,
    Moved,
    PointsChanged,
    Rolled,
)
from boardhub.games.ursuppe.moves import (
    Defend,
    Eat,
    Flee,
    Hold,
    LetGo,
    NoDefence,
    NoFlight,
    Roll,
    Struggle,
    Tentacle,
)
from boardhub.games.ursuppe.prompts import AskHold, AskMeal, AskMovement
from boardhub.games.ursuppe.state import Ursuppe
from tests.ursuppe.duels import PLACE, hungry, prey, strike, struggle, ward
from tests.ursuppe.positions import Side, asked, food, listed, play

NONE = (0, 0, 0, 0)
NOTHING = (0, 0, 0, 0)
STARVES: list[Event] = [Damaged(0, 3)]
EATEN: list[Event] = [AmoebaRemoved(2, 5), *food(4, 1, PLACE)]
LOST: list[Event] = [DefenceFailed(2, 5), *EATEN]


def hunted(victim: Side, attacker: Side | None = None, **more: Side) -> Ursuppe:
    """The victim asked; ``berta``: what colour 1 has."""
    others = {1: more["berta"]} if "berta" in more else {}
    state = struggle(attacker or hungry(()), victim, others=others)
    strike(state)
    return state


def run(state: Ursuppe, way: int) -> list[Event]:
    """Roll, then flee; the events of the flight alone."""
    play(state, 2, Roll())
    return play(state, 2, Flee(5, way))


def ways(state: Ursuppe) -> list[int]:
    """Where the victim may flee now."""
    return sorted(move.direction for move in state.legal_moves(2) if isinstance(move, Flee))


def spot(state: Ursuppe, color: int, number: int) -> tuple[int, int]:
    """Where an amoeba is."""
    amoeba = state.tribes[color].amoebas[number]
    return (amoeba.x, amoeba.y)


@pytest.mark.parametrize(
    ("genes", "dice", "expected"),
    [
        ((5,), (3, 1), [3]),
        ((5,), (2, 1), [5]),
        ((5,), (6, 2), [1, 3, 5]),
        ((5, 1), (3, 1), [1, 3]),
        ((5, 1), (2, 1), [1, 5]),
        ((5, 17), (2, 4), [1, 3, 5]),
        ((5, 10), (3, 1), [3]),
    ],
)
def test_a_flight_is_a_movement(
    genes: tuple[int, ...], dice: tuple[int, ...], expected: list[int]
) -> None:
    """The dice permit the same directions as on the own turn."""
    state = hunted(prey(genes, movement=dice))
    assert ways(state) == []
    assert play(state, 2, Roll()) == [Rolled(2, *dice), PointsChanged(2, -1)]
    assert state.view(None).rolled == (2, *dice)
    assert ways(state) == expected


@pytest.mark.parametrize("gene", [3, 16])
def test_a_second_step_after_one_that_worked(gene: int) -> None:
    """Asked with code 0, free, rolled anew; it may lead on."""
    state = hunted(prey((5, gene), 1, movement=(3, 1, 3, 1)))
    assert run(state, 3) == [Moved(2, 5, 3, flight=True)]
    assert asked(state) == [ward(0)]
    assert play(state, 2, Roll()) == [Rolled(2, 3, 1)]
    assert play(state, 2, Flee(5, 3)) == [Moved(2, 5, 3, flight=True), *STARVES]
    assert spot(state, 2, 5) == (4, 1)


@pytest.mark.parametrize("gene", [3, 16])
def test_a_second_step_may_be_declined(gene: int) -> None:
    """The flight has worked already."""
    state = hunted(prey((5, gene), movement=(3, 1)))
    run(state, 3)
    assert play(state, 2, NoFlight(5)) == STARVES
    assert spot(state, 2, 5) == (3, 1)


def test_after_a_step_that_worked_defence_is_not_offered() -> None:
    """Code 0 although the defence was never tried (6.21)."""
    state = hunted(prey((3, 4, 5), movement=(3, 1)))
    run(state, 3)
    assert asked(state) == [ward(0)]
    assert set(state.legal_moves(2)) == {Roll(), NoFlight(5)}


@pytest.mark.parametrize(
    ("genes", "points", "code"),
    [((3, 5), 4, 0), ((3, 4, 5), 4, 2), ((3, 4, 5), 2, 2), ((3, 4, 5), 1, 0), ((3, 4, 5, 8), 1, 2)],
)
def test_a_second_step_after_one_that_failed(
    genes: tuple[int, ...], points: int, code: int
) -> None:
    """Code 2 where defence is still an option that can be paid, else 0."""
    state = hunted(prey(genes, points, movement=(2, 1, 3, 1)))
    assert run(state, 5) == [Moved(2, 5, 5, flight=True)]
    assert asked(state) == [ward(code)]
    assert play(state, 2, Roll()) == [Rolled(2, 3, 1)]
    assert play(state, 2, Flee(5, 3)) == [Moved(2, 5, 3, flight=True), *STARVES]


def test_two_steps_that_fail() -> None:
    """The victim stands where it was, and the attack goes on to its end."""
    state = hunted(prey((3, 5), movement=(2, 1, 4, 1)))
    run(state, 5)
    assert run(state, 5) == [Moved(2, 5, 5, flight=True), *LOST]


def test_two_steps_that_fail_leave_the_defence() -> None:
    """Then with code 1."""
    state = hunted(prey((3, 4, 5), movement=(2, 1, 4, 1), fights=(6,)), hungry((), fights=(1,)))
    run(state, 5)
    assert run(state, 5) == [Moved(2, 5, 5, flight=True)]
    assert asked(state) == [ward(1)]
    assert play(state, 2, Defend(5)) == [PointsChanged(2, -1), DefenceWorked(2, 5), *STARVES]


def test_declining_the_second_step_leaves_the_defence() -> None:
    """After a first step that failed."""
    state = hunted(prey((3, 4, 5), movement=(2, 1)))
    run(state, 5)
    assert play(state, 2, NoFlight(5)) == []
    assert asked(state) == [ward(1)]


def test_declining_the_defence_leaves_the_second_step() -> None:
    """It is asked for again, with code 0, and is still free."""
    state = hunted(prey((3, 4, 5), movement=(2, 1, 3, 1)))
    run(state, 5)
    assert play(state, 2, NoDefence(5)) == []
    assert asked(state) == [ward(0)]
    assert play(state, 2, Roll()) == [Rolled(2, 3, 1)]
    assert play(state, 2, Flee(5, 3)) == [Moved(2, 5, 3, flight=True), *STARVES]


def test_declining_both_after_a_failed_step() -> None:
    """The line of failure comes with the end."""
    state = hunted(prey((3, 4, 5), movement=(2, 1)))
    run(state, 5)
    play(state, 2, NoDefence(5))
    assert play(state, 2, NoFlight(5)) == LOST


def test_the_defence_loses_the_second_step() -> None:
    """It is open directly after the first step only."""
    state = hunted(prey((3, 4, 5), movement=(2, 1), fights=(1,)), hungry((), fights=(6,)))
    run(state, 5)
    assert play(state, 2, Defend(5)) == [PointsChanged(2, -1), *LOST]


def test_running_back_is_a_failed_flight() -> None:
    """Two steps, and victim and attacker share a square again."""
    state = hunted(prey((3, 5), movement=(3, 1, 1, 1)))
    run(state, 3)
    assert run(state, 1) == [Moved(2, 5, 1, flight=True), *LOST]


def test_running_back_leaves_the_defence() -> None:
    """The flight is used up, the defence is not."""
    state = hunted(prey((3, 4, 5), movement=(3, 1, 1, 1)))
    run(state, 3)
    assert run(state, 1) == [Moved(2, 5, 1, flight=True)]
    assert asked(state) == [ward(1)]


def test_persistence_serves_flight_and_defence() -> None:
    """Its second step and its second throw, both in one attack."""
    victim = prey((4, 5, 16), movement=(2, 1, 4, 1), fights=(1, 6))
    state = hunted(victim, hungry((), fights=(5, 5)))
    run(state, 5)
    run(state, 5)
    assert asked(state) == [ward(1)]
    assert play(state, 2, Defend(5)) == [PointsChanged(2, -1), DefenceWorked(2, 5), *STARVES]


def armed(victim: Side, *cubes: int) -> Ursuppe:
    """The victim asked, among these cubes."""
    state = struggle(hungry(()), victim, food={PLACE: cubes, (3, 1): (0, 0, 0, 1)})
    strike(state)
    return state


def test_tentacles_work_in_flight() -> None:
    """Declared before the roll or after it, three at most."""
    state = armed(prey((5, 9), movement=(3, 1)), 4, 0, 4, 0)
    prompts = state.prompts
    assert play(state, 2, Tentacle(5, (1, 0, 2, 0))) == []
    assert state.prompts == prompts
    assert run(state, 3) == [Moved(2, 5, 3, flight=True, cubes=(1, 0, 2, 0)), *STARVES]
    assert list(state.cubes[PLACE]) == [3, 0, 2, 0]
    assert list(state.cubes[3, 1]) == [1, 0, 2, 1]


def test_tentacles_outlive_a_lost_fight() -> None:
    """A declaration is valid until a step or the end of the attack (6.12)."""
    state = struggle(
        hungry((), fights=(6,)),
        prey((4, 5, 9), movement=(3, 1), fights=(1,)),
        food={PLACE: (4, 0, 0, 0)},
    )
    strike(state)
    play(state, 2, Tentacle(5, (2, 0, 0, 0)))
    assert play(state, 2, Defend(5)) == [PointsChanged(2, -1), DefenceFailed(2, 5)]
    assert run(state, 3) == [Moved(2, 5, 3, flight=True, cubes=(2, 0, 0, 0)), *STARVES]


def test_tentacles_lapse_with_a_step_that_fails() -> None:
    """The second step needs a declaration of its own."""
    state = armed(prey((3, 5, 9), movement=(2, 1, 3, 1)), 4, 0, 0, 0)
    play(state, 2, Tentacle(5, (2, 0, 0, 0)))
    assert run(state, 5) == [Moved(2, 5, 5, flight=True)]
    assert run(state, 3) == [Moved(2, 5, 3, flight=True), *STARVES]


def test_each_flight_step_has_tentacles_of_its_own() -> None:
    """What is in reach of the second is what lies in the new square."""
    state = armed(prey((3, 5, 9), movement=(3, 1, 3, 1)), 4, 0, 0, 0)
    play(state, 2, Tentacle(5, (2, 0, 0, 0)))
    run(state, 3)
    assert play(state, 2, Tentacle(5, (1, 0, 0, 1))) == []
    assert run(state, 3) == [Moved(2, 5, 3, flight=True, cubes=(1, 0, 0, 1)), *STARVES]
    assert list(state.cubes[3, 1]) == [1, 0, 0, 0]


def test_tentacles_end_with_the_attack() -> None:
    """A declaration that no step has used does not reach the own turn."""
    state = struggle(
        hungry((), fights=(1,)), prey((4, 5, 9), fights=(6,)), food={PLACE: (4, 0, 0, 0)}
    )
    strike(state)
    play(state, 2, Tentacle(5, (2, 0, 0, 0)))
    play(state, 2, Defend(5))
    assert asked(state) == [AskMovement(2, 0, 5, False)]
    assert Tentacle(5, (2, 0, 0, 0)) in listed(state, 2, Tentacle)


def clutched(victim: Side, attacker: Side | None = None) -> Ursuppe:
    """The attacker owns gene 10."""
    return hunted(victim, attacker or hungry((10,)))


def test_an_attacker_who_is_dragged_along_eats_elsewhere() -> None:
    """The attack is over; it may still eat where it stands now, and not attack again."""
    state = struggle(hungry((10,)), prey((5,), movement=(3, 1)), food={(3, 1): (0, 1, 1, 1)})
    strike(state)
    assert run(state, 3) == []
    assert asked(state) == [AskHold(0, 0, 3, 2, 5, 3, NONE)]
    assert play(state, 0, Hold(3, 2, 5)) == [Moved(2, 5, 3, flight=True, holders=((0, 3),))]
    assert asked(state) == [AskMeal(0, 0, 3)]
    assert listed(state, 0, Struggle) == []
    meal = (0, 1, 1, 1)
    assert play(state, 0, Eat(3, meal)) == [Ate(0, 3, meal), FoodAdded(0, 2, 3, 1)]


def test_an_attacker_who_is_dragged_along_may_starve() -> None:
    """Like at any meal that is not there: the zeros are told."""
    state = clutched(prey((5,), movement=(3, 1)))
    run(state, 3)
    play(state, 0, Hold(3, 2, 5))
    assert play(state, 0, Eat(3, NOTHING)) == [Ate(0, 3, NOTHING), Damaged(0, 3)]
    assert asked(state) == [AskMovement(2, 0, 5, False)]


def test_an_attacker_who_lets_go_starves() -> None:
    """The victim has fled, and there is no line of a meal."""
    state = clutched(prey((5,), movement=(3, 1)))
    run(state, 3)
    assert play(state, 0, LetGo(3, 2, 5)) == [Moved(2, 5, 3, flight=True), *STARVES]


def test_only_the_attacker_itself_counts_as_dragged() -> None:
    """Another amoeba of the same colour may go along without saving the meal."""
    state = clutched(
        prey((5,), movement=(3, 1)), Side({3: PLACE, 6: PLACE}, genes=(10, 13), points=5)
    )
    run(state, 3)
    assert play(state, 0, LetGo(3, 2, 5)) == []
    assert asked(state) == [AskHold(0, 0, 6, 2, 5, 3, NONE)]
    assert play(state, 0, Hold(6, 2, 5)) == [
        Moved(2, 5, 3, flight=True, holders=((0, 6),)),
        *STARVES,
    ]
    assert asked(state) == [AskMovement(0, 0, 6, False)]


def test_a_dragged_attacker_leaves_the_second_step_open() -> None:
    """Code 0 although the victim is beside the attacker and could defend itself."""
    state = clutched(prey((3, 4, 5), movement=(3, 1, 3, 1)))
    run(state, 3)
    play(state, 0, Hold(3, 2, 5))
    assert asked(state) == [ward(0)]
    assert run(state, 3) == []
    assert play(state, 0, LetGo(3, 2, 5)) == [Moved(2, 5, 3, flight=True)]
    assert asked(state) == [AskMeal(0, 0, 3)]
    assert spot(state, 0, 3) == (3, 1)


@pytest.mark.parametrize("answer", [Hold(3, 2, 5), LetGo(3, 2, 5)])
def test_running_back_from_a_dragged_attacker_works(answer: Hold | LetGo) -> None:
    """An attacker that was dragged once has failed, wherever both end up."""
    state = clutched(prey((3, 5), movement=(3, 1, 1, 1)))
    run(state, 3)
    play(state, 0, Hold(3, 2, 5))
    run(state, 1)
    holders = ((0, 3),) if answer == Hold(3, 2, 5) else ()
    assert play(state, 0, answer) == [Moved(2, 5, 1, flight=True, holders=holders)]
    assert asked(state) == [AskMeal(0, 0, 3)]


def test_a_third_colour_may_hold_on_to_the_victim() -> None:
    """It goes along, and the attacker starves."""
    state = hunted(prey((5,), movement=(3, 1)), berta=Side({2: PLACE}, genes=(10,)))
    assert run(state, 3) == []
    assert asked(state) == [AskHold(1, 0, 2, 2, 5, 3, NONE)]
    assert play(state, 1, Hold(2, 2, 5)) == [
        Moved(2, 5, 3, flight=True, holders=((1, 2),)),
        *STARVES,
    ]


def test_a_flight_against_the_edge_is_not_held() -> None:
    """Nothing leaves the square, so nobody is asked."""
    state = clutched(prey((5,), movement=(2, 1)))
    assert run(state, 5) == [Moved(2, 5, 5, flight=True), *LOST]
