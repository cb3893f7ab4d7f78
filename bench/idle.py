"""
What a connection costs that does nothing: memory of the server for each one
in the lobby, above what a bare LineReceiver takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from tempfile import TemporaryDirectory

from bench.children import Child
from bench.figures import Amount, Figure, alternate, at_most, difference, medians
from bench.ping import GAME, ping
from bench.replay import connect

ROUNDS = 3
CONNECTIONS = 1500
#: So many come first, so that what is made once is there.
EARLY = 100


def measure() -> Figure:
    """The figure."""
    pairs = alternate(ROUNDS, _ours, _bare)
    ours, theirs = medians(pairs)
    return Figure(
        "idle",
        difference(pairs),
        "bytes",
        Amount("LineReceiver: memory a connection", theirs, "bytes"),
        Amount(f"hub, {CONNECTIONS} connections: memory a connection", ours, "bytes"),
        at_most(4096),
    )


def _ours(number: int) -> float:
    with (
        TemporaryDirectory() as directory,
        Child("bench.hosting:HubServer", game=GAME, directory=directory) as hub,
    ):
        return _memory_each(hub)


def _bare(number: int) -> float:
    with Child("bench.ping:Constant") as bare:
        return _memory_each(bare)


def _memory_each(server: Child) -> float:
    port = server.port
    with _connected(port, EARLY):
        before = server.rss()
        with _connected(port, CONNECTIONS):
            return (server.rss() - before) / CONNECTIONS


@contextmanager
def _connected(port: int, count: int) -> Iterator[None]:
    """So many connections, each of which has said something once."""
    with ExitStack() as stack:
        for _ in range(count):
            ping([stack.enter_context(connect(port))], 1)
        yield
