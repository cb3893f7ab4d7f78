"""
What a reference bot is, and what bots of games over the UrServer's lobby
have in common.

A bot never touches a network: whoever runs it (the demo, the ``boardhub bot``
command, a test) tells it every line and sends what it answers.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import ClassVar, Protocol, TypeAlias


class Bot(Protocol):
    """A player of one match."""

    over: bool
    """Nothing more to hear: the game has ended, or the lobby has refused it."""
    failed: str
    """The lobby's refusal, if that is what ended it."""
    too_early: bool
    """It was refused because the match is not there yet."""
    greeting: ClassVar[str]
    """The first word of what the hub says to whoever connects; empty: it waits to be spoken to."""
    needs_match: ClassVar[bool]
    """It has to name a match; else a seat is given to it as it connects, without a `login`."""

    def creation(self, match: str, seats: int, timeout: int, password: str) -> list[str]:
        """The lobby lines that make a match; ``timeout`` in milliseconds."""

    def is_made(self, answer: str) -> bool:
        """Whether the match is there now, by the lobby's answer to `creation`."""

    def login(self, match: str, password: str = "", secret: str = "") -> list[str]:
        """The lobby lines that take a seat; with a secret it can be taken again later."""

    def watching(self, match: str) -> list[str]:
        """The lobby lines by which somebody of its name watches a match."""

    def hear(self, line: str) -> list[str]:
        """Take in one line; the lines to answer with, often none."""

    def standings(self) -> list[tuple[str, int]]:
        """Names and scores, best first; empty where the match ended without a result."""


#: Makes a bot from its name in the match and a seed for its chance.
MakeBot: TypeAlias = Callable[[str, str | int], Bot]


class Newcomer:
    """
    A bot that has not come in yet. ``name`` is what it is called in the
    match; ``seed`` makes its chance, so that it plays the same again.
    """

    greeting: ClassVar[str] = ""
    needs_match: ClassVar[bool] = True

    def __init__(self, name: str, seed: str | int = 0) -> None:
        self.name = name
        self._seed = seed
        self.chance = Random(f"{seed}/{name}")
        self.over = False
        self.failed = ""
        self.too_early = False

    def wonder(self, *question: object) -> None:
        """
        Begin with the chance of this question: a bot that comes back to its
        seat, and knows nothing of the questions before, answers as if it had
        never been away.
        """
        self.chance = Random(f"{self._seed}/{self.name}/{question}")


class UrBot(Newcomer):
    """A bot that comes through the UrServer's lobby."""

    name_taken = False
    """It was refused because somebody else in the match has its name."""

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

    def watching(self, match: str) -> list[str]:
        """The lines by which somebody of its name watches a match."""
        return [f"ZUSCHAUEN {match}", f"NAME {self.name}"]

    def is_made(self, answer: str) -> bool:
        """Whether the match is there now: made, or made before by somebody else."""
        return answer.startswith("SPIEL_ANGEMELDET ") or _code(answer) == _NAME_TAKEN

    def refused(self, line: str) -> None:
        """The lobby has refused it: there is nothing more to hear."""
        self.failed, self.over = line, True
        self.too_early = _code(line) == _NO_SUCH_MATCH
        self.name_taken = _code(line) == _NAME_TAKEN


#: The lobby's error numbers that make a difference here.
_NAME_TAKEN, _NO_SUCH_MATCH = "16", "27"


def _code(line: str) -> str:
    """The number of a ``FEHLER`` line, or nothing."""
    word, _, rest = line.partition(" ")
    return rest.split(" ")[0] if word == "FEHLER" else ""
