"""
The blocks of a year: one stack a turn, and what is left of it
(spec/burg-rules.md 2.1, 3.5).
"""

from __future__ import annotations

import pytest

from boardhub.games.burg.moves import EndTurn
from boardhub.games.burg.stacks import STACKS
from tests.burg.positions import (
    act,
    asked,
    begun,
    card_turn,
    end_turns,
    opened,
    play,
    total,
    turn,
)

TABLE = {
    2: ((3, 3, 3, 3), (3, 3, 3, 3), (3, 3, 3, 3)),
    3: ((3, 3, 2, 2), (3, 3, 2), (3, 3, 2)),
    4: ((2, 2, 2, 2), (2, 2, 2), (2, 2, 2)),
}


def sizes(stacks: list[int]) -> list[int]:
    """Stacks from the largest down; their order on the table means nothing."""
    return sorted(stacks, reverse=True)


@pytest.mark.parametrize(("seats", "blocks", "supply"), [(2, 36, 12), (3, 26, 6), (4, 20, 4)])
def test_table(seats: int, blocks: int, supply: int) -> None:
    """The stacks of each year; with the supply and the start blocks there are 92."""
    assert tuple(tuple(year) for year in STACKS[seats]) == TABLE[seats]
    assert sum(map(sum, TABLE[seats])) == blocks
    assert 8 + seats * blocks + supply == 92
    assert total(opened(*range(20, 20 + seats)), TABLE[seats]) == 92
    assert begun(*range(20, 20 + seats)).supply == supply


@pytest.mark.parametrize(
    ("seats", "first", "rest"), [(2, 3, [3, 3, 3]), (3, 3, [3, 2, 2]), (4, 2, [2, 2, 2])]
)
def test_first_turn_takes_the_largest_stack(seats: int, first: int, rest: list[int]) -> None:
    """The turn has the largest stack in hand, the others are still to come."""
    state = opened(*range(20, 20 + seats))
    assert (state.blocks, sizes(state.stacks[0])) == (first, rest)
    assert sizes(state.stacks[1]) == sizes([first, *rest])


@pytest.mark.parametrize(
    ("seats", "placed", "stacks", "supply"),
    [
        (3, 0, [3, 3, 3], 7),
        (3, 1, [3, 3, 3], 6),
        (3, 2, [3, 3, 2], 6),
        (3, 3, [3, 2, 2], 6),
        (4, 0, [3, 3, 2], 4),
        (4, 1, [3, 2, 2], 4),
        (4, 2, [2, 2, 2], 4),
        (2, 0, [3, 3, 3], 15),
        (2, 2, [3, 3, 3], 13),
    ],
)
def test_leftovers_of_the_first_turn(
    seats: int, placed: int, stacks: list[int], supply: int
) -> None:
    """Each block left goes onto the largest stack below 3, else to the supply."""
    state = opened(*range(20, 20 + seats))
    for where in ((4, 1), (3, 0), (5, 0))[:placed]:
        play(state, act("SETZE_BAUSTEIN", *where))
    play(state, EndTurn())
    assert sizes(state.stacks[0]) == stacks
    assert state.supply == supply


def test_later_turns_use_the_largest_stack() -> None:
    """A turn takes 3 before 2, wherever they lie."""
    state = turn("0 1O")
    state.stacks[1] = [2, 3, 2]
    play(state, EndTurn())
    assert asked(state) == 1
    assert (state.blocks, sizes(state.stacks[1])) == (3, [2, 2])


def test_what_is_left_of_the_year_goes_to_the_supply() -> None:
    """
    Three players who place nothing lose the 10 blocks of each year: 6 in the
    supply at first, 36 after year 1, 60 after year 2, 84 at the end.
    """
    state = opened(20, 30, 40)
    supplies = []
    for turns in (12, 9, 9):
        end_turns(state, turns)
        supplies.append(state.supply)
        if state.result is None:
            king = state.default_move(asked(state))
            assert king is not None
            state.apply(asked(state), king)
    assert supplies == [36, 60, 84]


def test_blocks_that_the_view_shows() -> None:
    """
    What is left in hand for the player at turn; for the others their next
    stack, 0 when they have no turn left in the year (7.7).
    """
    state = turn("0 1O 1", 1, stacks=[[], [2], [3, 2]], blocks=3)
    assert state.view(None).blocks == (0, 3, 3)
    play(state, act("SETZE_BAUSTEIN", 1, 0))
    assert state.view(None).blocks == (0, 2, 3)


def test_blocks_before_a_year() -> None:
    """While the king of year 2 is asked for, each has the first stack of it."""
    state = opened(20, 30, 40)
    end_turns(state, 12)
    view = state.view(None)
    assert (view.year, view.blocks) == (2, (3, 3, 3))


def under(blocks: int, stacks: list[int]) -> tuple[int, list[int]]:
    """What is left in hand and of a player's stacks after card 2."""
    state = card_turn("0 1O 1", "UNTERSCHIEBE_BAUSTEIN", blocks=blocks)
    state.stacks[0] = stacks
    play(state, act("UNTERSCHIEBE_BAUSTEIN", 0, 0))
    return state.blocks, sizes(state.stacks[0])


def test_card_takes_from_the_stack_in_hand_first() -> None:
    """A later stack is touched only when the one in hand is empty (8.18)."""
    assert under(1, [3, 3]) == (0, [3, 3])


def test_card_takes_from_the_largest_later_stack() -> None:
    """The largest one of the year, when nothing is in hand."""
    assert under(0, [2, 3]) == (0, [2, 2])


def test_emptied_stack_stays_a_turn() -> None:
    """
    A stack that the card has emptied is still a turn, with no block: the year
    keeps its four rounds (3.5).
    """
    assert under(0, [1]) == (0, [0])
    state = card_turn("0 1O 1\n5 1B 0 1G 0 1", "UNTERSCHIEBE_BAUSTEIN", blocks=0)
    state.round, state.stacks = 3, [[1], [2, 2], [2, 2]]
    play(state, act("UNTERSCHIEBE_BAUSTEIN", 0, 0))
    end_turns(state, 3)
    assert (asked(state), state.round, state.blocks) == (0, 4, 0)
    assert state.view(None).blocks == (0, 3, 3)
    end_turns(state, 3)
    assert state.year == 2


def test_two_players_refill_what_the_card_has_taken() -> None:
    """
    From 3 3 3 the card takes one with nothing in hand; in the next turn a
    whole stack is left, of which one block fills the gap and two go to the
    supply.
    """
    state = card_turn("0 1O 1\n5 1B", "UNTERSCHIEBE_BAUSTEIN", seats=2, hands=[[22], []])
    state.round, state.blocks, state.stacks = 1, 0, [[3, 3, 3], [3, 3, 3, 3]]
    supply = state.supply
    play(state, act("UNTERSCHIEBE_BAUSTEIN", 0, 0))
    assert sizes(state.stacks[0]) == [3, 3, 2]
    end_turns(state, 2)
    assert state.supply == supply + 3
    assert (asked(state), state.blocks, sizes(state.stacks[0])) == (0, 3, [3, 2])
    play(state, EndTurn())
    assert (state.supply, sizes(state.stacks[0])) == (supply + 5, [3, 3])
