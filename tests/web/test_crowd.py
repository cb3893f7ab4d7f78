"""Two hundred browsers at a real daemon at once."""

from __future__ import annotations

import json
import selectors
import socket
from collections.abc import Iterator
from time import monotonic
from urllib.request import urlopen

import pytest

from tests.daemon.running import PATIENCE, Daemon

pytestmark = pytest.mark.daemon

GOING_ON = ("ursuppe", "running")


@pytest.fixture
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """A daemon in which bots play."""
    options = ("--web=tcp:0:interface=127.0.0.1", "--demo", "--demo-pace=0.1")
    daemon = Daemon(tmp_path_factory.mktemp("crowd"), *options)
    yield daemon
    daemon.stop()


def test_two_hundred_viewers(daemon: Daemon) -> None:
    """Two hundred browsers on a match each get its state and what happens next."""
    port = int(daemon.page.rpartition(":")[2])
    running: list[str] = []
    end = monotonic() + PATIENCE
    while not running and monotonic() < end:
        with urlopen(f"{daemon.page}/api/matches", timeout=PATIENCE) as answer:
            rows = json.load(answer)["matches"]
        running = [each["name"] for each in rows if (each["game"], each["phase"]) == GOING_ON]
    selector = selectors.DefaultSelector()
    got: dict[socket.socket, bytes] = {}
    for _ in range(200):
        connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        connection.sendall(
            f"GET /api/events?game=ursuppe&name={running[0]} HTTP/1.1\r\n"
            "Host: localhost\r\n\r\n".encode()
        )
        selector.register(connection, selectors.EVENT_READ)
        got[connection] = b""
    end = monotonic() + PATIENCE
    waiting = set(got)
    while waiting and monotonic() < end:
        for key, _ in selector.select(timeout=1.0):
            viewer = key.fileobj
            assert isinstance(viewer, socket.socket)
            got[viewer] += viewer.recv(1 << 16)
            if b"event: state" in got[viewer] and b"event: step" in got[viewer]:
                waiting.discard(viewer)
    for each in got:
        each.close()
    selector.close()
    assert not waiting
    assert "Traceback" not in daemon.log()
