"""
A bot that plays worms to win: it looks ahead as far as a number of positions
allows, whatever the clock says, so that the same match is played the same
anywhere.
"""

from __future__ import annotations

from random import Random
from typing import Final

from boardhub.bots.wuermer_search import Search, position_of
from boardhub.games.rules import Move
from boardhub.games.wuermer.moves import CannotMove, Crawl
from boardhub.games.wuermer.state import Wuermer

#: How many positions are looked at before a move.
BUDGET: Final = 2000


def choose(state: Wuermer, seat: int, random: Random, budget: int = BUDGET) -> Move:
    """The best move found for this seat, which must be on turn; chance picks among equal ones."""
    search = Search(state.board, budget)
    position = position_of(state, seat)
    steps = list(search.steps(position))
    if not steps:
        return CannotMove()
    random.shuffle(steps)
    best = search.best(position, steps)
    return Crawl(best.worm, best.direction)
