"""
What the amoeba bots have in common: they hear lines, keep the book, and say moves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from boardhub.bots import ursuppe_choices as choices
from boardhub.bots.bot import UrBot
from boardhub.bots.ursuppe_book import Book
from boardhub.bots.ursuppe_lines import lines
from boardhub.bots.ursuppe_record import Tribe
from boardhub.games.rules import Move
from boardhub.games.ursuppe import moves, prompts
from boardhub.games.ursuppe.board import STAY

#: How often a question is answered anew after a refusal; then its clock decides.
_SECOND_THOUGHTS = 3


class Player(UrBot, ABC):
    """A player of the amoeba game."""

    def __init__(self, name: str, seed: str | int = 0) -> None:
        super().__init__(name, seed)
        self.book = Book()
        self.errors: list[str] = []
        """Every ``FEHLER`` line heard in the match."""
        self._thoughts = 0
        self._question = ""
        self._scored = False

    def hear(self, line: str) -> list[str]:
        """Take in one line; the lines to answer with, often none."""
        self.book.hear(line)
        word = line.partition(" ")[0]
        if word == "FEHLER":
            return self._refused(line)
        if word in ("PUNKTE", "RUNDE"):
            self._scored = word == "PUNKTE"
        if word == "SPIEL_BEENDET":
            self.over = True
        if self.book.prompt is None or self.over:
            return []
        if word.startswith("ZUG_"):
            self._thoughts, self._question = 0, line
        elif word != "WUERFEL" or self.book.dice is None:
            return []
        self.wonder(self._question, self.book.dice, *map(_standing, self.book.tribes))
        return self._say(self.decide())

    def standings(self) -> list[tuple[str, int]]:
        """
        Name and place on the ladder of everybody, leader first; nobody where
        the match did not end after a scoring.
        """
        if not self._scored:
            return []
        ladder = [(tribe.name, tribe.ladder) for tribe in self.book.tribes]
        return sorted(ladder, key=lambda entry: -entry[1])

    @abstractmethod
    def decide(self) -> Sequence[Move]:
        """
        What to say to the open prompt of `book`. After a `Roll` it is asked
        again, with the dice in the book.
        """

    def _say(self, decided: Sequence[Move]) -> list[str]:
        """The lines for these moves, noted in the book."""
        said = [line for move in decided for line in lines(move)]
        for line in said:
            self.book.said(line)
        return said

    def _refused(self, line: str) -> list[str]:
        """A refusal ends a login; in a match an open question is answered more carefully."""
        if self.book.me is None:
            self.refused(line)
            return []
        self.errors.append(line)
        if self.book.prompt is None or self._thoughts >= _SECOND_THOUGHTS:
            return []
        self._thoughts += 1
        careful = self._carefully()
        if len(careful) < self._thoughts:
            return []
        return self._say([careful[self._thoughts - 1]])

    def _carefully(self) -> list[Move]:
        """Answers that ask little of the rules, the likeliest to be taken first."""
        book, prompt = self.book, self.book.prompt
        match prompt:
            case prompts.AskMovement(amoeba=amoeba):
                square = book.mine.amoebas[amoeba].square
                if book.dice is not None:
                    ways = choices.rolled_directions(book.mine.genes, book.dice, square)
                    return [moves.Go(amoeba, way) for way in (*ways, STAY)]
                return [
                    moves.NoSecondMove(amoeba),
                    moves.Go(amoeba, choices.drift(book, square)),
                    moves.Go(amoeba, STAY),
                ]
            case prompts.AskMeal(amoeba=amoeba):
                square = book.mine.amoebas[amoeba].square
                found = choices.standard_meals(book, square)[:1]
                found += choices.meals(book, square, book.parasite)[:1]
                return [*(moves.Eat(amoeba, meal) for meal in found), self._nothing(amoeba)]
            case prompts.AskWard(amoeba=amoeba):
                return [moves.NoDefence(amoeba), moves.NoFlight(amoeba)]
            case prompts.AskGenes():
                return [moves.BuyGenes(())]
            case prompts.AskDivision():
                return [moves.Divide(())]
            case prompts.AskAggression():
                return [moves.Peace()]
            case prompts.AskDefects():
                return [moves.Compensate(tuple(sorted(book.mine.genes)))]
        return []

    def _nothing(self, amoeba: int) -> Move:
        """A meal of nothing."""
        return moves.Eat(amoeba, (0,) * self.book.seats)


def _standing(tribe: Tribe) -> object:
    """What a tribe has, but for points: a roll of the dice has been paid for when it is known."""
    amoebas = sorted((number, each.square, each.damage) for number, each in tribe.amoebas.items())
    return tribe.ladder, sorted(tribe.genes), amoebas
