"""The worms keep the contract of all games, also for players who leave at any time."""

from __future__ import annotations

from fractions import Fraction

import pytest

from boardhub.games.rules import Player
from boardhub.games.wuermer.board import BEISPIEL, lines
from boardhub.games.wuermer.events import Began, Finished, Lost
from boardhub.games.wuermer.state import RULES, Wuermer
from boardhub.testing import check_rules

PLAYERS = [Player("rot"), Player("gelb")]


def example() -> Wuermer:
    """A game on the document's board, not begun: two worms each."""
    return RULES.state(2, "seed", {"board": lines(BEISPIEL, 0)})


def test_contract_of_the_rules() -> None:
    """Random games come to an end and behave on the way."""
    check_rules(RULES, sizes=(2,), games=2)


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_two_players(seats: int) -> None:
    """There are two sides, and no game for another number of them."""
    with pytest.raises(ValueError, match="2 players"):
        RULES.state(seats, "seed", {})


@pytest.mark.parametrize("seat", [0, 1])
def test_leaving_loses(seat: int) -> None:
    """Who leaves has lost, on turn or not; the reason is told as it was given."""
    state = example()
    assert state.begin(PLAYERS) == [Began(BEISPIEL)]
    events = state.leave(seat, "crashed")
    assert events == [Lost(seat, "crashed"), Finished(1 - seat, "crashed", (2, 2))]
    assert state.result is not None
    assert state.result.scores == ((0, 1), (1, 0))[seat]
    assert state.result.reason == "forfeited"
    assert not state.prompts
    assert state.view(None).faults == (Lost(seat, "crashed"),)


def test_only_the_first_fault_counts() -> None:
    """After the end nobody can lose any more, not even by leaving."""
    state = example()
    state.begin(PLAYERS)
    state.leave(1, "forfeit-time")
    over = state.clone()
    assert not state.leave(0, "crashed")
    assert not state.leave(1, "crashed")
    assert state == over


def test_one_who_cannot_start() -> None:
    """Who has left before the beginning loses at once, and no board is shown."""
    state = example()
    assert not state.leave(1, "forfeit-start")
    assert state.finished is None
    assert not state.leave(1, "crashed")
    start = "forfeit-start"
    assert state.begin(PLAYERS) == [Lost(1, start), Finished(0, start, (2, 2))]
    assert state.result is not None
    assert state.result.scores == (1, 0)


def test_neither_can_start() -> None:
    """Where both have left before the beginning it is a draw, told of in the order of seats."""
    state = example()
    start = "forfeit-start"
    state.leave(1, start)
    state.leave(0, start)
    told = [Lost(0, start), Lost(1, start), Finished(None, start, (2, 2))]
    assert state.begin(PLAYERS) == told
    assert state.result is not None
    assert state.result.scores == (Fraction(1, 2), Fraction(1, 2))
    assert state.result.reason == "forfeited"
