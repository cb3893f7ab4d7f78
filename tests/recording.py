"""
Sessions that write down what they are told, and the transport under a link
that tells them.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field
from twisted.internet.error import ConnectionDone
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from boardhub.hub.resting import Resting
from boardhub.links.limits import Limits
from boardhub.links.tcp import LineFactory, LineLink
from boardhub.protocols.game import Link, Refusal, Session

#: What a session was told: the method's name and what it was given.
Told = tuple[object, ...]


@define(eq=False)
class RecordingSession:
    """
    Keeps what it is told. Says why when it is refused, and closes then and at
    the end of input, unless there is another reaction.
    """

    link: Link
    answer: Callable[[RecordingSession, str], None]
    told: list[Told] = field(factory=list)
    reactions: dict[str, Callable[[], None]] = field(factory=dict)
    """What to do instead, by the name of the method."""

    begun_at: list[float] = field(factory=list)
    """When it was told that a line had begun to come."""

    @property
    def lines(self) -> list[str]:
        """The lines it was told."""
        return [str(each[1]) for each in self.told if each[0] == "line"]

    @property
    def names(self) -> list[object]:
        """What it was told, without what it was given."""
        return [each[0] for each in self.told]

    def line(self, text: str, at: float) -> None:
        """Keep the line, and answer it."""
        self.told.append(("line", text, at))
        self.answer(self, text)

    def begun(self, at: float) -> None:
        """Keep when."""
        self.begun_at.append(at)

    def refuse(self, why: Refusal) -> None:
        """Say why, and close."""
        self.told.append(("refuse", why))
        last = f"FEHLER {why.value}\n".encode()
        self.reactions.get("refuse", lambda: self.link.close(last))()

    def ended(self) -> None:
        """Close."""
        self.told.append(("ended",))
        self.reactions.get("ended", self.link.close)()

    def caught_up(self) -> None:
        """Do nothing."""
        self.told.append(("caught_up",))
        self.reactions.get("caught_up", lambda: None)()

    def lost(self) -> None:
        """Do nothing."""
        self.told.append(("lost",))


def silence(session: RecordingSession, text: str) -> None:
    """Answer nothing."""


def echo(session: RecordingSession, text: str) -> None:
    """Say the line back."""
    session.link.write(text.encode() + b"\n")


@define(eq=False)
class RecordingDialect:
    """Keeps its sessions, each of which answers its lines with ``answer``."""

    answer: Callable[[RecordingSession, str], None] = silence
    sessions: list[RecordingSession] = field(factory=list)

    def arrive(self, link: Link) -> Session:
        """A session that records."""
        session = RecordingSession(link, self.answer)
        self.sessions.append(session)
        return session

    def resume(self, match: Resting) -> None:
        """There are no programs."""

    def turned_away(self, why: Refusal) -> bytes:
        """The refusal as a line."""
        return f"FEHLER {why.value}\n".encode()


class Stream(StringTransport):
    """A transport in memory that can end its output alone, as a socket's can."""

    half_closed = False

    def loseWriteConnection(self) -> None:
        """End the output."""
        self.half_closed = True


@define(eq=False)
class Connection:
    """A link on a transport in memory, its session, and a hand-driven clock."""

    link: LineLink
    transport: StringTransport
    session: RecordingSession
    clock: Clock

    def feed(self, *packets: bytes) -> None:
        """Have these packets read, one after the other."""
        for packet in packets:
            self.link.dataReceived(packet)

    def end_input(self) -> None:
        """The peer shuts down its sending side."""
        self.link.readConnectionLost()

    def lose(self) -> None:
        """The connection is lost."""
        self.link.connectionLost(Failure(ConnectionDone()))

    def settle(self, turns: int = 1000) -> None:
        """Let turns go by until nothing is left to do at once."""
        for _ in range(turns):
            now = self.clock.seconds()
            if not any(call.getTime() <= now for call in self.clock.getDelayedCalls()):
                return
            self.clock.advance(0)
        raise AssertionError("the link does not come to rest")


def connect(
    answer: Callable[[RecordingSession, str], None] = silence,
    limits: Limits | None = None,
    *,
    separators: bytes = b"",
    transport: StringTransport | None = None,
) -> Connection:
    """A connected link, made the way a port makes it."""
    clock = Clock()
    dialect = RecordingDialect(answer)
    factory = LineFactory(dialect, limits or Limits(), clock, separators)
    link = factory.buildProtocol(None)
    stream = Stream() if transport is None else transport
    link.makeConnection(stream)
    return Connection(link, stream, dialect.sessions[0], clock)
