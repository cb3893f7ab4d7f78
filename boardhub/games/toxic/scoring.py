"""
Rounds until a change is forced, and points (spec/toxic-rules.md 5 and 7).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction


def rounds_until_change(blue: int) -> int:
    """How many rounds may pass without a change while so many are BLUE."""
    return 11 + -(-180 // (blue + 1))


def last_round(last_change: int, blue: int, rounds: Callable[[int], int]) -> int:
    """The round in which the last BLUE player is out at the latest."""
    return last_change + sum(rounds(number) for number in range(1, blue + 1))


def points_for_changing(round: int, red: int) -> Fraction:
    """What a player gets who turns RED in this round, with so many RED before."""
    return Fraction(round * red, 10)


def points_for_catching(rounds_left: int, blue: int, catchers: int) -> Fraction:
    """What each of the catchers of a player gets, with so many BLUE before."""
    return Fraction(rounds_left, blue * catchers)
