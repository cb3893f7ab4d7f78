"""
The genes: names, prices, mutation points, copies, predecessors, score
(spec/ursuppe-rules.md 4).
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

INTELLIGENCE: Final = 0
MOVEMENT_1: Final = 1
SPORES: Final = 2
SPEED: Final = 3
DEFENCE: Final = 4
ESCAPE: Final = 5
SUBSTITUTION: Final = 6
RAY_PROTECTION: Final = 7
STREAMLINING: Final = 8
TENTACLES: Final = 9
HOLDING: Final = 10
LONGEVITY: Final = 11
FRUGALITY: Final = 12
STRUGGLE: Final = 13
PARASITISM: Final = 14
DIVISION_RATE: Final = 15
PERSISTENCE: Final = 16
MOVEMENT_2: Final = 17
AGGRESSION: Final = 18
ARMOUR: Final = 19


@frozen
class Gene:
    """
    A kind of gene card.

    ``copies_3`` and ``copies_4`` are how many there are with 3 and with 4
    players; one of ``predecessors`` is given up when an advanced gene is
    bought; ``score`` is what it counts in phase 6.
    """

    number: int
    name: str
    price: int
    mutation: int
    copies_3: int
    copies_4: int
    predecessors: tuple[int, ...]
    score: int

    def copies(self, seats: int) -> int:
        """How many cards of it a game of so many players has."""
        return self.copies_3 if seats == 3 else self.copies_4


#: All genes by number.
GENES: Final[tuple[Gene, ...]] = (
    #    number          name      price  mutation  3p 4p  predecessors     score
    Gene(INTELLIGENCE, "INTELLIGENZ", 2, 3, 1, 2, (), 1),
    Gene(MOVEMENT_1, "BEWEGUNG1", 3, 2, 2, 2, (), 1),
    Gene(SPORES, "SPOREN", 3, 3, 1, 1, (), 1),
    Gene(SPEED, "GESCHWINDIGKEIT", 4, 3, 1, 2, (), 1),
    Gene(DEFENCE, "VERTEIDIGUNG", 4, 4, 1, 1, (), 1),
    Gene(ESCAPE, "FLUCHT", 4, 4, 1, 2, (), 1),
    Gene(SUBSTITUTION, "ERSATZKOST", 4, 4, 1, 1, (), 1),
    Gene(RAY_PROTECTION, "STRAHLENSCHUTZ", 5, -2, 1, 2, (), 0),
    Gene(STREAMLINING, "STROMLINIENFORM", 5, 4, 1, 1, (), 1),
    Gene(TENTACLES, "TENTAKEL", 5, 4, 1, 2, (), 1),
    Gene(HOLDING, "KLAMMERN", 5, 4, 1, 1, (), 1),
    Gene(LONGEVITY, "LEBENSERWARTUNG", 5, 5, 1, 2, (), 1),
    Gene(FRUGALITY, "GENUEGSAMKEIT", 6, 5, 0, 1, (), 1),
    Gene(STRUGGLE, "UEBERLEBENSKAMPF", 6, 4, 2, 2, (), 1),
    Gene(PARASITISM, "PARASITISMUS", 6, 5, 0, 1, (), 1),
    Gene(DIVISION_RATE, "TEILUNGSRATE", 6, 5, 1, 2, (), 1),
    Gene(PERSISTENCE, "GEN_AUSDAUER", 4, 4, 1, 1, (SPEED,), 2),
    Gene(MOVEMENT_2, "BEWEGUNG2", 5, 5, 1, 2, (MOVEMENT_1,), 2),
    Gene(AGGRESSION, "AGGRESSION", 5, 5, 1, 1, (STRUGGLE,), 2),
    Gene(ARMOUR, "PANZERUNG", 6, 6, 1, 1, (DEFENCE, ESCAPE), 2),
)

#: For each gene the advanced gene that takes it, and whose owner cannot buy
#: it back; a gene that none takes is missing.
LOCKED_BY: Final = {lower: gene.number for gene in GENES for lower in gene.predecessors}


def defect_value(gene: int) -> int:
    """
    What a gene given up in phase 2 pays: its mutation points, and 4 for
    STRAHLENSCHUTZ (spec/ursuppe-rules.md 3, phase 2).
    """
    return 4 if gene == RAY_PROTECTION else GENES[gene].mutation
