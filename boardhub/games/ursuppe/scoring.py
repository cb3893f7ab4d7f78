"""
Phase 6: the markers advance on the ladder (spec/ursuppe-rules.md 1.4; 3,
phase 6 and game end).
"""

from __future__ import annotations

from typing import Final

from boardhub.games.ursuppe.events import Scored
from boardhub.games.ursuppe.genes import GENES
from boardhub.games.ursuppe.soup import Soup
from boardhub.games.ursuppe.tribe import Tribe

LADDER_LENGTH: Final = 51
FINISH_LENGTH: Final = 10

#: Spaces by the number of amoebas on the board.
AMOEBA_SPACES: Final = (0, 0, 0, 1, 2, 4, 5, 6)
#: Spaces by what the genes count; the last one stands for more as well.
GENE_SPACES: Final = (0, 0, 0, 1, 2, 3, 4)


def score(soup: Soup) -> None:
    """All markers advance, the leader first; then everybody's place is told."""
    for color in soup.falling():
        _advance(soup, color)
    for color, tribe in enumerate(soup.tribes):
        soup.tell(Scored(color, tribe.ladder))


def spaces(tribe: Tribe) -> int:
    """How far a tribe's marker advances, markers in the way not counted."""
    count = sum([GENES[gene].score for gene in tribe.genes])
    return AMOEBA_SPACES[len(tribe.amoebas)] + GENE_SPACES[min(count, len(GENE_SPACES) - 1)]


def is_over(soup: Soup) -> bool:
    """Whether a marker is in the finish zone, or the last card has been turned."""
    finish = LADDER_LENGTH - FINISH_LENGTH
    return not soup.deck or any(tribe.ladder >= finish for tribe in soup.tribes)


def _advance(soup: Soup, color: int) -> None:
    """Occupied spaces do not count on the way."""
    occupied = {tribe.ladder for tribe in soup.tribes}
    tribe = soup.tribes[color]
    left = spaces(tribe)
    while left:
        tribe.ladder += 1
        left -= tribe.ladder not in occupied
