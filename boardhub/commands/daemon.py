"""
``boardhub status`` and ``boardhub abort``: questions to a daemon on this
machine, over its control socket.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from boardhub.client import connect
from boardhub.commands.command import ANSWER_SECONDS, Command, Problem, utf8


def data_argument(parser: ArgumentParser) -> None:
    """``--data``, for commands about a daemon on this machine."""
    doc = "the daemon's data directory (default: ./boardhub-data)"
    parser.add_argument("--data", default="./boardhub-data", metavar="DIR", help=doc)


def _abort_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("match", type=utf8, metavar="MATCH", help="the match to end")
    parser.add_argument("--game", type=utf8, help="its game, if several have a match of this name")
    data_argument(parser)


def _abort(given: Namespace) -> None:
    """End a match of the daemon."""
    match = f"{given.game}/{given.match}" if given.game else given.match
    print(_ask(given.data, f"abort {match}")[-1])


def _status(given: Namespace) -> None:
    """Print what the daemon says of itself."""
    print("\n".join(line for line in _ask(given.data, "status") if line))


def _ask(data: str, question: str) -> list[str]:
    """
    Ask the daemon one line over its control socket: the lines of the answer,
    last what stands behind its ``ok``.

    :raise Problem: it is not there, or its answer is an ``error``.
    """
    path = Path(data) / "control"
    if not path.is_socket():
        raise Problem(f"No daemon uses the data directory {data}: there is no socket {path}.")
    with connect(f"unix:{path}") as daemon:
        daemon.send(question)
        lines: list[str] = []
        while True:
            word, _, rest = daemon.read(ANSWER_SECONDS).partition(" ")
            if word == "error":
                raise Problem(rest)
            if word == "ok":
                return [*lines, rest]
            lines.append(f"{word} {rest}" if rest else word)


STATUS = Command("status", "Show the daemon's matches.", data_argument, _status)
ABORT = Command("abort", "End a match of the daemon.", _abort_arguments, _abort)
