"""
Looking ahead in a match of worms: alpha-beta, one turn deeper each time, until
the positions that may be looked at are used up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from boardhub.games.wuermer.board import Board, Field, Worm
from boardhub.games.wuermer.state import Wuermer

#: The worms of one player, by number.
Side: TypeAlias = Mapping[int, Worm]

#: Worth more than any position; the sooner it comes, the more.
WIN: Final = 1_000_000.0

#: So many turns are looked ahead at most.
DEEPEST: Final = 24

#: What it costs to have a worm that cannot move, in fields to the hole.
STUCK: Final = 3.0

#: What it costs to have a worm on the board, in fields: it has to be turned towards the hole.
OUTSIDE: Final = 2.0


class Step(NamedTuple):
    """One of a player's worms goes to this field."""

    worm: int
    direction: str
    place: Field


class Position(NamedTuple):
    """
    The worms of whose turn it is, those of the other, whether she has just
    said ``Kann nicht``, and how many turns are left, of both together.
    """

    mine: Side
    theirs: Side
    passed: bool
    left: int

    def after_pass(self) -> Position:
        """The other's turn, when no step is possible."""
        return Position(self.theirs, self.mine, True, self.left - 1)


class _Enough(Exception):
    """No more positions may be looked at."""


def position_of(state: Wuermer, seat: int) -> Position:
    """The position of a game as this seat sees it, which is on turn."""
    left = 2 * state.board.limit - state.turn
    return Position(state.worms[seat], state.worms[1 - seat], state.passed, left)


class Search:
    """Looks ahead on a board; ``budget`` is how many positions it may look at in all."""

    def __init__(self, board: Board, budget: int) -> None:
        self._beside = board.beside
        self._hole = board.hole
        self._far = _distances(board)
        self._budget = budget

    def steps(self, position: Position) -> Iterator[Step]:
        """All that the player on turn can do."""
        taken = _taken(position)
        for number, worm in position.mine.items():
            for direction, place in self._beside[worm[0]].items():
                if place not in taken:
                    yield Step(number, direction, place)

    def best(self, position: Position, steps: Sequence[Step]) -> Step:
        """The best of these steps, of equal ones the first."""
        ranked = sorted(steps, key=lambda step: self._far[step.place] - self._from(position, step))
        if len(ranked) == 1:
            return ranked[0]
        for depth in range(min(DEEPEST, position.left)):
            try:
                values = self._values(position, ranked, depth)
            except _Enough:
                break
            # Stable: of equal ones only the first is known to be as good as its value.
            ranked.sort(key=lambda step: -values[step])
            if abs(values[ranked[0]]) >= WIN:
                break
        return ranked[0]

    def _values(self, position: Position, steps: Sequence[Step], depth: int) -> dict[Step, float]:
        """What the steps are worth; those that are not the best may be worth less than said."""
        values, least = {}, -2 * WIN
        for step in steps:
            values[step] = -self._value(self._after(position, step), depth, -2 * WIN, -least)
            least = max(least, values[step])
        return values

    def _value(self, position: Position, depth: int, least: float, most: float) -> float:
        """The worth of a position for whose turn it is, as far as it is between these bounds."""
        self._budget -= 1
        if self._budget < 0:
            raise _Enough
        if not position.theirs:
            return -WIN - depth
        if not position.left:
            ahead = len(position.theirs) - len(position.mine)
            return ((ahead > 0) - (ahead < 0)) * (WIN + depth)
        if not depth:
            return self._worth(position)
        steps = list(self.steps(position))
        if not steps:
            if position.passed:
                return 0.0
            return -self._value(position.after_pass(), depth - 1, -most, -least)
        steps.sort(key=lambda step: self._far[step.place] - self._from(position, step))
        best = -2 * WIN
        for step in steps:
            value = -self._value(self._after(position, step), depth - 1, -most, -max(best, least))
            best = max(best, value)
            if best >= most:
                break
        return best

    def _after(self, position: Position, step: Step) -> Position:
        """The other's turn after a step."""
        mine = dict(position.mine)
        head, middle, _ = mine.pop(step.worm)
        if step.place != self._hole:
            mine[step.worm] = (step.place, head, middle)
        return Position(position.theirs, mine, False, position.left - 1)

    def _from(self, position: Position, step: Step) -> int:
        return self._far[position.mine[step.worm][0]]

    def _worth(self, position: Position) -> float:
        """How much farther from the hole the other is than whose turn it is."""
        taken = _taken(position)
        # To be on turn is worth a step.
        return self._toil(position.theirs, taken) - self._toil(position.mine, taken) + 1

    def _toil(self, side: Side, taken: set[Field]) -> float:
        """What a side has still to do, about in turns."""
        toil = OUTSIDE * len(side)
        for head, _, _ in side.values():
            toil += self._far[head]
            if taken.issuperset(self._beside[head].values()):
                toil += STUCK
        return toil


def _taken(position: Position) -> set[Field]:
    sides = (position.mine, position.theirs)
    return {place for side in sides for worm in side.values() for place in worm}


def _distances(board: Board) -> Mapping[Field, int]:
    """Steps from each field to the hole past the obstacles; very many where none lead there."""
    far = dict.fromkeys(board.beside, board.width * board.height)
    far[board.hole] = 0
    edge = deque([board.hole])
    while edge:
        place = edge.popleft()
        for near in board.beside[place].values():
            if far[near] > far[place] + 1:
                far[near] = far[place] + 1
                edge.append(near)
    return far
