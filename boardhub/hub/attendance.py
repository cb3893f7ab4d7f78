"""
The seats of a match: how players and programs come to them, are waited for,
and go.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from boardhub.games.rules import Events
from boardhub.hub.audience import Audience
from boardhub.hub.chronicle import COMINGS_KEPT, Chronicle
from boardhub.hub.clock import Clock
from boardhub.hub.journal import Record
from boardhub.hub.lock import lock
from boardhub.hub.seats import PRESENT, Presence, Seat, Seats, SeatTaken
from boardhub.hub.steps import Back, Cause, Held, Joined, Left, Listener, Step
from boardhub.hub.terms import Spans, Terms


class Phase(Enum):
    """Where a match stands."""

    WAITING = 0
    RUNNING = 1
    OVER = 2


class Attendance(ABC):
    """
    The part of a `Match` that has to do with its seats. It begins the game
    when all are taken and ready, and knows nothing of how that goes.
    """

    resting = False
    """No clock runs after an interruption, until all are back who were there."""

    _clock: Clock
    _chronicle: Chronicle
    _audience: Audience

    def __init__(self, terms: Terms, spans: Spans) -> None:
        self.terms = terms
        self.spans = spans
        self.phase = Phase.WAITING
        self.seats = Seats(Seat(number) for number in range(terms.seats))
        self.steps = 0
        """How many there have been; grows whenever anything changes."""
        self._comings = 0

    # What the rest of the match does.

    @abstractmethod
    def _begin(self) -> None:
        """Begin the game: everybody is there, or out."""

    @abstractmethod
    def _resign(self, seat: Seat, reason: str) -> None:
        """She is out of the running game, and all that follows from that happens."""

    @abstractmethod
    def _attend(self) -> None:
        """Somebody came or went: see to what depends on who is there."""

    @abstractmethod
    def _step(self, cause: Cause, events: Events) -> Step:
        """The next step."""

    @abstractmethod
    def _tell(self, cause: Cause, events: Events = ()) -> None:
        """A step has happened: tell everybody."""

    @abstractmethod
    def _record(self, record: Record) -> bool:
        """Append to the journal; False: that was the end of the match."""

    # Coming and going.

    def vacancy(self) -> Seat | None:
        """The lowest free seat; none once the match waits for nobody."""
        if self.phase is not Phase.WAITING:
            return None
        return self.seats.free()

    def take(
        self,
        listener: Listener,
        name: str,
        *,
        secret: str = "",
        facts: Mapping[str, Any] | None = None,
        number: int | None = None,
        program: str = "",
        start: Callable[[], None] | None = None,
    ) -> int:
        """
        Take the lowest free seat, or the one reserved under ``number``. The
        game begins when it was the last.

        With ``program`` and ``start`` a local program is to sit here. It is
        started when the last seat is taken; `ready`, or `leave`, is to follow.

        :raise SeatTaken: there is none, or the match does not wait for players.
        """
        seat = self.vacancy() if number is None else self.seats[number]
        wanted = Presence.FREE if number is None else Presence.RESERVED
        if self.phase is not Phase.WAITING or seat is None or seat.presence is not wanted:
            raise SeatTaken
        seat.presence, seat.listener = Presence.CONNECTED, listener
        seat.name, seat.secret, seat.facts = name, lock(secret), facts or {}
        seat.start, seat.program, seat.ready = start, program, start is None
        seat.bound = start is not None
        if not self._record_coming("taken", seat, **seat.owner()):
            return seat.number
        self._tell(Joined(seat.number, name))
        self._attend()
        self._gather()
        return seat.number

    def ready(self, number: int, listener: Listener) -> None:
        """
        The program of this seat runs, and is heard and told by this listener
        from now on: first that it sits here.

        :raise SeatTaken: it is not waited for any more.
        """
        seat = self.seats[number]
        if self.phase is not Phase.WAITING or seat.ready or seat.presence is Presence.GONE:
            raise SeatTaken
        seat.wait(None)
        seat.listener, seat.ready = listener, True
        if self._record_coming("ready", seat):
            self._audience.tell(listener, self._step(Joined(number, seat.name), ()), ())
            self._gather()

    def bind(self, number: int) -> None:
        """From now on the seat stays empty should its player leave, also before the game."""
        self.seats[number].bound = True

    def reserve(self, name: str = "") -> int:
        """
        Keep the lowest free seat for somebody, of this name perhaps, who has
        not confirmed yet.

        :raise SeatTaken: there is none.
        """
        seat = self.vacancy()
        if seat is None:
            raise SeatTaken
        seat.presence, seat.name = Presence.RESERVED, name
        self._attend()
        return seat.number

    def free(self, number: int) -> None:
        """Give a reserved seat back."""
        seat = self.seats[number]
        if seat.presence is Presence.RESERVED:
            seat.presence, seat.name = Presence.FREE, ""
            self._attend()

    def hold(self, number: int, reason: str = "dropped") -> None:
        """
        A player with a secret has lost her connection. In a running match her
        seat is held; else she has left, for this reason.
        """
        seat = self.seats[number]
        if seat.presence is Presence.HELD:
            return
        waits = self.phase is Phase.RUNNING and seat.secret and seat.may_return
        if not waits or seat.presence is Presence.GONE:
            self.leave(number, reason)
            return
        self._keep_report(seat)
        seat.presence, seat.listener = Presence.HELD, None
        if self.terms.away is not None:
            seat.wait(self._clock.call_in(self.terms.away, self._out(seat, reason)))
        if self._record(self._chronicle.seat("held", seat)):
            self._tell(Held(number, seat.name))
            self._attend()

    def back(self, number: int, listener: Listener) -> None:
        """
        The player of this seat is here again, perhaps before her old
        connection is known to be lost: that one is dismissed.

        :raise SeatTaken: the match does not run, she has left it for good, or
            she has come back too often.
        """
        seat = self.seats[number]
        gone = self.phase is not Phase.RUNNING or seat.presence not in PRESENT
        if gone or not seat.may_return:
            raise SeatTaken
        seat.returns += 1
        seat.wait(None)
        former = seat.listener
        unnoticed = former is not None or seat.awaited
        seat.presence, seat.listener, seat.awaited = Presence.CONNECTED, listener, False
        if former is not None:
            self._audience.dismiss(former)
        if self._record(self._chronicle.seat("back", seat)):
            self._tell(Back(number, seat.name, unnoticed))
            self._attend()

    def leave(self, number: int, reason: str, code: str = "") -> None:
        """
        A player is gone for good; her open and later prompts are answered by
        default at once. Before the game her seat becomes free again; that of
        a program stays empty. The rules are told the ``code``, if there is
        one, in place of the reason.
        """
        seat = self.seats[number]
        self._keep_report(seat)
        seat.listener = None
        seat.wait(None)
        if not seat.taken or seat.presence is Presence.GONE:
            return
        seat.code = code
        if self.phase is Phase.RUNNING:
            self._resign(seat, reason)
        else:
            self._leave_unplayed(seat, reason)

    def _leave_unplayed(self, seat: Seat, reason: str) -> None:
        waiting = self.phase is Phase.WAITING
        seat.presence = Presence.FREE if waiting and not seat.bound else Presence.GONE
        if waiting and seat.bound:
            seat.reason, seat.gone_at = reason, self.steps
        what, why = ("absent", seat.farewell()) if seat.bound else ("freed", {})
        if not waiting or self._record_coming(what, seat, **why):
            self._tell(Left(seat.number, seat.name))
            self._attend()
            self._gather()

    # How it goes on inside.

    def _gather(self) -> None:
        """With the last seat taken programs start; when all of them run the game begins."""
        if self.phase is not Phase.WAITING or not self.seats.full:
            return
        for seat in self.seats:
            start, seat.start = seat.start, None
            if start is not None:
                seat.wait(self._clock.call_in(self.spans.start, self._out(seat, "forfeit-start")))
                start()
        # Whoever was ready at once, or failed, has come here before us.
        if self.phase is Phase.WAITING and self.seats.full and self.seats.ready:
            self._begin()

    def _out(self, seat: Seat, reason: str) -> Callable[[], None]:
        """Has a player leave whose time to come is over."""

        def out() -> None:
            former = seat.listener
            self.leave(seat.number, reason)
            if former is not None:
                self._audience.dismiss(former)

        return out

    def _keep_report(self, seat: Seat) -> None:
        if seat.listener is not None:
            seat.report = self._audience.report(seat.listener)

    def _record_coming(self, what: str, seat: Seat, **more: Any) -> bool:
        self._comings += 1
        # The beginning names the players once more; programs come but once to a seat.
        spared = self._comings > COMINGS_KEPT and not seat.program
        return spared or self._record(self._chronicle.seat(what, seat, **more))
