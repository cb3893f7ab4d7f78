"""From the first seat to round 1 (spec/ursuppe-rules.md 2)."""

from __future__ import annotations

from collections import Counter

import pytest

from boardhub.games.ursuppe.board import SQUARES
from boardhub.games.ursuppe.environment import CARDS
from boardhub.games.ursuppe.events import (
    AmoebasPlaced,
    Damaged,
    PositionChosen,
    RoundBegan,
    WasReady,
)
from boardhub.games.ursuppe.moves import MOVES, ChoosePosition, Place, Ready
from boardhub.games.ursuppe.position import Cell, TribePosition
from boardhub.games.ursuppe.prompts import AskMovement, AskPlacement, AskPosition, AskReady
from boardhub.games.ursuppe.state import RULES, Ursuppe
from tests.ursuppe.positions import asked, listed, play, players, refused


def fresh(seats: int, order: tuple[int, ...]) -> Ursuppe:
    """A game that has begun, with this order for the choice of positions."""
    state = RULES.state(seats, "set-up", {})
    state.order = list(order)
    state.begin(players(seats))
    return state


def choosing(order: tuple[int, ...]) -> Ursuppe:
    """Everybody is ready."""
    state = fresh(len(order), order)
    for seat in range(len(order)):
        play(state, seat, Ready())
    return state


def placing(*ladder: int) -> Ursuppe:
    """Colour c has chosen the space ``ladder[c]``."""
    state = choosing(tuple(range(len(ladder))))
    for seat, space in enumerate(ladder):
        play(state, seat, ChoosePosition(space))
    return state


def test_the_rules_introduce_themselves() -> None:
    """Name, version and moves, as the hub and the journal ask for them."""
    assert (RULES.name, RULES.version) == ("ursuppe", 1)
    assert tuple(RULES.moves) == MOVES


@pytest.mark.parametrize("seats", [0, 2, 5])
def test_the_game_is_for_three_or_four(seats: int) -> None:
    """Any other number of seats is no game."""
    with pytest.raises(ValueError):  # noqa: PT011 - the text is free
        RULES.state(seats, "seats", {})


@pytest.mark.parametrize("seats", [3, 4])
def test_a_new_game_lies_ready(seats: int) -> None:
    """Two cubes of every colour on every square, 17 left, 4 points, nobody on the board."""
    seen = RULES.state(seats, "new", {}).view(None)
    cell = Cell(amoebas=((),) * seats, cubes=(2,) * seats)
    valid = set(SQUARES)
    for y, row in enumerate(seen.rows):
        assert list(row) == [cell if (x, y) in valid else None for x in range(5)]
    assert seen.supply == (17,) * seats
    assert seen.tribes == (TribePosition(ladder=0, points=4, amoebas=(), genes=()),) * seats
    assert (seen.seats, seen.phase, seen.rolled) == (seats, 0, None)


def test_one_card_is_turned_up_and_ten_lie_hidden() -> None:
    """All eleven cards are in the game, the one turned up not in the deck."""
    state = RULES.state(4, "cards", {})
    assert len(state.deck) == 10
    assert Counter([state.card, *state.deck]) == Counter(CARDS)
    assert state.view(None).card == state.card


def test_nothing_is_open_before_the_start() -> None:
    """No prompt, no result, and no move is taken."""
    state = RULES.state(3, "before", {})
    assert tuple(state.prompts) == ()
    assert state.result is None
    assert refused(state, 0, Ready()) == 17


@pytest.mark.parametrize("seats", [3, 4])
def test_the_start_asks_everybody_at_once(seats: int) -> None:
    """The prompts are numbered from 1, and nothing is told."""
    state = RULES.state(seats, "start", {})
    assert list(state.begin(players(seats))) == []
    assert list(state.prompts) == [AskReady(seat, seat + 1) for seat in range(seats)]
    assert AskReady.times == 3


def test_readiness_is_told_to_the_others_and_the_spectators() -> None:
    """The sender alone does not hear of it; the other prompts keep their numbers."""
    state = fresh(4, (0, 1, 2, 3))
    assert play(state, 2, Ready()) == [WasReady(2, to=frozenset({0, 1, 3, None}))]
    assert list(state.prompts) == [AskReady(0, 1), AskReady(1, 2), AskReady(3, 4)]


def test_nobody_is_ready_twice() -> None:
    """Once ready, a seat has no open prompt."""
    state = fresh(3, (0, 1, 2))
    play(state, 1, Ready())
    assert refused(state, 1, Ready()) == 17


def test_positions_are_chosen_in_the_drawn_order() -> None:
    """Each is shown which spaces are taken, and the prompt numbers go on."""
    state = fresh(4, (2, 0, 3, 1))
    for seat in range(4):
        play(state, seat, Ready())
    assert list(state.prompts) == [AskPosition(2, 5, (0, 0, 0, 0))]
    assert play(state, 2, ChoosePosition(3)) == [PositionChosen(2, 3)]
    assert list(state.prompts) == [AskPosition(0, 6, (0, 0, 0, 1))]
    assert play(state, 0, ChoosePosition(0)) == [PositionChosen(0, 0)]
    assert list(state.prompts) == [AskPosition(3, 7, (1, 0, 0, 1))]
    assert listed(state, 3, ChoosePosition) == [ChoosePosition(1), ChoosePosition(2)]
    assert play(state, 3, ChoosePosition(2)) == [PositionChosen(3, 2)]
    assert list(state.prompts) == [AskPosition(1, 8, (1, 0, 1, 1))]
    assert play(state, 1, ChoosePosition(1)) == [PositionChosen(1, 1)]
    assert [tribe.ladder for tribe in state.view(None).tribes] == [0, 1, 3, 2]


def test_the_order_is_a_draw() -> None:
    """It holds every seat once and is not the same for every seed."""
    orders = [tuple(RULES.state(4, f"draw {n}", {}).order) for n in range(20)]
    assert all(sorted(order) == [0, 1, 2, 3] for order in orders)
    assert len(set(orders)) > 1


def test_amoebas_are_placed_up_and_then_down_the_ladder() -> None:
    """First pass from the last to the leader, second pass back."""
    state = placing(2, 0, 3, 1)
    order = []
    for x, y in SQUARES[:8]:
        (prompt,) = asked(state)
        assert isinstance(prompt, AskPlacement)
        assert prompt.seat is not None
        order.append(prompt.seat)
        play(state, prompt.seat, Place(len(order) // 5, x, y))
    assert order == [1, 3, 0, 2, 2, 0, 3, 1]


def test_with_four_the_first_amoeba_is_damaged() -> None:
    """The damage follows the line of the placement, in the first pass alone."""
    state = placing(3, 2, 1, 0)
    assert play(state, 3, Place(6, 1, 0)) == [
        AmoebasPlaced(3, ((6, 1, 0),)),
        Damaged(3, 6),
    ]
    for seat, place in ((2, (0, 1)), (1, (1, 1)), (0, (2, 1))):
        play(state, seat, Place(0, *place))
    assert play(state, 0, Place(3, 3, 1)) == [AmoebasPlaced(0, ((3, 3, 1),))]
    assert state.view(None).tribes[0].amoebas == ((0, 1), (3, 0))


def test_with_three_no_amoeba_is_damaged() -> None:
    """Three players start unhurt."""
    state = placing(0, 1, 2)
    assert play(state, 0, Place(1, 4, 3)) == [AmoebasPlaced(0, ((1, 4, 3),))]


def test_the_last_placement_begins_round_one() -> None:
    """The first prompt of phase 1 goes to the last on the ladder, lowest number first."""
    state = placing(1, 0, 2)
    for seat, number, x in ((1, 5, 0), (0, 0, 1), (2, 0, 2), (2, 1, 3), (0, 1, 4)):
        play(state, seat, Place(number, x, 1))
    assert play(state, 1, Place(2, 0, 2)) == [AmoebasPlaced(1, ((2, 0, 2),)), RoundBegan(1)]
    assert asked(state) == [AskMovement(1, 0, 2, False)]
    assert (state.round, state.phase) == (1, 1)


def test_every_free_place_is_listed() -> None:
    """Seven numbers on the squares without any amoeba, whosever."""
    state = placing(0, 1, 2)
    play(state, 0, Place(0, 1, 0))
    expected = {Place(number, x, y) for number in range(7) for x, y in SQUARES[1:]}
    assert set(listed(state, 1, Place)) == expected


def test_the_turn_grows_through_the_set_up() -> None:
    """What delays for spectators count in never goes back, and goes on."""
    state = fresh(3, (0, 1, 2))
    turns = [state.turn]
    for seat in range(3):
        play(state, seat, Ready())
        turns.append(state.turn)
    for seat in range(3):
        play(state, seat, ChoosePosition(seat))
        turns.append(state.turn)
    for number, seat in enumerate((0, 1, 2, 2, 1, 0)):
        play(state, seat, Place(number // 3, *SQUARES[number]))
        turns.append(state.turn)
    assert turns == sorted(turns)
    assert turns[-1] > turns[0]
