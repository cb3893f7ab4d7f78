"""
Hostile programs in seats of a real daemon: each loses its own match, in time
and for the right reason, and nobody else notices; and none outlives the daemon.
"""

from __future__ import annotations

import signal
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

import pytest
from attrs import frozen

from boardhub.hub.journal import Record, read
from tests.daemon.running import Client, Daemon

pytestmark = pytest.mark.daemon

#: Two squares of two by two fields for a worm each, which can go round for ever.
START = [
    "7", "4", "4", "4", "{turns}", "Hindernisse",
    "Eigene Wuermer", "1", "1", "1", "2", "2", "2",
    "Gegnerische Wuermer", "6", "1", "6", "2", "7", "2",
]  # fmt: skip

#: Hears the start, and goes round.
ROUND = """\
import sys
lines = iter(sys.stdin.readline, "")
first = next(line for line in lines if line in ("Erster\\n", "Zweiter\\n")) == "Erster\\n"
turn = 0
while True:
    if not first:
        if next(lines, "Ende\\n") == "Ende\\n":
            sys.exit()
        next(lines)
    first = False
    print(1, "OSWN"[turn % 4], sep="\\n")
    turn += 1
"""

#: Hears the start, and knows that it is to begin.
BEGIN = """\
import os, sys, time
for line in iter(sys.stdin.readline, ""):
    if line == "Erster\\n":
        break
"""


@frozen
class Hostile:
    """A program, and what becomes of it."""

    code: str
    fault: str
    reason: str
    end: str = ""
    """A word of what the journal says of its end."""


HOSTILE = {
    "silent": Hostile("time.sleep(60)", "FEHLER_TIMEOUT", "forfeit-time"),
    "unflushed": Hostile(
        "out = open(1, 'w', 100000)\nout.write('1\\nO\\n')\ntime.sleep(60)",
        "FEHLER_TIMEOUT",
        "forfeit-time",
    ),
    "half": Hostile("print(1)\ntime.sleep(60)", "FEHLER_TIMEOUT", "forfeit-time"),
    "endless": Hostile(
        "while True: print(1, 'O', sep='\\n')", "FEHLER_AUSSER_DER_REIHE", "forfeit-illegal"
    ),
    "hugeline": Hostile("print('1' * 100000, end='')\ntime.sleep(60)", "FEHLER_FORMAT",
                        "forfeit-illegal"),
    "words": Hostile("print('hello')\ntime.sleep(60)", "FEHLER_FORMAT", "forfeit-illegal"),
    "exits": Hostile("sys.exit(3)", "FEHLER_PROGRAMM_BEENDET", "crashed", "exit"),
    "killed": Hostile(
        "os.kill(os.getpid(), 9)", "FEHLER_PROGRAMM_BEENDET", "crashed", "signal"
    ),
    "hides": Hostile(
        "if os.fork() == 0:\n os.setsid()\n time.sleep(60)\nsys.exit(0)",
        "FEHLER_PROGRAMM_BEENDET", "crashed", "exit",
    ),
    "deaf": Hostile(
        "os.close(0)\ntime.sleep(60)", "FEHLER_EINGABE_GESCHLOSSEN", "crashed", "deaf"
    ),
    "crowd": Hostile(
        "for _ in range(100):\n if os.fork() == 0:\n  time.sleep(60)\ntime.sleep(60)",
        "FEHLER_PROGRAMM_BEENDET", "crashed", "over",
    ),
    "greedy": Hostile(
        "kept = []\nwhile True: kept.append(bytearray(1 << 20))",
        "FEHLER_PROGRAMM_BEENDET", "out-of-memory", "over",
    ),
    "noise": Hostile(
        "sys.stderr.write('x' * 10_000_000 + 'bye')\nprint('no')\ntime.sleep(60)",
        "FEHLER_FORMAT", "forfeit-illegal",
    ),
}  # fmt: skip


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    """A daemon that knows all these programs, and boards to go round on."""
    boards = tmp_path / "boards"
    boards.mkdir()
    for name, turns in (("short", 5), ("long", 9999)):
        (boards / name).write_text("\n".join(START).format(turns=turns))
    sources = {name: BEGIN + each.code for name, each in HOSTILE.items()}
    sources["good"] = ROUND
    for name, code in sources.items():
        (tmp_path / f"{name}.py").write_text(code)
    lame = tmp_path / "lame"
    lame.write_text("#!/no/such/interpreter\n")
    lame.chmod(lame.stat().st_mode | stat.S_IXUSR)
    named = {name: f"{sys.executable} {name}.py" for name in sources} | {"lame": "./lame"}
    daemon = Daemon(
        tmp_path,
        "--program-memory=128", "--program-processes=20", f"--wuermer-boards={boards}",
        *[f"--wuermer-program={name}={command}" for name, command in named.items()],
        games=["wuermer"],
    )  # fmt: skip
    yield daemon
    daemon.stop()


def make(daemon: Daemon, match: str, board: str, *programs: str, timeout: int = 1000) -> Client:
    """A match of programs, and somebody who watches it."""
    client = daemon.connect("wuermer")
    client.send("NEU 2", f"NAME {match}", "PASSWORT", f"BRETT {board}", f"TIMEOUT {timeout}")
    assert client.line() == f"SPIEL_ANGEMELDET {match}"
    client.send(f"ZUSCHAUEN {match}", "NAME zoe")
    with closing(daemon.connect("wuermer")) as host:
        for number, program in enumerate(programs, 1):
            host.send(f"PROGRAMM {match} {program}")
            assert host.line().startswith(f"PROGRAMM_AKZEPTIERT {number} {program}")
    return client


def journal(daemon: Daemon, match: str) -> list[Record]:
    """What has been written down of a match."""
    (path,) = (daemon.data / "matches").glob(f"*-wuermer-{match}.jsonl")
    return read(path)


def programs_of(daemon: Daemon) -> list[str]:
    """The command lines of its programs and their keepers: they name files of its folder."""
    marked = str(daemon.directory).encode()
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            words = (path / "cmdline").read_bytes()
        except OSError:
            continue
        if marked in words and int(path.name) != daemon.process.pid:
            found.append(words.decode())
    return found


def test_hostile_programs_lose_alone(daemon: Daemon) -> None:
    """Every one of them, each in a match of its own at the same time, beside one that goes on."""
    undisturbed = make(daemon, "undisturbed", "long", "good", "good")
    begin = monotonic()
    watchers = {name: make(daemon, name, "long", name, "good") for name in [*HOSTILE, "lame"]}
    faults = {name: each.fault for name, each in HOSTILE.items()} | {"lame": "FEHLER_START"}
    for name, watcher in watchers.items():
        told = watcher.until("SPIEL_BEENDET")
        assert told[-3] == f"VERSTOSS 1 {faults[name]}", name
        assert told[-1] == f"SPIEL_BEENDET SIEG 2 {faults[name]}", name
        watcher.close()
    # Three times the timeout for a first move, and the time that starting them takes.
    assert monotonic() - begin < 3 + 15
    for name, each in HOSTILE.items():
        end = journal(daemon, name)[-1]
        assert end["seats"] == [each.reason, "played"], name
        assert end["reports"][0]["program"].startswith(f"{name} "), name
        assert each.end in (end["reports"][0]["end"] or {"": ""}), name
    noise = journal(daemon, "noise")[-1]["reports"][0]
    assert len(noise["stderr"]) == 64 * 1024
    assert noise["stderr"].endswith("bye")
    assert undisturbed.until("SPIEL_BEENDET")[-1] == "SPIEL_BEENDET UNENTSCHIEDEN ZUGLIMIT"
    undisturbed.close()
    assert journal(daemon, "undisturbed")[-1]["seats"] == ["played", "played"]
    until_gone(daemon, 5.0)
    assert "Traceback" not in daemon.log()


def test_good_programs_end_politely(daemon: Daemon) -> None:
    """Both play all their turns; they read the end, and exit by themselves."""
    watcher = make(daemon, "fair", "short", "good", "good")
    told = watcher.until("SPIEL_BEENDET")
    assert told[-1] == "SPIEL_BEENDET UNENTSCHIEDEN ZUGLIMIT"
    assert [line for line in told if line.startswith("ZUG ") and line != "ZUG 0"] == [
        f"ZUG {turn} {1 + (turn + 1) % 2} 1 {'OSWN'[(turn - 1) // 2 % 4]}" for turn in range(1, 11)
    ]
    watcher.close()
    until_gone(daemon, 2.0)


def test_no_program_outlives_the_daemon(daemon: Daemon) -> None:
    """Also not one that a daemon has no time to end (P1)."""
    watchers = [
        make(daemon, "one", "long", "good", "good"),
        make(daemon, "two", "long", "hides", "silent", timeout=60_000),
    ]
    while not watchers[0].line().startswith("ZUG 50 "):
        pass
    assert programs_of(daemon)
    daemon.process.send_signal(signal.SIGKILL)
    daemon.wait()
    until_gone(daemon, 2.0)
    for watcher in watchers:
        watcher.close()


def until_gone(daemon: Daemon, seconds: float) -> None:
    """No program of this daemon is left within this time."""
    end = monotonic() + seconds
    while left := programs_of(daemon):
        assert monotonic() < end, left
        sleep(0.02)


def test_an_address_seats_half_of_all(tmp_path: Path) -> None:
    """Of five places that are two; the others are left for somebody else."""
    daemon = Daemon(tmp_path, "--programs=5", "--ursuppe-program=rot=cat", games=["ursuppe"])
    try:
        with closing(daemon.connect("ursuppe")) as host:
            host.send(
                "NEU 4", "NAME suppe", "PASSWORT", "TIMEOUT 10000", *["PROGRAMM suppe rot"] * 3
            )
            answers = [host.line() for _ in range(4)]
    finally:
        daemon.stop()
    assert [line.split()[:2] for line in answers] == [
        ["SPIEL_ANGEMELDET", "suppe"],
        ["PROGRAMM_AKZEPTIERT", "0"],
        ["PROGRAMM_AKZEPTIERT", "1"],
        ["FEHLER", "15"],
    ]
