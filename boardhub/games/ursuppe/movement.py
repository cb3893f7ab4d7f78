"""
Movement: drift, dice, tentacles, and those who hold on
(spec/ursuppe-rules.md 3, phase 1; 4.1, genes 1, 3, 8, 9, 10, 17; 6.8 to 6.12).

A step in flight is made by the same dice and genes; the attack asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Final

from attrs import define, field

from boardhub.games.ursuppe.board import OPEN, STAY, Square
from boardhub.games.ursuppe.board import step as target_of
from boardhub.games.ursuppe.bounds import need_amoeba, need_color, need_counts, need_direction
from boardhub.games.ursuppe.errors import Fault, need
from boardhub.games.ursuppe.events import Moved, Rolled
from boardhub.games.ursuppe.genes import (
    HOLDING,
    MOVEMENT_1,
    MOVEMENT_2,
    PERSISTENCE,
    SPEED,
    STREAMLINING,
    TENTACLES,
)
from boardhub.games.ursuppe.moves import Cubes, Go, Hold, LetGo, NoSecondMove, Roll, Tentacle
from boardhub.games.ursuppe.prompts import AskHold, AskMovement
from boardhub.games.ursuppe.soup import Soup, Stage, are_there
from boardhub.games.ursuppe.tribe import Amoeba, Tribe

#: How many cubes tentacles carry, by the number of players.
CARRIED: Final = {3: 2, 4: 3}

_ANY_DIRECTION: Final = 6


@define
class Step:
    """
    A step of an amoeba in the making: the dice rolled for it, and the cubes
    that its tentacles will take along (None: not declared). The second step
    of genes 3 and 16 is free.
    """

    color: int
    amoeba: int
    is_flight: bool = False
    is_free: bool = False
    dice: tuple[int, int] | None = None
    cubes: Cubes | None = None

    def copy(self) -> Step:
        """An independent copy."""
        flight, free = self.is_flight, self.is_free
        return Step(self.color, self.amoeba, flight, free, self.dice, self.cubes)

    def second(self) -> Step:
        """The step after this one."""
        return Step(self.color, self.amoeba, self.is_flight, is_free=True)

    def tribe(self, soup: Soup) -> Tribe:
        """Whose step it is."""
        return soup.tribes[self.color]

    def mover(self, soup: Soup) -> Amoeba:
        """The amoeba on the board."""
        return soup.tribes[self.color].amoebas[self.amoeba]

    def rolled(self) -> tuple[int, int, int] | None:
        """The colour and its two dice, once rolled."""
        return None if self.dice is None else (self.color, *self.dice)

    def check_roll(self, soup: Soup) -> None:
        """Not twice, and there must be a point to pay with."""
        need(self.dice is None, Fault.ALREADY_ROLLED)
        need(self.is_free or can_afford_step(self.tribe(soup)), Fault.TOO_FEW_POINTS)

    def roll(self, soup: Soup) -> None:
        """Two numbers of the colour's movement dice; the point is taken."""
        dice = soup.movement_dice[self.color]
        self.dice = (dice.roll(), dice.roll())
        soup.tell(Rolled(self.color, *self.dice))
        if not self.is_free and STREAMLINING not in self.tribe(soup).genes:
            soup.change_points(self.color, -1)

    def permitted(self, soup: Soup) -> tuple[int, ...]:
        """
        The directions the dice allow, ascending; none before the roll. An
        obstacle is answered with 5; a 6 leaves the choice, staying included.
        """
        if self.dice is None:
            return ()
        way = OPEN[self.mover(soup).square]
        genes = self.tribe(soup).genes
        usable = self.dice if MOVEMENT_1 in genes else self.dice[:1]
        if MOVEMENT_2 in genes or _ANY_DIRECTION in usable:
            return (*way, STAY)
        return tuple(sorted({number if number in way else STAY for number in usable}))

    def check_tentacle(self, soup: Soup, cubes: Cubes) -> None:
        """Once a step, some cubes, not too many, and those that lie there."""
        need(TENTACLES in self.tribe(soup).genes, Fault.NOT_OWNED)
        need(self.cubes is None, Fault.ALREADY_DECLARED)
        need(any(cubes), Fault.INVALID)
        there = soup.cubes[self.mover(soup).square]
        carried = sum(cubes) <= CARRIED[soup.seats] and are_there(cubes, there)
        need(carried, Fault.TOO_MANY_CARRIED)

    def tentacles(self, soup: Soup) -> Iterator[Tentacle]:
        """All that could be declared now."""
        if self.cubes is not None or TENTACLES not in self.tribe(soup).genes:
            return
        there = soup.cubes[self.mover(soup).square]
        for cubes in _loads(soup.seats):
            if are_there(cubes, there):
                yield Tentacle(self.amoeba, cubes)


@define
class Movement(Stage):
    """
    An amoeba's movement in phase 1, or with genes 3 and 16 its second one;
    ``is_done`` once it has been carried out or declined.
    """

    step: Step
    is_done: bool = False

    @classmethod
    def of(cls, color: int, amoeba: int) -> Movement:
        """The movement an amoeba begins its turn with."""
        return cls(Step(color, amoeba))

    def copy(self) -> Movement:
        """An independent copy."""
        return Movement(self.step.copy(), self.is_done)

    def rolled(self) -> tuple[int, int, int] | None:
        """The dice of the step."""
        return self.step.rolled()

    def proceed(self, soup: Soup) -> None:
        """Ask for the movement; after a rolled one perhaps for the second."""
        if self.is_done and not self._has_second(soup):
            soup.hand.pop()
            return
        if self.is_done:
            self.step = self.step.second()
            self.is_done = False
        soup.ask(AskMovement, self.step.color, self.step.amoeba, self.step.is_free)

    def _has_second(self, soup: Soup) -> bool:
        step = self.step
        return not step.is_free and step.dice is not None and is_fast(step.tribe(soup))

    def check_roll(self, soup: Soup, color: int, move: Roll) -> None:
        """See `Step.check_roll`."""
        self.step.check_roll(soup)

    def roll(self, soup: Soup, color: int, move: Roll) -> None:
        """See `Step.roll`."""
        self.step.roll(soup)

    def rolls(self, soup: Soup, color: int) -> Iterator[Roll]:
        """The only form of it."""
        yield Roll()

    def check_tentacle(self, soup: Soup, color: int, move: Tentacle) -> None:
        """See `Step.check_tentacle`."""
        need_amoeba(move.amoeba)
        need_counts(move.cubes, soup.seats)
        need(move.amoeba == self.step.amoeba, Fault.WRONG_AMOEBA)
        self.step.check_tentacle(soup, move.cubes)

    def declare_tentacle(self, soup: Soup, color: int, move: Tentacle) -> None:
        """Kept until the movement is carried out."""
        self.step.cubes = move.cubes

    def tentacles(self, soup: Soup, color: int) -> Iterator[Tentacle]:
        """All that could be declared now."""
        return self.step.tentacles(soup)

    def check_go(self, soup: Soup, color: int, move: Go) -> None:
        """What the dice permit or, unrolled, drifting and holding on."""
        need_amoeba(move.amoeba)
        need_direction(move.direction)
        need(move.amoeba == self.step.amoeba, Fault.WRONG_AMOEBA)
        if self.step.dice is None:
            self._check_drift(soup, move.direction)
            return
        need(move.direction in self.step.permitted(soup), Fault.BAD_DIRECTION)

    def _check_drift(self, soup: Soup, direction: int) -> None:
        need(not self.step.is_free, Fault.NOT_ROLLED)
        if direction == STAY:
            need(self._may_stay(soup), Fault.BAD_DIRECTION)
            return
        drift, _ = soup.card
        need(direction == drift, Fault.NOT_ROLLED)
        need(not _drift_is_blocked(soup, self._square(soup)), Fault.BAD_DIRECTION)

    def _may_stay(self, soup: Soup) -> bool:
        owns_holding = HOLDING in self.step.tribe(soup).genes
        return owns_holding or _drift_is_blocked(soup, self._square(soup))

    def _square(self, soup: Soup) -> Square:
        return self.step.mover(soup).square

    def go(self, soup: Soup, color: int, move: Go) -> None:
        """The amoeba sets off."""
        self.is_done = True
        soup.hand.append(Displacement.of(soup, self.step, move.direction))

    def goes(self, soup: Soup, color: int) -> Iterator[Go]:
        """Candidates: what is permitted after a roll, else drift and staying."""
        directions = self.step.permitted(soup) or (soup.card[0], STAY)
        for direction in sorted(set(directions)):
            yield Go(self.step.amoeba, direction)

    def check_no_second(self, soup: Soup, color: int, move: NoSecondMove) -> None:
        """Only the second movement can be declined, before a roll."""
        need(self.step.is_free, Fault.NO_ANSWER)
        need_amoeba(move.amoeba)
        need(move.amoeba == self.step.amoeba, Fault.WRONG_AMOEBA)
        need(self.step.dice is None, Fault.MUST_MOVE)

    def decline_second(self, soup: Soup, color: int, move: NoSecondMove) -> None:
        """Nothing is told to anybody."""
        self.is_done = True

    def declined_seconds(self, soup: Soup, color: int) -> Iterator[NoSecondMove]:
        """The only form of it."""
        yield NoSecondMove(self.step.amoeba)

    def default(self, soup: Soup, color: int) -> Go | NoSecondMove:
        """The lowest direction the dice permit, else no second, else drift."""
        step = self.step
        if step.dice is not None:
            return Go(step.amoeba, step.permitted(soup)[0])
        if step.is_free:
            return NoSecondMove(step.amoeba)
        is_blocked = _drift_is_blocked(soup, self._square(soup))
        return Go(step.amoeba, STAY if is_blocked else soup.card[0])


@define
class Displacement(Stage):
    """
    A step on its way: whoever owns KLAMMERN is asked for each amoeba that
    could go along, then everything happens at once
    (spec/ursuppe-rules.md 7.21).

    ``asking`` and ``holders`` are (colour, amoeba): still to be asked, and
    holding on.
    """

    step: Step
    direction: int
    asking: list[tuple[int, int]]
    holders: list[tuple[int, int]] = field(factory=list)

    @classmethod
    def of(cls, soup: Soup, step: Step, direction: int) -> Displacement:
        """
        A step in a direction (5: it stays, and takes nothing along) that the
        rules have found permitted.
        """
        if direction == STAY:
            return cls(step, direction, asking=[])
        near = soup.others_at(step.mover(soup).square, step.color)
        asking = [(c, amoeba) for c, amoeba in near if HOLDING in soup.tribes[c].genes]
        return cls(step, direction, asking)

    def copy(self) -> Displacement:
        """An independent copy."""
        asking, holders = list(self.asking), list(self.holders)
        return Displacement(self.step.copy(), self.direction, asking, holders)

    def rolled(self) -> tuple[int, int, int] | None:
        """The dice of the step."""
        return self.step.rolled()

    def proceed(self, soup: Soup) -> None:
        """Ask the next one that could hold on; else carry the step out."""
        if not self.asking:
            soup.hand.pop()
            self._carry_out(soup)
            return
        color, amoeba = self.asking[0]
        step = self.step
        cubes = step.cubes or (0,) * soup.seats
        soup.ask(AskHold, color, amoeba, step.color, step.amoeba, self.direction, cubes)

    def _carry_out(self, soup: Soup) -> None:
        step = self.step
        origin = step.mover(soup).square
        cubes = step.cubes if step.cubes and self.direction != STAY else ()
        self._carry(soup, cubes, origin)
        for color, amoeba in [(step.color, step.amoeba), *self.holders]:
            self._shift(soup.tribes[color].amoebas[amoeba])
        holders = tuple(self.holders)
        moved = Moved(step.color, step.amoeba, self.direction, step.is_flight, cubes, holders)
        soup.tell(moved)

    def _carry(self, soup: Soup, cubes: Cubes, origin: Square) -> None:
        source = soup.cubes[origin]
        target = soup.cubes[target_of(origin, self.direction)]
        for color, count in enumerate(cubes):
            source[color] -= count
            target[color] += count

    def _shift(self, amoeba: Amoeba) -> None:
        amoeba.x, amoeba.y = target_of(amoeba.square, self.direction)

    def check_answer(self, soup: Soup, color: int, move: Hold | LetGo) -> None:
        """The amoebas must be those asked about."""
        need_amoeba(move.amoeba)
        need_color(move.other, soup.seats)
        need_amoeba(move.other_amoeba)
        need(move.amoeba == self.asking[0][1], Fault.WRONG_AMOEBA)
        asked_about = (self.step.color, self.step.amoeba)
        need((move.other, move.other_amoeba) == asked_about, Fault.NOT_THERE)

    def hold(self, soup: Soup, color: int, move: Hold) -> None:
        """It will go along."""
        self.holders.append(self.asking.pop(0))

    def let_go(self, soup: Soup, color: int, move: LetGo) -> None:
        """It stays behind; nothing is told to anybody."""
        self.asking.pop(0)

    def holds(self, soup: Soup, color: int) -> Iterator[Hold]:
        """The only form of it."""
        yield Hold(self.asking[0][1], self.step.color, self.step.amoeba)

    def let_gos(self, soup: Soup, color: int) -> Iterator[LetGo]:
        """The only form of it."""
        yield self.default(soup, color)

    def default(self, soup: Soup, color: int) -> LetGo:
        """Not to hold on."""
        return LetGo(self.asking[0][1], self.step.color, self.step.amoeba)


def can_afford_step(tribe: Tribe) -> bool:
    """Whether it can pay a movement or a first step in flight."""
    return tribe.points >= 1 or STREAMLINING in tribe.genes


def is_fast(tribe: Tribe) -> bool:
    """Whether a rolled step may be followed by a second one."""
    return tribe.owns_any(SPEED, PERSISTENCE)


def _drift_is_blocked(soup: Soup, square: Square) -> bool:
    """Whether drifting means staying: no drift, or an obstacle."""
    return target_of(square, soup.card[0]) == square


@cache
def _loads(seats: int) -> tuple[Cubes, ...]:
    """All that tentacles could carry."""
    most = CARRIED[seats]
    every = product(range(most + 1), repeat=seats)
    return tuple([cubes for cubes in every if 1 <= sum(cubes) <= most])
