"""
The reference bots of the worm match over the wire: they keep the board by
what they are told, and say a move when it is their turn.
"""

from __future__ import annotations

from abc import abstractmethod

from boardhub.bots import wuermer_random, wuermer_strong
from boardhub.bots.bot import UrBot
from boardhub.games.rules import Move, Player
from boardhub.games.wuermer.board import FOREIGN, OWN
from boardhub.games.wuermer.moves import CannotMove, Crawl
from boardhub.games.wuermer.state import RULES, Wuermer

_CANNOT = "Kann nicht"


class WuermerBot(UrBot):
    """
    A program of the worm match; in a lobby, too. A subclass chooses its moves.
    """

    def __init__(self, name: str, seed: str | int = 0) -> None:
        super().__init__(name, seed)
        self.state: Wuermer | None = None
        """The board as it stands; None: the start has not been told yet."""
        self.seat = 0
        self._start: list[str] = []
        self._worm: int | None = None

    @abstractmethod
    def choose(self, state: Wuermer) -> Move:
        """A move for its seat, which is on turn."""

    def hear(self, line: str) -> list[str]:
        """Take in one line; the lines to answer with, often none."""
        if line == "Ende":
            self.over = True
        elif self.state is not None:
            return self._heard_move(self.state, line)
        elif line.startswith("FEHLER "):
            self.refused(line)
        elif line in ("Erster", "Zweiter"):
            return self._begin(line == "Erster")
        elif not line.startswith("SPIELERIN_AKZEPTIERT "):
            self._start.append(line)
        return []

    def standings(self) -> list[tuple[str, int]]:
        """Programs are told no result: the worms that are left, fewest first, are a hint."""
        return []

    def _begin(self, first: bool) -> list[str]:
        lines = self._start
        self.seat = 0 if first else 1
        if not first:
            own, foreign = lines.index(OWN), lines.index(FOREIGN)
            lines = [*lines[:own], OWN, *lines[foreign + 1 :], FOREIGN, *lines[own + 1 : foreign]]
        self.state = RULES.state(2, "", {"board": lines})
        self.state.begin([Player("1"), Player("2")])
        return self._move(self.state) if first else []

    def _heard_move(self, state: Wuermer, line: str) -> list[str]:
        other = 1 - self.seat
        if line == _CANNOT:
            state.apply(other, CannotMove())
        elif self._worm is None:
            self._worm = int(line)
            return []
        else:
            state.apply(other, Crawl(self._worm, line))
            self._worm = None
        return self._move(state) if state.result is None else []

    def _move(self, state: Wuermer) -> list[str]:
        move = self.choose(state)
        state.apply(self.seat, move)
        if not state.worms[self.seat]:
            self.over = True  # it has won, and is told nothing more
        return [_CANNOT] if not isinstance(move, Crawl) else [str(move.worm), move.direction]


class RandomBot(WuermerBot):
    """Plays any legal move."""

    def choose(self, state: Wuermer) -> Move:
        """One of them, by chance."""
        return wuermer_random.choose(state, self.seat, self.chance)


class StrongBot(WuermerBot):
    """Looks ahead."""

    def choose(self, state: Wuermer) -> Move:
        """The best it finds."""
        return wuermer_strong.choose(state, self.seat, self.chance)
