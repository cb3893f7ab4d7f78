"""
The lines of the toxic arena, for players and for spectators.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import floor

from boardhub.games.rules import Event
from boardhub.games.toxic import events as ev


@lru_cache(maxsize=1 << 14)  # energy has 10,001 values
def hundredths(value: int) -> str:
    """A number of hundredths with one decimal or two: ``100.0``, ``95.6``, ``0.01``."""
    text = f"{value // 100}.{value % 100:02d}"
    return text.removesuffix("0")


def points(value: Fraction | int) -> str:
    """Points, rounded half up to hundredths."""
    return hundredths(floor(Fraction(value) * 100 + Fraction(1, 2)))


def life_lines(lives: Iterable[tuple[int, int]]) -> list[str]:
    """``LIFE`` of all of these."""
    return [f"LIFE {hundredths(life)} {number}" for number, life in lives]


def seen_lines(figures: Iterable[ev.Figure]) -> list[str]:
    """``SEE_PLAYER`` for all of these."""
    return [f"SEE_PLAYER {each.x},{each.y} {each.view} {each.number}" for each in figures]


def block_lines(block: ev.Looked) -> list[str]:
    """What a player gets at the beginning of a round."""
    own = block.own
    return [
        f"SET {own.x},{own.y} {own.view}",
        *seen_lines(block.seen),
        *life_lines(block.lives),
        *[f"TOXIC {x},{y} {hundredths(value)}" for x, y, value in block.toxic],
        f"START {block.round}",
    ]


def map_lines(rows: Sequence[str]) -> list[str]:
    """``KARTE``: the walls."""
    lines = [f"ZEILE {y} {row}" for y, row in enumerate(rows)]
    return [f"KARTE {len(rows[0])} {len(rows)}", *lines, "KARTE_ENDE"]


def player_lines(event: Event) -> Sequence[str]:
    """What an event is for a player who may know of it."""
    match event:
        case ev.Looked():
            return block_lines(event)
        case ev.TurnedRed(number):
            return (f"TEAMCHANGE RED {number}",)
        case ev.Lived(lives):
            return life_lines(lives)
    return ()


def spectator_lines(event: Event) -> Sequence[str]:
    """What an event is for spectators."""
    match event:
        case ev.RoundBegan(number):
            return (f"START {number}",)
        case ev.Answered(number, direction, view):
            return (f"MOVE {number} {direction} {view}",)
        case ev.Stood(figures, lives):
            return [*seen_lines(figures), *life_lines(lives)]
        case ev.TurnedRed(number, why, by):
            return (
                f"TEAMCHANGE RED {number}",
                " ".join(["GRUND", str(number), why, *map(str, by)]),
            )
        case ev.Scored(number, sum_of_points):
            return (score_line(number, sum_of_points),)
    return ()


def score_line(number: int, sum_of_points: Fraction | int) -> str:
    """``PUNKTE n p``"""
    return f"PUNKTE {number} {points(sum_of_points)}"
