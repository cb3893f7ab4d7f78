"""The tables of genes and environment cards (spec/ursuppe-rules.md 3 and 4)."""

from __future__ import annotations

from collections import Counter

import pytest

from boardhub.games.ursuppe.environment import CARDS
from boardhub.games.ursuppe.genes import GENES
from boardhub.games.ursuppe.state import RULES

#: number: name, price, mutation points, copies for 3 and 4, predecessors, score.
FIGURES = {
    0: ("INTELLIGENZ", 2, 3, (1, 2), (), 1),
    1: ("BEWEGUNG1", 3, 2, (2, 2), (), 1),
    2: ("SPOREN", 3, 3, (1, 1), (), 1),
    3: ("GESCHWINDIGKEIT", 4, 3, (1, 2), (), 1),
    4: ("VERTEIDIGUNG", 4, 4, (1, 1), (), 1),
    5: ("FLUCHT", 4, 4, (1, 2), (), 1),
    6: ("ERSATZKOST", 4, 4, (1, 1), (), 1),
    7: ("STRAHLENSCHUTZ", 5, -2, (1, 2), (), 0),
    8: ("STROMLINIENFORM", 5, 4, (1, 1), (), 1),
    9: ("TENTAKEL", 5, 4, (1, 2), (), 1),
    10: ("KLAMMERN", 5, 4, (1, 1), (), 1),
    11: ("LEBENSERWARTUNG", 5, 5, (1, 2), (), 1),
    12: ("GENUEGSAMKEIT", 6, 5, (0, 1), (), 1),
    13: ("UEBERLEBENSKAMPF", 6, 4, (2, 2), (), 1),
    14: ("PARASITISMUS", 6, 5, (0, 1), (), 1),
    15: ("TEILUNGSRATE", 6, 5, (1, 2), (), 1),
    16: ("GEN_AUSDAUER", 4, 4, (1, 1), (3,), 2),
    17: ("BEWEGUNG2", 5, 5, (1, 2), (1,), 2),
    18: ("AGGRESSION", 5, 5, (1, 1), (13,), 2),
    19: ("PANZERUNG", 6, 6, (1, 1), (4, 5), 2),
}


def copies(seats: int) -> tuple[int, ...]:
    """How many cards of each gene are left before anybody has bought."""
    return RULES.state(seats, "stock", {}).view(None).stock


def test_the_genes_are_in_the_order_of_their_numbers() -> None:
    """A gene is found at its number."""
    assert [gene.number for gene in GENES] == list(range(20))


@pytest.mark.parametrize("number", FIGURES)
def test_a_gene_has_the_figures_of_the_sheet(number: int) -> None:
    """Name, price, mutation points, predecessors and score."""
    name, price, mutation, _, predecessors, score = FIGURES[number]
    gene = GENES[number]
    assert gene.name == name
    assert gene.price == price
    assert gene.mutation == mutation
    assert tuple(gene.predecessors) == predecessors
    assert gene.score == score


@pytest.mark.parametrize("seats", [3, 4])
def test_the_stock_has_the_copies_of_the_sheet(seats: int) -> None:
    """Copies depend on the number of players; two genes are missing with three."""
    assert copies(seats) == tuple(figures[3][seats - 3] for figures in FIGURES.values())


@pytest.mark.parametrize(("seats", "cards"), [(3, 20), (4, 30)])
def test_the_gene_cards_add_up(seats: int, cards: int) -> None:
    """The deck of genes has 20 cards for three players and 30 for four."""
    assert sum(copies(seats)) == cards


def test_the_eleven_environment_cards() -> None:
    """Drifts and ozone values as listed, one of them without a drift."""
    assert Counter(CARDS) == Counter(
        [
            *((1, ozone) for ozone in (6, 9, 12)),
            *((2, ozone) for ozone in (9, 11)),
            *((3, ozone) for ozone in (8, 10, 10)),
            *((4, ozone) for ozone in (10, 13)),
            (5, 14),
        ]
    )
