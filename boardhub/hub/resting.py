"""
A match that was interrupted, and goes on when all are there again.

It *rests* first: it may be played, but no clock runs until everybody is back
who was there, or for so long as a lost player is waited for. Nobody pays for
the hub: who comes back has the whole time for what she is asked, and without
one of them the match is void.
"""

from __future__ import annotations

from collections.abc import Callable

from boardhub.hub.journal import Record
from boardhub.hub.match import Phase
from boardhub.hub.recalled import Recalled
from boardhub.hub.seats import Presence, Seat
from boardhub.hub.steps import Back, Left, Listener


class Resting(Recalled):
    """
    A match from before an interruption. Those who want to hear it come,
    `recall` tells them what has been, and `stand_again` what is now; `records`
    are kept up to date for as long as it rests.
    """

    def stand_again(self, when: str) -> None:
        """
        All has happened once more: the hub is there again since this time of
        day, and the match with it.
        """
        self._present.catch_up()
        self.resting = False
        if not self._record(self._chronicle.restart(when)):
            return
        self._interrupt()
        if self.phase is Phase.WAITING:
            self._wait_again()
        else:
            self._rest()

    def recast(self, number: int, listener: Listener, start: Callable[[], None]) -> None:
        """How the program of this seat is started, and who hears for it until it runs."""
        seat = self.seats[number]
        seat.listener, seat.start = listener, start
        self._gather()

    def brief(self, number: int, listener: Listener) -> None:
        """
        The player of this seat is being told all that has happened; until she
        knows it this listener hears for her. `briefed` is to follow.
        """
        seat = self.seats[number]
        if seat.listener is not None:
            self._audience.dismiss(seat.listener)
        seat.listener = listener

    def briefed(self, number: int, listener: Listener) -> None:
        """She knows all that has happened, and what she is asked, and goes on."""
        seat = self.seats[number]
        seat.presence, seat.listener, seat.awaited = Presence.CONNECTED, None, False
        if self._record(self._chronicle.seat("back", seat)):
            self._tell(Back(number, seat.name, True))
            seat.listener = listener
            self._asking.written_again(number)
            self._attend()

    def back(self, number: int, listener: Listener) -> None:
        """The player of this seat is here again, and is told what she is asked."""
        super().back(number, listener)
        if self.resting:
            self._asking.written_again(number)

    def returning(self, name: str, secret: str) -> Seat | None:
        """The seat for whose player it rests, if she has this name and secret."""
        seat = self.seats.named(name)
        if not self.resting or seat is None or seat.presence is not Presence.HELD:
            return None
        return seat if seat.awaited and seat.opens_with(secret) else None

    def void(self, why: str) -> None:
        """It cannot go on as it was."""
        self._log.info("{match} cannot go on: {why}", match=str(self), why=why)
        self.stop("void-restart")

    def _wait_again(self) -> None:
        """Who sat here may come again, to any seat; programs keep theirs."""
        for seat in self.seats:
            if seat.program and seat.presence is Presence.CONNECTED:
                seat.ready = False
            elif seat.presence is Presence.CONNECTED:
                seat.presence, seat.bound = Presence.FREE, False
                if not self._record_coming("freed", seat):
                    return
                self._tell(Left(seat.number, seat.name))
        self._attend()

    def _rest(self) -> None:
        began = next(each["at"] for each in self.records if each["record"] == "begin")
        self._vigil.began(self.now() - began)
        if self.state.result is not None:
            self._carry_on()
        elif any(seat.awaited and not (seat.secret or seat.program) for seat in self.seats):
            self.void("somebody who played had no secret, and cannot come back")
        else:
            self._vigil.resting(resting=True)
            self._attend()

    def _attend(self) -> None:
        if not (self.resting and self.phase is Phase.RUNNING):
            super()._attend()
        elif not self.seats.awaited:
            self._go_on()

    def _go_on(self) -> None:
        """Everybody is back who was there: the clocks run."""
        self.records.clear()
        self._vigil.resting(resting=False)
        for seat in self.seats:
            if seat.presence is Presence.HELD and self.terms.away is not None:
                seat.wait(self._clock.call_in(self.terms.away, self._out(seat, "dropped")))
        self._run_afresh()
        self._attend()
        self._carry_on()

    def _record(self, record: Record) -> bool:
        recorded = super()._record(record)
        if recorded and self.resting:
            self.records.append({**record, "at": self.now()})
        return recorded
