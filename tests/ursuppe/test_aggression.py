"""
The attack of phase 5, armour, and what gene 16 adds to it
(spec/ursuppe-rules.md 4.1, 4.2, 6.28). Warding it off is in test_ward.
"""

from __future__ import annotations

import pytest

from boardhub.games.rules import Event, Move
from boardhub.games.ursuppe.events import (
    Aggressed,
    AmoebaRemoved,
    CanWard,
    Damaged,
    DefenceFailed,
    DefenceWorked,
    FoodAdded,
    Moved,
    PointsChanged,
    RoundBegan,
    Scored,
)
from boardhub.games.ursuppe.moves import (
    Aggress,
    Defend,
    Flee,
    Hold,
    LetGo,
    NoDefence,
    NoFlight,
    Peace,
    Roll,
)
from boardhub.games.ursuppe.prompts import AskAggression, AskHold, AskMovement
from boardhub.games.ursuppe.state import Ursuppe
from tests.ursuppe.duels import PLACE, VIOLENT, aggression, prey, strike, struggle, violent, ward
from tests.ursuppe.positions import (
    Side,
    asked,
    before,
    default,
    food,
    listed,
    play,
    position,
    refused,
    start,
)

OPENING: list[Event] = [Aggressed(0, 3, 2, 5), PointsChanged(0, -1)]
KILL: list[Event] = [AmoebaRemoved(2, 5), *food(4, 2, PLACE)]
NONE = (0, 0, 0, 0)


def last(state: Ursuppe, seat: int, move: Move) -> list[Event]:
    """What the last move of the phase causes, the scoring left out."""
    return before(play(state, seat, move), Scored)


def test_a_kill() -> None:
    """One line of failure, then a death with two cubes of every colour; then the scoring."""
    state = aggression()
    assert asked(state) == [AskAggression(0, 0)]
    assert strike(state) == [
        *OPENING,
        DefenceFailed(2, 5),
        *KILL,
        Scored(0, 0),
        Scored(1, 1),
        Scored(2, 2),
        Scored(3, 3),
        RoundBegan(2),
    ]
    assert asked(state) == [AskMovement(0, 0, 3, False)]


def test_peace_is_told_to_nobody() -> None:
    """The phase goes on without a line."""
    state = aggression()
    assert last(state, 0, Peace()) == []
    assert state.tribes[0].points == 5


def test_a_shortage_bounds_the_cubes() -> None:
    """What is left of each colour is laid out."""
    state = aggression(supply={0: 1, 2: 0})
    assert before(strike(state), Scored)[-3:] == [
        FoodAdded(0, 1, 2, 1),
        FoodAdded(1, 2, 2, 1),
        FoodAdded(3, 2, 2, 1),
    ]


def test_all_foreign_neighbours_are_listed() -> None:
    """Every pair of an own and a foreign amoeba in one square; own ones are spared."""
    state = aggression(
        Side({3: PLACE, 4: PLACE, 6: (1, 1)}, genes=(18,)),
        Side({5: PLACE, 1: (1, 1)}),
        others={1: Side({0: PLACE}, genes=(19,))},
    )
    assert set(listed(state, 0, Aggress)) == {
        Aggress(3, 1, 0),
        Aggress(3, 2, 5),
        Aggress(4, 1, 0),
        Aggress(4, 2, 5),
        Aggress(6, 2, 1),
    }


def test_once_per_round() -> None:
    """With several victims at hand the phase is over after one attack."""
    state = aggression(victim=Side({5: PLACE, 6: PLACE}))
    strike(state)
    assert state.round == 2
    assert 6 in state.tribes[2].amoebas


@pytest.mark.parametrize(
    ("attacker", "victim"),
    [
        pytest.param(VIOLENT, Side({5: (1, 1)}), id="nobody in the square"),
        pytest.param(Side({3: PLACE}, genes=(18,), points=0), Side({5: PLACE}), id="no point"),
        pytest.param(Side({3: PLACE, 4: PLACE}, genes=(18,)), Side(), id="only own ones"),
        pytest.param(Side({3: PLACE}, genes=(13,)), Side({5: PLACE}), id="no gene 18"),
        pytest.param(Side(genes=(18,)), Side({5: PLACE}), id="no amoeba"),
    ],
)
def test_it_is_asked_only_where_it_is_possible(attacker: Side, victim: Side) -> None:
    """A point, and a foreign amoeba beside an own one, or the phase just ends."""
    state = position(4, {0: attacker, 2: victim})
    assert isinstance(start(state, 5)[0], Scored)
    assert state.round == 2


def test_the_deaths_come_first() -> None:
    """An amoeba that died of its damage is no victim any more."""
    sides = {0: VIOLENT, 2: Side({5: (*PLACE, 2)}), 3: Side({0: (0, 4, 2)})}
    state = position(4, sides)
    assert before(start(state, 5), Scored) == [
        AmoebaRemoved(3, 0),
        *food(4, 2, (0, 4)),
        AmoebaRemoved(2, 5),
        *food(4, 2, PLACE),
    ]


def test_all_deaths_come_before_the_owner_is_asked() -> None:
    """Also those of colours behind her on the ladder."""
    sides = {
        0: Side({1: (4, 1, 2)}),
        2: Side({5: PLACE}),
        3: Side({3: PLACE}, genes=(18,), points=1),
    }
    state = position(4, sides)
    assert start(state, 5) == [AmoebaRemoved(0, 1), *food(4, 2, (4, 1))]
    assert asked(state) == [AskAggression(3, 0)]


def test_a_beaten_aggressor_does_not_starve() -> None:
    """Nothing follows a defence that worked."""
    state = aggression(violent((), fights=(2,)), prey((4,), fights=(5,)))
    assert strike(state) == [*OPENING, CanWard(2, 5)]
    assert last(state, 2, Defend(5)) == [PointsChanged(2, -1), DefenceWorked(2, 5)]
    assert state.tribes[0].amoebas[3].damage == 0


def test_armour_turns_death_into_damage() -> None:
    """An unhurt victim lives on with one point of damage; no cubes."""
    state = aggression(victim=prey((19,)))
    assert before(strike(state), Scored) == [*OPENING, DefenceFailed(2, 5), Damaged(2, 5)]
    assert state.tribes[2].amoebas[5].damage == 1
    assert list(state.cubes[PLACE]) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("genes", "damage", "dies"),
    [((19,), 1, True), ((11, 19), 1, False), ((11, 19), 2, True), ((11, 19), 0, False)],
)
def test_armour_does_not_save_the_dying(genes: tuple[int, ...], damage: int, dies: bool) -> None:
    """Damage that reaches the threshold kills at once, with two cubes of each."""
    state = aggression(victim=Side({5: (*PLACE, damage)}, genes=genes))
    ending = [Damaged(2, 5), *(KILL if dies else [])]
    assert before(strike(state), Scored) == [*OPENING, DefenceFailed(2, 5), *ending]
    assert (5 in state.tribes[2].amoebas) is not dies


def test_armour_acts_after_a_flight_that_failed() -> None:
    """Flight is tried first; the line of failure comes with the damage."""
    state = aggression(victim=prey((5, 19), movement=(2, 1)))
    assert strike(state) == [*OPENING, CanWard(2, 5)]
    assert asked(state) == [ward(0)]
    play(state, 2, Roll())
    assert last(state, 2, Flee(5, 5)) == [
        Moved(2, 5, 5, flight=True),
        DefenceFailed(2, 5),
        Damaged(2, 5),
    ]


def test_armour_acts_after_a_lost_fight() -> None:
    """The fight has told the failure already."""
    state = aggression(violent((), fights=(6,)), prey((4, 19), fights=(1,)))
    strike(state)
    assert asked(state) == [ward(1)]
    assert last(state, 2, Defend(5)) == [
        PointsChanged(2, -1),
        DefenceFailed(2, 5),
        Damaged(2, 5),
    ]


@pytest.mark.parametrize(("gene", "refusal"), [(4, NoDefence(5)), (5, NoFlight(5))])
def test_armour_acts_after_a_refusal(gene: int, refusal: Move) -> None:
    """The owner may save the point and rely on the armour."""
    state = aggression(victim=prey((gene, 19)))
    strike(state)
    assert last(state, 2, refusal) == [DefenceFailed(2, 5), Damaged(2, 5)]
    assert state.tribes[2].points == 4


def test_armour_is_a_success_without_a_second_try() -> None:
    """Gene 16 does not strike twice at an armoured amoeba."""
    state = aggression(violent((16,)), prey((19,)), others={1: Side({1: PLACE})})
    assert before(strike(state), Scored) == [*OPENING, DefenceFailed(2, 5), Damaged(2, 5)]


RUNNER = prey((5,), movement=(3, 1))
BERTA = Side({1: PLACE})


def escaped(attacker: Side, victim: Side = RUNNER, berta: Side | None = BERTA) -> Ursuppe:
    """The victim has rolled for its flight east."""
    state = aggression(attacker, victim, others={1: berta} if berta else {})
    strike(state)
    play(state, 2, Roll())
    return state


def test_persistence_asks_again_after_a_flight() -> None:
    """The second try is free and follows only if a foreign amoeba is there."""
    state = escaped(violent((16,), 1))
    assert play(state, 2, Flee(5, 3)) == [Moved(2, 5, 3, flight=True)]
    assert asked(state) == [AskAggression(0, 0)]
    assert set(state.legal_moves(0)) == {Aggress(3, 1, 1), Peace()}
    assert last(state, 0, Aggress(3, 1, 1)) == [
        Aggressed(0, 3, 1, 1),
        DefenceFailed(1, 1),
        AmoebaRemoved(1, 1),
        *food(4, 2, PLACE),
    ]


def test_the_second_try_may_be_left_out() -> None:
    """Told to nobody."""
    state = escaped(violent((16,)))
    play(state, 2, Flee(5, 3))
    assert last(state, 0, Peace()) == []


@pytest.mark.parametrize(
    ("attacker", "berta"),
    [
        pytest.param(violent(()), BERTA, id="no gene 16"),
        pytest.param(violent((3,)), BERTA, id="speed alone"),
        pytest.param(violent((16,)), None, id="nobody left in the square"),
        pytest.param(Side({3: PLACE, 6: PLACE}, genes=(16, 18)), None, id="only an own one"),
    ],
)
def test_no_second_try(attacker: Side, berta: Side | None) -> None:
    """A failed aggression costs nothing more, and the phase ends."""
    state = escaped(attacker, berta=berta)
    assert last(state, 2, Flee(5, 3)) == [Moved(2, 5, 3, flight=True)]


def test_the_second_try_is_for_the_same_amoeba() -> None:
    """Another own amoeba beside a victim may not take over."""
    attacker = Side({3: PLACE, 6: (1, 1)}, genes=(16, 18), points=1)
    state = escaped(attacker, berta=Side({1: PLACE, 2: (1, 1)}))
    play(state, 2, Flee(5, 3))
    assert listed(state, 0, Aggress) == [Aggress(3, 1, 1)]
    assert refused(state, 0, Aggress(6, 1, 2)) == 1


def test_the_second_try_looks_where_the_attacker_stands() -> None:
    """A victim beside another own amoeba opens nothing."""
    attacker = Side({3: PLACE, 6: (1, 1)}, genes=(16, 18))
    state = escaped(attacker, berta=Side({2: (1, 1)}))
    assert last(state, 2, Flee(5, 3)) == [Moved(2, 5, 3, flight=True)]


def test_a_fight_lost_for_good_gives_no_second_try() -> None:
    """Gene 16 has thrown the fight again; that was it."""
    state = aggression(violent((16,), fights=(1, 1)), prey((4,), fights=(2, 2)), others={1: BERTA})
    strike(state)
    assert last(state, 2, Defend(5)) == [PointsChanged(2, -1), DefenceWorked(2, 5)]


def test_a_second_throw_uses_the_second_try_up() -> None:
    """Won at the second throw, then fled from: the phase ends."""
    victim = prey((4, 5), movement=(3, 1), fights=(5, 1))
    state = aggression(violent((16,), fights=(2, 6)), victim, others={1: BERTA})
    strike(state)
    play(state, 2, Defend(5))
    play(state, 2, Roll())
    assert last(state, 2, Flee(5, 3)) == [Moved(2, 5, 3, flight=True)]


def test_the_second_victim_may_ward_too() -> None:
    """And there is no second throw in the second try."""
    berta = Side({1: PLACE}, genes=(4,), fights=(5,))
    state = escaped(violent((16,), fights=(2,)), berta=berta)
    play(state, 2, Flee(5, 3))
    assert play(state, 0, Aggress(3, 1, 1)) == [Aggressed(0, 3, 1, 1), CanWard(1, 1)]
    assert last(state, 1, Defend(1)) == [PointsChanged(1, -1), DefenceWorked(1, 1)]


def test_there_is_no_third_try() -> None:
    """A second victim that flees ends the phase."""
    berta = Side({1: PLACE, 2: PLACE}, genes=(5,), movement=(1, 1))
    state = escaped(violent((16,)), berta=berta)
    play(state, 2, Flee(5, 3))
    play(state, 0, Aggress(3, 1, 1))
    play(state, 1, Roll())
    assert last(state, 1, Flee(1, 1)) == [Moved(1, 1, 1, flight=True)]


def test_holding_on_to_the_victim_without_persistence() -> None:
    """The attacker goes along, and that is all."""
    state = escaped(violent((10,)), berta=None)
    assert play(state, 2, Flee(5, 3)) == []
    assert asked(state) == [AskHold(0, 0, 3, 2, 5, 3, NONE)]
    assert last(state, 0, Hold(3, 2, 5)) == [Moved(2, 5, 3, flight=True, holders=((0, 3),))]
    amoeba = state.tribes[0].amoebas[3]
    assert (amoeba.x, amoeba.y) == (3, 1)


def test_holding_and_persistence_hunt_an_armoured_runner() -> None:
    """She may flee from the second try too; the armour acts when that fails."""
    victim = prey((5, 19), movement=(3, 1, 2, 1))
    state = escaped(violent((10, 16), 1), victim, None)
    play(state, 2, Flee(5, 3))
    play(state, 0, Hold(3, 2, 5))
    assert asked(state) == [AskAggression(0, 0)]
    assert play(state, 0, Aggress(3, 2, 5)) == [Aggressed(0, 3, 2, 5), CanWard(2, 5)]
    assert asked(state) == [ward(0)]
    play(state, 2, Roll())
    assert last(state, 2, Flee(5, 5)) == [
        Moved(2, 5, 5, flight=True),
        DefenceFailed(2, 5),
        Damaged(2, 5),
    ]
    assert state.tribes[2].points == 2


def test_letting_go_of_the_runner_leaves_others_as_victims() -> None:
    """The second try looks at the square that was not left."""
    state = escaped(violent((10, 16)))
    play(state, 2, Flee(5, 3))
    assert play(state, 0, LetGo(3, 2, 5)) == [Moved(2, 5, 3, flight=True)]
    assert asked(state) == [AskAggression(0, 0)]
    assert listed(state, 0, Aggress) == [Aggress(3, 1, 1)]


def test_holding_is_for_phase_five_too() -> None:
    """A third colour may go along with a victim that flees."""
    state = escaped(violent(()), berta=Side({1: PLACE}, genes=(10,)))
    play(state, 2, Flee(5, 3))
    assert asked(state) == [AskHold(1, 0, 1, 2, 5, 3, NONE)]
    assert last(state, 1, Hold(1, 2, 5)) == [Moved(2, 5, 3, flight=True, holders=((1, 1),))]


@pytest.mark.parametrize("genes", [(3, 5), (5, 16)])
def test_the_second_step_of_a_flight_in_phase_five(genes: tuple[int, ...]) -> None:
    """As in phase 1: asked with code 0, free."""
    state = escaped(violent(()), prey(genes, 1, movement=(3, 1, 3, 1)))
    assert play(state, 2, Flee(5, 3)) == [Moved(2, 5, 3, flight=True)]
    assert asked(state) == [ward(0)]
    play(state, 2, Roll())
    assert last(state, 2, Flee(5, 3)) == [Moved(2, 5, 3, flight=True)]


def test_a_failed_flight_in_phase_five_is_not_hunger() -> None:
    """Nor is one that worked: the attacker has no damage."""
    state = escaped(violent(()), berta=None)
    play(state, 2, Flee(5, 3))
    assert state.tribes[0].amoebas[3].damage == 0


def test_what_happened_in_phase_one_does_not_count() -> None:
    """The one attack per round is that of phase 5 alone (4.1)."""
    state = struggle(VIOLENT, Side({5: PLACE, 6: PLACE}))
    strike(state)
    while state.phase < 5:
        (prompt,) = state.prompts
        assert prompt.seat is not None
        default(state, prompt.seat)
    assert asked(state) == [AskAggression(0, 0)]
    assert listed(state, 0, Aggress) == [Aggress(3, 2, 6)]
