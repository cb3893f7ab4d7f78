"""
How large journals get: the longest matches that the rules allow, at the times
of a daemon, which have all their digits (ROBUSTNESS R6).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import cycle
from random import Random
from typing import Any

import pytest
from attrs import define, field
from twisted.internet.task import Clock as HandClock

from boardhub.games.rules import Move
from boardhub.games.toxic.moves import Walk
from boardhub.games.toxic.scoring import rounds_until_change
from boardhub.games.wuermer.moves import Crawl
from boardhub.hub.clock import Clock
from boardhub.hub.journal import MemoryJournal, Record
from boardhub.hub.lobby import Lobby
from boardhub.hub.match import Match, Phase
from boardhub.hub.terms import Terms
from boardhub.protocols.burg import GAME as BURG
from boardhub.protocols.game import Game
from boardhub.protocols.toxic import GAME as TOXIC
from boardhub.protocols.ursuppe import GAME as URSUPPE
from boardhub.protocols.wuermer import GAME as WUERMER
from boardhub.testing import RecordingListener

KB = 1000

#: Seconds that an answer takes, and of them those of the hub: as many digits as there can be.
ANSWER, HUB = 4.234567, 0.000123

#: What a seat is asked for, and the legal moves: one of them.
Choose = Callable[[Match, int], Move]


@define(eq=False)
class Long:
    """A match that is played to its end, and what its journal came to."""

    game: Game
    seats: int
    choose: Choose
    options: Mapping[str, Any] = field(factory=dict)
    facts: Mapping[str, Any] = field(factory=dict)
    journal: MemoryJournal = field(factory=MemoryJournal)

    def play(self) -> Long:
        """From the first move to the end."""
        time = HandClock()
        lobby = Lobby(Clock(time), lambda *_: self.journal)
        terms = Terms(self.seats, 60.0, options=self.options)
        match = lobby.create(self.game.rules, "match", terms, seed="seed")
        for seat in range(self.seats):
            match.take(RecordingListener(), f"player{seat}", facts=self.facts)
        while match.phase is not Phase.OVER:
            prompt = match.state.prompts[0]
            if prompt.seat is None:
                time.advance(prompt.seconds or 0.0)
                continue
            time.advance(ANSWER / len(match.state.prompts))
            at = time.seconds()
            time.rightNow += HUB  # what the hub takes lets nothing ring
            match.play(prompt.seat, self.choose(match, prompt.seat), at)
        assert match.reason == "finished"
        return self

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return sum(len(line.encode()) + 1 for line in self.journal.lines)

    @property
    def moves(self) -> list[Record]:
        """All records of moves."""
        return [each for each in self.journal.records() if each["record"] == "move"]


def at_random(seed: str) -> Choose:
    """Any legal move."""
    chance = Random(seed)
    return lambda match, seat: chance.choice(list(match.state.legal_moves(seat)))


@pytest.mark.parametrize(
    ("game", "facts"),
    [pytest.param(URSUPPE, {}, id="ursuppe"), pytest.param(BURG, {"age": 30}, id="burg")],
)
def test_long_matches(game: Game, facts: dict[str, Any]) -> None:
    """Players who dawdle make the longest matches of these games: a quarter of what is allowed."""
    for seed in ("a", "b", "c"):
        assert Long(game, 4, at_random(seed), facts=facts).play().size < 50 * KB


def test_the_longest_match_of_the_arena() -> None:
    """
    Sixteen players of whom none is ever touched or poisoned: there is a change only when
    one is due, and each says the longest words there are, in every round.
    """
    seats, width, height = 16, 70, 30
    rows = ["#" * width, *["#" + " " * (width - 2) + "#"] * (height - 2), "#" * width]
    options = {
        "map": rows,
        "toxicity": [" " * width] * height,
        "starts": [[4 + 8 * (seat % 8), 8 + 10 * (seat // 8)] for seat in range(seats)],
    }
    steps = cycle([*["NORTH_WEST"] * seats, *["SOUTH_EAST"] * seats])
    match = Long(TOXIC, seats, lambda match, seat: Walk(next(steps), "NORTH_WEST"), options).play()
    rounds = sum(rounds_until_change(blue) for blue in range(1, seats + 1))
    assert sum(each["seat"] is not None for each in match.moves) == rounds * seats
    assert match.size < 700 * KB


def test_the_longest_worm_match() -> None:
    """
    A board may ask for 9,999 turns each. Two worms that go round in circles use all of
    them; such a match is as large as its moves, and those are as short as they can be read.
    """
    worms = {"Eigene Wuermer": "3 5 3 6 3 7", "Gegnerische Wuermer": "13 5 13 6 13 7"}
    board = ["19", "19", "19", "19", "9999", "Hindernisse"]
    for word, places in worms.items():
        board += [word, *places.split()]
    ways = [cycle("NNOOSSWW") for _ in range(2)]
    circling: Choose = lambda match, seat: Crawl(1, next(ways[seat]))  # noqa: E731
    match = Long(WUERMER, 2, circling, {"board": board}).play()
    assert len(match.moves) == 2 * 9_999
    assert match.size < 52 * KB * len(match.moves) / 1000
    # A board with 1,900 turns each is within what a whole match may take.
    shorter = match.journal.lines[: len(match.journal.lines) - 2 * (9_999 - 1_900)]
    assert sum(len(line) + 1 for line in shorter) < 200 * KB
