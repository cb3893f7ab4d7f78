"""
The lines of burg as a client says and hears them (seeds/burg-protocol.txt).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from attrs import frozen

from boardhub.games.burg.actions import ACTIONS
from boardhub.games.burg.events import Acted
from boardhub.games.burg.moves import Act, EndTurn, PlaceKing

#: What a player says in a match.
Saying: TypeAlias = Act | PlaceKing | EndTurn

#: The letter of a piece in ``PLAN``: the colours by number, then the king.
LETTERS: Final = "OBGSK"


def lines(move: Saying) -> list[str]:
    """The lines that tell the server this move."""
    match move:
        case Act(action, card, where):
            return [f"AKTION {action}", *_card(card), *_squares(where)]
        case PlaceKing(x, y, color):
            named = [] if color is None else [f"FARBE {color}"]
            return ["AKTION SETZE_KOENIG", *named, *_squares((x, y))]
        case _:
            return ["ZUGENDE"]


def _card(number: int | None) -> list[str]:
    return [] if number is None else [f"KARTE {number:02d}"]


def _squares(where: Sequence[int]) -> list[str]:
    return [f"{'YX'[place % 2 == 0]} {value}" for place, value in enumerate(where)]


@frozen
class Word:
    """A line that stands for itself: its first word and what follows it."""

    word: str
    rest: tuple[str, ...]

    def number(self) -> int:
        """The number that follows, with a colon behind it or not."""
        return int(self.rest[0].rstrip(":"))


@frozen
class Player:
    """A line of ``STATUS`` about a player; ``blocks`` are for this turn or the next."""

    name: str
    points: int
    age: int
    blocks: int


@frozen
class Status:
    """What a ``STATUS`` block says, from its first line to ``STATUSENDE``."""

    match: str
    stage: str
    """``WARTET``, ``GESTARTET`` or ``BEENDET``."""
    year: int
    round: int
    place: int
    active: str | None
    timeout: int
    players: Mapping[int, Player]
    spectators: tuple[str, ...] = ()


@frozen
class Plan:
    """The squares of a ``PLAN``, row by row; ``knights`` has all four colours."""

    heights: tuple[int, ...]
    knights: tuple[tuple[int, ...], ...]
    king: int | None


Heard: TypeAlias = Word | Acted | Status | Plan


class Reader:
    """
    Puts the lines of the server together to what they say.

    What somebody says (``NACHRICHT``) is dropped wherever it comes. Blocks of
    ``STATUS`` and ``PLAN`` are read by position, whatever names stand in them.
    """

    def __init__(self) -> None:
        self._block: list[str] = []
        self._end = ""
        self._action: list[str] = []

    def hear(self, line: str) -> Heard | None:
        """What is complete with this line, or None."""
        if self._end:
            return self._collect(line)
        word, *rest = line.split() or ["NACHRICHT"]
        if word == "NACHRICHT":
            return None
        if word in ("FARBE", "X", "Y") and self._action:
            self._action += rest[:1]
            return self._acted()
        self._action = []
        if word in ("STATUS", "PLAN"):
            self._block, self._end = [line], f"{word}ENDE"
            return None
        if word == "AKTION":
            self._action = rest[:1]
            return None
        return Word(word, tuple(rest))

    def _collect(self, line: str) -> Heard | None:
        self._block.append(line)
        if line.strip() != self._end:
            return None
        read = _status if self._end == "STATUSENDE" else _plan
        self._end = ""
        return read(self._block)

    def _acted(self) -> Acted | None:
        """The action whose lines are all in; one that is unknown is passed over."""
        name, color, *where = self._action
        action = ACTIONS.get(name)
        if action is None or len(where) < 2 * action.squares:
            return None
        self._action = []
        return Acted(int(color), name, tuple(int(value) for value in where))


def _status(block: Sequence[str]) -> Status:
    (_, match, stage), *heads = (line.split() for line in block[:7])
    year, round, place, active, timeout, count = (head[1] for head in heads)
    rows = [line.split() for line in block[7 : 7 + int(count)]]
    return Status(
        match,
        stage,
        int(year),
        int(round),
        int(place),
        None if active == "-" else active,
        int(timeout),
        {int(row[0]): Player(row[1], *(int(part) for part in row[2:5])) for row in rows},
        tuple(block[8 + int(count) : -1]),
    )


def _plan(block: Sequence[str]) -> Plan:
    cells = [cell for line in block[2:-1] for cell in line.split()[1:]]
    pieces: dict[str, list[int]] = {letter: [] for letter in LETTERS}
    for square, cell in enumerate(cells):
        if cell[-1] in pieces:
            pieces[cell[-1]].append(square)
    *knights, king = pieces.values()
    return Plan(
        tuple(int(cell.rstrip(LETTERS)) for cell in cells),
        tuple(tuple(squares) for squares in knights),
        king[0] if king else None,
    )
