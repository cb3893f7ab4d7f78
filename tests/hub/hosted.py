"""
A match of a toy in a hub whose clock is driven by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, field

from boardhub.games.rules import Move, Rules
from boardhub.hub.journal import MemoryJournal, Record
from boardhub.hub.match import Match
from boardhub.hub.steps import Cause
from boardhub.hub.terms import Spans, Terms
from boardhub.testing import MemoryHub, RecordingListener


@define(eq=False)
class Hosted:
    """A match of a toy in a hub of its own. Seconds are those since it was made."""

    hub: MemoryHub
    match: Match
    players: list[RecordingListener] = field(factory=list)

    @property
    def journal(self) -> MemoryJournal:
        """What the match has recorded."""
        return self.hub.journals[str(self.match)]

    def records(self, kind: str) -> list[Record]:
        """The records of a kind."""
        return [each for each in self.journal.records() if each["record"] == kind]

    def sit(self, *secrets: str) -> Hosted:
        """Fill the lowest free seats, one for each secret."""
        for secret in secrets:
            player = RecordingListener()
            self.match.take(player, f"player{len(self.players)}", secret=secret)
            self.players.append(player)
        return self

    def watch(self, *names: str) -> RecordingListener:
        """Let these watch, as one listener."""
        for name in names:
            self.match.watcher_came(name)
        gallery = RecordingListener()
        self.match.watch(gallery)
        return gallery

    def play(self, seat: int, *moves: Move) -> None:
        """Moves whose last byte has come just now."""
        for move in moves:
            self.match.play(seat, move, self.hub.clock.now())

    def advance(self, seconds: float) -> None:
        """Let time pass, and only then happen what was due."""
        self.hub.advance(seconds)

    def wait(self, seconds: int, step: int = 1) -> None:
        """Let time pass in steps of some seconds, with all that happens after each."""
        self.hub.reactor.pump([step] * (seconds // step))


def host(
    rules: Rules[Any],
    seats: int = 2,
    *,
    timeout: float = 10.0,
    spans: Spans | None = None,
    options: Mapping[str, Any] | None = None,
    password: str = "",
) -> Hosted:
    """A match that waits for its players."""
    hub = MemoryHub(spans=spans)
    terms = Terms(seats, timeout, password, options or {})
    return Hosted(hub, hub.lobby.create(rules, "toy", terms))


def causes(listener: RecordingListener) -> list[Cause]:
    """Why each step happened that this listener has heard."""
    return [step.cause for step in listener.steps]
