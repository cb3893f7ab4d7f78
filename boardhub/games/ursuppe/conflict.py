"""
An attack and what the victim does against it, step by step as in
spec/ursuppe-rules.md 4.2: flight, defence, or neither.

The attack comes out of a meal (phase 1) or an aggression (phase 5): they say
what it costs and what its outcome means.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from enum import Enum
from typing import Final, cast

from attrs import define, field

from boardhub.games.rules import Event
from boardhub.games.ursuppe.board import Square
from boardhub.games.ursuppe.bounds import need_amoeba, need_counts, need_direction
from boardhub.games.ursuppe.errors import Fault, need
from boardhub.games.ursuppe.events import CanWard, DefenceFailed, DefenceWorked
from boardhub.games.ursuppe.genes import DEFENCE, ESCAPE, PERSISTENCE
from boardhub.games.ursuppe.movement import Displacement, Step, can_afford_step, is_fast
from boardhub.games.ursuppe.moves import (
    Defend,
    Flee,
    NoDefence,
    NoFlight,
    Roll,
    Surrender,
    Tentacle,
)
from boardhub.games.ursuppe.prompts import AskWard
from boardhub.games.ursuppe.soup import Soup, Stage

#: What ZUG_ABWEHR offers.
FLIGHT_ONLY: Final = 0
DEFENCE_ONLY: Final = 1
BOTH: Final = 2


@define
class Attacker(Stage):
    """
    What an attack comes out of. ``has_second_try``: that of gene 16 has not
    been used; it allows one more attack, free of points.
    """

    color: int
    has_attacked: bool = field(default=False, kw_only=True)
    has_second_try: bool = field(default=True, kw_only=True)

    @property
    def has_attack_left(self) -> bool:
        """The first attack, or the one that gene 16 adds to it."""
        return not self.has_attacked or self.has_second_try

    def attack(self, soup: Soup, announced: Event, conflict: Conflict) -> None:
        """
        Begin an attack that the rules have found legal: announce it, and take
        the point for it unless it is the free second try.
        """
        soup.tell(announced)
        if not self.has_attacked:
            soup.change_points(self.color, -1)
        self.has_attacked = True
        soup.hand.append(conflict)

    def end(self, soup: Soup, conflict: Conflict) -> None:
        """The attack is over; what it has left of the second try stays."""
        self.has_second_try = conflict.has_second_try
        soup.hand.pop()

    @abstractmethod
    def struck(self, soup: Soup, conflict: Conflict) -> None:
        """The attack has succeeded."""

    @abstractmethod
    def beaten(self, soup: Soup, conflict: Conflict) -> None:
        """The victim has won the fight."""

    @abstractmethod
    def escaped(self, soup: Soup, conflict: Conflict) -> None:
        """The victim has fled."""


class Flight(Enum):
    """Whether the victim may flee; ``SECOND``: a second step is open."""

    UNUSED = "unused"
    SECOND = "second"
    SPENT = "spent"


@define
class Conflict(Stage):
    """
    An attack in hand.

    ``victim`` and ``victim_amoeba`` are attacked in ``square`` by ``amoeba``
    of ``color``. ``step`` is the victim's next step in flight, with what has
    been rolled and declared for it. ``can_defend``: defence is neither used
    nor declined. ``has_second_try``: the attacker's, of gene 16.
    ``was_dragged``: the attacker went along with the fleeing victim at least
    once. ``is_warned``, ``is_told``: ABWEHR, VERTEIDIGUNG_ERFOLGLOS have been
    sent. ``code`` is what the latest prompt offers.
    """

    color: int
    amoeba: int
    victim: int
    victim_amoeba: int
    square: Square
    has_second_try: bool
    step: Step
    flight: Flight = Flight.UNUSED
    can_defend: bool = True
    has_surrendered: bool = False
    was_dragged: bool = False
    is_warned: bool = False
    is_told: bool = False
    code: int = BOTH

    @classmethod
    def of(
        cls, soup: Soup, attacker: Attacker, amoeba: int, victim: int, victim_amoeba: int
    ) -> Conflict:
        """A new attack: nothing of an earlier one counts against the victim."""
        color = attacker.color
        tribe = soup.tribes[color]
        return cls(
            color,
            amoeba,
            victim,
            victim_amoeba,
            tribe.amoebas[amoeba].square,
            has_second_try=PERSISTENCE in tribe.genes and not attacker.has_attacked,
            step=Step(victim, victim_amoeba, is_flight=True),
        )

    def copy(self) -> Conflict:
        """An independent copy."""
        return Conflict(
            self.color,
            self.amoeba,
            self.victim,
            self.victim_amoeba,
            self.square,
            self.has_second_try,
            self.step.copy(),
            self.flight,
            self.can_defend,
            self.has_surrendered,
            self.was_dragged,
            self.is_warned,
            self.is_told,
            self.code,
        )

    def rolled(self) -> tuple[int, int, int] | None:
        """The dice of the victim's step."""
        return self.step.rolled()

    def proceed(self, soup: Soup) -> None:
        """Has the victim got away, what can it still do, or is it struck?"""
        self.was_dragged = self.was_dragged or not self._attacker_stands(soup)
        if self.flight is not Flight.SECOND and not self._is_beside(soup):
            self._end(soup).escaped(soup, self)
            return
        code = self._options(soup)
        if code is None:
            self._strike(soup)
            return
        self._warn(soup)
        self.code = code
        soup.ask(AskWard, self.victim, self.victim_amoeba, self.color, self.amoeba, code)

    def _attacker_stands(self, soup: Soup) -> bool:
        return soup.tribes[self.color].stands(self.amoeba, self.square)

    def _is_beside(self, soup: Soup) -> bool:
        """Whether the victim stands where it was attacked, the attacker still there."""
        stands = soup.tribes[self.victim].stands(self.victim_amoeba, self.square)
        return stands and not self.was_dragged

    def _options(self, soup: Soup) -> int | None:
        """The code of what the victim can do now (step 3); None: nothing."""
        if self.has_surrendered or self.victim == self.color:
            return None
        can_flee, can_defend = self._can_flee(soup), self._can_defend(soup)
        if can_flee and can_defend:
            return BOTH
        if can_flee:
            return FLIGHT_ONLY
        return DEFENCE_ONLY if can_defend else None

    def _can_flee(self, soup: Soup) -> bool:
        tribe = soup.tribes[self.victim]
        if ESCAPE not in tribe.genes or self.flight is Flight.SPENT:
            return False
        return self.flight is Flight.SECOND or can_afford_step(tribe)

    def _can_defend(self, soup: Soup) -> bool:
        tribe = soup.tribes[self.victim]
        is_able = DEFENCE in tribe.genes and tribe.points >= 1
        return is_able and self.can_defend and self._is_beside(soup)

    def _warn(self, soup: Soup) -> None:
        if not self.is_warned:
            self.is_warned = True
            soup.tell(CanWard(self.victim, self.victim_amoeba))

    def _strike(self, soup: Soup) -> None:
        """Success (step 7): exactly one VERTEIDIGUNG_ERFOLGLOS precedes it."""
        if not self.is_told:
            soup.tell(DefenceFailed(self.victim, self.victim_amoeba))
        self._end(soup).struck(soup, self)

    def _end(self, soup: Soup) -> Attacker:
        """Leave the hand to what the attack came out of."""
        attacker = cast(Attacker, soup.hand[-2])
        attacker.end(soup, self)
        return attacker

    def check_roll(self, soup: Soup, color: int, move: Roll) -> None:
        """Flight must be open; else see `Step.check_roll`."""
        self._need_flight(soup)
        self.step.check_roll(soup)

    def roll(self, soup: Soup, color: int, move: Roll) -> None:
        """See `Step.roll`."""
        self.step.roll(soup)

    def rolls(self, soup: Soup, color: int) -> Iterator[Roll]:
        """The only form of it."""
        yield Roll()

    def check_tentacle(self, soup: Soup, color: int, move: Tentacle) -> None:
        """Flight must be offered; else see `Step.check_tentacle`."""
        need(self.code != DEFENCE_ONLY, Fault.NO_ANSWER)
        need_counts(move.cubes, soup.seats)
        self._need_victim(move.amoeba)
        self.step.check_tentacle(soup, move.cubes)

    def declare_tentacle(self, soup: Soup, color: int, move: Tentacle) -> None:
        """Kept until a step in flight or the attack's end."""
        self.step.cubes = move.cubes

    def tentacles(self, soup: Soup, color: int) -> Iterator[Tentacle]:
        """All that could be declared now."""
        if self.code == DEFENCE_ONLY:
            return iter(())
        return self.step.tentacles(soup)

    def check_flight(self, soup: Soup, color: int, move: Flee) -> None:
        """In a direction that the dice permit."""
        need_direction(move.direction)
        self._need_victim(move.amoeba)
        self._need_flight(soup)
        need(self.step.dice is not None, Fault.NOT_ROLLED)
        need(move.direction in self.step.permitted(soup), Fault.BAD_DIRECTION)

    def flee(self, soup: Soup, color: int, move: Flee) -> None:
        """The victim sets off (step 6)."""
        self._set_off(soup, move.direction)

    def _set_off(self, soup: Soup, direction: int) -> None:
        """With gene 3 or 16 a second step is open after the first."""
        soup.hand.append(Displacement.of(soup, self.step, direction))
        may_repeat = self.flight is Flight.UNUSED and is_fast(self.step.tribe(soup))
        may_repeat = may_repeat and not self.has_surrendered
        self.flight = Flight.SECOND if may_repeat else Flight.SPENT
        self.step = self.step.second()

    def flights(self, soup: Soup, color: int) -> Iterator[Flee]:
        """What the dice permit."""
        for direction in self.step.permitted(soup):
            yield Flee(self.victim_amoeba, direction)

    def check_no_flight(self, soup: Soup, color: int, move: NoFlight) -> None:
        """Flight, or its second step, is still open, and not rolled for."""
        self._need_victim(move.amoeba)
        self._need_flight(soup)
        need(self.step.dice is None, Fault.MUST_MOVE)

    def decline_flight(self, soup: Soup, color: int, move: NoFlight) -> None:
        """Nothing is told to anybody."""
        self.flight = Flight.SPENT

    def declined_flights(self, soup: Soup, color: int) -> Iterator[NoFlight]:
        """The only form of it."""
        yield NoFlight(self.victim_amoeba)

    def check_defence(self, soup: Soup, color: int, move: Defend | NoDefence) -> None:
        """Defence is still open and offered, and no step has been rolled for."""
        self._need_victim(move.amoeba)
        tribe = soup.tribes[self.victim]
        need(DEFENCE in tribe.genes, Fault.NOT_OWNED)
        need(self.can_defend, Fault.ALREADY_DEFENDED)
        need(self.step.dice is None, Fault.MUST_MOVE)
        need(tribe.points >= 1, Fault.TOO_FEW_POINTS)
        need(self.code != FLIGHT_ONLY, Fault.NO_ANSWER)

    def defend(self, soup: Soup, color: int, move: Defend) -> None:
        """A fight (step 5), in place of the second step in flight if open."""
        self.can_defend = False
        if self.flight is Flight.SECOND:
            self.flight = Flight.SPENT
        soup.change_points(self.victim, -1)
        if self._attacker_wins(soup):
            self.is_told = True
            soup.tell(DefenceFailed(self.victim, self.victim_amoeba))
            return
        soup.tell(DefenceWorked(self.victim, self.victim_amoeba))
        self._end(soup).beaten(soup, self)

    def _attacker_wins(self, soup: Soup) -> bool:
        """A fight; with gene 16 the loser fights it once more."""
        won = self._rolls_higher(soup)
        if won and PERSISTENCE in soup.tribes[self.victim].genes:
            return self._rolls_higher(soup)
        if not won and self.has_second_try:
            self.has_second_try = False
            return self._rolls_higher(soup)
        return won

    def _rolls_higher(self, soup: Soup) -> bool:
        """Both roll, the attacker first, until the numbers differ."""
        while True:
            attacker = soup.fight_dice[self.color].roll()
            victim = soup.fight_dice[self.victim].roll()
            if attacker != victim:
                return attacker > victim

    def defences(self, soup: Soup, color: int) -> Iterator[Defend]:
        """The only form of it."""
        yield Defend(self.victim_amoeba)

    def decline_defence(self, soup: Soup, color: int, move: NoDefence) -> None:
        """Nothing is told to anybody."""
        self.can_defend = False

    def declined_defences(self, soup: Soup, color: int) -> Iterator[NoDefence]:
        """The only form of it."""
        yield NoDefence(self.victim_amoeba)

    def check_surrender(self, soup: Soup, color: int, move: Surrender) -> None:
        """After a roll the step must be made, without one there is none."""
        self._need_victim(move.amoeba)
        if self.step.dice is None:
            need(move.direction is None, Fault.NOT_ROLLED)
            return
        need(move.direction in self.step.permitted(soup), Fault.BAD_DIRECTION)

    def surrender(self, soup: Soup, color: int, move: Surrender) -> None:
        """Nothing more will be asked in this attack."""
        self.has_surrendered = True
        self.can_defend = False
        if move.direction is None:
            self.flight = Flight.SPENT
            return
        self._set_off(soup, move.direction)

    def default(self, soup: Soup, color: int) -> Surrender:
        """A step that was rolled for, then nothing (spec/ursuppe-rules.md 6.30)."""
        permitted = self.step.permitted(soup)
        return Surrender(self.victim_amoeba, permitted[0] if permitted else None)

    def _need_victim(self, amoeba: int) -> None:
        need_amoeba(amoeba)
        need(amoeba == self.victim_amoeba, Fault.WRONG_AMOEBA)

    def _need_flight(self, soup: Soup) -> None:
        need(ESCAPE in soup.tribes[self.victim].genes, Fault.NOT_OWNED)
        need(self.flight is not Flight.SPENT, Fault.ALREADY_FLED)
