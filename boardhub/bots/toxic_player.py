"""
What the bots of the arena have in common: how they come in, and what they
know from the lines they get.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from boardhub.bots.bot import UrBot
from boardhub.games.toxic.arena import Arena, Field
from boardhub.games.toxic.directions import STEPS


class ToxicBot(UrBot, ABC):
    """
    A player of the arena. ``name`` is what it is called in a match that it
    joins; ``seed`` makes its chance.

    The server gives a number to whoever connects, before it hears that this
    one is for another match: a bot that has a `login` does not answer the
    first ``ID``. One without takes the number that it is given.
    """

    greeting: ClassVar[str] = "ID"
    needs_match: ClassVar[bool] = False

    def __init__(self, name: str, seed: str | int = 0) -> None:
        super().__init__(name, seed)
        self.number: int | None = None
        self.arena = Arena(("  ", "  "))
        """Until the server has told the map, a stand-in on which no step leads anywhere."""
        self.round = 0
        self.last_change = 0
        """The round in which somebody turned RED last."""
        self.place: Field = (0, 0)
        self.view = "NORTH"
        self.seen: dict[int, Field] = {}
        """Where the others are that are seen in this round."""
        self.inside: set[int] = set()
        """The others that are in."""
        self.red: set[int] = set()
        self.lives: dict[int, float] = {}
        """The energy of all, own included."""
        self.toxicity: dict[Field, float] = {}
        """What has been told of fields."""
        self._for_others = 0
        """How many numbers to come are not to be taken."""
        self._width = 0
        self._rows: list[str] = []

    @abstractmethod
    def move(self) -> tuple[str, str]:
        """What to do in this round: a direction or ``NONE``, and a view."""

    def map_is_known(self) -> None:
        """`arena` is now the map that is played on."""

    def login(self, match: str, password: str = "", secret: str = "") -> list[str]:
        """
        The lines that join a match; with a secret the seat can be taken again
        later. To be made before anything is heard.
        """
        self._for_others = 1
        return super().login(match, password, secret)

    def hear(self, line: str) -> list[str]:
        """Take in one line; the lines to answer with, often none."""
        word, _, rest = line.partition(" ")
        match word:
            case "ID":
                return self._numbered(int(rest))
            case "MAP":
                return ["KARTE"]
            case "START":
                self.round = int(rest)
                self.wonder(self.round)
                return ["MOVE {} {}".format(*self.move())]
            case "FEHLER":
                self.refused(line)
            case "DISCONNECT":
                self.over = True
                if self.number is None:
                    self.failed = line
            case "KARTE" | "ZEILE" | "KARTE_ENDE":
                self._hear_map(word, rest)
            case _:
                self._hear_news(word, rest.split(" "))
        return []

    def standings(self) -> list[tuple[str, int]]:
        """Players are not told points: nothing."""
        return []

    @property
    def is_red(self) -> bool:
        """Whether this bot is RED."""
        return self.number in self.red

    @property
    def life(self) -> float:
        """The energy of this bot."""
        return 0.0 if self.number is None else self.lives.get(self.number, 0.0)

    def steps(self) -> list[tuple[str, Field]]:
        """The directions that lead somewhere now, as far as one sees, with the field."""
        x, y = self.place
        taken = set(self.seen.values())
        return [
            (name, (x + dx, y + dy))
            for name, (dx, dy) in STEPS.items()
            if self.arena.can_step(x, y, dx, dy) and (x + dx, y + dy) not in taken
        ]

    def _numbered(self, number: int) -> list[str]:
        if self._for_others:
            self._for_others -= 1
            return []
        self.number = number
        return ["ID_OKAY"]

    def _hear_map(self, word: str, rest: str) -> None:
        if word == "KARTE":
            self._width, self._rows = int(rest.partition(" ")[0]), []
        elif word == "ZEILE":
            # On its way a row may have lost the blanks at its end.
            self._rows.append(rest.partition(" ")[2].ljust(self._width))
        else:
            self.arena = Arena(tuple(self._rows))
            self.map_is_known()

    def _hear_news(self, word: str, words: list[str]) -> None:
        match word, words:
            case "CONNECTED", [number]:
                self.inside.add(int(number))
            case "DISCONNECTED", [number]:
                self.inside.discard(int(number))
                self.red.discard(int(number))
                self.lives.pop(int(number), None)
            case "SET", [place, view]:
                self.place, self.view, self.seen = _field(place), view, {}
            case "SEE_PLAYER", [place, _, number]:
                self.seen[int(number)] = _field(place)
            case "LIFE", [value, number]:
                self.lives[int(number)] = float(value)
            case "TOXIC", [place, value]:
                self.toxicity[_field(place)] = float(value)
            case "TEAMCHANGE", ["RED", number]:
                self.red.add(int(number))
                self.last_change = self.round


def _field(text: str) -> Field:
    x, _, y = text.partition(",")
    return int(x), int(y)
