"""Copies of maps for players on the same machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from boardhub.protocols.toxic_copies import PREFIX, MapCopies

ROWS = ("  #", "   ")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the system has such files made."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_a_copy(place: Path) -> None:
    """It is the walls, under the map's name, for anybody to read, and made once."""
    copies = MapCopies()
    path = Path(copies.path("m", "hall.map", ROWS))
    assert path.is_relative_to(place)
    assert (path.name, path.read_text()) == ("hall.map", "  #\n   \n")
    assert path.stat().st_mode & 0o777 == 0o644
    assert [each.stat().st_mode & 0o777 for each in (path.parent, path.parent.parent)] == [
        0o755
    ] * 2
    assert copies.path("m", "hall.map", ROWS) == str(path)


def test_nothing_is_left(place: Path) -> None:
    """The folder goes with the last copy, and is made anew for the next."""
    copies = MapCopies()
    for match in ("m", "n"):
        copies.path(match, "hall.map", ROWS)
    copies.remove("m")
    assert len([*place.rglob("*.map")]) == 1
    copies.remove("n")
    assert [*place.iterdir()] == []
    assert Path(copies.path("o", "hall.map", ROWS)).exists()


def test_somebody_has_cleared_up(place: Path) -> None:
    """A copy that is gone is made again, with the folders above it."""
    copies = MapCopies()
    first = Path(copies.path("m", "hall.map", ROWS))
    shutil.rmtree(first.parent.parent)
    again = Path(copies.path("m", "hall.map", ROWS))
    assert again.read_text() == "  #\n   \n"
    assert Path(copies.path("n", "hall.map", ROWS)).exists()


def test_what_killed_daemons_have_left(place: Path) -> None:
    """It goes when another one makes its first copy; what belongs to one that lives stays."""
    gone = subprocess.Popen(["true"])
    gone.wait()
    left, living = place / f"{PREFIX}{gone.pid}-abc", place / f"{PREFIX}{os.getpid()}-abc"
    other = place / f"{PREFIX}of-my-own"
    for folder in (left, living, other):
        (folder / "m").mkdir(parents=True)
    MapCopies().path("m", "hall.map", ROWS)
    assert [each.exists() for each in (left, living, other)] == [False, True, True]


def test_a_place_that_cannot_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No path has a blank: it would be two words of a line."""
    odd = tmp_path / "two words"
    odd.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(odd))
    copies = MapCopies()
    path = copies.path("m", "hall.map", ROWS)
    assert " " not in path
    assert Path(path).exists()
    copies.remove("m")
