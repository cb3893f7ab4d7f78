"""
The boards that worm matches are played on: by name, from a folder, or made.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from boardhub.games.wuermer.board import BEISPIEL, lines, read_board

#: The board that is made by the match's seed; it is the usual one.
SYMMETRIC: Final = "symmetrisch"

#: The board of the protocol's document.
EXAMPLE: Final = "beispiel"

_NAME: Final = re.compile(r"[a-zA-Z0-9_]+", re.ASCII)

#: Bytes that a start file may have: more than the largest of boards needs.
_LONGEST: Final = 1 << 18


class Boards:
    """The start files of a folder, if there is one, beside the boards that need none."""

    def __init__(self, folder: Path | None = None) -> None:
        """
        :raise ValueError: there is no such folder.
        """
        if folder is not None and not folder.is_dir():
            raise ValueError(f"there is no folder {folder}")
        self._folder = folder

    def options(self, name: str) -> Mapping[str, Any]:
        """
        The rules' options for a match on the board of this name. A file is
        read at each time.

        :raise ValueError: there is none, or its file is no start file.
        """
        if name == SYMMETRIC:
            return {}
        if name == EXAMPLE:
            return {"board": lines(BEISPIEL, 0)}
        if self._folder is None or not _NAME.fullmatch(name):
            raise ValueError(f"there is no board {name!r}")
        return {"board": self._read(self._folder / name)}

    @staticmethod
    def _read(path: Path) -> list[str]:
        try:
            # A pipe would keep the daemon waiting for somebody who writes into it.
            if not stat.S_ISREG(path.stat().st_mode):
                raise ValueError(f"{path} is no regular file")
            with path.open("rb") as file:
                text = file.read(_LONGEST).decode("ascii")
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"{path} cannot be read: {error}") from error
        return lines(read_board(text), 0)
