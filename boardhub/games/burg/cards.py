"""
Cards bought and held (spec/burg-rules.md 2.2 and 3.1).
"""

from __future__ import annotations

from typing import Final

from boardhub.games.burg.actions import BUY_CARD, CARD_KINDS, COLORS, Action
from boardhub.games.burg.acts import nowhere
from boardhub.games.burg.errors import Fault, need
from boardhub.games.burg.events import CardDrawn
from boardhub.games.burg.moves import Act
from boardhub.games.burg.realm import Realm
from boardhub.games.rules import stream

#: Every card, 10 * colour + kind.
CARDS: Final = range(len(COLORS) * CARD_KINDS)

#: Cards a player may buy in one turn.
MOST_BOUGHT: Final = 2


def shuffled_pile(seed: str) -> list[int]:
    """All cards of a match; the last one is bought first."""
    pile = list(CARDS)
    stream(seed, "pile").shuffle(pile)
    return pile


def check_card(realm: Realm, color: int, action: Action, card: int) -> None:
    """Held since before this turn, the first of the turn, and of the action's kind."""
    need(card in realm.playable(color), Fault.CARD_NOT_HELD)
    need(not realm.played, Fault.CARD_PLAYED)
    need(card % CARD_KINDS == action.card, Fault.WRONG_CARD)


def discard(realm: Realm, color: int, card: int) -> None:
    """A played card leaves the game."""
    realm.hands[color].remove(card)
    realm.played = True


def check_purchase(realm: Realm, color: int) -> None:
    """Two a turn, as long as there are any."""
    need(realm.bought < MOST_BOUGHT, Fault.TWO_CARDS)
    need(bool(realm.pile), Fault.PILE_EMPTY)


def buy(realm: Realm, color: int) -> None:
    """The next card, which only the buyer sees."""
    card = realm.pile.pop()
    realm.hands[color].append(card)
    realm.bought += 1
    realm.tell(CardDrawn(card, to=frozenset({color})))


def purchase_acts(realm: Realm, color: int, card: int | None) -> list[Act]:
    """One, if a card can be bought."""
    if realm.bought >= MOST_BOUGHT or not realm.pile:
        return []
    return [nowhere(BUY_CARD.name)]
