"""
The game as the hub plays it: moves judged and applied, positions shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import define, frozen

from boardhub.games.burg import turns
from boardhub.games.burg.actions import BY_NAME, FIRST_KNIGHT, KING
from boardhub.games.burg.acts import at
from boardhub.games.burg.board import SIZE, START_SQUARES, Board, squares_at
from boardhub.games.burg.cards import check_card, discard, shuffled_pile
from boardhub.games.burg.castles import BLOCKS
from boardhub.games.burg.deeds import BASIC, BY_KIND, DEEDS
from boardhub.games.burg.drawing import draw
from boardhub.games.burg.errors import Fault, need
from boardhub.games.burg.events import Acted
from boardhub.games.burg.king import check_king, default_king, king_moves, place_king
from boardhub.games.burg.moves import MOVES, Act, EndTurn, PlaceKing
from boardhub.games.burg.position import Seen
from boardhub.games.burg.prompts import AskKing, AskKnight, AskTurn, asks_for
from boardhub.games.burg.realm import Realm
from boardhub.games.burg.stacks import STACKS, next_stack
from boardhub.games.rules import (
    Event,
    Events,
    IllegalMove,
    Move,
    Player,
    Prompt,
    Rules,
    Viewer,
)

#: Knights of each colour.
KNIGHTS: Final = 6

_END: Final = EndTurn()


@define
class Burg(Realm):
    """
    A game in play: the `State` of `boardhub.games.rules`.

    Positions for tests: set the attributes of `Realm`, then `begin_turn`.
    """

    @property
    def turn(self) -> int:
        """How many prompts have been asked."""
        return self.asked

    def begin(self, players: Sequence[Player]) -> Events:
        """Ask the youngest for the first knight; ``age`` is a fact of each player."""
        turns.ask_first_knights(self, [player.facts["age"] for player in players])
        return self._said()

    def begin_turn(self, color: int) -> Events:
        """
        Start a turn of this colour in the position as it stands, with its
        largest stack; whatever was asked is dropped.
        """
        turns.begin_turn(self, color)
        return self._said()

    def legal_moves(self, seat: int) -> Iterator[Move]:
        """
        What the seat may play now. Complete, up to other names and spellings
        of the same, except that `PlaceKing` names a colour only where this
        changes who begins the year (see `king.king_moves`).
        """
        prompt = self._prompt(seat)
        if isinstance(prompt, AskKnight):
            return iter(DEEDS[FIRST_KNIGHT.name].acts(self, seat, None))
        if isinstance(prompt, AskKing):
            return iter(king_moves(self, seat))
        if isinstance(prompt, AskTurn):
            return iter(self._turn_moves(seat))
        return iter(())

    def is_legal(self, seat: int, move: Move) -> bool:
        """Whether `apply` would take this move from this seat now."""
        try:
            self._check(seat, move)
        except IllegalMove:
            return False
        return True

    def apply(self, seat: Viewer, move: Move) -> Events:
        """
        Carry out a move, and all that follows up to the next prompt.

        :raise IllegalMove: with the number of a `Fault`; nothing has changed.
        """
        color = self._check(seat, move)
        match move:
            case Act():
                self._act(color, move)
            case PlaceKing():
                place_king(self, color, move)
            case EndTurn():
                turns.end_turn(self, color)
        return self._said()

    def default_move(self, seat: Viewer) -> Move | None:
        """What is played for the seat while it is late or absent (spec/burg-rules.md 8.13)."""
        prompt = self._prompt(seat)
        if isinstance(prompt, AskKnight):
            return at(FIRST_KNIGHT.name)[turns.free_start_square(self)]
        if isinstance(prompt, AskKing):
            return default_king(self)
        return None if prompt is None else _END

    def leave(self, seat: int, reason: str) -> Events:
        """The game goes on; the seat is played by its defaults (spec/burg-rules.md 8.14)."""
        return ()

    def view(self, viewer: Viewer) -> Seen:
        """The position with the viewer's own cards, and no others."""
        board = self.board
        return Seen(
            seats=self.seats,
            order=tuple(self.order),
            year=self.year,
            round=self.round,
            place=self.place,
            active=self.active,
            heights=tuple(board.heights),
            knights=tuple([tuple(own) for own in board.knights]),
            king=board.king,
            scores=tuple(self.scores),
            blocks=tuple([self._coming(color) for color in range(self.seats)]),
            stacks=tuple([tuple(stacks) for stacks in self.stacks]),
            reserve=tuple(self.reserve),
            supply=self.supply,
            cards=tuple([len(hand) for hand in self.hands]),
            pile=len(self.pile),
            hand=() if viewer is None else tuple(self.hands[viewer]),
            bought=self.bought,
            played=self.played,
            points=self.points,
            acted=tuple(self.acted),
        )

    def clone(self) -> Burg:
        """An independent copy, the pile included."""
        return Burg(
            seats=self.seats,
            board=self.board.copy(),
            order=list(self.order),
            scores=list(self.scores),
            stacks=[list(stacks) for stacks in self.stacks],
            reserve=list(self.reserve),
            supply=self.supply,
            pile=list(self.pile),
            hands=[list(hand) for hand in self.hands],
            year=self.year,
            round=self.round,
            place=self.place,
            active=self.active,
            blocks=self.blocks,
            points=self.points,
            bought=self.bought,
            played=self.played,
            acted=list(self.acted),
            prompts=self.prompts,
            asked=self.asked,
            result=self.result,
        )

    def __str__(self) -> str:
        return draw(self.view(None), self.prompts)

    def _prompt(self, seat: Viewer) -> Prompt | None:
        for prompt in self.prompts:
            if prompt.seat == seat:
                return prompt
        return None

    def _said(self) -> Events:
        said: tuple[Event, ...] = tuple(self.said)
        self.said = []
        return said

    def _coming(self, color: int) -> int:
        """What the colour can still set in its turn, or in its next one."""
        if color == self.active and isinstance(self._prompt(color), AskTurn):
            return self.blocks
        return next_stack(self.stacks[color])

    def _turn_moves(self, color: int) -> list[Move]:
        moves: list[Move] = [_END]
        for deed in BASIC:
            if deed.action.cost <= self.points:
                moves += deed.acts(self, color, None)
        for card in () if self.played else self.playable(color):
            moves += BY_KIND[card % len(BY_KIND)].acts(self, color, card)
        return moves

    def _check(self, seat: Viewer, move: Move) -> int:
        """The colour that is at liberty to make the move; else it is refused."""
        prompt = self._prompt(seat)
        if prompt is None or seat is None:
            raise IllegalMove(Fault.NOT_ASKED)
        match move:
            case Act():
                self._check_act(seat, prompt, move)
            case PlaceKing():
                need(isinstance(prompt, AskKing), Fault.NOT_ASKED)
                check_king(self, move)
            case _:
                need(isinstance(prompt, AskTurn) and isinstance(move, EndTurn), Fault.NOT_ASKED)
        return seat

    def _check_act(self, color: int, prompt: Prompt, move: Act) -> None:
        action = BY_NAME.get(move.action)
        if action is None:
            raise IllegalMove(Fault.NO_SUCH_ACTION)
        need(action is not KING and asks_for(prompt, action), Fault.NOT_ASKED)
        need(len(move.where) == 2 * action.squares, Fault.INVALID)
        need((move.card is None) == (action.card is None), Fault.INVALID)
        need(all(0 <= number < SIZE for number in move.where), Fault.IMPOSSIBLE)
        if move.card is not None:
            check_card(self, color, action, move.card)
        need(self.points >= action.cost, Fault.TOO_FEW_POINTS)
        DEEDS[action.name].check(self, color, *squares_at(move.where))

    def _act(self, color: int, move: Act) -> None:
        action = BY_NAME[move.action]
        acted = Acted(color, action.name, move.where)
        self.tell(acted)
        self.points += action.gain - action.cost
        if move.card is not None:
            discard(self, color, move.card)
        DEEDS[action.name].carry_out(self, color, *squares_at(move.where))
        if action is FIRST_KNIGHT:
            turns.after_first_knight(self, color)
            return
        self.acted.append(acted)


@frozen
class BurgRules:
    """The castle game as the hub finds it: the `Rules` of `boardhub.games.rules`."""

    name: str = "burg"
    version: int = 1
    moves: Sequence[type[Move]] = MOVES

    def state(self, seats: int, seed: str, options: Mapping[str, Any]) -> Burg:
        """
        A new game; it has no options.

        :raise ValueError: there are not 2 to 4 seats.
        """
        if seats not in STACKS:
            raise ValueError("the castle game is for 2 to 4 players")
        dealt = seats * sum(map(sum, STACKS[seats]))
        return Burg(
            seats=seats,
            board=Board.at_start(seats),
            order=list(range(seats)),
            scores=[0] * seats,
            stacks=[[] for _ in range(seats)],
            reserve=[KNIGHTS] * seats,
            supply=BLOCKS - len(START_SQUARES) - dealt,
            pile=shuffled_pile(seed),
            hands=[[] for _ in range(seats)],
        )


RULES: Final[Rules[Burg]] = BurgRules()
