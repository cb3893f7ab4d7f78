"""
A match in a few values: what the list has of it, and the heading of its page.
"""

from __future__ import annotations

from typing import Any

from boardhub.games.rules import Score
from boardhub.hub.match import Phase
from boardhub.hub.seats import Seat
from boardhub.protocols.exhibit import Exhibit, plain
from boardhub.web.thoughts import Thoughts


def row(exhibit: Exhibit, thoughts: Thoughts, now: float) -> dict[str, Any]:
    """
    Game, name, phase, reason of the end, timeout in seconds, and the seats;
    ``now`` is by the clock that the match's deadlines are.
    """
    match = exhibit.match
    scores = exhibit.scores()
    return {
        "game": match.rules.name,
        "name": match.name,
        "phase": match.phase.name.lower(),
        "reason": match.reason,
        "timeout": match.terms.timeout,
        "seats": [
            _seat(exhibit, thoughts, seat, scores[seat.number], now) for seat in match.seats
        ],
    }  # fmt: skip


def _seat(
    exhibit: Exhibit, thoughts: Thoughts, seat: Seat, score: Score | None, now: float
) -> dict[str, Any]:
    """
    One seat. ``asked``: it is its turn; ``left`` are the seconds that it still
    has, null while clocks stand; ``thought`` is what its answers have taken.
    """
    match = exhibit.match
    secret = exhibit.held_back and match.phase is not Phase.OVER
    shown = {
        "name": seat.name if seat.taken else "",
        "presence": exhibit.presence(seat),
        "score": plain(score),
        "asked": False,
        "left": None,
        "thought": None if secret else thoughts.plain(seat.number),
    }
    if exhibit.held_back or match.prompt(seat.number) is None:
        return shown
    deadline = match.deadline(seat.number)
    left = None if deadline is None else round(max(0.0, deadline - now), 1)
    return {**shown, "asked": True, "left": left}
