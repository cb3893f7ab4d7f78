"""
The soup: the position with its hidden part, and what is being decided in it.

What is in hand is a stack of *stages*. The innermost, last one has asked the
open prompts; below it wait those that it is a part of: a phase, a meal, the
attack in place of the meal, the victim's step in flight.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from operator import le
from typing import Any, Final

from attrs import define, field

from boardhub.games.rules import Event, Prompt, Result
from boardhub.games.ursuppe.board import SQUARES, Square
from boardhub.games.ursuppe.chance import AnyDice
from boardhub.games.ursuppe.environment import Card
from boardhub.games.ursuppe.events import AmoebaRemoved, Damaged, FoodAdded, PointsChanged
from boardhub.games.ursuppe.genes import GENES
from boardhub.games.ursuppe.moves import Cubes
from boardhub.games.ursuppe.tribe import Tribe

#: Food cubes of each colour, in the supply and on the board.
CUBES: Final = 55
#: Cubes of each colour on every square at the start.
START_CUBES: Final = 2


class Stage(ABC):
    """
    Something in hand. Its methods named in the table of answers check a move
    (and change nothing), carry it out, or list candidates for it.
    """

    @abstractmethod
    def proceed(self, soup: Soup) -> None:
        """
        Go on, as the innermost stage with nothing asked: ask somebody, put
        another stage on top, or leave the hand.
        """

    @abstractmethod
    def copy(self) -> Stage:
        """An independent copy."""

    def rolled(self) -> tuple[int, int, int] | None:
        """The colour and the two dice of a step in the making, if it has any."""
        return None


@define
class Soup:
    """
    A position. Its attributes may be set to build one; `Ursuppe` plays on
    from there.

    ``round`` and ``phase`` are 0 in the set-up; ``card`` is the one turned
    up, ``deck`` what is to come; ``order`` is that of POSITION; ``supply``
    and each square's ``cubes`` count per colour; ``asked`` is the number of
    the latest prompt; ``said`` gathers the events of the move in hand.
    """

    seats: int
    deck: list[Card]
    card: Card
    order: list[int]
    movement_dice: list[AnyDice]
    fight_dice: list[AnyDice]
    supply: list[int]
    cubes: dict[Square, list[int]]
    tribes: list[Tribe]
    round: int = 0
    phase: int = 0
    prompts: tuple[Prompt, ...] = ()
    asked: int = 0
    hand: list[Stage] = field(factory=list)
    result: Result | None = None
    said: list[Event] = field(factory=list, eq=False, repr=False)

    def tell(self, event: Event) -> None:
        """Something has happened."""
        self.said.append(event)

    def ask(self, kind: Callable[..., Prompt], color: int, *details: Any) -> None:
        """Open a prompt of this kind to a colour, with the next number."""
        self.asked += 1
        self.prompts += (kind(color, self.asked, *details),)

    def close(self, color: int) -> None:
        """The colour's open prompt has been answered."""
        self.prompts = tuple([prompt for prompt in self.prompts if prompt.seat != color])

    def rising(self) -> list[int]:
        """The colours by the ladder, the last one first."""
        return sorted(range(self.seats), key=lambda color: self.tribes[color].ladder)

    def falling(self) -> list[int]:
        """The colours by the ladder, the leader first."""
        return self.rising()[::-1]

    def change_points(self, color: int, difference: int) -> None:
        """A colour gets or loses biology points; 0 is not told."""
        if difference == 0:
            return
        self.tribes[color].points += difference
        self.tell(PointsChanged(color, difference))

    def stock(self) -> list[int]:
        """How many copies of each gene nobody owns."""
        left = [gene.copies(self.seats) for gene in GENES]
        for tribe in self.tribes:
            for gene in tribe.genes:
                left[gene] -= 1
        return left

    def others_at(self, square: Square, color: int) -> list[tuple[int, int]]:
        """The amoebas of all other colours in a square, as (colour, number)."""
        return [
            (other, amoeba)
            for other, tribe in enumerate(self.tribes)
            if other != color
            for amoeba in tribe.at(square)
        ]

    def occupied(self) -> set[Square]:
        """The squares with any amoeba in them."""
        return {amoeba.square for tribe in self.tribes for amoeba in tribe.amoebas.values()}

    def add_food(self, color: int, count: int, square: Square) -> None:
        """
        Cubes come from the supply into a square: as many as there are, none
        of another colour instead (spec/ursuppe-rules.md 3, food shortage).
        """
        count = min(count, self.supply[color])
        if count == 0:
            return
        self.supply[color] -= count
        self.cubes[square][color] += count
        self.tell(FoodAdded(color, count, *square))

    def damage(self, color: int, amoeba: int) -> None:
        """An amoeba gets a damage point."""
        self.tribes[color].amoebas[amoeba].damage += 1
        self.tell(Damaged(color, amoeba))

    def is_dying(self, color: int, amoeba: int) -> bool:
        """Whether an amoeba has the damage that kills it."""
        tribe = self.tribes[color]
        return tribe.amoebas[amoeba].damage >= tribe.lethal

    def remove(self, color: int, amoeba: int, remains: int) -> None:
        """An amoeba becomes so many cubes of each colour in play."""
        square = self.tribes[color].amoebas.pop(amoeba).square
        self.tell(AmoebaRemoved(color, amoeba))
        for each in range(self.seats):
            self.add_food(each, remains, square)


def start_food(seats: int) -> tuple[list[int], dict[Square, list[int]]]:
    """The supply and the board's cubes at the start."""
    supply = [CUBES - START_CUBES * len(SQUARES)] * seats
    return supply, {square: [START_CUBES] * seats for square in SQUARES}


def are_there(cubes: Cubes, there: list[int]) -> bool:
    """Whether so many cubes of each colour lie in a square that has ``there``."""
    return all(map(le, cubes, there))
