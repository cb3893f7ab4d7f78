"""
Servers in processes of their own, as seen from the process that measures.

A child is told what to do over a socket pair. It ends when that is closed,
hence also when this process is killed.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from types import TracebackType
from typing import Any

#: Seconds that a child may take for anything it is told.
PATIENCE = 120.0


class ChildFailed(Exception):
    """A child did not do what it was told; its traceback is on stderr."""


class Child:
    """
    A process that runs one of our servers, to be used in a ``with`` block:
    ``served`` names its class, ``module:Class``, ``settings`` go to its
    constructor.
    """

    def __init__(self, served: str, **settings: Any) -> None:
        self._control, theirs = socket.socketpair()
        self._control.settimeout(PATIENCE)
        self._answers = self._control.makefile("r", encoding="utf-8")
        with theirs:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    *("-m", "bench.child", str(theirs.fileno()), served, json.dumps(settings)),
                ],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env={**os.environ, "PYTHONHASHSEED": "0"},
            )
        # How Linux numbers the processor time of another process: see
        # clock_getcpuclockid(3), which Python does not offer.
        self._cpu_clock = (~self._process.pid << 3) | 2

    def __enter__(self) -> Child:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._answers.close()
        self._control.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    @property
    def port(self) -> int:
        """Where it listens, on loopback."""
        return int(self.call("port"))

    def cpu(self) -> float:
        """
        Seconds of processor time it has used, user and system together. Read
        from outside, as being asked would cost it some.
        """
        # What has sent its last answer still has a little to do.
        time.sleep(0.002)
        return time.clock_gettime(self._cpu_clock)

    def rss(self) -> int:
        """Bytes of memory it has in use."""
        return int(self.call("rss"))

    def call(self, method: str, *arguments: Any) -> Any:
        """
        Call a method of what it serves, and wait for the result.

        :raise ChildFailed: it raised, or is gone.
        """
        self._control.sendall(json.dumps([method, *arguments]).encode() + b"\n")
        answer = self._answers.readline()
        if not answer:
            raise ChildFailed(f"the child is gone, asked to {method}")
        result = json.loads(answer)
        if "failed" in result:
            raise ChildFailed(f"{method}: {result['failed']}")
        return result["done"]
