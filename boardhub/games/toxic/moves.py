"""
What a player can decide in a round, and what happens when nobody decides.
"""

from __future__ import annotations

from attrs import frozen

from boardhub.games.rules import Move


@frozen
class Walk(Move):
    """``MOVE direction view``: one of the eight directions or ``NONE``, one of the eight."""

    direction: str
    view: str


@frozen
class Stay(Move):
    """No ``MOVE`` has come: the player stands still and goes on looking as before."""


@frozen
class Start(Move):
    """The time to read the map is over. Made by the game itself."""


MOVES: tuple[type[Move], ...] = (Walk, Stay, Start)
