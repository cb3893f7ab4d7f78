"""
What a page shows of a worm match.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardhub.games.rules import Score
from boardhub.games.wuermer.position import Seen
from boardhub.hub.match import Phase
from boardhub.protocols.exhibit import Drawing, Exhibit, plain


class WuermerExhibit(Exhibit):
    """A match; nobody sees the board before it begins."""

    def scene(self) -> Any:
        """The board with hole and obstacles."""
        seen = self._seen()
        return plain(seen.board) if seen.begun else None

    def position(self) -> Any:
        """The worms that are left, and how far the match has come."""
        seen = self._seen()
        return {
            "worms": plain(seen.worms) if seen.begun else [[], []],
            "turn": seen.turn,
            "active": seen.active,
            "passed": seen.passed,
            "finished": plain(seen.finished),
        }

    def scores(self) -> Sequence[Score | None]:
        """How many worms each has in the hole; after the end what that was worth."""
        if self.match.phase is Phase.OVER and self.match.state.result is not None:
            return super().scores()
        seen = self._seen()
        return [
            len(own) - len(left) if seen.begun else None
            for own, left in zip(seen.board.worms, seen.worms, strict=True)
        ]

    def _seen(self) -> Seen:
        seen: Seen = self.match.view(None)
        return seen


DRAWING = Drawing("boardhub.web", "static/games/wuermer.js", WuermerExhibit)
