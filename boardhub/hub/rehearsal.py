"""
A match once more for one player, who has to know all that has happened in it
and cannot be told in a few lines: she is told it as it came, and answers as
she did before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from boardhub.games.rules import Move
from boardhub.hub.asking import NotAsked
from boardhub.hub.journal import Record, decode_move, encode_move, move_words
from boardhub.hub.match import Phase
from boardhub.hub.recalled import Recalled
from boardhub.hub.seats import Presence, Seat
from boardhub.hub.steps import Ended, Joined, Listener

#: Ends of a player's part that are her own doing. Of the others (time, a lost connection)
#: nobody can say what she would have answered.
OWN_ENDS: Final = frozenset(
    ["left", "forfeit-illegal", "forfeit-output", "crashed", "out-of-memory", "out-of-cpu"]
)

#: Seconds after the beginning for a player who is not asked yet: in some games she asks
#: herself then, and needs the answer for her first move.
ASKING_SECONDS: Final = 1.0


class Difference(Exception):
    """
    What she did where something else is recorded of her; ``number`` is that of
    the record, from 1, ``prompt`` what she was asked, if she was.
    """

    def __init__(self, number: int, prompt: int | None, recorded: str, given: str) -> None:
        asked = "" if prompt is None else f", prompt {prompt}"
        super().__init__(f"record {number}{asked}: recorded {recorded}; given {given}")
        self.number = number
        self.prompt = prompt
        self.recorded = recorded
        self.given = given


class Rehearsal(Recalled):
    """
    The match of another one's records, in which nobody plays but the player
    of one seat. She enters by `take` or, as a program, by `ready`; what the
    others did happens by itself, and what she says has to be what is recorded
    of her: her moves, and how she has gone, if that was her own doing.
    ``briefed`` is called with her listener when no record is left, or none of
    her part; ``failed`` when she plays otherwise, or has gone.

    Nothing waits where she was late. As many answers of hers as that was
    often may be in vain: they are refused, as they were.

    With ``patience`` it takes its time: each answer is waited for as long as
    the match allowed, and for so many seconds at least; else there is no end
    to the waiting. Who is not asked when the game begins has a moment to ask,
    where the game itself waits then, or with ``patience``.

    Talk is not recorded, and she is not told again that she was lost and back.
    """

    def __init__(
        self,
        of: Recalled,
        seat: int,
        briefed: Callable[[Listener], None],
        failed: Callable[[Difference], None],
        patience: float | None = None,
    ) -> None:
        super().__init__(
            of.rules,
            of.records,
            of.locks,
            clock=of.hub_clock,
            spans=of.spans,
        )
        self.answers = 0
        """How often she has done what is recorded of her."""
        self._seat = seat
        self._known = of.seats[seat]
        """Her seat in the match itself: its name and program have been hers all along."""
        self.seats[seat].program = self._known.program
        self._player: Listener | None = None
        self._late_answers = 0
        """How many answers may yet come that are in vain."""
        self._briefed = briefed
        self._failed = failed
        self._patience = patience

    # As she comes and goes.

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
        """She takes her seat."""
        self._enter(listener)
        return self._seat

    def ready(self, number: int, listener: Listener) -> None:
        """She runs."""
        self._enter(listener)

    def leave(self, number: int, reason: str, code: str = "") -> None:
        """She is gone, as is recorded of her, or too early."""
        record = self._awaited()
        given = _ending(reason, code)
        if record is not None and record["record"] == "leave" and _parting(record) == given:
            self.seats[number].listener = None
            self._agree()
        else:
            self._fail(given + (self._last_words() if code else ""))

    def hold(self, number: int, reason: str = "dropped") -> None:
        """She is lost."""
        self.leave(number, reason)

    @property
    def has_player(self) -> bool:
        """Whether she has come."""
        return self._player is not None

    def break_off(self, reason: str) -> None:
        """The match itself is over; so she is told."""
        self.phase, self.reason = Phase.OVER, reason
        self._asking.clear()
        self.seats[self._seat].wait(None)
        self._tell(Ended(reason, None))

    # As she plays.

    def play(self, number: int, move: Move, at: float) -> None:
        """
        Her answer, which should be the recorded one.

        :raise NotAsked: the seat has no open prompt, or has had so long ago.
        :raise IllegalMove: the rules refuse it, as they did before.
        """
        record = self._awaited()
        if record is None or self._asking.of(number) is None:
            raise NotAsked
        if record["record"] == "move" and move == decode_move(record["move"], self.rules.moves):
            self._agree()
            return
        self.state.clone().apply(number, move)
        if self._late_answers:
            self._late_answers -= 1
            raise NotAsked
        self._fail(move_words(encode_move(move)))

    def refused(self, number: int, code: int, line: str) -> None:
        """That is not compared."""

    def say(self, number: int, to: int | None, text: str) -> None:
        """That has been heard."""

    def wait(self) -> None:
        """From now on she has her time: to come, or for an answer."""
        if self._patience is None:
            return
        asked = self._asking.of(self._seat)
        seconds = max(self._patience, asked.allowed if asked else self.terms.timeout)
        out = self.hub_clock.call_in(seconds, lambda: self._fail(f"no answer in {seconds:g} s"))
        self.seats[self._seat].wait(out)

    # How it goes on inside.

    def _enter(self, listener: Listener) -> None:
        entry = self._entry()
        while self.recalled < entry:
            self.recall_next()
        her = self.seats[self._seat]
        self._player = her.listener = listener
        if self.records[entry].get("what") != "taken":
            her.name, her.facts = self._known.name, self._known.facts
            joined = self._step(Joined(self._seat, her.name), ())
            self._audience.tell(listener, joined, ())
        self._go_on()

    def _entry(self) -> int:
        """
        The place of the record with which she came; of the beginning where
        that was spared, since so many had come before, and perhaps gone.
        """
        came = 0
        for place, record in enumerate(self.records):
            if record["record"] == "begin":
                return came or place
            if record["record"] != "seat" or record["seat"] != self._seat:
                continue
            hers = record["what"] == "ready" or record.get("name") == self._known.name
            came = place if hers else 0
        return came

    def _agree(self) -> None:
        """She has done what is recorded."""
        self.answers += 1
        self.recall_next()
        self._go_on()

    def _go_on(self) -> None:
        assert self._player is not None
        her = self.seats[self._seat]
        while self.recalled < len(self.records) and her.presence is not Presence.GONE:
            if self._awaited() is not None:
                self.wait()
                return
            record = self.records[self.recalled]
            self._late_answers += bool(record.get("late") and record["seat"] == self._seat)
            self.recall_next()
            if record["record"] == "begin" and self._may_ask():
                her.wait(self.hub_clock.call_in(ASKING_SECONDS, self._go_on))
                return
        her.wait(None)
        self._briefed(self._player)

    def _may_ask(self) -> bool:
        """Whether she would have had time to ask, before she is asked herself."""
        waits = self._patience is not None or self._asking.of(None) is not None
        return waits and self.prompt(self._seat) is None

    def _awaited(self) -> Record | None:
        """The record that the match stands at, if that is for her to do."""
        if self._player is None or self.recalled == len(self.records):
            return None
        record = self.records[self.recalled]
        if record.get("seat") != self._seat:
            return None
        if record["record"] == "leave":
            return record if record["reason"] in OWN_ENDS else None
        by_default = record.get("late") or record.get("absent")
        return record if record["record"] == "move" and not by_default else None

    def _own(self, seat: Seat, name: str, facts: Mapping[str, Any], program: str) -> None:
        """What plays for her now is said by the match itself."""
        hers = seat.number == self._seat
        super()._own(seat, name, facts, self._known.program if hers else program)

    def back_again(self, seat: Seat) -> None:
        """Of herself she is not told."""
        her = seat.listener
        seat.listener = None
        super().back_again(seat)
        seat.listener = her

    def _fail(self, given: str) -> None:
        if self.phase is Phase.OVER:
            return
        record, prompt = self._awaited(), self.prompt(self._seat)
        if record is None:
            recorded = "a player who comes"
        elif record["record"] == "move":
            recorded = move_words(record["move"])
        else:
            recorded = _parting(record)
        number = prompt.number if prompt else None
        self._failed(Difference(self.recalled + 1, number, recorded, given))

    def _last_words(self) -> str:
        """The line that she has said last."""
        heard = self._player.report().get("heard") if self._player else None
        return f" by {heard[-1][1]!r}" if heard else ""


def _parting(record: Record) -> str:
    return _ending(record["reason"], record.get("code", ""))


def _ending(reason: str, code: str) -> str:
    return f"the end of its part, {reason}" + (f" ({code})" if code else "")
