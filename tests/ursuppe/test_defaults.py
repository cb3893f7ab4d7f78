"""
How each prompt is answered for who does not answer it, and what is told then:
the rows of spec/ursuppe-rules.md 6.30.
"""

from __future__ import annotations

import pytest

from boardhub.games.rules import Event
from boardhub.games.ursuppe.events import (
    AmoebaRemoved,
    AmoebasPlaced,
    Ate,
    Damaged,
    DefectsPaid,
    DefenceFailed,
    FoodAdded,
    GenesBought,
    Moved,
    Parasitized,
    PointsChanged,
    PositionChosen,
    Scored,
    WasReady,
)
from boardhub.games.ursuppe.moves import (
    BuyGenes,
    ChoosePosition,
    Compensate,
    Defend,
    Divide,
    Flee,
    Go,
    Hold,
    LetGo,
    NoSecondMove,
    Parasitize,
    Peace,
    Place,
    Ready,
    Roll,
    Starve,
    Surrender,
    Tentacle,
)
from boardhub.games.ursuppe.prompts import AskHold, AskMeal, AskMovement
from boardhub.games.ursuppe.state import RULES, Ursuppe
from tests.ursuppe.duels import (
    FAR,
    PLACE,
    aggression,
    hungry,
    prey,
    strike,
    struggle,
    violent,
)
from tests.ursuppe.positions import (
    Side,
    Square,
    asked,
    at_meal,
    before,
    default,
    food,
    play,
    players,
    position,
    refused,
    start,
)

EAST = (3, 10)
ZEROS = (0, 0, 0, 0)


def test_ready() -> None:
    """ZUG_BEREIT: BEREIT."""
    state = RULES.state(3, "late", {})
    state.begin(players(3))
    assert state.default_move(1) == Ready()
    assert default(state, 1) == [WasReady(1, to=frozenset({0, 2, None}))]


def test_position() -> None:
    """ZUG_POSITION: the lowest free one."""
    state = RULES.state(3, "late", {})
    state.order = [2, 0, 1]
    state.begin(players(3))
    for seat in range(3):
        play(state, seat, Ready())
    play(state, 2, ChoosePosition(0))
    assert default(state, 0) == [PositionChosen(0, 1)]
    assert default(state, 1) == [PositionChosen(1, 2)]


def test_placement() -> None:
    """ZUG_AMOEBE_SETZEN of the set-up: her first number, on the first square without any."""
    state = RULES.state(3, "late", {})
    state.order = [0, 1, 2]
    state.begin(players(3))
    for seat in range(3):
        play(state, seat, Ready())
    for seat in range(3):
        play(state, seat, ChoosePosition(seat))
    assert default(state, 0) == [AmoebasPlaced(0, ((0, 1, 0),))]
    assert default(state, 1) == [AmoebasPlaced(1, ((0, 0, 1),))]
    play(state, 2, Place(3, 1, 1))
    assert default(state, 2) == [AmoebasPlaced(2, ((0, 2, 1),))]
    assert default(state, 1) == [AmoebasPlaced(1, ((1, 3, 1),))]


def test_division() -> None:
    """ZUG_AMOEBE_SETZEN of phase 4: none."""
    state = position(4, {3: Side({1: (1, 1)})})
    start(state, 4)
    assert state.default_move(3) == Divide(())
    assert default(state, 3)[0] == AmoebasPlaced(3, ())


def mover(square: Square, *dice: int, genes: tuple[int, ...] = ()) -> Ursuppe:
    """Phase 1 with an eastern drift, at colour 0's amoeba 2."""
    sides = {0: Side({2: square}, genes=genes, movement=dice), 3: FAR}
    state = position(4, sides, card=EAST, food={square: (1, 1, 0, 0)})
    start(state, 1)
    return state


@pytest.mark.parametrize(
    ("square", "genes", "way"), [((1, 1), (), 3), ((4, 1), (), 5), ((1, 1), (10,), 3)]
)
def test_movement_not_rolled(square: Square, genes: tuple[int, ...], way: int) -> None:
    """ZUG_BEWEGEN: drift, also where she could hold fast."""
    state = mover(square, genes=genes)
    assert state.default_move(0) == Go(2, way)
    assert default(state, 0) == [Moved(0, 2, way)]


@pytest.mark.parametrize(
    ("square", "dice", "genes", "way"),
    [
        ((1, 1), (4, 1), (), 4),
        ((1, 1), (6, 1), (), 1),
        ((1, 1), (4, 2), (1,), 2),
        ((1, 0), (6, 6), (), 4),
        ((2, 1), (2, 3), (1,), 3),
        ((2, 1), (2, 2), (), 5),
        ((0, 2), (5, 5), (17,), 2),
    ],
)
def test_movement_rolled(
    square: Square, dice: tuple[int, ...], genes: tuple[int, ...], way: int
) -> None:
    """ZUG_BEWEGEN: the lowest direction that a die permits."""
    state = mover(square, *dice, genes=genes)
    play(state, 0, Roll())
    assert default(state, 0) == [Moved(0, 2, way)]


def test_second_movement() -> None:
    """The second one: KEINE_ZWEITE_BEWEGUNG; once rolled, it has to be made."""
    state = mover((1, 1), 3, 3, 6, 1, genes=(3,))
    play(state, 0, Roll())
    play(state, 0, Go(2, 3))
    twin = state.clone()
    assert state.default_move(0) == NoSecondMove(2)
    assert default(state, 0) == []
    assert asked(state) == [AskMeal(0, 0, 2)]
    play(twin, 0, Roll())
    assert default(twin, 0) == [Moved(0, 2, 1)]


def test_a_default_movement_applies_tentacles() -> None:
    """A declaration stands (6.12)."""
    state = mover((1, 1), genes=(9,))
    play(state, 0, Tentacle(2, (1, 1, 0, 0)))
    assert default(state, 0) == [Moved(0, 2, 3, cubes=(1, 1, 0, 0))]


def test_holding() -> None:
    """ZUG_KLAMMERN: NICHT_KLAMMERN."""
    sides = {0: Side({2: (1, 1)}), 1: Side({4: (1, 1)}, genes=(10,))}
    state = position(4, sides, card=EAST)
    start(state, 1)
    play(state, 0, Go(2, 3))
    assert state.default_move(1) == LetGo(4, 0, 2)
    assert default(state, 1) == [Moved(0, 2, 3)]


def eater(*cubes: int, genes: tuple[int, ...] = (), seats: int = 4) -> Ursuppe:
    """Colour 0's amoeba 4 at its meal, beside an amoeba of colour 1."""
    sides = {
        0: Side({4: PLACE}, genes=genes),
        1: Side({2: PLACE}),
        seats - 1: FAR,
    }
    return at_meal(position(seats, sides, food={PLACE: cubes}), 0, 4)


@pytest.mark.parametrize(
    ("cubes", "genes", "meal"),
    [
        pytest.param((9, 2, 1, 1), (), (0, 1, 1, 1), id="standard"),
        pytest.param((9, 9, 9, 9), (6, 12), (0, 1, 1, 1), id="standard first"),
        pytest.param((9, 0, 2, 3), (6, 12), (0, 0, 2, 2), id="two twos"),
        pytest.param((9, 3, 2, 0), (6,), (0, 2, 2, 0), id="two twos before three and one"),
        pytest.param((9, 0, 3, 1), (6, 12), (0, 0, 3, 1), id="three and one"),
        pytest.param((9, 1, 0, 3), (6,), (0, 1, 0, 3), id="three on the higher colour"),
        pytest.param((9, 1, 1, 0), (6, 12), (0, 1, 1, 0), id="one each of two"),
        pytest.param((9, 1, 0, 2), (6, 12), (0, 1, 0, 1), id="one each before two and one"),
        pytest.param((9, 0, 0, 5), (6, 12), (0, 0, 0, 3), id="three of one"),
    ],
)
def test_meal(cubes: tuple[int, ...], genes: tuple[int, ...], meal: tuple[int, ...]) -> None:
    """ZUG_FRESSEN: the first meal of the table that is there."""
    state = eater(*cubes, genes=genes)
    assert default(state, 0) == [Ate(0, 4, meal), FoodAdded(0, 2, 2, 1)]


@pytest.mark.parametrize(
    ("cubes", "genes", "meal"),
    [
        ((9, 2, 2), (), (0, 2, 1)),
        ((9, 1, 2), (), (0, 1, 2)),
        ((9, 0, 4), (6,), (0, 0, 4)),
        ((9, 4, 4), (6,), (0, 2, 1)),
    ],
)
def test_meal_with_three(
    cubes: tuple[int, ...], genes: tuple[int, ...], meal: tuple[int, ...]
) -> None:
    """Larger counts on lower colours."""
    state = eater(*cubes, genes=genes, seats=3)
    assert default(state, 0) == [Ate(0, 4, meal), FoodAdded(0, 2, 2, 1)]


@pytest.mark.parametrize(
    ("cubes", "genes"), [((9, 9, 9, 0), ()), ((9, 1, 0, 1), (6,)), ((9, 1, 0, 0), (6, 12))]
)
def test_no_meal(cubes: tuple[int, ...], genes: tuple[int, ...]) -> None:
    """Where no meal is there, zeros; never an attack, never a parasitism."""
    state = eater(*cubes, genes=(*genes, 13, 14))
    assert default(state, 0) == [Ate(0, 4, ZEROS), Damaged(0, 4)]


@pytest.mark.parametrize(
    ("cubes", "genes", "meal"),
    [
        ((9, 9, 9, 9), (14,), (0, 1, 1, 0)),
        ((9, 0, 1, 1), (14,), (0, 0, 1, 1)),
        ((9, 2, 0, 1), (6, 14), (0, 1, 0, 1)),
        ((9, 0, 3, 0), (6, 14), (0, 0, 3, 0)),
        ((9, 0, 1, 0), (12, 14), (0, 0, 1, 0)),
        ((9, 0, 0, 2), (6, 12, 14), (0, 0, 0, 1)),
    ],
)
def test_declared_parasitism(
    cubes: tuple[int, ...], genes: tuple[int, ...], meal: tuple[int, ...]
) -> None:
    """Once declared, its lines of the table count."""
    state = eater(*cubes, genes=genes)
    play(state, 0, Parasitize(4, 1))
    assert default(state, 0) == [
        Parasitized(0, 4, 1),
        PointsChanged(1, -1),
        Ate(0, 4, meal),
        FoodAdded(0, 2, 2, 1),
    ]


def test_declared_parasitism_without_a_meal() -> None:
    """Zeros, and error 23 is not sent."""
    state = eater(9, 1, 0, 0, genes=(14,))
    play(state, 0, Parasitize(4, 1))
    assert default(state, 0) == [Ate(0, 4, ZEROS), Damaged(0, 4)]


LOST: list[Event] = [DefenceFailed(2, 5), AmoebaRemoved(2, 5), *food(4, 1, PLACE)]


def test_ward_not_rolled() -> None:
    """ZUG_ABWEHR: flight and defence are given up together, she is not asked again."""
    state = struggle(victim=prey((3, 4, 5)))
    strike(state)
    assert state.default_move(2) == Surrender(5, None)
    assert default(state, 2) == LOST
    assert asked(state) == [AskMovement(3, 0, 0, False)]


def test_ward_rolled() -> None:
    """The flight in the lowest permitted direction; the second step is declined with it."""
    state = struggle(victim=prey((3, 4, 5), movement=(6, 1)))
    strike(state)
    play(state, 2, Roll())
    assert state.default_move(2) == Surrender(5, 1)
    assert default(state, 2) == [Moved(2, 5, 1, flight=True), Damaged(0, 3)]
    assert asked(state) == [AskMovement(2, 0, 5, False)]


def test_ward_rolled_in_vain() -> None:
    """A step against the edge, then the end."""
    state = struggle(victim=prey((3, 4, 5), movement=(2, 1)))
    strike(state)
    play(state, 2, Roll())
    assert default(state, 2) == [Moved(2, 5, 5, flight=True), *LOST]


def test_ward_after_a_lost_fight() -> None:
    """The failure has been told already."""
    state = struggle(hungry((), fights=(6,)), prey((4, 5), fights=(1,)))
    strike(state)
    play(state, 2, Defend(5))
    assert default(state, 2) == LOST[1:]


def test_ward_at_the_second_step() -> None:
    """Not rolled: it stays with the first, which has worked."""
    state = struggle(victim=prey((3, 4, 5), movement=(3, 1)))
    strike(state)
    play(state, 2, Roll())
    play(state, 2, Flee(5, 3))
    assert default(state, 2) == [Damaged(0, 3)]


def test_ward_with_tentacles() -> None:
    """A default flight takes along what was declared."""
    state = struggle(victim=prey((5, 9), movement=(3, 1)), food={PLACE: (2, 0, 0, 0)})
    strike(state)
    play(state, 2, Tentacle(5, (2, 0, 0, 0)))
    play(state, 2, Roll())
    assert default(state, 2) == [
        Moved(2, 5, 3, flight=True, cubes=(2, 0, 0, 0)),
        Damaged(0, 3),
    ]


def test_ward_with_a_holder() -> None:
    """Who may hold on is asked as ever; after the block nothing more is asked of the victim."""
    state = struggle(
        victim=prey((3, 4, 5), movement=(3, 1)), others={1: Side({6: PLACE}, genes=(10,))}
    )
    strike(state)
    play(state, 2, Roll())
    assert default(state, 2) == []
    assert asked(state) == [AskHold(1, 0, 6, 2, 5, 3, ZEROS)]
    assert default(state, 1) == [Moved(2, 5, 3, flight=True), Damaged(0, 3)]


def test_ward_against_an_attacker_who_holds_on() -> None:
    """The attacker is dragged along and gets its meal in the new square."""
    state = struggle(hungry((10,)), prey((3, 4, 5), movement=(3, 1)))
    strike(state)
    play(state, 2, Roll())
    default(state, 2)
    play(state, 0, Hold(3, 2, 5))
    assert asked(state) == [AskMeal(0, 0, 3)]


def test_ward_in_phase_five() -> None:
    """The armour acts when everything has been declined."""
    state = aggression(violent(()), prey((5, 19)))
    strike(state)
    assert before(default(state, 2), Scored) == [DefenceFailed(2, 5), Damaged(2, 5)]


@pytest.mark.parametrize(
    ("genes", "points", "given", "paid"),
    [
        pytest.param((3, 6, 8, 15), 10, (), 10, id="points suffice"),
        pytest.param((3, 6, 8, 15), 9, (3,), 7, id="the cheapest goes first"),
        pytest.param((3, 6, 8, 15), 4, (3, 6), 3, id="then the lower number"),
        pytest.param((3, 6, 8, 15), 0, (3, 6, 8), 0, id="until the points cover the rest"),
        pytest.param((0, 3, 6, 8), 4, (0, 3), 2, id="prices two and four"),
        pytest.param((7, 11, 12, 6), 5, (6,), 2, id="four of six"),
        pytest.param((7, 11, 12, 6), 1, (6, 7), 0, id="ray protection pays four"),
        pytest.param((16, 17, 18), 7, (16,), 4, id="advanced ones"),
        pytest.param((13, 12), 2, (12,), 0, id="equal prices: the lower number"),
    ],
)
def test_defects(genes: tuple[int, ...], points: int, given: tuple[int, ...], paid: int) -> None:
    """ZUG_GENDEFEKTE: points where she has enough of them, else genes from the cheapest on."""
    state = position(4, {3: Side(genes=genes, points=points)}, deck=[(1, 6)])
    start(state, 2)
    assert state.default_move(3) == Compensate(given)
    expected: list[Event] = [DefectsPaid(3, given)]
    if paid:
        expected.append(PointsChanged(3, -paid))
    assert default(state, 3) == expected


def test_purchases() -> None:
    """ZUG_GEN_KAUFEN: nothing."""
    state = position(4, {3: Side(points=20)})
    start(state, 3)
    assert state.default_move(3) == BuyGenes(())
    assert default(state, 3) == [GenesBought(3, (), ())]


def test_aggression() -> None:
    """ZUG_AGGRESSION: nothing."""
    state = aggression()
    assert state.default_move(0) == Peace()
    assert before(default(state, 0), Scored) == []


def test_hunger_as_a_default_is_no_way_around_a_meal() -> None:
    """It is refused like the zeros that it stands for."""
    state = eater(9, 1, 1, 1)
    assert refused(state, 0, Starve(4)) == 12
    assert refused(state, 0, Starve(2)) == 1
    assert refused(state, 0, Starve(7)) == 22


def test_a_surrender_says_what_has_been_rolled() -> None:
    """A step without a roll, none after one, or one that the die forbids is refused."""
    state = struggle(victim=prey((5,), movement=(3, 1)))
    strike(state)
    assert not state.is_legal(2, Surrender(5, 3))
    assert refused(state, 2, Surrender(3, None)) == 1
    play(state, 2, Roll())
    for way in (None, 1, 2, 5, 9):
        assert not state.is_legal(2, Surrender(5, way))
    assert state.is_legal(2, Surrender(5, 3))
