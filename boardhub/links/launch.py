"""How a program is started: under its keeper, with its bounds and its environment."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from typing import Final

from attrs import field, frozen
from attrs.validators import ge

from boardhub.links import keeper
from boardhub.links.commands import Command

MIB: Final = 1024 * 1024


@frozen
class Bounds:
    """What a program may take, with all that it starts."""

    cpu: int = field(default=3600, validator=ge(1))
    """Seconds of processor time of one process."""
    memory: int = field(default=1024 * MIB, validator=ge(MIB))
    """Bytes of memory, files that are mapped not counted."""
    processes: int = field(default=64, validator=ge(1))
    """Processes at the same time."""
    files: int = field(default=256, validator=ge(8))
    """Open files of one process."""
    file: int = field(default=64 * MIB, validator=ge(0))
    """Bytes that a file may have which it writes."""


@frozen
class Launch:
    """What is executed: the words of the command, the keeper's first, and its environment."""

    words: Sequence[str]
    environment: Mapping[str, str]


def kept(command: Command, bounds: Bounds, name: str, environment: Mapping[str, str]) -> Launch:
    """
    A program that its keeper bounds; ``environment`` is added to what every
    program finds. By ``name`` it is to be found in a list of processes.
    """
    return Launch(_words(command, bounds, name), {**_environment(), **environment})


def _words(command: Command, bounds: Bounds, name: str) -> list[str]:
    """The keeper's command line, with what it is to start and to watch over."""
    said = {
        "name": name,
        "cpu": bounds.cpu,
        "memory": bounds.memory,
        "processes": bounds.processes,
        "files": bounds.files,
        "file": bounds.file,
        "folder": None if command.folder is None else str(command.folder),
    }
    return [sys.executable, "-I", "-S", keeper.__file__, json.dumps(said), *command.words]


def _environment() -> dict[str, str]:
    """What every program finds in its environment; its folders are the keeper's affair."""
    path = os.environ.get("PATH", os.defpath)
    # For the keeper, which makes the program's own folder there.
    folders = tempfile.gettempdir()
    return {"PATH": path, "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1", "TMPDIR": folders}
