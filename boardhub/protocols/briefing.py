"""
Players of a match that was interrupted who have to be told all that has
happened in it: local programs, which are started anew, and connections in
games that have no words for where a match stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from attrs import define

from boardhub.games.rules import Prompt
from boardhub.hub.match import Phase
from boardhub.hub.rehearsal import Difference, Rehearsal
from boardhub.hub.resting import Resting
from boardhub.hub.seats import Seat
from boardhub.hub.steps import Ended, Listener, Report, Step
from boardhub.protocols.program import Casting, Understudy
from boardhub.protocols.seated import Seated
from boardhub.protocols.session import RoleSession

if TYPE_CHECKING:
    from boardhub.protocols.port import Port


def rehearsal(port: Port[Any], match: Resting, seat: Seat) -> Rehearsal:
    """
    The match once more for the player of this seat, who then goes on in the
    match itself; if she cannot, nobody can.
    """

    def briefed(player: Listener) -> None:
        assert isinstance(player, Seated)
        table = port.table(match)
        player.go_over(table, partial(port.inform, table))
        match.briefed(seat.number, player)

    def failed(difference: Difference) -> None:
        match.void(str(difference))

    return Rehearsal(match, seat.number, briefed, failed)


def cast_again(port: Port[Any], match: Resting, seat: Seat) -> None:
    """See to it that the program of a seat is started, now or with the match."""
    if seat.program not in port.programs:
        match.void(f"there is no program {seat.program} any more")
        return
    casting = Casting(match.name, seat.number, port.seat_name(seat.number), seat.name)
    if match.phase is Phase.WAITING:
        understudy = Understudy(match, port.programs, seat.program, casting, port.sit)
        match.recast(seat.number, understudy, understudy.start)
        return
    played = rehearsal(port, match, seat)
    understudy = Understudy(played, port.programs, seat.program, casting, port.sit)
    match.brief(seat.number, Briefed(played, understudy))
    understudy.start()


def brief_connection(port: Port[Any], session: RoleSession, match: Resting, seat: Seat) -> None:
    """Tell a connection all that has happened, as it happened."""
    played = rehearsal(port, match, seat)
    player = port.make_player(session, played, seat.number)
    session.become(player)
    match.brief(seat.number, Briefed(played, player))
    played.take(player, seat.name)


@define(eq=False)
class Briefed:
    """
    The listener of a seat whose player is being told what has happened;
    ``player`` hears that.
    """

    _rehearsal: Rehearsal
    _player: Listener

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """If it is over before, she is told that, if she is there."""
        if not isinstance(step.cause, Ended):
            return
        if self._rehearsal.has_player:
            self._rehearsal.break_off(step.cause.reason)
        else:
            self._player.dismiss()

    def unheard(self, by: float) -> bool:
        """She has no say yet."""
        return False

    def report(self) -> Report:
        """What was said until now."""
        return self._player.report()

    def dismiss(self) -> None:
        """She is not needed any more, or is here by another connection."""
        self._player.dismiss()
