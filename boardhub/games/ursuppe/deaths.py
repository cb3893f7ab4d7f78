"""
Phase 5: amoebas die of their damage, then aggression
(spec/ursuppe-rules.md 3, phase 5; 4.1, genes 18 and 19; 6.28).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import define

from boardhub.games.ursuppe.bounds import need_amoeba, need_color
from boardhub.games.ursuppe.conflict import Attacker, Conflict
from boardhub.games.ursuppe.errors import Fault, need
from boardhub.games.ursuppe.events import Aggressed
from boardhub.games.ursuppe.genes import AGGRESSION, ARMOUR
from boardhub.games.ursuppe.moves import Aggress, Peace
from boardhub.games.ursuppe.prompts import AskAggression
from boardhub.games.ursuppe.soup import Soup, Stage

#: Cubes of each colour that a dead amoeba becomes.
REMAINS: Final = 2


@define
class Deaths(Stage):
    """What is left of phase 5: the colours that may still be aggressive."""

    colors: list[int]

    def copy(self) -> Deaths:
        """An independent copy."""
        return Deaths(list(self.colors))

    def start(self, soup: Soup) -> None:
        """All natural deaths, colour by colour, amoebas by number."""
        for color in self.colors:
            for amoeba in sorted(soup.tribes[color].amoebas):
                if soup.is_dying(color, amoeba):
                    soup.remove(color, amoeba, REMAINS)

    def proceed(self, soup: Soup) -> None:
        """The next colour that can be aggressive, if there is one."""
        while self.colors:
            aggression = Aggression(self.colors.pop(0))
            if aggression.is_possible(soup):
                soup.hand.append(aggression)
                return
        soup.hand.pop()


@define
class Aggression(Attacker):
    """
    A colour may attack once this round; ``amoeba`` is the one that has, and
    alone may use the second try (None: no attack yet).
    """

    amoeba: int | None = None

    def copy(self) -> Aggression:
        """An independent copy."""
        return Aggression(
            self.color,
            self.amoeba,
            has_attacked=self.has_attacked,
            has_second_try=self.has_second_try,
        )

    def is_possible(self, soup: Soup) -> bool:
        """Whether the colour owns the gene, a point, and has somebody to attack."""
        tribe = soup.tribes[self.color]
        is_able = AGGRESSION in tribe.genes and tribe.points >= 1
        return is_able and any(self._has_target(soup, amoeba) for amoeba in tribe.amoebas)

    def _has_target(self, soup: Soup, amoeba: int) -> bool:
        square = soup.tribes[self.color].amoebas[amoeba].square
        return bool(soup.others_at(square, self.color))

    def proceed(self, soup: Soup) -> None:
        """Ask; a second time only for the second try."""
        soup.ask(AskAggression, self.color)

    def check_attack(self, soup: Soup, color: int, move: Aggress) -> None:
        """Own amoeba and target stand together, and the target is foreign."""
        need_amoeba(move.amoeba)
        need_color(move.victim, soup.seats)
        need_amoeba(move.victim_amoeba)
        need(move.victim != color, Fault.INVALID)
        tribe = soup.tribes[color]
        is_asked = self.amoeba is None or move.amoeba == self.amoeba
        need(is_asked and move.amoeba in tribe.amoebas, Fault.WRONG_AMOEBA)
        square = tribe.amoebas[move.amoeba].square
        is_there = soup.tribes[move.victim].stands(move.victim_amoeba, square)
        need(is_there, Fault.NOT_THERE)

    def aggress(self, soup: Soup, color: int, move: Aggress) -> None:
        """The attack begins."""
        self.amoeba = move.amoeba
        victim, victim_amoeba = move.victim, move.victim_amoeba
        announced = Aggressed(color, move.amoeba, victim, victim_amoeba)
        self.attack(soup, announced, Conflict.of(soup, self, move.amoeba, victim, victim_amoeba))

    def attacks(self, soup: Soup, color: int) -> Iterator[Aggress]:
        """All that are possible now."""
        amoebas = soup.tribes[color].amoebas
        for amoeba in sorted(amoebas) if self.amoeba is None else [self.amoeba]:
            for victim, victim_amoeba in soup.others_at(amoebas[amoeba].square, color):
                yield Aggress(amoeba, victim, victim_amoeba)

    def check_peace(self, soup: Soup, color: int, move: Peace) -> None:
        """Always possible."""

    def keep_peace(self, soup: Soup, color: int, move: Peace) -> None:
        """Nothing is told to anybody."""
        soup.hand.pop()

    def peaces(self, soup: Soup, color: int) -> Iterator[Peace]:
        """The only form of it."""
        yield Peace()

    def struck(self, soup: Soup, conflict: Conflict) -> None:
        """The victim dies; armour turns death into a damage point."""
        soup.hand.pop()
        victim, amoeba = conflict.victim, conflict.victim_amoeba
        if ARMOUR in soup.tribes[victim].genes:
            soup.damage(victim, amoeba)
            if not soup.is_dying(victim, amoeba):
                return
        soup.remove(victim, amoeba, REMAINS)

    def beaten(self, soup: Soup, conflict: Conflict) -> None:
        """It costs nothing more."""
        soup.hand.pop()

    def escaped(self, soup: Soup, conflict: Conflict) -> None:
        """Over, unless a second try has a target where the amoeba is now."""
        if self.has_second_try and self._has_target(soup, conflict.amoeba):
            return
        soup.hand.pop()

    def default(self, soup: Soup, color: int) -> Peace:
        """Peace."""
        return Peace()
