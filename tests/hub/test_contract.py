"""
The public contract of games: it lets sound games pass, and catches each fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from random import Random
from typing import Any, ClassVar

import pytest
from attrs import define, field, frozen
from twisted.logger import LogEvent

from boardhub.games.rules import Events, Move, Player, Prompt, Result, Rules, Viewer
from boardhub.hub.journal import JournalError
from boardhub.hub.lobby import Lobby
from boardhub.protocols.game import Game, Wire
from boardhub.protocols.ursuppe import GAME as URSUPPE
from boardhub.testing import check_game, check_rules
from tests.hub.toys import (
    NIM,
    SOUND,
    AskTake,
    Count,
    Heap,
    Nim,
    Ready,
    Take,
    ToyRules,
    Word,
)
from tests.recording import RecordingDialect, RecordingSession, silence


def rules_of(kind: Callable[[int], Any], *kinds: type[Move]) -> ToyRules:
    """Rules whose states are of this kind."""

    def make(seats: int, seed: str, options: Mapping[str, Any]) -> Any:
        return kind(seats)

    return ToyRules("broken", make, (*NIM.moves, *kinds))


def game_of(rules: Rules[Any], answer: Callable[[RecordingSession, str], None] = silence) -> Game:
    """A game whose dialect answers lines like this."""

    def dialect(lobby: Lobby, settings: Mapping[str, Any], wire: Wire) -> RecordingDialect:
        return RecordingDialect(answer)

    return Game(rules=rules, port=1, dialect=dialect)


# Sound games.


@pytest.mark.parametrize("rules", SOUND, ids=lambda rules: rules.name)
def test_sound_rules_pass(rules: ToyRules) -> None:
    """Games of all four shapes, with two to four seats."""
    check_rules(rules, sizes=(2, 3, 4), games=10)


@pytest.mark.parametrize("rules", SOUND, ids=lambda rules: rules.name)
def test_sound_games_pass(rules: ToyRules) -> None:
    """Also in the hub, with players who are silent or leave."""
    check_game(game_of(rules), sizes=(2, 3))


def test_the_amoeba_game_passes() -> None:
    """Its rules, its dialect and its life in the hub, with both numbers of players."""
    check_game(URSUPPE, sizes=(3, 4), matches=1)


# One fault each: in what is asked.


@define
class Hasty(Nim):
    """Asks before it has begun."""

    prompts: tuple[Prompt, ...] = (AskTake(0, 1),)


@define
class Sleepy(Nim):
    """Forgets to ask."""

    def ask(self, kind: type[Prompt], *seats: Viewer) -> None:
        """Only the first time."""
        if not self.asked:
            super().ask(kind, *seats)


@define
class Insistent(Nim):
    """Asks everybody twice."""

    def ask(self, kind: type[Prompt], *seats: Viewer) -> None:
        """Twice."""
        super().ask(kind, *seats, *seats)


@define
class Restless(Nim):
    """Asks somebody when it is over."""

    def carry_out(self, prompt: Prompt, move: Any) -> Events:
        """Ask once more."""
        events = super().carry_out(prompt, move)
        if self.result is not None:
            self.ask(AskTake, 0)
        return events


@define
class Backward(Nim):
    """Its turns count down."""

    @property
    def turn(self) -> int:
        """Less and less."""
        return -self.asked


# In what is legal.


@define
class Boastful(Nim):
    """Lists a move that it would not take."""

    def legal_moves(self, seat: int) -> Iterator[Move]:
        """Nine sticks among them."""
        yield from super().legal_moves(seat)
        if self.prompt(seat):
            yield Take(9)

    def is_legal(self, seat: int, move: Any) -> bool:
        """Not nine."""
        return move != Take(9) and move in self.legal_moves(seat)


@define
class Cheating(Nim):
    """Its default is not legal."""

    def default_move(self, seat: Viewer) -> Move | None:
        """Nine sticks."""
        return Take(9)


@define
class Speechless(Nim):
    """Asks, and nothing can be answered."""

    def legal_moves(self, seat: int) -> Iterator[Move]:
        """Nothing."""
        return iter(())

    def default_move(self, seat: Viewer) -> Move | None:
        """Nothing either."""
        return None


@define
class Generous(Nim):
    """Lists moves of those who are not asked."""

    def legal_moves(self, seat: int) -> Iterator[Move]:
        """One stick, whoever it is."""
        yield from super().legal_moves(seat) if self.prompt(seat) else (Take(1),)


@define
class Lenient(Nim):
    """Calls legal what it would not take."""

    def is_legal(self, seat: int, move: Any) -> bool:
        """Whoever it is."""
        return True


@define
class Trusting(Nim):
    """Takes moves from anybody."""

    def apply(self, seat: Viewer, move: Any) -> Events:
        """As if the one who is asked had made them."""
        return super().apply(self.prompts[0].seat, move)


@define
class Grumbling(Nim):
    """Is changed by what it refuses."""

    refused: int = 0

    def apply(self, seat: Viewer, move: Any) -> Events:
        """Count those who try."""
        if self.prompt(seat) is None:
            self.refused += 1
        return super().apply(seat, move)


# In what happens when somebody leaves.


@define
class Rooted(Nim):
    """Cannot be left."""

    def leave(self, seat: int, reason: str) -> Events:
        """Fail."""
        raise LookupError(seat)


@define
class Stranded(Nim):
    """Nobody is asked any more."""

    def leave(self, seat: int, reason: str) -> Events:
        """Forget all questions."""
        self.prompts = ()
        return ()


@define
class Demanding(Nim):
    """Has no default, but asks on those who are gone."""

    def default_move(self, seat: Viewer) -> Move | None:
        """There is none."""
        return None


def test_a_game_that_cannot_be_left_is_caught() -> None:
    """By its own exception."""
    with pytest.raises(LookupError):
        check_rules(rules_of(Rooted), sizes=(2,), games=1)


# In what can be repeated.

_numbers = count()


@define
class Unsteady(Nim):
    """Begins differently each time."""

    def begin(self, players: Sequence[Player]) -> Events:
        """With a number that is never the same."""
        return (*super().begin(players), Heap(next(_numbers)))


@define
class Unseeded(Nim):
    """Takes its chance from elsewhere than the seed."""

    chance: Random = field(factory=Random, eq=False)

    def carry_out(self, prompt: Prompt, move: Any) -> Events:
        """Tell a number of no meaning."""
        return (*super().carry_out(prompt, move), Heap(self.chance.getrandbits(64)))


@define
class Luckless(Nim):
    """Its copies have chances of their own."""

    chance: Random = field(factory=lambda: Random("seed"), eq=False)

    def carry_out(self, prompt: Prompt, move: Any) -> Events:
        """Tell a number of no meaning."""
        return (*super().carry_out(prompt, move), Heap(self.chance.getrandbits(64)))

    def clone(self) -> Any:
        """Forget the chance."""
        copy = super().clone()
        copy.chance = Random("other")
        return copy


@define
class Forgetful(Nim):
    """Its copies lack something."""

    def clone(self) -> Any:
        """Forget who has how many."""
        copy = super().clone()
        copy.taken = []
        return copy


@define
class Uncertain(Nim):
    """Looks different each time."""

    def view(self, viewer: Viewer) -> str:
        """A number that is never the same."""
        return str(next(_numbers))


@define
class Faceless(Nim):
    """Cannot be shown to a person."""

    def __str__(self) -> str:
        """Nothing."""
        return ""


@define
class Miscounting(Nim):
    """Has a score too few."""

    def carry_out(self, prompt: Prompt, move: Any) -> Events:
        """Forget the last one."""
        events = super().carry_out(prompt, move)
        if self.result is not None:
            self.result = Result(self.result.scores[:-1])
        return events


@pytest.mark.parametrize(
    ("kind", "complaint"),
    [
        (Hasty, "nothing is asked before the game begins"),
        (Sleepy, "no result, but nobody is asked"),
        (Insistent, "one prompt per seat"),
        (Restless, "nothing is asked after the end"),
        (Backward, None),
        (Boastful, "listed, but not legal"),
        (Cheating, "the default is not legal"),
        (Speechless, "is asked and has no move"),
        (Generous, "is not asked, but has moves"),
        (Lenient, None),
        (Trusting, "was taken"),
        (Grumbling, "a refused move has changed the state"),
        (Stranded, "after leaving nobody is asked"),
        (Demanding, "after leaving nobody is there to answer"),
        (Unsteady, None),
        (Unseeded, "the same seed and moves, other events"),
        (Luckless, "a copy plays on as the original"),
        (Forgetful, None),
        (Uncertain, None),
        (Faceless, None),
        (Miscounting, None),
    ],
)
def test_each_fault_of_rules_is_caught(kind: type[Nim], complaint: str | None) -> None:
    """And named, where it is not plain from the comparison."""
    with pytest.raises(AssertionError, match=complaint):
        check_rules(rules_of(kind), sizes=(2, 3), games=3)


def test_a_move_that_the_rules_do_not_name_is_caught() -> None:
    """A journal with it could not be read back."""
    with pytest.raises(JournalError, match="Count"):
        check_rules(ToyRules("nim", NIM.make, (Ready, Take)), sizes=(2,))


@frozen
class Listing(Word):
    """Holds a list, which comes back as a tuple."""


@define
class Listed(Nim):
    """Its moves do not survive the journal."""

    WORD: ClassVar[Move] = Listing([1, 2])  # type: ignore[arg-type]

    def choices(self, prompt: Prompt) -> Sequence[Move]:
        """A list among them."""
        return (*super().choices(prompt), self.WORD)


def test_a_move_that_a_journal_changes_is_caught() -> None:
    """Lists are not among the things that moves may hold."""
    with pytest.raises(AssertionError):
        check_rules(rules_of(Listed, Listing), sizes=(2,))


# Faults that show in the hub only.


@frozen
class Pass(Move):
    """Take nothing."""


@frozen
class AskPatiently(AskTake):
    """Take sticks, there is no hurry."""

    seconds: ClassVar[float | None] = 5000.0


@define
class Endless(Nim):
    """Somebody must want it to end."""

    def choices(self, prompt: Prompt) -> Sequence[Move]:
        """To pass is the first."""
        return (Pass(), *super().choices(prompt))

    def carry_out(self, prompt: Prompt, move: Any) -> Events:
        """Ask the next one."""
        if not isinstance(move, Pass):
            return super().carry_out(prompt, move)
        self.close(prompt)
        self.ask(AskPatiently, ((prompt.seat or 0) + 1) % self.seats)
        return ()


@define
class Touchy(Nim):
    """Is changed by being asked for its default."""

    touched: int = 0

    def default_move(self, seat: Viewer) -> Move | None:
        """Note it."""
        self.touched += 1
        return Take(1)

    def view(self, viewer: Viewer) -> str:
        """Of that nothing can be seen."""
        return str(self.heap)


@pytest.mark.parametrize(
    ("kind", "complaint"),
    [
        (Endless, "a match of silent players does not end"),
        (Touchy, "the journal does not rebuild the match"),
    ],
)
def test_each_fault_in_the_hub_is_caught(kind: type[Nim], complaint: str) -> None:
    """The rules by themselves pass."""
    rules = rules_of(kind, Pass)
    check_rules(rules, sizes=(2,), games=3)
    with pytest.raises(AssertionError, match=complaint):
        check_game(game_of(rules), sizes=(2,), matches=1)


@define
class Dithering(Nim):
    """Its default leaves the prompt open."""

    def default_move(self, seat: Viewer) -> Move | None:
        """Count, until it has been counted."""
        return Take(1) if self.counted else Count()


def test_what_would_make_matches_void_is_caught(logged_failures: list[LogEvent]) -> None:
    """A traceback is logged of it."""
    with pytest.raises(AssertionError, match="Traceback"):
        check_game(game_of(rules_of(Dithering)), sizes=(2,), matches=1)
    logged_failures.clear()


def test_a_dialect_that_fails_is_caught(logged_failures: list[LogEvent]) -> None:
    """Whatever a line holds, it may not."""

    def fail(session: RecordingSession, text: str) -> None:
        raise LookupError(text)

    with pytest.raises(AssertionError, match="LookupError"):
        check_game(game_of(NIM, fail), sizes=(2,), matches=1)
    logged_failures.clear()


class Aged(Nim):
    """Asks how old everybody is."""

    def begin(self, players: Sequence[Player]) -> Events:
        """The youngest could begin."""
        assert min(player.facts["age"] for player in players) > 0
        return super().begin(players)


def test_players_may_have_facts() -> None:
    """Where a game asks for them the test of it says what they are."""
    aged = ToyRules("aged", lambda seats, seed, options: Aged(seats), NIM.moves)
    check_rules(aged, sizes=(2, 3), player=lambda seat: Player(f"p{seat}", {"age": 20 + seat}))
    with pytest.raises(KeyError, match="age"):
        check_rules(aged, sizes=(2,))
