"""
What is written down of a match while it goes on: JSON, an object a line.

Writing comes before telling: a record is with the kernel, in one piece and
past all buffers of ours, when the first listener hears of it. A daemon that
is killed has thus forgotten nothing that anybody knows (nor, with ``fsync``,
has a machine whose power fails), and half a line at the end of a file may be
dropped: it was news to nobody.

The word under ``record`` says what a line is: ``match``, always the first,
has all that a rebuilding needs; ``seat`` is somebody coming or going;
``begin`` names the players; ``move`` is an answer, or a default marked as
``late`` or ``absent``; ``restart`` is the hub itself coming back after an
interruption; ``leave``, ``refused`` and ``end`` say what they are.
Times count in seconds from the making of the match.

Most records of a long match are moves, so their lines are lists of their
values, without the names (`MOVE`), and with differences in place of most
times. Who reads gets them as objects.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from errno import ENOSPC
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import attrs
from attrs import define

from boardhub.games.rules import Events, Move, Player, Rules, State
from boardhub.hub.shape import flaw

Record: TypeAlias = dict[str, Any]

#: The number of no file: another one may have that of a closed journal.
_CLOSED = -1

#: What a plain move is made of, in this order.
MOVE = ("record", "prompt", "seat", "move", "asked", "answered", "hub", "at")

#: What a move is marked with that the hub played.
MARKS = ("late", "absent")

#: The marks of a move, by its fields.
_MARKED: dict[tuple[str, ...], tuple[str, ...]] = {MOVE: ()} | {
    (*MOVE[:-1], mark, MOVE[-1]): (mark,) for mark in MARKS
}

#: Microseconds that no time of a move reaches: a float has them all exactly.
_LONGEST = 1 << 50

_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def to_line(record: Record) -> str:
    """A record as its line, without the end of that."""
    marks = _MARKED.get(tuple(record))
    return _to_json(record if marks is None else _brief(record, marks))


def _brief(move: Record, marks: tuple[str, ...]) -> list[Any]:
    """
    A move as ``[prompt, seat, move, asked, took, hub, rest]``, times in whole
    microseconds: it took so long from the question to the answer, the hub so
    long, and from then on there was this much left until the record.
    """
    answered, hub = move["answered"], move["hub"]
    return [
        move["prompt"],
        move["seat"],
        move["move"],
        round(move["asked"] * 1e6),
        round((answered - move["asked"]) * 1e6),
        round(hub * 1e6),
        round((move["at"] - answered - hub) * 1e6),
        *marks,
    ]


def _whole(brief: list[Any]) -> Record | None:
    """The move of which `_brief` has made this; None: it is of no move."""
    match brief:
        case [int(), int() | None, list(), int(), int(), int(), int(), *marks]:
            asked, took, hub, rest = brief[3:7]
        case _:
            return None
    if marks not in ([], *([mark] for mark in MARKS)):
        return None
    if max(map(abs, brief[3:7])) > _LONGEST:
        return None
    answered = asked + took
    return {
        "record": "move",
        "prompt": brief[0],
        "seat": brief[1],
        "move": brief[2],
        "asked": asked / 1e6,
        "answered": answered / 1e6,
        "hub": hub / 1e6,
        **dict.fromkeys(marks, True),
        "at": (answered + hub + rest) / 1e6,
    }


class JournalError(Exception):
    """The journal cannot be written, or does not hold what it should."""


class Journal(Protocol):
    """Where the records of one match go."""

    def append(self, record: Record) -> None:
        """
        Keep a record. Whoever returns from here may tell of it.

        :raise JournalError: it could not be written.
        """

    def seal(self, locks: Record) -> None:
        """
        Keep, apart from the records and until these are closed, what opens
        the match or its seats. Whoever returns from here may record it.

        :raise JournalError: it could not be written.
        """

    def close(self) -> None:
        """
        No more records will come.

        :raise JournalError: it could not be closed properly.
        """

    def discard(self) -> None:
        """
        Forget all records; no more will come.

        :raise JournalError: it could not be removed.
        """


class MemoryJournal:
    """A journal for tests: its lines stay in a list."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.locks: list[Record] = []

    def seal(self, locks: Record) -> None:
        """Keep what opens the match."""
        self.locks.append(locks)

    def append(self, record: Record) -> None:
        """Keep a record."""
        self.lines.append(to_line(record))

    def close(self) -> None:
        """Nothing to do."""

    def discard(self) -> None:
        """Forget all records."""
        self.lines.clear()

    def records(self) -> list[Record]:
        """What has been appended, as a reader of the file would see it."""
        return parse(self.lines, "memory")


@define(eq=False)
class Volume:
    """What has been written to journals in all."""

    records: int = 0
    bytes: int = 0
    failures: int = 0
    """Records that could not be written."""


class FileJournal:
    """
    A journal in a file of its own, made here; only its owner may read it.
    ``closed`` is called with its path when no more will come, and something
    is in it. What is sealed stands in a second file beside it, which goes
    when the journal is closed. What is written counts in ``volume``.
    """

    def __init__(
        self,
        path: Path,
        *,
        fsync: bool = False,
        closed: Callable[[Path], None] | None = None,
        volume: Volume | None = None,
    ) -> None:
        self.path = path
        self._fsync = fsync
        self._closed = closed
        self._volume = volume or Volume()
        self._size = 0
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        except OSError as error:
            raise JournalError(f"cannot make the journal {path}: {error.strerror}") from error

    @classmethod
    def reopen(
        cls,
        path: Path,
        *,
        fsync: bool = False,
        closed: Callable[[Path], None] | None = None,
        volume: Volume | None = None,
    ) -> FileJournal:
        """
        The journal of a match that was interrupted. Half a line at its end is
        cut off: it was told to nobody.

        :raise JournalError: it cannot be written.
        """
        journal = cls.__new__(cls)
        journal.path, journal._fsync, journal._closed = path, fsync, closed
        journal._volume = volume or Volume()
        try:
            whole, newline, _torn = path.read_bytes().rpartition(b"\n")
            journal._size = len(whole + newline)
            journal._file = os.open(path, os.O_WRONLY | os.O_APPEND)
            os.ftruncate(journal._file, journal._size)
        except OSError as error:
            raise JournalError(f"cannot go on with {path}: {error.strerror}") from error
        return journal

    def seal(self, locks: Record) -> None:
        """Keep what opens the match in the second file."""
        line = (_to_json(locks) + "\n").encode()
        try:
            file = os.open(_locks_of(self.path), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                if os.write(file, line) != len(line):
                    raise OSError(ENOSPC, "the disk took only part of it")
                if self._fsync:
                    os.fsync(file)
            finally:
                os.close(file)
        except OSError as error:
            raise JournalError(f"cannot write beside {self.path}: {error.strerror}") from error

    def append(self, record: Record) -> None:
        """Keep a record: it is with the kernel afterwards (with fsync: on the disk)."""
        line = (to_line(record) + "\n").encode("utf-8", "surrogatepass")
        try:
            if os.write(self._file, line) != len(line):
                raise OSError(ENOSPC, "the disk took only part of a record")
            if self._fsync:
                os.fsync(self._file)
        except OSError as error:
            self._cut()
            self._volume.failures += 1
            raise JournalError(f"cannot write {self.path}: {error.strerror}") from error
        self._size += len(line)
        self._volume.records += 1
        self._volume.bytes += len(line)

    def close(self) -> None:
        """Close the file, and remove the second one; one that has no record is removed."""
        file, self._file = self._file, _CLOSED
        try:
            os.close(file)
            _locks_of(self.path).unlink(missing_ok=True)
            if not self._size:
                self.path.unlink()
        except OSError as error:
            raise JournalError(f"cannot close {self.path}: {error.strerror}") from error
        if self._size and self._closed is not None:
            self._closed(self.path)

    def discard(self) -> None:
        """Close the file and remove it."""
        self._size = 0
        self.close()

    def let_go(self) -> None:
        """Close the file as it is: somebody may go on with it another time."""
        file, self._file = self._file, _CLOSED
        os.close(file)

    def _cut(self) -> None:
        """
        Take back a record that failed: nobody is told of it, and a part of it
        would spoil the next one.
        """
        with suppress(OSError):
            os.ftruncate(self._file, self._size)


def encode_move(move: Move) -> list[Any]:
    """A move as plain JSON values: its class's name and its fields."""
    return [type(move).__name__, *[getattr(move, name) for name in _field_names(type(move))]]


def move_words(plain: Sequence[Any]) -> str:
    """A move as `encode_move` wrote it, in words: its kind and what belongs to it."""
    return " ".join([str(plain[0]), *map(_words, plain[1:])])


def _words(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"({' '.join(map(_words, value))})"
    return "-" if value is None else str(value)


def decode_move(plain: Sequence[Any], kinds: Iterable[type[Move]]) -> Move:
    """
    The move that `encode_move` wrote.

    :raise JournalError: no such kind of move, or other fields.
    """
    match plain:
        case [str(name), *values]:
            for kind in kinds:
                if kind.__name__ == name and len(values) == len(_field_names(kind)):
                    return kind(*map(_tuples, values))
    raise JournalError(f"{plain!r} is no move of this game")


_names: dict[type[Move], tuple[str, ...]] = {}


def _field_names(kind: type[Move]) -> tuple[str, ...]:
    names = _names.get(kind)
    if names is None:
        names = _names[kind] = tuple(each.name for each in attrs.fields(kind))
    return names


def _tuples(value: Any) -> Any:
    """JSON knows lists where moves hold tuples."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def read(path: Path) -> list[Record]:
    """
    All whole records of a journal.

    :raise JournalError: unreadable, or a line before the last is no record.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise JournalError(f"cannot read {path}: {error.strerror}") from error
    whole, _newline, _torn = data.rpartition(b"\n")
    return parse(whole.split(b"\n") if whole else [], str(path))


def read_locks(path: Path) -> Mapping[str, Any]:
    """
    What has been sealed beside a journal, the last of everything.

    :raise JournalError: unreadable, or it makes no sense.
    """
    try:
        whole, _newline, _torn = _locks_of(path).read_bytes().rpartition(b"\n")
        locks: dict[str, Any] = {}
        for line in whole.split(b"\n") if whole else []:
            locks |= value(line)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError) as error:
        raise JournalError(f"cannot read what is beside {path}: {error}") from error
    return locks


def _locks_of(path: Path) -> Path:
    return path.with_suffix(".locks")


def value(line: str | bytes) -> Any:
    """
    What a line says.

    :raise ValueError: it is no JSON, or nested more deeply than anything that is written here.
    """
    try:
        return json.loads(line)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def parse(lines: Iterable[str | bytes], source: str) -> list[Record]:
    """
    The records in these lines.

    :raise JournalError: one of them is no record, or not as those of its kind
        are; names the line.
    """
    records: list[Record] = []
    for number, line in enumerate(lines, 1):
        try:
            record = value(line)
        except ValueError as error:
            raise JournalError(f"{source}, line {number}: no JSON ({error})") from error
        if isinstance(record, list):
            record = _whole(record)
        if not isinstance(record, dict) or not isinstance(record.get("record"), str):
            raise JournalError(f"{source}, line {number}: no record")
        wrong = flaw(record, _seats(records))
        if wrong is not None:
            kind = record["record"]
            raise JournalError(f"{source}, line {number}: {wrong!r} is not that of a {kind}")
        records.append(record)
    return records


def _seats(records: Sequence[Record]) -> int | None:
    """How many there are, by the first record."""
    match records:
        case [{"record": "match", "seats": int(seats)}, *_]:
            return seats
    return None


def rebuild(records: Sequence[Record], rules: Rules[Any]) -> State:
    """
    The state after these records, made anew by applying their moves to a
    fresh game of the same seed.

    :raise JournalError: the records do not fit this game; names the record.
    """
    state = fresh(records, rules)
    for number, record in enumerate(records[1:], 2):
        try:
            redo(state, record, rules)
        except Exception as error:
            raise JournalError(f"record {number} cannot be done again: {error!r}") from error
    return state


def fresh(records: Sequence[Record], rules: Rules[Any]) -> State:
    """
    The game that the first of these records tells of, before anything has
    happened.

    :raise JournalError: it tells of no game of these rules, and this version of them.
    """
    match records:
        case [{"record": "match", "game": rules.name, "rules": rules.version} as first, *_]:
            pass
        case _:
            raise JournalError(f"no journal of {rules.name}, version {rules.version} of its rules")
    try:
        state: State = rules.state(first["seats"], first["seed"], first["options"])
    except Exception as error:
        raise JournalError(f"record 1 cannot be done again: {error!r}") from error
    return state


def redo(state: State, record: Record, rules: Rules[Any]) -> Events:
    """
    Do again what a record tells of the game, if it tells of that; what the
    rules raise, or a record that lacks something, comes through.
    """
    again = _REDO.get(record["record"])
    return () if again is None else again(state, record, rules)


def begin(state: State, players: Sequence[Player], absent: Mapping[int, str]) -> Events:
    """
    Begin a game; some of the players are out already, for these reasons:
    their programs could not be started, or have ended.
    """
    gone = [event for seat, reason in absent.items() for event in state.leave(seat, reason)]
    return (*gone, *state.begin(players))


def _begin(state: State, record: Record, rules: Rules[Any]) -> Events:
    players = [Player(name, facts) for name, facts in record["players"]]
    return begin(state, players, dict(record.get("absent", ())))


def _move(state: State, record: Record, rules: Rules[Any]) -> Events:
    return state.apply(record["seat"], decode_move(record["move"], rules.moves))


def _leave(state: State, record: Record, rules: Rules[Any]) -> Events:
    return state.leave(record["seat"], record.get("code") or record["reason"])


_REDO: dict[str, Callable[[State, Record, Rules[Any]], Events]] = {
    "begin": _begin,
    "move": _move,
    "leave": _leave,
}
