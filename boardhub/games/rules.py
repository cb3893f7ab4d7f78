"""
What the rules of every game offer: the seam between the games and the hub.

A game is played on a *state*: it can be asked which *prompts* are open and
which *moves* are legal, and it turns a move into *events*. Time, connections
and the words of a wire are foreign to it, and all its dice and cards follow
from one seed.

This module is all that the hub imports of any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from fractions import Fraction
from random import Random
from typing import Any, ClassVar, Protocol, Self, TypeAlias, TypeVar

from attrs import field, frozen

#: A seat number, or None: the spectators.
Viewer: TypeAlias = int | None

#: What a game counts in, comparable and exact.
Score: TypeAlias = int | Fraction


@frozen
class Prompt:
    """
    A question that is open: to whom, and, in a subclass for each kind of
    question, about what.

    By its ``number`` the hub tells an old question from a new one. Each new
    one takes a higher number than any before it and starts with its whole
    time; as long as a state shows the same number, time runs on. A seat has
    at most one question at a time.
    """

    seat: Viewer
    """Who must answer; None: the game itself waits."""
    number: int

    times: ClassVar[int] = 1
    """How many times the match's timeout is allowed for the answer."""

    @property
    def seconds(self) -> float | None:
        """A fixed allowance in seconds, in place of ``times``."""
        return None


@frozen
class Move:
    """
    An answer to a prompt after it has been read off the wire. Its fields hold
    numbers, words and tuples of these, since the journal keeps it as JSON.
    """


@frozen
class Event:
    """
    Something that has come about in the game. A dialect writes its lines from
    the fields alone: by then the state may have moved on.
    """

    to: frozenset[Viewer] | None = field(default=None, kw_only=True)
    """Who may know; None: everybody."""


Events: TypeAlias = Sequence[Event]


class Numbered(IntEnum):
    """
    The base of a protocol's error numbers, each with a sentence for people:
    ``NAME = number, "text"``.
    """

    text: str

    def __new__(cls, number: int, text: str = "") -> Self:
        """A number of the document, and a text of our own."""
        fault = int.__new__(cls, number)
        fault._value_ = number
        fault.text = text
        return fault


class IllegalMove(Exception):
    """
    A move that the rules refuse; nothing has changed.

    ``code`` is the game's own error number.
    """

    def __init__(self, code: int) -> None:
        super().__init__(int(code))
        self.code = int(code)


@frozen
class Result:
    """
    How a game ended: a score per seat (more is better) and the reason of the
    match, ``finished`` or ``forfeited``.
    """

    scores: tuple[Score, ...]
    reason: str = "finished"


@frozen
class Player:
    """
    Who sits in a seat when the game begins: the name, and whatever else a
    game's dialect asks of a player who takes one, an age perhaps.
    """

    name: str
    facts: Mapping[str, Any] = field(factory=dict)


class State(Protocol):
    """
    A position of a game. Made by its `Rules`; `begin` is called once, with
    all players seated.
    """

    @property
    def prompts(self) -> Sequence[Prompt]:
        """What is open now: none before `begin` and after the end."""

    @property
    def turn(self) -> int:
        """Grows as the game goes on; delays for spectators count in it."""

    @property
    def result(self) -> Result | None:
        """The outcome, or None while the game goes on."""

    def begin(self, players: Sequence[Player]) -> Events:
        """Start the game with these players, one per seat."""

    def legal_moves(self, seat: int) -> Iterator[Any]:
        """
        Moves that `apply` would take from this seat now. Where there are very
        many, a documented subset that is enough to play with.
        """

    def is_legal(self, seat: int, move: Any) -> bool:
        """Whether `apply` would take this move from this seat now."""

    def apply(self, seat: Viewer, move: Any) -> Events:
        """
        Carry a move out; the seat is None where the game itself was waited for.

        :raise IllegalMove: the rules refuse it; nothing has changed.
        """

    def default_move(self, seat: Viewer) -> Any | None:
        """
        The answer that the hub gives to an open prompt in place of a player
        who is out of time or gone, or of the game itself (None). None: there
        is no such answer, and who is late must `leave`.
        """

    def leave(self, seat: int, reason: str) -> Events:
        """
        A player is gone for good. Where the game goes on without change the
        hub answers later prompts of the seat by `default_move`, at once.
        """

    def view(self, viewer: Viewer) -> Any:
        """What this viewer may know of the position."""

    def clone(self) -> State:
        """An independent copy, chance included."""


StateT = TypeVar("StateT", bound=State, covariant=True)


class Rules(Protocol[StateT]):
    """
    A kind of game as the hub sees it.
    """

    @property
    def name(self) -> str:
        """Its name in journals and on the command line: ``ursuppe``."""

    @property
    def version(self) -> int:
        """Grows when the same seed and moves would give another game."""

    @property
    def moves(self) -> Sequence[type[Move]]:
        """All kinds of moves, so that a journal can be read back."""

    def state(self, seats: int, seed: str, options: Mapping[str, Any]) -> StateT:
        """A new game; ``options`` are plain values that JSON can hold."""


def stream(seed: str, *purpose: object) -> Random:
    """
    A generator of chance for one purpose (and seat) and no other: however
    many dice one player rolls, another's fall the same. Alike in every
    process: strings seed `Random` through SHA-512, not through `hash`.
    """
    return Random("/".join([seed, *map(str, purpose)]))
