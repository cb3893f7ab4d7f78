"""
Phase 1: colour by colour, amoeba by amoeba: it moves, then it eats
(spec/ursuppe-rules.md 3, phase 1).
"""

from __future__ import annotations

from attrs import define

from boardhub.games.ursuppe.feeding import Meal
from boardhub.games.ursuppe.movement import Movement
from boardhub.games.ursuppe.soup import Soup, Stage

_NONE_YET = -1


@define
class Foraging(Stage):
    """
    What is left of phase 1: the colours from the one at its turn on, the
    number of its amoeba at its turn (-1: none yet), and whether that one has
    moved and is still to eat.
    """

    colors: list[int]
    amoeba: int = _NONE_YET
    hungry: bool = False

    def copy(self) -> Foraging:
        """An independent copy."""
        return Foraging(list(self.colors), self.amoeba, self.hungry)

    def proceed(self, soup: Soup) -> None:
        """A meal after a movement, else the next amoeba's movement."""
        if self.hungry:
            self.hungry = False
            soup.hand.append(Meal(color=self.colors[0], amoeba=self.amoeba))
            return
        if not self._turn_to_next(soup):
            soup.hand.pop()
            return
        self.hungry = True
        soup.hand.append(Movement.of(self.colors[0], self.amoeba))

    def _turn_to_next(self, soup: Soup) -> bool:
        """
        Go on to the amoeba with the next higher number; false after the last
        one of the last colour. Those eaten meanwhile are skipped.
        """
        while self.colors:
            amoebas = soup.tribes[self.colors[0]].amoebas
            self.amoeba = min([nr for nr in amoebas if nr > self.amoeba], default=_NONE_YET)
            if self.amoeba != _NONE_YET:
                return True
            self.colors.pop(0)
        return False
