"""
What may be known of a position.
"""

from __future__ import annotations

from attrs import frozen

from boardhub.games.rules import Score
from boardhub.games.toxic.events import Figure, Looked


@frozen
class Standing:
    """
    How a player stands: whether in the game, RED or BLUE, energy in
    hundredths, points. All of it is public at any time.
    """

    inside: bool
    red: bool
    life: int
    points: Score


@frozen
class Seen:
    """
    What a viewer may know.

    ``round`` is the one that is open, or the last; 0 before the first.
    ``rows`` are the map's, ``#`` for walls; they are no secret once the game
    has begun. ``standings`` has one entry per seat. Only spectators know the
    ``figures`` of all who are in (none before the game begins), whose moves
    are in (``answered``, in order of arrival) and the rows of the toxicity
    (empty: there is no file). Only a player has a ``block``: her latest one,
    or None; and ``open`` says whether her move of the round is still missing.
    """

    round: int
    rows: tuple[str, ...]
    standings: tuple[Standing, ...]
    figures: tuple[Figure, ...] = ()
    answered: tuple[int, ...] = ()
    toxicity: tuple[str, ...] = ()
    block: Looked | None = None
    open: bool = False
