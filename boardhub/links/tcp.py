"""
Sessions over TCP, TLS and Unix sockets: lines from strangers.

A `LineLink` trusts nobody. It takes any bytes in any packets, deals with a few
lines of a peer at a time, slows who says too much, keeps a bounded backlog for
who does not read, and closes so that the last line arrives. All of that is
invisible to a session, which is told lines and writes lines.

Input is not read while an answer still waits for the peer to read it
(`LineLink.is_held_up`), while the peer has had its turn, and while it is
slowed; what was read before waits in the line buffer, with the time when it
was read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from twisted.internet.interfaces import (
    IAddress,
    IDelayedCall,
    IHalfCloseableProtocol,
    IPushProducer,
    IReactorTime,
)
from twisted.internet.protocol import ServerFactory, connectionDone
from twisted.logger import Logger
from twisted.python.failure import Failure
from zope.interface import implementer

from boardhub.hub.steps import Report
from boardhub.links.backlog import Backlog
from boardhub.links.limits import Allowance, Entry, Limits, Places, Traffic
from boardhub.links.lines import Lines
from boardhub.links.nobody import NOBODY
from boardhub.links.pipes import ProgramAddress
from boardhub.links.sockets import IStream, can_half_close, is_broken, keep_alive, names
from boardhub.links.turns import Turns, Waiting
from boardhub.protocols.game import Dialect, Ending, Refusal, Session

#: Bytes at a time that go from the backlog to the transport: as many as its buffer holds.
_PIECE = 65536

#: Seconds between two looks at a peer that has ended its input.
_LOOK_SECONDS = 30.0

#: Bytes of an answer that is sent at once, so that what it fills up shows at once.
_LARGE = 4096


@implementer(IHalfCloseableProtocol, IPushProducer)
class LineLink(Lines):
    """
    One peer on a socket. A `boardhub.protocols.game.Link`; made by
    `LineFactory`, which has the settings.

    As a push producer it is told by its transport when that holds too much
    unread output, and when all of it is gone.
    """

    _log = Logger()

    transport: IStream
    factory: LineFactory

    peer = "nobody"
    address: str | None = None
    _entry = Entry.NOTHING
    _session: Session = NOBODY
    # When the bytes in the line buffer were read; what came while they waited.
    _at = 0.0
    _unread: tuple[tuple[float, bytes], ...] = ()
    _ended = False
    _closing = False
    # Why the daemon has not gone on with the peer, if that is so.
    _cut_off: Ending | None = None
    # What is written while lines are dealt with, to be sent after the last.
    _answers: list[bytes] | None = None
    _backlog: Backlog | None = None
    # Of a turn or a slow-down while the link is open, then of its closing.
    _timer: IDelayedCall | Waiting | None = None
    _turns: Turns

    def __init__(self, factory: LineFactory) -> None:
        self.factory = factory
        self.line_length = factory.limits.line_length
        self._allowance = Allowance(factory.limits, factory.clock.seconds())

    @property
    def ending(self) -> Ending:
        """Why nothing more comes from the peer, once that is so."""
        return self._cut_off or Ending.LOST

    @property
    def behind(self) -> bool:
        """The peer reads too slowly: more than a buffer waits for it."""
        return self._backlog is not None

    @property
    def is_held_up(self) -> bool:
        """The peer is not heard for now, because it does not read its answers."""
        return self.behind

    @property
    def unfinished(self) -> bytes:
        """
        What has been read of a line that has not ended, behind all that wait
        for their turn; nothing if it is blank.
        """
        waiting = b"".join([data for _, data in self._unread])
        rest = (self._buffer + self.factory.plain(waiting)).rpartition(b"\n")[2]
        return rest if self.holds_text(rest) else b""

    # The life of a connection

    def connectionMade(self) -> None:
        """Find it a place and a session; where there is none, say so and close."""
        address = self.transport.getPeer()
        self.peer, self.address = names(address)
        self.telnet = not isinstance(address, ProgramAddress)
        keep_alive(self.transport)
        self.transport.registerProducer(self, True)
        places = self.factory.places
        self._entry = places.enter(self.address)
        self._turns = places.turns(self.address)
        self.factory.traffic.came(self._entry)
        if self._entry is Entry.NOTHING:
            self._abort("too many connections")
        elif self._entry is Entry.FAREWELL:
            self._tell(self._turn_away)
        else:
            self._log.info("{peer}: connected", peer=self.peer)
            self._tell(self._arrive)

    def _arrive(self) -> None:
        self._session = self.factory.dialect.arrive(self)

    def _turn_away(self) -> None:
        self._log.info("{peer}: turned away, too many connections", peer=self.peer)
        self.close(self.factory.dialect.turned_away(Refusal.CONNECTIONS))

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Give the place back, and tell the session."""
        self._stop()
        session, self._session = self._session, NOBODY
        self.factory.places.leave(self.address, self._entry)
        self.factory.traffic.went(self._entry)
        self._log.info("{peer}: gone, {why}", peer=self.peer, why=reason.getErrorMessage())
        self._tell(session.lost)

    def close(self, last: bytes = b"") -> None:
        """
        Send the last lines and end the connection. What the peer still says
        is read and dropped: a socket closed over it would be reset, and the
        last lines might not arrive.
        """
        if self._closing:
            return
        self._flush()
        unsent = b"" if self._backlog is None else self._backlog.take(self._backlog.size)
        self._stop()
        transport = self.transport
        transport.unregisterProducer()
        transport.write(unsent + last)
        if self._ended:
            self._lose()
            return
        transport.resumeProducing()
        if not can_half_close(transport):
            self._lose()
            return
        transport.loseWriteConnection()
        self._call_later(self.factory.limits.linger_seconds, self._lose)

    def _lose(self) -> None:
        self._call_later(self.factory.limits.abort_seconds, self.transport.abortConnection)
        self.transport.loseConnection()

    def _abort(self, why: str) -> None:
        self._log.info("{peer}: cut off, {why}", peer=self.peer, why=why)
        self.factory.traffic.cut_off += self._entry is Entry.PLACE
        self._stop()
        self.transport.abortConnection()

    def _stop(self) -> None:
        """Hear nothing more, and wait for nothing."""
        self._closing = True
        self._cancel_timer()
        if self._backlog is not None:
            _cancel(self._backlog.deadline)
            self._backlog = None
        self._answers = None
        self.forget()
        self._unread = ()

    def _call_later(self, seconds: float, call: Callable[[], object]) -> None:
        self._cancel_timer()
        self._timer = self.factory.clock.callLater(seconds, call)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            _cancel(self._timer)
            self._timer = None

    def _tell(self, call: Callable[..., None], *told: object) -> None:
        """Call into the session; what goes wrong there costs this connection only."""
        try:
            call(*told)
        except Exception:
            self._failed()

    def _failed(self) -> None:
        self._log.failure("{peer}: its session failed", peer=self.peer)
        if not self._closing:
            self._abort("its session failed")

    # Input

    def dataReceived(self, data: bytes) -> None:
        """Take what has been read, unless the link is closing."""
        if self._closing:
            return
        now = self.factory.clock.seconds()
        if self._turns.left <= 0 and not self.paused:
            self._wait_for_turn()
        if self.paused:
            self._unread = (*self._unread, (now, data))
            return
        self._allowance.grant(now)
        self._take(data, now)

    def _take(self, data: bytes, at: float) -> None:
        self._at = at
        self._cut(self.factory.plain(data))

    def _cut(self, data: bytes) -> None:
        """Deal with lines, and send the answers to all of them together: a write is dear."""
        self._answers = []
        self.cut(data)
        self._flush()

    def count(self, blanks: int) -> None:
        """Let others have their turn after this line, or time pass if it was too many."""
        self._allowance.charge(blanks)
        self._allowance.left -= 1
        self._turns.left -= 1
        slow = 0.0 if self._allowance.left else self._allowance.wait()
        if slow:
            self._pause()
            self._call_later(slow, self._rested)
        elif not self._allowance.left or self._turns.left <= 0:
            self._wait_for_turn()

    def hear(self, text: str) -> None:
        """Tell the session one line."""
        try:
            self._session.line(text, self._at)
        except Exception:
            self._failed()

    def begun(self) -> None:
        """Tell the session that a line has begun."""
        self._tell(self._session.begun, self._at)

    def exceeded(self) -> None:
        """Refuse a line that is too long."""
        self._refuse(Refusal.LINE_TOO_LONG)

    def readConnectionLost(self) -> None:
        """The peer will send no more; what it said before is heard first."""
        if self._closing:
            self._lose()
            return
        self._ended = True
        if self.paused:
            self._unread = (*self._unread, (self._at, b""))
        else:
            self._finish()

    def writeConnectionLost(self) -> None:
        """The last line is out; the peer is given time to read it."""

    def _finish(self) -> None:
        self.finish()
        if not self._closing:
            self._tell(self._session.ended)
        self._look_whether_there()

    def _look_whether_there(self) -> None:
        """
        Nothing is read from a peer that has ended its input, so nobody is
        told when it goes away altogether: look now and then.
        """
        if self._closing:
            return
        if is_broken(self.transport):
            self._abort("it has gone away")
            return
        self._call_later(_LOOK_SECONDS, self._look_whether_there)

    def report(self) -> Report:
        """In ``cut_off``, in words, why the daemon has not gone on with the peer, if so."""
        return {"cut_off": self._cut_off.words} if self._cut_off else {}

    def _refuse(self, why: Refusal) -> None:
        self._log.info("{peer}: refused, {why}", peer=self.peer, why=why.value)
        self.factory.traffic.refused[why.name.lower()] += 1
        self._cut_off = Ending.FLOOD
        self._tell(self._session.refuse, why)
        self.close()

    # Turns

    def answered(self) -> None:
        """A line of the peer's was an answer that it had been asked for."""
        self._allowance.credit()

    def unheard(self, by: float) -> bool:
        """Whether the peer's lines that were read by then wait for their turn."""
        return isinstance(self._timer, Waiting) and self._at <= by

    def _pause(self) -> None:
        self.paused = True
        self.transport.pauseProducing()

    def _wait_for_turn(self) -> None:
        self._pause()
        self._cancel_timer()
        self._timer = self._turns.wait(self._rested)

    def _rested(self) -> None:
        self._timer = None
        self._go_on()

    def _go_on(self) -> None:
        """Deal with the lines that wait, and read on when there are none left."""
        if self._closing or self.is_held_up or self._timer is not None:
            return
        now = self.factory.clock.seconds()
        self._allowance.grant(now)
        if self._allowance.slow_for(now) >= self.factory.limits.patience:
            self._refuse(Refusal.FLOOD)
            return
        self.paused = False
        self._cut(b"")
        while self._unread and not self.paused:
            (at, data), *unread = self._unread
            self._unread = tuple(unread)
            if data:
                self._take(data, at)
            else:
                self._finish()
        if not (self.paused or self._closing or self._ended):
            self.transport.resumeProducing()

    # Output

    def write(self, data: bytes) -> None:
        """Send whole lines, or keep them until the peer has read what was sent before."""
        if self._closing:
            return
        if self._answers is None:
            self._send(data)
            return
        self._answers.append(data)
        if len(data) > _LARGE:
            self._flush()
            if not self._closing:
                self._answers = []

    def _flush(self) -> None:
        answers, self._answers = self._answers, None
        if answers:
            answer = b"".join(answers)
            self._allowance.charge(len(answer))
            self._send(answer)

    def _send(self, data: bytes) -> None:
        backlog = self._backlog
        if backlog is None:
            self.transport.write(data)
            return
        backlog.add(data)
        if backlog.size > self.factory.limits.backlog:
            self._leave_unread("too much unread output")

    def pauseProducing(self) -> None:
        """The transport holds more than its buffer: keep the rest here, and read nothing."""
        if self._closing:
            return
        if self._backlog is not None:
            self._backlog.full = True
            return
        seconds = self.factory.limits.slow_seconds
        deadline = self.factory.clock.callLater(seconds, self._leave_unread, "it does not read")
        self._backlog = Backlog(deadline)
        if self.is_held_up:
            self._pause()

    def resumeProducing(self) -> None:
        """The transport is empty: hand it the backlog, as far as it takes that."""
        backlog = self._backlog
        if backlog is None:
            return
        backlog.full = False
        while backlog.size and not backlog.full:
            self.transport.write(backlog.take(_PIECE))
        if backlog.full:
            return
        _cancel(backlog.deadline)
        self._backlog = None
        self._tell(self._session.caught_up)
        if self.paused:
            self._go_on()

    def _leave_unread(self, why: str) -> None:
        self._cut_off = Ending.UNREAD
        self._abort(why)

    def stopProducing(self) -> None:
        """The transport is gone; `connectionLost` follows."""


if TYPE_CHECKING:
    _Factory = ServerFactory[LineLink]
else:
    # Generic only in newer releases of Twisted.
    _Factory = ServerFactory


class LineFactory(_Factory):
    """
    Makes the links of one port.

    ``separators``: bytes that end a line on input beside the line feed.
    ``places``: shared by the factories of all ports, where there are several.
    """

    noisy = False

    def __init__(
        self,
        dialect: Dialect,
        limits: Limits,
        reactor: IReactorTime,
        separators: bytes = b"",
        places: Places | None = None,
    ) -> None:
        self.dialect = dialect
        self.limits = limits
        self.clock = reactor
        self.places = Places(limits, reactor) if places is None else places
        self.traffic = Traffic()
        self._separators = (
            bytes.maketrans(separators, b"\n" * len(separators)) if separators else None
        )

    def plain(self, data: bytes) -> bytes:
        """What has been read, with line feeds as the only ends of lines."""
        return data if self._separators is None else data.translate(self._separators)

    def buildProtocol(self, addr: IAddress | None) -> LineLink:
        """A link; whether there is a place for it shows when it is connected."""
        return LineLink(self)


def _cancel(call: IDelayedCall | Waiting) -> None:
    if call.active():
        call.cancel()
