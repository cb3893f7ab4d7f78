"""
How long a match may stay in each of its situations.
"""

from __future__ import annotations

from collections.abc import Callable

from boardhub.hub.clock import Clock, Timer
from boardhub.hub.terms import Spans


class Vigil:
    """
    Watches over one match by two timers: one for the time it is played, one
    for the situation that it is in. ``stop`` ends the match for a reason,
    ``close`` has it forgotten.
    """

    def __init__(
        self, clock: Clock, spans: Spans, stop: Callable[[str], None], close: Callable[[], None]
    ) -> None:
        self._clock = clock
        self._spans = spans
        self._stop = stop
        self._close = close
        self._limit: Timer | None = None
        self._situation: Timer | None = None

    def waiting(self, *, empty: bool) -> None:
        """It waits for players; nobody is in it, or somebody."""
        self._watch(empty, self._spans.empty, self._abandon)

    def began(self, before: float = 0.0) -> None:
        """It is being played, for so many seconds until now."""
        left = self._spans.match - before
        self._limit = self._clock.call_in(left, lambda: self._stop("limit"))

    def resting(self, *, resting: bool) -> None:
        """After an interruption it waits for its players, or does so no more."""
        self._watch(resting, self._spans.away, lambda: self._stop("void-restart"))

    def running(self, *, unattended: bool) -> None:
        """Of its players none is there and one may come back, or not so."""
        self._watch(unattended, self._spans.unattended, lambda: self._stop("deserted"))

    def over(self) -> None:
        """It has ended, and is still there for a while."""
        self.end()
        self._watch(True, self._spans.after, self._close)

    def end(self) -> None:
        """Nothing is watched any more."""
        if self._limit is not None:
            self._limit.cancel()
        self._watch(False, 0.0, self._close)

    def _watch(self, watched: bool, span: float, then: Callable[[], None]) -> None:
        if not watched:
            if self._situation is not None:
                self._situation.cancel()
            self._situation = None
        elif self._situation is None:
            self._situation = self._clock.call_in(span, then)

    def _abandon(self) -> None:
        self._stop("deserted")
        self._close()
