"""
What a port has had to do since the daemon started.
"""

from __future__ import annotations

from collections import Counter

from attrs import define, field


@define(eq=False)
class Counts:
    """Plain numbers that only grow; whoever wants to know reads them."""

    lines: int = 0
    """Lines that have come from peers of all kinds."""
    refused: Counter[str] = field(factory=Counter)
    """Lines that made no sense, or that the rules refused, by the number of the error."""
    missed: int = 0
    """Writes that spectators have missed, since they read too slowly."""
