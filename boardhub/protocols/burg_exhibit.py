"""
What a page shows of a match of the castle game.
"""

from __future__ import annotations

from collections.abc import Sequence

from boardhub.games.burg.position import Seen
from boardhub.games.rules import Score
from boardhub.protocols.exhibit import Drawing, Exhibit


class BurgExhibit(Exhibit):
    """A match; the hands are no part of what spectators see."""

    def scores(self) -> Sequence[Score | None]:
        """The points so far."""
        seen: Seen = self.match.view(None)
        return seen.scores


DRAWING = Drawing("boardhub.web", "static/games/burg.js", BurgExhibit)
