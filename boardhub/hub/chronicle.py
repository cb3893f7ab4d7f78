"""
What a match writes into its journal, and when it happened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from platform import python_version
from typing import TYPE_CHECKING, Any

from boardhub import __version__
from boardhub.games.rules import Move, Result
from boardhub.hub.asking import Asked
from boardhub.hub.clock import Clock
from boardhub.hub.journal import Journal, Record, encode_move
from boardhub.hub.seats import Seat

if TYPE_CHECKING:
    from boardhub.hub.match import Match

#: How many refused lines a journal keeps, so that no client can fill a disk.
REFUSALS_KEPT = 100

#: How much coming and going the journal of a waiting match keeps.
COMINGS_KEPT = 200

#: How many moves may be made under one prompt: each is a record. In the games that come along no
#: answer has a reason for more than nine.
MOVES_UNDER_PROMPT = 50

#: How much of a refused line is kept, in characters.
LINE_KEPT = 100


class Chronicle:
    """
    The records of one match, of their kinds. Times are seconds since it was
    made; each record has its own in ``at``.

    Every method that writes raises `JournalError` where the journal does.
    """

    def __init__(self, journal: Journal, clock: Clock) -> None:
        self._journal = journal
        self._clock = clock
        self._made = clock.now()

    def made(self, match: Match, when: str) -> None:
        """The first record: everything the match is made of."""
        rules, terms, spans = match.rules, match.terms, match.spans
        if terms.password is not None:
            self._journal.seal({"password": terms.password.to_plain()})
        self.append(
            {
                "record": "match",
                "game": rules.name,
                "rules": rules.version,
                "boardhub": __version__,
                "python": python_version(),
                "name": match.name,
                "seats": terms.seats,
                "options": dict(terms.options),
                "limits": {
                    "timeout": terms.timeout,
                    "match": spans.match,
                    "start": spans.start,
                    "away": terms.away,
                    "least": terms.least,
                },
                "standing": terms.standing,
                "public": terms.public,
                "seed": match.seed,
                "made": when,
            }
        )

    def now(self) -> float:
        """Seconds since the match was made."""
        return self.since(self._clock.now())

    def append(self, record: Record) -> None:
        """Keep a record, with its time."""
        self._journal.append({**record, "at": self.now()})

    def finish(self, record: Record) -> None:
        """Keep the last record; no more will come."""
        try:
            self.append(record)
        finally:
            self._journal.close()

    def forget(self) -> None:
        """There is nothing to tell; no more will come."""
        self._journal.discard()

    @staticmethod
    def seat(what: str, seat: Seat, **more: Any) -> Record:
        """Somebody came to a seat, or went."""
        return {"record": "seat", "seat": seat.number, "what": what, **more}

    @staticmethod
    def restart(when: str) -> Record:
        """The hub was gone, and is there again since this time of day."""
        return {"record": "restart", "when": when}

    def seal(self, seats: Sequence[Seat]) -> None:
        """What brings the players back to these seats is kept beside the records."""
        locks = {f"secret {seat.number}": seat.secret.to_plain() for seat in seats if seat.secret}
        if locks:
            self._journal.seal(locks)

    @staticmethod
    def begin(seats: Sequence[Seat], absent: Mapping[int, str]) -> Record:
        """
        The game begins with the players in these seats; some are out already,
        for these reasons.
        """
        programs = {seat.number: seat.program for seat in seats if seat.program}
        return {
            "record": "begin",
            "players": [[seat.name, dict(seat.facts)] for seat in seats],
            **({"programs": list(programs.items())} if programs else {}),
            **({"absent": list(absent.items())} if absent else {}),
        }

    def move(self, asked: Asked, move: Move, answered: float | None) -> Record:
        """
        A move under a prompt, answered by the player at this time; None: by
        default, now. ``hub`` is what the hub itself took.
        """
        now = self._clock.now()
        return {
            "record": "move",
            "prompt": asked.prompt.number,
            "seat": asked.prompt.seat,
            "move": encode_move(move),
            "asked": self.since(asked.at),
            "answered": self.since(now if answered is None else answered),
            "hub": round(0.0 if answered is None else now - answered, 6),
        }

    @staticmethod
    def leave(seat: Seat) -> Record:
        """A player is gone for good from a running game."""
        return {"record": "leave", "seat": seat.number, **seat.farewell()}

    @staticmethod
    def refused(number: int, code: int, line: str) -> Record:
        """A player's line was refused; of a long one the beginning is kept."""
        return {"record": "refused", "seat": number, "code": code, "line": line[:LINE_KEPT]}

    @staticmethod
    def end(reason: str, result: Result | None, seats: Sequence[Seat]) -> Record:
        """The match is over; without a result it is void."""
        return {
            "record": "end",
            "reason": reason,
            "scores": [str(score) for score in result.scores] if result else None,
            "seats": [seat.reason if seat.taken else None for seat in seats],
            "reports": [dict(seat.report) if seat.report else None for seat in seats],
        }

    def since(self, when: float) -> float:
        """A time of the hub's clock, in seconds since the match was made."""
        return round(when - self._made, 6)
