"""
Turns, rounds and years: their order, the king between them, the end
(spec/burg-rules.md 3.1, 3.6, 5, 8.6, 8.26.5).
"""

from __future__ import annotations

import pytest

from boardhub.games.burg.events import Acted, RoundEnded, TurnBegan, TurnEnded
from boardhub.games.burg.moves import EndTurn, PlaceKing
from boardhub.games.burg.prompts import AskKing, AskTurn
from boardhub.games.burg.state import Burg
from boardhub.games.rules import Event
from tests.burg.positions import (
    act,
    asked,
    at,
    board,
    end_turns,
    holding,
    opened,
    play,
    turn,
)

ROUNDS = {2: (4, 4, 4), 3: (4, 3, 3), 4: (4, 3, 3)}


def year_end(scores: list[int], order: list[int], year: int = 1) -> Burg:
    """The last turn of a year that brings nobody a point."""
    state = turn("0 1 0O 1K 0B 0G", order[-1])
    state.order, state.scores = order, scores
    state.year, state.round, state.place = year, {1: 4, 2: 3, 3: 3}[year], 3
    state.stacks = [[], [], []]
    return state


def started(state: Burg, color: int | None) -> list[int]:
    """The order of turns after the king has been put where he is."""
    king = state.board.king
    assert king is not None
    state.apply(asked(state), PlaceKing(king % 8, king // 8, color))
    return list(state.order)


def test_a_turn_follows_the_other() -> None:
    """The end of a turn is told before the next one begins."""
    state = opened(30, 25, 41)
    assert play(state, EndTurn()) == [TurnEnded(color=1), TurnBegan(color=2)]
    assert isinstance(state.prompts[0], AskTurn)
    assert play(state, EndTurn()) == [TurnEnded(color=2), TurnBegan(color=0)]
    assert play(state, EndTurn()) == [TurnEnded(color=0), RoundEnded(), TurnBegan(color=1)]
    view = state.view(None)
    assert (view.year, view.round, view.place, view.active) == (1, 2, 1, 1)


def test_each_turn_starts_afresh() -> None:
    """Points, purchases, the played card and the list of actions are of one turn."""
    state = turn("0 1O 1", hands=holding(0, 28))
    play(state, act("ZIEHE_KARTE"))
    play(state, act("SECHS_AKTIONSPUNKTE"))
    assert list(state.view(None).acted) == [
        Acted(color=0, action="ZIEHE_KARTE"),
        Acted(color=0, action="SECHS_AKTIONSPUNKTE"),
    ]
    number = state.prompts[0].number
    play(state, EndTurn())
    view = state.view(None)
    assert (view.points, view.bought, view.played, view.acted) == (5, 0, False, ())
    assert state.prompts[0].number > number


def test_bought_cards_are_playable_in_the_next_turn() -> None:
    """The wait ends with the turn of purchase (8.17)."""
    state = turn("0 1O", pile=[28])
    play(state, act("ZIEHE_KARTE"))
    end_turns(state, 3)
    assert asked(state) == 0
    play(state, act("SECHS_AKTIONSPUNKTE"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rounds_of_the_years(seats: int) -> None:
    """4, 3 and 3 rounds; with two players three times 4."""
    state = opened(*range(20, 20 + seats))
    for year, rounds in enumerate(ROUNDS[seats], 1):
        assert state.year == year
        events: list[Event] = end_turns(state, rounds * seats)
        assert events.count(RoundEnded()) == rounds
        assert sum(isinstance(event, TurnEnded) for event in events) == rounds * seats
        assert events[-1] == RoundEnded()
        if year < 3:
            assert isinstance(state.prompts[0], AskKing)
            assert (state.view(None).round, state.view(None).place) == (0, 0)
            started(state, None)
    assert list(state.prompts) == []
    assert state.result is not None


def test_a_whole_game_of_passing() -> None:
    """
    Each has one knight on a start block, the king is elsewhere. Year 1 in the
    order 1, 2, 0: they get 1, 2 and 3. Player 1 has fewest and puts the king;
    0 leads and begins year 2, which gives 4, 2 (1) and 3 (2); year 3 gives
    5, 3 and 4.
    """
    state = opened(30, 25, 41)
    end_turns(state, 12)
    assert list(state.scores) == [3, 1, 2]
    assert asked(state) == 1
    assert started(state, None) == [0, 1, 2]
    end_turns(state, 9)
    assert list(state.scores) == [4, 2, 3]
    assert asked(state) == 1
    assert started(state, None) == [0, 1, 2]
    end_turns(state, 9)
    assert list(state.scores) == [5, 3, 4]
    assert state.result is not None
    assert (tuple(state.result.scores), state.result.reason) == ((5, 3, 4), "finished")


def test_position_after_the_end() -> None:
    """Year, round and place stay those of the last turn; nobody is at turn (7.7)."""
    state = opened(20, 30)
    for _ in range(2):
        end_turns(state, 8)
        started(state, None)
    end_turns(state, 8)
    view = state.view(None)
    assert (view.year, view.round, view.place, view.active) == (3, 4, 2, None)
    assert view.blocks == (0, 0)
    assert list(state.legal_moves(0)) == list(state.legal_moves(1)) == []


@pytest.mark.parametrize(
    ("scores", "order", "last"),
    [
        ([5, 3, 9], [0, 1, 2], 1),
        ([5, 8, 1], [2, 1, 0], 2),
        ([0, 0, 0], [1, 2, 0], 0),
        ([0, 4, 0], [0, 1, 2], 2),
        ([0, 4, 0], [2, 0, 1], 0),
    ],
)
def test_the_last_puts_the_king(scores: list[int], order: list[int], last: int) -> None:
    """Who has fewest points; of several on 0 the one later in turn (8.12)."""
    state = year_end(scores, order)
    end_turns(state, 1)
    assert list(state.scores) == scores
    assert isinstance(state.prompts[0], AskKing)
    assert asked(state) == last


@pytest.mark.parametrize(
    ("named", "order"),
    [
        (None, [2, 0, 1]),
        (0, [0, 1, 2]),
        (1, [2, 0, 1]),
        (2, [2, 0, 1]),
    ],
)
def test_who_begins_a_year(named: int | None, order: list[int]) -> None:
    """
    Player 1 is last and names another one; without a name, or with her own,
    the leader begins (8.6). The others follow in the order of the seats.
    """
    state = year_end([5, 3, 9], [0, 1, 2])
    end_turns(state, 1)
    assert started(state, named) == order
    assert asked(state) == order[0]


@pytest.mark.parametrize("order", [[0, 1, 2], [1, 2, 0], [2, 0, 1]])
def test_leader_among_equals_on_the_start(order: list[int]) -> None:
    """All on 0: the first in the old order begins again."""
    state = year_end([0, 0, 0], order)
    end_turns(state, 1)
    assert started(state, None) == order


def test_king_between_the_years() -> None:
    """
    On any free square of any castle, at any level, his own included; never
    on the ground.
    """
    state = year_end([5, 3, 9], [0, 1, 2])
    state.board = board("0 1 3O 1K 0B\n1 2\n4 1G 0 5")
    end_turns(state, 1)
    listed = {
        (move.x, move.y) for move in state.legal_moves(asked(state)) if isinstance(move, PlaceKing)
    }
    assert listed == {(0, 0), (2, 0), (0, 1), (2, 4)}
    color = asked(state)
    events = list(state.apply(color, PlaceKing(2, 4)))
    assert events[0] == Acted(color=color, action="SETZE_KOENIG", where=(2, 4))
    assert events[1:] == [TurnBegan(color=state.order[0])]
    assert state.board.king == at(2, 4)


def test_late_king_stays() -> None:
    """By default the king stays, and the leader begins (8.13, 8.6)."""
    state = year_end([5, 3, 9], [0, 1, 2], year=2)
    end_turns(state, 1)
    move = state.default_move(asked(state))
    assert move == PlaceKing(2, 0)
    state.apply(asked(state), move)
    assert (state.year, state.round, list(state.order)) == (3, 1, [2, 0, 1])


def test_late_turn_ends() -> None:
    """By default a turn ends with what has been done in it."""
    state = turn("0 1O 1")
    play(state, act("SETZE_BAUSTEIN", 1, 0))
    assert state.default_move(0) == EndTurn()
    assert state.default_move(1) is None


def test_leaving_does_not_stop_the_game() -> None:
    """Pieces and cards stay, and the defaults of who left lead on (8.14)."""
    state = turn("0 1O 1", hands=[[1], [2], [3]])
    state.leave(1, "dropped")
    assert state.result is None
    assert list(state.board.knights[0]) == [0]
    play(state, EndTurn())
    late = state.default_move(1)
    assert late == EndTurn()
    state.apply(1, late)
    assert asked(state) == 2
    assert [list(hand) for hand in state.hands] == [[1], [2], [3]]


def test_nobody_else_has_a_move() -> None:
    """Only who is at turn is asked and has moves."""
    state = turn("0 1O 1")
    assert list(state.legal_moves(1)) == list(state.legal_moves(2)) == []
    assert not state.is_legal(1, EndTurn())
    assert EndTurn() in list(state.legal_moves(0))


def test_turn_grows() -> None:
    """The count by which delays go grows with the game."""
    state = opened(20, 30)
    counts = [state.turn]
    for _ in range(8):
        end_turns(state, 1)
        counts.append(state.turn)
    assert counts == sorted(set(counts))


def test_copies_and_equality() -> None:
    """A copy is equal until one of the two goes on, and does not follow the other."""
    state = opened(20, 30)
    other = state.clone()
    assert other == state
    for move in (act("SETZE_BAUSTEIN", 5, 0), act("ZIEHE_KARTE")):
        play(other, move)
    assert other != state
    assert (len(state.pile), state.hands[0], state.points) == (40, [], 5)
    assert state.board.heights[at(5, 0)] == 0
    for move in (act("SETZE_BAUSTEIN", 5, 0), act("ZIEHE_KARTE")):
        play(state, move)
    assert other == state


def test_picture() -> None:
    """A state prints with its board, so that a person can follow."""
    state = turn("0 1O 2K 0B")
    assert str(state.board).splitlines()[0] in str(state)
