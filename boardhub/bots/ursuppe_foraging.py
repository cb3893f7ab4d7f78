"""
Where an amoeba had better go: what it and those after it will find to eat.

Worths are biology points, as in the judgement; eating well is 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import product

from attrs import frozen

from boardhub.bots import ursuppe_choices as choices
from boardhub.bots.ursuppe_book import Attempt, Book
from boardhub.bots.ursuppe_judgement import Judgement
from boardhub.games.ursuppe import genes as gene
from boardhub.games.ursuppe.board import NEIGHBOURS, Square, step
from boardhub.games.ursuppe.meals import meals as meal_table
from boardhub.games.ursuppe.movement import CARRIED
from boardhub.games.ursuppe.moves import Cubes
from boardhub.games.ursuppe.prompts import AskMovement

#: What lies on each square, as far as a plan has gone.
Soup = Mapping[Square, Sequence[int]]

#: Genes that decide which directions dice allow.
_STEERING = frozenset({gene.MOVEMENT_1, gene.MOVEMENT_2})


@frozen
class Dinner:
    """What an amoeba gets on a square: the meal, at whose cost, with which load of tentacles."""

    worth: float
    meal: Cubes | None = None
    host: int | None = None
    load: Cubes | None = None
    prey: tuple[int, int] | None = None


class Foraging:
    """
    The rest of my phase 1: what an amoeba that is on the move, and those of
    mine that come after it, can expect.
    """

    def __init__(self, book: Book, judgement: Judgement) -> None:
        assert book.me is not None
        self._book, self._judgement, self._me = book, judgement, book.me
        mine = book.mine
        self._genes = mine.genes
        self._diet = meal_table(choices.diet(book.seats, mine.genes, None), book.me)
        self._parasitic: Sequence[Cubes] = ()
        if gene.PARASITISM in mine.genes:
            self._parasitic = meal_table(choices.diet(book.seats, mine.genes, book.me), book.me)
        self._reach = CARRIED[book.seats] if gene.TENTACLES in mine.genes else 0
        self._foreign = [color for color in range(book.seats) if color != book.me]
        self._steering = frozenset(mine.genes & _STEERING)
        second = isinstance(book.prompt, AskMovement) and book.prompt.second
        fast = not mine.genes.isdisjoint({gene.SPEED, gene.PERSISTENCE})
        self._more_steps = 1 if fast and not second else 0
        self._first_price = 0.0 if gene.STREAMLINING in mine.genes else judgement.weights.carried
        self._price = 0.0 if second else self._first_price
        self._arrivals: dict[tuple[int, Square, Square], float] = {}
        self._meals: dict[Cubes, Dinner | None] = {}

    # One amoeba's own

    def drifting(self, amoeba: int) -> float:
        """What drifting is worth."""
        square = self._square(amoeba)
        return self.arrival(amoeba, square, step(square, self._book.card[0]))

    def rolling(self, amoeba: int) -> float:
        """What rolling is worth, on average, its price taken off."""
        return self._expected(amoeba, self._square(amoeba), self._more_steps) - self._price

    def best_way(self, amoeba: int, ways: Iterable[int]) -> int:
        """The best of the directions that the dice allow."""
        square = self._square(amoeba)
        more = self._more_steps
        return max(ways, key=lambda way: self._stop(amoeba, square, step(square, way), more))

    def staying(self, amoeba: int) -> float:
        """What staying where it is is worth."""
        square = self._square(amoeba)
        return self.arrival(amoeba, square, square)

    def arrival(self, amoeba: int, start: Square, end: Square) -> float:
        """What coming from one square to another is worth, to it and to those after it."""
        key = amoeba, start, end
        if key not in self._arrivals:
            dinner = self.dinner(amoeba, start, end, self._book.cubes)
            soup = _after(self._book.cubes, start, end, dinner)
            self._arrivals[key] = dinner.worth + self._rich(end, soup) + self._rest(amoeba, soup)
        return self._arrivals[key]

    def dinner(self, amoeba: int, start: Square, end: Square, soup: Soup) -> Dinner:
        """The best an amoeba can get on a square it comes to."""
        cubes = soup[end]
        found = self._parasite(end, cubes) or self._plain(cubes)
        if found is None and self._reach and start != end:
            found = self._carried(cubes, soup[start])
        if found is not None:
            return found
        hunger = Dinner(-self._judgement.hunger(self._book.mine.amoebas[amoeba].damage))
        prey = self._prey(amoeba, end)
        return prey if prey is not None and prey.worth > hunger.worth else hunger

    # The parts

    def _square(self, amoeba: int) -> Square:
        return self._book.mine.amoebas[amoeba].square

    def _expected(self, amoeba: int, square: Square, more: int) -> float:
        """The mean of the best that each throw of the dice allows; ``more`` steps follow."""
        return sum(
            chance * max(self._stop(amoeba, square, step(square, way), more) for way in ways)
            for ways, chance in throws(square, self._steering)
        )

    def _stop(self, amoeba: int, start: Square, end: Square, more: int) -> float:
        """Coming to a square, with so many steps still open."""
        here = self.arrival(amoeba, start, end)
        return max(here, self._expected(amoeba, end, more - 1)) if more else here

    def _plain(self, cubes: Sequence[int]) -> Dinner | None:
        """A meal at nobody's cost: the one that leaves most for the others of mine."""
        key = tuple(cubes)
        if key not in self._meals:
            found = choices.fitting(self._diet, cubes)
            least = min(found, key=lambda meal: _scarcity(meal, cubes), default=None)
            self._meals[key] = None if least is None else Dinner(0.0, least)
        return self._meals[key]

    def _parasite(self, square: Square, cubes: Sequence[int]) -> Dinner | None:
        """A meal at somebody's cost, the leader's if possible."""
        if not self._parasitic:
            return None
        found = choices.fitting(self._parasitic, cubes)
        if not found:
            return None
        hosts = choices.hosts(self._book, square)
        if not hosts:
            return None
        host = max(hosts, key=lambda color: self._book.tribes[color].ladder)
        worth = self._judgement.weights.rival / 2
        return Dinner(worth, min(found, key=lambda meal: _scarcity(meal, cubes)), host)

    def _carried(self, cubes: Sequence[int], left: Sequence[int]) -> Dinner | None:
        """A meal that tentacles complete."""
        for meal in self._diet:
            load = tuple(max(0, need - there) for need, there in zip(meal, cubes, strict=True))
            if sum(load) <= self._reach and choices.fitting([load], left):
                return Dinner(0.0, meal, None, load)
        return None

    def _prey(self, amoeba: int, square: Square) -> Dinner | None:
        """The best victim on a square, for an amoeba without a meal."""
        book = self._book
        if self._genes.isdisjoint({gene.STRUGGLE, gene.AGGRESSION}):
            return None
        attempt = book.attempt
        if attempt is Attempt.NONE:
            return None
        found = [
            Dinner(self._spoils(color, other), prey=(color, other))
            for color, other in book.amoebas_on(square)
            if color != self._me and gene.ARMOUR not in book.tribes[color].genes
        ]
        if not found:
            return None
        return max(found, key=lambda dinner: dinner.worth)

    def _spoils(self, color: int, other: int) -> float:
        """What attacking somebody is worth."""
        tribe = self._book.tribes[color]
        loss = self._judgement.rival(color, other)
        if not tribe.genes.isdisjoint({gene.DEFENCE, gene.ESCAPE}) and tribe.points > 0:
            return loss / 2 - 2.0
        return loss - 1.0

    def _rich(self, square: Square, soup: Soup) -> float:
        """Standing where there is something left for the next round."""
        near = NEIGHBOURS[square]
        around = sum(self._plenty(soup[other]) for other in near) / len(near)
        return self._judgement.weights.rich * (self._plenty(soup[square]) + around) / 2

    def _plenty(self, cubes: Sequence[int]) -> float:
        """From 0 to 1: how safely there is a meal."""
        return min(min(cubes[color] for color in self._foreign), 3) / 3

    def _rest(self, amoeba: int, soup: Soup) -> float:
        """What my amoebas after this one can expect, one after the other."""
        total = 0.0
        drift = self._book.card[0]
        for number in sorted(self._book.mine.amoebas):
            if number <= amoeba:
                continue
            start = self._square(number)
            end = step(start, drift)
            dinner = self.dinner(number, start, end, soup)
            if dinner.meal is not None:
                soup = _after(soup, start, end, dinner)
                total += dinner.worth
                continue
            total += max(dinner.worth, self._rough_roll(number, start, soup))
        return total

    def _rough_roll(self, number: int, start: Square, soup: Soup) -> float:
        """What an amoeba gets by rolling, later ones and second steps left aside."""
        if not choices.can_pay_step(self._book):
            return float("-inf")
        worths = {
            way: self.dinner(number, start, step(start, way), soup).worth for way in range(1, 6)
        }
        mean = sum(
            chance * max(worths[way] for way in ways)
            for ways, chance in throws(start, self._steering)
        )
        return mean - self._first_price


@cache
def throws(square: Square, steering: frozenset[int]) -> tuple[tuple[tuple[int, ...], float], ...]:
    """What two dice can allow from a square: (directions, chance) each."""
    if gene.MOVEMENT_2 in steering:
        return ((choices.rolled_directions(steering, (6, 6), square), 1.0),)
    if gene.MOVEMENT_1 in steering:
        dice = list(product(range(1, 7), repeat=2))
    else:
        dice = [(value, 0) for value in range(1, 7)]
    chances: dict[tuple[int, ...], float] = {}
    for throw in dice:
        ways = choices.rolled_directions(steering, throw, square)
        chances[ways] = chances.get(ways, 0.0) + 1 / len(dice)
    return tuple(chances.items())


def _after(soup: Soup, start: Square, end: Square, dinner: Dinner) -> Soup:
    """What is left when somebody has come and eaten."""
    if dinner.meal is None:
        return soup
    left = dict(soup)
    if dinner.load is not None:
        left[start] = _less(left[start], dinner.load)
        left[end] = [there + more for there, more in zip(left[end], dinner.load, strict=True)]
    left[end] = _less(left[end], dinner.meal)
    return left


def _less(cubes: Sequence[int], taken: Cubes) -> list[int]:
    return [there - gone for there, gone in zip(cubes, taken, strict=True)]


def _scarcity(meal: Cubes, cubes: Sequence[int]) -> float:
    """How much of what is rare a meal takes."""
    return sum(need / there for need, there in zip(meal, cubes, strict=True) if need)
