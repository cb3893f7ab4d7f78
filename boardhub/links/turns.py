"""
Whose lines are dealt with next: turns of the reactor, shared out by address.

Many connections from one place get no more of a turn than a few do, so they
are in the way of each other and not of everybody.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from attrs import define, field
from twisted.internet.interfaces import IReactorTime


@define(eq=False)
class Waiting:
    """A link that waits for its turn; `cancel` lets it go."""

    _go_on: Callable[[], None] | None

    def active(self) -> bool:
        """It still waits."""
        return self._go_on is not None

    def cancel(self) -> None:
        """It waits no more."""
        self._go_on = None

    def go_on(self) -> None:
        """Its turn has come."""
        go_on, self._go_on = self._go_on, None
        if go_on is not None:
            go_on()


@define(eq=False)
class Turns:
    """
    The turns of all connections from one address. Whoever deals with a line
    takes it off `left`; where that is 0 or less, nothing more is dealt with
    before the next turn, in which links go on in the order in which they came
    to wait.
    """

    _lines: int
    _reactor: IReactorTime
    left: int = field(init=False)
    """Lines that are left of this turn."""
    _queue: deque[Waiting] = field(factory=deque, init=False)

    @left.default
    def _whole(self) -> int:
        return self._lines

    def wait(self, go_on: Callable[[], None]) -> Waiting:
        """Go on in the next turn that has room."""
        if not self._queue:
            self._reactor.callLater(0, self._next)
        waiting = Waiting(go_on)
        self._queue.append(waiting)
        return waiting

    def _next(self) -> None:
        self.left = self._lines
        # Whoever comes to wait meanwhile is not of this turn.
        for _ in range(len(self._queue)):
            if self.left <= 0:
                break
            self._queue[0].go_on()
            self._queue.popleft()
        if self._queue:
            self._reactor.callLater(0, self._next)
