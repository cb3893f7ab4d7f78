"""
Dice, the deck and the order of the start: one stream of chance each, so that
nobody's conduct changes what another gets (spec/ursuppe-rules.md 7.22).
"""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from attrs import Factory, define, field

from boardhub.games.rules import stream
from boardhub.games.ursuppe.environment import CARDS, Card

SIDES = 6


@define(eq=False)
class _Throws:
    """
    All numbers that a stream will ever give, drawn when first needed. Dice
    and their copies share them, each at its own place.
    """

    source: Random
    drawn: list[int] = field(factory=list)

    def number(self, place: int) -> int:
        """The number at a place, from 0."""
        while place >= len(self.drawn):
            self.drawn.append(self.source.randint(1, SIDES))
        return self.drawn[place]


@define
class Dice:
    """
    The dice of one seat for one purpose. Equal when they will go on equally:
    same seed, purpose, seat, and as many numbers taken.
    """

    seed: str
    purpose: str
    seat: int
    rolled: int = 0
    _throws: _Throws = field(
        default=Factory(
            lambda self: _Throws(stream(self.seed, self.purpose, self.seat)), takes_self=True
        ),
        eq=False,
        repr=False,
    )

    def roll(self) -> int:
        """The next number, 1 to 6."""
        number = self._throws.number(self.rolled)
        self.rolled += 1
        return number

    def copy(self) -> Dice:
        """Dice that will give the same numbers from here on."""
        return Dice(self.seed, self.purpose, self.seat, self.rolled, self._throws)


@define(init=False)
class Scripted:
    """Dice that give the numbers they were made with, for tests."""

    numbers: tuple[int, ...]

    def __init__(self, *numbers: int) -> None:
        self.numbers = numbers

    def roll(self) -> int:
        """
        The next number.

        :raise LookupError: there is none left.
        """
        if not self.numbers:
            raise LookupError("no scripted number left")
        number, *rest = self.numbers
        self.numbers = tuple(rest)
        return number

    def copy(self) -> Scripted:
        """Dice that will give the same numbers from here on."""
        return Scripted(*self.numbers)


AnyDice: TypeAlias = Dice | Scripted


def shuffled_deck(seed: str) -> list[Card]:
    """All environment cards in random order."""
    deck = list(CARDS)
    stream(seed, "deck").shuffle(deck)
    return deck


def random_order(seed: str, seats: int) -> list[int]:
    """The seats in the order in which they choose a start position."""
    order = list(range(seats))
    stream(seed, "order").shuffle(order)
    return order
