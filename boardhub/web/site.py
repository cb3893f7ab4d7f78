"""
What the daemon answers to browsers::

    GET /                        the page
    GET /static/...              its modules and styles; /static/games/NAME.js draws a game
    GET /api/matches             {"matches": [...]}: see `boardhub.web.rows`
    GET /api/matches?game=GAME&name=NAME    {"match", "scene", "position", "events"}, as it stands
    GET /api/matches/GAME/NAME   the same, unless the name is . or .., which browsers leave out
    GET /api/events              the list, as server-sent events: state, rows
    GET /api/events?game=GAME&name=NAME     a match: state, step, gone
    GET /api/past...             matches that are over: see `boardhub.web.past`
    GET /health, /metrics        for monitors: see `boardhub.web.metrics`

All is read-only. A new ``state`` replaces all that was sent before; ``n``
numbers events, and one may come twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, cast

from twisted.internet.interfaces import IAddress, IReactorTime
from twisted.protocols.policies import ProtocolWrapper, WrappingFactory
from twisted.web.http import FORBIDDEN, NOT_ALLOWED, NOT_FOUND, Request
from twisted.web.resource import Resource
from twisted.web.server import NOT_DONE_YET
from twisted.web.server import Request as ServedRequest
from twisted.web.server import Site as ServedSite

from boardhub.web.guard import HEADERS, Guard
from boardhub.web.leaves import Leaf, Plain
from boardhub.web.metrics import Health, Instruments, metrics
from boardhub.web.showroom import Showroom
from boardhub.web.stream import Stream, encoded

#: Seconds that a connection may say nothing when nothing is being sent to it.
IDLE = 60

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


NOTHING = Plain(NOT_FOUND, "There is nothing here.")
NO_MATCH = Plain(NOT_FOUND, "There is no such match.")


class Branch(Resource):
    """A place under which there is something else; there is nothing at the place itself."""

    def getChild(self, path: bytes, request: Request) -> Resource:
        """There is none of this name."""
        return NOTHING

    def render_GET(self, request: Request) -> bytes:
        """Nothing here."""
        return NOTHING.render_GET(request)

    def render_HEAD(self, request: Request) -> bytes:
        """Nothing here."""
        NOTHING.render_GET(request)
        return b""


class Alone(Branch):
    """An answer under which there is nothing else."""

    def __init__(self, answer: Resource) -> None:
        super().__init__()
        self._answer = answer

    def getChildWithDefault(self, path: bytes, request: Request) -> Resource:
        """Nothing."""
        return NOTHING

    def render(self, request: ServedRequest) -> bytes | int:
        """The answer."""
        answer: bytes | int = self._answer.render(request)
        return answer


class Text(Leaf):
    """A file that does not change while the daemon runs."""

    def __init__(self, data: bytes, kind: str) -> None:
        super().__init__()
        self._data = data
        self._kind = kind.encode()
        self._tag = b'"%b"' % sha256(data).hexdigest()[:20].encode()

    def render_GET(self, request: Request) -> bytes:
        """The file, unless the browser has it."""
        request.setHeader(b"content-type", self._kind)
        request.setHeader(b"cache-control", b"no-cache")
        if request.setETag(self._tag):
            return b""
        return self._data


class Answer(Leaf):
    """A value as JSON, worked out for each request."""

    def __init__(self, value: Callable[[], Any]) -> None:
        super().__init__()
        self._value = value

    def render_GET(self, request: Request) -> bytes:
        """The value."""
        request.setHeader(b"content-type", b"application/json; charset=utf-8")
        request.setHeader(b"cache-control", b"no-store")
        return encoded(self._value())


class Matches(Leaf):
    """The list at the place itself, and a match that is named: by a query, or under it."""

    def __init__(self, showroom: Showroom) -> None:
        super().__init__()
        self._showroom = showroom

    def render_GET(self, request: ServedRequest) -> bytes:
        """The list, or a match."""
        path = [each.decode("utf-8", "replace") for each in request.postpath or ()]
        named = path or _named(request)
        if not named:
            return Answer(self._showroom.state).render_GET(request)
        gallery = self._showroom.gallery(*named) if len(named) == 2 else None
        if gallery is None:
            return NO_MATCH.render_GET(request)
        return Answer(gallery.state).render_GET(request)


class Events(Leaf):
    """The streams."""

    def __init__(self, showroom: Showroom) -> None:
        super().__init__()
        self._showroom = showroom

    def render_GET(self, request: Request) -> bytes | int:
        """Follow one until it, or the connection, ends."""
        stream = self._stream(request)
        if stream is None:
            return NO_MATCH.render_GET(request)
        if request.method != b"HEAD":
            stream.add(request)
        return NOT_DONE_YET

    def _stream(self, request: Request) -> Stream | None:
        named = _named(request)
        if not named:
            return self._showroom.stream
        gallery = self._showroom.gallery(*named)
        return None if gallery is None else gallery.stream


def _named(request: Request) -> list[str]:
    """The game and the name of the match in the query; nothing: there is no query."""
    if not request.args:
        return []
    return [
        request.args.get(word, [b""])[0].decode("utf-8", "replace") for word in (b"game", b"name")
    ]


def root(instruments: Instruments, drawings: Mapping[str, bytes], past: Resource) -> Resource:
    """
    Everything there is. ``drawings`` are the modules of games, by their names;
    ``past`` answers for matches that are over.
    """
    showroom = instruments.showroom
    folder = files("boardhub.web").joinpath("static")
    top, static, games, api = Branch(), Branch(), Branch(), Branch()
    for file in folder.iterdir():
        if file.is_file():
            static.putChild(file.name.encode(), _text(file))
    for name, source in drawings.items():
        games.putChild(f"{name}.js".encode(), Text(source, _TYPES["js"]))
    top.putChild(b"", _text(folder.joinpath("index.html")))
    top.putChild(b"static", static)
    static.putChild(b"games", games)
    top.putChild(b"api", api)
    api.putChild(b"matches", Matches(showroom))
    api.putChild(b"events", Events(showroom))
    api.putChild(b"past", past)
    top.putChild(b"health", Alone(Health(instruments)))
    top.putChild(b"metrics", Alone(metrics(instruments)))
    return top


def _text(file: Traversable) -> Text:
    return Text(file.read_bytes(), _TYPES[file.name.rpartition(".")[2]])


class Asked(ServedRequest):
    """A request. What comes with it beside its headers is not kept: there is nothing to send."""

    def gotLength(self, length: int | None) -> None:
        """Make room for nothing."""
        super().gotLength(0)

    def handleContentChunk(self, data: bytes) -> None:
        """Whoever sends something has come to the wrong place."""
        if self.channel is not None:
            self.channel.loseConnection()


class Site(ServedSite):
    """The site behind its guard."""

    requestFactory = Asked
    noisy = False

    def __init__(self, resource: Resource, guard: Guard, reactor: IReactorTime) -> None:
        super().__init__(resource, reactor=reactor, timeout=IDLE)
        self._guard = guard

    def getResourceFor(self, request: Request) -> Any:
        """What is asked for, or the refusal."""
        for name, value in HEADERS.items():
            request.setHeader(name, value)
        why = self._guard.refusal(request)
        if why is not None:
            return Plain(FORBIDDEN, why)
        if request.method not in (b"GET", b"HEAD"):
            request.setHeader(b"allow", b"GET, HEAD")
            return Plain(NOT_ALLOWED, "There is nothing to be changed here.")
        return super().getResourceFor(request)

    def acceptableProtocols(self) -> list[bytes]:
        """Streams count on a connection being one browser's."""
        return [b"http/1.1"]

    def log(self, request: Request) -> None:
        """Who looks is not written down."""


class Door(WrappingFactory):
    """Lets in so many connections at the same time, and no more."""

    noisy = False

    def __init__(self, site: Site, most: int) -> None:
        super().__init__(site)
        self._most = most

    def buildProtocol(self, addr: IAddress | None) -> ProtocolWrapper:
        """A connection; None, which the reactor takes as well: it is closed."""
        if len(self.protocols) >= self._most:
            return cast(ProtocolWrapper, None)
        return super().buildProtocol(addr)
