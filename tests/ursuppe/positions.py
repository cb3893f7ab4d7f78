"""
How the tests of the amoeba game say what they mean: positions are built from
what matters in them, played, and asked what they wait for.

A built position has no drift (card 5), an empty board with every cube in the
supply, markers on spaces 0, 1, 2, 3 in the order of the colours (so colour 0
moves first and the last colour leads), and dice that fail when thrown unless
the test has laid numbers in them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from attrs import evolve, field, frozen

from boardhub.games.rules import Event, IllegalMove, Move, Player, Prompt
from boardhub.games.ursuppe.board import SQUARES
from boardhub.games.ursuppe.chance import Scripted
from boardhub.games.ursuppe.events import FoodAdded
from boardhub.games.ursuppe.moves import BuyGenes, Compensate, Divide, Go, Starve, Surrender
from boardhub.games.ursuppe.state import RULES, Ursuppe
from boardhub.games.ursuppe.tribe import Amoeba

Square = tuple[int, int]

CUBES = 55
"""Cubes of each colour (spec/ursuppe-rules.md 2)."""

STILL = (5, 14)
"""The environment card without a drift."""

NAMES = ("anna", "berta", "carla", "dora")

LISTED_IN_PART = (BuyGenes, Divide, Compensate)
"""Moves of which `legal_moves` need not list all."""

UNLISTED = (Starve, Surrender)
"""Moves that only a default makes."""


@frozen
class Side:
    """
    What a test says of one colour. ``amoebas``: number to (x, y) or (x, y,
    damage); ``movement`` and ``fights``: the numbers its dice will show.
    """

    amoebas: Mapping[int, tuple[int, ...]] = field(factory=dict)
    genes: tuple[int, ...] = ()
    points: int = 4
    ladder: int | None = None
    movement: tuple[int, ...] = ()
    fights: tuple[int, ...] = ()


def players(seats: int) -> list[Player]:
    """As many players as there are seats."""
    return [Player(name) for name in NAMES[:seats]]


def position(
    seats: int,
    sides: Mapping[int, Side],
    *,
    food: Mapping[Square, Sequence[int]] | None = None,
    supply: Mapping[int, int] | None = None,
    card: tuple[int, int] = STILL,
    deck: Sequence[tuple[int, int]] = (STILL,) * 9,
    number: int = 1,
) -> Ursuppe:
    """
    A position of round ``number``. ``food``: cubes per colour on a square;
    ``supply``: what is left of a colour, where the test wants a shortage.
    """
    state = RULES.state(seats, "a position", {})
    state.begin(players(seats))
    state.round = number
    state.card = card
    state.deck = list(deck)
    _feed(state, food or {}, supply or {})
    for color in range(seats):
        _seat(state, color, sides.get(color, Side()))
    return state


def _feed(state: Ursuppe, food: Mapping[Square, Sequence[int]], supply: Mapping[int, int]) -> None:
    seats = state.seats
    state.cubes = {square: list(food.get(square, (0,) * seats)) for square in SQUARES}
    lying = [sum(cubes[color] for cubes in state.cubes.values()) for color in range(seats)]
    state.supply = [supply.get(color, CUBES - lying[color]) for color in range(seats)]


def _seat(state: Ursuppe, color: int, side: Side) -> None:
    tribe = state.tribes[color]
    tribe.points = side.points
    tribe.genes = set(side.genes)
    tribe.ladder = color if side.ladder is None else side.ladder
    tribe.amoebas = {
        number: Amoeba(place[0], place[1], place[2] if len(place) > 2 else 0)
        for number, place in side.amoebas.items()
    }
    state.movement_dice[color] = Scripted(*side.movement)
    state.fight_dice[color] = Scripted(*side.fights)


def start(state: Ursuppe, phase: int) -> list[Event]:
    """Begin a phase; what happened up to the first prompt."""
    return list(state.begin_phase(phase))


def play(state: Ursuppe, seat: int, move: Move) -> list[Event]:
    """
    What a legal move causes. Checks on the way that the move is called legal
    and (where the list is complete) listed, and that a clone does the same.
    """
    assert state.is_legal(seat, move)
    if not isinstance(move, LISTED_IN_PART + UNLISTED):
        assert move in list(state.legal_moves(seat))
    twin = state.clone()
    assert twin == state
    events = list(state.apply(seat, move))
    assert list(twin.apply(seat, move)) == events
    assert twin == state
    assert twin.prompts == state.prompts
    return events


def refused(state: Ursuppe, seat: int, move: Move) -> int:
    """The error number of an illegal move, which must not change anything."""
    before, seen, prompts = state.clone(), state.view(None), state.prompts
    assert not state.is_legal(seat, move)
    assert move not in list(state.legal_moves(seat))
    with pytest.raises(IllegalMove) as caught:
        state.apply(seat, move)
    assert state == before
    assert (state.view(None), state.prompts) == (seen, prompts)
    return caught.value.code


def default(state: Ursuppe, seat: int) -> list[Event]:
    """What happens when the seat is late."""
    move = state.default_move(seat)
    assert move is not None
    return play(state, seat, move)


def asked(state: Ursuppe) -> list[Prompt]:
    """The open prompts, with 0 for their numbers."""
    return [evolve(prompt, number=0) for prompt in state.prompts]


def listed(state: Ursuppe, seat: int, kind: type[Move]) -> list[Move]:
    """The legal moves of one kind, as the state lists them."""
    return [move for move in state.legal_moves(seat) if isinstance(move, kind)]


def before(events: Sequence[Event], kind: type[Event]) -> list[Event]:
    """The events up to the first of a kind, which must be there."""
    kinds = [type(event) for event in events]
    return list(events[: kinds.index(kind)])


def food(seats: int, each: int, square: Square) -> list[Event]:
    """What is told when a square gets ``each`` cubes of all the colours."""
    x, y = square
    return [FoodAdded(color, each, x, y) for color in range(seats)]


def at_meal(state: Ursuppe, seat: int, amoeba: int) -> Ursuppe:
    """Phase 1, up to the meal of the first amoeba, which has stood still."""
    start(state, 1)
    play(state, seat, Go(amoeba, 5))
    return state
