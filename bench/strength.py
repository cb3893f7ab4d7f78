"""
How well the strong bot plays: ``python -m bench.strength [GAMES]``.

Whole four-player games of one strong bot against three random ones, over the
wire in memory, the strong one in each seat in turn. Prints the share of games
it won with its standard error, as one JSON object.
"""

from __future__ import annotations

import json
import sys
from math import sqrt

from boardhub.links.memory import MemoryLink
from boardhub.protocols.ursuppe import GAME
from boardhub.testing import MemoryHub

SEATS = 4


def wins(seed: int) -> bool:
    """Whether the strong bot wins the game of this seed."""
    hub = MemoryHub(GAME, seed=str(seed))
    strong = seed % SEATS
    bots = [
        GAME.bots["strong" if seat == strong else "random"](f"bot{seat}", seed)
        for seat in range(SEATS)
    ]
    links = [hub.connect() for _ in bots]
    _send(links[0], bots[0].creation("game", SEATS, 60_000, ""))
    for bot, link in zip(bots, links, strict=True):
        _send(link, bot.login("game"))
    while not all(bot.over for bot in bots):
        for bot, link in zip(bots, links, strict=True):
            _send(link, [answer for line in link.take() for answer in bot.hear(line)])
    return bots[strong].standings()[0][0] == f"bot{strong}"


def _send(link: MemoryLink, lines: list[str]) -> None:
    for line in lines:
        link.send(line)


def main(games: int = 200) -> None:
    """Play, and print what came of it."""
    won = sum(wins(seed) for seed in range(games))
    share = won / games
    # Never 0, also where all or none were won: one game more of the other kind.
    error = sqrt(max(share * (1 - share), 1 / games) / games)
    print(json.dumps({"name": "strength", "games": games, "won": won, "value": round(share, 4),
                      "error": round(error, 4), "unit": "share of games won"}))  # fmt: skip


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
