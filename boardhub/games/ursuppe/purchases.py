"""
Phase 3: buying genes (spec/ursuppe-rules.md 3, phase 3; 6.24, 6.25).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Final, TypeAlias

from attrs import define

from boardhub.games.ursuppe.bounds import need_gene
from boardhub.games.ursuppe.errors import Fault, need
from boardhub.games.ursuppe.events import GenesBought
from boardhub.games.ursuppe.genes import ARMOUR, GENES, LOCKED_BY
from boardhub.games.ursuppe.moves import BuyGenes
from boardhub.games.ursuppe.prompts import AskGenes
from boardhub.games.ursuppe.soup import Soup, Stage
from boardhub.games.ursuppe.tribe import Tribe

#: A gene and the predecessor named with it, or None.
Purchase: TypeAlias = tuple[int, int | None]

#: How many pairs of genes are listed as legal moves at most.
_PAIRS: Final = 10


@define
class Purchases(Stage):
    """What is left of phase 3: the colours that have not bought."""

    colors: list[int]

    def copy(self) -> Purchases:
        """An independent copy."""
        return Purchases(list(self.colors))

    def proceed(self, soup: Soup) -> None:
        """Ask the next colour, even if it can afford nothing."""
        if not self.colors:
            soup.hand.pop()
            return
        soup.ask(AskGenes, self.colors[0])

    def check_purchase(self, soup: Soup, color: int, move: BuyGenes) -> None:
        """Each line by itself, in order, then the sum."""
        for gene, named in move.purchases:
            _check_form(gene, named)
        tribe = soup.tribes[color]
        before: list[int] = []
        for gene, named in move.purchases:
            _check_line(soup, tribe, before, gene, named)
            before.append(gene)
        need(_price(move.purchases) <= tribe.points, Fault.TOO_FEW_POINTS)

    def buy(self, soup: Soup, color: int, move: BuyGenes) -> None:
        """Advanced genes take their predecessors, which go back to the stock."""
        self.colors.pop(0)
        tribe = soup.tribes[color]
        bought = tuple([gene for gene, _ in move.purchases])
        taken = [_predecessor(tribe, gene, named) for gene, named in move.purchases]
        given_up = tuple([gene for gene in taken if gene is not None])
        tribe.genes.difference_update(given_up)
        tribe.genes.update(bought)
        soup.tell(GenesBought(color, bought, given_up))
        soup.change_points(color, -_price(move.purchases))

    def purchases(self, soup: Soup, color: int) -> Iterator[BuyGenes]:
        """
        A subset: nothing, each single gene (armour with each predecessor that
        it may take), and pairs of two such, `_PAIRS` at most.
        """
        tribe = soup.tribes[color]
        single = [line for line in _offers(soup, tribe) if _price((line,)) <= tribe.points]
        pairs = (
            pair
            for pair in combinations(single, 2)
            if pair[0][0] != pair[1][0] and _price(pair) <= tribe.points
        )
        yield BuyGenes(())
        for line in single:
            yield BuyGenes((line,))
        yield from map(BuyGenes, islice(pairs, _PAIRS))

    def default(self, soup: Soup, color: int) -> BuyGenes:
        """Nothing."""
        return BuyGenes(())


def _check_form(gene: int, named: int | None) -> None:
    """Only armour may be bought with a predecessor named, 4 or 5."""
    need_gene(gene)
    if named is None:
        return
    need(gene == ARMOUR, Fault.WRONG_COUNT)
    need(named in GENES[ARMOUR].predecessors, Fault.INVALID)


def _check_line(soup: Soup, tribe: Tribe, before: list[int], gene: int, named: int | None) -> None:
    """One gene, after those ``before`` it in the same command."""
    lock = LOCKED_BY.get(gene)
    is_locked = lock is not None and (lock in tribe.genes or lock in before)
    is_new = gene not in tribe.genes and gene not in before
    need(is_new and not is_locked, Fault.ALREADY_BOUGHT)
    predecessors = GENES[gene].predecessors
    if predecessors:
        owned = [each for each in predecessors if each in tribe.genes]
        need(bool(owned) and (named is None or named in owned), Fault.NOT_OWNED)
        need(len(owned) == 1 or named is not None, Fault.PREDECESSOR_UNCLEAR)
    need(soup.stock()[gene] > 0, Fault.SOLD_OUT)


def _predecessor(tribe: Tribe, gene: int, named: int | None) -> int | None:
    """What a gene takes of those owned before the command; None: nothing."""
    if named is not None:
        return named
    owned = [each for each in GENES[gene].predecessors if each in tribe.genes]
    return owned[0] if owned else None


def _offers(soup: Soup, tribe: Tribe) -> Iterator[Purchase]:
    """What the rules would let a tribe buy if it had the points, by number."""
    stock = soup.stock()
    for gene in GENES:
        if gene.number in tribe.genes or stock[gene.number] == 0:
            continue
        if LOCKED_BY.get(gene.number) in tribe.genes:
            continue
        if not gene.predecessors:
            yield gene.number, None
            continue
        owned = [each for each in gene.predecessors if each in tribe.genes]
        if len(owned) == 1:
            yield gene.number, None
        if gene.number == ARMOUR:
            for named in owned:
                yield gene.number, named


def _price(purchases: tuple[Purchase, ...]) -> int:
    return sum([GENES[gene].price for gene, _ in purchases])
