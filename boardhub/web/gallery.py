"""
A match as the page shows it: a listener that gathers what has happened, and
tells the browsers a few times a second.

To hear a step costs the match next to nothing: what is to be shown is worked
out later, once for all browsers, and only if there are any.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from twisted.logger import Logger

from boardhub.games.rules import Prompt
from boardhub.hub.clock import Clock, Timer
from boardhub.hub.match import Match, Phase
from boardhub.hub.steps import Began, Ended, Report, Step
from boardhub.protocols.exhibit import Exhibit, News, told
from boardhub.web.rows import row
from boardhub.web.stream import Losses, Stream, message
from boardhub.web.thoughts import Thoughts

#: Seconds between two messages to browsers.
PACE = 0.1

#: How many events somebody is told who has just come.
LOG = 120


class Gallery:
    """
    The browsers that watch one match. ``journal`` is what it is called among
    those that are over, once it is; ``changed`` is called when something has
    happened that the list may show, too.
    """

    _log = Logger()

    def __init__(
        self,
        match: Match,
        exhibit: Exhibit,
        clock: Clock,
        changed: Callable[[Gallery], None],
        losses: Losses,
        journal: str | None,
    ) -> None:
        self.match = match
        self.journal = journal
        self.exhibit = exhibit
        self.stream = Stream(clock, self.state, losses)
        self._clock = clock
        self._changed = changed
        self._thoughts = Thoughts()
        self._told: deque[tuple[int, News]] = deque(maxlen=LOG)
        self._count = 0
        self._sent = 0
        self._afresh = False
        self._timer: Timer | None = None

    # As a listener.

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """Keep what is to be told of a step."""
        self._thoughts.hear(step)
        news = self.exhibit.hear(step)
        for each in news:
            self._count += 1
            self._told.append((self._count, each))
        # Where events are held back, that there was one is to be, too.
        if self.exhibit.held_back and not news:
            return
        if isinstance(step.cause, Began | Ended):
            self._afresh = True
        self._changed(self)
        self._soon()

    def unheard(self, by: float) -> bool:
        """Browsers have no say."""
        return False

    def report(self) -> Report:
        """Nobody asks."""
        return {}

    def dismiss(self) -> None:
        """The match may be forgotten in a moment; the list looks."""
        self._changed(self)

    # For browsers.

    def row(self) -> dict[str, Any]:
        """The match in the list."""
        is_over = self.match.phase is Phase.OVER
        return {
            **row(self.exhibit, self._thoughts, self._clock.now()),
            "journal": self.journal if is_over else None,
        }

    def state(self) -> dict[str, Any]:
        """All there is to see."""
        return {
            "match": self.row(),
            "scene": self.exhibit.scene(),
            "position": self.exhibit.position(),
            "events": self._since(0),
        }

    def close(self) -> None:
        """The match is forgotten."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.stream.send(message("gone", {}))
        self.stream.close()

    def _since(self, number: int) -> list[dict[str, Any]]:
        return [{"n": n, **told(news)} for n, news in self._told if n > number]

    def _soon(self) -> None:
        if not len(self.stream):
            # Whoever comes gets the state, with all of this in it.
            self._sent, self._afresh = self._count, False
            self.stream.outdated()
        elif self._timer is None:
            self._timer = self._clock.call_in(PACE, self._tell)

    def _tell(self) -> None:
        self._timer = None
        if self.stream.busy:
            # Very many browsers: what has come meanwhile goes with the next message.
            self._timer = self._clock.call_in(PACE, self._tell)
            return
        try:
            self.stream.send(self._news())
        except Exception:
            self._log.failure("{match} could not be shown", match=str(self.match))

    def _news(self) -> bytes:
        afresh = self._afresh or self._count - self._sent > LOG
        sent, self._sent, self._afresh = self._sent, self._count, False
        if afresh:
            return message("state", self.state())
        step = {
            "match": self.row(),
            "position": self.exhibit.position(),
            "events": self._since(sent),
        }
        return message("step", step)
