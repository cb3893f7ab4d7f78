"""
What is refused in attacks: the rows of struggle, ward, holding and
aggression, in the order of spec/ursuppe-rules.md 7.17.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boardhub.games.rules import Move
from boardhub.games.ursuppe.moves import (
    Aggress,
    Defend,
    Flee,
    Go,
    Hold,
    LetGo,
    NoDefence,
    NoFlight,
    Roll,
    Struggle,
    Tentacle,
)
from boardhub.games.ursuppe.state import Ursuppe
from tests.ursuppe.duels import (
    FAR,
    PLACE,
    VIOLENT,
    aggression,
    hungry,
    prey,
    strike,
    struggle,
)
from tests.ursuppe.positions import Side, at_meal, play, position, refused, start

MEAL = (0, 1, 1, 1)


def hunter(
    genes: tuple[int, ...] = (13,),
    points: int = 4,
    victim: tuple[int, ...] = (),
    laid: tuple[int, ...] = (0, 0, 0, 0),
) -> Ursuppe:
    """At the meal of colour 0's amoeba 3, beside its own 4 and colour 2's 5; 2's 6 is elsewhere."""
    sides = {
        0: Side({3: PLACE, 4: PLACE}, genes=genes, points=points),
        2: Side({5: PLACE, 6: (1, 1)}, genes=victim),
        3: FAR,
    }
    return at_meal(position(4, sides, food={PLACE: laid}), 0, 3)


@pytest.mark.parametrize(
    ("state", "move", "code"),
    [
        pytest.param(lambda: hunter(()), Struggle(3, 2, 5), 10, id="no gene"),
        pytest.param(lambda: hunter((16, 3)), Struggle(3, 2, 6), 10, id="no gene, not there"),
        pytest.param(hunter, Struggle(3, 2, 6), 2, id="elsewhere"),
        pytest.param(hunter, Struggle(3, 2, 0), 2, id="not on the board"),
        pytest.param(hunter, Struggle(3, 1, 5), 2, id="of a colour without amoebas"),
        pytest.param(hunter, Struggle(3, 0, 2), 2, id="own, not on the board"),
        pytest.param(lambda: hunter(victim=(19,)), Struggle(3, 2, 6), 2, id="armoured elsewhere"),
        pytest.param(lambda: hunter(laid=MEAL), Struggle(3, 2, 6), 2, id="elsewhere, not hungry"),
        pytest.param(hunter, Struggle(3, 0, 3), 31, id="itself"),
        pytest.param(lambda: hunter(points=0), Struggle(3, 0, 3), 31, id="itself, no points"),
        pytest.param(lambda: hunter(victim=(19,)), Struggle(3, 2, 5), 31, id="armoured"),
        pytest.param(lambda: hunter((13, 19)), Struggle(3, 0, 4), 31, id="own, armoured"),
        pytest.param(lambda: hunter((18, 19)), Struggle(3, 0, 4), 31, id="aggressive, armoured"),
        pytest.param(lambda: hunter(laid=MEAL), Struggle(3, 2, 5), 31, id="not hungry"),
        pytest.param(
            lambda: hunter(laid=MEAL, points=0), Struggle(3, 2, 5), 31, id="not hungry, no points"
        ),
        pytest.param(lambda: hunter(points=0), Struggle(3, 2, 5), 18, id="no points"),
        pytest.param(lambda: hunter((18,), 0), Struggle(3, 2, 5), 18, id="aggressive, no points"),
    ],
)
def test_struggle(state: Callable[[], Ursuppe], move: Struggle, code: int) -> None:
    """UEBERLEBENSKAMPF: gene, presence, what may not be attacked, points."""
    assert refused(state(), 0, move) == code


def dragged() -> Ursuppe:
    """At the meal of an attacker that was dragged along and has no attack left, without points."""
    state = struggle(hungry((10,), 1), prey((5,), movement=(3, 1)))
    strike(state)
    play(state, 2, Roll())
    play(state, 2, Flee(5, 3))
    play(state, 0, Hold(3, 2, 5))
    return state


def test_no_attack_left() -> None:
    """After a failed attack without gene 16 there is none: before the points are looked at."""
    assert refused(dragged(), 0, Struggle(3, 2, 5)) == 31
    assert refused(dragged(), 0, Struggle(3, 2, 6)) == 2


def asked(
    genes: tuple[int, ...], points: int = 4, movement: tuple[int, ...] = (), **dice: tuple[int, ...]
) -> Ursuppe:
    """The victim has been asked; it loses fights against a six."""
    victim = prey(genes, points, movement=movement, fights=dice.get("fights", ()))
    state = struggle(hungry((), fights=(6,)), victim, food={PLACE: (1, 0, 2, 1)})
    strike(state)
    return state


def after(state: Ursuppe, *moves: Move) -> Ursuppe:
    """The victim has made these moves."""
    for move in moves:
        play(state, 2, move)
    return state


def defended(genes: tuple[int, ...] = (4, 5), points: int = 4, *dice: int) -> Ursuppe:
    """A lost fight; flight is left."""
    return after(asked(genes, points, dice, fights=(1,)), Defend(5))


def first_step(*genes: int, points: int = 4) -> Ursuppe:
    """A first flight step that has led east; the second is asked."""
    return after(asked(genes, points, (3, 1, 3, 1)), Roll(), Flee(5, 3))


def test_flights_without_the_gene() -> None:
    """10 for all three words, where only the defence was offered."""
    state = asked((4,))
    assert refused(state, 2, Roll()) == 10
    assert refused(state, 2, Flee(5, 3)) == 10
    assert refused(state, 2, NoFlight(5)) == 10


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(lambda: after(asked((4, 5)), NoFlight(5)), id="declined"),
        pytest.param(lambda: after(asked((4, 5), 4, (2, 1)), Roll(), Flee(5, 5)), id="failed"),
        pytest.param(
            lambda: after(
                asked((3, 4, 5), 4, (3, 1, 1, 1)), Roll(), Flee(5, 3), Roll(), Flee(5, 1)
            ),
            id="both steps used",
        ),
        pytest.param(
            lambda: after(asked((3, 4, 5), 4, (2, 1)), Roll(), Flee(5, 5), NoFlight(5)),
            id="second step declined",
        ),
    ],
)
def test_37_for_flights_used_or_declined(state: Callable[[], Ursuppe]) -> None:
    """WUERFELN, FLUCHT and KEINE_FLUCHT alike; the missing roll is not looked at."""
    position = state()
    assert refused(position, 2, Roll()) == 37
    assert refused(position, 2, Flee(5, 3)) == 37
    assert refused(position, 2, NoFlight(5)) == 37


def test_a_second_roll_in_a_flight() -> None:
    """24, also when the roll has cost the last point."""
    assert refused(after(asked((5,), 1, (3, 1)), Roll()), 2, Roll()) == 24


def test_a_flight_not_rolled() -> None:
    """20 for whatever direction, at the first step and at the second."""
    for state in (asked((5,)), first_step(3, 5)):
        assert [refused(state, 2, Flee(5, way)) for way in (1, 2, 3, 4, 5)] == [20] * 5


def test_a_flight_that_the_dice_forbid() -> None:
    """32 for anything but the first die, unless gene 1 lends the second."""
    state = after(asked((5,), 4, (3, 1)), Roll())
    assert [refused(state, 2, Flee(5, way)) for way in (1, 2, 4, 5)] == [32] * 4
    state = after(asked((1, 5), 4, (3, 1)), Roll())
    assert [refused(state, 2, Flee(5, way)) for way in (2, 4, 5)] == [32] * 3


def test_34_after_the_roll() -> None:
    """Who has rolled must flee: none of the other answers is taken."""
    state = after(asked((4, 5), 1, (3, 1)), Roll())
    for move in (NoFlight(5), Defend(5), NoDefence(5)):
        assert refused(state, 2, move) == 34


def test_defences_without_the_gene() -> None:
    """10, before everything else."""
    for state in (asked((5,)), after(asked((5,), 1, (3, 1)), Roll()), first_step(3, 5)):
        assert refused(state, 2, Defend(5)) == 10
        assert refused(state, 2, NoDefence(5)) == 10


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(defended, id="lost"),
        pytest.param(lambda: after(asked((4, 5)), NoDefence(5)), id="declined"),
        pytest.param(lambda: after(defended((4, 5), 2, 3, 1), Roll()), id="lost, then rolled"),
        pytest.param(
            lambda: after(asked((4, 5, 8), 1, (), fights=(1,)), Defend(5)), id="lost, no points"
        ),
    ],
)
def test_38_for_defences_used_or_declined(state: Callable[[], Ursuppe]) -> None:
    """VERTEIDIGUNG and KEINE_VERTEIDIGUNG alike; neither roll nor points are looked at."""
    position = state()
    assert refused(position, 2, Defend(5)) == 38
    assert refused(position, 2, NoDefence(5)) == 38


def test_18_for_a_defence_without_points() -> None:
    """Asked with code 0 for want of points, or left without by the first step."""
    for state in (asked((4, 5, 8), 0), first_step(3, 4, 5, points=1)):
        assert refused(state, 2, Defend(5)) == 18
        assert refused(state, 2, NoDefence(5)) == 18


def test_30_for_a_defence_that_is_not_offered() -> None:
    """After a step that has worked it is not, although it could be paid."""
    state = first_step(3, 4, 5)
    assert refused(state, 2, Defend(5)) == 30
    assert refused(state, 2, NoDefence(5)) == 30


def test_tentacles_where_only_defence_is_offered() -> None:
    """30, before the amoeba, the gene or the cubes are looked at."""
    for state in (asked((4, 9)), after(asked((4, 5, 9)), NoFlight(5))):
        for move in (Tentacle(5, (1, 0, 0, 0)), Tentacle(9, (9, 9, 9, 9)), Tentacle(1, ())):
            assert refused(state, 2, move) == 30


@pytest.mark.parametrize(
    ("genes", "move", "code"),
    [
        ((5,), Tentacle(5, (1, 0, 0, 0)), 10),
        ((5,), Tentacle(3, (1, 0, 0, 0)), 1),
        ((5, 9), Tentacle(5, (0, 0, 0, 0)), 22),
        ((5, 9), Tentacle(5, (1, 0, 0)), 22),
        ((5, 9), Tentacle(5, (1, 0, 0, 0, 0)), 22),
        ((5, 9), Tentacle(5, (1, 0, 1, -1)), 22),
        ((5, 9), Tentacle(7, (1, 0, 0, 0)), 22),
        ((5, 9), Tentacle(5, (1, 0, 2, 1)), 35),
        ((5, 9), Tentacle(5, (2, 0, 0, 0)), 35),
        ((5, 9), Tentacle(5, (0, 1, 0, 0)), 35),
    ],
)
def test_tentacles_in_flight(genes: tuple[int, ...], move: Tentacle, code: int) -> None:
    """The row of TENTAKEL holds here as well."""
    assert refused(asked(genes), 2, move) == code


def test_tentacles_in_flight_declared_twice() -> None:
    """36, also across a new prompt of the same attack."""
    state = after(asked((4, 5, 9), 4, fights=(1,)), Tentacle(5, (1, 0, 0, 0)))
    assert refused(state, 2, Tentacle(5, (0, 0, 1, 0))) == 36
    play(state, 2, Defend(5))
    assert refused(state, 2, Tentacle(5, (0, 0, 1, 0))) == 36


def test_nobody_else_moves_while_the_victim_is_asked() -> None:
    """The attacker waits, and so do all others."""
    state = asked((4, 5))
    assert refused(state, 0, Struggle(3, 2, 5)) == 17
    assert refused(state, 3, Roll()) == 17


@pytest.mark.parametrize(
    ("move", "code"),
    [
        pytest.param(Hold(4, 0, 3), 2, id="another amoeba"),
        pytest.param(Hold(4, 2, 2), 2, id="another colour"),
        pytest.param(Hold(4, 1, 6), 2, id="an own one"),
        pytest.param(LetGo(4, 0, 3), 2, id="not that one"),
        pytest.param(LetGo(4, 3, 2), 2, id="not that colour"),
        pytest.param(Hold(6, 0, 3), 1, id="not her turn, nor that one"),
    ],
)
def test_holding(move: Move, code: int) -> None:
    """KLAMMERN, NICHT_KLAMMERN: the pair that was asked about."""
    sides = {
        0: Side({2: (1, 1), 3: (1, 1)}),
        1: Side({4: (1, 1), 6: (1, 1)}, genes=(10,)),
    }
    state = position(4, sides, card=(3, 10))
    start(state, 1)
    play(state, 0, Go(2, 3))
    assert refused(state, 1, move) == code


@pytest.mark.parametrize(
    ("move", "code"),
    [
        pytest.param(Aggress(3, 0, 4), 22, id="own colour"),
        pytest.param(Aggress(0, 0, 4), 22, id="own colour, own not on the board"),
        pytest.param(Aggress(0, 2, 5), 1, id="own not on the board"),
        pytest.param(Aggress(0, 2, 0), 1, id="neither on the board"),
        pytest.param(Aggress(3, 2, 6), 2, id="elsewhere"),
        pytest.param(Aggress(4, 2, 5), 2, id="from elsewhere"),
        pytest.param(Aggress(3, 2, 0), 2, id="not on the board"),
        pytest.param(Aggress(3, 1, 5), 2, id="of a colour without amoebas"),
    ],
)
def test_aggression(move: Aggress, code: int) -> None:
    """AGGRESSION: foreign, own amoeba, presence."""
    state = aggression(Side({3: PLACE, 4: (4, 1)}, genes=(18,)), Side({5: PLACE, 6: (1, 1)}))
    assert refused(state, 0, move) == code


def test_the_second_try_of_an_aggression() -> None:
    """Own colour before the wrong attacker before the missing victim."""
    attacker = Side({3: PLACE, 4: PLACE}, genes=(*VIOLENT.genes, 16))
    state = aggression(
        attacker, prey((5,), movement=(3, 1)), others={1: Side({1: PLACE, 2: (4, 1)})}
    )
    strike(state)
    play(state, 2, Roll())
    play(state, 2, Flee(5, 3))
    assert refused(state, 0, Aggress(4, 0, 3)) == 22
    assert refused(state, 0, Aggress(4, 1, 1)) == 1
    assert refused(state, 0, Aggress(4, 1, 2)) == 1
    assert refused(state, 0, Aggress(3, 2, 5)) == 2
    assert refused(state, 0, Aggress(3, 1, 2)) == 2
