"""The order of things in a round, and how the parts follow one another (7.20)."""

from __future__ import annotations

from boardhub.games.rules import Event, Prompt
from boardhub.games.ursuppe.events import (
    AmoebaRemoved,
    AmoebasPlaced,
    CardTurned,
    DefectsPaid,
    GenesBought,
    PointsChanged,
    RoundBegan,
    Scored,
)
from boardhub.games.ursuppe.moves import BuyGenes, Compensate, Divide, Eat, Go
from boardhub.games.ursuppe.prompts import (
    AskDefects,
    AskDivision,
    AskGenes,
    AskMovement,
)
from boardhub.games.ursuppe.state import RULES, Ursuppe
from tests.ursuppe.positions import (
    Side,
    asked,
    default,
    food,
    play,
    players,
    position,
    start,
)

NOTHING = (0, 0, 0, 0)

SIDES = {
    0: Side({2: (1, 1, 1)}, ladder=5, genes=(9, 11, 0)),
    1: Side({4: (3, 3)}, ladder=8, points=6),
    2: Side(ladder=1),
    3: Side({6: (4, 1, 1)}, ladder=3, points=2),
}
"""The order is 2, 3, 0, 1 up the ladder; colour 2 has nothing to move."""


def turn(state: Ursuppe) -> int:
    """Whose answer is awaited; nobody else's may be."""
    (prompt,) = state.prompts
    assert prompt.seat is not None
    return prompt.seat


def test_a_whole_round() -> None:
    """Every line of a round in which everybody starves, pays, passes and dies."""
    state = position(4, SIDES, deck=[(1, 6), (2, 9)], number=3)
    assert start(state, 1) == []
    assert asked(state) == [AskMovement(3, 0, 6, False)]
    play(state, 3, Go(6, 5))
    play(state, 3, Eat(6, NOTHING))
    assert asked(state) == [AskMovement(0, 0, 2, False)]
    play(state, 0, Go(2, 5))
    play(state, 0, Eat(2, NOTHING))
    assert asked(state) == [AskMovement(1, 0, 4, False)]
    play(state, 1, Go(4, 5))
    assert play(state, 1, Eat(4, NOTHING))[2:] == [CardTurned(1, 6)]
    assert asked(state) == [AskDefects(0, 0)]
    assert play(state, 0, Compensate((0, 9))) == [DefectsPaid(0, (0, 9))]
    assert asked(state) == [AskGenes(1, 0)]
    assert play(state, 1, BuyGenes(((6, None),))) == [
        GenesBought(1, (6,), ()),
        PointsChanged(1, -4),
    ]
    assert play(state, 0, BuyGenes(())) == [GenesBought(0, (), ())]
    assert play(state, 3, BuyGenes(())) == [GenesBought(3, (), ())]
    assert play(state, 2, BuyGenes(())) == [GenesBought(2, (), ()), PointsChanged(1, 10)]
    assert asked(state) == [AskDivision(1, 0)]
    assert play(state, 1, Divide(())) == [AmoebasPlaced(1, ()), PointsChanged(0, 10)]
    assert play(state, 0, Divide(())) == [AmoebasPlaced(0, ()), PointsChanged(3, 10)]
    assert play(state, 3, Divide(())) == [AmoebasPlaced(3, ()), PointsChanged(2, 10)]
    assert play(state, 2, Divide(((0, 1, 0),))) == [
        AmoebasPlaced(2, ((0, 1, 0),)),
        AmoebaRemoved(3, 6),
        *food(4, 2, (4, 1)),
        Scored(0, 5),
        Scored(1, 8),
        Scored(2, 1),
        Scored(3, 3),
        RoundBegan(4),
    ]
    assert asked(state) == [AskMovement(2, 0, 0, False)]


def test_the_order_is_fixed_when_a_phase_begins() -> None:
    """Markers that move in the scoring change the order of the next round only."""
    places = {number: (number, 1) for number in range(4)}
    sides = {0: Side(places, ladder=0), 1: Side(ladder=1), 2: Side(ladder=2), 3: Side(ladder=3)}
    state = position(4, sides)
    start(state, 6)
    assert [tribe.ladder for tribe in state.tribes] == [5, 1, 2, 3]
    start(state, 3)
    turns = []
    while state.phase == 3:
        turns.append(turn(state))
        play(state, turns[-1], BuyGenes(()))
    assert turns == [0, 3, 2, 1]


def numbers(prompts: list[Prompt]) -> list[int]:
    """The numbers of prompts."""
    return [prompt.number for prompt in prompts]


def test_a_game_played_by_defaults_ends() -> None:
    """Nobody ever answers: prompts are numbered on, and the game is over by round 10."""
    for seats in (3, 4):
        state = RULES.state(seats, "absent", {})
        state.begin(players(seats))
        seen = numbers(list(state.prompts))
        while state.result is None:
            seat = min(prompt.seat for prompt in state.prompts if prompt.seat is not None)
            default(state, seat)
            seen += [number for number in numbers(list(state.prompts)) if number > seen[-1]]
        assert seen == list(range(1, len(seen) + 1))
        assert state.round <= 10


def test_leaving_changes_nothing() -> None:
    """The game goes on; the seat is played by the defaults (7.10)."""
    state = position(4, SIDES)
    start(state, 1)
    twin = state.clone()
    assert list(state.leave(3, "left")) == []
    assert state == twin
    events: list[Event] = default(state, 3)
    assert events == default(twin, 3)


def test_a_phase_replaces_what_was_open() -> None:
    """Whatever was asked before, and half done, is gone; numbers are never used again."""
    state = position(4, SIDES)
    start(state, 1)
    (old,) = state.prompts
    start(state, 4)
    (new,) = state.prompts
    assert new.number > old.number
    assert asked(state) == [AskDivision(1, 0)]
