"""The page of a daemon that is killed while bots play and started again, in a real browser."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep
from urllib.request import urlopen

import pytest

from boardhub.hub.journal import Record, read
from tests.daemon.running import PATIENCE, Daemon
from tests.web.browser import Browser

pytestmark = pytest.mark.daemon

GAMES = ("burg", "toxic", "ursuppe", "wuermer")

PICTURE = "document.querySelector('.board svg')?.outerHTML"


def started(directory: Path, web: int = 0, ports: dict[str, int] | None = None) -> Daemon:
    """A daemon in which bots play all games; where it was before, if that is given."""
    page = f"--web=tcp:{web}:interface=127.0.0.1"
    options = (page, "--demo", "--demo-pace=0.1", "--toxic-preparation=0")
    return Daemon(directory, *options, games=GAMES, ports=ports)


def journal(daemon: Daemon, game: str) -> list[Record]:
    """What is recorded of the first match of a game."""
    (path,) = (daemon.data / "matches").glob(f"*-{game}-demo1.jsonl")
    return read(path)


def until(true: Callable[[], bool]) -> None:
    """Wait for something, with patience."""
    end = monotonic() + 4 * PATIENCE
    while not true():
        assert monotonic() < end
        sleep(0.1)


def moved_since(kind: str, records: list[Record]) -> bool:
    """Whether somebody has moved since the latest record of this kind."""
    kinds = [each["record"] for each in records]
    return kind in kinds and "move" in kinds[len(kinds) - kinds[::-1].index(kind) :]


def test_matches_go_on_before_the_eyes_of_who_watches(tmp_path: Path, browser: Browser) -> None:
    """
    All matches of the demo go on. The page finds back by itself, shows one
    moving, and offers it again when it is over; told again, it has the restart.
    """
    with ExitStack() as running:
        first = started(tmp_path)
        running.callback(first.stop)
        for game in GAMES:
            until(lambda game=game: moved_since("begin", journal(first, game)))  # type: ignore[misc]
        browser.open(f"{first.page}/#/wuermer/demo1")
        before = browser.until(PICTURE)
        first.stop()
        browser.until_it_says("Connection lost")
        left = [game for game in GAMES if journal(first, game)[-1]["record"] != "end"]
        assert "wuermer" in left
        web = int(first.page.rpartition(":")[2])
        second = started(tmp_path, web, first.ports)
        running.callback(second.stop)
        for game in left:
            until(lambda game=game: moved_since("restart", journal(second, game)))  # type: ignore[misc]
        browser.until(f"{PICTURE} !== {json.dumps(before)}")
        browser.until("document.getElementById('link').textContent === ''")
        until(lambda: journal(second, "wuermer")[-1]["record"] == "end")
        browser.until_it_says("Watch again")
        browser.value("[...document.querySelectorAll('.top a')][0].click()")
        browser.until("document.querySelector('.tools .count')?.textContent.startsWith('1 / ')")
        name = browser.value("location.hash").split("/")[2]
        with urlopen(f"{second.page}/api/past/{name}", timeout=PATIENCE) as answer:
            frames = json.loads(gzip.decompress(answer.read()))["frames"]
        told = [event["kind"] for frame in frames for event in frame["events"]]
        assert told.index("Moved") < told.index("restarted") < told.index("back")
        assert told[-1] == "ended"
        kinds = [[event["kind"] for event in frame["events"]] for frame in frames]
        browser.open(f"{second.page}/#/past/{name}/{kinds.index(['restarted']) + 1}")
        browser.until_it_says("The server was started again")
        assert "Traceback" not in second.log()
    # That nobody answered is all it complains of.
    assert all("ERR_" in each for each in browser.complaints), browser.complaints
    browser.complaints.clear()
