"""
The journals of matches that were interrupted: those without an end.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from boardhub.hub.journal import value
from boardhub.records.archive import MATCHES

#: Bytes that are read at a time, from the end.
_STEP = 65536


@frozen
class Unfinished:
    """A journal without an end, of this match."""

    path: Path
    game: str
    name: str


def unfinished(data: Path) -> Iterator[Unfinished]:
    """
    Those of a data directory, the oldest first; of files that are no journals,
    or that cannot be read, nothing is said here.
    """
    for path in sorted((data / MATCHES).glob("*.jsonl")):
        try:
            with path.open("rb") as file:
                first = value(file.readline())
                if not _last_line(file.fileno()).startswith(b'{"record":"end"'):
                    yield Unfinished(path, str(first["game"]), str(first["name"]))
        except (OSError, ValueError, LookupError, TypeError):
            continue


def _last_line(file: int) -> bytes:
    """The last whole line, without its end; what stands behind it was told to nobody."""
    size = os.fstat(file).st_size
    tail = b""
    while tail.count(b"\n") < 2 and len(tail) < size:
        step = min(_STEP, size - len(tail))
        tail = os.pread(file, step, size - len(tail) - step) + tail
    return b"\n".join(tail.split(b"\n")[-2:-1])
