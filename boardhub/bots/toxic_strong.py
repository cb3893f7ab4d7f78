"""
A bot that plays well: as BLUE it flees, spreads and keeps off poison, as RED
it hunts.

For every field that it could be on after the round it asks how far the
others are, by steps through the map, and how toxic it is there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Final

from boardhub.bots.toxic_player import ToxicBot
from boardhub.games.toxic.arena import Arena, Field
from boardhub.games.toxic.directions import NONE, STEPS

#: Rounds after which a place where somebody was seen means nothing any more.
MEMORY: Final = 12

#: From so many steps on a hunter is no danger.
SAFE: Final = 9

#: What is far away, in steps.
FAR: Final = 99


class StrongBot(ToxicBot):
    """Flees, hides, hunts."""

    def __init__(self, name: str, seed: str | int = 0) -> None:
        super().__init__(name, seed)
        self._last_seen: dict[int, tuple[Field, int]] = {}
        """Where each of the others was seen last, and in which round."""
        self._stayed = 0
        self._stood: Field | None = None
        self._goal: Field | None = None

    def move(self) -> tuple[str, str]:
        """What to do in this round."""
        self._stayed = self._stayed + 1 if self.place == self._stood else 0
        self._stood = self.place
        for number, place in self.seen.items():
            self._last_seen[number] = place, self.round
        return self._hunt() if self.is_red else self._flee()

    # BLUE.

    def _flee(self) -> tuple[str, str]:
        hunters = self._known(self.red)
        near = self._distances(hunters, SAFE + 2)
        mates = self._distances(self._mates(), 4)
        choices = [(NONE, self.place), *self.steps()]
        step, field = max(choices, key=lambda choice: self._safety(choice, near, mates))
        return step, self._watch_for(field, hunters)

    def _safety(
        self, choice: tuple[str, Field], near: Mapping[Field, int], mates: Mapping[Field, int]
    ) -> float:
        """How good it is to be on a field: far from hunters, with ways out, on little poison."""
        step, field = choice
        distance = min(near.get(field, SAFE), SAFE)
        danger = 0.0 if distance >= SAFE else 12.0 / (distance + 0.2) ** 1.5
        x, y = field
        exits = sum(self.arena.can_step(x, y, dx, dy) for dx, dy in STEPS.values())
        stayed = self._stayed + 1 if step == NONE else 0
        poison = self.toxicity.get(field, 0.05) * stayed
        company = 0.15 * max(0, 3 - mates.get(field, 3))
        return (
            -danger
            + 0.05 * exits * (danger > 0)
            - 2.0 * poison
            - company
            - 0.5 * self.toxicity.get(field, 0.04)
            + 0.01 * self.chance.random()
        )

    def _watch_for(self, field: Field, hunters: Iterable[Field]) -> str:
        """Look where the nearest hunter comes from, or about."""
        nearest = min(hunters, key=lambda each: _apart(field, each), default=None)
        if nearest is not None and nearest != field:
            return _towards(field, nearest)
        return self._about()

    def _mates(self) -> list[Field]:
        return [place for number, place in self.seen.items() if number not in self.red]

    # RED.

    def _hunt(self) -> tuple[str, str]:
        prey = self._known(self.inside - self.red)
        if prey:
            self._goal = None
            return self._go_towards(prey)
        if self._goal is None or _apart(self.place, self._goal) <= 1 or self._stayed > 2:
            self._goal = self._somewhere()
        return self._go_towards([self._goal])

    def _go_towards(self, goals: Iterable[Field]) -> tuple[str, str]:
        away = self._distances(goals, FAR)
        choices = [(NONE, self.place), *self.steps()]
        self.chance.shuffle(choices)
        step, field = min(choices, key=lambda choice: away.get(choice[1], FAR))
        nearest = min(self.opponents().values(), key=lambda each: _apart(field, each), default=None)
        if nearest is not None and nearest != field:
            return step, _towards(field, nearest)
        return step, self._about()

    def _somewhere(self) -> Field:
        """A field that can be walked on."""
        for _ in range(200):
            x = self.chance.randrange(self.arena.width)
            y = self.chance.randrange(self.arena.height)
            if self.arena.is_free(x, y):
                return x, y
        return self.place

    # Both.

    def _known(self, numbers: Iterable[int]) -> list[Field]:
        """Where these are, or were not long ago and are not seen to be gone from."""
        fields = []
        for number in numbers:
            place, seen = self._last_seen.get(number, (None, 0))
            if place is None or number not in self.inside or self.round - seen > MEMORY:
                continue
            if place == self.place:
                del self._last_seen[number]
                continue
            fields.append(place)
        return fields

    def _about(self) -> str:
        """Look in another direction than before, one after the other."""
        names = [*STEPS]
        return names[(names.index(self.view) + 3) % len(names)]

    def _distances(self, goals: Iterable[Field], limit: int) -> dict[Field, int]:
        """How many steps it is to the nearest of these, for all fields within a limit."""
        return distances(self.arena, goals, limit)


def distances(arena: Arena, goals: Iterable[Field], limit: int) -> dict[Field, int]:
    """Steps to the nearest goal by field, up to a limit; players do not block."""
    found = dict.fromkeys(goals, 0)
    edge = deque(found)
    while edge:
        x, y = edge.popleft()
        steps = found[x, y] + 1
        if steps > limit:
            break
        for dx, dy in STEPS.values():
            near = (x + dx, y + dy)
            if near not in found and arena.can_step(x, y, dx, dy):
                found[near] = steps
                edge.append(near)
    return found


def _apart(one: Field, other: Field) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _towards(one: Field, other: Field) -> str:
    """The direction in which another field lies, as well as eight can say it."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    return max(
        STEPS,
        key=lambda name: (
            (STEPS[name][0] * dx + STEPS[name][1] * dy)
            / (STEPS[name][0] ** 2 + STEPS[name][1] ** 2) ** 0.5
        ),
    )
