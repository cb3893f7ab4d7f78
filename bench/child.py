"""
The other side of `bench.children`: ``python -m bench.child SOCKET MODULE:CLASS SETTINGS``
makes the server, runs a reactor, and calls methods of the server as it is told.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from typing import Any

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.protocol import Factory
from twisted.protocols.basic import LineOnlyReceiver
from twisted.python.failure import Failure


class Control(LineOnlyReceiver):
    """The line to the process that measures."""

    delimiter = b"\n"
    MAX_LENGTH = 1 << 20

    def __init__(self, served: Any, end: Callable[[], None]) -> None:
        self._served = served
        self._end = end

    def lineReceived(self, line: bytes) -> None:
        """Carry a call out."""
        method, *arguments = json.loads(line)
        act: Callable[..., Any] = _OF_ANY.get(method) or getattr(self._served, method)
        called: Deferred[Any] = maybeDeferred(act, *arguments)
        called.addCallbacks(lambda result: {"done": result}, _failed)
        called.addCallback(lambda answer: self.sendLine(json.dumps(answer).encode()))

    def connectionLost(self, reason: Failure) -> None:
        """Nobody measures any more."""
        self._end()


def _failed(failure: Failure) -> dict[str, str]:
    failure.printTraceback(sys.stderr)
    return {"failed": repr(failure.value)}


def _resident() -> int:
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


_OF_ANY: dict[str, Callable[..., Any]] = {"rss": _resident}


def main(descriptor: str, served: str, settings: str) -> None:
    """Serve until the other end is closed."""
    from twisted.internet import reactor

    module, _, name = served.partition(":")
    server = getattr(import_module(module), name)(reactor, **json.loads(settings))
    control = Factory.forProtocol(lambda: Control(server, reactor.stop))
    reactor.adoptStreamConnection(int(descriptor), socket.AF_UNIX, control)
    os.close(int(descriptor))
    reactor.run(installSignalHandlers=False)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Exception:
        traceback.print_exc()
        raise SystemExit(1) from None
