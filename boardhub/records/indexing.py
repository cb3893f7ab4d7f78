"""
The daemon's part in the index of matches: a thread beside the reactor that
reads what is finished.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from threading import Event

from twisted.application.service import Service
from twisted.logger import Logger
from twisted.python.threadpool import ThreadPool

from boardhub.hub.journal import JournalError
from boardhub.records.index import Index

#: Seconds of rest between two journals that were missed: the thread must not crowd out the reactor.
REST = 0.02


class Indexing(Service):
    """
    Keeps the index of a data directory up to date while it runs: first with
    what has been missed, then with each match that ends. All is done in one
    thread, in that order. Without an index the daemon works as well.
    """

    _log = Logger()

    def __init__(self, data: Path) -> None:
        self._data = data
        self._index: Index | None = None
        self._stopping = Event()
        self._thread = ThreadPool(0, 1, "index")

    def startService(self) -> None:
        """Open the index and see what it lacks."""
        super().startService()
        self._thread.start()
        self._thread.callInThread(self._guard, self._open)

    def stopService(self) -> None:
        """Index what has ended until now, and close."""
        super().stopService()
        self._stopping.set()
        self._thread.callInThread(self._guard, self._close)
        self._thread.stop()

    def add(self, path: Path) -> None:
        """A journal has got its last record."""
        self._thread.callInThread(self._guard, lambda: self._add(path))

    # In the thread.

    def _guard(self, work: Callable[[], None]) -> None:
        """A broken index is said, and concerns nobody else."""
        try:
            work()
        except (sqlite3.Error, JournalError, OSError) as error:
            self._log.error("the index of matches: {error}", error=error)

    def _open(self) -> None:
        self._index = Index(self._data)
        for problem in self._index.catch_up(lambda: not self._stopping.wait(REST)):
            self._log.warn("not in the index: {problem}", problem=problem)

    def _add(self, path: Path) -> None:
        if self._index is not None:
            self._index.add(path)

    def _close(self) -> None:
        if self._index is not None:
            self._index.close()
