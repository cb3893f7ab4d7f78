"""
Who sees whom: exact geometry on integers (spec/toxic-rules.md 6).

All lengths are doubled. An eye is in the middle of its field, (2x+1, 2y+1);
a target is seen if a corner of its field is, (2X or 2X+2, 2Y or 2Y+2). Both
parts of the way from an eye to a corner are odd, so it never runs along an
edge of fields.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from boardhub.games.toxic.arena import Arena, Field
from boardhub.games.toxic.directions import STEPS

#: A corner of fields, undoubled.
Corner: TypeAlias = tuple[int, int]

#: 1 / cos² of half the angle of view, 89.5 degrees, rounded: no corner of any
#: board up to 1000 fields a side lies between this and the exact value.
_NARROW: Final = 13132

_CORNERS: Final = ((0, 0), (1, 0), (0, 1), (1, 1))


def sees(arena: Arena, blockers: Container[Field], eye: Field, view: str, target: Field) -> bool:
    """
    Whether an opponent on ``target`` is seen. ``blockers`` are the fields of
    all players; the eye's and the target's own do not block.
    """
    x, y = target
    dx, dy = STEPS[view]
    # Where the middle of a field lies behind, none of its corners lies before.
    if (x - eye[0]) * dx + (y - eye[1]) * dy < 0:
        return False
    for ox, oy in _CORNERS:
        corner = (x + ox, y + oy)
        if is_in_view(eye, view, corner) and _is_clear(arena, blockers, eye, target, corner):
            return True
    return False


def is_in_view(eye: Field, view: str, corner: Corner) -> bool:
    """Whether a corner lies within the angle of view."""
    vx, vy = 2 * (corner[0] - eye[0]) - 1, 2 * (corner[1] - eye[1]) - 1
    dx, dy = STEPS[view]
    along = vx * dx + vy * dy
    return along > 0 and _NARROW * along * along >= (vx * vx + vy * vy) * (dx * dx + dy * dy)


def _is_clear(
    arena: Arena, blockers: Container[Field], eye: Field, target: Field, corner: Corner
) -> bool:
    """Whether nothing stands between an eye and a corner of its target."""
    walls = arena.walls
    crossed, pinches = way(corner[0] - eye[0], corner[1] - eye[1])
    ex, ey = eye
    for dx, dy in crossed:
        place = (ex + dx, ey + dy)
        if place in walls:
            return False
        if place in blockers and place != target:
            return False
    for (ax, ay), (bx, by) in pinches:
        if _blocks(arena, blockers, eye, target, (ex + ax, ey + ay)) and _blocks(
            arena, blockers, eye, target, (ex + bx, ey + by)
        ):
            return False
    return True


def _blocks(
    arena: Arena, blockers: Container[Field], eye: Field, target: Field, place: Field
) -> bool:
    if place in (eye, target):
        return not arena.is_free(*place)
    return place in blockers or not arena.is_free(*place)


#: Fields that a way crosses, and pairs of fields that it passes between, all
#: relative to the eye's.
_Way: TypeAlias = tuple[tuple[Field, ...], tuple[tuple[Field, Field], ...]]


# On the largest boards a way has hundreds of fields: the bound is for memory.
@lru_cache(maxsize=1 << 13)
def way(dx: int, dy: int) -> _Way:
    """
    The way from the middle of field (0, 0) to the corner (dx, dy): which
    fields it crosses beside the first, and at which corners, the last
    included, it passes between two fields that touch there.
    """
    vx, vy = 2 * dx - 1, 2 * dy - 1
    crossed = tuple(place for place in _crossed(vx, vy) if place != (0, 0))
    return crossed, tuple(_pinches(vx, vy))


def _crossed(vx: int, vy: int) -> Iterator[Field]:
    """The fields whose inside the way meets, in order."""
    sx, sy = (1 if vx > 0 else -1), (1 if vy > 0 else -1)
    ax, ay = abs(vx), abs(vy)
    x = y = 0
    # The next side of a field is met after 1/ax, 3/ax ... of the way, the next
    # top or bottom after 1/ay, 3/ay ...: compared as whole numbers.
    next_x, next_y = 1, 1
    yield 0, 0
    while next_x < ax or next_y < ay:
        across, down = next_x * ay, next_y * ax
        if across <= down:
            x, next_x = x + sx, next_x + 2
        if down <= across:
            y, next_y = y + sy, next_y + 2
        yield x, y


def _pinches(vx: int, vy: int) -> Iterator[tuple[Field, Field]]:
    """At each corner on the way the two fields beside it, along the way."""
    sx, sy = (1 if vx > 0 else -1), (1 if vy > 0 else -1)
    ax, ay = abs(vx), abs(vy)
    for step in range(1, ax + 1, 2):
        if (step * ay) % ax:
            continue
        down = step * ay // ax
        if down % 2 == 0:
            continue
        # A corner after (step, down) doubled: the fields before it are at these offsets.
        x, y = sx * (step - 1) // 2, sy * (down - 1) // 2
        yield (x + sx, y), (x, y + sy)
