"""
A match of the amoeba game as it is told: steps to bytes, for players and
spectators, and the words that may be said at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from boardhub.games.rules import Viewer
from boardhub.games.ursuppe.genes import GENES
from boardhub.hub.match import Phase
from boardhub.hub.steps import Back, Began, Cause, Step
from boardhub.protocols.table import Table
from boardhub.protocols.text import Refused, parameters
from boardhub.protocols.ur_faults import LobbyFault
from boardhub.protocols.ur_match import cause_lines
from boardhub.protocols.ursuppe_lines import (
    board_lines,
    card_line,
    event_lines,
    matrix_lines,
    prompt_line,
    status_lines,
    telnet_lines,
)
from boardhub.protocols.ursuppe_words import GENE, read


class UrsuppeTable(Table):
    """
    A match as the UrServer tells it.
    """

    def state(self) -> Sequence[str]:
        """What a spectator gets who has just come."""
        over = ["SPIEL_BEENDET"] if self.match.phase is Phase.OVER else []
        return [*self.status(), *self.board(()), *over]

    def lines(self, step: Step, viewer: Viewer) -> Sequence[str]:
        """What a viewer gets for a step, without her prompts."""
        lines = list(self._cause(step.cause, viewer))
        for event in step.events:
            if event.to is None or viewer in event.to:
                lines += event_lines(event)
        return lines

    def answer(self, word: str, rest: str) -> Sequence[str]:
        """The answer to one of the game's own `QUESTIONS`."""
        words = parameters(rest)
        if len(words) != (word == "GEN_ANZAHL"):
            raise Refused(LobbyFault.COUNT)
        if words:
            return QUESTIONS[word](self, words)
        return self.kept(word, lambda: QUESTIONS[word](self, words))

    def status(self) -> Sequence[str]:
        """``STATUS``"""
        return self.kept("STATUS", lambda: status_lines(self.match))

    def board(self, words: Sequence[str]) -> Sequence[str]:
        """``SPIELFELD``"""
        return board_lines(self.match.view(None))

    def copies(self, words: Sequence[str]) -> Sequence[str]:
        """``GEN_ANZAHL``: how many cards of a gene this game has in all."""
        (gene,) = read((GENE,), words, self.match.terms.seats)
        return (f"GEN_ANZAHL {gene} {GENES[gene].copies(self.match.terms.seats)}",)

    def _cause(self, cause: Cause, viewer: Viewer) -> Sequence[str]:
        lines = cause_lines(cause, viewer)
        match cause:
            case Began():
                return (*lines, *self.board(()), *self.status())
            case Back(seat, _, _) if viewer == seat:
                return (*lines, *self._where_we_are(seat))
        return lines

    def _where_we_are(self, seat: int) -> Sequence[str]:
        lines = [*self.status(), *self.board(())]
        prompt = self.match.prompt(seat)
        if prompt is None:
            return lines
        lines.append(prompt_line(prompt))
        rolled = self.match.view(seat).rolled
        if rolled is not None and rolled[0] == seat:
            lines.append("WUERFEL {} {} {}".format(*rolled))
        return lines


#: What players and spectators may ask at any time, answered to them alone.
QUESTIONS: Mapping[str, Callable[[UrsuppeTable, Sequence[str]], Sequence[str]]] = {
    "SPIELFELD": UrsuppeTable.board,
    "SPIELFELD2": lambda table, words: matrix_lines(table.match.view(None)),
    "TELNET_STATUS": lambda table, words: telnet_lines(table.match),
    "UMWELTKARTE": lambda table, words: (card_line(table.match.view(None).card),),
    "GEN_ANZAHL": UrsuppeTable.copies,
}
