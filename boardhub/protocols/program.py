"""
Local programs in the seats of a match: the organiser says which there are,
anybody in the lobby may name one, and nobody can name a command line.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from itertools import count
from typing import Protocol

from attrs import define, field, frozen

from boardhub.games.rules import Prompt
from boardhub.hub.match import Match
from boardhub.hub.steps import Ended, Report, Step
from boardhub.protocols.game import Link, Session


class Running(Protocol):
    """
    A program in a seat. It counts as one of those that there may be from the
    beginning until it is gone, or `stop`-ped before it was started.
    """

    def start(self) -> None:
        """Start it, unless it has been stopped; what comes of it is told later."""

    def report(self) -> Report:
        """
        How it ended, once it has, and what it said on its standard error;
        nothing, if it has not been started.
        """

    def stop(self) -> None:
        """End it, with all that it has started; harmless when it has ended."""


@frozen
class Casting:
    """What a program plays in: told to it in its environment."""

    match: str
    seat: int
    label: int
    """What the wire calls the seat."""
    name: str


class Programs(Container[str], Protocol):
    """The programs that may take seats of one game, by name."""

    def has_room(self) -> bool:
        """Whether one more may have a seat."""

    def cast(
        self,
        program: str,
        casting: Casting,
        arrive: Callable[[Link], Session],
        failed: Callable[[], None],
    ) -> Running:
        """
        Give one a seat. Some time after its start either ``arrive`` is called,
        once it runs, with the way to it, or ``failed``: it could not be started.
        """


class NoPrograms:
    """Where nobody has named any."""

    def __contains__(self, name: object) -> bool:
        return False

    def has_room(self) -> bool:
        """There is no need."""
        return False

    def cast(
        self,
        program: str,
        casting: Casting,
        arrive: Callable[[Link], Session],
        failed: Callable[[], None],
    ) -> Running:
        """There is none."""
        raise KeyError(program)


@define(eq=False)
class Understudy:
    """
    The listener of a program's seat until the program runs; ``sit`` gives it
    its session.
    """

    _match: Match
    _programs: Programs
    _program: str
    _casting: Casting
    _sit: Callable[[Link, Match, int], Session]
    _running: Running = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._running = self._programs.cast(
            self._program, self._casting, self._arrive, self._failed
        )

    def start(self) -> None:
        """All seats are taken: start the program."""
        self._running.start()

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """It is told when it runs; if it is over before, there is no need."""
        if isinstance(step.cause, Ended):
            self.dismiss()

    def unheard(self, by: float) -> bool:
        """It has said nothing."""
        return False

    def report(self) -> Report:
        """Why it does not run."""
        return self._running.report()

    def dismiss(self) -> None:
        """It is not needed any more."""
        self._running.stop()

    def _arrive(self, link: Link) -> Session:
        return self._sit(link, self._match, self._casting.seat)

    def _failed(self) -> None:
        self._match.leave(self._casting.seat, "forfeit-start")


def numbered(name: str, length: int) -> Iterator[str]:
    """
    What a program may be called, without an end: as it is, and where that is
    taken with ``_2``, ``_3`` ... behind it, but no longer than this.
    """
    yield name[:length]
    for number in count(2):
        ending = f"_{number}"
        yield name[: length - len(ending)] + ending
