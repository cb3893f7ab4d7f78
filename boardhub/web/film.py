"""
A match that is over as a film: all that the page shows of it, move by move,
made from its journal.

This module is a program of its own, for it is not the daemon's reactor that
has time for this::

    python -m boardhub.web.film JOURNAL

writes the film as JSON, compressed with gzip: ``game``, ``name``, ``made``;
``frames``, each with ``at`` (seconds since the match was made), what has
changed since the one before under ``match`` (see `boardhub.web.rows`) and
``changed`` (or all of it under ``position``), and new ``events``; at last the
``scene``. If there can be none it says why, and exits with `NO_FILM`.
"""

from __future__ import annotations

import gzip
import os
import resource
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

from attrs import define, field
from twisted.internet.task import Clock as StandingClock

from boardhub.games.rules import IllegalMove, Prompt
from boardhub.hub.clock import Clock
from boardhub.hub.journal import JournalError, Record, read
from boardhub.hub.match import Match
from boardhub.hub.recalled import Recalled
from boardhub.hub.steps import Report, Step
from boardhub.protocols.exhibit import Exhibit, MakeExhibit, told
from boardhub.protocols.game import Game
from boardhub.protocols.registry import installed_games
from boardhub.web.rows import row
from boardhub.web.stream import encoded
from boardhub.web.thoughts import Thoughts

#: The exit status where a journal is broken, or of no game that is known here.
NO_FILM: Final = 3

#: Bytes that a film may have before it is compressed.
LONGEST: Final = 64 * 1024 * 1024

#: Bytes of a journal that may be filmed.
LARGEST: Final = 32 * 1024 * 1024

#: What the program may take: seconds of processor time, bytes of memory.
CPU_SECONDS: Final = 60
MEMORY: Final = 1024 * 1024 * 1024


def film(records: Sequence[Record], game: Game) -> Iterator[bytes]:
    """
    The film of a match, piece by piece.

    :raise JournalError: the journal is broken, or the film too long.
    """
    try:
        yield from _pieces(records, game)
    except JournalError:
        raise
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, IllegalMove) as error:
        raise JournalError(f"it lacks what it should have: {error!r}") from error


def _pieces(records: Sequence[Record], game: Game) -> Iterator[bytes]:
    match = Recalled(game.rules, [*records], {}, clock=Clock(StandingClock()))
    camera = Camera(_exhibit(game, match))
    match.watch(camera)
    heading = {name: records[0][name] for name in ("game", "name", "made")}
    yield encoded(heading)[:-1] + b',"frames":['
    length = 0
    for piece in _frames(match, camera):
        length += len(piece)
        if length > LONGEST:
            raise JournalError("it is too long to be shown")
        yield piece
    yield b'],"scene":' + encoded(camera.exhibit.scene()) + b"}"


def _frames(match: Recalled, camera: Camera) -> Iterator[bytes]:
    comma = b""
    while match.recalled < len(match.records):
        match.recall_next()
        for frame in camera.develop():
            yield comma + encoded(frame)
            comma = b","


def _exhibit(game: Game, match: Match) -> Exhibit:
    make: MakeExhibit = Exhibit
    if game.drawing is not None:
        make = game.drawing.afterwards or game.drawing.exhibit
    return make(match, {each.name: each.default for each in game.options})


@define(eq=False)
class Camera:
    """
    A listener that makes frames of what it hears. It does so outside of that,
    where a drawing that fails is no failure of the match.
    """

    exhibit: Exhibit
    _heard: list[Step] = field(factory=list)
    _events: int = 0
    _thoughts: Thoughts = field(factory=Thoughts)
    _row: dict[str, Any] = field(factory=dict)
    _position: Any = None

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """Keep a step until it is developed."""
        self._heard.append(step)

    def unheard(self, by: float) -> bool:
        """It has no say."""
        return False

    def report(self) -> Report:
        """Nobody asks."""
        return {}

    def dismiss(self) -> None:
        """There is nothing to close."""

    def develop(self) -> Iterator[dict[str, Any]]:
        """The frames of what it has heard, each with what was not to be seen before."""
        heard, self._heard = self._heard, []
        return map(self._frame, heard)

    def _frame(self, step: Step) -> dict[str, Any]:
        self._thoughts.hear(step)
        news = self.exhibit.hear(step)
        position, before = self.exhibit.position(), self._position
        shown = row(self.exhibit, self._thoughts, step.at)
        events = [{"n": n, **told(each)} for n, each in enumerate(news, self._events + 1)]
        frame = {
            "at": round(self.exhibit.match.since(step.at), 3),
            "match": {name: each for name, each in shown.items() if self._row.get(name) != each},
            **_change(before, position),
            "events": events,
        }
        self._events += len(news)
        self._row, self._position = shown, position
        return frame


def _change(before: Any, now: Any) -> dict[str, Any]:
    """What there is of a position, if the one before is known."""
    if isinstance(before, dict) and isinstance(now, dict) and before.keys() == now.keys():
        return {"changed": {name: each for name, each in now.items() if each != before[name]}}
    return {"position": now}


def main(path: Path, out: BinaryIO, say: Callable[[str], object]) -> int:
    """Write the film of this journal; the exit status."""
    try:
        records = _records(path)
        game = installed_games().get(records[0].get("game", ""))
        if game is None:
            raise JournalError("it is of a game that is not installed here")
        with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=6, mtime=0) as packed:
            for piece in film(records, game):
                packed.write(piece)
    except JournalError as error:
        say(f"{error}\n")
        return NO_FILM
    return 0


def _records(path: Path) -> Sequence[Record]:
    try:
        if path.stat().st_size > LARGEST:
            raise JournalError("it is too long to be shown")
    except OSError as error:
        raise JournalError(f"it cannot be read: {error.strerror}") from error
    records = read(path)
    if not records or records[-1]["record"] != "end":
        raise JournalError("the match is not over")
    return records


def be_modest() -> None:
    """Let everybody else go first, and take no more than a film should need."""
    os.nice(19)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    be_modest()
    sys.exit(main(Path(sys.argv[1]), sys.stdout.buffer, sys.stderr.write))
