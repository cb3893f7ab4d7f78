"""
What a peer may take of the daemon: places, lines, unread output, time.

Nothing here knows a socket. `Places` counts the connections of all ports,
`Allowance` the lines of one peer, `turns` shares out the time.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum
from typing import ClassVar

from attrs import define, field, frozen
from attrs.validators import ge, gt
from twisted.internet.interfaces import IReactorTime

from boardhub.links.turns import Turns


@frozen
class Limits:
    """The limits of TCP connections; every game's port has the same."""

    connections: int = field(default=2000, validator=ge(1))
    """Connections in all, on every port together."""
    per_address: int = field(default=200, validator=ge(1))
    """Connections from one address; a Unix socket's peers have none."""
    farewells: int = field(default=100, validator=ge(0))
    """
    Connections beyond these that are told so at the same time before they are
    closed; any further are cut off. Each needs a descriptor, beside those of
    `connections`.
    """
    line_length: int = field(default=512, validator=ge(1))
    """Bytes of a line, without its end."""
    lines_per_turn: int = field(default=20, validator=ge(1))
    """Lines of one peer that are dealt with before other peers have a turn."""
    address_lines_per_turn: int = field(default=60, validator=ge(1))
    """Lines of all peers of one address that are dealt with before those of others have a turn."""
    lines_per_second: float = field(default=300.0, validator=gt(0))
    """Lines a second in the long run; a faster peer is slowed to it."""
    burst: int = field(default=1000, validator=ge(1))
    """Lines at once after silence."""
    lines_per_answer: int = field(default=10, validator=ge(0))
    """
    Lines that do not count for each answer which the peer was asked for:
    players in a fast match are no flood.
    """
    bytes_per_line: int = field(default=512, validator=ge(1))
    """An answer counts as one more line for each of so many bytes that it has."""
    patience: float = field(default=10.0, validator=gt(0))
    """
    Seconds for which a peer is slowed before it is refused as a flood; a
    second in which it need not be is a new start.
    """
    backlog: int = field(default=1024 * 1024, validator=ge(1))
    """
    Bytes kept for a peer that is behind, beside the transport's own buffer;
    one that would need more is cut off.
    """
    slow_seconds: float = field(default=60.0, validator=gt(0))
    """Seconds that a peer may be behind without a break."""
    linger_seconds: float = field(default=2.0, validator=ge(0))
    """
    Seconds for which a closed link goes on reading, so that its last line is
    not lost to a reset; less if the peer closes before.
    """
    abort_seconds: float = field(default=5.0, validator=gt(0))
    """Seconds after which a connection that did not end by then is cut off."""


#: Seconds of its rate that a slowed peer waits for at a time: not in lumps.
SIP = 0.02


class Entry(Enum):
    """What becomes of a new connection."""

    PLACE = "it gets a session"
    FAREWELL = "it gets its refusal and is closed"
    NOTHING = "it is cut off"


@define(eq=False)
class Traffic:
    """Who has come to one port, in all but for `open`."""

    open: int = 0
    """Connections that are there, and have a place."""
    accepted: int = 0
    turned_away: int = 0
    """Connections for which there was no place."""
    cut_off: int = 0
    """Connections that were ended because their peer did not read, or for a fault of ours."""
    refused: Counter[str] = field(factory=Counter)
    """Connections that were ended for what their peer said, by `Refusal`."""

    def came(self, entry: Entry) -> None:
        """A connection has been made."""
        if entry is Entry.PLACE:
            self.open += 1
            self.accepted += 1
        else:
            self.turned_away += 1

    def went(self, entry: Entry) -> None:
        """It is gone."""
        self.open -= entry is Entry.PLACE


@define(eq=False)
class Neighbours:
    """The connections from one address: how many there are, and their turns."""

    turns: Turns
    count: int = 0


@define(eq=False)
class Places:
    """
    Who is connected. One is shared by all ports, so that the limits hold for
    the daemon and not for each game.
    """

    _limits: Limits
    _reactor: IReactorTime
    connections: int = field(default=0, init=False)
    """Connections that have a place."""
    farewells: int = field(default=0, init=False)
    """Connections that are being turned away."""
    _by_address: dict[str, Neighbours] = field(factory=dict, init=False)

    def enter(self, address: str | None) -> Entry:
        """
        Count a new connection from an address (None: it has none). What comes
        back is to be handed to `leave` when the connection is gone.
        """
        if self._has_room(address):
            self.connections += 1
            if address is not None:
                self._neighbours(address).count += 1
            return Entry.PLACE
        if self.farewells < self._limits.farewells:
            self.farewells += 1
            return Entry.FAREWELL
        return Entry.NOTHING

    def leave(self, address: str | None, entry: Entry) -> None:
        """Give back what `enter` gave."""
        if entry is Entry.FAREWELL:
            self.farewells -= 1
        if entry is not Entry.PLACE:
            return
        self.connections -= 1
        if address is None:
            return
        neighbours = self._by_address[address]
        neighbours.count -= 1
        if not neighbours.count:
            del self._by_address[address]

    def turns(self, address: str | None) -> Turns:
        """The turns that a connection from there shares; one without a place has its own."""
        if address is None or address not in self._by_address:
            return self._turns()
        return self._by_address[address].turns

    def _has_room(self, address: str | None) -> bool:
        if self.connections >= self._limits.connections:
            return False
        neighbours = None if address is None else self._by_address.get(address)
        return neighbours is None or neighbours.count < self._limits.per_address

    def _neighbours(self, address: str) -> Neighbours:
        if address not in self._by_address:
            self._by_address[address] = Neighbours(self._turns())
        return self._by_address[address]

    def _turns(self) -> Turns:
        return Turns(self._limits.address_lines_per_turn, self._reactor)


@define(eq=False)
class Allowance:
    """
    How many lines a peer may say: a bucket of `Limits.burst` lines that fills
    at `Limits.lines_per_second`, given out in helpings of
    `Limits.lines_per_turn`.

    Whoever deals with a line takes it off `left`; at 0 nothing more is dealt
    with until `wait` seconds have passed and a new helping was granted.
    """

    #: Seconds without a wait after which a peer is not slowed any more.
    RELIEF: ClassVar[float] = 1.0

    _limits: Limits
    _filled_at: float
    left: int = field(default=0, init=False)
    """Lines that are left of this helping."""
    _helping: int = field(default=0, init=False)
    _stock: float = field(init=False)
    _slow_since: float = field(default=0.0, init=False)
    _slow_until: float = field(default=float("-inf"), init=False)

    @_stock.default
    def _full(self) -> float:
        return self._limits.burst

    def grant(self, now: float) -> None:
        """
        Give out a helping, in place of what was left of the last one. It has
        one line at least: rounding must not stop a peer for good.
        """
        limits = self._limits
        stock = self._stock - self._helping + self.left
        if now > self._filled_at:
            stock += (now - self._filled_at) * limits.lines_per_second
        if stock > limits.burst:
            stock = limits.burst
        helping = limits.lines_per_turn
        if stock < helping:
            helping = max(1, int(stock))
        self._filled_at = now
        self._stock = stock
        self._helping = self.left = helping

    def charge(self, size: int) -> None:
        """Take what so many bytes, of an answer or of blanks, cost beside the line."""
        self._stock -= size // self._limits.bytes_per_line

    def credit(self) -> None:
        """A line was asked for: it, and as many as may have led to it, do not count."""
        self._stock = min(self._limits.burst, self._stock + self._limits.lines_per_answer)

    def wait(self) -> float:
        """
        Seconds until the next helping, after this one is used up: 0 while the
        bucket has lines, else until there are a few again.
        """
        limits = self._limits
        stock = self._stock - self._helping
        if stock >= 1:
            return 0.0
        now = self._filled_at
        wanted = min(limits.lines_per_turn, limits.burst, max(1.0, limits.lines_per_second * SIP))
        wait = (wanted - stock) / limits.lines_per_second
        if now > self._slow_until + self.RELIEF:
            self._slow_since = now
        self._slow_until = now + wait
        return wait

    def slow_for(self, now: float) -> float:
        """Seconds for which the peer has had to wait again and again; 0.0: it has not."""
        return now - self._slow_since if now <= self._slow_until + self.RELIEF else 0.0
