"""
The ``boardhub`` command: seat a reference bot, make a map, ask the daemon,
end a match.

Every subcommand is a row of `COMMANDS`. It ends with 0, or with 1 and one
clear sentence on standard error.
"""

from __future__ import annotations

import os
import secrets
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from attrs import frozen

from boardhub.bots.bot import Bot
from boardhub.client import Client, HubError, connect, run
from boardhub.protocols.game import Game
from boardhub.protocols.registry import BrokenGame, installed_games

#: Seconds between two tries to reach a hub, or a match, that is not there yet.
RETRY_SECONDS = 0.25

#: Seconds that the daemon may take to answer a question.
ANSWER_SECONDS = 30.0


class Problem(Exception):
    """What went wrong, in one sentence for the person at the terminal."""


@frozen
class Command:
    """A subcommand: its name, what it does, its arguments, and what runs it."""

    name: str
    doc: str
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], None]


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


# boardhub bot


def _bot_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("game", metavar="GAME", help="the game: ursuppe, burg, ...")
    add("--match", metavar="NAME", help="the match to join; toxic has one for whoever comes")
    add("--hub", metavar="ADDRESS", help="where the hub is (default: tcp:127.0.0.1:PORT)")
    add("--level", default="strong", help="which bot: random or strong (default: strong)")
    add("--name", help="the bot's name in the match (default: its level and a number)")
    add("--password", default="", help="the password of the match")
    add("--secret", default="", help="a word to come back to the seat with")
    add("--seed", help="makes the bot's chance repeatable")
    add("--create", type=int, metavar="SEATS", help="make the match first if it is not there")
    add("--timeout", type=int, default=60_000, metavar="MS", help="its time for an answer")
    add("--wait", type=float, default=0.0, metavar="SECONDS", help="wait for hub and match")


def _bot(given: Namespace) -> None:
    """Play one match to its end, and print the standings."""
    game = _game(given.game)
    if given.level not in game.bots:
        levels = " and ".join(game.bots) or "none"
        raise Problem(f"{given.game} has no bot {given.level!r}; there is: {levels}.")
    address = given.hub or f"tcp:127.0.0.1:{game.port}"
    name = given.name or f"{given.level}_{os.getpid() % 10000}"
    seed = given.seed or secrets.token_hex(8)
    patience = _Patience(given.wait)
    where = given.match or f"a match of {game.name}"
    while True:
        bot: Bot = game.bots[given.level](name, seed)
        if given.match is None:
            _check_unnamed(bot, given)
        if given.create is not None:
            with _reach(address, patience) as client:
                _create(bot, client, given)
        with _reach(address, patience) as client:
            if given.match is not None:
                client.send(*bot.login(given.match, given.password, given.secret))
            run(bot, client)
        if not bot.failed:
            break
        if not bot.too_early or not patience.again():
            raise Problem(f"The hub did not let {name} into {where}: {bot.failed}")
    standings = ", ".join(f"{who} {score}" for who, score in bot.standings())
    print(f"{where}: {standings or 'over, and no result was told'}")


def _check_unnamed(bot: Bot, given: Namespace) -> None:
    """
    Whether there is something to play without a match's name.

    :raise Problem: there is not, or other arguments are about a match by name.
    """
    if bot.needs_match:
        raise Problem(f"In {given.game} a bot has to know its match: add --match NAME.")
    for word in ("name", "password", "secret", "create"):
        if getattr(given, word) not in (None, ""):
            raise Problem(f"--{word} is for a match with a name: add --match NAME.")


def _create(bot: Bot, client: Client, given: Namespace) -> None:
    """
    Make the match, unless it is there already. Some lobbies end the
    connection after that, so it is used for nothing else.
    """
    client.send(*bot.creation(given.match, given.create, given.timeout, given.password))
    answer = client.read(ANSWER_SECONDS)
    if bot.greeting and answer.partition(" ")[0] == bot.greeting:
        answer = client.read(ANSWER_SECONDS)
    if not bot.is_made(answer):
        raise Problem(f"The hub did not make the match {given.match}: {answer}")


def _reach(address: str, patience: _Patience) -> Client:
    """A connection to the hub, as soon as it is there."""
    while True:
        try:
            return connect(address)
        except HubError:
            if not patience.again():
                raise


class _Patience:
    """How long something that is not there yet is waited for, in seconds."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def again(self) -> bool:
        """Wait a moment and say yes, or say no: the time is over."""
        if time.monotonic() >= self._end:
            return False
        time.sleep(RETRY_SECONDS)
        return True


def _game(name: str) -> Game:
    """
    The installed game of this name.

    :raise Problem: there is none, or an installed game cannot be loaded.
    """
    try:
        games = installed_games()
    except BrokenGame as error:
        raise Problem(f"{error}.") from error
    if name not in games:
        raise Problem(f"There is no game {name!r}; installed: {', '.join(games)}.")
    return games[name]


# boardhub map


def _map_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("game", metavar="GAME", help="the game: toxic")
    add("width", metavar="WIDTH", type=int, help="fields from west to east")
    add("height", metavar="HEIGHT", type=int, help="fields from north to south")
    add("--seed", help="the same seed makes the same map (default: by chance)")
    add("--out", metavar="FOLDER/NAME", help="write the map's files (default: show them)")


def _map(given: Namespace) -> None:
    """Make a map by chance, and write its files or show them."""
    draw = _game(given.game).draw_map
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


# boardhub status, boardhub abort


def _data_argument(parser: ArgumentParser) -> None:
    doc = "the daemon's data directory (default: ./boardhub-data)"
    parser.add_argument("--data", default="./boardhub-data", metavar="DIR", help=doc)


def _abort_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("match", metavar="MATCH", help="the match to end")
    parser.add_argument("--game", help="its game, if several have a match of this name")
    _data_argument(parser)


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


COMMANDS = (
    Command("bot", "Play a match with a reference bot.", _bot_arguments, _bot),
    Command("map", "Make a map by chance.", _map_arguments, _map),
    Command("status", "Show the daemon's matches.", _data_argument, _status),
    Command("abort", "End a match of the daemon.", _abort_arguments, _abort),
)


if __name__ == "__main__":
    sys.exit(main())
