"""
A match made anew from its journal: what is recorded of it happens once more.

All comes in the same order and at the same times, so that whoever keeps
anything of a match (the dialects' tables, the page) knows as much of it as if
it had been there. Clocks run and stand as they did, but nothing is recorded
meanwhile, nobody is waited for, and nothing is due.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from boardhub.games.rules import Rules
from boardhub.hub.clock import Clock, PastClock
from boardhub.hub.journal import Journal, JournalError, MemoryJournal, Record
from boardhub.hub.lock import Lock, from_plain
from boardhub.hub.match import Keeper, Match, Phase
from boardhub.hub.replay import Redone, replay
from boardhub.hub.seats import Presence, Seat
from boardhub.hub.steps import (
    Back,
    Began,
    Cause,
    Ended,
    Held,
    Joined,
    Late,
    Left,
    Moved,
    Restarted,
)
from boardhub.hub.terms import Spans, Terms


class Recalled(Match):
    """
    A match of these records, the first of which says what it is made of;
    ``locks`` is what was sealed beside them, for as long as it was not over.
    More records may be appended. Without a ``journal`` and a ``keeper`` it
    cannot go on, only be told.

    :raise JournalError: the first record says nothing of the kind.
    """

    def __init__(
        self,
        rules: Rules[Any],
        records: list[Record],
        locks: Mapping[str, Any],
        *,
        clock: Clock,
        journal: Journal | None = None,
        spans: Spans | None = None,
        keeper: Keeper | None = None,
    ) -> None:
        self.records = records
        """All that is recorded of it."""
        self.recalled = 0
        """How many of these have happened once more."""
        self.locks = locks
        self.hub_clock = clock
        self._again: Iterator[Redone] = replay(records, rules)
        try:
            first, last = records[0], records[-1]
            self._locks = {what: from_plain(plain) for what, plain in locks.items()}
            self._present = PastClock(clock, clock.now() - last["at"])
            self._made = self._present.now()
            name, seed, terms = first["name"], first["seed"], _terms(first, last, self._locks)
            super().__init__(
                rules,
                name,
                terms,
                seed=seed,
                clock=self._present,
                journal=journal or MemoryJournal(),
                spans=spans or Spans(),
                keeper=keeper or Nobody(),
            )
        except Exception as error:
            raise JournalError(f"record 1 makes no match: {error!r}") from error

    # What has been.

    def recall(self) -> None:
        """
        All of it happens once more.

        :raise JournalError: the records do not fit the rules, or each other.
        """
        while self.recalled < len(self.records):
            self.recall_next()

    def recall_next(self) -> None:
        """
        The next record happens once more.

        :raise JournalError: it does not fit the rules, or those before.
        """
        redone = next(self._again)
        record, self.state = redone.record, redone.state
        self.recalled += 1
        self._present.set(self._made + record["at"])
        again = _AGAIN.get(record["record"])
        try:
            if again is not None:
                again(self, redone)
        except Exception as error:
            raise JournalError(f"record {self.recalled} makes no sense: {error!r}") from error

    def sit_again(self, seat: Seat, record: Record) -> None:
        """Somebody has taken a seat."""
        self._own(seat, record["name"], record["facts"], record.get("program", ""))
        self._tell(Joined(seat.number, seat.name))

    def miss_again(self, seat: Seat, record: Record) -> None:
        """A seat will stay empty."""
        seat.presence, seat.gone_at = Presence.GONE, self.steps
        seat.reason, seat.code = record["reason"], record.get("code", "")
        self._tell(Left(seat.number, seat.name))

    def back_again(self, seat: Seat) -> None:
        """A player was back."""
        unnoticed = seat.awaited or seat.presence is Presence.CONNECTED
        seat.presence, seat.awaited = Presence.CONNECTED, False
        seat.returns += 1
        self._tell(Back(seat.number, seat.name, unnoticed))

    def come_again(self, redone: Redone) -> None:
        """Somebody came to a seat, or went."""
        record = redone.record
        self._comings += self.phase is Phase.WAITING
        seat = self.seats[record["seat"]]
        match record["what"]:
            case "taken":
                self.sit_again(seat, record)
            case "ready":
                seat.ready = True
            case "freed":
                seat.presence = Presence.FREE
                self._tell(Left(seat.number, seat.name))
            case "absent":
                self.miss_again(seat, record)
            case "held":
                seat.presence = Presence.HELD
                self._tell(Held(seat.number, seat.name))
            case "back":
                self.back_again(seat)
        self._attend_again()

    def begin_again(self, redone: Redone) -> None:
        """The game has begun."""
        record = redone.record
        programs, absent = dict(record.get("programs", ())), dict(record.get("absent", ()))
        for seat, (name, facts) in zip(self.seats, record["players"], strict=True):
            self._own(seat, name, facts, programs.get(seat.number, ""))
            seat.ready, seat.secret = True, self._locks.get(f"secret {seat.number}")
            if seat.number in absent:
                seat.presence = Presence.GONE
        self.phase = Phase.RUNNING
        self._tell(Began(), redone.events)
        self._attend_again()

    def move_again(self, redone: Redone) -> None:
        """A prompt was answered, or its time had run out."""
        record = redone.record
        asked = self._asking.of(record["seat"])
        assert asked is not None  # the replay has looked
        asked.moves += 1
        thought = self._thinking.of(record)
        late = record.get("late", False)
        cause: Cause = Late(asked.prompt) if late else Moved(asked.prompt.seat, thought)
        self._tell(cause, redone.events)

    def leave_again(self, redone: Redone) -> None:
        """A player has gone for good, or was late where that is the end."""
        record = redone.record
        seat = self.seats[record["seat"]]
        asked = self._asking.of(seat.number)
        seat.presence = Presence.GONE
        seat.reason, seat.code = record["reason"], record.get("code", "")
        if asked is not None and seat.reason == "forfeit-time":
            self._tell(Late(asked.prompt), redone.events)
        else:
            self._tell(Left(seat.number, seat.name), redone.events)
        self._attend_again()

    def refuse_again(self, redone: Redone) -> None:
        """A line was refused."""
        self._refusals += 1

    def restart_again(self, redone: Redone) -> None:
        """The hub was gone."""
        self._interrupt()

    def end_again(self, redone: Redone) -> None:
        """It was over."""
        record = redone.record
        self.phase, self.reason = Phase.OVER, record["reason"]
        self._asking.clear()
        for seat, reason in zip(self.seats, record["seats"], strict=True):
            seat.reason = reason or seat.reason
        self._tell(Ended(self.reason, self.state.result))

    def _interrupt(self) -> None:
        """The hub was gone: clocks stand until those are back who were there."""
        if self.phase is Phase.RUNNING:
            self.seats.part()
            self.resting = True
            self._asking.pause()
        self._tell(Restarted())

    def _attend_again(self) -> None:
        """Somebody came or went: clocks stand or run on, as they did."""
        if self.phase is not Phase.RUNNING:
            return
        if self.resting and self.seats.awaited:
            return
        if self.resting:
            self._run_afresh()
        self._mind_clocks()

    def _run_afresh(self) -> None:
        """All are back: each has her whole time for what is open."""
        self.resting = False
        self._asking.begin_again()
        self._asking.resume()

    def _own(self, seat: Seat, name: str, facts: Mapping[str, Any], program: str) -> None:
        if seat.presence is not Presence.GONE:
            seat.presence = Presence.CONNECTED
        seat.name, seat.facts, seat.program = name, facts, program
        seat.ready, seat.bound = not program, bool(program)


_AGAIN: Final[Mapping[str, Callable[[Recalled, Redone], None]]] = {
    "seat": Recalled.come_again,
    "begin": Recalled.begin_again,
    "move": Recalled.move_again,
    "leave": Recalled.leave_again,
    "refused": Recalled.refuse_again,
    "restart": Recalled.restart_again,
    "end": Recalled.end_again,
}


class Nobody:
    """Who keeps a match that is told once more, and over with that."""

    def over(self, match: Match) -> None:
        """Nobody lists it."""

    def remove(self, match: Match) -> None:
        """Nobody lists it."""


def _terms(first: Record, last: Record, locks: Mapping[str, Lock]) -> Terms:
    """What was agreed when the match was made."""
    limits = first["limits"]
    password = locks.get("password")
    # What opened it is forgotten with its end.
    if password is None and not first["public"] and last["record"] != "end":
        raise ValueError("the lock of its password is missing")
    return Terms(
        first["seats"],
        limits["timeout"],
        password,
        first["options"],
        away=limits["away"],
        least=limits["least"],
        standing=first["standing"],
    )
