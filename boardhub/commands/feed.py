"""
``boardhub replay --feed``: a program in the place of a recorded player.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twisted.internet.defer import Deferred, ensureDeferred
from twisted.python.failure import Failure

from boardhub.commands.command import Problem, game_settings
from boardhub.contest.contest import Hall
from boardhub.hub.journal import Record
from boardhub.hub.rehearsal import Difference
from boardhub.links import commands
from boardhub.links.launch import Bounds
from boardhub.links.process import PROGRAM_LIMITS, LocalPrograms
from boardhub.protocols.game import Game
from boardhub.records.feeding import PROGRAM, Feeding, Unfeedable
from boardhub.records.why import Account
from boardhub.terminal import printable

#: Lines of the program's standard error that are shown where it has answered otherwise.
ERRORS_SHOWN = 20


def feed(game: Game, records: Sequence[Record], given: Namespace) -> None:
    """
    Feed a program what the player was sent, and say whether all its answers are hers.

    :raise Problem: they are not, or it cannot be done.
    """
    seat = _seat(records, given.feed)
    try:
        command = commands.read_command([*given.program], Path.cwd())
    except ValueError as error:
        raise Problem(f"{' '.join(given.program)!r} is no program: {error}.") from error
    session = _Session(game, records, seat, command, game_settings(game, given.settings))
    session.run()
    session.check()
    count = session.feeding.answers
    print(f"all {count} answers of seat {seat} agree.")


def _seat(records: Sequence[Record], named: str) -> int:
    account = Account(records)
    seats = account.named(named)
    if len(seats) == 1:
        return seats[0]
    names = ", ".join(f"{each.number} {printable(each.name)}" for each in account.players)
    raise Problem(f"{printable(named)} is not one seat of this match; there are: {names}.")


class _Session:
    """A feeding in the reactor, until the program is gone."""

    def __init__(
        self,
        game: Game,
        records: Sequence[Record],
        seat: int,
        command: commands.Command,
        settings: dict[str, Any],
    ) -> None:
        from twisted.internet import reactor

        self._loop: Any = reactor
        self._gone: Deferred[None] = Deferred()
        self._hall = Hall(1, freed=lambda: self._gone.callback(None))
        self._failures: list[Failure] = []
        self._done = False
        programs = LocalPrograms(
            {PROGRAM: command},
            game.name,
            PROGRAM_LIMITS,
            Bounds(),
            self._loop,
            self._hall,
            game.separators,
        )
        try:
            self.feeding = Feeding(game, records, seat, programs, self._loop, settings)
        except Unfeedable as error:
            raise Problem(f"{error}.") from error

    def run(self) -> None:
        """
        Until it is done.

        :raise KeyboardInterrupt: the reactor was stopped before.
        """
        self._loop.callWhenRunning(self._start)
        self._loop.run()
        if not self._done:
            raise KeyboardInterrupt

    def check(self) -> None:
        """
        Whether all went well.

        :raise Problem: it did not.
        """
        for failure in self._failures:
            if failure.check(Difference, Unfeedable):
                self._show_errors()
                raise Problem(f"{printable(failure.getErrorMessage())}.")
            failure.raiseException()

    def _start(self) -> None:
        ensureDeferred(self._feed()).addErrback(self._failures.append).addBoth(self._end)

    async def _feed(self) -> None:
        try:
            await self.feeding.run()
        finally:
            self.feeding.close()
            if not self._hall.left:
                await self._gone

    def _end(self, _: object) -> None:
        self._done = True
        self._loop.stop()

    def _show_errors(self) -> None:
        errors = str(self.feeding.report().get("stderr", ""))
        for line in errors.splitlines()[-ERRORS_SHOWN:]:
            print(f"  | {printable(line)}", file=sys.stderr)
