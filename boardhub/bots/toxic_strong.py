"""
A bot that plays well: as BLUE it keeps away from RED and off poison, as RED
it hunts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from boardhub.bots.toxic_ground import FAR, Ground, apart, behind, towards
from boardhub.bots.toxic_player import ToxicBot
from boardhub.games.toxic.arena import Field
from boardhub.games.toxic.directions import NONE
from boardhub.games.toxic.scoring import rounds_until_change

#: Rounds after which it means nothing any more where a hunter, or prey, was seen.
ALARM: Final = 12
TRAIL: Final = 60

#: From so many steps on a hunter is no danger.
SAFE: Final = 10

#: How far a way out is looked for, in steps.
ESCAPE: Final = 7

#: How far a better place is looked for, in steps, and for how many rounds it is meant to do.
WANDER: Final = 25
STAY: Final = 100

#: After so many rounds it looks for another one.
RETHINK: Final = 6

#: What is expected of fields about which nothing is known.
UNKNOWN: Final = 0.02

#: What it costs to walk, a step.
WALK: Final = 0.05

#: So near mates make a place worse.
CROWD: Final = 3

#: With so few players it pays to be the first hunter: there is much to be had
#: for each catch, and little for turning RED late.
FEW: Final = 6

#: So many rounds before the first change is forced it is sought, and by how much less energy.
READY: Final = 18
MARGIN: Final = 3.0


class StrongBot(ToxicBot):
    """Flees, hides, hunts."""

    def __init__(self, name: str, seed: str | int = 0) -> None:
        super().__init__(name, seed)
        self._ground = Ground(self.arena)
        self._last_seen: dict[int, tuple[Field, int]] = {}
        """Where each of the others was seen last, and in which round."""
        self._been: dict[Field, int] = {}
        """When this bot was last on a field."""
        self._hunting = False
        self._stayed = 0
        """Rounds on this field so far."""
        self._before: Field | None = None
        self._goal: Field | None = None
        self._set_out = 0
        """The round in which this bot made for `_goal`."""
        self._way: tuple[Field, Mapping[Field, int]] = (self.place, {})
        """A goal and how far it is from everywhere."""

    def map_is_known(self) -> None:
        """All ways are new."""
        self._ground = Ground(self.arena)
        self._way = (self.place, {})

    def move(self) -> tuple[str, str]:
        """What to do in this round."""
        self._stayed = self._stayed + 1 if self.place == self._before else 0
        self._before = self.place
        self._been[self.place] = self.round
        self._remember()
        if self.is_red != self._hunting:
            self._hunting, self._goal = self.is_red, None
        if self.is_red:
            return self._hunt()
        return self._sink() if self._wants_to_hunt() else self._flee()

    def _remember(self) -> None:
        for number, place in self.seen.items():
            self._last_seen[number] = place, self.round
        for number, (place, _) in [*self._last_seen.items()]:
            # Who was so near and is not seen has gone.
            if number not in self.inside or (
                number not in self.seen and apart(place, self.place) <= 1
            ):
                del self._last_seen[number]

    def _known(self, numbers: Iterable[int], memory: int) -> dict[int, Field]:
        """Where these are, or were not long ago."""
        return {
            number: self._last_seen[number][0]
            for number in numbers
            if number in self._last_seen and self.round - self._last_seen[number][1] <= memory
        }

    # BLUE.

    def _wants_to_hunt(self) -> bool:
        """
        Whether to see to it that the first change is this bot's own: nobody is
        RED yet, and the change is given to who has the least energy.
        """
        players = len(self.inside) + 1
        if self.red or players > FEW:
            return False
        if self.last_change + rounds_until_change(players) - self.round > READY:
            return False
        others = [life for number, life in self.lives.items() if number in self.inside]
        return self.life > min(others, default=0.0) - MARGIN

    def _sink(self) -> tuple[str, str]:
        """Stay where it is most toxic."""
        reach = self._ground.distances([self.place], 4)
        worst = max(reach, key=lambda place: self._expected(place) - 0.01 * reach[place])
        there = self._to(worst)
        choices = [(NONE, self.place), *self.steps()]
        step, _ = min(choices, key=lambda choice: there.get(choice[1], FAR))
        return step, behind(self.view)

    def _flee(self) -> tuple[str, str]:
        hunters = self._known(self.red, ALARM).values()
        danger = self._ground.distances(hunters, SAFE + ESCAPE)
        choices = [(NONE, self.place), *self.steps()]
        if danger.get(self.place, SAFE) < SAFE:
            step, field = max(choices, key=lambda choice: self._safety(choice, danger))
        else:
            there = self._to(self._haven(danger))
            step, field = min(choices, key=lambda choice: self._cost(choice, there, danger))
        return step, self._watch(field, hunters)

    def _safety(self, choice: tuple[str, Field], danger: Mapping[Field, int]) -> float:
        """
        How good it is to be on a field with hunters near: far from them, and
        with many fields that can be reached before them.
        """
        _, field = choice
        distance = min(danger.get(field, SAFE), SAFE)
        ahead = self._ground.distances([field], ESCAPE)
        room = sum(steps + 1 < danger.get(place, FAR) for place, steps in ahead.items())
        caught = 1000.0 if distance <= 1 else 100.0 if distance == 2 else 0.0
        return 6.0 * distance + 0.3 * room - caught - 10.0 * self._poison(choice)

    def _haven(self, danger: Mapping[Field, int]) -> Field:
        """Where to be in quiet times; it is thought over now and then."""
        if self._goal is None or self.round - self._set_out >= RETHINK:
            self._goal, self._set_out = self._better_place(danger), self.round
        return self._goal

    def _better_place(self, danger: Mapping[Field, int]) -> Field:
        """A field with little poison, not far, away from the others."""
        mates = self._ground.distances(self._mates(), CROWD)
        reach = self._ground.distances([self.place], WANDER)
        return min(
            reach,
            key=lambda place: (
                STAY * self._expected(place)
                + WALK * reach[place]
                + 0.1 * max(0, CROWD - mates.get(place, CROWD))
                + (danger.get(place, SAFE) < SAFE)
            ),
        )

    def _cost(
        self, choice: tuple[str, Field], there: Mapping[Field, int], danger: Mapping[Field, int]
    ) -> float:
        """What a step costs on the way to a better place."""
        _, field = choice
        near = max(0, SAFE - danger.get(field, SAFE))
        away = max(0, there.get(field, FAR) - 1)
        return self._poison(choice) + WALK * away + near + 0.001 * self.chance.random()

    def _poison(self, choice: tuple[str, Field]) -> float:
        step, field = choice
        return self._expected(field) * (self._stayed + 2 if step == NONE else 1)

    def _expected(self, place: Field) -> float:
        """The toxicity of a field: what was told, else what is known around it."""
        told = self.toxicity.get(place)
        if told is not None:
            return told
        around = [self.toxicity[each] for each in self._ground.near(place) if each in self.toxicity]
        return sum(around) / len(around) if around else UNKNOWN

    def _mates(self) -> list[Field]:
        return [place for number, place in self.seen.items() if number not in self.red]

    # RED.

    def _hunt(self) -> tuple[str, str]:
        prey = self._known(self.inside - self.red, TRAIL)
        away = self._ground.distances([self.place])
        reached = {number: place for number, place in prey.items() if place in away}
        if reached:
            number = min(reached, key=lambda each: self._effort(each, reached[each], away))
            self._goal = None
            return self._go_to(reached[number])
        if self._goal is None or apart(self.place, self._goal) <= 2 or self._stayed > 3:
            self._goal = self._unvisited(away)
        return self._go_to(self._goal)

    def _effort(self, number: int, place: Field, away: Mapping[Field, int]) -> float:
        """What it takes to catch somebody who was there: the way, and how long ago it was."""
        return away[place] + 0.5 * (self.round - self._last_seen[number][1])

    def _go_to(self, goal: Field) -> tuple[str, str]:
        to_go = self._to(goal)
        choices = [(NONE, self.place), *self.steps()]
        self.chance.shuffle(choices)
        step, field = min(choices, key=lambda choice: to_go.get(choice[1], FAR))
        prey = [place for number, place in self.seen.items() if number not in self.red]
        return step, self._watch(field, prey)

    def _unvisited(self, away: Mapping[Field, int]) -> Field:
        """A field where this bot was long ago or never, rather near."""
        some = self.chance.sample([*away], min(len(away), 30))
        return min(some, key=lambda place: 0.3 * away[place] - self._absence(place))

    def _absence(self, place: Field) -> int:
        """Rounds since this bot was near a field, as far as it can be told."""
        x, y = place
        around = [self._been.get((x + dx, y + dy), -100) for dx in (-4, 0, 4) for dy in (-4, 0, 4)]
        return self.round - max(around)

    # Both.

    def _to(self, goal: Field) -> Mapping[Field, int]:
        """How far it is to a goal from everywhere."""
        if self._way[0] != goal or not self._way[1]:
            self._way = goal, self._ground.distances([goal])
        return self._way[1]

    def _watch(self, field: Field, others: Iterable[Field]) -> str:
        """Look at the nearest of these; else ahead and behind by turns."""
        nearest = min(others, key=lambda each: apart(field, each), default=field)
        if nearest == field or (not self.is_red and self.round % 3 == 0):
            return behind(self.view)
        return towards(field, nearest)
