"""
Blocks laid, moved, and pushed under a knight (spec/burg-rules.md 3.4, 4 and 7.3).

Of each action: what refuses it, what it does, and which there are.
"""

from __future__ import annotations

from typing import Final

from boardhub.games.burg.actions import BLOCK, BLOCK_UNDER, COMMON_BLOCK, MOVE_BLOCK
from boardhub.games.burg.acts import at, chosen, leaving
from boardhub.games.burg.board import Board
from boardhub.games.burg.castles import in_one_piece, sites
from boardhub.games.burg.errors import Fault, need
from boardhub.games.burg.masks import ALL, BIT, Mask, spread, squares_of
from boardhub.games.burg.moves import Act
from boardhub.games.burg.realm import Realm
from boardhub.games.burg.stacks import next_stack, take_block
from boardhub.games.rules import IllegalMove

#: Castles that must remain when a block is moved.
FEWEST_CASTLES: Final = 6

#: Whether a moved block may begin a castle of its own (spec/burg-rules.md 8.3).
MOVED_BLOCK_MAY_FOUND: Final[bool] = False


def check_block(realm: Realm, color: int, place: int) -> None:
    """A block of this turn's stack onto a square without a piece."""
    need(realm.blocks > 0, Fault.NO_BLOCK)
    _check_site(realm.board, place)


def lay_block(realm: Realm, color: int, place: int) -> None:
    """One block less in hand."""
    realm.blocks -= 1
    realm.board.add(place)


def block_acts(realm: Realm, color: int, card: int | None) -> list[Act]:
    """Every square that can take a block."""
    if not realm.blocks:
        return []
    return chosen(at(BLOCK.name), _free_sites(realm.board))


def check_common_block(realm: Realm, color: int, place: int) -> None:
    """The same from the supply that nobody owns."""
    need(realm.supply > 0, Fault.NO_BLOCK)
    _check_site(realm.board, place)


def lay_common_block(realm: Realm, color: int, place: int) -> None:
    """One block less in the supply."""
    realm.supply -= 1
    realm.board.add(place)


def common_block_acts(realm: Realm, color: int, card: int | None) -> list[Act]:
    """Every square that can take a block."""
    if not realm.supply:
        return []
    return chosen(at(COMMON_BLOCK.name, card), _free_sites(realm.board))


def check_block_under(realm: Realm, color: int, place: int) -> None:
    """A block of any own stack of this year under an own knight; it may begin a castle."""
    board = realm.board
    need(place in board.knights[color], Fault.IMPOSSIBLE)
    need(_has_block(realm, color), Fault.NO_BLOCK)
    need(BIT[place] & _under(board) != 0, Fault.CASTLE_BROKEN)


def push_block_under(realm: Realm, color: int, place: int) -> None:
    """From this turn's stack, else from the largest of the year (spec/burg-rules.md 8.18)."""
    if realm.blocks:
        realm.blocks -= 1
    else:
        take_block(realm.stacks[color])
    realm.board.add(place)


def block_under_acts(realm: Realm, color: int, card: int | None) -> list[Act]:
    """Every own knight who can rise."""
    if not _has_block(realm, color):
        return []
    acts, possible = at(BLOCK_UNDER.name, card), _under(realm.board)
    return [acts[place] for place in realm.board.knights[color] if BIT[place] & possible]


def check_moved_block(realm: Realm, color: int, source: int, target: int) -> None:
    """
    The top of one square onto another. The castle it comes from is judged
    first, then the new place on what is left (spec/burg-rules.md 6.2).
    """
    board = realm.board
    need(board.heights[source] > 0, Fault.IMPOSSIBLE)
    need(not board.occupied(source) and not board.occupied(target), Fault.OCCUPIED)
    need(source != target, Fault.IMPOSSIBLE)
    left = board.copy()
    left.take(source)
    rest = board.shape().around(source) & left.shape().levels[1]
    need(in_one_piece(rest), Fault.CASTLE_SPLIT)
    need(_holds(left, rest), Fault.CASTLE_BROKEN)
    _check_new_place(left, target)
    left.add(target)
    need(len(left.shape().masks) >= FEWEST_CASTLES, Fault.TOO_FEW_CASTLES)


def move_block(realm: Realm, color: int, source: int, target: int) -> None:
    """No block comes or goes."""
    realm.board.take(source)
    realm.board.add(target)


def moved_block_acts(realm: Realm, color: int, card: int | None) -> list[Act]:
    """Every uncovered block that may go, to every place that can take it."""
    board = realm.board
    free = board.free()
    acts: list[Act] = []
    for castle in board.shape().masks:
        others = [each for each in board.shape().masks if each != castle]
        flat = castle & ~board.shape().levels[2]
        if castle != flat:
            targets = _targets(board, [*others, castle])
            for source in squares_of(castle & ~flat & free):
                table = leaving(MOVE_BLOCK.name, source, card)
                acts += chosen(table, targets & free & ~BIT[source])
        for source in squares_of(flat & free):
            rest = castle & ~BIT[source]
            if not in_one_piece(rest) or not _holds(board, rest):
                continue
            targets = _targets(board, [*others, rest] if rest else others)
            table = leaving(MOVE_BLOCK.name, source, card)
            acts += chosen(table, targets & free & ~BIT[source])
    return acts


def _targets(board: Board, castles: list[Mask]) -> Mask:
    """Where a block can go that was taken off, when these castles are left."""
    lonely = 0
    if MOVED_BLOCK_MAY_FOUND:
        ground = sum(castles)
        lonely = ALL & ~ground & ~spread(ground)
    targets = 0
    if len(castles) >= FEWEST_CASTLES:
        targets = sites(board.shape().levels, castles)
    return targets | (lonely if len(castles) + 1 >= FEWEST_CASTLES else 0)


def _holds(board: Board, castle: Mask) -> bool:
    """Whether no square of what is left of a castle is higher than its area."""
    return not castle & board.shape().levels[castle.bit_count() + 1]


def _free_sites(board: Board) -> Mask:
    return board.shape().sites & board.free()


def _check_site(board: Board, place: int) -> None:
    need(not board.occupied(place), Fault.OCCUPIED)
    if BIT[place] & board.shape().sites:
        return
    alone = not board.heights[place] and not board.shape().beside(place)
    raise IllegalMove(Fault.NEW_CASTLE if alone else Fault.CASTLE_BROKEN)


def _check_new_place(left: Board, target: int) -> None:
    shape = left.shape()
    if not left.heights[target]:
        need(MOVED_BLOCK_MAY_FOUND or shape.beside(target) > 0, Fault.NEW_CASTLE)
        need(shape.beside(target) < 2, Fault.CASTLES_JOINED)
        return
    need(BIT[target] & shape.sites != 0, Fault.CASTLE_BROKEN)


def _has_block(realm: Realm, color: int) -> bool:
    return realm.blocks > 0 or next_stack(realm.stacks[color]) > 0


def _under(board: Board) -> Mask:
    """Where a block can be pushed under: where one could be laid, and on lonely bare squares."""
    shape = board.shape()
    return shape.sites | ALL & ~shape.levels[1] & ~spread(shape.levels[1])
