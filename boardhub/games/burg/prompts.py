"""
What a game can wait for.
"""

from __future__ import annotations

from attrs import frozen

from boardhub.games.burg.actions import FIRST_KNIGHT, KING, Action
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


def asks_for(prompt: Prompt, action: Action) -> bool:
    """Whether an action is what a prompt asks for."""
    match prompt:
        case AskKnight():
            return action is FIRST_KNIGHT
        case AskKing():
            return action is KING
    return action not in (FIRST_KNIGHT, KING)
