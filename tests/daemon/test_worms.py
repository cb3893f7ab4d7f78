"""
The same program in the worm match, whatever carries its lines: pipes of the
daemon's, a connection, or the bridge from another machine.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from boardhub.hub.journal import read
from tests.daemon.running import PATIENCE, SCRIPTS, Client, Daemon

pytestmark = pytest.mark.daemon

#: Goes nearer to the hole as the bird flies, else anywhere; keeps in mind who is where.
PLAYER = """
import sys

def read():
    line = sys.stdin.readline().strip()
    return line if line and line != "Ende" else sys.exit()

STEPS = {"N": (0, -1), "O": (1, 0), "S": (0, 1), "W": (-1, 0)}
width, height, *hole = [int(read()) for _ in range(4)]
limit, lists = int(read()), [[]]
while (line := read()) not in ("Erster", "Zweiter"):
    lists[-1].append(int(line)) if line.isdigit() else lists.append([])
pairs = [list(zip(each[0::2], each[1::2])) for each in lists]
walls = pairs[1]
own, other = [
    {n // 3 + 1: each[n : n + 3] for n in range(0, len(each), 3)} for each in pairs[2:]
]

def go(worms, number, direction):
    head, middle, tail = worms[number]
    there = head[0] + STEPS[direction][0], head[1] + STEPS[direction][1]
    return there, [there, head, middle]

def crawl(worms, number, direction):
    there, worms[number] = go(worms, number, direction)
    if there == tuple(hole):
        del worms[number]

def choose():
    taken = {each for worms in (own, other) for worm in worms.values() for each in worm}
    moves = []
    for number in own:
        for direction in STEPS:
            (x, y), _ = go(own, number, direction)
            if 1 <= x <= width and 1 <= y <= height and (x, y) not in taken.union(walls):
                moves.append((abs(x - hole[0]) + abs(y - hole[1]), number, direction))
    return min(moves)[1:] if moves else None

mine = line == "Erster"
while own:
    if mine:
        move = choose()
        print("Kann nicht" if move is None else "%d\\n%s" % move)
        if move:
            crawl(own, *move)
    else:
        line = read()
        if line != "Kann nicht":
            crawl(other, int(line), read())
    mine = not mine
"""


@pytest.fixture
def program(tmp_path: Path) -> list[str]:
    """The words that start the program."""
    path = tmp_path / "player.py"
    path.write_text(PLAYER)
    return [sys.executable, str(path)]


@pytest.fixture
def daemon(tmp_path: Path, program: list[str]) -> Iterator[Daemon]:
    """A daemon that knows the program under two names."""
    command = " ".join(program)
    names = [f"--wuermer-program={name}={command}" for name in ("rot", "gelb")]
    daemon = Daemon(tmp_path, *names, games=["wuermer"])
    yield daemon
    daemon.stop()


#: Seats the two of a match, in this order.
Seating = Callable[[Daemon, Client, str, list[str], ExitStack], None]


def by_pipe(daemon: Daemon, host: Client, name: str, program: list[str], stack: ExitStack) -> None:
    """The daemon starts them."""
    for number, player in enumerate(("rot", "gelb"), 1):
        host.send(f"PROGRAMM {name} {player}")
        assert host.line() == f"PROGRAMM_AKZEPTIERT {number} {player}"


def by_connection(
    daemon: Daemon, host: Client, name: str, program: list[str], stack: ExitStack
) -> None:
    """Their standard input and output are sockets, which have been through the lobby."""
    for player in ("rot", "gelb"):
        connection = socket.create_connection(("127.0.0.1", daemon.ports["wuermer"]))
        with connection:
            connection.sendall(f"TEILNEHMEN {name}\nPASSWORT\nNAME {player}\n".encode())
            accepted = b""
            while not accepted.endswith(b"\n"):
                accepted += connection.recv(1)
            assert accepted.startswith(b"SPIELERIN_AKZEPTIERT ")
            start(program, stack, stdin=connection, stdout=connection)


def by_bridge(
    daemon: Daemon, host: Client, name: str, program: list[str], stack: ExitStack
) -> None:
    """``boardhub bridge`` stands between; the second one waits for its turn to be seated."""
    for number, player in enumerate(("rot", "gelb"), 1):
        address = f"tcp:127.0.0.1:{daemon.ports['wuermer']}"
        words = ["bridge", address, "--match", name, "--name", player, "--", *program]
        start([str(SCRIPTS / "boardhub"), *words], stack)
        end = monotonic() + PATIENCE
        while f"SPIELER {number} {player}" not in status(host, name):
            assert monotonic() < end, f"{player} does not come"


def start(words: list[str], stack: ExitStack, **pipes: Any) -> None:
    """Start a process that ends with success within the test."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(words, env=environment, **pipes)
    stack.callback(ended, process)


def ended(process: "subprocess.Popen[bytes]") -> None:
    """It ends by itself."""
    try:
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()


def status(host: Client, name: str) -> list[str]:
    """What anybody may know of a match."""
    host.send(f"STATUS {name}")
    return host.until("STATUS_ENDE")


def play(daemon: Daemon, seating: Seating, name: str, program: list[str]) -> list[dict[str, Any]]:
    """A match on the document's board; its journal."""
    with closing(daemon.connect("wuermer")) as host, ExitStack() as stack:
        host.send("NEU 2", f"NAME {name}", "PASSWORT", "BRETT beispiel", "TIMEOUT 20000")
        assert host.line() == f"SPIEL_ANGEMELDET {name}"
        watcher = stack.enter_context(closing(daemon.connect("wuermer")))
        watcher.send(f"ZUSCHAUEN {name}", "NAME wer")
        watcher.until("STATUS_ENDE")
        seating(daemon, host, name, program, stack)
        last = watcher.until("SPIEL_BEENDET")[-1]
        assert last.split()[1] in ("SIEG", "UNENTSCHIEDEN")
    (path,) = (daemon.data / "matches").glob(f"*-wuermer-{name}.jsonl")
    return read(path)


#: What depends on the hour, the machine, the match's name and seed, and the kind of seat.
PASSING = ("at", "asked", "answered", "hub", "made", "name", "seed", "reports", "programs")


def lasting(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A journal without what may differ."""
    return [
        {word: what for word, what in record.items() if word not in PASSING}
        for record in records
        if record["record"] != "seat"
    ]


def last_lines(records: list[dict[str, Any]]) -> list[list[str]]:
    """What was heard from each side last, and what it was told."""
    reports = records[-1]["reports"]
    return [[text for _, text in report[way]] for report in reports for way in ("heard", "said")]


def test_the_same_match_by_any_way(daemon: Daemon, program: list[str]) -> None:
    """By pipe, by TCP and through the bridge: the same moves, the same end, the same last lines."""
    ways: dict[str, Seating] = {"pipe": by_pipe, "tcp": by_connection, "bridge": by_bridge}
    journals = {name: play(daemon, way, name, program) for name, way in ways.items()}
    pipe = journals["pipe"]
    # The second's heads are 11 and 9 steps from the hole, the first's 12 and 10.
    assert len([record for record in pipe if record["record"] == "move"]) >= 40
    assert pipe[-1]["seats"] == ["played", "played"]
    for name in ("tcp", "bridge"):
        assert lasting(journals[name]) == lasting(pipe)
        assert last_lines(journals[name]) == last_lines(pipe)
    assert "Traceback" not in daemon.log()


def test_refused_at_the_bridge(daemon: Daemon) -> None:
    """A match that is not there is one clear sentence."""
    address = f"tcp:127.0.0.1:{daemon.ports['wuermer']}"
    words = [str(SCRIPTS / "boardhub"), "bridge", address, "--match", "m", "--name", "rot", "cat"]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 1
    assert ran.stderr.startswith("boardhub: The hub did not let rot into m: FEHLER 27 ")
    assert ran.stderr.count("\n") == 1
