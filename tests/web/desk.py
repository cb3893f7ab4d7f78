"""
The page's server over a hub in memory, and browsers at transports in memory.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, cast

from attrs import define, field
from twisted.internet.address import IPv4Address
from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.error import ConnectionDone, ProcessDone, ProcessTerminated
from twisted.internet.interfaces import IProcessTransport, IPushProducer
from twisted.internet.protocol import ProcessProtocol, Protocol
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from boardhub.hub.journal import MemoryJournal, Volume
from boardhub.hub.match import Match
from boardhub.hub.terms import Terms
from boardhub.protocols.exhibit import Exhibit
from boardhub.protocols.game import Game
from boardhub.protocols.port import Port
from boardhub.records.archive import MATCHES
from boardhub.records.index import Index
from boardhub.testing import MemoryHub, RecordingListener
from boardhub.web import film
from boardhub.web.guard import Guard
from boardhub.web.metrics import Instruments, Traffic
from boardhub.web.past import Past
from boardhub.web.shelf import T
from boardhub.web.showroom import Showroom
from boardhub.web.site import Door, Site, root

#: More than two messages need to come.
MOMENT = 0.25


class Wire(StringTransport):
    """What is under a browser's connection; ``slow``: whatever is written fills its buffer."""

    def __init__(self, peer: IPv4Address) -> None:
        super().__init__(peerAddress=peer)
        self.aborted = False
        self.slow = False

    def write(self, data: bytes) -> None:
        """Take data."""
        super().write(data)
        if self.slow and self.producer is not None:
            cast(IPushProducer, self.producer).pauseProducing()

    def abortConnection(self) -> None:
        """Cut off."""
        self.aborted = True
        self.loseConnection()


@define(eq=False)
class Browser:
    """A connection of a browser's."""

    protocol: Protocol
    wire: Wire
    hub: MemoryHub
    _read: int = 0
    _body: bytes = b""

    def ask(self, path: str, method: str = "GET", **headers: str) -> Browser:
        """Send a request."""
        given = {"Host": "localhost:15080"} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        lines = [
            f"{method} {path} HTTP/1.1",
            *[f"{name}: {value}" for name, value in given.items()],
        ]
        self.send("\r\n".join([*lines, "", ""]).encode())
        return self

    def send(self, data: bytes) -> None:
        """Send any bytes."""
        self.protocol.dataReceived(data)

    @property
    def head(self) -> str:
        """Status line and headers of the first answer."""
        head: bytes = self.wire.value().partition(b"\r\n\r\n")[0]
        return head.decode()

    @property
    def status(self) -> int:
        """The status of the first answer."""
        return int(self.head.split(" ")[1])

    @property
    def body(self) -> bytes:
        """What has come of the first answer behind its headers."""
        rest: bytes = self.wire.value().partition(b"\r\n\r\n")[2]
        if "chunked" not in self.head:
            return rest
        whole = b""
        while rest:
            size, _, rest = rest.partition(b"\r\n")
            whole += rest[: int(size, 16)]
            rest = rest[int(size, 16) + 2 :]
        return whole

    def json(self) -> Any:
        """The answer as a value."""
        packed = "content-encoding: gzip" in self.head.lower()
        return json.loads(gzip.decompress(self.body) if packed else self.body)

    def events(self) -> list[tuple[str, Any]]:
        """The events that have come since this was last asked: names and values."""
        blocks = self.body[self._read :].decode()
        self._read = len(self.body)
        found = []
        for block in blocks.split("\n\n"):
            lines = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
            if "event" in lines:
                found.append((lines["event"], json.loads(lines["data"])))
        return found

    def stop_reading(self) -> None:
        """The transport's buffer is full."""
        cast(IPushProducer, self.wire.producer).pauseProducing()

    def read_on(self) -> None:
        """It is empty again."""
        cast(IPushProducer, self.wire.producer).resumeProducing()

    def leave(self) -> None:
        """The connection is lost."""
        self.protocol.connectionLost(Failure(ConnectionDone()))


class Desk:
    """A hub with these games, and the page's server."""

    def __init__(
        self,
        *games: Game,
        names: tuple[str, ...] = (),
        most: int = 1000,
        settings: Mapping[str, Any] | None = None,
        data: Path = Path("/nowhere"),
    ) -> None:
        self.hub = MemoryHub(*games, settings=settings)
        self.data = data
        self.films: list[Filming] = []
        """All that have been made, or are being made."""
        makers: dict[str, Callable[[Match], Exhibit]] = {}
        for game in games:
            own = {each.name: each.default for each in game.options} | dict(settings or {})
            make = Exhibit if game.drawing is None else game.drawing.exhibit
            makers[game.name] = partial(_exhibit, make, own)
        self.showroom = Showroom(self.hub.lobby, makers, self._journal_of)
        self.past = Past(data, at_once, self._spawn, self.hub.clock)
        self.volume = Volume()
        self.programs = 0
        self.writable = True
        self.traffic: dict[str, Traffic] = {}
        self.instruments = Instruments(
            self.hub.lobby,
            self.showroom,
            self.volume,
            programs=lambda: self.programs,
            writable=lambda: self.writable,
            browsers=lambda: len(self.door.protocols),
            traffic=self.traffic,
            counts={
                each.name: port.counts
                for each in games
                if isinstance(port := self.hub.dialect(each.name), Port)
            },
        )
        drawings = {each.name: each.drawing.source() for each in games if each.drawing}
        page = root(self.instruments, drawings, self.past)
        site = Site(page, Guard(names), self.hub.reactor)
        self.door = Door(site, most)

    def shelve(self, match: Match, made: str = "20000101T000000.000000Z") -> str:
        """Lay the journal of a match into the data directory, and into the index: its name."""
        journal = self.hub.journal(match.name, match.rules.name)
        return shelve(self.data, f"{made}-{match.rules.name}-{match.name}", journal)

    def browser(self, host: str = "127.0.0.1") -> Browser:
        """A new connection."""
        peer = IPv4Address("TCP", host, 50000)
        protocol = self.door.buildProtocol(peer)
        wire = Wire(peer)
        protocol.makeConnection(wire)
        return Browser(protocol, wire, self.hub)

    def follow(self, game: str, name: str) -> Browser:
        """A browser at a match's stream."""
        return self.browser().ask(f"/api/events?game={game}&name={name}")

    def make(self, game: Game, name: str, seats: int, **options: Any) -> Match:
        """A match that waits for its players."""
        return self.hub.lobby.create(game.rules, name, Terms(seats, 10.0, options=options))

    def fill(self, match: Match, *names: str, **facts: Any) -> list[RecordingListener]:
        """Players of these names take seats."""
        players = [RecordingListener() for _ in names]
        for player, name in zip(players, names, strict=True):
            match.take(player, name, facts=facts)
        return players

    def finish_films(self) -> None:
        """Let all films be done that are being made."""
        for each in self.films:
            each.finish()

    def _spawn(self, words: list[str], folder: str, hears: ProcessProtocol) -> IProcessTransport:
        self.films.append(Filming(Path(folder, words[-1]), hears))
        return cast(IProcessTransport, self.films[-1])

    def _journal_of(self, game: str, name: str) -> str:
        return f"{game}-{name}"

    def pass_time(self, seconds: float = MOMENT) -> None:
        """Let time pass, and happen what is due."""
        self.hub.advance(seconds)
        self.hub.settle()


@define(eq=False)
class Filming:
    """A process that makes a film: in this one, when it is told to."""

    path: Path
    hears: ProcessProtocol
    killed: bool = False
    done: bool = False
    pid: int = 1

    def __attrs_post_init__(self) -> None:
        self.hears.makeConnection(cast(IProcessTransport, self))

    def signalProcess(self, signal: str) -> None:
        """End at once."""
        assert signal == "KILL"
        self.killed = True
        self._end(Failure(ProcessTerminated(signal=9)))

    def finish(self) -> None:
        """Do what the process would do, unless it has ended."""
        if self.done:
            return
        out = BytesIO()
        status = film.main(self.path, out, lambda text: self.hears.errReceived(text.encode()))
        self.hears.outReceived(out.getvalue())
        self._end(Failure(ProcessTerminated(status) if status else ProcessDone(0)))

    def _end(self, reason: Failure) -> None:
        self.done = True
        self.hears.processEnded(reason)


def at_once(work: Callable[[], T], /) -> Deferred[T]:
    """Do some work beside the reactor, in a world without time."""
    return maybeDeferred(work)


def shelve(data: Path, name: str, journal: MemoryJournal) -> str:
    """Lay a journal into a data directory, and into its index, if it is finished: its name."""
    path = data / MATCHES / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in journal.lines))
    index = Index(data)
    index.add(path)
    index.close()
    return name


def _exhibit(
    make: Callable[[Match, Mapping[str, Any]], Exhibit], settings: Mapping[str, Any], match: Match
) -> Exhibit:
    return make(match, settings)


def play(desk: Desk, match: Match, choose: Callable[[list[Any]], Any], moves: int) -> None:
    """So many answers, each out of the legal ones, of whoever is asked first."""
    for _ in range(moves):
        asked = [each for each in match.state.prompts if each.seat is not None]
        if not asked:
            return
        seat = asked[0].seat
        assert seat is not None
        match.play(seat, choose(list(match.state.legal_moves(seat))), desk.hub.clock.now())


@define(eq=False)
class Told:
    """What a spectator on the wire has been told of a match of the arena."""

    round: int = 0
    figures: dict[int, tuple[int, int, str]] = field(factory=dict)
    points: dict[int, float] = field(factory=dict)
    red: set[int] = field(factory=set)

    def hear(self, line: str) -> None:
        """Take a line in."""
        match line.split(" "):
            case ["START", number]:
                self.round = int(number)
            case ["SEE_PLAYER", place, view, number]:
                x, y = place.split(",")
                self.figures[int(number)] = (int(x), int(y), view)
            case ["TEAMCHANGE", "RED", number]:
                self.red.add(int(number))
            case ["PUNKTE", number, points]:
                self.points[int(number)] = float(points)
