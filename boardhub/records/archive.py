"""
The journals in a data directory: what their files are called, and which one
somebody means who names a match.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from urllib.parse import quote

from boardhub.hub.journal import FileJournal, JournalError, value

#: Where the journals are, below a data directory.
MATCHES = "matches"

#: Characters of a match's name in the name of its file: the system allows 255 in all.
FILE_NAME_LENGTH = 120


def journal_name(made: datetime, game: str, match: str) -> str:
    """The name of a journal's file: by name the files are in order of time."""
    stamp = made.strftime("%Y%m%dT%H%M%S.%fZ")
    return f"{stamp}-{game}-{_for_file(match)}.jsonl"


def _for_file(match: str) -> str:
    """As much of a name as there is room for in a file's: the match's is in the journal."""
    while len(quoted := quote(match, safe="")) > FILE_NAME_LENGTH:
        match = match[:-1]
    return quoted


def journals(data: Path) -> Iterator[Path]:
    """
    All journals of a data directory, the latest first: a daemon's, and those
    that ``boardhub match`` leaves in the directory itself.
    """
    found = [*(data / MATCHES).glob("*.jsonl"), *data.glob("*.jsonl")]
    yield from sorted(found, key=lambda path: path.name, reverse=True)


def filed(name: str, data: Path) -> Path | None:
    """The journal whose file has this name, without its ending; None: there is none."""
    if "/" in name or "\0" in name:
        return None
    for path in (data / MATCHES / f"{name}.jsonl", data / f"{name}.jsonl"):
        # A name may be longer than the system allows.
        with suppress(OSError):
            if path.is_file():
                return path
    return None


def try_journal(folder: Path) -> None:
    """
    Write a journal there, and remove it.

    :raise JournalError: there can be none, for the reason it says: no room on the disk, perhaps.
    """
    journal = FileJournal(folder / f".probe-{token_hex(4)}")
    try:
        journal.append({"record": "probe"})
    finally:
        journal.discard()


def takes_journals(folder: Path) -> bool:
    """Whether a journal could be written there now."""
    try:
        try_journal(folder)
    except JournalError:
        return False
    return True


def find(named: str, data: Path) -> Path:
    """
    The journal that somebody means: a file, or the latest match of this name,
    with its game before it (``ursuppe/final``) or without.

    :raise JournalError: there is none.
    """
    if os.path.isfile(named):
        return Path(named)
    endings = tuple(f"-{_for_file(name)}" for name in (named, named.partition("/")[2]))
    for each in journals(data):
        if each.stem.endswith(endings) and _is_of(each, named):
            return each
    raise JournalError(f"there is no file {named}, and no journal of such a match in {data}")


def _is_of(path: Path, named: str) -> bool:
    """Whether a journal is of the match that is meant: what its first record says counts."""
    try:
        with path.open("rb") as file:
            first = value(file.readline())
    except (OSError, ValueError):
        return False
    match first:
        case {"game": str(game), "name": str(name)}:
            return named in (name, f"{game}/{name}")
    return False
