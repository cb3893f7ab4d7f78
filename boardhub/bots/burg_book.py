"""
The books of a match of burg, kept from the lines of the server alone.

A book that hears a match from the last ``SPIELER_ANGEMELDET`` on needs one
``STATUS`` to know who sits where, since seats are not told otherwise; whoever
keeps it asks for that (`Book.curious`). Who comes back or begins to watch
is sent ``STATUS`` and ``PLAN`` unasked, and the book goes on from there
(spec/burg-rules.md 8.25.6, 8.25.7). It then knows of each stack only the next
one and takes the later ones from the table; it is `curious` at every turn
until the year is over, and the next ``STATUS`` puts it right. How many cards
have been bought before is not told either.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from boardhub.bots.burg_lines import Heard, Plan, Reader, Status, Word
from boardhub.games.burg import actions
from boardhub.games.burg.actions import ACTIONS, CARD_KINDS, COLORS
from boardhub.games.burg.board import Board, squares_at
from boardhub.games.burg.cards import CARDS
from boardhub.games.burg.castles import BLOCKS
from boardhub.games.burg.errors import Fault
from boardhub.games.burg.events import Acted
from boardhub.games.burg.prompts import AskKing, AskKnight, AskTurn
from boardhub.games.burg.scoring import advance, count_year
from boardhub.games.burg.stacks import (
    STACKS,
    next_stack,
    spread_leftovers,
    take_block,
    take_stack,
)
from boardhub.games.burg.state import KNIGHTS
from boardhub.games.burg.turns import POINTS, YEARS, clockwise, last_placed
from boardhub.games.rules import Prompt

#: The error number of a prompt whose time has run out.
_LATE = 1021

_MOVES = (
    actions.MOVE,
    actions.DIAGONAL,
    actions.RELOCATE,
    actions.TWO_LEVELS,
    actions.JUMP,
    actions.DOOR,
)


@define
class Turn:
    """What the turn in hand has left; at its beginning five points and no card used."""

    points: int = POINTS
    blocks: int = 0
    bought: int = 0
    played: bool = False
    acted: list[Acted] = field(factory=list)


def _start_board() -> Board:
    """For as many as there may be: how many play is not known yet."""
    return Board.at_start(len(COLORS))


@define(eq=False)
class Book:
    """
    The books of one player, or with no name of somebody who watches.

    Lists by colour are empty and ``seats`` is 0 until the first ``STATUS`` of
    the running match. ``year``, ``round`` and ``place`` are what ``STATUS``
    calls ``PHASE``, ``RUNDE`` and ``ZUG``.
    """

    name: str = ""
    joined: bool = False
    me: int | None = None
    seats: int = 0
    names: list[str] = field(factory=list)
    ages: list[int] = field(factory=list)
    board: Board = field(factory=_start_board)
    order: list[int] = field(factory=list)
    year: int = 0
    round: int = 0
    place: int = 0
    active: int | None = None
    scores: list[int] = field(factory=list)
    stacks: list[list[int]] = field(factory=list)
    """Of each colour, the blocks of its turns of this year that are still to come."""
    turn: Turn = field(factory=Turn)
    cards: list[int] = field(factory=list)
    """How many cards each colour is known to hold."""
    pile: int = len(CARDS)
    """How many cards may be left to buy."""
    hand: list[int] = field(factory=list)
    """My cards in the order of purchase."""
    prompt: Prompt | None = None
    """What is asked of me; it stays until it is answered for good."""
    counted: int = 0
    """For how many years points have been counted."""
    over: bool = False
    certain: bool = True
    """Whether all stacks of this year are known."""

    _asked: int = 0
    _heard_play: bool = False
    _returning: bool = False
    _reader: Reader = field(factory=Reader)

    @property
    def rounds(self) -> int:
        """How many rounds this year has; 0 where it has not begun."""
        return len(STACKS[self.seats][self.year - 1]) if self.seats and self.year else 0

    @property
    def blocks(self) -> list[int]:
        """What each colour can set in its turn or its next one, as ``STATUS`` shows it."""
        next_ones = [next_stack(stacks) for stacks in self.stacks]
        if self.active is not None and self.round:
            next_ones[self.active] = self.turn.blocks
        return next_ones

    @property
    def reserve(self) -> list[int]:
        """How many knights of each colour are not on the board."""
        return [KNIGHTS - len(knights) for knights in self.board.knights]

    @property
    def supply(self) -> int:
        """The blocks that are nobody's."""
        if not self.seats:
            return BLOCKS - sum(self.board.heights)
        later = self.seats * sum(map(sum, STACKS[self.seats][self.year :]))
        given = self.turn.blocks + sum(map(sum, self.stacks))
        return BLOCKS - sum(self.board.heights) - later - given

    @property
    def playable(self) -> list[int]:
        """My cards that are not from this turn."""
        return self.hand[: len(self.hand) - (self.turn.bought if self.active == self.me else 0)]

    def card(self, kind: int) -> int | None:
        """
        The card of this kind to play, or None: the one bought first. The book
        takes a card of mine to be that one, since the wire tells the kind alone.
        """
        return next((card for card in self.playable if card % CARD_KINDS == kind), None)

    @property
    def curious(self) -> bool:
        """Whether a ``STATUS`` would tell something new."""
        return not self.over and (not self.seats or not self.certain)

    def status(self) -> tuple[object, ...]:
        """
        What ``STATUS`` must say: year, round, place, the name of the active
        player or None, then by colour name, points, age and blocks.
        """
        active = None if self.active is None else self.names[self.active]
        rows = zip(self.names, self.scores, self.ages, self.blocks, strict=True)
        return self.year, self.round, self.place, active, *rows

    def plan_lines(self) -> list[str]:
        """The eight rows that ``PLAN`` must show."""
        return str(self.board).splitlines()

    def hear(self, line: str) -> Heard | None:
        """Book one line; what it completes is returned, too, or None."""
        heard = self._reader.hear(line)
        match heard:
            case Acted():
                self._act(heard)
            case Status():
                self._take_status(heard)
            case Plan():
                self._take_plan(heard)
            case Word():
                self._take_word(heard)
        return heard

    # Words

    def _take_word(self, heard: Word) -> None:
        match heard.word:
            case "SPIELER_ANGEMELDET":
                self.joined = self.joined or heard.rest[0] == self.name
            case "RITTER_SETZEN" | "KOENIG_SETZEN" | "ZUG_ABGEBEN":
                self._ask(heard.word)
            case "KARTE":
                self._take_card(heard.number())
            case "ZUG_BEGINNT":
                self._begin_turn(heard.number())
            case "ZUG_BEENDET":
                self._end_turn(heard.number())
            case "RUNDE_BEENDET":
                self._end_round()
            case "SPIEL_BEENDET":
                self._end()
            case "ERROR":
                self._refused(heard.number())

    def _ask(self, word: str) -> None:
        self._asked += 1
        self._heard_play, self._returning = True, False
        kind = {"RITTER_SETZEN": AskKnight, "KOENIG_SETZEN": AskKing, "ZUG_ABGEBEN": AskTurn}[word]
        self.prompt = kind(self.me, self._asked)

    def _take_card(self, card: int) -> None:
        """A card bought now, or one that I held before I came back."""
        self.hand.append(card)
        self.pile -= not self._heard_play
        if self.seats and self.me is not None:
            self.cards[self.me] = len(self.hand)

    def _refused(self, code: int) -> None:
        """My time is over, or the pile is empty; else nothing has changed."""
        if code == _LATE:
            self.prompt = None
        elif code == Fault.PILE_EMPTY:
            self.pile = 0

    def _end(self) -> None:
        self.over, self.prompt, self.active = True, None, None
        self.turn, self.stacks = Turn(), [[] for _ in self.stacks]

    # The course of the year

    def _begin_turn(self, color: int) -> None:
        self._heard_play, self._returning = True, False
        self.turn = Turn()
        if not self.seats:
            return
        if self.round == 0:
            self.order = clockwise(self.seats, color)
        if self.place in (0, self.seats):
            self.round, self.place = self.round + 1, 0
        self.place += 1
        self.active = color
        self.turn.blocks = take_stack(self.stacks[color])

    def _end_turn(self, color: int) -> None:
        self._returning = False
        if color == self.me:
            self.prompt = None
        if self.seats:
            spread_leftovers(self.stacks[color], self.turn.blocks)
        self.turn = Turn(points=0)

    def _end_round(self) -> None:
        if self.seats and self.round == self.rounds:
            self._end_year()

    def _end_year(self) -> None:
        """Points are counted; the last of it asks for the king, or it is the end."""
        count_year(self.board, self.scores, self.year, self.order)
        self.counted = self.year
        if self.year == YEARS:
            self.stacks = [[] for _ in self.stacks]
            return
        self._begin_year(self.year + 1, last_placed(self.order, self.scores))

    def _begin_year(self, year: int, king: int) -> None:
        """Until its first turn a year waits for who sets the king."""
        self.year, self.round, self.place, self.active = year, 0, 0, king
        self.stacks = [list(STACKS[self.seats][year - 1]) for _ in range(self.seats)]
        self.certain = True

    # Actions

    def _act(self, acted: Acted) -> None:
        """Carry an action out, unless it is one of those before my return."""
        self._heard_play = True
        action = ACTIONS[acted.action]
        if not self._returning:
            self._move_pieces(action, acted)
        if action in (actions.FIRST_KNIGHT, actions.KING):
            self._answered(acted.color, action)
            return
        self.turn.acted.append(acted)
        self.turn.points += action.gain - action.cost
        self.turn.bought += action is actions.BUY_CARD
        self.turn.played = self.turn.played or action.card is not None

    def _answered(self, color: int, action: actions.Action) -> None:
        """A knight or the king has been set: who is asked next."""
        if color == self.me:
            self.prompt = None
        if not self.seats or action is actions.KING:
            return
        set_up = sum(map(len, self.board.knights))
        if set_up == self.seats:
            self._begin_year(1, self.order[-1])
        else:
            self.active = self.order[set_up]

    def _move_pieces(self, action: actions.Action, acted: Acted) -> None:
        board, color, there = self.board, acted.color, squares_at(acted.where)
        if action in _MOVES:
            board.move_knight(color, *there)
        elif action in (actions.NEW_KNIGHT, actions.FIRST_KNIGHT):
            board.place_knight(color, there[0])
        elif action is actions.KING:
            board.king = there[0]
        elif action is actions.MOVE_BLOCK:
            board.take(there[0])
            board.add(there[1])
        elif action.squares == 1:
            board.add(there[0])
            self._spend_block(action, color)
        if self.seats:
            self._spend_rest(action, color)

    def _spend_block(self, action: actions.Action, color: int) -> None:
        """The block is from the stack in hand; pushed under, else from a later one."""
        if action is actions.COMMON_BLOCK:
            return
        if self.turn.blocks:
            self.turn.blocks -= 1
        elif self.seats and next_stack(self.stacks[color]):
            take_block(self.stacks[color])

    def _spend_rest(self, action: actions.Action, color: int) -> None:
        """Points and cards."""
        if action is actions.SCORE:
            self.scores[color] = advance(self.scores, color, 1)
        elif action is actions.BUY_CARD:
            self.cards[color] += 1
            self.pile = max(0, self.pile - 1)
        elif action.card is not None:
            self.cards[color] = max(0, self.cards[color] - 1)
            played = self.card(action.card) if color == self.me else None
            if played is not None:
                self.hand.remove(played)

    # Reports

    def _take_status(self, status: Status) -> None:
        """Who sits where, from the waiting match; all that is public, from the running one."""
        self._take_players(status)
        self.over = self.over or status.stage == "BEENDET"
        if status.stage != "GESTARTET":
            return
        first, self.seats = not self.seats, len(status.players)
        self.scores = [row.points for row in status.players.values()]
        self.year, self.round, self.place = status.year, status.round, status.place
        self.active = self.names.index(status.active) if status.active in self.names else None
        if first:
            self._open()
        self._take_blocks([row.blocks for row in status.players.values()])
        self._returning = self.joined and not self._heard_play and self._my_turn

    @property
    def _my_turn(self) -> bool:
        return self.active == self.me and self.round > 0

    def _take_players(self, status: Status) -> None:
        rows = [status.players[number] for number in sorted(status.players)]
        self.names, self.ages = [row.name for row in rows], [row.age for row in rows]
        self.me = self.names.index(self.name) if self.name in self.names else None

    def _open(self) -> None:
        """What follows from the first status of the running match."""
        colors = range(self.seats)
        self.board.knights = self.board.knights[: self.seats]
        self.order = clockwise(self.seats, self.ages.index(min(self.ages)))
        if self.active is not None and self.place:
            self.order = clockwise(self.seats, (self.active - self.place + 1) % self.seats)
        self.cards = [0] * self.seats
        self.stacks = [self._table(color) for color in colors]
        self.certain = self.round == 0
        self.counted = max(0, self.year - 1)

    def _table(self, color: int) -> list[int]:
        """The stacks of a colour's turns to come if nothing has been left over in any."""
        if not self.year:
            return []
        done = max(0, self.round - (self.order.index(color) >= self.place))
        return list(STACKS[self.seats][self.year - 1])[done:]

    def _take_blocks(self, shown: Sequence[int]) -> None:
        """The stacks in hand and next as they are shown; later ones are not larger."""
        for color, blocks in enumerate(shown):
            if color == self.active and self.round:
                self.turn.blocks = blocks
            elif blocks != next_stack(self.stacks[color]) and self.stacks[color]:
                rest = sorted(self.stacks[color], reverse=True)[1:]
                self.stacks[color] = [blocks, *(min(blocks, each) for each in rest)]

    def _take_plan(self, plan: Plan) -> None:
        knights = [list(squares) for squares in plan.knights[: self.seats or len(COLORS)]]
        self.board = Board(list(plan.heights), knights, plan.king)
