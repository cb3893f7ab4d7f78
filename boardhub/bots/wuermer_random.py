"""
A bot that crawls at random.
"""

from __future__ import annotations

from random import Random

from boardhub.games.rules import Move
from boardhub.games.wuermer.state import Wuermer


def choose(state: Wuermer, seat: int, random: Random) -> Move:
    """Any legal move of this seat, which must be on turn."""
    return random.choice(list(state.legal_moves(seat)))
