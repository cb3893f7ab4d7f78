"""
What a player can decide, one class per command of the protocol.

Colours are 0..N-1, amoebas 0..6, genes 0..19, directions 1..5; *cubes* are
one count per colour. ``amoeba`` is always the player's own.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from boardhub.games.rules import Move

Cubes: TypeAlias = tuple[int, ...]


@frozen
class Ready(Move):
    """``BEREIT``"""


@frozen
class ChoosePosition(Move):
    """``POSITION``: a free start space of the ladder."""

    position: int


@frozen
class Place(Move):
    """``AMOEBE_SETZEN`` in the set-up: one amoeba on a square without any."""

    amoeba: int
    x: int
    y: int


@frozen
class Roll(Move):
    """``WUERFELN``: two dice for a movement or a flight."""


@frozen
class Tentacle(Move):
    """``TENTAKEL``: cubes that the next displacement takes along."""

    amoeba: int
    cubes: Cubes


@frozen
class Go(Move):
    """``BEWEGEN``: drift, a rolled movement, or standing still."""

    amoeba: int
    direction: int


@frozen
class NoSecondMove(Move):
    """``KEINE_ZWEITE_BEWEGUNG``"""

    amoeba: int


@frozen
class Eat(Move):
    """``FRESSEN``: the cubes eaten; all zero: it starves."""

    amoeba: int
    cubes: Cubes


@frozen
class Starve(Move):
    """
    Eating nothing, without the hint that a declared parasitism found no meal.
    Only a default: the wire has no word for it.
    """

    amoeba: int


@frozen
class Parasitize(Move):
    """``PARASITISMUS``: the next meal needs a cube less, ``victim`` pays."""

    amoeba: int
    victim: int


@frozen
class Struggle(Move):
    """``UEBERLEBENSKAMPF``: a hungry amoeba attacks another in its square."""

    amoeba: int
    victim: int
    victim_amoeba: int


@frozen
class Flee(Move):
    """``FLUCHT``: a step out of the attacker's square, after a `Roll`."""

    amoeba: int
    direction: int


@frozen
class NoFlight(Move):
    """``KEINE_FLUCHT``"""

    amoeba: int


@frozen
class Defend(Move):
    """``VERTEIDIGUNG``"""

    amoeba: int


@frozen
class NoDefence(Move):
    """``KEINE_VERTEIDIGUNG``"""

    amoeba: int


@frozen
class Surrender(Move):
    """
    She flees if she has rolled for it (``direction``), and gives up all other
    means against this attack unasked. Only a default: the wire has no word
    for it.
    """

    amoeba: int
    direction: int | None


@frozen
class Hold(Move):
    """``KLAMMERN``: go along with an amoeba that leaves the square."""

    amoeba: int
    other: int
    other_amoeba: int


@frozen
class LetGo(Move):
    """``NICHT_KLAMMERN``"""

    amoeba: int
    other: int
    other_amoeba: int


@frozen
class Compensate(Move):
    """``DEFEKT_AUSGLEICHEN``: genes given up; biology points pay the rest."""

    genes: tuple[int, ...]


@frozen
class BuyGenes(Move):
    """
    ``GEN_KAUFEN`` to ``GEN_KAUFEN_ENDE``: pairs of a gene and the predecessor
    named with it, or None.
    """

    purchases: tuple[tuple[int, int | None], ...]


@frozen
class Divide(Move):
    """``AMOEBE_SETZEN`` lines to ``AMOEBE_SETZEN_ENDE``: (amoeba, x, y) each."""

    placements: tuple[tuple[int, int, int], ...]


@frozen
class Aggress(Move):
    """``AGGRESSION``: an attack in phase 5."""

    amoeba: int
    victim: int
    victim_amoeba: int


@frozen
class Peace(Move):
    """``KEINE_AGGRESSION``"""


MOVES: tuple[type[Move], ...] = (
    Ready, ChoosePosition, Place, Roll, Tentacle, Go, NoSecondMove, Eat, Starve, Parasitize,
    Struggle, Flee, NoFlight, Defend, NoDefence, Surrender, Hold, LetGo, Compensate, BuyGenes,
    Divide, Aggress, Peace,
)  # fmt: skip
