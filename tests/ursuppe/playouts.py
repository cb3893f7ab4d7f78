"""
Whole games by random legal moves, the same for the same seed.

Moves are drawn kind by kind, so that rare decisions (attacks, tentacles)
come as often as common ones; now and then a default is played, and answers
of several lines go beyond the listed subset. Players like to save points for
the genes of conflict, which chance alone would hardly ever bring together.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from random import Random

from attrs import asdict, frozen

from boardhub.games.rules import Event, Move
from boardhub.games.ursuppe.board import SQUARES
from boardhub.games.ursuppe.moves import BuyGenes, Compensate, Divide
from boardhub.games.ursuppe.state import RULES, Ursuppe
from tests.ursuppe.positions import players

DEFAULTS = 0.04
"""How often a default is played."""

UNLISTED = 0.2
"""How often an answer of several lines is made up."""

THRIFT = 0.5
"""How often a division is left out."""

TASTE = 0.7
"""How often a gene of conflict is bought where one can be."""

COVETED = (18, 13, 16, 19, 5, 4, 10, 14, 9, 3)


@frozen
class Step:
    """One move of a game and what it has caused."""

    seat: int
    move: Move
    events: tuple[Event, ...]


def opened(seats: int, seed: str) -> Ursuppe:
    """A game that has begun."""
    state = RULES.state(seats, seed, {})
    state.begin(players(seats))
    return state


def playout(state: Ursuppe, chance: Random) -> Iterator[Step]:
    """Play on to the end; the state is the one after each step."""
    while state.result is None:
        seat = chance.choice(sorted(it.seat for it in state.prompts if it.seat is not None))
        move = decide(state, seat, chance)
        yield Step(seat, move, tuple(state.apply(seat, move)))


WISHES = [BuyGenes(((gene, None),)) for gene in COVETED]


def decide(state: Ursuppe, seat: int, chance: Random) -> Move:
    """A legal move."""
    if chance.random() < DEFAULTS:
        move = state.default_move(seat)
        assert move is not None
        return move
    by_kind: dict[type[Move], list[Move]] = {}
    for move in state.legal_moves(seat):
        by_kind.setdefault(type(move), []).append(move)
    kind = chance.choice(list(by_kind))
    if kind is Divide and chance.random() < THRIFT:
        return Divide(())
    if kind is BuyGenes and chance.random() < TASTE:
        return next(filter(by_kind[kind].__contains__, WISHES), BuyGenes(()))
    if kind in MADE_UP and chance.random() < UNLISTED:
        made = MADE_UP[kind](chance)
        if state.is_legal(seat, made):
            return made
    return chance.choice(by_kind[kind])


def some_genes(chance: Random) -> BuyGenes:
    """A purchase of two to four genes, not always possible."""
    genes = chance.sample(range(20), chance.randint(2, 4))
    return BuyGenes(
        tuple((gene, chance.choice((None, 4, 5)) if gene == 19 else None) for gene in genes)
    )


def some_payment(chance: Random) -> Compensate:
    """One to three genes given up, not always owned."""
    return Compensate(tuple(chance.sample(range(20), chance.randint(1, 3))))


def some_amoebas(chance: Random) -> Divide:
    """Two or three placements, not always allowed."""
    numbers = chance.sample(range(7), chance.randint(2, 3))
    return Divide(tuple((number, *chance.choice(SQUARES)) for number in numbers))


MADE_UP = {BuyGenes: some_genes, Compensate: some_payment, Divide: some_amoebas}


def digest(seats: int, seed: str) -> str:
    """All that happens in a game, and its end, as one number."""
    state = opened(seats, seed)
    total = sha256()
    for step in playout(state, Random(seed)):
        total.update(repr((step.seat, step.move)).encode())
        for event in step.events:
            facts = asdict(event, recurse=False)
            to = facts.pop("to")
            seen = None if to is None else sorted(-1 if it is None else it for it in to)
            total.update(repr((type(event).__name__, facts, seen)).encode())
    total.update(repr(state.view(None)).encode())
    return total.hexdigest()
