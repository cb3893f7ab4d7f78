"""
What spectators are shown of a match of the toxic arena, and when.

A spectator may be a player's second pair of eyes. So the rounds are shown some
rounds late: what happens from one ``START`` to the next waits until so many
further rounds have been judged. With a delay of 0 everything is shown at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from attrs import define, field, frozen

from boardhub.games.rules import Event, Score
from boardhub.games.toxic import events as ev
from boardhub.hub.match import Match, Phase
from boardhub.hub.seats import Seats
from boardhub.hub.steps import Began, Ended, Left, Step
from boardhub.protocols.exhibit import for_spectators
from boardhub.protocols.toxic_lines import life_lines, score_line, seen_lines


@frozen
class Went(Event):
    """A player has left the match for good."""

    number: int


def show_of(match: Match, settings: Mapping[str, Any]) -> Show:
    """The show of a match, as late as its options or else those of the port say."""
    delay = match.terms.options.get("delay", settings["spectator-delay"])
    return Show(delay, match.seats, match.phase is not Phase.WAITING)


@define(eq=False)
class Show:
    """The show of one match: what is still to come, and the picture that has been shown so far."""

    delay: int
    """Rounds."""
    _seats: Seats
    begun: bool = False
    """The map has been told."""
    _coming: deque[tuple[int, Event]] = field(factory=deque)
    """Events with the round that they belong to; 0: before the first."""
    _round: int = 0
    _judged: int = 0
    _over: bool = False
    inside: set[int] = field(factory=set)
    """The players who are in."""
    figures: dict[int, ev.Figure] = field(factory=dict)
    lives: dict[int, int] = field(factory=dict)
    """Energy, in hundredths."""
    red: set[int] = field(factory=set)
    points: dict[int, Score] = field(factory=dict)
    """Those of players who have left, too."""
    started: int = 0
    """The last round that has begun."""

    def follow(self, step: Step) -> list[Event]:
        """A step has happened: the events that are to be shown now."""
        match step.cause:
            case Began():
                self._begin()
            case Ended():
                self._over = True
                return self._show(self._round)
            case Left(seat) if self.begun and not self._over:
                return self._hear([Went(seat), *for_spectators(step)])
        return self._hear(for_spectators(step))

    def picture(self) -> list[str]:
        """All that has been shown, for somebody who has just come."""
        lines = [f"CONNECTED {number}" for number in sorted(self.inside)]
        if not self.figures and not self.started:
            return lines
        return [
            *lines,
            *seen_lines([self.figures[number] for number in sorted(self.figures)]),
            *life_lines(sorted(self.lives.items())),
            *[f"TEAMCHANGE RED {number}" for number in sorted(self.red)],
            *[score_line(number, sum_of) for number, sum_of in sorted(self.points.items())],
            *([f"START {self.started}"] if self.started else []),
        ]

    def _begin(self) -> None:
        self.begun = True
        self.inside = {seat.number for seat in self._seats if seat.taken}
        self.points = dict.fromkeys(sorted(self.inside), 0)

    def _hear(self, events: Iterable[Event]) -> list[Event]:
        for event in events:
            if isinstance(event, ev.RoundBegan):
                self._round = event.round
            elif isinstance(event, ev.Stood):
                self._judged = self._round
            self._coming.append((self._round, event))
        return self._show(self._round if self.delay == 0 else self._judged - self.delay)

    def _show(self, last: int) -> list[Event]:
        shown: list[Event] = []
        while self._coming and self._coming[0][0] <= last:
            _, event = self._coming.popleft()
            self._paint(event)
            shown.append(event)
        return shown

    def _paint(self, event: Event) -> None:
        match event:
            case ev.RoundBegan(number):
                self.started = number
            case ev.Stood(figures, lives):
                self.figures = {each.number: each for each in figures}
                self.lives = dict(lives)
            case ev.TurnedRed(number):
                self.red.add(number)
            case ev.Scored(number, sum_of_points):
                self.points[number] = sum_of_points
            case Went(number):
                self.inside.discard(number)
                self.red.discard(number)
                self.figures.pop(number, None)
                self.lives.pop(number, None)
