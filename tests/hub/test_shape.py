"""What a record of each kind has to have, so that readers may trust in it."""

from __future__ import annotations

from typing import Any

import pytest

from boardhub.hub.journal import JournalError, Record, parse, to_line

REPORT: Record = {"program": "x", "end": {"exit": 1, "cpu": 0.5}, "said": [[1.0, "hello"]]}

#: One of each kind, as a match of two writes them.
RECORDS: dict[str, Record] = {
    "match": {
        "record": "match", "game": "nim", "rules": 1, "boardhub": "1", "python": "3", "name": "one",
        "seats": 2, "options": {}, "standing": False, "public": True, "seed": "s",
        "limits": {"timeout": 1.0, "match": 60.0, "start": 30.0, "away": None, "least": 0},
        "made": "2000-01-01T00:00:00.000+00:00", "at": 0.0,
    },
    "taken": {"record": "seat", "seat": 0, "what": "taken", "name": "a", "facts": {}, "at": 0.0},
    "absent": {"record": "seat", "seat": 0, "what": "absent", "reason": "crashed", "at": 0.0},
    "begin": {
        "record": "begin", "players": [["a", {}], ["b", {}]], "absent": [[1, "crashed"]], "at": 0.0,
    },
    "move": {
        "record": "move", "prompt": 1, "seat": 1, "move": ["Take", 3], "asked": 1.0,
        "answered": 2.0, "hub": 0.0, "at": 2.0,
    },
    "leave": {"record": "leave", "seat": 1, "reason": "left", "at": 3.0},
    "refused": {"record": "refused", "seat": 1, "code": 3, "line": "what", "at": 3.0},
    "restart": {"record": "restart", "when": "2000-01-01T00:00:00.000+00:00", "at": 4.0},
    "end": {
        "record": "end", "reason": "finished", "scores": ["1", "21/2"], "seats": ["played", "left"],
        "reports": [None, REPORT], "at": 5.0,
    },
    "unknown": {"record": "weather", "seat": "outside"},
}  # fmt: skip


def parsed(record: Record) -> list[Record]:
    """A record as it is read behind the first one of a match of two."""
    lines = [to_line(RECORDS["match"])] if record["record"] != "match" else []
    return parse([*lines, to_line(record)], "here")


@pytest.mark.parametrize("kind", RECORDS)
def test_what_a_match_writes_is_read(kind: str) -> None:
    """Kinds that are not known pass, whatever they have."""
    assert parsed(RECORDS[kind])[-1] == RECORDS[kind]


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        (kind, field)
        for kind, record in RECORDS.items()
        for field in record
        if kind not in ("unknown", "move")
        and field not in ("record", "python", "standing", "public", "absent")
    ],
)
def test_nothing_may_be_missing(kind: str, field: str) -> None:
    """What it is that is missing is said, with the line."""
    record = {name: value for name, value in RECORDS[kind].items() if name != field}
    line = 1 if kind == "match" else 2
    with pytest.raises(JournalError, match=f"line {line}: '{field}' "):
        parsed(record)


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("match", "seats", 0),
        ("match", "seats", True),
        ("match", "seats", 10**9),
        ("match", "name", 3),
        ("match", "game", "\x1b[31m"),
        ("match", "limits", {"timeout": "long"}),
        ("match", "limits", {}),
        ("match", "made", "yesterday"),
        ("match", "made", "0001-01-01T00:00:00+14:00"),
        ("match", "at", None),
        ("match", "at", float("nan")),
        ("match", "at", 10**400),
        ("taken", "seat", 2),
        ("taken", "seat", -1),
        ("taken", "name", None),
        ("taken", "what", []),
        ("begin", "players", [["a", {}]]),
        ("begin", "players", [["a", {}], ["b"]]),
        ("begin", "absent", [[2, "crashed"]]),
        ("move", "seat", 2),
        ("move", "move", []),
        ("move", "late", "yes"),
        ("leave", "code", 7),
        ("refused", "line", ["what"]),
        ("end", "scores", ["1"]),
        ("end", "scores", ["1", "1/0"]),
        ("end", "scores", ["1", "nan"]),
        ("end", "seats", ["played"]),
        ("end", "reports", [None, {**REPORT, "program": 3}]),
        ("end", "reports", [None, {**REPORT, "end": {"cpu": "much"}}]),
        ("end", "reports", [None, {**REPORT, "said": [["soon", "hello"]]}]),
        ("end", "reports", [None, {**REPORT, "heard": [1]}]),
    ],
)
def test_nothing_may_be_of_another_sort(kind: str, field: str, value: Any) -> None:
    """Numbers are finite numbers, texts texts, seats such as there are."""
    record = {**RECORDS[kind], field: value}
    with pytest.raises(JournalError, match=f"'{field}' |no record"):
        parsed(record)


def test_a_move_takes_no_endless_time() -> None:
    """Nor one that no float can hold."""
    with pytest.raises(JournalError, match="line 1: no record"):
        parse([f'[7,1,["Take",3],{10**400},0,0,0]'], "here")
