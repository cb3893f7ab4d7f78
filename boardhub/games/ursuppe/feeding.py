"""
Eating: meals, hunger, parasitism, and the struggle in place of a meal
(spec/ursuppe-rules.md 3, phase 1; 4.1, genes 6, 12, 13, 14; 6.13 to 6.17).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import define

from boardhub.games.rules import IllegalMove
from boardhub.games.ursuppe.bounds import need_amoeba, need_color, need_counts
from boardhub.games.ursuppe.conflict import Attacker, Conflict
from boardhub.games.ursuppe.errors import Fault, need
from boardhub.games.ursuppe.events import Ate, Attacked, ParasiteStarved, Parasitized
from boardhub.games.ursuppe.genes import (
    AGGRESSION,
    ARMOUR,
    FRUGALITY,
    PARASITISM,
    STRUGGLE,
    SUBSTITUTION,
)
from boardhub.games.ursuppe.meals import Diet, exceeds_a_meal, meals, standard_meals
from boardhub.games.ursuppe.moves import Cubes, Eat, Parasitize, Starve, Struggle
from boardhub.games.ursuppe.prompts import AskMeal
from boardhub.games.ursuppe.soup import Soup, are_there
from boardhub.games.ursuppe.tribe import Amoeba

#: Own cubes that an amoeba leaves after a meal.
EXCRETED: Final = 2
#: Cubes of each colour that a victim of the struggle becomes.
VICTIM_CUBES: Final = 1


@define
class Meal(Attacker):
    """
    An amoeba has moved and must eat, starve or attack; ``host`` is the colour
    its declared parasitism taps, or None.
    """

    amoeba: int
    host: int | None = None

    def copy(self) -> Meal:
        """An independent copy."""
        return Meal(
            color=self.color,
            amoeba=self.amoeba,
            host=self.host,
            has_attacked=self.has_attacked,
            has_second_try=self.has_second_try,
        )

    def proceed(self, soup: Soup) -> None:
        """Ask, even when there is nothing to eat."""
        soup.ask(AskMeal, self.color, self.amoeba)

    def check_meal(self, soup: Soup, color: int, move: Eat) -> None:
        """A meal of the table whose cubes are there, or hunger if it must be."""
        need_amoeba(move.amoeba)
        need_counts(move.cubes, soup.seats)
        need(move.amoeba == self.amoeba, Fault.WRONG_AMOEBA)
        need(move.cubes[color] == 0, Fault.OWN_COLOR)
        if not any(move.cubes):
            need(not self._must_eat(soup), Fault.MUST_EAT)
            return
        diet = self._diet(soup)
        if move.cubes not in meals(diet, color):
            need(not exceeds_a_meal(diet, move.cubes), Fault.TOO_MUCH_FOOD)
            raise IllegalMove(Fault.INVALID)
        need(are_there(move.cubes, self._food(soup)), Fault.NO_FOOD)

    def eat(self, soup: Soup, color: int, move: Eat) -> None:
        """The meal, or hunger with the hint that parasitism was no use."""
        if any(move.cubes):
            self._digest(soup, move.cubes)
            return
        if self.host is not None:
            soup.tell(ParasiteStarved(to=frozenset({color})))
        self._starve(soup)

    def eatables(self, soup: Soup, color: int) -> Iterator[Eat]:
        """The meals that are there, and hunger."""
        food = self._food(soup)
        for cubes in meals(self._diet(soup), color):
            if are_there(cubes, food):
                yield Eat(self.amoeba, cubes)
        yield Eat(self.amoeba, (0,) * soup.seats)

    def check_hunger(self, soup: Soup, color: int, move: Starve) -> None:
        """As for eating nothing."""
        need_amoeba(move.amoeba)
        need(move.amoeba == self.amoeba, Fault.WRONG_AMOEBA)
        need(not self._must_eat(soup), Fault.MUST_EAT)

    def starve(self, soup: Soup, color: int, move: Starve) -> None:
        """Hunger without the hint."""
        self._starve(soup)

    def check_parasitism(self, soup: Soup, color: int, move: Parasitize) -> None:
        """Somebody else's amoeba is here, and its owner has a point to lose."""
        need_amoeba(move.amoeba)
        need_color(move.victim, soup.seats)
        need(move.amoeba == self.amoeba, Fault.WRONG_AMOEBA)
        need(PARASITISM in soup.tribes[color].genes, Fault.NOT_OWNED)
        host = soup.tribes[move.victim]
        is_near = move.victim != color and bool(host.at(self._eater(soup).square))
        need(is_near, Fault.INVALID)
        need(host.points >= 1, Fault.TOO_FEW_POINTS)

    def parasitize(self, soup: Soup, color: int, move: Parasitize) -> None:
        """It counts with the meal; another declaration takes its place."""
        self.host = move.victim

    def hosts(self, soup: Soup, color: int) -> Iterator[Parasitize]:
        """Candidates: every colour."""
        if PARASITISM not in soup.tribes[color].genes:
            return
        for victim in range(soup.seats):
            yield Parasitize(self.amoeba, victim)

    def check_struggle(self, soup: Soup, color: int, move: Struggle) -> None:
        """A hungry amoeba may attack another one in its square, once."""
        need_color(move.victim, soup.seats)
        need_amoeba(move.victim_amoeba)
        need_amoeba(move.amoeba)
        need(move.amoeba == self.amoeba, Fault.WRONG_AMOEBA)
        tribe = soup.tribes[color]
        need(tribe.owns_any(STRUGGLE, AGGRESSION), Fault.NOT_OWNED)
        victim = (move.victim, move.victim_amoeba)
        is_there = soup.tribes[move.victim].stands(move.victim_amoeba, self._eater(soup).square)
        need(is_there, Fault.NOT_THERE)
        need(self._is_target(soup, victim) and self._may_attack(soup), Fault.NO_ATTACK)
        need(self.has_attacked or tribe.points >= 1, Fault.TOO_FEW_POINTS)

    def struggle(self, soup: Soup, color: int, move: Struggle) -> None:
        """The attack begins; a declared parasitism lapses."""
        self.host = None
        victim, victim_amoeba = move.victim, move.victim_amoeba
        announced = Attacked(victim, victim_amoeba, color, move.amoeba)
        self.attack(soup, announced, Conflict.of(soup, self, move.amoeba, victim, victim_amoeba))

    def struggles(self, soup: Soup, color: int) -> Iterator[Struggle]:
        """Candidates: every other amoeba in the square."""
        if not soup.tribes[color].owns_any(STRUGGLE, AGGRESSION):
            return
        for victim, amoeba in self._neighbours(soup):
            yield Struggle(self.amoeba, victim, amoeba)

    def struck(self, soup: Soup, conflict: Conflict) -> None:
        """The victim becomes food; the attacker does not eat, nor excrete."""
        soup.hand.pop()
        soup.remove(conflict.victim, conflict.victim_amoeba, VICTIM_CUBES)

    def beaten(self, soup: Soup, conflict: Conflict) -> None:
        """The attacker starves."""
        soup.hand.pop()
        soup.damage(self.color, self.amoeba)

    def escaped(self, soup: Soup, conflict: Conflict) -> None:
        """
        Another chance to eat for whoever was dragged along or has a second
        try and a target; the others starve (spec/ursuppe-rules.md 6.16).
        """
        if conflict.was_dragged or (self.has_second_try and self._has_target(soup)):
            return
        soup.hand.pop()
        soup.damage(self.color, self.amoeba)

    def default(self, soup: Soup, color: int) -> Eat | Starve:
        """The first meal of the table that is there, else hunger."""
        food = self._food(soup)
        for cubes in meals(self._diet(soup), color):
            if are_there(cubes, food):
                return Eat(self.amoeba, cubes)
        return Starve(self.amoeba)

    def _digest(self, soup: Soup, cubes: Cubes) -> None:
        soup.hand.pop()
        if self.host is not None:
            soup.tell(Parasitized(self.color, self.amoeba, self.host))
            soup.change_points(self.host, -1)
        soup.tell(Ate(self.color, self.amoeba, cubes))
        food = self._food(soup)
        for color, count in enumerate(cubes):
            food[color] -= count
            soup.supply[color] += count
        soup.add_food(self.color, EXCRETED, self._eater(soup).square)

    def _starve(self, soup: Soup) -> None:
        soup.hand.pop()
        soup.tell(Ate(self.color, self.amoeba, (0,) * soup.seats))
        soup.damage(self.color, self.amoeba)

    def _eater(self, soup: Soup) -> Amoeba:
        return soup.tribes[self.color].amoebas[self.amoeba]

    def _food(self, soup: Soup) -> list[int]:
        return soup.cubes[self._eater(soup).square]

    def _diet(self, soup: Soup) -> Diet:
        genes = soup.tribes[self.color].genes
        is_parasite = self.host is not None
        return Diet(soup.seats, SUBSTITUTION in genes, FRUGALITY in genes, is_parasite)

    def _must_eat(self, soup: Soup) -> bool:
        """Whether a meal is there that needs no gene (spec/ursuppe-rules.md 6.13)."""
        food = self._food(soup)
        return any(are_there(cubes, food) for cubes in standard_meals(soup.seats, self.color))

    def _may_attack(self, soup: Soup) -> bool:
        return self.has_attack_left and not self._must_eat(soup)

    def _is_target(self, soup: Soup, victim: tuple[int, int]) -> bool:
        """Armour protects against its owner's own amoebas as well."""
        color, _ = victim
        return victim != (self.color, self.amoeba) and ARMOUR not in soup.tribes[color].genes

    def _has_target(self, soup: Soup) -> bool:
        targets = [victim for victim in self._neighbours(soup) if self._is_target(soup, victim)]
        return bool(targets) and self._may_attack(soup)

    def _neighbours(self, soup: Soup) -> list[tuple[int, int]]:
        square = self._eater(soup).square
        own = soup.tribes[self.color].at(square)
        others = soup.others_at(square, self.color)
        return [(self.color, amoeba) for amoeba in own if amoeba != self.amoeba] + others
