"""
A program in the place of a recorded player: it is told what she was told, and
its answers are held against hers.

This is the rehearsal by which a program learns after an interruption what has
happened in its match; only that here no match goes on behind it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTime

from boardhub.hub.clock import Clock
from boardhub.hub.journal import MemoryJournal, Record
from boardhub.hub.lobby import Lobby, LobbyLimits
from boardhub.hub.lock import lock
from boardhub.hub.match import Phase
from boardhub.hub.recalled import Recalled
from boardhub.hub.rehearsal import Difference, Rehearsal
from boardhub.hub.steps import Listener, Report
from boardhub.protocols.game import Game, Wire
from boardhub.protocols.port import Port
from boardhub.protocols.program import Casting, Programs, Understudy

#: Seconds that a program has for an answer, whatever the match allowed: it may just be starting.
LEAST_PATIENCE: Final = 10.0

#: The program, as `Programs` knows it.
PROGRAM: Final = "fed"

#: A port that is alone: where it has matches of its own, none is made.
ALONE: Final = LobbyLimits(matches=0)


class Unfeedable(Exception):
    """The recorded seat cannot be played by a program: one sentence."""


class Feeding:
    """
    One seat of a recorded match that a program plays again: the one among
    ``programs`` that is called `PROGRAM`. ``settings`` are the game's own
    options, where they are not the usual ones.
    """

    def __init__(
        self,
        game: Game,
        records: Sequence[Record],
        seat: int,
        programs: Programs,
        reactor: IReactorTime,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        """
        :raise JournalError: the journal is not right.
        :raise Unfeedable: nobody played there, or no program can.
        """
        lobby = Lobby(Clock(reactor), lambda *_: MemoryJournal(), limits=ALONE)
        port = _port(game, lobby, settings or {})
        match = _recalled(game, records, lobby)
        if match.phase is Phase.WAITING or not _was_there(records, seat):
            raise Unfeedable(f"nobody played in seat {seat}")
        match.seats[seat].program = PROGRAM
        self._clock = lobby.clock
        self._ended: Deferred[Exception | None] = Deferred()
        self._is_over = False
        self._match = Rehearsal(match, seat, self._fed, self._failed, LEAST_PATIENCE)
        casting = Casting(match.name, seat, port.seat_name(seat), match.seats[seat].name)
        self._program = Understudy(self._match, programs, PROGRAM, casting, port.sit)

    @property
    def answers(self) -> int:
        """How often the program has done what is recorded of the player."""
        return self._match.answers

    async def run(self) -> None:
        """
        Feed the program to the end of the records, or of the player's part.

        :raise Difference: the first answer that is not the recorded one.
        :raise Unfeedable: the program has not come to its seat.
        """
        self._match.wait()
        self._program.start()
        failure = await self._ended
        if failure is not None:
            raise failure

    def report(self) -> Report:
        """How the program ended, once it has, and what it said on its standard error."""
        return self._program.report()

    def close(self) -> None:
        """Be done with the match, and with the program, which at its end may go by itself."""
        goes_on = self._match.phase is not Phase.OVER
        self._match.close()
        if goes_on:
            self._program.dismiss()

    def _fed(self, player: Listener) -> None:
        self._end(None)

    def _failed(self, difference: Difference) -> None:
        came = self._match.has_player
        self._end(difference if came else Unfeedable("the program has not come to its seat"))

    def _end(self, failure: Exception | None) -> None:
        """Once, and a turn later: what has made it end is still being told."""
        if not self._is_over:
            self._is_over = True
            self._clock.call_in(0.0, lambda: self._ended.callback(failure))


def _port(game: Game, lobby: Lobby, settings: Mapping[str, Any]) -> Port[Any]:
    usual = {each.name: each.default for each in game.options}
    port = game.dialect(lobby, {**usual, **settings}, Wire())
    if not isinstance(port, Port):
        raise Unfeedable(f"{game.name} is not for local programs")
    return port


def _recalled(game: Game, records: Sequence[Record], lobby: Lobby) -> Recalled:
    """The match as it came to its end, with which every record has been verified."""
    match = Recalled(
        game.rules,
        [*records],
        # Nobody has to come in by it: any will do.
        {"password": closed.to_plain()} if (closed := lock(PROGRAM)) else {},
        clock=lobby.clock,
        journal=MemoryJournal(),
        spans=lobby.spans,
        keeper=lobby,
    )
    match.recall()
    return match


def _was_there(records: Sequence[Record], seat: int) -> bool:
    """Whether somebody sat there when the game began."""
    begun = [each for each in records if each["record"] == "begin"]
    return bool(begun) and seat not in dict(begun[0].get("absent", ()))
