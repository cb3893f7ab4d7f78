"""What docs/toxic.md says is so: its session, its tables, its drawings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import evolve

from boardhub.games.toxic.arena import TOXICITY, Arena, Field
from boardhub.games.toxic.directions import STEPS
from boardhub.games.toxic.scoring import last_round, points_for_catching, rounds_until_change
from boardhub.games.toxic.sight import sees
from boardhub.games.toxic.touch import touches
from boardhub.options import Options
from boardhub.protocols.toxic import GAME, OPTIONS, ToxicDialect
from boardhub.protocols.toxic_lines import hundredths, points
from boardhub.protocols.toxic_maps import LoadedMap, Maps
from boardhub.protocols.ur_faults import LobbyFault
from boardhub.protocols.visitor import Lines
from boardhub.testing import MemoryHub
from tests.test_docs import ROOT, drawing, perform_session, rows
from tests.transcript import Scene

TOXIC: Final = (ROOT / "docs" / "toxic.md").read_text()

#: Where the players of the session start, and when changes are forced in it.
STARTS: Final = [[1, 1], [4, 1], [7, 1]]
CHANGES: Final = {"3": 2, "2": 5, "1": 6}


class ShortDialect(ToxicDialect):
    """A port whose matches are short, and begin where the page says."""

    def options(self, lines: Lines, seats: int, seed: str) -> Mapping[str, Any]:
        """Those of the arena, and the page's own."""
        return {**super().options(lines, seats, seed), "starts": STARTS, "changes": CHANGES}


def lay(_: Sequence[str]) -> Scene:
    """A hub with the corridor of the page."""
    toxicity = tuple(drawing(TOXIC, "<!-- the corridor").splitlines())
    corridor = LoadedMap("flur.map", tuple(row.replace("5", " ") for row in toxicity), toxicity)
    maps = Maps([corridor, Maps.load().find("house.map")])
    return Scene(MemoryHub(evolve(GAME, dialect=ShortDialect), settings={"maps": maps}))


def board(text: str, separator: str = "/") -> tuple[Arena, dict[str, Field], set[Field]]:
    """A drawn board, where each letter on it stands, and the fields of all of them."""
    lines = text.split(separator)
    letters = [(each, (x, y)) for y, row in enumerate(lines) for x, each in enumerate(row)
               if each.isalpha()]  # fmt: skip
    arena = Arena(tuple("".join("#" if c == "#" else " " for c in row) for row in lines))
    return arena, dict(letters), {field for _, field in letters}


def test_session_is_what_happens(tmp_path: Path) -> None:
    """The commented session on the page is played, line by line."""
    perform_session(TOXIC, tmp_path, lay)


def test_error_table() -> None:
    """Every error of the lobby has its row with its text, but the one for answers to nothing."""
    assert rows(TOXIC, "<!-- errors", "<!-- end of errors") == [
        [str(int(fault)), fault.text] for fault in LobbyFault if fault is not LobbyFault.NOT_ASKED
    ]


def test_directions() -> None:
    """Where the eight directions lead."""
    assert rows(TOXIC, "<!-- directions", "<!-- end of directions") == [
        [f"`{word}`", str(dx), str(dy)] for word, (dx, dy) in STEPS.items()
    ]


def test_steps() -> None:
    """From the drawn field exactly the steps that the page names are possible."""
    arena, figures, _ = board(drawing(TOXIC, "<!-- steps"), "\n")
    possible = {word for word, step in STEPS.items() if arena.can_step(*figures["A"], *step)}
    assert possible == {"NORTH", "SOUTH", "WEST", "NORTH_WEST"}


def test_touch() -> None:
    """Who touches whom on the drawn boards."""
    told = rows(TOXIC, "<!-- touch", "<!-- end of touch")
    assert [answer for _, answer in told] == ["yes"] * 3 + ["no"] * 4
    for drawn, answer in told:
        arena, figures, players = board(drawn.strip("`"))
        touched = touches(arena, players, figures["R"], figures["B"])
        assert touched is (answer == "yes"), drawn


def test_sight() -> None:
    """What is seen on the boards of the table."""
    told = rows(TOXIC, "<!-- sight", "<!-- end of sight")
    assert {answer for *_, answer in told} == {"yes", "no"}
    for drawn, eye, view, target, answer in told:
        arena, _, players = board(drawn.strip("`"))
        seen = sees(arena, players, place(eye), view.strip("`"), place(target))
        assert seen is (answer == "yes"), (drawn, eye, view, target)


def test_view() -> None:
    """In the drawing each field is marked as it is seen."""
    drawn = drawing(TOXIC, "<!-- view")
    arena, figures, _ = board(drawn, "\n")
    for y, row in enumerate(drawn.splitlines()):
        for x, each in enumerate(row):
            if each in "+-":
                assert sees(arena, (), figures["A"], "EAST", (x, y)) is (each == "+"), (x, y)


def test_angle() -> None:
    """Looking north, one sees the own row up to 57 fields away."""
    arena = Arena((" " * 130,) * 3)
    assert "up to 57 fields away" in TOXIC
    assert sees(arena, (), (0, 1), "NORTH", (57, 1))
    assert not sees(arena, (), (0, 1), "NORTH", (58, 1))


def test_rounds_until_a_change() -> None:
    """f(B), and the end at the latest, for all numbers of players."""
    page = TOXIC[TOXIC.index("<!-- rounds") : TOXIC.index("<!-- end of rounds")]
    header, _, *told = [line.strip("| ").split(" | ") for line in page.splitlines() if "|" in line]
    assert [header, *told] == [
        ["B", *map(str, range(1, 17))],
        ["f(B)", *[str(rounds_until_change(blue)) for blue in range(1, 17)]],
        ["end", *[str(last_round(0, blue, rounds_until_change)) for blue in range(1, 17)]],
    ]


def test_points() -> None:
    """The example of a catch is worth what the page says."""
    left = last_round(28, 9, rounds_until_change) - 48
    assert points(points_for_catching(left, 9, 1)) == "47.44"
    assert "(28 + 447 - 48) / 9 / 1 = 47.44" in TOXIC
    assert points(Fraction(1, 200)) == "0.01", "half a hundredth upwards"


def test_toxicity() -> None:
    """What the characters of a file mean."""
    told = rows(TOXIC, "<!-- toxicity", "<!-- end of toxicity")
    assert {character.strip("`").replace("blank", " "): value for character, value in told} == {
        character: hundredths(value) for character, value in TOXICITY.items()
    }


def test_maps() -> None:
    """The maps that come along, with their sizes; the names are all that there are."""
    maps = Maps.load()
    loaded = [maps.find(name) for name in maps.names(2)]
    assert [row[:3] for row in rows(TOXIC, "<!-- maps", "<!-- end of maps")] == [
        [f"`{each.name}`", f"{len(each.rows[0])} x {len(each.rows)}", str(each.size)]
        for each in loaded
    ]


def test_options() -> None:
    """The options of the game, with their defaults; - is none."""
    told = rows(TOXIC, "<!-- options", "<!-- end of options")
    defaults = {f"--toxic-{each.name}": str(each.default or "-") for each in OPTIONS}
    assert {row[0].strip("`").split(" ")[0]: row[1] for row in told} == {
        name: default.removesuffix(".0") for name, default in defaults.items()
    }
    assert defaults.keys() <= {f"--{name}" for name, *_ in Options.optParameters}


@pytest.mark.parametrize("option", ["players 1", "players 17", "spectator-delay 10001",
                                    "preparation 3601", "terminator crlf"])  # fmt: skip
def test_bounds_of_options(option: str) -> None:
    """What is beyond the bounds that the page names is refused."""
    name, value = option.split()
    (found,) = [each for each in OPTIONS if each.name == name]
    with pytest.raises(ValueError, match="must be"):
        found.coerce(value)


def place(text: str) -> Field:
    """A field as the page writes it."""
    x, y = text.split(",")
    return int(x), int(y)
