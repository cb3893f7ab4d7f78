"""
Matches that have been played in memory, and the films of them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from boardhub.games.toxic.directions import STEPS
from boardhub.games.toxic.moves import Walk
from boardhub.hub.journal import Record
from boardhub.hub.match import Match, Phase
from boardhub.protocols.burg import GAME as BURG
from boardhub.protocols.game import Game
from boardhub.protocols.toxic import GAME as TOXIC
from boardhub.protocols.ursuppe import GAME as URSUPPE
from boardhub.protocols.wuermer import GAME as WUERMER
from boardhub.testing import RecordingListener
from boardhub.web.film import film
from tests.web.desk import Desk

#: Every game, with the number of its players here.
GAMES = ((BURG, 2), (TOXIC, 3), (URSUPPE, 3), (WUERMER, 2))

NAMES = ("anna", "bert", "cleo")

#: A small hall, that matches of the arena may be short.
HALL = ["######", "#    #", "# ## #", "#    #", "######"]

#: More than the map may be read.
READING = 6.0


def seated(
    desk: Desk, game: Game, seats: int, name: str = "one", *, secret: str = "", **options: Any
) -> Match:
    """A match that has just begun, whose players come back by this word."""
    given = {"map": HALL, "toxicity": HALL} | options if game is TOXIC else options
    match = desk.make(game, name, seats, **given)
    facts = {"age": 20} if game is BURG else {}
    for player in NAMES[:seats]:
        match.take(RecordingListener(), player, secret=secret, facts=facts)
    if game is TOXIC:
        desk.pass_time(READING)
    return match


def step(desk: Desk, match: Match, chance: Random) -> None:
    """One answer, of anybody who is asked, after a moment."""
    asked = [each.seat for each in match.state.prompts if each.seat is not None]
    if not asked:
        desk.pass_time(1.0)
        return
    seat = chance.choice(asked)
    moves = list(match.state.legal_moves(seat))
    if match.rules is TOXIC.rules:
        moves = [Walk(chance.choice([*STEPS, "NONE"]), chance.choice([*STEPS]))]
    desk.pass_time(chance.choice([0.25, 0.5, 1.25]))
    if moves and match.prompt(seat) is not None:
        match.play(seat, chance.choice(moves), desk.hub.clock.now())


def played(desk: Desk, match: Match, seed: str, most: int = 3000) -> None:
    """Play at random, to the end."""
    chance = Random(seed)
    for _ in range(most):
        if match.phase is Phase.OVER:
            return
        step(desk, match, chance)
    match.stop("limit")


def shot(records: Sequence[Record], game: Game) -> dict[str, Any]:
    """The film of a match, as a browser has it."""
    value: dict[str, Any] = json.loads(b"".join(film(records, game)))
    return value


def developed(frames: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """All that is to be seen in each frame, as a browser puts it together."""
    match: dict[str, Any] = {}
    position: Any = None
    whole = []
    for frame in frames:
        match = {**match, **frame["match"]}
        position = frame["position"] if "position" in frame else {**position, **frame["changed"]}
        whole.append({"match": match, "position": position, "events": frame["events"]})
    return whole
