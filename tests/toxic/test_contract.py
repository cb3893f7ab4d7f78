"""The arena is a game like any other: rules, hub and wire."""

from __future__ import annotations

from boardhub.protocols.toxic import GAME
from boardhub.testing import check_game


def test_contract() -> None:
    """For two, three and ten players."""
    check_game(GAME, sizes=(2, 3, 10), matches=1)
