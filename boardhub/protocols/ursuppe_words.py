"""
What a player may say to the UrServer in answer to a prompt: the command
table, and how parameters are read (spec/ursuppe-rules.md 7.8, 7.17).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import frozen

from boardhub.games.rules import Move, Prompt
from boardhub.games.ursuppe import moves as mv
from boardhub.games.ursuppe import prompts as pr
from boardhub.games.ursuppe.genes import ARMOUR, GENES
from boardhub.games.ursuppe.tribe import AMOEBAS
from boardhub.protocols.text import Refused, number
from boardhub.protocols.ur_faults import LobbyFault, read_number


@frozen
class Kind:
    """A kind of parameter: which numbers it may be."""

    allowed: Callable[[int], range] | None
    """From the number of players; None: any number, judged by the rules."""
    counts: bool = False
    """A count per colour, ``a:b:c``."""

    def parse(self, text: str) -> Any:
        """
        A number, or a tuple of numbers.

        :raise Refused: 14, it is none.
        """
        if self.counts:
            return tuple(map(read_number, text.split(":")))
        return read_number(text)

    def fits(self, value: Any, seats: int) -> bool:
        """Whether it is in range with so many players."""
        if self.counts:
            return len(value) == seats and min(value) >= 0
        return self.allowed is None or value in self.allowed(seats)


ANY = Kind(None)
COLOR = Kind(range)
AMOEBA = Kind(lambda seats: range(AMOEBAS))
GENE = Kind(lambda seats: range(len(GENES)))
DIRECTION = Kind(lambda seats: range(1, 6))
CUBES = Kind(None, counts=True)


def read(kinds: Sequence[Kind], words: Sequence[str], seats: int) -> list[Any]:
    """
    The parameters of a line.

    :raise Refused: 21, 14 or 22, the first that holds.
    """
    if len(words) != len(kinds):
        raise Refused(LobbyFault.COUNT)
    values = [kind.parse(word) for kind, word in zip(kinds, words, strict=True)]
    if not all(kind.fits(value, seats) for kind, value in zip(kinds, values, strict=True)):
        raise Refused(LobbyFault.PARAMETER)
    return values


@frozen
class Word:
    """A word that answers a prompt in one line: the move it makes, of which parameters."""

    move: Callable[..., Move]
    kinds: tuple[Kind, ...]
    answers: tuple[type[Prompt], ...]
    provided: Callable[[Any], bool] = lambda prompt: True


WORDS: Mapping[str, Word] = {
    "BEREIT": Word(mv.Ready, (), (pr.AskReady,)),
    "POSITION": Word(mv.ChoosePosition, (ANY,), (pr.AskPosition,)),
    "AMOEBE_SETZEN": Word(mv.Place, (AMOEBA, ANY, ANY), (pr.AskPlacement,)),
    "WUERFELN": Word(mv.Roll, (), (pr.AskMovement, pr.AskWard)),
    "TENTAKEL": Word(
        mv.Tentacle,
        (AMOEBA, CUBES),
        (pr.AskMovement, pr.AskWard),
        lambda prompt: not isinstance(prompt, pr.AskWard) or prompt.code != 1,
    ),
    "BEWEGEN": Word(mv.Go, (AMOEBA, DIRECTION), (pr.AskMovement,)),
    "KEINE_ZWEITE_BEWEGUNG": Word(
        mv.NoSecondMove, (AMOEBA,), (pr.AskMovement,), lambda prompt: bool(prompt.second)
    ),
    "FRESSEN": Word(mv.Eat, (AMOEBA, CUBES), (pr.AskMeal,)),
    "PARASITISMUS": Word(mv.Parasitize, (AMOEBA, COLOR), (pr.AskMeal,)),
    "UEBERLEBENSKAMPF": Word(mv.Struggle, (AMOEBA, COLOR, AMOEBA), (pr.AskMeal,)),
    "FLUCHT": Word(mv.Flee, (AMOEBA, DIRECTION), (pr.AskWard,)),
    "KEINE_FLUCHT": Word(mv.NoFlight, (AMOEBA,), (pr.AskWard,)),
    "VERTEIDIGUNG": Word(mv.Defend, (AMOEBA,), (pr.AskWard,)),
    "KEINE_VERTEIDIGUNG": Word(mv.NoDefence, (AMOEBA,), (pr.AskWard,)),
    "KLAMMERN": Word(mv.Hold, (AMOEBA, COLOR, AMOEBA), (pr.AskHold,)),
    "NICHT_KLAMMERN": Word(mv.LetGo, (AMOEBA, COLOR, AMOEBA), (pr.AskHold,)),
    "AGGRESSION": Word(mv.Aggress, (AMOEBA, COLOR, AMOEBA), (pr.AskAggression,)),
    "KEINE_AGGRESSION": Word(mv.Peace, (), (pr.AskAggression,)),
}


def _purchase(words: Sequence[str], seats: int) -> tuple[int, int | None]:
    """``GEN g`` or, for the armour, ``GEN 19 g``."""
    if len(words) == 2 and number(words[0]) not in (ARMOUR, None):
        raise Refused(LobbyFault.COUNT)
    kinds = (GENE, GENE) if len(words) == 2 else (GENE,)
    gene, *named = read(kinds, words, seats)
    if named and named[0] not in GENES[ARMOUR].predecessors:
        raise Refused(LobbyFault.PARAMETER)
    return gene, named[0] if named else None


def _placement(words: Sequence[str], seats: int) -> tuple[int, int, int]:
    """``AMOEBE_SETZEN nr x y``"""
    amoeba, x, y = read((AMOEBA, ANY, ANY), words, seats)
    return amoeba, x, y


@frozen
class LongAnswer:
    """An answer of several lines: gathered up to its last one, and judged there."""

    opens: str | None
    """The word of a first line that holds nothing; None: there is no such line."""
    holds: str
    ends: str
    most: int
    """How many lines it may hold."""
    read: Callable[[Sequence[str], int], Any]
    move: Callable[[tuple[Any, ...]], Move]


GATHERED: Mapping[type[Prompt], LongAnswer] = {
    pr.AskGenes: LongAnswer("GEN_KAUFEN", "GEN", "GEN_KAUFEN_ENDE", 20, _purchase, mv.BuyGenes),
    pr.AskDivision: LongAnswer(
        None, "AMOEBE_SETZEN", "AMOEBE_SETZEN_ENDE", 7, _placement, mv.Divide
    ),
}

#: Words of the game that are no `WORDS`.
OTHER_WORDS = frozenset(
    ["DEFEKT_AUSGLEICHEN", "GEN_KAUFEN", "GEN", "GEN_KAUFEN_ENDE", "AMOEBE_SETZEN_ENDE"]
)
