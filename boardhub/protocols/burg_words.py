"""
The lines of an action as they come in: ``AKTION name``, then its parameters,
one in a line, in a fixed order (spec/burg-rules.md 8.26.3).
"""

from __future__ import annotations

from typing import Final

from attrs import define, field

from boardhub.games.burg.actions import BY_NAME, KING, Action
from boardhub.games.burg.errors import Fault
from boardhub.games.burg.moves import Act, PlaceKing
from boardhub.games.rules import Move
from boardhub.protocols.burg_lobby import read_number
from boardhub.protocols.text import Refused

#: The words of parameter lines.
PARAMETERS: Final = frozenset(["KARTE", "FARBE", "X", "Y"])


def read_action(rest: str) -> Action:
    """
    The action that an ``AKTION`` line names.

    :raise Refused: 1022, it names none or more; 1019, there is none of this name.
    """
    if not rest or " " in rest or "\t" in rest:
        raise Refused(Fault.INVALID)
    action = BY_NAME.get(rest)
    if action is None:
        raise Refused(Fault.NO_SUCH_ACTION)
    return action


@define(eq=False)
class Gathering:
    """
    An action of which more lines are to come; ``prompt`` is the number of the
    prompt it was begun under. `lines` are those that have come.
    """

    prompt: int
    action: Action
    lines: list[str]
    _card: int | None = None
    _color: int | None = None
    _colored: bool = False
    _where: list[int] = field(factory=list)

    @property
    def complete(self) -> bool:
        """Whether the last line that the action needs is in."""
        carded = self.action.card is None or self._card is not None
        return carded and len(self._where) == 2 * self.action.squares

    def take(self, word: str, rest: str) -> None:
        """
        One more parameter line.

        :raise Refused: 1022, another one was to come, or it has no number.
        """
        self.lines.append(f"{word} {rest}")
        if word == "FARBE":
            self._take_color(rest)
            return
        value = read_number(rest)
        if word != self._expected():
            raise Refused(Fault.INVALID)
        if word == "KARTE":
            self._card = value
        else:
            self._where.append(value)

    def move(self) -> Move:
        """The action, complete, as the rules take it."""
        if self.action is KING:
            x, y = self._where
            return PlaceKing(x, y, self._color)
        return Act(self.action.name, self._card, tuple(self._where))

    def _expected(self) -> str:
        if self.action.card is not None and self._card is None:
            return "KARTE"
        return "XY"[len(self._where) % 2]

    def _take_color(self, rest: str) -> None:
        """``FARBE`` may come before the first ``X``; it counts where the king is placed."""
        if self._colored or self._where or self._expected() != "X" or not rest:
            raise Refused(Fault.INVALID)
        self._colored = True
        if self.action is KING:
            self._color = read_number(rest)
