"""
What a reference bot is, and what bots of games over the UrServer's lobby
have in common.

A bot never touches a network: whoever runs it (the demo, the ``boardhub bot``
command, a test) tells it every line and sends what it answers.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol, TypeAlias


class Bot(Protocol):
    """A player of one match."""

    over: bool
    """Nothing more to hear: the game has ended, or the lobby has refused it."""
    failed: str
    """The lobby's refusal, if that is what ended it."""

    def creation(self, match: str, seats: int, timeout: int, password: str) -> list[str]:
        """The lobby lines that make a match; ``timeout`` in milliseconds."""

    def login(self, match: str, password: str = "", secret: str = "") -> list[str]:
        """The lobby lines that take a seat; with a secret it can be taken again later."""

    def hear(self, line: str) -> list[str]:
        """Take in one line; the lines to answer with, often none."""

    def standings(self) -> list[tuple[str, int]]:
        """Names and scores, best first, as far as the bot knows."""


#: Makes a bot from its name in the match and a seed for its chance.
MakeBot: TypeAlias = Callable[[str, str | int], Bot]


class UrBot:
    """
    A bot that comes through the UrServer's lobby. ``name`` is what it is
    called in the match; ``seed`` makes its chance, so that it plays the same
    again.
    """

    def __init__(self, name: str, seed: str | int = 0) -> None:
        self.name = name
        self.chance = Random(f"{seed}/{name}")
        self.over = False
        self.failed = ""

    def creation(
        self, match: str, seats: int, timeout: int = 60_000, password: str = ""
    ) -> list[str]:
        """The lines that make a match; ``timeout`` in milliseconds."""
        return [
            f"NEU {seats}",
            f"NAME {match}",
            f"PASSWORT {password}".rstrip(),
            f"TIMEOUT {timeout}",
        ]

    def login(self, match: str, password: str = "", secret: str = "") -> list[str]:
        """The lines that join a match; with a secret the seat can be taken again later."""
        lines = [f"GEHEIMNIS {secret}"] if secret else []
        return [
            *lines,
            f"TEILNEHMEN {match}",
            f"PASSWORT {password}".rstrip(),
            f"NAME {self.name}",
        ]

    def refused(self, line: str) -> None:
        """The lobby has refused it: there is nothing more to hear."""
        self.failed, self.over = line, True
