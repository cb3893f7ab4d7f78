"""
What a game can wait for.
"""

from __future__ import annotations

from attrs import frozen

from boardhub.games.rules import Prompt


@frozen
class AskKnight(Prompt):
    """``RITTER_SETZEN``: the first knight, on a free start square."""


@frozen
class AskKing(Prompt):
    """``KOENIG_SETZEN``"""


@frozen
class AskTurn(Prompt):
    """
    ``ZUG_ABGEBEN``: any number of actions, then the end of the turn. It stays
    open, with its clock, until that.
    """
