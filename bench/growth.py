"""
What many matches cost each other: processor time of the server for a line
with hundreds of matches in progress, against one match alone.
"""

from __future__ import annotations

from contextlib import ExitStack
from itertools import count, islice
from tempfile import TemporaryDirectory

from bench.children import Child
from bench.figures import Amount, Figure, alternate, at_most, medians, ratio
from bench.rehearsal import numbered, record
from bench.replay import Seats
from boardhub.protocols.game import Game

ROUNDS = 5
MATCHES = 500
#: Matches that are played one after the other, for the baseline.
ALONE = 25
#: Turns of a match that are measured in a round.
TURNS = 15
SEED = "growth"


def measure(game: Game) -> Figure:
    """The figure for a game."""
    with (
        TemporaryDirectory() as directory,
        TemporaryDirectory() as other,
        Child("bench.hosting:HubServer", game=game.name, directory=directory) as crowded,
        Child("bench.hosting:HubServer", game=game.name, directory=other) as quiet,
        ExitStack() as stack,
    ):
        crowd = _Crowd(game, crowded, stack)
        alone = _Alone(game, quiet)
        alone.round(0)
        pairs = alternate(ROUNDS, crowd.round, alone.round)
    ours, theirs = medians(pairs)
    return Figure(
        "growth",
        ratio(pairs),
        "ratio",
        Amount("one match: CPU a line", theirs, "us"),
        Amount(f"{MATCHES} matches: CPU a line", ours, "us"),
        at_most(1.2),
        game.name,
    )


class _Crowd:
    """Matches that are all in progress, and go on turn by turn, each after the other."""

    def __init__(self, game: Game, server: Child, stack: ExitStack) -> None:
        self._server = server
        self._turns = record(game, SEED)
        self._logins = game.demo_seats
        self._matches: list[tuple[str, Seats]] = []
        port = server.port
        for number in range(MATCHES):
            name = numbered(number)
            server.call("create", name, SEED)
            seats = stack.enter_context(Seats(port, game.demo_seats))
            seats.play([turn.named(name) for turn in self._turns[: self._logins]])
            self._matches.append((name, seats))

    def round(self, number: int) -> float:
        """Microseconds of the server's processor time for a line."""
        begin = self._logins + number * TURNS
        lines = 0
        before = self._server.cpu()
        for turn in self._turns[begin : begin + TURNS]:
            for name, seats in self._matches:
                lines += seats.play([turn.named(name)])
        return 1e6 * (self._server.cpu() - before) / lines


class _Alone:
    """Single matches, of which each is over and forgotten before the next one."""

    def __init__(self, game: Game, server: Child) -> None:
        self._server = server
        self._turns = record(game, SEED)
        self._seats = game.demo_seats
        self._numbers = count()
        self._port = server.port

    def round(self, number: int) -> float:
        """The same for the same turns, after those that precede them."""
        begin = self._seats + number * TURNS
        lines = 0
        used = 0.0
        for match in islice(self._numbers, ALONE):
            name = numbered(match)
            self._server.call("create", name, SEED)
            with Seats(self._port, self._seats) as seats:
                seats.play([turn.named(name) for turn in self._turns[:begin]])
                before = self._server.cpu()
                lines += seats.play(
                    [turn.named(name) for turn in self._turns[begin : begin + TURNS]]
                )
                used += self._server.cpu() - before
        return 1e6 * used / lines
