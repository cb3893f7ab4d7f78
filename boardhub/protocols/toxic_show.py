"""
What spectators are shown of a match of the toxic arena, and when.

A spectator may be a player's second pair of eyes. So the rounds are shown some
rounds late: what happens from one ``START`` to the next waits until so many
further rounds have been judged. With a delay of 0 everything is shown at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from attrs import define, field, frozen

from boardhub.games.rules import Event, Score
from boardhub.games.toxic import events as ev
from boardhub.protocols.toxic_lines import life_lines, score_line, seen_lines, spectator_lines


@frozen
class Went(Event):
    """A player has left the match for good."""

    number: int


@define(eq=False)
class Show:
    """The show of one match: what is still to come, and the picture that has been shown so far."""

    delay: int
    """Rounds."""
    _coming: deque[tuple[int, Event]] = field(factory=deque)
    """Events with the round that they belong to; 0: before the first."""
    _round: int = 0
    _judged: int = 0
    _inside: set[int] = field(factory=set)
    _figures: dict[int, ev.Figure] = field(factory=dict)
    _lives: dict[int, int] = field(factory=dict)
    _red: set[int] = field(factory=set)
    _points: dict[int, Score] = field(factory=dict)
    _started: int = 0

    def begin(self, numbers: Iterable[int]) -> None:
        """These players are in when the map is told."""
        self._inside = set(numbers)
        self._points = dict.fromkeys(sorted(self._inside), 0)

    def hear(self, events: Iterable[Event]) -> list[str]:
        """Something has happened: the lines that are to be shown now."""
        for event in events:
            if isinstance(event, ev.RoundBegan):
                self._round = event.round
            elif isinstance(event, ev.Stood):
                self._judged = self._round
            self._coming.append((self._round, event))
        return self._show(self._round if self.delay == 0 else self._judged - self.delay)

    def finish(self) -> list[str]:
        """The match is over: the lines of all that is still to come."""
        return self._show(self._round)

    def picture(self) -> list[str]:
        """All that has been shown, for somebody who has just come."""
        lines = [f"CONNECTED {number}" for number in sorted(self._inside)]
        if not self._figures and not self._started:
            return lines
        return [
            *lines,
            *seen_lines([self._figures[number] for number in sorted(self._figures)]),
            *life_lines(sorted(self._lives.items())),
            *[f"TEAMCHANGE RED {number}" for number in sorted(self._red)],
            *[score_line(number, sum_of) for number, sum_of in sorted(self._points.items())],
            *([f"START {self._started}"] if self._started else []),
        ]

    def _show(self, last: int) -> list[str]:
        lines: list[str] = []
        while self._coming and self._coming[0][0] <= last:
            _, event = self._coming.popleft()
            self._paint(event)
            lines += self._lines(event)
        return lines

    @staticmethod
    def _lines(event: Event) -> Sequence[str]:
        return (
            (f"DISCONNECTED {event.number}",) if isinstance(event, Went) else spectator_lines(event)
        )

    def _paint(self, event: Event) -> None:
        match event:
            case ev.RoundBegan(number):
                self._started = number
            case ev.Stood(figures, lives):
                self._figures = {each.number: each for each in figures}
                self._lives = dict(lives)
            case ev.TurnedRed(number):
                self._red.add(number)
            case ev.Scored(number, sum_of_points):
                self._points[number] = sum_of_points
            case Went(number):
                self._inside.discard(number)
                self._red.discard(number)
                self._figures.pop(number, None)
                self._lives.pop(number, None)
