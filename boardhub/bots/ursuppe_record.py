"""
The public position of an amoeba game, kept from the received lines alone.

The first status and board (at ``SPIEL_BEGINNT``, or when one joins or comes
back late) are taken over; from then on every message is booked, as
seeds/ursuppe-protocol.txt words it. What a client cannot know stays out: the
order of the cards, and the dice of fights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import define, field

from boardhub.bots.ursuppe_reports import BoardReport, Status, read_board, read_status
from boardhub.games.ursuppe.board import Square, step
from boardhub.games.ursuppe.genes import GENES
from boardhub.games.ursuppe.moves import Cubes

#: Where an amoeba stands of which no board has told yet.
NOWHERE: Square = (-1, -1)

#: Every answer that is read as a whole: its first word, and its last.
_BLOCKS = {
    "STATUS": "STATUS_ENDE",
    "SPIELFELD": "SPIELFELD_ENDE",
    "SPIELFELD2": "SPIELFELD_ENDE",
}


@define
class Amoeba:
    """An amoeba on the board, with its damage points."""

    square: Square
    damage: int = 0


@define
class Tribe:
    """What one colour has: biology points, place on the ladder, amoebas, genes."""

    name: str = ""
    points: int = 4
    ladder: int = 0
    amoebas: dict[int, Amoeba] = field(factory=dict)
    genes: set[int] = field(factory=set)
    connected: bool = True


@define
class Displacement:
    """A movement block: who goes where, with which cubes, and who goes along."""

    color: int
    amoeba: int
    direction: int
    cubes: Cubes = ()
    holders: list[tuple[int, int]] = field(factory=list)


@define(eq=False)
class Record:
    """
    What everybody at the table can see of one game. `hear` takes every line
    that comes; those that change nothing here are passed over.
    """

    match: str = ""
    timeout: int = 0
    """Milliseconds for an answer, 0 while unknown."""
    seats: int = 0
    """How many colours play; 0 until the first status."""
    tribes: list[Tribe] = field(factory=list)
    spectators: list[str] = field(factory=list)
    cubes: dict[Square, list[int]] = field(factory=dict)
    """Cubes on each valid square, per colour."""
    card: tuple[int, int] = (5, 14)
    """The environment card in force: drift direction and ozone."""
    round: int | None = 0
    """0 before the first round; None: joined in the middle of an unknown round."""
    begun: bool = False
    over: bool = False
    total: int = 55
    """Cubes per colour in the whole game."""
    goal: int = 41
    """The first space of the finish zone, counted from 0."""
    rolled: tuple[int, int, int] | None = None
    """Colour and both dice of the last roll, until that colour has moved."""

    displacement: Displacement | None = None
    """The movement block that is being told."""
    _trader: int = 0
    """Whose purchases or defects are being told."""
    _block: list[str] = field(factory=list)
    _block_end: str = ""

    def tribe(self, color: int) -> Tribe:
        """A colour's tribe; colours not heard of before are added."""
        while len(self.tribes) <= color:
            self.tribes.append(Tribe())
        return self.tribes[color]

    def supply(self, color: int) -> int:
        """Cubes of a colour that do not lie on the board."""
        return self.total - sum(counts[color] for counts in self.cubes.values())

    def stock(self, gene: int) -> int:
        """Copies of a gene that nobody owns."""
        return GENES[gene].copies(self.seats) - sum(gene in tribe.genes for tribe in self.tribes)

    def amoebas_on(self, square: Square) -> list[tuple[int, int]]:
        """(colour, number) of everybody on a square, ascending."""
        return [
            (color, number)
            for color, tribe in enumerate(self.tribes)
            for number in sorted(tribe.amoebas)
            if tribe.amoebas[number].square == square
        ]

    def hear(self, line: str) -> None:
        """Book one line from the server."""
        word, _, text = line.partition(" ")
        if self._block_end:
            self._gather(word, line)
        elif word in _BLOCKS:
            self._block, self._block_end = [line], _BLOCKS[word]
        elif word in _MESSAGES:
            _MESSAGES[word](self, text)

    def differences(self, lines: Iterable[str]) -> list[str]:
        """
        Where this record and a later ``STATUS`` or ``SPIELFELD`` answer (or
        both) disagree, one sentence each; empty: they agree.
        """
        told = list(lines)
        found: list[str] = []
        if any(line.startswith("STATUS ") for line in told):
            found += self._status_differences(read_status(told))
        if any(line.startswith("SPIELFELD ") for line in told):
            found += self._board_differences(read_board(told))
        return found

    # What is reported whole

    def _gather(self, word: str, line: str) -> None:
        self._block.append(line)
        if word != self._block_end:
            return
        kind = self._block[0].split()[0]
        if kind == "STATUS":
            self._take_status(read_status(self._block))
        elif kind == "SPIELFELD":
            self._take_board(read_board(self._block))
        self._block, self._block_end = [], ""

    def _take_status(self, status: Status) -> None:
        self.match, self.timeout, self.seats = status.match, status.timeout, status.seats
        self.card, self.total = status.card, status.cubes
        self.goal = status.ladder - status.goal
        self.spectators = list(status.spectators)
        if status.taken == status.seats and not self.begun:
            # All seats taken, and the beginning not heard: she came later.
            self.begun, self.round = True, None
        for seat in status.tribes:
            tribe = self.tribe(seat.color)
            tribe.name, tribe.ladder, tribe.points = seat.name or "", seat.ladder, seat.points
            tribe.genes = set(seat.genes)
            before = tribe.amoebas
            tribe.amoebas = {
                number: Amoeba(before[number].square if number in before else NOWHERE, damage)
                for number, damage in seat.damage.items()
            }

    def _take_board(self, board: BoardReport) -> None:
        self.cubes = {square: list(counts) for square, counts in board.cubes.items()}
        for square, colors in board.amoebas.items():
            for color, numbers in enumerate(colors):
                for number in numbers:
                    self.tribe(color).amoebas.setdefault(number, Amoeba(square)).square = square

    def _status_differences(self, status: Status) -> list[str]:
        found = _unlike("the card", self.card, status.card)
        found += _unlike("the spectators", sorted(self.spectators), sorted(status.spectators))
        for seat in status.tribes:
            tribe = self.tribe(seat.color)
            who = f"colour {seat.color}'s"
            damage = {number: amoeba.damage for number, amoeba in tribe.amoebas.items()}
            found += _unlike(f"{who} name", tribe.name, seat.name or "")
            found += _unlike(f"{who} place on the ladder", tribe.ladder, seat.ladder)
            found += _unlike(f"{who} biology points", tribe.points, seat.points)
            found += _unlike(f"{who} damage by amoeba", damage, seat.damage)
            found += _unlike(f"{who} genes", sorted(tribe.genes), sorted(seat.genes))
        return found

    def _board_differences(self, board: BoardReport) -> list[str]:
        found: list[str] = []
        for square, cubes in board.cubes.items():
            told = [
                (color, number)
                for color, numbers in enumerate(board.amoebas[square])
                for number in numbers
            ]
            found += _unlike(f"the cubes on {square}", tuple(self.cubes.get(square, ())), cubes)
            found += _unlike(f"the amoebas on {square}", self.amoebas_on(square), told)
        return found

    # What happens, message by message

    def _begun(self, text: str) -> None:
        self.begun, self.round = True, 0

    def _over(self, text: str) -> None:
        self.over = True

    def _round(self, text: str) -> None:
        self.round = int(text)

    def _card(self, text: str) -> None:
        direction, ozone = _ints(text)
        self.card = direction, ozone

    def _seated(self, text: str) -> None:
        color, _, name = text.partition(" ")
        tribe = self.tribe(int(color))
        tribe.name, tribe.connected = name, True

    def _unseated(self, text: str) -> None:
        self.tribe(int(text)).connected = False
        if not self.begun:
            self.tribe(int(text)).name = ""

    def _watching(self, text: str) -> None:
        self.spectators.append(text)

    def _not_watching(self, text: str) -> None:
        if text in self.spectators:
            self.spectators.remove(text)

    def _points(self, text: str) -> None:
        color, difference = _ints(text)
        self.tribe(color).points += difference

    def _ladder(self, text: str) -> None:
        color, place = _ints(text)
        self.tribe(color).ladder = place

    def _food(self, text: str) -> None:
        color, count, x, y = _ints(text)
        self.cubes[x, y][color] += count

    def _placed(self, text: str) -> None:
        color, number, x, y = _ints(text)
        self.tribe(color).amoebas[number] = Amoeba((x, y))

    def _removed(self, text: str) -> None:
        color, number = _ints(text)
        del self.tribe(color).amoebas[number]

    def _damaged(self, text: str) -> None:
        color, number = _ints(text)
        self.tribe(color).amoebas[number].damage += 1

    def _dice(self, text: str) -> None:
        color, first, second = _ints(text)
        self.rolled = color, first, second

    def _ate(self, text: str) -> None:
        color, number, eaten = text.split()
        square = self.tribe(int(color)).amoebas[int(number)].square
        self._take_away(square, counts(eaten))

    def _take_away(self, square: Square, cubes: Cubes) -> None:
        for color, count in enumerate(cubes):
            self.cubes[square][color] -= count

    def _movement(self, text: str) -> None:
        color, number, direction = _ints(text)
        self.displacement = Displacement(color, number, direction)

    def _taken_along(self, text: str) -> None:
        if self.displacement is not None:
            self.displacement.cubes = counts(text)

    def _held(self, text: str) -> None:
        color, number = _ints(text)
        if self.displacement is not None:
            self.displacement.holders.append((color, number))

    def _movement_end(self, text: str) -> None:
        moved, self.displacement, self.rolled = self.displacement, None, None
        if moved is None:
            return
        start = self.tribe(moved.color).amoebas[moved.amoeba].square
        end = step(start, moved.direction)
        for color, number in [(moved.color, moved.amoeba), *moved.holders]:
            self.tribe(color).amoebas[number].square = end
        for color, count in enumerate(moved.cubes):
            self.cubes[start][color] -= count
            self.cubes[end][color] += count

    def _trade(self, text: str) -> None:
        self._trader = int(text)

    def _gained(self, text: str) -> None:
        self.tribe(self._trader).genes.add(int(text))

    def _gave_up(self, text: str) -> None:
        self.tribe(self._trader).genes.discard(int(text))


_MESSAGES: dict[str, Callable[[Record, str], None]] = {
    "SPIEL_BEGINNT": Record._begun,
    "SPIEL_BEENDET": Record._over,
    "RUNDE": Record._round,
    "UMWELTKARTE": Record._card,
    "SPIELERIN_AKZEPTIERT": Record._seated,
    "SPIELERIN_ANGEMELDET": Record._seated,
    "SPIELERIN_ABGEMELDET": Record._unseated,
    "ZUSCHAUERIN_ANGEMELDET": Record._watching,
    "ZUSCHAUERIN_ABGEMELDET": Record._not_watching,
    "BIOPUNKTE": Record._points,
    "POSITION": Record._ladder,
    "PUNKTE": Record._ladder,
    "NAEHRSTOFF": Record._food,
    "AMOEBE_SETZEN": Record._placed,
    "AMOEBE_ENTFERNT": Record._removed,
    "AMOEBE_SCHADEN": Record._damaged,
    "WUERFEL": Record._dice,
    "FRESSEN": Record._ate,
    "BEWEGUNG": Record._movement,
    "TENTAKEL": Record._taken_along,
    "KLAMMERN": Record._held,
    "BEWEGUNG_ENDE": Record._movement_end,
    "GEN_KAUFEN": Record._trade,
    "DEFEKT_AUSGLEICHEN": Record._trade,
    "GEN": Record._gained,
    "ABGEBEN": Record._gave_up,
}


def counts(text: str) -> Cubes:
    """One count per colour, from ``2:0:1``."""
    return tuple(int(count) for count in text.split(":"))


def _ints(text: str) -> list[int]:
    """The numbers of a message."""
    return [int(part) for part in text.split()]


def _unlike(what: str, booked: object, told: object) -> list[str]:
    """A sentence if what is booked is not what was told."""
    return [] if booked == told else [f"{what}: booked {booked}, told {told}"]
