"""
What the rules of every game offer: the seam between the games and the hub.

A *state* is a position of a game. It says which *prompts* are open, lists
legal *moves*, applies one and returns the *events* it caused, as facts. It
knows no clock, no connection and no text of any wire, and takes its chance
from generators made from one seed.

The hub knows states, prompts, moves and events through this module only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

from attrs import field, frozen

#: A seat number, or None: the spectators.
Viewer: TypeAlias = int | None

#: What a game counts in, comparable and exact.
Score: TypeAlias = int | Fraction


@frozen
class Prompt:
    """
    What a state waits for, and from which seat. Each kind is a subclass with
    its own details.

    ``number`` grows within a match and is never used twice; a prompt that is
    still open after a move keeps its number, hence its clock. A seat has at
    most one open prompt.
    """

    seat: Viewer
    """Who must answer; None: the game itself waits."""
    number: int

    times: ClassVar[int] = 1
    """How many times the match's timeout is allowed for the answer."""
    seconds: ClassVar[float | None] = None
    """A fixed allowance in seconds, in place of ``times``."""


@frozen
class Move:
    """
    What a player decides, parsed: numbers, words, and tuples of them.
    """


@frozen
class Event:
    """
    What happened, as a fact that carries all that is said of it.
    """

    to: frozenset[Viewer] | None = field(default=None, kw_only=True)
    """Who may know; None: everybody."""


Events: TypeAlias = Sequence[Event]


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
    Who sits in a seat when the game begins: the name, and what the game asked
    for beside it (burg: the age).
    """

    name: str
    facts: Mapping[str, Any] = field(factory=dict)


class State(Protocol):
    """
    A position of a game. Made by its `Rules`; `begin` is called once, when
    the last seat is taken.
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
        What is played for a late or absent player with an open prompt, or for
        the game itself (None). None where lateness has no default: `leave`.
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
    A generator of chance of its own for one purpose (and seat), so that
    nothing one player does shifts what another gets. The same in every
    process: strings seed `Random` through SHA-512, not through `hash`.
    """
    return Random("/".join([seed, *map(str, purpose)]))
