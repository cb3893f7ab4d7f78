"""
Two players of Nim. They hear lines and give back lines, and never touch a
network: the demo and the ``boardhub bot`` command do that for them. What they
say in the lobby is in `UrBot`.
"""

from __future__ import annotations

from functools import reduce
from operator import xor

from boardhub.bots.bot import UrBot


class RandomBot(UrBot):
    """Takes anything."""

    def __init__(self, name: str, seed: str | int = 0) -> None:
        super().__init__(name, seed)
        self.heaps: list[int] = []
        self._names: dict[str, str] = {}
        self._last = ""

    def hear(self, line: str) -> list[str]:
        """Take in a line, and answer it."""
        match line.split(" ", 2):
            case ["FEHLER", *_] if not self._names:
                self.refused(line)
            case ["SPIELERIN" | "SPIELERIN_AKZEPTIERT", seat, name]:
                self._names[seat] = name
            case ["GENOMMEN", seat, taken]:
                heap, count = map(int, taken.split(" "))
                self.heaps[heap] -= count
                self._last = seat
            case ["HAUFEN", *_]:
                self.heaps = [int(size) for size in line.split(" ")[1:]]
            case ["ZUG_NEHMEN"]:
                return ["NEHMEN {} {}".format(*self.decide())]
            case ["SPIEL_BEENDET"]:
                self.over = True
        return []

    def decide(self) -> tuple[int, int]:
        """A heap, and how much to take from it."""
        heap = self.chance.choice([heap for heap, size in enumerate(self.heaps) if size])
        return heap, self.chance.randint(1, self.heaps[heap])

    def standings(self) -> list[tuple[str, int]]:
        """Names and points, the winner first; nobody while objects are left."""
        if any(self.heaps):
            return []
        points = [(name, int(seat == self._last)) for seat, name in self._names.items()]
        return sorted(points, key=lambda entry: -entry[1])


class StrongBot(RandomBot):
    """
    Leaves heaps whose binary numbers cancel out, where it can: between two
    players this wins.
    """

    def decide(self) -> tuple[int, int]:
        """The winning move, or any."""
        rest = reduce(xor, self.heaps)
        for heap, size in enumerate(self.heaps):
            if size ^ rest < size:
                return heap, size - (size ^ rest)
        return super().decide()
