"""
A position for every kind of prompt, as the tests of refusals need them.
"""

from __future__ import annotations

from boardhub.games.ursuppe.moves import ChoosePosition, Go, Place, Ready, Roll
from boardhub.games.ursuppe.state import RULES, Ursuppe
from tests.ursuppe.duels import hungry, prey, strike, struggle
from tests.ursuppe.positions import Side, play, players, position, start

EAST = (3, 10)


def ready() -> Ursuppe:
    """ZUG_BEREIT for all."""
    state = RULES.state(4, "refusals", {})
    state.order = [0, 1, 2, 3]
    state.begin(players(4))
    return state


def choosing() -> Ursuppe:
    """ZUG_POSITION for colour 1, space 0 taken."""
    state = ready()
    for seat in range(4):
        play(state, seat, Ready())
    play(state, 0, ChoosePosition(0))
    return state


def placing() -> Ursuppe:
    """ZUG_AMOEBE_SETZEN for colour 3, which has amoeba 5 on (1, 1); others on row 3."""
    state = choosing()
    for seat in (1, 2, 3):
        play(state, seat, ChoosePosition(seat))
    for seat in (0, 1, 2):
        play(state, seat, Place(0, seat, 3))
    play(state, 3, Place(5, 1, 1))
    return state


def moving(
    *dice: int, genes: tuple[int, ...] = (), points: int = 4, card: tuple[int, int] = EAST
) -> Ursuppe:
    """ZUG_BEWEGEN for colour 0's amoeba 2 on (1, 1), among cubes 2:1:0:1; it has 3 on (4, 1)."""
    side = Side({2: (1, 1), 3: (4, 1)}, genes=genes, points=points, movement=dice)
    state = position(4, {0: side, 3: Side({0: (0, 4)})}, card=card, food={(1, 1): (2, 1, 0, 1)})
    start(state, 1)
    return state


def moving_again(*dice: int, genes: tuple[int, ...] = (3,)) -> Ursuppe:
    """The second ZUG_BEWEGEN, from (2, 1), after a rolled step east."""
    state = moving(3, 3, *dice, genes=genes)
    play(state, 0, Roll())
    play(state, 0, Go(2, 3))
    return state


def eating(
    *cubes: int, genes: tuple[int, ...] = (), host_points: int = 3, seats: int = 4
) -> Ursuppe:
    """ZUG_FRESSEN for colour 0's amoeba 4, beside amoebas of colours 0 and 1."""
    sides = {
        0: Side({4: (2, 1), 5: (2, 1)}, genes=genes),
        1: Side({2: (2, 1)}, points=host_points),
        2: Side({1: (1, 1)}, points=0),
    }
    state = position(seats, sides, food={(2, 1): cubes})
    start(state, 1)
    play(state, 0, Go(4, 5))
    return state


def warding() -> Ursuppe:
    """ZUG_ABWEHR with code 1."""
    state = struggle(hungry(()), prey((4,)))
    strike(state)
    return state


def holding() -> Ursuppe:
    """ZUG_KLAMMERN for colour 1's amoeba 4, about colour 0's amoeba 2."""
    sides = {0: Side({2: (1, 1)}), 1: Side({4: (1, 1), 6: (1, 1)}, genes=(10,))}
    state = position(4, sides, card=EAST)
    start(state, 1)
    play(state, 0, Go(2, 3))
    return state


def paying(points: int = 4) -> Ursuppe:
    """ZUG_GENDEFEKTE for colour 3, which owes six and has genes 3, 8, 15."""
    state = position(4, {3: Side(genes=(3, 8, 15), points=points)}, deck=[(1, 6)])
    start(state, 2)
    return state


def buying(genes: tuple[int, ...] = (), points: int = 30, taken: tuple[int, ...] = ()) -> Ursuppe:
    """ZUG_GEN_KAUFEN for colour 3; colour 0 has the genes ``taken``."""
    state = position(4, {3: Side(genes=genes, points=points), 0: Side(genes=taken)})
    start(state, 3)
    return state


def dividing(genes: tuple[int, ...] = ()) -> Ursuppe:
    """ZUG_AMOEBE_SETZEN for colour 3 with 14 points, on (1, 1) and (2, 1)."""
    state = position(4, {3: Side({0: (1, 1), 1: (2, 1)}, genes=genes)})
    start(state, 4)
    return state
