"""
Phase 4: cell division (spec/ursuppe-rules.md 3, phase 4; 6.26).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from attrs import define

from boardhub.games.ursuppe.board import NEIGHBOURS, SQUARES, Square
from boardhub.games.ursuppe.bounds import need_amoeba
from boardhub.games.ursuppe.errors import Fault, need
from boardhub.games.ursuppe.events import AmoebasPlaced
from boardhub.games.ursuppe.genes import DIVISION_RATE, SPORES
from boardhub.games.ursuppe.moves import Divide
from boardhub.games.ursuppe.prompts import AskDivision
from boardhub.games.ursuppe.soup import Soup, Stage
from boardhub.games.ursuppe.tribe import Amoeba, Tribe

#: An amoeba's number and the square it is put on.
Placement: TypeAlias = tuple[int, int, int]

#: Biology points that every colour gets.
INCOME: Final = 10
PRICE: Final = 6
LOW_PRICE: Final = 4

#: How many chains of two amoebas are listed as legal moves at most.
_PAIRS: Final = 10


@define
class Division(Stage):
    """What is left of phase 4: the colours that have not divided."""

    colors: list[int]

    def copy(self) -> Division:
        """An independent copy."""
        return Division(list(self.colors))

    def proceed(self, soup: Soup) -> None:
        """The next colour gets its points and is asked."""
        if not self.colors:
            soup.hand.pop()
            return
        color = self.colors[0]
        soup.change_points(color, INCOME)
        soup.ask(AskDivision, color)

    def check_division(self, soup: Soup, color: int, move: Divide) -> None:
        """Each placement by itself, in order, then the sum."""
        for amoeba, _, _ in move.placements:
            need_amoeba(amoeba)
        colony = Colony.of(soup.tribes[color])
        for amoeba, x, y in move.placements:
            need(amoeba not in colony.numbers, Fault.ALREADY_PLACED)
            need(colony.may_grow_to((x, y)), Fault.BAD_SQUARE)
            colony.grow(amoeba, (x, y))
        need(colony.cost <= soup.tribes[color].points, Fault.TOO_FEW_POINTS)

    def divide(self, soup: Soup, color: int, move: Divide) -> None:
        """The amoebas are placed, without damage."""
        self.colors.pop(0)
        tribe = soup.tribes[color]
        colony = Colony.of(tribe)
        for amoeba, x, y in move.placements:
            colony.grow(amoeba, (x, y))
            tribe.amoebas[amoeba] = Amoeba(x, y)
        soup.tell(AmoebasPlaced(color, move.placements))
        soup.change_points(color, -colony.cost)

    def divisions(self, soup: Soup, color: int) -> Iterator[Divide]:
        """
        A subset: nothing, every single amoeba on every square it may have;
        and of longer chains, with the lowest free numbers, `_PAIRS` times two
        amoebas at most, and as many as the points and the stock allow, on the
        first squares.
        """
        tribe = soup.tribes[color]
        yield Divide(())
        first = _growths(tribe, ())
        for amoeba in tribe.free_numbers():
            for _, x, y in first:
                yield Divide(((amoeba, x, y),))
        pairs = list(_pairs(tribe, first))
        yield from map(Divide, pairs)
        longest = _longest(tribe)
        if len(longest) > 1 and longest not in pairs:
            yield Divide(longest)

    def default(self, soup: Soup, color: int) -> Divide:
        """No amoebas."""
        return Divide(())


@define
class Colony:
    """
    A tribe's amoebas as they grow in one command: numbers and squares on the
    board, those placed included, and what the new ones cost.
    """

    numbers: set[int]
    squares: set[Square]
    price: int
    has_spores: bool
    cost: int = 0

    @classmethod
    def of(cls, tribe: Tribe) -> Colony:
        """The amoebas of a tribe as they are."""
        squares = {amoeba.square for amoeba in tribe.amoebas.values()}
        price = LOW_PRICE if DIVISION_RATE in tribe.genes else PRICE
        return cls(set(tribe.amoebas), squares, price, SPORES in tribe.genes)

    def may_grow_to(self, square: Square) -> bool:
        """
        Whether the next amoeba may be put on a square: none of its own there,
        one beside it, unless there are spores, or one amoeba or none on the
        board.
        """
        if square not in NEIGHBOURS or square in self.squares:
            return False
        if self.has_spores or len(self.numbers) <= 1:
            return True
        return not self.squares.isdisjoint(NEIGHBOURS[square])

    def grow(self, amoeba: int, square: Square) -> None:
        """Put an amoeba on the board; a tribe that has none gets one for nothing."""
        self.cost += self.price if self.numbers else 0
        self.numbers.add(amoeba)
        self.squares.add(square)


def _growths(tribe: Tribe, placed: tuple[Placement, ...]) -> list[Placement]:
    """Where the next amoeba may go after those placed, if it can be paid."""
    colony = Colony.of(tribe)
    for amoeba, x, y in placed:
        colony.grow(amoeba, (x, y))
    free = [number for number in tribe.free_numbers() if number not in colony.numbers]
    cost = colony.cost + (colony.price if colony.numbers else 0)
    if not free or cost > tribe.points:
        return []
    return [(free[0], *square) for square in SQUARES if colony.may_grow_to(square)]


def _pairs(tribe: Tribe, first: list[Placement]) -> Iterator[tuple[Placement, ...]]:
    """Some of the first placements, each with a second one, of varied squares."""
    for index, placement in enumerate(first[:_PAIRS]):
        if second := _growths(tribe, (placement,)):
            yield placement, second[index % len(second)]


def _longest(tribe: Tribe) -> tuple[Placement, ...]:
    placed: tuple[Placement, ...] = ()
    while growths := _growths(tribe, placed):
        placed = (*placed, growths[0])
    return placed
