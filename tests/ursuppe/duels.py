"""
Attacks of one amoeba on another, as the tests of struggle, aggression and
ward need them.

The attacker is colour 0's amoeba 3, the victim colour 2's amoeba 5, both on
(2, 1): from there a step leads west to (1, 1) or east to (3, 1), while north
and south are blocked. Colour 3 has amoeba 0 far off on (0, 4), so that phase
1 goes on after the attack. There is no food unless the test lays some.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from boardhub.games.rules import Event
from boardhub.games.ursuppe.moves import Aggress, Struggle
from boardhub.games.ursuppe.prompts import AskWard
from boardhub.games.ursuppe.state import Ursuppe
from tests.ursuppe.positions import Side, Square, at_meal, play, position, start

PLACE: Square = (2, 1)

HUNGRY = Side({3: PLACE}, genes=(13,), points=5)
"""An attacker of phase 1."""

VIOLENT = Side({3: PLACE}, genes=(18,), points=5)
"""An attacker of phase 5."""

PREY = Side({5: PLACE})
"""A victim without genes and with 4 biology points."""

FAR = Side({0: (0, 4)})


def struggle(
    attacker: Side = HUNGRY,
    victim: Side = PREY,
    *,
    others: Mapping[int, Side] | None = None,
    food: Mapping[Square, Sequence[int]] | None = None,
    supply: Mapping[int, int] | None = None,
) -> Ursuppe:
    """Phase 1, at the meal of the attacker."""
    sides = {0: attacker, 2: victim, 3: FAR, **(others or {})}
    return at_meal(position(4, sides, food=food, supply=supply), 0, 3)


def aggression(
    attacker: Side = VIOLENT,
    victim: Side = PREY,
    *,
    others: Mapping[int, Side] | None = None,
    food: Mapping[Square, Sequence[int]] | None = None,
    supply: Mapping[int, int] | None = None,
) -> Ursuppe:
    """Phase 5, the deaths over, the attacker asked."""
    sides = {0: attacker, 2: victim, 3: FAR, **(others or {})}
    state = position(4, sides, food=food, supply=supply)
    start(state, 5)
    return state


def strike(state: Ursuppe) -> list[Event]:
    """The attack, of either phase."""
    if state.phase == 1:
        return play(state, 0, Struggle(3, 2, 5))
    return play(state, 0, Aggress(3, 2, 5))


def ward(code: int) -> AskWard:
    """The victim asked with this code, the number aside."""
    return AskWard(2, 0, 5, 0, 3, code)


def prey(
    genes: tuple[int, ...],
    points: int = 4,
    *,
    movement: tuple[int, ...] = (),
    fights: tuple[int, ...] = (),
) -> Side:
    """The victim with these genes and dice."""
    return evolve(PREY, genes=genes, points=points, movement=movement, fights=fights)


def hungry(genes: tuple[int, ...], points: int = 5, *, fights: tuple[int, ...] = ()) -> Side:
    """The attacker of phase 1 with these genes beside the struggle."""
    return evolve(HUNGRY, genes=(13, *genes), points=points, fights=fights)


def violent(genes: tuple[int, ...], points: int = 5, *, fights: tuple[int, ...] = ()) -> Side:
    """The attacker of phase 5 with these genes beside the aggression."""
    return evolve(VIOLENT, genes=(18, *genes), points=points, fights=fights)
