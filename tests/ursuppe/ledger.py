"""
A game kept from its events alone, by other means than the rules use, so that
it can be held against what the state shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatchmethod

from boardhub.games.rules import Event, Prompt
from boardhub.games.ursuppe.events import (
    AmoebaRemoved,
    AmoebasPlaced,
    Ate,
    CardTurned,
    Damaged,
    DefectsPaid,
    FoodAdded,
    GenesBought,
    Moved,
    PointsChanged,
    PositionChosen,
    Rolled,
    RoundBegan,
    Scored,
)
from boardhub.games.ursuppe.position import Cell, Position, TribePosition
from boardhub.games.ursuppe.prompts import (
    AskAggression,
    AskDefects,
    AskDivision,
    AskGenes,
    AskMeal,
    AskMovement,
    AskPlacement,
    AskPosition,
    AskReady,
)
from tests.ursuppe.graph import WAYS

COPIES = {
    3: (1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 2, 0, 1, 1, 1, 1, 1),
    4: (2, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 1),
}

#: The phase a prompt belongs to; wards and holds belong to the one before.
PHASES: dict[type[Prompt], int] = {
    AskReady: 0,
    AskPosition: 0,
    AskPlacement: 0,
    AskMovement: 1,
    AskMeal: 1,
    AskDefects: 2,
    AskGenes: 3,
    AskDivision: 4,
    AskAggression: 5,
}

STAY = 5


class Ledger:
    """
    The books of one game. ``amoebas``: (colour, number) to where it is and
    its damage; ``food``: square and colour to cubes.
    """

    def __init__(self, seats: int, card: tuple[int, int]) -> None:
        self.seats = seats
        self.card = card
        self.round = 0
        self.phase = 0
        self.rolled: tuple[int, int, int] | None = None
        self.food = {(square, color): 2 for square in WAYS for color in range(seats)}
        self.supply = [17] * seats
        self.points = [4] * seats
        self.ladder = [0] * seats
        self.genes: list[list[int]] = [[] for _ in range(seats)]
        self.places: dict[tuple[int, int], tuple[int, int]] = {}
        self.damage: dict[tuple[int, int], int] = {}

    def ask(self, prompts: Sequence[Prompt]) -> None:
        """Note what the game waits for; phases are never announced."""
        for prompt in prompts:
            self.phase = PHASES.get(type(prompt), self.phase)

    @singledispatchmethod
    def hear(self, event: Event) -> None:
        """Book an event; those without a method of their own change nothing."""

    @hear.register
    def _(self, event: PositionChosen) -> None:
        self.ladder[event.color] = event.position

    @hear.register
    def _(self, event: AmoebasPlaced) -> None:
        for number, x, y in event.placements:
            assert (event.color, number) not in self.places
            self.places[event.color, number] = (x, y)
            self.damage[event.color, number] = 0

    @hear.register
    def _(self, event: Damaged) -> None:
        self.damage[event.color, event.amoeba] += 1

    @hear.register
    def _(self, event: RoundBegan) -> None:
        assert event.number == self.round + 1
        self.round = event.number

    @hear.register
    def _(self, event: Rolled) -> None:
        assert self.rolled is None
        self.rolled = (event.color, event.first, event.second)

    @hear.register
    def _(self, event: PointsChanged) -> None:
        assert event.difference
        self.points[event.color] += event.difference
        assert self.points[event.color] >= 0

    @hear.register
    def _(self, event: Moved) -> None:
        if self.rolled is not None:
            assert self.rolled[0] == event.color
            self.rolled = None
        mover = (event.color, event.amoeba)
        origin = self.places[mover]
        if event.direction == STAY:
            assert not event.cubes
            assert not event.holders
            return
        target = WAYS[origin][event.direction - 1]
        assert target is not None
        for traveller in (mover, *event.holders):
            assert self.places[traveller] == origin
            self.places[traveller] = target
        for color, count in enumerate(event.cubes):
            self.food[origin, color] -= count
            self.food[target, color] += count
            assert self.food[origin, color] >= 0

    @hear.register
    def _(self, event: Ate) -> None:
        square = self.places[event.color, event.amoeba]
        for color, count in enumerate(event.cubes):
            self.food[square, color] -= count
            self.supply[color] += count
            assert self.food[square, color] >= 0

    @hear.register
    def _(self, event: FoodAdded) -> None:
        assert event.count > 0
        self.supply[event.color] -= event.count
        self.food[(event.x, event.y), event.color] += event.count
        assert self.supply[event.color] >= 0

    @hear.register
    def _(self, event: AmoebaRemoved) -> None:
        del self.places[event.color, event.amoeba]
        del self.damage[event.color, event.amoeba]

    @hear.register
    def _(self, event: CardTurned) -> None:
        self.card = (event.direction, event.ozone)

    @hear.register
    def _(self, event: DefectsPaid) -> None:
        for gene in event.genes:
            self.genes[event.color].remove(gene)

    @hear.register
    def _(self, event: GenesBought) -> None:
        for gene in event.given_up:
            self.genes[event.color].remove(gene)
        self.genes[event.color] += event.genes

    @hear.register
    def _(self, event: Scored) -> None:
        assert event.total >= self.ladder[event.color]
        self.ladder[event.color] = event.total

    def position(self) -> Position:
        """The books as a state would show them."""
        return Position(
            seats=self.seats,
            phase=self.phase,
            round=self.round,
            card=self.card,
            rows=tuple(self._row(y) for y in range(5)),
            tribes=tuple(self._tribe(color) for color in range(self.seats)),
            supply=tuple(self.supply),
            stock=self._stock(),
            rolled=self.rolled,
        )

    def _row(self, y: int) -> tuple[Cell | None, ...]:
        return tuple(self._cell((x, y)) if (x, y) in WAYS else None for x in range(5))

    def _cell(self, square: tuple[int, int]) -> Cell:
        amoebas: list[list[int]] = [[] for _ in range(self.seats)]
        for (color, number), place in self.places.items():
            if place == square:
                amoebas[color].append(number)
        cubes = [self.food[square, color] for color in range(self.seats)]
        return Cell(tuple(tuple(sorted(each)) for each in amoebas), tuple(cubes))

    def _tribe(self, color: int) -> TribePosition:
        amoebas = sorted((it, hurt) for (owner, it), hurt in self.damage.items() if owner == color)
        genes = tuple(sorted(self.genes[color]))
        return TribePosition(self.ladder[color], self.points[color], tuple(amoebas), genes)

    def _stock(self) -> tuple[int, ...]:
        owned = [gene for genes in self.genes for gene in genes]
        stock = tuple(copies - owned.count(gene) for gene, copies in enumerate(COPIES[self.seats]))
        assert min(stock) >= 0
        return stock
