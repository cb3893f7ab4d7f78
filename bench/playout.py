"""
Random games of the rules alone, moves a second of processor time, against
python-chess.

Both list all legal moves, choose one, and carry it out; a game that is over
is followed by the next. How many moves are listed a second is told, too: a
position of one game lists many more than one of another.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from time import process_time
from typing import Any, Final

import chess
from attrs import define

from bench.figures import Amount, Figure, Reach, alternate, at_least, medians, ratio
from bench.rehearsal import options
from boardhub.games.rules import Player, State
from boardhub.protocols.game import Game

ROUNDS = 9
MOVES = 5000
#: Half-moves without capture or pawn move after which a game of chess is over.
CHESS_LIMIT = 150

#: How fast a game should be beside chess; one that lists a hundred moves cannot be as fast.
REACHES: Final[Mapping[str, Reach]] = {"burg": at_least(0.3)}
REACH: Final = at_least(0.7)

#: How many play, where it is not as many as in a demo match.
SEATS: Final[Mapping[str, int]] = {"toxic": 4}

#: What players tell of themselves, where a game wants to know.
FACTS: Final[Mapping[str, Mapping[str, Any]]] = {"burg": {"age": 30}}


@define
class Tally:
    """Moves that were carried out, moves that were listed, and the time it took."""

    seconds: float = 0.0
    played: int = 0
    listed: int = 0

    def each_second(self) -> str:
        """How many were listed a second, in words."""
        return f"lists {self.listed / self.seconds:,.0f} moves/s"

    def add(self, played: int, listed: int, seconds: float) -> float:
        """Add these; how many of them were played a second."""
        self.played += played
        self.listed += listed
        self.seconds += seconds
        return played / seconds


def measure(game: Game) -> Figure:
    """The figure for a game."""
    play_game(Tally(), game, 0)
    play_chess(Tally(), 0)
    own, chess_own = Tally(), Tally()
    pairs = alternate(
        ROUNDS,
        lambda number: play_game(own, game, number),
        lambda number: play_chess(chess_own, number),
    )
    ours, theirs = medians(pairs)
    label = f"rules of {game.name}, {_seats(game)} seats; {own.each_second()}"
    return Figure(
        "playout",
        ratio(pairs),
        "ratio",
        Amount(f"python-chess; {chess_own.each_second()}", theirs, "moves/s"),
        Amount(label, ours, "moves/s"),
        REACHES.get(game.name, REACH),
        game.name,
    )


def play_game(tally: Tally, game: Game, number: int) -> float:
    """Moves a second of random games."""
    chance = Random(number)
    listed = 0
    started = process_time()
    state = _begun(game, chance)
    for _ in range(MOVES):
        if state.result is not None:
            state = _begun(game, chance)
        seat = state.prompts[0].seat
        moves = [] if seat is None else list(state.legal_moves(seat))
        listed += len(moves)
        state.apply(seat, chance.choice(moves) if moves else state.default_move(seat))
    return tally.add(MOVES, listed, process_time() - started)


def _seats(game: Game) -> int:
    return SEATS.get(game.name, game.demo_seats)


def _begun(game: Game, chance: Random) -> State:
    seats, facts = _seats(game), FACTS.get(game.name, {})
    state: State = game.rules.state(seats, str(chance.random()), options(game))
    state.begin([Player(f"player{seat}", facts) for seat in range(seats)])
    return state


def play_chess(tally: Tally, number: int) -> float:
    """Moves a second of random games of chess."""
    chance = Random(number)
    listed = 0
    started = process_time()
    board = chess.Board()
    played = 0
    while played < MOVES:
        moves = list(board.legal_moves)
        if not moves or board.halfmove_clock >= CHESS_LIMIT:
            board = chess.Board()
            continue
        board.push(chance.choice(moves))
        listed += len(moves)
        played += 1
    return tally.add(MOVES, listed, process_time() - started)
