"""
What many matches cost each other: processor time of the server for a line
with hundreds of matches in progress, against one match alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import count
from tempfile import TemporaryDirectory

from attrs import define

from bench.children import Child
from bench.figures import Amount, Figure, Pair, at_most, medians, ratio
from bench.rehearsal import Turn, comers, numbered, record
from bench.replay import Seats
from boardhub.protocols.game import Game

ROUNDS = 5
MATCHES = 500
#: Turns by which every match goes on in a round.
TURNS = 15
#: Matches that are played one after the other, a round, for the baseline.
ALONE = 25
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
        crowd, alone = _Crowd(game, crowded, stack), _Alone(game, quiet)
        alone.play(range(crowd.begun, crowd.begun + TURNS))
        pairs = [_round(number, crowd, alone) for number in range(ROUNDS)]
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


def _round(number: int, crowd: _Crowd, alone: _Alone) -> Pair:
    """
    Both play the same turns, those after the match has begun and the former rounds.
    They take turns many times, so that both find the machine alike.
    """
    begin = crowd.begun + number * TURNS
    turns = range(begin, begin + TURNS)
    crowd.meter, alone.meter = _Meter(), _Meter()
    for piece in crowd.pieces(turns):
        crowd.play(piece)
        alone.play(turns)
    return crowd.meter.each(), alone.meter.each()


@define
class _Meter:
    """Processor time of a server, and for how many lines."""

    seconds: float = 0.0
    lines: int = 0

    def measure(self, server: Child, play: Callable[[], int]) -> None:
        """Add what this takes; it gives back its number of lines."""
        before = server.cpu()
        self.lines += play()
        self.seconds += server.cpu() - before

    def each(self) -> float:
        """Microseconds for a line."""
        return 1e6 * self.seconds / self.lines


class _Crowd:
    """Matches that are all in progress, and go on turn by turn, each after the other."""

    def __init__(self, game: Game, server: Child, stack: ExitStack) -> None:
        self.meter = _Meter()
        self._server = server
        self._turns = record(game, SEED)
        self.begun = sum(turn.opening for turn in self._turns)
        """How many turns it takes until the match begins."""
        self._matches: list[tuple[str, Seats]] = []
        port = server.port
        for number in range(MATCHES):
            name = numbered(number)
            server.call("create", name, SEED)
            seats = stack.enter_context(Seats(port, comers(game)))
            seats.play([turn.named(name) for turn in self._turns[: self.begun]])
            self._matches.append((name, seats))

    def pieces(self, turns: range) -> Iterator[Sequence[tuple[Turn, str, Seats]]]:
        """What is to be played for these turns of all matches, in equal parts."""
        steps = [
            (self._turns[number], name, seats) for number in turns for name, seats in self._matches
        ]
        size = len(steps) // ALONE
        for begin in range(0, len(steps), size):
            yield steps[begin : begin + size]

    def play(self, steps: Sequence[tuple[Turn, str, Seats]]) -> None:
        """Play such a part."""
        self.meter.measure(
            self._server,
            lambda: sum([seats.play([turn.named(name)]) for turn, name, seats in steps]),
        )


class _Alone:
    """Single matches, of which each is over and forgotten before the next one."""

    def __init__(self, game: Game, server: Child) -> None:
        self.meter = _Meter()
        self._server = server
        self._turns = record(game, SEED)
        self._comers = comers(game)
        self._numbers = count()
        self._port = server.port

    def play(self, turns: range) -> None:
        """Play these turns of a match; those that precede them are not measured."""
        name = numbered(next(self._numbers))
        self._server.call("create", name, SEED)
        named = [turn.named(name) for turn in self._turns[: turns.stop]]
        with Seats(self._port, self._comers) as seats:
            seats.play(named[: turns.start])
            self.meter.measure(self._server, lambda: seats.play(named[turns.start :]))
