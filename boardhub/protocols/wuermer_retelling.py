"""
A worm match told from its journal, an event a line, ``seconds source text``
(spec/wuermer-rules.md 5)::

    0.000 BRETT 12 13 7 4 200 ...        the start file
    0.012 1> 12                          a line to program 1
    1.512 1< 2                           a line from program 1
    1.513 ZUG 1 1 2 N                    a turn: its number, player, worm, direction
    9.000 VERSTOSS 1 FEHLER_FORMAT       a fault, if there was one
    9.000 REST 3 3                       how many worms are left
    9.000 ERGEBNIS SIEG 2 FEHLER_FORMAT  the result

When the first of the two lines of a move came is not recorded: it is told
with the second. Lines that were no move are known of the last twenty.
"""

from __future__ import annotations

from collections.abc import Sequence

from boardhub.games.rules import Events
from boardhub.games.wuermer import events as ev
from boardhub.games.wuermer.board import lines
from boardhub.games.wuermer.position import Seen
from boardhub.games.wuermer.state import RULES, SEATS
from boardhub.hub.journal import Record, fresh
from boardhub.hub.replay import Redone
from boardhub.protocols.wuermer_lines import (
    CANNOT,
    END,
    closing_lines,
    program_lines,
    spectator_lines,
)


class WuermerRetelling:
    """The form of worm matches."""

    def __init__(self, records: Sequence[Record]) -> None:
        """
        :raise JournalError: this is no journal of a worm match.
        """
        self._board = fresh(records, RULES).view(None).board
        self._began: float | None = None
        self._said: list[list[str]] = [[] for _ in range(SEATS)]
        """All lines of each program's that were moves."""
        self._end = records[-1] if records[-1]["record"] == "end" else None

    def lines(self, redone: Redone) -> list[str]:
        """What a record tells; nothing of coming and going."""
        record, events = redone.record, redone.events
        at = record["at"]
        match record["record"]:
            case "match":
                return [_line(at, "BRETT", *lines(self._board, 0))]
            case "begin":
                self._began = at
                absent = [seat for seat, _ in record.get("absent", ())]
                return self._told(at, events, [seat for seat in range(SEATS) if seat not in absent])
            case "move":
                return [*self._moved(record), *self._told(at, events, range(SEATS))]
            case "leave":
                return [*self._surplus(record["seat"]), *self._told(at, events, range(SEATS))]
            case "end":
                return self._over(record, redone.state.view(None))
        return []

    def _moved(self, record: Record) -> list[str]:
        seat, (kind, *words) = record["seat"], record["move"]
        said = [str(word) for word in words] if kind == "Crawl" else [CANNOT]
        self._said[seat] += said
        return [_line(record["answered"], f"{seat + 1}<", each) for each in said]

    def _told(self, at: float, events: Events, seats: Sequence[int]) -> list[str]:
        """A turn, and what came of it for the programs, the end last."""
        turns = [spectator_lines(event)[0] for event in events if _is_turn(event)]
        told = [
            _line(at, f"{seat + 1}>", line)
            for event in events
            for seat in seats
            for line in program_lines(event, seat)
        ]
        return [*[_line(at, turn) for turn in turns], *told]

    def _surplus(self, seat: int) -> list[str]:
        """What a program had said last that was no move."""
        report = ((self._end or {}).get("reports") or [None] * SEATS)[seat] or {}
        heard = [
            (at, text)
            for at, text in report.get("heard", ())
            if self._began is not None and at >= self._began
        ]
        said = self._said[seat]
        for count in range(len(heard) + 1):
            moves = [text for _, text in heard[: len(heard) - count]]
            if len(moves) <= len(said) and said[len(said) - len(moves) :] == moves:
                surplus = heard[len(heard) - count :]
                return [_line(at, f"{seat + 1}<", text) for at, text in surplus]
        return []

    def _over(self, record: Record, seen: Seen) -> list[str]:
        at = record["at"]
        left = [] if seen.finished else [seat for seat in range(SEATS) if record["seats"][seat]]
        *before, result = closing_lines(seen)
        return [
            *[_line(at, f"{seat + 1}>", END) for seat in left],
            *[_line(at, line) for line in before],
            _line(at, result.replace("SPIEL_BEENDET", "ERGEBNIS", 1)),
        ]


def _is_turn(event: object) -> bool:
    return isinstance(event, ev.Moved | ev.Passed)


def _line(at: float, *words: str) -> str:
    shown = "".join([each if each.isprintable() else "?" for each in " ".join(words)])
    return f"{at:.3f} {shown}"
