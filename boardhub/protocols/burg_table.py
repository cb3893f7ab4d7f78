"""
A match of the castle game as it is told: steps to bytes, for players and
spectators, and what may be asked at any time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from boardhub.games.burg import events as ev
from boardhub.games.burg import prompts as pr
from boardhub.games.burg.board import SIZE, Board
from boardhub.games.burg.position import Seen
from boardhub.games.rules import Event, Prompt, Viewer
from boardhub.hub.match import Phase
from boardhub.hub.seats import Seat
from boardhub.hub.steps import (
    Back,
    Cause,
    Ended,
    Held,
    Joined,
    Late,
    Left,
    Said,
    Step,
    Watching,
)
from boardhub.protocols.burg_faults import WORDING, LobbyFault
from boardhub.protocols.burg_lobby import PHASES
from boardhub.protocols.table import Table
from boardhub.protocols.text import Refused

_PROMPTS: Final[dict[type[Prompt], str]] = {
    pr.AskKnight: "RITTER_SETZEN",
    pr.AskKing: "KOENIG_SETZEN",
    pr.AskTurn: "ZUG_ABGEBEN",
}


def prompt_line(prompt: Prompt) -> str:
    """The line that asks for an answer."""
    return _PROMPTS[type(prompt)]


def event_lines(event: Event) -> Sequence[str]:
    """What an event is in words, for those who may know of it."""
    match event:
        case ev.Acted(color, action, where):
            places = [f"{axis} {value}" for axis, value in zip("XY" * 2, where, strict=False)]
            return (f"AKTION {action}", f"FARBE {color}", *places)
        case ev.CardDrawn(card):
            return (card_line(card),)
        case ev.TurnBegan(color):
            return (f"ZUG_BEGINNT {color}",)
        case ev.TurnEnded(color):
            return (f"ZUG_BEENDET {color}",)
        case ev.RoundEnded():
            return ("RUNDE_BEENDET",)
    raise TypeError(event)


def card_line(card: int) -> str:
    """``KARTE nn``"""
    return f"KARTE {card:02d}"


def plan_lines(seen: Seen) -> Sequence[str]:
    """``PLAN``: heights, and a letter where a figure stands."""
    board = Board([*seen.heights], [[*own] for own in seen.knights], seen.king)
    header = "  " + " ".join(map(str, range(SIZE)))
    return (f"PLAN {SIZE}", header, *str(board).splitlines(), "PLANENDE")


class BurgTable(Table):
    """A match as its port tells it."""

    common: ClassVar[tuple[type[Cause], ...]] = (*Table.common, Joined, Said)

    def state(self) -> Sequence[str]:
        """What a spectator gets who has just come."""
        if self.match.phase is Phase.OVER:
            return [*self.status(), "SPIEL_BEENDET"]
        return [*self.status(), *(self.plan() if self.match.phase is Phase.RUNNING else [])]

    def greeting(self, name: str) -> Sequence[str]:
        """The same, after her own announcement."""
        return [_announced(name), *self.state()]

    def lines(self, step: Step, viewer: Viewer) -> Sequence[str]:
        """What a viewer gets for a step, without his prompts."""
        lines = list(self._cause(step.cause, viewer))
        for event in step.events:
            if event.to is None or viewer in event.to:
                lines += event_lines(event)
        return lines

    def status(self) -> Sequence[str]:
        """``STATUS``"""
        return self.kept("STATUS", self._status)

    def plan(self) -> Sequence[str]:
        """
        ``PLAN``

        :raise Refused: the game does not run.
        """
        if self.match.phase is not Phase.RUNNING:
            raise Refused(LobbyFault.NOT_RUNNING)
        return self.kept("PLAN", lambda: plan_lines(self.match.view(None)))

    def _status(self) -> Sequence[str]:
        match = self.match
        waiting, running = match.phase is Phase.WAITING, match.phase is Phase.RUNNING
        seen: Seen = match.view(None)
        active = seen.active if running else None
        seats = [seat for seat in match.seats if seat.taken]
        blocks = seen.blocks if running and seen.year else (0,) * len(match.seats)
        return [
            f"STATUS {match.name} {PHASES[match.phase]}",
            f"PHASE {0 if waiting else seen.year}",
            f"RUNDE {0 if waiting else seen.round}",
            f"ZUG {0 if waiting else seen.place}",
            f"ACTIVE {'-' if active is None else match.seats[active].name}",
            f"TIMEOUT {round(match.terms.timeout * 1000)}",
            f"SPIELER {len(seats)}",
            *[
                f"{seat.number} {seat.name} {seen.scores[seat.number]} {_age(seat)} "
                f"{blocks[seat.number]}"
                for seat in seats
            ],
            "ZUSCHAUER",
            *match.spectators,
            "STATUSENDE",
        ]

    def _cause(self, cause: Cause, viewer: Viewer) -> Sequence[str]:
        match cause:
            case Joined(seat, _):
                return (self._joined(seat),)
            case Late(prompt) if viewer is not None and viewer == prompt.seat:
                return (WORDING.late_line(),)
            case Held(seat, _) | Left(seat, _) if viewer != seat:
                return (f"NACHRICHT {seat} hat das Spiel verlassen.",)
            case Back(seat, _, _) if viewer == seat:
                return self._where_we_are(seat)
            case Back(seat, _, False):
                return (f"NACHRICHT {seat} ist wieder da.",)
            case Said(seat, _, text):
                return (f"NACHRICHT {seat} {text}",)
            case Watching(name, came):
                return (_announced(name) if came else f"ZUSCHAUER_ABGEMELDET {name}",)
            case Ended():
                return ("SPIEL_BEENDET",)
        return ()

    def _joined(self, number: int) -> str:
        seat = self.match.seats[number]
        return f"SPIELER_ANGEMELDET {seat.name} {_age(seat)}"

    def _where_we_are(self, number: int) -> Sequence[str]:
        """What a player gets who is back, with his open prompt."""
        seen: Seen = self.match.view(number)
        lines = [self._joined(number), *self.status(), *self.plan(), *map(card_line, seen.hand)]
        prompt = self.match.prompt(number)
        if isinstance(prompt, pr.AskTurn):
            for acted in seen.acted:
                lines += event_lines(acted)
        if prompt is not None:
            lines.append(prompt_line(prompt))
        return lines


def _announced(name: str) -> str:
    return f"ZUSCHAUER_ANGEMELDET {name}"


def _age(seat: Seat) -> int:
    age: int = seat.facts["age"]
    return age
