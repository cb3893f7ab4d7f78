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
``late`` or ``absent``; ``leave``, ``refused`` and ``end`` say what they are.
Times count in seconds from the making of the match.
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

from boardhub.games.rules import Events, Move, Player, Rules, State

Record: TypeAlias = dict[str, Any]

#: The number of no file: another one may have that of a closed journal.
_CLOSED = -1

_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class JournalError(Exception):
    """The journal cannot be written, or does not hold what it should."""


class Journal(Protocol):
    """Where the records of one match go."""

    def append(self, record: Record) -> None:
        """
        Keep a record. Whoever returns from here may tell of it.

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

    def append(self, record: Record) -> None:
        """Keep a record."""
        self.lines.append(_to_json(record))

    def close(self) -> None:
        """Nothing to do."""

    def discard(self) -> None:
        """Forget all records."""
        self.lines.clear()

    def records(self) -> list[Record]:
        """What has been appended, as a reader of the file would see it."""
        return parse(self.lines, "memory")


class FileJournal:
    """A journal in a file of its own, made here; only its owner may read it."""

    def __init__(self, path: Path, *, fsync: bool = False) -> None:
        self.path = path
        self._fsync = fsync
        self._size = 0
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        except OSError as error:
            raise JournalError(f"cannot make the journal {path}: {error.strerror}") from error

    def append(self, record: Record) -> None:
        """Keep a record: it is with the kernel afterwards (with fsync: on the disk)."""
        line = (_to_json(record) + "\n").encode("utf-8", "surrogatepass")
        try:
            if os.write(self._file, line) != len(line):
                raise OSError(ENOSPC, "the disk took only part of a record")
            if self._fsync:
                os.fsync(self._file)
        except OSError as error:
            self._cut()
            raise JournalError(f"cannot write {self.path}: {error.strerror}") from error
        self._size += len(line)

    def close(self) -> None:
        """Close the file; one that has no record is removed."""
        file, self._file = self._file, _CLOSED
        try:
            os.close(file)
            if not self._size:
                self.path.unlink()
        except OSError as error:
            raise JournalError(f"cannot close {self.path}: {error.strerror}") from error

    def discard(self) -> None:
        """Close the file and remove it."""
        self._size = 0
        self.close()

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


def parse(lines: Iterable[str | bytes], source: str) -> list[Record]:
    """
    The records in these lines.

    :raise JournalError: one of them is no record; names the line.
    """
    records = []
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(line)
        except ValueError as error:
            raise JournalError(f"{source}, line {number}: no JSON ({error})") from error
        match record:
            case {"record": str()}:
                records.append(record)
            case _:
                raise JournalError(f"{source}, line {number}: no record")
    return records


def rebuild(records: Sequence[Record], rules: Rules[Any]) -> State:
    """
    The state after these records, made anew by applying their moves to a
    fresh game of the same seed.

    :raise JournalError: the records do not fit this game; names the record.
    """
    match records:
        case [{"record": "match", "game": rules.name, "rules": rules.version} as first, *rest]:
            number = 1
        case _:
            raise JournalError(f"no journal of {rules.name}, version {rules.version} of its rules")
    try:
        state: State = rules.state(first["seats"], first["seed"], first["options"])
        for record in rest:
            number += 1
            redo = _REDO.get(record["record"])
            if redo is not None:
                redo(state, record, rules)
    except Exception as error:
        raise JournalError(f"record {number} cannot be done again: {error!r}") from error
    return state


def begin(state: State, players: Sequence[Player], absent: Mapping[int, str]) -> Events:
    """
    Begin a game; some of the players are out already, for these reasons:
    their programs could not be started, or have ended.
    """
    gone = [event for seat, reason in absent.items() for event in state.leave(seat, reason)]
    return (*gone, *state.begin(players))


def _begin(state: State, record: Record, rules: Rules[Any]) -> None:
    players = [Player(name, facts) for name, facts in record["players"]]
    begin(state, players, dict(record.get("absent", ())))


def _move(state: State, record: Record, rules: Rules[Any]) -> None:
    state.apply(record["seat"], decode_move(record["move"], rules.moves))


def _leave(state: State, record: Record, rules: Rules[Any]) -> None:
    state.leave(record["seat"], record.get("code") or record["reason"])


_REDO: dict[str, Callable[[State, Record, Rules[Any]], None]] = {
    "begin": _begin,
    "move": _move,
    "leave": _leave,
}
