"""
Whole matches of the bots over the wire, in memory: nothing is refused, and at
the beginning of every round all books agree with the server's own.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from boardhub.bots.ursuppe_player import Player
from boardhub.bots.ursuppe_random import RandomBot
from boardhub.bots.ursuppe_strong import StrongBot
from boardhub.links.memory import MemoryLink
from boardhub.protocols.ursuppe import GAME
from boardhub.testing import MemoryHub, no_logged_failures


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


def _send(link: MemoryLink, lines: Sequence[str]) -> None:
    for line in lines:
        link.send(line)


@pytest.mark.parametrize("seats", [3, 4])
def test_random_bots_are_never_refused(seats: int) -> None:
    """Ten matches of random bots: no FEHLER at all, and books that agree."""
    with no_logged_failures():
        for seed in range(10):
            bots = [RandomBot(f"bot{seat}", seed) for seat in range(seats)]
            Arena(bots, f"{seats}/{seed}").play()
            assert [bot.errors for bot in bots] == [[]] * seats


@pytest.mark.parametrize("seats", [3, 4])
def test_strong_bots_are_never_refused(seats: int) -> None:
    """A match of strong bots, with the same demands."""
    bots = [StrongBot(f"bot{seat}", 1) for seat in range(seats)]
    Arena(bots, f"strong/{seats}").play()
    assert [bot.errors for bot in bots] == [[]] * seats


def test_strong_beats_random() -> None:
    """One strong bot against three at random wins most of a dozen matches."""
    won = 0
    for seed in range(12):
        seat = seed % 4
        bots: list[Player] = [RandomBot(f"bot{number}", seed) for number in range(4)]
        bots[seat] = StrongBot("strong", seed)
        Arena(bots, f"duel/{seed}").play()
        won += bots[seat].standings()[0][0] == "strong"
    assert won >= 9
