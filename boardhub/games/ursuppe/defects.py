"""
Phase 2: the next environment card, and gene defects to pay for
(spec/ursuppe-rules.md 3, phase 2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice
from typing import Final

from attrs import define

from boardhub.games.ursuppe.bounds import need_gene
from boardhub.games.ursuppe.errors import Fault, need
from boardhub.games.ursuppe.events import CardTurned, DefectsPaid
from boardhub.games.ursuppe.genes import GENES, defect_value
from boardhub.games.ursuppe.moves import Compensate
from boardhub.games.ursuppe.prompts import AskDefects
from boardhub.games.ursuppe.soup import Soup, Stage
from boardhub.games.ursuppe.tribe import Tribe

#: How many sets of genes are listed as legal moves at most.
_LISTED: Final = 30


@define
class Defects(Stage):
    """
    What is left of phase 2: (colour, what it must pay) of those that have
    not. The sums are those of the moment at which the card was turned.
    """

    debts: list[tuple[int, int]]

    def copy(self) -> Defects:
        """An independent copy."""
        return Defects(list(self.debts))

    @classmethod
    def of_next_card(cls, soup: Soup) -> Defects:
        """Turn up the next card and see who must pay, the leader first."""
        soup.card = soup.deck.pop(0)
        soup.tell(CardTurned(*soup.card))
        _, ozone = soup.card
        debts = [(color, soup.tribes[color].mutation - ozone) for color in soup.falling()]
        return cls([(color, debt) for color, debt in debts if debt > 0])

    def proceed(self, soup: Soup) -> None:
        """Ask the next one who must pay."""
        if not self.debts:
            soup.hand.pop()
            return
        soup.ask(AskDefects, self.debts[0][0])

    def check_payment(self, soup: Soup, color: int, move: Compensate) -> None:
        """Own genes, each once, and points enough for the rest."""
        for gene in move.genes:
            need_gene(gene)
        tribe = soup.tribes[color]
        need(len(set(move.genes)) == len(move.genes), Fault.GIVEN_TWICE)
        need(tribe.genes.issuperset(move.genes), Fault.NOT_OWNED)
        need(self._rest(move.genes) <= tribe.points, Fault.TOO_FEW_POINTS)

    def pay(self, soup: Soup, color: int, move: Compensate) -> None:
        """The genes go back to the stock; what they overpay is lost."""
        rest = self._rest(move.genes)
        self.debts.pop(0)
        soup.tribes[color].genes.difference_update(move.genes)
        soup.tell(DefectsPaid(color, move.genes))
        soup.change_points(color, -rest)

    def payments(self, soup: Soup, color: int) -> Iterator[Compensate]:
        """
        A subset: points alone, the default, single genes, pairs, and all
        genes, as far as they pay; `_LISTED` at most. The default is always
        among them.
        """
        tribe = soup.tribes[color]
        own = sorted(tribe.genes)
        sets = ((), self._cheapest(tribe), tuple(own), *_small_sets(own))
        enough = (genes for genes in dict.fromkeys(sets) if self._rest(genes) <= tribe.points)
        return map(Compensate, islice(enough, _LISTED))

    def default(self, soup: Soup, color: int) -> Compensate:
        """Points alone, else the cheapest genes until the points suffice."""
        return Compensate(self._cheapest(soup.tribes[color]))

    def _rest(self, genes: Iterable[int]) -> int:
        """What points must pay beside these genes."""
        _, debt = self.debts[0]
        return max(0, debt - sum(map(defect_value, genes)))

    def _cheapest(self, tribe: Tribe) -> tuple[int, ...]:
        """No genes if the points suffice; else as few by price, then number, as pay."""
        given: list[int] = []
        for gene in sorted(tribe.genes, key=lambda gene: (GENES[gene].price, gene)):
            if self._rest(given) <= tribe.points:
                break
            given.append(gene)
        return tuple(given)


def _small_sets(genes: list[int]) -> Iterator[tuple[int, ...]]:
    for size in (1, 2):
        yield from combinations(genes, size)
