"""
Links, and programs that do what they are told to, between a hub in memory and
the clients of transcripts.

Every connection has the link of a socket. In quotation marks stands a packet:
its bytes as they are; all other lines are sent with LF. ``(stops reading)``
and ``(reads on)`` is what a slow client does.

A client is a program from ``(plays rot)`` on: the first one that has been told
to start and does not run. `ENDINGS` says how it can end. ``(fails rot)``, from
anybody, is that it could not be started.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from attrs import define, evolve, field
from twisted.internet.error import ConnectionDone
from twisted.internet.interfaces import IReactorTime
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from boardhub.hub.lobby import Lobby
from boardhub.hub.resting import Resting
from boardhub.hub.steps import Report
from boardhub.links.limits import Limits
from boardhub.links.process import PROGRAM_LIMITS, Seating
from boardhub.links.tcp import LineFactory, LineLink
from boardhub.protocols.game import Ending, Game, GameDialect, Link, Refusal, Session, Wire
from boardhub.protocols.program import Casting
from boardhub.testing import MemoryHub

STOPS_READING: Final = "(stops reading)"
READS_ON: Final = "(reads on)"

#: How a program can end, and what its link knows of that.
ENDINGS: Final[Mapping[str, Ending]] = {
    "(exits)": Ending.EXIT,
    "(closes its input)": Ending.DEAF,
    "(takes too much memory)": Ending.MEMORY,
    "(takes too much time)": Ending.TIME,
    "(starts too many)": Ending.CHILDREN,
}


def packet(text: str) -> bytes:
    """The bytes that a client sends for a text of a transcript."""
    if text.startswith('"') and text.endswith('"'):
        return text[1:-1].encode("latin-1").decode("unicode_escape").encode("latin-1")
    return text.encode() + b"\n"


# Programs.


class StagedLink(LineLink):
    """The link of a program: knows how that has ended, once it has."""

    how = Ending.EXIT
    program = ""

    @property
    def ending(self) -> Ending:
        """Why nothing more comes from it."""
        return self._cut_off or self.how

    def report(self) -> Report:
        """Which program it was."""
        return {**super().report(), "program": self.program}


@define(eq=False)
class Start:
    """A program in a seat; ``started`` is called when it is told to start."""

    started: Callable[[Start], None]
    program: str
    casting: Casting
    arrive: Callable[[Link], Session]
    fail: Callable[[], None]
    settled: bool = False
    """It runs, or could not be started."""
    stopped: bool = False

    def start(self) -> None:
        """Note that it is wanted now."""
        self.started(self)

    def report(self) -> Report:
        """Why it does not run."""
        return {"program": self.program, "end": None}

    def stop(self) -> None:
        """Note that it is not wanted any more."""
        self.stopped = True


@define(eq=False)
class Stage:
    """Programs that do nothing but what they are told to: the `Programs` of a port."""

    names: set[str] = field(factory=set)
    room: int = 100
    seated: list[Start] = field(factory=list, init=False)
    starts: list[Start] = field(factory=list, init=False)
    """Those of them that have been told to start, in this order."""

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def has_room(self) -> bool:
        """Whether one more may have a seat."""
        return sum(not each.stopped for each in self.seated) < self.room

    def cast(
        self,
        program: str,
        casting: Casting,
        arrive: Callable[[Link], Session],
        failed: Callable[[], None],
    ) -> Start:
        """Keep it."""
        seated = Start(self.starts.append, program, casting, arrive, failed)
        self.seated.append(seated)
        return seated

    def settle(self, program: str) -> Start:
        """The first start of this program that is still wanted, and of which nothing has come."""
        awaited = (each for each in self.starts if not (each.settled or each.stopped))
        start = next(each for each in awaited if each.program == program)
        start.settled = True
        return start


# Connections.


class Transport(StringTransport):
    """What is under a link: brings its bytes to the peer."""

    def __init__(self, peer: Link) -> None:
        super().__init__()
        self._peer = peer

    def write(self, data: bytes) -> None:
        """Bring them."""
        self._peer.write(data)

    def loseConnection(self) -> None:
        """Close."""
        self._peer.close()

    def abortConnection(self) -> None:
        """Close."""
        self._peer.close()


@define(eq=False)
class Line:
    """The `Session` of a peer whose bytes go through a link."""

    peer: Link
    link: LineLink
    stage: Stage
    clock: IReactorTime

    def line(self, text: str, at: float) -> None:
        """A packet, or a line; or something that is done."""
        word, _, program = text.strip("()").partition(" ")
        if text == STOPS_READING:
            self.link.pauseProducing()
        elif text == READS_ON:
            self.link.resumeProducing()
        elif text in ENDINGS and isinstance(self.link, StagedLink):
            self.link.how = ENDINGS[text]
            self.link.readConnectionLost()
        elif text.startswith("(") and word == "fails":
            self.stage.settle(program).fail()
        elif text.startswith("(") and word == "plays":
            self._play(self.stage.settle(program))
        else:
            self.link.dataReceived(packet(text))

    def _play(self, start: Start) -> None:
        """The peer has been nobody until now."""
        self.lost()
        self.link = link = StagedLink(
            LineFactory(Seating(start.arrive), PROGRAM_LIMITS, self.clock)
        )
        link.program = start.program
        link.makeConnection(Transport(self.peer))

    def begun(self, at: float) -> None:
        """The link sees to that."""

    def refuse(self, why: Refusal) -> None:
        """The link sees to that."""

    def ended(self) -> None:
        """The peer sends no more."""
        self.link.readConnectionLost()

    def caught_up(self) -> None:
        """See `READS_ON`."""

    def lost(self) -> None:
        """The connection is gone."""
        self.link.connectionLost(Failure(ConnectionDone()))


@define(eq=False)
class Entrance:
    """The `Dialect` whose sessions are links of a factory."""

    factory: LineFactory
    stage: Stage
    clock: IReactorTime
    transport: type[Transport]
    spoken: GameDialect

    def resume(self, match: Resting) -> None:
        """See to the match as the dialect behind does."""
        self.spoken.resume(match)

    def arrive(self, link: Link) -> Session:
        """Connect a peer."""
        inner = self.factory.buildProtocol(None)
        line = Line(link, inner, self.stage, self.clock)
        inner.makeConnection(self.transport(link))
        return line

    def turned_away(self, why: Refusal) -> bytes:
        """The link says that."""
        return b""


class StagedHub(MemoryHub):
    """The hub in memory with one game, links between it and its peers, and programs by hand."""

    reactor: Any

    def __init__(
        self,
        game: Game,
        stage: Stage,
        settings: Mapping[str, Any] | None = None,
        connections: int = 1000,
        transport: type[Transport] = Transport,
        **more: Any,
    ) -> None:
        def make(lobby: Lobby, settings: Mapping[str, Any], wire: Wire) -> GameDialect:
            reactor: IReactorTime = self.reactor
            spoken = game.dialect(lobby, settings, wire)
            limits = Limits(connections=connections)
            factory = LineFactory(spoken, limits, reactor, game.separators)
            return Entrance(factory, stage, reactor, transport, spoken)

        self.stage = stage
        alike = {name: each for name, each in more.items() if name != "expected"}
        self._like = (game, settings, connections, transport, alike)
        given = {**(settings or {}), "program": stage}
        super().__init__(evolve(game, dialect=make), settings=given, **more)

    def anew(self, expected: Collection[tuple[str, str]]) -> StagedHub:
        """A hub like this one; its programs have yet to be started."""
        game, settings, connections, transport, more = self._like
        stage = Stage({*self.stage.names}, self.stage.room)
        return StagedHub(game, stage, settings, connections, transport, expected=expected, **more)
