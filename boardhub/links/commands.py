"""
How an organiser names a local program: ``NAME[@FOLDER]=COMMAND``.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

#: Characters that a program's name may have.
NAME_LENGTH = 15

_NAME = re.compile(rf"[a-zA-Z0-9_]{{1,{NAME_LENGTH}}}", re.ASCII)


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
    if at and not folder_name:
        raise ValueError("there is no folder behind the @")
    folder = where / folder_name if at else None
    if folder is not None and not os.path.isdir(folder):
        raise ValueError(f"there is no folder {folder_name}")
    return name, read_command(shlex.split(line), where, folder)


def read_command(words: list[str], where: Path, folder: Path | None = None) -> Command:
    """
    How a program is started that has these words; see `read_program`.

    :raise ValueError: there is nothing to be executed.
    """
    if not words or not words[0]:
        raise ValueError("there is nothing to be executed")
    first, *rest = words
    executable = _executable(first, where, folder)
    return Command((executable, *[_absolute(word, where, folder) for word in rest]), folder)


def own_name(words: Sequence[str]) -> str:
    """
    What a program is called that has no name and is started by these words:
    like the first of them that is a file of its own, and not like its
    interpreter, which is installed.
    """
    own = [word for word in words if os.path.isfile(word) and not _is_installed(Path(word))]
    stem = Path((*own, words[0])[0]).stem
    return re.sub("[^a-zA-Z0-9_]", "_", stem)[:NAME_LENGTH]


def _is_installed(path: Path) -> bool:
    """Whether it is found by its name alone, or what it is a link to, as in a virtualenv."""
    return any(shutil.which(each.name) for each in (path, path.resolve()))


def _executable(word: str, where: Path, folder: Path | None) -> str:
    """
    The first word, as it can be executed where the program works.

    :raise ValueError: it cannot.
    """
    own = _in_folder(word, folder)
    if own is not None and "/" in word:
        if os.access(own, os.X_OK):
            return word
        raise ValueError(f"{word} of the folder cannot be executed")
    path = _absolute(word, where, folder)
    if shutil.which(path) is not None:
        return path
    # Perhaps it is installed beside us: `boardhub` itself, without its
    # environment being the active one.
    beside = shutil.which(path, path=str(Path(sys.executable).parent))
    if beside is not None:
        return beside
    hint = "" if own is None else f"; that of the folder is ./{word}"
    raise ValueError(f"there is no program {word} that can be executed{hint}")


def _absolute(word: str, where: Path, folder: Path | None) -> str:
    if _in_folder(word, folder) is not None or not os.path.isfile(where / word):
        return word
    return str((where / word).absolute())


def _in_folder(word: str, folder: Path | None) -> Path | None:
    """The file that the word names in this folder, of which the program gets a copy."""
    path = Path(word)
    if folder is None or path.is_absolute() or ".." in path.parts:
        return None
    # `Path.is_file` raises where a word is too long to be a file's.
    return folder / path if os.path.isfile(folder / path) else None
