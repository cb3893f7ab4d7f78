"""
All who hear what happens in one match.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define
from twisted.logger import Logger

from boardhub.games.rules import Prompt
from boardhub.hub.seats import Seat
from boardhub.hub.steps import Listener, Step


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
        """A step has happened; each seat is also told which of these prompts are its own."""
        for seat in self._seats:
            if seat.listener is not None:
                asked = [prompt for prompt in fresh if prompt.seat == seat.number]
                self.tell(seat.listener, step, asked)
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
