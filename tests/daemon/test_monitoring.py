"""A monitor looks at a daemon in which the demo's bots play."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from signal import SIGTERM
from time import monotonic
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.daemon.running import PATIENCE, Daemon

pytestmark = pytest.mark.daemon

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"

Scrape = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def scrape(daemon: Daemon) -> Scrape:
    """All numbers, by name and labels."""
    with urlopen(f"{daemon.page}/metrics", timeout=PATIENCE) as answer:
        text = answer.read().decode()
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def health(daemon: Daemon) -> tuple[int, dict[str, object]]:
    """The status of ``/health``, and what it says."""
    try:
        with urlopen(f"{daemon.page}/health", timeout=PATIENCE) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        with error:
            return error.code, json.load(error)


def phases(scraped: Scrape) -> Counter[str]:
    """How many matches of ursuppe there are in each phase."""
    return Counter(
        {
            dict(labels)["phase"]: int(value)
            for (name, labels), value in scraped.items()
            if name == "boardhub_matches" and value
        }
    )


def test_numbers_are_those_of_status(start: Callable[..., Daemon]) -> None:
    """Answers, late ones and matches: what the operator is told lies between two scrapes."""
    daemon = start("--web=tcp:0:interface=127.0.0.1", "--demo", "--demo-pace=0.01")
    delays = ("boardhub_answer_delay_seconds_count", ())
    late = ("boardhub_late_judged_seconds_count", ())
    end = monotonic() + PATIENCE
    while scrape(daemon)[delays] < 50:
        assert monotonic() < end, "the bots do not play"
    before = scrape(daemon)
    status = daemon.command("status").stdout
    after = scrape(daemon)
    told = {word: int(count) for word, count in re.findall(r"^(delay|late) (\d+)", status, re.M)}
    assert before[delays] <= told["delay"] <= after[delays]
    assert before[late] <= told["late"] <= after[late]
    listed = Counter(re.findall(r"^ursuppe/\S+ (\w+)", status, re.M))
    assert listed in (phases(before), phases(after))
    assert after["boardhub_commands_total", (("game", "ursuppe"),)] >= told["delay"]
    (journal, *_) = sorted((daemon.data / "matches").glob("*.jsonl"))
    assert after["boardhub_journal_bytes_total", ()] >= before["boardhub_journal_bytes_total", ()]
    assert after["boardhub_journal_bytes_total", ()] > 0
    assert journal.stat().st_size > 0
    documented = set(re.findall(r"^\| `(boardhub_\w+)`", HOSTING.read_text(), re.M))
    endings = re.compile(r"_(bucket|sum|count|created)$")
    told_of = {endings.sub("", name) for name, _ in after}
    # counters by reason or error that have not been needed
    rare = {"boardhub_connections_refused_total", "boardhub_matches_ended_total"}
    assert told_of <= documented
    assert documented - told_of <= rare | {"boardhub_refusals_total"}
    # the operator's connection has gone, ours is there
    assert after["boardhub_connections_accepted_total", (("port", "control"),)] == 1
    assert after["boardhub_connections", (("port", "web"),)] >= 1


def test_health_while_it_shuts_down(start: Callable[..., Daemon]) -> None:
    """200, and 503 as soon as it has been asked to end, though matches go on."""
    daemon = start("--web=tcp:0:interface=127.0.0.1", "--demo", "--demo-pace=1", "--grace=30")
    code, said = health(daemon)
    assert (code, said["status"], said["journals"], said["running"]) == (200, "ok", True, 1)
    daemon.terminate()
    end = monotonic() + PATIENCE
    while health(daemon)[0] == 200:
        assert monotonic() < end, "it does not shut down"
    code, said = health(daemon)
    assert (code, said["status"], said["running"]) == (503, "closing", 1)
    daemon.terminate()
    assert daemon.wait() == -SIGTERM


def test_probes_leave_nothing(start: Callable[..., Daemon], tmp_path: Path) -> None:
    """To look whether journals can be written leaves no file beside them."""
    daemon = start("--web=tcp:0:interface=127.0.0.1")
    assert health(daemon)[0] == 200
    assert [*(daemon.data / "matches").iterdir()] == []
