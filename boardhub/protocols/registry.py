"""
Which games are installed, ours and other people's.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import entry_points

from boardhub.protocols.game import Game

GROUP = "boardhub.games"


class BrokenGame(Exception):
    """An installed game cannot be loaded; the text says which and why."""


def installed_games() -> Mapping[str, Game]:
    """
    All games in the entry-point group ``boardhub.games``, by name.

    :raise BrokenGame: one of them cannot be imported, or is no `Game`.
    """
    games: dict[str, Game] = {}
    for point in sorted(entry_points(group=GROUP)):
        try:
            game = point.load()
        except Exception as error:  # whatever other people's modules raise
            raise BrokenGame(f"the game {point.name} ({point.value}): {error!r}") from error
        if not isinstance(game, Game):
            raise BrokenGame(f"the game {point.name} ({point.value}) is no boardhub Game")
        games[game.name] = game
    return games
