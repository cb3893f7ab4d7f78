"""
Local programs on their standard input and output, as links.

A program is started under a *keeper* (`keeper`), which bounds what it takes
and ends all that it has started. Its pipes make a transport (`pipes`) for the
same `LineLink` as a socket has, so that lines, limits and back-pressure are
alike for both kinds of player.
"""

from __future__ import annotations

import fcntl
import os
import signal
import sys
import termios
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final, cast

from attrs import define, frozen
from twisted.internet.error import ConnectionDone, ProcessDone, ProcessExitedAlready
from twisted.internet.interfaces import (
    IDelayedCall,
    IProcessTransport,
    IReactorProcess,
    IReactorTime,
)
from twisted.internet.process import reapProcessHandlers
from twisted.internet.protocol import ProcessProtocol
from twisted.logger import Logger
from twisted.python.failure import Failure

from boardhub.hub.steps import Report
from boardhub.links import keeper
from boardhub.links.commands import Command
from boardhub.links.launch import Bounds, Launch, kept
from boardhub.links.limits import Limits, Places
from boardhub.links.pipes import ERRORS, INPUT, OUTPUT, Pipes
from boardhub.links.reports import REPORT_MOST, ending, has_ended, read_report
from boardhub.links.tcp import LineFactory, LineLink
from boardhub.protocols.game import Ending, Link, Refusal, Session
from boardhub.protocols.program import Casting

#: How much of a program's standard error is kept, in bytes.
ERRORS_KEPT: Final = 64 * 1024

#: Seconds for which the exit status is waited for when the output has ended.
EXIT_SECONDS: Final = 0.1

#: Seconds that a program may go on after it has closed its input.
DEAF_SECONDS: Final = 0.5

#: Seconds between two looks at whether a keeper goes on.
CARE_SECONDS: Final = 1.0

#: What is said of a program whose keeper ended without a report.
GONE: Final = "its keeper, the process that supervises it, is gone"

#: Bytes that are read at a time of what a program has left.
_PIECE: Final = 8192

#: A program that prints without end is refused within a second; one that is
#: to go is asked by the end of its input, after 2 s by SIGTERM, and 1 s later
#: killed.
PROGRAM_LIMITS: Final = Limits(patience=0.5, linger_seconds=2.0, abort_seconds=1.0)


@define(eq=False)
class Room:
    """How many more programs may have seats."""

    left: int


@define(eq=False)
class LocalPrograms:
    """
    The programs that may play one game, by name: the `Programs` of a port.
    ``room`` is shared by all ports: how many more may have seats.
    """

    _commands: Mapping[str, Command]
    _game: str
    _limits: Limits
    _bounds: Bounds
    _reactor: Any
    _room: Room
    _separators: bytes = b""

    def __contains__(self, name: object) -> bool:
        return name in self._commands

    def has_room(self) -> bool:
        """Whether one more may have a seat."""
        return self._room.left > 0

    def cast(
        self,
        program: str,
        casting: Casting,
        arrive: Callable[[Link], Session],
        failed: Callable[[], None],
    ) -> Program:
        """Give one a place; it is started later."""
        environment = {
            "BOARDHUB_GAME": self._game,
            "BOARDHUB_MATCH": casting.match,
            "BOARDHUB_SEAT": str(casting.label),
            "BOARDHUB_NAME": casting.name,
        }
        name = f"{program} in {self._game}/{casting.match}"
        return Program(
            name,
            Seating(arrive),
            failed,
            self._limits,
            self._reactor,
            self._separators,
            self._room,
            kept(self._commands[program], self._bounds, name, environment),
        )


@frozen
class Seating:
    """The `Dialect` of one program's link: it arrives in its seat."""

    _arrive: Callable[[Link], Session]

    def arrive(self, link: Link) -> Session:
        """The program runs."""
        return self._arrive(link)

    def turned_away(self, why: Refusal) -> bytes:
        """It has a place."""
        return b""


class Program(ProcessProtocol):
    """
    One program, from its seat to its end: `boardhub.protocols.program.Running`.

    What it says is heard by its link as long as that lives. Its exit is acted
    on at once, after all that it has said has been read, and whoever else
    holds its output open.
    """

    _log = Logger()

    transport: IProcessTransport | None

    def __init__(
        self,
        name: str,
        dialect: Seating,
        failed: Callable[[], None],
        limits: Limits,
        reactor: Any,
        separators: bytes,
        room: Room,
        launch: Launch,
    ) -> None:
        self.name = name
        self._failed = failed
        self._reactor = reactor
        self._launch = launch
        self._room = room
        self._has_place = True
        room.left -= 1
        self._factory = LineFactory(
            dialect, limits, cast(IReactorTime, reactor), separators, Places(limits, reactor)
        )
        self._pipes = Pipes(self, name)
        self._link: ProgramLink | None = None
        self._early: list[bytes] = []
        self._errors = b""
        self._reports = b""
        self._end: dict[str, Any] = {}
        self._starts = False
        """If it does not run yet, it does in a moment."""
        self._keeper = 0
        """The process of its keeper, once there is one."""
        self._care: IDelayedCall | None = None
        self._over = False
        """Nothing more comes from it."""
        self._is_lost = False
        """Its link is done with it."""
        self._timers: list[IDelayedCall] = []
        self._told_all = False
        """Its input has been ended by us."""

    def start(self) -> None:
        """Start it under its keeper."""
        if self._over:
            return
        keeper.adopt()  # in case that both keepers are killed
        try:
            transport = cast(IReactorProcess, self._reactor).spawnProcess(
                self,
                sys.executable,
                self._launch.words,
                self._launch.environment,
                childFDs={
                    INPUT: "w",
                    OUTPUT: "r",
                    ERRORS: "r",
                    keeper.REPORTS: "r",
                    keeper.ORDERS: "w",
                },
            )
        except OSError as error:
            self._log.error("{name}: no process: {error}", name=self.name, error=error)
            self._leave_place()
            self._end = {"failed": error.errno, "text": str(error)}
            self._reactor.callLater(0, self._fail)
        else:
            self._keeper = transport.pid
            self._care = self._reactor.callLater(CARE_SECONDS, self._look_after)

    # For the match.

    def report(self) -> Report:
        """How it ended, and the end of its standard error."""
        if self.transport is None and not self._end:
            return {}
        self._drain(ERRORS)
        report: dict[str, Any] = {"program": self.name, "end": self._end or None}
        if self._errors:
            report["stderr"] = self._errors.decode("utf-8", "replace")
        rest = self._link.unfinished if self._link else b""
        if rest:
            report["unfinished"] = rest[:200].decode("utf-8", "replace")
        return report

    @property
    def ending(self) -> Ending:
        """Why nothing more comes from it."""
        return ending(self._end)

    @property
    def has_ended(self) -> bool:
        """Its own process is gone, or has never been."""
        return has_ended(self._end)

    def stop(self) -> None:
        """End it at once, with all that it has started; if it does not run yet, no more is told."""
        if self._link is None:
            self._over = True
        if self.transport is None:
            self._leave_place()
        self._order(b"K")

    def terminate(self) -> None:
        """Ask it to go."""
        self._order(b"T")

    def say_no_more(self) -> None:
        """End its input."""
        self._told_all = True
        pipe = self.pipe(INPUT)
        if pipe is not None:
            pipe.loseConnection()

    # What its pipes bring.

    def childDataReceived(self, childFD: int, data: bytes) -> None:
        """Something was read from one of its descriptors."""
        if childFD == OUTPUT:
            self._said(data)
        elif childFD == ERRORS:
            self._errors = (self._errors + data)[-ERRORS_KEPT:]
        else:
            *lines, self._reports = (self._reports + data).split(b"\n")
            self._reports = self._reports[: REPORT_MOST + 1]
            for line in lines:
                self._read_report(line)

    def childConnectionLost(self, childFD: int) -> None:
        """It has closed a descriptor, or has ended."""
        if childFD == OUTPUT:
            self._soon(EXIT_SECONDS, self._ended)
        elif childFD == INPUT and not self._told_all:
            self._soon(DEAF_SECONDS, self._deaf)

    def processExited(self, reason: Failure) -> None:
        """
        Its keeper is gone, and has said all that it will. The pipes are closed
        here: one that is not being read does not show its end.
        """
        self._drain(keeper.REPORTS)
        if not self.has_ended:  # both keepers have been killed
            text = f"{GONE}: {_how(reason)}"
            self._reported({"signal": signal.SIGKILL, "text": text})
        for pipe in self._open_pipes():
            pipe.connectionLost(Failure(ConnectionDone()))

    def processEnded(self, reason: Failure) -> None:
        """Nothing is left of it, unless its keeper has been killed."""
        if self._care is not None:
            self._care.cancel()
        if reason.check(ProcessDone):
            self._leave_place()
        else:
            self._sweep()

    def _sweep(self) -> None:
        """End what its keeper has left, and all that comes of that."""
        if keeper.end_strays(self._keeper, reapProcessHandlers):
            self._reactor.callLater(keeper.SWEEP, self._sweep)
        else:
            self._leave_place()

    def _look_after(self) -> None:
        """See to it that its keeper goes on: it would neither bound it, nor hear an order."""
        if keeper.is_stopped(self._keeper):
            self._log.warn("{name}: {text}", name=self.name, text=keeper.STOPPED)
            self._end = {"text": keeper.STOPPED, **self._end}
            keeper.revive(self._keeper)
        self._care = self._reactor.callLater(CARE_SECONDS, self._look_after)

    def _leave_place(self) -> None:
        """Another may have its place, which it leaves once."""
        if self._has_place:
            self._has_place = False
            self._room.left += 1

    def _read_report(self, line: bytes) -> None:
        try:
            said = read_report(line)
        except ValueError as error:
            self._log.warn("{name}: no report: {error}", name=self.name, error=error)
        else:
            self._reported(said)

    def _reported(self, said: dict[str, Any]) -> None:
        if "starts" in said:
            self._starts = True
            return
        if "runs" in said:
            self._run()
            return
        if "text" in said:
            self._log.info("{name}: {text}", name=self.name, text=said["text"])
        # What came first is why.
        self._end = {**said, **self._end}
        if self.has_ended:
            if self._starts and "failed" not in said:
                self._run()
            self._fail()
        if self.has_ended or "over" in said:
            self._finish()

    def _fail(self) -> None:
        """It never ran."""
        if self._link is None and not self._over:
            self._over = True
            self._failed()

    def _run(self) -> None:
        if self._over or self._link is not None:
            return
        self._link = ProgramLink(self._factory, self)
        self._link.makeConnection(self._pipes)
        early, self._early = self._early, []
        for data in early:
            self._said(data)

    def _said(self, data: bytes) -> None:
        if self._over:
            return
        if self._link is None:
            self._early.append(data)
        else:
            self._link.dataReceived(data)

    def _finish(self) -> None:
        """It has ended: what it wrote before comes first."""
        self._drain(ERRORS)
        self._drain(OUTPUT)
        self._ended()

    def _drain(self, descriptor: int) -> None:
        """Read what lies in a pipe; who else holds it may write to it without end."""
        pipe = self.pipe(descriptor)
        if pipe is None:
            return
        size = fcntl.ioctl(pipe.fileno(), termios.FIONREAD, bytes(4))
        left = int.from_bytes(size, sys.byteorder)
        while left > 0:
            data = os.read(pipe.fileno(), min(left, _PIECE))
            left -= len(data)
            self.childDataReceived(descriptor, data)

    def _soon(self, seconds: float, call: Callable[[], None]) -> None:
        """Call then, unless it has ended by that time."""
        if not (self._over or self._end):
            self._timers.append(self._reactor.callLater(seconds, call))

    def _deaf(self) -> None:
        """It hears nothing more, though it goes on."""
        if not self._told_all:
            self._end |= {"deaf": True}
            self._ended()

    def _ended(self) -> None:
        """Nothing more comes from it."""
        self._cancel_timers()
        link = self._link
        if link is None or self._is_lost:
            return
        if not self._over or link.is_closing:
            self._over = True
            link.readConnectionLost()

    def _cancel_timers(self) -> None:
        for timer in self._timers:
            if timer.active():
                timer.cancel()

    def lost(self) -> None:
        """Its link is done with it; like that of a socket it is told in the next turn."""
        self.stop()
        if self._link is None or self._is_lost:
            return
        self._is_lost = self._over = True
        self._cancel_timers()
        self._reactor.callLater(0, self._link.connectionLost, Failure(ConnectionDone()))

    # Orders to its keeper.

    def _order(self, order: bytes) -> None:
        if self.transport is None:
            return
        with suppress(ProcessExitedAlready, KeyError, OSError):
            self.transport.writeToChild(keeper.ORDERS, order)

    def _open_pipes(self) -> list[Any]:
        return [] if self.transport is None else [*self.transport.pipes.values()]  # type: ignore[attr-defined]

    def pipe(self, descriptor: int) -> Any:
        """The daemon's end of one of its descriptors; None: closed."""
        return None if self.transport is None else self.transport.pipes.get(descriptor)  # type: ignore[attr-defined]


class ProgramLink(LineLink):
    """The link of a program."""

    def __init__(self, factory: LineFactory, program: Program) -> None:
        super().__init__(factory)
        self._program = program

    @property
    def ending(self) -> Ending:
        """Why nothing more comes from it."""
        return self._cut_off or self._program.ending

    @property
    def is_held_up(self) -> bool:
        """Never: all that a program says is judged, also while it reads nothing."""
        return False

    @property
    def is_closing(self) -> bool:
        """Nothing of the program is heard any more."""
        return self._closing

    def report(self) -> Report:
        """How the program ended."""
        return {**super().report(), **self._program.report()}

    def close(self, last: bytes = b"") -> None:
        """Say the last lines, end its input, and let it end; also one that says no more."""
        self._ended = self._program.has_ended
        super().close(last)

    def readConnectionLost(self) -> None:
        """It says no more; it has its time to end all the same."""
        if self._program.has_ended or not self._closing:
            super().readConnectionLost()

    def stopProducing(self) -> None:
        """Its input is closed: nothing waits for that any more."""
        if self._backlog is not None:
            self._backlog.take(self._backlog.size)
            self.resumeProducing()


def _how(reason: Failure) -> str:
    """How a process has ended."""
    ended: Any = reason.value
    return f"killed by signal {ended.signal}" if ended.signal else f"exit code {ended.exitCode}"
