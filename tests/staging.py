"""
A stage for local programs: each plays alone, before a session that records
what it says, and every process that comes of it can be found.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import pytest_twisted
from attrs import define, field
from twisted.internet import task

from boardhub.links.commands import Command
from boardhub.links.launch import Bounds
from boardhub.links.limits import Limits
from boardhub.links.process import PROGRAM_LIMITS, LocalPrograms, Program, Room
from boardhub.protocols.game import Ending, Link
from boardhub.protocols.program import Casting
from tests.recording import RecordingSession, silence

#: Seconds within which anything here happens.
PATIENCE = 10.0

_Test = TypeVar("_Test", bound=Callable[..., Any])

#: Runs a test in the reactor.
in_reactor: Callable[[_Test], _Test] = pytest_twisted.ensureDeferred

_numbers = count(1)


@define(eq=False)
class Stage:
    """One program, and what its session was told."""

    answer: Callable[[RecordingSession, str], None] = silence
    room: Room = field(factory=lambda: Room(2))
    program: Program | None = None
    session: RecordingSession | None = None
    failed: int = 0
    endings: list[Ending] = field(factory=list)
    times: dict[str, float] = field(factory=dict)
    """When it ran, and when no more was to come from it."""
    match: str = field(init=False)
    """Another one for each stage: by it the processes are found."""

    @match.default
    def _new_match(self) -> str:
        return f"toy-{os.getpid()}-{next(_numbers)}"

    def start(
        self,
        *words: str,
        bounds: Bounds | None = None,
        limits: Limits = PROGRAM_LIMITS,
        folder: Path | None = None,
    ) -> None:
        """Start a program in a seat."""
        from twisted.internet import reactor

        programs = LocalPrograms(
            {"rot": Command(words, folder)}, "nim", limits, bounds or Bounds(), reactor, self.room
        )
        casting = Casting(self.match, 1, 2, "rot_2")
        self.program = programs.cast("rot", casting, self._arrive, self._fail)
        self.program.start()

    def stop(self) -> None:
        """End it at once."""
        assert self.program is not None
        self.program.stop()

    def _arrive(self, link: Link) -> RecordingSession:
        session = self.session = RecordingSession(link, self.answer)
        self.times["ran"] = monotonic()

        def close() -> None:
            self.endings.append(link.ending)
            self.times["ended"] = monotonic()
            link.close()

        session.reactions["ended"] = session.reactions["refuse"] = close
        return session

    def _fail(self) -> None:
        self.failed += 1

    @property
    def link(self) -> Link:
        """The way to the program, once it runs."""
        assert self.session is not None
        return self.session.link

    @property
    def lines(self) -> list[str]:
        """What it has said."""
        return self.session.lines if self.session else []

    @property
    def told(self) -> list[object]:
        """What its session was told beside lines."""
        return [name for name in self.session.names if name != "line"] if self.session else []

    @property
    def refused(self) -> object:
        """Why its link does not go on with it."""
        assert self.session is not None
        return next((each[1] for each in self.session.told if each[0] == "refuse"), None)

    @property
    def report(self) -> dict[str, Any]:
        """What an organiser gets to know."""
        assert self.program is not None
        return dict(self.program.report())

    @property
    def end(self) -> dict[str, Any]:
        """How it ended, without what it had spent."""
        end = self.report["end"] or {}
        return {word: what for word, what in end.items() if word not in ("cpu", "memory", "text")}

    @property
    def lasted(self) -> float:
        """Seconds from its start until no more was to come from it."""
        return self.times["ended"] - self.times["ran"]

    @property
    def is_over(self) -> bool:
        """Its session has lost it, or never had it, and its place is free again."""
        return (self.session is None or "lost" in self.told) and self.room.left == 2

    @property
    def processes(self) -> list[int]:
        """All that has come from it, its keeper included, and lives."""
        return processes_of(self.match)


def processes_of(match: str) -> list[int]:
    """All that programs have started in this match, and their keepers."""
    mark, name = f"BOARDHUB_MATCH={match}\0".encode(), f'/{match}"'.encode()
    # The environment of a keeper is closed to us.
    return [
        pid
        for pid in _all_processes()
        if mark in _read(pid, "environ") or name in _read(pid, "cmdline")
    ]


def _all_processes() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def _read(pid: int, what: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{what}").read_bytes()
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return b""  # ended, or another user's


def alive(pid: int) -> bool:
    """Whether there is such a process, other than a zombie."""
    return _stat(pid)[:1] not in ([], ["Z"])


def parent(pid: int) -> int:
    """The process above it."""
    return int(_stat(pid)[1])


def _stat(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def python(code: str) -> tuple[str, ...]:
    """The words of a program in Python."""
    return (sys.executable, "-c", code)


def shell(code: str) -> tuple[str, ...]:
    """The words of a shell script."""
    return ("sh", "-c", code)


async def until(condition: Callable[[], object], patience: float = PATIENCE) -> float:
    """Wait until it holds; how long that took, in seconds."""
    from twisted.internet import reactor

    begin = monotonic()
    while not condition():
        assert monotonic() < begin + patience, "it did not happen"
        await task.deferLater(reactor, 0.005)
    return monotonic() - begin
