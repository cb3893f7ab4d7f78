"""
Random games of the rules alone, moves a second of processor time, against
python-chess.

Both list all legal moves, choose one, and carry it out; a game that is over
is followed by the next.
"""

from __future__ import annotations

from random import Random
from time import process_time
from typing import Any

import chess

from bench.figures import Amount, Figure, alternate, at_least, medians, ratio
from boardhub.games.rules import Player, Rules, State
from boardhub.protocols.game import Game

ROUNDS = 9
MOVES = 5000
#: Half-moves without capture or pawn move after which a game of chess is over.
CHESS_LIMIT = 150


def measure(game: Game) -> Figure:
    """The figure for a game."""
    play_game(game, 0)
    play_chess(0)
    pairs = alternate(ROUNDS, lambda number: play_game(game, number), play_chess)
    ours, theirs = medians(pairs)
    return Figure(
        "playout",
        ratio(pairs),
        "ratio",
        Amount("python-chess", theirs, "moves/s"),
        Amount(f"rules of {game.name}, {game.demo_seats} seats", ours, "moves/s"),
        at_least(0.7),
        game.name,
    )


def play_game(game: Game, number: int) -> float:
    """Moves a second of random games."""
    chance = Random(number)
    started = process_time()
    state = _begun(game.rules, game.demo_seats, chance)
    for _ in range(MOVES):
        if state.result is not None:
            state = _begun(game.rules, game.demo_seats, chance)
        seat = state.prompts[0].seat
        moves = [] if seat is None else list(state.legal_moves(seat))
        state.apply(seat, chance.choice(moves) if moves else state.default_move(seat))
    return MOVES / (process_time() - started)


def _begun(rules: Rules[Any], seats: int, chance: Random) -> State:
    state: State = rules.state(seats, str(chance.random()), {})
    state.begin([Player(f"player{seat}") for seat in range(seats)])
    return state


def play_chess(number: int) -> float:
    """Moves a second of random games of chess."""
    chance = Random(number)
    started = process_time()
    board = chess.Board()
    played = 0
    while played < MOVES:
        moves = list(board.legal_moves)
        if not moves or board.halfmove_clock >= CHESS_LIMIT:
            board = chess.Board()
            continue
        board.push(chance.choice(moves))
        played += 1
    return MOVES / (process_time() - started)
