"""
Copies of maps for players on the same machine: ``MAP`` names a file that they
can read, in a place that tells nothing of the toxicity.
"""

from __future__ import annotations

import shutil
from collections.abc import Hashable, Sequence
from pathlib import Path
from tempfile import mkdtemp
from weakref import finalize


class MapCopies:
    """
    The copies of one daemon, in a temporary directory of its own that anybody
    may read. It goes with the daemon.
    """

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._made: dict[Hashable, Path] = {}

    def path(self, match: Hashable, name: str, rows: Sequence[str]) -> str:
        """The absolute path of the copy for a match; made at the first call."""
        if match not in self._made:
            folder = Path(mkdtemp(dir=self._root()))
            folder.chmod(0o755)
            copy = folder / name
            copy.write_text("".join([row + "\n" for row in rows]), "ascii")
            copy.chmod(0o644)
            self._made[match] = copy
        return str(self._made[match])

    def remove(self, match: Hashable) -> None:
        """Nobody in this match needs its copy any more."""
        copy = self._made.pop(match, None)
        if copy is not None:
            shutil.rmtree(copy.parent, ignore_errors=True)

    def _root(self) -> Path:
        if self._folder is None:
            self._folder = Path(mkdtemp(prefix="boardhub-maps-")).absolute()
            self._folder.chmod(0o755)
            finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        return self._folder
