"""
The session of a link that has none: not yet, not any more, or never.
"""

from __future__ import annotations

from boardhub.protocols.game import Refusal, Session


class Nobody:
    """Hears nothing, and has nothing to say."""

    def line(self, text: str, at: float) -> None:
        """Nobody listens."""

    def refuse(self, why: Refusal) -> None:
        """Nobody is told."""

    def begun(self, at: float) -> None:
        """Nobody listens."""

    def ended(self) -> None:
        """Nobody is told."""

    def caught_up(self) -> None:
        """Nobody is told."""

    def lost(self) -> None:
        """Nobody is told."""


NOBODY: Session = Nobody()
