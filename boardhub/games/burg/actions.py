"""
The actions by name: what each needs, and the cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

#: The colours by number; a card's tens digit is one of them, too.
COLORS: Final = ("Orange", "Blau", "Grün", "Schwarz")

#: How many kinds of cards there are; one of each in each colour makes 40.
CARD_KINDS: Final = 10


@frozen
class Action:
    """
    An ``AKTION`` of the protocol.

    ``squares`` is how many squares it names, ``card`` the kind of the card
    that must be played for it or None, ``cost`` its action points, ``gain``
    those that it brings, ``aliases`` the other names under which it is taken.
    """

    name: str
    squares: int
    card: int | None = None
    cost: int = 0
    gain: int = 0
    aliases: tuple[str, ...] = ()


SCORE: Final = Action("ERHOEHE_PUNKTE", 0, cost=1, aliases=("ERHOEHE_PUNKTESTAND",))
NEW_KNIGHT: Final = Action("SETZE_RITTER", 1, cost=2)
BLOCK: Final = Action("SETZE_BAUSTEIN", 1, cost=1)
MOVE: Final = Action("ZIEHE_RITTER", 2, cost=1, aliases=("BEWEGE_RITTER",))
BUY_CARD: Final = Action("ZIEHE_KARTE", 0, cost=1, aliases=("ZIEHE_AKTIONSKARTE", "KAUFE_KARTE"))
MOVE_BLOCK: Final = Action("VERSETZE_BAUSTEIN", 2, card=0)
DIAGONAL: Final = Action("ZIEHE_DIAGONAL", 2, card=1)
BLOCK_UNDER: Final = Action("UNTERSCHIEBE_BAUSTEIN", 1, card=2)
RELOCATE: Final = Action("VERSETZE_RITTER", 2, card=3)
TWO_LEVELS: Final = Action("ZIEHE_ZWEIEBENEN", 2, card=4)
JUMP: Final = Action("ZIEHE_UEBER_RITTER", 2, card=5)
COMMON_BLOCK: Final = Action("SETZE_BAUSTEIN_ALLGEMEIN", 1, card=6)
DOOR: Final = Action("ZIEHE_DURCHTOR", 2, card=7)
SIX_POINTS: Final = Action("SECHS_AKTIONSPUNKTE", 0, card=8, gain=1)
SEVEN_POINTS: Final = Action("SIEBEN_AKTIONSPUNKTE", 0, card=9, gain=2)
FIRST_KNIGHT: Final = Action("SETZE_RITTER_ERSTESMAL", 1)
KING: Final = Action("SETZE_KOENIG", 1)

#: By their first names, in the order of the document: the basic ones, the
#: ten for which a card is played, and the two that only answer a prompt.
ACTIONS: Final[Mapping[str, Action]] = {
    action.name: action
    for action in (
        SCORE,
        NEW_KNIGHT,
        BLOCK,
        MOVE,
        BUY_CARD,
        MOVE_BLOCK,
        DIAGONAL,
        BLOCK_UNDER,
        RELOCATE,
        TWO_LEVELS,
        JUMP,
        COMMON_BLOCK,
        DOOR,
        SIX_POINTS,
        SEVEN_POINTS,
        FIRST_KNIGHT,
        KING,
    )
}


def _names(action: Action) -> tuple[str, ...]:
    prefixed = () if action.card is None else (f"KARTE_{action.name}",)
    return (action.name, *action.aliases, *prefixed)


#: The same by every name under which a client may send them.
BY_NAME: Final[Mapping[str, Action]] = {
    name: action for action in ACTIONS.values() for name in _names(action)
}
