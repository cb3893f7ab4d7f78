"""
``boardhub map``: make a map by chance.
"""

from __future__ import annotations

import secrets
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path

from boardhub.commands.command import Command, Problem, installed_game, utf8


def _arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("game", metavar="GAME", help="the game: toxic")
    add("width", metavar="WIDTH", type=int, help="fields from west to east")
    add("height", metavar="HEIGHT", type=int, help="fields from north to south")
    add("--seed", type=utf8, help="the same seed makes the same map (default: by chance)")
    add("--out", metavar="FOLDER/NAME", help="write the map's files (default: show them)")


def _run(given: Namespace) -> None:
    """Make a map by chance, and write its files or show them."""
    draw = installed_game(given.game).draw_map
    if draw is None:
        raise Problem(f"{given.game} is not played on maps.")
    out = Path(given.out or "map")
    if given.out and out.is_dir():
        raise Problem(f"{out} is a folder: add the map's name.")
    seed = given.seed or secrets.token_hex(4)
    try:
        texts = draw(out.name, given.width, given.height, seed)
    except ValueError as error:
        raise Problem(f"There can be no such map: {error}.") from error
    if given.out:
        _write({out.with_name(name): text for name, text in texts.items()})
    else:
        print("\n".join([f"{name}\n{text}" for name, text in texts.items()]), end="")
    if not given.seed:
        print(f"boardhub: the same again with --seed {seed}", file=sys.stderr)


def _write(texts: Mapping[Path, str]) -> None:
    """
    Write these files, and print their names.

    :raise Problem: one of them is there already, or cannot be written.
    """
    for path in texts:
        if path.exists():
            raise Problem(f"{path} is there already.")
    for path, text in texts.items():
        try:
            path.write_text(text, "utf-8")
        except OSError as error:
            raise Problem(f"Cannot write {path}: {error.strerror}.") from error
        print(path)


MAP = Command("map", "Make a map by chance.", _arguments, _run)
