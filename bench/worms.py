"""
The worm match of two local programs: how many moves a second go through the
referee, against the same two programs with somebody between them who only
passes on what they say; and what the hub adds to the players' time when many
matches are played side by side.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from twisted.internet.defer import Deferred
from twisted.internet.protocol import ProcessProtocol
from twisted.python.failure import Failure

from bench.children import Child
from bench.figures import Amount, Figure, alternate, at_least, at_most, medians, ratio
from boardhub.games.rules import Prompt
from boardhub.hub.clock import Clock
from boardhub.hub.journal import FileJournal
from boardhub.hub.lobby import Lobby
from boardhub.hub.steps import Began, Ended, Report, Step
from boardhub.hub.terms import Terms
from boardhub.links.commands import Command
from boardhub.links.process import PROGRAM_LIMITS, Bounds, LocalPrograms, Room
from boardhub.protocols.game import Wire
from boardhub.protocols.wuermer import GAME

SOURCE: Final = Path(__file__).parent / "programs" / "circle.c"

ROUNDS = 5
#: Moves of one player in a match.
MOVES = 3000

#: Matches side by side, moves of one player in each, and how long one takes.
MATCHES = 32
CROWD_MOVES = 150
THINKING_US = 20_000

#: Seconds that a move may take: far more than it needs.
TIMEOUT = 5.0

#: Two squares of two by two fields, far from the hole, for a worm each.
BOARD: Final = ["7", "4", "4", "4"]
WORMS: Final = [
    "Hindernisse",
    *["Eigene Wuermer", "1", "1", "1", "2", "2", "2"],
    *["Gegnerische Wuermer", "6", "1", "6", "2", "7", "2"],
]


def measure() -> Figure:
    """The figure of one match."""
    with (
        _compiled() as (program, folder),
        _referee(program, folder) as referee,
        Child("bench.worms:Relay", program=str(program)) as relay,
    ):
        referee.call("play", 1, 100, 0), relay.call("play", 100)
        pairs = alternate(
            ROUNDS,
            lambda _: 2 * MOVES / float(referee.call("play", 1, MOVES, 0)["seconds"]),
            lambda _: 2 * MOVES / float(relay.call("play", MOVES)),
        )
    ours, theirs = medians(pairs)
    return Figure(
        "worms",
        ratio(pairs),
        "ratio",
        Amount("the same programs, through a bare relay of their pipes", theirs, "moves/s"),
        Amount("two programs in C through the hub, with journal", ours, "moves/s"),
        at_least(0.25),
        GAME.name,
    )


def measure_crowd() -> Figure:
    """The figure of many matches."""
    with _compiled() as (program, folder), _referee(program, folder) as referee:
        crowd = referee.call("play", MATCHES, CROWD_MOVES, THINKING_US)
    if crowd["finished"] != MATCHES:
        raise RuntimeError(f"of {MATCHES} matches {crowd['finished']} came to their end")
    added = 1000 * float(crowd["added"])
    return Figure(
        "crowd",
        added,
        "ms",
        Amount("time that a program takes for a move", THINKING_US / 1000, "ms"),
        Amount(f"{MATCHES} matches of programs: what the hub adds, 99 % of moves", added, "ms"),
        at_most(5),
        GAME.name,
    )


@contextmanager
def _compiled() -> Iterator[tuple[Path, str]]:
    compiler = shutil.which("cc")
    if compiler is None:
        raise SystemExit("this figure needs a C compiler, cc")
    with TemporaryDirectory() as folder:
        program = Path(folder) / "circle"
        subprocess.run([compiler, "-O2", "-o", program, SOURCE], check=True)
        yield program, folder


def _referee(program: Path, folder: str) -> Child:
    return Child("bench.worms:Referee", program=str(program), directory=folder)


class Relay:
    """In the child: passes on what either of two programs says to the other."""

    def __init__(self, reactor: Any, program: str) -> None:
        self._reactor = reactor
        self._program = program

    def play(self, moves: int) -> Deferred[float]:
        """Seconds for so many moves of both."""
        done: Deferred[float] = Deferred()
        first, second = _Passing(done), _Passing(done)
        first.other, second.other = second, first
        self._spawn(second)
        second.transport.writeToChild(0, b"Zweiter\n")  # all of the start that it minds
        self._spawn(first, str(moves))
        return done

    def _spawn(self, passing: _Passing, *words: str) -> None:
        self._reactor.spawnProcess(passing, self._program, [self._program, *words], {})


class _Passing(ProcessProtocol):
    """One of the two programs; the first that ends ends it all."""

    other: _Passing

    def __init__(self, done: Deferred[float]) -> None:
        self._done = done
        self._begin = perf_counter()

    def outReceived(self, data: bytes) -> None:
        """Pass it on."""
        with suppress(KeyError):  # the other has ended
            self.other.transport.writeToChild(0, data)

    def processEnded(self, reason: Failure) -> None:
        """Take the time, and end the other one."""
        if not self._done.called:
            self._done.callback(perf_counter() - self._begin)
            self.other.transport.closeStdin()


class Referee:
    """In the child: plays matches of a program against itself."""

    def __init__(self, reactor: Any, program: str, directory: str) -> None:
        self._reactor = reactor
        self._program = program
        self._directory = Path(directory)
        self._matches = 0

    def play(self, matches: int, moves: int, delay: int) -> Deferred[dict[str, float]]:
        """
        Play matches side by side: the seconds of the longest, how many came
        to their end, and what the hub added to 99 % of the moves.
        """
        return Round(self._reactor, self._lobby(), self._programs(delay), matches, moves).done

    def _lobby(self) -> Lobby:
        return Lobby(Clock(self._reactor), self._journal)

    def _programs(self, delay: int) -> LocalPrograms:
        words = (self._program, "-", str(delay)) if delay else (self._program,)
        return LocalPrograms(
            {"circle": Command(words)}, GAME.name, PROGRAM_LIMITS, Bounds(), self._reactor, Room(99)
        )

    def _journal(self, game: str, name: str, made: datetime) -> FileJournal:
        self._matches += 1
        return FileJournal(self._directory / f"{self._matches}.jsonl")


class Round:
    """Matches that begin when all programs run, and are waited for."""

    def __init__(
        self, reactor: Any, lobby: Lobby, programs: LocalPrograms, matches: int, moves: int
    ) -> None:
        self.done: Deferred[dict[str, float]] = Deferred()
        self._lobby = lobby
        self._left = matches
        self._finished = 0
        self._seconds = 0.0
        settings = {"program": programs, "boards": None}
        dialect = GAME.dialect(lobby, settings, Wire())
        options = {"board": [*BOARD, str(moves), *WORMS]}
        for number in range(matches):
            match = lobby.create(GAME.rules, f"m{number}", Terms(2, TIMEOUT, options=options))
            match.watch(Stopwatch(self._over))
            for _ in range(2):
                seat, name = dialect.offer_program(match, "circle")  # type: ignore[attr-defined]
                dialect.seat_program(match, "circle", seat, name)  # type: ignore[attr-defined]

    def _over(self, seconds: float, finished: bool) -> None:
        self._left -= 1
        self._finished += finished
        self._seconds = max(self._seconds, seconds)
        if not self._left:
            self.done.callback(
                {
                    "seconds": self._seconds,
                    "finished": self._finished,
                    "added": self._lobby.clock.delays.quantile(0.99),
                }
            )


class Stopwatch:
    """A gallery that takes the time from the beginning of a match to its end."""

    def __init__(self, over: Any) -> None:
        self._over = over
        self._began = 0.0

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """Begin, or end."""
        if isinstance(step.cause, Began):
            self._began = step.at
        elif isinstance(step.cause, Ended):
            self._over(step.at - self._began, step.cause.reason == "finished")

    def unheard(self, by: float) -> bool:
        """It says nothing."""
        return False

    def report(self) -> Report:
        """It has nothing to tell."""
        return {}

    def dismiss(self) -> None:
        """Of no matter."""
