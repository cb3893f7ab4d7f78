"""
What a player may answer, worked out from her book.

The rules are those of spec/ursuppe-rules.md, sections 3 and 4; here they are
asked from the player's side of the wire.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import product

from boardhub.bots.ursuppe_book import Attempt, Book
from boardhub.games.ursuppe import genes as gene
from boardhub.games.ursuppe.board import NEIGHBOURS, OPEN, SQUARES, STAY, Square, step
from boardhub.games.ursuppe.division import LOW_PRICE, PRICE
from boardhub.games.ursuppe.genes import GENES
from boardhub.games.ursuppe.meals import Diet
from boardhub.games.ursuppe.meals import meals as meal_table
from boardhub.games.ursuppe.movement import CARRIED
from boardhub.games.ursuppe.moves import Cubes
from boardhub.games.ursuppe.tribe import AMOEBAS

# Set-up and division


def free_numbers(book: Book) -> list[int]:
    """My amoebas that are not on the board."""
    return [number for number in range(AMOEBAS) if number not in book.mine.amoebas]


def empty_squares(book: Book) -> list[Square]:
    """Squares without any amoeba."""
    taken = {amoeba.square for tribe in book.tribes for amoeba in tribe.amoebas.values()}
    return [square for square in SQUARES if square not in taken]


def own_squares(book: Book) -> set[Square]:
    """Squares with an amoeba of mine."""
    return {amoeba.square for amoeba in book.mine.amoebas.values()}


def division_squares(mine: Collection[int], own: Collection[Square], count: int) -> list[Square]:
    """
    Where one more amoeba may go in phase 4, with these genes, these squares
    taken by own amoebas, and ``count`` of them on the board.
    """
    free = [square for square in SQUARES if square not in own]
    if count <= 1 or gene.SPORES in mine:
        return free
    return [square for square in free if any(near in own for near in NEIGHBOURS[square])]


def division_cost(mine: Collection[int], count: int) -> int:
    """What one more amoeba costs in phase 4, with ``count`` on the board."""
    if count == 0:
        return 0
    return LOW_PRICE if gene.DIVISION_RATE in mine else PRICE


# Movement


def drift(book: Book, square: Square) -> int:
    """The direction that says drifting from a square: 5 where it is blocked."""
    direction = book.card[0]
    return STAY if step(square, direction) == square else direction


def rolled_directions(
    mine: Collection[int], dice: Sequence[int], square: Square
) -> tuple[int, ...]:
    """The directions two dice allow from a square, ascending."""
    if gene.MOVEMENT_2 in mine:
        usable: Iterable[int] = (6,)
    elif gene.MOVEMENT_1 in mine:
        usable = dice
    else:
        usable = dice[:1]
    return tuple(sorted({way for value in usable for way in _die_directions(value, square)}))


@cache
def _die_directions(value: int, square: Square) -> tuple[int, ...]:
    """The directions one die allows from a square."""
    if value == 6:
        return (*OPEN[square], STAY)
    return (value,) if value in OPEN[square] else (STAY,)


def can_pay_step(book: Book) -> bool:
    """Whether I can pay for a first movement or flight step."""
    return book.mine.points > 0 or gene.STREAMLINING in book.mine.genes


def tentacle_loads(book: Book, square: Square) -> list[Cubes]:
    """All loads that tentacles may take from a square."""
    reach = CARRIED[book.seats]
    ranges = [range(min(reach, count) + 1) for count in book.cubes[square]]
    return [load for load in product(*ranges) if 0 < sum(load) <= reach]


# Meals and attacks


def diet(seats: int, mine: Collection[int], parasite: int | None) -> Diet:
    """Whose meals are asked for; parasitism counts once it is declared."""
    substitutes, frugal = gene.SUBSTITUTION in mine, gene.FRUGALITY in mine
    return Diet(seats, substitutes, frugal, parasite is not None)


def fitting(meals: Iterable[Cubes], cubes: Sequence[int]) -> list[Cubes]:
    """Those meals whose cubes are all there."""
    return [
        meal
        for meal in meals
        if all(need <= there for need, there in zip(meal, cubes, strict=True))
    ]


def standard_meals(book: Book, square: Square) -> list[Cubes]:
    """The standard meals that I find on a square; while there is one, I must eat."""
    assert book.me is not None
    return fitting(meal_table(diet(book.seats, (), None), book.me), book.cubes[square])


def meals(book: Book, square: Square, parasite: int | None) -> list[Cubes]:
    """All meals that I find on a square, at the cost of ``parasite`` or of nobody."""
    assert book.me is not None
    table = meal_table(diet(book.seats, book.mine.genes, parasite), book.me)
    return fitting(table, book.cubes[square])


def hosts(book: Book, square: Square) -> list[int]:
    """Colours at whose cost I may eat on a square by parasitism."""
    if gene.PARASITISM not in book.mine.genes:
        return []
    colors = sorted({color for color, _ in book.amoebas_on(square)} - {book.me})
    return [color for color in colors if book.tribes[color].points > 0]


def prey(book: Book, number: int) -> list[tuple[int, int]]:
    """(colour, amoeba) of all whom my amoeba may attack instead of its meal."""
    square = book.mine.amoebas[number].square
    if book.attempt is Attempt.NONE or standard_meals(book, square):
        return []
    return [
        (color, other)
        for color, other in book.amoebas_on(square)
        if (color, other) != (book.me, number) and gene.ARMOUR not in book.tribes[color].genes
    ]


def aggression_targets(book: Book) -> Iterator[tuple[int, int, int]]:
    """(my amoeba, colour, amoeba) for all attacks open in phase 5."""
    mine = book.mine.amoebas
    attackers = sorted(mine) if book.aggressor is None else [book.aggressor]
    for number in attackers:
        for color, other in book.amoebas_on(mine[number].square):
            if color != book.me:
                yield number, color, other


# Genes


def defect(book: Book) -> int:
    """How much of my genes' sensitivity the ozone does not bear."""
    return sum(GENES[number].mutation for number in book.mine.genes) - book.card[1]


def may_buy(book: Book, number: int, named: Collection[int] = ()) -> bool:
    """Whether I may buy a gene beside those named before; the price apart."""
    owned = book.mine.genes
    if number in owned or number in named or book.stock(number) <= 0:
        return False
    if any(number in GENES[other].predecessors for other in (*owned, *named)):
        return False
    needed = GENES[number].predecessors
    return not needed or any(other in owned for other in needed)


def given_up(book: Book, number: int) -> list[int]:
    """The predecessors I own of an advanced gene: one of them is given up."""
    return [other for other in GENES[number].predecessors if other in book.mine.genes]
