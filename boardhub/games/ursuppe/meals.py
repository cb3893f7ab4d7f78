"""
The table of meals (spec/ursuppe-rules.md 4.1, allowed meals).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from operator import le
from typing import Final, NamedTuple, TypeAlias

from boardhub.games.ursuppe.moves import Cubes

#: Counts over the foreign colours in any order, the largest first.
Shape: TypeAlias = tuple[int, ...]


class Diet(NamedTuple):
    """What decides about meals: players, genes 6 and 12, a declared PARASITISMUS."""

    seats: int
    substitutes: bool
    is_frugal: bool
    is_parasite: bool


#: The meals of each diet; three players have no genes 12 and 14.
SHAPES: Final[Mapping[Diet, tuple[Shape, ...]]] = {
    Diet(4, False, False, False): ((1, 1, 1),),
    Diet(4, True, False, False): ((1, 1, 1), (2, 2, 0), (3, 1, 0)),
    Diet(4, False, True, False): ((1, 1, 1), (1, 1, 0)),
    Diet(4, True, True, False): (
        (1, 1, 1),
        (2, 2, 0),
        (3, 1, 0),
        (1, 1, 0),
        (2, 1, 0),
        (3, 0, 0),
    ),
    Diet(4, False, False, True): ((1, 1, 0),),
    Diet(4, True, False, True): ((1, 1, 0), (2, 1, 0), (3, 0, 0)),
    Diet(4, False, True, True): ((1, 1, 0), (1, 0, 0)),
    Diet(4, True, True, True): ((1, 1, 0), (2, 1, 0), (3, 0, 0), (1, 0, 0), (2, 0, 0)),
    Diet(3, False, False, False): ((2, 1),),
    Diet(3, True, False, False): ((2, 1), (4, 0)),
}


def _arranged(shape: Shape, color: int) -> tuple[Cubes, ...]:
    """A shape as an eater's cubes, most of the lower colours first."""
    orders = sorted(set(permutations(shape)), reverse=True)
    return tuple([(*order[:color], 0, *order[color:]) for order in orders])


_MEALS: Final[Mapping[tuple[Diet, int], tuple[Cubes, ...]]] = {
    (diet, color): tuple([cubes for shape in shapes for cubes in _arranged(shape, color)])
    for diet, shapes in SHAPES.items()
    for color in range(diet.seats)
}


def meals(diet: Diet, color: int) -> tuple[Cubes, ...]:
    """
    All meals of an eater, in the order of the table; each begins with most of
    the lower colours.
    """
    return _MEALS[diet, color]


def standard_meals(seats: int, color: int) -> tuple[Cubes, ...]:
    """The meals that need no gene."""
    return _MEALS[Diet(seats, False, False, False), color]


def exceeds_a_meal(diet: Diet, cubes: Cubes) -> bool:
    """Whether a meal of the diet fits into these cubes, in any arrangement."""
    largest_first = sorted(cubes, reverse=True)
    return any(all(map(le, shape, largest_first)) for shape in SHAPES[diet])
