"""
How well the strong bots play: ``python -m bench.strength [--game NAME]
[--seats N] [--strong N] [GAMES]``.

Whole games of strong bots against random ones, over the wire in memory. By
default one is strong; they sit in each seat in turn. Prints one JSON object:

- ``value``: the share of games that a strong bot won;
- ``ahead``: the share of games in which the strong bots' mean score was higher
  than the random ones';
- ``scores``: the mean score of a strong bot, that of a random one, and the
  difference, which is taken within each game.

Each with its standard error.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from math import sqrt
from statistics import mean, stdev
from typing import Any

from attrs import frozen

from boardhub.links.memory import MemoryLink
from boardhub.protocols.game import Game
from boardhub.protocols.registry import installed_games
from boardhub.testing import MemoryHub


@frozen
class Played:
    """How a game ended: whether a strong bot won it, and both kinds' mean scores."""

    won: bool
    strong: float
    random: float


def play(game: Game, seats: int, strong: int, seed: int) -> Played:
    """Play the game of this seed, so many of the seats with strong bots."""
    hub = MemoryHub(game, seed=str(seed))
    places = {(seed + number * seats // strong) % seats for number in range(strong)}
    bots = [
        game.bots["strong" if seat in places else "random"](f"bot{seat}", seed)
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
    scores = [float(score) for score in result.scores]
    return Played(
        scores.index(max(scores)) in places,
        mean(scores[seat] for seat in places),
        mean(scores[seat] for seat in range(seats) if seat not in places),
    )


def _send(link: MemoryLink, lines: list[str]) -> None:
    for line in lines:
        link.send(line)


def _share(of: Sequence[bool]) -> tuple[float, float]:
    """How many of these are so, and the standard error."""
    games, share = len(of), sum(of) / len(of)
    # Never 0, also where all or none are: one game more of the other kind.
    return round(share, 4), round(sqrt(max(share * (1 - share), 1 / games) / games), 4)


def _mean(values: Sequence[float]) -> dict[str, float]:
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return {"value": round(mean(values), 2), "error": round(error, 2)}


def summary(game: Game, seats: int, strong: int, played: Sequence[Played]) -> dict[str, Any]:
    """What came of these games, as plain values."""
    share, error = _share([each.won for each in played])
    ahead, ahead_error = _share([each.strong > each.random for each in played])
    return {
        "name": "strength",
        "game": game.name,
        "seats": seats,
        "strong": strong,
        "games": len(played),
        "won": sum(each.won for each in played),
        "value": share,
        "error": error,
        "unit": "share of games won",
        "ahead": {"value": ahead, "error": ahead_error},
        "scores": {
            "strong": _mean([each.strong for each in played]),
            "random": _mean([each.random for each in played]),
            "difference": _mean([each.strong - each.random for each in played]),
        },
    }


def main() -> None:
    """Play, and print what came of it."""
    parser = ArgumentParser(prog="python -m bench.strength")
    parser.add_argument("--game", default="ursuppe")
    parser.add_argument("--seats", type=int, help="default: as many as in a demo match")
    parser.add_argument("--strong", type=int, default=1, help="how many are strong (default: 1)")
    parser.add_argument("games", nargs="?", type=int, default=200)
    given = parser.parse_args()
    game = installed_games()[given.game]
    seats = given.seats or game.demo_seats
    if not 0 < given.strong < seats:
        parser.error("at least one bot must be strong, and one random")
    if given.games < 1:
        parser.error("at least one game must be played")
    played = [play(game, seats, given.strong, seed) for seed in range(given.games)]
    print(json.dumps(summary(game, seats, given.strong, played)))


if __name__ == "__main__":
    main()
