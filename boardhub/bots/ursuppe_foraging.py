"""
Where an amoeba had better go: what it and those after it will find to eat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from attrs import define, frozen

from boardhub.bots import ursuppe_choices as choices
from boardhub.bots.ursuppe_book import Attempt, Book
from boardhub.bots.ursuppe_judgement import Judgement, lethal
from boardhub.games.ursuppe import genes as gene
from boardhub.games.ursuppe.board import NEIGHBOURS, STAY, Square, step
from boardhub.games.ursuppe.meals import Diet
from boardhub.games.ursuppe.meals import meals as meal_table
from boardhub.games.ursuppe.moves import Cubes

#: What lies on each square, as far as a plan has gone.
Soup = Mapping[Square, Sequence[int]]

_DICE = tuple(product(range(1, 7), repeat=2))


@frozen
class Dinner:
    """What an amoeba gets on a square: worth, meal, host of a parasite, tentacle load."""

    worth: float
    meal: Cubes | None = None
    host: int | None = None
    load: Cubes | None = None


@define
class Foraging:
    """
    The rest of my phase 1: what the amoeba that moves now, and those of mine
    that move after it, can expect.
    """

    book: Book
    judgement: Judgement
    amoeba: int
    _later: list[int]
    _diet: Sequence[Cubes]
    _parasitic: Sequence[Cubes]
    _reach: int
    _dice: Sequence[tuple[int, ...]]
    _step_cost: float

    @classmethod
    def of(cls, book: Book, judgement: Judgement, amoeba: int) -> Foraging:
        """The plan for an amoeba of mine."""
        assert book.me is not None
        mine = book.mine.genes
        diet = choices.diet(book.seats, mine, None)
        two = gene.MOVEMENT_1 in mine
        return cls(
            book,
            judgement,
            amoeba,
            [number for number in sorted(book.mine.amoebas) if number > amoeba],
            meal_table(diet, book.me),
            _parasitic_meals(diet, book.me) if gene.PARASITISM in mine else (),
            choices.tentacle_reach(book.seats) if gene.TENTACLES in mine else 0,
            _DICE if two else tuple((value,) for value in range(1, 7)),
            0.0 if gene.STREAMLINING in mine else judgement.weights.carried,
        )
