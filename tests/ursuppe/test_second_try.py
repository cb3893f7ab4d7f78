"""
What gene 16 is good for when a victim has got away in phase 1
(spec/ursuppe-rules.md 4.2, 6.16).
"""

from __future__ import annotations

from boardhub.games.rules import Event
from boardhub.games.ursuppe.events import (
    AmoebaRemoved,
    Ate,
    Attacked,
    CanWard,
    Damaged,
    DefenceFailed,
    DefenceWorked,
    FoodAdded,
    Moved,
    PointsChanged,
)
from boardhub.games.ursuppe.moves import (
    Defend,
    Eat,
    Flee,
    Hold,
    NoDefence,
    NoFlight,
    Parasitize,
    Roll,
    Struggle,
)
from boardhub.games.ursuppe.prompts import AskMeal, AskMovement
from boardhub.games.ursuppe.state import Ursuppe
from tests.ursuppe.duels import PLACE, hungry, prey, strike, struggle, ward
from tests.ursuppe.positions import Side, Square, asked, food, listed, play, refused

NOTHING = (0, 0, 0, 0)
STARVES: list[Event] = [Damaged(0, 3)]


def escaped(
    attacker: Side,
    victim: Side,
    berta: Side | None = None,
    laid: dict[Square, tuple[int, ...]] | None = None,
) -> tuple[Ursuppe, list[Event]]:
    """The victim has fled east, once; ``berta``: colour 1."""
    others = {1: berta} if berta else {}
    state = struggle(attacker, victim, others=others, food=laid)
    strike(state)
    play(state, 2, Roll())
    return state, play(state, 2, Flee(5, 3))


RUNNER = prey((5,), movement=(3, 1))
BERTA = Side({1: PLACE})


def test_another_victim_may_be_attacked_free() -> None:
    """A new meal is asked, and the second attack costs nothing."""
    state, events = escaped(hungry((16,), 1), RUNNER, BERTA)
    assert events == [Moved(2, 5, 3, flight=True)]
    assert asked(state) == [AskMeal(0, 0, 3)]
    assert listed(state, 0, Struggle) == [Struggle(3, 1, 1)]
    assert play(state, 0, Struggle(3, 1, 1)) == [
        Attacked(1, 1, 0, 3),
        DefenceFailed(1, 1),
        AmoebaRemoved(1, 1),
        *food(4, 1, PLACE),
    ]
    assert asked(state) == [AskMovement(2, 0, 5, False)]


def test_an_own_amoeba_may_be_the_second_victim() -> None:
    """It is a target like any other."""
    attacker = Side({3: PLACE, 6: PLACE}, genes=(13, 16), points=1)
    state, _ = escaped(attacker, RUNNER)
    assert asked(state) == [AskMeal(0, 0, 3)]
    assert play(state, 0, Struggle(3, 0, 6))[0] == Attacked(0, 6, 0, 3)


def test_without_a_target_the_attacker_starves() -> None:
    """Nobody is left in the square."""
    state, events = escaped(hungry((16,)), RUNNER)
    assert events == [Moved(2, 5, 3, flight=True), *STARVES]
    assert asked(state) == [AskMovement(2, 0, 5, False)]


def test_armour_is_no_target() -> None:
    """An amoeba that may not be attacked opens no second meal."""
    _, events = escaped(hungry((16,)), RUNNER, Side({1: PLACE}, genes=(19,)))
    assert events == [Moved(2, 5, 3, flight=True), *STARVES]


def test_without_persistence_there_is_no_second_try() -> None:
    """A target alone is not enough."""
    _, events = escaped(hungry(()), RUNNER, BERTA)
    assert events == [Moved(2, 5, 3, flight=True), *STARVES]


def test_speed_alone_gives_no_second_try() -> None:
    """Gene 3 is only the movement side of gene 16."""
    _, events = escaped(hungry((3,)), RUNNER, BERTA)
    assert events == [Moved(2, 5, 3, flight=True), *STARVES]


def test_the_new_meal_may_starve() -> None:
    """The zeros are told as at any meal."""
    state, _ = escaped(hungry((16,)), RUNNER, BERTA)
    assert play(state, 0, Eat(3, NOTHING)) == [Ate(0, 3, NOTHING), Damaged(0, 3)]


def test_the_new_meal_may_be_a_meal_of_a_gene() -> None:
    """Eating ends it, the second try stays unused."""
    state, _ = escaped(hungry((16, 12)), RUNNER, BERTA, {PLACE: (0, 1, 1, 0)})
    assert play(state, 0, Eat(3, (0, 1, 1, 0))) == [
        Ate(0, 3, (0, 1, 1, 0)),
        FoodAdded(0, 2, 2, 1),
    ]


def test_a_declared_parasitism_does_not_survive_the_attack() -> None:
    """At the new meal it has to be declared again."""
    state = struggle(hungry((14, 16)), RUNNER, others={1: BERTA}, food={PLACE: (0, 1, 1, 0)})
    play(state, 0, Parasitize(3, 1))
    strike(state)
    play(state, 2, Roll())
    play(state, 2, Flee(5, 3))
    assert listed(state, 0, Eat) == [Eat(3, NOTHING)]
    play(state, 0, Parasitize(3, 1))
    assert Eat(3, (0, 1, 1, 0)) in listed(state, 0, Eat)


def test_the_second_victim_may_ward_too() -> None:
    """A new attack: its own ABWEHR, and the attacker has no second throw left."""
    berta = Side({1: PLACE}, genes=(4,), fights=(5,))
    state, _ = escaped(hungry((16,), fights=(2,)), RUNNER, berta)
    assert play(state, 0, Struggle(3, 1, 1)) == [Attacked(1, 1, 0, 3), CanWard(1, 1)]
    assert play(state, 1, Defend(1)) == [PointsChanged(1, -1), DefenceWorked(1, 1), *STARVES]


def test_a_second_victim_that_flees_ends_it() -> None:
    """Both tries are used; a third target does not help."""
    berta = Side({1: PLACE, 2: PLACE}, genes=(5,), movement=(1, 1))
    state, _ = escaped(hungry((16,)), RUNNER, berta)
    play(state, 0, Struggle(3, 1, 1))
    play(state, 1, Roll())
    assert play(state, 1, Flee(1, 1)) == [Moved(1, 1, 1, flight=True), *STARVES]


def test_a_second_throw_uses_the_second_try_up() -> None:
    """Won at the second throw, then fled from: no new meal."""
    victim = prey((4, 5), movement=(3, 1), fights=(5, 1))
    state = struggle(hungry((16,), fights=(2, 6)), victim, others={1: BERTA})
    strike(state)
    assert play(state, 2, Defend(5)) == [PointsChanged(2, -1), DefenceFailed(2, 5)]
    play(state, 2, Roll())
    assert play(state, 2, Flee(5, 3)) == [Moved(2, 5, 3, flight=True), *STARVES]


def test_a_fight_lost_for_good_gives_no_new_meal() -> None:
    """The second try is the second throw; the attacker starves."""
    state = struggle(hungry((16,), fights=(1, 1)), prey((4,), fights=(2, 2)), others={1: BERTA})
    strike(state)
    assert play(state, 2, Defend(5)) == [PointsChanged(2, -1), DefenceWorked(2, 5), *STARVES]


def chasing(victim: Side, fights: tuple[int, ...] = ()) -> Ursuppe:
    """The attacker, with genes 10 and 16, has been dragged along east."""
    state, _ = escaped(hungry((10, 16), 1, fights=fights), victim)
    play(state, 0, Hold(3, 2, 5))
    return state


def test_a_dragged_attacker_may_try_again_on_the_same_victim() -> None:
    """Free, in the new square, where it has caught up with it."""
    state = chasing(prey((5,), 1, movement=(3, 1)))
    assert asked(state) == [AskMeal(0, 0, 3)]
    assert play(state, 0, Struggle(3, 2, 5)) == [
        Attacked(2, 5, 0, 3),
        DefenceFailed(2, 5),
        AmoebaRemoved(2, 5),
        *food(4, 1, (3, 1)),
    ]


def test_all_options_are_fresh_in_the_second_attack() -> None:
    """What was declined or used in the first can be tried again."""
    victim = prey((4, 5), movement=(3, 1, 3, 1), fights=(6,))
    state = struggle(hungry((10, 16), fights=(1,)), victim)
    strike(state)
    play(state, 2, NoDefence(5))
    play(state, 2, Roll())
    play(state, 2, Flee(5, 3))
    play(state, 0, Hold(3, 2, 5))
    assert play(state, 0, Struggle(3, 2, 5)) == [Attacked(2, 5, 0, 3), CanWard(2, 5)]
    assert asked(state) == [ward(2)]
    assert play(state, 2, NoFlight(5)) == []
    assert play(state, 2, Defend(5)) == [PointsChanged(2, -1), DefenceWorked(2, 5), *STARVES]


def test_dragged_twice_means_a_third_meal_without_an_attack() -> None:
    """The attacker may eat where it stands, but both tries are used."""
    state = chasing(prey((5,), movement=(3, 1, 3, 1)))
    play(state, 0, Struggle(3, 2, 5))
    play(state, 2, Roll())
    play(state, 2, Flee(5, 3))
    assert play(state, 0, Hold(3, 2, 5)) == [Moved(2, 5, 3, flight=True, holders=((0, 3),))]
    assert asked(state) == [AskMeal(0, 0, 3)]
    assert listed(state, 0, Struggle) == []
    assert refused(state, 0, Struggle(3, 2, 5)) == 31


def test_a_dragged_attacker_must_eat_what_is_there() -> None:
    """At the new meal hunger is judged in the new square (6.16)."""
    laid = {(3, 1): (0, 1, 1, 1)}
    state = struggle(hungry((10, 16)), RUNNER, food=laid)
    strike(state)
    play(state, 2, Roll())
    play(state, 2, Flee(5, 3))
    play(state, 0, Hold(3, 2, 5))
    assert refused(state, 0, Eat(3, NOTHING)) == 12
    assert refused(state, 0, Struggle(3, 2, 5)) == 31
