"""
Bytes from a peer become lines for a session.
"""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.interfaces import IHalfCloseableProtocol, IPushProducer
from twisted.logger import LogEvent
from zope.interface.verify import verifyObject

from boardhub.links.framing import decode
from boardhub.links.limits import Limits
from boardhub.protocols.game import Refusal
from tests.recording import RecordingSession, Told, connect

IAC, SB, SE, WILL, DO, NOP = b"\xff", b"\xfa", b"\xf0", b"\xfb", b"\xfd", b"\xf1"


def cut(data: bytes, size: int) -> list[bytes]:
    """The data in packets of a size."""
    return [data[i : i + size] for i in range(0, len(data), size)]


def test_interfaces() -> None:
    """A link is what the transport takes it for."""
    link = connect().link
    assert verifyObject(IHalfCloseableProtocol, link)
    assert verifyObject(IPushProducer, link)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 1000])
def test_ends_of_lines(size: int) -> None:
    """LF, CR LF and CR NUL end a line alike, however the packets are cut."""
    connection = connect()
    connection.feed(*cut(b"one\ntwo\r\nthree\r\0four\r\n\r\0\nfive \n", size))
    assert connection.session.lines == ["one", "two", "three", "four", "", "", "five "]


def test_other_returns_and_nulls_stay() -> None:
    """One CR before the end goes; any other, and a NUL elsewhere, is text."""
    connection = connect()
    connection.feed(b"a\rb\r\r\n", b"c\0d\n", b"\0e\n")
    assert connection.session.lines == ["a\rb\r", "c\0d", "\0e"]


def test_separators() -> None:
    """With toxic's separator a line ends there, too, also after a CR."""
    connection = connect(separators=b"|")
    connection.feed(b"ID_OKAY|MOVE NORTH SOUTH\n|PI", b"NG|a\r|b\r\n")
    assert connection.session.lines == ["ID_OKAY", "MOVE NORTH SOUTH", "", "PING", "a", "b"]


def test_a_separator_of_others_is_text() -> None:
    """Without separators a ``|`` is a character."""
    connection = connect()
    connection.feed(b"NAME a|b\n")
    assert connection.session.lines == ["NAME a|b"]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("NAME Ján Ω 将棋".encode(), "NAME Ján Ω 将棋"),
        ("NAME Jürgen".encode("latin-1"), "NAME Jürgen"),
        ("größer ".encode() + b"\xfc", "grÃ¶Ã\x9fer ü"),
        (b"\xff", "ÿ"),
        (b"\xffa\xff", "ÿaÿ"),
    ],
)
def test_text_of_any_bytes(line: bytes, text: str) -> None:
    """A line is UTF-8 as a whole, or else Latin-1 as a whole."""
    connection = connect()
    connection.feed(line + b"\r\n")
    assert connection.session.lines == [text]


TELNET = [
    (IAC + WILL + b"\x18" + IAC + DO + b"\x01PING", "PING"),
    (b"PI" + IAC + NOP + b"NG", "PING"),
    (IAC + SB + b"\x1f\x00\x50\x00\x18" + IAC + SE + b"PING", "PING"),
    (IAC + SB + b"\x18a" + IAC + IAC + b"b\n" + IAC + SE + b"PING", "PING"),
    (b"PI" + IAC + WILL + b"\nNG", "PING"),
    (b"J" + IAC + IAC + b"rg", "Jÿrg"),
    ("Ján".encode() + IAC + NOP, "Ján"),
    (b"PING" + IAC + DO + b"\r", "PING"),
]


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
@pytest.mark.parametrize(("line", "text"), TELNET)
def test_telnet_is_skipped(line: bytes, text: str, size: int) -> None:
    """No Telnet sequence is text, wherever it is cut and whatever it holds."""
    connection = connect()
    connection.feed(*cut(b"1\n" + line + b"\r\n2\n", size))
    assert connection.session.lines == ["1", text, "2"]


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
@pytest.mark.parametrize(
    ("data", "begins"),
    [
        (IAC + NOP + b"\n", False),
        (IAC + NOP + b" \t" + IAC + WILL + b"\x18\r\n", False),
        (b" " + IAC + SB + b"\x18ab" + IAC + IAC + IAC + SE + b"\n", False),
        (IAC + DO + b"\n", False),
        (IAC + IAC + b"1", True),
        (IAC + b"a1", True),
        (IAC + NOP + b" 1", True),
        (IAC + SB + b"\x18" + IAC + SE + b"1", True),
    ],
)
def test_telnet_begins_no_line(data: bytes, begins: bool, size: int) -> None:
    """A line begins with its text: what is skipped is none, nor what may become a sequence yet."""
    connection = connect()
    connection.feed(*cut(data, size))
    assert bool(connection.session.begun_at) is begins


def test_endless_subnegotiation() -> None:
    """A Telnet sequence that does not end is a line that does not."""
    connection = connect()
    connection.feed(IAC + SB, *[b"x\n" * 10] * 30)
    connection.settle()
    assert connection.session.told == [("refuse", Refusal.LINE_TOO_LONG)]


def test_when_the_last_byte_was_read() -> None:
    """A line has come when its last byte has, whenever it began."""
    connection = connect()
    connection.feed(b"one\ntw")
    connection.clock.advance(2.5)
    connection.feed(b"o\nthree\n")
    assert connection.session.told == [
        ("line", "one", 0.0),
        ("line", "two", 2.5),
        ("line", "three", 2.5),
    ]


class TestLength:
    """Lines that are too long."""

    @pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r\0"])
    def test_longest(self, end: bytes) -> None:
        """512 bytes are a line, whatever ends it."""
        connection = connect()
        connection.feed(b"x" * 512 + end)
        assert connection.session.lines == ["x" * 512]

    @pytest.mark.parametrize("size", [1, 100, 1000])
    @pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r\0"])
    def test_too_long(self, end: bytes, size: int) -> None:
        """With one byte more it is refused, after the lines before it and before those after."""
        connection = connect()
        connection.feed(*cut(b"PING\n" + b"x" * 513 + end + b"PING\n", size))
        assert connection.session.told == [
            ("line", "PING", 0.0),
            ("refuse", Refusal.LINE_TOO_LONG),
        ]
        assert connection.transport.value() == b"FEHLER line too long\n"

    def test_never_ending(self) -> None:
        """A line is refused before it ends, and nothing more is kept of it."""
        connection = connect()
        connection.feed(*[b"x" * 100] * 2000)
        assert connection.session.told == [("refuse", Refusal.LINE_TOO_LONG)]
        assert connection.link.clearLineBuffer() == b""

    @pytest.mark.parametrize("size", [1, 3, 1000])
    def test_blanks_before_it(self, size: int) -> None:
        """Blanks that a line begins with are not measured, however many and in which packets."""
        connection = connect(limits=Limits(line_length=4))
        connection.feed(*cut(b" " * 30 + b"\n" + b" \t" * 10 + b"1234\n" + b"    12345\n", size))
        lines = [line.strip(" \t") for line in connection.session.lines]
        assert lines == ["", "1234"]
        assert connection.session.told[-1] == ("refuse", Refusal.LINE_TOO_LONG)

    def test_blanks_without_end(self) -> None:
        """They cost as much as lines: who says nothing else is slowed, and refused in the end."""
        connection = connect(limits=Limits(patience=1.0))
        for _ in range(3000):
            connection.feed(b" " * 1024)
            connection.clock.advance(1 / 1024)
        assert connection.session.told == [("refuse", Refusal.FLOOD)]

    @pytest.mark.parametrize(
        ("rest", "begun"), [(b" \t\r", []), (b" \x0b", [0.0]), (b"\x0c", [0.0])]
    )
    def test_what_begins_a_line(self, rest: bytes, begun: list[float]) -> None:
        """Anything but blanks, tabs and returns does, also what Python calls a space."""
        connection = connect()
        connection.feed(rest)
        assert connection.session.begun_at == begun

    def test_bytes_are_counted(self) -> None:
        """The limit is in bytes, not in characters."""
        connection = connect(limits=Limits(line_length=6))
        connection.feed("äöü\n".encode(), "äöüß\n".encode())
        assert connection.session.told == [
            ("line", "äöü", 0.0),
            ("refuse", Refusal.LINE_TOO_LONG),
        ]

    def test_unfinished_at_the_end(self) -> None:
        """The last line is measured, too, if it has no end."""
        connection = connect(limits=Limits(line_length=4))
        connection.feed(b"12345")
        connection.end_input()
        assert connection.session.told == [("refuse", Refusal.LINE_TOO_LONG)]


def test_unfinished_line() -> None:
    """It is what stands behind the last end of a line, however many lines wait to be heard."""
    connection = connect(limits=Limits(lines_per_turn=1), separators=b"|")
    connection.feed(b"1\n2\n3")
    assert connection.session.lines == ["1"]
    assert connection.link.unfinished == b"3"
    connection.feed(b"4\n5|6")
    assert connection.link.unfinished == b"6"
    connection.feed(b"\n")
    assert connection.link.unfinished == b""


@pytest.mark.parametrize("rest", [b" ", b" \t ", b"\r", b"  \r", IAC + NOP])
def test_blanks_are_no_unfinished_line(rest: bytes) -> None:
    """Nothing has been said that lacks its end."""
    connection = connect()
    connection.feed(b"1\n" + rest)
    assert connection.link.unfinished == b""


class TestEndOfInput:
    """A peer that shuts down its sending side."""

    def test_after_a_whole_line(self) -> None:
        """The session is told once, after the lines."""
        connection = connect()
        connection.feed(b"PING\n")
        connection.end_input()
        assert connection.session.told == [("line", "PING", 0.0), ("ended",)]

    @pytest.mark.parametrize("rest", [b"PING", b"PING\r", b"PING" + IAC + WILL])
    def test_unfinished_line(self, rest: bytes) -> None:
        """What has no end is a line all the same, of the time when it was read."""
        connection = connect()
        connection.feed(rest)
        connection.clock.advance(1)
        connection.end_input()
        assert connection.session.told == [("line", "PING", 0.0), ("ended",)]

    def test_closed_by_the_last_line(self) -> None:
        """A session that closes on the last line is not told of the end."""
        connection = connect(lambda session, text: session.link.close())
        connection.feed(b"ABMELDEN")
        connection.end_input()
        assert connection.session.told == [("line", "ABMELDEN", 0.0)]


class TestFailures:
    """What goes wrong in a session."""

    def test_line(self, logged_failures: list[LogEvent]) -> None:
        """An exception is logged, ends the connection, and no line is told after it."""

        def fail(session: RecordingSession, text: str) -> None:
            raise ValueError(text)

        connection = connect(fail)
        connection.feed(b"one\ntwo\n", b"three\n")
        assert connection.session.lines == ["one"]
        assert connection.transport.disconnected
        connection.lose()
        assert connection.session.names == ["line", "lost"]
        (event,) = logged_failures
        assert event["log_failure"].check(ValueError)
        logged_failures.clear()

    def test_what_it_wrote(self, logged_failures: list[LogEvent]) -> None:
        """The peer gets nothing of a line that failed halfway, nor anything after it."""

        def fail(session: RecordingSession, text: str) -> None:
            session.link.write(b"half\n")
            raise ValueError(text)

        connection = connect(fail)
        connection.feed(b"one\n")
        connection.session.link.write(b"more\n")
        assert connection.transport.value() == b""
        logged_failures.clear()


ODD = [b"\n", b"\r", b"\0", b"|", IAC, SB, SE, WILL, NOP, b" ", b"a", "ä".encode(), b"bcdefgh"]


PIECES = st.lists(st.sampled_from(ODD) | st.binary(max_size=4), max_size=40).map(b"".join)


@given(PIECES, st.lists(st.integers(0, 200), max_size=12), st.sampled_from([b"", b"|"]))
def test_any_bytes_in_any_packets(data: bytes, cuts: list[int], separators: bytes) -> None:
    """The same bytes are the same lines, whole or cut anywhere, and nothing is ever logged."""
    limits = Limits(line_length=12, lines_per_turn=3)
    edges = sorted({0, *(each for each in cuts if each < len(data)), len(data)})
    packets = [data[a:b] for a, b in pairwise(edges)]
    whole = told_of([data] if data else [], limits, separators)
    parts = told_of(packets, limits, separators)
    single = told_of(cut(data, 1), limits, separators)
    assert whole == parts == single
    assert whole[-1] in (("ended",), ("refuse", Refusal.LINE_TOO_LONG))
    for name, text, *_ in whole[:-1]:
        assert name == "line"
        assert isinstance(text, str)
        assert len(text) <= 12
        assert "\n" not in text
        assert not (separators and "|" in text)


@given(PIECES.map(lambda data: data.replace(IAC, b"").replace(b"\0", b"")))
def test_plain_bytes(data: bytes) -> None:
    """Where nothing is special, lines are what lies between line feeds, without blanks before."""
    ends = [each.lstrip(b" ") for each in data.split(b"\n")]
    *lines, rest = [each.removesuffix(b"\r") for each in ends]
    told = told_of([data] if data else [], Limits(line_length=1000), b"")
    assert [each[1] for each in told[:-1]] == [decode(each) for each in lines + [rest] * bool(rest)]


def told_of(packets: list[bytes], limits: Limits, separators: bytes) -> list[Told]:
    """What a session is told of these packets and the end of input after them."""
    connection = connect(limits=limits, separators=separators)
    connection.feed(*packets)
    connection.end_input()
    connection.settle()
    told = list(connection.session.told)
    connection.lose()
    assert connection.session.told == [*told, ("lost",)]
    return told
