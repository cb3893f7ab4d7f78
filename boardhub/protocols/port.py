"""
The port of a game: where its connections arrive, and come into a match.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, Protocol

from boardhub.games.rules import Rules
from boardhub.hub.clock import Idling
from boardhub.hub.lobby import Lobby
from boardhub.hub.match import Match
from boardhub.hub.steps import Listener
from boardhub.protocols.faults import Wording
from boardhub.protocols.game import Link, Refusal, Wire
from boardhub.protocols.seated import AnyTime, TableT, Watcher
from boardhub.protocols.session import Role, RoleSession


class InSeat(Role, Listener, Protocol):
    """The role of a connection that sits in a seat."""


class Port(ABC, Generic[TableT]):
    """
    A game's `Dialect`: connections begin in a lobby, and go on as players or
    spectators of a match.

    A subclass for each lobby says who they are there and what ends watching;
    a game's own one names its rules, how many may play, and its classes for
    a match as it is told and for a player.
    """

    rules: Rules[Any]
    sizes: range
    """How many players a match can have."""
    table_type: type[TableT]
    player_type: Callable[[RoleSession, TableT, int, AnyTime], InSeat]
    wording: Wording
    """The dialect's error lines."""
    idle: ClassVar[str]
    """The last line for who says nothing in the lobby for too long."""

    def __init__(self, lobby: Lobby, settings: Mapping[str, Any], wire: Wire) -> None:
        self.lobby = lobby
        self.wire = wire
        self.idling = Idling(lobby.clock, lobby.limits.idle, self._idle)

    @abstractmethod
    def visitor(self, session: RoleSession) -> Role:
        """The role of a connection in the lobby."""

    @abstractmethod
    def leaves(self, word: str, rest: str) -> bool:
        """
        Whether a spectator's line ends her connection.

        :raise Refused: not like this.
        """

    @abstractmethod
    def answer(self, table: TableT, word: str, rest: str) -> Sequence[str]:
        """
        The answer to what anybody in a match may say at any time.

        :raise Refused: this may not be said, or not like this.
        """

    def onlooker(self, table: TableT) -> AnyTime:
        """What answers the lines of one spectator: unless a game says otherwise, `answer`."""
        return partial(self.answer, table)

    def arrive(self, link: Link) -> RoleSession:
        """A connection has been made; it is in the lobby."""
        session = RoleSession(link, self.wire, self.wording)
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
        player = self._player(session, match, seat.number)
        session.become(player)
        match.take(player, name, secret=secret, facts=facts)

    def rejoin(self, session: RoleSession, match: Match, seat: int) -> None:
        """A player takes her seat again."""
        self.idling.forget(session)
        player = self._player(session, match, seat)
        session.become(player)
        match.back(seat, player)

    def watch(self, session: RoleSession, match: Match, name: str) -> None:
        """Show a match to a spectator: its state, then what happens."""
        self.idling.forget(session)
        table = self.table(match)
        watcher = Watcher(session, table, name, self.onlooker(table), self.leaves)
        session.become(watcher)
        watcher.come()

    def table(self, match: Match) -> TableT:
        """What this dialect keeps for a match."""
        tables = (each for each in match.galleries if isinstance(each, self.table_type))
        return next(tables, None) or self.table_type(match, self.wire)

    def _player(self, session: RoleSession, match: Match, seat: int) -> InSeat:
        table = self.table(match)
        return self.player_type(session, table, seat, partial(self.answer, table))

    def _idle(self, session: RoleSession) -> None:
        session.close(self.idle)
