"""
What may be known of a position: everything.
"""

from __future__ import annotations

from attrs import frozen

from boardhub.games.wuermer.board import Board, Worm
from boardhub.games.wuermer.events import Finished, Lost


@frozen
class Seen:
    """
    A position as all see it.

    ``worms`` are those on the board, as (number, worm), ascending, for each
    player. ``turn`` counts the turns done, ``active`` is whose turn it is, or
    None before the beginning and after the end; ``passed``: the last turn was
    ``Kann nicht``. After the end there is ``finished``, and in ``faults`` who
    lost by a fault.
    """

    board: Board
    worms: tuple[tuple[tuple[int, Worm], ...], ...]
    turn: int
    active: int | None
    passed: bool
    faults: tuple[Lost, ...] = ()
    finished: Finished | None = None
    begun: bool = False
    """The first player has been asked: a match may end without that."""
