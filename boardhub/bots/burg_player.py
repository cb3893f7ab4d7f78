"""
What the burg bots have in common: the lobby's lines, the conversation of a
turn, and the book. What to play is for each of them to decide.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from boardhub.bots.bot import Newcomer
from boardhub.bots.burg_book import Book
from boardhub.bots.burg_lines import Heard, Saying, Status, Word, lines
from boardhub.games.burg.actions import BUY_CARD, FIRST_KNIGHT, Action
from boardhub.games.burg.acts import coordinates
from boardhub.games.burg.board import SQUARES, START_SQUARES
from boardhub.games.burg.events import Acted
from boardhub.games.burg.moves import Act, EndTurn, PlaceKing
from boardhub.games.burg.prompts import AskKing, AskKnight, AskTurn
from boardhub.games.burg.turns import YEARS

#: The lobby's error numbers that make a difference here.
_NAME_TAKEN, _NO_SUCH_MATCH = 1020, 1029

#: How often a knight or the king is set anew after a refusal; then the clock decides.
_SECOND_THOUGHTS = 3


class BurgBot(Newcomer, ABC):
    """
    A player of burg. ``name`` is what it is called in the match; ``seed``
    makes its chance and its age, so that it plays the same again.

    A turn is sent one action at a time, each when the one before has been
    told to all; after a refusal the turn is ended.
    """

    def __init__(self, name: str, seed: str | int = 0) -> None:
        super().__init__(name, seed)
        self.age = Random(f"{seed}/{name}/age").randint(8, 98)
        self.book = Book(name)
        self.errors: list[str] = []
        """Every ``ERROR`` line heard in the match."""
        self._questions = 0
        self._answering = 0
        self._thoughts = 0
        self._awaited: Act | None = None

    # The lobby

    def creation(
        self, match: str, seats: int, timeout: int = 60_000, password: str = ""
    ) -> list[str]:
        """The lines that make a match; the server closes the connection after its answer."""
        return [
            f"NEU {seats}",
            f"NAME {match}",
            f"PASSWD {password}".rstrip(),
            f"TIMEOUT {timeout}",
        ]

    def is_made(self, answer: str) -> bool:
        """Whether the match is there now: made, or made before by somebody else."""
        return answer == "SPIEL_ANGEMELDET" or _code(answer) == _NAME_TAKEN

    def login(self, match: str, password: str = "", secret: str = "") -> list[str]:
        """The lines that join a match; with a secret the seat can be taken again later."""
        lines = [f"GEHEIMNIS {secret}"] if secret else []
        return [
            *lines,
            f"JOIN {match}",
            f"PASSWD {password}".rstrip(),
            f"NAME {self.name}",
            f"ALTER {self.age}",
        ]

    def watching(self, match: str) -> list[str]:
        """The lines by which somebody of its name watches a match."""
        return [f"WATCH {match}", f"NAME {self.name}"]

    def standings(self) -> list[tuple[str, int]]:
        """Name and points of everybody, most points first; nobody where not all years counted."""
        if not self.book.over or self.book.counted < YEARS:
            return []
        entries = zip(self.book.names, self.book.scores, strict=True)
        return sorted(entries, key=lambda entry: -entry[1])

    # The conversation

    def hear(self, line: str) -> list[str]:
        """Take in one line; the lines to answer with, often none."""
        if self.over:
            return []
        joined = self.book.joined
        heard = self.book.hear(line)
        self.over = self.book.over
        if heard is None or self.over:
            return []
        if isinstance(heard, Word) and heard.word == "ERROR":
            return self._refused(line, joined)
        return [*self._inquire(heard), *self._respond(heard)]

    def _inquire(self, heard: Heard) -> list[str]:
        """Ask for the status where it would tell something new."""
        if isinstance(heard, Status):
            self._questions = 0
        if not isinstance(heard, Word) or not self.book.curious:
            return []
        # With programs the match begins some time after the last player has come.
        asked_too_early = heard.word == "RITTER_SETZEN" and not self._questions
        if heard.word not in ("SPIELER_ANGEMELDET", "ZUG_BEGINNT") and not asked_too_early:
            return []
        self._questions += 1
        return ["STATUS"]

    def _respond(self, heard: Heard) -> list[str]:
        """Answer a new question, or go on with my turn."""
        prompt = self.book.prompt
        if prompt is None or not self.book.seats:
            self._awaited = None
            return []
        if prompt.number != self._answering:
            return [] if self._questions else self._answer(prompt.number)
        if self._awaited is not None and self._done(heard, self._awaited):
            return self._go_on()
        return []

    def _answer(self, number: int) -> list[str]:
        self._answering, self._thoughts, self._awaited = number, 0, None
        self._wonder()
        match self.book.prompt:
            case AskKnight():
                return lines(self.knight())
            case AskKing():
                return lines(self.king())
            case AskTurn():
                return ["ZUG", *self._go_on()]
        return []

    def _done(self, heard: Heard, awaited: Act) -> bool:
        """Whether this tells that my action has been accepted, and all that comes of it."""
        if awaited.action == BUY_CARD.name:
            return isinstance(heard, Word) and heard.word == "KARTE"
        return heard == Acted(self.book.me or 0, awaited.action, awaited.where)

    def _wonder(self) -> None:
        book = self.book
        where = book.year, book.round, book.place, len(book.turn.acted)
        self.wonder(type(book.prompt).__name__, *where)

    def _go_on(self) -> list[str]:
        self._wonder()
        move = self.action()
        self._awaited = move if isinstance(move, Act) else None
        return lines(move)

    def _refused(self, line: str, joined: bool) -> list[str]:
        """A refusal ends a login, or a turn; the knight or the king goes elsewhere."""
        if not joined:
            self.failed, self.over = line, True
            self.too_early = _code(line) == _NO_SUCH_MATCH
            return []
        self.errors.append(line)
        prompt, awaited = self.book.prompt, self._awaited
        self._awaited = None
        if prompt is None or prompt.number != self._answering:
            return []
        if isinstance(prompt, AskTurn):
            return lines(EndTurn()) if awaited is not None else []
        return self._think_again(isinstance(prompt, AskKing))

    def _think_again(self, of_king: bool) -> list[str]:
        """Another square where the piece may stand, a few times."""
        if self._thoughts >= _SECOND_THOUGHTS:
            return []
        self._thoughts += 1
        free = self.king_squares() if of_king else free_starts(self.book)
        there = self.chance.choice(free)
        return lines(PlaceKing(*coordinates(there)) if of_king else perform(FIRST_KNIGHT, there))

    def king_squares(self) -> list[int]:
        """
        Where the king may go: in year 1 to the start squares that are free,
        later to every block without a knight, his own place included.
        """
        book = self.book
        if book.board.king is None:
            return free_starts(book)
        board = book.board
        return [
            square
            for square in range(SQUARES)
            if board.heights[square] and not board.holds_knight(square)
        ]

    # What is left to decide

    @abstractmethod
    def knight(self) -> Act:
        """Where to set the first knight."""

    @abstractmethod
    def king(self) -> PlaceKing:
        """Where to set the king, and who shall begin the year."""

    @abstractmethod
    def action(self) -> Saying:
        """
        The next action of my turn, or its end. A card is to be named as
        `Book.card` does.
        """


def free_starts(book: Book) -> list[int]:
    """The start squares without a knight, in the order of the list."""
    return [square for square in START_SQUARES if not book.board.holds_knight(square)]


def perform(action: Action, *there: int, card: int | None = None) -> Act:
    """An action on these squares."""
    where = tuple([value for square in there for value in coordinates(square)])
    return Act(action.name, card, where)


def _code(line: str) -> int:
    """The number of an ``ERROR`` line, or 0."""
    word, _, rest = line.partition(" ")
    number = rest.partition(":")[0]
    return int(number) if word == "ERROR" and number.isdigit() else 0
