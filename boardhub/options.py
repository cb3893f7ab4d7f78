"""
The command line of ``twistd boardhub``, and why the daemon may not start.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import quote

from twisted.python import usage

from boardhub.hub.lobby import LobbyLimits
from boardhub.hub.terms import HOUR, Spans
from boardhub.links.commands import read_program
from boardhub.links.limits import Limits
from boardhub.protocols.game import Game, GameOption
from boardhub.protocols.registry import BrokenGame, installed_games

LOOPBACK = "127.0.0.1"

#: The port of the page.
WEB_PORT = 15080


class Unusable(SystemExit, Exception):
    """
    The daemon cannot start as it is told: one sentence and exit status 1. An
    Exception, too, since ``twistd`` in the background reports only those to
    the terminal it came from.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(1)
        self._sentence = f"boardhub: {sentence}"

    def __str__(self) -> str:
        return self._sentence


def unusable(sentence: str) -> Unusable:
    """Print the sentence to the terminal; what comes back is to be raised."""
    error = Unusable(sentence)
    # Not sys.stderr, which twistd turns into the log.
    print(error, file=sys.__stderr__)
    return error


def _games() -> dict[str, Game]:
    try:
        return dict(installed_games())
    except BrokenGame as error:
        raise unusable(str(error)) from error


# When this is imported the subcommand has been chosen; its options are a
# class attribute, as Twisted wants it, and games add theirs.
GAMES = _games()


def _at_least(least: float, kind: Callable[[str], float]) -> Callable[[str], float]:
    def coerce(text: str) -> float:
        value = kind(text)
        if not least <= value < inf:
            raise ValueError(f"must be at least {least:g}")
        return value

    return coerce


def _amount(least: float) -> Callable[[str], float]:
    return _at_least(least, float)


_count = _at_least(1, int)


def _option(name: str, default: Any, doc: str, coerce: Callable[[str], Any]) -> list[Any]:
    """An option whose value is checked; what is wrong with it is said in one sentence."""

    def checked(text: str) -> Any:
        try:
            return coerce(text)
        except ValueError as error:
            raise unusable(f"--{name}={text}: {error}") from error

    checked.coerceDoc = ""  # type: ignore[attr-defined]
    return [name, None, default, doc, checked]


def _option_name(game: Game, option: GameOption) -> str:
    return f"{game.name}-{option.name}"


class Options(usage.Options):
    """The command line of ``twistd boardhub``."""

    synopsis = "[--game NAME[=ENDPOINT]]... [options]"
    longdesc = (
        "Bots and people play here over plain lines of text. Without --game: all installed games ("
        + ", ".join(f"{game.name} on tcp:{game.port}" for game in GAMES.values())
        + "). ENDPOINT is a Twisted endpoint string: tcp:15001, ssl:..., unix:..., systemd:..."
    )

    _LIMITS, _LOBBY, _SPANS = Limits(), LobbyLimits(), Spans()

    optParameters: ClassVar[list[list[Any]]] = [
        [
            "interface",
            None,
            LOOPBACK,
            "The address that default endpoints listen on; 0.0.0.0 or"
            " :: opens them to the network.",
        ],
        [
            "web",
            None,
            f"tcp:{WEB_PORT}",
            "The endpoint of the page, where browsers watch; none: there is no page.",
        ],
        [
            "web-names",
            None,
            "",
            "Names of this machine, with commas between them, under which browsers may ask"
            " for the page, beside localhost and addresses.",
        ],
        _option("web-connections", 2000, "Connections of browsers in all.", _count),
        ["data", None, "boardhub-data", "The directory for journals and the control socket."],
        _option(
            "match-time",
            _SPANS.match / HOUR,
            "Hours after which a running match ends without a result.",
            _amount(0.001),
        ),
        _option(
            "return-time",
            _SPANS.away,
            "Seconds that games which cannot wait do so for a lost player who may come back.",
            _amount(0),
        ),
        _option("grace", 60.0, "Seconds that running matches may go on at shutdown.", _amount(0)),
        _option("connections", _LIMITS.connections, "Connections in all.", _count),
        _option(
            "connections-per-address", _LIMITS.per_address, "Connections from one address.", _count
        ),
        _option("matches", _LOBBY.matches, "Matches in all.", _count),
        _option(
            "unseated-per-address",
            _LOBBY.unseated,
            "Matches made from one address that nobody has joined.",
            _count,
        ),
        _option(
            "idle",
            _LOBBY.idle,
            "Seconds that a connection in the lobby may say nothing.",
            _amount(1),
        ),
        _option("line-length", _LIMITS.line_length, "Bytes that a line may have.", _count),
        _option(
            "lines-per-second",
            _LIMITS.lines_per_second,
            "Lines that a connection may send in the long run.",
            _count,
        ),
        _option("programs", 64, "Local programs that may have seats at the same time.", _count),
        _option("program-memory", 1024, "MiB of memory that a local program may take.", _count),
        _option(
            "program-cpu",
            3600,
            "Seconds of processor time that a local program may take in a match.",
            _count,
        ),
        _option(
            "program-processes",
            64,
            "Processes that a local program may have at the same time, itself included.",
            _count,
        ),
        _option("demo-pace", 0.4, "Seconds that a demo bot thinks about each answer.", _amount(0)),
        *[
            _option(_option_name(game, each), each.default, each.doc, each.coerce)
            for game in GAMES.values()
            for each in game.options
            if not isinstance(each.default, bool)
        ],
    ]

    optFlags: ClassVar[list[list[Any]]] = [
        ["demo", None, "Let reference bots play in every game, again and again."],
        ["tournament-mode", None, "Close the connections of a match as soon as it is over."],
        ["fsync", None, "Let each journal record reach the disk before it is told."],
        ["crlf", None, "End lines with CR LF on output."],
        ["latin1", None, "Write Latin-1 instead of UTF-8."],
        *[[_option_name(game, each), None, each.doc]
          for game in GAMES.values() for each in game.options if isinstance(each.default, bool)],
    ]  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self["games"] = {}
        self["local"] = {name: {} for name in GAMES}

    def opt_game(self, text: str) -> None:
        """
        NAME[=ENDPOINT]: host this game, there (once for each game).
        """
        name, given, endpoint = text.partition("=")
        if name not in GAMES:
            raise unusable(f"there is no game {name!r}; installed are {', '.join(GAMES)}")
        if name in self["games"]:
            raise unusable(f"--game {name} is given twice; a game has one endpoint")
        self["games"][name] = endpoint if given else None

    def parseOptions(self, options: list[str] | None = None) -> None:
        """Read the command line; what is wrong with it is one sentence."""
        try:
            super().parseOptions(options)
        except usage.UsageError as error:
            raise unusable(f"{error} (see --help)") from error

    def postOptions(self) -> None:
        """Fill in what was not said."""
        if not self["games"]:
            self["games"] = dict.fromkeys(GAMES)
        if not self["interface"]:
            raise unusable("--interface is empty; name an address, say 127.0.0.1")
        interface = quote(self["interface"], safe=".").replace("%3A", "\\:")
        for name, endpoint in self["games"].items():
            if endpoint is None:
                self["games"][name] = f"tcp:{GAMES[name].port}:interface={interface}"
        if self["web"] == f"tcp:{WEB_PORT}":
            self["web"] += f":interface={interface}"

    def settings(self, game: Game) -> dict[str, Any]:
        """A game's own options, by their short names."""
        return {
            each.name: type(each.default)(self[_option_name(game, each)])
            if isinstance(each.default, bool)
            else self[_option_name(game, each)]
            for each in game.options
        }


def _program_option(game: Game) -> Callable[[Options, str], None]:
    """Reads the option that names a local program for the seats of a game."""

    def option(self: Options, text: str) -> None:
        try:
            name, command = read_program(text, Path.cwd())
        except ValueError as error:
            raise unusable(f"--{game.name}-program={text}: {error}") from error
        if name in self["local"][game.name]:
            raise unusable(f"--{game.name}-program: {name} is named twice")
        self["local"][game.name][name] = command

    option.__doc__ = (
        f"NAME[@FOLDER]=COMMAND: a local program that may sit in matches of {game.name}"
        " (repeatable)."
    )
    return option


# Twisted finds options that may be repeated as methods of the class.
for _game in GAMES.values():
    setattr(Options, f"opt_{_game.name}_program".replace("-", "_"), _program_option(_game))
