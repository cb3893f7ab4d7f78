"""
What may be known of a position: everything but the deck and the dice.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from boardhub.games.ursuppe.environment import Card
from boardhub.games.ursuppe.moves import Cubes


@frozen
class Cell:
    """
    A square: the numbers of each colour's amoebas, ascending, and the cubes
    of each colour.
    """

    amoebas: tuple[tuple[int, ...], ...]
    cubes: Cubes


@frozen
class TribePosition:
    """
    What a colour has: ladder index (0 until chosen), biology points, amoebas
    on the board as (number, damage), genes; both ascending.
    """

    ladder: int
    points: int
    amoebas: tuple[tuple[int, int], ...]
    genes: tuple[int, ...]


#: Cells from west to east; None where the board has no square.
Row: TypeAlias = tuple[Cell | None, ...]


@frozen
class Position:
    """
    A position as everybody may see it.

    ``phase`` is 0 in the set-up, then 1 to 6; ``round`` is 0 in the set-up;
    ``rows`` go from north to south; ``supply`` counts cubes per colour,
    ``stock`` the copies left of each gene; ``rolled`` are the colour and the
    two dice of the movement or flight step in hand, or None.
    """

    seats: int
    phase: int
    round: int
    card: Card
    rows: tuple[Row, ...]
    tribes: tuple[TribePosition, ...]
    supply: tuple[int, ...]
    stock: tuple[int, ...]
    rolled: tuple[int, int, int] | None
