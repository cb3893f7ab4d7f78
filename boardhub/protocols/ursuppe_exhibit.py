"""
What a page shows of a match of the amoeba game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from boardhub.games.rules import Score
from boardhub.games.ursuppe.genes import GENES
from boardhub.games.ursuppe.position import Position
from boardhub.games.ursuppe.scoring import FINISH_LENGTH, LADDER_LENGTH
from boardhub.protocols.exhibit import Drawing, Exhibit

_SCENE: Final = {
    "genes": [gene.name for gene in GENES],
    "ladder": LADDER_LENGTH,
    "finish": LADDER_LENGTH - FINISH_LENGTH,
}


class UrsuppeExhibit(Exhibit):
    """A match, of which everything but deck and dice is seen."""

    def scene(self) -> Any:
        """The names of the genes, the length of the ladder, where its finish begins."""
        return _SCENE

    def scores(self) -> Sequence[Score | None]:
        """Where the markers are on the ladder."""
        position: Position = self.match.view(None)
        return [max(0, tribe.ladder) for tribe in position.tribes]


DRAWING = Drawing("boardhub.web", "static/games/ursuppe.js", UrsuppeExhibit)
