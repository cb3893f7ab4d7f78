"""
A tribe: what one colour has.
"""

from __future__ import annotations

from typing import Final

from attrs import define, field

from boardhub.games.ursuppe.board import Square
from boardhub.games.ursuppe.genes import GENES, LONGEVITY

#: Amoebas per colour, numbered from 0.
AMOEBAS: Final = 7
#: Biology points at the start.
START_POINTS: Final = 4
#: The ladder index of a tribe that has not chosen a start position.
NO_POSITION: Final = -1


@define
class Amoeba:
    """An amoeba on the board: its square and its damage points."""

    x: int
    y: int
    damage: int = 0

    @property
    def square(self) -> Square:
        """Where it is."""
        return (self.x, self.y)


@define
class Tribe:
    """
    What one colour has: biology points, genes, the place of its marker on the
    ladder (from 0; -1 until chosen), and its amoebas on the board by number.
    """

    points: int = START_POINTS
    genes: set[int] = field(factory=set)
    ladder: int = NO_POSITION
    amoebas: dict[int, Amoeba] = field(factory=dict)

    def owns_any(self, *genes: int) -> bool:
        """Whether it owns one of these genes at least."""
        return not self.genes.isdisjoint(genes)

    def at(self, square: Square) -> list[int]:
        """The numbers of its amoebas in a square, ascending."""
        x, y = square
        return sorted([nr for nr, a in self.amoebas.items() if a.x == x and a.y == y])

    def stands(self, amoeba: int, square: Square) -> bool:
        """Whether an amoeba of this number is in a square."""
        found = self.amoebas.get(amoeba)
        return found is not None and found.square == square

    def free_numbers(self) -> list[int]:
        """The numbers of the amoebas that are not on the board, ascending."""
        return [nr for nr in range(AMOEBAS) if nr not in self.amoebas]

    @property
    def lethal(self) -> int:
        """How many damage points kill an amoeba of it."""
        return 3 if LONGEVITY in self.genes else 2

    @property
    def mutation(self) -> int:
        """The sum of its genes' mutation points."""
        return sum([GENES[gene].mutation for gene in self.genes])

    def copy(self) -> Tribe:
        """An independent copy."""
        amoebas = {nr: Amoeba(a.x, a.y, a.damage) for nr, a in self.amoebas.items()}
        return Tribe(self.points, set(self.genes), self.ladder, amoebas)
