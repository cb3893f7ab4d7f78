"""
A position as a person reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardhub.games.toxic.state import Toxic


def draw(game: Toxic) -> str:
    """The map with the players' numbers on it (above 9 as letters), and how each stands."""
    rows = [list(row) for row in game.arena.rows]
    for number in game.inside():
        fighter = game.players[number]
        rows[fighter.y][fighter.x] = "0123456789abcdef"[number]
    lines = ["".join(row) for row in rows]
    for number, each in enumerate(game.players):
        team = ("RED" if each.red else "BLUE") if each.inside else "-"
        life = f"{each.life / 100:.2f}"
        lines.append(f"{number:2} {team:4} {life:>6} {each.view:10} {float(each.points):.2f}")
    return "\n".join([f"round {game.round}", *lines])
