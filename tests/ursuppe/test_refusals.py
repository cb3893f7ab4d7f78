"""
What is refused, with which error number and in which order: the general
checks, the set-up, movement and defects (spec/ursuppe-rules.md 7.17). Meals,
attacks, purchases and divisions have files of their own.

`refused` checks each time that nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boardhub.games.rules import Move
from boardhub.games.ursuppe.moves import (
    Aggress,
    BuyGenes,
    ChoosePosition,
    Compensate,
    Defend,
    Divide,
    Eat,
    Flee,
    Go,
    Hold,
    LetGo,
    NoDefence,
    NoFlight,
    NoSecondMove,
    Parasitize,
    Peace,
    Place,
    Ready,
    Roll,
    Starve,
    Struggle,
    Surrender,
    Tentacle,
)
from boardhub.games.ursuppe.state import Ursuppe
from tests.ursuppe.duels import aggression
from tests.ursuppe.positions import Side, play, position, refused, start
from tests.ursuppe.questions import (
    EAST,
    buying,
    choosing,
    dividing,
    eating,
    holding,
    moving,
    moving_again,
    paying,
    placing,
    ready,
    warding,
)

ZEROS = (0, 0, 0, 0)

SAMPLES: dict[type[Move], Move] = {
    type(move): move
    for move in (
        Ready(),
        ChoosePosition(0),
        Place(0, 1, 0),
        Roll(),
        Tentacle(0, (1, 0, 0, 0)),
        Go(0, 3),
        NoSecondMove(0),
        Eat(0, ZEROS),
        Starve(0),
        Parasitize(0, 1),
        Struggle(0, 1, 0),
        Flee(0, 3),
        NoFlight(0),
        Defend(0),
        NoDefence(0),
        Surrender(0, None),
        Hold(0, 1, 0),
        LetGo(0, 1, 0),
        Compensate(()),
        BuyGenes(()),
        Divide(()),
        Aggress(0, 1, 0),
        Peace(),
    )
}


#: prompt: a position, the seat asked, the moves that answer it.
QUESTIONS: dict[str, tuple[Callable[[], Ursuppe], int, tuple[type[Move], ...]]] = {
    "ready": (ready, 0, (Ready,)),
    "position": (choosing, 1, (ChoosePosition,)),
    "placement": (placing, 3, (Place,)),
    "movement": (moving, 0, (Roll, Tentacle, Go)),
    "second movement": (moving_again, 0, (Roll, Tentacle, Go, NoSecondMove)),
    "meal": (lambda: eating(0, 0, 0, 0), 0, (Eat, Starve, Parasitize, Struggle)),
    "ward": (warding, 2, (Roll, Flee, NoFlight, Defend, NoDefence, Surrender)),
    "hold": (holding, 1, (Hold, LetGo)),
    "defects": (paying, 3, (Compensate,)),
    "genes": (buying, 3, (BuyGenes,)),
    "division": (dividing, 3, (Divide,)),
    "aggression": (aggression, 0, (Aggress, Peace)),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_17_without_a_prompt(question: str) -> None:
    """A seat that is not asked has no move, of whatever kind."""
    make, asked, _ = QUESTIONS[question]
    state = make()
    waiting = {prompt.seat for prompt in state.prompts}
    assert asked in waiting
    for seat in set(range(4)) - waiting:
        assert list(state.legal_moves(seat)) == []
        for move in SAMPLES.values():
            assert refused(state, seat, move) == 17


@pytest.mark.parametrize("question", QUESTIONS)
def test_30_for_what_does_not_answer(question: str) -> None:
    """Each prompt is answered by its own moves alone."""
    make, asked, answers = QUESTIONS[question]
    state = make()
    for kind, move in SAMPLES.items():
        if kind not in answers:
            assert refused(state, asked, move) == 30


@pytest.mark.parametrize(
    ("make", "seat", "move"),
    [
        (choosing, 1, ChoosePosition(-1)),
        (choosing, 1, ChoosePosition(4)),
        (placing, 3, Place(7, 1, 0)),
        (placing, 3, Place(-1, 1, 0)),
        (moving, 0, Go(7, 3)),
        (moving, 0, Go(2, 0)),
        (moving, 0, Go(2, 6)),
        (moving, 0, Go(3, 9)),
        (moving, 0, Tentacle(2, (1, 0, 0))),
        (moving, 0, Tentacle(2, (1, 0, 0, 0, 0))),
        (moving, 0, Tentacle(2, (-1, 1, 0, 0))),
        (moving, 0, Tentacle(9, (1, 0, 0, 0))),
        (moving_again, 0, NoSecondMove(7)),
        (lambda: eating(0, 1, 1, 1), 0, Eat(4, (0, 1, 1))),
        (lambda: eating(0, 1, 1, 1), 0, Eat(4, (0, 2, 2, -1))),
        (lambda: eating(0, 1, 1, 1), 0, Eat(4, ())),
        (lambda: eating(0, 1, 1, 1), 0, Eat(-1, (0, 1, 1, 1))),
        (lambda: eating(0, 0, 0, 0, genes=(14,)), 0, Parasitize(4, 4)),
        (lambda: eating(0, 0, 0, 0, genes=(14,)), 0, Parasitize(4, -1)),
        (lambda: eating(0, 0, 0, 0, genes=(14,)), 0, Parasitize(7, 1)),
        (lambda: eating(0, 0, 0, 0, genes=(13,)), 0, Struggle(7, 1, 2)),
        (lambda: eating(0, 0, 0, 0, genes=(13,)), 0, Struggle(4, 4, 0)),
        (lambda: eating(0, 0, 0, 0, genes=(13,)), 0, Struggle(4, 1, 7)),
        (warding, 2, Flee(5, 0)),
        (warding, 2, Flee(7, 1)),
        (warding, 2, Defend(7)),
        (warding, 2, NoFlight(-1)),
        (warding, 2, NoDefence(7)),
        (holding, 1, Hold(7, 0, 2)),
        (holding, 1, LetGo(-1, 0, 2)),
        (holding, 1, Hold(4, 4, 2)),
        (holding, 1, LetGo(4, 0, 7)),
        (paying, 3, Compensate((20,))),
        (paying, 3, Compensate((3, -1))),
        (buying, 3, BuyGenes(((20, None),))),
        (buying, 3, BuyGenes(((-1, None),))),
        (dividing, 3, Divide(((7, 1, 0),))),
        (aggression, 0, Aggress(3, 4, 5)),
        (aggression, 0, Aggress(3, 2, 7)),
        (aggression, 0, Aggress(-1, 2, 5)),
    ],
)
def test_22_out_of_range(make: Callable[[], Ursuppe], seat: int, move: Move) -> None:
    """Colours, amoebas, genes, directions and lists of counts have their bounds."""
    assert refused(make(), seat, move) == 22


@pytest.mark.parametrize(
    ("make", "seat", "move"),
    [
        (moving, 0, Go(3, 3)),
        (moving, 0, Tentacle(3, (1, 0, 0, 0))),
        (moving_again, 0, NoSecondMove(3)),
        (lambda: eating(0, 1, 1, 1), 0, Eat(5, (0, 1, 1, 1))),
        (lambda: eating(0, 0, 0, 0), 0, Parasitize(5, 1)),
        (lambda: eating(0, 0, 0, 0), 0, Struggle(5, 1, 2)),
        (warding, 2, Flee(4, 3)),
        (warding, 2, NoFlight(4)),
        (warding, 2, Defend(4)),
        (warding, 2, NoDefence(4)),
        (holding, 1, Hold(6, 0, 2)),
        (holding, 1, LetGo(6, 0, 2)),
    ],
)
def test_1_for_another_own_amoeba(make: Callable[[], Ursuppe], seat: int, move: Move) -> None:
    """The prompt is about one amoeba; before anything of the row is looked at."""
    assert refused(make(), seat, move) == 1


def test_22_for_a_taken_position() -> None:
    """POSITION: a space that another has chosen."""
    assert refused(choosing(), 1, ChoosePosition(0)) == 22


@pytest.mark.parametrize(
    ("move", "code"),
    [
        pytest.param(Place(5, 1, 0), 3, id="number on the board"),
        pytest.param(Place(5, 0, 0), 3, id="number on the board, no square"),
        pytest.param(Place(0, 0, 0), 25, id="no square"),
        pytest.param(Place(0, 2, 2), 25, id="the island"),
        pytest.param(Place(0, 5, 1), 25, id="east of the board"),
        pytest.param(Place(0, -1, 1), 25, id="west of the board"),
        pytest.param(Place(0, 1, 99), 25, id="far off"),
        pytest.param(Place(0, 1, 1), 25, id="on an own amoeba"),
        pytest.param(Place(0, 2, 3), 25, id="on a foreign amoeba"),
    ],
)
def test_placement(move: Place, code: int) -> None:
    """AMOEBE_SETZEN of the set-up: the number before the square."""
    assert refused(placing(), 3, move) == code


def test_24_and_18_for_a_roll() -> None:
    """WUERFELN: rolled already, also without points; no points and no gene 8."""
    state = moving(4, 4, points=1)
    play(state, 0, Roll())
    assert refused(state, 0, Roll()) == 24
    assert refused(moving(points=0), 0, Roll()) == 18


def test_24_for_a_second_roll_in_the_second_movement() -> None:
    """One roll for each movement."""
    state = moving_again(4, 4)
    play(state, 0, Roll())
    assert refused(state, 0, Roll()) == 24


@pytest.mark.parametrize(
    ("move", "genes", "code"),
    [
        pytest.param(Tentacle(2, (1, 0, 0, 0)), (), 10, id="no gene"),
        pytest.param(Tentacle(2, ZEROS), (), 10, id="no gene, nothing"),
        pytest.param(Tentacle(2, (4, 0, 0, 0)), (), 10, id="no gene, too many"),
        pytest.param(Tentacle(2, ZEROS), (9,), 22, id="nothing"),
        pytest.param(Tentacle(2, (2, 1, 0, 1)), (9,), 35, id="four"),
        pytest.param(Tentacle(2, (0, 2, 0, 0)), (9,), 35, id="more than there"),
        pytest.param(Tentacle(2, (0, 0, 1, 0)), (9,), 35, id="none there"),
    ],
)
def test_tentacles(move: Tentacle, genes: tuple[int, ...], code: int) -> None:
    """TENTAKEL: gene, nothing named, too many."""
    assert refused(moving(genes=genes), 0, move) == code


@pytest.mark.parametrize("cubes", [(1, 0, 0, 0), ZEROS, (4, 0, 0, 0)])
def test_36_for_tentacles_declared_twice(cubes: tuple[int, ...]) -> None:
    """Before the new list is looked at."""
    state = moving(genes=(9,))
    play(state, 0, Tentacle(2, (0, 1, 0, 0)))
    assert refused(state, 0, Tentacle(2, cubes)) == 36


@pytest.mark.parametrize(
    ("way", "genes", "card", "code"),
    [
        pytest.param(1, (), EAST, 20, id="against the drift"),
        pytest.param(2, (), EAST, 20, id="across the drift"),
        pytest.param(4, (10,), EAST, 20, id="across, holding fast"),
        pytest.param(5, (), EAST, 32, id="standing without a reason"),
        pytest.param(3, (), (5, 14), 20, id="moving without a drift"),
        pytest.param(1, (17,), EAST, 20, id="free choice unrolled"),
        pytest.param(5, (17,), EAST, 32, id="free choice unrolled, standing"),
    ],
)
def test_unrolled_movement(
    way: int, genes: tuple[int, ...], card: tuple[int, int], code: int
) -> None:
    """BEWEGEN without a roll (6.8)."""
    assert refused(moving(genes=genes, card=card), 0, Go(2, way)) == code


@pytest.mark.parametrize(("way", "code"), [(3, 32), (1, 20), (2, 20), (4, 20)])
def test_blocked_drift(way: int, code: int) -> None:
    """The drift named although it is blocked, and a real movement instead."""
    state = position(4, {0: Side({2: (4, 1)})}, card=EAST)
    start(state, 1)
    assert refused(state, 0, Go(2, way)) == code


@pytest.mark.parametrize(
    ("dice", "genes", "bad"),
    [
        pytest.param((4, 1), (), (1, 2, 3, 5), id="first die only"),
        pytest.param((5, 1), (), (1, 2, 3, 4), id="five"),
        pytest.param((4, 1), (1,), (2, 3, 5), id="both dice"),
        pytest.param((4, 1), (10,), (1, 2, 3, 5), id="holding fast does not help"),
    ],
)
def test_32_for_what_the_dice_forbid(
    dice: tuple[int, ...], genes: tuple[int, ...], bad: tuple[int, ...]
) -> None:
    """BEWEGEN after a roll, the drift included."""
    state = moving(*dice, genes=genes)
    play(state, 0, Roll())
    assert [refused(state, 0, Go(2, way)) for way in bad] == [32] * len(bad)


@pytest.mark.parametrize(("dice", "genes"), [((6, 1), ()), ((1, 2), (17,)), ((2, 4), (1,))])
def test_32_for_a_blocked_way(dice: tuple[int, ...], genes: tuple[int, ...]) -> None:
    """North and south of (2, 1) nothing can be entered, whatever the dice."""
    side = Side({2: (2, 1)}, genes=genes, movement=dice)
    state = position(4, {0: side}, card=EAST)
    start(state, 1)
    play(state, 0, Roll())
    assert [refused(state, 0, Go(2, way)) for way in (2, 4)] == [32, 32]


@pytest.mark.parametrize("genes", [(3,), (3, 10), (16,), (3, 17)])
def test_20_for_an_unrolled_second_movement(genes: tuple[int, ...]) -> None:
    """Drifting, standing and holding fast are no second movements."""
    state = moving_again(genes=genes)
    assert [refused(state, 0, Go(2, way)) for way in (1, 2, 3, 4, 5)] == [20] * 5


def test_no_second_movement() -> None:
    """KEINE_ZWEITE_BEWEGUNG: not at the first, and not after the roll."""
    assert refused(moving(genes=(3,)), 0, NoSecondMove(2)) == 30
    state = moving_again(1, 1)
    play(state, 0, Roll())
    assert refused(state, 0, NoSecondMove(2)) == 34


@pytest.mark.parametrize(
    ("genes", "points", "code"),
    [
        pytest.param((8, 8), 9, 5, id="twice"),
        pytest.param((11, 11), 9, 5, id="twice, not owned"),
        pytest.param((8, 11), 9, 10, id="not owned"),
        pytest.param((11,), 0, 10, id="not owned, no points"),
        pytest.param((), 5, 18, id="points do not suffice"),
        pytest.param((8,), 1, 18, id="nor for the rest"),
    ],
)
def test_defects(genes: tuple[int, ...], points: int, code: int) -> None:
    """DEFEKT_AUSGLEICHEN: twice, not owned, too few points."""
    assert refused(paying(points), 3, Compensate(genes)) == code
