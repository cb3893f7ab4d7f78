"""
A subcommand of ``boardhub``, and what the commands ask of each other: a
problem in one sentence, an installed game by its name, patience.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from attrs import frozen

from boardhub.protocols.game import Game
from boardhub.protocols.registry import BrokenGame, installed_games

#: Seconds between two tries to reach a hub, or a match, that is not there yet.
RETRY_SECONDS = 0.25

#: Seconds that a hub may take to answer a question.
ANSWER_SECONDS = 30.0


class Problem(Exception):
    """What went wrong, in one sentence for the person at the terminal."""


@frozen
class Command:
    """A subcommand: its name, what it does, its arguments, and what runs it."""

    name: str
    doc: str
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], None]


class Patience:
    """How long something that is not there yet is waited for, in seconds."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def again(self) -> bool:
        """Wait a moment and say yes, or say no: the time is over."""
        if time.monotonic() >= self._end:
            return False
        time.sleep(RETRY_SECONDS)
        return True


def installed_game(name: str) -> Game:
    """
    The installed game of this name.

    :raise Problem: there is none, or an installed game cannot be loaded.
    """
    try:
        games = installed_games()
    except BrokenGame as error:
        raise Problem(f"{error}.") from error
    if name not in games:
        raise Problem(f"There is no game {name!r}; installed: {', '.join(games)}.")
    return games[name]
