"""
The game as the hub plays it: one worm a turn, until all of a player's are in
the hole (spec/wuermer-rules.md 1 and 3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final

from attrs import define, field, frozen

from boardhub.games.rules import (
    Events,
    IllegalMove,
    Move,
    Player,
    Prompt,
    Result,
    Rules,
    Viewer,
)
from boardhub.games.wuermer.board import Board, Field, Worm, read_board
from boardhub.games.wuermer.drawing import draw
from boardhub.games.wuermer.errors import Fault
from boardhub.games.wuermer.events import (
    ALL_IN_THE_HOLE,
    BLOCKED,
    TURN_LIMIT,
    Began,
    Finished,
    Lost,
    Moved,
    Passed,
)
from boardhub.games.wuermer.generator import symmetric
from boardhub.games.wuermer.moves import MOVES, CannotMove, Crawl
from boardhub.games.wuermer.position import Seen
from boardhub.games.wuermer.prompts import AskFirst, AskMove

#: The reason of a player whose program could not be started.
NOT_STARTED: Final = "forfeit-start"

#: Seats of a match.
SEATS: Final = 2

_DRAW: Final = Fraction(1, 2)

#: Moves are values: one of each is enough.
_crawl = cache(Crawl)
_CANNOT: Final = CannotMove()


@define
class Wuermer:
    """
    A game in play: the `State` of `boardhub.games.rules`. For tests: set the
    attributes.
    """

    board: Board
    worms: list[dict[int, Worm]]
    """For each player the worms on the board by number; those in the hole are left out."""
    turn: int = 0
    """How many turns are done, over both players and ``Kann nicht`` included."""
    active: int = 0
    """Whose turn it is."""
    passed: bool = False
    """Whether the last turn was ``Kann nicht``."""
    prompts: tuple[Prompt, ...] = ()
    asked: int = 0
    """How many prompts there have been."""
    result: Result | None = None
    faults: list[Lost] = field(factory=list)
    """Who has lost by a fault, or before the beginning will."""
    finished: Finished | None = None
    """How it has ended."""

    def begin(self, players: Sequence[Player]) -> Events:
        """
        Ask the first player; but whoever has left already has lost without
        any beginning. If both could not be started it is a draw; else the
        first fault decides.
        """
        if self.faults:
            if any(fault.why != NOT_STARTED for fault in self.faults):
                del self.faults[1:]
            self.faults.sort(key=lambda fault: fault.seat)
            return [*self.faults, self._end_by_fault()]
        self._ask()
        return [Began(self.board)]

    def legal_moves(self, seat: int) -> Iterator[Move]:
        """All moves, by the worm's number, then N, O, S, W; or that there is none."""
        if not self._is_asked(seat):
            return iter(())
        crawls = self._crawls(seat)
        return iter(crawls) if crawls else iter((_CANNOT,))

    def is_legal(self, seat: int, move: Move) -> bool:
        """Whether `apply` would take this move from this seat now."""
        return self._is_asked(seat) and self._fault(seat, move) is None

    def apply(self, seat: Viewer, move: Move) -> Events:
        """
        Carry out a turn, and end the game where it ends it.

        :raise IllegalMove: with the number of a `Fault`; nothing has changed.
        """
        if seat is None or not self._is_asked(seat):
            raise IllegalMove(Fault.NOT_ASKED)
        fault = self._fault(seat, move)
        if fault is not None:
            raise IllegalMove(fault)
        self.turn += 1
        if isinstance(move, Crawl):
            moved = self._moved(seat, move)
            end = self._end_after_crawl(seat)
            self.passed = False
            return self._next(moved, end)
        end = self._end_after_pass()
        self.passed = True
        return self._next(Passed(self.turn, seat), end)

    def default_move(self, seat: Viewer) -> Move | None:
        """There is none: who is late has lost."""
        return None

    def leave(self, seat: int, reason: str) -> Events:
        """
        Who leaves has lost, and for this reason, however it came to it. One
        who leaves before the beginning is told of when the game begins; her
        first reason counts.
        """
        if self.result is not None or any(fault.seat == seat for fault in self.faults):
            return ()
        self.faults.append(Lost(seat, reason))
        if not self.prompts:
            return ()
        return [*self.faults, self._end_by_fault()]

    def view(self, viewer: Viewer) -> Seen:
        """Everything, for anybody."""
        first, second = [tuple(sorted(worms.items())) for worms in self.worms]
        return Seen(
            self.board,
            (first, second),
            self.turn,
            self.active if self.prompts else None,
            self.passed,
            tuple(self.faults) if self.finished else (),
            self.finished,
            self.asked > 0,
        )

    def clone(self) -> Wuermer:
        """An independent copy."""
        first, second = self.worms
        return Wuermer(
            self.board,
            [first.copy(), second.copy()],
            self.turn,
            self.active,
            self.passed,
            self.prompts,
            self.asked,
            self.result,
            self.faults.copy(),
            self.finished,
        )

    def __str__(self) -> str:
        return draw(self)

    # Moves.

    def _is_asked(self, seat: int) -> bool:
        return seat == self.active and bool(self.prompts)

    def _crawls(self, seat: int) -> list[Crawl]:
        beside, taken = self.board.beside, self._taken()
        return [
            _crawl(number, direction)
            for number, worm in sorted(self.worms[seat].items())
            for direction, place in beside[worm[0]].items()
            if place not in taken
        ]

    def _taken(self) -> set[Field]:
        """The fields on which any part of a worm is."""
        return {place for worms in self.worms for worm in worms.values() for place in worm}

    def _fault(self, seat: int, move: Move) -> Fault | None:
        """What is wrong with the move of the player whose turn it is, if anything is."""
        if isinstance(move, CannotMove):
            return Fault.KANN_NICHT if self._crawls(seat) else None
        if not isinstance(move, Crawl) or move.worm not in self.worms[seat]:
            return Fault.UNZULAESSIG
        place = self.board.beside[self.worms[seat][move.worm][0]].get(move.direction)
        if place is None or place in self._taken():
            return Fault.UNZULAESSIG
        return None

    def _moved(self, seat: int, move: Crawl) -> Moved:
        """A worm crawls, perhaps into the hole, where it is gone at once."""
        worms = self.worms[seat]
        head, middle, _ = worms[move.worm]
        place = self.board.beside[head][move.direction]
        now = None if place == self.board.hole else (place, head, middle)
        if now is None:
            del worms[move.worm]
        else:
            worms[move.worm] = now
        return Moved(self.turn, seat, move.worm, move.direction, now)

    # What follows.

    def _next(self, done: Moved | Passed, end: Finished | None) -> Events:
        if end is not None:
            return [done, end]
        self.active = 1 - self.active
        self._ask()
        return [done]

    def _ask(self) -> None:
        self.asked += 1
        kind = AskFirst if self.turn < SEATS else AskMove
        self.prompts = (kind(self.active, self.asked),)

    def _end_after_crawl(self, seat: int) -> Finished | None:
        if not self.worms[seat]:
            return self._end(seat, ALL_IN_THE_HOLE)
        return self._end_at_limit()

    def _end_after_pass(self) -> Finished | None:
        if self.passed:
            return self._end(None, BLOCKED)
        return self._end_at_limit()

    def _end_at_limit(self) -> Finished | None:
        """When both have had all their turns, who has more worms left has lost."""
        if self.turn < SEATS * self.board.limit:
            return None
        first, second = map(len, self.worms)
        if first == second:
            return self._end(None, TURN_LIMIT)
        return self._end(int(first > second), TURN_LIMIT)

    def _end_by_fault(self) -> Finished:
        """The other has won, if there is another."""
        seats = [fault.seat for fault in self.faults]
        winner = 1 - seats[0] if len(seats) == 1 else None
        return self._end(winner, self.faults[0].why, "forfeited")

    def _end(self, winner: int | None, why: str, reason: str = "finished") -> Finished:
        if winner is None:
            self.result = Result((_DRAW, _DRAW), reason)
        else:
            self.result = Result((1 - winner, winner), reason)
        self.prompts = ()
        first, second = map(len, self.worms)
        self.finished = Finished(winner, why, (first, second))
        return self.finished


@frozen
class WuermerRules:
    """
    The worms as the hub finds them: the `Rules` of `boardhub.games.rules`.

    Options, all plain values: ``board``, the lines of a start file; without
    it the board is a symmetric one by the match's seed.
    """

    name: str = "wuermer"
    version: int = 1
    moves: Sequence[type[Move]] = MOVES

    def state(self, seats: int, seed: str, options: Mapping[str, Any]) -> Wuermer:
        """
        A new game.

        :raise ValueError: there are not 2 seats, or the lines are no start file (`BadBoard`).
        """
        if seats != SEATS:
            raise ValueError("the worms are for 2 players")
        said = options.get("board")
        board = symmetric(seed) if said is None else read_board("\n".join(said))
        return Wuermer(board, [dict(enumerate(worms, 1)) for worms in board.worms])


RULES: Final[Rules[Wuermer]] = WuermerRules()
