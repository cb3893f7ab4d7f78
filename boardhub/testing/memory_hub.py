"""
The hub in memory, with a clock that is driven by hand, and who listens to it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from twisted.internet.task import Clock as HandClock
from twisted.logger import ILogObserver, LogEvent, globalLogPublisher
from zope.interface import provider

from boardhub.games.rules import Event, Prompt, Rules
from boardhub.hub.clock import Clock
from boardhub.hub.journal import MemoryJournal
from boardhub.hub.lobby import Lobby, LobbyLimits
from boardhub.hub.match import Match
from boardhub.hub.steps import Report, Step
from boardhub.hub.terms import Spans
from boardhub.links.memory import MemoryLink
from boardhub.protocols.game import Game, GameDialect, Wire

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
        expected: Collection[tuple[str, str]] = (),
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
        self.lobby.expect(expected)
        self._limits, self._seed, self._settings = limits, seed, dict(settings or {})
        self._games = {game.name: game for game in games}
        self._dialects: dict[str, GameDialect] = {}
        for game in games:
            own = {each.name: each.default for each in game.options} | self._settings
            self._dialects[game.name] = game.dialect(self.lobby, own, Wire())

    def restart(self, *rules: Rules[Any], seconds: float = 0.0) -> MemoryHub:
        """
        The hub that takes the place of this one after it was killed: its
        matches stand again, as far as they are of its games or these rules.
        So many seconds have passed by the hub's own clock, which begins anew.
        """
        stories = {key: journal.records() for key, journal in self.journals.items()}
        left = [key for key, each in stories.items() if each and each[-1]["record"] != "end"]
        names = [(stories[key][0]["game"], stories[key][0]["name"]) for key in left]
        hub = self.anew(names)
        hub.reactor.advance(seconds)
        hosted = [game.rules for game in self._games.values()]
        known = {each.name: each for each in (*rules, *hosted)}
        for key, (game, _) in zip(left, names, strict=True):
            hub.restore(known[game], key, self.journals[key])
        return hub

    def anew(self, expected: Collection[tuple[str, str]]) -> MemoryHub:
        """A hub like this one, in which nothing has happened yet but that these names are kept."""
        return MemoryHub(
            *self._games.values(),
            spans=self.lobby.spans,
            limits=self._limits,
            seed=self._seed,
            settings=self._settings,
            expected=expected,
        )

    def restore(self, rules: Rules[Any], key: str, journal: MemoryJournal) -> None:
        """The match of this journal stands again; the journal of the other hub stays as it is."""
        again = self.journals[key] = MemoryJournal()
        again.lines, again.locks = [*journal.lines], [*journal.locks]
        locks = {what: lock for each in again.locks for what, lock in each.items()}
        match = self.lobby.restore(rules, again.records(), locks, again)
        match.stand_again(MADE.isoformat())
        if rules.name in self._dialects:
            self._dialects[rules.name].resume(match)

    def connect(self, game: str | None = None, *, wire: Wire | None = None) -> MemoryLink:
        """A connection to the port of a game; None: of the first."""
        name = game or next(iter(self._dialects))
        return MemoryLink(self._dialects[name], self.reactor, wire=wire or Wire())

    def dialect(self, game: str) -> GameDialect:
        """What is spoken on the port of a game."""
        return self._dialects[game]

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
