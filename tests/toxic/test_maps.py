"""The maps that come along, and folders of others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from boardhub.games.toxic.arena import Arena
from boardhub.protocols.toxic import GAME
from boardhub.protocols.toxic_maps import Maps
from boardhub.testing import MemoryHub


def test_shipped_maps() -> None:
    """Three at least, for any number of players, with toxicity, and all fields connected."""
    maps = Maps.load()
    assert len(maps.names(16)) >= 3
    for name in maps.names(2):
        loaded = maps.find(name)
        assert loaded.toxicity
        assert loaded.size == len(Arena(loaded.rows).free)


def test_a_folder(tmp_path: Path) -> None:
    """What is no map is left out; one that is large enough is drawn by the seed."""
    (tmp_path / "small.map").write_text("  \n  \n")
    (tmp_path / "large.map").write_text("    \n    \n")
    (tmp_path / "large.toxic").write_text("1234\n5678\n")
    (tmp_path / "ragged.map").write_text("  \n   \n")
    (tmp_path / "poisoned.map").write_text("  \n  \n")
    (tmp_path / "poisoned.toxic").write_text("xx\nxx\n")
    for name in ("two words", "two\nlines", "b|r", "größe", "bell\a"):
        (tmp_path / f"{name}.map").write_text("  \n  \n")
    (tmp_path / "readme.txt").write_text("no map")
    maps = Maps.load(tmp_path)
    assert maps.names(2) == ["large.map", "small.map"]
    assert maps.names(5) == ["large.map"]
    assert maps.find("large.map").toxicity == ("1234", "5678")
    assert maps.find("small.map").toxicity == ()
    drawn = {maps.choose(2, str(seed)).name for seed in range(20)}
    assert drawn == {"large.map", "small.map"}
    assert maps.choose(5, "any").name == "large.map"


def test_only_files_are_read(tmp_path: Path) -> None:
    """Nobody writes to these pipes: reading one would never end."""
    (tmp_path / "good.map").write_text("  \n  \n")
    (tmp_path / "poisoned.map").write_text("  \n  \n")
    os.mkfifo(tmp_path / "pipe.map")
    os.mkfifo(tmp_path / "poisoned.toxic")
    (tmp_path / "folder.map").mkdir()
    assert Maps.load(tmp_path).names(2) == ["good.map"]


def test_folders_that_cannot_be_used(tmp_path: Path) -> None:
    """Nothing there, and no map in it: one sentence each."""
    with pytest.raises(ValueError, match="cannot read the folder"):
        Maps.load(tmp_path / "nowhere")
    with pytest.raises(ValueError, match="no usable map"):
        Maps.load(tmp_path)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [({"map": "nix.map"}, "no map 'nix.map' for 4 players"), ({"maps": "tiny"}, "for 16 players")],
)
def test_options_that_make_no_sense(
    settings: dict[str, str], sentence: str, tmp_path: Path
) -> None:
    """A map that is not there, and maps for nobody: the daemon does not start."""
    (tmp_path / "tiny.map").write_text("  \n  \n")
    given = {**settings, "maps": Maps.load(tmp_path)} if "maps" in settings else settings
    with pytest.raises(ValueError, match=sentence):
        MemoryHub(GAME, settings=given)
