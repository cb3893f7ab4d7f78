"""
``twistd boardhub``: the services that come of its `Options`.

`makeService` puts the daemon together; whoever wants to know what is in it
reads that function. Sockets meet dialects here and nowhere else.
"""

from __future__ import annotations

import fcntl
import os
import re
import resource
import signal
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, cast
from weakref import WeakValueDictionary

from twisted.application.service import IService, MultiService, Service
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import serverFromString
from twisted.internet.interfaces import (
    IListeningPort,
    IProtocolFactory,
    IReactorFromThreads,
    IReactorProcess,
    IReactorTime,
    IStreamServerEndpoint,
)
from twisted.internet.task import deferLater
from twisted.logger import Logger

from boardhub.demo import Demo
from boardhub.hub.clock import Clock
from boardhub.hub.journal import FileJournal, JournalError, Volume
from boardhub.hub.lobby import Lobby, LobbyLimits
from boardhub.hub.terms import HOUR, Spans
from boardhub.links.launch import MIB, Bounds
from boardhub.links.limits import Limits, Places, Traffic
from boardhub.links.process import PROGRAM_LIMITS, LocalPrograms, Room
from boardhub.links.tcp import LineFactory
from boardhub.options import GAMES, Options, unusable
from boardhub.protocols.control import ControlDialect
from boardhub.protocols.counts import Counts
from boardhub.protocols.exhibit import Drawing, Exhibit
from boardhub.protocols.game import Dialect, Game, Wire
from boardhub.protocols.port import Port
from boardhub.records.archive import MATCHES, journal_name, takes_journals, try_journal
from boardhub.records.indexing import Indexing
from boardhub.restart import Restart
from boardhub.web.guard import Guard
from boardhub.web.metrics import Instruments
from boardhub.web.past import Beside, Past
from boardhub.web.showroom import MakeExhibit, Showroom
from boardhub.web.site import Door, Site, root
from boardhub.web.studio import spawning

__all__ = ["Options", "makeService"]

#: Seconds for the last lines to go out at shutdown.
FAREWELL_SECONDS = 0.5

#: Draws games that do not say how.
PLAIN = Drawing("boardhub.web", "static/games/plain.js")

#: Descriptors for ports, the log and the rest.
SPARE_DESCRIPTORS = 50


def makeService(options: Options) -> IService:
    """Everything that runs, as one service."""
    from twisted.internet import reactor
    from twisted.internet.threads import deferToThread

    data = _data_directory(Path(options["data"]))
    clock = Clock(cast(IReactorTime, reactor))
    indexing = Indexing(data)
    journals = Journals(data, indexing.add, fsync=bool(options["fsync"]))
    lobby = Lobby(
        clock,
        journals.open,
        limits=LobbyLimits(
            matches=options["matches"],
            idle=options["idle"],
            unseated=options["unseated-per-address"],
            programs=program_share(options["programs"]),
        ),
        spans=Spans(
            match=options["match-time"] * HOUR,
            away=options["return-time"],
            tournament=bool(options["tournament-mode"]),
        ),
    )
    limits = Limits(
        connections=options["connections"],
        per_address=options["connections-per-address"],
        line_length=options["line-length"],
        lines_per_second=options["lines-per-second"],
    )
    _raise_descriptor_limit(
        limits.connections
        + limits.farewells
        + options["matches"]
        + (0 if options["web"] == "none" else options["web-connections"])
        + SPARE_DESCRIPTORS
    )
    wire = Wire(
        end="\r\n" if options["crlf"] else "\n",
        encoding="latin-1" if options["latin1"] else "utf-8",
    )
    room = Room(options["programs"])
    daemon = Daemon(lobby, options["grace"])
    if options["web"] != "none":
        # Before the games, which may make matches of their own at once.
        daemon.show(options, journals, room)
    control = _control_endpoint(data)
    daemon.serve("control", control, ControlDialect(lobby), Limits(), Places(Limits(), reactor))
    places = Places(limits, reactor)
    bounds = Bounds(
        cpu=options["program-cpu"],
        memory=options["program-memory"] * MIB,
        processes=options["program-processes"],
    )
    restart = Restart(data, lobby, journals.reopen)
    daemon.addService(restart)
    for name, endpoint in options["games"].items():
        game = GAMES[name]
        settings = options.settings(game)
        settings["program"] = LocalPrograms(
            options["local"][name], name, PROGRAM_LIMITS, bounds, reactor, room, game.separators
        )
        try:
            dialect = game.dialect(lobby, settings, wire)
        except ValueError as error:
            raise unusable(f"{name}: {error}") from error
        restart.host(game, dialect)
        daemon.serve(name, endpoint, dialect, limits, places, game.separators)
        if options["demo"] and game.bots:
            pace = options["demo-pace"]
            daemon.addService(Demo(game, dialect, lobby, reactor, pace, deferToThread))
    # Last: a port that cannot be opened must find no thread that would go on.
    daemon.addService(indexing)
    return cast(IService, daemon)


def program_share(places: int) -> int:
    """Programs that one address may have in seats, of all: half of them, or what a match takes."""
    return max(2, places // 2)


class Daemon(MultiService):
    """
    All that runs. It stops when its matches have come to their end, or the
    grace time to its own; until then the ports stay open.
    """

    def __init__(self, lobby: Lobby, grace: float) -> None:
        super().__init__()
        self._lobby = lobby
        self._traffic: dict[str, Traffic] = {}
        self._counts: dict[str, Counts] = {}
        self._grace = grace

    def serve(
        self,
        name: str,
        endpoint: str,
        dialect: Dialect,
        limits: Limits,
        places: Places,
        separators: bytes = b"",
    ) -> None:
        """Speak a dialect at an endpoint."""
        from twisted.internet import reactor

        factory = LineFactory(dialect, limits, reactor, separators, places)
        self._traffic[name] = factory.traffic
        if isinstance(dialect, Port):
            self._counts[name] = dialect.counts
        self._listen(name, endpoint, factory)

    def show(self, options: Options, journals: Journals, room: Room) -> None:
        """
        Show matches to browsers, all that will be made of the games that are
        hosted, and to a monitor how the daemon is.
        """
        from twisted.internet import reactor

        games = [GAMES[name] for name in options["games"]]
        exhibits = {each.name: _exhibits(each, options) for each in games}
        showroom = Showroom(self._lobby, exhibits, journals.name_of)
        instruments = Instruments(
            self._lobby,
            showroom,
            journals.volume,
            programs=lambda: int(options["programs"]) - room.left,
            writable=lambda: takes_journals(journals.data / MATCHES),
            browsers=lambda: len(door.protocols),
            traffic=self._traffic,
            counts=self._counts,
        )
        drawings = {each.name: _drawing(each) for each in games}
        names = frozenset(options["web-names"].lower().replace(",", " ").split())
        beside = Beside(reactor)
        spawn = spawning(cast(IReactorProcess, reactor))
        past = Past(journals.data, beside.do, spawn, self._lobby.clock)
        page = root(instruments, drawings, past)
        site = Site(page, Guard(names), cast(IReactorTime, reactor))
        door = Door(site, options["web-connections"])
        self.addService(Showing(showroom, past))
        self.addService(beside)
        self._listen("web", options["web"], door)

    def _listen(self, name: str, endpoint: str, factory: IProtocolFactory) -> None:
        from twisted.internet import reactor

        try:
            server = serverFromString(reactor, endpoint)
        except Exception as error:  # parsers of endpoint strings raise all kinds
            raise unusable(f"{endpoint!r} is no endpoint for {name}: {error}") from error
        self.addService(Listening(name, endpoint, server, factory))

    def stopService(self) -> Deferred[Any]:
        """Drain, then stop. Another signal meanwhile ends the grace time."""
        from twisted.internet import reactor

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self._hurry())
        stopped = self._lobby.drain(self._grace)
        stopped.addCallback(lambda _: deferLater(reactor, FAREWELL_SECONDS))
        stop = super().stopService
        return stopped.addCallback(lambda _: stop())

    def _hurry(self) -> None:
        from twisted.internet import reactor

        cast(IReactorFromThreads, reactor).callFromThread(self._lobby.close_all)


class Showing(Service):
    """The page's streams live, and films are made, while this runs."""

    def __init__(self, showroom: Showroom, past: Past) -> None:
        self._showroom = showroom
        self._past = past

    def startService(self) -> None:
        """Give signs of life."""
        super().startService()
        self._showroom.start()

    def stopService(self) -> None:
        """End the streams."""
        super().stopService()
        self._showroom.stop()
        self._past.studio.close()


class Listening(Service):
    """One port that is open while this runs; if it cannot be, nothing starts."""

    _log = Logger()

    def __init__(
        self, name: str, endpoint: str, server: IStreamServerEndpoint, factory: IProtocolFactory
    ) -> None:
        self._name = name
        self._endpoint = endpoint
        self._server = server
        self._factory = factory
        self._port: IListeningPort | None = None

    def privilegedStartService(self) -> None:
        """Listen, before privileges are dropped."""
        failures: list[BaseException] = []
        listening = self._server.listen(self._factory)
        listening.addCallbacks(self._opened, lambda failure: failures.append(failure.value))
        for error in failures:
            reason = getattr(error, "socketError", error)
            said = getattr(reason, "strerror", None) or reason
            raise unusable(f"cannot listen for {self._name} at {self._endpoint}: {said}") from error

    def startService(self) -> None:
        """Listen, where nobody has asked for it before (``twist`` does not)."""
        super().startService()
        if self._port is None:
            self.privilegedStartService()

    def stopService(self) -> Deferred[Any] | None:
        """Close the port."""
        port, self._port = self._port, None
        return cast("Deferred[Any] | None", port.stopListening()) if port else None

    def _opened(self, port: IListeningPort) -> None:
        self._port = port
        self._log.info("{name} listens at {where}", name=self._name, where=_place(port))


def _exhibits(game: Game, options: Options) -> MakeExhibit:
    """Makes what the page shows of the matches of a game."""
    settings = options.settings(game)
    make = Exhibit if game.drawing is None else game.drawing.exhibit
    return lambda match: make(match, settings)


def _drawing(game: Game) -> bytes:
    """The module that draws a game; one that shows plain text where it has none."""
    try:
        return (game.drawing or PLAIN).source()
    except (OSError, ImportError) as error:
        raise unusable(f"the drawing of {game.name} cannot be read: {error}") from error


def _place(port: IListeningPort) -> str:
    address: Any = port.getHost()
    if hasattr(address, "port"):
        return f"{address.host} port {address.port}"
    return os.fsdecode(getattr(address, "name", None) or str(address))


class Journals:
    """
    Opens the journals in a data directory, and knows what those are called
    whose matches are still there. ``closed`` is told of each that is done.
    """

    def __init__(self, data: Path, closed: Callable[[Path], None], *, fsync: bool) -> None:
        self.data = data
        self.volume = Volume()
        """How much has been written."""
        self._closed = closed
        self._fsync = fsync
        self._open: WeakValueDictionary[tuple[str, str], FileJournal] = WeakValueDictionary()

    def open(self, game: str, name: str, made: datetime) -> FileJournal:
        """
        The journal of a new match.

        :raise JournalError: it cannot be made.
        """
        path = self.data / MATCHES / journal_name(made, game, name)
        journal = FileJournal(path, fsync=self._fsync, closed=self._closed, volume=self.volume)
        self._open[game, name] = journal
        return journal

    def reopen(self, game: str, name: str, path: Path) -> FileJournal:
        """
        The journal of a match that was interrupted.

        :raise JournalError: it cannot be written.
        """
        journal = FileJournal.reopen(
            path, fsync=self._fsync, closed=self._closed, volume=self.volume
        )
        self._open[game, name] = journal
        return journal

    def name_of(self, game: str, name: str) -> str | None:
        """What the journal of this match is called; None: there is no such match."""
        journal = self._open.get((game, name))
        return None if journal is None else journal.path.stem


def _data_directory(data: Path) -> Path:
    """The data directory, made if need be, and ours alone while we run."""
    try:
        (data / MATCHES).mkdir(parents=True, exist_ok=True)
        lock = os.open(data / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise unusable(f"cannot use the data directory {data}: {error}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise unusable(
            f"another daemon is using the data directory {data}; choose another --data"
        ) from error
    try:
        try_journal(data / MATCHES)
    except JournalError as error:
        raise unusable(f"cannot write in the data directory {data}: {error}") from error
    return data.absolute()


def _control_endpoint(data: Path) -> str:
    path = data / "control"
    if len(os.fsencode(path)) > 100:
        raise unusable(f"the path of {path} is too long for a socket; choose a shorter --data")
    # Left over, with Twisted's lock, by a daemon that was killed: the directory is ours alone.
    path.unlink(missing_ok=True)
    path.with_name("control.lock").unlink(missing_ok=True)
    escaped = re.sub(r"([\\:=])", r"\\\1", str(path))
    return f"unix:{escaped}:mode=600"


def _raise_descriptor_limit(wanted: int) -> None:
    """Get as many descriptors as there are, and say so if they are too few."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if hard != resource.RLIM_INFINITY and hard < wanted:
        Logger().warn(
            "the system allows {hard} open files, but the limits need {wanted}: lower"
            " --connections or --matches, or raise the limit (ulimit -Hn)",
            hard=hard,
            wanted=wanted,
        )
