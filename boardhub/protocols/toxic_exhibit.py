"""
What a page shows of a match of the arena: what its `Show` shows, no sooner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from boardhub.games.rules import Score
from boardhub.games.toxic.position import Seen
from boardhub.hub.match import Match, Phase
from boardhub.hub.seats import Seat
from boardhub.hub.steps import Began, Ended, Joined, Left, Restarted, Step
from boardhub.protocols.exhibit import Drawing, Exhibit, News, plain
from boardhub.protocols.toxic_show import Show, show_of


class ToxicExhibit(Exhibit):
    """
    A match as late as for the spectators on the wire. Where rounds are held
    back, so is who is there, and who is still to move. ``delay`` are rounds;
    None: as many as were agreed for the match.
    """

    def __init__(self, match: Match, settings: Mapping[str, Any], delay: int | None = None) -> None:
        super().__init__(match, settings)
        self._show = show_of(match, settings) if delay is None else Show(delay, match.seats)
        self.held_back = self._show.delay > 0

    def hear(self, step: Step) -> Sequence[News]:
        """What is to be told now; of comings and goings what the wire tells."""
        begun = self._show.begun
        events = self._show.follow(step)
        match step.cause:
            case Joined() | Began() | Restarted():
                return [step.cause, *events]
            case Left() if not begun and self.match.phase is not Phase.OVER:
                return [step.cause, *events]
            case Ended():
                return [*events, step.cause]
        return events

    def scene(self) -> Any:
        """The walls, once the players know them; the poison where it may be seen."""
        if not self._show.begun:
            return None
        seen: Seen = self.match.view(None)
        poison = not self.held_back or self.match.phase is Phase.OVER
        return {"rows": list(seen.rows), "poison": list(seen.toxicity) if poison else []}

    def position(self) -> Any:
        """Who stands where, looks where, and is how well."""
        show = self._show
        return {
            "round": show.started,
            "figures": [plain(show.figures[number]) for number in sorted(show.figures)],
            "lives": plain(show.lives),
            "red": sorted(show.red),
            "inside": sorted(show.inside),
        }

    def scores(self) -> Sequence[Score | None]:
        """The points that have been shown."""
        return [self._show.points.get(seat.number) for seat in self.match.seats]

    def presence(self, seat: Seat) -> str:
        """Who has left has left on the page when it is shown; nobody is ever held."""
        if not self._show.begun:
            return super().presence(seat)
        return "connected" if seat.number in self._show.inside else "gone"


DRAWING = Drawing(
    "boardhub.web",
    "static/games/toxic.js",
    ToxicExhibit,
    afterwards=partial(ToxicExhibit, delay=0),
)
