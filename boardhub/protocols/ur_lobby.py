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
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from attrs import define

from boardhub.hub.lobby import LobbyFull, NameTaken
from boardhub.hub.match import Match
from boardhub.hub.seats import Seat
from boardhub.hub.terms import Terms
from boardhub.protocols.port import NoProgram, NoRoom, Port
from boardhub.protocols.session import RoleSession
from boardhub.protocols.text import Refused, free_text, parameters
from boardhub.protocols.ur_faults import LobbyFault, read_number, version_line
from boardhub.protocols.visitor import Lines, NameInUse, NoSeat, Opening, Visitor, own_seat

#: Names and passwords are cut after this many characters.
NAME_LENGTH = 15

#: Milliseconds that ``TIMEOUT`` may name.
TIMEOUTS = range(100, 3_600_001)

_ALPHABET = re.compile(r"[a-zA-Z0-9_]+", re.ASCII)


@define(eq=False)
class UrVisitor(Visitor):
    """The role of a connection in this lobby; errors cost it nothing."""

    out_of_sequence: ClassVar[int] = LobbyFault.SEQUENCE

    def refuse(self, refused: Refused) -> None:
        """Answer what has come by an error."""
        self.session.say_fault(refused)

    def unknown(self, word: str) -> Refused:
        """The error for a word that means nothing here."""
        return Refused(LobbyFault.UNKNOWN)

    # Sequences.

    def _create(self, lines: Lines) -> None:
        seats = self._number(lines["NEU"])
        if seats not in self.port.sizes:
            raise Refused(LobbyFault.SEATS)
        name = _word(lines["NAME"])
        password = _word(lines["PASSWORT"]) if lines["PASSWORT"] else ""
        seed = self.port.lobby.new_seed()
        options = self.port.options(lines, seats, seed)
        timeout = self._number(lines["TIMEOUT"])
        if timeout not in TIMEOUTS:
            raise Refused(LobbyFault.PARAMETER)
        terms = Terms(seats, timeout / 1000, password, options, self.port.away, self.port.least)
        try:
            self.port.lobby.create(self.port.rules, name, terms, self.session.link.address, seed)
        except LobbyFull:
            raise Refused(LobbyFault.FULL_HOUSE) from None
        except NameTaken:
            raise Refused(LobbyFault.NAME_TAKEN) from None
        self.session.say(f"SPIEL_ANGEMELDET {name}")

    def _join(self, lines: Lines) -> None:
        match, name, seat = self.admitted(lines)
        if seat is not None:
            self.port.rejoin(self.session, match, seat.number)
        else:
            self.port.join(self.session, match, name, self.secret)

    def admitted(self, lines: Lines) -> tuple[Match, str, Seat | None]:
        """
        The match that ``TEILNEHMEN`` may enter, under which name, and the seat
        that is hers already, or None: there is a free one.

        :raise Refused: not with these lines.
        """
        match, name = self.entry(lines)
        try:
            return match, name, own_seat(match, name, self.secret)
        except NameInUse:
            raise Refused(LobbyFault.NAME_TAKEN) from None
        except NoSeat:
            raise Refused(LobbyFault.FULL) from None

    def entry(self, lines: Lines) -> tuple[Match, str]:
        """
        The match that ``TEILNEHMEN`` names, and the player's name in it.

        :raise Refused: a text is missing, or there is no such match, or its
            password is another.
        """
        game = lines["TEILNEHMEN"]
        name = _required(free_text(lines["NAME"], NAME_LENGTH), before=game)
        match = self._match(game)
        if not match.terms.admits(lines["PASSWORT"][:NAME_LENGTH]):
            raise Refused(LobbyFault.PASSWORD)
        return match, name

    def _watch(self, lines: Lines) -> None:
        game = lines["ZUSCHAUEN"]
        name = _required(free_text(lines["NAME"], NAME_LENGTH), before=game)
        self.port.watch(self.session, self._match(game), name)

    # Single words.

    def _list(self, rest: str) -> None:
        _no_parameter(rest)
        matches = self.port.lobby.matches(self.port.rules.name)
        self.session.say(f"SPIELE {len(matches)}", *map(_list_line, matches))

    def _status(self, rest: str) -> None:
        self.session.say(*self.port.status(self._match(rest)))

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
        self.go()

    def _program(self, rest: str) -> None:
        name_program(self.port, self.session, rest)

    # Their parts.

    def _match(self, name: str) -> Match:
        return find_match(self.port, name)

    @staticmethod
    def _number(rest: str) -> int:
        words = parameters(rest)
        if len(words) != 1:
            raise Refused(LobbyFault.COUNT)
        return read_number(words[0])

    openings: ClassVar[Mapping[str, Opening]] = {
        "NEU": Opening(("NAME", "PASSWORT", "TIMEOUT"), _create),
        "TEILNEHMEN": Opening(("PASSWORT", "NAME"), _join),
        "ZUSCHAUEN": Opening(("NAME",), _watch),
    }
    words: ClassVar[Mapping[str, Callable[[Any, str], None]]] = {
        "LISTE": _list,
        "STATUS": _status,
        "PING": _ping,
        "VERSION": _version,
        "GEHEIMNIS": _secret,
        "PROGRAMM": _program,
        "ABMELDEN": _leave,
    }


def find_match(port: Port[Any], name: str) -> Match:
    """
    The match of this name.

    :raise Refused: none is named, or there is none.
    """
    if not name:
        raise Refused(LobbyFault.COUNT)
    match = port.lobby.find(port.rules.name, name[:NAME_LENGTH])
    if match is None:
        raise Refused(LobbyFault.NO_GAME)
    return match


def name_program(port: Port[Any], session: RoleSession, rest: str) -> None:
    """
    ``PROGRAMM match name [password]``: a configured program takes a seat.

    :raise Refused: it cannot, or there is none of this name.
    """
    words = parameters(rest)
    if len(words) not in (2, 3):
        raise Refused(LobbyFault.COUNT)
    match = find_match(port, words[0])
    if not match.terms.admits("".join(words[2:])[:NAME_LENGTH]):
        raise Refused(LobbyFault.PASSWORD)
    if match.vacancy() is None:
        raise Refused(LobbyFault.FULL)
    sponsor = session.link.address
    try:
        number, name = port.offer_program(match, words[1], sponsor)
    except NoProgram:
        raise Refused(LobbyFault.PARAMETER) from None
    except NoRoom:
        raise Refused(LobbyFault.FULL_HOUSE) from None
    session.say(f"PROGRAMM_AKZEPTIERT {port.seat_name(number)} {name}")
    port.seat_program(match, words[1], number, name, sponsor)


def _list_line(match: Match) -> str:
    public, taken = int(match.terms.public), match.seats.taken
    return f"SPIEL {match.name} {public} {match.phase.value} {taken} {match.terms.seats}"


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
