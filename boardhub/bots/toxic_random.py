"""
A bot that moves and looks at random.
"""

from __future__ import annotations

from boardhub.bots.toxic_player import ToxicBot
from boardhub.games.toxic.directions import NONE, STEPS


class RandomBot(ToxicBot):
    """Any direction, any view."""

    def move(self) -> tuple[str, str]:
        """What to do in this round."""
        return self.chance.choice([*STEPS, NONE]), self.chance.choice([*STEPS])
