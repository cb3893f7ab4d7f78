"""
Lines a second that reach the spectators of a match, against a bare loop that
writes the same bytes to as many connections.

The players sit in the server's memory; what they say is played line by line,
one a turn of the reactor. The spectators read in the process that measures.
"""

from __future__ import annotations

import selectors
import socket
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from attrs import frozen
from twisted.internet.interfaces import ITransport
from twisted.internet.protocol import Factory
from twisted.protocols.basic import LineReceiver

from bench.children import Child
from bench.figures import Amount, Figure, alternate, at_least, medians, ratio
from bench.hosting import HubServer, listen
from bench.ping import GAME, PING, PONG
from bench.rehearsal import NAME, record
from bench.replay import PATIENCE, WrongAnswer, connect
from boardhub.links.memory import MemoryLink
from boardhub.protocols.registry import installed_games

SPECTATORS = 1000
ROUNDS = 14
#: Lines of players that are played in a round.
LINES = 15
SEED = "fanout"


def measure() -> Figure:
    """The figure."""
    with (
        TemporaryDirectory() as directory,
        Child("bench.fanout:PlayedServer", game=GAME, directory=directory) as hub,
        Child("bench.fanout:LoopServer", game=GAME) as bare,
        ExitStack() as stack,
    ):
        hub.call("seat")
        ours, theirs = Audience(hub, stack), Audience(bare, stack)
        pairs = alternate(ROUNDS, ours.round, theirs.round)
    hubs, loops = medians(pairs)
    return Figure(
        "fanout",
        ratio(pairs),
        "ratio",
        Amount(f"loop of transport.write, {SPECTATORS} connections", loops, "lines/s"),
        Amount(f"hub, {SPECTATORS} spectators of one match", hubs, "lines/s"),
        at_least(0.8),
    )


@frozen
class Spoken:
    """A player's line, and what each spectator then gets."""

    seat: int
    line: str
    seen: bytes


def spoken(game_name: str) -> tuple[list[Spoken], list[Spoken]]:
    """The lines of a game: the logins, after which the spectators come, and the rest."""
    game = installed_games()[game_name]
    seats = game.demo_seats
    lines = [
        Spoken(turn.sender, line, told.get(seats, b""))
        for turn in record(game, SEED, watch=watching(0))
        for line, told in zip(turn.lines, turn.told, strict=True)
    ]
    first = next(number for number, each in enumerate(lines) if each.seat == seats)
    return lines[:first], [each for each in lines[first:] if each.seat < seats]


def watching(number: int) -> list[str]:
    """The lines by which a spectator comes."""
    return [f"ZUSCHAUEN {NAME}", f"NAME spectator{number}"]


class Audience:
    """The spectators, at one of the servers."""

    def __init__(self, server: Child, stack: ExitStack) -> None:
        self._server = server
        self._lines = spoken(GAME)[1]
        port = server.port
        self._connections = [stack.enter_context(connect(port)) for _ in range(SPECTATORS)]
        for number, connection in enumerate(self._connections):
            _settle(connection, watching(number))
        for connection in self._connections:
            _settle(connection, [])

    def round(self, number: int) -> float:
        """Lines a second that they get, all together."""
        begin, end = number * LINES, (number + 1) * LINES
        seen = b"".join([each.seen for each in self._lines[begin:end]])
        started = perf_counter()
        self._server.call("play", begin, end)
        self._read(seen)
        return len(self._connections) * seen.count(b"\n") / (perf_counter() - started)

    def _read(self, seen: bytes) -> None:
        with selectors.DefaultSelector() as selector:
            for connection in self._connections:
                selector.register(connection, selectors.EVENT_READ, bytearray())
            left = len(seen) * len(self._connections)
            while left > 0:
                ready = selector.select(PATIENCE)
                if not ready:
                    raise WrongAnswer(f"{left} bytes did not come")
                for key, _ in ready:
                    data = key.fileobj.recv(65536)
                    key.data.extend(data)
                    left -= len(data)
            if any(key.data != seen for key in selector.get_map().values()):
                raise WrongAnswer("a spectator got something else than was recorded")


def _settle(connection: socket.socket, lines: Sequence[str]) -> None:
    """Say something, and read up to the answer of a ``PING`` after it."""
    connection.sendall("".join([line + "\n" for line in lines]).encode() + PING)
    last = b""
    while not last.endswith(PONG):
        data = connection.recv(65536)
        if not data:
            raise WrongAnswer("a spectator was sent away")
        last = (last + data)[-len(PONG) :]


class PlayedServer(HubServer):
    """In the child: a hub with a match that is played in memory."""

    def __init__(self, reactor: Any, game: str, directory: str) -> None:
        super().__init__(reactor, game, directory)
        self._reactor = reactor
        self._logins, self._lines = spoken(game)
        self._players = [
            MemoryLink(self.dialect, reactor, lambda line: None)
            for _ in range(self.game.demo_seats)
        ]

    def seat(self) -> None:
        """Let the match begin."""
        self.create(NAME, SEED)
        for each in self._logins:
            self._say(each)

    def play(self, begin: int, end: int) -> None:
        """Play these lines, soon."""
        _one_by_one(self._reactor, self._say, self._lines[begin:end])

    def _say(self, spoken: Spoken) -> None:
        self._players[spoken.seat].send(spoken.line)


class LoopServer:
    """In the child: writes to all who have come what the record says."""

    def __init__(self, reactor: Any, game: str) -> None:
        self._reactor = reactor
        self._lines = spoken(game)[1]
        self._transports: list[ITransport] = []
        self._port = listen(reactor, Factory.forProtocol(lambda: _Watcher(self._transports)))

    def port(self) -> int:
        """Where it listens."""
        return self._port

    def play(self, begin: int, end: int) -> None:
        """Write what these lines bring, soon."""
        _one_by_one(self._reactor, self._write, self._lines[begin:end])

    def _write(self, spoken: Spoken) -> None:
        data = spoken.seen
        if data:
            for transport in self._transports:
                transport.write(data)


class _Watcher(LineReceiver):
    delimiter = b"\n"

    def __init__(self, transports: list[ITransport]) -> None:
        self._transports = transports

    def connectionMade(self) -> None:
        self._transports.append(self.transport)

    def lineReceived(self, line: bytes) -> None:
        if line + b"\n" == PING:
            self.transport.write(PONG)


def _one_by_one(reactor: Any, act: Callable[[Spoken], None], lines: Iterable[Spoken]) -> None:
    """Do this for each line, one a turn of the reactor."""
    waiting: Iterator[Spoken] = iter(lines)

    def go_on() -> None:
        line = next(waiting, None)
        if line is not None:
            reactor.callLater(0, go_on)
            act(line)

    reactor.callLater(0, go_on)
