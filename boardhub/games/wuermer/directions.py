"""
The four directions in which a worm can crawl.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: Steps by the words of the wire, clockwise from the north: x to the right, y down.
STEPS: Final[Mapping[str, tuple[int, int]]] = {
    "N": (0, -1),
    "O": (1, 0),
    "S": (0, 1),
    "W": (-1, 0),
}
