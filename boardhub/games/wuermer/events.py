"""
What happens in a match. All of it is for everybody: nothing on the board is
hidden.

Players are seats, 0 the first and 1 the second. Turns count from 1, over both
players and ``Kann nicht`` included.
"""

from __future__ import annotations

from attrs import frozen

from boardhub.games.rules import Event
from boardhub.games.wuermer.board import Board, Worm

#: Reasons of an end by play. An end by fault has that of the player's leaving.
ALL_IN_THE_HOLE = "ALLE_IM_LOCH"
BLOCKED = "BLOCKIERT"
TURN_LIMIT = "ZUGLIMIT"


@frozen
class Began(Event):
    """The match begins on this board."""

    board: Board


@frozen
class Moved(Event):
    """A worm has crawled; ``now`` is where it is, None: in the hole."""

    turn: int
    seat: int
    worm: int
    direction: str
    now: Worm | None


@frozen
class Passed(Event):
    """``Kann nicht``"""

    turn: int
    seat: int


@frozen
class Lost(Event):
    """
    A player has lost by a fault; ``why`` is the reason with which she left.
    The end comes right after it.
    """

    seat: int
    why: str


@frozen
class Finished(Event):
    """
    The match is over: who has won (None: a draw), one of the reasons above or
    that of a fault, and how many worms each player has left.
    """

    winner: int | None
    why: str
    left: tuple[int, int]
