"""
What holds for a match from the day it is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from boardhub.hub.lock import Lock, lock

MINUTE = 60.0
HOUR = 60 * MINUTE


@frozen
class Terms:
    """What was agreed when the match was made."""

    seats: int
    timeout: float
    """Seconds for an answer; prompts may allow a multiple."""
    password: Lock | None = field(default=None, converter=lock)
    """What opens it, made of a word; None: anybody may join."""
    options: Mapping[str, Any] = field(factory=dict)
    """The game's own, as plain values."""
    away: float | None = None
    """Seconds that a lost player who may come back is waited for; None: till the end."""
    least: int = 1
    """Players without whom it is void, where programs could not be started."""
    standing: bool = False
    """It waits for players for ever, also while nobody is there."""

    @property
    def public(self) -> bool:
        """Whether anybody may join without a password."""
        return self.password is None

    def admits(self, password: str) -> bool:
        """Whether this password opens the match; a public one takes any."""
        return self.password is None or self.password.opens(password)


@frozen
class Spans:
    """How long matches may last in each of their situations, in seconds."""

    match: float = 24 * HOUR
    """From the beginning on; a game that takes longer has no result."""
    start: float = 30.0
    """A program that does not run after this is out."""
    empty: float = 30 * MINUTE
    """A waiting match that nobody is in is removed after this."""
    unattended: float = 30 * MINUTE
    """How long clocks stand for players who may come back, when none is there."""
    away: float = 2 * MINUTE
    """How long a lost player is waited for, in games that do not wait till the end."""
    after: float = 30 * MINUTE
    """How long connections stay after the end, and the name is taken."""
    tournament: bool = False
    """Connections are closed at the end at once."""
