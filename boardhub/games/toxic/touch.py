"""
When a player touches another (spec/toxic-rules.md 5).
"""

from __future__ import annotations

from collections.abc import Container

from boardhub.games.toxic.arena import Arena, Field


def touches(arena: Arena, occupied: Container[Field], one: Field, other: Field) -> bool:
    """
    Whether players on these fields touch: as neighbours by a side, or by a
    corner if one of the two fields between has neither wall nor player.
    """
    (x, y), (u, v) = one, other
    if abs(x - u) + abs(y - v) == 1:
        return True
    if abs(x - u) != 1 or abs(y - v) != 1:
        return False
    return any(arena.is_free(*between) and between not in occupied for between in ((x, v), (u, y)))
