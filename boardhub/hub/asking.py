"""
The open prompts of a match, and how long each may still be answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import define

from boardhub.games.rules import Prompt, Viewer
from boardhub.hub.clock import Clock, Timer


class NotAsked(Exception):
    """This seat has no open prompt."""


class TooMany(Exception):
    """So many moves have been made under a prompt that it takes no more; its time runs out."""


@define(eq=False)
class Asked:
    """An open prompt in the ledger."""

    prompt: Prompt
    at: float
    """When it was written, by the hub's clock."""
    allowed: float
    """Seconds for an answer."""
    left: float
    """Seconds that remained at ``since``."""
    since: float
    timer: Timer | None = None
    moves: int = 0
    """How many moves have been made under it."""

    @property
    def deadline(self) -> float:
        """When its time runs out, if its clock runs."""
        return self.since + self.left

    def stop(self) -> None:
        """Its time will not run out."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class Asking:
    """
    The open prompts, one per seat at most. ``late`` is called with a prompt
    whose time ran out; not before all has been dealt with that the seat had
    said until then: ``unheard`` tells whether there is more of it.
    """

    def __init__(
        self,
        clock: Clock,
        timeout: float,
        late: Callable[[Asked], None],
        unheard: Callable[[Viewer, float], bool],
    ) -> None:
        self._clock = clock
        self._timeout = timeout
        self._late = late
        self._unheard = unheard
        self._open: dict[Viewer, Asked] = {}
        self.paused = False

    def __iter__(self) -> Iterator[Asked]:
        return iter(tuple(self._open.values()))

    def of(self, seat: Viewer) -> Asked | None:
        """What this seat is asked now; None: what the game itself waits for."""
        return self._open.get(seat)

    def renew(self, prompts: Sequence[Prompt]) -> list[Prompt]:
        """
        Let go of all that are not among these any more; the ones that are
        asked anew are returned, and are to be told and then `start`-ed.
        """
        current = {prompt.seat: prompt for prompt in prompts}
        for seat, asked in tuple(self._open.items()):
            still = current.get(seat)
            if still is None or still.number != asked.prompt.number:
                asked.stop()
                del self._open[seat]
        return [prompt for seat, prompt in current.items() if seat not in self._open]

    def start(self, fresh: Sequence[Prompt], timed: Callable[[Prompt], bool]) -> None:
        """These have just been written: their time begins where they are timed."""
        now = self._clock.now()
        for prompt in fresh:
            allowed = prompt.seconds
            if allowed is None:
                allowed = prompt.times * self._timeout
            asked = self._open[prompt.seat] = Asked(prompt, now, allowed, allowed, now)
            if timed(prompt) and not self.paused:
                self._run(asked)

    def written_again(self, seat: Viewer) -> None:
        """What this seat is asked has just been written to it once more."""
        asked = self._open.get(seat)
        if asked is not None:
            asked.at = self._clock.now()

    def begin_again(self) -> None:
        """All are as if they had been written just now; the clocks still stand."""
        for asked in self._open.values():
            asked.at, asked.left = self._clock.now(), asked.allowed

    def pause(self) -> None:
        """Let all clocks stand."""
        self.paused = True
        now = self._clock.now()
        for asked in self._open.values():
            asked.left = max(0.0, asked.deadline - now)
            asked.stop()

    def resume(self) -> None:
        """Let them run on, with what was left."""
        self.paused = False
        for asked in self._open.values():
            asked.since = self._clock.now()
            self._run(asked)

    def clear(self) -> None:
        """Nothing is asked any more."""
        self.renew(())

    def _run(self, asked: Asked) -> None:
        asked.timer = self._clock.call_at(
            asked.deadline, lambda: self._over(asked, self._clock.now())
        )

    def _over(self, asked: Asked, since: float) -> None:
        if self._unheard(asked.prompt.seat, since):
            asked.timer = self._clock.call_in(0.0, lambda: self._over(asked, since))
        else:
            self._late(asked)
