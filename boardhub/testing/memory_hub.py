"""
The hub in memory, with a clock that is driven by hand, and who listens to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from twisted.internet.task import Clock as HandClock
from twisted.logger import ILogObserver, LogEvent, globalLogPublisher
from zope.interface import provider

from boardhub.games.rules import Event, Prompt
from boardhub.hub.clock import Clock
from boardhub.hub.journal import MemoryJournal
from boardhub.hub.lobby import Lobby, LobbyLimits
from boardhub.hub.match import Match
from boardhub.hub.steps import Report, Step
from boardhub.hub.terms import Spans
from boardhub.links.memory import MemoryLink
from boardhub.protocols.game import Dialect, Game, Wire

#: When matches are made in a `MemoryHub`.
MADE = datetime(2000, 1, 1, tzinfo=UTC)


class MemoryHub:
    """
    The hub without sockets: games, a lobby, journals in memory, and a clock
    that stands until `advance`.
    """

    def __init__(
        self,
        *games: Game,
        spans: Spans | None = None,
        limits: LobbyLimits | None = None,
        seed: str = "seed",
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        self.reactor = HandClock()
        self.clock = Clock(self.reactor)
        self.journals: dict[str, MemoryJournal] = {}
        self.lobby = Lobby(
            self.clock,
            self._journal,
            limits=limits,
            spans=spans,
            seeds=lambda: seed,
            wall_clock=lambda: MADE,
        )
        self._games = {game.name: game for game in games}
        self._dialects: dict[str, Dialect] = {}
        for game in games:
            own = {each.name: each.default for each in game.options} | dict(settings or {})
            self._dialects[game.name] = game.dialect(self.lobby, own, Wire())

    def connect(self, game: str | None = None) -> MemoryLink:
        """A connection to the port of a game; None: of the first."""
        name = game or next(iter(self._dialects))
        return MemoryLink(self._dialects[name], self.reactor)

    def match(self, name: str, game: str | None = None) -> Match:
        """The match of this name."""
        found = self.lobby.find(game or next(iter(self._games)), name)
        assert found is not None, f"there is no match {name!r}"
        return found

    def journal(self, name: str, game: str | None = None) -> MemoryJournal:
        """The journal of the latest match of this name."""
        return self.journals[f"{game or next(iter(self._games))}/{name}"]

    def advance(self, seconds: float) -> None:
        """Let time pass; what is due happens, in order."""
        self.reactor.advance(seconds)

    def settle(self) -> None:
        """Let happen what is due now: late deliveries, losses of closed links."""
        self.reactor.advance(0)

    def _journal(self, game: str, name: str, made: datetime) -> MemoryJournal:
        journal = self.journals[f"{game}/{name}"] = MemoryJournal()
        return journal


class RecordingListener:
    """A player or spectator that keeps what it hears."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.asked: list[Prompt] = []
        self.dismissed = False

    @property
    def events(self) -> list[Event]:
        """All events heard."""
        return [event for step in self.steps for event in step.events]

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """Keep a step."""
        self.steps.append(step)
        self.asked.extend(asked)

    def unheard(self, by: float) -> bool:
        """Nothing waits."""
        return False

    def report(self) -> Report:
        """Nothing to tell."""
        return {}

    def dismiss(self) -> None:
        """Note it."""
        self.dismissed = True


@contextmanager
def no_logged_failures() -> Iterator[None]:
    """Fail if a traceback is logged meanwhile: nothing a client does may cause one."""
    failures: list[LogEvent] = []

    @provider(ILogObserver)
    def observe(event: LogEvent) -> None:
        if "log_failure" in event:
            failures.append(event)

    globalLogPublisher.addObserver(observe)
    try:
        yield
    finally:
        globalLogPublisher.removeObserver(observe)
    assert not failures, failures[0]["log_failure"].getTraceback()
