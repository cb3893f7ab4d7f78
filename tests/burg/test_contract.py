"""The castle game keeps the contract of all games."""

from __future__ import annotations

from boardhub.games.burg.state import RULES
from boardhub.games.rules import Player
from boardhub.testing import check_rules


def aged_player(seat: int) -> Player:
    """Somebody with an age, the second seat the youngest."""
    return Player(f"player{seat}", {"age": (30, 25, 41, 25)[seat]})


def test_contract_of_the_rules() -> None:
    """Random games of each size come to an end and behave on the way."""
    check_rules(RULES, sizes=(2, 3, 4), games=3, player=aged_player)
