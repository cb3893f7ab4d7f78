"""
What the person at the terminal sees of many games: a bar while they are
played, a line for each one that somebody has spoilt, and a table at the end.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TextIO

from attrs import define, field

from boardhub.contest.contest import Fault, Played
from boardhub.contest.tally import Tally

#: Games by which an entrant's faults are named in the end.
_NAMED_GAMES: Final = 10

#: Characters of a program's last words.
_LAST_WORDS: Final = 120

_BAR: Final = 30

#: Goes back to the beginning of the line and clears it.
_CLEAR: Final = "\r\x1b[K"


@define(eq=False)
class Scoreboard:
    """
    The results of games between programs of these names. ``out`` gets a line
    for each game without a proper end; ``bar``, where there is one, is a
    terminal that shows how far it has come.
    """

    _names: Sequence[str]
    _games: int
    _out: Callable[[str], None]
    _bar: TextIO | None = None
    _tally: Tally = field(init=False)
    _over: int = field(default=0, init=False)
    _faults: dict[str, list[str]] = field(factory=dict, init=False)
    """By what it was, the games that it has spoilt."""
    _void: list[str] = field(factory=list, init=False)

    @_tally.default
    def _empty(self) -> Tally:
        return Tally(self._names)

    def show(self) -> None:
        """Draw the bar, over itself."""
        if self._bar is not None:
            done = _BAR * self._over // self._games
            drawn = "#" * done + "." * (_BAR - done)
            self._draw(f"{_CLEAR}[{drawn}] {self._over}/{self._games}")

    def hide(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._draw(_CLEAR)

    def add(self, played: Played) -> None:
        """Another game is over."""
        self._over += 1
        self.hide()
        for fault in played.faults:
            self._note(fault, played)
        if played.scores is not None:
            self._tally.add(played.fixture.round, played.scores)
        else:
            self._void.append(played.fixture.match)
            self._out(f"{played.fixture.match}: no result, {played.reason}; {played.journal}")
        self.show()

    def lines(self, folder: Path) -> list[str]:
        """The table, and where to look for more; nothing where no game is over."""
        if not self._over:
            return ["No game has been played to its end."]
        return [
            *self._tally.table(),
            *[f"{what}: {_listed(games)}" for what, games in self._faults.items()],
            *([f"without a result: {_listed(self._void)}"] if self._void else []),
            f"journals: {folder}",
        ]

    def _note(self, fault: Fault, played: Played) -> None:
        self._tally.faults[fault.entrant] += 1
        game = played.fixture.match
        what = f"{self._names[fault.entrant]} {fault_text(fault)}"
        self._faults.setdefault(what, []).append(game)
        words = last_words(fault.report)
        self._out(f"{game}: {what}{words and f', {words}'}; {played.journal}")

    def _draw(self, text: str) -> None:
        assert self._bar is not None
        self._bar.write(text)
        self._bar.flush()


def fault_text(fault: Fault) -> str:
    """The reason of a fault, the game's own word for it, and how the program ended."""
    parts = [fault.reason, fault.code, _ending(fault.report.get("end") or {})]
    return ", ".join([part for part in parts if part])


def _ending(end: Mapping[str, Any]) -> str:
    """How a program ended; nothing, if it had not by itself."""
    if "text" in end:
        return _printable(str(end["text"]))
    if "exit" in end:
        return f"exit code {end['exit']}"
    return _signal_name(end["signal"]) if "signal" in end else ""


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def last_words(report: Mapping[str, Any]) -> str:
    """What a program said last: on its standard error, if anything, else in the game."""
    errors = str(report.get("stderr", "")).split("\n")
    line = next((each.strip() for each in reversed(errors) if each.strip()), "")
    if line:
        return f"its last words: {_printable(line)}"
    unfinished = str(report.get("unfinished", ""))
    if unfinished and "\n" not in unfinished:
        return f"its last line had no end: {_printable(unfinished)}"
    heard = [text for _, text in report.get("heard") or ()]
    return f"it said last: {_printable(' / '.join(heard[-2:]))}" if heard else ""


def _printable(text: str) -> str:
    """A program's text, harmless to a terminal."""
    return "".join([each if each.isprintable() else "?" for each in text[:_LAST_WORDS]])


def _listed(games: Sequence[str]) -> str:
    more = len(games) - _NAMED_GAMES
    return ", ".join([*games[:_NAMED_GAMES], *([f"{more} more"] if more > 0 else [])])
