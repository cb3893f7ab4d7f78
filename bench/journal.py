"""
What journals cost: processor time for a line with one and without, and how
fast a match is verified from its journal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

from twisted.internet.task import Clock as HandClock

from bench.children import Child
from bench.command import ROUNDS, WARM_UP, Played
from bench.figures import Amount, Figure, alternate, at_least, at_most, medians, ratio
from bench.hosting import HubServer
from bench.playout import FACTS, SEATS
from bench.rehearsal import options
from boardhub.hub.clock import Clock
from boardhub.hub.journal import MemoryJournal, Record, rebuild
from boardhub.hub.lobby import Lobby
from boardhub.hub.match import Phase
from boardhub.hub.replay import replay
from boardhub.hub.terms import Terms
from boardhub.protocols.game import Game
from boardhub.testing import RecordingListener

#: Moves that are verified in a round, in whole matches.
MOVES: Final = 3000

VERIFYING_ROUNDS: Final = 7


def measure(game: Game) -> Figure:
    """What a line costs with a journal, against the same hub without one."""
    with (
        TemporaryDirectory() as directory,
        TemporaryDirectory() as other,
        Child("bench.hosting:HubServer", game=game.name, directory=directory) as hub,
        Child("bench.journal:Forgetful", game=game.name, directory=other) as bare,
    ):
        played = Played(game)
        played.on(hub, WARM_UP), played.on(bare, WARM_UP)
        pairs = alternate(
            ROUNDS, lambda number: played.on(hub, number), lambda number: played.on(bare, number)
        )
    ours, theirs = medians(pairs)
    return Figure(
        "journal",
        ratio(pairs),
        "ratio",
        Amount("hub without journals: CPU a line", theirs, "us"),
        Amount("hub with journals in files: CPU a line", ours, "us"),
        at_most(1.3),
        game.name,
    )


class Forgetful(HubServer):
    """In the child: a hub that writes nothing down."""

    def _journal(self, game: str, name: str, made: datetime) -> Nothing:
        return Nothing()


class Nothing:
    """A journal that keeps no record."""

    def seal(self, locks: Record) -> None:
        """Not kept."""

    def append(self, record: Record) -> None:
        """Not kept."""

    def close(self) -> None:
        """Nothing is open."""

    def discard(self) -> None:
        """Nothing is there."""


def measure_verify(game: Game) -> Figure:
    """How fast matches are verified, against rebuilding them without a look at anything."""
    matches = _matches(game)
    moves = sum(each["record"] == "move" for records in matches for each in records)

    def verified(records: Sequence[Record]) -> None:
        for _ in replay(records, game.rules):
            pass

    def rebuilt(records: Sequence[Record]) -> None:
        rebuild(records, game.rules)

    def speed(make: Callable[[Sequence[Record]], None]) -> float:
        started = process_time()
        for records in matches:
            make(records)
        return moves / (process_time() - started)

    pairs = alternate(VERIFYING_ROUNDS, lambda _: speed(verified), lambda _: speed(rebuilt))
    ours, theirs = medians(pairs)
    return Figure(
        "verify",
        ratio(pairs),
        "ratio",
        Amount("rebuild, which checks nothing", theirs, "moves/s"),
        Amount("replay, which verifies each record", ours, "moves/s"),
        at_least(0.5),
        game.name,
    )


def _matches(game: Game) -> list[list[Record]]:
    matches: list[list[Record]] = []
    moves = 0
    while moves < MOVES:
        matches.append(_match(game, str(len(matches))))
        moves += sum(each["record"] == "move" for each in matches[-1])
    return matches


def _match(game: Game, seed: str) -> list[Record]:
    """The journal of a match of random moves."""
    journal, time, chance = MemoryJournal(), HandClock(), Random(seed)
    lobby = Lobby(Clock(time), lambda *_: journal)
    seats = SEATS.get(game.name, game.demo_seats)
    match = lobby.create(game.rules, "match", Terms(seats, 60.0, options=options(game)), seed=seed)
    for seat in range(seats):
        match.take(RecordingListener(), f"player{seat}", facts=FACTS.get(game.name, {}))
    while match.phase is not Phase.OVER:
        asked = match.state.prompts[0]
        if asked.seat is None:
            time.advance(asked.seconds or 0.0)
            time.advance(0)
            continue
        move = chance.choice(list(match.state.legal_moves(asked.seat)))
        match.play(asked.seat, move, time.seconds())
    records = journal.records()
    match.close()
    return records
