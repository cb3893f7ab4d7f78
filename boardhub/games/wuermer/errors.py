"""
Why the rules refuse a move. The protocol has no errors, since a fault loses
the match: the numbers are for the journal.
"""

from __future__ import annotations

from enum import IntEnum


class Fault(IntEnum):
    """What is wrong with a move (spec/wuermer-rules.md 4)."""

    NOT_ASKED = 1
    """It is not this player's turn."""
    UNZULAESSIG = 2
    """No such worm, or it is in the hole, or the field before it is not free."""
    KANN_NICHT = 3
    """A player who can move says that she cannot."""
