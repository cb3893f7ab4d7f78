"""
How late the hub's clock rings: the 99th percentile over many deadlines,
against bare delayed calls of the reactor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTime

from bench.children import Child
from bench.figures import Amount, Figure, alternate, at_most, difference, medians
from boardhub.hub.clock import Clock

ROUNDS = 7
DEADLINES = 2000
#: Seconds that the deadlines are spread over, and until the first of them.
SPREAD = 1.0
AHEAD = 0.1


def measure() -> Figure:
    """The figure."""
    with Child("bench.clock:Deadlines") as child:
        pairs = alternate(ROUNDS, lambda _: child.call("ours"), lambda _: child.call("baseline"))
    ours, bare = medians(pairs)
    return Figure(
        "clock",
        difference(pairs),
        "ms",
        Amount("callLater: p99 lateness", bare, "ms"),
        Amount("hub.clock.Clock: p99 lateness", ours, "ms"),
        at_most(10),
    )


class Deadlines:
    """In the child: many deadlines, and how late each one was."""

    def __init__(self, reactor: IReactorTime) -> None:
        self._reactor = reactor
        self._clock = Clock(reactor)

    def ours(self) -> Deferred[float]:
        """The p99 lateness of the hub's clock, in milliseconds."""
        return self._run(self._clock.call_at)

    def baseline(self) -> Deferred[float]:
        """The p99 lateness of the reactor, in milliseconds."""
        reactor = self._reactor
        return self._run(lambda when, call: reactor.callLater(when - reactor.seconds(), call))

    def _run(self, call_at: Callable[[float, Callable[[], None]], object]) -> Deferred[float]:
        done: Deferred[float] = Deferred()
        late: list[float] = []
        seconds = self._reactor.seconds

        def ring(when: float) -> None:
            late.append(seconds() - when)
            if len(late) == DEADLINES:
                done.callback(1000 * _p99(late))

        begin = seconds() + AHEAD
        for number in range(DEADLINES):
            when = begin + SPREAD * number / DEADLINES
            call_at(when, lambda when=when: ring(when))
        return done


def _p99(values: Sequence[float]) -> float:
    return sorted(values)[len(values) * 99 // 100]
