"""
A match of the toxic arena as it is told: each player gets her own lines,
spectators theirs, with a delay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boardhub.games.rules import Event, Prompt, Viewer
from boardhub.games.toxic.position import Seen, Standing
from boardhub.hub.match import Match, Phase
from boardhub.hub.seats import PRESENT
from boardhub.hub.steps import Back, Began, Cause, Ended, Joined, Left, Moved, Step, Watching
from boardhub.protocols.game import Wire
from boardhub.protocols.table import Spectator, Table
from boardhub.protocols.text import Refused
from boardhub.protocols.toxic_lines import (
    block_lines,
    hundredths,
    map_lines,
    player_lines,
    points,
    score_line,
    spectator_lines,
)
from boardhub.protocols.toxic_show import Show, Went
from boardhub.protocols.ur_faults import LobbyFault


class ToxicTable(Table):
    """
    A match as its port tells it. ``speech`` is how lines for players are
    written, ``show`` what spectators are shown, and when; ``map_path``
    names the copy of the map, ``over`` is called when the match has ended or
    is forgotten, and when a spectator goes.
    """

    def __init__(
        self,
        match: Match,
        wire: Wire,
        speech: Wire,
        show: Show,
        map_path: Callable[[Sequence[str]], str],
        over: Callable[[], None],
    ) -> None:
        super().__init__(match, wire)
        self.speech = speech
        self._for_players: list[Event] = []
        self.present: set[object] = set()
        """The players whose connections are there."""
        self._show = show
        self._map_path = map_path
        self._over = over

    @property
    def begun(self) -> bool:
        """Whether the map has been told."""
        return self._show.begun

    # For players.

    def told(self, step: Step, viewer: Viewer) -> bytes:
        """The bytes of `lines`; no two players get the same."""
        lines = self.lines(step, viewer)
        return self.speech.encode(lines) if lines else b""

    def lines(self, step: Step, viewer: Viewer) -> Sequence[str]:
        """What a player gets for a step."""
        assert viewer is not None
        lines = [*self._cause(step.cause, viewer)]
        for event in self._events_for_players(step):
            if event.to is None or viewer in event.to:
                lines += player_lines(event)
        if isinstance(step.cause, Ended):
            lines.append("DISCONNECT")
        return lines

    def _cause(self, cause: Cause, viewer: int) -> Sequence[str]:
        match cause:
            case Joined(seat) if seat != viewer:
                return (f"CONNECTED {seat}",)
            case Joined():
                return self._others(viewer)
            case Began():
                return (self._map_line(),)
            case Left(seat) if seat != viewer and self.match.phase is not Phase.OVER:
                return (f"DISCONNECTED {seat}",)
            case Back(seat) if seat == viewer:
                return self._where_we_are(viewer)
        return ()

    def is_for_spectators(self, step: Step) -> bool:
        """Whether there is nothing in it for any player: most moves are told later."""
        return isinstance(step.cause, Moved) and not self._events_for_players(step)

    def _events_for_players(self, step: Step) -> list[Event]:
        if step is not self._step:
            self._step = step
            self._for_players = [each for each in step.events if each.to != _SPECTATORS]
        return self._for_players

    def _others(self, viewer: int) -> list[str]:
        inside = [seat.number for seat in self.match.seats if seat.presence in PRESENT]
        return [f"CONNECTED {number}" for number in inside if number != viewer]

    def _map_line(self) -> str:
        return f"MAP {self._map_path(self._seen().rows)}"

    def _where_we_are(self, viewer: int) -> Sequence[str]:
        """What a player gets who is back."""
        seen: Seen = self.match.view(viewer)
        red = [number for number, each in enumerate(seen.standings) if each.inside and each.red]
        block = block_lines(seen.block) if seen.open and seen.block else []
        return [
            *self._others(viewer),
            self._map_line(),
            *[f"TEAMCHANGE RED {number}" for number in red],
            *block,
        ]

    # For spectators.

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """Tell the spectators what they are to be shown now."""
        self.send(self.wire.encode(self._shown(step)))
        if isinstance(step.cause, Ended):
            self._over()

    def dismiss(self) -> None:
        """End all their connections."""
        super().dismiss()
        self._over()

    def remove(self, spectator: Spectator) -> None:
        """Somebody goes, perhaps the last of all who were here."""
        super().remove(spectator)
        self._over()

    def greeting(self, name: str) -> Sequence[str]:
        """What a spectator gets when she comes: her own announcement first."""
        return [_announced(name), *self.state()]

    def state(self) -> Sequence[str]:
        """All that has been shown."""
        lines = [*self.status()]
        if self.begun:
            lines += [*self.map(), *self._poison(), *self._show.picture()]
        else:
            taken = [seat.number for seat in self.match.seats if seat.taken]
            lines += [f"CONNECTED {number}" for number in taken]
        return [*lines, *(self._closing() if self.match.phase is Phase.OVER else [])]

    def status(self) -> Sequence[str]:
        """``STATUS``: no position, so it is never late."""
        return self.kept("STATUS", self._status)

    def map(self) -> Sequence[str]:
        """
        ``KARTE``

        :raise Refused: the players have not been told of it yet.
        """
        if not self.begun:
            raise Refused(LobbyFault.NOT_RUNNING)
        return map_lines(self._seen().rows)

    def _shown(self, step: Step) -> Sequence[str]:
        match step.cause:
            case Watching(name, came):
                return (_announced(name) if came else f"ZUSCHAUER_ABGEMELDET {name}",)
            case Joined(seat):
                return (f"CONNECTED {seat}",)
            case Left(seat) if not self.begun and self.match.phase is not Phase.OVER:
                return (f"DISCONNECTED {seat}",)
        lines = [line for event in self._show.follow(step) for line in _event_lines(event)]
        match step.cause:
            case Began():
                return [*self.map(), *self._poison(), *lines]
            case Ended():
                return [*lines, *self._closing()]
        return lines

    def _closing(self) -> list[str]:
        """The last lines, by rank."""
        if not self.begun:
            return ["SPIEL_BEENDET"]
        sums = [each.points for each in self._seen().standings]
        ranked = sorted(range(len(sums)), key=lambda number: (-sums[number], number))
        rows = self._poison_rows() if self._show.delay else []
        return [*[score_line(number, sums[number]) for number in ranked], *rows, "SPIEL_BEENDET"]

    def _poison(self) -> list[str]:
        """Where nothing is held back the toxicity is shown with the map."""
        return [] if self._show.delay else self._poison_rows()

    def _poison_rows(self) -> list[str]:
        seen = self._seen()
        rows = seen.toxicity or [" " * len(row) for row in seen.rows]
        return [f"GIFTZEILE {y} {row}" for y, row in enumerate(rows)]

    def _status(self) -> Sequence[str]:
        match, seen = self.match, self._seen()
        taken = [seat for seat in match.seats if seat.taken]
        count = len(match.seats) if self.begun else len(taken)
        return [
            f"STATUS {match.name}",
            f"TIMEOUT {round(match.terms.timeout * 1000)}",
            f"ANZAHL_SPIELER {count} {len(match.seats)}",
            f"KARTE {match.terms.options.get('name', DEFAULT_NAME)}",
            f"RUNDE {seen.round}",
            *[
                line
                for seat in taken
                for line in _player_lines(seat.number, seat.name, seen.standings[seat.number])
            ],
            *[f"ZUSCHAUER {name}" for name in match.spectators],
            f"STATUS_ENDE {match.name}",
        ]

    def _seen(self) -> Seen:
        seen: Seen = self.match.view(None)
        return seen


#: To whom an event goes that is for spectators alone.
_SPECTATORS: frozenset[Viewer] = frozenset([None])

#: What the rules' own map is called.
DEFAULT_NAME = "arena.map"


def _event_lines(event: Event) -> Sequence[str]:
    return (f"DISCONNECTED {event.number}",) if isinstance(event, Went) else spectator_lines(event)


def _announced(name: str) -> str:
    return f"ZUSCHAUER_ANGEMELDET {name}"


def _player_lines(number: int, name: str, standing: Standing) -> Sequence[str]:
    team = ("RED" if standing.red else "BLUE") if standing.inside else "-"
    return (
        f"SPIELER {number}",
        f"NAME {name}",
        f"TEAM {team}",
        f"LIFE {hundredths(standing.life)}",
        f"PUNKTE {points(standing.points)}",
    )
