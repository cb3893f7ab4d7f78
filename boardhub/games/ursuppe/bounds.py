"""
What a number in a move may be; anything else is error 22
(spec/ursuppe-rules.md 7.17).
"""

from __future__ import annotations

from boardhub.games.ursuppe.board import STAY, WEST
from boardhub.games.ursuppe.errors import Fault, need
from boardhub.games.ursuppe.genes import GENES
from boardhub.games.ursuppe.moves import Cubes
from boardhub.games.ursuppe.tribe import AMOEBAS


def need_color(color: int, seats: int) -> None:
    """A colour is 0..N-1."""
    need(0 <= color < seats, Fault.INVALID)


def need_amoeba(amoeba: int) -> None:
    """An amoeba is 0..6."""
    need(0 <= amoeba < AMOEBAS, Fault.INVALID)


def need_gene(gene: int) -> None:
    """A gene is 0..19."""
    need(0 <= gene < len(GENES), Fault.INVALID)


def need_direction(direction: int) -> None:
    """A direction is 1..5."""
    need(WEST <= direction <= STAY, Fault.INVALID)


def need_counts(cubes: Cubes, seats: int) -> None:
    """Cubes are one count per colour, none below 0."""
    need(len(cubes) == seats and min(cubes) >= 0, Fault.INVALID)
