"""
What the daemon answers about matches that are over::

    GET /api/past                        {"matches": [...], "more": true}: the latest
    GET /api/past?game=GAME&before=JOURNAL   of one game; those before this one
    GET /api/past/JOURNAL                the film of a match: see `boardhub.web.film`
    GET /api/past/JOURNAL/journal        its journal, to be kept

JOURNAL is the name of the file without ``.jsonl``. Nothing of a match that is
not over is to be had here: its journal holds what players must not know.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from pathlib import Path
from typing import Any, BinaryIO, cast
from urllib.parse import quote

from twisted.application.service import Service
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IPushProducer, ITCPTransport
from twisted.internet.threads import deferToThreadPool
from twisted.logger import Logger
from twisted.python.failure import Failure
from twisted.python.threadpool import ThreadPool
from twisted.web.http import (
    CONFLICT,
    INTERNAL_SERVER_ERROR,
    NOT_FOUND,
    SERVICE_UNAVAILABLE,
)
from twisted.web.resource import Resource
from twisted.web.server import NOT_DONE_YET, Request
from zope.interface import implementer

from boardhub.hub.clock import Clock
from boardhub.web.limits import Busy, Purses, Spent
from boardhub.web.shelf import Do, NoJournal, NotOver, Shelf, T
from boardhub.web.stream import encoded
from boardhub.web.studio import NoFilm, Spawn, Studio

#: What a look-up costs, a film that is to be made, and a journal.
LOOK, MAKE, FETCH = 0.1, 5.0, 2.0

#: Journals that are sent at the same time, and the seconds that one may take.
SENDING = 20
SLOWEST = 120.0

#: Bytes of one that are read at a time.
CHUNK = 1 << 16

#: Seconds after which somebody may try again who came at a bad moment.
AGAIN = 5.0

UNUSABLE, TOO_MANY = 422, 429


class Beside(Service):
    """The thread beside the reactor in which the shelf is looked through, while this runs."""

    def __init__(self, reactor: Any) -> None:
        self._reactor = reactor
        self._thread = ThreadPool(0, 1, "shelf")

    def startService(self) -> None:
        """Be there."""
        super().startService()
        self._thread.start()

    def stopService(self) -> None:
        """Do what has been asked for, and no more."""
        super().stopService()
        self._thread.stop()

    def do(self, work: Callable[[], T], /) -> Deferred[T]:
        """Do this in the thread."""
        return deferToThreadPool(self._reactor, self._thread, work)


class Past(Resource):
    """The list at the place itself; under it films and journals."""

    isLeaf = True
    _log = Logger()

    def __init__(self, data: Path, beside: Do, spawn: Spawn, clock: Clock) -> None:
        super().__init__()
        self.studio = Studio(clock, spawn)
        self._shelf = Shelf(data, beside)
        self._clock = clock
        self._purses = Purses(clock)
        self._sending = 0

    def render_GET(self, request: Request) -> int:
        """Answer once it is there what is asked for."""
        request.setHeader(b"cache-control", b"no-store")
        answering = Deferred.fromCoroutine(self._answer(request))
        answering.addErrback(self._refuse, request)
        return NOT_DONE_YET

    def render_HEAD(self, request: Request) -> int:
        """The same; its headers alone are sent."""
        return self.render_GET(request)

    async def _answer(self, request: Request) -> None:
        address = str(getattr(request.getClientAddress(), "host", ""))
        self._purses.pay(address, LOOK)
        path = [each.decode("utf-8", "replace") for each in request.postpath or ()]
        match path:
            case []:
                game, before = (_word(request, name) for name in (b"game", b"before"))
                page = await self._shelf.page(game, before)
                _send(request, encoded(page))
            case [name]:
                await self._send_film(request, address, await self._shelf.journal(name))
            case [name, "journal"]:
                await self._send_journal(request, address, await self._shelf.journal(name))
            case _:
                raise NoJournal

    async def _send_film(self, request: Request, address: str, journal: Path) -> None:
        if not self.studio.has(journal):
            self._purses.pay(address, MAKE)
        film = await self.studio.film(journal)
        # Whoever does not say so takes it, too; there is no browser that does not.
        request.setHeader(b"content-encoding", b"gzip")
        _send(request, film)

    async def _send_journal(self, request: Request, address: str, journal: Path) -> None:
        if _is_gone(request):
            return
        if self._sending >= SENDING:
            raise Busy
        self._purses.pay(address, FETCH)
        timer = self._clock.call_in(SLOWEST, lambda: _cut(request))
        self._sending += 1
        try:
            with journal.open("rb") as file:
                name = quote(journal.name).encode("ascii")
                request.setHeader(b"content-disposition", b"attachment; filename*=UTF-8''" + name)
                request.setHeader(b"content-type", b"application/jsonl; charset=utf-8")
                request.setHeader(b"content-length", b"%d" % journal.stat().st_size)
                if request.method != b"HEAD":
                    await Pouring(file, request).done
        finally:
            self._sending -= 1
            timer.cancel()
        if not _is_gone(request):
            request.finish()

    def _refuse(self, failure: Failure, request: Request) -> None:
        if _is_gone(request):
            return
        code, text = self._refusal(failure)
        if code in (SERVICE_UNAVAILABLE, TOO_MANY):
            seconds = getattr(failure.value, "seconds", AGAIN)
            request.setHeader(b"retry-after", b"%d" % ceil(seconds))
        request.setResponseCode(code)
        request.setHeader(b"content-type", b"text/plain; charset=utf-8")
        request.write(f"{text}\n".encode())
        request.finish()

    def _refusal(self, failure: Failure) -> tuple[int, str]:
        match failure.value:
            case NoJournal() | FileNotFoundError():
                return NOT_FOUND, "There is no such match."
            case NotOver():
                return (
                    CONFLICT,
                    "The match is not over: its journal holds what nobody may know yet.",
                )
            case NoFilm():
                return UNUSABLE, f"The match cannot be told again: {failure.value}"
            case Busy():
                return SERVICE_UNAVAILABLE, "Too many matches are asked for just now."
            case Spent():
                return TOO_MANY, "This address has asked for too many matches."
        self._log.failure("a match that is over cannot be shown", failure)
        return INTERNAL_SERVER_ERROR, "It could not be read."


@implementer(IPushProducer)
class Pouring:
    """A file on its way to a browser, as fast as that reads; ``done`` fires at its end."""

    def __init__(self, file: BinaryIO, request: Request) -> None:
        self.done: Deferred[None] = Deferred()
        self._file = file
        self._request = request
        self._flows = True
        request.notifyFinish().addErrback(lambda _: self.stopProducing())
        request.registerProducer(self, True)
        self.resumeProducing()

    def pauseProducing(self) -> None:
        """It reads too slowly."""
        self._flows = False

    def resumeProducing(self) -> None:
        """It reads again."""
        self._flows = True
        while self._flows and not self.done.called:
            data = self._file.read(CHUNK)
            if data:
                self._request.write(data)
            else:
                self._request.unregisterProducer()
                self.done.callback(None)

    def stopProducing(self) -> None:
        """It is gone."""
        if not self.done.called:
            self.done.callback(None)


def _word(request: Request, name: bytes) -> str | None:
    values = (request.args or {}).get(name)
    return values[0].decode("utf-8", "replace") if values else None


def _is_gone(request: Request) -> bool:
    """Whether nobody waits for the answer any more."""
    return request.channel is None


def _send(request: Request, data: bytes) -> None:
    if _is_gone(request):
        return
    request.setHeader(b"content-type", b"application/json; charset=utf-8")
    request.setHeader(b"content-length", b"%d" % len(data))
    request.write(data)
    request.finish()


def _cut(request: Request) -> None:
    if request.channel is not None:
        cast(ITCPTransport, request.channel.transport).abortConnection()
