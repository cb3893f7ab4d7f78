"""
What a player can decide: an action of the protocol, or the end of a turn.
"""

from __future__ import annotations

from attrs import frozen

from boardhub.games.rules import Move


@frozen
class Act(Move):
    """
    An ``AKTION`` other than that of the king: its name on the wire, the
    number of the card played for it or None, and the coordinates as they
    come, x before y: of no square, one or two.

    Which names there are, and what each needs, is in `actions.ACTIONS`.
    """

    action: str
    card: int | None = None
    where: tuple[int, ...] = ()


@frozen
class PlaceKing(Move):
    """
    ``SETZE_KOENIG``; ``color`` is the ``FARBE`` that came with it, or None:
    it may name who begins the year.
    """

    x: int
    y: int
    color: int | None = None


@frozen
class EndTurn(Move):
    """``ZUGENDE``"""


MOVES: tuple[type[Move], ...] = (Act, PlaceKing, EndTurn)
