"""
How far it is from field to field, as the bots of the arena count it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from boardhub.games.toxic.arena import Arena, Field
from boardhub.games.toxic.directions import STEPS

#: What is far away, in steps.
FAR: Final = 999


class Ground:
    """The steps that the walls of a map allow. Players do not count."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self._near: dict[Field, tuple[Field, ...]] = {}

    def near(self, place: Field) -> tuple[Field, ...]:
        """The fields one step away."""
        found = self._near.get(place)
        if found is None:
            x, y = place
            found = tuple(
                [(x + dx, y + dy) for dx, dy in STEPS.values() if self.arena.can_step(x, y, dx, dy)]
            )
            self._near[place] = found
        return found

    def distances(self, goals: Iterable[Field], limit: int = FAR) -> dict[Field, int]:
        """
        Steps to the nearest goal, for all fields from where it takes at most
        ``limit``, the nearest first.
        """
        found = dict.fromkeys(goals, 0)
        edge = [*found]
        steps = 0
        while edge and steps < limit:
            steps += 1
            further = []
            for place in edge:
                for near in self.near(place):
                    if near not in found:
                        found[near] = steps
                        further.append(near)
            edge = further
        return found


def apart(one: Field, other: Field) -> int:
    """Steps from field to field if there were no walls."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def towards(one: Field, other: Field) -> str:
    """The direction in which another field lies, as well as eight can say it."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    return max(STEPS, key=lambda name: _along(STEPS[name], dx, dy))


def _along(step: tuple[int, int], dx: int, dy: int) -> float:
    x, y = step
    return float((x * dx + y * dy) / (x * x + y * y) ** 0.5)


def behind(view: str) -> str:
    """The opposite view: the two of them see nearly all around."""
    names = [*STEPS]
    return names[(names.index(view) + 4) % len(names)]
