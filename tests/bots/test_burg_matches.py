"""
Whole matches of the burg bots over the wire, in memory: nothing is refused,
the books agree with the server's, and who comes back plays on.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from boardhub.bots.burg_book import Book
from boardhub.bots.burg_player import BurgBot
from boardhub.bots.burg_random import RandomBot
from boardhub.bots.burg_strong import StrongBot
from boardhub.links.memory import MemoryLink
from boardhub.protocols.burg import GAME
from boardhub.testing import MemoryHub, no_logged_failures
from tests.soak import games


class Arena:
    """A match of bots, with the secret ``word``, and a book kept by somebody who watches."""

    def __init__(self, bots: Sequence[BurgBot], seed: str) -> None:
        self.bots = list(bots)
        self.hub = MemoryHub(GAME, seed=seed)
        _send(self.hub.connect(), bots[0].creation("turm", len(bots), 5000))
        self._truth = self._watch("zoe")
        self._links = [self._join(bot) for bot in bots]
        self.compared = 0

    def play(self) -> None:
        """Play to the end; compare the books whenever a turn has begun."""
        while not all(bot.over for bot in self.bots):
            self.before_round()
            received = [link.take() for link in self._links]
            # Nobody has answered yet, so the server stands where the lines end.
            answers = [
                [answer for line in lines for answer in bot.hear(line)]
                for bot, lines in zip(self.bots, received, strict=True)
            ]
            if any(line.startswith("ZUG_BEGINNT") for line in received[0]):
                self._compare()
            assert any(received), "the match stands still"
            for link, lines in zip(self._links, answers, strict=True):
                _send(link, lines)

    def before_round(self) -> None:
        """What happens before all take in what has come."""

    def come_back(self, seat: int, bot: BurgBot) -> None:
        """A player loses the connection, and a bot takes the seat again."""
        self._links[seat].lost()
        self.bots[seat], self._links[seat] = bot, self._join(bot)

    def _compare(self) -> None:
        """Every book whose stacks are certain holds what the server says."""
        answer = self.truth("STATUS", "PLAN")
        told = Book()
        for line in answer:
            told.hear(line)
        for bot in self.bots:
            if bot.book.seats and not bot.book.curious:
                assert bot.book.status() == told.status()
                assert bot.book.plan_lines() == answer[-9:-1]
                self.compared += 1

    def truth(self, *questions: str) -> list[str]:
        """What the server says."""
        self._truth.take()
        _send(self._truth, questions)
        return self._truth.take()

    def _watch(self, name: str) -> MemoryLink:
        link = self.hub.connect()
        _send(link, RandomBot(name).watching("turm"))
        return link

    def _join(self, bot: BurgBot) -> MemoryLink:
        link = self.hub.connect()
        _send(link, bot.login("turm", secret="word"))
        return link


class Unsteady(Arena):
    """Now and then somebody loses the connection and comes back with a fresh bot."""

    def __init__(self, bots: Sequence[BurgBot], seed: str) -> None:
        super().__init__(bots, seed)
        self._chance = Random(seed)
        self.returns = 0
        self.errors: list[str] = []

    def before_round(self) -> None:
        """Anybody, at any moment, also in a turn."""
        if self._chance.random() < 0.1:
            seat = self._chance.randrange(len(self.bots))
            if not self.bots[seat].over and self.bots[seat].book.year:
                self.returns += 1
                self.errors += self.bots[seat].errors
                self.come_back(seat, RandomBot(self.bots[seat].name, self.returns))


class Watched(Arena):
    """Somebody begins to watch in the middle of year 2, and keeps a book."""

    def __init__(self, bots: Sequence[BurgBot], seed: str, turns: int) -> None:
        super().__init__(bots, seed)
        self._turns = turns
        """How many turns of year 2 are over by then."""
        self._late: MemoryLink | None = None
        self.book = Book()
        self.known = 0
        """How often it knew the blocks of all players, too, without having asked."""

    def before_round(self) -> None:
        """Read on, and compare; whatever the book does not know it has not been told."""
        view = self.hub.match("turm").view(None)
        if self._late is None:
            turns = (view.round - 1) * len(self.bots) + view.place
            if view.year == 2 and turns == self._turns:
                self._late = self._watch("late")
            return
        for line in self._late.take():
            self.book.hear(line)
        if self.book.over:
            return
        assert self.book.plan_lines() == self.truth("PLAN")[2:-1]
        told = Book()
        for line in self.truth("STATUS"):
            told.hear(line)
        mine, theirs = self.book.status(), told.status()
        if not self.book.curious:
            self.known += 1
            assert mine == theirs
        # But for the blocks: nobody is shown the later stacks of a year.
        assert [_less_blocks(each) for each in mine] == [_less_blocks(each) for each in theirs]


def _less_blocks(entry: object) -> object:
    return entry[:-1] if isinstance(entry, tuple) else entry


def _send(link: MemoryLink, lines: Sequence[str]) -> None:
    for line in lines:
        link.send(line)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_matches(seats: int) -> None:
    """Random bots are never refused, and know the position and the result."""
    with no_logged_failures():
        for number in range(games(4)):
            arena = Arena([RandomBot(f"p{seat}", number) for seat in range(seats)], f"{number}")
            arena.play()
            assert [bot.errors for bot in arena.bots] == [[]] * seats
            assert arena.compared > 20
            assert len({tuple(bot.standings()) for bot in arena.bots}) == 1
            assert len(arena.bots[0].standings()) == seats


@pytest.mark.parametrize(("seats", "turns"), [(2, 3), (3, 5), (4, 6)])
def test_watching_from_the_middle_of_year_2(seats: int, turns: int) -> None:
    """
    What STATUS and PLAN show can be worked out from the one of each that a
    late spectator gets and the lines that follow; but for the blocks of turns
    in the rest of that year, which nobody is shown.
    """
    arena = Watched([RandomBot(f"p{seat}", turns) for seat in range(seats)], "late", turns)
    arena.play()
    assert arena.book.over
    assert arena.known > 30


def test_strong_match() -> None:
    """So do strong bots."""
    arena = Arena([StrongBot("ada", 1), RandomBot("ben", 2)], "strong")
    arena.play()
    assert [bot.errors for bot in arena.bots] == [[], []]
    assert arena.bots[1].standings()[0][0] == "ada"


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_coming_back(seed: str) -> None:
    """Whoever comes back, in a turn of hers too, plays on and is not refused."""
    arena = Unsteady([RandomBot(f"p{seat}", seed) for seat in range(3)], seed)
    arena.play()
    assert arena.returns > 3
    assert arena.errors + [error for bot in arena.bots for error in bot.errors] == []
    assert arena.compared > 20
