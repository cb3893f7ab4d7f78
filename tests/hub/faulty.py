"""
A toy that fails on command.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, frozen

from boardhub.games.rules import Events, Move, Viewer
from tests.hub.toys import Count, Nim, Ready, Take, ToyRules


class Breakdown(Exception):
    """What `Faulty` fails with."""


@frozen
class Break(Move):
    """From now on whoever touches this attribute of the state gets a `Breakdown`."""

    what: str


@define
class Faulty(Nim):
    """Nim, with the moves to break it. Option ``trap``: broken from the beginning."""

    trap: str = ""

    def __getattribute__(self, name: str) -> Any:
        """Fail, if it is what the trap is set for."""
        if name != "trap" and name == object.__getattribute__(self, "trap"):
            raise Breakdown(name)
        return object.__getattribute__(self, name)

    def apply(self, seat: Viewer, move: Any) -> Events:
        """Break, or play nim."""
        if isinstance(move, Break):
            self.trap = move.what
            return ()
        return super().apply(seat, move)


def faulty(seats: int, seed: str, options: Mapping[str, Any]) -> Faulty:
    """A heap with a trap."""
    return Faulty(seats, ready=options.get("ready", False), trap=options.get("trap", ""))


FAULTY = ToyRules("faulty", faulty, (Ready, Take, Count, Break))
