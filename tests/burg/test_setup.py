"""
Before the first turn: who begins, first knights, the king, the stores
(spec/burg-rules.md 2).
"""

from __future__ import annotations

import pytest

from boardhub.games.burg.events import Acted, TurnBegan
from boardhub.games.burg.moves import MOVES, Act, PlaceKing
from boardhub.games.burg.prompts import AskKing, AskKnight, AskTurn
from boardhub.games.burg.state import RULES
from tests.burg.positions import (
    STARTS,
    asked,
    at,
    begun,
    default,
    knights_of,
    opened,
    play,
    players,
)


def knight(x: int, y: int) -> Act:
    """The first knight onto a square."""
    return Act("SETZE_RITTER_ERSTESMAL", None, (x, y))


def test_rules() -> None:
    """Name, version and moves, as the journal keeps them."""
    assert (RULES.name, RULES.version, tuple(RULES.moves)) == ("burg", 1, MOVES)


def test_nothing_before_the_beginning() -> None:
    """A game that has not begun asks nothing; beginning it is told to nobody."""
    state = RULES.state(3, "a position", {})
    assert list(state.prompts) == []
    assert list(state.begin(players((30, 25, 41)))) == []
    assert state.result is None


@pytest.mark.parametrize(
    ("ages", "order"),
    [
        ((30, 25, 41), [1, 2, 0]),
        ((20, 30), [0, 1]),
        ((30, 20), [1, 0]),
        ((9, 8, 7, 7), [2, 3, 0, 1]),
        ((40, 30, 20, 10), [3, 0, 1, 2]),
        ((50, 50, 50), [0, 1, 2]),
        ((0, 150), [0, 1]),
    ],
)
def test_youngest_first(ages: tuple[int, ...], order: list[int]) -> None:
    """
    The youngest places first and the seats follow in their order; of equal
    ages the earlier seat is the younger one (spec/burg-rules.md 8.24).
    """
    state = begun(*ages)
    assert list(state.order) == order
    for color, start in zip(order, STARTS, strict=False):
        (prompt,) = state.prompts
        assert isinstance(prompt, AskKnight)
        assert prompt.seat == color
        assert play(state, knight(*start)) == [
            Acted(color=color, action="SETZE_RITTER_ERSTESMAL", where=start)
        ]
        assert knights_of(state, color) == {start}
    (prompt,) = state.prompts
    assert isinstance(prompt, AskKing)
    assert prompt.seat == order[-1]


def test_board_at_the_beginning() -> None:
    """One block on each start square and nothing else."""
    state = begun(20, 30, 40)
    blocks = {(at % 8, at // 8): height for at, height in enumerate(state.board.heights) if height}
    assert blocks == dict.fromkeys(STARTS, 1)
    assert state.board.king is None


@pytest.mark.parametrize(("seats", "supply"), [(2, 12), (3, 6), (4, 4)])
def test_stores_at_the_beginning(seats: int, supply: int) -> None:
    """Supply, knights, cards and points (spec/burg-rules.md 2 and 2.1)."""
    state = begun(*range(20, 20 + seats))
    view = state.view(None)
    assert (view.seats, view.supply, view.pile) == (seats, supply, 40)
    assert view.reserve == (6,) * seats
    assert view.scores == (0,) * seats
    assert view.cards == (0,) * seats
    assert view.blocks == (0,) * seats
    assert (view.year, view.round, view.place, view.active) == (0, 0, 0, 0)
    assert (view.hand, view.king) == ((), None)


def test_all_cards_are_in_the_pile() -> None:
    """Forty cards, each once, in an order that follows from the seed alone."""
    pile = begun(20, 30, seed="one").pile
    assert sorted(pile) == list(range(40))
    assert list(begun(30, 20, 40, seed="one").pile) == list(pile)
    assert list(begun(20, 30, seed="two").pile) != list(pile)


def test_first_knights_are_listed() -> None:
    """All free start squares can be chosen, and nothing else."""
    state = begun(20, 30)
    assert list(state.legal_moves(1)) == []
    assert set(state.legal_moves(0)) == {knight(*start) for start in STARTS}
    play(state, knight(5, 2))
    assert set(state.legal_moves(1)) == {knight(*start) for start in STARTS if start != (5, 2)}


def test_first_king() -> None:
    """
    Who placed last puts the king on a free start square, which begins year 1
    with a turn of the youngest, whatever colour is named (8.6).
    """
    state = begun(30, 25, 41)
    for start in STARTS[:3]:
        play(state, knight(*start))
    view = state.view(None)
    assert (view.year, view.round, view.place, view.active) == (1, 0, 0, 0)
    assert view.reserve == (5, 5, 5)
    squares = {(move.x, move.y) for move in state.legal_moves(0) if isinstance(move, PlaceKing)}
    assert squares == set(STARTS[3:])
    events = list(state.apply(0, PlaceKing(3, 7, 2)))
    assert events == [
        Acted(color=0, action="SETZE_KOENIG", where=(3, 7)),
        TurnBegan(color=1),
    ]
    assert state.board.king == at(3, 7)
    assert list(state.order) == [1, 2, 0]
    (prompt,) = state.prompts
    assert isinstance(prompt, AskTurn)
    assert prompt.seat == 1


def test_position_of_the_first_turn() -> None:
    """Year, round and place count from 1 with the first turn."""
    view = opened(30, 25, 41).view(None)
    assert (view.year, view.round, view.place, view.active) == (1, 1, 1, 1)
    assert (view.points, view.blocks) == (5, (3, 3, 3))


def test_defaults_of_the_opening() -> None:
    """
    Late knights go to the first free start square of the list, the late king
    of year 1, too (8.13).
    """
    state = begun(20, 30)
    play(state, knight(2, 2))
    assert default(state) == knight(4, 0)
    play(state, default(state))
    assert default(state) == PlaceKing(5, 2)


def test_prompt_numbers_grow() -> None:
    """Each new question has a higher number than all before it."""
    state = begun(20, 30)
    numbers = []
    for move in (knight(4, 0), knight(2, 2), PlaceKing(5, 2)):
        numbers.append(state.prompts[0].number)
        state.apply(asked(state), move)
    numbers.append(state.prompts[0].number)
    assert sorted(set(numbers)) == numbers
