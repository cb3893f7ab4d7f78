"""
All that a position holds; the rooms of the rules change it, each in its own matter.
"""

from __future__ import annotations

from attrs import define, field

from boardhub.games.burg.board import Board
from boardhub.games.burg.events import Acted
from boardhub.games.rules import Event, Prompt, Result


@define
class Realm:
    """
    A position with all its secrets: the order of the pile and the hands.

    ``order`` is the order of turns of this year (before year 1: of the
    set-up); ``year``, ``round`` and ``place`` (in the round) count from 1 and
    are 0 where there is none yet; ``active`` is who is asked. ``stacks`` are,
    for each colour, the blocks of each turn of this year still to come,
    ``reserve`` the knights not on the board, ``supply`` the blocks nobody
    owns. The next card is the last of the ``pile``; ``hands`` are in the
    order of purchase.

    Of the turn in hand: ``blocks`` left of its stack, action ``points`` left,
    cards ``bought`` (the last of the hand, not yet playable), whether a card
    was ``played``, and the actions ``acted``. All of it is empty between turns.

    ``asked`` counts prompts; ``said`` are the events of the move in hand.
    """

    seats: int
    board: Board
    order: list[int]
    scores: list[int]
    stacks: list[list[int]]
    reserve: list[int]
    supply: int
    pile: list[int]
    hands: list[list[int]]
    year: int = 0
    round: int = 0
    place: int = 0
    active: int | None = None
    blocks: int = 0
    points: int = 0
    bought: int = 0
    played: bool = False
    acted: list[Acted] = field(factory=list)
    prompts: tuple[Prompt, ...] = ()
    asked: int = 0
    result: Result | None = None
    said: list[Event] = field(factory=list, init=False, eq=False, repr=False)

    def ask(self, kind: type[Prompt], color: int) -> None:
        """Open a question to a colour, the only one."""
        self.asked += 1
        self.prompts = (kind(color, self.asked),)
        self.active = color

    def close(self) -> None:
        """Nobody is asked any more."""
        self.prompts = ()
        self.active = None

    def tell(self, event: Event) -> None:
        """Something has happened."""
        self.said.append(event)

    def playable(self, color: int) -> list[int]:
        """The cards that the colour at turn held before it (spec/burg-rules.md 8.17)."""
        hand = self.hands[color]
        return hand[: len(hand) - self.bought]
