"""
A match from its making to its end: what it asks, and whom it tells. Who sits
in it, and since when, is the matter of its `Attendance`.

An answer goes through it in four stages: the rules judge it, the journal
keeps it, the listeners hear it, and the questions that follow get their time.
Which game is played, and what a line of text means, it cannot say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from twisted.logger import Logger

from boardhub.games.rules import (
    Events,
    IllegalMove,
    Move,
    Player,
    Prompt,
    Result,
    Rules,
    State,
    Viewer,
)
from boardhub.hub.asking import Asked, Asking, NotAsked, TooMany
from boardhub.hub.attendance import Attendance, Phase
from boardhub.hub.audience import Audience
from boardhub.hub.chronicle import (
    MOVES_UNDER_PROMPT,
    REFUSALS_KEPT,
    Chronicle,
)
from boardhub.hub.clock import Clock
from boardhub.hub.journal import Journal, JournalError, Record, begin
from boardhub.hub.seats import PRESENT, Presence, Seat
from boardhub.hub.steps import (
    Began,
    Cause,
    Ended,
    Late,
    Left,
    Listener,
    Moved,
    Said,
    Step,
    Watching,
)
from boardhub.hub.terms import Spans, Terms
from boardhub.hub.thinking import Thinking
from boardhub.hub.vigil import Vigil

__all__ = ["Keeper", "Match", "Phase"]


class Keeper(Protocol):
    """Who keeps the matches: the lobby."""

    def over(self, match: Match) -> None:
        """The match has ended; it is still listed."""

    def remove(self, match: Match) -> None:
        """The match is to be forgotten, and its name free again."""


class Match(Attendance):
    """
    A game that is being played, was, or will be. Made by the `Lobby`.

    Whoever calls `play`, `take` and the others is told by its own
    `Listener.hear`, as everybody else.
    """

    _log = Logger()

    def __init__(
        self,
        rules: Rules[Any],
        name: str,
        terms: Terms,
        *,
        seed: str,
        clock: Clock,
        journal: Journal,
        spans: Spans,
        keeper: Keeper,
    ) -> None:
        super().__init__(terms, spans)
        self.rules = rules
        self.name = name
        self.seed = seed
        """What all chance in it comes from: nobody who plays may know it."""
        self.reason = ""
        self.galleries: list[Listener] = []
        self.spectators: list[str] = []
        """The names of those who watch, in order of arrival."""
        self._audience = Audience(str(self), self.seats, self.galleries)
        self.state: State = rules.state(terms.seats, seed, terms.options)
        self._clock = clock
        self._chronicle = Chronicle(journal, clock)
        self._keeper = keeper
        self._asking = Asking(clock, terms.timeout, self._late, self._audience.unheard)
        self._thinking = Thinking()
        self._refusals = 0
        self._vigil = Vigil(clock, spans, self.stop, self.close)

    def open(self, made: str) -> None:
        """
        It has just been made, at this time of day: wait for players.

        :raise JournalError: it cannot be recorded.
        """
        self._chronicle.made(self, made)
        self._attend()

    # What others may ask.

    def __str__(self) -> str:
        return f"{self.rules.name}/{self.name}"

    @property
    def lingers(self) -> bool:
        """Whether connections stay now: always, but after the end of a tournament's match."""
        return not (self.phase is Phase.OVER and self.spans.tournament)

    @property
    def is_empty(self) -> bool:
        """Nobody has a seat, or watches."""
        return not self.spectators and self.seats.empty

    @property
    def is_under_way(self) -> bool:
        """It is played, or is about to be: its programs have been started."""
        starts = self.phase is Phase.WAITING and self.seats.started
        return starts or self.phase is Phase.RUNNING

    def since(self, when: float) -> float:
        """A time of the hub's clock, in seconds since it was made, as in its journal."""
        return self._chronicle.since(when)

    def now(self) -> float:
        """Seconds since it was made, as in its journal."""
        return self._chronicle.now()

    def prompt(self, seat: int) -> Prompt | None:
        """What this seat is asked now."""
        asked = self._asking.of(seat)
        return asked.prompt if asked else None

    def deadline(self, seat: Viewer) -> float | None:
        """Until when this seat must answer, by the hub's clock; None while clocks stand."""
        asked = self._asking.of(seat)
        return asked.deadline if asked and not self._asking.paused else None

    def view(self, viewer: Viewer) -> Any:
        """What a viewer may know of the position."""
        return self.state.view(viewer)

    def watch(self, gallery: Listener) -> None:
        """From now on these spectators hear what happens."""
        self.galleries.append(gallery)

    def watcher_came(self, name: str) -> None:
        """A spectator has come, the last of `spectators`; names need not differ."""
        self._tell(Watching(name, True))
        self.spectators.append(name)
        self._attend()

    def watcher_went(self, place: int) -> None:
        """The spectator at this place among `spectators` has gone."""
        self._tell(Watching(self.spectators[place], False))
        del self.spectators[place]
        self._attend()

    # Playing.

    def play(self, number: int, move: Move, at: float) -> None:
        """
        Carry out a seat's answer whose last byte came at this time.

        :raise NotAsked: the seat has no open prompt.
        :raise TooMany: so many moves have been made under it; nothing has changed.
        :raise IllegalMove: the rules refuse it; nothing has changed.
        """
        asked = self._asking.of(number)
        if asked is None:
            raise NotAsked
        if asked.moves >= MOVES_UNDER_PROMPT:
            raise TooMany
        record = self._chronicle.move(asked, move, at)
        with self._void_if_rules_fail(IllegalMove):
            events = self.state.apply(number, move)
            self._do(events, Moved(number, self._thinking.of(record)), record)
            asked.moves += 1
            self._clock.delays.add(self._clock.now() - at)
        self._carry_on()

    def refused(self, number: int, code: int, line: str) -> None:
        """A player's line was refused: kept, a bounded number of times."""
        if self.phase is Phase.OVER or self._refusals >= REFUSALS_KEPT:
            return
        self._refusals += 1
        self._record(self._chronicle.refused(number, code, line))

    def say(self, number: int, to: int | None, text: str) -> None:
        """A player speaks to all, or to one other seat alone."""
        if to is None:
            self._tell(Said(number, None, text))
            return
        listener = self.seats[to].listener
        if listener is not None:
            self._audience.tell(listener, self._step(Said(number, to, text), ()), ())

    def stop(self, reason: str) -> None:
        """End the match without a result, unless it is over."""
        if self.phase is not Phase.OVER:
            self._end(reason, None)

    def close(self) -> None:
        """Dismiss everybody and forget the match."""
        self.stop("aborted")
        self._vigil.end()
        self._audience.dismiss_all()
        self._keeper.remove(self)

    # How it goes on inside.

    def _begin(self) -> None:
        gone = [each for each in self.seats if each.presence is Presence.GONE]
        gone.sort(key=lambda seat: seat.gone_at)
        absent = {each.number: each.code or each.reason for each in gone}
        if len(self.seats) - len(absent) < self.terms.least:
            self.stop("void-start")
            return
        if not self._write(lambda: self._chronicle.seal(self.seats)):
            return
        self.phase = Phase.RUNNING
        self._vigil.began()
        self._log.info("{match} begins", match=str(self))
        players = [Player(seat.name, seat.facts) for seat in self.seats]
        with self._void_if_rules_fail():
            events = begin(self.state, players, absent)
            self._do(events, Began(), self._chronicle.begin(self.seats, absent))
        self._attend()
        self._carry_on()

    @contextmanager
    def _void_if_rules_fail(self, *refusals: type[IllegalMove]) -> Iterator[None]:
        """Whatever goes wrong in the rules, but for a refusal, ends this match and nothing else."""
        try:
            yield
        except refusals:
            raise
        except Exception:
            self._log.failure("the rules failed in {match}", match=str(self))
            self.stop("void-crash")

    def _do(self, events: Events, cause: Cause, record: Record) -> None:
        """One step: the rules have acted, the journal gets it, everybody hears it."""
        if self._record(record):
            self._tell(cause, events)

    def _carry_on(self) -> None:
        """End the match if the game is over; answer for those who are gone."""
        with self._void_if_rules_fail():
            while self.phase is Phase.RUNNING and self._goes_on():
                pass

    def _goes_on(self) -> bool:
        """Whether there was somebody to answer for."""
        result = self.state.result
        if result is not None:
            self._end(result.reason, result)
            return False
        if not any(seat.presence in PRESENT for seat in self.seats):
            self.stop("deserted")
            return False
        absent = next((each for each in self._asking if self._is_gone(each.prompt)), None)
        if absent is None:
            return False
        self._play_default(absent, Moved(absent.prompt.seat), "absent")
        return True

    def _is_gone(self, prompt: Prompt) -> bool:
        return prompt.seat is not None and self.seats[prompt.seat].presence is Presence.GONE

    def _late(self, asked: Asked) -> None:
        self._clock.lateness.add(self._clock.now() - asked.deadline)
        with self._void_if_rules_fail():
            self._play_default(asked, Late(asked.prompt), "late")
        self._attend()
        self._carry_on()

    def _play_default(self, asked: Asked, cause: Cause, why: str) -> None:
        seat = asked.prompt.seat
        move = self.state.default_move(seat)
        if move is not None:
            record = self._chronicle.move(asked, move, None)
            record[why] = True
            self._do(self.state.apply(seat, move), cause, record)
            if self._asking.of(seat) is asked:
                raise AssertionError(f"a default left {asked.prompt} open: nobody would answer it")
        elif seat is None or self._is_gone(asked.prompt):
            raise AssertionError(f"nobody is there to answer {asked.prompt}, and no default")
        else:
            self._give_up(self.seats[seat], "forfeit-time", cause)

    def _resign(self, seat: Seat, reason: str) -> None:
        with self._void_if_rules_fail():
            self._give_up(seat, reason, Left(seat.number, seat.name))
        self._attend()
        self._carry_on()

    def _give_up(self, seat: Seat, reason: str, cause: Cause) -> None:
        seat.presence, seat.reason = Presence.GONE, reason
        events = self.state.leave(seat.number, seat.code or reason)
        self._do(events, cause, self._chronicle.leave(seat))

    def _end(self, reason: str, result: Result | None) -> None:
        # A port's own match, which nobody has ever come to, is none.
        untouched = self.terms.standing and self._comings == 0
        self.phase, self.reason = Phase.OVER, reason
        self._asking.clear()
        for seat in self.seats:
            seat.wait(None)
            if seat.presence is Presence.HELD:
                seat.reason = "dropped"
            self._keep_report(seat)
        try:
            if untouched:
                self._chronicle.forget()
            else:
                self._chronicle.finish(self._chronicle.end(reason, result, self.seats))
        except JournalError as error:
            self._log.error("{match} lacks its end: {error}", match=str(self), error=error)
        self._log.info("{match} is over: {reason}", match=str(self), reason=reason)
        self._tell(Ended(reason, result))
        if self.spans.tournament:
            self._audience.dismiss_all()
        self._vigil.over()
        self._keeper.over(self)

    # Telling, and the clocks of prompts.

    def _step(self, cause: Cause, events: Events) -> Step:
        self.steps += 1
        return Step(self.steps, self._clock.now(), cause, events)

    def _tell(self, cause: Cause, events: Events = ()) -> None:
        step = self._step(cause, events)
        fresh = self._asking.renew(self.state.prompts) if self.phase is Phase.RUNNING else ()
        self._audience.hear(step, fresh)
        if fresh:
            self._asking.start(fresh, timed=lambda prompt: not self._is_gone(prompt))

    def _attend(self) -> None:
        """
        Somebody came or went: let clocks stand or run on, and see to matches
        that nobody is in.
        """
        if self.phase is Phase.WAITING:
            self._vigil.waiting(empty=self.is_empty and not self.terms.standing)
        elif self.phase is Phase.RUNNING:
            self._vigil.running(unattended=self.seats.unattended)
            self._mind_clocks()

    def _mind_clocks(self) -> None:
        """They stand while none of the players is there and one may come back."""
        if self.seats.unattended is not self._asking.paused:
            self._asking.pause() if self.seats.unattended else self._asking.resume()

    # The journal.

    def _record(self, record: Record) -> bool:
        """Append to the journal."""
        return self._write(lambda: self._chronicle.append(record))

    def _write(self, write: Callable[[], None]) -> bool:
        """Write to the journal; a match that cannot be recorded is void."""
        try:
            write()
        except JournalError as error:
            self._log.error("{match} ends unrecorded: {error}", match=str(self), error=error)
            self.stop("void-disk")
            return False
        return True
