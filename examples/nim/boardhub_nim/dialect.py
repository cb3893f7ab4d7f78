"""
Nim on the wire. Before the match everything is as in boardhub's other games;
in it there is one question, one answer and one report::

    <- SPIEL_BEGINNT, status
    <- ZUG_NEHMEN              -> NEHMEN heap count
    <- GENOMMEN f heap count   (to everybody)
    <- SPIEL_BEENDET
"""

from __future__ import annotations

from collections.abc import Sequence

from boardhub.games.rules import Prompt, Viewer
from boardhub.hub.match import Match, Phase
from boardhub.hub.steps import Back, Began, Step
from boardhub.protocols.table import Table
from boardhub.protocols.ur_faults import ur_wording
from boardhub.protocols.ur_match import UrDialect, UrSeated, cause_lines, read_numbers
from boardhub_nim.rules import RULES, Fault, Take, Taken

ASK = "ZUG_NEHMEN"


def status_lines(match: Match) -> Sequence[str]:
    """What anybody may know of a match."""
    players = [f"SPIELERIN {seat.number} {seat.name}" for seat in match.seats if seat.taken]
    heaps = "HAUFEN " + " ".join(map(str, match.view(None)))
    return [f"STATUS {match.name}", *players, heaps, f"STATUS_ENDE {match.name}"]


class NimTable(Table):
    """A match as it is told."""

    def state(self) -> Sequence[str]:
        """What a spectator gets who has just come."""
        over = ["SPIEL_BEENDET"] if self.match.phase is Phase.OVER else []
        return [*status_lines(self.match), *over]

    def lines(self, step: Step, viewer: Viewer) -> Sequence[str]:
        """The lobby's words for who comes and goes, and what the step has done."""
        lines = list(cause_lines(step.cause, viewer))
        match step.cause:
            case Began():
                lines += status_lines(self.match)
            case Back(seat) if seat == viewer:
                lines += status_lines(self.match)
                lines += [ASK] if self.match.prompt(seat) else []
        for event in step.events:
            if isinstance(event, Taken):
                lines.append(f"GENOMMEN {event.seat} {event.heap} {event.count}")
        return lines


class NimPlayer(UrSeated[NimTable]):
    """The role of a connection that sits in a seat."""

    words = ("NEHMEN",)

    def prompt_line(self, prompt: Prompt) -> str:
        """There is only one question."""
        return ASK

    def move(self, prompt: Prompt, word: str, rest: str) -> Take:
        """``NEHMEN heap count``"""
        return Take(*read_numbers(rest, 2))


class NimDialect(UrDialect[NimTable]):
    """The port of Nim."""

    rules = RULES
    sizes = range(2, 5)
    table_type = NimTable
    player_type = NimPlayer
    wording = ur_wording(
        {
            Fault.HEAP: "Diesen Haufen gibt es nicht.",
            Fault.COUNT: "So viel kann man von diesem Haufen nicht nehmen.",
        }
    )

    def status(self, match: Match) -> Sequence[str]:
        """The lines of ``STATUS``."""
        return status_lines(match)
