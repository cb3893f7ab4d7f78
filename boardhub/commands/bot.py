"""
``boardhub bot``: a reference bot plays one match, on a hub or as a program on
its own standard input and output.
"""

from __future__ import annotations

import os
import secrets
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from boardhub.bots.bot import Bot, MakeBot
from boardhub.client import Client, HubError, Lines, Lost, connect, run
from boardhub.commands.command import (
    ANSWER_SECONDS,
    Command,
    Patience,
    Problem,
    installed_game,
    seconds,
    utf8,
)
from boardhub.protocols.game import Game

#: Bytes read from standard input at a time.
_CHUNK = 65536

#: What only makes sense where the bot comes through a lobby.
_FOR_A_HUB = ("match", "hub", "password", "secret", "create", "wait")


def _arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("game", metavar="GAME", help="the game: ursuppe, burg, ...")
    add(
        "--match",
        type=utf8,
        metavar="NAME",
        help="the match to join; toxic has one for whoever comes",
    )
    add("--hub", metavar="ADDRESS", help="where the hub is (default: tcp:127.0.0.1:PORT)")
    add("--level", default="strong", help="which bot: random or strong (default: strong)")
    add("--name", type=utf8, help="the bot's name (default: its level and a number)")
    add("--password", type=utf8, default="", help="the password of the match")
    add("--secret", type=utf8, default="", help="the word to come back with (default: by chance)")
    add(
        "--return",
        dest="back",
        type=seconds,
        default=120.0,
        metavar="SECONDS",
        help="try so long to come back when the hub is lost (default: 120)",
    )
    add("--seed", type=utf8, help="makes the bot's chance in a match of this name repeatable")
    add("--create", type=int, metavar="SEATS", help="make the match first if it is not there")
    add("--timeout", type=int, default=60_000, metavar="MS", help="its time for an answer")
    add("--wait", type=seconds, default=0.0, metavar="SECONDS", help="wait for hub and match")
    add(
        "--stdio",
        action="store_true",
        help="play on standard input and output, as a local program of the daemon's",
    )


def _run(given: Namespace) -> None:
    """Play one match to its end."""
    game = installed_game(given.game)
    if given.level not in game.bots:
        levels = " and ".join(game.bots) or "none"
        raise Problem(f"{given.game} has no bot {given.level!r}; there is: {levels}.")
    make = game.bots[given.level]
    if given.stdio:
        _play_here(make, game, given)
    else:
        _play_there(make, game, given)


# On a hub


def _play_there(make: MakeBot, game: Game, given: Namespace) -> None:
    """Play on a hub, and print the standings."""
    address = given.hub or f"tcp:127.0.0.1:{game.port}"
    name = given.name or f"{given.level}_{os.getpid() % 10000}"
    seed = given.seed or secrets.token_hex(8)
    patience = Patience(given.wait)
    where = given.match or f"a match of {given.game}"
    if given.match is None:
        _check_unnamed(make(name, seed), given)
    given.secret = given.secret or secrets.token_hex(6)
    while True:
        bot: Bot = make(name, f"{seed}/{given.match or ''}")
        if given.create is not None:
            with _reach(address, game, patience) as client:
                _create(bot, client, given)
        try:
            with _reach(address, game, patience) as client:
                if given.match is not None:
                    client.send(*bot.login(given.match, given.password, given.secret))
                run(bot, client)
        except Lost:
            # It knows no more than what it will be told when it is back.
            given.create, patience = None, Patience(given.back)
            if given.match is None or not given.back:
                raise
            continue
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


def _reach(address: str, game: Game, patience: Patience) -> Client:
    """A connection to the hub, as soon as it is there."""
    while True:
        try:
            return connect(address, separators=game.separators)
        except HubError:
            if not patience.again():
                raise


# As a local program


def _play_here(make: MakeBot, game: Game, given: Namespace) -> None:
    """
    Play in the seat that a daemon has given to this process, under the name
    that its environment says.

    :raise Problem: other arguments are about a hub, or the input has ended too soon.
    """
    for word in _FOR_A_HUB:
        if getattr(given, word) not in (None, "", 0.0):
            raise Problem(f"--{word} is for a match on a hub: leave it out, or --stdio.")
    name = given.name or os.environ.get("BOARDHUB_NAME") or given.level
    seed = given.seed or secrets.token_hex(8)
    bot: Bot = make(name, f"{seed}/{os.environ.get('BOARDHUB_MATCH', '')}")
    for line in _heard(Lines(game.separators)):
        _say(bot.hear(line))
        if bot.over:
            return
    raise Problem("The input ended before the match did.")


def _heard(lines: Lines) -> Iterator[str]:
    """The lines of standard input, each as soon as it is there."""
    while data := os.read(sys.stdin.fileno(), _CHUNK):
        yield from lines.take(data)
    yield from lines.end()


def _say(answers: list[str]) -> None:
    """Write lines at once, past all buffers."""
    data = "".join([line + "\n" for line in answers]).encode()
    try:
        while data:
            data = data[os.write(sys.stdout.fileno(), data) :]
    except BrokenPipeError as error:
        raise Problem("Nobody reads the output any more.") from error


BOT = Command("bot", "Play a match with a reference bot.", _arguments, _run)
