"""
A match as text for a person at a terminal, a record at a time: any game's,
and in a form of its own where a game has one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from boardhub.hub.journal import Record, move_words
from boardhub.hub.replay import Redone
from boardhub.terminal import printable

#: What a coming or going is called: what is written of the seat.
_COMINGS: Final[Mapping[str, str]] = {
    "taken": "takes the seat",
    "freed": "gives the seat up",
    "ready": "runs",
    "absent": "will not be there",
    "held": "has lost the connection; the seat is held",
    "back": "is back",
}


def move_text(move: Sequence[Any]) -> str:
    """A move as it is recorded, in words for a terminal."""
    return printable(move_words(move))


class PlainRetelling:
    """
    The form for every game: ``seconds  seat name: what``, with the moves by
    the names that the rules have for them.
    """

    def __init__(self, records: Sequence[Record]) -> None:
        self._names: dict[int, str] = {}

    def lines(self, redone: Redone) -> list[str]:
        """What a record tells; nothing of kinds that are not known here."""
        record = redone.record
        tell = _TELLINGS.get(record["record"])
        if tell is None:
            return []
        return [f"{record['at']:9.3f}  {line}" for line in tell(self, record)]

    def match(self, record: Record) -> list[str]:
        """What is played."""
        return [
            f"{record['game']}/{printable(record['name'])} for {record['seats']} players,"
            f" made {record['made']}",
            f"version {record['rules']} of the rules, boardhub {record['boardhub']},"
            f" {record['limits']['timeout']:g} s for an answer, seed {printable(record['seed'])}",
        ]

    def seat(self, record: Record) -> list[str]:
        """Somebody came or went."""
        if "name" in record:
            self._names[record["seat"]] = record["name"]
        what = record["what"]
        return [f"{self._who(record['seat'])} {_COMINGS.get(what, what)}"]

    def begin(self, record: Record) -> list[str]:
        """Who plays."""
        self._names |= {seat: name for seat, (name, _) in enumerate(record["players"])}
        return [
            "the game begins",
            *[f"{self._who(seat)} is not there: {why}" for seat, why in record.get("absent", ())],
        ]

    def move(self, record: Record) -> list[str]:
        """Who did what, and how long that took."""
        move, seat = move_text(record["move"]), record["seat"]
        if seat is None:
            return [f"the game itself: {move}"]
        if record.get("late"):
            return [f"{self._who(seat)} is late: {move}"]
        if record.get("absent"):
            return [f"{self._who(seat)} is gone: {move}"]
        took = record["answered"] - record["asked"]
        return [f"{self._who(seat)}: {move}   ({took:.3f} s)"]

    def leave(self, record: Record) -> list[str]:
        """Who is gone for good, and why."""
        code = f", {record['code']}" if record.get("code") else ""
        return [f"{self._who(record['seat'])} is out: {record['reason']}{code}"]

    def refused(self, record: Record) -> list[str]:
        """Which line was not accepted, and the number of the error."""
        line = printable(record["line"])
        return [f"{self._who(record['seat'])} is refused, error {record['code']}: {line}"]

    def restart(self, record: Record) -> list[str]:
        """The daemon had been gone."""
        return [f"the daemon was gone, and is there again since {record['when']}"]

    def end(self, record: Record) -> list[str]:
        """What came of it."""
        scores = record["scores"] or ["no score"] * len(record["seats"])
        return [
            f"the match is over: {record['reason']}",
            *[
                f"{self._who(seat)}: {score}, {reason}"
                for seat, (score, reason) in enumerate(zip(scores, record["seats"], strict=True))
                if reason is not None
            ],
        ]

    def _who(self, seat: int) -> str:
        return f"{seat} {printable(self._names.get(seat, ''))}".rstrip()


_TELLINGS: Final[Mapping[str, Callable[[PlainRetelling, Record], list[str]]]] = {
    "match": PlainRetelling.match,
    "seat": PlainRetelling.seat,
    "begin": PlainRetelling.begin,
    "move": PlainRetelling.move,
    "leave": PlainRetelling.leave,
    "refused": PlainRetelling.refused,
    "restart": PlainRetelling.restart,
    "end": PlainRetelling.end,
}
