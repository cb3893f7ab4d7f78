"""
Action points turned into points of the score, and cards into action points.
"""

from __future__ import annotations

from boardhub.games.burg.actions import SCORE, SEVEN_POINTS, SIX_POINTS
from boardhub.games.burg.acts import nowhere
from boardhub.games.burg.moves import Act
from boardhub.games.burg.realm import Realm
from boardhub.games.burg.scoring import advance


def check_nothing(realm: Realm, color: int) -> None:
    """What is asked of every action is all that is asked."""


def score_point(realm: Realm, color: int) -> None:
    """One point, or more if a marker stands in the way (spec/burg-rules.md 8.11)."""
    realm.scores[color] = advance(realm.scores, color, 1)


def score_acts(realm: Realm, color: int, card: int | None) -> list[Act]:
    """Always one."""
    return [nowhere(SCORE.name)]


def gain_points(realm: Realm, color: int) -> None:
    """What an action brings in action points is counted with what it costs."""


def six_acts(realm: Realm, color: int, card: int | None) -> list[Act]:
    """Six action points in this turn instead of five."""
    return [nowhere(SIX_POINTS.name, card)]


def seven_acts(realm: Realm, color: int, card: int | None) -> list[Act]:
    """Seven action points in this turn instead of five."""
    return [nowhere(SEVEN_POINTS.name, card)]
