"""
What the game can wait for.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from boardhub.games.rules import Prompt


@frozen
class AskMove(Prompt):
    """It is this player's turn."""


@frozen
class AskFirst(AskMove):
    """
    A player's first turn, with three times the timeout
    (spec/wuermer-rules.md 4, ``FEHLER_TIMEOUT``).
    """

    times: ClassVar[int] = 3
