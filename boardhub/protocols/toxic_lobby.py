"""
How a connection comes into the toxic arena.

The server speaks first: it gives a number, and what the peer then says decides
what it is. ``ID_OKAY`` makes it a player; a word of the lobby brings it there,
and its number is free again::

    <- ID n                               -> ID_OKAY | ID_NOT_OKAY | a word of the lobby

The lobby is the UrServer's (`ur_lobby`), with these differences::

    NEU n / NAME game / PASSWORT word / [KARTE file] / TIMEOUT ms
    TEILNEHMEN game / PASSWORT word / NAME player     ->  ID n, to be confirmed
    KARTE game                                        ->  KARTE w h, ZEILE y text, KARTE_ENDE
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, Protocol

from attrs import define, field

from boardhub.hub.clock import Timer
from boardhub.hub.match import Match
from boardhub.protocols.session import Role, RoleSession
from boardhub.protocols.text import split
from boardhub.protocols.ur_lobby import UrVisitor
from boardhub.protocols.visitor import Lines, Opening

#: Seconds for which a number is kept for who has not confirmed it.
CONFIRMING: Final = 10.0


@define(eq=False)
class Place:
    """
    A number that a connection has been given: of a match, with the name and
    secret that go with it. ``held``: it is hers, and she comes back to it;
    ``program``: it has been given to a local program.
    """

    match: Match
    number: int
    name: str = ""
    secret: str = ""
    held: bool = False
    program: bool = False


class ToxicPort(Protocol):
    """What the game's port does for those who arrive."""

    def confirmed(self, session: RoleSession, place: Place) -> None:
        """The number is taken: play."""

    def given_back(self, session: RoleSession, place: Place) -> None:
        """The number is free again."""

    def enter_lobby(self, session: RoleSession, place: Place) -> UrVisitor:
        """Be in the lobby from now on."""

    def call_in(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call after this many seconds."""

    def offer(self, session: RoleSession, place: Place) -> None:
        """Give a number, to be confirmed."""

    def map_of(self, match: Match) -> Sequence[str]:
        """``KARTE`` of a match."""


class Arrived(Role):
    """The role of a connection that has a number and has not said yet what it is."""

    def __init__(self, session: RoleSession, port: ToxicPort, place: Place) -> None:
        self._session = session
        self._port = port
        self._place = place
        self._timer = port.call_in(CONFIRMING, self._too_late)

    def line(self, text: str, at: float) -> None:
        """The first line that decides counts; others are not read."""
        word, rest = split(text)
        if word in LOBBY_WORDS:
            self._timer.cancel()
            self._port.given_back(self._session, self._place)
            visitor = self._port.enter_lobby(self._session, self._place)
            visitor.line(text, at)
        elif rest:
            return
        elif word == "ID_OKAY":
            self._timer.cancel()
            self._port.confirmed(self._session, self._place)
        elif word == "ID_NOT_OKAY":
            self._go()

    def ended(self) -> None:
        """It cannot confirm any more."""
        self._go()

    def lost(self) -> None:
        """The number is free again."""
        self._timer.cancel()
        self._port.given_back(self._session, self._place)

    def _too_late(self) -> None:
        self._go("DISCONNECT")

    def _go(self, *last: str) -> None:
        self._session.close(*last)
        self.lost()


class Cast(Role):
    """
    The role of a local program that has a number and has not confirmed it
    yet. It is out if it does not; it has no lobby to go to.
    """

    def __init__(self, session: RoleSession, port: ToxicPort, place: Place) -> None:
        self._session = session
        self._port = port
        self._place = place

    def line(self, text: str, at: float) -> None:
        """What does not decide is not read."""
        word, rest = split(text)
        if rest:
            return
        if word == "ID_OKAY":
            self._port.confirmed(self._session, self._place)
        elif word == "ID_NOT_OKAY":
            self._session.close()
            self._leave("forfeit-start")

    def ended(self) -> None:
        """It cannot confirm any more."""
        self._session.close()
        self.lost()

    def lost(self) -> None:
        """It is out, for what has become of it: it did run."""
        self._leave(self._session.link.ending.reason)

    def _leave(self, reason: str) -> None:
        self._place.match.leave(self._place.number, reason)


@define(eq=False)
class ToxicVisitor(UrVisitor):
    """The role of a connection in this lobby."""

    arena: ToxicPort = field(kw_only=True)

    def _join(self, lines: Lines) -> None:
        match, name, seat = self.admitted(lines)
        self.port.idling.forget(self.session)
        number = match.reserve(name) if seat is None else seat.number
        self.arena.offer(self.session, Place(match, number, name, self.secret, seat is not None))

    def _map(self, rest: str) -> None:
        self.session.say(*self.arena.map_of(self._match(rest)))

    openings: ClassVar[Mapping[str, Opening]] = {
        **UrVisitor.openings,
        "NEU": Opening(
            ("NAME", "PASSWORT", "KARTE", "TIMEOUT"), UrVisitor._create, frozenset(["KARTE"])
        ),
        "TEILNEHMEN": Opening(("PASSWORT", "NAME"), _join),
    }
    words: ClassVar[Mapping[str, Callable[[Any, str], None]]] = {**UrVisitor.words, "KARTE": _map}


#: What brings a connection into the lobby. ``PING`` may be a player's.
LOBBY_WORDS: Final = frozenset([*ToxicVisitor.openings, *ToxicVisitor.words]) - {"PING"}
