"""Sockets that somebody else has opened: systemd, before the daemon starts."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.daemon.running import PATIENCE, SCRIPTS, Client, environment

pytestmark = pytest.mark.daemon

#: Does what systemd does to a service: the socket becomes descriptor 3, and is announced.
ACTIVATE = (
    "import os, sys\n"
    "os.dup2(int(sys.argv[1]), 3)\n"
    "os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='1', LISTEN_FDNAMES='soup')\n"
    "os.execv(sys.argv[2], sys.argv[2:])\n"
)


@pytest.mark.parametrize("named", ["index=0", "name=soup"])
def test_socket_activation(tmp_path: Path, named: str) -> None:
    """The daemon takes the socket, and a client that came before it is served."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        client = Client(listening.getsockname()[1])
        client.send("VERSION", "ABMELDEN")
        words = ["--data=data", "--web=none", f"--game=ursuppe=systemd:domain=INET:{named}"]
        daemon = subprocess.Popen(
            [
                *(sys.executable, "-c", ACTIVATE, str(listening.fileno())),
                *(str(SCRIPTS / "twist"), "boardhub", *words),
            ],
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            pass_fds=[listening.fileno()],
            env=environment(),
        )
        try:
            assert client.line().startswith("VERSION 1.13 boardhub ")
            assert client.rest() == []
        finally:
            client.close()
            daemon.kill()
            daemon.wait(PATIENCE)
