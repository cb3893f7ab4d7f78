"""
What a thousand browsers that follow a match cost its players: how long 99 %
of their lines take until all that they bring has come, against the same match
without any browser.

The players say a line every few milliseconds, so that the page has something
new in each of its messages. The browsers are bare connections in a process of
their own, which counts what they get.
"""

from __future__ import annotations

import time
from tempfile import TemporaryDirectory
from typing import Any, Final, cast

from twisted.internet.defer import Deferred
from twisted.internet.endpoints import TCP4ClientEndpoint, connectProtocol
from twisted.internet.interfaces import IReactorTime
from twisted.internet.protocol import Protocol
from twisted.web.resource import Resource

from bench.children import Child
from bench.figures import Amount, Figure, alternate, at_most, difference, medians
from bench.hosting import LOOPBACK, HubServer, listen
from bench.ping import GAME
from bench.rehearsal import Turn, comers, numbered, record
from bench.replay import Seats, WrongAnswer
from boardhub.hub.journal import Volume
from boardhub.protocols.exhibit import Exhibit
from boardhub.protocols.registry import installed_games
from boardhub.web.guard import Guard
from boardhub.web.metrics import Instruments
from boardhub.web.showroom import Showroom
from boardhub.web.site import Door, Site, root

VIEWERS: Final = 1000
ROUNDS: Final = 6
#: Seconds between two turns of players.
PACE: Final = 0.004
#: Milliseconds by which browsers may delay 99 % of the players' lines.
BOUND: Final = 2.0


def measure() -> Figure:
    """The figure."""
    with (
        TemporaryDirectory() as directory,
        TemporaryDirectory() as other,
        Child("bench.viewers:PageServer", game=GAME, directory=directory) as watched,
        Child("bench.viewers:PageServer", game=GAME, directory=other) as quiet,
        Child("bench.viewers:Browsers") as browsers,
    ):
        pairs = alternate(
            ROUNDS,
            lambda number: _Match(watched, number).play(browsers),
            lambda number: _Match(quiet, number).play(None),
        )
    ours, bare = medians(pairs)
    return Figure(
        "viewers",
        difference(pairs),
        "ms",
        Amount("a match without browsers: p99 of a line", bare, "ms"),
        Amount(f"{VIEWERS} browsers follow it: p99 of a line", ours, "ms"),
        at_most(BOUND),
    )


class _Match:
    """A recorded game that is played once more, at a pace."""

    def __init__(self, server: Child, number: int) -> None:
        self._server = server
        self._name = numbered(number)
        self._game = installed_games()[GAME]
        self._turns = record(self._game, str(number), self._name)
        server.call("create", self._name, str(number))

    def play(self, browsers: Child | None) -> float:
        """Milliseconds that 99 % of the turns do not exceed."""
        opening = sum(turn.opening for turn in self._turns)
        with Seats(self._server.port, comers(self._game)) as seats:
            seats.play(self._turns[:opening])
            if browsers is not None:
                page = self._server.call("page")
                browsers.call("follow", page, self._game.name, self._name)
            took = [_timed(seats, turn) for turn in self._turns[opening:]]
            if browsers is not None:
                browsers.call("check")
        return 1000 * sorted(took)[len(took) * 99 // 100]


def _timed(seats: Seats, turn: Turn) -> float:
    time.sleep(PACE)
    started = time.perf_counter()
    seats.play([turn])
    return time.perf_counter() - started


class PageServer(HubServer):
    """In the child: a hub with its page."""

    def __init__(self, reactor: Any, game: str, directory: str) -> None:
        super().__init__(reactor, game, directory)
        make = self.game.drawing.exhibit if self.game.drawing else Exhibit
        own = {each.name: each.default for each in self.game.options}
        exhibits = {game: lambda match: make(match, own)}
        showroom = Showroom(self._lobby, exhibits, lambda *match: None)
        showroom.start()
        instruments = Instruments(
            self._lobby, showroom, Volume(), lambda: 0, lambda: True, lambda: 0
        )
        site = Site(root(instruments, {}, Resource()), Guard(), cast(IReactorTime, reactor))
        self._page = listen(reactor, Door(site, 10 * VIEWERS))

    def page(self) -> int:
        """Where the page is."""
        return self._page


class Browsers:
    """In a child: connections that follow the stream of a match."""

    def __init__(self, reactor: Any) -> None:
        self._reactor = reactor
        self._all: list[_Browser] = []

    def follow(self, port: int, game: str, name: str) -> Deferred[None]:
        """Have all of them follow this match; fires when each has the state."""
        request = (
            f"GET /api/events?game={game}&name={name} HTTP/1.1\r\nHost: localhost\r\n\r\n"
        ).encode()
        self._all = []
        done: Deferred[None] = Deferred()
        left = VIEWERS

        def has_state() -> None:
            nonlocal left
            left -= 1
            if not left:
                done.callback(None)

        for _ in range(VIEWERS):
            browser = _Browser(request, has_state)
            self._all.append(browser)
            endpoint = TCP4ClientEndpoint(self._reactor, LOOPBACK, port)
            connectProtocol(endpoint, browser).addErrback(done.errback)
        return done

    def check(self) -> Deferred[None]:
        """
        Let them go, when all messages have come.

        :raise WrongAnswer: one of them has not got what the others have.
        """
        done: Deferred[None] = Deferred()
        self._reactor.callLater(1.0, self._end, done)
        return done

    def _end(self, done: Deferred[None]) -> None:
        steps = {each.steps for each in self._all}
        for each in self._all:
            each.transport.abortConnection()
        if len(steps) != 1 or not min(steps):
            done.errback(WrongAnswer(f"browsers have got {sorted(steps)} messages"))
        else:
            done.callback(None)


class _Browser(Protocol):
    """Counts the messages of a stream."""

    def __init__(self, request: bytes, has_state: Any) -> None:
        self._request = request
        self._has_state = has_state
        self._begun = False
        self.steps = 0

    def connectionMade(self) -> None:
        self.transport.write(self._request)

    def dataReceived(self, data: bytes) -> None:
        self.steps += data.count(b"event: step")
        if not self._begun and b"event: state" in data:
            self._begun = True
            self._has_state()
