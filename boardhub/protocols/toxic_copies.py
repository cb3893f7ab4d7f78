"""
Copies of maps for players on the same machine: ``MAP`` names a file that they
can read, in a place that tells nothing of the toxicity.
"""

from __future__ import annotations

import shutil
from collections.abc import Hashable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from typing import Final

#: Where copies go if the system's own place for such files cannot be named in a line.
PLAIN_PLACE: Final = "/tmp"


class MapCopies:
    """
    The copies of one daemon, in a temporary directory of its own that anybody
    may read. It goes with the last of them.
    """

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._made: dict[Hashable, Path] = {}

    def path(self, match: Hashable, name: str, rows: Sequence[str]) -> str:
        """
        The absolute path of the copy for a match. It is made at the first
        call, and again should somebody have removed it.
        """
        copy = self._made.get(match)
        if copy is None or not copy.exists():
            copy = self._made[match] = self._make(name, rows)
        return str(copy)

    def remove(self, match: Hashable) -> None:
        """Nobody in this match needs its copy any more."""
        copy = self._made.pop(match, None)
        if copy is not None:
            shutil.rmtree(copy.parent, ignore_errors=True)
        if not self._made and self._folder is not None:
            with suppress(OSError):
                self._folder.rmdir()
            self._folder = None

    def _make(self, name: str, rows: Sequence[str]) -> Path:
        folder = Path(mkdtemp(dir=self._root()))
        folder.chmod(0o755)
        copy = folder / name
        copy.write_text("".join([row + "\n" for row in rows]), "ascii")
        copy.chmod(0o644)
        return copy

    def _root(self) -> Path:
        if self._folder is None or not self._folder.is_dir():
            place = Path(gettempdir()).absolute()
            nameable = not any(each in str(place) for each in " \t|")
            self._folder = Path(
                mkdtemp(prefix="boardhub-maps-", dir=place if nameable else PLAIN_PLACE)
            )
            self._folder.chmod(0o755)
        return self._folder
