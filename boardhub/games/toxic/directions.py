"""
The eight directions, for steps and views.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: Steps by the words of the wire: x to the right, y down.
STEPS: Final[Mapping[str, tuple[int, int]]] = {
    "NORTH": (0, -1),
    "NORTH_WEST": (-1, -1),
    "WEST": (-1, 0),
    "SOUTH_WEST": (-1, 1),
    "SOUTH": (0, 1),
    "SOUTH_EAST": (1, 1),
    "EAST": (1, 0),
    "NORTH_EAST": (1, -1),
}

#: No step. A view always has a direction.
NONE: Final = "NONE"
