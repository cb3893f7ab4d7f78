"""
All matches of the daemon as the page shows them, and their list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from twisted.logger import Logger

from boardhub.hub.clock import Timer
from boardhub.hub.lobby import Lobby
from boardhub.hub.match import Match
from boardhub.protocols.exhibit import Exhibit
from boardhub.web.gallery import Gallery
from boardhub.web.stream import Losses, Stream, message

#: Seconds between two messages about the list.
PACE = 1.0

#: Seconds between two signs of life on every stream.
BEAT = 15.0

#: Makes the exhibit of a match.
MakeExhibit: TypeAlias = Callable[[Match], Exhibit]

#: The name of the journal of a match of this game and name, if it has one.
JournalOf: TypeAlias = Callable[[str, str], str | None]


class Showroom:
    """
    A gallery for every match that is made in the lobby from now on.
    ``exhibits`` are the makers by game; there is none for others.
    ``journal_of`` says where a match is told again when it is over.
    """

    _log = Logger()

    def __init__(
        self, lobby: Lobby, exhibits: Mapping[str, MakeExhibit], journal_of: JournalOf
    ) -> None:
        self._lobby = lobby
        self._journal_of = journal_of
        self._exhibits = exhibits
        self._galleries: dict[Match, Gallery] = {}
        self._changed: dict[Gallery, None] = {}
        self._timer: Timer | None = None
        self._beat: Timer | None = None
        self.losses = Losses()
        self.stream = Stream(lobby.clock, self.state, self.losses)
        lobby.made.append(self._hang)

    def start(self) -> None:
        """Give signs of life from now on."""
        self._beat = self._lobby.clock.call_in(BEAT, self._ping)

    def stop(self) -> None:
        """End all streams, and every timer."""
        for timer in (self._beat, self._timer):
            if timer is not None:
                timer.cancel()
        self._beat = self._timer = None
        self.stream.close()
        for gallery in tuple(self._galleries.values()):
            gallery.close()

    @property
    def viewers(self) -> int:
        """How many browsers follow anything."""
        return len(self.stream) + sum(len(each.stream) for each in self._galleries.values())

    def gallery(self, game: str, name: str) -> Gallery | None:
        """The gallery of the match of this name, if there is one."""
        match = self._lobby.find(game, name)
        return None if match is None else self._galleries.get(match)

    def state(self) -> dict[str, Any]:
        """The whole list, the oldest match first."""
        listed = [each for each in self._galleries.values() if self._is_listed(each.match)]
        return {"matches": self._rows(listed)}

    def _hang(self, match: Match) -> None:
        make = self._exhibits.get(match.rules.name)
        if make is None:
            return
        try:
            exhibit = make(match)
        except Exception:
            self._log.failure("{match} cannot be shown", match=str(match))
            return
        journal = self._journal_of(match.rules.name, match.name)
        clock = self._lobby.clock
        gallery = Gallery(match, exhibit, clock, self._note, self.losses, journal)
        self._galleries[match] = gallery
        match.watch(gallery)
        self._note(gallery)

    def _note(self, gallery: Gallery) -> None:
        """There is something new of a match, or it is about to be forgotten."""
        self._changed[gallery] = None
        if self._timer is None:
            self._timer = self._lobby.clock.call_in(PACE, self._tell)

    def _tell(self) -> None:
        self._timer = None
        if self.stream.busy:
            self._timer = self._lobby.clock.call_in(PACE, self._tell)
            return
        gone = self._tidy()
        changed, self._changed = self._changed, {}
        if not len(self.stream):
            return
        # A name may be that of another match by now: what is gone comes first.
        self.stream.send(message("rows", {"gone": gone, "changed": self._rows(changed)}))

    def _rows(self, galleries: Iterable[Gallery]) -> list[dict[str, Any]]:
        """The matches in the list; one that cannot be shown is logged and left out."""
        rows = []
        for gallery in galleries:
            try:
                rows.append(gallery.row())
            except Exception:
                self._log.failure("{match} cannot be listed", match=str(gallery.match))
        return rows

    def _tidy(self) -> list[list[str]]:
        """Forget what the lobby has forgotten: the games and names."""
        gone = [each for each in self._changed if not self._is_listed(each.match)]
        names = []
        for gallery in gone:
            del self._changed[gallery]
            if self._galleries.pop(gallery.match, None) is not None:
                names.append([gallery.match.rules.name, gallery.match.name])
            gallery.close()
        return names

    def _is_listed(self, match: Match) -> bool:
        return self._lobby.find(match.rules.name, match.name) is match

    def _ping(self) -> None:
        self._beat = self._lobby.clock.call_in(BEAT, self._ping)
        for stream in (self.stream, *[each.stream for each in self._galleries.values()]):
            stream.ping()
