"""
Copies of maps for players on the same machine: ``MAP`` names a file that they
can read, in a place that tells nothing of the toxicity.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Hashable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from typing import Final

#: How the directories begin that copies are in; the number of the process follows.
PREFIX: Final = "boardhub-maps-"

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
            if any(each in str(place) for each in " \t|"):
                place = Path(PLAIN_PLACE)
            _clear_up(place)
            self._folder = Path(mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=place))
            self._folder.chmod(0o755)
        return self._folder


def _clear_up(place: Path) -> None:
    """Remove what daemons have left here that were killed."""
    for folder in place.glob(f"{PREFIX}*-*"):
        process = folder.name.removeprefix(PREFIX).partition("-")[0]
        with suppress(OSError, ValueError):
            if folder.stat().st_uid == os.getuid() and not _lives(int(process)):
                shutil.rmtree(folder, ignore_errors=True)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
