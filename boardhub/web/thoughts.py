"""
How long the players of a match have thought, as the page shows it.
"""

from __future__ import annotations

from attrs import define, field

from boardhub.hub.steps import Moved, Step


@define(eq=False)
class Thought:
    """What one player's answers have taken, in seconds."""

    answers: int = 0
    last: float = 0.0
    total: float = 0.0

    def add(self, seconds: float) -> None:
        """One more."""
        self.answers += 1
        self.last = seconds
        self.total += seconds

    def plain(self) -> dict[str, float]:
        """As JSON has it: last, mean and total."""
        mean = self.total / self.answers
        return {
            name: round(seconds, 3)
            for name, seconds in (("last", self.last), ("mean", mean), ("total", self.total))
        }


@define(eq=False)
class Thoughts:
    """What all answers of a match have taken, as its steps tell."""

    _of: dict[int, Thought] = field(factory=dict)

    def hear(self, step: Step) -> None:
        """A step has happened in the match."""
        match step.cause:
            case Moved(int(seat), float(seconds)):
                self._of.setdefault(seat, Thought()).add(seconds)

    def plain(self, seat: int) -> dict[str, float] | None:
        """What this player's answers have taken; None: there were none."""
        thought = self._of.get(seat)
        return thought.plain() if thought else None
