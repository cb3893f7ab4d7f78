"""Installing and starting: the plugin, the command line, what cannot be used."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.daemon.running import PATIENCE, SCRIPTS, Daemon, environment, run
from tests.stored import Archive

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.daemon


@pytest.mark.parametrize("front", ["twistd", "twist"])
def test_plugin_is_listed(tmp_path: Path, front: str) -> None:
    """Both fronts of Twisted know the daemon, from any directory."""
    listed = run(front, "--help", cwd=tmp_path)
    assert "Let programs play board games over TCP." in listed.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of an environment that has what `pip install` of a built wheel brings."""
    directory = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    source = directory / "source"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(".*", "build", "*.egg-info"))
    subprocess.run(
        [*pip, "wheel", "-q", "--no-deps", "-w", str(directory), str(source)],
        check=True, timeout=4 * PATIENCE,
    )  # fmt: skip
    (wheel,) = directory.glob("boardhub-*.whl")
    fresh = directory / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(fresh)], check=True, timeout=2 * PATIENCE)
    subprocess.run(
        [fresh / "bin" / "pip", "--disable-pip-version-check", "install", "-q", str(wheel)],
        check=True, timeout=8 * PATIENCE,
    )  # fmt: skip
    return fresh / "bin"


def test_wheel_has_the_plugin(tmp_path: Path, wheel: Path) -> None:
    """What the wheel brings can be started by its name alone."""
    for front in ("twistd", "twist"):
        helped = subprocess.run(
            [wheel / front, "boardhub", "--help"],
            cwd=tmp_path, capture_output=True, text=True, check=True, env=environment(),
            timeout=PATIENCE,
        )  # fmt: skip
        assert "ursuppe on tcp:15001" in helped.stdout


def test_wheel_has_the_page(tmp_path: Path, wheel: Path) -> None:
    """The page, all modules that it loads, and films of finished matches come from the wheel."""
    archive = Archive(tmp_path / "data")
    archive.won("final")
    games = ("burg", "toxic", "ursuppe", "wuermer")
    with ExitStack() as running:
        daemon = Daemon(tmp_path, "--web=tcp:0:interface=127.0.0.1", games=games, scripts=wheel)
        running.callback(daemon.stop)
        assert b"/static/page.js" in fetched(f"{daemon.page}/")
        fetched(f"{daemon.page}/static/page.css")
        wanted = {"page.js", *[f"games/{name}.js" for name in games]}
        seen: set[str] = set()
        while wanted:
            path = wanted.pop()
            seen.add(path)
            text = fetched(f"{daemon.page}/static/{path}").decode()
            found = re.findall(r'from "\.{1,2}/([^"]+)"', text)
            wanted |= set(found) - seen
        assert {"stage.js", "replay.js", "list.js", "dom.js", "words.js"} <= seen
        (journal,) = archive.closed
        film = fetched(f"{daemon.page}/api/past/{journal.stem}")
        assert b'"frames"' in gzip.decompress(film)


def fetched(address: str) -> bytes:
    """What is answered."""
    with urlopen(address, timeout=2 * PATIENCE) as answer:
        data: bytes = answer.read()
    return data


def test_says_where_it_listens(start: Callable[..., Daemon]) -> None:
    """One line per game says where it listens."""
    daemon = start()
    assert f"ursuppe listens at 127.0.0.1 port {daemon.ports['ursuppe']}" in daemon.log()


FRONTS = [("twistd", "-n", "--pidfile="), ("twist", "--log-format=text")]


def one_sentence(front: tuple[str, ...], tmp_path: Path, *options: str) -> str:
    """What the daemon says when it does not start: the last line it prints."""
    told = run(*front, "boardhub", "--data=data", "--web=none", *options, cwd=tmp_path)
    assert told.returncode == 1, told
    assert "Traceback" not in told.stdout + told.stderr
    return told.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize("front", FRONTS)
def test_taken_port(tmp_path: Path, taken_port: int, front: tuple[str, ...]) -> None:
    """A taken port is one sentence and exit 1."""
    endpoint = f"tcp:{taken_port}:interface=127.0.0.1"
    told = one_sentence(front, tmp_path, f"--game=ursuppe={endpoint}")
    assert told == f"boardhub: cannot listen for ursuppe at {endpoint}: Address already in use"


def test_taken_port_in_the_background(tmp_path: Path, taken_port: int) -> None:
    """Also where the daemon has gone into the background the starter is told."""
    told = run(
        "twistd", "boardhub", "--data=data", "--web=none",
        f"--game=ursuppe=tcp:{taken_port}:interface=127.0.0.1", cwd=tmp_path,
    )  # fmt: skip
    assert told.returncode == 1
    assert "cannot listen for ursuppe" in told.stderr
    assert not (tmp_path / "twistd.pid").exists()


@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("--game=skat", "boardhub: there is no game 'skat'; installed are "),
        ("--game=ursuppe=udp:1", "boardhub: 'udp:1' is no endpoint for ursuppe: "),
        ("--game=ursuppe=tcp:far", "boardhub: 'tcp:far' is no endpoint for ursuppe: "),
        ("--interface=nowhere.invalid", "boardhub: cannot listen for "),
        ("--matches=many", "boardhub: --matches=many: "),
        ("--grace=inf", "boardhub: --grace=inf: must be at least 0"),
        ("--interface=", "boardhub: --interface is empty"),
        ("--grace=-1", "boardhub: --grace=-1: must be at least 0"),
        ("--line-length=0", "boardhub: --line-length=0: must be at least 1"),
        ("--speed=9", "boardhub: option --speed not recognized"),
        ("--data=/proc/no", "boardhub: cannot use the data directory /proc/no: "),
    ],
)
def test_unusable_options(
    tmp_path: Path, front: tuple[str, ...], option: str, sentence: str
) -> None:
    """What cannot be used is one sentence that names it, and exit 1."""
    assert one_sentence(front, tmp_path, option).startswith(sentence)


def test_one_daemon_a_directory(start: Callable[..., Daemon], tmp_path: Path) -> None:
    """A second daemon does not touch a data directory that is in use."""
    daemon = start()
    told = one_sentence(FRONTS[0], tmp_path, f"--data={daemon.data}")
    assert told.startswith(f"boardhub: another daemon is using the data directory {daemon.data};")


def test_a_game_has_one_endpoint(tmp_path: Path) -> None:
    """Naming it twice is a mistake, not a wish for the last one."""
    told = one_sentence(FRONTS[0], tmp_path, "--game=ursuppe=tcp:1", "--game=ursuppe=tcp:2")
    assert told == "boardhub: --game ursuppe is given twice; a game has one endpoint"


def test_odd_directories(start: Callable[..., Daemon], tmp_path: Path) -> None:
    """A data directory may have any name, and what a killed daemon left in it is no hindrance."""
    data = tmp_path / "a=b:c d"
    (data / "matches").mkdir(parents=True)
    (data / "matches" / ".probe").touch()
    (data / "control").touch()
    (data / "control.lock").symlink_to(str(os.getpid()))  # a living process, but no daemon
    daemon = start(f"--data={data}")
    assert run("boardhub", "status", "--data", str(data)).stdout.endswith("0 matches\n")
    daemon.terminate()
    assert daemon.wait() < 0


def test_scripts_are_where_we_look() -> None:
    """The installed scripts are those of the environment the tests run in."""
    assert (SCRIPTS / "boardhub").exists()
