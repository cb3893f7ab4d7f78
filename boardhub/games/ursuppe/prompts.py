"""
What a game can wait for, one class per ``ZUG_...`` line of the protocol.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from boardhub.games.rules import Prompt
from boardhub.games.ursuppe.moves import Cubes


@frozen
class AskReady(Prompt):
    """``ZUG_BEREIT``, to all at once, with three times the timeout."""

    times: ClassVar[int] = 3


@frozen
class AskPosition(Prompt):
    """``ZUG_POSITION``: one 0 (free) or 1 (taken) per start space."""

    taken: tuple[int, ...]


@frozen
class AskPlacement(Prompt):
    """``ZUG_AMOEBE_SETZEN`` in the set-up: exactly one amoeba."""


@frozen
class AskMovement(Prompt):
    """
    ``ZUG_BEWEGEN nr``; ``second``: the optional second movement of genes 3
    and 16.
    """

    amoeba: int
    second: bool


@frozen
class AskMeal(Prompt):
    """``ZUG_FRESSEN nr``"""

    amoeba: int


@frozen
class AskWard(Prompt):
    """
    ``ZUG_ABWEHR nr f2 nr2 code``; by the code she may flee (0), defend (1),
    or either (2).
    """

    amoeba: int
    attacker: int
    attacker_amoeba: int
    code: int


@frozen
class AskHold(Prompt):
    """``ZUG_KLAMMERN nr f2 nr2 direction cubes``"""

    amoeba: int
    other: int
    other_amoeba: int
    direction: int
    cubes: Cubes


@frozen
class AskDefects(Prompt):
    """``ZUG_GENDEFEKTE``"""


@frozen
class AskGenes(Prompt):
    """``ZUG_GEN_KAUFEN``"""


@frozen
class AskDivision(Prompt):
    """``ZUG_AMOEBE_SETZEN`` in phase 4: any number of amoebas."""


@frozen
class AskAggression(Prompt):
    """``ZUG_AGGRESSION``"""
