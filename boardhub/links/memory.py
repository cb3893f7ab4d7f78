"""
A peer without a socket: for tests, and for bots inside the daemon.

The session cannot tell. What differs from a socket is only that nothing is
cut into packets and that a peer in memory is never too fast or too slow unless
it is told to be.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from boardhub.hub.steps import Report
from boardhub.protocols.game import Dialect, Ending, Session, Wire


@define(eq=False)
class MemoryLink:
    """
    One peer in memory, with both ends in one place. The session sees a
    `boardhub.protocols.game.Link`; the peer uses `send`, `end` and `lost`, and
    finds what it got in `received`.

    With ``on_line`` each line goes there and is not kept in `received`. That
    happens a turn of the clock later, never while something is written: a bot
    that answers at once does not call into a hub that is still at work.

    ``wire`` says how the dialect ends and encodes its lines. What goes wrong in
    the session or in ``on_line`` is logged, and costs this connection only.
    """

    _log = Logger()

    _dialect: Dialect
    _clock: IReactorTime
    _on_line: Callable[[str], object] | None = None
    wire: Wire = field(factory=Wire, kw_only=True)
    peer: str = field(default="memory", kw_only=True)
    address: str | None = field(default=None, kw_only=True)
    line_length: int = field(default=512, init=False)
    """Not minded."""
    ending: Ending = field(default=Ending.LOST, init=False)
    closed: bool = field(default=False, init=False)
    """The connection is over: the session has closed it, or it was lost."""
    received: list[str] = field(factory=list, init=False)
    """The lines that came since the last `take`, without their ends."""
    session: Session = field(init=False)
    _behind: bool = field(default=False, init=False)
    _ended: bool = field(default=False, init=False)
    _gone: bool = field(default=False, init=False)
    _unfinished: bytes = field(default=b"", init=False)
    _waiting: list[str] = field(factory=list, init=False)
    """Lines on their way to ``on_line``."""

    def __attrs_post_init__(self) -> None:
        self.session = self._dialect.arrive(self)

    # The session's end

    @property
    def behind(self) -> bool:
        """
        The peer reads too slowly. Tests set it: what is written meanwhile is
        received all the same, and with False the session is told `caught_up`.
        """
        return self._behind

    @behind.setter
    def behind(self, behind: bool) -> None:
        was, self._behind = self._behind, behind
        if was and not behind and not self.closed:
            self._tell(self.session.caught_up)

    def report(self) -> Report:
        """Nothing that a session does not know."""
        return {}

    def answered(self) -> None:
        """Lines are not counted here."""

    def unheard(self, by: float) -> bool:
        """Never: each line is heard as it is sent."""
        return False

    def write(self, data: bytes) -> None:
        """Send whole lines to the peer."""
        if self.closed:
            return
        end = self.wire.end.encode(self.wire.encoding)
        *lines, self._unfinished = (self._unfinished + data).split(end)
        texts = [line.decode(self.wire.encoding) for line in lines]
        if self._on_line is None:
            self.received += texts
            return
        if texts and not self._waiting:
            self._clock.callLater(0, self._deliver)
        self._waiting += texts

    def close(self, last: bytes = b"") -> None:
        """Send the last lines and end the connection; `Session.lost` follows a turn later."""
        if self.closed:
            return
        self.write(last)
        self.closed = True
        self._clock.callLater(0, self._lose)

    # The peer's end

    def send(self, text: str) -> None:
        """Say one line, which the session hears at once; after an end nobody does."""
        if not (self.closed or self._ended):
            self._tell(self.session.line, text, self._clock.seconds())

    def take(self) -> list[str]:
        """What has been received since the last time."""
        taken, self.received = self.received, []
        return taken

    def end(self) -> None:
        """Shut down the sending side and go on receiving."""
        if not (self.closed or self._ended):
            self._ended = True
            self._tell(self.session.ended)

    def lost(self) -> None:
        """Lose the connection now; the peer gets nothing more."""
        self._on_line = None
        self.closed = True
        self._lose()

    def _lose(self) -> None:
        if self._gone:
            return
        self._gone = True
        self._tell(self.session.lost)

    def _deliver(self) -> None:
        lines, self._waiting = self._waiting, []
        for text in lines:
            if self._on_line is None:
                return
            self._tell(self._on_line, text)

    def _tell(self, call: Callable[..., object], *told: object) -> None:
        try:
            call(*told)
        except Exception:
            self._log.failure("{peer}: it failed and is lost", peer=self.peer)
            self.lost()
