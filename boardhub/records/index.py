"""
The index of finished matches: what one wants to list and to filter, in a
SQLite file beside the journals.

It holds nothing that is not in a journal, and can be made again from them at
any time, with the same content. One connection writes, any number may read
meanwhile (write-ahead log). No method may be called from the reactor's
thread.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from attrs import astuple, frozen

from boardhub.hub.journal import JournalError, Record, read
from boardhub.hub.thinking import Thinking
from boardhub.records.archive import journals

#: The file of an index, in the data directory.
NAME: Final = "index.sqlite"

#: Grows when the tables change, or what is put in: an index of another version is made again.
VERSION: Final = 2

#: Seconds that a writer waits for another one.
PATIENCE: Final = 60.0

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS matches (
    journal TEXT PRIMARY KEY, game TEXT NOT NULL, name TEXT NOT NULL, made TEXT NOT NULL,
    reason TEXT NOT NULL, began REAL, ended REAL NOT NULL, moves INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seats (
    journal TEXT NOT NULL REFERENCES matches ON DELETE CASCADE, seat INTEGER NOT NULL,
    name TEXT NOT NULL, score TEXT, reason TEXT NOT NULL, moves INTEGER NOT NULL,
    thought REAL NOT NULL, longest REAL NOT NULL, PRIMARY KEY (journal, seat)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS by_time ON matches (made);
CREATE INDEX IF NOT EXISTS by_player ON seats (name);
"""


class NoIndex(Exception):
    """There is no index that could be read; says why."""


@frozen
class Place:
    """A player of a finished match. Times are seconds."""

    seat: int
    name: str
    score: str | None
    reason: str
    moves: int
    """Answers of her own."""
    thought: float
    """What all of them took, each from the one before under the same prompt."""
    longest: float


@frozen
class Entry:
    """A finished match. Times are seconds since it was made."""

    journal: str
    """Its file, from the data directory on."""
    game: str
    name: str
    made: str
    """When, as text that sorts: UTC, to the millisecond."""
    reason: str
    began: float | None
    """None: it never did."""
    ended: float
    moves: int
    places: tuple[Place, ...] = ()


@frozen
class Filter:
    """Which matches are wanted; None: any."""

    game: str | None = None
    player: str | None = None
    reason: str | None = None
    """Of the match, or of a seat; of ``player``'s, if both are given."""
    since: datetime | None = None
    limit: int = 20
    before: str | None = None
    """A journal in the index: only matches that stand behind it in the list."""


def entry(records: Sequence[Record], journal: str) -> Entry | None:
    """
    What the index keeps of a journal; None: the match is not finished.

    :raise JournalError: the records are not those of a match.
    """
    if not records or records[-1]["record"] != "end":
        return None
    try:
        return _entry(records, journal)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise JournalError(f"{journal} lacks what it should have: {error!r}") from error


def _entry(records: Sequence[Record], journal: str) -> Entry:
    first, end = records[0], records[-1]
    began = next((each["at"] for each in records if each["record"] == "begin"), None)
    moves = [each for each in records if each["record"] == "move"]
    return Entry(
        journal,
        first["game"],
        _whole(first["name"]),
        _utc(datetime.fromisoformat(first["made"])),
        end["reason"],
        began,
        end["at"],
        len(moves),
        tuple(_places(_names(records), moves, end)),
    )


def _places(names: Sequence[str], moves: Sequence[Record], end: Record) -> Iterator[Place]:
    scores = end["scores"] or [None] * len(names)
    thinking = Thinking()
    took = [(each["seat"], thinking.of(each)) for each in moves]
    for seat, (name, score, reason) in enumerate(zip(names, scores, end["seats"], strict=True)):
        if reason is None:
            continue
        times = [seconds for whose, seconds in took if whose == seat and seconds is not None]
        thought, longest = round(sum(times), 6), max(times, default=0.0)
        yield Place(seat, _whole(name), score, reason, len(times), thought, longest)


def _names(records: Sequence[Record]) -> list[str]:
    """Who sits where in the end: those of the beginning, if there was one."""
    names = [""] * records[0]["seats"]
    for record in records:
        if record["record"] == "begin":
            return [name for name, _ in record["players"]]
        if record["record"] == "seat" and "name" in record:
            names[record["seat"]] = record["name"]
    return names


def _whole(text: str) -> str:
    """SQLite knows no half of a surrogate pair, which a name may have."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _utc(when: datetime) -> str:
    return when.astimezone(UTC).isoformat(timespec="milliseconds")


class Index:
    """The index of a data directory, to be written."""

    def __init__(self, data: Path) -> None:
        """
        :raise sqlite3.Error: it cannot be used.
        """
        self._data = data
        # Whoever calls sees to it that it is one thread at a time.
        self._base = sqlite3.connect(data / NAME, timeout=PATIENCE, check_same_thread=False)
        self._base.isolation_level = None
        self._base.execute("PRAGMA journal_mode=WAL")
        self._base.execute("PRAGMA synchronous=NORMAL")
        self._base.execute("PRAGMA foreign_keys=ON")
        if self._version() != VERSION:
            with self._change():
                self._base.execute("DROP TABLE IF EXISTS seats")
                self._base.execute("DROP TABLE IF EXISTS matches")
        self._base.executescript(_SCHEMA)
        self._base.execute(f"PRAGMA user_version={VERSION}")

    def close(self) -> None:
        """No more is written."""
        self._base.close()

    def add(self, path: Path) -> bool:
        """
        Index a journal; one of a match that is not finished changes nothing.
        Whether it was finished comes back.

        :raise JournalError: it cannot be read.
        """
        found = entry(read(path), self._name(path))
        if found is not None:
            with self._change():
                self._insert(found)
        return found is not None

    def catch_up(self, goes_on: Callable[[], bool] = lambda: True) -> list[str]:
        """
        Index journals that are not in it, and drop what has none any more; a
        daemon that was killed has missed some. Stops between two journals when
        ``goes_on`` says so. What could not be read comes back, in sentences.
        """
        known, there = self._known(), self._there()
        with self._change():
            self._forget(known - there.keys())
        missing = [path for name, path in there.items() if name not in known]
        return self._read(path for path in missing if goes_on())

    def rebuild(self) -> list[str]:
        """
        Make everything anew from the journals. What could not be read comes
        back, in sentences. A daemon may go on adding meanwhile.
        """
        looked_at = self._there()
        entries: list[Entry] = []
        problems = []
        for path in looked_at.values():
            try:
                found = entry(read(path), self._name(path))
            except JournalError as error:
                problems.append(str(error))
                continue
            if found is not None:
                entries.append(found)
        with self._change():
            since = self._there().keys() - looked_at.keys()
            self._forget(self._known() - since)
            for each in entries:
                self._insert(each)
        return problems

    def _read(self, paths: Iterable[Path]) -> list[str]:
        problems = []
        for path in paths:
            try:
                self.add(path)
            except JournalError as error:
                problems.append(str(error))
        return problems

    def _name(self, path: Path) -> str:
        return str(path.relative_to(self._data))

    def _there(self) -> dict[str, Path]:
        """All journals, by what they are called in the index."""
        return {self._name(path): path for path in journals(self._data)}

    def _version(self) -> int:
        (version,) = self._base.execute("PRAGMA user_version").fetchone()
        return int(version)

    def _known(self) -> set[str]:
        return {name for (name,) in self._base.execute("SELECT journal FROM matches")}

    def _insert(self, found: Entry) -> None:
        *match, places = astuple(found, recurse=False)
        self._forget([found.journal])
        self._base.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?)", match)
        self._base.executemany(
            "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [(found.journal, *astuple(place)) for place in places],
        )

    def _forget(self, names: Iterable[str]) -> None:
        self._base.executemany("DELETE FROM matches WHERE journal = ?", [(name,) for name in names])

    @contextmanager
    def _change(self) -> Iterator[None]:
        """All of it, or nothing."""
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")


def matches(data: Path, wanted: Filter) -> list[Entry]:
    """
    The matches in a directory's index that are wanted, the latest first.

    :raise NoIndex: there is none, or it cannot be read.
    """
    path = data / NAME
    if not path.is_file():
        raise NoIndex(f"there is no index in {data}")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as base:
            (version,) = base.execute("PRAGMA user_version").fetchone()
            if version != VERSION:
                raise NoIndex(f"the index in {data} is of another version")
            return [_fetched(base, row) for row in _rows(base, wanted)]
    except sqlite3.Error as error:
        raise NoIndex(f"the index in {data} cannot be read: {error}") from error


def _rows(base: sqlite3.Connection, wanted: Filter) -> list[tuple[Any, ...]]:
    player = None if wanted.player is None else _whole(wanted.player)
    conditions: list[str] = []
    values: list[object] = []

    def need(condition: str, *given: object) -> None:
        conditions.append(condition)
        values.extend(given)

    among = "journal IN (SELECT journal FROM seats WHERE {})"
    if wanted.game is not None:
        need("game = ?", wanted.game)
    if wanted.since is not None:
        need("made >= ?", _utc(wanted.since))
    if wanted.before is not None:
        last = "SELECT made, journal FROM matches WHERE journal = ?"
        need(f"(made, journal) < ({last})", wanted.before)
    if player is not None:
        need(among.format("name = ?"), player)
    if wanted.reason is not None:
        whose = among.format("reason = ? AND name = coalesce(?, name)")
        need(f"(reason = ? OR {whose})", wanted.reason, wanted.reason, player)
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    order = "ORDER BY made DESC, journal DESC LIMIT ?"
    return base.execute(
        f"SELECT * FROM matches {where} {order}", [*values, wanted.limit]
    ).fetchall()


def _fetched(base: sqlite3.Connection, row: tuple[Any, ...]) -> Entry:
    query = "SELECT * FROM seats WHERE journal = ? ORDER BY seat"
    places = tuple([Place(*each[1:]) for each in base.execute(query, row[:1])])
    journal, game, name, made, reason, began, ended, moves = row
    return Entry(journal, game, name, made, reason, began, ended, moves, places)
