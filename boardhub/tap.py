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
from urllib.parse import quote

from twisted.application.service import IService, MultiService, Service
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import serverFromString
from twisted.internet.interfaces import (
    IListeningPort,
    IReactorFromThreads,
    IReactorTime,
    IStreamServerEndpoint,
)
from twisted.internet.task import deferLater
from twisted.logger import Logger

from boardhub.demo import Demo
from boardhub.hub.clock import Clock
from boardhub.hub.journal import FileJournal, JournalError
from boardhub.hub.lobby import Lobby, LobbyLimits
from boardhub.hub.terms import HOUR, Spans
from boardhub.links.limits import Limits, Places
from boardhub.links.process import MIB, PROGRAM_LIMITS, Bounds, LocalPrograms, Room
from boardhub.links.tcp import LineFactory
from boardhub.options import GAMES, Options, unusable
from boardhub.protocols.control import ControlDialect
from boardhub.protocols.game import Dialect, Wire

__all__ = ["Options", "makeService"]

#: Seconds for the last lines to go out at shutdown.
FAREWELL_SECONDS = 0.5

#: Characters of a match's name in the name of its journal's file: the system allows 255 in all.
FILE_NAME_LENGTH = 120

#: Descriptors for ports, the log and the rest.
SPARE_DESCRIPTORS = 50


def makeService(options: Options) -> IService:
    """Everything that runs, as one service."""
    from twisted.internet import reactor
    from twisted.internet.threads import deferToThread

    data = _data_directory(Path(options["data"]))
    clock = Clock(cast(IReactorTime, reactor))
    lobby = Lobby(
        clock,
        _journals(data / "matches", fsync=bool(options["fsync"])),
        limits=LobbyLimits(
            matches=options["matches"],
            idle=options["idle"],
            unseated=options["unseated-per-address"],
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
        limits.connections + limits.farewells + options["matches"] + SPARE_DESCRIPTORS
    )
    wire = Wire(
        end="\r\n" if options["crlf"] else "\n",
        encoding="latin-1" if options["latin1"] else "utf-8",
    )
    daemon = Daemon(lobby, options["grace"])
    control = _control_endpoint(data)
    daemon.serve("control", control, ControlDialect(lobby), Limits(), Places(Limits(), reactor))
    places = Places(limits, reactor)
    room = Room(options["programs"])
    bounds = Bounds(
        cpu=options["program-cpu"],
        memory=options["program-memory"] * MIB,
        processes=options["program-processes"],
    )
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
        daemon.serve(name, endpoint, dialect, limits, places, game.separators)
        if options["demo"] and game.bots:
            pace = options["demo-pace"]
            daemon.addService(Demo(game, dialect, lobby, reactor, pace, deferToThread))
    return cast(IService, daemon)


class Daemon(MultiService):
    """
    All that runs. It stops when its matches have come to their end, or the
    grace time to its own; until then the ports stay open.
    """

    def __init__(self, lobby: Lobby, grace: float) -> None:
        super().__init__()
        self._lobby = lobby
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


class Listening(Service):
    """One port that is open while this runs; if it cannot be, nothing starts."""

    _log = Logger()

    def __init__(
        self, name: str, endpoint: str, server: IStreamServerEndpoint, factory: LineFactory
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


def _place(port: IListeningPort) -> str:
    address: Any = port.getHost()
    if hasattr(address, "port"):
        return f"{address.host} port {address.port}"
    return os.fsdecode(getattr(address, "name", None) or str(address))


def _journals(directory: Path, *, fsync: bool) -> Callable[[str, str, datetime], FileJournal]:
    def open_journal(game: str, name: str, made: datetime) -> FileJournal:
        stamp = made.strftime("%Y%m%dT%H%M%S.%fZ")
        return FileJournal(directory / f"{stamp}-{game}-{_for_file(name)}.jsonl", fsync=fsync)

    return open_journal


def _for_file(name: str) -> str:
    """As much of a name as there is room for in a file's: the match's is in the journal."""
    while len(quoted := quote(name, safe="")) > FILE_NAME_LENGTH:
        name = name[:-1]
    return quoted


def _data_directory(data: Path) -> Path:
    """The data directory, made if need be, and ours alone while we run."""
    try:
        (data / "matches").mkdir(parents=True, exist_ok=True)
        lock = os.open(data / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise unusable(f"cannot use the data directory {data}: {error}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise unusable(
            f"another daemon is using the data directory {data}; choose another --data"
        ) from error
    probe = data / "matches" / ".probe"
    try:
        probe.unlink(missing_ok=True)
        FileJournal(probe).close()
    except (OSError, JournalError) as error:
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
