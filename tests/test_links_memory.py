"""
The peer in memory behaves as one on a socket.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from twisted.internet.task import Clock
from twisted.logger import LogEvent

from boardhub.links.memory import MemoryLink
from boardhub.protocols.game import Link, Session, Wire
from tests.recording import RecordingDialect, RecordingSession, echo, silence


def session_of(link: MemoryLink) -> RecordingSession:
    """The session that the dialect made."""
    assert isinstance(link.session, RecordingSession)
    return link.session


def connect(
    answer: Callable[[RecordingSession, str], None] = echo,
    on_line: Callable[[str], object] | None = None,
) -> tuple[MemoryLink, RecordingSession, Clock]:
    """A peer in memory, its session and the clock."""
    clock = Clock()
    link = MemoryLink(RecordingDialect(answer), clock, on_line)
    return link, session_of(link), clock


def test_is_a_link() -> None:
    """A session finds all it needs of a link."""
    link, session, _ = connect()
    as_link: Link = link
    assert session.link is as_link
    assert as_link.peer == "memory"


def test_send_and_take() -> None:
    """A line is heard at once, with its time, and the answers are there."""
    link, session, clock = connect()
    clock.advance(1.5)
    link.send("PING")
    link.send("größer")
    assert session.told == [("line", "PING", 1.5), ("line", "größer", 1.5)]
    assert link.received == ["PING", "größer"]
    assert link.take() == ["PING", "größer"]
    assert link.take() == []
    assert clock.getDelayedCalls() == []


@pytest.mark.parametrize("wire", [Wire(), Wire("\r\n"), Wire("|"), Wire("\n", "latin-1")])
def test_wire(wire: Wire) -> None:
    """Lines are told apart the way the dialect ends and encodes them."""

    def answer(session: RecordingSession, text: str) -> None:
        session.link.write(wire.encode([text, "", "ä\u2028"]))

    link = MemoryLink(RecordingDialect(answer), Clock(), wire=wire)
    link.send("über")
    separator = "?" if wire.encoding == "latin-1" else "\u2028"
    assert link.take() == ["über", "", "ä" + separator]


def test_close() -> None:
    """The last line comes, then nothing; the session is told of the loss later, once."""
    link, session, clock = connect()
    session.link.close(b"bye\n")
    session.link.write(b"too late\n")
    session.link.close(b"bye again\n")
    link.send("PING")
    assert link.closed
    assert link.take() == ["bye"]
    assert session.told == []
    clock.advance(0)
    link.lost()
    assert session.told == [("lost",)]


def test_lost() -> None:
    """A loss is told at once, and after it nothing goes either way."""
    link, session, clock = connect()
    link.lost()
    link.lost()
    link.send("PING")
    link.end()
    session.link.write(b"anybody?\n")
    session.link.close()
    clock.advance(0)
    assert session.told == [("lost",)]
    assert link.closed
    assert link.received == []


def test_end() -> None:
    """After the end of its input the peer says nothing more, but it still reads."""
    link, session, _ = connect()
    session.reactions["ended"] = lambda: session.link.write(b"still here\n")
    link.end()
    link.end()
    link.send("PING")
    assert session.told == [("ended",)]
    assert link.take() == ["still here"]


def test_behind() -> None:
    """A peer that is behind gets its lines all the same; the session hears when it is not."""
    link, session, _ = connect()
    link.behind = False
    link.behind = True
    session.link.write(b"one\n")
    assert session.link.behind
    assert link.take() == ["one"]
    assert session.told == []
    link.behind = False
    assert session.told == [("caught_up",)]


class TestOnLine:
    """A bot that is called for each line."""

    def test_later(self) -> None:
        """It is called a turn later, in order, and nothing is kept beside."""
        heard: list[str] = []
        link, session, clock = connect(on_line=heard.append)
        session.link.write(b"1\n2\n")
        session.link.write(b"3\n")
        assert heard == []
        clock.advance(0)
        assert heard == ["1", "2", "3"]
        assert link.received == []
        assert clock.getDelayedCalls() == []

    def test_answers(self) -> None:
        """What it says at once reaches a session that is not at work."""
        depth: list[int] = []
        busy = 0

        def answer(session: RecordingSession, text: str) -> None:
            nonlocal busy
            busy += 1
            depth.append(busy)
            if len(depth) < 5:
                session.link.write(b"ZUG\n")
            busy -= 1

        link, session, clock = connect(answer, on_line=lambda text: link.send("BEREIT"))
        session.link.write(b"ZUG\nZUG\n")
        clock.advance(0)
        assert session.lines == ["BEREIT"] * 6
        assert depth == [1] * 6

    def test_last_line(self) -> None:
        """It hears what was written before the close."""
        heard: list[str] = []
        _, session, clock = connect(on_line=heard.append)
        session.link.write(b"1\n")
        session.link.close(b"bye\n")
        clock.advance(0)
        assert heard == ["1", "bye"]
        assert session.told == [("lost",)]

    def test_leaves(self) -> None:
        """One that drops its connection hears nothing more, of the same lines either."""
        heard: list[str] = []

        def leave(text: str) -> None:
            heard.append(text)
            link.lost()

        link, session, clock = connect(on_line=leave)
        session.link.write(b"1\n2\n")
        clock.advance(0)
        assert heard == ["1"]
        assert session.told == [("lost",)]

    def test_fails(self, logged_failures: list[LogEvent]) -> None:
        """One that fails is lost, and the log says why."""

        def fail(text: str) -> None:
            raise ValueError(text)

        _, session, clock = connect(on_line=fail)
        session.link.write(b"1\n")
        clock.advance(0)
        assert session.told == [("lost",)]
        assert [event["log_failure"].value.args for event in logged_failures] == [("1",)]
        logged_failures.clear()


def test_failing_session(logged_failures: list[LogEvent]) -> None:
    """A session that fails is logged and loses its connection, as on a socket."""

    def fail(session: RecordingSession, text: str) -> None:
        raise ValueError(text)

    link, session, _ = connect(fail)
    link.send("1")
    assert session.names == ["line", "lost"]
    assert [event["log_failure"].value.args for event in logged_failures] == [("1",)]
    logged_failures.clear()


def test_closed_on_arrival() -> None:
    """A dialect may refuse a peer when it comes; the loss is told later."""

    class Refusing(RecordingDialect):
        def arrive(self, link: Link) -> Session:
            session = super().arrive(link)
            link.close(b"no\n")
            return session

    clock = Clock()
    link = MemoryLink(Refusing(silence), clock)
    assert link.take() == ["no"]
    clock.advance(0)
    assert session_of(link).told == [("lost",)]
