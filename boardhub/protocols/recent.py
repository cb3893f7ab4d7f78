"""
The last lines of a conversation, so that an organiser can see how it ended.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from attrs import define, field

from boardhub.hub.steps import Report

#: Lines that are kept of each side.
KEPT = 20

#: Characters that are kept of a line.
LINE_KEPT = 200


@define(eq=False)
class Recent:
    """What was heard from a player, and said to her, last; ``now`` gives the match's time."""

    _now: Callable[[], float]
    _heard: deque[tuple[float, str]] = field(factory=lambda: deque(maxlen=KEPT), init=False)
    _said: deque[tuple[float, bytes]] = field(factory=lambda: deque(maxlen=KEPT), init=False)

    def hear(self, text: str, at: float) -> None:
        """A line has come from her."""
        self._heard.append((at, text[:LINE_KEPT]))

    def say(self, data: bytes) -> None:
        """Whole lines go to her."""
        self._said.append((self._now(), data))

    def report(self) -> Report:
        """Her last lines under ``heard``, those to her under ``said``, each with its time."""
        said = [
            (at, line[:LINE_KEPT])
            for at, data in self._said
            for line in data.decode("utf-8", "replace").splitlines()
        ]
        return {"heard": [*self._heard], "said": said[-KEPT:]}
