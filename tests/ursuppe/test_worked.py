"""
The worked examples of spec/ursuppe-rules.md 8, as moves and events: dice and
cards are those of the page, and so is every number.
"""

from __future__ import annotations

from boardhub.games.rules import Event, Move
from boardhub.games.ursuppe.chance import Scripted
from boardhub.games.ursuppe.events import (
    Aggressed,
    AmoebaRemoved,
    AmoebasPlaced,
    Ate,
    Attacked,
    CanWard,
    CardTurned,
    Damaged,
    DefenceFailed,
    FoodAdded,
    GenesBought,
    Moved,
    PointsChanged,
    PositionChosen,
    Rolled,
    RoundBegan,
    Scored,
    WasReady,
)
from boardhub.games.ursuppe.moves import (
    Aggress,
    BuyGenes,
    ChoosePosition,
    Defend,
    Divide,
    Eat,
    Flee,
    Go,
    Hold,
    LetGo,
    NoFlight,
    Place,
    Ready,
    Roll,
    Struggle,
    Tentacle,
)
from boardhub.games.ursuppe.position import Position
from boardhub.games.ursuppe.prompts import (
    AskAggression,
    AskDivision,
    AskGenes,
    AskHold,
    AskMeal,
    AskMovement,
    AskPlacement,
    AskPosition,
    AskWard,
)
from boardhub.games.ursuppe.state import RULES, Ursuppe
from tests.ursuppe.positions import (
    Side,
    asked,
    at_meal,
    before,
    default,
    play,
    players,
    position,
    refused,
    start,
)

CARDS = [(2, 9), (1, 6), (1, 9), (1, 12), (2, 11), (3, 8), (3, 10), (4, 10), (4, 13), (5, 14)]


def three() -> Ursuppe:
    """The match of 8.1 before its start: order 1, 2, 0; cards East 10, then North 9."""
    state = RULES.state(3, "suppe", {})
    state.order = [1, 2, 0]
    state.card = (3, 10)
    state.deck = list(CARDS)
    state.movement_dice = [Scripted(), Scripted(1, 4), Scripted(2, 6)]
    state.begin(players(3))
    return state


def run(state: Ursuppe, script: list[tuple[int, Move, list[Event]]]) -> None:
    """Play the moves; each must cause exactly the events beside it."""
    for seat, move, events in script:
        assert play(state, seat, move) == events


def set_up(state: Ursuppe) -> None:
    """From BEREIT to the first RUNDE, refusals included."""
    others = {0: {1, 2, None}, 1: {0, 2, None}, 2: {0, 1, None}}
    for seat in (0, 2):
        assert play(state, seat, Ready()) == [WasReady(seat, to=frozenset(others[seat]))]
    assert refused(state, 2, Ready()) == 17
    assert play(state, 1, Ready()) == [WasReady(1, to=frozenset(others[1]))]
    assert asked(state) == [AskPosition(1, 0, (0, 0, 0))]
    run(state, [(1, ChoosePosition(2), [PositionChosen(1, 2)])])
    assert asked(state) == [AskPosition(2, 0, (0, 0, 1))]
    assert refused(state, 2, ChoosePosition(2)) == 22
    run(state, [(2, ChoosePosition(0), [PositionChosen(2, 0)])])
    assert asked(state) == [AskPosition(0, 0, (1, 0, 1))]
    run(state, [(0, ChoosePosition(1), [PositionChosen(0, 1)])])
    assert asked(state) == [AskPlacement(2, 0)]
    run(state, [(2, Place(0, 1, 1), [AmoebasPlaced(2, ((0, 1, 1),))])])
    assert refused(state, 0, Place(0, 1, 1)) == 25
    run(
        state,
        [
            (0, Place(0, 3, 3), [AmoebasPlaced(0, ((0, 3, 3),))]),
            (1, Place(0, 0, 3), [AmoebasPlaced(1, ((0, 0, 3),))]),
        ],
    )
    assert refused(state, 1, Place(0, 3, 1)) == 3
    run(
        state,
        [
            (1, Place(1, 3, 1), [AmoebasPlaced(1, ((1, 3, 1),))]),
            (0, Place(4, 0, 1), [AmoebasPlaced(0, ((4, 0, 1),))]),
            (2, Place(1, 2, 4), [AmoebasPlaced(2, ((1, 2, 4),)), RoundBegan(1)]),
        ],
    )


def forage(state: Ursuppe) -> None:
    """Phase 1 of round 1, and the card after it."""
    assert asked(state) == [AskMovement(2, 0, 0, False)]
    assert refused(state, 2, Go(0, 2)) == 20
    run(state, [(2, Go(0, 3), [Moved(2, 0, 3)])])
    assert asked(state) == [AskMeal(2, 0, 0)]
    assert refused(state, 2, Eat(0, (0, 0, 0))) == 12
    assert refused(state, 2, Eat(0, (1, 1, 1))) == 7
    run(
        state,
        [
            (2, Eat(0, (2, 1, 0)), [Ate(2, 0, (2, 1, 0)), FoodAdded(2, 2, 2, 1)]),
            (2, Roll(), [Rolled(2, 2, 6), PointsChanged(2, -1)]),
        ],
    )
    assert refused(state, 2, Go(1, 6)) == 22
    assert refused(state, 2, Go(1, 3)) == 32
    run(
        state,
        [
            (2, Go(1, 2), [Moved(2, 1, 2)]),
            (2, Eat(1, (1, 2, 0)), [Ate(2, 1, (1, 2, 0)), FoodAdded(2, 2, 2, 3)]),
            (0, Go(0, 3), [Moved(0, 0, 3)]),
            (0, Eat(0, (0, 1, 2)), [Ate(0, 0, (0, 1, 2)), FoodAdded(0, 2, 4, 3)]),
        ],
    )
    assert refused(state, 0, Go(0, 3)) == 1
    run(
        state,
        [
            (0, Go(4, 3), [Moved(0, 4, 3)]),
            (0, Eat(4, (0, 2, 1)), [Ate(0, 4, (0, 2, 1)), FoodAdded(0, 2, 1, 1)]),
            (1, Go(0, 3), [Moved(1, 0, 3)]),
            (1, Eat(0, (2, 0, 1)), [Ate(1, 0, (2, 0, 1)), FoodAdded(1, 2, 1, 3)]),
            (1, Roll(), [Rolled(1, 1, 4), PointsChanged(1, -1)]),
            (1, Go(1, 1), [Moved(1, 1, 1)]),
        ],
    )
    assert refused(state, 1, Eat(1, (1, 0, 2))) == 19
    starving: list[Event] = [Ate(1, 1, (0, 0, 0)), Damaged(1, 1), CardTurned(2, 9)]
    run(state, [(1, Eat(1, (0, 0, 0)), starving)])


def shop(state: Ursuppe) -> None:
    """Phase 3."""
    assert asked(state) == [AskGenes(1, 0)]
    run(
        state,
        [(1, BuyGenes(((1, None),)), [GenesBought(1, (1,), ()), PointsChanged(1, -3)])],
    )
    assert refused(state, 0, BuyGenes(((8, None),))) == 18
    run(
        state,
        [
            (0, BuyGenes(((3, None),)), [GenesBought(0, (3,), ()), PointsChanged(0, -4)]),
            (2, BuyGenes(()), [GenesBought(2, (), ()), PointsChanged(1, 10)]),
        ],
    )


def divide(state: Ursuppe) -> None:
    """Phases 4 to 6, and the beginning of round 2."""
    assert asked(state) == [AskDivision(1, 0)]
    first: list[Event] = [
        AmoebasPlaced(1, ((2, 1, 4),)),
        PointsChanged(1, -6),
        PointsChanged(0, 10),
    ]
    run(state, [(1, Divide(((2, 1, 4),)), first)])
    assert refused(state, 0, Divide(((4, 4, 2),))) == 3
    second: list[Event] = [
        AmoebasPlaced(0, ((1, 4, 2),)),
        PointsChanged(0, -6),
        PointsChanged(2, 10),
    ]
    third: list[Event] = [
        AmoebasPlaced(2, ((2, 2, 4), (3, 3, 4))),
        PointsChanged(2, -12),
        Scored(0, 2),
        Scored(1, 3),
        Scored(2, 4),
        RoundBegan(2),
    ]
    run(
        state,
        [(0, Divide(((1, 4, 2),)), second), (2, Divide(((2, 2, 4), (3, 3, 4))), third)],
    )
    assert asked(state) == [AskMovement(0, 0, 0, False)]


def matrix(seen: Position) -> list[str]:
    """The board as SPIELFELD2 shows it: counts of amoebas and cubes."""
    lines = []
    for row in seen.rows:
        cells = [
            "UNGUELTIG"
            if cell is None
            else " ".join(
                f"{len(amoebas)}:{cubes}"
                for amoebas, cubes in zip(cell.amoebas, cell.cubes, strict=True)
            )
            for cell in row
        ]
        lines.append(" ".join(f"({cell})" for cell in cells))
    return lines


def test_8_1_three_players_to_the_end_of_round_one() -> None:
    """Every move of the page with its lines, then the board and the status it shows."""
    state = three()
    set_up(state)
    forage(state)
    shop(state)
    divide(state)
    seen = state.view(None)
    nothing, plenty = "(UNGUELTIG)", "(0:2 0:2 0:2)"
    assert matrix(seen) == [
        f"{nothing} {plenty} {nothing} {nothing} {nothing}",
        f"{plenty} (1:4 0:0 0:1) (0:0 1:1 1:4) {plenty} {plenty}",
        f"{plenty} {plenty} {nothing} {plenty} (1:2 0:2 0:2)",
        f"{plenty} (0:0 1:4 0:1) (0:1 0:0 1:4) {plenty} (1:4 0:1 0:0)",
        f"{plenty} (0:2 1:2 0:2) (0:2 0:2 1:2) (0:2 0:2 1:2) {nothing}",
    ]
    assert seen.card == (2, 9)
    assert seen.supply == (18, 21, 17)
    assert [tribe.ladder for tribe in seen.tribes] == [2, 3, 4]
    assert [tribe.points for tribe in seen.tribes] == [4, 4, 1]
    assert [tribe.genes for tribe in seen.tribes] == [(3,), (1,), ()]
    assert [tribe.amoebas for tribe in seen.tribes] == [
        ((0, 0), (1, 0), (4, 0)),
        ((0, 0), (1, 1), (2, 0)),
        ((0, 0), (1, 0), (2, 0), (3, 0)),
    ]


def hunt() -> Ursuppe:
    """The position of 8.2, at the meal of colour 0's amoeba 3."""
    sides = {
        0: Side({3: (2, 1)}, genes=(10, 13), points=5, fights=(5,)),
        2: Side({5: (2, 1)}, genes=(3, 4, 5, 9), points=3, fights=(2,), movement=(3, 1)),
    }
    food = {(2, 1): (0, 0, 2, 1), (3, 1): (2, 1, 1, 0)}
    return at_meal(position(4, sides, food=food), 0, 3)


def flee(state: Ursuppe) -> None:
    """The attack, the lost fight and the flight, up to the question of the holder."""
    assert asked(state) == [AskMeal(0, 0, 3)]
    assert play(state, 0, Struggle(3, 2, 5)) == [
        Attacked(2, 5, 0, 3),
        PointsChanged(0, -1),
        CanWard(2, 5),
    ]
    assert asked(state) == [AskWard(2, 0, 5, 0, 3, 2)]
    assert refused(state, 2, Flee(5, 3)) == 20
    assert play(state, 2, Defend(5)) == [PointsChanged(2, -1), DefenceFailed(2, 5)]
    assert asked(state) == [AskWard(2, 0, 5, 0, 3, 0)]
    assert refused(state, 2, Defend(5)) == 38
    assert refused(state, 2, Tentacle(5, (0, 0, 2, 2))) == 35
    assert play(state, 2, Tentacle(5, (0, 0, 2, 1))) == []
    assert refused(state, 2, Tentacle(5, (0, 0, 1, 0))) == 36
    assert play(state, 2, Roll()) == [Rolled(2, 3, 1), PointsChanged(2, -1)]
    assert refused(state, 2, NoFlight(5)) == 34
    assert play(state, 2, Flee(5, 3)) == []
    assert asked(state) == [AskHold(0, 0, 3, 2, 5, 3, (0, 0, 2, 1))]


def test_8_2_attack_defence_flight_tentacle_holding() -> None:
    """The attacker goes along and eats where it was dragged to."""
    state = hunt()
    flee(state)
    assert play(state, 0, Hold(3, 2, 5)) == [
        Moved(2, 5, 3, flight=True, cubes=(0, 0, 2, 1), holders=((0, 3),))
    ]
    assert asked(state) == [AskWard(2, 0, 5, 0, 3, 0)]
    assert play(state, 2, NoFlight(5)) == []
    assert asked(state) == [AskMeal(0, 0, 3)]
    assert refused(state, 0, Struggle(3, 2, 5)) == 31
    assert play(state, 0, Eat(3, (0, 1, 1, 1))) == [Ate(0, 3, (0, 1, 1, 1)), FoodAdded(0, 2, 3, 1)]
    assert list(state.cubes[2, 1]) == [0, 0, 0, 0]
    assert list(state.cubes[3, 1]) == [4, 0, 2, 0]
    assert (state.tribes[0].points, state.tribes[2].points) == (4, 1)


def test_8_2_without_holding() -> None:
    """Had the attacker let go, it would starve after the second step is declined."""
    state = hunt()
    flee(state)
    assert play(state, 0, LetGo(3, 2, 5)) == [Moved(2, 5, 3, flight=True, cubes=(0, 0, 2, 1))]
    assert asked(state) == [AskWard(2, 0, 5, 0, 3, 0)]
    assert play(state, 2, NoFlight(5)) == [Damaged(0, 3)]


def prowl() -> Ursuppe:
    """The position of 8.3, with the first attack made."""
    sides = {
        0: Side({0: (1, 1)}),
        1: Side({2: (1, 1)}, genes=(16, 18)),
        3: Side({6: (1, 1, 1)}, genes=(5, 19), points=2, movement=(4, 4)),
    }
    state = position(4, sides)
    assert start(state, 5) == []
    assert asked(state) == [AskAggression(1, 0)]
    assert play(state, 1, Aggress(2, 3, 6)) == [
        Aggressed(1, 2, 3, 6),
        PointsChanged(1, -1),
        CanWard(3, 6),
    ]
    assert asked(state) == [AskWard(3, 0, 6, 1, 2, 0)]
    return state


REMAINS: list[Event] = [FoodAdded(color, 2, 1, 1) for color in range(4)]


def test_8_3_aggression_with_persistence_against_flight() -> None:
    """The first victim flees, the second has nothing to set against it."""
    state = prowl()
    assert play(state, 3, Roll()) == [Rolled(3, 4, 4), PointsChanged(3, -1)]
    assert play(state, 3, Flee(6, 4)) == [Moved(3, 6, 4, flight=True)]
    assert asked(state) == [AskAggression(1, 0)]
    assert before(play(state, 1, Aggress(2, 0, 0)), Scored) == [
        Aggressed(1, 2, 0, 0),
        DefenceFailed(0, 0),
        AmoebaRemoved(0, 0),
        *REMAINS,
    ]


def test_8_3_aggression_against_armour() -> None:
    """Armour takes the blow as damage, of which she dies here; no second try."""
    state = prowl()
    assert before(play(state, 3, NoFlight(6)), Scored) == [
        DefenceFailed(3, 6),
        Damaged(3, 6),
        AmoebaRemoved(3, 6),
        *REMAINS,
    ]


def test_8_4_lateness_and_the_empty_turn() -> None:
    """No amoeba is placed for her; she is passed over, and gets one free next time."""
    sides = {0: Side({0: (1, 1)}), 1: Side({0: (1, 3)}), 2: Side(points=7), 3: Side({0: (3, 3)})}
    state = position(4, sides)
    start(state, 4)
    assert play(state, 3, Divide(())) == [AmoebasPlaced(3, ()), PointsChanged(2, 10)]
    assert asked(state) == [AskDivision(2, 0)]
    assert default(state, 2)[0] == AmoebasPlaced(2, ())
    assert refused(state, 2, Divide(())) == 17
    assert state.tribes[2].points == 17
    turns = []
    while state.round == 1 or state.phase < 4:
        turns.append(asked(state)[0])
        default(state, turns[-1].seat or 0)
    assert not any(isinstance(it, AskMovement | AskMeal) and it.seat == 2 for it in turns)
    play(state, 3, Divide(()))
    assert play(state, 2, Divide(((0, 0, 4),)))[0] == AmoebasPlaced(2, ((0, 0, 4),))
    assert state.tribes[2].points == 27
