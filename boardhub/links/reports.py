"""What a keeper says of its program, and what becomes of that: see `keeper`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from boardhub.protocols.game import Ending

#: What may be said, and of which kind it is.
_KINDS: Final[Mapping[str, type | tuple[type, ...]]] = {
    "starts": int,
    "failed": int,
    "runs": int,
    "over": str,
    "exit": int,
    "signal": int,
    "cpu": (int, float),
    "memory": int,
    "text": str,
}

#: Bytes that a report may have; a keeper's have a tenth of it.
REPORT_MOST: Final = 16384

#: What a program may have passed, and how that ends it.
_PASSED: Final = {
    "memory": Ending.MEMORY,
    "processes": Ending.CHILDREN,
    "cpu": Ending.TIME,
}


def read_report(line: bytes) -> dict[str, Any]:
    """
    What a line says.

    :raise ValueError: it is no keeper's. Who may look into the keeper, as
        root's programs may, can write what it likes.
    """
    try:
        said = json.loads(line)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if not (isinstance(said, dict) and said and all(map(_is_said, said, said.values()))):
        raise ValueError("it is not of a keeper's words")
    return said


def _is_said(word: str, what: object) -> bool:
    if word == "over":
        return what in _PASSED
    return isinstance(what, _KINDS.get(word, ())) and not isinstance(what, bool)


def has_ended(end: Mapping[str, Any]) -> bool:
    """Whether the program's own process is gone, or has never been."""
    return any(word in end for word in ("exit", "signal", "failed"))


def ending(end: Mapping[str, Any]) -> Ending:
    """Why nothing more comes from a program, by all that was said of its end."""
    if "over" in end:
        return _PASSED[end["over"]]
    return Ending.DEAF if "deaf" in end else Ending.EXIT
