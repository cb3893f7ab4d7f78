"""
``boardhub bridge``: a program on this machine plays in a worm match on a hub
elsewhere.
"""

from __future__ import annotations

import shutil
import socket
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from itertools import islice

from attrs import frozen

from boardhub.bots.bot import UrBot
from boardhub.bridge import Bridge
from boardhub.client import HubError
from boardhub.commands.command import ANSWER_SECONDS, Command, Patience, Problem, seconds, utf8
from boardhub.links.commands import NAME_LENGTH, own_name
from boardhub.protocols.program import numbered
from boardhub.protocols.wuermer_lines import END

#: Seconds for making the connection.
CONNECT_SECONDS = 10.0

#: Bytes that are read at a time, and that the hub's answer may have.
_CHUNK = 65536

#: Names that are tried: one more than a match has seats.
_NAMES = 3

_ACCEPTED = "SPIELERIN_AKZEPTIERT"


def _arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("hub", metavar="ADDRESS", help="where the worm matches are: tcp:HOST:PORT")
    add("--match", type=utf8, metavar="NAME", required=True, help="the match to join")
    add("--password", type=utf8, default="", help="the password of the match")
    add("--name", type=utf8, help="the program's name in the match (default: like its own file)")
    add("--wait", type=seconds, default=0.0, metavar="SECONDS", help="wait for hub and match")
    add("program", metavar="PROGRAM", nargs="+", help="the command, behind --")


def _run(given: Namespace) -> None:
    """Take a seat, and stand between the hub and the program until both have ended."""
    words = given.program
    if shutil.which(words[0]) is None:
        raise Problem(f"There is no program {words[0]!r} that can be executed.")
    seat, connection, said = _seat(given, _names(given))
    environment = {
        "BOARDHUB_GAME": "wuermer",
        "BOARDHUB_MATCH": given.match,
        "BOARDHUB_SEAT": seat.number,
        "BOARDHUB_NAME": seat.name,
        "PYTHONUNBUFFERED": "1",
    }
    with connection:
        said = _first(connection, said)
        _carry(connection, words, environment, said)


def _names(given: Namespace) -> Iterator[str]:
    """What the program may be called, best first."""
    if given.name:
        return iter([given.name])
    return islice(numbered(own_name(given.program), NAME_LENGTH), _NAMES)


def _carry(
    connection: socket.socket, words: list[str], environment: Mapping[str, str], said: bytes
) -> None:
    try:
        bridge = Bridge(connection, words, environment)
    except OSError as error:
        raise Problem(f"{words[0]} cannot be started: {error.strerror}.") from error
    bridge.carry(said)


@frozen
class Seat:
    """What the hub has given to the program, in its words."""

    number: str
    name: str


def _seat(given: Namespace, names: Iterator[str]) -> tuple[Seat, socket.socket, bytes]:
    """
    A seat under the first of these names that is free, the connection that
    has it, and what the hub has said there since.

    :raise Problem: the hub refuses it.
    :raise HubError: it cannot be reached, or is gone.
    """
    patience = Patience(given.wait)
    entrant = UrBot(next(names))
    while True:
        connection = _reach(given.hub, patience)
        try:
            said = "".join([line + "\n" for line in entrant.login(given.match, given.password)])
            connection.sendall(said.encode())
            answer, rest = _answer(connection, given.hub)
            if answer.startswith(f"{_ACCEPTED} "):
                _, number, accepted = answer.split(" ", 2)
                return Seat(number, accepted), connection, rest
        except OSError as error:
            connection.close()
            raise HubError(f"Lost the connection to {given.hub}: {error}.") from error
        except BaseException:
            connection.close()
            raise
        connection.close()
        entrant.refused(answer)
        if entrant.too_early and patience.again():
            continue
        other = next(names, None) if entrant.name_taken else None
        if other is None:
            raise Problem(f"The hub did not let {entrant.name} into {given.match}: {answer}")
        entrant = UrBot(other)


def _answer(connection: socket.socket, address: str) -> tuple[str, bytes]:
    """The first line from the hub, and the bytes behind it that have come already."""
    connection.settimeout(ANSWER_SECONDS)
    said = b""
    while b"\n" not in said:
        data = connection.recv(_CHUNK)
        if not data or len(said) > _CHUNK:
            raise HubError(f"The hub at {address} has closed the connection.")
        said += data
    line, _, rest = said.partition(b"\n")
    return line.decode("utf-8", "replace").rstrip("\r"), rest


def _first(connection: socket.socket, said: bytes) -> bytes:
    """
    What the hub says when the match begins, a whole line at least, of which
    this has come already. A program is started then, as on the hub's own
    machine: what it says too early is judged and not refused.

    :raise HubError: there will be no match.
    """
    connection.settimeout(None)
    while b"\n" not in said:
        try:
            data = connection.recv(_CHUNK)
        except OSError as error:
            raise HubError(f"Lost the hub before the match began: {error}.") from error
        if not data:
            raise HubError("The hub has closed the connection before the match began.")
        said += data
    if said.partition(b"\n")[0].rstrip(b"\r") == END.encode():
        raise HubError(f"The match was over before it began: {END}")
    return said


def _reach(address: str, patience: Patience) -> socket.socket:
    """A connection to the hub, as soon as it is there."""
    while True:
        try:
            return _connect(address)
        except HubError:
            if not patience.again():
                raise


def _connect(address: str) -> socket.socket:
    """
    :raise HubError: the address makes no sense, or nobody answers there.
    """
    kind, _, where = address.partition(":")
    host, _, port = where.rpartition(":")
    if kind != "tcp" or not host or not (port.isascii() and port.isdigit()):
        raise HubError(f"{address!r} is no address: write tcp:HOST:PORT, say tcp:127.0.0.1:15003.")
    try:
        connection = socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS)
    except (OSError, OverflowError, UnicodeError) as error:
        raise HubError(f"Cannot connect to {address}: {error}. Is the hub running?") from None
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    return connection


BRIDGE = Command("bridge", "Let a program play worms on a hub elsewhere.", _arguments, _run)
