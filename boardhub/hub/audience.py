"""
All who hear what happens in one match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define
from twisted.logger import Logger

from boardhub.games.rules import Prompt, Viewer
from boardhub.hub.seats import Seat
from boardhub.hub.steps import Listener, Report, Step


@define(eq=False)
class Audience:
    """
    The listeners at the seats of a match, and its galleries. One that fails
    is logged, and costs nobody else anything.
    """

    _log = Logger()

    _match: str
    _seats: Sequence[Seat]
    _galleries: Sequence[Listener]

    def hear(self, step: Step, fresh: Sequence[Prompt]) -> None:
        """
        A step has happened; each seat is also told which of these prompts are
        its own. Those who are asked hear it in the order of the prompts, then
        the rest: where several are asked at once, the rules say who is first.
        """
        asked: dict[Viewer, list[Prompt]] = {}
        for prompt in fresh:
            asked.setdefault(prompt.seat, []).append(prompt)
        seats = sorted(self._seats, key=_place_in([*asked])) if asked else self._seats
        for seat in seats:
            if seat.listener is not None:
                self.tell(seat.listener, step, asked.get(seat.number, ()))
        for gallery in self._galleries:
            self.tell(gallery, step, ())

    def tell(self, listener: Listener, step: Step, asked: Sequence[Prompt]) -> None:
        """One of them hears a step."""
        try:
            listener.hear(step, asked)
        except Exception:
            self._log.failure(
                "{match}: step {number} could not be told", match=self._match, number=step.number
            )

    def unheard(self, seat: Viewer, by: float) -> bool:
        """Whether lines of a seat that were read by then are still to be dealt with."""
        listener = None if seat is None else self._seats[seat].listener
        if listener is None:
            return False
        try:
            return listener.unheard(by)
        except Exception:
            self._log.failure("{match}: a listener cannot say what it has", match=self._match)
            return False

    def report(self, listener: Listener) -> Report:
        """What a listener has to tell of its connection."""
        try:
            return listener.report()
        except Exception:
            self._log.failure("{match}: a listener has no report", match=self._match)
            return {}

    def dismiss(self, listener: Listener) -> None:
        """The match has no more use for one of them."""
        try:
            listener.dismiss()
        except Exception:
            self._log.failure("{match}: a listener could not be dismissed", match=self._match)

    def dismiss_all(self) -> None:
        """The match has no more use for any of them."""
        for seat in self._seats:
            if seat.listener is not None:
                self.dismiss(seat.listener)
        for gallery in self._galleries:
            self.dismiss(gallery)


def _place_in(order: Sequence[Viewer]) -> Callable[[Seat], int]:
    """The key that sorts the seats of this order to the front."""
    places = {number: place for place, number in enumerate(order)}
    return lambda seat: places.get(seat.number, len(places))
