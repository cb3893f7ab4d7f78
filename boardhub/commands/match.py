"""
``boardhub match``: local programs play each other, and a table says how it
went. No daemon is needed.
"""

from __future__ import annotations

import re
import secrets
import shlex
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from twisted.internet.error import ReactorNotRunning
from twisted.python.failure import Failure

from boardhub.commands.command import (
    Command,
    Problem,
    game_settings,
    installed_game,
    settings_argument,
    utf8,
)
from boardhub.contest.contest import Conditions, Contest, Entrant, Fixture, Unplayable, fixtures
from boardhub.contest.scoreboard import Scoreboard
from boardhub.hub.journal import JournalError
from boardhub.links import commands
from boardhub.protocols.program import numbered
from boardhub.records.archive import try_journal

#: Games without ``--games``; with ``--hinrueck`` rounded up to whole rounds.
GAMES = 20

#: How many games ``--games`` may name: days of play, all listed before the first.
MOST_GAMES = 100_000

#: Milliseconds that ``--move-time`` may name.
MOVE_TIMES = range(100, 3_600_001)

#: What begins ``NAME=COMMAND`` or ``NAME@FOLDER=COMMAND``.
_NAMED = re.compile(r"[a-zA-Z0-9_]+(@[^=]*)?=", re.ASCII)


def _arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("game", metavar="GAME", help="the game: ursuppe, burg, ...")
    add("programs", metavar="PROGRAM", nargs="+", help="a command in quotes, or NAME=COMMAND")
    add("--games", type=int, metavar="N", help=f"how many games (default: {GAMES})")
    add(
        "--seed",
        type=utf8,
        help="the same seed gives the same boards and dice (default: by chance)",
    )
    add("--move-time", type=int, default=10_000, metavar="MS", help="time for an answer")
    add(
        "--hinrueck",
        action="store_true",
        help="play each board as often as there are programs, another one beginning each time",
    )
    add("--board", type=utf8, default="", metavar="NAME", help="the board, or map, of all games")
    add("--data", default="./boardhub-matches", metavar="DIR", help="where the journals go")
    add("--jobs", type=int, default=1, metavar="N", help="games at the same time (default: 1)")
    settings_argument(parser)


def _run(given: Namespace) -> None:
    """Play all games, and print the table."""
    game = installed_game(given.game)
    entrants = _entrants(given.programs)
    rounds = _fixtures(given, len(entrants))
    seed = given.seed or secrets.token_hex(4)
    if given.move_time not in MOVE_TIMES:
        raise Problem(f"--move-time is {MOVE_TIMES[0]} to {MOVE_TIMES[-1]} ms.")
    if given.jobs < 1:
        raise Problem("--jobs is at least 1.")
    folder = _folder(given.data)
    conditions = Conditions(
        seed, given.move_time / 1000, given.board, game_settings(game, given.settings)
    )
    scoreboard = Scoreboard(
        [each.name for each in entrants], len(rounds), partial(print, flush=True), _terminal()
    )

    def make(reactor: Any) -> Contest:
        return Contest(game, entrants, conditions, folder, scoreboard.add, reactor, given.jobs)

    stopped = _play(make, rounds, scoreboard)
    print(f"{game.name}, seed {seed}")
    print("\n".join(scoreboard.lines(folder)))
    if stopped:
        raise KeyboardInterrupt


def _terminal() -> TextIO | None:
    """Where a bar can be shown."""
    return sys.stderr if sys.stderr.isatty() else None


# What is to be played


def _entrants(texts: Sequence[str]) -> list[Entrant]:
    entrants: list[Entrant] = []
    for text in texts:
        try:
            name, command = _program(text)
        except ValueError as error:
            raise Problem(f"{text!r} is no program: {error}.") from error
        taken = [each.name for each in entrants]
        names = numbered(name, commands.NAME_LENGTH)
        entrants.append(Entrant(next(each for each in names if each not in taken), command))
    return entrants


def _program(text: str) -> tuple[str, commands.Command]:
    """
    A program's name, which may be given, and how it is started.

    :raise ValueError: one sentence, what is wrong.
    """
    if _NAMED.match(text):
        return commands.read_program(text, Path.cwd())
    words = shlex.split(text)
    command = commands.read_command(words, Path.cwd())
    return commands.own_name(words), command


def _fixtures(given: Namespace, seats: int) -> list[Fixture]:
    """
    :raise Problem: not so many games.
    """
    games = given.games
    if games is None:
        games = -(-GAMES // seats) * seats if given.hinrueck else GAMES
    if not 1 <= games <= MOST_GAMES:
        raise Problem(f"--games is 1 to {MOST_GAMES}.")
    if given.hinrueck and games % seats:
        raise Problem(f"With --hinrueck and {seats} programs --games is a multiple of {seats}.")
    return fixtures(games, seats, turned=given.hinrueck)


def _folder(name: str) -> Path:
    """
    The folder for the journals, which can be written in.

    :raise Problem: it cannot.
    """
    folder = Path(name)
    try:
        try_journal(folder)
    except JournalError as error:
        raise Problem(f"There can be no journals in {folder}: {error}.") from error
    return folder


# While it is played


def _play(
    make: Callable[[Any], Contest], rounds: Sequence[Fixture], scoreboard: Scoreboard
) -> bool:
    """
    Run the reactor until all games are over. Whether it was stopped before.

    :raise Problem: they cannot be played, or what is told of them cannot be written.
    :raise BrokenPipeError: nobody reads it.
    """
    from twisted.internet import reactor

    loop: Any = reactor
    try:
        contest = make(loop)
    except Unplayable as error:
        raise Problem(str(error)) from error
    signals: list[int] = []
    failures: list[Failure] = []

    def end(_: object = None) -> None:
        with suppress(ReactorNotRunning):
            loop.stop()

    def interrupt(number: int, frame: object) -> None:
        signals.append(number)
        # Whoever insists need not wait: keepers end their programs when we are gone.
        loop.callFromThread(contest.stop if len(signals) == 1 else end)

    def listen() -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, interrupt)

    def start() -> None:
        listen()  # the reactor has taken SIGTERM for itself
        contest.play(rounds).addErrback(failures.append).addBoth(end)

    listen()
    loop.callWhenRunning(start)
    scoreboard.show()
    loop.run()
    scoreboard.hide()
    for failure in failures:
        if failure.check(Unplayable, OSError) and not failure.check(BrokenPipeError):
            raise Problem(failure.getErrorMessage())
        failure.raiseException()
    return bool(signals)


MATCH = Command("match", "Let local programs play each other.", _arguments, _run)
