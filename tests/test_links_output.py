"""
Peers that read slowly or not at all, and the end of a connection.
"""

from __future__ import annotations

import pytest
from twisted.internet.interfaces import ISSLTransport
from twisted.internet.testing import StringTransport
from twisted.logger import LogEvent, capturedLogs, formatEvent
from zope.interface import alsoProvides

from boardhub.links.limits import Limits
from boardhub.protocols.game import Refusal
from tests.recording import Connection, RecordingSession, Stream, connect, echo

BUFFER = 64 * 1024

#: Where a transport in memory says that its peer is.
PEER = "192.168.1.1:54321"


class SlowReader(Stream):
    """A transport with a buffer, as a socket's, whose peer reads when it is told to."""

    held = 0
    full = False

    def write(self, data: bytes) -> None:
        """Hold it; beyond 64 KiB ask for a pause, each time."""
        super().write(data)
        self.held += len(data)
        if self.producer is not None and self.held > BUFFER:
            self.full = True
            self.producer.pauseProducing()

    def read(self) -> None:
        """The peer reads all that is held; nothing is asked for unless there was a pause."""
        self.held = 0
        if self.full and self.producer is not None:
            self.full = False
            self.producer.resumeProducing()


class SecureStream(Stream):
    """Has the methods of a socket, because TLS passes them on to the one below."""

    def __init__(self) -> None:
        super().__init__()
        alsoProvides(self, ISSLTransport)

    def setTcpNoDelay(self, enabled: bool) -> None:
        """Nothing to do in memory."""

    def setTcpKeepAlive(self, enabled: bool) -> None:
        """Nothing to do in memory."""


def slow(limits: Limits | None = None) -> tuple[Connection, SlowReader]:
    """A connection to a slow reader, who gets an echo."""
    transport = SlowReader()
    return connect(echo, limits, transport=transport), transport


def behind(connection: Connection) -> bool:
    """Whether the link says that its peer is behind."""
    return connection.link.behind


def cut_off(connection: Connection) -> bool:
    """Whether the connection was aborted."""
    return bool(connection.transport.disconnected)


def stage(transport: StringTransport) -> str:
    """How far the end of a connection has come."""
    if transport.disconnected:
        return "cut off"
    if transport.disconnecting:
        return "closing"
    return "half-closed" if getattr(transport, "half_closed", False) else "open"


class TestBehind:
    """Output that is not read."""

    def test_more_than_a_buffer(self) -> None:
        """A peer is behind when more than the transport's buffer waits, until nothing does."""
        connection, transport = slow()
        connection.link.write(b"x" * BUFFER)
        assert not behind(connection)
        connection.link.write(b"y")
        assert behind(connection)
        assert connection.session.told == []
        transport.read()
        assert not behind(connection)
        assert connection.session.told == [("caught_up",)]

    def test_nothing_is_lost(self) -> None:
        """What is written meanwhile comes later, in order, and in helpings of a buffer."""
        connection, transport = slow()
        pieces = [bytes([65 + i]) * 40_000 for i in range(8)]
        for piece in pieces:
            connection.link.write(piece)
        assert transport.held == 80_000
        for _ in range(3):
            transport.read()
            assert behind(connection)
            assert transport.held == 80_000
        transport.read()
        assert connection.session.told == [("caught_up",)]
        assert transport.value() == b"".join(pieces)

    def test_small_rest(self) -> None:
        """A rest that does not fill the buffer does not leave the peer behind for good."""
        connection, transport = slow()
        connection.link.write(b"x" * (BUFFER + 1))
        connection.link.write(b"rest\n")
        transport.read()
        assert not behind(connection)
        assert transport.value().endswith(b"xrest\n")
        assert connection.clock.getDelayedCalls() == []

    def test_behind_again_at_once(self) -> None:
        """A session may write much when it is told that the peer has caught up."""
        connection, transport = slow()

        def caught_up() -> None:
            connection.link.write(b"z" * (BUFFER + 1))

        connection.session.reactions["caught_up"] = caught_up
        connection.link.write(b"x" * (BUFFER + 1))
        transport.read()
        assert behind(connection)
        assert transport.producerState == "paused"

    def test_nothing_is_read_meanwhile(self) -> None:
        """A peer that does not read is not heard either; when it has read, it is."""
        connection, transport = slow(Limits(line_length=BUFFER * 2))
        connection.feed(b"x" * (BUFFER + 1) + b"\n2\n3\n")
        assert connection.session.names == ["line"]
        assert transport.producerState == "paused"
        connection.clock.advance(10)
        transport.read()
        assert connection.session.names == ["line", "caught_up", "line", "line"]
        assert transport.producerState == "producing"

    def test_paused_for_two_reasons(self) -> None:
        """Both must be gone before it is heard again, in either order."""
        for time_first in (True, False):
            connection, transport = slow(Limits(lines_per_turn=1))
            connection.feed(b"1\n2\n")
            connection.link.write(b"x" * (BUFFER + 1))
            for step in (time_first, not time_first):
                assert connection.session.lines == ["1"]
                if step:
                    connection.clock.advance(0)
                else:
                    transport.read()
            connection.settle()
            assert connection.session.lines == ["1", "2"]
            assert transport.producerState == "producing"

    def test_end_of_input_is_not_read_twice(self) -> None:
        """A peer that has ended its input is not read from again when it has caught up."""
        connection, transport = slow()
        connection.session.reactions["ended"] = lambda: None
        connection.end_input()
        connection.link.write(b"x" * (BUFFER + 1))
        transport.producerState = "paused"
        transport.read()
        assert transport.producerState == "paused"

    def test_backlog_is_bounded(self) -> None:
        """One byte more than the limit beside the buffer, and the peer is cut off."""
        connection, _ = slow(Limits(backlog=1000))
        connection.link.write(b"x" * (BUFFER + 1))
        connection.link.write(b"y" * 1000)
        assert not cut_off(connection)
        connection.link.write(b"z")
        assert cut_off(connection)
        connection.lose()
        assert connection.session.told == [("lost",)]
        assert connection.clock.getDelayedCalls() == []

    def test_too_long_behind(self) -> None:
        """A peer that is behind for a minute is cut off."""
        connection, _ = slow()
        connection.link.write(b"x" * (BUFFER + 1))
        connection.clock.advance(59.9)
        assert not cut_off(connection)
        connection.clock.advance(0.2)
        assert cut_off(connection)

    def test_a_break_counts(self) -> None:
        """One that catches up in between has a minute again."""
        connection, transport = slow()
        for _ in range(3):
            connection.link.write(b"x" * (BUFFER + 1))
            connection.clock.advance(59)
            transport.read()
        assert not cut_off(connection)

    def test_failing_session(self, logged_failures: list[LogEvent]) -> None:
        """A session that fails when told of it costs its connection."""
        connection, transport = slow()

        def caught_up() -> None:
            raise ValueError

        connection.session.reactions["caught_up"] = caught_up
        connection.link.write(b"x" * (BUFFER + 1))
        transport.read()
        assert cut_off(connection)
        assert len(logged_failures) == 1
        logged_failures.clear()


class TestAnswers:
    """What is written while lines are heard."""

    def test_in_order(self) -> None:
        """Answers to lines that came together are sent in their order, before the turn is over."""
        connection = connect(echo)
        connection.feed(b"1\n2\n", b"3\n")
        connection.link.write(b"4\n")
        assert connection.transport.value() == b"1\n2\n3\n4\n"

    def test_together(self) -> None:
        """Answers to lines that came together are one write to the socket, as writes are dear."""

        class Pieces(Stream):
            def __init__(self) -> None:
                super().__init__()
                self.pieces: list[bytes] = []

            def write(self, data: bytes) -> None:
                self.pieces.append(data)

        transport = Pieces()
        connect(echo, transport=transport).feed(b"1\n2\n", b"3\n")
        assert transport.pieces == [b"1\n2\n", b"3\n"]

    def test_long_ones(self) -> None:
        """A long answer is sent at once, and keeps its place."""
        connection = connect(echo, Limits(line_length=10_000))
        long = b"x" * 9000
        connection.feed(b"1\n" + long + b"\n2\n")
        assert connection.transport.value() == b"1\n" + long + b"\n2\n"

    def test_before_the_last_line(self) -> None:
        """What was written before `close` goes out before its last line, nothing after."""

        def leave(session: RecordingSession, text: str) -> None:
            session.link.write(b"so long\n")
            session.link.close(b"bye\n")
            session.link.write(b"too late\n")

        connection = connect(leave)
        connection.feed(b"ABMELDEN\nPING\n")
        assert connection.transport.value() == b"so long\nbye\n"
        assert connection.session.lines == ["ABMELDEN"]


class TestClose:
    """The daemon ends a connection."""

    def test_in_steps(self) -> None:
        """Half-closed, after two seconds closed, five seconds later cut off."""
        connection = connect()
        transport = connection.transport
        connection.link.close(b"bye\n")
        assert transport.value() == b"bye\n"
        assert transport.producer is None
        states = [stage(transport)]
        for seconds in (1.9, 0.2, 4.8, 0.2):
            connection.clock.advance(seconds)
            states.append(stage(transport))
        assert states == ["half-closed", "half-closed", "closing", "closing", "cut off"]

    def test_unread_input(self) -> None:
        """What the peer still says is read and forgotten."""
        connection = connect(limits=Limits(lines_per_turn=1))
        connection.feed(b"1\n2\n3\n")
        assert connection.transport.producerState == "paused"
        connection.link.close()
        assert connection.transport.producerState == "producing"
        connection.feed(b"4\n", b"x" * 10_000)
        connection.clock.advance(1)
        assert connection.session.lines == ["1"]
        assert connection.link.clearLineBuffer() == b""

    def test_peer_closes(self) -> None:
        """As soon as the peer has closed its side, too, the connection is closed."""
        connection = connect()
        connection.link.close()
        connection.end_input()
        assert connection.transport.disconnecting
        assert connection.session.told == []
        connection.lose()
        assert connection.session.told == [("lost",)]
        assert connection.clock.getDelayedCalls() == []

    def test_peer_had_ended(self) -> None:
        """One that has said all is closed at once: there is nothing left to read."""
        connection = connect(echo)
        connection.feed(b"PING\n")
        connection.end_input()
        assert connection.transport.value() == b"PING\n"
        assert connection.transport.disconnecting

    def test_backlog_goes_first(self) -> None:
        """What a slow reader has not got yet is sent before the last line."""
        connection, transport = slow()
        connection.link.write(b"x" * (BUFFER + 1))
        connection.link.write(b"y\n")
        connection.link.close(b"bye\n")
        assert transport.value().endswith(b"xy\nbye\n")
        assert transport.half_closed
        transport.read()
        assert connection.session.told == []
        connection.clock.pump([2, 5])
        assert cut_off(connection)

    @pytest.mark.parametrize("tls", [True, False])
    def test_without_half_close(self, tls: bool) -> None:
        """A transport that cannot half-close, such as TLS, is closed at once; cut off later."""
        transport = SecureStream() if tls else StringTransport()
        connection = connect(transport=transport)
        connection.link.close(b"bye\n")
        assert transport.value() == b"bye\n"
        assert stage(transport) == "closing"
        assert not getattr(transport, "half_closed", False)
        connection.clock.advance(5)
        assert cut_off(connection)

    def test_twice(self) -> None:
        """The second time does nothing, and the session is told of the loss once."""
        connection = connect()
        connection.link.close(b"bye\n")
        connection.link.close(b"bye again\n")
        connection.link.write(b"hello?\n")
        connection.lose()
        connection.link.close(b"still there?\n")
        assert connection.transport.value() == b"bye\n"
        assert connection.session.told == [("lost",)]

    def test_refused(self) -> None:
        """A session that is told of a refusal and does not close is closed all the same."""
        connection = connect(limits=Limits(line_length=3))
        connection.session.reactions["refuse"] = lambda: None
        connection.feed(b"1234\n5\n")
        assert connection.session.told == [("refuse", Refusal.LINE_TOO_LONG)]
        assert isinstance(connection.transport, Stream)
        assert connection.transport.half_closed


def test_lost() -> None:
    """After a loss nothing is written, nothing is told, and nothing is left to do."""
    connection = connect(echo)
    connection.feed(b"PI")
    connection.lose()
    connection.link.write(b"anybody?\n")
    connection.feed(b"NG\n")
    assert connection.transport.value() == b""
    assert connection.session.told == [("lost",)]
    assert connection.clock.getDelayedCalls() == []


class TestLog:
    """What an operator finds in the log: a line for each thing that happened."""

    def test_ordinary(self) -> None:
        """A connection comes and goes."""
        with capturedLogs() as events:
            connect().lose()
        assert [formatEvent(event) for event in events] == [
            f"{PEER}: connected",
            f"{PEER}: gone, Connection was closed cleanly.",
        ]

    def test_refused(self) -> None:
        """One is refused, and why."""
        with capturedLogs() as events:
            connect(limits=Limits(line_length=3)).feed(b"1234\n")
        assert formatEvent(events[-1]) == f"{PEER}: refused, line too long"

    def test_cut_off(self) -> None:
        """One is cut off, and why."""
        with capturedLogs() as events:
            connection, _ = slow()
            connection.link.write(b"x" * (BUFFER + 1))
            connection.clock.advance(60)
        assert formatEvent(events[-1]) == f"{PEER}: cut off, it does not read"
