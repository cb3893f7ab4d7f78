"""
The matches that are over, as the page finds them: the list from the index,
and their journals. Disks may be slow, so it is all done beside the reactor.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol, TypeVar

from attrs import define
from twisted.internet.defer import Deferred

from boardhub.protocols.exhibit import plain
from boardhub.records.archive import filed
from boardhub.records.index import Entry, Filter, NoIndex, Place, matches
from boardhub.web.limits import Busy

T = TypeVar("T")

#: Matches in a piece of the list.
PAGE = 24

#: Look-ups that may wait for their turn.
WAITING = 64

_END = b'{"record":"end"'


class NoJournal(Exception):
    """There is no such journal."""


class NotOver(Exception):
    """The match of this journal goes on, or its daemon was killed: nobody may look into it."""


class Do(Protocol):
    """Does some work beside the reactor, one after the other."""

    def __call__(self, work: Callable[[], T], /) -> Deferred[T]:
        """What the work gives."""


@define(eq=False)
class Shelf:
    """The journals in a data directory, and the index of them."""

    _data: Path
    _beside: Do
    _waiting: int = 0

    def page(self, game: str | None, before: str | None) -> Deferred[dict[str, Any]]:
        """
        A piece of the list, the latest match first; ``before`` is the journal
        of the last match of the piece before.

        :raise Busy: too much is asked for.
        """
        return self._do(lambda: self._page(game, before))

    def journal(self, name: str) -> Deferred[Path]:
        """
        The file of a journal whose match is over; fails with `NoJournal`, `NotOver`.

        :raise Busy: too much is asked for.
        """
        return self._do(lambda: self._journal(name))

    def _do(self, work: Callable[[], T]) -> Deferred[T]:
        if self._waiting >= WAITING:
            raise Busy
        self._waiting += 1
        return self._beside(work).addBoth(self._done)

    def _done(self, result: T) -> T:
        self._waiting -= 1
        return result

    # Beside the reactor.

    def _page(self, game: str | None, before: str | None) -> dict[str, Any]:
        last = None if before is None else self._journal(before)
        key = None if last is None else str(last.relative_to(self._data))
        wanted = Filter(game=game, before=key, limit=PAGE + 1)
        try:
            found = matches(self._data, wanted)
        except NoIndex:
            found = []
        return {"matches": [_row(each) for each in found[:PAGE]], "more": len(found) > PAGE}

    def _journal(self, name: str) -> Path:
        path = filed(name, self._data)
        if path is None:
            raise NoJournal
        if not _is_over(path):
            raise NotOver
        return path


def _is_over(path: Path) -> bool:
    """Whether the last line of a journal is its end, and whole."""
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as text:
            last = text.rfind(b"\n", 0, len(text) - 1) + 1
            return text[last : last + len(_END)] == _END and text[-1:] == b"\n"
    except (OSError, ValueError):
        return False


def _row(match: Entry) -> dict[str, Any]:
    return {
        "journal": Path(match.journal).stem,
        "game": match.game,
        "name": match.name,
        "phase": "over",
        "reason": match.reason,
        "made": match.made,
        "took": None if match.began is None else round(match.ended - match.began, 1),
        "seats": [_seat(place) for place in match.places],
    }


def _seat(place: Place) -> dict[str, Any]:
    score = None if place.score is None else plain(Fraction(place.score))
    return {"seat": place.seat, "name": place.name, "score": score, "reason": place.reason}
