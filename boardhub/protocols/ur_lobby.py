"""
The UrServer's lobby: where a connection makes matches, joins and watches them.

A connection in the lobby may say (seeds/ursuppe-protocol.txt, "Vor dem Spiel")::

    NEU n / NAME game / PASSWORT word / TIMEOUT ms    ->  SPIEL_ANGEMELDET game
    LISTE                                             ->  SPIELE n, SPIEL ... each
    [GEHEIMNIS word]
    TEILNEHMEN game / PASSWORT word / NAME player     ->  it plays
    ZUSCHAUEN game / NAME spectator                   ->  it watches
    STATUS game   PING   VERSION   ABMELDEN
    PROGRAMM game name [password]

A line that does not belong into a sequence breaks it off with error 13; for
all other faults the server waits until the sequence is complete.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from attrs import define, frozen

from boardhub.games.rules import Rules
from boardhub.hub.clock import Idling
from boardhub.hub.lobby import Lobby, LobbyFull, NameTaken
from boardhub.hub.match import Match, Phase
from boardhub.hub.seats import Presence
from boardhub.hub.terms import Terms
from boardhub.protocols.text import Refused, free_text, parameters, split
from boardhub.protocols.ur_session import (
    LobbyFault,
    UrSession,
    fault_line,
    fault_text,
    read_number,
    version_line,
)

#: Names and passwords are cut after this many characters.
NAME_LENGTH = 15

#: Milliseconds that ``TIMEOUT`` may name.
TIMEOUTS = range(100, 3_600_001)

_ALPHABET = re.compile(r"[a-zA-Z0-9_]+", re.ASCII)


class UrGame(Protocol):
    """What a game gives the lobby that speaks for it."""

    @property
    def rules(self) -> Rules[Any]:
        """The game's rules."""

    @property
    def sizes(self) -> range:
        """How many players a match can have."""

    def join(self, session: UrSession, match: Match, name: str, secret: str) -> None:
        """Seat a player in a match that has a free seat."""

    def rejoin(self, session: UrSession, match: Match, seat: int) -> None:
        """A player takes her seat again."""

    def watch(self, session: UrSession, match: Match, name: str) -> None:
        """Show a match to a spectator."""

    def status(self, match: Match) -> Sequence[str]:
        """The lines of ``STATUS``."""


@frozen
class Opening:
    """The sequence that a word opens: the words that follow, and who judges it."""

    follow: tuple[str, ...]
    judge: Callable[[InLobby, Sequence[str]], None]


@define(eq=False)
class InLobby:
    """The role of a connection that is in no match."""

    session: UrSession
    lobby: Lobby
    game: UrGame
    idling: Idling
    secret: str = ""
    _sequence: tuple[Opening, list[str]] | None = None

    def line(self, text: str, at: float) -> None:
        """One line has come: carry it out, or answer by an error."""
        self.idling.heard(self.session, at)
        word, rest = split(text)
        if not word:
            return
        try:
            self._hear(word, rest)
        except Refused as refused:
            self.session.say(fault_line(refused.code, fault_text(refused.code)))

    def ended(self) -> None:
        """Its answers are out; nothing more can come."""
        self.idling.forget(self.session)
        self.session.close()

    def caught_up(self) -> None:
        """Nothing was kept from it."""

    def lost(self) -> None:
        """Nobody misses it."""
        self.idling.forget(self.session)

    def _hear(self, word: str, rest: str) -> None:
        if self._sequence is not None:
            self._gather(*self._sequence, word, rest)
            return
        opening = OPENINGS.get(word)
        if opening is not None:
            self._sequence = opening, [rest]
            return
        act = WORDS.get(word)
        if act is None:
            raise Refused(LobbyFault.UNKNOWN)
        act(self, rest)

    def _gather(self, opening: Opening, lines: list[str], word: str, rest: str) -> None:
        expected = opening.follow[len(lines) - 1]
        lines.append(rest)
        if word == expected and len(lines) <= len(opening.follow):
            return
        self._sequence = None
        if word != expected:
            raise Refused(LobbyFault.SEQUENCE)
        opening.judge(self, lines)

    # Sequences.

    def _create(self, lines: Sequence[str]) -> None:
        seats = self._number(lines[0])
        if seats not in self.game.sizes:
            raise Refused(LobbyFault.SEATS)
        name = _word(lines[1])
        password = _word(lines[2]) if lines[2] else ""
        timeout = self._number(lines[3])
        if timeout not in TIMEOUTS:
            raise Refused(LobbyFault.PARAMETER)
        try:
            self.lobby.create(
                self.game.rules,
                name,
                Terms(seats, timeout / 1000, password),
                self.session.link.address,
            )
        except LobbyFull:
            raise Refused(LobbyFault.FULL_HOUSE) from None
        except NameTaken:
            raise Refused(LobbyFault.NAME_TAKEN) from None
        self.session.say(f"SPIEL_ANGEMELDET {name}")

    def _join(self, lines: Sequence[str]) -> None:
        name = _required(free_text(lines[2], NAME_LENGTH), before=lines[0])
        match = self._match(lines[0])
        if not match.admits(lines[1][:NAME_LENGTH]):
            raise Refused(LobbyFault.PASSWORD)
        seat = match.seat_named(name)
        if match.phase is Phase.RUNNING and seat and seat.presence is not Presence.GONE:
            if not seat.opens_with(self.secret):
                raise Refused(LobbyFault.NAME_TAKEN)
            if not seat.may_return:
                raise Refused(LobbyFault.FULL)
            self.idling.forget(self.session)
            self.game.rejoin(self.session, match, seat.number)
            return
        if match.vacancy() is None:
            raise Refused(LobbyFault.FULL)
        if seat is not None:
            raise Refused(LobbyFault.NAME_TAKEN)
        self.idling.forget(self.session)
        self.game.join(self.session, match, name, self.secret)

    def _watch(self, lines: Sequence[str]) -> None:
        name = _required(free_text(lines[1], NAME_LENGTH), before=lines[0])
        match = self._match(lines[0])
        self.idling.forget(self.session)
        self.game.watch(self.session, match, name)

    # Single words.

    def _list(self, rest: str) -> None:
        _no_parameter(rest)
        matches = self.lobby.matches(self.game.rules.name)
        self.session.say(f"SPIELE {len(matches)}", *map(_list_line, matches))

    def _status(self, rest: str) -> None:
        self.session.say(*self.game.status(self._match(rest)))

    def _ping(self, rest: str) -> None:
        _no_parameter(rest)
        self.session.say("PONG")

    def _version(self, rest: str) -> None:
        _no_parameter(rest)
        self.session.say(version_line())

    def _secret(self, rest: str) -> None:
        self.secret = _word(rest)

    def _leave(self, rest: str) -> None:
        _no_parameter(rest)
        self.idling.forget(self.session)
        self.session.close()

    def _program(self, rest: str) -> None:
        """No program is configured that could take a seat."""
        words = parameters(rest)
        if len(words) not in (2, 3):
            raise Refused(LobbyFault.COUNT)
        match = self._match(words[0])
        if not match.admits("".join(words[2:])[:NAME_LENGTH]):
            raise Refused(LobbyFault.PASSWORD)
        if match.vacancy() is None:
            raise Refused(LobbyFault.FULL)
        raise Refused(LobbyFault.PARAMETER)

    # Their parts.

    def _match(self, name: str) -> Match:
        if not name:
            raise Refused(LobbyFault.COUNT)
        match = self.lobby.find(self.game.rules.name, name[:NAME_LENGTH])
        if match is None:
            raise Refused(LobbyFault.NO_GAME)
        return match

    @staticmethod
    def _number(rest: str) -> int:
        words = parameters(rest)
        if len(words) != 1:
            raise Refused(LobbyFault.COUNT)
        return read_number(words[0])


OPENINGS = {
    "NEU": Opening(("NAME", "PASSWORT", "TIMEOUT"), InLobby._create),
    "TEILNEHMEN": Opening(("PASSWORT", "NAME"), InLobby._join),
    "ZUSCHAUEN": Opening(("NAME",), InLobby._watch),
}

WORDS: dict[str, Callable[[InLobby, str], None]] = {
    "LISTE": InLobby._list,
    "STATUS": InLobby._status,
    "PING": InLobby._ping,
    "VERSION": InLobby._version,
    "GEHEIMNIS": InLobby._secret,
    "PROGRAMM": InLobby._program,
    "ABMELDEN": InLobby._leave,
}


def _list_line(match: Match) -> str:
    public = int(match.public)
    return f"SPIEL {match.name} {public} {match.phase.value} {match.taken} {match.terms.seats}"


def _no_parameter(rest: str) -> None:
    if rest:
        raise Refused(LobbyFault.COUNT)


def _required(text: str, *, before: str) -> str:
    """Both texts of a sequence must be there."""
    if not before or not text:
        raise Refused(LobbyFault.COUNT)
    return text


def _word(rest: str) -> str:
    """A name or password that is being given: of the alphabet, cut."""
    if not rest:
        raise Refused(LobbyFault.COUNT)
    if not _ALPHABET.fullmatch(rest):
        raise Refused(LobbyFault.PARAMETER)
    return rest[:NAME_LENGTH]
