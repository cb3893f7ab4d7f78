"""
A player's own books of an amoeba game: the public position, and her part in it.

Everything comes from the wire: the lines received, and the lines she sends
herself. A refusal (``FEHLER``) of a command of hers changes nothing but that
the question is open again.
"""

from __future__ import annotations

from enum import Enum

from attrs import define

from boardhub.bots.ursuppe_record import Record, Tribe, counts
from boardhub.games.rules import Prompt
from boardhub.games.ursuppe import prompts
from boardhub.games.ursuppe.genes import AGGRESSION, PERSISTENCE, STRUGGLE
from boardhub.games.ursuppe.moves import Cubes
from boardhub.games.ursuppe.tribe import START_POINTS

#: Refusals that do not open an answered question again: of a line that had
#: no place (form, moment, word), or because its time is over.
_STRAY = frozenset({13, 14, 17, 21, 24, 26, 29, 30})

#: Words that leave the question open.
_UNDECIDED = frozenset({"WUERFELN", "TENTAKEL", "PARASITISMUS"})


class Attempt(Enum):
    """What one more attack would be: paid for, a free second try, or not allowed."""

    PAID = "paid"
    FREE = "free"
    NONE = "none"


@define
class _Attack:
    """The attack under way, as far as it is seen from outside."""

    color: int
    amoeba: int
    fought: bool = False
    """A defence has failed in it, so the attacker's second try may be gone."""
    dragged: bool = False
    """The attacker has gone along with its fleeing victim."""


@define(eq=False)
class Book(Record):
    """
    The books of one player. `hear` takes every line that comes, `said` every
    line she sends.
    """

    me: int | None = None
    """My colour; None until seated (and for a spectator)."""
    prompt: Prompt | None = None
    """What is asked of me and not answered yet; its number counts my questions."""
    tentacle: Cubes | None = None
    """What I have declared for my next displacement."""
    parasite: int | None = None
    """At whose cost I have declared that the meal in hand is had."""
    attacks: int = 0
    """Attacks of my amoeba that is at its meal."""
    aggressor: int | None = None
    """My amoeba that has used this round's aggression."""

    _asked: int = 0
    _answered: Prompt | None = None
    _before: tuple[Cubes | None, int | None] | None = None
    """What was declared before the declaration I have just sent."""
    _moving: int | None = None
    _attack: _Attack | None = None

    @property
    def mine(self) -> Tribe:
        """My own tribe; only for a seated player."""
        assert self.me is not None
        return self.tribe(self.me)

    @property
    def dice(self) -> tuple[int, int] | None:
        """My dice of the movement or flight step in hand, or None."""
        if self.rolled is None or self.rolled[0] != self.me:
            return None
        return self.rolled[1:]

    @property
    def attempt(self) -> Attempt:
        """
        What an attack of my amoeba at its meal would be
        (spec/ursuppe-rules.md 6.16). Where the wire leaves open whether the
        second try has been used, it is taken to be gone.
        """
        genes = self.mine.genes
        if STRUGGLE not in genes and AGGRESSION not in genes:
            return Attempt.NONE
        if self.attacks == 0:
            return Attempt.PAID if self.mine.points > 0 else Attempt.NONE
        attack = self._attack
        if self.attacks > 1 or PERSISTENCE not in genes or attack is None:
            return Attempt.NONE
        # Left behind, she is asked again only because the second try is
        # unused; dragged along, in any case.
        unknown = attack.dragged and attack.fought
        return Attempt.NONE if unknown else Attempt.FREE

    def said(self, line: str) -> None:
        """Note a line I send: a declaration, or an answer to what is asked."""
        word, *parts = line.split()
        self._before = None
        if word == "TENTAKEL":
            self._before = self.tentacle, self.parasite
            self.tentacle = self.tentacle or counts(parts[1])
        elif word == "PARASITISMUS":
            self._before = self.tentacle, self.parasite
            self.parasite = int(parts[1])
        elif self.prompt is not None and word not in _UNDECIDED:
            self.prompt, self._answered = None, self.prompt

    def hear(self, line: str) -> None:
        """Book one line from the server."""
        word, *parts = line.split() or [""]
        in_block = bool(self._block_end)
        if word == "BEWEGUNG_ENDE":
            self._note_displacement()
        super().hear(line)
        if in_block:
            return
        if word == "FEHLER":
            self._refused(int(parts[0]))
        elif word == "SPIELERIN_AKZEPTIERT":
            self.me = int(parts[0])
        elif self.me is None:
            return
        elif word.startswith("ZUG_"):
            self._ask(word, parts)
        else:
            self._note(word, parts)

    def _ask(self, word: str, parts: list[str]) -> None:
        """A question to me takes the place of the one before."""
        prompt = self._read_prompt(word, parts)
        if prompt is None:
            return
        self._asked, self.rolled, self._answered = self._asked + 1, None, None
        self.prompt = prompt

    def _read_prompt(self, word: str, parts: list[str]) -> Prompt | None:
        """What a ``ZUG_...`` line asks; None for a word unknown."""
        assert self.me is not None
        me, number = self.me, self._asked + 1
        match word:
            case "ZUG_BEREIT":
                return prompts.AskReady(me, number)
            case "ZUG_POSITION":
                return prompts.AskPosition(me, number, tuple(int(part) for part in parts))
            case "ZUG_AMOEBE_SETZEN" if self.mine.points == START_POINTS:  # a division has ten more
                return prompts.AskPlacement(me, number)
            case "ZUG_AMOEBE_SETZEN":
                return prompts.AskDivision(me, number)
            case "ZUG_BEWEGEN":
                return self._movement_prompt(me, number, int(parts[0]))
            case "ZUG_FRESSEN":
                self._moving = self.tentacle = self.parasite = None
                return prompts.AskMeal(me, number, int(parts[0]))
            case "ZUG_ABWEHR":
                return prompts.AskWard(me, number, *[int(part) for part in parts])
            case "ZUG_KLAMMERN":
                amoeba, other, other_amoeba, way = (int(part) for part in parts[:4])
                cubes = counts(parts[4])
                return prompts.AskHold(me, number, amoeba, other, other_amoeba, way, cubes)
            case "ZUG_GENDEFEKTE":
                return prompts.AskDefects(me, number)
            case "ZUG_GEN_KAUFEN":
                return prompts.AskGenes(me, number)
            case "ZUG_AGGRESSION":
                return prompts.AskAggression(me, number)
        return None

    def _movement_prompt(self, me: int, number: int, amoeba: int) -> Prompt:
        """The first or, when the same amoeba is asked again, the second movement."""
        second = self._moving == amoeba
        self._moving, self.tentacle, self.attacks = amoeba, None, 0
        return prompts.AskMovement(me, number, amoeba, second)

    def _refused(self, code: int) -> None:
        """What a refusal takes back, and whether the question is open again."""
        if code == 35:
            self.tentacle = None
        elif self._before is not None:
            self.tentacle, self.parasite = self._before
        self._before = None
        if code == 29:
            self.prompt = self._answered = None
        elif code not in _STRAY and self.prompt is None:
            self.prompt, self._answered = self._answered, None

    def _note(self, word: str, parts: list[str]) -> None:
        """What a message means for my own part, beside the public position."""
        match word:
            case "RUNDE":
                self._moving = self.aggressor = None
            case "SPIEL_BEENDET":
                self.prompt = self._answered = None
            case "AMOEBE_ANGEGRIFFEN":
                self._attacked(int(parts[2]), int(parts[3]))
                self.attacks += self.me == int(parts[2])
            case "AGGRESSION":
                self._attacked(int(parts[0]), int(parts[1]))
                if self.me == int(parts[0]):
                    self.aggressor = int(parts[1])
            case "VERTEIDIGUNG_ERFOLGLOS" if self._attack is not None:
                self._attack.fought = True

    def _attacked(self, color: int, amoeba: int) -> None:
        """A new attack: declarations lapse."""
        self._attack = _Attack(color, amoeba)
        self.tentacle = self.parasite = None

    def _note_displacement(self) -> None:
        """The end of a movement block: whose declaration is used, who is dragged."""
        moved = self.displacement
        if moved is None:
            return
        if moved.color == self.me:
            self.tentacle = None
        if (
            self._attack is not None
            and (
                self._attack.color,
                self._attack.amoeba,
            )
            in moved.holders
        ):
            self._attack.dragged = True
