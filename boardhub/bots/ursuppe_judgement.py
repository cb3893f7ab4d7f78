"""
What things are worth to a player of the amoeba game, in biology points.

Everything is measured against what the game is won by, spaces on the ladder:
an amoeba counts for the spaces it brings this round and for living on, a gene
for its spaces in all rounds to come and for its use, less what the ozone will
cost; a point for what it can still buy.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from attrs import field, frozen

from boardhub.bots import ursuppe_choices as choices
from boardhub.bots.ursuppe_book import Book
from boardhub.bots.ursuppe_record import Tribe
from boardhub.games.ursuppe import genes as gene
from boardhub.games.ursuppe.environment import CARDS, Card
from boardhub.games.ursuppe.genes import GENES
from boardhub.games.ursuppe.scoring import AMOEBA_SPACES, GENE_SPACES

#: No card is left for a round after this one.
LAST_ROUND = 10


def _uses() -> dict[int, float]:
    """What a gene is worth per round and amoeba that it can serve, by judgement."""
    return {
        gene.MOVEMENT_1: 0.15,
        gene.SPORES: 0.1,
        gene.SPEED: 0.2,
        gene.DEFENCE: 0.05,
        gene.ESCAPE: 0.05,
        gene.SUBSTITUTION: 0.3,
        gene.STREAMLINING: 0.4,
        gene.TENTACLES: 0.3,
        gene.HOLDING: 0.1,
        gene.LONGEVITY: 0.25,
        gene.FRUGALITY: 0.35,
        gene.STRUGGLE: 0.3,
        gene.PARASITISM: 0.5,
        gene.DIVISION_RATE: 0.5,
        gene.PERSISTENCE: 0.25,
        gene.MOVEMENT_2: 0.4,
        gene.AGGRESSION: 0.5,
        gene.ARMOUR: 0.1,
    }


@frozen
class Weights:
    """What the judgement leans on; in biology points unless said."""

    space: float = 1.3
    """A space on the ladder."""
    amoeba: float = 3.0
    """An amoeba that lives on into the next round, beside its spaces."""
    damage: float = 0.4
    """The share of an amoeba that its first damage costs."""
    carried: float = 0.9
    """A point kept for a roll of the next round, one for each amoeba."""
    spare: float = 0.6
    """Any other point kept."""
    rich: float = 0.5
    """Standing where there is plenty left to eat."""
    rival: float = 1.5
    """An amoeba less for somebody else."""
    claim: float = 0.6
    """Meals that another amoeba in reach of a square takes from it."""
    uses: dict[int, float] = field(factory=_uses)
    """What a gene is worth per round and amoeba that it can serve."""


class Judgement:
    """Worths in the position of a book; ``cards`` are those not seen yet."""

    def __init__(self, book: Book, cards: Sequence[Card], weights: Weights) -> None:
        self._book = book
        self._ozone = [ozone for _, ozone in cards or CARDS]
        self.weights = weights
        self.rounds = rounds_left(book)
        self._living = self.living(book.mine.genes)
        self._lethal = lethal(book.mine.genes)
        self._divisions: dict[tuple[int, int, int], float] = {}

    @property
    def is_last(self) -> bool:
        """Whether the game probably ends with this round."""
        return self.rounds == 1

    def living(self, genes: Collection[int]) -> int:
        """How many of my amoebas will outlive this round's deaths, with these genes."""
        limit = lethal(genes)
        return sum(amoeba.damage < limit for amoeba in self._book.mine.amoebas.values())

    def amoebas(self, count: int) -> float:
        """So many amoebas after this round's deaths."""
        spaces = AMOEBA_SPACES[min(count, 7)] * self.weights.space
        return spaces if self.is_last else spaces + count * self.weights.amoeba

    def loss(self) -> float:
        """One of my amoebas less."""
        return self.amoebas(self._living) - self.amoebas(max(self._living - 1, 0))

    def hunger(self, damage: int) -> float:
        """What it costs me that an amoeba with this damage starves once."""
        if damage + 1 >= self._lethal:
            return self.loss()
        return 0.0 if self.is_last else self.weights.amoeba * self.weights.damage

    def rival(self, color: int, number: int) -> float:
        """One amoeba less for somebody else; more if she is ahead of the others."""
        tribe = self._book.tribes[color]
        amoeba = tribe.amoebas[number]
        if amoeba.damage >= lethal(tribe.genes):
            return 0.0
        others = [other.ladder for c, other in enumerate(self._book.tribes) if c != self._book.me]
        leads = tribe.ladder == max(others)
        share = 0.5 if amoeba.damage + 1 >= lethal(tribe.genes) else 1.0
        return self.weights.rival * share * (2.0 if leads else 1.0)

    def kept(self, points: int, count: int) -> float:
        """Points kept for the next round, with so many amoebas."""
        if self.is_last:
            return 0.0
        rolls = min(points, count)
        return rolls * self.weights.carried + (points - rolls) * self.weights.spare

    def genes(self, genes: Collection[int], count: int) -> float:
        """Owning these genes from now on, with so many amoebas to serve."""
        weights = self.weights
        score = min(sum(GENES[number].score for number in genes), len(GENE_SPACES) - 1)
        spaces = GENE_SPACES[score] * weights.space
        uses = sum(weights.uses.get(number, 0.0) for number in genes) * count
        return spaces + (spaces + uses - self.defects(genes)) * (self.rounds - 1)

    def defects(self, genes: Collection[int]) -> float:
        """What the next card will make me pay for these genes, on average."""
        mutation = sum(GENES[number].mutation for number in genes)
        due = [mutation - ozone for ozone in self._ozone if mutation > ozone]
        return sum(due) / len(self._ozone)

    def division(self, points: int, genes: Collection[int]) -> float:
        """These points at the beginning of my division, used as well as can be."""
        key = points, choices.division_cost(genes, 1), lethal(genes)
        if key not in self._divisions:
            self._divisions[key] = self._best_division(points, genes)[0]
        return self._divisions[key]

    def new_amoebas(self, points: int) -> int:
        """How many new amoebas are worth their points in my division."""
        return self._best_division(points, self._book.mine.genes)[1]

    def _best_division(self, points: int, genes: Collection[int]) -> tuple[float, int]:
        """What the best number of new amoebas is worth, and that number."""
        present = len(self._book.mine.amoebas)
        living = self.living(genes)
        best, number = self.amoebas(living) + self.kept(points, living), 0
        for new in range(1, 8 - present):
            points -= choices.division_cost(genes, present + new - 1)
            if points < 0:
                break
            count = living + new
            worth = self.amoebas(count) + self.kept(points, count)
            if worth > best:
                best, number = worth, new
        return best, number


def lethal(genes: Collection[int]) -> int:
    """How many damage points kill an amoeba of the owner of these genes."""
    return 3 if gene.LONGEVITY in genes else 2


def spaces(tribe: Tribe) -> int:
    """How far a tribe would advance as it stands."""
    score = sum(GENES[number].score for number in tribe.genes)
    return AMOEBA_SPACES[len(tribe.amoebas)] + GENE_SPACES[min(score, len(GENE_SPACES) - 1)]


def rounds_left(book: Book) -> int:
    """How many rounds will still be scored, this one included; at least 1."""
    by_cards = LAST_ROUND + 1 - book.round if book.round else LAST_ROUND // 2
    by_ladder = LAST_ROUND
    for tribe in book.tribes:
        missing = max(book.goal - tribe.ladder, 0)
        # Whoever leads will grow a little, and jump over a marker or two.
        by_ladder = min(by_ladder, -(-missing // (spaces(tribe) + 1)))
    return max(1, min(by_cards, by_ladder))
