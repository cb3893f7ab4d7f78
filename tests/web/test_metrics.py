"""What a monitor is told: the numbers are those that were counted, and no others."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from boardhub import __version__
from boardhub.hub.clock import Delays
from boardhub.hub.journal import FileJournal, JournalError, Volume
from boardhub.links.limits import Entry, Limits, Traffic
from boardhub.links.memory import MemoryLink
from boardhub.protocols.burg import GAME as BURG
from boardhub.protocols.toxic import GAME as TOXIC
from boardhub.protocols.ursuppe import GAME as URSUPPE
from boardhub.protocols.wuermer import GAME as WUERMER
from tests.recording import connect
from tests.web.desk import MOMENT, Desk


def samples(desk: Desk) -> dict[str, list[Sample]]:
    """All samples of a scrape, by name without ``boardhub_``."""
    answer = desk.browser().ask("/metrics")
    assert answer.status == 200
    assert "Content-Type: text/plain; version=" in answer.head
    found: dict[str, list[Sample]] = {}
    for family in text_string_to_metric_families(answer.body.decode()):
        assert family.documentation.endswith("."), family.name
        for sample in family.samples:
            found.setdefault(sample.name.removeprefix("boardhub_"), []).append(sample)
    return found


def value(desk: Desk, name: str, **labels: str) -> float:
    """One number of a scrape; 0 for a counter that has none with these labels yet."""
    fitting = [each for each in samples(desk)[name] if each.labels == labels]
    return fitting[0].value if fitting else 0


def soup(desk: Desk) -> list[MemoryLink]:
    """A match of the amoeba game with all three players."""
    host = desk.hub.connect(URSUPPE.name)
    for line in ("NEU 3", "NAME suppe", "PASSWORT", "TIMEOUT 10000"):
        host.send(line)
    links = []
    for name in ("ada", "bea", "cleo"):
        links.append(desk.hub.connect(URSUPPE.name))
        for line in ("TEILNEHMEN suppe", "PASSWORT", f"NAME {name}"):
            links[-1].send(line)
    return links


def test_matches_and_commands() -> None:
    """Matches by phase, lines and answers, refusals by their number, as they happened."""
    desk = Desk(URSUPPE, BURG)
    assert value(desk, "matches", game="ursuppe", phase="waiting") == 0
    ada, *_ = soup(desk)
    ada.take()
    assert value(desk, "matches", game="ursuppe", phase="running") == 1
    assert value(desk, "matches", game="ursuppe", phase="waiting") == 0
    assert value(desk, "matches", game="burg", phase="running") == 0
    # four lines that make the match, three from each of three players
    assert value(desk, "commands_total", game="ursuppe") == 13
    for line in ("BEREIT", "BEREIT", "POSITION x", "WAS"):
        ada.send(line)
    assert value(desk, "commands_total", game="ursuppe") == 17
    assert value(desk, "commands_total", game="burg") == 0
    assert value(desk, "answer_delay_seconds_count") == 1
    # 30: there is no such word
    refused = {
        each.labels["code"]: each.value
        for each in samples(desk)["refusals_total"]
        if each.labels["game"] == "ursuppe"
    }
    errors = [line for line in ada.take() if line.startswith("FEHLER ")]
    assert sum(refused.values()) == len(errors) == 3
    assert refused["30"] == 1
    desk.hub.match("suppe", "ursuppe").stop("aborted")
    assert value(desk, "matches", game="ursuppe", phase="over") == 1
    assert value(desk, "matches_ended_total", game="ursuppe", reason="aborted") == 1


def test_refusals_that_are_not_told() -> None:
    """The arena has no errors and the worms have no numbers: both are counted all the same."""
    desk = Desk(TOXIC, WUERMER)
    player = desk.hub.connect("toxic")
    for line in ("ID_OKAY", "MOVE", "HALLO"):
        player.send(line)
    assert value(desk, "refusals_total", game="toxic", code="22") == 2
    host = desk.hub.connect("wuermer")
    for line in ("NEU 2", "NAME wurm", "PASSWORT", "TIMEOUT 10000"):
        host.send(line)
    worms = [desk.hub.connect("wuermer") for _ in range(2)]
    for number, worm in enumerate(worms):
        for line in ("TEILNEHMEN wurm", "PASSWORT", f"NAME w{number}"):
            worm.send(line)
    worms[0].send("eins")
    assert value(desk, "refusals_total", game="wuermer", code="FEHLER_FORMAT") == 1


def test_nothing_typed_is_a_label() -> None:
    """Names of matches, players and spectators, and their lines, appear nowhere."""
    desk = Desk(URSUPPE)
    ada, *_ = soup(desk)
    ada.send("UNSINN unsinn")
    zoe = desk.hub.connect("ursuppe")
    for line in ("ZUSCHAUEN suppe", "NAME zoe"):
        zoe.send(line)
    text = desk.browser().ask("/metrics").body.decode()
    for word in ('suppe"', "ada", "zoe", "UNSINN", "unsinn"):
        assert word not in text.replace('game="ursuppe"', "")
    assert value(desk, "spectators", game="ursuppe") == 1


def test_slow_spectators() -> None:
    """What a spectator misses who does not read is counted, step by step."""
    desk = Desk(URSUPPE)
    ada, bea, _ = soup(desk)
    zoe = desk.hub.connect("ursuppe")
    for line in ("ZUSCHAUEN suppe", "NAME zoe"):
        zoe.send(line)
    zoe.behind = True
    for player in (ada, bea):
        player.send("NACHRICHT hallo")
    assert value(desk, "spectator_misses_total", game="ursuppe") == 2


def test_slow_browsers() -> None:
    """A message to a browser that does not read is missed; after a minute it is dropped."""
    desk = Desk(URSUPPE)
    ada, *_ = soup(desk)
    browser = desk.browser().ask("/api/events?game=ursuppe&name=suppe")
    assert value(desk, "page_viewers") == 1
    browser.stop_reading()
    ada.send("BEREIT")
    desk.hub.advance(MOMENT)
    assert value(desk, "page_misses_total") == 1
    desk.hub.advance(60)
    assert value(desk, "page_drops_total") == 1
    assert value(desk, "page_viewers") == 0


def test_delays_are_a_histogram() -> None:
    """Each bound has all that did not exceed it, the last one all; their sum is right."""
    desk = Desk(URSUPPE)
    delays: Delays = desk.hub.clock.delays
    for seconds in (0.000001, 0.002, 0.002, 5.0):
        delays.add(seconds)
    buckets = {
        float(each.labels["le"]): each.value
        for each in samples(desk)["answer_delay_seconds_bucket"]
    }
    assert buckets[float("inf")] == 4
    assert buckets[1e-5] == 1
    assert max(count for bound, count in buckets.items() if bound < 0.002) == 1
    assert min(count for bound, count in buckets.items() if 0.002 <= bound < 5) == 3
    assert value(desk, "answer_delay_seconds_sum") == pytest.approx(5.004001)
    assert value(desk, "late_judged_seconds_count") == 0


def test_what_the_daemon_lends() -> None:
    """Journals, programs and connections are read where they are counted."""
    desk = Desk(URSUPPE)
    desk.volume.records, desk.volume.bytes, desk.volume.failures = 3, 500, 1
    desk.programs = 2
    traffic = Traffic()
    for entry in (Entry.PLACE, Entry.PLACE, Entry.FAREWELL):
        traffic.came(entry)
    traffic.went(Entry.PLACE)
    traffic.went(Entry.FAREWELL)
    desk.traffic["ursuppe"] = traffic
    assert value(desk, "journal_records_total") == 3
    assert value(desk, "journal_bytes_total") == 500
    assert value(desk, "journal_failures_total") == 1
    assert value(desk, "programs_running") == 2
    assert value(desk, "connections", port="ursuppe") == 1
    assert value(desk, "connections_accepted_total", port="ursuppe") == 2
    assert value(desk, "connections_turned_away_total", port="ursuppe") == 1
    assert value(desk, "info", version=__version__) == 1


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is not installed, the answer says in a sentence what to do."""
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    answer = Desk(URSUPPE).browser().ask("/metrics")
    assert answer.status == 501
    assert b"pip install 'boardhub[metrics]'" in answer.body


# Health


def test_well() -> None:
    """200, and one object with the version, for how long, how many matches run."""
    desk = Desk(URSUPPE)
    soup(desk)
    answer = desk.browser().ask("/health")
    assert answer.status == 200
    said = answer.json()
    assert said.pop("uptime") >= 0
    assert said == {"status": "ok", "version": __version__, "running": 1, "journals": True}


def test_no_journals() -> None:
    """Where nothing can be recorded no match can be made: 503."""
    desk = Desk(URSUPPE)
    desk.writable = False
    answer = desk.browser().ask("/health")
    assert answer.status == 503
    assert answer.json()["status"] == "no journals"
    assert answer.json()["journals"] is False


def test_shutting_down() -> None:
    """503 from the first moment, while matches still have their grace time."""
    desk = Desk(URSUPPE)
    soup(desk)
    drained = desk.hub.lobby.drain(60)
    answer = desk.browser().ask("/health")
    assert (answer.status, answer.json()["status"]) == (503, "closing")
    assert answer.json()["running"] == 1
    desk.hub.advance(61)
    assert drained.called


# Where it is counted


def test_volume_of_journals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records and bytes of all journals that have it, and what did not fit."""
    volume = Volume()
    journals = [FileJournal(tmp_path / name, volume=volume) for name in ("a", "b")]
    for journal in journals:
        journal.append({"record": "x"})
    sizes = [(tmp_path / name).stat().st_size for name in ("a", "b")]
    assert (volume.records, volume.bytes, volume.failures) == (2, sum(sizes), 0)
    with monkeypatch.context() as patch:
        patch.setattr("boardhub.hub.journal.os.write", lambda file, data: 1)
        with pytest.raises(JournalError):
            journals[0].append({"record": "y"})
    assert (volume.records, volume.bytes, volume.failures) == (2, sum(sizes), 1)
    for journal in journals:
        journal.close()


def test_traffic_of_links() -> None:
    """A link counts at its port as it comes and goes, and why it was refused."""
    connection = connect(limits=Limits(line_length=5))
    traffic = connection.link.factory.traffic
    assert (traffic.open, traffic.accepted) == (1, 1)
    connection.feed(b"123456789\n")
    assert traffic.refused == {"line_too_long": 1}
    connection.lose()
    assert (traffic.open, traffic.accepted, traffic.cut_off) == (0, 1, 0)
    unread = connect()
    unread.link.pauseProducing()
    unread.clock.advance(60)  # as long as a peer may be behind
    assert unread.link.factory.traffic.cut_off == 1
    unread.lose()
