"""
A program under a keeper, for one who has no reactor: its pipes are in one's
own hand, and nothing bounds it. See `keeper`.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from io import FileIO
from typing import Any

from boardhub.links import keeper
from boardhub.links.pipes import INPUT, OUTPUT


class KeptProgram:
    """
    A program that runs where we do, its standard error ours. It is gone, with
    all that it has started, when `end` has been called, or we are gone.
    """

    def __init__(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        """
        Start it; ``environment`` is added to ours.

        :raise OSError: it cannot be started.
        """
        hears, tells = _pipe()
        heard, says = _pipe()
        reported, reports = _pipe()
        ordered, orders = _pipe()
        theirs = {INPUT: hears, OUTPUT: says, keeper.REPORTS: reports, keeper.ORDERS: ordered}
        self.input, self.output = FileIO(tells, "w"), FileIO(heard)
        self.reports = FileIO(reported)
        """Can be read, or is at its end, when the program has ended."""
        self._orders = FileIO(orders, "w")
        self._keeper: int | None = None
        try:
            self._keeper = _spawn_keeper(words, {**os.environ, **environment}, theirs)
            self._await_start()
        except BaseException:
            self.end()
            raise

    def ask_to_go(self) -> None:
        """Send SIGTERM to it and its process group."""
        with suppress(BrokenPipeError):  # the keeper has gone, and all is over
            self._orders.write(b"T")

    def end(self) -> None:
        """End it with all that it has started, and wait for that; close our ends of the pipes."""
        for pipe in (self._orders, self.input, self.output, self.reports):
            pipe.close()
        if self._keeper is not None:
            os.waitpid(self._keeper, 0)

    def _await_start(self) -> None:
        """
        :raise OSError: it cannot be started.
        """
        line = self.reports.readline()
        said: dict[str, Any] = json.loads(line or "{}")
        if "runs" in said:
            return
        raise OSError(said.get("failed", errno.ESRCH), said.get("text", "its keeper is gone"))


def _pipe() -> tuple[int, int]:
    """
    The ends to read and to write at of a pipe, inherited by nobody and apart
    from the descriptors that a keeper has.
    """
    low = os.pipe()
    read, write = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, keeper.ORDERS + 1) for end in low]
    for end in low:
        os.close(end)
    return read, write


def _spawn_keeper(
    words: Sequence[str], environment: Mapping[str, str], descriptors: Mapping[int, int]
) -> int:
    """Start a keeper; its process. The descriptors become its own, by the numbers given."""
    try:
        return os.posix_spawn(
            sys.executable,
            [sys.executable, "-I", "-S", keeper.__file__, "null", *words],
            environment,
            file_actions=[
                (os.POSIX_SPAWN_DUP2, end, number) for number, end in descriptors.items()
            ],
            # A terminal's Ctrl-C must not reach it before it ignores that by itself.
            setsigmask=(signal.SIGINT, signal.SIGTERM, signal.SIGHUP),
        )
    finally:
        for end in descriptors.values():
            os.close(end)
