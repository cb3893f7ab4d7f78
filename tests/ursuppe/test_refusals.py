"""
What is refused, with which error number and in which order: the general
checks, the set-up, movement, meals and phases 2 to 4
(spec/ursuppe-rules.md 7.17). Attacks are in test_refusals_attacks.

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
    Struggle,
    Tentacle,
)
from boardhub.games.ursuppe.state import RULES, Ursuppe
from tests.ursuppe.duels import aggression, hungry, prey, strike, struggle
from tests.ursuppe.positions import Side, play, players, position, refused, start

EAST = (3, 10)
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
        Parasitize(0, 1),
        Struggle(0, 1, 0),
        Flee(0, 3),
        NoFlight(0),
        Defend(0),
        NoDefence(0),
        Hold(0, 1, 0),
        LetGo(0, 1, 0),
        Compensate(()),
        BuyGenes(()),
        Divide(()),
        Aggress(0, 1, 0),
        Peace(),
    )
}


def ready() -> Ursuppe:
    """ZUG_BEREIT for all."""
    state = RULES.state(4, "refusals", {})
    state.order = [0, 1, 2, 3]
    state.begin(players(4))
    return state


def choosing() -> Ursuppe:
    """ZUG_POSITION for colour 1, space 0 taken."""
    state = ready()
    for seat in range(4):
        play(state, seat, Ready())
    play(state, 0, ChoosePosition(0))
    return state


def placing() -> Ursuppe:
    """ZUG_AMOEBE_SETZEN for colour 3, which has amoeba 5 on (1, 1); others on row 3."""
    state = choosing()
    for seat in (1, 2, 3):
        play(state, seat, ChoosePosition(seat))
    for seat in (0, 1, 2):
        play(state, seat, Place(0, seat, 3))
    play(state, 3, Place(5, 1, 1))
    return state


def moving(
    *dice: int, genes: tuple[int, ...] = (), points: int = 4, card: tuple[int, int] = EAST
) -> Ursuppe:
    """ZUG_BEWEGEN for colour 0's amoeba 2 on (1, 1), among cubes 2:1:0:1; it has 3 on (4, 1)."""
    side = Side({2: (1, 1), 3: (4, 1)}, genes=genes, points=points, movement=dice)
    state = position(4, {0: side, 3: Side({0: (0, 4)})}, card=card, food={(1, 1): (2, 1, 0, 1)})
    start(state, 1)
    return state


def moving_again(*dice: int, genes: tuple[int, ...] = (3,)) -> Ursuppe:
    """The second ZUG_BEWEGEN, from (2, 1), after a rolled step east."""
    state = moving(3, 3, *dice, genes=genes)
    play(state, 0, Roll())
    play(state, 0, Go(2, 3))
    return state


def eating(
    *cubes: int, genes: tuple[int, ...] = (), host_points: int = 3, seats: int = 4
) -> Ursuppe:
    """ZUG_FRESSEN for colour 0's amoeba 4, beside amoebas of colours 0 and 1."""
    sides = {
        0: Side({4: (2, 1), 5: (2, 1)}, genes=genes),
        1: Side({2: (2, 1)}, points=host_points),
        2: Side({1: (1, 1)}, points=0),
    }
    state = position(seats, sides, food={(2, 1): cubes})
    start(state, 1)
    play(state, 0, Go(4, 5))
    return state


def warding() -> Ursuppe:
    """ZUG_ABWEHR with code 1."""
    state = struggle(hungry(()), prey((4,)))
    strike(state)
    return state


def holding() -> Ursuppe:
    """ZUG_KLAMMERN for colour 1's amoeba 4, about colour 0's amoeba 2."""
    sides = {0: Side({2: (1, 1)}), 1: Side({4: (1, 1), 6: (1, 1)}, genes=(10,))}
    state = position(4, sides, card=EAST)
    start(state, 1)
    play(state, 0, Go(2, 3))
    return state


def paying(points: int = 4) -> Ursuppe:
    """ZUG_GENDEFEKTE for colour 3, which owes six and has genes 3, 8, 15."""
    state = position(4, {3: Side(genes=(3, 8, 15), points=points)}, deck=[(1, 6)])
    start(state, 2)
    return state


def buying(genes: tuple[int, ...] = (), points: int = 30, taken: tuple[int, ...] = ()) -> Ursuppe:
    """ZUG_GEN_KAUFEN for colour 3; colour 0 has the genes ``taken``."""
    state = position(4, {3: Side(genes=genes, points=points), 0: Side(genes=taken)})
    start(state, 3)
    return state


def dividing(genes: tuple[int, ...] = ()) -> Ursuppe:
    """ZUG_AMOEBE_SETZEN for colour 3 with 14 points, on (1, 1) and (2, 1)."""
    state = position(4, {3: Side({0: (1, 1), 1: (2, 1)}, genes=genes)})
    start(state, 4)
    return state


#: prompt: a position, the seat asked, the moves that answer it.
QUESTIONS: dict[str, tuple[Callable[[], Ursuppe], int, tuple[type[Move], ...]]] = {
    "ready": (ready, 0, (Ready,)),
    "position": (choosing, 1, (ChoosePosition,)),
    "placement": (placing, 3, (Place,)),
    "movement": (moving, 0, (Roll, Tentacle, Go)),
    "second movement": (moving_again, 0, (Roll, Tentacle, Go, NoSecondMove)),
    "meal": (lambda: eating(0, 0, 0, 0), 0, (Eat, Parasitize, Struggle)),
    "ward": (warding, 2, (Roll, Flee, NoFlight, Defend, NoDefence)),
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
        (lambda: eating(0, 0, 0, 0, genes=(13,)), 0, Struggle(4, 4, 0)),
        (lambda: eating(0, 0, 0, 0, genes=(13,)), 0, Struggle(4, 1, 7)),
        (warding, 2, Flee(5, 0)),
        (warding, 2, Flee(7, 1)),
        (warding, 2, Defend(7)),
        (warding, 2, NoFlight(-1)),
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
    ("cubes", "genes", "meal", "code"),
    [
        pytest.param((1, 1, 1, 1), (), (1, 1, 1, 0), 7, id="own colour"),
        pytest.param((1, 1, 1, 1), (), (9, 0, 0, 0), 7, id="own colour, no meal"),
        pytest.param((0, 1, 1, 1), (), ZEROS, 12, id="could eat"),
        pytest.param((0, 1, 1, 1), (6, 12), ZEROS, 12, id="could eat, with genes"),
        pytest.param((0, 2, 2, 2), (), (0, 2, 1, 1), 33, id="one too many"),
        pytest.param((0, 0, 0, 0), (), (0, 2, 1, 1), 33, id="one too many, not there"),
        pytest.param((0, 2, 2, 2), (), (0, 2, 1, 0), 22, id="no meal"),
        pytest.param((0, 2, 2, 2), (), (0, 1, 1, 0), 22, id="too few"),
        pytest.param((0, 0, 0, 0), (), (0, 1, 1, 0), 22, id="too few, not there"),
        pytest.param((0, 2, 2, 2), (), (0, 4, 0, 0), 22, id="four of one"),
        pytest.param((0, 0, 1, 1), (), (0, 1, 1, 1), 19, id="not there"),
        pytest.param((0, 9, 9, 9), (6,), (0, 3, 2, 0), 33, id="more than two twos"),
        pytest.param((0, 9, 9, 9), (6,), (0, 0, 1, 4), 33, id="more than three and one"),
        pytest.param((0, 9, 9, 9), (6,), (0, 4, 0, 0), 22, id="four of one with gene 6"),
        pytest.param((0, 9, 9, 9), (6,), (0, 1, 1, 0), 22, id="too few with gene 6"),
        pytest.param((0, 9, 9, 9), (6,), (0, 2, 1, 0), 22, id="three, but no frugality"),
        pytest.param((0, 1, 1, 0), (6,), (0, 2, 2, 0), 19, id="two twos not there"),
        pytest.param((0, 9, 9, 9), (12,), (0, 2, 1, 0), 33, id="more than one of two"),
        pytest.param((0, 9, 9, 9), (12,), (0, 0, 0, 1), 22, id="too few with gene 12"),
        pytest.param((0, 1, 0, 0), (12,), (0, 1, 1, 0), 19, id="frugal, not there"),
        pytest.param((0, 9, 9, 9), (6, 12), (0, 4, 0, 0), 33, id="more than three"),
        pytest.param((0, 9, 9, 9), (6, 12), (0, 2, 0, 0), 22, id="too few with both"),
    ],
)
def test_meals(
    cubes: tuple[int, ...], genes: tuple[int, ...], meal: tuple[int, ...], code: int
) -> None:
    """FRESSEN: own colour, zeros, no listed meal, not there."""
    assert refused(eating(*cubes, genes=genes), 0, Eat(4, meal)) == code


@pytest.mark.parametrize(
    ("cubes", "genes", "meal", "code"),
    [
        pytest.param((0, 2, 1), (), (0, 0, 0), 12, id="could eat"),
        pytest.param((0, 1, 2), (), (0, 2, 1), 19, id="the other way round is not there"),
        pytest.param((0, 9, 9), (), (0, 1, 1), 22, id="too few"),
        pytest.param((0, 9, 9), (), (0, 0, 3), 22, id="three of one"),
        pytest.param((0, 9, 9), (), (0, 2, 2), 33, id="one too many"),
        pytest.param((0, 9, 9), (), (0, 1, 3), 33, id="one too many, arranged"),
        pytest.param((0, 9, 9), (), (0, 4, 0), 22, id="four of one"),
        pytest.param((0, 9, 9), (6,), (0, 5, 0), 33, id="five of one with gene 6"),
        pytest.param((9, 9, 9), (), (1, 1, 1), 7, id="own colour"),
    ],
)
def test_meals_with_three(
    cubes: tuple[int, ...], genes: tuple[int, ...], meal: tuple[int, ...], code: int
) -> None:
    """The same with the meals of three players."""
    assert refused(eating(*cubes, genes=genes, seats=3), 0, Eat(4, meal)) == code


@pytest.mark.parametrize(
    ("cubes", "genes", "meal", "code"),
    [
        pytest.param((0, 1, 1, 1), (14,), ZEROS, 12, id="could eat"),
        pytest.param((0, 1, 1, 1), (14,), (0, 1, 1, 1), 33, id="the undiminished meal"),
        pytest.param((0, 9, 9, 9), (14,), (0, 1, 0, 0), 22, id="two fewer"),
        pytest.param((0, 1, 0, 0), (14,), (0, 1, 1, 0), 19, id="not there"),
        pytest.param((0, 9, 9, 9), (6, 14), (0, 2, 2, 0), 33, id="undiminished twos"),
        pytest.param((0, 9, 9, 9), (12, 14), (0, 0, 2, 0), 33, id="two of one"),
        pytest.param((9, 9, 9, 9), (14,), (1, 1, 0, 0), 7, id="own colour"),
    ],
)
def test_meals_of_a_declared_parasite(
    cubes: tuple[int, ...], genes: tuple[int, ...], meal: tuple[int, ...], code: int
) -> None:
    """FRESSEN after PARASITISMUS: its table lines are those diminished (6.14)."""
    state = eating(*cubes, genes=genes)
    play(state, 0, Parasitize(4, 1))
    assert refused(state, 0, Eat(4, meal)) == code


@pytest.mark.parametrize(
    ("host", "genes", "host_points", "code"),
    [
        pytest.param(1, (), 3, 10, id="no gene"),
        pytest.param(0, (), 3, 10, id="no gene, own colour"),
        pytest.param(0, (14,), 3, 22, id="own colour"),
        pytest.param(3, (14,), 3, 22, id="no amoeba at all"),
        pytest.param(2, (14,), 3, 22, id="elsewhere, without points"),
        pytest.param(1, (14,), 0, 18, id="without points"),
    ],
)
def test_parasitism(host: int, genes: tuple[int, ...], host_points: int, code: int) -> None:
    """PARASITISMUS: gene, company, the host's points."""
    state = eating(0, 1, 1, 1, genes=genes, host_points=host_points)
    assert refused(state, 0, Parasitize(4, host)) == code


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
