"""
A match as it is told: to all its spectators as one listener, and to players.

A step is rendered and encoded once, and the same bytes go to every link. A
spectator who reads too slowly is left out until she has caught up, and then
gets the state again, as when she joined.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar

from boardhub.games.rules import Prompt, Viewer
from boardhub.hub.match import Match
from boardhub.hub.steps import Began, Cause, Ended, Moved, Report, Step, Watching
from boardhub.protocols.counts import Counts
from boardhub.protocols.game import Link, Wire


class Spectator:
    """One who watches: a name and a link, and whether she has missed anything."""

    __slots__ = ("link", "missed", "name")

    def __init__(self, name: str, link: Link) -> None:
        self.name = name
        self.link = link
        self.missed = False


class Table(ABC):
    """
    A match as a dialect tells it: to its spectators, whose listener it is,
    and by `told` to the players. A dialect's own subclass has the words.
    """

    common: ClassVar[tuple[type[Cause], ...]] = (Moved, Began, Ended, Watching)
    """What made a step happen of which everybody hears the same, but for secret events."""

    def __init__(self, match: Match, wire: Wire) -> None:
        self.match = match
        self.wire = wire
        self.counts = Counts()
        """Of its port, which sets it."""
        self._watching: dict[Spectator, None] = {}
        self._step: Step | None = None
        self._alike = False
        self._for_all = b""
        self._answers: dict[str, Sequence[str]] = {}
        self._answers_at = -1
        match.watch(self)

    @abstractmethod
    def lines(self, step: Step, viewer: Viewer) -> Sequence[str]:
        """What a player, or the spectators, get for a step, without prompts."""

    @abstractmethod
    def state(self) -> Sequence[str]:
        """All there is to know for a spectator who has just come."""

    def greeting(self, name: str) -> Sequence[str]:
        """What a spectator of this name gets when she comes."""
        return self.state()

    def alike(self, step: Step) -> bool:
        """Whether everybody gets the same lines for a step."""
        if not isinstance(step.cause, self.common):
            return False
        return all(event.to is None for event in step.events)

    def told(self, step: Step, viewer: Viewer) -> bytes:
        """The bytes of `lines`; what is the same for all is encoded once."""
        if step is not self._step:
            self._step, self._alike = step, self.alike(step)
            if self._alike:
                self._for_all = self.wire.encode(self.lines(step, viewer))
        return self._for_all if self._alike else self.wire.encode(self.lines(step, viewer))

    def kept(self, word: str, answer: Callable[[], Sequence[str]]) -> Sequence[str]:
        """What was answered to a word since the last step, or else the answer now."""
        if self._answers_at != self.match.steps:
            self._answers_at = self.match.steps
            self._answers = {}
        if word not in self._answers:
            self._answers[word] = answer()
        return self._answers[word]

    def add(self, spectator: Spectator) -> None:
        """
        Somebody comes: the others are told her name, she gets the state, with
        her own name in it.
        """
        self.match.watcher_came(spectator.name)
        self._watching[spectator] = None
        spectator.link.write(self.wire.encode(self.greeting(spectator.name)))

    def remove(self, spectator: Spectator) -> None:
        """Somebody goes: those who stay are told."""
        if spectator in self._watching:
            place = [*self._watching].index(spectator)
            del self._watching[spectator]
            self.match.watcher_went(place)

    def caught_up(self, spectator: Spectator) -> None:
        """She reads again; if she has missed anything she gets the state."""
        if spectator.missed:
            spectator.missed = False
            spectator.link.write(self.wire.encode(self.state()))

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """Tell all of them."""
        if self._watching:
            self.send(self.told(step, None))

    def send(self, data: bytes) -> None:
        """Send all of them these lines, or note that one has missed them."""
        if not data:
            return
        for spectator in self._watching:
            link = spectator.link
            if link.behind:
                spectator.missed = True
                self.counts.missed += 1
            else:
                link.write(data)

    def unheard(self, by: float) -> bool:
        """Spectators have no say."""
        return False

    def report(self) -> Report:
        """Nobody asks."""
        return {}

    def dismiss(self) -> None:
        """End all their connections."""
        for spectator in tuple(self._watching):
            spectator.link.close()
