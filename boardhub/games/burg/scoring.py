"""
Points: castles, the king's bonus, and the track (spec/burg-rules.md 5).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from boardhub.games.burg.board import Board
from boardhub.games.burg.masks import BIT

#: What the king's castle is worth in a year: this times the year.
BONUS: Final = 5


def castle_points(board: Board, color: int) -> int:
    """What a colour's knights earn: in each castle its area times the level of the highest."""
    points = 0
    for castle in board.shape().masks:
        levels = [board.heights[place] for place in board.knights[color] if castle & BIT[place]]
        points += castle.bit_count() * max(levels, default=0)
    return points


def king_bonus(board: Board, color: int, year: int) -> int:
    """What a colour earns for a knight in the king's castle, on exactly the year's level."""
    if board.king is None:
        return 0
    castle = board.shape().around(board.king)
    on_level = [place for place in board.knights[color] if board.heights[place] == year]
    return BONUS * year if any(castle & BIT[place] for place in on_level) else 0


def advance(scores: Sequence[int], color: int, gain: int) -> int:
    """
    The colour's new score: a space that another marker holds is passed over
    (spec/burg-rules.md 8.11). No gain moves nothing.
    """
    if not gain:
        return scores[color]
    others = {score for other, score in enumerate(scores) if other != color}
    score = scores[color] + gain
    while score in others:
        score += 1
    return score


def count_year(board: Board, scores: list[int], year: int, order: Sequence[int]) -> None:
    """
    Count the year, 1 to 3, into the scores: first everybody's castles, then
    the bonus; in year 1 in the order of turns, later from the leader down.
    """
    counted = list(order)
    if year > 1:
        counted.sort(key=lambda color: -scores[color])
    for color in counted:
        scores[color] = advance(scores, color, castle_points(board, color))
    for color in counted:
        scores[color] = advance(scores, color, king_bonus(board, color, year))
