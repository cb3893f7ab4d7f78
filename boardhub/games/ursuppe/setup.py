"""
The set-up: everybody gets ready, chooses a position on the ladder and places
two amoebas (spec/ursuppe-rules.md 2).
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from boardhub.games.ursuppe.board import SQUARES, Square
from boardhub.games.ursuppe.bounds import need_amoeba
from boardhub.games.ursuppe.errors import Fault, need
from boardhub.games.ursuppe.events import AmoebasPlaced, PositionChosen, WasReady
from boardhub.games.ursuppe.moves import ChoosePosition, Place, Ready
from boardhub.games.ursuppe.prompts import AskPlacement, AskPosition, AskReady
from boardhub.games.ursuppe.soup import Soup, Stage
from boardhub.games.ursuppe.tribe import NO_POSITION, Amoeba


@define
class SetUp(Stage):
    """
    What is left of the set-up: the colours that still choose a position, then
    those that still place an amoeba, each in order.
    """

    choosing: list[int]
    placing: list[int] = field(factory=list)

    def copy(self) -> SetUp:
        """An independent copy."""
        return SetUp(list(self.choosing), list(self.placing))

    def start(self, soup: Soup) -> None:
        """Ask all colours at once whether they are ready."""
        for color in range(soup.seats):
            soup.ask(AskReady, color)

    def proceed(self, soup: Soup) -> None:
        """Ask for the next position or amoeba; the round follows the last."""
        if self.choosing:
            soup.ask(AskPosition, self.choosing[0], _taken(soup))
        elif self.placing:
            soup.ask(AskPlacement, self.placing[0])
        else:
            soup.hand.pop()

    def check_ready(self, soup: Soup, color: int, move: Ready) -> None:
        """Whoever is asked may be ready."""

    def ready(self, soup: Soup, color: int, move: Ready) -> None:
        """All but the sender are told."""
        others = frozenset([viewer for viewer in (*range(soup.seats), None) if viewer != color])
        soup.tell(WasReady(color, to=others))

    def readies(self, soup: Soup, color: int) -> Iterator[Ready]:
        """The only answer."""
        yield Ready()

    def check_position(self, soup: Soup, color: int, move: ChoosePosition) -> None:
        """A start space, and a free one."""
        need(move.position in _free(soup), Fault.INVALID)

    def choose_position(self, soup: Soup, color: int, move: ChoosePosition) -> None:
        """The marker is put down; after the last one placing begins."""
        soup.tribes[color].ladder = move.position
        soup.tell(PositionChosen(color, move.position))
        self.choosing.remove(color)
        if not self.choosing:
            self.placing = soup.rising() + soup.falling()

    def positions(self, soup: Soup, color: int) -> Iterator[ChoosePosition]:
        """The free start spaces."""
        return map(ChoosePosition, _free(soup))

    def check_placement(self, soup: Soup, color: int, move: Place) -> None:
        """An amoeba of the stock, on a square without any amoeba."""
        need_amoeba(move.amoeba)
        need(move.amoeba not in soup.tribes[color].amoebas, Fault.ALREADY_PLACED)
        square = (move.x, move.y)
        need(square in SQUARES and square not in soup.occupied(), Fault.BAD_SQUARE)

    def place(self, soup: Soup, color: int, move: Place) -> None:
        """With four players the first amoeba starts with a damage point."""
        amoebas = soup.tribes[color].amoebas
        is_first = not amoebas
        amoebas[move.amoeba] = Amoeba(move.x, move.y)
        soup.tell(AmoebasPlaced(color, ((move.amoeba, move.x, move.y),)))
        if is_first and soup.seats == 4:
            soup.damage(color, move.amoeba)
        self.placing.pop(0)

    def placements(self, soup: Soup, color: int) -> Iterator[Place]:
        """Every free amoeba on every empty square."""
        squares = _empty(soup)
        for amoeba in soup.tribes[color].free_numbers():
            for x, y in squares:
                yield Place(amoeba, x, y)

    def default_ready(self, soup: Soup, color: int) -> Ready:
        """Ready."""
        return Ready()

    def default_position(self, soup: Soup, color: int) -> ChoosePosition:
        """The lowest free space."""
        return ChoosePosition(_free(soup)[0])

    def default_placement(self, soup: Soup, color: int) -> Place:
        """The lowest free amoeba on the first empty square, row by row."""
        return Place(soup.tribes[color].free_numbers()[0], *_empty(soup)[0])


def _free(soup: Soup) -> list[int]:
    return [position for position, taken in enumerate(_taken(soup)) if not taken]


def _taken(soup: Soup) -> tuple[int, ...]:
    chosen = [tribe.ladder for tribe in soup.tribes if tribe.ladder != NO_POSITION]
    return tuple([int(position in chosen) for position in range(soup.seats)])


def _empty(soup: Soup) -> list[Square]:
    occupied = soup.occupied()
    return [square for square in SQUARES if square not in occupied]
