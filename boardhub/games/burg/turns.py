"""
The first knights, turns, rounds and years (spec/burg-rules.md 2, 3.5, 3.6 and 5).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from boardhub.games.burg.board import START_SQUARES
from boardhub.games.burg.events import RoundEnded, TurnBegan, TurnEnded
from boardhub.games.burg.prompts import AskKing, AskKnight, AskTurn
from boardhub.games.burg.realm import Realm
from boardhub.games.burg.scoring import count_year
from boardhub.games.burg.stacks import STACKS, spread_leftovers, take_stack
from boardhub.games.rules import Result

#: Action points of a turn.
POINTS: Final = 5

YEARS: Final = 3


def clockwise(seats: int, first: int) -> list[int]:
    """The colours by number, from this one on and round."""
    return [(first + step) % seats for step in range(seats)]


def ask_first_knights(realm: Realm, ages: Sequence[int]) -> None:
    """The youngest begins; of equals, the lower number (spec/burg-rules.md 8.24)."""
    realm.order = clockwise(realm.seats, ages.index(min(ages)))
    realm.ask(AskKnight, realm.order[0])


def after_first_knight(realm: Realm, color: int) -> None:
    """The next one, or the king of year 1, whom the last one puts down."""
    behind = realm.order.index(color) + 1
    if behind < realm.seats:
        realm.ask(AskKnight, realm.order[behind])
        return
    begin_year(realm, color)


def begin_year(realm: Realm, color: int) -> None:
    """Deal the next year's stacks and ask a colour for the king."""
    realm.year += 1
    realm.round = realm.place = 0
    dealt = sorted(STACKS[realm.seats][realm.year - 1], reverse=True)
    realm.stacks = [list(dealt) for _ in realm.stacks]
    realm.ask(AskKing, color)


def begin_turn(realm: Realm, color: int) -> None:
    """With the largest stack that is left, and five action points."""
    realm.place = realm.order.index(color) + 1
    realm.blocks = take_stack(realm.stacks[color])
    realm.points = POINTS
    realm.bought = 0
    realm.played = False
    realm.acted = []
    realm.tell(TurnBegan(color))
    realm.ask(AskTurn, color)


def end_turn(realm: Realm, color: int) -> None:
    """What follows is the next turn, the next round, the king, or the end."""
    realm.tell(TurnEnded(color))
    realm.close()
    _clear(realm, color)
    if realm.place < realm.seats:
        begin_turn(realm, realm.order[realm.place])
        return
    realm.tell(RoundEnded())
    if realm.round < len(STACKS[realm.seats][realm.year - 1]):
        begin_round(realm)
        return
    _end_year(realm)


def begin_round(realm: Realm) -> None:
    """Everybody in the order of the year."""
    realm.round += 1
    begin_turn(realm, realm.order[0])


def last_placed(order: Sequence[int], scores: Sequence[int]) -> int:
    """Fewest points; of equals, the later one in the order of turns (spec/burg-rules.md 8.12)."""
    return min(reversed(order), key=lambda color: scores[color])


def leader(realm: Realm) -> int:
    """Most points; of equals, the earlier one in the order of turns (spec/burg-rules.md 8.6)."""
    return max(realm.order, key=lambda color: realm.scores[color])


def free_start_square(realm: Realm) -> int:
    """The first one in the list's order on which nobody stands."""
    return next(place for place in START_SQUARES if not realm.board.occupied(place))


def _clear(realm: Realm, color: int) -> None:
    realm.supply += spread_leftovers(realm.stacks[color], realm.blocks)
    realm.blocks = realm.points = realm.bought = 0
    realm.played = False
    realm.acted = []


def _end_year(realm: Realm) -> None:
    realm.supply += sum(map(sum, realm.stacks))
    realm.stacks = [[] for _ in realm.stacks]
    count_year(realm.board, realm.scores, realm.year, realm.order)
    if realm.year < YEARS:
        begin_year(realm, last_placed(realm.order, realm.scores))
        return
    realm.result = Result(tuple(realm.scores))
