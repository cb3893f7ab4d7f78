"""
Worm matches whose journals lie in a data directory, as a daemon leaves them.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from attrs import define, field
from twisted.internet.task import Clock as HandClock

from boardhub.hub.clock import Clock
from boardhub.hub.journal import FileJournal
from boardhub.hub.lobby import Lobby
from boardhub.hub.match import Match
from boardhub.links.memory import MemoryLink
from boardhub.protocols.game import Wire
from boardhub.protocols.wuermer import WuermerDialect
from boardhub.protocols.wuermer_boards import Boards
from boardhub.records.archive import MATCHES, journal_name
from boardhub.testing.memory_hub import MADE

#: The small board on which the first player wins with her third move north, and one east.
SMALL = "5 6 3 2 50 Hindernisse EW 2 4 2 5 2 6 GW 4 4 4 5 4 6"


@define(eq=False)
class Archive:
    """
    A hub whose clock is driven by hand, with journals in ``data``; the
    matches are made a minute after each other.
    """

    data: Path
    closed: list[Path] = field(factory=list)
    """The journals that are finished."""
    clock: HandClock = field(factory=HandClock)
    lobby: Lobby = field(init=False)
    _dialect: WuermerDialect = field(init=False)
    _made: datetime = field(default=MADE, init=False)

    def __attrs_post_init__(self) -> None:
        self.data.mkdir(parents=True, exist_ok=True)
        boards = self.data / "boards"
        boards.mkdir(exist_ok=True)
        words = {"EW": "Eigene Wuermer", "GW": "Gegnerische Wuermer"}
        lines = [words.get(word, word) for word in SMALL.split()]
        (boards / "small").write_text("\n".join(lines))
        self.lobby = Lobby(
            Clock(self.clock),
            self._open,
            seeds=lambda: "seed",
            wall_clock=self._now,
        )
        self._dialect = WuermerDialect(self.lobby, {"boards": Boards(boards)}, Wire())

    def match(self, name: str, first: str = "ada", second: str = "bea") -> Table:
        """A match of these two, on the small board, that has just begun."""
        lines = ["NEU 2", f"NAME {name}", "PASSWORT", "BRETT small", "TIMEOUT 10000"]
        host = self._connect()
        for line in lines:
            host.send(line)
        assert host.take()[-1] == f"SPIEL_ANGEMELDET {name}"
        players = []
        for player in (first, second):
            players.append(self._connect())
            for line in (f"TEILNEHMEN {name}", "PASSWORT", f"NAME {player}"):
                players[-1].send(line)
        found = self.lobby.find("wuermer", name)
        assert found is not None
        return Table(self, found, players)

    def won(self, name: str, first: str = "ada", second: str = "bea") -> None:
        """A match that the first player wins as soon as can be."""
        table = self.match(name, first, second)
        for seat, direction in [(0, "N"), (1, "N"), (0, "N"), (1, "N"), (0, "O")]:
            table.say(seat, "1", direction)
        self.clock.advance(0)

    def faulty(self, name: str, first: str = "ada", second: str = "bea") -> None:
        """A match that the second player loses by nonsense."""
        table = self.match(name, first, second)
        table.say(0, "1", "N")
        table.say(1, "zwei")

    def _connect(self) -> MemoryLink:
        return MemoryLink(self._dialect, self.clock)

    def _open(self, game: str, name: str, made: datetime) -> FileJournal:
        path = self.data / MATCHES / journal_name(made, game, name)
        return FileJournal(path, closed=self.closed.append)

    def _now(self) -> datetime:
        made = self._made
        self._made += timedelta(minutes=1)
        return made


@define(eq=False)
class Table:
    """A match, and those who play it."""

    archive: Archive
    match: Match
    players: list[MemoryLink]

    def say(self, seat: int, *lines: str) -> None:
        """These lines come from a player, a second later."""
        self.archive.clock.advance(1)
        for line in lines:
            self.players[seat].send(line)
