"""
Who sees whom (spec/toxic-rules.md 6): the table of 9.4, and a slow reading of
the rule with fractions beside the fast one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from fractions import Fraction
from random import Random

import pytest

from boardhub.games.toxic.arena import Arena
from boardhub.games.toxic.directions import STEPS
from boardhub.games.toxic.sight import sees
from tests.soak import games

Field = tuple[int, int]

OPEN = ("       ",) * 5
CORRIDOR = ("#######", "       ", "#######")
ONE_WALL = ("     ", "  #  ", "     ")


@pytest.mark.parametrize(
    ("rows", "players", "eye", "view", "target", "seen"),
    [
        (OPEN, (), (3, 2), "NORTH", (5, 2), True),
        (OPEN, (), (3, 2), "NORTH", (5, 3), False),
        (OPEN, (), (3, 2), "NORTH", (3, 4), False),
        (OPEN, (), (3, 2), "NORTH_EAST", (2, 1), True),
        (OPEN, (), (3, 2), "NORTH_EAST", (2, 2), False),
        (OPEN, (), (3, 2), "NORTH_EAST", (4, 3), True),
        (CORRIDOR, (), (0, 1), "EAST", (6, 1), True),
        (CORRIDOR, ((3, 1),), (0, 1), "EAST", (6, 1), False),
        (ONE_WALL, (), (0, 1), "EAST", (4, 1), False),
        (ONE_WALL, (), (0, 1), "EAST", (4, 0), True),
        (ONE_WALL, (), (1, 1), "EAST", (3, 1), False),
        (ONE_WALL, (), (1, 1), "EAST", (3, 0), True),
        ((" # ", "#  ", "   "), (), (0, 0), "SOUTH_EAST", (1, 1), False),
        ((" # ", "#  ", "   "), (), (0, 0), "SOUTH_EAST", (2, 2), False),
        ((" # ", "   ", "   "), (), (0, 0), "SOUTH_EAST", (2, 2), True),
    ],
)
def test_table(
    rows: Sequence[str],
    players: Sequence[Field],
    eye: Field,
    view: str,
    target: Field,
    seen: bool,
) -> None:
    """Every row of the table."""
    fields = {eye, target, *players}
    assert sees(Arena(tuple(rows)), fields, eye, view, target) is seen


def test_angle_of_view() -> None:
    """179 degrees: in an empty row of 130 the farthest beside one who looks north is at 57."""
    arena = Arena((" " * 130, " " * 130))
    assert max(x for x in range(1, 130) if sees(arena, (), (0, 1), "NORTH", (x, 1))) == 57


def test_against_a_slow_reading() -> None:
    """On small random boards the fast rule and the slow one agree about every target."""
    chance = Random(1)
    for _ in range(games(60)):
        width, height = chance.randrange(2, 9), chance.randrange(2, 8)
        density = chance.choice([0.0, 0.15, 0.3, 0.5])
        rows = ["".join(["# "[chance.random() > density] for _ in range(width)])
                for _ in range(height)]  # fmt: skip
        arena = Arena(tuple(rows))
        free = [(x, y) for y in range(height) for x in range(width) if arena.is_free(x, y)]
        if len(free) < 2:
            continue
        players = set(chance.sample(free, min(len(free), 5)))
        eye = chance.choice(sorted(players))
        view = chance.choice([*STEPS])
        for target in free:
            if target == eye:
                continue
            fields = players | {target}
            fast = sees(arena, fields, eye, view, target)
            assert fast is slow(rows, fields, eye, view, target), (rows, fields, eye, view, target)


def slow(rows: Sequence[str], players: Set[Field], eye: Field, view: str, target: Field) -> bool:
    """Section 6 as it stands, with the way from eye to corner as a line of fractions."""
    blocking = {
        (x, y)
        for y in range(-1, len(rows) + 1)
        for x in range(-1, len(rows[0]) + 1)
        if not (0 <= y < len(rows) and 0 <= x < len(rows[0])) or rows[y][x] == "#"
    } | (set(players) - {eye, target})
    return any(_counts(blocking, eye, view, corner) for corner in _corners(target))


def _corners(field: Field) -> Iterator[Field]:
    x, y = field
    yield from ((2 * x + i, 2 * y + j) for i in (0, 2) for j in (0, 2))


def _counts(blocking: Set[Field], eye: Field, view: str, corner: Field) -> bool:
    ex, ey = 2 * eye[0] + 1, 2 * eye[1] + 1
    vx, vy = corner[0] - ex, corner[1] - ey
    dx, dy = STEPS[view]
    along = vx * dx + vy * dy
    if along <= 0 or 13132 * along**2 < (vx**2 + vy**2) * (dx**2 + dy**2):
        return False
    if any(_crosses(ex, ey, vx, vy, field) for field in blocking):
        return False
    return not any(_pinched(blocking, ex, ey, vx, vy, step) for step in range(1, abs(vx) + 1, 2))


def _crosses(ex: int, ey: int, vx: int, vy: int, field: Field) -> bool:
    """Whether some part of the open way lies in the open inside of a field."""
    low, high = Fraction(0), Fraction(1)
    for start, way, edge in ((ex, vx, 2 * field[0]), (ey, vy, 2 * field[1])):
        ends = sorted([Fraction(edge - start, way), Fraction(edge + 2 - start, way)])
        low, high = max(low, ends[0]), min(high, ends[1])
    return low < high


def _pinched(blocking: Set[Field], ex: int, ey: int, vx: int, vy: int, step: int) -> bool:
    """Whether the way passes a lattice point, at this step across, between two that block."""
    sx, sy = (1 if vx > 0 else -1), (1 if vy > 0 else -1)
    y = ey + Fraction(step * vy, abs(vx))
    x = ex + sx * step
    if y.denominator != 1 or y % 2 or x % 2:
        return False
    # The middles of the two fields at the point that lie beside the way.
    beside = [((x + sx) // 2, (int(y) - sy) // 2), ((x - sx) // 2, (int(y) + sy) // 2)]
    return all(field in blocking for field in beside)
