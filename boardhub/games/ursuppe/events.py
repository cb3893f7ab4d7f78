"""
What happens in a game, one class per message of the protocol.

``color`` is the colour of whoever did it, or whom it concerns.
"""

from __future__ import annotations

from attrs import frozen

from boardhub.games.rules import Event
from boardhub.games.ursuppe.moves import Cubes


@frozen
class WasReady(Event):
    """``BEREIT f``; who sent it does not get it."""

    color: int


@frozen
class PositionChosen(Event):
    """``POSITION f p``"""

    color: int
    position: int


@frozen
class AmoebasPlaced(Event):
    """
    ``AMOEBE_SETZEN f nr x y`` for each (amoeba, x, y), then
    ``AMOEBE_SETZEN_ENDE f``; in phase 4 also without any.
    """

    color: int
    placements: tuple[tuple[int, int, int], ...]


@frozen
class Damaged(Event):
    """``AMOEBE_SCHADEN f nr``: one more damage point."""

    color: int
    amoeba: int


@frozen
class RoundBegan(Event):
    """``RUNDE r``"""

    number: int


@frozen
class Rolled(Event):
    """``WUERFEL f w1 w2``"""

    color: int
    first: int
    second: int


@frozen
class PointsChanged(Event):
    """``BIOPUNKTE f difference``, never 0."""

    color: int
    difference: int


@frozen
class Moved(Event):
    """
    The block ``BEWEGUNG`` ... ``BEWEGUNG_ENDE``. Direction 5: it stays.

    ``cubes`` are what tentacles took along (empty: no line); ``holders`` are
    (colour, amoeba) of those that went along by holding on.
    """

    color: int
    amoeba: int
    direction: int
    flight: bool = False
    cubes: Cubes = ()
    holders: tuple[tuple[int, int], ...] = ()


@frozen
class Ate(Event):
    """``FRESSEN f nr a:b:..``; zeros: it starves."""

    color: int
    amoeba: int
    cubes: Cubes


@frozen
class FoodAdded(Event):
    """``NAEHRSTOFF f n x y``: cubes of colour f out of the supply, n > 0."""

    color: int
    count: int
    x: int
    y: int


@frozen
class Parasitized(Event):
    """``PARASITISMUS f nr f2``"""

    color: int
    amoeba: int
    victim: int


@frozen
class ParasiteStarved(Event):
    """
    To the player alone (error 23): parasitism was declared, but the amoeba
    starves.
    """


@frozen
class Attacked(Event):
    """``AMOEBE_ANGEGRIFFEN f2 nr2 f nr``"""

    victim: int
    victim_amoeba: int
    color: int
    amoeba: int


@frozen
class CanWard(Event):
    """``ABWEHR f nr``: the victim has a gene to ward the attack off with."""

    color: int
    amoeba: int


@frozen
class DefenceFailed(Event):
    """``VERTEIDIGUNG_ERFOLGLOS f nr``"""

    color: int
    amoeba: int


@frozen
class DefenceWorked(Event):
    """``VERTEIDIGUNG_ERFOLGREICH f nr``"""

    color: int
    amoeba: int


@frozen
class AmoebaRemoved(Event):
    """``AMOEBE_ENTFERNT f nr``"""

    color: int
    amoeba: int


@frozen
class CardTurned(Event):
    """``UMWELTKARTE direction ozone``"""

    direction: int
    ozone: int


@frozen
class DefectsPaid(Event):
    """``DEFEKT_AUSGLEICHEN f``, ``ABGEBEN g`` each, ``..._ENDE f``"""

    color: int
    genes: tuple[int, ...]


@frozen
class GenesBought(Event):
    """``GEN_KAUFEN f``, ``GEN g`` each, ``ABGEBEN g`` each, ``..._ENDE f``"""

    color: int
    genes: tuple[int, ...]
    given_up: tuple[int, ...]


@frozen
class Aggressed(Event):
    """``AGGRESSION f nr f2 nr2``"""

    color: int
    amoeba: int
    victim: int
    victim_amoeba: int


@frozen
class Scored(Event):
    """``PUNKTE f total``: where the marker stands on the ladder, from 0."""

    color: int
    total: int
