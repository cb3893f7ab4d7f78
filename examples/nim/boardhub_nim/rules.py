"""
The rules of Nim. There are some heaps of objects. In turn each player takes
one object or more from one heap; whoever takes the very last object wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any

from attrs import define, frozen

from boardhub.games.rules import (
    Event,
    Events,
    IllegalMove,
    Move,
    Player,
    Prompt,
    Result,
    Viewer,
    stream,
)

HEAPS = 4
LARGEST = 9


class Fault(IntEnum):
    """Why the rules refuse a move; 17 is the lobby's number for it, too."""

    HEAP = 1
    COUNT = 2
    NOT_ASKED = 17


@frozen
class Take(Move):
    """Take so many objects from a heap; heaps are numbered from 0."""

    heap: int
    count: int


@frozen
class Taken(Event):
    """A player has taken objects from a heap."""

    seat: int
    heap: int
    count: int


@frozen
class AskTake(Prompt):
    """Which heap, and how many?"""


@define
class Nim:
    """A game in play: the `State` of `boardhub.games.rules`."""

    seats: int
    heaps: list[int]
    begun: bool = False
    turn: int = 0
    """How many moves have been made."""

    @property
    def prompts(self) -> Sequence[Prompt]:
        """The player whose turn it is must take something."""
        if not self.begun or self.result is not None:
            return ()
        return (AskTake(self.turn % self.seats, self.turn),)

    @property
    def result(self) -> Result | None:
        """One point for whoever made the last move, when nothing is left."""
        if any(self.heaps):
            return None
        winner = (self.turn - 1) % self.seats
        return Result(tuple(int(seat == winner) for seat in range(self.seats)))

    def begin(self, players: Sequence[Player]) -> Events:
        """Seat 0 is asked first."""
        self.begun = True
        return ()

    def legal_moves(self, seat: int) -> Iterator[Take]:
        """All of them."""
        moves = (Take(heap, n + 1) for heap, size in enumerate(self.heaps) for n in range(size))
        return (move for move in moves if self.is_legal(seat, move))

    def is_legal(self, seat: int, move: Take) -> bool:
        """Whether `apply` would take this move from this seat now."""
        return self._fault(seat, move) is None

    def apply(self, seat: Viewer, move: Take) -> Events:
        """
        Take the objects away.

        :raise IllegalMove: with the number of a `Fault`; nothing has changed.
        """
        fault = self._fault(seat, move)
        if fault is not None:
            raise IllegalMove(fault)
        player = self.turn % self.seats
        self.heaps[move.heap] -= move.count
        self.turn += 1
        return (Taken(player, move.heap, move.count),)

    def default_move(self, seat: Viewer) -> Take | None:
        """One object from the first heap that has any."""
        return next(self.legal_moves(seat), None) if seat is not None else None

    def leave(self, seat: int, reason: str) -> Events:
        """Nothing changes: the hub plays the default for who is gone."""
        return ()

    def view(self, viewer: Viewer) -> tuple[int, ...]:
        """The heaps; in this game nothing is hidden from anybody."""
        return tuple(self.heaps)

    def clone(self) -> Nim:
        """An independent copy."""
        return Nim(self.seats, list(self.heaps), self.begun, self.turn)

    def __str__(self) -> str:
        return " ".join(map(str, self.heaps))

    def _fault(self, seat: Viewer, move: Take) -> Fault | None:
        if all(prompt.seat != seat for prompt in self.prompts):
            return Fault.NOT_ASKED
        if move.heap not in range(len(self.heaps)):
            return Fault.HEAP
        return None if 0 < move.count <= self.heaps[move.heap] else Fault.COUNT


@frozen
class NimRules:
    """The `Rules` of `boardhub.games.rules`."""

    name: str = "nim"
    version: int = 1
    moves: Sequence[type[Move]] = (Take,)

    def state(self, seats: int, seed: str, options: Mapping[str, Any]) -> Nim:
        """A new game; its heaps come from the seed."""
        chance = stream(seed, "heaps")
        return Nim(seats, [chance.randint(1, LARGEST) for _ in range(HEAPS)])


RULES = NimRules()
