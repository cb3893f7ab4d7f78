"""
A position as a person reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardhub.games.wuermer.state import Wuermer


def draw(game: Wuermer) -> str:
    """
    The board, ``#`` an obstacle and ``o`` the hole; ``A2`` is the head of the
    first player's second worm, ``a2`` the rest of it, ``B`` and ``b`` the
    second player's. Above it whose turn it is, or how the game has ended.
    """
    board = game.board
    marks = dict.fromkeys(board.obstacles, "#")
    marks[board.hole] = "o"
    for worms, letter in zip(game.worms, "AB", strict=True):
        for number, (head, middle, tail) in worms.items():
            marks[head] = f"{letter}{number}"
            marks[middle] = marks[tail] = f"{letter.lower()}{number}"
    width = max(map(len, marks.values()))
    rows = [
        " ".join([marks.get((x, y), ".").rjust(width) for x in range(1, board.width + 1)])
        for y in range(1, board.height + 1)
    ]
    return "\n".join([_head(game), *rows])


def _head(game: Wuermer) -> str:
    done = f"{game.turn} of {2 * game.board.limit} turns"
    if game.finished is not None:
        winner = game.finished.winner
        outcome = "a draw" if winner is None else f"{'AB'[winner]} has won"
        return f"{done}, {outcome}: {game.finished.why}"
    if not game.prompts:
        return f"{done}, not begun"
    said = ", the other cannot move" if game.passed else ""
    return f"{done}, {'AB'[game.active]} to move{said}"
