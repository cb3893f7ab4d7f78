"""
How long the players of a match think.
"""

from __future__ import annotations

from attrs import define, field

from boardhub.hub.journal import Record


@define(eq=False)
class Thinking:
    """
    What the answers of one match have taken, by its records, each of which is
    to be asked for once and in order. Where a prompt takes several moves the
    time of each begins with the one before. After an interruption it begins
    when she was told once more: the time without a hub counts for nobody.
    """

    _answered: dict[int, float] = field(factory=dict)
    """When each seat has answered last."""

    def of(self, move: Record) -> float | None:
        """What this move took, in seconds; None: the hub made it, since she was late or gone."""
        if move.get("late") or move.get("absent"):
            return None
        seat, asked, answered = move["seat"], move["asked"], move["answered"]
        since = max(asked, self._answered.get(seat, asked))
        self._answered[seat] = answered
        # What she sent ahead is older than the question.
        return max(0.0, round(float(answered - since), 6))
