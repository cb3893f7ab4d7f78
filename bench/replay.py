"""
Clients that play a recorded game again over sockets, and see to it that they
get what was recorded.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from types import TracebackType

from bench.hosting import LOOPBACK
from bench.rehearsal import Turn

#: Seconds that a server may take for an answer.
PATIENCE = 30.0


class WrongAnswer(Exception):
    """A server did not send what was recorded."""


def connect(port: int) -> socket.socket:
    """A connection to a server of ours."""
    connection = socket.create_connection((LOOPBACK, port), PATIENCE)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


#: What a server says of itself, now and then, to whoever is there long enough.
_PING = re.compile(rb"^PING\n", re.MULTILINE)

#: The folder of a file that a server names: each has another.
_FOLDER = re.compile(rb"^(MAP )\S*/", re.MULTILINE)


class Seats:
    """
    The players of one match, each at a connection, to be used in a ``with``
    block. They wait for all that a turn brings before the next one.
    """

    def __init__(self, port: int, seats: int) -> None:
        self._connections = [connect(port) for _ in range(seats)]

    def __enter__(self) -> Seats:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for connection in self._connections:
            connection.close()

    def play(self, turns: Iterable[Turn]) -> int:
        """
        Play on; how many lines were sent comes back.

        :raise WrongAnswer: something else came than was recorded.
        """
        lines = 0
        for turn in turns:
            self._connections[turn.sender].sendall(turn.said)
            for receiver, data in turn.received().items():
                self._expect(receiver, data)
            lines += len(turn.lines)
        return lines

    def _expect(self, receiver: int, data: bytes) -> None:
        connection = self._connections[receiver]
        got = b""
        while len(got) < len(data):
            piece = connection.recv(len(data) - len(got))
            if not piece:
                break
            got = _PING.sub(b"", got + piece)
        if got != data and _FOLDER.sub(rb"\1", got) != _FOLDER.sub(rb"\1", data):
            raise WrongAnswer(f"connection {receiver}: {got!r} in place of {data!r}")
