"""
What it costs to judge a round of the toxic arena, and to find out what each
player then sees: processor time of the rules alone, with sixteen players.

Half of them are RED at first, so that everybody looks for eight opponents;
mates are not looked for. The baseline, as many half-moves of python-chess as
players move in a round, says how fast the machine is.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from time import process_time
from typing import Any, Final

import chess

from bench.figures import Amount, Figure, alternate, at_most, medians
from boardhub.games.rules import Player
from boardhub.games.toxic.moves import Start
from boardhub.games.toxic.state import RULES, WALKS, Toxic
from boardhub.protocols.toxic_maps import Maps

ROUNDS = 9
#: Rounds of a game that are judged for one value. None of them is the last.
JUDGED = 30
PLAYERS = 16
#: A shipped map of 70 by 30 fields.
MAP: Final = "caves.map"


def measure() -> Figure:
    """The figure of players who look for each other."""
    return _figure("round", "rules of toxic", {})


def measure_sight() -> Figure:
    """The figure with ``--toxic-toxic sicht``: each is told the toxicity of what he sees, too."""
    return _figure("sight", "rules of toxic, toxicity of what is seen", {"sight": True})


def _figure(name: str, what: str, options: Mapping[str, Any]) -> Figure:
    _judge(0, options), _chess(0)
    pairs = alternate(ROUNDS, lambda number: _judge(number, options), _chess)
    ours, theirs = medians(pairs)
    return Figure(
        name,
        ours,
        "ms",
        Amount(f"python-chess: CPU for {PLAYERS} half-moves", theirs, "ms"),
        Amount(f"{what}, {PLAYERS} players, 70x30: CPU for a round", ours, "ms"),
        at_most(20),
        RULES.name,
    )


def _judge(number: int, options: Mapping[str, Any]) -> float:
    """Milliseconds for a round, from its first ``MOVE`` to the next blocks."""
    chance = Random(number)
    state = _half_red(str(number), options)
    started = process_time()
    for _ in range(JUDGED):
        for seat in range(PLAYERS):
            state.apply(seat, chance.choice(WALKS))
    return 1000 * (process_time() - started) / JUDGED


def _half_red(seed: str, options: Mapping[str, Any]) -> Toxic:
    """A game whose first round is open, with every second player RED."""
    drawn = Maps.load().find(MAP)
    board = {"map": drawn.rows, "toxicity": drawn.toxicity}
    state = RULES.state(PLAYERS, seed, {**board, **options})
    for each in state.players[::2]:
        each.red = True
    state.begin([Player(f"player{seat}") for seat in range(PLAYERS)])
    state.apply(None, Start())
    return state


def _chess(number: int) -> float:
    """Milliseconds for as many half-moves of chess: listed, chosen and carried out."""
    chance = Random(number)
    board = chess.Board()
    started = process_time()
    for _ in range(JUDGED * PLAYERS):
        moves = list(board.legal_moves)
        if not moves:
            board = chess.Board()
            continue
        board.push(chance.choice(moves))
    return 1000 * (process_time() - started) / JUDGED
