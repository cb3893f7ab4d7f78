"""
The two long answers of the amoeba server, read: the status and the board.

The forms are those of seeds/ursuppe-protocol.txt ("Vor dem Spiel": STATUS,
"Immer": SPIELFELD), one item a line as in spec/ursuppe-rules.md 7.2, 7.3.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field, frozen

from boardhub.games.ursuppe.board import Square


@define
class SeatReport:
    """What a status says of one seat; ``name`` is None while it is free."""

    color: int
    name: str | None = None
    ladder: int = 0
    """Where the marker stands, from 0 (the wire says PUNKTE)."""
    points: int = 0
    """Biology points."""
    damage: dict[int, int] = field(factory=dict)
    """Damage by the number of the amoeba, for those on the board."""
    genes: set[int] = field(factory=set)


@define
class Status:
    """A status, from ``STATUS`` to ``STATUS_ENDE``."""

    match: str = ""
    timeout: int = 0
    """Milliseconds for an answer."""
    taken: int = 0
    seats: int = 0
    cubes: int = 55
    """Cubes of each colour in the game, on the board or in the supply."""
    ladder: int = 51
    goal: int = 10
    """How many spaces at the end of the ladder are the finish zone."""
    card: tuple[int, int] = (5, 14)
    """The environment card: drift direction and ozone."""
    tribes: list[SeatReport] = field(factory=list)
    spectators: list[str] = field(factory=list)


@frozen
class BoardReport:
    """A board: what lies and who is on each valid square, per colour."""

    cubes: dict[Square, tuple[int, ...]]
    amoebas: dict[Square, tuple[tuple[int, ...], ...]]


def read_status(lines: Iterable[str]) -> Status:
    """The status in these lines; they may hold a board as well, but no messages."""
    status = Status()
    for line in lines:
        word, _, text = line.partition(" ")
        if word in ("STATUS", "ZUSCHAUERIN", "NAME"):
            _read_text(status, word, text)
            continue
        numbers = [int(part) for part in text.split()] if _is_numbers(text) else []
        if numbers:
            _read_numbers(status, word, numbers)
    return status


def read_board(lines: Iterable[str]) -> BoardReport:
    """The board in these lines; they may hold a status as well, but no messages."""
    cubes: dict[Square, tuple[int, ...]] = {}
    amoebas: dict[Square, tuple[tuple[int, ...], ...]] = {}
    for line in lines:
        word, *parts = line.split()
        if word != "FELDCHEN" or parts[2] == "UNGUELTIG":
            continue
        square = int(parts[0]), int(parts[1])
        pairs = [part.split(":") for part in parts[2:]]
        cubes[square] = tuple(int(count) for _, count in pairs)
        amoebas[square] = tuple(_numbers(text) for text, _ in pairs)
    return BoardReport(cubes, amoebas)


def _numbers(text: str) -> tuple[int, ...]:
    """The amoebas of one colour on a square: ``-`` or ``2,3,5``."""
    return () if text == "-" else tuple(int(number) for number in text.split(","))


def _is_numbers(text: str) -> bool:
    """Whether a text is nothing but numbers and blanks."""
    return all(part.lstrip("-").isdecimal() for part in text.split())


def _read_text(status: Status, word: str, text: str) -> None:
    """One line of a status that ends in free text."""
    if word == "STATUS":
        status.match = text
    elif word == "ZUSCHAUERIN":
        status.spectators.append(text)
    elif status.tribes:
        status.tribes[-1].name = text


def _read_numbers(status: Status, word: str, numbers: list[int]) -> None:
    """One line of a status that holds numbers, of the match or of the last seat named."""
    if word == "SPIELERIN":
        status.tribes.append(SeatReport(numbers[0]))
    elif status.tribes:
        _read_seat(status.tribes[-1], word, numbers)
    elif word == "TIMEOUT":
        status.timeout = numbers[0]
    elif word == "ANZAHL_SPIELERINNEN":
        status.taken, status.seats = numbers
    elif word == "ANZAHL_NAEHRSTOFFE":
        status.cubes = numbers[0]
    elif word == "LAENGE_LAUFBAHN":
        status.ladder = numbers[0]
    elif word == "LAENGE_ZIELZONE":
        status.goal = numbers[0]
    elif word == "UMWELTKARTE":
        status.card = numbers[0], numbers[1]


def _read_seat(seat: SeatReport, word: str, numbers: list[int]) -> None:
    """One line of a status about a taken seat."""
    if word == "PUNKTE":
        seat.ladder = numbers[0]
    elif word == "BIOPUNKTE":
        seat.points = numbers[0]
    elif word == "AMOEBE":
        seat.damage[numbers[0]] = numbers[1]
    elif word == "GEN":
        seat.genes.add(numbers[0])
