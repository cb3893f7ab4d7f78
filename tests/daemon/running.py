"""
A daemon in a process of its own, and clients on plain sockets, every wait
with a bound.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

#: Seconds that anything may take on a busy machine.
PATIENCE = 30.0

SCRIPTS = Path(sys.executable).parent
_LISTENS = re.compile(r"(\w+) listens at (?:.*) port (\d+)")


class Client:
    """A client on a plain socket, line by line."""

    def __init__(self, port: int, encoding: str = "utf-8") -> None:
        self._encoding = encoding
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._file = self._socket.makefile("rb")

    def send(self, *lines: str) -> None:
        """Send lines."""
        self.send_bytes("".join(f"{line}\n" for line in lines).encode(self._encoding))

    def send_bytes(self, data: bytes) -> None:
        """Send anything."""
        self._socket.sendall(data)

    def line(self) -> str:
        """The next line; empty once the daemon has closed."""
        return self._file.readline().decode(self._encoding).rstrip("\n")

    def until(self, word: str) -> list[str]:
        """All lines up to the first that begins with this word."""
        lines = []
        while True:
            lines.append(self.line())
            if lines[-1].split(" ")[0] == word:
                return lines
            assert lines[-1] or lines[-1:] != lines[-2:-1], f"closed before {word}: {lines[-5:]}"

    def rest(self) -> list[str]:
        """All that comes until the daemon closes."""
        return self._file.read().decode(self._encoding).splitlines()

    def say_no_more(self) -> None:
        """Shut down the sending side."""
        self._socket.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """End the connection."""
        self._file.close()
        self._socket.close()


class Daemon:
    """
    ``twistd -n boardhub`` with these options, in a directory of its own;
    ``scripts`` are those of the environment it runs in.
    """

    def __init__(
        self,
        directory: Path,
        *options: str,
        games: Sequence[str] = ("ursuppe",),
        ports: Mapping[str, int] | None = None,
        scripts: Path = SCRIPTS,
    ) -> None:
        self.directory = directory
        self.data = directory / "data"
        self._log = directory / "log"
        shown = any(option.startswith("--web=") for option in options)
        fixed = ports or {}
        hosted = [f"--game={name}=tcp:{fixed.get(name, 0)}:interface=127.0.0.1" for name in games]
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [scripts / "twistd", "-n", "--pidfile=", "boardhub", f"--data={self.data}",
                 *([] if shown else ["--web=none"]), *hosted, *options],
                cwd=directory, stdout=log, stderr=log, env=environment(),
            )  # fmt: skip
        self.ports = {}
        for name in games:
            self.ports[name] = self._port(name)

    def connect(self, game: str = "ursuppe", encoding: str = "utf-8") -> Client:
        """A client of one of its games."""
        return Client(self.ports[game], encoding)

    @property
    def page(self) -> str:
        """The address of its page, where it has one (``--web``)."""
        return f"http://127.0.0.1:{self._port('web')}"

    def log(self) -> str:
        """What it has logged so far."""
        return self._log.read_text()

    def command(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run the ``boardhub`` command on its data directory."""
        return run("boardhub", *words, "--data", str(self.data))

    def bot(self, match: str, *words: str, game: str = "ursuppe") -> subprocess.Popen[str]:
        """A reference bot in a process of its own."""
        return subprocess.Popen(
            [SCRIPTS / "boardhub", "bot", game, "--hub", f"tcp:127.0.0.1:{self.ports[game]}",
             "--match", match, *words],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment(),
        )  # fmt: skip

    def terminate(self) -> None:
        """Ask it to shut down."""
        self.process.send_signal(signal.SIGTERM)

    def wait(self) -> int:
        """Its exit status, once it has ended."""
        return self.process.wait(PATIENCE)

    def stop(self) -> None:
        """End it however it is."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)

    def _port(self, name: str) -> int:
        end = monotonic() + PATIENCE
        while monotonic() < end:
            for found, port in _LISTENS.findall(self.log()):
                if found == name:
                    return int(port)
            try:
                self.process.wait(0.02)
            except subprocess.TimeoutExpired:
                continue
            raise AssertionError(f"the daemon has ended:\n{self.log()}")
        raise AssertionError(f"{name} does not listen:\n{self.log()}")


def environment(**more: str) -> dict[str, str]:
    """Ours, without what a test run may have set."""
    inherited = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return {**inherited, **more}


def run(script: str, *words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run an installed script to its end."""
    return subprocess.run(
        [SCRIPTS / script, *words],
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
        check=False,
        **{"env": environment(), **more},
    )


def free_port() -> Iterator[int]:
    """Hold a port, so that nobody else can listen there."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        yield held.getsockname()[1]
