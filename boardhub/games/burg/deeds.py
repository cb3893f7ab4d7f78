"""
What each action is made of: what refuses it, what it does, and which there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from attrs import frozen

from boardhub.games.burg import actions, blocks, cards, knights, points
from boardhub.games.burg.actions import Action
from boardhub.games.burg.moves import Act
from boardhub.games.burg.realm import Realm


@frozen
class Deed:
    """
    The parts of an action, each called with the realm and the colour.

    ``check`` and ``carry_out`` take the squares as well, ``acts`` the card to
    be played or None. What is asked of all actions alike (points, cards) is
    the caller's.
    """

    action: Action
    check: Callable[..., None]
    carry_out: Callable[..., None]
    acts: Callable[[Realm, int, int | None], list[Act]]


_DEEDS: Final = (
    Deed(actions.SCORE, points.check_nothing, points.score_point, points.score_acts),
    Deed(
        actions.NEW_KNIGHT, knights.check_new_knight, knights.place_knight, knights.new_knight_acts
    ),
    Deed(actions.BLOCK, blocks.check_block, blocks.lay_block, blocks.block_acts),
    Deed(actions.MOVE, knights.check_move, knights.move_knight, knights.move_acts),
    Deed(actions.BUY_CARD, cards.check_purchase, cards.buy, cards.purchase_acts),
    Deed(actions.MOVE_BLOCK, blocks.check_moved_block, blocks.move_block, blocks.moved_block_acts),
    Deed(actions.DIAGONAL, knights.check_diagonal, knights.move_knight, knights.diagonal_acts),
    Deed(
        actions.BLOCK_UNDER,
        blocks.check_block_under,
        blocks.push_block_under,
        blocks.block_under_acts,
    ),
    Deed(actions.RELOCATE, knights.check_relocation, knights.move_knight, knights.relocation_acts),
    Deed(
        actions.TWO_LEVELS, knights.check_two_levels, knights.move_knight, knights.two_levels_acts
    ),
    Deed(actions.JUMP, knights.check_jump, knights.move_knight, knights.jump_acts),
    Deed(
        actions.COMMON_BLOCK,
        blocks.check_common_block,
        blocks.lay_common_block,
        blocks.common_block_acts,
    ),
    Deed(actions.DOOR, knights.check_door, knights.move_knight, knights.door_acts),
    Deed(actions.SIX_POINTS, points.check_nothing, points.gain_points, points.six_acts),
    Deed(actions.SEVEN_POINTS, points.check_nothing, points.gain_points, points.seven_acts),
    Deed(
        actions.FIRST_KNIGHT,
        knights.check_first_knight,
        knights.place_knight,
        knights.first_knight_acts,
    ),
)

#: By the first name of the action; all but the king's.
DEEDS: Final[Mapping[str, Deed]] = {deed.action.name: deed for deed in _DEEDS}

#: For which no card is needed, in a turn.
BASIC: Final = tuple(
    deed for deed in _DEEDS if deed.action.card is None and deed.action is not actions.FIRST_KNIGHT
)

#: By the kind of the card that is played.
BY_KIND: Final[Mapping[int, Deed]] = {
    deed.action.card: deed for deed in _DEEDS if deed.action.card is not None
}
