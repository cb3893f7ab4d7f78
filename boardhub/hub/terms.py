"""
What holds for a match from the day it is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

MINUTE = 60.0
HOUR = 60 * MINUTE


@frozen
class Terms:
    """What was agreed when the match was made."""

    seats: int
    timeout: float
    """Seconds for an answer; prompts may allow a multiple."""
    password: str = ""
    """Empty: anybody may join."""
    options: Mapping[str, Any] = field(factory=dict)
    """The game's own, as plain values."""


@frozen
class Spans:
    """How long matches may last in each of their situations, in seconds."""

    match: float = 24 * HOUR
    """From the beginning on; a game that takes longer has no result."""
    empty: float = 30 * MINUTE
    """A waiting match that nobody is in is removed after this."""
    unattended: float = 30 * MINUTE
    """How long clocks stand for players who may come back, when none is there."""
    after: float = 30 * MINUTE
    """How long connections stay after the end, and the name is taken."""
    tournament: bool = False
    """Connections are closed at the end at once."""
