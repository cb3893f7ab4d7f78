"""
What a position of burg is worth to the player who has just had her turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

from boardhub.bots.burg_ground import Ground
from boardhub.games.burg.masks import Mask
from boardhub.games.burg.turns import YEARS


@frozen
class Weights:
    """
    How much each consideration counts, in points. ``later`` is what a
    castle's points are still worth in each year after this one, ``rivals``
    the share of the others' points taken off.
    """

    later: float = 0.55
    rivals: float = 0.6
    bonus: float = 0.8
    climb: float = 0.25
    knight: float = 1.6
    card: float = 1.25


@frozen
class Judgement:
    """
    What stays the same while one turn is planned: the others' knights, the
    king, and the time. ``turns`` are those of this player to come in the year.
    """

    year: int
    turns: int
    others: tuple[tuple[int, ...], ...]
    king: int | None
    weights: Weights = field(factory=Weights)

    @property
    def last(self) -> bool:
        """Whether nothing comes after this turn but the last count."""
        return self.year == YEARS and not self.turns

    def castles(self) -> float:
        """What a point by castles is worth, over this count and those to come."""
        years = YEARS - self.year
        return 1 + self.weights.later * years

    def worth(self, ground: Ground, mine: Sequence[int], free: Mask) -> float:
        """The worth of a position at the end of my turn, points of the track aside."""
        weights = self.weights
        castles = ground.points(mine)
        others = [ground.points(knights) for knights in self.others]
        total = self.castles() * (castles - weights.rivals * self._rivals(others))
        total += self._bonus(ground, mine)
        if self.last:
            return total
        total += weights.knight * len(mine) * self._time()
        total += weights.climb * ground.climbs(mine, free) * min(1.0, self._time())
        return total

    def card(self) -> float:
        """What a card in hand is worth."""
        if self.last:
            return 0.0
        return self.weights.card

    def _time(self) -> float:
        """How much of the game is left, from 1 down."""
        return min(1.0, (4 * (YEARS - self.year) + self.turns) / 6)

    def _bonus(self, ground: Ground, mine: Sequence[int]) -> float:
        certainty = self.weights.bonus if self.turns else 1.0
        gain = ground.bonus(mine, self.king, self.year)
        lost = sum([ground.bonus(knights, self.king, self.year) for knights in self.others])
        return certainty * (gain - self.weights.rivals * lost / max(1, len(self.others)))

    def _rivals(self, others: Sequence[int]) -> float:
        """The best of the others counts as much as the rest together."""
        if not others:
            return 0.0
        return (max(others) + sum(others) / len(others)) / 2
