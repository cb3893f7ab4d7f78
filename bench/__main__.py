"""
``python -m bench [NAME...]``: measure these figures, or all.

One JSON object a line goes to stdout, a table for people to stderr. Exit
status 1: a figure is out of its reach.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from bench import (
    clock,
    command,
    evaluation,
    fanout,
    growth,
    idle,
    journal,
    ping,
    playout,
    viewers,
    worms,
)
from bench.figures import Figure
from boardhub.protocols.game import Game
from boardhub.protocols.registry import installed_games

#: Figures that are not taken for a game, and why: see README.md.
WITHOUT: Final[Mapping[str, tuple[str, ...]]] = {
    "toxic": ("growth",),
    "wuermer": ("command", "growth", "journal"),
}

#: Games whose figures are taken: their random bots play a match to its end without waiting
#: for any clock.
GAMES = ("ursuppe", "burg", "toxic", "wuermer")

FIGURES: dict[str, Callable[[], Figure]] = {
    "ping": ping.measure,
    "fanout": fanout.measure,
    "idle": idle.measure,
    "clock": clock.measure,
    "round": evaluation.measure,
    "sight": evaluation.measure_sight,
    "worms": worms.measure,
    "crowd": worms.measure_crowd,
    "viewers": viewers.measure,
}

GAME_FIGURES: dict[str, Callable[[Game], Figure]] = {
    "playout": playout.measure,
    "command": command.measure,
    "growth": growth.measure,
    "journal": journal.measure,
    "verify": journal.measure_verify,
}


def main() -> int:
    """Measure what the command line names."""
    arguments = _arguments()
    _raise_descriptor_limit()
    figures = []
    for figure in _measured(arguments.names or [*FIGURES, *GAME_FIGURES], arguments.games):
        print(json.dumps(figure.as_json()), flush=True)
        figures.append(figure)
    print(*_table(figures), sep="\n", file=sys.stderr)
    return 0 if all(figure.ok for figure in figures) else 1


def _arguments() -> argparse.Namespace:
    names = [*FIGURES, *GAME_FIGURES]
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure the hub.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(names)}")
    parser.add_argument(
        "--game", action="append", dest="games", choices=GAMES, help="this game only (repeatable)"
    )
    arguments = parser.parse_args()
    for name in arguments.names:
        if name not in names:
            parser.error(f"there is no figure {name!r}; there are {', '.join(names)}")
    arguments.games = arguments.games or GAMES
    return arguments


def _measured(names: Sequence[str], games: Sequence[str]) -> Iterator[Figure]:
    installed = installed_games()
    for name in names:
        if name in FIGURES:
            yield FIGURES[name]()
        else:
            measured = (game for game in games if name not in WITHOUT.get(game, ()))
            yield from (GAME_FIGURES[name](installed[game]) for game in measured)


def _raise_descriptor_limit() -> None:
    """Thousands of connections have both their ends on this machine."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _table(figures: Sequence[Figure]) -> Iterator[str]:
    yield f"{'figure':<18}{'value':>9} {'unit':<7}{'reach':<9}{'':<5}{'ours':>10}{'baseline':>10}"
    for each in figures:
        name = f"{each.name} {each.game}".rstrip()
        verdict = "ok" if each.ok else "OUT"
        yield (
            f"{name:<18}{each.value:>9.3g} {each.unit:<7}{each.reach!s:<9}{verdict:<5}"
            f"{each.measured.value:>10.4g}{each.baseline.value:>10.4g} {each.measured.unit}"
        )


if __name__ == "__main__":
    raise SystemExit(main())
