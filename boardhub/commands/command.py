"""
A subcommand of ``boardhub``, and what the commands ask of each other: a
problem in one sentence, what an argument may be, an installed game by its
name, patience.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from math import nan
from typing import Any

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


def utf8(word: str) -> str:
    """
    The type of an argument that others are told, or that makes chance.

    :raise ArgumentTypeError: it has bytes that are no text.
    """
    try:
        word.encode()
    except UnicodeEncodeError:
        raise ArgumentTypeError("must be UTF-8") from None
    return word


def seconds(word: str) -> float:
    """
    The type of an argument that says how long, which may be for ever: ``inf``.

    :raise ArgumentTypeError: it is no such number.
    """
    try:
        number = float(word)
    except ValueError:
        number = nan
    if not number >= 0:
        raise ArgumentTypeError("must be a number of seconds from 0 on")
    return number


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


def settings_argument(parser: ArgumentParser) -> None:
    """The option by which a command takes those of a game."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        dest="settings",
        help="an option of the game, as the daemon has it: preparation=0 for --toxic-preparation=0",
    )


def game_settings(game: Game, texts: Sequence[str]) -> dict[str, Any]:
    """
    The game's own options that have been given.

    :raise Problem: it has no such option, or not this value.
    """
    options = {each.name: each for each in game.options}
    settings: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if name not in options or not equals:
            known = ", ".join(options) or "none"
            raise Problem(f"{text!r} sets no option of {game.name}; there is: {known}.")
        try:
            settings[name] = options[name].coerce(value)
        except ValueError as error:
            raise Problem(f"--set {text}: {error}.") from error
    return settings
