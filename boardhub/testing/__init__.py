"""
For tests of games and dialects, ours and other people's.

`MemoryHub` is the real hub with in-memory links and a clock that is driven by
hand. `check_rules` and `check_game` are the contract that every game passes.
"""

from boardhub.testing.contract import check_game, check_rules
from boardhub.testing.memory_hub import MemoryHub, RecordingListener, no_logged_failures

__all__ = [
    "MemoryHub",
    "RecordingListener",
    "check_game",
    "check_rules",
    "no_logged_failures",
]
