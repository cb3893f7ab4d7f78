"""
The role of a connection that is in no match yet, whatever its lobby's words.

In a lobby some words stand alone; others open a *sequence* of lines, which is
judged as a whole when the last one is in.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeAlias

from attrs import define, field, frozen

from boardhub.hub.match import Match, Phase
from boardhub.hub.seats import Presence, Seat
from boardhub.protocols.port import Port
from boardhub.protocols.session import Role, RoleSession
from boardhub.protocols.text import Refused, split

#: The lines of a sequence: what came with each word.
Lines: TypeAlias = Mapping[str, str]


@frozen
class Opening:
    """
    The sequence that a word opens: the words that follow, and who judges it.
    A line with one of the ``optional`` words may be missing.
    """

    follow: tuple[str, ...]
    judge: Callable[[Any, Lines], None]
    optional: frozenset[str] = frozenset()


@define(eq=False)
class _Sequence:
    """A sequence of which more lines are to come."""

    opening: Opening
    lines: dict[str, str]
    awaited: list[str]

    def takes(self, word: str) -> bool:
        """Whether a line with this word comes next; it is not awaited any more then."""
        while self.awaited:
            expected = self.awaited.pop(0)
            if expected == word:
                return True
            if expected not in self.opening.optional:
                return False
        return False


@define(eq=False)
class Visitor(Role):
    """
    The role of a connection in the lobby. A subclass for each lobby has its
    words, and says what an error costs.
    """

    openings: ClassVar[Mapping[str, Opening]] = {}
    words: ClassVar[Mapping[str, Callable[[Any, str], None]]] = {}
    out_of_sequence: ClassVar[int] = 0
    """The number of the error that breaks a sequence off."""

    session: RoleSession
    port: Port[Any]
    secret: str = ""
    _sequence: _Sequence | None = field(default=None, init=False)

    @abstractmethod
    def refuse(self, refused: Refused) -> None:
        """Answer what has come by an error."""

    @abstractmethod
    def unknown(self, word: str) -> Refused:
        """The error for a word that means nothing here."""

    def line(self, text: str, at: float) -> None:
        """One line has come: carry it out, or answer by an error."""
        self.port.idling.heard(self.session, at)
        word, rest = split(text)
        if not word:
            return
        try:
            self._hear(word, rest)
        except Refused as refused:
            self.refuse(refused)

    def ended(self) -> None:
        """Its answers are out; nothing more can come."""
        self.go()

    def lost(self) -> None:
        """Nobody misses it."""
        self.port.idling.forget(self.session)

    def go(self, *last: str) -> None:
        """End the connection, with these last lines."""
        self.port.idling.forget(self.session)
        self.session.close(*last)

    def _hear(self, word: str, rest: str) -> None:
        if self._sequence is not None:
            self._gather(self._sequence, word, rest)
            return
        opening = self.openings.get(word)
        if opening is not None:
            self._sequence = _Sequence(opening, {word: rest}, [*opening.follow])
            return
        act = self.words.get(word)
        if act is None:
            raise self.unknown(word)
        act(self, rest)

    def _gather(self, sequence: _Sequence, word: str, rest: str) -> None:
        if not sequence.takes(word):
            self._sequence = None
            raise Refused(self.out_of_sequence)
        sequence.lines[word] = rest
        if not sequence.awaited:
            self._sequence = None
            sequence.opening.judge(self, sequence.lines)


class NoSeat(Exception):
    """The match has none for her."""


class NameInUse(Exception):
    """Somebody in the match has this name, and she is not known to be the same."""


def own_seat(match: Match, name: str, secret: str) -> Seat | None:
    """
    The seat to which the player with this name and secret comes back; None: a
    free one is to be taken.

    :raise NameInUse: the name is another's.
    :raise NoSeat: there is none, or she has come back too often.
    """
    seat = match.seats.named(name)
    if match.phase is Phase.RUNNING and seat and seat.presence is not Presence.GONE:
        if not seat.opens_with(secret):
            raise NameInUse
        if not seat.may_return:
            raise NoSeat
        return seat
    if match.vacancy() is None:
        raise NoSeat
    if match.seats.uses_name(name):
        raise NameInUse
    return None
