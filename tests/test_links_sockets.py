"""
Links on real sockets of this host: what only a kernel can show.
"""

from __future__ import annotations

import socket
import struct
import tracemalloc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest_twisted
from attrs import define, field
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import (
    TCP4ClientEndpoint,
    TCP4ServerEndpoint,
    UNIXClientEndpoint,
    UNIXServerEndpoint,
    connectProtocol,
)
from twisted.internet.protocol import Protocol, connectionDone
from twisted.internet.task import deferLater
from twisted.python.failure import Failure

from boardhub.links.limits import Limits
from boardhub.links.tcp import LineFactory, LineLink
from tests.recording import RecordingDialect, RecordingSession, echo

_Test = TypeVar("_Test", bound=Callable[..., Any])

#: Runs a test as a coroutine, in the reactor.
in_reactor: Callable[[_Test], _Test] = pytest_twisted.ensureDeferred

#: Seconds after which something that is waited for will not happen any more.
PATIENCE = 20.0


async def until(condition: Callable[[], object]) -> None:
    """Let the reactor work until something is so; fail if it takes too long."""
    from twisted.internet import reactor

    give_up = reactor.seconds() + PATIENCE
    while not condition():
        assert reactor.seconds() < give_up, "it did not happen"
        await turn()


def turn() -> Deferred[None]:
    """The reactor has been around once."""
    from twisted.internet import reactor

    return deferLater(reactor, 0)


class Peer(Protocol):
    """A client that keeps what it gets."""

    transport: Any

    def __init__(self) -> None:
        self.got = b""
        self.gone: Failure | None = None

    def dataReceived(self, data: bytes) -> None:
        """Keep it."""
        self.got += data

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Keep the reason."""
        self.gone = reason

    def has(self, data: bytes) -> bool:
        """Whether it got this and nothing else."""
        return self.got == data

    def was_closed(self) -> bool:
        """Whether the connection ended, and not by a reset."""
        return self.gone is not None and self.gone.type is type(connectionDone.value)


class Counter(Peer):
    """A client that only counts what it gets."""

    count = 0

    def dataReceived(self, data: bytes) -> None:
        """Count it."""
        self.count += len(data)

    def has_counted(self, count: int) -> bool:
        """Whether it got so many bytes."""
        return self.count == count


_Peer = TypeVar("_Peer", bound=Peer)


@define(eq=False)
class Port:
    """A listening port on this host, and everybody who has connected to it."""

    factory: LineFactory
    dialect: RecordingDialect
    number: int
    peers: list[Peer] = field(factory=list)
    sockets: list[socket.socket] = field(factory=list)

    @property
    def links(self) -> list[LineLink]:
        """The daemon's ends."""
        links = [session.link for session in self.dialect.sessions]
        assert all(isinstance(link, LineLink) for link in links)
        return cast(list[LineLink], links)

    async def connect(self, peer: _Peer) -> _Peer:
        """A client run by the reactor."""
        from twisted.internet import reactor

        endpoint = TCP4ClientEndpoint(reactor, "127.0.0.1", self.number, timeout=5)
        await connectProtocol(endpoint, peer)
        self.peers.append(peer)
        return peer

    def connect_stubborn(self) -> socket.socket:
        """A client that does nothing by itself; above all it does not read."""
        stubborn = socket.socket()
        stubborn.settimeout(PATIENCE)
        stubborn.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stubborn.connect(("127.0.0.1", self.number))
        self.sockets.append(stubborn)
        return stubborn

    async def leave(self) -> None:
        """Everybody goes, and all of it has been noticed."""
        for stubborn in self.sockets:
            stubborn.close()
        for peer in self.peers:
            peer.transport.abortConnection()
        for link in self.links:
            link.transport.abortConnection()
        places = self.factory.places
        await until(lambda: all(peer.gone for peer in self.peers))
        await until(lambda: places.connections == places.farewells == 0)


@asynccontextmanager
async def port(
    answer: Callable[[RecordingSession, str], None] = echo, limits: Limits | None = None
) -> AsyncIterator[Port]:
    """A port that is gone afterwards, with all its connections."""
    from twisted.internet import reactor

    dialect = RecordingDialect(answer)
    factory = LineFactory(dialect, limits or Limits(), reactor)
    endpoint = TCP4ServerEndpoint(reactor, 0, interface="127.0.0.1")
    listening: Any = await endpoint.listen(factory)
    place = Port(factory, dialect, listening.getHost().port)
    try:
        yield place
    finally:
        await listening.stopListening()
        await place.leave()


@in_reactor
async def test_printf_into_netcat() -> None:
    """Who says all and shuts down sending gets all the answers, then the end."""
    async with port() as place:
        peer = await place.connect(Peer())
        peer.transport.write(b"one\r\ntwo\nthree")
        peer.transport.loseWriteConnection()
        await until(lambda: peer.gone)
        assert peer.got == b"one\ntwo\nthree\n"
        assert peer.was_closed()
        assert place.dialect.sessions[0].names == ["line"] * 3 + ["ended", "lost"]


@in_reactor
async def test_a_thousand_lines_into_netcat() -> None:
    """The same where the lines take many turns."""
    async with port() as place:
        peer = await place.connect(Peer())
        peer.transport.write(b"PING\n" * 1000)
        peer.transport.loseWriteConnection()
        await until(lambda: peer.gone)
        assert peer.got == b"PING\n" * 1000


@in_reactor
async def test_goes_on_watching() -> None:
    """A session may go on with a peer that has shut down sending."""
    async with port() as place:
        peer = await place.connect(Peer())
        await until(lambda: place.dialect.sessions)
        (session,) = place.dialect.sessions
        session.reactions["ended"] = lambda: None
        peer.transport.loseWriteConnection()
        await until(lambda: session.told)
        big = b"x" * 1_000_000 + b"\n"
        session.link.write(big)
        await until(lambda: len(peer.got) == len(big))
        session.link.write(b"y\n")
        session.link.close(b"bye\n")
        await until(lambda: peer.gone)
        assert peer.got == big + b"y\nbye\n"
        assert session.names == ["ended", "caught_up", "lost"]


@in_reactor
async def test_one_byte_a_packet() -> None:
    """Lines in packets of one byte are lines."""
    async with port() as place:
        peer = await place.connect(Peer())
        peer.transport.setTcpNoDelay(True)
        for byte in "PING\r\ngrün\n".encode():
            peer.transport.write(bytes([byte]))
            await turn()
        await until(lambda: peer.got.count(b"\n") == 2)
        assert peer.got == "PING\ngrün\n".encode()


@in_reactor
async def test_last_line_survives_unread_input() -> None:
    """However much the peer was still sending, it gets the last line and no reset."""

    def leave(session: RecordingSession, text: str) -> None:
        session.link.close(b"bye\n")

    async with port(leave) as place:
        peer = await place.connect(Peer())
        peer.transport.write(b"ABMELDEN\n" + b"PING\n" * 400_000)
        peer.transport.loseWriteConnection()
        await until(lambda: peer.gone)
        assert peer.got == b"bye\n"
        assert peer.was_closed()
        await until(lambda: place.dialect.sessions[0].names == ["line", "lost"])


@in_reactor
async def test_peers_that_do_not_close() -> None:
    """A closed link ends although its peer neither reads nor closes."""
    limits = Limits(linger_seconds=0.05, abort_seconds=0.05)
    async with port(limits=limits) as place:
        place.connect_stubborn()
        place.connect_stubborn()
        await until(lambda: len(place.links) == 2)
        quiet, full = place.links
        full.write(b"x" * 20_000_000)
        quiet.close(b"bye\n")
        full.close(b"bye\n")
        await until(lambda: place.factory.places.connections == 0)
        assert [session.names for session in place.dialect.sessions] == [["lost"], ["lost"]]


@in_reactor
async def test_line_without_end() -> None:
    """200 KB without a line feed: a hint, then the end."""
    async with port() as place:
        peer = await place.connect(Peer())
        peer.transport.write(b"x" * 200_000)
        await until(lambda: peer.gone)
        assert peer.got == b"FEHLER line too long\n"
        assert peer.was_closed()


@in_reactor
async def test_flood() -> None:
    """A flood is refused, and meanwhile others are answered as ever."""
    limits = Limits(lines_per_second=1000, burst=100, patience=0.3)
    async with port(limits=limits) as place:
        flood, other = await place.connect(Peer()), await place.connect(Peer())
        flood.transport.write(b"PING\n" * 100_000)
        for count in range(1, 21):
            other.transport.write(b"PONG\n")
            await until(partial(other.has, b"PONG\n" * count))
        await until(lambda: flood.gone)
        assert flood.got.endswith(b"FEHLER too many lines\n")
        # The burst, and what 0.3 seconds allow; more only if the test's host is slow.
        assert flood.got.count(b"PING") < 10_000
        assert other.gone is None


@in_reactor
async def test_fifty_who_never_read() -> None:
    """
    Fifty peers that never read while 20 MB are told to each: little is kept
    for them, they are cut off, and who reads gets all of it.
    """
    async with port(limits=Limits(backlog=100_000)) as place:
        for _ in range(50):
            place.connect_stubborn()
        await until(lambda: len(place.links) == 50)
        reader = await place.connect(Counter())
        await until(lambda: len(place.links) == 51)
        tracemalloc.start()
        sent = 0
        for number in range(1000):
            step = b"%d %s\n" % (number, b"x" * 20_000)
            sent += len(step)
            for link in place.links:
                link.write(step)
            await until(partial(reader.has_counted, sent))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 8_000_000
        await until(lambda: place.factory.places.connections == 1)
        assert reader.gone is None
        assert all(session.names == ["lost"] for session in place.dialect.sessions[:50])


@in_reactor
async def test_floods_without_reading() -> None:
    """One that floods and does not read is not read either; others go on."""
    async with port(limits=Limits(lines_per_second=1e6, burst=1_000_000)) as place:
        stubborn = place.connect_stubborn()
        await until(lambda: place.links)
        (flood,) = place.dialect.sessions
        other = await place.connect(Peer())
        stubborn.setblocking(False)
        lines = (b"x" * 500 + b"\n") * 100

        heard = [0]

        def stuck() -> bool:
            with suppress(BlockingIOError):
                stubborn.send(lines)
            heard.append(len(flood.told))
            return flood.link.behind and heard[-200:] == heard[-1:] * 200

        await until(stuck)
        other.transport.write(b"PING\n")
        await until(partial(other.has, b"PING\n"))
        assert len(flood.told) == heard[-1]


@in_reactor
async def test_catches_up() -> None:
    """A peer that first writes all and then reads all gets every answer."""
    async with port(limits=Limits(lines_per_second=1e6, burst=1_000_000)) as place:
        stubborn = place.connect_stubborn()
        await until(lambda: place.links)
        stubborn.sendall((b"x" * 99 + b"\n") * 3000)
        stubborn.shutdown(socket.SHUT_WR)
        stubborn.setblocking(False)
        got = 0

        def read() -> bool:
            nonlocal got
            try:
                data = stubborn.recv(65536)
            except BlockingIOError:
                return False
            got += len(data)
            return not data

        await until(read)
        assert got == 300_000


@in_reactor
async def test_reset_while_writing() -> None:
    """A peer that resets while it is written to is gone, without a word in the log."""
    async with port() as place:
        stubborn = place.connect_stubborn()
        await until(lambda: place.links)
        (session,) = place.dialect.sessions
        session.link.write(b"x" * 10_000_000)
        await turn()
        stubborn.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        stubborn.close()
        await until(lambda: session.told)
        session.link.write(b"y\n")
        session.link.close(b"bye\n")
        assert session.told == [("lost",)]


@in_reactor
async def test_reset_while_closing() -> None:
    """A reset in the middle of a close is an end like any other."""
    async with port() as place:
        stubborn = place.connect_stubborn()
        await until(lambda: place.links)
        (session,) = place.dialect.sessions
        session.link.close(b"bye\n")
        stubborn.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        stubborn.close()
        await until(lambda: session.told)
        assert session.told == [("lost",)]


@in_reactor
async def test_turned_away() -> None:
    """One too many is told so, properly, and its place in the queue is free again."""
    async with port(limits=Limits(per_address=1, farewells=1)) as place:
        first = await place.connect(Peer())
        for _ in range(2):
            second = await place.connect(Peer())
            second.transport.write(b"PING\n")
            await until(second.was_closed)
            assert second.got == b"FEHLER too many connections\n"
            await until(lambda: place.factory.places.farewells == 0)
        assert first.gone is None
        assert len(place.dialect.sessions) == 1


@in_reactor
async def test_keep_alive() -> None:
    """The kernel probes a silent peer after 60 s, each 15 s, four times; lines are not held up."""
    async with port() as place:
        await place.connect(Peer())
        await until(lambda: place.links)
        transport: Any = place.links[0].transport
        handle = transport.getHandle()
        assert handle.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert handle.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        names = ("TCP_KEEPIDLE", "TCP_KEEPINTVL", "TCP_KEEPCNT")
        options = [getattr(socket, name) for name in names if hasattr(socket, name)]
        values = [handle.getsockopt(socket.IPPROTO_TCP, option) for option in options]
        assert values == [60, 15, 4][: len(values)]


@in_reactor
async def test_unix_socket(tmp_path: Path) -> None:
    """The same link serves a Unix socket, whose peers have no address."""
    from twisted.internet import reactor

    dialect = RecordingDialect(echo)
    factory = LineFactory(dialect, Limits(per_address=1), reactor)
    path = str(tmp_path / "socket")
    listening: Any = await UNIXServerEndpoint(reactor, path).listen(factory)
    try:
        endpoint = UNIXClientEndpoint(reactor, path)
        peers = [await connectProtocol(endpoint, Peer()) for _ in range(2)]
        for peer in peers:
            peer.transport.write(b"PING\n")
            await until(partial(peer.has, b"PING\n"))
        dialect.sessions[0].link.close(b"bye\n")
        peers[1].transport.loseWriteConnection()
        await until(lambda: all(peer.gone for peer in peers))
        assert peers[0].got == b"PING\nbye\n"
        await until(lambda: factory.places.connections == 0)
    finally:
        await listening.stopListening()
