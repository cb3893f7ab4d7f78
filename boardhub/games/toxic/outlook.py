"""
All that one eye sees of the board, found in one sweep over it
(spec/toxic-rules.md 6), for players who are told the toxicity of what they see.

A quarter of the board at a time: in it x and y grow away from the eye, whose
own field is (0, 0). Column by column a list of *gaps* is kept, the directions
that are still clear. A field that blocks takes out of them all directions
between its outermost corners; these themselves stay clear, as a way may slide
along a corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Final, TypeAlias

from attrs import frozen

from boardhub.games.toxic.arena import Arena, Field, by_rows
from boardhub.games.toxic.directions import STEPS
from boardhub.games.toxic.sight import Corner, is_in_view, sees

#: y and x of a direction, not reduced; (1, 0) is straight along y.
Slope: TypeAlias = tuple[int, int]

#: The first and the last direction that are clear.
Gap: TypeAlias = tuple[Slope, Slope]

#: So few fields are looked at faster one by one.
_FEW: Final = 50

_STEEPEST: Final = (1, 0)
_ALL: Final[Gap] = ((0, 1), _STEEPEST)


def fields_seen(
    arena: Arena, players: frozenset[Field], eye: Field, view: str, known: Set[Field]
) -> list[Field]:
    """
    The fields without a wall, row by row, that are not ``known`` and would be
    seen if an opponent stood there. ``players`` are the fields of all players;
    that of the eye is not looked at.
    """
    wanted = arena.free - known - {eye}
    if len(wanted) <= _FEW:
        seen = {place for place in wanted if sees(arena, players, eye, view, place)}
    else:
        seen = _around(_corners_seen(arena, players - {eye}, eye, view)) & wanted
        # What stands on a field does not hide it, but has hidden its far corners.
        seen |= {place for place in wanted & players if sees(arena, players, eye, view, place)}
    return sorted(seen, key=by_rows)


def _around(corners: Iterable[Corner]) -> set[Field]:
    fields: set[Field] = set()
    for x, y in corners:
        fields.update(((x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)))
    return fields


def _corners_seen(
    arena: Arena, others: frozenset[Field], eye: Field, view: str
) -> Iterator[Corner]:
    dx, dy = STEPS[view]
    for sx in (1, -1):
        for sy in (1, -1):
            if sx * dx > 0 or sy * dy > 0:
                for corner in _Quarter(arena, others, eye, sx, sy).clear_corners():
                    if is_in_view(eye, view, corner):
                        yield corner


@frozen
class _Quarter:
    """A quarter of the board as an eye sees it: sx and sy point away from it."""

    arena: Arena
    others: frozenset[Field]
    eye: Field
    sx: int
    sy: int

    def clear_corners(self) -> Iterator[Corner]:
        """The corners between which and the eye nothing stands, as the board counts them."""
        (ex, ey), height = self.eye, self._height()
        gaps = [_ALL]
        for x in range(1, self._width() + 1):
            gaps = [rest for gap in gaps for rest in self._rest(gap, x - 1, height)]
            if not gaps:
                return
            column = ex + x if self.sx > 0 else ex + 1 - x
            for gap in gaps:
                for y in self._passable(_corners_in(gap, x, height), x):
                    yield column, ey + y if self.sy > 0 else ey + 1 - y

    def _passable(self, rows: range, x: int) -> range:
        """
        Without the last corner of a gap where it lies between two fields that
        block: the upper one ends the gap there, or is beyond the board.
        """
        if rows and self._blocks(x, rows[-1] - 1) and self._blocks(x - 1, rows[-1]):
            return rows[:-1]
        return rows

    def _width(self) -> int:
        return self.arena.width - self.eye[0] if self.sx > 0 else self.eye[0] + 1

    def _height(self) -> int:
        return self.arena.height - self.eye[1] if self.sy > 0 else self.eye[1] + 1

    def _blocks(self, x: int, y: int) -> bool:
        place = (self.eye[0] + self.sx * x, self.eye[1] + self.sy * y)
        return place in self.others or not self.arena.is_free(*place)

    def _rest(self, gap: Gap, x: int, height: int) -> Iterator[Gap]:
        """What the fields of column x leave of a gap."""
        first, last = gap
        for y in _fields_in(gap, x, height):
            if not (x or y) or not self._blocks(x, y):
                continue
            low = (2 * y - 1, 2 * x + 1)
            if _is_up_to(first, low):
                yield first, low if _is_up_to(low, last) else last
            if not x:
                return
            high = (2 * y + 1, 2 * x - 1)
            # Between two fields that touch by a corner no way leads through, and
            # beyond it the upper one has already taken the rest of the gap.
            if self._blocks(x - 1, y + 1):
                return
            if not _is_up_to(high, first):
                first = high
        if _is_up_to(first, last):
            yield first, last


def _is_up_to(one: Slope, other: Slope) -> bool:
    return one[0] * other[1] <= other[0] * one[1]


def _corners_in(gap: Gap, x: int, height: int) -> range:
    """Which corners (x, y) lie in a gap."""
    (low, low_x), (high, high_x) = gap
    across = 2 * x - 1
    first = -(-(low * across + low_x) // (2 * low_x))
    last = (high * across + high_x) // (2 * high_x) if high_x else height
    return range(max(1, first), min(height, last) + 1)


def _fields_in(gap: Gap, x: int, height: int) -> range:
    """Which fields (x, y) a gap meets, and those that only touch it."""
    (low, low_x), (high, high_x) = gap
    first = -(-(low * (2 * x - 1) - low_x) // (2 * low_x))
    last = (high * (2 * x + 1) + high_x) // (2 * high_x) if high_x else height
    return range(max(0, first), min(height - 1, last) + 1)
