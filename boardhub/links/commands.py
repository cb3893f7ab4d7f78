"""
How an organiser names a local program: ``NAME[@FOLDER]=COMMAND``.
"""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path

from attrs import frozen

_NAME = re.compile(r"[a-zA-Z0-9_]{1,15}", re.ASCII)


@frozen
class Command:
    """
    How a program is started: its words, the first of which is the executable,
    and a folder that is copied for it to work in, or none.
    """

    words: tuple[str, ...]
    folder: Path | None = None


def read_program(text: str, where: Path) -> tuple[str, Command]:
    """
    A program's name, and how it is started.

    The command is split into words as by a shell, and none runs it. A program
    works in a folder of its own, so words that name a file, relative to
    ``where``, become absolute; with ``@FOLDER`` those that name one in this
    folder stay as they are, since the program finds its copy.

    :raise ValueError: one sentence, what is wrong.
    """
    named, equals, line = text.partition("=")
    name, at, folder_name = named.partition("@")
    if not equals or not line.strip():
        raise ValueError("must be NAME=COMMAND, or NAME@FOLDER=COMMAND")
    if not _NAME.fullmatch(name):
        raise ValueError("a program's name has 1 to 15 letters, digits or _")
    folder = where / folder_name if at else None
    if folder is not None and not folder.is_dir():
        raise ValueError(f"there is no folder {folder_name}")
    return name, read_command(shlex.split(line), where, folder)


def read_command(words: list[str], where: Path, folder: Path | None = None) -> Command:
    """
    How a program is started that has these words; see `read_program`.

    :raise ValueError: there is nothing to be executed.
    """
    first, *rest = [_absolute(word, where, folder) for word in words]
    if shutil.which(first) is None and not _is_in(first, folder):
        # Perhaps it is installed beside us: `boardhub` itself, without its
        # environment being the active one.
        beside = shutil.which(first, path=str(Path(sys.executable).parent))
        if beside is None:
            raise ValueError(f"there is no program {words[0]} that can be executed")
        first = beside
    return Command((first, *rest), folder)


def _absolute(word: str, where: Path, folder: Path | None) -> str:
    if _is_in(word, folder) or not (where / word).is_file():
        return word
    return str((where / word).absolute())


def _is_in(word: str, folder: Path | None) -> bool:
    return folder is not None and (folder / word).is_file()
