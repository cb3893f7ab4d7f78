"""
What may be known of a position: everything but the pile of cards and the
others' hands.
"""

from __future__ import annotations

from attrs import frozen

from boardhub.games.burg.events import Acted


@frozen
class Seen:
    """
    What a viewer may know of a position.

    A square is a number, 8*y + x. ``heights`` has one entry per square,
    ``knights`` the squares of each colour's knights, ``king`` a square or
    None. ``order`` is the order of turns in this year (before year 1: of the
    set-up). ``year`` (``PHASE``), ``round`` and ``place`` (``ZUG``, the place
    in the round) count from 1 and are 0 where there is none yet; ``active``
    is who is at turn or asked, or None. ``blocks`` are what each colour can
    still set in its turn, or in its next one of this year. ``stacks`` are the
    blocks of each later turn of the year, ``reserve`` the knights not on the
    board, ``cards`` how many each holds, ``pile`` how many can still be
    bought.

    ``hand`` are the viewer's own cards in the order of purchase, the last
    ``bought`` of them, if the viewer is at turn, from this turn and not yet
    playable; ``acted`` are the actions accepted in this turn, ``points`` the
    action points left in it.
    """

    seats: int
    order: tuple[int, ...]
    year: int
    round: int
    place: int
    active: int | None
    heights: tuple[int, ...]
    knights: tuple[tuple[int, ...], ...]
    king: int | None
    scores: tuple[int, ...]
    blocks: tuple[int, ...]
    stacks: tuple[tuple[int, ...], ...]
    reserve: tuple[int, ...]
    supply: int
    cards: tuple[int, ...]
    pile: int
    hand: tuple[int, ...]
    bought: int
    played: bool
    points: int
    acted: tuple[Acted, ...]
