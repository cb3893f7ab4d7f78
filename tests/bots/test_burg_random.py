"""
The random burg bot: everything that the rules allow, and nothing else.
"""

import pytest

from boardhub.bots.burg_random import RandomBot
from boardhub.games.burg.actions import ACTIONS
from tests.bots.burg_wire import Table, answers, plan_lines, status_lines, told


def test_every_kind_of_action() -> None:
    """Over a few matches every action of the document is played, and none is refused."""
    found: set[str] = set()
    for seed in range(4):
        table = Table([RandomBot(f"p{seat}", seed) for seat in range(3)], str(seed))
        table.play()
        found |= table.actions
        assert [bot.errors for bot in table.bots] == [[], [], []]
    assert found == set(ACTIONS)


def test_same_seed_same_match() -> None:
    """A match can be played again."""
    scores = []
    for _ in range(2):
        table = Table([RandomBot("ada", 7), RandomBot("ben", 8)], "again")
        table.play()
        scores.append(table.state.scores)
    assert scores[0] == scores[1]


def test_standings_of_a_match() -> None:
    """What the bots have counted is the result."""
    bots = [RandomBot("ada", 7), RandomBot("ben", 8)]
    table = Table([*bots], "result")
    table.play()
    result = dict(zip(("ada", "ben"), table.state.scores, strict=True))
    assert dict(bots[0].standings()) == result


@pytest.mark.parametrize(
    ("year", "cells", "squares"),
    [
        (1, {(4, 0): "1O", (2, 2): "1B"}, {(5, 2), (0, 3), (7, 4), (2, 5), (5, 5), (3, 7)}),
        (2, {(4, 0): "1O", (4, 1): "2K", (2, 2): "1B", (2, 3): "1"}, {(4, 1), (2, 3)}),
    ],
)
def test_squares_for_king(
    year: int, cells: dict[tuple[int, int], str], squares: set[tuple[int, int]]
) -> None:
    """The king is set on free start squares, later on any block that no knight stands on."""
    found = set()
    for seed in range(60):
        bot = RandomBot("ben", seed)
        status = status_lines((year, 0, 0), "ben", "ada 0 20 3", "ben 0 30 3")
        lines = ["SPIELER_ANGEMELDET ben 30", *status, *plan_lines(cells)]
        said = answers(bot, [*lines, "KOENIG_SETZEN"])
        found.add(tuple(int(line.split()[1]) for line in said[-2:]))
    assert found == squares


def test_nothing_after_the_end() -> None:
    """A bot that has heard the end says nothing."""
    bot = RandomBot("ben", 1)
    assert answers(bot, told("SPIELER_ANGEMELDET ben 30 | SPIEL_BEENDET | RITTER_SETZEN")) == []
