"""
Warding an attack off, in the phase 1 and in the phase 5: what is offered,
defence and flight in every order and with every end (spec/ursuppe-rules.md
4.2, 6.16 to 6.22).
"""

from __future__ import annotations

from itertools import product

import pytest
from attrs import evolve

from boardhub.games.rules import Event
from boardhub.games.ursuppe.events import (
    Aggressed,
    AmoebaRemoved,
    Attacked,
    CanWard,
    Damaged,
    DefenceFailed,
    DefenceWorked,
    Moved,
    PointsChanged,
    Rolled,
    Scored,
)
from boardhub.games.ursuppe.moves import Defend, Flee, NoDefence, NoFlight, Roll
from boardhub.games.ursuppe.prompts import AskMovement
from boardhub.games.ursuppe.state import Ursuppe
from tests.ursuppe.duels import (
    PLACE,
    aggression,
    hungry,
    prey,
    strike,
    struggle,
    violent,
    ward,
)
from tests.ursuppe.positions import Side, asked, before, food, play

PHASES = (1, 5)


def duel(phase: int, attacker: tuple[int, ...], fights: tuple[int, ...], victim: Side) -> Ursuppe:
    """The scene of one phase; the attacker has these genes beside the attack."""
    if phase == 1:
        return struggle(hungry(attacker, fights=fights), victim)
    return aggression(violent(attacker, fights=fights), victim)


def told(state: Ursuppe, seat: int, move: Defend | Flee | NoDefence | NoFlight) -> list[Event]:
    """What a move causes in the attack, without the scoring that may follow it."""
    events = play(state, seat, move)
    if any(isinstance(event, Scored) for event in events):
        return before(events, Scored)
    return events


def success(phase: int) -> list[Event]:
    """The victim is gone, and there are cubes for it."""
    return [AmoebaRemoved(2, 5), *food(4, 1 if phase == 1 else 2, PLACE)]


def failure(phase: int) -> list[Event]:
    """A beaten attacker starves in phase 1; in phase 5 nothing follows."""
    return [Damaged(0, 3)] if phase == 1 else []


OFFERS = [
    ((4,), 1, 1),
    ((5,), 1, 0),
    ((5, 8), 0, 0),
    ((4, 8), 1, 1),
    ((4, 5), 1, 2),
    ((4, 5, 8), 1, 2),
    ((4, 5, 8), 0, 0),
    ((4,), 0, None),
    ((4, 8), 0, None),
    ((5,), 0, None),
    ((4, 5), 0, None),
    ((1, 3, 8, 9), 4, None),
]


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(("genes", "points", "code"), OFFERS)
def test_what_is_offered(phase: int, genes: tuple[int, ...], points: int, code: int | None) -> None:
    """Gene 4 and a point: defence. Gene 5 and either a point or gene 8: flight."""
    state = duel(phase, (), (), prey(genes, points))
    opening: Event = Attacked(2, 5, 0, 3) if phase == 1 else Aggressed(0, 3, 2, 5)
    events = strike(state)
    assert events[:2] == [opening, PointsChanged(0, -1)]
    if code is None:
        assert events[2] == DefenceFailed(2, 5)
        return
    assert events[2:] == [CanWard(2, 5)]
    assert asked(state) == [ward(code)]


@pytest.mark.parametrize("phase", PHASES)
def test_the_higher_die_wins_for_the_victim(phase: int) -> None:
    """It lives, for a point."""
    state = duel(phase, (), (2,), prey((4,), fights=(5,)))
    strike(state)
    assert told(state, 2, Defend(5)) == [
        PointsChanged(2, -1),
        DefenceWorked(2, 5),
        *failure(phase),
    ]
    assert state.tribes[2].points == 3
    assert state.tribes[2].amoebas[5].damage == 0


@pytest.mark.parametrize("phase", PHASES)
def test_the_higher_die_wins_for_the_attacker(phase: int) -> None:
    """One line for the lost fight, none again for the success."""
    state = duel(phase, (), (6,), prey((4,), fights=(5,)))
    strike(state)
    assert told(state, 2, Defend(5)) == [
        PointsChanged(2, -1),
        DefenceFailed(2, 5),
        *success(phase),
    ]


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(("mine", "hers"), [((4, 1, 6), (4, 1, 2)), ((3, 3, 1), (3, 3, 2))])
def test_ties_are_thrown_again(phase: int, mine: tuple[int, ...], hers: tuple[int, ...]) -> None:
    """Until one of them is higher, for one point in all."""
    state = duel(phase, (), mine, prey((4,), fights=hers))
    strike(state)
    events = told(state, 2, Defend(5))
    won = mine[-1] > hers[-1]
    assert events[:2] == [
        PointsChanged(2, -1),
        DefenceFailed(2, 5) if won else DefenceWorked(2, 5),
    ]
    assert state.tribes[2].points == 3


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(
    ("attacker", "victim", "mine", "hers", "won"),
    [
        pytest.param((16,), (4,), (2, 6), (5, 1), True, id="attacker wins the second"),
        pytest.param((16,), (4,), (2, 1), (5, 6), False, id="attacker loses both"),
        pytest.param((16,), (4,), (6,), (5,), True, id="attacker needs no second"),
        pytest.param((16,), (4,), (2, 3, 4), (5, 3, 1), True, id="tie in the second"),
        pytest.param((), (4, 16), (6, 2), (5, 3), False, id="victim wins the second"),
        pytest.param((), (4, 16), (6, 4), (5, 3), True, id="victim loses both"),
        pytest.param((), (4, 16), (2,), (3,), False, id="victim needs no second"),
    ],
)
def test_persistence_throws_a_lost_fight_again(
    phase: int,
    attacker: tuple[int, ...],
    victim: tuple[int, ...],
    mine: tuple[int, ...],
    hers: tuple[int, ...],
    won: bool,
) -> None:
    """Once, free, for the loser that owns gene 16, with one line for both throws."""
    state = duel(phase, attacker, mine, prey(victim, fights=hers))
    strike(state)
    ending = [DefenceFailed(2, 5), *success(phase)] if won else [DefenceWorked(2, 5)]
    if not won:
        ending += failure(phase)
    assert told(state, 2, Defend(5)) == [PointsChanged(2, -1), *ending]


#: How a try can go: the dice that make it so, and what it tells.
WORKS, FAILS, DECLINED = "works", "fails", "declined"
RESULTS = (WORKS, FAILS, DECLINED)


def defend(state: Ursuppe, result: str) -> list[Event]:
    """Try (or decline) the defence."""
    if result == DECLINED:
        return told(state, 2, NoDefence(5))
    return told(state, 2, Defend(5))


def flee(state: Ursuppe, result: str) -> list[Event]:
    """Try (or decline) the flight: east, or against the northern edge."""
    if result == DECLINED:
        return told(state, 2, NoFlight(5))
    return play(state, 2, Roll()) + told(state, 2, Flee(5, 3 if result == WORKS else 5))


def line_of_defence(result: str) -> list[Event]:
    """What the defence by itself tells."""
    if result == DECLINED:
        return []
    outcome = DefenceWorked(2, 5) if result == WORKS else DefenceFailed(2, 5)
    return [PointsChanged(2, -1), outcome]


def line_of_flight(result: str) -> list[Event]:
    """What the flight by itself tells."""
    if result == DECLINED:
        return []
    die, way = (3, 3) if result == WORKS else (2, 5)
    return [Rolled(2, die, 1), PointsChanged(2, -1), Moved(2, 5, way, flight=True)]


def both_ways(defence: str, flight: str) -> Side:
    """A victim with genes 4 and 5, whose dice bring these results against a 3."""
    return prey(
        (4, 5),
        fights=(5,) if defence == WORKS else (1,),
        movement=(3, 1) if flight == WORKS else (2, 1),
    )


def crowned(phase: int, defence: str) -> list[Event]:
    """How an attack succeeds after this defence: one line of failure in all."""
    missing = [] if defence == FAILS else [DefenceFailed(2, 5)]
    return [*missing, *success(phase)]


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(("defence", "flight"), list(product(RESULTS, RESULTS)))
def test_defence_then_flight(phase: int, defence: str, flight: str) -> None:
    """Each once; the first that works ends the attack, two that do not lose the amoeba."""
    state = duel(phase, (), (3,), both_ways(defence, flight))
    strike(state)
    assert asked(state) == [ward(2)]
    first = defend(state, defence)
    if defence == WORKS:
        assert first == line_of_defence(defence) + failure(phase)
        return
    assert first == line_of_defence(defence)
    assert asked(state) == [ward(0)]
    ending = failure(phase) if flight == WORKS else crowned(phase, defence)
    assert flee(state, flight) == line_of_flight(flight) + ending


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(("flight", "defence"), list(product(RESULTS, RESULTS)))
def test_flight_then_defence(phase: int, flight: str, defence: str) -> None:
    """The other order, with the same ends."""
    state = duel(phase, (), (3,), both_ways(defence, flight))
    strike(state)
    first = flee(state, flight)
    if flight == WORKS:
        assert first == line_of_flight(flight) + failure(phase)
        return
    assert first == line_of_flight(flight)
    assert asked(state) == [ward(1)]
    ending = failure(phase) if defence == WORKS else crowned(phase, defence)
    assert defend(state, defence) == line_of_defence(defence) + ending


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("result", RESULTS)
def test_defence_alone(phase: int, result: str) -> None:
    """With gene 4 only there is one try."""
    state = duel(phase, (), (3,), evolve(both_ways(result, FAILS), genes=(4,)))
    strike(state)
    ending = failure(phase) if result == WORKS else crowned(phase, result)
    assert defend(state, result) == line_of_defence(result) + ending


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("result", RESULTS)
def test_flight_alone(phase: int, result: str) -> None:
    """With gene 5 only there is one try."""
    state = duel(phase, (), (3,), evolve(both_ways(FAILS, result), genes=(5,)))
    strike(state)
    ending = failure(phase) if result == WORKS else crowned(phase, DECLINED)
    assert flee(state, result) == line_of_flight(result) + ending


@pytest.mark.parametrize("phase", PHASES)
def test_a_point_spent_on_defence_is_missing_for_flight(phase: int) -> None:
    """What can be paid is looked at anew after each try (6.22)."""
    state = duel(phase, (), (3,), prey((4, 5), 1, fights=(1,)))
    strike(state)
    assert asked(state) == [ward(2)]
    assert defend(state, FAILS) == line_of_defence(FAILS) + success(phase)


@pytest.mark.parametrize("phase", PHASES)
def test_a_point_spent_on_flight_is_missing_for_defence(phase: int) -> None:
    """After a failed flight nothing can be paid any more."""
    state = duel(phase, (), (3,), prey((4, 5), 1, movement=(2, 1)))
    strike(state)
    assert flee(state, FAILS) == [*line_of_flight(FAILS), DefenceFailed(2, 5), *success(phase)]


@pytest.mark.parametrize("phase", PHASES)
def test_streamlining_makes_flight_free(phase: int) -> None:
    """The last point serves the defence, and flight is offered all the same."""
    state = duel(phase, (), (3,), prey((4, 5, 8), 1, fights=(1,), movement=(3, 1)))
    strike(state)
    assert defend(state, FAILS) == line_of_defence(FAILS)
    assert asked(state) == [ward(0)]
    assert play(state, 2, Roll()) == [Rolled(2, 3, 1)]
    assert told(state, 2, Flee(5, 3)) == [Moved(2, 5, 3, flight=True), *failure(phase)]


@pytest.mark.parametrize("phase", PHASES)
def test_a_free_flight_that_fails_leaves_the_defence(phase: int) -> None:
    """With gene 8 the only point is still there."""
    state = duel(phase, (), (3,), prey((4, 5, 8), 1, fights=(5,), movement=(2, 1)))
    strike(state)
    assert play(state, 2, Roll()) == [Rolled(2, 2, 1)]
    assert told(state, 2, Flee(5, 5)) == [Moved(2, 5, 5, flight=True)]
    assert asked(state) == [ward(1)]
    assert defend(state, WORKS) == line_of_defence(WORKS) + failure(phase)


@pytest.mark.parametrize("phase", PHASES)
def test_every_question_has_a_number_of_its_own(phase: int) -> None:
    """A roll keeps the prompt, an answer brings the next number."""
    state = duel(phase, (), (3,), both_ways(FAILS, FAILS))
    strike(state)
    (first,) = state.prompts
    defend(state, FAILS)
    (second,) = state.prompts
    assert second.number == first.number + 1
    play(state, 2, Roll())
    assert tuple(state.prompts) == (second,)


def test_the_victim_keeps_its_own_turn() -> None:
    """Having fled, it moves and eats when its number comes."""
    state = duel(1, (), (), both_ways(DECLINED, WORKS))
    strike(state)
    flee(state, WORKS)
    assert asked(state) == [AskMovement(2, 0, 5, False)]
    assert state.view(None).rolled is None


def test_a_lost_fight_may_starve_the_attacker_to_the_limit() -> None:
    """The damage of hunger is one point, also for an amoeba that is hurt."""
    attacker = Side({3: (*PLACE, 1)}, genes=(13,), fights=(1,))
    state = struggle(attacker, prey((4,), fights=(2,)))
    strike(state)
    play(state, 2, Defend(5))
    assert state.tribes[0].amoebas[3].damage == 2
