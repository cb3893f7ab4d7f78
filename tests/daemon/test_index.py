"""The index of matches that a real daemon keeps."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest

from boardhub.records.index import NAME, Filter, Index, NoIndex, matches
from tests.daemon.running import PATIENCE, Daemon

pytestmark = pytest.mark.daemon


def listed(data: Path, count: int) -> list[str]:
    """The names in the index, as soon as there are so many."""
    end = monotonic() + PATIENCE
    while monotonic() < end:
        try:
            found = [each.name for each in matches(data, Filter())]
        except NoIndex:
            found = []
        if len(found) >= count:
            return found
        time.sleep(0.05)
    raise AssertionError(f"not {count} matches in the index, but {found}")


def make(daemon: Daemon, *names: str) -> None:
    """Matches that wait for players."""
    client = daemon.connect()
    for name in names:
        client.send("NEU 3", f"NAME {name}", "PASSWORT", "TIMEOUT 1000")
        assert client.line() == f"SPIEL_ANGEMELDET {name}"
    client.close()


def dump(data: Path) -> list[str]:
    """Everything in an index, as SQL."""
    base = sqlite3.connect(data / NAME)
    try:
        return list(base.iterdump())
    finally:
        base.close()


def test_a_match_is_in_the_index_when_it_is_over(start: Callable[..., Daemon]) -> None:
    """While the daemon runs, and at its end whatever has ended with it; so says a rebuilding."""
    daemon = start("--grace=0")
    make(daemon, "one", "two")
    daemon.command("abort", "one")
    assert listed(daemon.data, 1) == ["one"]
    told = daemon.command("matches", "--reason", "aborted").stdout
    assert "ursuppe/one" in told
    daemon.terminate()
    daemon.wait()
    assert listed(daemon.data, 2) == ["two", "one"]
    before = dump(daemon.data)
    index = Index(daemon.data)
    index.rebuild()
    index.close()
    assert dump(daemon.data) == before
    assert "Traceback" not in daemon.log()


def test_what_a_killed_daemon_has_missed_is_caught_up_with(start: Callable[..., Daemon]) -> None:
    """By the next one; a broken index costs nobody a match."""
    daemon = start("--grace=0")
    make(daemon, "one")
    daemon.command("abort", "one")
    daemon.stop()
    (daemon.data / NAME).write_text("not a database, by far" * 100)
    for suffix in ("-wal", "-shm"):
        (daemon.data / f"{NAME}{suffix}").unlink(missing_ok=True)
    broken = Daemon(daemon.directory)
    make(broken, "two")
    assert "two" in broken.command("abort", "two").stdout
    broken.stop()
    assert "the index of matches: " in broken.log()
    (daemon.data / NAME).unlink()
    again = Daemon(daemon.directory)
    assert listed(daemon.data, 2) == ["two", "one"]
    again.stop()
