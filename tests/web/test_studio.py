"""Where films are made, and what browsers may ask for: each bound by itself."""

from __future__ import annotations

from errno import EAGAIN
from pathlib import Path
from typing import Any, cast

import pytest
from twisted.internet.defer import Deferred
from twisted.internet.error import ProcessDone, ProcessTerminated
from twisted.internet.interfaces import IProcessTransport
from twisted.internet.protocol import ProcessProtocol
from twisted.internet.task import Clock as HandClock
from twisted.python.failure import Failure

from boardhub.hub.clock import Clock
from boardhub.web.limits import PURSE, REMEMBERED, Purses, Spent
from boardhub.web.studio import KEPT, LARGEST, NoFilm, Studio


class Theatre:
    """A studio whose processes do what a test says."""

    def __init__(self, room: bool = True) -> None:
        self.clock = HandClock()
        self.studio = Studio(Clock(self.clock), self._spawn)
        self.hears: list[ProcessProtocol] = []
        self._room = room

    def film(self, name: str) -> Deferred[bytes]:
        """The film of a journal."""
        return self.studio.film(Path("/data", name))

    def made(self, name: str, data: bytes) -> Deferred[bytes]:
        """The same, and it is made at once."""
        film = self.film(name)
        self.hears[-1].outReceived(data)
        self.hears[-1].processEnded(Failure(ProcessDone(0)))
        return film

    def _spawn(self, words: list[str], folder: str, hears: ProcessProtocol) -> IProcessTransport:
        if not self._room:
            raise OSError(EAGAIN, "no more processes")
        self.hears.append(hears)
        return cast(IProcessTransport, None)


def failure_of(film: Deferred[bytes]) -> str:
    """Why there is no film."""
    found: list[Failure] = []
    film.addErrback(found.append)
    assert found[0].check(NoFilm)
    return found[0].getErrorMessage()


def test_no_room_for_a_process() -> None:
    """Where the system starts no process the page is told, and nothing is left behind."""
    theatre = Theatre(room=False)
    assert "no more processes" in failure_of(theatre.film("a"))
    assert theatre.clock.getDelayedCalls() == []


def test_a_process_that_crashes(logged_failures: list[Any]) -> None:
    """What it has said is logged for the operator; the page gets a sentence without it."""
    theatre = Theatre()
    film = theatre.film("a")
    theatre.hears[0].errReceived(b"MemoryError: in /some/where")
    theatre.hears[0].processEnded(Failure(ProcessTerminated(1)))
    assert failure_of(film) == "it could not be told again"
    assert theatre.clock.getDelayedCalls() == []


def test_what_is_kept_is_bounded() -> None:
    """The film that nobody has asked for the longest goes first when there is no room."""
    theatre = Theatre()
    names = [f"m{number}" for number in range(KEPT // LARGEST)]
    for name in names:
        theatre.made(name, b"x" * LARGEST)
    theatre.film(names[0])
    theatre.made("one more", b"x" * LARGEST)
    kept = [name for name in names if theatre.studio.has(Path("/data", name))]
    assert kept == [names[0], *names[2:]]


def test_a_failed_film_is_tried_again() -> None:
    """A film that could not be made is no film that is kept."""
    theatre = Theatre()
    film = theatre.film("a")
    theatre.hears[0].processEnded(Failure(ProcessTerminated(3)))
    failure_of(film)
    assert not theatre.studio.has(Path("/data", "a"))


def test_purses() -> None:
    """An address takes what it has, then has to wait so long as is said; another has its own."""
    clock = HandClock()
    purses = Purses(Clock(clock))
    purses.pay("a", PURSE - 1)
    with pytest.raises(Spent) as spent:
        purses.pay("a", 5)
    # One is left, and one comes in each second.
    assert spent.value.seconds == 4
    purses.pay("b", 5)
    clock.advance(4)
    purses.pay("a", 5)


def test_purses_are_not_remembered_for_ever() -> None:
    """However many addresses come, so many are remembered; full purses are forgotten first."""
    clock = HandClock()
    purses = Purses(Clock(clock))
    for number in range(REMEMBERED - 1):
        purses.pay(f"early{number}", 1)
    clock.advance(2)
    purses.pay("late", PURSE)
    for number in range(3):
        purses.pay(f"new{number}", 1)
    with pytest.raises(Spent):
        purses.pay("late", 1)
    for number in range(2 * REMEMBERED):
        purses.pay(f"crowd{number}", 1)
    assert len(purses) <= REMEMBERED
