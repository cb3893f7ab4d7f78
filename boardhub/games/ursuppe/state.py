"""
The game as the hub plays it: moves applied, and the sequence of phases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import define, frozen

from boardhub.games.rules import (
    Event,
    Events,
    IllegalMove,
    Move,
    Player,
    Prompt,
    Result,
    Rules,
    Viewer,
)
from boardhub.games.ursuppe.answers import ANSWERS, DEFAULTS, Answer
from boardhub.games.ursuppe.board import HEIGHT, WIDTH, Square
from boardhub.games.ursuppe.chance import Dice, random_order, shuffled_deck
from boardhub.games.ursuppe.deaths import Deaths
from boardhub.games.ursuppe.defects import Defects
from boardhub.games.ursuppe.division import Division
from boardhub.games.ursuppe.drawing import draw
from boardhub.games.ursuppe.errors import Fault
from boardhub.games.ursuppe.events import RoundBegan
from boardhub.games.ursuppe.foraging import Foraging
from boardhub.games.ursuppe.moves import MOVES
from boardhub.games.ursuppe.position import Cell, Position, TribePosition
from boardhub.games.ursuppe.purchases import Purchases
from boardhub.games.ursuppe.scoring import is_over, score
from boardhub.games.ursuppe.setup import SetUp
from boardhub.games.ursuppe.soup import Soup, Stage, start_food
from boardhub.games.ursuppe.tribe import Tribe

FIRST_PHASE: Final = 1
LAST_PHASE: Final = 6


@define
class Ursuppe(Soup):
    """
    A game in play: the `State` of `boardhub.games.rules`.

    All chance is hidden from everybody alike, so `view` does not depend on
    the viewer. Positions for tests: set the attributes of `Soup`, then
    `begin_phase`.
    """

    @property
    def turn(self) -> int:
        """How many prompts have been asked."""
        return self.asked

    def begin(self, players: Sequence[Player]) -> Events:
        """Ask everybody to get ready."""
        setup = SetUp(list(self.order))
        self.hand = [setup]
        setup.start(self)
        return self._said()

    def begin_phase(self, phase: int) -> Events:
        """
        Start a phase, 1 to 6, in the position as it stands; whatever was in
        hand or asked is dropped. No `RoundBegan`: that precedes phase 1.
        """
        self.prompts = ()
        self.hand = []
        self._start_phase(phase)
        self._go_on()
        return self._said()

    def legal_moves(self, seat: int) -> Iterator[Move]:
        """
        What the seat may play now. A subset of `Compensate`, `BuyGenes` and
        `Divide` (see `Defects.payments`, `Purchases.purchases`,
        `Division.divisions`), and without `Starve` and `Surrender`, which are
        defaults only; otherwise complete.
        """
        prompt = self._prompt(seat)
        if prompt is None:
            return
        stage = self.hand[-1]
        for answer in ANSWERS[type(prompt)].values():
            if answer.candidates is None:
                continue
            for move in answer.candidates(stage, self, seat):
                if answer.is_exact or _passes(answer, stage, self, seat, move):
                    yield move

    def is_legal(self, seat: int, move: Move) -> bool:
        """Whether `apply` would take this move from this seat now."""
        prompt = self._prompt(seat)
        if prompt is None:
            return False
        answer = ANSWERS[type(prompt)].get(type(move))
        return answer is not None and _passes(answer, self.hand[-1], self, seat, move)

    def apply(self, seat: Viewer, move: Move) -> Events:
        """
        Carry out a move, and all that follows up to the next prompt.

        :raise IllegalMove: with the number of a `Fault`; nothing has changed.
        """
        prompt = self._prompt(seat)
        if prompt is None or seat is None:
            raise IllegalMove(Fault.NOT_ASKED)
        answer = ANSWERS[type(prompt)].get(type(move))
        if answer is None:
            raise IllegalMove(Fault.NO_ANSWER)
        stage = self.hand[-1]
        answer.check(stage, self, seat, move)
        if not answer.stays_open:
            self.close(seat)
        answer.carry_out(stage, self, seat, move)
        self._go_on()
        return self._said()

    def default_move(self, seat: Viewer) -> Move | None:
        """What is played for the seat while it is late or absent."""
        prompt = self._prompt(seat)
        if prompt is None or seat is None:
            return None
        return DEFAULTS[type(prompt)](self.hand[-1], self, seat)

    def leave(self, seat: int, reason: str) -> Events:
        """The game goes on; the seat is played by its defaults."""
        return ()

    def view(self, viewer: Viewer) -> Position:
        """The position as everybody may see it."""
        cells = self._cells()
        return Position(
            self.seats,
            self.phase,
            self.round,
            self.card,
            tuple([tuple([cells.get((x, y)) for x in range(WIDTH)]) for y in range(HEIGHT)]),
            tuple([_seen(tribe) for tribe in self.tribes]),
            tuple(self.supply),
            tuple(self.stock()),
            self._rolled(),
        )

    def clone(self) -> Ursuppe:
        """An independent copy, chance included."""
        return Ursuppe(
            self.seats,
            list(self.deck),
            self.card,
            list(self.order),
            [dice.copy() for dice in self.movement_dice],
            [dice.copy() for dice in self.fight_dice],
            list(self.supply),
            {square: list(cubes) for square, cubes in self.cubes.items()},
            [tribe.copy() for tribe in self.tribes],
            self.round,
            self.phase,
            self.prompts,
            self.asked,
            [stage.copy() for stage in self.hand],
            self.result,
        )

    def __str__(self) -> str:
        return draw(self.view(None), self.prompts)

    def _prompt(self, seat: Viewer) -> Prompt | None:
        for prompt in self.prompts:
            if prompt.seat == seat:
                return prompt
        return None

    def _said(self) -> Events:
        said: tuple[Event, ...] = tuple(self.said)
        self.said = []
        return said

    def _go_on(self) -> None:
        """Until somebody is asked or the game is over."""
        while not self.prompts and self.result is None:
            if self.hand:
                self.hand[-1].proceed(self)
            else:
                self._start_next_phase()

    def _start_next_phase(self) -> None:
        if FIRST_PHASE <= self.phase < LAST_PHASE:
            self._start_phase(self.phase + 1)
            return
        self.round += 1
        self.tell(RoundBegan(self.round))
        self._start_phase(FIRST_PHASE)

    def _start_phase(self, phase: int) -> None:
        self.phase = phase
        _PHASES[phase](self)

    def _cells(self) -> dict[Square, Cell]:
        amoebas: dict[Square, list[list[int]]] = {
            square: [[] for _ in self.tribes] for square in self.cubes
        }
        for color, tribe in enumerate(self.tribes):
            for nr in sorted(tribe.amoebas):
                amoebas[tribe.amoebas[nr].square][color].append(nr)
        return {
            square: Cell(tuple(map(tuple, amoebas[square])), tuple(cubes))
            for square, cubes in self.cubes.items()
        }

    def _rolled(self) -> tuple[int, int, int] | None:
        for stage in reversed(self.hand):
            if rolled := stage.rolled():
                return rolled
        return None


def _start_deaths(game: Ursuppe) -> None:
    deaths = Deaths(game.falling())
    deaths.start(game)
    game.hand.append(deaths)


def _start_scoring(game: Ursuppe) -> None:
    score(game)
    if is_over(game):
        game.result = Result(tuple([tribe.ladder for tribe in game.tribes]))


#: How each phase starts: the last one first in phase 1, else the leader.
_PHASES: Final[Mapping[int, Callable[[Ursuppe], None]]] = {
    1: lambda game: game.hand.append(Foraging(game.rising())),
    2: lambda game: game.hand.append(Defects.of_next_card(game)),
    3: lambda game: game.hand.append(Purchases(game.falling())),
    4: lambda game: game.hand.append(Division(game.falling())),
    5: _start_deaths,
    6: _start_scoring,
}


def _passes(answer: Answer, stage: Stage, game: Ursuppe, seat: int, move: Move) -> bool:
    try:
        answer.check(stage, game, seat, move)
    except IllegalMove:
        return False
    return True


def _seen(tribe: Tribe) -> TribePosition:
    amoebas = tuple([(nr, tribe.amoebas[nr].damage) for nr in sorted(tribe.amoebas)])
    return TribePosition(max(tribe.ladder, 0), tribe.points, amoebas, tuple(sorted(tribe.genes)))


@frozen
class UrsuppeRules:
    """The amoeba game as the hub finds it: the `Rules` of `boardhub.games.rules`."""

    name: str = "ursuppe"
    version: int = 1
    moves: Sequence[type[Move]] = MOVES

    def state(self, seats: int, seed: str, options: Mapping[str, Any]) -> Ursuppe:
        """
        A new game; it has no options.

        :raise ValueError: there are not 3 or 4 seats.
        """
        if seats not in (3, 4):
            raise ValueError("the amoeba game is for 3 or 4 players")
        supply, cubes = start_food(seats)
        card, *deck = shuffled_deck(seed)
        return Ursuppe(
            seats,
            deck,
            card,
            random_order(seed, seats),
            [Dice(seed, "movement", seat) for seat in range(seats)],
            [Dice(seed, "fight", seat) for seat in range(seats)],
            supply,
            cubes,
            [Tribe() for _ in range(seats)],
        )


RULES: Final[Rules[Ursuppe]] = UrsuppeRules()
