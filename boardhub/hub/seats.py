"""
Where the players of a match sit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from hmac import compare_digest
from typing import Any

from attrs import define, field

from boardhub.hub.steps import Listener

#: How often a player may come back to her seat: each time is a record.
RETURNS = 200


class SeatTaken(Exception):
    """No free seat, or not this one."""


class Presence(Enum):
    """Whether a seat is taken, and its player there."""

    FREE = "free"
    RESERVED = "reserved"
    CONNECTED = "connected"
    HELD = "held"
    GONE = "gone"


@define(eq=False)
class Seat:
    """One player's place, by its number: free, kept for somebody, or hers to the end."""

    number: int
    presence: Presence = Presence.FREE
    name: str = ""
    facts: Mapping[str, Any] = field(factory=dict)
    secret: str = ""
    listener: Listener | None = None
    reason: str = "played"
    returns: int = 0
    """How often her player has come back."""

    @property
    def taken(self) -> bool:
        """Somebody sits here, or did when the game began."""
        return self.presence in (Presence.CONNECTED, Presence.HELD, Presence.GONE)

    @property
    def may_return(self) -> bool:
        """Whether its player, once gone, may come back again."""
        return self.returns < RETURNS

    def opens_with(self, secret: str) -> bool:
        """Whether this word brings the player back into her seat."""
        return bool(self.secret) and compare_digest(self.secret.encode(), secret.encode())


#: Her player may still answer.
PRESENT = (Presence.CONNECTED, Presence.HELD)
