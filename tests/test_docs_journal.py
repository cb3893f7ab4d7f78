"""What docs/journal.md says of journals is so."""

from __future__ import annotations

import json
import platform
import re
from pathlib import Path
from typing import Final

from boardhub import __version__, cli
from boardhub.commands.journals import MATCHES, WHY
from boardhub.commands.replay import REPLAY
from boardhub.games.wuermer.state import RULES
from boardhub.hub.journal import MOVE, read, rebuild
from boardhub.testing import RecordingListener
from tests.hub.hosted import Hosted, host
from tests.hub.toys import NIM, Take
from tests.stored import Archive
from tests.test_docs import ROOT, rows

PAGE: Final = (ROOT / "docs" / "journal.md").read_text()


def test_example_is_what_is_written(tmp_path: Path) -> None:
    """To the letter, but for the versions; and the match can be made of it."""
    (block,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    archive = Archive(tmp_path)
    archive.faulty("final")
    written = archive.closed[0].read_text().replace(platform.python_version(), "3.11.7")
    assert written.replace(f'"boardhub":"{__version__}"', '"boardhub":"0.1.0"').startswith(block)
    assert len(block.splitlines()) == len(written.splitlines()) - 1
    path = tmp_path / "copied.jsonl"
    path.write_text(block)
    state = rebuild(read(path), RULES)
    assert state.result is not None
    assert state.result.scores == (1, 0)


def test_every_kind_of_record_is_described() -> None:
    """With its fields, all of them, in the order in which they are written."""
    hosted = host(NIM).sit("word", "")
    hosted.play(0, Take(1))
    hosted.match.refused(1, 22, "TAKE 9")
    hosted.match.hold(0)
    hosted.match.back(0, RecordingListener())
    hosted.match.leave(1, "left")
    hub = hosted.hub.restart(NIM)
    hosted = Hosted(hub, hub.match("toy", "nim"))
    hosted.match.stop("aborted")
    told = {
        row[0].strip("`"): re.findall(r"`(\w+)`", row[1].split(";")[0])
        for row in rows(PAGE, "| record | fields", "<!-- end of records")
    }
    written = {
        str(each["record"]): [field for field in each if field not in ("record", "name", "facts")]
        for each in hosted.journal.records()[1:]
        if not each.get("absent")
    }
    first = hosted.journal.records()[0]
    assert told == {"match": [field for field in first if field != "record"], **written}
    assert ["record", *told["move"]] == list(MOVE)


def test_the_commands_are_there() -> None:
    """Each has its chapter, and each option is told of."""
    for command in (REPLAY, WHY, MATCHES):
        assert command.name in cli.COMMANDS
        assert f"\n## boardhub {command.name}\n" in PAGE
    for option in ("--follow", "--player", "--all", "--game", "--reason", "--since", "--rebuild"):
        assert f"`{option}" in PAGE or f" {option}" in PAGE


def test_a_plain_move_is_a_list() -> None:
    """As the page says; a default has a word more."""
    hosted = host(NIM).sit("", "")
    hosted.play(0, Take(1))
    hosted.advance(10)
    plain, late = [json.loads(line) for line in hosted.journal.lines[-2:]]
    assert plain == [1, 0, ["Take", 1], 0, 0, 0, 0]
    assert late == [2, 1, ["Take", 1], 0, 10_000_000, 0, 0, "late"]
