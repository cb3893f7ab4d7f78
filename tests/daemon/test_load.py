"""The daemon with much to do: fair to everybody, bounded, and quiet in the log."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from boardhub.bots.ursuppe_random import RandomBot
from tests.daemon.running import Daemon
from tests.daemon.swarm import Seat, play
from tests.daemon.test_playing import make

pytestmark = pytest.mark.daemon


def late(seats: list[Seat]) -> list[str]:
    """Lines that tell a bot it was late."""
    return [line for seat in seats for line in seat.lines if line.startswith("FEHLER 29")]


def memory(daemon: Daemon) -> int:
    """Resident bytes of the daemon."""
    status = Path(f"/proc/{daemon.process.pid}/status").read_text()
    (kilobytes,) = re.findall(r"VmRSS:\s+(\d+) kB", status)
    return int(kilobytes) * 1024


def test_nobody_loses_on_time_beside_many_matches(start: Callable[..., Daemon]) -> None:
    """Bots that answer at once are never late, however many matches go on; the delay is shown."""
    daemon = start()
    names = [f"m{number}" for number in range(16)]
    with closing(daemon.connect()) as host:
        for name in names:
            make(host, 3, name, timeout=5000)
    tables = [
        (name, [RandomBot(f"{name}_{seat}", f"{name}/{seat}") for seat in range(3)])
        for name in names
    ]
    seats = play(daemon.ports["ursuppe"], tables, within=120)
    assert not late(seats)
    assert not [line for seat in seats for line in seat.lines if line.startswith("FEHLER")]
    assert all("SPIEL_BEENDET" in seat.lines for seat in seats)
    shown = daemon.command("status").stdout
    assert re.search(r"delay [1-9]\d* answers, p50 \d+\.\d+ ms, p99 \d+\.\d+ ms", shown), shown
    assert "Traceback" not in daemon.log()


def test_spectators_who_never_read_cost_nobody_anything(start: Callable[..., Daemon]) -> None:
    """Fifty of them on busy matches: memory stays bounded, no player is ever late."""
    daemon = start()
    port = daemon.ports["ursuppe"]
    names = [f"m{number}" for number in range(4)]
    with ExitStack() as stack:
        host = stack.enter_context(closing(daemon.connect()))
        for name in names:
            make(host, 4, name, timeout=5000)
        for number in range(50):
            deaf = stack.enter_context(socket.socket())
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.connect(("127.0.0.1", port))
            deaf.sendall(f"ZUSCHAUEN {names[number % 4]}\nNAME deaf\n".encode())
            # It asks for boards, too, and never looks at them.
            deaf.sendall(b"SPIELFELD\n" * 200)
        before = memory(daemon)
        tables = [
            (name, [RandomBot(f"{name}_{seat}", f"{name}/{seat}") for seat in range(4)])
            for name in names
        ]
        seats = play(port, tables, within=120)
        grown = memory(daemon) - before
    assert not late(seats)
    assert all("SPIEL_BEENDET" in seat.lines for seat in seats)
    assert grown < 64 * 1024 * 1024
    assert "Traceback" not in daemon.log()
