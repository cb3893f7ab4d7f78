"""
The king, and who begins the year (spec/burg-rules.md 5, 7.3 and 8.6).
"""

from __future__ import annotations

from boardhub.games.burg.actions import KING
from boardhub.games.burg.acts import coordinates, kings
from boardhub.games.burg.board import SIZE, square
from boardhub.games.burg.errors import Fault, need
from boardhub.games.burg.events import Acted
from boardhub.games.burg.masks import Mask, squares_of
from boardhub.games.burg.moves import PlaceKing
from boardhub.games.burg.realm import Realm
from boardhub.games.burg.turns import begin_round, clockwise, free_start_square, leader


def check_king(realm: Realm, move: PlaceKing) -> None:
    """On a castle, where no knight stands; he may stay. A named colour must play."""
    need(0 <= move.x < SIZE and 0 <= move.y < SIZE, Fault.IMPOSSIBLE)
    need(move.color is None or 0 <= move.color < realm.seats, Fault.INVALID)
    place = square(move.x, move.y)
    need(not realm.board.holds_knight(place), Fault.OCCUPIED)
    need(realm.board.heights[place] > 0, Fault.IMPOSSIBLE)


def place_king(realm: Realm, color: int, move: PlaceKing) -> None:
    """And the year begins."""
    realm.board.king = square(move.x, move.y)
    realm.tell(Acted(color, KING.name, (move.x, move.y)))
    if realm.year > 1:
        realm.order = clockwise(realm.seats, _first(realm, color, move.color))
    realm.close()
    begin_round(realm)


def king_moves(realm: Realm, color: int) -> list[PlaceKing]:
    """
    Each square without a colour, and from year 2 on with each colour that
    changes who begins: neither the own one nor the leader.
    """
    places = squares_of(_places(realm))
    named: list[int | None] = [None]
    if realm.year > 1:
        named += [each for each in range(realm.seats) if each not in (color, leader(realm))]
    return [kings(each)[place] for place in places for each in named]


def default_king(realm: Realm) -> PlaceKing:
    """He stays; in year 1 he goes on the first free start square (spec/burg-rules.md 8.13)."""
    place = realm.board.king
    if place is None:
        place = free_start_square(realm)
    return PlaceKing(*coordinates(place))


def _first(realm: Realm, color: int, named: int | None) -> int:
    return leader(realm) if named is None or named == color else named


def _places(realm: Realm) -> Mask:
    board = realm.board
    knights = sum([1 << place for own in board.knights for place in own])
    return board.shape().levels[1] & ~knights
