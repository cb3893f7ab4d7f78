"""
Knights put on the board and moved (spec/burg-rules.md 3.2, 3.3, 4 and 7.3).

Of each action: what refuses it, what it does, and which there are. All moves
do the same, so `move_knight` carries out each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from boardhub.games.burg.actions import (
    DIAGONAL,
    DOOR,
    FIRST_KNIGHT,
    JUMP,
    MOVE,
    NEW_KNIGHT,
    RELOCATE,
    TWO_LEVELS,
    Action,
)
from boardhub.games.burg.acts import at, chosen, leaving
from boardhub.games.burg.board import Board
from boardhub.games.burg.errors import Fault, need
from boardhub.games.burg.masks import ACROSS, ALL, BESIDE, BIT, SIZE, Mask, squares_of
from boardhub.games.burg.moves import Act
from boardhub.games.burg.passages import entries, ways_by_card, ways_through
from boardhub.games.burg.realm import Realm
from boardhub.games.rules import IllegalMove

#: How many levels a knight climbs in a step, and with the card for two.
STEP: Final = 1
HIGH_STEP: Final = 2

#: Whether the card that relocates a knight may lift him (spec/burg-rules.md 8.2).
RELOCATION_MAY_LIFT: Final[bool] = True


def check_first_knight(realm: Realm, color: int, place: int) -> None:
    """On a start block that nobody has taken."""
    need(not realm.board.occupied(place), Fault.OCCUPIED)
    need(realm.board.heights[place] > 0, Fault.IMPOSSIBLE)


def first_knight_acts(realm: Realm, color: int, card: int | None) -> list[Act]:
    """Every free start block."""
    board = realm.board
    return chosen(at(FIRST_KNIGHT.name), board.shape().levels[1] & board.free())


def check_new_knight(realm: Realm, color: int, place: int) -> None:
    """Beside an own knight, no higher than he."""
    board = realm.board
    need(realm.reserve[color] > 0, Fault.NO_KNIGHTS_LEFT)
    need(not board.occupied(place), Fault.OCCUPIED)
    beside = [board.heights[own] for own in board.knights[color] if BESIDE[own] & BIT[place]]
    need(bool(beside), Fault.NO_NEIGHBOUR)
    need(max(beside) >= board.heights[place], Fault.TOO_HIGH)


def place_knight(realm: Realm, color: int, place: int) -> None:
    """From the reserve onto the board."""
    realm.reserve[color] -= 1
    realm.board.place_knight(color, place)


def new_knight_acts(realm: Realm, color: int, card: int | None) -> list[Act]:
    """Every square beside an own knight that he does not look up to."""
    if not realm.reserve[color]:
        return []
    board = realm.board
    places = 0
    for own in board.knights[color]:
        places |= _beside(board, own, 0)
    return chosen(at(NEW_KNIGHT.name), places & board.free())


def move_knight(realm: Realm, color: int, source: int, target: int) -> None:
    """From one square to the other, however he got there."""
    realm.board.move_knight(color, source, target)


def check_move(realm: Realm, color: int, source: int, target: int) -> None:
    """
    A step or a passage. A square that is not beside him is judged as a
    passage only if he stands before a door (spec/burg-rules.md 8.21).
    """
    board = realm.board
    _check_source(board, color, source, target)
    need(not board.occupied(target), Fault.OCCUPIED)
    if BESIDE[source] & BIT[target]:
        need(_rise(board, source, target) <= STEP, Fault.TOO_HIGH)
        return
    _check_door(board, source, target)
    need(ways_through(board, source) & BIT[target] != 0, Fault.NO_PASSAGE)


def check_diagonal(realm: Realm, color: int, source: int, target: int) -> None:
    """One square diagonally."""
    board = realm.board
    _check_source(board, color, source, target)
    need(ACROSS[source] & BIT[target] != 0, Fault.TOO_FAR)
    need(not board.occupied(target), Fault.OCCUPIED)
    need(_rise(board, source, target) <= STEP, Fault.TOO_HIGH)


def check_door(realm: Realm, color: int, source: int, target: int) -> None:
    """In by a door, out by any door of the castle, also further up."""
    board = realm.board
    _check_source(board, color, source, target)
    need(not board.occupied(target), Fault.OCCUPIED)
    _check_door(board, source, target)
    need(ways_by_card(board, source) & BIT[target] != 0, Fault.NO_PASSAGE)


def check_relocation(realm: Realm, color: int, source: int, target: int) -> None:
    """Anywhere."""
    board = realm.board
    _check_source(board, color, source, target)
    need(not board.occupied(target), Fault.OCCUPIED)
    need(RELOCATION_MAY_LIFT or _rise(board, source, target) <= 0, Fault.TOO_HIGH)


def check_two_levels(realm: Realm, color: int, source: int, target: int) -> None:
    """A step that climbs two levels at most (spec/burg-rules.md 8.16)."""
    board = realm.board
    _check_source(board, color, source, target)
    need(_in_line(source, target), Fault.NOT_STRAIGHT)
    need(_distance(source, target) <= 1, Fault.TOO_FAR)
    need(not board.occupied(target), Fault.OCCUPIED)
    need(_rise(board, source, target) <= HIGH_STEP, Fault.TOO_HIGH)


def check_jump(realm: Realm, color: int, source: int, target: int) -> None:
    """Straight over one piece, the king too (spec/burg-rules.md 8.15)."""
    board = realm.board
    _check_source(board, color, source, target)
    need(_in_line(source, target), Fault.NOT_STRAIGHT)
    distance = _distance(source, target)
    need(distance <= 2, Fault.TOO_FAR)
    need(distance == 2 and board.occupied((source + target) // 2), Fault.IMPOSSIBLE)
    need(not board.occupied(target), Fault.OCCUPIED)
    need(_rise(board, source, target) <= STEP, Fault.TOO_HIGH)


def _steps_and_passages(board: Board, source: int) -> Mask:
    return _beside(board, source, STEP) | ways_through(board, source) & ~BESIDE[source]


def _diagonals(board: Board, source: int) -> Mask:
    return ACROSS[source] & ~_above(board, source, STEP)


def _everywhere(board: Board, source: int) -> Mask:
    return ALL if RELOCATION_MAY_LIFT else ALL & ~_above(board, source, 0)


def _high_steps(board: Board, source: int) -> Mask:
    return _beside(board, source, HIGH_STEP)


def _jumps(board: Board, source: int) -> Mask:
    behind = 0
    for middle in squares_of(BESIDE[source] & board.pieces()):
        target = 2 * middle - source
        if 0 <= target < len(BIT) and BESIDE[middle] & BIT[target]:
            behind |= BIT[target]
    return behind & ~_above(board, source, STEP)


def _listing(
    action: Action, reach: Callable[[Board, int], Mask]
) -> Callable[[Realm, int, int | None], list[Act]]:
    """How to list the moves of an action of which ``reach`` knows the targets, empty or not."""

    def acts(realm: Realm, color: int, card: int | None) -> list[Act]:
        board = realm.board
        free = board.free()
        found: list[Act] = []
        for source in board.knights[color]:
            targets = reach(board, source) & free
            if targets:
                found += chosen(leaving(action.name, source, card), targets)
        return found

    return acts


move_acts = _listing(MOVE, _steps_and_passages)
diagonal_acts = _listing(DIAGONAL, _diagonals)
door_acts = _listing(DOOR, ways_by_card)
relocation_acts = _listing(RELOCATE, _everywhere)
two_levels_acts = _listing(TWO_LEVELS, _high_steps)
jump_acts = _listing(JUMP, _jumps)


def _above(board: Board, source: int, rise: int) -> Mask:
    """The squares that are more than so many levels higher."""
    return board.shape().levels[board.heights[source] + rise + 1]


def _beside(board: Board, source: int, rise: int) -> Mask:
    """The squares beside one, at most so many levels higher."""
    return BESIDE[source] & ~_above(board, source, rise)


def _rise(board: Board, source: int, target: int) -> int:
    return board.heights[target] - board.heights[source]


def _check_source(board: Board, color: int, source: int, target: int) -> None:
    need(source in board.knights[color], Fault.NO_KNIGHT)
    need(source != target, Fault.IMPOSSIBLE)


def _check_door(board: Board, source: int, target: int) -> None:
    if entries(board, source):
        return
    need(_in_line(source, target), Fault.NOT_STRAIGHT)
    raise IllegalMove(Fault.TOO_FAR)


def _in_line(source: int, target: int) -> bool:
    """Whether two squares are of one row or one column."""
    return source // SIZE == target // SIZE or source % SIZE == target % SIZE


def _distance(source: int, target: int) -> int:
    """How far two squares in line are apart."""
    return abs(target // SIZE - source // SIZE) + abs(target % SIZE - source % SIZE)
