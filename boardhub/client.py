"""
A small client for line protocols: connect, send lines, read lines.

    from boardhub.client import connect

    with connect("tcp:127.0.0.1:15001") as hub:
        hub.send("TEILNEHMEN suppe", "PASSWORT", "NAME anna")
        for line in hub:
            if line == "ZUG_BEREIT":
                hub.send("BEREIT")

It blocks, imports the standard library only, and knows no game: copy
this file if you want to use it without the rest of boardhub. A bot that
decides without touching the network can be played by `run`.
"""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Protocol

#: Bytes read from the socket at a time.
_CHUNK = 65536


class HubError(Exception):
    """
    The hub could not be reached, is gone, or did not answer in time. The
    text is one sentence that says what was tried, and what can be done.
    """


class Lost(HubError):
    """The connection has ended, or was lost, before all was said."""


class Bot(Protocol):
    """
    A player that never touches the network: it is told every line, and gives
    back the lines to send.
    """

    @property
    def over(self) -> bool:
        """Whether there is nothing more to hear."""

    def hear(self, line: str) -> Iterable[str]:
        """Take in one line from the hub; the answer may be empty."""


class Lines:
    """
    Cuts bytes into lines of text, as they come. ``separators``: bytes that
    end a line, beside the line feed.
    """

    def __init__(self, separators: bytes = b"") -> None:
        self._ends = bytes.maketrans(separators, b"\n" * len(separators))
        self._rest = b""

    def take(self, data: bytes) -> list[str]:
        """The lines that have ended with these bytes, without their ends."""
        *lines, self._rest = (self._rest + data.translate(self._ends)).split(b"\n")
        return [line.removesuffix(b"\r").decode("utf-8", "replace") for line in lines]

    def end(self) -> list[str]:
        """No more bytes come: a last line without its end is still a line."""
        return self.take(b"\n") if self._rest else []


class Client:
    """
    One connection to a hub. Made by `connect`.

    Iterating gives the lines as they come, without their ends, until the hub
    closes the connection.
    """

    def __init__(self, connection: socket.socket, address: str, separators: bytes = b"") -> None:
        self.address = address
        """Where it is connected to, as it was given to `connect`."""
        self._socket = connection
        self._lines: deque[str] = deque()
        self._cut = Lines(separators)
        self._ended = False

    def send(self, *lines: str) -> None:
        """
        Send whole lines, all at once.

        :raise ValueError: a line holds a line break.
        :raise Lost: the connection is gone.
        """
        for line in lines:
            if "\n" in line or "\r" in line:
                raise ValueError(f"one line at a time, please: {line!r}")
        if not lines:
            return
        data = "".join(line + "\n" for line in lines).encode("utf-8")
        try:
            self._socket.sendall(data)
        except OSError as error:
            raise Lost(f"Lost the connection to {self.address}: {_why(error)}.") from error

    def read(self, timeout: float | None = None) -> str:
        """
        The next line; waits for it, at most ``timeout`` seconds if given.

        :raise HubError: nothing came in time.
        :raise Lost: the connection has ended.
        """
        line = self._next(timeout)
        if line is None:
            raise Lost(f"The hub at {self.address} has closed the connection.")
        return line

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._next(None)
        if line is None:
            raise StopIteration
        return line

    def close(self) -> None:
        """End the connection. A second time does nothing."""
        self._socket.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _next(self, timeout: float | None) -> str | None:
        """The next line, or None once everything has been read."""
        while not self._lines:
            if self._ended:
                return None
            self._receive(timeout)
        return self._lines.popleft()

    def _receive(self, timeout: float | None) -> None:
        """Read what is there, and cut it into lines."""
        try:
            self._socket.settimeout(timeout)
            data = self._socket.recv(_CHUNK)
        except TimeoutError:
            message = f"The hub at {self.address} sent nothing for {timeout:g} seconds."
            raise HubError(message) from None
        except OSError as error:
            raise Lost(f"Lost the connection to {self.address}: {_why(error)}.") from error
        if not data:
            self._ended = True
        self._lines.extend(self._cut.take(data) if data else self._cut.end())


def connect(address: str, timeout: float = 10.0, separators: bytes = b"") -> Client:
    """
    Connect to a hub at ``tcp:host:port``, ``host:port``, ``tcp:port`` (this
    computer) or ``unix:path``; wait at most ``timeout`` seconds. With
    ``separators`` these bytes, too, end a line of the hub's: ``b"|"`` for
    toxic, if it may be a server that uses bars.

    :raise HubError: the address makes no sense, or nobody answers there.
    """
    kind, rest = _split(address)
    try:
        if kind == "unix":
            return Client(_connect_unix(rest, timeout), address, separators)
        host, port = _host_and_port(rest, address)
        connection = socket.create_connection((host, port), timeout)
        # Answers are small and wanted at once.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return Client(connection, address, separators)
    except UnicodeError:
        raise HubError(f"{address!r} is no address: there can be no such host.") from None
    except OSError as error:
        message = (
            f"Cannot connect to {address}: {_why(error)}. "
            "Is the hub running, and does it host this game there?"
        )
        raise HubError(message) from None


def run(bot: Bot, client: Client) -> None:
    """
    Tell the bot every line and send its answers, until it is over.

    What the bot wants to say first (its login) has been sent before.

    :raise Lost: the hub closed the connection before the bot was over.
    """
    while not bot.over:
        client.send(*bot.hear(client.read()))


def _split(address: str) -> tuple[str, str]:
    """The kind of an address, ``tcp`` or ``unix``, and the rest of it."""
    kind, colon, rest = address.partition(":")
    if colon and kind in ("tcp", "unix"):
        return kind, rest
    return "tcp", address


def _host_and_port(text: str, address: str) -> tuple[str, int]:
    """
    Host and port of ``host:port``, ``[host]:port`` or a port alone.

    :raise HubError: it is none of these.
    """
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise HubError(f"{address!r} is no address: write tcp:HOST:PORT, say tcp:127.0.0.1:15001.")
    return host.strip("[]") or "127.0.0.1", int(port)


def _connect_unix(path: str, timeout: float) -> socket.socket:
    """A connection to a Unix socket."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.settimeout(timeout)
        connection.connect(path)
    except BaseException:
        connection.close()
        raise
    return connection


def _why(error: OSError) -> str:
    """What the system says is wrong, without its numbers."""
    return error.strerror or str(error) or type(error).__name__
