"""
The ``boardhub`` command: let programs play each other, seat one in a match
elsewhere, or a reference bot; make a map; ask the daemon, end a match.

Every subcommand is a row of `COMMANDS`, in a module of its own. It ends with
0, or with 1 and one clear sentence on standard error.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import NoReturn

from boardhub.client import HubError
from boardhub.commands.bot import BOT
from boardhub.commands.bridge import BRIDGE
from boardhub.commands.command import Problem
from boardhub.commands.daemon import ABORT, STATUS
from boardhub.commands.map import MAP
from boardhub.commands.match import MATCH

COMMANDS = (BOT, MATCH, BRIDGE, MAP, STATUS, ABORT)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; ``argv`` without the program's name. Returns the exit code."""
    try:
        given = _parser().parse_args(argv)
        given.run(given)
    except (Problem, HubError, ValueError) as error:
        print(f"boardhub: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("boardhub: interrupted.", file=sys.stderr)
        return 1
    return 0


class _Parser(ArgumentParser):
    """An argument parser whose complaints are a `Problem`."""

    def error(self, message: str) -> NoReturn:
        """Arguments that make no sense."""
        raise Problem(f"{message} (try {self.prog} --help).")


def _parser() -> ArgumentParser:
    parser = _Parser(prog="boardhub", description="Play on a boardhub daemon, and look after it.")
    rows = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        row = rows.add_parser(command.name, help=command.doc, description=command.doc)
        command.arguments(row)
        row.set_defaults(run=command.run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
