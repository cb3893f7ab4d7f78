"""
How an amoeba will probably fare on a square in the next phase 1.
"""

from __future__ import annotations

from collections.abc import Collection

from boardhub.bots.ursuppe_book import Book
from boardhub.bots.ursuppe_judgement import Weights, lethal
from boardhub.games.ursuppe.board import NEIGHBOURS, OPEN, SQUARES, Square, step


class Outlook:
    """
    What the squares of a board promise me, with the drift of the card in
    force: the card of phase 2 moves the amoebas of the next round.
    """

    def __init__(self, book: Book, weights: Weights) -> None:
        self._drift = book.card[0]
        self._meals = {
            square: float(min(self._foreign(book, square))) if book.cubes else 0.0
            for square in SQUARES
        }
        for color, tribe in enumerate(book.tribes):
            limit = lethal(tribe.genes)
            for amoeba in tribe.amoebas.values():
                if amoeba.damage >= limit:
                    # It will die here before anybody moves, and leave two of each colour.
                    self._meals[amoeba.square] += 2
                elif color != book.me:
                    self._meals[step(amoeba.square, self._drift)] -= weights.claim

    def of(self, square: Square, own: Collection[Square] = ()) -> float:
        """From 0 to about 1, for one more amoeba of mine beside those on ``own`` squares."""
        claimed = [step(other, self._drift) for other in own]
        best = max(self._safety(other, claimed) for other in NEIGHBOURS[square])
        drifted = self._safety(step(square, self._drift), claimed)
        # Room to choose from is worth a little.
        return max(drifted, best / 2) + 0.02 * len(OPEN[square])

    def _safety(self, square: Square, claimed: Collection[Square]) -> float:
        """How safely there is a meal left on a square for one more, from 0 to 1."""
        left = self._meals[square] - sum(other == square for other in claimed)
        return max(0.0, min(1.0, left / 2))

    def _foreign(self, book: Book, square: Square) -> list[int]:
        return [count for color, count in enumerate(book.cubes[square]) if color != book.me]
