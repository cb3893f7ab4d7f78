"""
What games over the UrServer's lobby have in common once they are in a match.

`UrDialect` is a port where connections begin in that lobby (`ur_lobby`).
`Seated` is the role of a player whose refused lines are answered by an error.
`cause_lines` are the words for who comes, goes and speaks
(seeds/ursuppe-protocol.txt, "Vor dem Spiel" and "Im Spiel: Immer")::

    -> NACHRICHT text                     <- NACHRICHT f text
    -> PRIVAT_NACHRICHT f text            <- PRIVAT_NACHRICHT f text
    -> ABMELDEN                           <- SPIELERIN_ABGEMELDET f
    -> PING   VERSION   STATUS

A game adds its own words; what it leaves alone is as on the UrServer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from attrs import define

from boardhub.games.rules import IllegalMove, Move, Prompt, Rules, Viewer
from boardhub.hub.asking import NotAsked, TooMany
from boardhub.hub.clock import Idling
from boardhub.hub.lobby import Lobby
from boardhub.hub.match import Match, Phase
from boardhub.hub.seats import Presence
from boardhub.hub.steps import (
    Back,
    Began,
    Cause,
    Ended,
    Held,
    Joined,
    Late,
    Left,
    Listener,
    Said,
    Step,
    Watching,
)
from boardhub.protocols.game import Link, Refusal, Wire
from boardhub.protocols.table import Spectator, Table
from boardhub.protocols.text import Refused, free_text, parameters, split
from boardhub.protocols.ur_lobby import InLobby
from boardhub.protocols.ur_session import (
    LobbyFault,
    Role,
    UrSession,
    fault_line,
    fault_text,
    read_number,
    refusal_line,
    version_line,
)

#: Messages are cut after this many characters.
MESSAGE_LENGTH = 70

#: Of a refused line that begins so the journal keeps only this word: the rest
#: may be a password, or was meant for one player alone.
CONFIDENTIAL = frozenset(["PASSWORT", "GEHEIMNIS", "PROGRAMM", "PRIVAT_NACHRICHT"])

TableT = TypeVar("TableT", bound=Table)

#: The lines that answer a word and its rest, whoever asks; raises `Refused`.
AnyTime: TypeAlias = Callable[[str, str], Sequence[str]]


class InSeat(Role, Listener, Protocol):
    """The role of a connection that sits in a seat."""


class UrDialect(ABC, Generic[TableT]):
    """
    The port of a game that is found through the UrServer's lobby.

    A game's own subclass names its rules, how many may play, and its classes
    for a match as it is told and for a player; and it writes the status.
    """

    rules: Rules[Any]
    sizes: range
    """How many players a match can have."""
    table_type: type[TableT]
    player_type: Callable[[UrSession, TableT, int, AnyTime], InSeat]

    def __init__(self, lobby: Lobby, settings: Mapping[str, Any], wire: Wire) -> None:
        self._lobby = lobby
        self._wire = wire
        self._idling = Idling(lobby.clock, lobby.limits.idle, _idle)

    @abstractmethod
    def status(self, match: Match) -> Sequence[str]:
        """The lines of ``STATUS``."""

    def answer(self, table: TableT, word: str, rest: str) -> Sequence[str]:
        """
        The answer to what anybody in a match may say at any time.

        :raise Refused: this may not be said, or not like this.
        """
        if word not in ("PING", "VERSION", "STATUS"):
            raise Refused(LobbyFault.UNKNOWN)
        if rest:
            raise Refused(LobbyFault.COUNT)
        if word == "STATUS":
            return self.status(table.match)
        return ("PONG",) if word == "PING" else (version_line(),)

    def arrive(self, link: Link) -> UrSession:
        """A connection has been made; it is in the lobby."""
        session = UrSession(link, self._wire)
        session.become(InLobby(session, self._lobby, self, self._idling))
        self._idling.heard(session, self._lobby.clock.now())
        return session

    def turned_away(self, why: Refusal) -> bytes:
        """What a connection gets that has no session."""
        return self._wire.encode([refusal_line(why)])

    def join(self, session: UrSession, match: Match, name: str, secret: str) -> None:
        """Seat a player in a match that has a free seat."""
        seat = match.vacancy()
        assert seat is not None
        player = self._player(session, match, seat.number)
        session.become(player)
        match.take(player, name, secret=secret)

    def rejoin(self, session: UrSession, match: Match, seat: int) -> None:
        """A player takes her seat again."""
        player = self._player(session, match, seat)
        session.become(player)
        match.back(seat, player)

    def watch(self, session: UrSession, match: Match, name: str) -> None:
        """Show a match to a spectator: its state, then what happens."""
        table = self.table(match)
        watcher = Watcher(session, table, name, partial(self.answer, table))
        session.become(watcher)
        watcher.come()

    def table(self, match: Match) -> TableT:
        """What this dialect keeps for a match."""
        tables = (each for each in match.galleries if isinstance(each, self.table_type))
        return next(tables, None) or self.table_type(match, self._wire)

    def _player(self, session: UrSession, match: Match, seat: int) -> InSeat:
        table = self.table(match)
        return self.player_type(session, table, seat, partial(self.answer, table))


def _idle(session: UrSession) -> None:
    session.close(fault_line(LobbyFault.LATE, "Zu lange nichts gehört, bitte neu verbinden."))


@define(eq=False)
class Talk:
    """How much a player may say: a bucket of messages, so that talk drowns nobody."""

    BURST: ClassVar[float] = 20.0
    PER_SECOND: ClassVar[float] = 2.0

    left: float = BURST
    since: float = 0.0

    def spend(self, at: float) -> None:
        """
        Say one message now.

        :raise Refused: 22, too many of them.
        """
        self.left = min(self.BURST, self.left + (at - self.since) * self.PER_SECOND)
        self.since = at
        if self.left < 1:
            raise Refused(LobbyFault.PARAMETER)
        self.left -= 1


class Seated(ABC, Generic[TableT]):
    """
    The role of a player: she is told and asked, talks, and answers. A refused
    line gets ``FEHLER number text``; her prompt stays open.

    Where one line is one move, a subclass has only to say how prompts are
    written and lines read.
    """

    words: Container[str] = ()
    """The first words of the lines that answer prompts."""
    fault_texts: Mapping[int, str] = {}
    """The sentences for the game's own error numbers."""

    def __init__(self, session: UrSession, table: TableT, seat: int, any_time: AnyTime) -> None:
        self.session = session
        self.table = table
        self.match = table.match
        self.seat = seat
        self._any_time = any_time
        self._talk = Talk()

    @abstractmethod
    def prompt_line(self, prompt: Any) -> str:
        """The line that asks her."""

    @abstractmethod
    def move(self, prompt: Any, word: str, rest: str) -> Move:
        """
        A line that answers her prompt, as a move that the rules have not seen yet.

        :raise Refused: it makes no sense here.
        """

    def answer(self, word: str, rest: str, at: float) -> None:
        """One of `words` has come. A game whose answers have several lines overrides this."""
        self.play(self.move(self.asked(), word, rest), at)

    def asked(self) -> Prompt:
        """
        Her open prompt.

        :raise Refused: there is none.
        """
        if self.match.phase is not Phase.RUNNING:
            raise Refused(LobbyFault.NOT_RUNNING)
        prompt = self.match.prompt(self.seat)
        if prompt is None:
            raise Refused(LobbyFault.NOT_ASKED)
        return prompt

    def play(self, move: Move, at: float) -> None:
        """
        Carry her move out; ``at``: when its last byte came.

        :raise Refused: she is not asked.
        :raise IllegalMove: the rules refuse it; nothing has changed.
        """
        try:
            self.match.play(self.seat, move, at)
        except NotAsked:
            raise Refused(LobbyFault.NOT_ASKED) from None
        except TooMany:
            raise Refused(LobbyFault.PARAMETER) from None

    # As the match and the session call it.

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """
        Tell her, then ask her. While she does not keep up with reading she is
        spared talk, and who comes to watch.
        """
        if isinstance(step.cause, Said | Watching) and self.session.link.behind:
            return
        data = self.table.told(step, self.seat)
        if asked:
            data += self.table.wire.encode(map(self.prompt_line, asked))
        if data:
            self.session.link.write(data)

    def dismiss(self) -> None:
        """The match is done with her, or she sits here by another connection."""
        self.session.close()

    def line(self, text: str, at: float) -> None:
        """One line has come: carry it out, or answer by an error."""
        word, rest = split(text)
        if not word:
            return
        try:
            self._hear_word(word, rest, at)
        except (Refused, IllegalMove) as refused:
            code = refused.code
            self.match.refused(self.seat, code, word if word in CONFIDENTIAL else text)
            self.session.say(fault_line(code, fault_text(code, self.fault_texts)))

    def ended(self) -> None:
        """A player who cannot answer any more is as good as lost."""
        self.session.close()
        self.lost()

    def caught_up(self) -> None:
        """Nothing was kept from her."""

    def lost(self) -> None:
        """Her connection is gone."""
        self.match.hold(self.seat)

    # What she says.

    def _hear_word(self, word: str, rest: str, at: float) -> None:
        if word in TALK:
            TALK[word](self, rest, at)
        elif word in self.words:
            self.answer(word, rest, at)
        else:
            self.session.say(*self._any_time(word, rest))

    def _leave(self, rest: str, at: float) -> None:
        if rest:
            raise Refused(LobbyFault.COUNT)
        self.session.close()
        self.match.leave(self.seat, "left")

    def _say(self, rest: str, at: float) -> None:
        message = _message(rest)
        self._talk.spend(at)
        self.match.say(self.seat, None, message)

    def _whisper(self, rest: str, at: float) -> None:
        seat, text = split(rest)
        text = _message(text)
        to = read_number(seat)
        seats = self.match.seats
        if to == self.seat or to not in range(len(seats)):
            raise Refused(LobbyFault.PARAMETER)
        if seats[to].presence is not Presence.CONNECTED:
            raise Refused(LobbyFault.PARAMETER)
        self._talk.spend(at)
        self.match.say(self.seat, to, text)


#: What only players may say, at any time.
TALK: Mapping[str, Callable[[Seated[Any], str, float], None]] = {
    "NACHRICHT": Seated._say,
    "PRIVAT_NACHRICHT": Seated._whisper,
    "ABMELDEN": Seated._leave,
}


class Watcher:
    """
    The role of a connection that watches. ``answer`` gives the lines for a
    word and its rest, or raises `Refused`.
    """

    def __init__(
        self,
        session: UrSession,
        table: Table,
        name: str,
        answer: Callable[[str, str], Sequence[str]],
    ) -> None:
        self._session = session
        self._table = table
        self._spectator = Spectator(name, session.link)
        self._answer = answer

    def come(self) -> None:
        """Join the others; where connections do not stay after the end, go at once."""
        self._table.add(self._spectator)
        if self._table.match.lingers:
            return
        self._session.close()
        self.lost()

    def line(self, text: str, at: float) -> None:
        """One line has come: answer it."""
        word, rest = split(text)
        if not word:
            return
        try:
            if word == "ABMELDEN":
                self._leave(rest)
            else:
                self._session.say(*self._answer(word, rest))
        except Refused as refused:
            self._session.say(fault_line(refused.code, fault_text(refused.code)))

    def ended(self) -> None:
        """She has nothing more to say, and goes on watching."""

    def caught_up(self) -> None:
        """She reads again."""
        self._table.caught_up(self._spectator)

    def lost(self) -> None:
        """She is gone."""
        self._table.remove(self._spectator)

    def _leave(self, rest: str) -> None:
        if rest:
            raise Refused(LobbyFault.COUNT)
        self._session.close()
        self.lost()


def read_numbers(rest: str, count: int) -> list[int]:
    """
    The parameters of a line where all are numbers; which ones make sense the
    rules judge.

    :raise Refused: 21, it has another count; 14, one is no number.
    """
    words = parameters(rest)
    if len(words) != count:
        raise Refused(LobbyFault.COUNT)
    return [read_number(word) for word in words]


def _message(text: str) -> str:
    message = free_text(text, MESSAGE_LENGTH)
    if not message:
        raise Refused(LobbyFault.COUNT)
    return message


def cause_lines(cause: Cause, viewer: Viewer) -> Sequence[str]:
    """
    What a viewer gets for what made a step happen, without what a game adds:
    its state after ``SPIEL_BEGINNT`` and to a player who is back.
    """
    match cause:
        case Joined(seat, name):
            return (f"SPIELERIN_{'AKZEPTIERT' if viewer == seat else 'ANGEMELDET'} {seat} {name}",)
        case Began():
            return ("SPIEL_BEGINNT",)
        case Late(prompt) if viewer is not None and viewer == prompt.seat:
            return (fault_line(LobbyFault.LATE, LobbyFault.LATE.text),)
        case Held(seat, _) | Left(seat, _) if viewer != seat:
            return (f"SPIELERIN_ABGEMELDET {seat}",)
        case Back(seat, name, _) if viewer == seat:
            return (f"SPIELERIN_AKZEPTIERT {seat} {name}",)
        case Back(seat, name, False):
            return (f"SPIELERIN_ANGEMELDET {seat} {name}",)
        case Said(seat, None, text) if viewer != seat:
            return (f"NACHRICHT {seat} {text}",)
        case Said(seat, to, text) if viewer is not None and viewer == to:
            return (f"PRIVAT_NACHRICHT {seat} {text}",)
        case Watching(name, came):
            return (f"ZUSCHAUERIN_{'ANGEMELDET' if came else 'ABGEMELDET'} {name}",)
        case Ended():
            return ("SPIEL_BEENDET",)
    return ()
