"""
Output that waits in the daemon because a peer reads too slowly.
"""

from __future__ import annotations

from collections import deque

from attrs import define, field
from twisted.internet.interfaces import IDelayedCall


@define(eq=False)
class Backlog:
    """
    What waits for a peer that is behind, beside what its transport holds: the
    very bytes that many links may have been given, not copies of them.
    """

    deadline: IDelayedCall
    """When the peer has been behind for too long."""
    full: bool = field(default=True, init=False)
    """The transport takes no more for now."""
    size: int = field(default=0, init=False)
    """In bytes."""
    _pieces: deque[bytes] = field(factory=deque, init=False)

    def add(self, data: bytes) -> None:
        """Keep these bytes, too."""
        self._pieces.append(data)
        self.size += len(data)

    def take(self, wanted: int) -> bytes:
        """The first bytes: whole pieces, as many as wanted or more if there are."""
        taken = []
        while self._pieces and wanted > 0:
            piece = self._pieces.popleft()
            taken.append(piece)
            wanted -= len(piece)
            self.size -= len(piece)
        return b"".join(taken)
