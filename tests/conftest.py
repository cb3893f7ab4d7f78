"""
What no test may leave behind: a logged failure, an unhandled failure of a
Deferred, a delayed call in the reactor, a child process.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator

import pytest
from twisted.internet import defer
from twisted.logger import ILogObserver, LogEvent, LogLevel, formatEvent, globalLogPublisher
from twisted.python.failure import Failure
from zope.interface import implementer

_DebugInfo = defer.DebugInfo


class _CountedDebugInfo(_DebugInfo):
    """
    Twisted makes one for each failure that a Deferred holds, and logs the
    failure if it is still there when this is collected. Counted, because a
    collection is dear and most tests have none of these.
    """

    alive = 0
    survivors = 0

    def __init__(self) -> None:
        _CountedDebugInfo.alive += 1

    def __del__(self) -> None:
        _CountedDebugInfo.alive -= 1
        super().__del__()

    @classmethod
    def collect(cls) -> None:
        """Have the failures logged that nobody can handle any more."""
        if cls.alive > cls.survivors:
            gc.collect()
        cls.survivors = cls.alive


@implementer(ILogObserver)
class _FailureLog:
    """Keeps the events that tell of a failure."""

    def __init__(self) -> None:
        self.events: list[LogEvent] = []

    def __call__(self, event: LogEvent) -> None:
        if event.get("log_failure") or event.get("log_level") is LogLevel.critical:
            self.events.append(event)


_failure_log = _FailureLog()


def pytest_configure() -> None:
    """Begin to listen."""
    defer.DebugInfo = _CountedDebugInfo  # type: ignore[misc]
    globalLogPublisher.addObserver(_failure_log)


def pytest_unconfigure() -> None:
    """Leave Twisted as it was."""
    globalLogPublisher.removeObserver(_failure_log)
    defer.DebugInfo = _DebugInfo  # type: ignore[misc]


@pytest.fixture
def logged_failures() -> list[LogEvent]:
    """
    The log events of this test that carry a failure or are critical. A test
    that means them to be logged looks at them and clears the list.
    """
    return _failure_log.events


@pytest.fixture(autouse=True)
def _nothing_left_behind() -> Iterator[None]:
    calls = _delayed_calls()
    children = _children()
    yield
    _CountedDebugInfo.collect()
    left = [f"logged: {_described(event)}" for event in _failure_log.events]
    _failure_log.events.clear()
    left += [f"left in the reactor: {call}" for call in _delayed_calls() - calls]
    left += [f"left running: process {child}" for child in _children() - children]
    if left:
        pytest.fail("\n".join(left), pytrace=False)


def _described(event: LogEvent) -> str:
    failure = event.get("log_failure")
    text = formatEvent(event)
    return f"{text}\n{failure.getTraceback()}" if isinstance(failure, Failure) else text


def _delayed_calls() -> set[object]:
    """Those of the global reactor, if a test has installed one."""
    reactor = sys.modules.get("twisted.internet.reactor")
    return set(reactor.getDelayedCalls()) if reactor is not None else set()


def _children() -> set[int]:
    """The processes that Twisted has started and not yet seen ending."""
    process = sys.modules.get("twisted.internet.process")
    return set(process.reapProcessHandlers) if process is not None else set()
