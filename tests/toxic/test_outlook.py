"""The sweep over all that an eye sees agrees with looking at each field."""

from __future__ import annotations

from random import Random

from boardhub.games.toxic.arena import Arena
from boardhub.games.toxic.directions import STEPS
from boardhub.games.toxic.outlook import fields_seen
from boardhub.games.toxic.sight import sees
from tests.soak import games


def test_the_sweep_sees_what_one_sees() -> None:
    """On random boards with more fields than are looked at one by one, for every view."""
    chance = Random(2)
    for _ in range(games(25)):
        width, height = chance.randrange(9, 17), chance.randrange(8, 15)
        density = chance.choice([0.0, 0.1, 0.2, 0.35])
        rows = ["".join(["# "[chance.random() >= density] for _ in range(width)])
                for _ in range(height)]  # fmt: skip
        arena = Arena(tuple(rows))
        players = frozenset(chance.sample(sorted(arena.free), 6))
        eye = min(players)
        known = set(chance.sample(sorted(arena.free), 5))
        for view in STEPS:
            one_by_one = [
                place
                for place in sorted(arena.free, key=lambda place: (place[1], place[0]))
                if place != eye and place not in known and sees(arena, players, eye, view, place)
            ]
            assert fields_seen(arena, players, eye, view, known) == one_by_one, (rows, eye, view)
