"""
Local programs play each other, game after game, without any daemon: a lobby
of their own, the game's port, and a journal for each game.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from attrs import Attribute, define, field, frozen
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTime

from boardhub.games.rules import Prompt, Score
from boardhub.hub.clock import Clock
from boardhub.hub.journal import FileJournal, Journal, MemoryJournal
from boardhub.hub.lobby import Lobby, LobbyFull
from boardhub.hub.match import Match
from boardhub.hub.seats import Seat
from boardhub.hub.steps import Ended, Report, Step
from boardhub.hub.terms import Spans, Terms
from boardhub.links.commands import Command
from boardhub.links.launch import Bounds
from boardhub.links.process import PROGRAM_LIMITS, LocalPrograms, Room
from boardhub.protocols.game import Game, Wire
from boardhub.protocols.port import Port
from boardhub.protocols.text import Refused


class Unplayable(Exception):
    """There can be no such games: one sentence."""


@frozen
class Entrant:
    """A program by the name that it has in all games."""

    name: str
    command: Command


@frozen
class Conditions:
    """What holds for all games."""

    seed: str
    """Each game has its own, which follows from this one."""
    move_time: float
    """Seconds for an answer."""
    board: str = ""
    """The name of a board, where a game has some; without it a game chooses."""
    settings: Mapping[str, Any] = field(factory=dict)
    """The game's own options, where they are not the usual ones."""


@frozen
class Fixture:
    """A game that is to be played: ``order`` are the entrants' numbers, by seats."""

    number: int
    round: int
    order: tuple[int, ...]

    @property
    def match(self) -> str:
        """What its match is called."""
        return f"game{self.number}"


def fixtures(games: int, seats: int, *, turned: bool) -> list[Fixture]:
    """
    So many games. With ``turned`` as many in a row as there are seats are one
    round, on the same board: everybody moves up by a seat from one to the next.
    """
    rounds = [divmod(game, seats) if turned else (game, 0) for game in range(games)]
    return [
        Fixture(number, round, tuple([(seat + shift) % seats for seat in range(seats)]))
        for number, (round, shift) in enumerate(rounds, 1)
    ]


@frozen
class Fault:
    """What an entrant has spoilt a game by: the reason of its seat, and what is known of it."""

    entrant: int
    reason: str
    code: str
    """What the game calls it, where it has a word for it."""
    report: Report


@frozen
class Played:
    """A game that is over."""

    fixture: Fixture
    reason: str
    scores: Sequence[Score] | None
    """In the order of the entrants; None: it has no result."""
    faults: Sequence[Fault]
    journal: Path


def _freed(room: Hall, attribute: Attribute[int], left: int) -> int:
    """Tell that there is room again."""
    if left > room.left:
        room.freed()
    return left


@define(eq=False)
class Hall(Room):
    """Where the programs run; ``freed`` is called when one of them has gone."""

    left: int = field(on_setattr=_freed)
    freed: Callable[[], None] = field(kw_only=True)


@define(eq=False)
class Witness:
    """Hears of a match only that it is over; ``over`` must leave the match alone."""

    _over: Callable[[], None]

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """A step of the match."""
        if isinstance(step.cause, Ended):
            self._over()

    def unheard(self, by: float) -> bool:
        """It has no say."""
        return False

    def report(self) -> Report:
        """Nobody asks."""
        return {}

    def dismiss(self) -> None:
        """It keeps nothing."""


class Contest:
    """
    Plays games of local programs, ``jobs`` of them at a time; ``told`` hears
    of each that is over. Journals go to ``folder``, one file a game.
    """

    def __init__(
        self,
        game: Game,
        entrants: Sequence[Entrant],
        conditions: Conditions,
        folder: Path,
        told: Callable[[Played], None],
        reactor: Any,
        jobs: int = 1,
    ) -> None:
        """
        :raise Unplayable: the game is not for local programs, or not for so
            many, or has no such board.
        """
        self._entrants = entrants
        self._conditions = conditions
        self._folder = folder
        self._told = told
        self._reactor = reactor
        self._hall = Hall(jobs * len(entrants), freed=self._go_on_later)
        self._places = self._hall.left
        self._waiting: deque[Fixture] = deque()
        self._playing: dict[Match, Fixture] = {}
        self._matches: set[str] = set()
        self._journals: dict[str, Path] = {}
        self._done: Deferred[None] = Deferred()
        self._later = False
        self._over = False
        self._error: Exception | None = None
        self._lobby = Lobby(
            Clock(cast(IReactorTime, reactor)), self._open_journal, spans=Spans(tournament=True)
        )
        self._port = self._make_port(game)
        self._options("check")

    def play(self, fixtures: Sequence[Fixture]) -> Deferred[None]:
        """
        Play these. Fires when all are over and no program runs any more;
        fails with `Unplayable` where no further game can be recorded, and
        with whatever ``told`` raises.
        """
        self._waiting.extend(fixtures)
        self._matches.update([each.match for each in fixtures])
        self._go_on_later()
        return self._done

    def stop(self) -> None:
        """Give up: games that are going on have no result, and no others follow."""
        self._give_up()
        self._go_on_later()

    # Games

    def _go_on_later(self) -> None:
        """In a turn of its own: what brings us here is still at work."""
        if not (self._later or self._over):
            self._later = True
            self._reactor.callLater(0, self._go_on)

    def _go_on(self) -> None:
        """Begin what there is room for: the programs of the games before must be gone."""
        self._later = False
        while self._waiting and self._has_room():
            self._try(self._begin, self._waiting.popleft())
        if not (self._waiting or self._playing) and self._hall.left == self._places:
            self._over = True
            # The port's own matches end, and no others follow.
            self._lobby.drain(0.0).addCallback(self._finish)

    def _has_room(self) -> bool:
        seats = len(self._entrants)
        taken = len(self._playing) * seats
        return min(self._hall.left, self._places - taken) >= seats

    def _try(self, call: Callable[[Any], None], about: Any) -> None:
        """What goes wrong ends the contest, and is known at its end."""
        try:
            call(about)
        except Exception as error:
            self._error = self._error or error
            self._give_up()

    def _give_up(self) -> None:
        self._waiting.clear()
        self._lobby.drain(0.0)

    def _finish(self, _: None) -> None:
        if self._error is not None:
            self._done.errback(self._error)
        else:
            self._done.callback(None)

    def _begin(self, fixture: Fixture) -> None:
        port, seed = self._port, f"{self._conditions.seed}/{fixture.round + 1}"
        terms = Terms(
            len(self._entrants),
            self._conditions.move_time,
            options=self._options(seed),
            away=port.away,
            least=port.least,
        )
        try:
            match = self._lobby.create(port.rules, fixture.match, terms, seed=seed)
        except LobbyFull as error:
            raise Unplayable(f"There can be no journals in {self._folder}.") from error
        self._playing[match] = fixture
        match.watch(Witness(lambda: self._reactor.callLater(0, self._conclude, match)))
        for entrant in fixture.order:
            program = self._entrants[entrant].name
            port.seat_program(match, program, *port.offer_program(match, program))

    def _conclude(self, match: Match) -> None:
        fixture = self._playing.pop(match)
        result = match.state.result if match.reason in ("finished", "forfeited") else None
        scores = None
        if result is not None:
            scores = [result.scores[fixture.order.index(who)] for who in self._numbers]
        faults = [
            _fault(entrant, seat)
            for entrant, seat in zip(fixture.order, match.seats, strict=True)
            if seat.reason != "played"
        ]
        match.close()
        self._go_on_later()
        journal = self._journals[match.name]
        self._try(self._told, Played(fixture, match.reason, scores, faults, journal))

    @property
    def _numbers(self) -> range:
        return range(len(self._entrants))

    # What they are played with

    def _make_port(self, game: Game) -> Port[Any]:
        programs = LocalPrograms(
            {each.name: each.command for each in self._entrants},
            game.name,
            PROGRAM_LIMITS,
            Bounds(),
            self._reactor,
            self._hall,
            game.separators,
        )
        usual = {each.name: each.default for each in game.options}
        settings = {**usual, **self._conditions.settings, "program": programs}
        try:
            port = game.dialect(self._lobby, settings, Wire())
        except ValueError as error:
            raise Unplayable(f"{game.name}: {error}.") from error
        if not isinstance(port, Port):
            raise Unplayable(f"{game.name} is not for local programs.")
        if len(self._entrants) not in port.sizes:
            least, most = port.sizes[0], port.sizes[-1]
            wanted = f"{least}" if least == most else f"{least} to {most}"
            raise Unplayable(f"{game.name} is for {wanted} programs, not {len(self._entrants)}.")
        return port

    def _options(self, seed: str) -> Mapping[str, Any]:
        """The game's options for a match with this seed."""
        name, seats = self._conditions.board, len(self._entrants)
        if not name:
            return self._port.options({}, seats, seed)
        game, word = self._port.rules.name, self._port.board_line
        if not word:
            raise Unplayable(f"{game} has no boards to choose from.")
        try:
            return self._port.options({word: name}, seats, seed)
        except Refused as error:
            raise Unplayable(f"{game} has no usable board {name!r} for {seats}.") from error

    def _open_journal(self, game: str, name: str, made: datetime) -> Journal:
        if name not in self._matches:
            return MemoryJournal()  # of a match that the port keeps for whoever connects
        stamp = made.strftime("%Y%m%dT%H%M%S.%fZ")
        path = self._journals[name] = self._folder / f"{stamp}-{game}-{name}.jsonl"
        return FileJournal(path)


def _fault(entrant: int, seat: Seat) -> Fault:
    return Fault(entrant, seat.reason, seat.code, seat.report or {})


def _raiser(error: Exception) -> Callable[[Any], None]:
    def fail(_: Any) -> None:
        raise error

    return fail
