"""
The board: where walls stand, and how toxic each field is
(spec/toxic-rules.md 4 and 5).
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from attrs import field, frozen

#: x to the right, y down, from 0.
Field: TypeAlias = tuple[int, int]

WALL: Final = "#"

#: Fields on a side.
SIDES: Final = range(2, 201)

#: Hundredths by the characters of a ``.toxic`` file.
TOXICITY: Final = {
    " ": 1,
    **{str(digit): 2 * digit for digit in range(1, 10)},
    "0": 20,
    "#": 20,
}

#: Where there is no ``.toxic`` file.
LEAST: Final = 1


class BadMap(ValueError):
    """A file is no map, or no toxicity for its map; the text says why."""


@frozen
class Arena:
    """
    A map and, perhaps, its toxicity, as rows of characters. Outside of it all
    is as behind a wall.
    """

    rows: tuple[str, ...]
    toxicity: tuple[str, ...] = ()
    walls: frozenset[Field] = field(init=False, repr=False, eq=False)
    free: frozenset[Field] = field(init=False, repr=False, eq=False)
    """The fields without a wall."""
    _largest: list[Field] = field(factory=list, init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        fields = {
            (x, y): each == WALL for y, row in enumerate(self.rows) for x, each in enumerate(row)
        }
        walls = frozenset(place for place, is_wall in fields.items() if is_wall)
        object.__setattr__(self, "walls", walls)
        object.__setattr__(self, "free", frozenset(fields.keys() - walls))

    @property
    def width(self) -> int:
        """Fields from west to east."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Fields from north to south."""
        return len(self.rows)

    def is_free(self, x: int, y: int) -> bool:
        """Whether there is a field without a wall."""
        return (x, y) in self.free

    def toxic(self, x: int, y: int) -> int:
        """The toxicity of a field, in hundredths."""
        return TOXICITY[self.toxicity[y][x]] if self.toxicity else LEAST

    def can_step(self, x: int, y: int, dx: int, dy: int) -> bool:
        """Whether walls allow this step; a diagonal one needs both fields that it passes."""
        if not self.is_free(x + dx, y + dy):
            return False
        return not (dx and dy) or (self.is_free(x + dx, y) and self.is_free(x, y + dy))

    def largest(self) -> list[Field]:
        """
        The largest set of fields that steps connect, row by row; of equal
        ones that with the first field.
        """
        if not self._largest:
            self._largest.extend(self._find_largest())
        return self._largest

    def _find_largest(self) -> list[Field]:
        largest: set[Field] = set()
        left = set(self.free)
        for start in sorted(self.free, key=by_rows):
            if start in left:
                reached = _reach(start, left)
                left -= reached
                if len(reached) > len(largest):
                    largest = reached
        return sorted(largest, key=by_rows)


@lru_cache(maxsize=64)
def arena(rows: tuple[str, ...], toxicity: tuple[str, ...] = ()) -> Arena:
    """The arena of these rows. It is a value: matches on the same map share it."""
    return Arena(rows, toxicity)


def read_map(text: str) -> tuple[str, ...]:
    """
    The rows of a ``.map`` file.

    :raise BadMap: it is none.
    """
    rows = _rows(text)
    if len(rows) not in SIDES or len(rows[0]) not in SIDES:
        raise BadMap(f"a map has {SIDES.start} to {SIDES.stop - 1} fields on each side")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise BadMap(f"line {number} is not as long as the first")
        if strange := set(row) - {WALL, " "}:
            raise BadMap(f"line {number} has a {min(strange)!r}; there are only # and blanks")
    return rows


def read_toxicity(text: str, rows: Sequence[str]) -> tuple[str, ...]:
    """
    The rows of the ``.toxic`` file of a map.

    :raise BadMap: it is none, or does not fit the map.
    """
    toxicity = _rows(text)
    if [len(row) for row in toxicity] != [len(row) for row in rows]:
        raise BadMap("the toxicity is not of the size of its map")
    for number, row in enumerate(toxicity, 1):
        if strange := set(row) - TOXICITY.keys():
            raise BadMap(
                f"line {number} has a {min(strange)!r}; there are only digits, # and blanks"
            )
    return toxicity


def _rows(text: str) -> tuple[str, ...]:
    """The lines of a file; one line end at its end begins no further row."""
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    return tuple(lines[:-1] if len(lines) > 1 and not lines[-1] else lines)


def _reach(start: Field, free: Container[Field]) -> set[Field]:
    """
    The fields that steps connect with this one. Diagonal ones reach no
    further than straight ones: they need both fields that they pass.
    """
    reached, edge = {start}, [start]
    while edge:
        x, y = edge.pop()
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if near in free and near not in reached:
                reached.add(near)
                edge.append(near)
    return reached


def by_rows(place: Field) -> tuple[int, int]:
    """A key for sorting: row by row."""
    return place[1], place[0]
