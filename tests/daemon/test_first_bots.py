"""The first bots under examples/ play whole matches against a daemon."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

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
