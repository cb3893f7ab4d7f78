"""
The blocks that each turn of a year brings (spec/burg-rules.md 2.1 and 3.5).

A player's stacks of the turns to come are kept falling: the next turn takes
the largest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

#: No stack grows above this by what is left over.
HIGHEST_STACK: Final = 3

_TWO: Final = ((3, 3, 3, 3), (3, 3, 3, 3), (3, 3, 3, 3))
_THREE: Final = ((3, 3, 2, 2), (3, 3, 2), (3, 3, 2))
_FOUR: Final = ((2, 2, 2, 2), (2, 2, 2), (2, 2, 2))

#: By players, then by year - 1: one stack for each round.
STACKS: Final[Mapping[int, Sequence[tuple[int, ...]]]] = {2: _TWO, 3: _THREE, 4: _FOUR}


def next_stack(stacks: Sequence[int]) -> int:
    """What the next turn of the year will bring; 0 where there is none."""
    return max(stacks, default=0)


def take_stack(stacks: list[int]) -> int:
    """Take away the stack of the turn that begins; 0 where there is none."""
    blocks = next_stack(stacks)
    if stacks:
        stacks.remove(blocks)
    return blocks


def take_block(stacks: list[int]) -> None:
    """Take one block off the largest stack, which must have one; the stack stays, even empty."""
    largest = max(stacks)
    stacks[stacks.index(largest)] = largest - 1
    stacks.sort(reverse=True)


def spread_leftovers(stacks: list[int], blocks: int) -> int:
    """
    Lay what a turn has left, one by one, on the largest stack that is not
    full; returns how many found no room.
    """
    while blocks:
        growing = max([stack for stack in stacks if stack < HIGHEST_STACK], default=None)
        if growing is None:
            break
        stacks[stacks.index(growing)] = growing + 1
        blocks -= 1
    stacks.sort(reverse=True)
    return blocks
