"""
How the tests of the castle game say what they mean: a position is drawn as
its rows of ``PLAN``, a turn is begun in it, moves are played or refused.

A drawn row is its number and then its cells: a height, and a letter where a
piece stands (O, B, G, S: knights of colours 0 to 3; K: the king). Cells and
rows that are left out are bare.

For what holds everywhere there are positions out of random games, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from attrs import frozen

from boardhub.games.burg.actions import ACTIONS
from boardhub.games.burg.board import Board
from boardhub.games.burg.errors import Fault
from boardhub.games.burg.moves import Act, EndTurn, PlaceKing
from boardhub.games.burg.prompts import AskTurn
from boardhub.games.burg.state import RULES, Burg
from boardhub.games.rules import Event, IllegalMove, Move, Player
from tests.soak import games

Square = tuple[int, int]

LETTERS = "OBGS"
NAMES = ("otto", "bea", "gus", "zoe")

KNIGHTS = 6
"""Knights of each colour (spec/burg-rules.md 2)."""

STARTS: tuple[Square, ...] = (
    (4, 0),
    (2, 2),
    (5, 2),
    (0, 3),
    (7, 4),
    (2, 5),
    (5, 5),
    (3, 7),
)
"""The start squares, in the order of the list (spec/burg-rules.md 1.1)."""


def at(x: int, y: int) -> int:
    """The number of a square."""
    return 8 * y + x


def board(rows: str, seats: int = 3) -> Board:
    """A board as it is drawn."""
    heights = [0] * 64
    knights: list[list[int]] = [[] for _ in range(seats)]
    king = None
    for row in rows.strip().splitlines():
        number, *cells = row.split()
        for x, cell in enumerate(cells):
            square = at(x, int(number))
            heights[square] = int(cell[0])
            if cell[1:] == "K":
                king = square
            elif cell[1:]:
                knights[LETTERS.index(cell[1:])].append(square)
    return Board(heights, knights, king)


def players(ages: Sequence[int]) -> list[Player]:
    """One player for each age, in the order of the seats."""
    return [Player(name, {"age": age}) for name, age in zip(NAMES, ages, strict=False)]


def begun(*ages: int, seed: str = "a position") -> Burg:
    """A new game for players of these ages; the first one is asked for a knight."""
    state = RULES.state(len(ages), seed, {})
    state.begin(players(ages))
    return state


def opened(*ages: int, seed: str = "a position") -> Burg:
    """A game whose knights and king stand on the start squares, in list order."""
    state = begun(*ages, seed=seed)
    for x, y in STARTS[: len(ages)]:
        state.apply(asked(state), Act("SETZE_RITTER_ERSTESMAL", None, (x, y)))
    state.apply(asked(state), PlaceKing(*STARTS[len(ages)]))
    return state


def turn(rows: str, color: int = 0, *, seats: int = 3, **changes: Any) -> Burg:
    """
    A turn of ``color`` in round 2 of year 1 on a drawn board. Its stack holds
    3 blocks, two stacks of 2 are still to come; knights that are not drawn
    are in reserve; the hands are empty. ``changes`` are attributes to set
    once the turn has begun.
    """
    state = opened(*range(20, 20 + seats))
    state.board = board(rows, seats)
    state.year, state.round, state.place = 1, 2, color + 1
    state.order = list(range(seats))
    state.reserve = [KNIGHTS - len(own) for own in state.board.knights]
    state.stacks = [[3, 2, 2] for _ in range(seats)]
    state.begin_turn(color)
    state.blocks, state.stacks[color] = 3, [2, 2]
    for name, value in changes.items():
        assert hasattr(state, name)
        setattr(state, name, deepcopy(value))
    return state


def holding(color: int, *cards: int, seats: int = 3) -> list[list[int]]:
    """The hands when one colour holds cards and the others none."""
    return [list(cards) if seat == color else [] for seat in range(seats)]


def card_turn(rows: str, action: str, color: int = 0, **changes: Any) -> Burg:
    """A turn whose player holds a card for an action: `card_for` it."""
    return turn(rows, color, **{"hands": holding(color, card_for(action)), **changes})


def card_for(action: str) -> int:
    """The card of colour 2 for an action."""
    kind = ACTIONS[action].card
    assert kind is not None
    return 20 + kind


def act(action: str, *where: int) -> Act:
    """An action, with the card of colour 2 where it needs one."""
    needs = ACTIONS[action].card is not None
    return Act(action, card_for(action) if needs else None, where)


def asked(state: Burg) -> int:
    """The one seat that is asked."""
    (prompt,) = state.prompts
    assert prompt.seat is not None
    return prompt.seat


def play(state: Burg, move: Move, seat: int | None = None) -> list[Event]:
    """Play a legal move for the seat that is asked; it must be listed, too."""
    seat = asked(state) if seat is None else seat
    assert state.is_legal(seat, move)
    assert move in list(state.legal_moves(seat))
    return list(state.apply(seat, move))


def refused(state: Burg, move: Move, seat: int | None = None) -> Fault:
    """With which fault a move is refused; nothing may have changed by it."""
    seat = asked(state) if seat is None else seat
    before = state.clone()
    assert not state.is_legal(seat, move)
    assert move not in list(state.legal_moves(seat))
    with pytest.raises(IllegalMove) as refusal:
        state.apply(seat, move)
    assert state == before
    return Fault(refusal.value.code)


def targets(state: Burg, action: str, source: Square) -> set[Square]:
    """Where a knight can get by an action, asked for each square of the board."""
    seat = asked(state)
    reached = {
        (x, y)
        for x in range(8)
        for y in range(8)
        if state.is_legal(seat, act(action, *source, x, y))
    }
    listed = {
        move.where[2:]
        for move in state.legal_moves(seat)
        if isinstance(move, Act) and move.action == action and move.where[:2] == source
    }
    assert reached == listed
    return reached


def default(state: Burg) -> Move:
    """The move that is made for the seat that is asked if it is late."""
    move: Move | None = state.default_move(asked(state))
    assert move is not None
    return move


def end_turns(state: Burg, number: int) -> list[Event]:
    """So many turns pass without an action; what came of it."""
    events: list[Event] = []
    for _ in range(number):
        events += state.apply(asked(state), EndTurn())
    return events


def at_height(state: Burg, x: int, y: int) -> int:
    """The level of a square."""
    return int(state.board.heights[at(x, y)])


def knights_of(state: Burg, color: int) -> set[Square]:
    """Where a colour's knights stand."""
    return squares(state.board.knights[color])


def squares(numbers: Iterable[int]) -> set[Square]:
    """Numbers of squares as coordinates."""
    return {(number % 8, number // 8) for number in numbers}


def total(state: Burg, years: Sequence[Sequence[int]]) -> int:
    """
    All the blocks of the game, ``years`` being the stacks of its three years
    (spec/burg-rules.md 2.1).
    """
    coming = sum(sum(stacks) for stacks in years[state.year :]) * state.seats
    waiting = sum(map(sum, state.stacks))
    return sum(state.board.heights) + state.blocks + waiting + state.supply + coming


# Positions out of random games

LOOKS = 0.02
"""The part of the steps after which the costly looks are taken."""

TURNS_END = 0.08
"""How likely a turn is ended before its points are spent."""


@frozen
class Step:
    """A move of a game, the position before it and what came of it."""

    before: Burg
    seat: int
    move: Move
    events: list[Event]


def kind(move: Move) -> str:
    """What a move is: the action's name, or the king, or the end of a turn."""
    return move.action if isinstance(move, Act) else type(move).__name__


def chosen(state: Burg, chance: Random) -> Move:
    """A random move: first of what kind, so that cards are bought and played."""
    moves: dict[str, list[Move]] = {}
    for move in state.legal_moves(asked(state)):
        moves.setdefault(kind(move), []).append(move)
    if "EndTurn" in moves and len(moves) > 1 and chance.random() > TURNS_END:
        del moves["EndTurn"]
    return chance.choice(moves[chance.choice(sorted(moves))])


def playout(number: int, name: str) -> Iterator[tuple[Burg, Step | None]]:
    """A random game of 2 to 4 players: the position at first and after each move."""
    chance = Random(f"{name}/{number}")
    ages = [chance.randint(8, 12) for _ in range(2 + number % 3)]
    state = begun(*ages, seed=str(number))
    yield state, None
    while state.prompts:
        before, seat, move = state.clone(), asked(state), chosen(state, chance)
        yield state, Step(before, seat, move, list(state.apply(seat, move)))
    assert state.result is not None


def sampled(number: int, name: str) -> Iterator[Burg]:
    """Turns of random games, each with all kinds of cards in hand."""
    for game in range(games(number)):
        chance = Random(f"look/{name}/{game}")
        for state, _ in playout(game, name):
            if not state.prompts or not isinstance(state.prompts[0], AskTurn):
                continue
            if chance.random() < LOOKS:
                position = state.clone()
                color = asked(position)
                position.hands[color] = list(range(10))
                position.points, position.bought, position.played = 5, 0, False
                yield position
