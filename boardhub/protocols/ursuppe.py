"""
The amoeba game as the UrServer spoke it, protocol 1.13.

The conversation of a match, after the lobby (`ur_lobby`)::

    <- SPIELERIN_AKZEPTIERT f name        (then, with nobody missing:)
    <- SPIEL_BEGINNT, board, status, ZUG_BEREIT
    -> BEREIT
    <- ZUG_POSITION 0 1 0 0               -> POSITION p
    <- ZUG_AMOEBE_SETZEN                  -> AMOEBE_SETZEN nr x y
    <- ZUG_BEWEGEN nr                     -> [TENTAKEL ...] [WUERFELN] BEWEGEN nr direction
                                             | KEINE_ZWEITE_BEWEGUNG nr
    <- ZUG_KLAMMERN ...                   -> KLAMMERN ... | NICHT_KLAMMERN ...
    <- ZUG_FRESSEN nr                     -> [PARASITISMUS ...] FRESSEN ... | UEBERLEBENSKAMPF ...
    <- ZUG_ABWEHR ...                     -> [TENTAKEL ...] WUERFELN FLUCHT ...
                                             | VERTEIDIGUNG ... | KEINE_...
    <- ZUG_GENDEFEKTE                     -> DEFEKT_AUSGLEICHEN [genes]
    <- ZUG_GEN_KAUFEN                     -> GEN_KAUFEN, GEN ... , GEN_KAUFEN_ENDE
    <- ZUG_AMOEBE_SETZEN                  -> AMOEBE_SETZEN ... , AMOEBE_SETZEN_ENDE
    <- ZUG_AGGRESSION                     -> AGGRESSION ... | KEINE_AGGRESSION
    <- SPIEL_BEENDET

Whoever sends a line that is refused gets ``FEHLER number text`` and is still
asked, without any extra time; nobody else notices.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from boardhub.bots.ursuppe_random import RandomBot
from boardhub.bots.ursuppe_strong import StrongBot
from boardhub.games.rules import Move, Prompt
from boardhub.games.ursuppe import moves as mv
from boardhub.games.ursuppe import prompts as pr
from boardhub.games.ursuppe.errors import Fault
from boardhub.games.ursuppe.state import RULES
from boardhub.hub.match import Match
from boardhub.protocols.game import Game
from boardhub.protocols.seated import Inform
from boardhub.protocols.session import RoleSession
from boardhub.protocols.text import Refused, parameters
from boardhub.protocols.ur_faults import LobbyFault, ur_wording
from boardhub.protocols.ur_match import UrDialect, UrSeated
from boardhub.protocols.ursuppe_exhibit import DRAWING
from boardhub.protocols.ursuppe_lines import prompt_line
from boardhub.protocols.ursuppe_table import QUESTIONS, UrsuppeTable
from boardhub.protocols.ursuppe_words import GATHERED, GENE, OTHER_WORDS, WORDS, LongAnswer, read


@define(eq=False)
class Gathering:
    """The lines of a half-sent answer."""

    prompt: int
    opening: str
    lines: list[str] = field(factory=list)
    too_many: bool = False


class Player(UrSeated[UrsuppeTable]):
    """The role of a connection that sits in a seat."""

    words = WORDS.keys() | OTHER_WORDS

    def __init__(
        self, session: RoleSession, table: UrsuppeTable, seat: int, inform: Inform
    ) -> None:
        super().__init__(session, table, seat, inform)
        self._gathering: Gathering | None = None

    def prompt_line(self, prompt: Prompt) -> str:
        """The line that asks her."""
        return prompt_line(prompt)

    def respond(self, word: str, rest: str, at: float) -> None:
        """A line that answers her prompt, or belongs to an answer of several lines."""
        prompt = self.asked()
        answer = GATHERED.get(type(prompt))
        if answer is not None:
            self._gather(answer, prompt, word, rest, at)
            return
        self.play(self.move(prompt, word, rest), at)

    def move(self, prompt: Prompt, word: str, rest: str) -> Move:
        """An answer of one line."""
        seats = self.match.terms.seats
        if isinstance(prompt, pr.AskDefects) and word == "DEFEKT_AUSGLEICHEN":
            words = parameters(rest)
            return mv.Compensate(tuple(read([GENE] * len(words), words, seats)))
        known = WORDS.get(word)
        if known is None or not isinstance(prompt, known.answers) or not known.provided(prompt):
            raise Refused(LobbyFault.UNKNOWN)
        return known.move(*read(known.kinds, parameters(rest), seats))

    def _gather(self, answer: LongAnswer, prompt: Prompt, word: str, rest: str, at: float) -> None:
        gathering = self._gathering
        if gathering is not None and gathering.prompt != prompt.number:
            gathering = self._gathering = None  # its time had run out
        if gathering is None and word == answer.opens:
            self._gathering = Gathering(prompt.number, rest)
            return
        if gathering is None and answer.opens is None and word in (answer.holds, answer.ends):
            gathering = self._gathering = Gathering(prompt.number, "")
        if gathering is None or word not in (answer.holds, answer.ends):
            raise Refused(LobbyFault.UNKNOWN)
        if word == answer.holds:
            gathering.too_many = len(gathering.lines) >= answer.most
            if not gathering.too_many:
                gathering.lines.append(rest)
            return
        self._gathering = None
        self.play(self._gathered(answer, gathering, rest), at)

    def _gathered(self, answer: LongAnswer, gathering: Gathering, last: str) -> Move:
        if gathering.opening or gathering.too_many:
            raise Refused(LobbyFault.COUNT)
        seats = self.match.terms.seats
        items = tuple(answer.read(parameters(line), seats) for line in gathering.lines)
        if last:
            raise Refused(LobbyFault.COUNT)
        return answer.move(items)


class UrsuppeDialect(UrDialect[UrsuppeTable]):
    """The port of the amoeba game."""

    rules = RULES
    sizes = range(3, 5)
    table_type = UrsuppeTable
    player_type = Player
    wording = ur_wording({fault: fault.text for fault in Fault})

    def inform(self, table: UrsuppeTable, word: str, rest: str) -> Sequence[str]:
        """The answer to what anybody in a match may ask at any time."""
        if word in QUESTIONS:
            return table.answer(word, rest)
        return super().inform(table, word, rest)

    def status(self, match: Match) -> Sequence[str]:
        """The lines of ``STATUS``."""
        return self.table(match).status()


GAME = Game(
    rules=RULES,
    port=15001,
    dialect=UrsuppeDialect,
    bots={"random": RandomBot, "strong": StrongBot},
    demo_seats=4,
    drawing=DRAWING,
)
