"""
The seams around a dialect: what a game brings along, and what carries it.

A peer is at the far end of a *link*, which knows bytes and nothing of games.
Each port has a *dialect*, the language of its game; for each link the dialect
makes a *session*, which knows text: it is told the peer's lines and gives the
link bytes to write. Text becomes bytes by the dialect's `Wire`, so that what
many peers get is encoded once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from attrs import field, frozen

from boardhub.bots.bot import MakeBot
from boardhub.games.rules import Rules
from boardhub.hub.journal import Record
from boardhub.hub.steps import Report

if TYPE_CHECKING:
    from boardhub.hub.lobby import Lobby
    from boardhub.hub.replay import Redone
    from boardhub.hub.resting import Resting
    from boardhub.protocols.exhibit import Drawing


class Refusal(Enum):
    """Why a link does not go on with a peer."""

    CONNECTIONS = "too many connections"
    LINE_TOO_LONG = "line too long"
    FLOOD = "too many lines"


class Ending(Enum):
    """Why nothing more comes from a peer: the reason of its seat, and in words."""

    LOST = ("dropped", "the connection was lost")
    FLOOD = ("forfeit-output", "it said too much")
    UNREAD = ("dropped", "it did not read what it was told")
    EXIT = ("crashed", "the program has ended")
    DEAF = ("crashed", "the program has closed its input")
    MEMORY = ("out-of-memory", "the program took too much memory")
    TIME = ("out-of-cpu", "the program took too much processor time")
    CHILDREN = ("crashed", "the program started too many processes")

    @property
    def reason(self) -> str:
        """The reason of the seat."""
        return self.value[0]

    @property
    def words(self) -> str:
        """What has happened."""
        return self.value[1]


class Link(Protocol):
    """The way to one peer, a socket, a program's pipes, or a stand-in for one."""

    @property
    def peer(self) -> str:
        """Who is at the other end, for the log: ``127.0.0.1:50123``."""

    @property
    def address(self) -> str | None:
        """The peer's host, by which limits count; None where there is none."""

    @property
    def behind(self) -> bool:
        """The peer reads too slowly: more than a buffer waits for it."""

    @property
    def ending(self) -> Ending:
        """Why nothing more comes from the peer, once that is so."""

    line_length: int
    """Bytes that a line of the peer's may have, without its end."""

    def report(self) -> Report:
        """What an organiser may want to know of the peer: how a program ended."""

    def unheard(self, by: float) -> bool:
        """
        Whether lines that were read by then, by the hub's clock, wait for
        their turn; not while the peer is slowed, or reads too slowly.
        """

    def answered(self) -> None:
        """
        A line of the peer's was an answer that it had been asked for, and was
        accepted: it does not count as one of too many.
        """

    def write(self, data: bytes) -> None:
        """Send whole lines. Never raises; after `close` or a loss it does nothing."""

    def close(self, last: bytes = b"") -> None:
        """
        Send the last lines, and end the connection once they are out (or,
        with a peer that does not read, soon after). `Session.lost` follows.
        """


class Session(Protocol):
    """A peer's side of a dialect, from its arrival to its loss."""

    def line(self, text: str, at: float) -> None:
        """
        One line has come, without its end and the blanks before it; ``at``: when its last byte was
        read, in seconds of the hub's clock. Never raises for what it holds.
        """

    def begun(self, at: float) -> None:
        """
        Bytes have come, other than blanks, of a line that has not ended yet;
        all lines before it have been dealt with.
        """

    def refuse(self, why: Refusal) -> None:
        """
        The link will not go on with this peer: say the last line and `close`.
        """

    def ended(self) -> None:
        """The peer will send no more; it may still read."""

    def caught_up(self) -> None:
        """The link was `behind` and is not any more."""

    def lost(self) -> None:
        """The connection is gone, whoever ended it. Called once, last."""


class Dialect(Protocol):
    """A game's wire language on one port."""

    def arrive(self, link: Link) -> Session:
        """A connection has been made; it is in the lobby."""

    def turned_away(self, why: Refusal) -> bytes:
        """What a connection gets for which there is no session."""


class GameDialect(Dialect, Protocol):
    """The dialect of a game, whose matches may outlive the daemon."""

    def resume(self, match: Resting) -> None:
        """
        A match from before an interruption is there again, and has been told
        all that has happened; it does not stand yet. See to its programs.
        """


@frozen
class Wire:
    """How lines become bytes on the way out."""

    end: str = "\n"
    encoding: str = "utf-8"

    def encode(self, lines: Iterable[str]) -> bytes:
        """All lines with their ends; what the encoding lacks becomes ``?``."""
        end = self.end
        return "".join([line + end for line in lines]).encode(self.encoding, "replace")


@frozen
class GameOption:
    """
    A command-line option of a game: ``--NAME-option VALUE``, or a switch
    where the default is a bool.

    ``coerce`` turns the text into a value and raises ValueError, with a
    sentence that says what is wrong.
    """

    name: str
    default: Any
    doc: str
    coerce: Callable[[str], Any] = str


#: Draws a map by chance, from its name, width, height and seed: the texts of its files, by
#: the names of these. Raises ValueError, with what is wrong, where there can be no such map.
DrawMap: TypeAlias = Callable[[str, int, int, str], Mapping[str, str]]


class Retelling(Protocol):
    """Tells a match from its journal, to a person at a terminal."""

    def lines(self, redone: Redone) -> Sequence[str]:
        """What the next record tells, after it has been done again."""


#: Makes one from all records of a match. Raises JournalError where they are none of this game.
Retell: TypeAlias = Callable[[Sequence[Record]], Retelling]


@frozen
class Game:
    """
    All that the daemon needs in order to host a game. A package names its own
    under ``boardhub.games`` among its entry points.
    """

    rules: Rules[Any]
    port: int
    """The TCP port of the default endpoint."""
    dialect: Callable[[Lobby, Mapping[str, Any], Wire], GameDialect]
    """Makes the port's dialect from the lobby, the game's own options and the wire."""
    options: tuple[GameOption, ...] = ()
    separators: bytes = b""
    """
    Bytes that end a line, beside the line feed, and are in no line of either side: ``b"|"`` for a
    wire that may use bars.
    """
    bots: Mapping[str, MakeBot] = field(factory=dict)
    """Reference players by level, ``random`` and ``strong``: made of a name and a seed."""
    demo_seats: int = 2
    """Players of a demo match."""
    demo_options: Callable[[], Mapping[str, Any]] = dict
    """Gives the rules' own options of demo matches, as plain values."""
    demo_timeout: float = 30.0
    """Seconds that a demo match allows for an answer."""
    draw_map: DrawMap | None = None
    """Makes maps for ``boardhub map``; None: it is not played on maps."""
    retell: Retell | None = None
    """Its own form of a match for ``boardhub replay``; None: that of every game."""
    drawing: Drawing | None = None
    """How the page shows it; None: as the plain text of what spectators may know."""

    @property
    def name(self) -> str:
        """The game's name, as its rules give it."""
        return self.rules.name
