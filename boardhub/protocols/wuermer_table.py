"""
A worm match as its spectators are told of it, and its ``STATUS``
(spec/wuermer-rules.md 7).
"""

from __future__ import annotations

from collections.abc import Sequence

from boardhub.games.rules import Viewer
from boardhub.games.wuermer.position import Seen
from boardhub.hub.match import Phase
from boardhub.hub.seats import Presence
from boardhub.hub.steps import Began, Ended, Joined, Left, Step, Watching
from boardhub.protocols.table import Table
from boardhub.protocols.wuermer_lines import board_lines, closing_lines, spectator_lines


class WuermerTable(Table):
    """A match as it is told to spectators; programs are told by their own role."""

    def lines(self, step: Step, viewer: Viewer) -> Sequence[str]:
        """What spectators get for a step."""
        match step.cause:
            case Watching(name, came):
                return (announced(name) if came else f"ZUSCHAUER_ABGEMELDET {name}",)
            case Joined(seat, name):
                return (f"PROGRAMM {seat + 1} {name}",)
            case Left(seat) if self.match.seats[seat].presence is Presence.FREE:
                return (f"PROGRAMM_ABGEMELDET {seat + 1}",)
            case Began():
                return self.board()
            case Ended():
                return closing_lines(self._seen())
        return [line for event in step.events for line in spectator_lines(event)]

    def greeting(self, name: str) -> Sequence[str]:
        """What a spectator gets when she comes: her own announcement first."""
        return [announced(name), *self.state()]

    def state(self) -> Sequence[str]:
        """Status, the board once it may be seen, and how it has ended."""
        over = self.match.phase is Phase.OVER
        return [*self.status(), *self.board(), *(closing_lines(self._seen()) if over else [])]

    def board(self) -> Sequence[str]:
        """The board as it stands; nothing where the match has not begun."""
        seen = self._seen()
        return board_lines(seen, [seat.name for seat in self.match.seats]) if seen.begun else []

    def status(self) -> Sequence[str]:
        """``STATUS``"""
        return self.kept("STATUS", self._status)

    def _status(self) -> Sequence[str]:
        match, seen = self.match, self._seen()
        taken = [seat for seat in match.seats if seat.taken]
        on_turn = seen.active if match.phase is Phase.RUNNING else None
        return [
            f"STATUS {match.name}",
            f"TIMEOUT {round(match.terms.timeout * 1000)}",
            f"ANZAHL_SPIELER {len(taken)} {len(match.seats)}",
            f"ZUG {seen.turn}",
            f"AM_ZUG {0 if on_turn is None else on_turn + 1}",
            *[
                line
                for seat in taken
                for line in (
                    f"SPIELER {seat.number + 1} {seat.name}",
                    f"WUERMER {len(seen.worms[seat.number])}",
                )
            ],
            *[f"ZUSCHAUER {name}" for name in match.spectators],
            f"STATUS_ENDE {match.name}",
        ]

    def _seen(self) -> Seen:
        seen: Seen = self.match.view(None)
        return seen


def announced(name: str) -> str:
    """Somebody watches."""
    return f"ZUSCHAUER_ANGEMELDET {name}"
