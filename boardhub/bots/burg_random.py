"""
A bot that plays any legal turn of burg, every kind of action included.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from boardhub.bots.burg_lines import Saying
from boardhub.bots.burg_model import model
from boardhub.bots.burg_player import BurgBot, free_starts, perform
from boardhub.games.burg.actions import CARD_KINDS, FIRST_KNIGHT
from boardhub.games.burg.acts import coordinates
from boardhub.games.burg.moves import Act, EndTurn, PlaceKing

_T = TypeVar("_T")

#: How likely a turn is ended before any further action.
_ENOUGH = 0.05


class RandomBot(BurgBot):
    """
    Plays at random, and never gets an ``ERROR`` for it: first what kind of
    action, all that are possible alike, then which of this kind.
    """

    def knight(self) -> Act:
        """Any free start square."""
        return perform(FIRST_KNIGHT, self._any(free_starts(self.book)))

    def king(self) -> PlaceKing:
        """Any square, and anybody to begin, or nobody named."""
        there = coordinates(self._any(self.king_squares()))
        return PlaceKing(*there, self._any([None, *range(self.book.seats)]))

    def action(self) -> Saying:
        """Any legal action, or the end."""
        if self.chance.random() < _ENOUGH:
            return EndTurn()
        kinds: dict[str, list[Act]] = {}
        assert self.book.me is not None
        for move in model(self.book, self.chance).legal_moves(self.book.me):
            if isinstance(move, Act) and self._as_booked(move):
                kinds.setdefault(move.action, []).append(move)
        if not kinds:
            return EndTurn()
        return self._any(kinds[self._any(sorted(kinds))])

    def _as_booked(self, move: Act) -> bool:
        """Whether the card played is the one that the book will take for it."""
        return move.card is None or move.card == self.book.card(move.card % CARD_KINDS)

    def _any(self, among: Sequence[_T]) -> _T:
        return self.chance.choice(among)
