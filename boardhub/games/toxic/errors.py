"""
Why the rules refuse a move. The protocol has no errors: the numbers are for
the journal.
"""

from __future__ import annotations

from enum import IntEnum


class Fault(IntEnum):
    """What is wrong with a move."""

    NOT_ASKED = 1
    """No round is open for this player, or her move is in already."""
    NO_MOVE = 2
    """No such direction, or a view of ``NONE``."""
