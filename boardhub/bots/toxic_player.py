"""
What the bots of the arena have in common: how they come in, and what they
know from the lines they get.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from boardhub.bots.bot import UrBot
from boardhub.games.toxic.arena import Arena, Field
from boardhub.games.toxic.directions import STEPS


class ToxicBot(UrBot, ABC):
    """
    A player of the arena. ``name`` is what it is called in a match that it
    joins; ``seed`` makes its chance.

    The server gives a number to whoever connects, before it hears that this
    one is for another match: that first ``ID`` is not answered.
    """

    def __init__(self, name: str, seed: str | int = 0) -> None:
        super().__init__(name, seed)
        self.number = -1
        self.arena = Arena(("  ", "  "))
        self.round = 0
        self.place: Field = (0, 0)
        self.view = "NORTH"
        self.seen: dict[int, Field] = {}
        """Where the others are that are seen in this round."""
        self.inside: set[int] = set()
        """The others that are in."""
        self.red: set[int] = set()
        self.toxicity: dict[Field, float] = {}
        """What has been told of fields."""
        self._arrived = False
        self._rows: list[str] = []

    @abstractmethod
    def move(self) -> tuple[str, str]:
        """What to do in this round: a direction or ``NONE``, and a view."""

    def hear(self, line: str) -> list[str]:
        """Take in one line; the lines to answer with, often none."""
        word, _, rest = line.partition(" ")
        words = rest.split()
        match word:
            case "ID":
                return self._identified(int(rest))
            case "FEHLER":
                self.refused(line)
            case "MAP":
                return ["KARTE"]
            case "KARTE":
                self._rows = []
            case "ZEILE":
                self._rows.append(rest.partition(" ")[2])
            case "KARTE_ENDE":
                self._read_map()
            case "CONNECTED":
                self.inside.add(int(rest))
            case "DISCONNECTED":
                self.inside.discard(int(rest))
                self.red.discard(int(rest))
            case "SET":
                self.place, self.view = _field(words[0]), words[1]
                self.seen = {}
            case "SEE_PLAYER":
                self.seen[int(words[2])] = _field(words[0])
            case "TOXIC":
                self.toxicity[_field(words[0])] = float(words[1])
            case "TEAMCHANGE":
                self.red.add(int(words[1]))
            case "START":
                self.round = int(rest)
                return ["MOVE {} {}".format(*self.move())]
            case "DISCONNECT":
                self.over = True
        return []

    def standings(self) -> list[tuple[str, int]]:
        """Players are not told points: nothing."""
        return []

    @property
    def is_red(self) -> bool:
        """Whether this bot is RED."""
        return self.number in self.red

    def opponents(self) -> dict[int, Field]:
        """The players of the other team that are seen."""
        return {
            number: place
            for number, place in self.seen.items()
            if (number in self.red) != self.is_red
        }

    def steps(self) -> list[tuple[str, Field]]:
        """The directions that lead somewhere now, with the field."""
        x, y = self.place
        taken = set(self.seen.values())
        return [
            (name, (x + dx, y + dy))
            for name, (dx, dy) in STEPS.items()
            if self.arena.can_step(x, y, dx, dy) and (x + dx, y + dy) not in taken
        ]

    def _identified(self, number: int) -> list[str]:
        if not self._arrived:
            self._arrived = True
            return []
        self.number = number
        return ["ID_OKAY"]

    def _read_map(self) -> None:
        width = max(len(row) for row in self._rows)
        self.arena = Arena(tuple(row.ljust(width) for row in self._rows))


def _field(text: str) -> Field:
    x, _, y = text.partition(",")
    return int(x), int(y)
