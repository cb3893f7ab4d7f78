"""
The ``boardhub`` command: let programs play each other, seat one in a match
elsewhere, or a reference bot; make a map; ask the daemon, end a match; tell
a match again, say why it ended, list those that have.

Every subcommand is a row of `COMMANDS`, in a module that is imported when it
is asked for: some of them need a reactor, and ``--help`` needs nothing. It
ends with 0, or with 1 and one clear sentence on standard error. Where nobody
reads on, as behind ``| head``, it just ends.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final, NoReturn

from attrs import frozen

from boardhub.client import HubError
from boardhub.commands.command import Command, Problem


@frozen
class Row:
    """A subcommand in the list of all: what it does, and its module among `boardhub.commands`."""

    doc: str
    module: str
    takes_program: bool = False
    """Words behind ``--`` are a program that need not be there: ``given.program``."""


COMMANDS: Final[Mapping[str, Row]] = {
    "bot": Row("Play a match with a reference bot.", "bot"),
    "match": Row("Let local programs play each other.", "match"),
    "bridge": Row("Let a program play worms on a hub elsewhere.", "bridge"),
    "map": Row("Make a map by chance.", "map"),
    "status": Row("Show the daemon's matches.", "daemon"),
    "abort": Row("End a match of the daemon.", "daemon"),
    "replay": Row("Tell a match from its journal, and verify that.", "replay", takes_program=True),
    "why": Row("Say why a match ended, and show its last lines.", "journals"),
    "matches": Row("List finished matches.", "journals"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; ``argv`` without the program's name. Returns the exit code."""
    words = sys.argv[1:] if argv is None else argv
    try:
        words, program = _split(words)
        given = _parser(words).parse_args(words, Namespace(program=program))
        given.run(given)
        print(end="", flush=True)
    except (Problem, HubError, ValueError) as error:
        print(f"boardhub: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # Whoever reads has seen enough; what is flushed at exit has to go somewhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        print("boardhub: interrupted.", file=sys.stderr)
        return 1
    return 0


def _split(words: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """The words for the parser, and those of a program, where a command may have one."""
    row = COMMANDS.get(words[0]) if words else None
    if row is None or not row.takes_program or "--" not in words:
        return words, ()
    end = [*words].index("--")
    return words[:end], words[end + 1 :]


class _Parser(ArgumentParser):
    """An argument parser whose complaints are a `Problem`."""

    def error(self, message: str) -> NoReturn:
        """Arguments that make no sense."""
        raise Problem(f"{message} (try {self.prog} --help).")


def command(name: str) -> Command:
    """The subcommand of this name."""
    module = import_module(f"boardhub.commands.{COMMANDS[name].module}")
    found = getattr(module, name.upper())
    assert isinstance(found, Command)
    return found


def _parser(words: Sequence[str]) -> ArgumentParser:
    """A parser of these words: it knows the arguments of the command that they name."""
    named = next((word for word in words if not word.startswith("-")), None)
    parser = _Parser(prog="boardhub", description="Play on a boardhub daemon, and look after it.")
    rows = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, row in COMMANDS.items():
        parsed = rows.add_parser(name, help=row.doc, description=row.doc)
        if name == named:
            asked = command(name)
            asked.arguments(parsed)
            parsed.set_defaults(run=asked.run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
