"""
Why a match ended as it did, and each player in it, for somebody who asks
after her bot: from the journal, on one screen.
"""

from __future__ import annotations

import signal
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, Final

from attrs import define, field

from boardhub.hub.journal import JournalError, Record
from boardhub.hub.thinking import Thinking
from boardhub.terminal import printable

#: What the reason of a match means.
OF_MATCH: Final[Mapping[str, str]] = {
    "finished": "it was played to its end",
    "forfeited": "it ended by the fault of a player, and has a result",
    "deserted": "everybody left, or nobody came",
    "limit": "it took longer than a match may, and has no result",
    "aborted": "the operator ended it, or the daemon was shut down: no result",
    "void-crash": "a fault in the game's rules ended it: no result, and nobody's fault",
    "void-disk": "its journal could not be written: no result, and nobody's fault",
    "void-restart": "it could not go on after the daemon was started again: no result",
    "void-start": "too few programs could be started: no result",
}

#: What the reason of a seat means.
OF_SEAT: Final[Mapping[str, str]] = {
    "played": "played to the end",
    "left": "gave the seat up",
    "dropped": "the connection was lost, and nobody came back to the seat in time",
    "forfeit-time": "was too late, in a game where that loses",
    "forfeit-illegal": "made a mistake, in a game where that loses",
    "forfeit-output": "said too much: too many lines, or one that was too long",
    "forfeit-start": "the program could not be started, or did not run in time",
    "crashed": "the program ended, or closed its output or its input",
    "out-of-memory": "the program took more memory than it may",
    "out-of-cpu": "the program took more processor time than it may",
}

#: The bounds that a program can pass.
_BOUNDS: Final[Mapping[str, str]] = {
    "memory": "it took too much memory",
    "cpu": "it took too much processor time",
    "processes": "it started too many processes",
}

#: Signals that a program gets without having earned it.
_OURS: Final = (signal.SIGTERM, signal.SIGKILL)

#: Lines of standard error that are shown.
ERRORS_SHOWN: Final = 12

#: Refused lines of a player's that are shown.
REFUSED_SHOWN: Final = 5

MIB: Final = 1 << 20


@define(eq=False)
class Player:
    """What a journal tells of one seat."""

    number: int
    name: str = ""
    score: str | None = None
    reason: str | None = None
    code: str = ""
    moves: int = 0
    late: list[float] = field(factory=list)
    """When she was too late."""
    longest: float = 0.0
    """Seconds of her slowest answer."""
    refused: list[Record] = field(factory=list)
    report: Mapping[str, Any] = field(factory=dict)

    def add(self, move: Record, thought: float | None) -> None:
        """Take a move of hers into account that took her so long, or (None) one for her."""
        if move.get("late"):
            self.late.append(move["at"])
        elif thought is not None:
            self.moves += 1
            self.longest = max(self.longest, thought)

    def summary(self) -> list[str]:
        """Who she is, how she ended, and how she has played."""
        score = "" if self.score is None else f", score {self.score}"
        why = "" if self.reason is None else f": {self.reason}, {self._meaning()}"
        lines = [f"seat {self.number} {printable(self.name)}{score}{why}"]
        if self.moves or self.late:
            lines.append(
                f"  {_times(self.moves, 'answer')}, the slowest after {self.longest:.3f} s"
            )
        if self.late:
            lines.append(
                f"  too late {_times(len(self.late), 'time')}, first at {self.late[0]:.3f}"
            )
        if self.refused:
            lines.append(f"  {_times(len(self.refused), 'line')} refused, the last of them:")
            lines += [
                f"    {each['at']:.3f}  error {each['code']}  {printable(each['line'])}"
                for each in self.refused[-REFUSED_SHOWN:]
            ]
        return lines

    def details(self) -> list[str]:
        """How her program ended, what it wrote beside, and the last lines each way."""
        return [*self._program(), *self._last_lines()]

    def _meaning(self) -> str:
        meaning = OF_SEAT.get(self.reason or "", "")
        return f"{meaning} ({self.code})" if self.code else meaning

    def _program(self) -> list[str]:
        if "program" not in self.report:
            return []
        lines = [f"  program {printable(self.report['program'])}: {ending(self.report['end'])}"]
        if self.report.get("unfinished"):
            lines.append(f"  a line without an end: {printable(self.report['unfinished'])}")
        errors = str(self.report.get("stderr", "")).splitlines()
        if errors:
            lines.append("  the end of its standard error:")
            lines += [f"    | {printable(line)}" for line in errors[-ERRORS_SHOWN:]]
        return lines

    def _last_lines(self) -> list[str]:
        heard = [(at, "<", text) for at, text in self.report.get("heard", ())]
        said = [(at, ">", text) for at, text in self.report.get("said", ())]
        if not heard and not said:
            return []
        return [
            "  the last lines from it (<) and to it (>), after so many seconds:",
            *[
                f"    {at:.3f} {way} {printable(text)}"
                for at, way, text in sorted([*heard, *said], key=lambda line: line[0])
            ],
        ]


def ending(end: Mapping[str, Any] | None) -> str:
    """How a program ended, in words."""
    if not end:
        return "it still ran when the match was done with it"
    parts = [_BOUNDS[end["over"]]] if end.get("over") in _BOUNDS else []
    if end.get("deaf"):
        parts.append("it closed its input")
    if "failed" in end:
        parts.append(f"it could not be started: {printable(str(end.get('text', end['failed'])))}")
    if "exit" in end:
        parts.append(f"exit code {end['exit']}")
    if "signal" in end:
        parts.append(_signal(end["signal"]))
    if "cpu" in end:
        parts.append(f"{end['cpu']:g} s of processor time")
    if "memory" in end:
        parts.append(f"{end['memory'] / MIB:.0f} MiB of memory")
    return ", ".join(parts)


def _signal(number: int) -> str:
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = "unknown"
    whose = "; the daemon or the system sent it" if number in _OURS else ""
    return f"ended by signal {number} ({name}{whose})"


def _times(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


@define(eq=False)
class Account:
    """
    What a journal tells of a match and its players; without an ``end`` the
    match goes on, or its daemon was killed.
    """

    records: Sequence[Record]
    players: list[Player] = field(init=False)
    end: Record | None = field(init=False)
    _thinking: Thinking = field(init=False, factory=Thinking)

    def __attrs_post_init__(self) -> None:
        """
        :raise JournalError: the records are not those of a match.
        """
        try:
            self.players = [Player(seat) for seat in range(self.records[0]["seats"])]
            self.end = None
            for record in self.records:
                self._add(record)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            raise JournalError(f"the journal lacks what it should have: {error!r}") from error

    def lines(self, wanted: Iterable[int]) -> list[str]:
        """The match, its players, and the details of these."""
        chosen = set(wanted)
        lines = self._heading()
        for player in self.players:
            if player.name or player.reason:
                lines += ["", *player.summary()]
                lines += player.details() if player.number in chosen else []
        return lines

    def named(self, name: str) -> list[int]:
        """The seats of players of this name, or the seat of this number."""
        found = [player.number for player in self.players if player.name == name]
        return found or [each.number for each in self.players if str(each.number) == name]

    def conspicuous(self) -> list[int]:
        """Whose details matter most: who did not play to the end, or else who has least."""
        faulty = [each.number for each in self.players if each.reason not in (None, "played")]
        scores = [each.score for each in self.players]
        if faulty or not self._has_scores:
            return faulty
        points = [Fraction(score or 0) for score in scores]
        return [seat for seat, each in enumerate(points) if each == min(points) != max(points)]

    @property
    def _has_scores(self) -> bool:
        return self.end is not None and self.end["scores"] is not None

    def _heading(self) -> list[str]:
        first = self.records[0]
        made = datetime.fromisoformat(first["made"]).strftime("%Y-%m-%d %H:%M:%S %Z")
        lines = [f"{first['game']}/{printable(first['name'])}, made {made}"]
        if self.end is None:
            last = self.records[-1]["at"]
            return [*lines, f"not over: it goes on, or the daemon was killed after {last:.3f} s"]
        reason = self.end["reason"]
        meaning = OF_MATCH.get(reason, "")
        return [*lines, f"{reason} after {self.end['at']:.3f} s: {meaning}"]

    def _add(self, record: Record) -> None:
        match record:
            case {"record": "seat", "what": "taken"}:
                self.players[record["seat"]].name = record["name"]
            case {"record": "seat", "what": "freed"}:
                self.players[record["seat"]] = Player(record["seat"])
            case {"record": "begin"}:
                for player, (name, _) in zip(self.players, record["players"], strict=True):
                    player.name = name
            case {"record": "move", "seat": int(seat)}:
                self.players[seat].add(record, self._thinking.of(record))
            case {"record": "leave"}:
                self.players[record["seat"]].reason = record["reason"]
                self.players[record["seat"]].code = record.get("code", "")
            case {"record": "refused"}:
                self.players[record["seat"]].refused.append(record)
            case {"record": "end"}:
                self._add_end(record)

    def _add_end(self, record: Record) -> None:
        self.end = record
        scores = record["scores"] or [None] * len(self.players)
        for player in self.players:
            player.score = scores[player.number]
            player.reason = record["seats"][player.number]
            player.report = record["reports"][player.number] or {}
