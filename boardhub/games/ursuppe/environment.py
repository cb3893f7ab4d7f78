"""
The environment cards (spec/ursuppe-rules.md 3, environment cards).
"""

from __future__ import annotations

from typing import Final, TypeAlias

from boardhub.games.ursuppe.board import EAST, NORTH, SOUTH, STAY, WEST

#: A drift direction and the thickness of the ozone layer.
Card: TypeAlias = tuple[int, int]

CARDS: Final[tuple[Card, ...]] = (
    (WEST, 6),
    (WEST, 9),
    (WEST, 12),
    (NORTH, 9),
    (NORTH, 11),
    (EAST, 8),
    (EAST, 10),
    (EAST, 10),
    (SOUTH, 10),
    (SOUTH, 13),
    (STAY, 14),
)
