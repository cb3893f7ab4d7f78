"""``boardhub bridge`` and its end: however that comes, nothing is left of the program."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import SHUT_RDWR, create_server, socket
from time import monotonic

import pytest

from tests.staging import alive, parent

#: Seconds within which anything here happens.
PATIENCE = 20.0

ROOT = Path(__file__).parent.parent

#: Starts another process in a session of its own, which says its number.
HIDE = "setsid sh -c 'echo $$; exec sleep 60' & "


class Crossing:
    """A bridge in a process of its own, whose program is in a match."""

    def __init__(
        self, bridge: subprocess.Popen[bytes], connection: socket, said: list[str]
    ) -> None:
        self.bridge = bridge
        self.connection = connection
        self.pids = [int(line) for line in said]

    def outlived(self) -> float:
        """Seconds until nothing is left of the program, and of what it has started."""
        begin = monotonic()
        while any(map(alive, self.pids)):
            assert monotonic() < begin + 3.0
        return monotonic() - begin


@contextmanager
def crossing(code: str, lines: int) -> Iterator[Crossing]:
    """Run a bridge with a shell script, up to so many lines from that, each a process's number."""
    with create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(PATIENCE)
        address = f"tcp:127.0.0.1:{listening.getsockname()[1]}"
        words = ["-m", "boardhub.cli", "bridge", address, "--match", "m", "--", "sh", "-c", code]
        pids: list[int] = []
        with subprocess.Popen(
            [sys.executable, *words], cwd=ROOT, stderr=subprocess.PIPE, start_new_session=True
        ) as bridge:
            try:
                connection, _ = listening.accept()
                connection.settimeout(PATIENCE)
                with connection, connection.makefile("r") as said:
                    login = [said.readline() for _ in range(3)]
                    assert login[2] == "NAME sh\n"
                    connection.sendall(b"SPIELERIN_AKZEPTIERT 1 sh\nlos\n")
                    crossed = Crossing(bridge, connection, [said.readline() for _ in range(lines)])
                    pids = crossed.pids
                    yield crossed
            finally:
                for pid in (bridge.pid, *pids):
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL])
def test_bridge_is_killed(number: int) -> None:
    """The program goes with it, and what it has started in another session, within two seconds."""
    with crossing(f"{HIDE} echo $$; exec sleep 60", 2) as crossed:
        assert all(map(alive, crossed.pids))
        crossed.bridge.send_signal(number)
        assert crossed.outlived() < 2.0
        crossed.bridge.wait(PATIENCE)


def test_the_end_of_the_program_ends_what_it_has_hidden() -> None:
    """Also in another session nothing goes on when the program has ended."""
    with crossing(f"{HIDE} echo $$; exec sleep 0.2", 2) as crossed:
        assert crossed.outlived() < 2.0


def test_keeper_is_killed() -> None:
    """A program that kills what stands above it ends the bridge, and does not get away."""
    with crossing(f"{HIDE} echo $$; read los; read go; kill -9 $PPID; sleep 60", 2) as crossed:
        crossed.connection.sendall(b"go\n")
        assert crossed.outlived() < 2.0
        crossed.connection.shutdown(SHUT_RDWR)
        assert crossed.bridge.wait(PATIENCE) == 0


def keepers_of(crossed: Crossing) -> list[int]:
    """The two keepers above the program."""
    program = next(pid for pid in crossed.pids if parent(pid) not in crossed.pids)
    return [parent(program), parent(parent(program))]


def test_keepers_are_stopped() -> None:
    """Who stops what stands above it goes when the hub has closed, and so does the bridge."""
    with crossing(f"{HIDE} echo $$; exec sleep 60", 2) as crossed:
        for keeper in keepers_of(crossed):
            os.kill(keeper, signal.SIGSTOP)
        crossed.connection.shutdown(SHUT_RDWR)
        assert crossed.bridge.wait(PATIENCE) == 0
        assert crossed.outlived() < 1.0


def test_keepers_are_stopped_and_the_bridge_is_killed() -> None:
    """They go on when there is nobody above them, and clear up."""
    with crossing(f"{HIDE} echo $$; exec sleep 60", 2) as crossed:
        for keeper in keepers_of(crossed):
            os.kill(keeper, signal.SIGSTOP)
        crossed.bridge.kill()
        assert crossed.outlived() < 2.0


def test_keepers_are_killed() -> None:
    """What both of them leave the bridge finds itself."""
    with crossing(f"{HIDE} echo $$; exec sleep 60", 2) as crossed:
        keepers = keepers_of(crossed)
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for keeper in keepers:
                os.kill(keeper, number)
        crossed.connection.shutdown(SHUT_RDWR)
        assert crossed.bridge.wait(PATIENCE) == 0
        assert crossed.outlived() < 1.0


def test_signals_are_not_the_programs() -> None:
    """A terminal's Ctrl-C, which all in its group get, is for the bridge, which says so."""
    with crossing("echo $$; exec sleep 60", 1) as crossed:
        os.killpg(crossed.bridge.pid, signal.SIGINT)
        _, said = crossed.bridge.communicate(timeout=PATIENCE)
        assert said == b"boardhub: interrupted.\n"
        assert crossed.outlived() < 2.0
