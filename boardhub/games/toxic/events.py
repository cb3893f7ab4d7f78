"""
What happens in a game, for players and for spectators.

What tells where hidden players are, or what they have decided, is for one
player or for spectators alone; who turned RED, all may know. Energy and
toxicity are integers, hundredths of a point.
"""

from __future__ import annotations

from attrs import frozen

from boardhub.games.rules import Event, Score


@frozen
class Figure:
    """A player on the board: number, field, view."""

    number: int
    x: int
    y: int
    view: str


@frozen
class Looked(Event):
    """
    The block of a round, to its player alone: herself (``SET``), whom she
    sees (``SEE_PLAYER``, ascending), the energy of all who are in (``LIFE``,
    as (number, hundredths), ascending), fields she is told the toxicity of
    (``TOXIC``, as (x, y, hundredths)), and the round that begins (``START``).
    """

    round: int
    own: Figure
    seen: tuple[Figure, ...]
    lives: tuple[tuple[int, int], ...]
    toxic: tuple[tuple[int, int, int], ...]


@frozen
class RoundBegan(Event):
    """``START r``, to spectators."""

    round: int


@frozen
class Answered(Event):
    """``MOVE n direction view``, to spectators, in order of arrival; ``-`` twice: none came."""

    number: int
    direction: str
    view: str


@frozen
class Stood(Event):
    """Where all who are in stand, and their energy, ascending, to spectators."""

    figures: tuple[Figure, ...]
    lives: tuple[tuple[int, int], ...]


@frozen
class TurnedRed(Event):
    """
    A player is RED from now on (``TEAMCHANGE``); why, ``GIFT``, ``GEFANGEN``
    or ``LOS``, and by whom, ascending (``GRUND``).
    """

    number: int
    why: str
    by: tuple[int, ...] = ()


@frozen
class Scored(Event):
    """A player's points have changed (``PUNKTE``), to spectators; the new sum."""

    number: int
    points: Score


@frozen
class Lived(Event):
    """The last ``LIFE`` of all who are in, ascending, to players."""

    lives: tuple[tuple[int, int], ...]
