"""Whole matches of the arena's bots over the wire, in memory: each answers in time, as it may."""

from __future__ import annotations

import pytest

from boardhub.bots.toxic_player import ToxicBot
from boardhub.bots.toxic_random import RandomBot
from boardhub.bots.toxic_strong import StrongBot
from boardhub.links.memory import MemoryLink
from boardhub.protocols.toxic import GAME, read_walk
from boardhub.testing import MemoryHub, no_logged_failures

#: Milliseconds for an answer in these matches.
TIMEOUT = 5000


class Match:
    """Bots at their links, with the secret ``word``, and somebody who watches."""

    def __init__(self, bots: list[ToxicBot], **settings: object) -> None:
        self.hub = MemoryHub(GAME, settings={"preparation": 0.0, "spectator-delay": 0, **settings})
        _send(self.hub.connect(), bots[0].creation("arena", len(bots), TIMEOUT))
        self.bots = bots
        self._watcher = self.hub.connect()
        _send(self._watcher, RandomBot("zoe").watching("arena"))
        self.links = [self.join(bot) for bot in bots]
        self.shown: list[str] = []

    def join(self, bot: ToxicBot) -> MemoryLink:
        """A connection of this bot."""
        link = self.hub.connect()
        _send(link, bot.login("arena", secret="word"))
        return link

    def go_on(self) -> None:
        """All take in what has come, and answer."""
        self.hub.advance(0.01)
        for bot, link in zip(self.bots, self.links, strict=True):
            for line in link.take():
                answers = bot.hear(line)
                for answer in answers:
                    word, _, rest = answer.partition(" ")
                    assert answer in ("ID_OKAY", "KARTE") or (word == "MOVE" and read_walk(rest))
                _send(link, answers)
        self.shown += self._watcher.take()

    def play(self) -> None:
        """To the end."""
        while not all(bot.over for bot in self.bots):
            self.go_on()


def _send(link: MemoryLink, lines: list[str]) -> None:
    for line in lines:
        link.send(line)


@pytest.mark.parametrize("toxic", ["feld", "sicht"])
def test_matches(toxic: str) -> None:
    """Nobody is waited for, nobody is refused, all hear of the end, and strong is first."""
    bots: list[ToxicBot] = [StrongBot("ada", 1), *[RandomBot(f"p{n}", n) for n in range(3)]]
    match = Match(bots, toxic=toxic)
    with no_logged_failures():
        match.play()
    assert not [line for line in match.shown if line.startswith("MOVE") and line.endswith("- -")]
    assert [bot.failed for bot in bots] == [""] * 4
    result = match.hub.match("arena").state.result
    assert result is not None
    assert max(range(4), key=lambda seat: result.scores[seat]) == 0


def test_coming_back() -> None:
    """A strong bot that lost its connection is told all it needs, and plays on to the end."""
    bots: list[ToxicBot] = [StrongBot(f"p{number}", number) for number in range(3)]
    match = Match(bots)
    for _ in range(40):
        match.go_on()
    assert bots[1].round > 10
    match.links[1].lost()
    match.bots[1] = StrongBot("p1", 9)
    match.links[1] = match.join(match.bots[1])
    match.play()
    assert match.bots[1].number == 1
    assert match.bots[1].arena == bots[0].arena
    assert [bot.failed for bot in match.bots] == [""] * 3
