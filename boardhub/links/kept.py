"""
A program under a keeper, for one who has no reactor: its pipes are in one's
own hand, and nothing bounds it. See `keeper`.
"""

from __future__ import annotations

import errno
import fcntl
import os
import select
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from io import FileIO
from typing import Any, Final

from boardhub.links import keeper
from boardhub.links.pipes import INPUT, OUTPUT
from boardhub.links.reports import has_ended, read_report

_GONE: Final = "its keeper is gone"


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
        keeper.adopt()  # in case that both keepers are killed
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
            _outlive(self._keeper)
            self._keeper = None

    def _await_start(self) -> None:
        """
        :raise OSError: it cannot be started.
        """
        starts = False
        for line in self.reports:
            said = _read(line)
            starts = starts or "starts" in said
            if "failed" in said or (has_ended(said) and not starts):
                raise OSError(said.get("failed", errno.ESRCH), said.get("text", _GONE))
            if "runs" in said or has_ended(said):
                return
        if not starts:
            raise OSError(errno.ESRCH, _GONE)


def _read(line: bytes) -> dict[str, Any]:
    """What a keeper says; nothing, if it is somebody else who writes there."""
    try:
        return read_report(line)
    except ValueError:
        return {}


def _outlive(process: int) -> None:
    """Wait for a keeper without orders; also of one that was stopped or killed nothing stays."""
    ended = select.poll()
    descriptor = os.pidfd_open(process)
    ended.register(descriptor, select.POLLIN)
    while not ended.poll(keeper.LOOK * 1000):
        if keeper.is_stopped(process):
            keeper.revive(process)
    os.close(descriptor)
    _, status = os.waitpid(process, 0)
    while os.WIFSIGNALED(status) and keeper.end_strays(process, ()):
        time.sleep(keeper.SWEEP)


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
