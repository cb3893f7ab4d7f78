"""
Lines a second: ``PING`` and its answer, through the hub's links and lobby,
against a bare LineReceiver that writes a constant.
"""

from __future__ import annotations

import selectors
import socket
from collections.abc import Sequence
from contextlib import ExitStack
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from twisted.internet.protocol import Factory
from twisted.protocols.basic import LineReceiver

from bench.children import Child
from bench.figures import Amount, Figure, alternate, at_least, medians, ratio
from bench.hosting import listen
from bench.replay import PATIENCE, WrongAnswer, connect

ROUNDS = 15
CONNECTIONS = 50
LINES = 5000
#: All games' lobbies answer this alike; this one's port is measured.
GAME = "ursuppe"

PING = b"PING\n"
PONG = b"PONG\n"


def measure() -> Figure:
    """The figure."""
    with (
        TemporaryDirectory() as directory,
        Child("bench.hosting:HubServer", game=GAME, directory=directory) as hub,
        Child("bench.ping:Constant") as bare,
        ExitStack() as stack,
    ):
        pinged = {
            server: [stack.enter_context(connect(server.port)) for _ in range(CONNECTIONS)]
            for server in (hub, bare)
        }
        ping(pinged[hub], LINES), ping(pinged[bare], LINES)
        pairs = alternate(
            ROUNDS, lambda _: ping(pinged[hub], LINES), lambda _: ping(pinged[bare], LINES)
        )
    ours, theirs = medians(pairs)
    return Figure(
        "ping",
        ratio(pairs),
        "ratio",
        Amount("LineReceiver that writes a constant", theirs, "lines/s"),
        Amount(f"hub, {CONNECTIONS} connections", ours, "lines/s"),
        at_least(0.6),
    )


def ping(connections: Sequence[socket.socket], lines: int) -> float:
    """Lines a second, each connection sending the next one after an answer."""
    with selectors.DefaultSelector() as selector:
        for connection in connections:
            selector.register(connection, selectors.EVENT_READ, connection)
        started = perf_counter()
        for connection in connections:
            connection.send(PING)
        left = lines
        to_say = lines - len(connections)
        while left:
            ready = selector.select(PATIENCE)
            if not ready:
                raise WrongAnswer(f"{left} answers did not come")
            for key, _ in ready:
                _expect_pong(key.data)
                left -= 1
                if to_say:
                    to_say -= 1
                    key.data.send(PING)
        return lines / (perf_counter() - started)


def _expect_pong(connection: socket.socket) -> None:
    answer = connection.recv(100)
    if answer != PONG:
        raise WrongAnswer(f"{answer!r} in place of {PONG!r}")


class Constant:
    """In the child: answers every line by the same bytes."""

    def __init__(self, reactor: Any) -> None:
        self._port = listen(reactor, Factory.forProtocol(_Constant))

    def port(self) -> int:
        """Where it listens."""
        return self._port


class _Constant(LineReceiver):
    delimiter = b"\n"

    def lineReceived(self, line: bytes) -> None:
        self.transport.write(PONG)
