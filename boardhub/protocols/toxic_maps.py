"""
The maps that matches of the arena are played on: files of a folder.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import field, frozen
from twisted.logger import Logger

from boardhub.games.rules import stream
from boardhub.games.toxic.arena import BadMap, arena, read_map, read_toxicity
from boardhub.games.toxic.generator import generate

#: The maps that come along.
SHIPPED: Final = Path(__file__).parents[1] / "maps" / "toxic"

SUFFIX: Final = ".map"

#: Names of maps: no blank, and no bar, which may end a line.
_NAME: Final = re.compile(r"[!-{}~]+")
TOXIC_SUFFIX: Final = ".toxic"


@frozen
class LoadedMap:
    """A map by its file name, with its toxicity; no rows: there is no file of it."""

    name: str
    rows: tuple[str, ...]
    toxicity: tuple[str, ...] = ()
    size: int = field(init=False)
    """How many fields can be walked on, all connected."""

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "size", len(arena(self.rows, self.toxicity).largest()))


class Maps:
    """All usable maps of a folder."""

    _log = Logger()

    def __init__(self, maps: Sequence[LoadedMap]) -> None:
        self._maps = {each.name: each for each in maps}

    @classmethod
    def load(cls, folder: Path = SHIPPED) -> Maps:
        """
        Read a folder. What is no map is left out, and logged.

        :raise ValueError: it cannot be read, or there is no map in it.
        """
        try:
            paths = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
        except OSError as error:
            raise ValueError(f"cannot read the folder {folder}: {error.strerror}") from error
        maps = [each for path in paths if (each := cls._read(path)) is not None]
        if not maps:
            raise ValueError(f"there is no usable map in the folder {folder}")
        return cls(maps)

    def find(self, name: str) -> LoadedMap:
        """The map of this name, which is one of `names`."""
        return self._maps[name]

    def names(self, players: int) -> list[str]:
        """The maps that are large enough for so many."""
        return [name for name, each in self._maps.items() if each.size >= players]

    def choose(self, players: int, seed: str) -> LoadedMap:
        """One that is large enough, drawn by a seed."""
        return self._maps[stream(seed, "map").choice(self.names(players))]

    @classmethod
    def _read(cls, path: Path) -> LoadedMap | None:
        at = path
        try:
            _check_name(path.name)
            rows = read_map(_read_text(path))
            at = path.with_suffix(TOXIC_SUFFIX)
            toxicity = read_toxicity(_read_text(at), rows) if at.exists() else ()
            return LoadedMap(path.name, rows, toxicity)
        except (OSError, ValueError) as error:
            cls._log.warn("{path} is not used: {error}", path=str(at), error=error)
            return None


def draw(name: str, width: int, height: int, seed: str) -> Mapping[str, str]:
    """
    The texts of the files of a map that is made by chance, always the same for a seed.

    :raise ValueError: a map cannot have this name, or this size.
    """
    stem = name.removesuffix(SUFFIX)
    if not stem:
        raise BadMap("it has no name")
    _check_name(stem)
    rows, toxicity = generate(width, height, seed)
    return {f"{stem}{SUFFIX}": _text(rows), f"{stem}{TOXIC_SUFFIX}": _text(toxicity)}


def _read_text(path: Path) -> str:
    """A pipe is not read: nobody might ever write to it."""
    if path.exists() and not path.is_file():
        raise ValueError("it is no regular file")
    return path.read_text("utf-8")


def _check_name(name: str) -> None:
    """What ``MAP`` could not name, to every client."""
    if not _NAME.fullmatch(name):
        raise BadMap("its name has something other than letters, digits and signs of ASCII")


def _text(rows: Sequence[str]) -> str:
    return "".join([row + "\n" for row in rows])
