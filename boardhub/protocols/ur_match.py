"""
What games over the UrServer's lobby have in common once they are in a match.

`UrDialect` is a port where connections begin in that lobby (`ur_lobby`).
`UrSeated` is the role of a player.
`cause_lines` are the words for who comes, goes and speaks
(seeds/ursuppe-protocol.txt, "Vor dem Spiel" and "Im Spiel: Immer")::

    -> NACHRICHT text                     <- NACHRICHT f text
    -> PRIVAT_NACHRICHT f text            <- PRIVAT_NACHRICHT f text
    -> ABMELDEN                           <- SPIELERIN_ABGEMELDET f
    -> PING   VERSION   STATUS

A game adds its own words; what it leaves alone is as on the UrServer.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, ClassVar

from boardhub.games.rules import Move, Viewer
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
    Said,
    Watching,
)
from boardhub.protocols.port import Port
from boardhub.protocols.seated import Seated, TableT
from boardhub.protocols.session import RoleSession
from boardhub.protocols.text import Refused, free_text, parameters, split
from boardhub.protocols.ur_faults import (
    LobbyFault,
    fault_line,
    read_number,
    ur_wording,
    version_line,
)
from boardhub.protocols.ur_lobby import NAME_LENGTH, UrVisitor
from boardhub.protocols.watcher import Watcher

#: Messages are cut after this many characters.
MESSAGE_LENGTH = 70


class UrWatcher(Watcher):
    """The role of a connection that watches."""

    surplus: ClassVar[int] = LobbyFault.COUNT


class UrDialect(Port[TableT]):
    """
    The port of a game that is found through the UrServer's lobby.

    A game's own subclass names its rules, how many may play, and its classes
    for a match as it is told and for a player; and it writes the status.
    Where the rules have error numbers of their own it has a ``wording`` with
    the sentences for these, too.
    """

    watcher_type = UrWatcher
    wording = ur_wording()
    name_length = NAME_LENGTH

    def visitor(self, session: RoleSession) -> UrVisitor:
        """The role of a connection in the lobby."""
        return UrVisitor(session, self)

    def inform(self, table: TableT, word: str, rest: str) -> Sequence[str]:
        """
        The answer to what anybody in a match may ask at any time.

        :raise Refused: this may not be asked, or not like this.
        """
        if word not in ("PING", "VERSION", "STATUS"):
            raise Refused(LobbyFault.UNKNOWN)
        if rest:
            raise Refused(LobbyFault.COUNT)
        if word == "STATUS":
            return self.status(table.match)
        return ("PONG",) if word == "PING" else (version_line(),)


class UrSeated(Seated[TableT]):
    """
    The role of a player: she talks, and answers.

    Where one line is one move, a subclass has only to say how prompts are
    written and lines read.
    """

    not_running: ClassVar[int] = LobbyFault.NOT_RUNNING
    not_asked: ClassVar[int] = LobbyFault.NOT_ASKED
    too_many: ClassVar[int] = LobbyFault.PARAMETER

    words: Container[str] = ()
    """The first words of the lines that answer prompts."""

    @abstractmethod
    def move(self, prompt: Any, word: str, rest: str) -> Move:
        """
        A line that answers her prompt, as a move that the rules have not seen yet.

        :raise Refused: it makes no sense here.
        """

    def respond(self, word: str, rest: str, at: float) -> None:
        """One of `words` has come. A game whose answers have several lines overrides this."""
        self.play(self.move(self.asked(), word, rest), at)

    def hear_word(self, word: str, rest: str, at: float) -> None:
        """Carry a line out, or ask what anybody may ask."""
        if word in TALK:
            TALK[word](self, rest, at)
        elif word in self.words:
            self.respond(word, rest, at)
        else:
            self.session.say(*self.inform(word, rest))

    def _leave(self, rest: str, at: float) -> None:
        if rest:
            raise Refused(LobbyFault.COUNT)
        self.leave()

    def _say(self, rest: str, at: float) -> None:
        self.say(None, _message(rest), at)

    def _whisper(self, rest: str, at: float) -> None:
        seat, text = split(rest)
        text = _message(text)
        to = read_number(seat)
        seats = self.match.seats
        if to == self.seat or to not in range(len(seats)):
            raise Refused(LobbyFault.PARAMETER)
        if seats[to].presence is not Presence.CONNECTED:
            raise Refused(LobbyFault.PARAMETER)
        self.say(to, text, at)


#: What only players may say, at any time.
TALK: Mapping[str, Callable[[UrSeated[Any], str, float], None]] = {
    "NACHRICHT": UrSeated._say,
    "PRIVAT_NACHRICHT": UrSeated._whisper,
    "ABMELDEN": UrSeated._leave,
}


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
