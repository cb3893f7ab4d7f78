"""
Server-sent events: one stream of news, written to many browsers.

What is sent is encoded once, and written to a few browsers in each turn of
the reactor, so that a player's line never waits for all of them. A browser that
reads too slowly is left out until it has caught up, and then gets the whole
state again; one that does not read at all is dropped. So nobody costs more
than one buffer.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, cast

from attrs import define
from twisted.internet.interfaces import IPushProducer, ITCPTransport
from twisted.web.http import Request
from zope.interface import implementer

from boardhub.hub.clock import Clock, Timer

#: Seconds that a browser may be behind before it is dropped.
PATIENCE = 60.0

#: Seconds for which the state that newcomers get may be kept while nothing happens.
FRESH = 0.1

#: Browsers that are written to in one turn: together they take half a millisecond or less.
SLICE = 8

_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str).encode


def encoded(value: Any) -> bytes:
    """A value as JSON in UTF-8."""
    return _to_json(value).encode("utf-8", "replace")


def message(event: str, value: Any) -> bytes:
    """An event of this name with a value, as it goes over the wire."""
    return b"event: %b\ndata: %b\n\n" % (event.encode("ascii"), encoded(value))


@define(eq=False)
class Losses:
    """What browsers have missed on all streams, since they read too slowly."""

    missed: int = 0
    """Messages that were left out."""
    dropped: int = 0
    """Browsers that did not read at all."""


@implementer(IPushProducer)
class Viewer:
    """One browser that follows a stream."""

    def __init__(self, request: Request, stream: Stream, clock: Clock) -> None:
        self._request = request
        self._stream = stream
        self._clock = clock
        self._behind: Timer | None = None
        self._missed = False
        self._since = 0
        """The number of the last message that was in the state it has got."""

    def tell_state(self) -> None:
        """Send all there is."""
        self._since = self._stream.number
        self._request.write(self._stream.state())

    def tell(self, number: int, data: bytes) -> None:
        """Send the message of this number, or note that it was missed."""
        if number <= self._since:
            return
        if self._behind is None:
            self._request.write(data)
        else:
            self._missed = True
            self._stream.losses.missed += 1

    def pauseProducing(self) -> None:
        """It reads too slowly."""
        if self._behind is None:
            self._behind = self._clock.call_in(PATIENCE, self.drop)

    def resumeProducing(self) -> None:
        """It reads again."""
        if self._behind is not None:
            self._behind.cancel()
            self._behind = None
        if self._missed:
            self._missed = False
            self.tell_state()

    def stopProducing(self) -> None:
        """It is gone."""
        self.gone()

    def gone(self) -> None:
        """It is gone; harmless more than once."""
        self._stream.remove(self)
        if self._behind is not None:
            self._behind.cancel()
            self._behind = None

    def drop(self) -> None:
        """End the connection at once, whatever waits to be read."""
        self._stream.losses.dropped += 1
        self.gone()
        if self._request.channel is not None:
            cast(ITCPTransport, self._request.channel.transport).abortConnection()

    def finish(self) -> None:
        """No more will come."""
        self.gone()
        self._request.unregisterProducer()
        self._request.finish()


@define(eq=False)
class _Round:
    """A message, and the browsers that it is still to be written to."""

    number: int
    data: bytes
    viewers: Iterator[Viewer]


class Stream:
    """
    All browsers that follow the same; ``tell`` makes the value of the state
    event. What they miss counts in ``losses``.
    """

    def __init__(self, clock: Clock, tell: Callable[[], Any], losses: Losses) -> None:
        self.losses = losses
        self._clock = clock
        self._tell = tell
        self._viewers: dict[Viewer, None] = {}
        self.number = 0
        """How many messages there have been."""
        self._rounds: deque[_Round] = deque()
        self._timer: Timer | None = None
        self._state = b""
        self._state_at = float("-inf")

    def __len__(self) -> int:
        return len(self._viewers)

    def add(self, request: Request) -> None:
        """Another one: it gets the state, then what is sent."""
        viewer = Viewer(request, self, self._clock)
        self._viewers[viewer] = None
        request.notifyFinish().addBoth(lambda _: viewer.gone())
        request.setHeader(b"content-type", b"text/event-stream; charset=utf-8")
        request.setHeader(b"cache-control", b"no-store")
        # A proxy in between must not gather what is to be seen now.
        request.setHeader(b"x-accel-buffering", b"no")
        request.registerProducer(viewer, True)
        request.write(b"retry: 2000\n\n")
        viewer.tell_state()

    def remove(self, viewer: Viewer) -> None:
        """One is gone."""
        self._viewers.pop(viewer, None)

    def state(self) -> bytes:
        """The state event, as it is now or was a moment ago, with all that was sent."""
        now = self._clock.now()
        if not now - self._state_at < FRESH:
            self._state_at, self._state = now, message("state", self._tell())
        return self._state

    def outdated(self) -> None:
        """The next state is a new one."""
        self._state_at = float("-inf")

    @property
    def busy(self) -> bool:
        """Some of them have not been written to yet what was sent last."""
        return bool(self._rounds)

    def send(self, data: bytes) -> None:
        """Send all of them this, some of them at once and the others soon."""
        self.outdated()
        self._send(data)

    def ping(self) -> None:
        """Send what means nothing, so that who is gone is found out."""
        self._send(b":\n\n")

    def close(self) -> None:
        """Send them the rest, and end all of them."""
        while self._rounds:
            self._write_some()
        if self._timer is not None:
            self._timer.cancel()
        for viewer in tuple(self._viewers):
            viewer.finish()

    def _send(self, data: bytes) -> None:
        self.number += 1
        self._rounds.append(_Round(self.number, data, iter(tuple(self._viewers))))
        if self._timer is None:
            self._go_on()

    def _go_on(self) -> None:
        self._timer = None
        self._write_some()
        if self._rounds:
            self._timer = self._clock.call_in(0.0, self._go_on)

    def _write_some(self) -> None:
        left = SLICE
        while self._rounds and left:
            first = self._rounds[0]
            written = 0
            for viewer in islice(first.viewers, left):
                written += 1
                if viewer in self._viewers:
                    viewer.tell(first.number, first.data)
            if written < left:
                self._rounds.popleft()
            left -= written
