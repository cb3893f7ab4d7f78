"""
The port of a game: where its connections arrive, and come into a match.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Generic

from boardhub.games.rules import Rules
from boardhub.hub.clock import Idling
from boardhub.hub.lobby import Lobby
from boardhub.hub.match import Match, Phase
from boardhub.hub.resting import Resting
from boardhub.hub.seats import PRESENT, SeatTaken
from boardhub.protocols.briefing import cast_again
from boardhub.protocols.counts import Counts
from boardhub.protocols.faults import Wording
from boardhub.protocols.game import Link, Refusal, Session, Wire
from boardhub.protocols.program import Casting, NoPrograms, Programs, Understudy, numbered
from boardhub.protocols.seated import Inform, Seated, TableT
from boardhub.protocols.session import Role, RoleSession
from boardhub.protocols.watcher import Watcher


class NoProgram(Exception):
    """No program of this name has been configured."""


class NoRoom(Exception):
    """As many programs have seats as may."""


class Port(ABC, Generic[TableT]):
    """
    A game's `Dialect`: connections begin in a lobby, and go on as players or
    spectators of a match.

    A subclass for each lobby says who they are there; a game's own one names
    its rules, how many may play, and its classes for a match as it is told
    and for the roles in it.
    """

    rules: Rules[Any]
    sizes: range
    """How many players a match can have."""
    table_type: type[TableT]
    player_type: Callable[[RoleSession, TableT, int, Inform], Seated[TableT]]
    watcher_type: type[Watcher]
    wording: Wording
    """The dialect's error lines."""
    board_line: ClassVar[str] = ""
    """The line of a new match that names its board or map, where there is one."""
    name_length: int
    """Characters that a player's name may have."""
    program_facts: ClassVar[Mapping[str, Any]] = {}
    """What else players say of themselves, as it is for a local program."""
    least: ClassVar[int] = 1
    """Players that a match needs, where programs could not be started."""

    def __init__(self, lobby: Lobby, settings: Mapping[str, Any], wire: Wire) -> None:
        self.lobby = lobby
        self.wire = wire
        self.counts = Counts()
        self.programs: Programs = settings.get("program") or NoPrograms()
        self.idling = Idling(lobby.clock, lobby.limits.idle, self._idle)
        lobby.made.append(self._made)

    @abstractmethod
    def visitor(self, session: RoleSession) -> Role:
        """The role of a connection in the lobby."""

    @abstractmethod
    def status(self, match: Match) -> Sequence[str]:
        """The lines of ``STATUS``."""

    @abstractmethod
    def inform(self, table: TableT, word: str, rest: str) -> Sequence[str]:
        """
        The answer to what anybody in a match may ask at any time.

        :raise Refused: this may not be asked, or not like this.
        """

    @property
    def away(self) -> float | None:
        """Seconds that a lost player is waited for; None: till the end of the match."""
        return None

    def options(self, lines: Mapping[str, str], seats: int, seed: str) -> Mapping[str, Any]:
        """
        The game's own options for a match that is to be made of these lines,
        by their words: none, unless a game says otherwise.

        :raise Refused: a line of its own makes no sense.
        """
        return {}

    def arrive(self, link: Link) -> RoleSession:
        """A connection has been made; it is in the lobby."""
        session = RoleSession(link, self.wire, self.wording, self.counts)
        session.become(self.visitor(session))
        self.idling.heard(session, self.lobby.clock.now())
        return session

    def turned_away(self, why: Refusal) -> bytes:
        """What a connection gets that has no session."""
        return self.wire.encode([self.wording.refusal_line(why)])

    def join(
        self,
        session: RoleSession,
        match: Match,
        name: str,
        secret: str = "",
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        """Seat a player in a match that has a free seat."""
        self.idling.forget(session)
        seat = match.vacancy()
        assert seat is not None
        player = self.make_player(session, match, seat.number)
        session.become(player)
        match.take(player, name, secret=secret, facts=facts)

    def rejoin(self, session: RoleSession, match: Match, seat: int) -> None:
        """A player takes her seat again."""
        self.idling.forget(session)
        player = self.make_player(session, match, seat)
        session.become(player)
        match.back(seat, player)

    def offer_program(
        self, match: Match, program: str, sponsor: str | None = None
    ) -> tuple[int, str]:
        """
        The number and the name that a program would have in a match which has
        a free seat, if this address asks for it.

        :raise NoProgram: there is none of this name.
        :raise NoRoom: no more programs can be started, or as many as may have seats already that
            this address has asked for, in all games.
        """
        if program not in self.programs:
            raise NoProgram
        if not self.programs.has_room() or self._sponsored(sponsor) >= self.lobby.limits.programs:
            raise NoRoom
        seat = match.vacancy()
        assert seat is not None
        names = numbered(program, self.name_length)
        return seat.number, next(name for name in names if not match.seats.uses_name(name))

    def seat_name(self, number: int) -> int:
        """What the wire calls a seat."""
        return number

    def seat_program(
        self, match: Match, program: str, number: int, name: str, sponsor: str | None = None
    ) -> None:
        """Give a program the seat that `offer_program` has said."""
        casting = Casting(match.name, number, self.seat_name(number), name)
        understudy = Understudy(match, self.programs, program, casting, self.sit)
        match.seats[number].sponsor = sponsor
        match.take(
            understudy,
            name,
            facts=self.program_facts,
            program=program,
            start=understudy.start,
        )

    def _sponsored(self, address: str | None) -> int:
        """How many programs have seats that this address has asked for, until their matches end."""
        if address is None:
            return 0
        return sum(
            seat.sponsor == address and seat.presence in PRESENT
            for match in self.lobby.matches()
            if match.phase is not Phase.OVER
            for seat in match.seats
        )

    def sit(self, link: Link, match: Match, seat: int) -> Session:
        """A program runs, and plays in its seat."""
        session = RoleSession(link, self.wire, self.wording, self.counts)
        player = self.make_player(session, match, seat)
        session.become(player)
        try:
            match.ready(seat, player)
        except SeatTaken:
            session.close()
        return session

    def resume(self, match: Resting) -> None:
        """A match is there again: see to its programs."""
        for seat in match.seats:
            if seat.program and seat.presence in PRESENT and match.phase is not Phase.OVER:
                cast_again(self, match, seat)

    def watch(self, session: RoleSession, match: Match, name: str) -> None:
        """Show a match to a spectator: its state, then what happens."""
        self.idling.forget(session)
        table = self.table(match)
        watcher = self.watcher_type(session, table, name, partial(self.inform, table))
        session.become(watcher)
        watcher.come()

    def table(self, match: Match) -> TableT:
        """What this dialect keeps for a match."""
        tables = (each for each in match.galleries if isinstance(each, self.table_type))
        table = next(tables, None)
        if table is None:
            table = self.make_table(match)
            table.counts = self.counts
        return table

    def make_table(self, match: Match) -> TableT:
        """The beginning of what this dialect keeps for a match."""
        return self.table_type(match, self.wire)

    def make_player(self, session: RoleSession, match: Match, seat: int) -> Seated[TableT]:
        """The role of a player's connection."""
        table = self.table(match)
        return self.player_type(session, table, seat, partial(self.inform, table))

    def _made(self, match: Match) -> None:
        if match.rules is self.rules:
            self.table(match)

    def _idle(self, session: RoleSession) -> None:
        session.close(self.wording.idle_line())
