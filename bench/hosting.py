"""
The hub as its daemon puts it together, in a child: dialect, links, journals
in files, a log in a file.
"""

from __future__ import annotations

from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from twisted.internet.protocol import Factory
from twisted.logger import globalLogBeginner, textFileLogObserver

from bench.rehearsal import terms
from boardhub.hub.clock import Clock
from boardhub.hub.journal import FileJournal
from boardhub.hub.lobby import Lobby, LobbyLimits
from boardhub.hub.terms import Spans
from boardhub.links.limits import Limits
from boardhub.links.tcp import LineFactory
from boardhub.protocols.game import Dialect, Game, Wire
from boardhub.protocols.registry import installed_games

LOOPBACK = "127.0.0.1"

#: So high that no benchmark comes near them.
LIMITS = Limits(connections=10_000, per_address=10_000, lines_per_second=1e9, burst=10**9)


def listen(reactor: Any, factory: Factory) -> int:
    """Listen on a free port, which is returned."""
    return int(reactor.listenTCP(0, factory, backlog=1024, interface=LOOPBACK).getHost().port)


class HubServer:
    """
    One game in a hub of its own, with journals and log in ``directory``. A
    match that everybody has left is forgotten at once.
    """

    def __init__(self, reactor: Any, game: str, directory: str) -> None:
        self.game: Game = installed_games()[game]
        self._directory = Path(directory)
        self._seed = ""
        self._journals = count()
        log = (self._directory / "log").open("a", encoding="utf-8")
        globalLogBeginner.beginLoggingTo(
            [textFileLogObserver(log)], discardBuffer=True, redirectStandardIO=False
        )
        self._lobby = Lobby(
            Clock(reactor),
            self._journal,
            limits=LobbyLimits(matches=10_000),
            spans=Spans(after=0.0),
            seeds=lambda: self._seed,
        )
        own = {each.name: each.default for each in self.game.options}
        self.dialect: Dialect = self.game.dialect(self._lobby, own, Wire())
        factory = LineFactory(self.dialect, LIMITS, reactor, self.game.separators)
        self._port = listen(reactor, factory)

    def port(self) -> int:
        """Where it listens."""
        return self._port

    def create(self, name: str, seed: str) -> None:
        """Make a match with this seed."""
        self._seed = seed
        self._lobby.create(self.game.rules, name, terms(self.game))

    def _journal(self, game: str, name: str, made: datetime) -> FileJournal:
        return FileJournal(self._directory / f"{next(self._journals)}-{name}.jsonl")
