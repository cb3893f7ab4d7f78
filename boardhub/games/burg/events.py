"""
What happens in a game, one class per message of the protocol. Points are
counted without any: who wants them looks at the position.
"""

from __future__ import annotations

from attrs import frozen

from boardhub.games.rules import Event


@frozen
class Acted(Event):
    """
    An accepted action, as it is told to all: ``AKTION name``, ``FARBE f``,
    then ``X`` and ``Y`` of two squares, one, or none. The number of a played
    card is not told.
    """

    color: int
    action: str
    where: tuple[int, ...] = ()


@frozen
class CardDrawn(Event):
    """``KARTE nn``, to the buyer alone."""

    card: int


@frozen
class TurnBegan(Event):
    """``ZUG_BEGINNT f``"""

    color: int


@frozen
class TurnEnded(Event):
    """``ZUG_BEENDET f``"""

    color: int


@frozen
class RoundEnded(Event):
    """``RUNDE_BEENDET``; after the last round of a year points have been counted."""
