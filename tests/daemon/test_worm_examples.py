"""The worm bots under examples/ play whole matches as local programs of a daemon."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from boardhub.hub.journal import read
from tests.daemon.running import PATIENCE, Daemon
from tests.test_docs import ROOT, rows

EXAMPLES = ROOT / "examples" / "wuermer"

pytestmark = pytest.mark.daemon


def python(folder: Path) -> list[str]:
    """It runs as it is."""
    return [sys.executable, str(EXAMPLES / "worm_bot.py")]


def c(folder: Path) -> list[str]:
    """Compiled, with every warning an error."""
    out = str(folder / "worm_bot")
    build("cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", out, str(EXAMPLES / "worm_bot.c"))
    return [out]


def java(folder: Path) -> list[str]:
    """Compiled into classes."""
    build("javac", "-Xlint", "-Werror", "-d", str(folder), str(EXAMPLES / "WormBot.java"))
    return ["java", "-Xmx256m", "-cp", str(folder), "WormBot"]


def javascript(folder: Path) -> list[str]:
    """It runs as it is."""
    return ["node", str(EXAMPLES / "worm_bot.js")]


#: For each language what it needs, and the command of its bot.
LANGUAGES: Final[dict[str, tuple[list[str], Callable[[Path], list[str]]]]] = {
    "python": ([], python),
    "c": (["cc"], c),
    "java": (["javac", "java"], java),
    "javascript": (["node"], javascript),
}

#: Who begins, on the board where the straight way is 1 N, 1 N, 1 O; the other steps up, too.
RACE: Final = (
    "5 6 3 2 50", "Hindernisse", "", "Eigene Wuermer", "2 4 2 5 2 6",
    "Gegnerische Wuermer", "4 4 4 5 4 6", "Erster", "1 N 1 N",
)  # fmt: skip

#: Where neither has a move, and the other has said so already.
BLOCKED: Final = (
    "3 4 3 1 20", "Hindernisse", "1 1 2 1 3 2", "Eigene Wuermer", "2 2 2 3 2 4",
    "Gegnerische Wuermer", "1 2 1 3 1 4", "Zweiter",
)  # fmt: skip


def build(*words: str) -> None:
    """Run a compiler."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=4 * PATIENCE, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Gives the command line of a language's bot, built once; without its tools it skips."""

    @cache
    def command(language: str) -> str:
        tools, make = LANGUAGES[language]
        missing = [tool for tool in tools if shutil.which(tool) is None]
        if missing:
            pytest.skip(f"{' and '.join(missing)} not installed")
        return shlex.join(make(tmp_path_factory.mktemp(language)))

    return command


@pytest.mark.parametrize("board", ["symmetrisch", "beispiel"])
@pytest.mark.parametrize(
    ("first", "second"),
    [("python", "python"), ("python", "c"), ("c", "java"), ("java", "javascript"),
     ("javascript", "python")],
)  # fmt: skip
def test_examples_play_to_the_end(
    tmp_path: Path,
    request: pytest.FixtureRequest,
    command: Callable[[str], str],
    first: str,
    second: str,
    board: str,
) -> None:
    """Whoever begins, the match ends by play, without a fault, and nothing goes to stderr."""
    daemon = Daemon(
        tmp_path,
        *[f"--wuermer-program={name}={command(name)}" for name in sorted({first, second})],
        games=["wuermer"],
    )
    request.addfinalizer(daemon.stop)
    with closing(daemon.connect("wuermer")) as host, closing(daemon.connect("wuermer")) as watcher:
        host.send("NEU 2", "NAME final", "PASSWORT", f"BRETT {board}", "TIMEOUT 30000")
        assert host.line() == "SPIEL_ANGEMELDET final"
        watcher.send("ZUSCHAUEN final", "NAME zoe")
        watcher.until("STATUS_ENDE")
        host.send(f"PROGRAMM final {first}", f"PROGRAMM final {second}")
        named = second if second != first else f"{second}_2"
        assert host.line() == f"PROGRAMM_AKZEPTIERT 1 {first}"
        assert host.line() == f"PROGRAMM_AKZEPTIERT 2 {named}"
        seen = watcher.until("SPIEL_BEENDET")
    assert not [line for line in seen if line.startswith("VERSTOSS")]
    assert [line for line in seen if line.startswith("WURM_ENTFERNT")]
    assert seen[-1].split()[-1] in ("ALLE_IM_LOCH", "ZUGLIMIT", "BLOCKIERT")
    (journal,) = (daemon.data / "matches").glob("*-wuermer-final.jsonl")
    end = read(journal)[-1]
    assert (end["reason"], end["seats"]) == ("finished", ["played", "played"])
    assert not [report["stderr"] for report in end["reports"] if "stderr" in report]


def ends(command: str, *said: str) -> list[str]:
    """What a program says that is told these lines and no end of input, once it has ended well."""
    with subprocess.Popen(
        shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write("".join(f"{line}\n" for line in said))
        program.stdin.flush()
        try:
            assert program.wait(PATIENCE) == 0
        finally:
            program.kill()
        return program.stdout.read().splitlines()


def data(*texts: str) -> list[str]:
    """One datum per line; a keyword of two words is one."""
    lines = []
    for text in texts:
        lines += [text] if text[:1].isalpha() else text.split()
    return lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_winner_ends_by_itself(command: Callable[[str], str], language: str) -> None:
    """After its winning move it does not wait to be told anything."""
    assert ends(command(language), *data(*RACE)) == ["1", "N", "1", "N", "1", "O"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_move(command: Callable[[str], str], language: str) -> None:
    """It says so in the words of the protocol, and at `Ende` it ends."""
    said = ends(command(language), *data(*BLOCKED), "Kann nicht", "Ende")
    assert said == ["Kann nicht"]


#: Says what it finds, and ends.
LOOKS_ABOUT: Final = """
import json, os, sys
found = {"environment": dict(os.environ), "at": os.getcwd(), "files": os.listdir()}
open_ones = [number for number in range(256) if os.path.exists(f"/proc/self/fd/{number}")]
json.dump({**found, "open": open_ones}, sys.stderr)
"""


def test_what_a_program_finds(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Its environment, folder and descriptors are as the page about programs says."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "look.py").write_text(LOOKS_ABOUT)
    command = shlex.join([sys.executable, "look.py"])
    daemon = Daemon(tmp_path, f"--wuermer-program=eye@{folder}={command}", games=["wuermer"])
    request.addfinalizer(daemon.stop)
    with closing(daemon.connect("wuermer")) as host, closing(daemon.connect("wuermer")) as watcher:
        host.send("NEU 2", "NAME look", "PASSWORT", "TIMEOUT 30000")
        assert host.line() == "SPIEL_ANGEMELDET look"
        watcher.send("ZUSCHAUEN look", "NAME zoe")
        host.send("PROGRAMM look eye", "PROGRAMM look eye")
        watcher.until("SPIEL_BEENDET")
    (journal,) = (daemon.data / "matches").glob("*-wuermer-look.jsonl")
    end = read(journal)[-1]
    seat = end["seats"].index("crashed")
    report = end["reports"][seat]
    assert (report["program"], report["end"]["exit"]) == ("eye in wuermer/look", 0)
    found = json.loads(report["stderr"])
    page = (ROOT / "docs" / "programs.md").read_text()
    told = dict(rows(page, "<!-- environment", "<!-- end of environment"))
    environment = found["environment"]
    assert {f"`{name}`" for name in environment} == told.keys()
    assert environment["HOME"] == environment["TMPDIR"] == found["at"]
    assert (environment["LANG"], environment["PYTHONUNBUFFERED"]) == ("C.UTF-8", "1")
    told_apart = [environment[f"BOARDHUB_{word}"] for word in ("GAME", "MATCH", "SEAT", "NAME")]
    assert told_apart == ["wuermer", "look", str(seat + 1), ("eye", "eye_2")[seat]]
    assert found["files"] == ["look.py"]
    assert found["open"] == [0, 1, 2]
