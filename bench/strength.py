"""
How well the strong bots play: ``python -m bench.strength [--game NAME]
[--seats N] [GAMES]``.

Whole games of one strong bot against random ones, over the wire in memory,
the strong one in each seat in turn. Prints the share of games it won with its
standard error, as one JSON object.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from math import sqrt

from boardhub.links.memory import MemoryLink
from boardhub.protocols.game import Game
from boardhub.protocols.registry import installed_games
from boardhub.testing import MemoryHub


def wins(game: Game, seats: int, seed: int) -> bool:
    """Whether the strong bot wins the game of this seed."""
    hub = MemoryHub(game, seed=str(seed))
    strong = seed % seats
    bots = [
        game.bots["strong" if seat == strong else "random"](f"bot{seat}", seed)
        for seat in range(seats)
    ]
    _send(hub.connect(), bots[0].creation("game", seats, 60_000, ""))
    links = [hub.connect() for _ in bots]
    for bot, link in zip(bots, links, strict=True):
        _send(link, bot.login("game"))
    while not all(bot.over for bot in bots):
        hub.advance(0.01)
        for bot, link in zip(bots, links, strict=True):
            _send(link, [answer for line in link.take() for answer in bot.hear(line)])
    result = hub.match("game").state.result
    assert result is not None, "a game of bots has no result"
    return max(range(seats), key=lambda seat: result.scores[seat]) == strong


def _send(link: MemoryLink, lines: list[str]) -> None:
    for line in lines:
        link.send(line)


def main() -> None:
    """Play, and print what came of it."""
    parser = ArgumentParser(prog="python -m bench.strength")
    parser.add_argument("--game", default="ursuppe")
    parser.add_argument("--seats", type=int, help="default: as many as in a demo match")
    parser.add_argument("games", nargs="?", type=int, default=200)
    arguments = parser.parse_args()
    game, games = installed_games()[arguments.game], arguments.games
    seats = arguments.seats or game.demo_seats
    won = sum(wins(game, seats, seed) for seed in range(games))
    share = won / games
    # Never 0, also where all or none were won: one game more of the other kind.
    error = sqrt(max(share * (1 - share), 1 / games) / games)
    print(json.dumps({"name": "strength", "game": game.name, "seats": seats, "games": games,
                      "won": won, "value": round(share, 4), "error": round(error, 4),
                      "unit": "share of games won"}))  # fmt: skip


if __name__ == "__main__":
    main()
