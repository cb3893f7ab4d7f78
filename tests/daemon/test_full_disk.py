"""
A disk on which no more can be written: files that may not grow stand for it.
The log is not written to a file here, so that nothing but journals fails.
"""

from __future__ import annotations

import resource
import socket
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import monotonic

import pytest
from attrs import define

from boardhub.hub.journal import Record, read
from tests.daemon.running import PATIENCE, SCRIPTS, environment, run

pytestmark = pytest.mark.daemon

#: What a record of a match's making takes in bytes, and some more: less than a whole match.
ROOM = 8_000


def bounded(size: int) -> Callable[[], None]:
    """Has no file of a process grow beyond so many bytes; a longer write fails."""
    return partial(resource.setrlimit, resource.RLIMIT_FSIZE, (size, size))


@define(eq=False)
class Cramped:
    """A daemon whose files may not grow beyond `ROOM`."""

    folder: Path
    process: subprocess.Popen[bytes]

    @property
    def data(self) -> Path:
        """Its data directory."""
        return self.folder / "data"

    def say(self, *lines: str) -> list[str]:
        """What comes for these lines until the daemon closes."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(PATIENCE)
            connection.connect(str(self.folder / "soup"))
            connection.sendall("".join([line + "\n" for line in lines]).encode())
            with connection.makefile("rb") as file:
                return file.read().decode().splitlines()

    def status(self) -> str:
        """What the operator is told."""
        return run("boardhub", "status", "--data", str(self.data)).stdout

    def journal(self, name: str) -> list[Record]:
        """The records of a match."""
        (path,) = (self.data / "matches").glob(f"*-ursuppe-{name}.jsonl")
        assert path.stat().st_size <= ROOM
        return read(path)


@pytest.fixture
def cramped(tmp_path: Path) -> Iterator[Cramped]:
    """It hosts the amoeba game at a Unix socket, with a demo."""
    words = ["--data=data", "--web=none", "--game=ursuppe=unix:soup", "--demo", "--demo-pace=0"]
    process = subprocess.Popen(
        [SCRIPTS / "twistd", "-n", "--pidfile=", "boardhub", *words],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=bounded(ROOM),
        env=environment(),
    )
    end = monotonic() + PATIENCE
    while not (tmp_path / "soup").exists():
        assert process.poll() is None
        assert monotonic() < end
    yield Cramped(tmp_path, process)
    process.kill()
    process.wait(PATIENCE)


def test_match_ends_where_nothing_can_be_recorded(cramped: Cramped) -> None:
    """It is void, all who watch are told the end, and its journal has whole records only."""
    end = monotonic() + PATIENCE
    while "ursuppe/demo1 over (void-disk)" not in (status := cramped.status()):
        assert monotonic() < end, status
    # The next match has room again until it has grown as well.
    assert cramped.say("NEU 3", "NAME neu", "PASSWORT", "TIMEOUT 10000", "ABMELDEN")[0] == (
        "SPIEL_ANGEMELDET neu"
    )
    records = cramped.journal("demo1")
    assert records[0]["record"] == "match"
    assert records[-1]["record"] == "move"
    seen = cramped.say("STATUS demo1", "ABMELDEN")
    assert seen[0] == "STATUS demo1"
    assert cramped.process.poll() is None


def test_no_start_on_a_full_disk(tmp_path: Path) -> None:
    """Where not a byte can be written the daemon says so in one sentence, and exits with 1."""
    done = subprocess.run(
        [SCRIPTS / "twistd", "-n", "--pidfile=", "boardhub", "--data=data", "--web=none"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        preexec_fn=bounded(0),
        env=environment(),
    )
    assert done.returncode == 1
    (sentence,) = [line for line in done.stderr.splitlines() if "data" in line]
    assert "cannot write in the data directory data: cannot write " in sentence
    assert sentence.endswith(": File too large")
    assert [*(tmp_path / "data" / "matches").iterdir()] == []


def test_no_contest_on_a_full_disk(tmp_path: Path) -> None:
    """Nor does a contest begin whose games could not be recorded."""
    done = subprocess.run(
        [SCRIPTS / "boardhub", "match", "wuermer", "cat", "cat", "--data", "games"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        preexec_fn=bounded(0),
        env=environment(),
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("boardhub: There can be no journals in games: cannot write ")
