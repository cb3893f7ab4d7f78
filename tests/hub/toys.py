"""
Tiny games of the four shapes that the hub must be able to host.

- `NIM`: turns, with a prompt that stays open; getting ready where it is asked for.
- `BIDS`: everybody at once, after a while in which the game itself waits.
- `CARDS`: several actions under one prompt, and events for one seat alone.
- `DUEL`: no default; whoever is late is out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar

from attrs import define, field, frozen

from boardhub.games.rules import (
    Event,
    Events,
    IllegalMove,
    Move,
    Player,
    Prompt,
    Result,
    State,
    Viewer,
    stream,
)

NOT_ASKED = 17
NOT_ALLOWED = 22


@frozen
class ToyRules:
    """The rules of a toy."""

    name: str
    make: Callable[[int, str, Mapping[str, Any]], State]
    moves: Sequence[type[Move]]
    version: int = 1

    def state(self, seats: int, seed: str, options: Mapping[str, Any]) -> State:
        """A new game."""
        return self.make(seats, seed, options)


@define
class Toy:
    """What the toys do alike: numbered prompts, and taking only what is among `choices`."""

    seats: int
    prompts: tuple[Prompt, ...] = ()
    asked: int = 0
    result: Result | None = None

    @property
    def turn(self) -> int:
        """How many prompts there have been."""
        return self.asked

    def begin(self, players: Sequence[Player]) -> Events:
        """Ask the first seat, or whoever is first."""
        raise NotImplementedError

    def choices(self, prompt: Prompt) -> Sequence[Move]:
        """All that may be answered to this prompt now."""
        raise NotImplementedError

    def carry_out(self, prompt: Prompt, move: Any) -> Events:
        """Do one of the choices."""
        raise NotImplementedError

    def default_move(self, seat: Viewer) -> Move | None:
        """The first choice."""
        prompt = self.prompt(seat)
        return self.choices(prompt)[0] if prompt else None

    def ask(self, kind: type[Prompt], *seats: Viewer) -> None:
        """Ask these seats, beside whoever is asked already."""
        for seat in seats:
            self.asked += 1
            self.prompts = (*self.prompts, kind(seat, self.asked))

    def close(self, prompt: Prompt) -> None:
        """This prompt has been answered."""
        self.prompts = tuple([each for each in self.prompts if each != prompt])

    def prompt(self, seat: Viewer) -> Prompt | None:
        """What a seat is asked."""
        return next((each for each in self.prompts if each.seat == seat), None)

    def legal_moves(self, seat: int) -> Iterator[Move]:
        """All choices of the seat."""
        prompt = self.prompt(seat)
        return iter(self.choices(prompt) if prompt else ())

    def is_legal(self, seat: int, move: Any) -> bool:
        """Whether it is one of the choices."""
        return move in self.legal_moves(seat)

    def apply(self, seat: Viewer, move: Any) -> Events:
        """Carry a move out, if it is one of the choices."""
        prompt = self.prompt(seat)
        if prompt is None:
            raise IllegalMove(NOT_ASKED)
        if move not in self.choices(prompt):
            raise IllegalMove(NOT_ALLOWED)
        return self.carry_out(prompt, move)

    def leave(self, seat: int, reason: str) -> Events:
        """The game goes on; the hub plays the defaults."""
        return ()

    def view(self, viewer: Viewer) -> str:
        """There are no secrets."""
        return str(self)

    def clone(self) -> Any:
        """An independent copy."""
        return deepcopy(self)


# Turns, with a prompt that stays open.


@frozen
class AskReady(Prompt):
    """Are you ready?"""

    times: ClassVar[int] = 3


@frozen
class AskTake(Prompt):
    """Take sticks, or count them first."""


@frozen
class Ready(Move):
    """Yes."""


@frozen
class Take(Move):
    """Take so many sticks."""

    count: int


@frozen
class Count(Move):
    """Count the heap, once a turn; the prompt stays open."""


@frozen
class Heap(Event):
    """So many sticks are there."""

    sticks: int


@frozen
class Took(Event):
    """A seat has taken sticks."""

    seat: int
    count: int


@define
class Nim(Toy):
    """
    One to three sticks a turn until the heap is gone; who took most has won.
    Options: ``heap``, and ``ready`` for the question before.
    """

    heap: int = 7
    ready: bool = False
    counted: bool = False
    taken: list[int] = field(factory=list)

    def begin(self, players: Sequence[Player]) -> Events:
        """Get ready, or start at once."""
        self.taken = [0] * self.seats
        if self.ready:
            self.ask(AskReady, *range(self.seats))
        else:
            self.ask(AskTake, 0)
        return (Heap(self.heap),)

    def choices(self, prompt: Prompt) -> Sequence[Move]:
        """To take one stick is the first."""
        if isinstance(prompt, AskReady):
            return (Ready(),)
        takes = [Take(count) for count in range(1, min(3, self.heap) + 1)]
        return takes if self.counted else [*takes, Count()]

    def carry_out(self, prompt: Prompt, move: Any) -> Events:
        """Do it."""
        if isinstance(move, Count):
            self.counted = True
            return (Heap(self.heap),)
        self.close(prompt)
        if isinstance(move, Ready):
            if not self.prompts:
                self.ask(AskTake, 0)
            return ()
        seat = prompt.seat or 0
        self.counted = False
        self.heap -= move.count
        self.taken[seat] += move.count
        if self.heap:
            self.ask(AskTake, (seat + 1) % self.seats)
        else:
            self.result = Result(tuple(self.taken))
        return (Took(seat, move.count),)


def nim(seats: int, seed: str, options: Mapping[str, Any]) -> Nim:
    """A heap."""
    return Nim(seats, heap=options.get("heap", 7), ready=options.get("ready", False))


# Everybody at once.


@frozen
class Study(Prompt):
    """The game itself waits, so that the prize can be looked at."""

    @property
    def seconds(self) -> float:
        """Whatever the match's timeout."""
        return 5.0


@frozen
class AskBid(Prompt):
    """What do you bid?"""


@frozen
class Open(Move):
    """The looking is over."""


@frozen
class Bid(Move):
    """Bid so much."""

    coins: int


@frozen
class Prize(Event):
    """This is to be had."""

    worth: int


@frozen
class HasBid(Event):
    """A seat has bid."""

    seat: int


@frozen
class Bought(Event):
    """What the seats have bid."""

    bids: tuple[int, ...]


@define
class Bids(Toy):
    """Two prizes, each for the highest bid (of equals, the lowest seat), whose coins it costs."""

    prizes: list[int] = field(factory=list)
    bids: dict[int, int] = field(factory=dict)
    scores: list[int] = field(factory=list)

    def begin(self, players: Sequence[Player]) -> Events:
        """Show the first prize."""
        self.scores = [0] * self.seats
        self.ask(Study, None)
        return (Prize(self.prizes[0]),)

    def choices(self, prompt: Prompt) -> Sequence[Move]:
        """To bid nothing is the first."""
        return (Open(),) if prompt.seat is None else (Bid(0), Bid(1), Bid(2))

    def carry_out(self, prompt: Prompt, move: Any) -> Events:
        """Do it; the last bid decides."""
        self.close(prompt)
        seat = prompt.seat
        if seat is None:
            self.ask(AskBid, *range(self.seats))
            return ()
        self.bids[seat] = move.coins
        told = HasBid(seat, to=frozenset({None}))
        return (told,) if self.prompts else (told, *self._sell())

    def _sell(self) -> Events:
        bids = tuple([self.bids[seat] for seat in range(self.seats)])
        self.scores[bids.index(max(bids))] += self.prizes.pop(0) - max(bids)
        self.bids = {}
        if not self.prizes:
            self.result = Result(tuple(self.scores))
            return (Bought(bids),)
        self.ask(Study, None)
        return Bought(bids), Prize(self.prizes[0])


def bids(seats: int, seed: str, options: Mapping[str, Any]) -> Bids:
    """Two prizes out of the seed."""
    chance = stream(seed, "prizes")
    return Bids(seats, prizes=[chance.randint(3, 9) for _ in range(2)])


# Several actions under one prompt, and secrets.


@frozen
class AskAction(Prompt):
    """Draw cards, and say when you are done."""


@frozen
class Draw(Move):
    """Draw a card."""


@frozen
class Done(Move):
    """No more cards."""


@frozen
class Drew(Event):
    """A seat has drawn a card."""

    seat: int


@frozen
class Card(Event):
    """Which card: for the one who drew it."""

    card: int


@define
class Cards(Toy):
    """Each seat once: at most two cards; the highest hand has won. The hands are secret."""

    pile: list[int] = field(factory=list)
    hands: list[list[int]] = field(factory=list)

    def begin(self, players: Sequence[Player]) -> Events:
        """Nobody has a card."""
        self.hands = [[] for _ in range(self.seats)]
        self.ask(AskAction, 0)
        return ()

    def choices(self, prompt: Prompt) -> Sequence[Move]:
        """To be done is the first."""
        return (Done(), Draw()) if len(self.hands[prompt.seat or 0]) < 2 else (Done(),)

    def carry_out(self, prompt: Prompt, move: Any) -> Events:
        """Do it."""
        seat = prompt.seat or 0
        if isinstance(move, Draw):
            card = self.pile.pop()
            self.hands[seat].append(card)
            return Drew(seat), Card(card, to=frozenset({seat}))
        self.close(prompt)
        if seat + 1 < self.seats:
            self.ask(AskAction, seat + 1)
        else:
            self.result = Result(tuple(map(sum, self.hands)))
        return ()

    def view(self, viewer: Viewer) -> str:
        """One's own hand, and how many cards the others have."""
        return str([hand if seat == viewer else len(hand) for seat, hand in enumerate(self.hands)])


def cards(seats: int, seed: str, options: Mapping[str, Any]) -> Cards:
    """A shuffled pile with two cards for everybody."""
    pile = list(range(1, 2 * seats + 1))
    stream(seed, "pile").shuffle(pile)
    return Cards(seats, pile=pile)


# No default.


@frozen
class AskWord(Prompt):
    """Say a word."""


@frozen
class Word(Move):
    """Say these things, as they are nested."""

    parts: tuple[Any, ...]


@frozen
class Heard(Event):
    """A seat has said something."""

    seat: int
    parts: tuple[Any, ...]


@frozen
class Out(Event):
    """A seat is out of the game."""

    seat: int


WORDS = (Word(()), Word((1, ("a", (2, ())), "ä")))


@define
class Duel(Toy):
    """In turn, six words in all, then it is a draw; whoever is left alone before has won."""

    inside: list[int] = field(factory=list)
    said: int = 0

    def begin(self, players: Sequence[Player]) -> Events:
        """Everybody is in."""
        self.inside = list(range(self.seats))
        self.ask(AskWord, 0)
        return ()

    def choices(self, prompt: Prompt) -> Sequence[Move]:
        """What can be said."""
        return WORDS

    def default_move(self, seat: Viewer) -> Move | None:
        """There is none."""
        return None

    def carry_out(self, prompt: Prompt, move: Any) -> Events:
        """Say it."""
        self.close(prompt)
        seat = prompt.seat or 0
        self.said += 1
        if self.said < 6:
            self.ask(AskWord, self._after(seat))
        else:
            self.result = Result((0,) * self.seats)
        return (Heard(seat, move.parts),)

    def leave(self, seat: int, reason: str) -> Events:
        """She is out; her turn is the next one's."""
        prompt = self.prompt(seat)
        following = self._after(seat)
        self.inside.remove(seat)
        if len(self.inside) == 1:
            self.prompts = ()
            won = [int(each in self.inside) for each in range(self.seats)]
            self.result = Result(tuple(won), "forfeited")
        elif prompt:
            self.close(prompt)
            self.ask(AskWord, following)
        return (Out(seat),)

    def _after(self, seat: int) -> int:
        return self.inside[(self.inside.index(seat) + 1) % len(self.inside)]


def duel(seats: int, seed: str, options: Mapping[str, Any]) -> Duel:
    """Nobody has said anything."""
    return Duel(seats)


NIM = ToyRules("nim", nim, (Ready, Take, Count))
BIDS = ToyRules("bids", bids, (Open, Bid))
CARDS = ToyRules("cards", cards, (Draw, Done))
DUEL = ToyRules("duel", duel, (Word,))

#: The ones that keep to the contract.
SOUND = (NIM, BIDS, CARDS, DUEL)
