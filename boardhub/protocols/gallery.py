"""
All spectators of a match as one listener.

A step is rendered and encoded once, and the same bytes go to every link. A
spectator who reads too slowly is left out until she has caught up, and then
gets the state again, as when she joined.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from boardhub.games.rules import Prompt
from boardhub.hub.match import Match
from boardhub.hub.steps import Step
from boardhub.protocols.game import Link


class Spectator:
    """One who watches: a name and a link, and whether she has missed anything."""

    __slots__ = ("link", "missed", "name")

    def __init__(self, name: str, link: Link) -> None:
        self.name = name
        self.link = link
        self.missed = False


class SpectatorGallery(ABC):
    """
    The spectators of a match that came over lines. A dialect's own says how
    it tells them.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self._watching: dict[Spectator, None] = {}
        match.watch(self)

    @abstractmethod
    def render(self, step: Step) -> bytes:
        """What all of them get for a step."""

    @abstractmethod
    def state(self) -> bytes:
        """All there is to know for somebody who has just come."""

    @property
    def names(self) -> Sequence[str]:
        """Who watches, in order of arrival."""
        return [each.name for each in self._watching]

    def add(self, spectator: Spectator) -> None:
        """
        Somebody comes: the others are told her name, she gets the state, with
        her own name in it.
        """
        self.match.watching(spectator.name, came=True)
        self._watching[spectator] = None
        self.match.attend()
        spectator.link.write(self.state())

    def remove(self, spectator: Spectator) -> None:
        """Somebody goes: those who stay are told."""
        if spectator in self._watching:
            del self._watching[spectator]
            self.match.watching(spectator.name, came=False)
            self.match.attend()

    def caught_up(self, spectator: Spectator) -> None:
        """She reads again; if she has missed anything she gets the state."""
        if spectator.missed:
            spectator.missed = False
            spectator.link.write(self.state())

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """Tell all of them."""
        if not self._watching:
            return
        data = self.render(step)
        if not data:
            return
        for spectator in self._watching:
            link = spectator.link
            if link.behind:
                spectator.missed = True
            else:
                link.write(data)

    def dismiss(self) -> None:
        """End all their connections."""
        for spectator in tuple(self._watching):
            spectator.link.close()
