"""The first bots under examples/ play whole matches against a daemon."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from boardhub.hub.journal import read
from tests.daemon.running import PATIENCE, Daemon, environment

EXAMPLES = Path(__file__).parents[2] / "examples"

pytestmark = pytest.mark.daemon


def first_bot(daemon: Daemon, game: str, match: str, name: str) -> subprocess.Popen[str]:
    """A first bot in a process of its own."""
    return subprocess.Popen(
        [sys.executable, EXAMPLES / game / "first_bot.py", match, name,
         f"127.0.0.1:{daemon.ports[game]}"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment(),
    )  # fmt: skip


@pytest.mark.parametrize("seats", [2, 4])
def test_first_bots_of_burg_play_to_the_end(
    tmp_path: Path, request: pytest.FixtureRequest, seats: int
) -> None:
    """Nothing they send is refused, they build, and all three years are played."""
    daemon = Daemon(tmp_path, games=["burg"])
    request.addfinalizer(daemon.stop)
    with closing(daemon.connect("burg")) as host, closing(daemon.connect("burg")) as watcher:
        host.send(f"NEU {seats}", "NAME final", "PASSWD", "TIMEOUT 60000")
        assert host.rest() == ["SPIEL_ANGEMELDET"]
        watcher.send("WATCH final", "NAME zoe")
        watcher.until("STATUSENDE")
        bots = [first_bot(daemon, "burg", "final", f"bot{number}") for number in range(seats)]
        told = [bot.communicate(timeout=2 * PATIENCE)[0] for bot in bots]
        assert ([bot.returncode for bot in bots], told) == ([0] * seats, [""] * seats)
        seen = watcher.until("SPIEL_BEENDET")
    assert "AKTION SETZE_BAUSTEIN" in seen
    assert seen.count("AKTION SETZE_KOENIG") == 3
    assert seen.count("RUNDE_BEENDET") == {2: 12, 4: 10}[seats]
    assert seen.count("ZUG_BEENDET 0") == seen.count("RUNDE_BEENDET")


def test_first_bots_of_toxic_play_to_the_end(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Among reference bots they answer every round, nothing is ignored, and all turn RED."""
    daemon = Daemon(tmp_path, "--toxic-preparation=0", games=["toxic"])
    request.addfinalizer(daemon.stop)
    with closing(daemon.connect("toxic")) as host, closing(daemon.connect("toxic")) as watcher:
        host.send("NEU 4", "NAME final", "PASSWORT", "KARTE caves.map", "TIMEOUT 60000")
        assert host.until("SPIEL_ANGEMELDET")[-1] == "SPIEL_ANGEMELDET final"
        watcher.send("ZUSCHAUEN final", "NAME zoe")
        watcher.until("STATUS_ENDE")
        ours = [first_bot(daemon, "toxic", "final", f"bot{number}") for number in range(2)]
        others = [daemon.bot("final", "--level", level, game="toxic")
                  for level in ("random", "strong")]  # fmt: skip
        told = [bot.communicate(timeout=2 * PATIENCE)[0] for bot in ours]
        assert ([bot.returncode for bot in ours], told) == ([0, 0], ["", ""])
        for bot in others:
            bot.communicate(timeout=2 * PATIENCE)
        seen = watcher.until("SPIEL_BEENDET")
        watcher.send("STATUS")
        status = watcher.until("STATUS_ENDE")
    numbers = [status[place - 1].split()[1] for place, line in enumerate(status)
               if line in ("NAME bot0", "NAME bot1")]  # fmt: skip
    moves = [line.split() for line in seen if line.startswith("MOVE ")]
    for number in numbers:
        steps = [step for _, mover, step, _ in moves if mover == number]
        assert len(steps) == len([line for line in seen if line.startswith("START ")])
        assert "-" not in steps
        assert set(steps) - {"NONE"}
    assert len([line for line in seen if line.startswith("TEAMCHANGE ")]) == 4
    (journal,) = (daemon.data / "matches").glob("*-toxic-final.jsonl")
    assert "refused" not in {record["record"] for record in read(journal)}
