"""
What a daemon finds that was killed, or whose machine failed: the matches that
were going on stand again.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from twisted.application.service import Service
from twisted.logger import Logger

from boardhub.hub.journal import FileJournal, JournalError, read, read_locks
from boardhub.hub.lobby import Lobby
from boardhub.protocols.game import Game, GameDialect
from boardhub.records.unfinished import Unfinished, unfinished


class Restart(Service):
    """
    Restores the interrupted matches of a data directory when it starts.
    ``reopen`` opens the journal of a match, of this game and name, at this
    path.
    """

    _log = Logger()

    def __init__(
        self, data: Path, lobby: Lobby, reopen: Callable[[str, str, Path], FileJournal]
    ) -> None:
        self._lobby = lobby
        self._reopen = reopen
        self._left = list(unfinished(data))
        self._dialects: dict[str, tuple[Game, GameDialect]] = {}
        self._latest = {(each.game, each.name): each for each in self._left}
        lobby.expect(self._latest)

    def host(self, game: Game, dialect: GameDialect) -> None:
        """A game is hosted, in this dialect."""
        self._dialects[game.name] = game, dialect

    def startService(self) -> None:
        """Restore all matches of the games that are hosted."""
        super().startService()
        for each in self._left:
            if each.game not in self._dialects:
                continue
            if each is self._latest[each.game, each.name]:
                self._try(each)
            else:
                self._log.warn("{path} is not restored: a later match has its name", path=each.path)
        self._left, self._latest = [], {}
        self._lobby.expect(())

    def _try(self, left: Unfinished) -> None:
        """One that cannot be restored is said, and concerns no other."""
        try:
            self._restore(left)
        except JournalError as error:
            self._log.error("{path} is not restored: {error}", path=left.path, error=error)
        except Exception:
            self._log.failure("{path} is not restored", path=left.path)

    def _restore(self, left: Unfinished) -> None:
        game, dialect = self._dialects[left.game]
        records, locks = read(left.path), read_locks(left.path)
        journal = self._reopen(left.game, left.name, left.path)
        try:
            match = self._lobby.restore(game.rules, records, locks, journal)
        except Exception:
            journal.let_go()
            raise
        match.stand_again(datetime.now(UTC).isoformat(timespec="milliseconds"))
        dialect.resume(match)
        self._log.info("{match} stands again", match=str(match))
