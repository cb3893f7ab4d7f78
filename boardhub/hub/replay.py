"""
A finished match made again, record by record, and compared with what its
journal says of it.

Rebuilding (`boardhub.hub.journal.rebuild`) trusts a journal as long as its
records can be done again. Here they have to be what the hub would have
written, too: a move answers the prompt that it names, a default is the game's
own, and the end has the result and the reasons that came of it all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import define, frozen

from boardhub.games.rules import Events, IllegalMove, Prompt, Rules, State
from boardhub.hub.journal import JournalError, Record, decode_move, fresh, redo
from boardhub.hub.roll import Differs, Roll

#: Ends after which the last thing that happened may be missing: it could not be written, or done.
_BROKEN: Final = ("void-crash", "void-disk")

#: Seconds that may be lost where times are rounded to a microsecond each.
_ROUNDED: Final = 1e-5


class Mismatch(JournalError):
    """A record is not what comes of those before it; ``number`` counts from 1."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"record {number}: {why}")
        self.number = number


@frozen
class Redone:
    """A record that has been done again, and found right."""

    number: int
    """Counts from 1: the line in the file."""
    record: Record
    events: Events
    """What came of it in the game."""
    state: State
    """The game after it. The next record changes it in place."""


def replay(records: Sequence[Record], rules: Rules[Any]) -> Iterator[Redone]:
    """
    Do a match again.

    :raise JournalError: this is no journal of these rules.
    :raise Mismatch: the first record that differs.
    """
    state, first = fresh(records, rules), records[0]
    twin = _Twin(rules, state, Roll(first["seats"]), first["limits"]["timeout"])
    for number, record in enumerate(records, 1):
        try:
            events = twin.redo(record)
        except Differs as error:
            raise Mismatch(number, str(error)) from None
        except IllegalMove as error:
            raise Mismatch(number, f"the rules refuse the move: {error.code}") from error
        except Exception as error:
            raise Mismatch(number, f"it cannot be done again: {error!r}") from error
        yield Redone(number, record, events, twin.state)


@define(eq=False)
class _Twin:
    """The match that is made again, as far as a journal has to agree with it."""

    rules: Rules[Any]
    state: State
    roll: Roll
    timeout: float
    """Seconds for an answer, where the rules do not say otherwise."""
    records: int = 0
    over: bool = False

    def redo(self, record: Record) -> Events:
        """
        Do a record again; other kinds than those checked here are let pass.

        :raise Differs: it is not what should be there.
        """
        self.records += 1
        if self.over:
            raise Differs("it stands behind the end")
        if (record["record"] == "match") is not (self.records == 1):
            raise Differs("a journal has one match")
        check = _CHECKS.get(record["record"])
        if check is not None:
            check(self, record)
        return redo(self.state, record, self.rules)

    def seat(self, record: Record) -> None:
        """Somebody came or went."""
        self.roll.come(record)

    def begin(self, record: Record) -> None:
        """The game begins."""
        self.roll.begin(record)

    def restart(self, record: Record) -> None:
        """The hub was gone."""
        self.roll.part()

    def leave(self, record: Record) -> None:
        """Somebody is gone for good."""
        self.roll.leave(record)

    def move(self, record: Record) -> None:
        """Somebody was asked and answered, or the hub did so for her."""
        seat, move = record["seat"], decode_move(record["move"], self.rules.moves)
        asked = {each.number: each for each in self.state.prompts if each.seat == seat}
        prompt = asked.get(record["prompt"])
        if prompt is None:
            raise Differs(f"prompt {record['prompt']} of seat {seat} is not open, but {[*asked]}")
        self._check_marks(record, prompt)
        if record.get("late") or record.get("absent"):
            default = self.state.default_move(seat)
            if move != default:
                raise Differs(f"the default of seat {seat} is {default}, not {move}")

    def _check_marks(self, record: Record, prompt: Prompt) -> None:
        seat, late, absent = prompt.seat, record.get("late"), record.get("absent")
        gone = seat is not None and self.roll.is_gone(seat)
        if gone is not bool(absent):
            raise Differs(f"seat {seat} is {'gone' if gone else 'not gone'}")
        if gone and late:
            raise Differs("nobody who is gone is late")
        if seat is None and not late:
            raise Differs("the game's own move is late, whenever it comes")
        if late:
            self._check_lateness(record, prompt)

    def _check_lateness(self, record: Record, prompt: Prompt) -> None:
        """
        Clocks that stood can only have made her time longer. That an answer
        without a mark was too late cannot be told: it may have come in time,
        and been read after a long turn of the reactor.
        """
        allowed = prompt.times * self.timeout if prompt.seconds is None else prompt.seconds
        took = round(record["answered"] - record["asked"], 6)
        if took < allowed - _ROUNDED:
            raise Differs(f"seat {prompt.seat} was asked {took} s before, and has {allowed} s")

    def end(self, record: Record) -> None:
        """The result is that of the game, the reasons are those that were recorded."""
        self.over = True
        result = self.state.result
        scores = [str(score) for score in result.scores] if result else None
        if record["scores"] != scores:
            raise Differs(f"the scores are {scores}, not {record['scores']}")
        if result is not None and record["reason"] != result.reason:
            raise Differs(f"the match is {result.reason}, not {record['reason']}")
        if result is None and record["reason"] in ("finished", "forfeited"):
            raise Differs(f"the game goes on: it cannot be {record['reason']}")
        self.roll.end(record, broken=record["reason"] in _BROKEN)


_CHECKS: Final[Mapping[str, Callable[[_Twin, Record], None]]] = {
    "seat": _Twin.seat,
    "begin": _Twin.begin,
    "move": _Twin.move,
    "restart": _Twin.restart,
    "leave": _Twin.leave,
    "end": _Twin.end,
}
