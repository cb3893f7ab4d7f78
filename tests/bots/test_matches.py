"""
Whole matches of the bots over the wire, in memory: nothing is refused, and at
the beginning of every round all books agree with the server's own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from boardhub.bots.ursuppe_player import Player
from boardhub.bots.ursuppe_random import RandomBot
from boardhub.bots.ursuppe_strong import StrongBot
from boardhub.links.memory import MemoryLink
from boardhub.protocols.ursuppe import GAME
from boardhub.testing import MemoryHub, no_logged_failures
from tests.soak import games


class Arena:
    """A match of bots, and a spectator who is asked for the truth."""

    def __init__(self, bots: Sequence[Player], seed: str) -> None:
        hub = MemoryHub(GAME, seed=seed)
        self.bots = bots
        self._links = [hub.connect() for _ in bots]
        self._watching = hub.connect()
        _send(self._watching, bots[0].creation("suppe", len(bots), 5000))
        _send(self._watching, ["ZUSCHAUEN suppe", "NAME zoe"])
        for bot, link in zip(bots, self._links, strict=True):
            _send(link, bot.login("suppe"))

    def play(self) -> None:
        """Play to the end; compare the books whenever a round begins."""
        while not all(bot.over for bot in self.bots):
            received = [link.take() for link in self._links]
            # Nobody has answered yet, so the server stands where the lines end.
            answers = [
                [answer for line in lines for answer in bot.hear(line)]
                for bot, lines in zip(self.bots, received, strict=True)
            ]
            if any(line.startswith("RUNDE ") for line in received[0]):
                self.compare()
            assert any(received), "the match stands still"
            for link, lines in zip(self._links, answers, strict=True):
                _send(link, lines)
        self.compare()

    def compare(self) -> None:
        """Every book holds what the server says."""
        self._watching.take()
        _send(self._watching, ["STATUS", "SPIELFELD"])
        truth = self._watching.take()
        assert [bot.book.differences(truth) for bot in self.bots] == [[]] * len(self.bots)


def _exchange(
    bots: Sequence[Player], links: Sequence[MemoryLink], done: Callable[[], bool]
) -> None:
    """Carry lines and answers between the bots and their links until it is done."""
    while not done():
        assert any(link.received for link in links), "the match stands still"
        for bot, link in zip(bots, links, strict=True):
            _send(link, [answer for line in link.take() for answer in bot.hear(line)])


def _send(link: MemoryLink, lines: Sequence[str]) -> None:
    for line in lines:
        link.send(line)


@pytest.mark.parametrize("seats", [3, 4])
def test_random_bots_are_never_refused(seats: int) -> None:
    """Matches of random bots: no FEHLER at all, and books that agree."""
    with no_logged_failures():
        for seed in range(games(25)):
            bots = [RandomBot(f"bot{seat}", seed) for seat in range(seats)]
            Arena(bots, f"{seats}/{seed}").play()
            assert [bot.errors for bot in bots] == [[]] * seats


@pytest.mark.parametrize("seats", [3, 4])
def test_strong_bots_are_never_refused(seats: int) -> None:
    """A match of strong bots, with the same demands."""
    bots = [StrongBot(f"bot{seat}", 1) for seat in range(seats)]
    Arena(bots, f"strong/{seats}").play()
    assert [bot.errors for bot in bots] == [[]] * seats


def test_coming_back() -> None:
    """A bot that starts anew takes its seat again by the secret, and plays on with new books."""
    hub = MemoryHub(GAME)
    links, bots = [hub.connect() for _ in range(3)], [RandomBot(f"bot{seat}") for seat in range(3)]
    _send(links[0], bots[0].creation("suppe", 3, 5000))
    for bot, link in zip(bots, links, strict=True):
        _send(link, bot.login("suppe", secret="wort"))
    _exchange(bots, links, lambda: bots[0].book.round == 3)
    links[0].lost()
    hub.settle()
    bots[0], links[0] = RandomBot("bot0", "anew"), hub.connect()
    _send(links[0], bots[0].login("suppe", secret="wort"))
    _exchange(bots, links, lambda: all(bot.over for bot in bots))
    assert [bot.standings() for bot in bots] == [bots[1].standings()] * 3
    assert bots[1].errors == bots[2].errors == []


def test_strong_beats_random() -> None:
    """One strong bot against three at random wins most matches."""
    won = 0
    for seed in range(8):
        seat = seed % 4
        bots: list[Player] = [RandomBot(f"bot{number}", seed) for number in range(4)]
        bots[seat] = StrongBot("strong", seed)
        Arena(bots, f"duel/{seed}").play()
        won += bots[seat].standings()[0][0] == "strong"
    assert won >= 6
