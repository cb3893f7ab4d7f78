"""Maps, toxicity, steps and touch (spec/toxic-rules.md 4, 5 and the tables of 9.4)."""

from __future__ import annotations

import pytest

from boardhub.games.toxic.arena import Arena, BadMap, read_map, read_toxicity
from boardhub.games.toxic.directions import STEPS
from boardhub.games.toxic.generator import generate
from boardhub.games.toxic.state import RULES
from boardhub.games.toxic.touch import touches


def test_a_map_is_read() -> None:
    """LF and CR LF, with and without a last line end."""
    assert read_map("# \n  \n") == read_map("# \n  ") == read_map("# \r\n  \r\n") == ("# ", "  ")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "2 to 200"),
        ("  ", "2 to 200"),
        (" \n ", "2 to 200"),
        (" " * 201 + "\n" + " " * 201, "2 to 200"),
        ("  \n \n", "line 2 is not as long"),
        ("  \n\n  ", "line 2 is not as long"),
        ("  \n  \n\n", "line 3 is not as long"),
        ("  \n x", "line 2 has a 'x'"),
        ("\t \n  ", "line 1 has a '\\\\t'"),
    ],
)
def test_what_is_no_map(text: str, complaint: str) -> None:
    """The sentence says what is wrong, and where."""
    with pytest.raises(BadMap, match=complaint):
        read_map(text)


def test_toxicity() -> None:
    """A blank is 0.01, digits go in steps of 0.02, 0 and walls are 0.20; without a file 0.01."""
    rows = ("           ", "#          ")
    arena = Arena(rows, read_toxicity(" 123456789 \n#         0", rows))
    assert [arena.toxic(x, 0) for x in range(11)] == [1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 1]
    assert (arena.toxic(0, 1), arena.toxic(10, 1)) == (20, 20)
    assert Arena(rows).toxic(3, 1) == 1


@pytest.mark.parametrize("text", ["  \n", "   \n  ", "  \n a"])
def test_what_is_no_toxicity(text: str) -> None:
    """Another size, or another character."""
    with pytest.raises(BadMap):
        read_toxicity(text, ("  ", "  "))


def test_steps() -> None:
    """The public picture: from (2, 1) one gets N, S, W and NW, and nowhere else."""
    arena = Arena(("#   ", "   #", " #  "))
    possible = {name for name, (dx, dy) in STEPS.items() if arena.can_step(2, 1, dx, dy)}
    assert possible == {"NORTH", "SOUTH", "WEST", "NORTH_WEST"}


def test_nothing_is_outside() -> None:
    """The edge is as a wall."""
    arena = Arena(("  ", "  "))
    possible = {name for name, (dx, dy) in STEPS.items() if arena.can_step(0, 0, dx, dy)}
    assert possible == {"EAST", "SOUTH", "SOUTH_EAST"}


def test_largest_set() -> None:
    """By steps: a corner does not connect; of equal ones the first counts."""
    assert Arena(("  #  ", "  #  ", "# #  ")).largest() == [
        (3, 0), (4, 0), (3, 1), (4, 1), (3, 2), (4, 2),
    ]  # fmt: skip
    assert Arena((" #", "# ")).largest() == [(0, 0)]


def test_matches_share_the_arena_of_a_map() -> None:
    """What is worked out from the largest of maps is worked out once, not for each match."""
    rows = [" " * 200] * 200
    first, second = [RULES.state(2, seed, {"map": rows}) for seed in ("1", "2")]
    assert first.arena is second.arena
    assert first.arena.largest() is second.arena.largest()


@pytest.mark.parametrize(
    ("rows", "players", "other", "touched"),
    [
        (("   ", "   "), (), (1, 0), True),
        (("   ", "   "), (), (1, 1), True),
        ((" # ", "   "), (), (1, 1), True),
        ((" # ", "#  "), (), (1, 1), False),
        ((" # ", "   "), ((0, 1),), (1, 1), False),
        (("   ", "   "), ((1, 0), (0, 1)), (1, 1), False),
        (("   ", "   "), ((1, 0),), (1, 1), True),
        (("   ", "   "), (), (2, 0), False),
        (("   ", "   "), (), (2, 1), False),
    ],
)
def test_touch(
    rows: tuple[str, ...],
    players: tuple[tuple[int, int], ...],
    other: tuple[int, int],
    touched: bool,
) -> None:
    """The table: from (0, 0), with walls and players between."""
    occupied = {(0, 0), other, *players}
    assert touches(Arena(rows), occupied, (0, 0), other) is touched
    assert touches(Arena(rows), occupied, other, (0, 0)) is touched


@pytest.mark.parametrize(("width", "height"), [(2, 2), (12, 7), (60, 30)])
def test_generated_maps(width: int, height: int) -> None:
    """Good maps of the size that was asked for, connected, and the same for the same seed."""
    rows, toxicity = generate(width, height, "seed")
    assert read_map("\n".join(rows)) == rows
    assert read_toxicity("\n".join(toxicity), rows) == toxicity
    assert (len(rows[0]), len(rows)) == (width, height)
    free = sum(row.count(" ") for row in rows)
    assert len(Arena(rows).largest()) == free >= 2
    assert generate(width, height, "seed") == (rows, toxicity)
