"""
A bot that plays burg to win.

It plans a turn as a whole, by what the position would be worth after it, and
turns what is left of its action points into cards or points.
"""

from __future__ import annotations

from boardhub.bots.burg_ground import Ground
from boardhub.bots.burg_judgement import Judgement, Weights
from boardhub.bots.burg_lines import Saying
from boardhub.bots.burg_player import BurgBot, free_starts, perform
from boardhub.bots.burg_search import Line, Search, one_of_each
from boardhub.games.burg.actions import BUY_CARD, FIRST_KNIGHT, SCORE
from boardhub.games.burg.acts import coordinates
from boardhub.games.burg.cards import MOST_BOUGHT
from boardhub.games.burg.moves import Act, EndTurn, PlaceKing
from boardhub.games.burg.stacks import STACKS

#: With so many cards no more are bought, since only one is played in a turn.
_ENOUGH_CARDS = 4


class StrongBot(BurgBot):
    """Plays to win; the same seed and lines give the same answers."""

    def __init__(self, name: str, seed: str | int = 0, weights: Weights | None = None) -> None:
        super().__init__(name, seed)
        self.weights = weights or Weights()
        self._plan: list[Act] = []
        self._planned = 0

    def knight(self) -> Act:
        """The free start square that is farthest from the others."""
        taken = [square for knights in self.book.board.knights for square in knights]

        def quiet(square: int) -> int:
            return min([_distance(square, other) for other in taken], default=0)

        return perform(FIRST_KNIGHT, max(free_starts(self.book), key=quiet))

    def king(self) -> PlaceKing:
        """
        Where the bonus is nearer to me than to the others; my left neighbour
        begins, so that I have the last turn of every round.
        """
        best = max(self.king_squares(), key=self._for_king)
        return PlaceKing(*coordinates(best), (self._me + 1) % self.book.seats)

    def action(self) -> Saying:
        """The next action of the plan; then cards and points."""
        if self._planned != self._answering:
            self._planned = self._answering
            self._plan = list(self._search())
        if self._plan:
            return self._plan.pop(0)
        turn = self.book.turn
        if turn.points < 1:
            return EndTurn()
        if self._wants_card():
            return Act(BUY_CARD.name)
        return Act(SCORE.name)

    @property
    def _me(self) -> int:
        return self.book.me or 0

    def _search(self) -> tuple[Act, ...]:
        """The best actions of this turn."""
        book = self.book
        board, turn = book.board, book.turn
        mine = tuple(board.knights[self._me])
        line = Line(
            Ground(board.heights),
            mine,
            board.free(),
            turn.points,
            turn.blocks,
            book.reserve[self._me],
            () if turn.played else one_of_each(book.playable),
        )
        return Search(self._judgement()).best(line).done

    def _judgement(self) -> Judgement:
        book = self.book
        knights = enumerate(book.board.knights)
        others = tuple([tuple(each) for color, each in knights if color != self._me])
        return Judgement(book.year, book.rounds - book.round, others, book.board.king, self.weights)

    def _wants_card(self) -> bool:
        """Whether a card is worth more than the point that it costs."""
        book = self.book
        if not book.pile or book.turn.bought >= MOST_BOUGHT or len(book.hand) >= _ENOUGH_CARDS:
            return False
        turns = book.rounds - book.round
        turns += sum([len(stacks) for stacks in STACKS[book.seats][book.year :]])
        return turns > len(book.hand) and self._judgement().card() > 1

    def _for_king(self, square: int) -> tuple[int, int]:
        """How the king there suits me: who could have the bonus, and how near my knights are."""
        book = self.book
        board, year = book.board, book.year
        castle = board.castle(square)
        suits = 0
        for color, knights in enumerate(board.knights):
            inside = [board.heights[knight] for knight in knights if knight in castle]
            if inside:
                near = 3 if year in inside else 1
                suits += near * len(board.knights) if color == self._me else -near
        mine = board.knights[self._me]
        return suits, -min([_distance(square, knight) for knight in mine], default=0)


def _distance(one: int, other: int) -> int:
    (x, y), (to_x, to_y) = coordinates(one), coordinates(other)
    return abs(x - to_x) + abs(y - to_y)
