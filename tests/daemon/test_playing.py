"""The daemon with players, spectators and its operator, as they would meet it."""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from boardhub.games.ursuppe.state import RULES
from boardhub.hub.journal import read, rebuild
from tests.daemon.running import PATIENCE, Client, Daemon

pytestmark = pytest.mark.daemon


def make(client: Client, seats: int, name: str, timeout: int = 60_000) -> None:
    """Make a match by hand."""
    client.send(f"NEU {seats}", f"NAME {name}", "PASSWORT", f"TIMEOUT {timeout}")
    assert client.line() == f"SPIEL_ANGEMELDET {name}"


def seat(daemon: Daemon, match: str, name: str, secret: str = "") -> Client:
    """Join a match by hand."""
    client = daemon.connect()
    client.send(*[f"GEHEIMNIS {secret}"][: bool(secret)], f"TEILNEHMEN {match}", "PASSWORT",
                f"NAME {name}")  # fmt: skip
    assert client.line().startswith("SPIELERIN_AKZEPTIERT")
    return client


def terminate(daemon: Daemon, host: Client) -> None:
    """Ask it to shut down, and wait until it makes no matches any more."""
    daemon.terminate()
    refused = ""
    while not refused.startswith("FEHLER 15"):
        host.send("NEU 3", "NAME another", "PASSWORT", "TIMEOUT 5000")
        refused = host.line()
        if refused == "SPIEL_ANGEMELDET another":
            daemon.command("abort", "another")


@pytest.mark.parametrize("seats", [3, 4])
def test_bots_play_a_match_made_by_hand(start: Callable[..., Daemon], seats: int) -> None:
    """Bots in processes of their own play to the end; a spectator sees all of it."""
    daemon = start()
    with closing(daemon.connect()) as host, closing(daemon.connect()) as watcher:
        make(host, seats, "final")
        watcher.send("ZUSCHAUEN final", "NAME zoe")
        assert watcher.line() == "STATUS final"
        watcher.until("SPIELFELD_ENDE")
        levels = ["strong", "random", "random", "random"][:seats]
        bots = [daemon.bot("final", "--level", level, "--name", f"{level}{number}")
                for number, level in enumerate(levels)]  # fmt: skip
        told = [bot.communicate(timeout=2 * PATIENCE)[0] for bot in bots]
        assert [bot.returncode for bot in bots] == [0] * seats, told
        seen = watcher.until("SPIEL_BEENDET")
        assert "SPIEL_BEGINNT" in seen
        assert 5 <= sum(line.startswith("RUNDE ") for line in seen) <= 10
        host.send("LISTE")
        assert [host.line(), host.line()] == ["SPIELE 1", f"SPIEL final 1 2 {seats} {seats}"]
    assert "Traceback" not in daemon.log()
    (journal,) = (daemon.data / "matches").iterdir()
    records = read(journal)
    assert records[-1]["reason"] == "finished"
    result = rebuild(records, RULES).result
    assert result is not None
    assert [str(score) for score in result.scores] == records[-1]["scores"]


def test_answers_after_half_close(start: Callable[..., Daemon]) -> None:
    """`printf ... | nc -N` gets its answers, and is then closed."""
    with closing(start().connect()) as client:
        client.send_bytes(b"PING\r\nVERSION\r\0LISTE")
        client.say_no_more()
        pong, version, matches = client.rest()
    assert (pong, matches) == ("PONG", "SPIELE 0")
    assert version.startswith("VERSION 1.13 boardhub ")


def test_operator_ends_a_match(start: Callable[..., Daemon]) -> None:
    """`boardhub abort` ends a match for everybody in it, and says so."""
    daemon = start()
    with closing(daemon.connect()) as host:
        make(host, 3, "stuck")
        players = [seat(daemon, "stuck", name) for name in ("ada", "bob", "cid")]
        assert "ursuppe/stuck running 3/3" in daemon.command("status").stdout
        done = daemon.command("abort", "stuck")
        assert (done.returncode, done.stdout) == (0, "ursuppe/stuck has been ended\n")
        for player in players:
            player.until("SPIEL_BEENDET")
            player.close()
        again = daemon.command("abort", "stuck")
        assert (again.returncode, again.stdout) == (1, "")
        assert "is over already" in again.stderr
        assert "no match" in daemon.command("abort", "other").stderr


def test_shutdown_waits_for_running_matches(start: Callable[..., Daemon]) -> None:
    """After SIGTERM no match is made, a running one goes on, and then all is closed."""
    daemon = start("--grace=60")
    host, late = daemon.connect(), daemon.connect()
    make(host, 3, "last")
    players = [seat(daemon, "last", name) for name in ("ada", "bob", "cid")]
    terminate(daemon, host)
    assert daemon.process.poll() is None
    players[0].send("NACHRICHT still here")
    players[1].until("NACHRICHT")
    for player in players:
        player.send("ABMELDEN")
    assert daemon.wait() == -signal.SIGTERM
    for client in (host, late, *players):
        client.rest()
        client.close()
    assert "Traceback" not in daemon.log()


def test_shutdown_tells_how_the_last_match_ended(start: Callable[..., Daemon]) -> None:
    """Ended during the grace time, by its operator here: everybody gets the last line."""
    daemon = start("--grace=60")
    host = daemon.connect()
    make(host, 3, "last")
    players = [seat(daemon, "last", name) for name in ("ada", "bob", "cid")]
    daemon.terminate()
    players[0].send("PING")
    players[0].until("PONG")
    done = daemon.command("abort", "last")
    assert (done.returncode, done.stdout) == (0, "ursuppe/last has been ended\n")
    for player in players:
        assert player.rest()[-1] == "SPIEL_BEENDET"
        player.close()
    assert daemon.wait() == -signal.SIGTERM
    host.close()


def test_a_second_signal_ends_the_grace_time(start: Callable[..., Daemon]) -> None:
    """Who is in a hurry sends it twice."""
    daemon = start("--grace=600")
    host = daemon.connect()
    make(host, 3, "long")
    players = [seat(daemon, "long", name) for name in ("ada", "bob", "cid")]
    terminate(daemon, host)
    daemon.terminate()
    for player in players:
        assert player.rest()[-1] == "SPIEL_BEENDET"
        player.close()
    assert daemon.wait() == -signal.SIGTERM
    host.close()
    assert "Traceback" not in daemon.log()


def test_shutdown_is_bounded(start: Callable[..., Daemon]) -> None:
    """Matches that do not end within the grace time end void, and everybody is told."""
    daemon = start("--grace=0.2")
    host = daemon.connect()
    make(host, 3, "long")
    players = [seat(daemon, "long", name) for name in ("ada", "bob", "cid")]
    daemon.terminate()
    for player in players:
        assert player.rest()[-1] == "SPIEL_BEENDET"
        player.close()
    assert daemon.wait() == -signal.SIGTERM
    host.close()
    (journal,) = (daemon.data / "matches").iterdir()
    assert read(journal)[-1]["reason"] == "aborted"


def test_killed_daemon_loses_nothing_told(start: Callable[..., Daemon]) -> None:
    """What clients have seen before a kill -9 is in the journal and can be rebuilt."""
    daemon = start()
    host = daemon.connect()
    make(host, 3, "cut")
    players = [seat(daemon, "cut", name) for name in ("ada", "bob", "cid")]
    for player in players:
        player.until("ZUG_BEREIT")
        player.send("BEREIT")
    first = players[0].until("BEREIT") + players[0].until("BEREIT")
    assert {"BEREIT 1", "BEREIT 2"} <= set(first)
    daemon.process.kill()
    daemon.wait()
    for client in (host, *players):
        client.close()
    (journal,) = (daemon.data / "matches").iterdir()
    records = read(journal)
    moves = [record["move"] for record in records if record["record"] == "move"]
    assert moves == [["Ready"]] * 3
    assert rebuild(records, RULES).prompts


def test_names_may_be_longer_than_those_of_files(tmp_path: Path) -> None:
    """Thirty characters of which each would take nine in the name of a file are a name (burg)."""
    daemon = Daemon(tmp_path, games=["burg"])
    with closing(daemon.connect("burg")) as client:
        client.send("NEU 2", f"NAME {'棋' * 30}", "PASSWD", "TIMEOUT 60000")
        assert client.line() == "SPIEL_ANGEMELDET"
    daemon.stop()
    (journal,) = (daemon.data / "matches").iterdir()
    assert read(journal)[0]["name"] == "棋" * 30


def test_output_options(start: Callable[..., Daemon]) -> None:
    """CR LF and Latin-1 on output are options; input may be either at any time."""
    daemon = start("--crlf", "--latin1", "--tournament-mode")
    host = daemon.connect(encoding="latin-1")
    host.send("NEU 3", "NAME old", "PASSWORT", "TIMEOUT 60000")
    assert host.line() == "SPIEL_ANGEMELDET old\r"
    host.send("ZUSCHAUEN old", "NAME zoé")
    assert "ZUSCHAUERIN zoé\r" in host.until("SPIELFELD_ENDE\r")
    other = daemon.connect()
    other.send("ZUSCHAUEN old", "NAME Ján Ω")
    assert host.line() == "ZUSCHAUERIN_ANGEMELDET Ján ?\r"
    for client in (host, other):
        client.close()


def test_demo_always_has_something_to_watch(start: Callable[..., Daemon]) -> None:
    """With --demo bots play match after match."""
    daemon = start("--demo", "--demo-pace=0", "--grace=0")
    with closing(daemon.connect()) as client:
        client.send("LISTE")
        client.line()
        assert client.line().startswith("SPIEL demo1 1 ")
        client.send("ZUSCHAUEN demo1", "NAME me")
        client.until("SPIEL_BEENDET")
    assert "Traceback" not in daemon.log()
