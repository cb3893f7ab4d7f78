"""
``boardhub why`` and ``boardhub matches``: what the journals of a data
directory tell of a match, and which matches there have been.
"""

from __future__ import annotations

import sqlite3
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from datetime import UTC, datetime
from pathlib import Path

from boardhub.commands.command import Command, Problem, utf8
from boardhub.commands.daemon import data_argument
from boardhub.hub.journal import JournalError, read
from boardhub.records.archive import find
from boardhub.records.index import Entry, Filter, Index, NoIndex, Place, matches
from boardhub.records.why import Account
from boardhub.terminal import columns, printable

# boardhub why


def _why_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("match", metavar="MATCH_OR_FILE", help="its name (the latest of that name), or its journal")
    add("--player", metavar="NAME", help="show the last lines of this player, or seat")
    add("--all", action="store_true", help="show the last lines of all players")
    data_argument(parser)


def _why(given: Namespace) -> None:
    """
    Say why a match ended, and show the details of who was at fault, or lost.

    :raise Problem: there is no such match, or player.
    """
    try:
        path = find(given.match, Path(given.data))
        account = Account(read(path))
    except JournalError as error:
        raise Problem(f"{error}.") from error
    for line in account.lines(_shown(account, given)):
        print(line)
    print(f"\njournal: {path}")


def _shown(account: Account, given: Namespace) -> list[int]:
    if given.all:
        return [player.number for player in account.players]
    if given.player is None:
        return account.conspicuous()
    seats = account.named(given.player)
    if not seats:
        names = ", ".join([printable(each.name) for each in account.players if each.name])
        raise Problem(f"No {printable(given.player)} plays there; there are: {names}.")
    return seats


# boardhub matches

#: Digits of the number of matches that may be asked for.
LIMIT_DIGITS = 9


def _date(text: str) -> datetime:
    """A day, or a moment, of UTC where nothing else is said."""
    try:
        when = datetime.fromisoformat(text)
        return when.astimezone(UTC) if when.tzinfo else when.replace(tzinfo=UTC)
    except (ValueError, OverflowError) as error:
        raise ArgumentTypeError(f"{text!r} is no date; write it as 2026-05-01") from error


def _limit(text: str) -> int:
    """How many matches; a number of more digits can be no one's, nor SQLite's."""
    if not text.isdecimal() or len(text) > LIMIT_DIGITS:
        raise ArgumentTypeError(f"must be a whole number of at most {LIMIT_DIGITS} digits")
    return int(text)


def _matches_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("--game", type=utf8, help="matches of this game")
    add("--player", metavar="NAME", help="matches of this player")
    add("--reason", type=utf8, help="matches, or players in them, that ended for this reason")
    add("--since", type=_date, metavar="DATE", help="made then or later: 2026-05-01, UTC")
    add("--limit", type=_limit, default=20, metavar="N", help="the latest N (default: 20)")
    add("--rebuild", action="store_true", help="make the index anew from the journals")
    data_argument(parser)


def _matches(given: Namespace) -> None:
    """
    List finished matches, the latest first.

    :raise Problem: there is no index, or none can be made.
    """
    data = Path(given.data)
    if given.rebuild:
        _rebuild(data)
    wanted = Filter(given.game, given.player, given.reason, given.since, given.limit)
    try:
        found = matches(data, wanted)
    except NoIndex as error:
        raise Problem(f"{error}; --rebuild makes one.") from error
    if not found:
        print("no such match is finished")
        return
    for line in columns([_row(each) for each in found]):
        print(line)


def _rebuild(data: Path) -> None:
    if not data.is_dir():
        raise Problem(f"There is no directory {data}.")
    try:
        index = Index(data)
        try:
            problems = index.rebuild()
        finally:
            index.close()
    except sqlite3.Error as error:
        raise Problem(f"The index in {data} cannot be made: {error}.") from error
    for problem in problems:
        print(f"boardhub: not in the index: {problem}", file=sys.stderr)


def _row(found: Entry) -> list[str]:
    made = found.made[:19].replace("T", " ")
    played = found.ended - (found.ended if found.began is None else found.began)
    return [
        made,
        f"{found.game}/{printable(found.name)}",
        f"{played:.1f} s",
        found.reason,
        ", ".join(map(_player, found.places)),
        found.journal,
    ]


def _player(place: Place) -> str:
    score = "" if place.score is None else f" {place.score}"
    reason = "" if place.reason == "played" else f" ({place.reason})"
    return f"{printable(place.name)}{score}{reason}"


WHY = Command("why", "Say why a match ended, and show its last lines.", _why_arguments, _why)
MATCHES = Command("matches", "List finished matches.", _matches_arguments, _matches)
