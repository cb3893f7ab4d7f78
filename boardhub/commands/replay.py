"""
``boardhub replay``: a match again from its journal, verified on the way; or
what a player was sent once more, to a program that is to answer the same.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import define

from boardhub.commands.command import Command, Problem, installed_game, settings_argument
from boardhub.commands.daemon import data_argument
from boardhub.commands.feed import feed
from boardhub.hub.journal import JournalError, Record, read
from boardhub.hub.replay import Redone, replay
from boardhub.protocols.game import Game, Retelling
from boardhub.records.archive import find
from boardhub.records.retelling import PlainRetelling

#: What ends the following of a match.
QUIT = "q"


def _arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("journal", metavar="FILE", help="a journal, or the name of a match: its latest one")
    add("--follow", action="store_true", help="stop after each record, and draw the position")
    add("--feed", metavar="SEAT", help="compare a program's answers with those of this player")
    settings_argument(parser)
    data_argument(parser)
    parser.usage = "boardhub replay FILE [options] [--feed SEAT -- PROGRAM ...]"


def _run(given: Namespace) -> None:
    """
    Tell a match, and see whether its journal is right.

    :raise Problem: it is not, or there is none.
    """
    if (given.feed is None) is not (not given.program):
        raise Problem("--feed SEAT and a program behind -- belong together.")
    if given.follow and given.program:
        raise Problem("--follow shows a match, --feed does not: leave one of them out.")
    verified = Verified()
    try:
        path = find(given.journal, Path(given.data))
        records = read(path)
        game = _game(records, path)
        if given.program:
            feed(game, records, given)
            return
        retelling = (game.retell or PlainRetelling)(records)
        show = _follow if given.follow else _tell
        show(verified.seen(replay(records, game.rules)), retelling)
    except JournalError as error:
        sys.stdout.flush()
        raise Problem(f"{error}.") from error
    sys.stdout.flush()
    print(f"boardhub: {verified.summary(len(records))}", file=sys.stderr)


def _game(records: Sequence[Record], path: Path) -> Game:
    if not records:
        raise JournalError(f"{path} has no record")
    return installed_game(str(records[0].get("game")))


@define(eq=False)
class Verified:
    """How far a journal has been found right."""

    records: int = 0
    over: bool = False

    def seen(self, redone: Iterable[Redone]) -> Iterator[Redone]:
        """Count what goes through."""
        for each in redone:
            self.records = each.number
            self.over = each.record["record"] == "end"
            yield each

    def summary(self, whole: int) -> str:
        """What can be said of the journal, which has so many records."""
        if self.records < whole:
            return f"{self.records} of {whole} records have been looked at; all of them are right."
        if self.over:
            return f"all {whole} records are right, and so is the result."
        return f"all {whole} records are right; the match has no end there."


def _tell(redone: Iterable[Redone], retelling: Retelling) -> None:
    """All of it."""
    for each in redone:
        for line in retelling.lines(each):
            print(line)


def _follow(redone: Iterable[Redone], retelling: Retelling) -> None:
    """One record after the other with the position after it, until there is no wish for more."""
    for each in redone:
        lines = retelling.lines(each)
        if lines:
            print(*lines, "", each.state, "", sep="\n")
            if not _goes_on():
                return


def _goes_on() -> bool:
    try:
        return input(f"[Enter: on, {QUIT}: quit] ").strip() != QUIT
    except EOFError:
        return False


REPLAY = Command("replay", "Tell a match from its journal, and verify that.", _arguments, _run)
