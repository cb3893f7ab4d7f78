"""
The lobby of the castle game: where a connection makes matches, joins and
watches them.

A connection in the lobby may say (seeds/burg-protocol.txt)::

    NEU n / NAME game / PASSWD word / TIMEOUT ms      ->  SPIEL_ANGEMELDET
    LIST                                              ->  LISTE n, a line each, ENDE
    [GEHEIMNIS word]
    JOIN game / PASSWD word / NAME player / ALTER age ->  SPIELER_ANGEMELDET player age
    WATCH game / NAME spectator                       ->  ZUSCHAUER_ANGEMELDET spectator
    STATUS game   PING   ABMELDEN
    PROGRAMM game name [password]

``NEU`` and ``LIST`` end the connection with their answer, and so does every
error: who has more to say connects again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from attrs import define

from boardhub.games.burg.errors import Fault
from boardhub.hub.lobby import LobbyFull, NameTaken
from boardhub.hub.match import Match, Phase
from boardhub.hub.terms import Terms
from boardhub.protocols.burg_faults import FOREIGN, LobbyFault, foreign
from boardhub.protocols.port import NoProgram, NoRoom
from boardhub.protocols.text import Refused, number, parameters
from boardhub.protocols.visitor import Lines, NameInUse, NoSeat, Opening, Visitor, own_seat

#: Characters that a name may have.
NAME_LENGTH: Final = 30

#: Milliseconds that ``TIMEOUT`` may name.
TIMEOUTS: Final = range(100, 3_600_001)

#: Years that ``ALTER`` may name.
AGES: Final = range(151)

#: How ``LIST`` and ``STATUS`` call where a match stands.
PHASES: Final[Mapping[Phase, str]] = {
    Phase.WAITING: "WARTET",
    Phase.RUNNING: "GESTARTET",
    Phase.OVER: "BEENDET",
}

#: Words that make sense elsewhere: after another line, or in a match.
ELSEWHERE: Final = frozenset(
    {"PASSWD", "NAME", "TIMEOUT", "ALTER"}
    | {"PLAN", "NACHRICHT", "ZUG", "ZUGENDE", "AKTION", "KARTE", "FARBE", "X", "Y"}
)


@define(eq=False)
class BurgVisitor(Visitor):
    """The role of a connection in this lobby; an error ends it."""

    out_of_sequence: ClassVar[int] = LobbyFault.SEQUENCE

    def refuse(self, refused: Refused) -> None:
        """Answer what has come by an error, and end the connection."""
        self.go(self.session.fault_line(refused))

    def unknown(self, word: str) -> Refused:
        """The error for a word that means nothing here."""
        if word in FOREIGN:
            return foreign(word)
        return Refused(LobbyFault.SEQUENCE if word in ELSEWHERE else Fault.INVALID)

    # Sequences.

    def _create(self, lines: Lines) -> None:
        seats, name = read_number(lines["NEU"]), read_name(lines["NAME"])
        timeout = read_number(lines["TIMEOUT"])
        if timeout not in TIMEOUTS:
            raise Refused(Fault.INVALID)
        if seats not in self.port.sizes:
            raise Refused(LobbyFault.SEATS)
        terms = Terms(seats, timeout / 1000, lines["PASSWD"], least=self.port.least)
        try:
            self.port.lobby.create(self.port.rules, name, terms, self.session.link.address)
        except LobbyFull:
            raise Refused(LobbyFault.FULL_HOUSE) from None
        except NameTaken:
            raise Refused(LobbyFault.NAME_TAKEN) from None
        self.go("SPIEL_ANGEMELDET")

    def _join(self, lines: Lines) -> None:
        game, name = read_name(lines["JOIN"]), read_name(lines["NAME"])
        age = read_number(lines["ALTER"])
        if age not in AGES:
            raise Refused(Fault.INVALID)
        match = self._match(game)
        if not match.terms.admits(lines["PASSWD"]):
            raise Refused(LobbyFault.PASSWORD)
        try:
            seat = own_seat(match, name, self.secret)
        except NoSeat:
            raise Refused(LobbyFault.SEATS) from None
        except NameInUse:
            raise Refused(LobbyFault.NAME_TAKEN) from None
        if seat is not None:
            self.port.rejoin(self.session, match, seat.number)
        else:
            self.port.join(self.session, match, name, self.secret, {"age": age})

    def _watch(self, lines: Lines) -> None:
        game, name = read_name(lines["WATCH"]), read_name(lines["NAME"])
        self.port.watch(self.session, self._match(game), name)

    # Single words.

    def _list(self, rest: str) -> None:
        nothing_more(rest)
        matches = self.port.lobby.matches(self.port.rules.name)
        self.go(f"LISTE {len(matches)}", *map(_list_line, matches), "ENDE")

    def _status(self, rest: str) -> None:
        self.session.say(*self.port.status(self._match(read_name(rest))))

    def _ping(self, rest: str) -> None:
        nothing_more(rest)
        self.session.say("PONG")

    def _secret(self, rest: str) -> None:
        self.secret = read_name(rest)

    def _leave(self, rest: str) -> None:
        nothing_more(rest)
        self.go()

    def _program(self, rest: str) -> None:
        """A configured program takes a seat; that costs nobody his connection."""
        words = parameters(rest)
        if len(words) not in (2, 3):
            raise Refused(Fault.INVALID)
        match = self._match(read_name(words[0]))
        if not match.terms.admits("".join(words[2:])):
            raise Refused(LobbyFault.PASSWORD)
        if match.vacancy() is None:
            raise Refused(LobbyFault.SEATS)
        sponsor = self.session.link.address
        try:
            number, name = self.port.offer_program(match, words[1], sponsor)
        except NoProgram:
            message = "Dieses Programm gibt es hier nicht."
            raise Refused(Fault.NO_SUCH_ACTION, message) from None
        except NoRoom:
            raise Refused(LobbyFault.FULL_HOUSE) from None
        self.session.say(f"PROGRAMM_AKZEPTIERT {number} {name}")
        self.port.seat_program(match, words[1], number, name, sponsor)

    def _match(self, name: str) -> Match:
        match = self.port.lobby.find(self.port.rules.name, name)
        if match is None:
            raise Refused(LobbyFault.NO_GAME)
        return match

    openings: ClassVar[Mapping[str, Opening]] = {
        "NEU": Opening(("NAME", "PASSWD", "TIMEOUT"), _create),
        "JOIN": Opening(("PASSWD", "NAME", "ALTER"), _join),
        "WATCH": Opening(("NAME",), _watch),
    }
    words: ClassVar[Mapping[str, Callable[[Any, str], None]]] = {
        "LIST": _list,
        "STATUS": _status,
        "PING": _ping,
        "GEHEIMNIS": _secret,
        "PROGRAMM": _program,
        "ABMELDEN": _leave,
    }


def _list_line(match: Match) -> str:
    return f"{match.name} {match.seats.taken} {match.terms.seats} {PHASES[match.phase]}"


def read_name(text: str) -> str:
    """
    The name of a match, player or spectator: one word.

    :raise Refused: 1022, it could not be told from other words of a line.
    """
    if not 0 < len(text) <= NAME_LENGTH or not text.isprintable() or " " in text:
        raise Refused(Fault.INVALID)
    if text == "STATUSENDE":
        raise Refused(Fault.INVALID)
    return text


def read_number(text: str) -> int:
    """
    A number of a line.

    :raise Refused: 1022, it is none.
    """
    value = number(text)
    if value is None:
        raise Refused(Fault.INVALID)
    return value


def nothing_more(rest: str) -> None:
    """
    The word stands alone in its line.

    :raise Refused: 1022, it does not.
    """
    if rest:
        raise Refused(Fault.INVALID)
