"""
What a game can wait for.
"""

from __future__ import annotations

from attrs import frozen

from boardhub.games.rules import Prompt


@frozen
class Preparing(Prompt):
    """The game itself waits until players have read the map: so many seconds."""

    allowance: float

    @property
    def seconds(self) -> float:
        """How long."""
        return self.allowance


@frozen
class AskMove(Prompt):
    """``START r``: a ``MOVE`` for this round."""

    round: int
