"""
What a monitor asks of the daemon::

    GET /health      200, or 503 while it shuts down or can record nothing: JSON
    GET /metrics     numbers for Prometheus, if its client library is installed

Nothing here measures. Whoever has something to count counts it, in plain
numbers, and they are read when somebody asks. Labels are names of ports and
games, phases, reasons and error numbers: nothing that a player has typed.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from attrs import define, field
from twisted.web.http import NOT_IMPLEMENTED, SERVICE_UNAVAILABLE, Request
from twisted.web.resource import Resource

from boardhub import __version__
from boardhub.hub.clock import Delays
from boardhub.hub.journal import Volume
from boardhub.hub.lobby import Lobby
from boardhub.hub.match import Phase
from boardhub.protocols.counts import Counts
from boardhub.web.leaves import Leaf, Plain
from boardhub.web.showroom import Showroom
from boardhub.web.stream import encoded

if TYPE_CHECKING:
    from prometheus_client.core import Metric

#: Of the bounds of the delays only every fourth is shown: a factor of 2.4 lies between two.
BOUNDS_SHOWN = 4

KeyT = TypeVar("KeyT", bound=tuple[str, ...])

MISSING = Plain(
    NOT_IMPLEMENTED,
    "For metrics the daemon needs the client library of Prometheus:"
    " pip install 'boardhub[metrics]', and start it again.",
)


class Traffic(Protocol):
    """Who has come to a port: see `boardhub.links.limits.Traffic`."""

    open: int
    accepted: int
    turned_away: int
    cut_off: int
    refused: Counter[str]


@define(eq=False)
class Instruments:
    """Where the numbers are that a monitor is told."""

    lobby: Lobby
    showroom: Showroom
    volume: Volume
    programs: Callable[[], int]
    """How many local programs run now."""
    writable: Callable[[], bool]
    """Tries whether a journal could be written now."""
    browsers: Callable[[], int]
    """How many connections the page has."""
    traffic: Mapping[str, Traffic] = field(factory=dict)
    """By port."""
    counts: Mapping[str, Counts] = field(factory=dict)
    """By game."""
    started: float = field(factory=time.time)

    def uptime(self) -> float:
        """Seconds since the daemon was put together."""
        return time.time() - self.started

    def matches(self) -> Counter[tuple[str, Phase]]:
        """How many there are, by game and phase."""
        return Counter((each.rules.name, each.phase) for each in self.lobby.matches())


class Health(Leaf):
    """Whether the daemon is well."""

    def __init__(self, instruments: Instruments) -> None:
        super().__init__()
        self._instruments = instruments

    def render_GET(self, request: Request) -> bytes:
        """One JSON object."""
        it = self._instruments
        writable = it.writable()
        status = "closing" if it.lobby.closing else "ok" if writable else "no journals"
        if status != "ok":
            request.setResponseCode(SERVICE_UNAVAILABLE)
        request.setHeader(b"content-type", b"application/json; charset=utf-8")
        request.setHeader(b"cache-control", b"no-store")
        running = sum(count for (_, phase), count in it.matches().items() if phase is Phase.RUNNING)
        return encoded(
            {
                "status": status,
                "version": __version__,
                "uptime": round(it.uptime(), 3),
                "running": running,
                "journals": writable,
            }
        )


def metrics(instruments: Instruments) -> Resource:
    """The page for Prometheus, or one that says what is missing."""
    try:
        from prometheus_client import CollectorRegistry
    except ImportError:
        return MISSING
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Readings(instruments))
    return Metrics(registry)


class Metrics(Leaf):
    """All that a registry has, in the text form of Prometheus."""

    def __init__(self, registry: Any) -> None:
        super().__init__()
        self._registry = registry

    def render_GET(self, request: Request) -> bytes:
        """The numbers as they are now."""
        from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

        request.setHeader(b"content-type", CONTENT_TYPE_LATEST.encode())
        request.setHeader(b"cache-control", b"no-store")
        return generate_latest(self._registry)


class Readings:
    """The instruments as a collector of the client library."""

    def __init__(self, instruments: Instruments) -> None:
        self._it = instruments

    def describe(self) -> list[Metric]:
        """The library asks so that two collectors do not clash; there is one."""
        return []

    def collect(self) -> Iterator[Metric]:
        """All of them, read now."""
        yield from self._daemon()
        yield from self._connections()
        yield from self._matches()
        yield from self._commands()
        yield from self._page()

    def _daemon(self) -> Iterator[Metric]:
        it = self._it
        yield _gauge("info", "Always 1; the version is in the label", version=__version__)
        yield _gauge("uptime_seconds", "Seconds since the daemon started", it.uptime())
        yield _gauge("programs_running", "Local programs that run", it.programs())
        volume = it.volume
        yield _count("journal_records", "Records written to journals", volume.records)
        yield _count("journal_bytes", "Bytes written to journals", volume.bytes)
        yield _count("journal_failures", "Records that could not be written", volume.failures)

    def _connections(self) -> Iterator[Metric]:
        ports = self._it.traffic
        here = {(name,): each.open for name, each in ports.items()}
        here["web",] = self._it.browsers()
        yield _gauges("connections", "Connections that are there", here, "port")
        for name, doc in _COMINGS.items():
            numbers = {(port,): getattr(each, name) for port, each in ports.items()}
            yield _counts(f"connections_{name}", doc, numbers, "port")
        refused = {
            (port, why): count
            for port, each in ports.items()
            for why, count in each.refused.items()
        }
        doc = "Connections that were ended for what their peer said"
        yield _counts("connections_refused", doc, refused, "port", "why")

    def _matches(self) -> Iterator[Metric]:
        it = self._it
        found = it.matches()
        listed = {
            (game, phase.name.lower()): found[game, phase] for game in it.counts for phase in Phase
        }
        yield _gauges("matches", "Matches that are listed", listed, "game", "phase")
        yield _counts("matches_ended", "Matches that are over", it.lobby.ended, "game", "reason")
        spectators = Counter({(game,): 0 for game in it.counts})
        for match in it.lobby.matches():
            spectators[match.rules.name,] += len(match.spectators)
        yield _gauges("spectators", "Connections that watch", spectators, "game")

    def _commands(self) -> Iterator[Metric]:
        it = self._it
        lines = {(game,): each.lines for game, each in it.counts.items()}
        yield _counts("commands", "Lines from players, spectators and the lobby", lines, "game")
        refused = {
            (game, code): count
            for game, each in it.counts.items()
            for code, count in each.refused.items()
        }
        yield _counts("refusals", "Lines that were refused", refused, "game", "code")
        missed = {(game,): each.missed for game, each in it.counts.items()}
        yield _counts("spectator_misses", "Writes that slow spectators missed", missed, "game")
        clock = it.lobby.clock
        yield _histogram("answer_delay_seconds", "What the hub adds to an answer", clock.delays)
        doc = "How long after its deadline a late answer was judged"
        yield _histogram("late_judged_seconds", doc, clock.lateness)

    def _page(self) -> Iterator[Metric]:
        showroom = self._it.showroom
        losses = showroom.losses
        yield _gauge("page_viewers", "Browsers that follow a match, or the list", showroom.viewers)
        yield _count("page_misses", "Messages that slow browsers missed", losses.missed)
        yield _count("page_drops", "Browsers dropped because they did not read", losses.dropped)


_COMINGS: Mapping[str, str] = {
    "accepted": "Connections that had a place",
    "turned_away": "Connections for which there was no place",
    "cut_off": "Connections that were ended since their peer did not read",
}


def _gauge(name: str, doc: str, value: float = 1, **labels: str) -> Metric:
    return _gauges(name, doc, {tuple(labels.values()): value}, *labels)


def _count(name: str, doc: str, value: float) -> Metric:
    return _counts(name, doc, {(): value})


def _gauges(name: str, doc: str, values: Mapping[KeyT, float], *labels: str) -> Metric:
    from prometheus_client.core import GaugeMetricFamily

    family = GaugeMetricFamily(f"boardhub_{name}", f"{doc}.", labels=labels)
    for key, value in values.items():
        family.add_metric(key, value)
    return family


def _counts(name: str, doc: str, values: Mapping[KeyT, float], *labels: str) -> Metric:
    from prometheus_client.core import CounterMetricFamily

    family = CounterMetricFamily(f"boardhub_{name}", f"{doc}.", labels=labels)
    for key, value in values.items():
        family.add_metric(key, value)
    return family


def _histogram(name: str, doc: str, delays: Delays) -> Metric:
    from prometheus_client.core import HistogramMetricFamily

    shown = [*delays.up_to()][::BOUNDS_SHOWN]
    buckets = [(f"{bound:.6g}", count) for bound, count in shown]
    family = HistogramMetricFamily(f"boardhub_{name}", f"{doc}.")
    family.add_metric([], [*buckets, ("+Inf", delays.count)], delays.total)
    return family
