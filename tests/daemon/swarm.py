"""
Many bots of many matches in one client process, each on its own connection.
"""

from __future__ import annotations

import selectors
import socket
from collections.abc import Iterable
from time import monotonic

from attrs import define, field

from boardhub.bots.bot import Bot


@define(eq=False)
class Seat:
    """A bot and its connection; it keeps all lines it has got."""

    bot: Bot
    connection: socket.socket
    lines: list[str] = field(factory=list)
    _rest: bytes = b""

    def send(self, lines: Iterable[str]) -> None:
        """Send lines."""
        self.connection.sendall("".join(f"{line}\n" for line in lines).encode())

    def read(self) -> None:
        """Take what has come, and answer it."""
        data = self.connection.recv(65536)
        assert data, f"closed after {self.lines[-3:]}"
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self.lines.append(line.decode())
            self.send(self.bot.hear(self.lines[-1]))


def play(port: int, tables: Iterable[tuple[str, Iterable[Bot]]], within: float) -> list[Seat]:
    """
    Seat the bots of each match and play until all are over; fails after
    ``within`` seconds.
    """
    end = monotonic() + within
    seats = []
    with selectors.DefaultSelector() as selector:
        for match, bots in tables:
            for bot in bots:
                seat = Seat(bot, socket.create_connection(("127.0.0.1", port)))
                selector.register(seat.connection, selectors.EVENT_READ, seat)
                seat.send(bot.login(match))
                seats.append(seat)
        while selector.get_map():
            assert monotonic() < end, "the matches take too long"
            for key, _ in selector.select(1.0):
                seat = key.data
                seat.read()
                if seat.bot.over:
                    selector.unregister(seat.connection)
                    seat.connection.close()
    return seats
