"""
Deadlines in a real reactor that was busy when they passed, with answers lying
in real sockets; only the time is driven by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from socket import create_connection, socket, socketpair

import pytest
from attrs import define, field
from twisted.internet.interfaces import IReadDescriptor
from twisted.internet.selectreactor import SelectReactor
from twisted.python.failure import Failure
from zope.interface import implementer

from boardhub.games.rules import Move, Prompt, Result
from boardhub.hub.asking import NotAsked
from boardhub.hub.clock import Clock
from boardhub.hub.journal import MemoryJournal
from boardhub.hub.lobby import Lobby
from boardhub.hub.match import Match
from boardhub.hub.steps import Ended, Late, Report, Step
from boardhub.hub.terms import Terms
from boardhub.links.limits import Limits
from boardhub.links.tcp import LineFactory
from boardhub.protocols.game import Link, Refusal
from boardhub.testing import RecordingListener
from tests.hub.hosted import causes
from tests.hub.toys import BIDS, NIM, AskTake, Bid, Take


class HandTimedReactor(SelectReactor):
    """Reads sockets and runs timers as ever, but its time stands until it is set."""

    now = 0.0

    def seconds(self) -> float:
        """The time that has been set."""
        return self.now

    def turn(self) -> None:
        """Timers that are due, then what can be read: one pass of the reactor's loop."""
        self.iterate(0)

    def dispose(self) -> None:
        """Give back what it holds of the system."""
        for reader in self.removeAll():
            reader.connectionLost(None)
        for call in self.getDelayedCalls():
            call.cancel()
        for reader in tuple(self._internalReaders):
            self.removeReader(reader)
            reader.connectionLost(None)


@implementer(IReadDescriptor)
@define(eq=False)
class Answering:
    """The hub's end of a player's connection: any byte is her answer."""

    _socket: socket
    _answer: Callable[[], None]

    def fileno(self) -> int:
        """For the reactor to watch."""
        return self._socket.fileno()

    def doRead(self) -> None:
        """Take the byte, and answer."""
        self._socket.recv(1)
        self._answer()

    def connectionLost(self, reason: Failure) -> None:
        """Close it."""
        self._socket.close()

    def logPrefix(self) -> str:
        """Nobody logs it."""
        return "player"


@pytest.fixture
def reactor() -> Iterator[HandTimedReactor]:
    """A reactor of its own, beside the global one."""
    reactor = HandTimedReactor()
    yield reactor
    reactor.dispose()


@define(eq=False)
class Connected:
    """A player with a socket. ``too_late``: her answer found no open prompt."""

    listener: RecordingListener
    far_end: socket
    too_late: bool = False

    def answer(self) -> None:
        """Let the byte lie in the socket."""
        self.far_end.send(b"!")


def connect(reactor: HandTimedReactor, match: Match, move: Move) -> Connected:
    """A player who will answer with this move."""
    near, far = socketpair()
    player = Connected(RecordingListener(), far)
    seat = match.take(player.listener, f"player{match.seats.taken}")

    def play() -> None:
        try:
            match.play(seat, move, reactor.seconds())
        except NotAsked:
            player.too_late = True

    reactor.addReader(Answering(near, play))
    return player


@pytest.fixture
def lobby(reactor: HandTimedReactor) -> Lobby:
    """A lobby whose hub reads from that reactor."""
    return Lobby(Clock(reactor), lambda *_: MemoryJournal())


@pytest.fixture
def player(reactor: HandTimedReactor, lobby: Lobby) -> Iterator[Connected]:
    """The first of two who play nim, and is asked to take, within ten seconds."""
    match = lobby.create(NIM, "toy", Terms(2, 10.0))
    players = [connect(reactor, match, Take(3)) for _ in range(2)]
    reactor.turn()
    yield players[0]
    for each in players:
        each.far_end.close()
    match.close()


def lateness(player: Connected) -> list[Late]:
    """What she heard of anybody being late."""
    return [cause for cause in causes(player.listener) if isinstance(cause, Late)]


def test_an_answer_that_lay_in_the_socket_counts(
    reactor: HandTimedReactor, player: Connected
) -> None:
    """It came before the deadline, and was read by a hub that was busy until after it (T3)."""
    reactor.now = 9.995
    player.answer()
    reactor.now = 10.3
    reactor.turn()
    reactor.turn()
    assert not player.too_late
    assert lateness(player) == []


def test_after_one_more_reading_it_is_late(reactor: HandTimedReactor, player: Connected) -> None:
    """A hub that was busy waits for nothing longer than that (T3)."""
    reactor.now = 10.3
    reactor.turn()
    assert lateness(player) == []
    reactor.turn()
    assert lateness(player) == [Late(AskTake(0, 1))]


def test_what_comes_after_that_reading_is_late(
    reactor: HandTimedReactor, player: Connected
) -> None:
    """The default has been played by then (T3)."""
    reactor.now = 10.005
    reactor.turn()
    player.answer()
    reactor.turn()
    assert player.too_late
    assert lateness(player) == [Late(AskTake(0, 1))]


def test_a_hub_that_is_not_busy_is_exact(reactor: HandTimedReactor, player: Connected) -> None:
    """An answer five milliseconds after the deadline finds it judged (T3)."""
    for now in (9.9, 10.0, 10.001):
        reactor.now = now
        reactor.turn()
    reactor.now = 10.005
    player.answer()
    reactor.turn()
    assert player.too_late


@define(eq=False)
class Bidder:
    """A session whose player bids 1 by ``BID``, after any number of other lines."""

    link: Link
    match: Match
    seat: int = field(init=False)
    heard: RecordingListener = field(factory=RecordingListener)
    too_late: bool = False

    def __attrs_post_init__(self) -> None:
        self.seat = self.match.take(self, f"player{len(self.match.seats)}")

    def line(self, text: str, at: float) -> None:
        """Bid, if it says so."""
        if text == "BID":
            try:
                self.match.play(self.seat, Bid(1), at)
            except NotAsked:
                self.too_late = True

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """Keep it."""
        self.heard.hear(step, asked)

    def unheard(self, by: float) -> bool:
        """What the link says."""
        return self.link.unheard(by)

    def report(self) -> Report:
        """Nothing to tell."""
        return {}

    def dismiss(self) -> None:
        """End the connection."""
        self.link.close()

    def refuse(self, why: Refusal) -> None:
        """Nothing to say."""

    def begun(self, at: float) -> None:
        """Of no matter."""

    def ended(self) -> None:
        """Of no matter."""

    def caught_up(self) -> None:
        """Of no matter."""

    def lost(self) -> None:
        """Of no matter."""


@define(eq=False)
class BidDialect:
    """A port whose connections sit in one match."""

    match: Match
    sessions: list[Bidder] = field(factory=list)

    def arrive(self, link: Link) -> Bidder:
        """Sit down."""
        self.sessions.append(Bidder(link, self.match))
        return self.sessions[-1]

    def turned_away(self, why: Refusal) -> bytes:
        """Nothing to say."""
        return b""


@pytest.mark.parametrize(("lines", "late"), [(17, 0), (150, 0), (400, 1)])
def test_a_long_batch_that_lay_in_the_socket_counts(
    reactor: HandTimedReactor, lobby: Lobby, lines: int, late: int
) -> None:
    """
    Its lines are dealt with over several turns, all of which the deadline
    waits for (T3); not if there are so many that the peer is slowed.
    """
    match = lobby.create(BIDS, "toy", Terms(2, 10.0))
    dialect = BidDialect(match)
    limits = Limits(burst=300, lines_per_second=0.001)
    port = reactor.listenTCP(0, LineFactory(dialect, limits, reactor), interface="127.0.0.1")
    peers = [create_connection(("127.0.0.1", port.getHost().port)) for _ in range(2)]
    while len(dialect.sessions) < 2:
        reactor.turn()
    reactor.now = 10.0  # the time to look at the prize is the game's own
    reactor.turn()
    reactor.turn()
    reactor.now = 19.9
    peers[0].sendall(b"HELLO\n" * lines + b"BID\n")
    reactor.now = 20.1
    for _ in range(50):
        reactor.turn()
    told = [cause for cause in causes(dialect.sessions[0].heard) if isinstance(cause, Late)]
    assert [each.prompt.seat for each in told].count(0) == late
    match.close()
    for peer in peers:
        peer.close()
    port.stopListening()
    for _ in range(5):
        reactor.turn()


def test_nobody_pays_for_a_busy_hub(reactor: HandTimedReactor, lobby: Lobby) -> None:
    """Forty matches, all answers in their sockets, and the hub comes to them late (T1)."""
    matches = [lobby.create(BIDS, f"toy{number}", Terms(2, 10.0)) for number in range(40)]
    players = [connect(reactor, match, Bid(1)) for match in matches for _ in range(2)]
    for round_ in range(2):
        start = reactor.now
        reactor.now = start + 5
        reactor.turn()
        reactor.turn()
        for player in players:
            player.answer()
        reactor.now = start + 5 + 10 + 0.5
        reactor.turn()
        reactor.turn()
        # The one a round is the game's own: the time to look at the prize.
        assert [len(lateness(player)) for player in players] == [round_ + 1] * 80
    for player in players:
        ended = causes(player.listener)[-1]
        assert isinstance(ended, Ended)
        assert isinstance(ended.result, Result)
        player.far_end.close()
    for match in matches:
        match.close()
