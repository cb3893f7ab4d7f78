"""
How much of the daemon's time and room a peer gets: turns, floods, places.
"""

from __future__ import annotations

import pytest
from twisted.internet.address import IPv4Address, IPv6Address, UNIXAddress
from twisted.internet.interfaces import IAddress
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.logger import LogEvent, capturedLogs, formatEvent

from boardhub.links.limits import Allowance, Entry, Limits, Places
from boardhub.links.tcp import LineFactory, LineLink
from boardhub.protocols.game import Refusal
from tests.recording import RecordingDialect, RecordingSession, Stream, connect


class TestTurns:
    """A peer with many lines waits for others after some of them."""

    def test_twenty_at_a_time(self) -> None:
        """Of 50 lines that came together 20, 20 and 10 are heard, and others come between."""
        connection = connect()
        seen: list[tuple[int, str]] = []

        def other() -> None:
            seen.append((len(connection.session.lines), connection.transport.producerState))
            if len(seen) < 4:
                connection.clock.callLater(0, other)

        connection.feed(b"PING\n" * 50)
        other()
        connection.clock.advance(0)
        assert seen == [(20, "paused"), (40, "paused"), (50, "producing"), (50, "producing")]
        assert connection.clock.getDelayedCalls() == []

    def test_a_whole_turn(self) -> None:
        """Twenty lines and no more are heard at once, and reading goes on."""
        connection = connect()
        connection.feed(b"PING\n" * 20)
        assert len(connection.session.lines) == 20
        connection.clock.advance(0)
        assert connection.transport.producerState == "producing"
        connection.feed(b"PING\n")
        assert len(connection.session.lines) == 21

    def test_time_of_lines_that_waited(self) -> None:
        """A line that waited came when it was read, also one read while others waited."""
        connection = connect(limits=Limits(lines_per_turn=1))
        connection.feed(b"one\ntwo\nthr")
        connection.clock.advance(0.25)
        connection.session.told.clear()
        connection.feed(b"ee\nfour\n")
        connection.clock.advance(0.25)
        connection.settle()
        assert connection.session.told == [
            ("line", "three", 0.25),
            ("line", "four", 0.25),
        ]

    def test_read_while_lines_wait(self) -> None:
        """What a transport still hands over after it was paused keeps its order and its time."""
        connection = connect(limits=Limits(lines_per_turn=1))
        connection.feed(b"one\ntwo\n")
        connection.clock.rightNow += 0.5
        connection.feed(b"three\n")
        connection.settle()
        assert connection.session.told == [
            ("line", "one", 0.0),
            ("line", "two", 0.0),
            ("line", "three", 0.5),
        ]

    def test_end_of_input_waits(self) -> None:
        """The end of input comes after the lines that wait."""
        connection = connect(limits=Limits(lines_per_turn=1))
        connection.feed(b"one\ntwo\nthree")
        connection.end_input()
        connection.settle()
        assert connection.session.lines == ["one", "two", "three"]
        assert connection.session.names[-1] == "ended"

    def test_unheard(self) -> None:
        """What was read and waits for its turn is known, and when it was read."""
        connection = connect(limits=Limits(lines_per_turn=1))
        link = connection.session.link
        connection.clock.rightNow = 2.0
        assert not link.unheard(2.0)
        connection.feed(b"one\ntwo\n")
        assert link.unheard(2.0)
        assert not link.unheard(1.9)
        connection.settle()
        assert not link.unheard(2.0)

    def test_slowed_is_not_unheard(self) -> None:
        """Nobody waits for a peer that says too much."""
        connection = connect(limits=Limits(burst=20, lines_per_second=10))
        connection.feed(b"PING\n" * 30)
        assert not connection.session.link.unheard(0.0)

    def test_closed_while_lines_wait(self) -> None:
        """After `close` the lines that wait are not heard any more."""
        connection = connect()
        connection.feed(b"PING\n" * 120)
        connection.session.link.close()
        connection.clock.advance(1)
        assert len(connection.session.lines) == 20

    def test_closed_by_a_line_that_waited(self) -> None:
        """Nor are those that were read after the line that closed the link."""

        def leave(session: RecordingSession, text: str) -> None:
            if text == "leave":
                session.link.close()

        connection = connect(leave, Limits(lines_per_turn=2))
        connection.feed(b"1\n2\n", b"leave\n", b"3\n")
        connection.settle()
        assert connection.session.lines == ["1", "2", "leave"]

    def test_lost_while_lines_wait(self) -> None:
        """A connection that is lost leaves nothing to do."""
        connection = connect()
        connection.feed(b"PING\n" * 120)
        connection.lose()
        connection.clock.advance(0)
        assert len(connection.session.lines) == 20
        assert connection.clock.getDelayedCalls() == []
        assert connection.session.names[20:] == ["lost"]


class TestFlood:
    """A peer that says too much."""

    LIMITS = Limits(lines_per_second=100, burst=200, lines_per_turn=10, patience=5)

    def test_slowed_after_the_burst(self) -> None:
        """200 lines are heard at once, then two every fiftieth of a second: not in lumps."""
        connection = connect(limits=self.LIMITS)
        connection.feed(b"PING\n" * 300)
        connection.settle()
        assert len(connection.session.lines) == 200
        connection.clock.advance(0.019)
        assert len(connection.session.lines) == 200
        connection.clock.advance(0.002)
        assert len(connection.session.lines) == 202
        connection.clock.pump([0.021] * 5)
        assert len(connection.session.lines) == 212

    def test_answers_do_not_count(self) -> None:
        """Who says only what is asked for is never slowed, however fast the match goes."""

        def answer(session: RecordingSession, text: str) -> None:
            session.link.answered()

        connection = connect(answer, Limits(burst=20, lines_per_second=1))
        for _ in range(1000):
            connection.feed(b"1\nN\n")
            connection.clock.advance(0)
        assert len(connection.session.lines) == 2000
        assert connection.transport.producerState == "producing"

    def test_an_answer_pardons_ten_lines(self) -> None:
        """Not any number of others."""

        def answer(session: RecordingSession, text: str) -> None:
            if text == "N":
                session.link.answered()

        connection = connect(answer, Limits(burst=50, lines_per_second=0.001))
        for _ in range(10):
            connection.feed(b"PING\n" * 19 + b"N\n")
            connection.clock.advance(0)
        # Of the first 50, and of ten more for each N that was heard.
        assert len(connection.session.lines) < 100
        assert connection.transport.producerState == "paused"

    def test_within_the_limit(self) -> None:
        """A peer that keeps to the limit is never slowed."""
        connection = connect(limits=self.LIMITS)
        for _ in range(200):
            connection.feed(b"PING\n" * 9)
            connection.clock.advance(0.1)
        assert len(connection.session.lines) == 1800
        assert connection.transport.producerState == "producing"

    def test_silence_is_not_saved(self) -> None:
        """After an hour of silence the burst is no longer than at the beginning."""
        connection = connect(limits=self.LIMITS)
        connection.clock.advance(3600)
        connection.feed(b"PING\n" * 300)
        connection.settle()
        assert len(connection.session.lines) == 200

    def test_refused(self) -> None:
        """One that had to be slowed for five seconds on end is refused."""
        connection = connect(limits=self.LIMITS)
        flood(connection.link, connection.transport, connection.clock, 4.9)
        assert "refuse" not in connection.session.names
        flood(connection.link, connection.transport, connection.clock, 0.3)
        assert connection.session.told[-1] == ("refuse", Refusal.FLOOD)
        # The burst, and 100 lines a second for five seconds.
        assert 650 <= len(connection.session.lines) <= 710
        assert connection.transport.value() == b"FEHLER too many lines\n"

    def test_forgiven(self) -> None:
        """A second in which it need not be slowed is a new start."""
        connection = connect(limits=self.LIMITS)
        for _ in range(4):
            flood(connection.link, connection.transport, connection.clock, 3.5)
            # What still waits takes a second at most.
            connection.clock.pump([0.1] * 25)
        assert "refuse" not in connection.session.names

    def test_small_burst(self) -> None:
        """A burst as small as a turn forgives nothing by itself."""
        limits = Limits(lines_per_second=100, burst=10, lines_per_turn=10, patience=5)
        connection = connect(limits=limits)
        flood(connection.link, connection.transport, connection.clock, 5.5)
        assert connection.session.told[-1] == ("refuse", Refusal.FLOOD)

    def test_end_while_slowed(self) -> None:
        """Nothing is forgotten of a peer that stops in time."""
        connection = connect(limits=self.LIMITS)
        connection.feed(b"PING\n" * 300)
        connection.end_input()
        connection.clock.pump([0.05] * 30)
        assert len(connection.session.lines) == 300
        assert connection.session.names[-1] == "ended"

    def test_rates_below_a_line(self) -> None:
        """However low the limits are, lines go on."""
        limits = Limits(lines_per_second=0.5, burst=1, lines_per_turn=3, patience=1000)
        connection = connect(limits=limits)
        connection.feed(b"1\n2\n3\n")
        connection.clock.pump([1.0] * 5)
        assert connection.session.lines == ["1", "2", "3"]


def flood(link: LineLink, transport: StringTransport, clock: Clock, seconds: float) -> None:
    """Send ever more lines for a while, as far as they are read."""
    for _ in range(round(seconds / 0.05)):
        if transport.producerState == "producing":
            link.dataReceived(b"PING\n" * 100)
        clock.advance(0.05)


def test_clock_set_back() -> None:
    """A system clock that jumps back takes nothing from anybody."""
    allowance = Allowance(Limits(), 1000.0)
    allowance.grant(10.0)
    assert allowance.left == 20
    allowance.grant(11.0)
    assert allowance.left == 20


def test_useless_limits() -> None:
    """A limit that would let nobody in or say nothing is refused."""
    with pytest.raises(ValueError, match="connections"):
        Limits(connections=0)
    with pytest.raises(ValueError, match="lines_per_second"):
        Limits(lines_per_second=0)


class TestPlaces:
    """Who gets in."""

    def test_in_all(self) -> None:
        """Beyond the limit some are told why, any more are cut off, and places come back."""
        places = Places(Limits(connections=2, farewells=1), Clock())
        entries = [places.enter("a"), places.enter("b"), places.enter("c"), places.enter("d")]
        assert entries == [Entry.PLACE, Entry.PLACE, Entry.FAREWELL, Entry.NOTHING]
        places.leave("d", Entry.NOTHING)
        assert places.enter("d") is Entry.NOTHING
        places.leave("c", Entry.FAREWELL)
        assert places.enter("d") is Entry.FAREWELL
        places.leave("a", Entry.PLACE)
        assert places.enter("e") is Entry.PLACE
        assert places.connections == 2

    def test_per_address(self) -> None:
        """Peers of one address find an end of the places; peers without one do not."""
        places = Places(Limits(per_address=2), Clock())
        entries = [places.enter(each) for each in ("a", "a", "a", "b", None, None, None)]
        assert [each is Entry.PLACE for each in entries] == [True, True, False] + [True] * 4
        places.leave("a", Entry.PLACE)
        assert places.enter("a") is Entry.PLACE
        assert places.enter("a") is Entry.FAREWELL
        places.leave(None, Entry.PLACE)
        assert places.connections == 5


class TestNeighbours:
    """Many connections from one place are in the way of each other only."""

    def test_share_of_a_turn(self) -> None:
        """Five peers of one address have six lines each; four of all of them go at a time."""
        factory, dialect = port(Limits(lines_per_turn=2, address_lines_per_turn=4))
        clock = factory.clock
        assert isinstance(clock, Clock)
        many = [arrive(factory, IPv4Address("TCP", "10.0.0.1", each)) for each in range(5)]
        one = arrive(factory, IPv4Address("TCP", "10.0.0.2", 1))
        for each in (*many, one):
            each.protocol.dataReceived(b"PING\n" * 6)
        heard: list[list[int]] = []

        def look() -> None:
            heard.append([len(session.lines) for session in dialect.sessions])
            if len(heard) < 8:
                clock.callLater(0, look)

        look()
        clock.advance(0)
        assert heard[0] == [2, 2, 0, 0, 0, 2]
        assert heard[1] == [4, 4, 0, 0, 0, 4]
        assert heard[2] == [4, 4, 2, 2, 0, 6]
        assert [len(session.lines) for session in dialect.sessions] == [6] * 6
        totals = [sum(each[:5]) for each in heard]
        assert totals == [4, 8, 12, 16, 20, 24, 28, 30]

    def test_time_of_what_waited(self) -> None:
        """A line came when it was read, not when its turn came."""
        factory, dialect = port(Limits(address_lines_per_turn=1))
        clock = factory.clock
        assert isinstance(clock, Clock)
        first, second = arrive(factory), arrive(factory)
        first.protocol.dataReceived(b"PING\n")
        clock.rightNow = 0.5
        second.protocol.dataReceived(b"PING\n")
        assert dialect.sessions[1].told == []
        clock.advance(0.25)
        assert dialect.sessions[1].told == [("line", "PING", 0.5)]

    def test_gone_while_they_wait(self) -> None:
        """Who is gone takes nobody's turn."""
        factory, dialect = port(Limits(address_lines_per_turn=1))
        clock = factory.clock
        assert isinstance(clock, Clock)
        peers = [arrive(factory) for _ in range(3)]
        for each in peers:
            each.protocol.dataReceived(b"PING\n")
        peers[1].protocol.connectionLost()
        clock.advance(0)
        assert [len(session.lines) for session in dialect.sessions] == [1, 0, 1]


class TestDoor:
    """The same at a port."""

    def test_turned_away(self) -> None:
        """It is told why, without a session, and closed; its lines are not heard."""
        factory, dialect = port(Limits(connections=1))
        with capturedLogs() as events:
            first, second = arrive(factory), arrive(factory)
        peer = "192.168.1.1:54321"
        assert formatEvent(events[-1]) == f"{peer}: turned away, too many connections"
        second.protocol.dataReceived(b"PING\n")
        assert len(dialect.sessions) == 1
        assert dialect.sessions[0].told == []
        assert first.value() == b""
        assert second.value() == b"FEHLER too many connections\n"
        assert second.half_closed

    def test_cut_off(self) -> None:
        """When many are being turned away already the next is cut off."""
        factory, _ = port(Limits(connections=1, farewells=1))
        arrive(factory)
        arrive(factory)
        third = arrive(factory)
        assert third.value() == b""
        assert third.disconnected

    def test_place_is_given_back(self) -> None:
        """Who goes makes room for the next."""
        factory, dialect = port(Limits(connections=1))
        first = arrive(factory)
        first.protocol.connectionLost()
        arrive(factory)
        assert len(dialect.sessions) == 2
        assert dialect.sessions[0].told == [("lost",)]

    @pytest.mark.parametrize(
        ("one", "two", "fits"),
        [
            (IPv4Address("TCP", "10.0.0.1", 1), IPv4Address("TCP", "10.0.0.1", 2), False),
            (IPv4Address("TCP", "10.0.0.1", 1), IPv4Address("TCP", "10.0.0.2", 1), True),
            (IPv6Address("TCP", "::1", 1), IPv6Address("TCP", "::1", 2), False),
            (UNIXAddress(None), UNIXAddress(None), True),
        ],
    )
    def test_address(self, one: IAddress, two: IAddress, fits: bool) -> None:
        """Ports of one host share its places; a Unix socket has no host."""
        factory, dialect = port(Limits(per_address=1))
        arrive(factory, one)
        arrive(factory, two)
        assert len(dialect.sessions) == 1 + fits

    def test_ports_share_places(self) -> None:
        """The limit holds for all ports together."""
        limits = Limits(connections=1)
        places = Places(limits, Clock())
        dialect = RecordingDialect()
        for _ in range(2):
            arrive(LineFactory(dialect, limits, Clock(), places=places))
        assert len(dialect.sessions) == 1

    @pytest.mark.parametrize(
        ("address", "peer"),
        [
            (IPv4Address("TCP", "10.0.0.1", 4711), "10.0.0.1:4711"),
            (IPv6Address("TCP", "::1", 4711), "[::1]:4711"),
            (UNIXAddress(None), "local peer"),
        ],
    )
    def test_name(self, address: IAddress, peer: str) -> None:
        """The log calls a peer by its address."""
        factory, dialect = port(Limits())
        arrive(factory, address)
        assert dialect.sessions[0].link.peer == peer


class Door(Stream):
    """A transport that knows its link."""

    protocol: LineLink


def port(limits: Limits) -> tuple[LineFactory, RecordingDialect]:
    """A port and what hears its sessions."""
    dialect = RecordingDialect()
    return LineFactory(dialect, limits, Clock()), dialect


def arrive(factory: LineFactory, address: IAddress | None = None) -> Door:
    """A peer comes to a port."""
    transport = Door(peerAddress=address)
    transport.protocol = factory.buildProtocol(address)
    transport.protocol.makeConnection(transport)
    return transport


def test_failing_arrival(logged_failures: list[LogEvent]) -> None:
    """A dialect that fails costs that connection, and its place is free again."""

    class Failing(RecordingDialect):
        def arrive(self, link: object) -> RecordingSession:
            raise ValueError("no")

    factory = LineFactory(Failing(), Limits(connections=1), Clock())
    transport = arrive(factory)
    assert transport.disconnected
    transport.protocol.connectionLost()
    assert factory.places.connections == 0
    assert len(logged_failures) == 1
    logged_failures.clear()
