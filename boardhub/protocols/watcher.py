"""
The role of a spectator's connection, whatever the game's words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from boardhub.protocols.seated import Inform
from boardhub.protocols.session import Role, RoleSession
from boardhub.protocols.table import Spectator, Table
from boardhub.protocols.text import Refused, split


class Watcher(Role):
    """
    The role of a connection that watches. She may ask what anybody may, and
    go by ``ABMELDEN``.
    """

    surplus: ClassVar[int]
    """The error for an ``ABMELDEN`` with anything behind it."""

    def __init__(self, session: RoleSession, table: Table, name: str, inform: Inform) -> None:
        self.table = table
        self.inform = inform
        self._session = session
        self._spectator = Spectator(name, session.link)

    def come(self) -> None:
        """Join the others; where connections do not stay after the end, go at once."""
        self.table.add(self._spectator)
        if not self.table.match.lingers:
            self._go()

    def answer(self, word: str, rest: str) -> Sequence[str]:
        """
        The lines that a line of hers is answered by.

        :raise Refused: it is not for spectators, or for nobody.
        """
        return self.inform(word, rest)

    def line(self, text: str, at: float) -> None:
        """One line has come: answer it."""
        word, rest = split(text)
        if not word:
            return
        try:
            if word == "ABMELDEN":
                self._leave(rest)
            else:
                self._session.say(*self.answer(word, rest))
        except Refused as refused:
            self._session.say_fault(refused)

    def ended(self) -> None:
        """She has nothing more to say, and goes on watching."""

    def caught_up(self) -> None:
        """She reads again."""
        self.table.caught_up(self._spectator)

    def lost(self) -> None:
        """She is gone."""
        self.table.remove(self._spectator)

    def _leave(self, rest: str) -> None:
        if rest:
            raise Refused(self.surplus)
        self._go()

    def _go(self) -> None:
        self._session.close()
        self.lost()
