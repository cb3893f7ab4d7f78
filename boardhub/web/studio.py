"""
Where films are made: in a process for each, behind everybody else's work,
few at a time; and kept for who comes next.
"""

from __future__ import annotations

import os
import sys
from collections import OrderedDict, deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import define, field
from twisted.internet.defer import Deferred
from twisted.internet.error import ProcessDone
from twisted.internet.interfaces import IProcessTransport, IReactorProcess
from twisted.internet.protocol import ProcessProtocol
from twisted.logger import Logger
from twisted.python.failure import Failure

from boardhub.hub.clock import Clock
from boardhub.web.film import NO_FILM
from boardhub.web.limits import Busy

#: Films that are made at the same time, and that may wait for it.
AT_ONCE = 2
WAITING = 10

#: Seconds that one may take, on a machine that has others to serve first.
PATIENCE = 90.0

#: Bytes that a film may have, compressed; and all together that are kept.
LARGEST = 8 * 1024 * 1024
KEPT = 32 * 1024 * 1024

#: Characters that are kept of what the program says if it fails.
SAID = 2000


class NoFilm(Exception):
    """There is none of this journal; says why."""


#: Makes a film in a process: the arguments of Python, the directory, and who hears of it.
Spawn = Callable[[list[str], str, ProcessProtocol], IProcessTransport]


def spawning(reactor: IReactorProcess) -> Spawn:
    """As the reactor starts processes, with this Python."""

    def spawn(words: list[str], folder: str, hears: ProcessProtocol) -> IProcessTransport:
        command = [sys.executable, "-P", *words]
        return reactor.spawnProcess(
            hears, sys.executable, command, env=dict(os.environ), path=folder
        )

    return spawn


class Making(ProcessProtocol):
    """One film that is being made. ``done`` is called with it, or with why there is none."""

    _log = Logger()

    def __init__(self, path: Path, clock: Clock, done: Callable[[bytes | NoFilm], None]) -> None:
        self._path = path
        self._done = done
        self._parts: list[bytes] = []
        self._size = 0
        self._said = b""
        self._cut = ""
        self._timer = clock.call_in(PATIENCE, lambda: self.cut("it takes too long"))

    def outReceived(self, data: bytes) -> None:
        """A part of it."""
        self._size += len(data)
        self._parts.append(data)
        if self._size > LARGEST:
            self._parts.clear()
            self.cut("it is too long to be shown")

    def errReceived(self, data: bytes) -> None:
        """Why there will be none."""
        self._said = (self._said + data)[-SAID:]

    def cut(self, why: str) -> None:
        """End it at once, for this reason."""
        self._cut = self._cut or why
        transport: Any = self.transport
        if transport is not None and transport.pid is not None:
            transport.signalProcess("KILL")

    def failed(self, error: OSError) -> None:
        """The system has no room for the process."""
        self._end(NoFilm(f"it could not be told again ({error.strerror})"))

    def processEnded(self, reason: Failure) -> None:
        """It is done, or there is none."""
        self._end(self._result(reason))

    def _end(self, made: bytes | NoFilm) -> None:
        self._timer.cancel()
        self._done(made)

    def _result(self, reason: Failure) -> bytes | NoFilm:
        if self._cut:
            return NoFilm(self._cut)
        if reason.check(ProcessDone):
            return b"".join(self._parts)
        said = self._said.decode("utf-8", "replace").strip()
        if getattr(reason.value, "exitCode", None) == NO_FILM:
            return NoFilm(said)
        self._log.error("no film of {path}: {reason} {said}", path=str(self._path),
                        reason=reason.getErrorMessage(), said=said)  # fmt: skip
        return NoFilm("it could not be told again")


@define(eq=False)
class Studio:
    """
    Films by their journals. Whoever asks for one that is being made waits for
    the same.
    """

    _clock: Clock
    _spawn: Spawn
    _kept: OrderedDict[Path, bytes] = field(factory=OrderedDict)
    _wanted: dict[Path, list[Deferred[bytes]]] = field(factory=dict)
    _queue: deque[Path] = field(factory=deque)
    _making: dict[Path, Making] = field(factory=dict)
    _closed: bool = False

    def has(self, path: Path) -> bool:
        """Whether the film of this journal costs nothing any more."""
        return path in self._kept or path in self._wanted

    def film(self, path: Path) -> Deferred[bytes]:
        """
        The film of a journal, compressed with gzip; it fails with `NoFilm`.

        :raise Busy: too many are wanted.
        """
        result: Deferred[bytes] = Deferred()
        if path in self._kept:
            self._kept.move_to_end(path)
            result.callback(self._kept[path])
            return result
        if self._closed or (path not in self._wanted and len(self._queue) >= WAITING):
            raise Busy
        if path not in self._wanted:
            self._wanted[path] = []
            self._queue.append(path)
        self._wanted[path].append(result)
        self._go_on()
        return result

    def close(self) -> None:
        """Make no more; those that are being made are given up."""
        self._closed = True
        for path in [*self._queue]:
            self._answer(path, NoFilm("the daemon is shutting down"))
        self._queue.clear()
        for each in tuple(self._making.values()):
            each.cut("the daemon is shutting down")

    def _go_on(self) -> None:
        while self._queue and len(self._making) < AT_ONCE:
            path = self._queue.popleft()
            self._making[path] = making = Making(path, self._clock, self._finisher(path))
            try:
                self._spawn(["-m", "boardhub.web.film", path.name], str(path.parent), making)
            except OSError as error:
                making.failed(error)

    def _finisher(self, path: Path) -> Callable[[bytes | NoFilm], None]:
        def finish(made: bytes | NoFilm) -> None:
            del self._making[path]
            if isinstance(made, bytes):
                self._keep(path, made)
            self._answer(path, made)
            self._go_on()

        return finish

    def _keep(self, path: Path, made: bytes) -> None:
        self._kept[path] = made
        while sum(map(len, self._kept.values())) > KEPT:
            self._kept.popitem(last=False)

    def _answer(self, path: Path, made: bytes | NoFilm) -> None:
        for each in self._wanted.pop(path):
            _fire(each, made)


def _fire(waiting: Deferred[bytes], made: bytes | NoFilm) -> None:
    if isinstance(made, bytes):
        waiting.callback(made)
    else:
        waiting.errback(made)
