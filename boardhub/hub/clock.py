"""
Time: when an answer is too late, who has been silent for too long, and what
the hub itself took. All deadlines of the daemon are set through here.

No deadline is rounded. Yet a timer that is due does not judge at once: one
turn of the reactor calls what is due first and reads sockets after that, so
behind a long turn an answer may lie unread that came in good time. Every
timer therefore waits for one more turn before it rings.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator
from itertools import accumulate
from typing import Any

from attrs import define, field
from twisted.internet.interfaces import IDelayedCall, IReactorTime


@define(eq=False)
class Timer:
    """
    One deadline. It rings once, one turn after it is due, unless `cancel` is
    called before.
    """

    _reactor: IReactorTime
    _ring: Callable[[], None]
    _pending: IDelayedCall | None = field(default=None, init=False)

    def start(self, delay: float) -> Timer:
        """Become due after this many seconds."""
        self._pending = self._reactor.callLater(max(0.0, delay), self._due)
        return self

    def cancel(self) -> None:
        """Never ring; harmless after the ringing, too."""
        if self._pending is not None:
            self._pending.cancel()
            self._pending = None

    def _due(self) -> None:
        self._pending = self._reactor.callLater(0, self._now)

    def _now(self) -> None:
        self._pending = None
        self._ring()


class Delays:
    """
    How long something took, over and over: a histogram with bounds that grow
    by a quarter from 10 microseconds on, so a quantile is right to 25 %.
    """

    _BOUNDS = tuple(1e-5 * 1.25**step for step in range(64))

    def __init__(self) -> None:
        self._counts = [0] * (len(self._BOUNDS) + 1)
        self.count = 0
        self.total = 0.0
        """Seconds of all together."""

    def add(self, seconds: float) -> None:
        """Take one more into account."""
        self._counts[bisect_left(self._BOUNDS, seconds)] += 1
        self.count += 1
        self.total += seconds

    def up_to(self) -> Iterator[tuple[float, int]]:
        """Each bound in seconds, and how many did not exceed it, ascending."""
        return zip(self._BOUNDS, accumulate(self._counts), strict=False)

    def quantile(self, share: float) -> float:
        """The seconds that this share (0..1) did not exceed; 0.0 for none."""
        wanted = share * self.count
        seen = 0
        for bound, count in zip(self._BOUNDS, self._counts, strict=False):
            seen += count
            if seen >= wanted:
                return bound if self.count else 0.0
        return float("inf")


class Clock:
    """
    Time for the whole hub, from an injected reactor, and the ledger of what
    the hub itself added to the players' time.
    """

    def __init__(self, reactor: IReactorTime) -> None:
        self._reactor = reactor
        #: From the last byte of an answer to the end of its telling.
        self.delays = Delays()
        #: How far after its deadline a late answer was judged.
        self.lateness = Delays()

    def now(self) -> float:
        """Seconds; only differences mean anything."""
        return self._reactor.seconds()

    def call_at(self, when: float, call: Callable[[], None]) -> Timer:
        """Call once the time is ``when`` and one more turn has been read."""
        return Timer(self._reactor, call).start(when - self._reactor.seconds())

    def call_in(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call after this many seconds and one more turn."""
        return Timer(self._reactor, call).start(seconds)


class PastClock(Clock):
    """
    The hub's clock for a match that is told once more: it stands where
    `set` has put it, so that nothing is ever due, and goes with the hub's from
    `catch_up` on.
    """

    def __init__(self, clock: Clock, at: float) -> None:
        super().__init__(clock._reactor)
        self._clock = clock
        self._at: float | None = at

    def now(self) -> float:
        """The time of what is told; once that is all, the hub's."""
        return self._clock.now() if self._at is None else self._at

    def call_at(self, when: float, call: Callable[[], None]) -> Timer:
        """Call then; of what is past, never: what came of it is told."""
        if self._at is None:
            return super().call_at(when, call)
        return Timer(self._reactor, call)

    def call_in(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call after this many seconds, as `call_at` does."""
        return self.call_at(self.now() + seconds, call)

    def set(self, at: float) -> None:
        """What comes next happened then, by the hub's clock."""
        self._at = at

    def catch_up(self) -> None:
        """All is told: the present begins."""
        self._at = None
        self.delays, self.lateness = self._clock.delays, self._clock.lateness


class Idling:
    """
    Who has said nothing for too long, watched with one timer for all.
    """

    def __init__(self, clock: Clock, span: float, idle: Callable[[Any], None]) -> None:
        self._clock = clock
        self._span = span
        self._idle = idle
        self._heard: dict[Any, float] = {}
        self._timer: Timer | None = None

    def heard(self, who: Hashable, at: float) -> None:
        """This one has just come, or said something."""
        self._heard.pop(who, None)
        self._heard[who] = at
        if self._timer is None:
            self._timer = self._clock.call_at(at + self._span, self._look)

    def forget(self, who: Hashable) -> None:
        """This one is not to be watched any more."""
        self._heard.pop(who, None)
        if not self._heard and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        self._timer = None
        now = self._clock.now()
        for who, heard in tuple(self._heard.items()):
            due = heard + self._span
            if due > now:
                self._timer = self._clock.call_at(due, self._look)
                return
            del self._heard[who]
            self._idle(who)
