"""
What a player can do in a turn.
"""

from __future__ import annotations

from attrs import frozen

from boardhub.games.rules import Move


@frozen
class Crawl(Move):
    """
    A worm, by its number from 1, goes one field in the direction ``N``, ``O``,
    ``S`` or ``W`` of its head.
    """

    worm: int
    direction: str


@frozen
class CannotMove(Move):
    """``Kann nicht``: none of the player's worms has a free field before its head."""


MOVES: tuple[type[Move], ...] = (Crawl, CannotMove)
