"""
Local programs in the arena: they confirm their number like anybody, and an
arena with too few of them is void (spec/toxic-rules.md 2.3.8, decision 10).

Clients: ``a`` is in the lobby, digits are players, ``p`` and ``q`` programs.
"""

from __future__ import annotations

import pytest

from boardhub.hub.match import Phase
from boardhub.protocols import toxic
from tests.puppets import Stage, StagedHub
from tests.test_programs import Table
from tests.transcript import CLOSED


def arena(*programs: str, seats: int = 3, terminator: str = "lf") -> Table:
    """A match by name; nobody is in it yet."""
    settings = {"terminator": terminator, "preparation": 5.0}
    table = Table(StagedHub(toxic.GAME, Stage({*programs}), settings), "finale")
    table.ask("a", f"NEU {seats}", "NAME finale", "PASSWORT geheim", "TIMEOUT 5000")
    return table


def join(table: Table, who: str, name: str) -> list[str]:
    """Somebody takes a number of the match, and confirms it."""
    table.ask(who, "LISTE")
    return table.ask(who, "TEILNEHMEN finale", "PASSWORT geheim", f"NAME {name}", "ID_OKAY")


def play(table: Table, who: str, program: str) -> list[str]:
    """A program begins to run: what it gets first."""
    table.ask(who, "(connects)")  # makes the client, which is nobody's program yet
    return table.ask(who, f"(plays {program})")


@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("", 21), ("finale", 21), ("nirgends rot", 27), ("finale blau", 8),
        ("finale blau falsch", 8), ("finale blau geheim", 22),
    ],
)  # fmt: skip
def test_errors_come_in_order(rest: str, code: int) -> None:
    """The first that holds."""
    (line,) = arena("rot").ask("a", f"PROGRAMM {rest}")
    assert line.startswith(f"FEHLER {code} ")


def test_an_arena_with_a_program() -> None:
    """It gets ``ID`` first, and after ``ID_OKAY`` what everybody gets, as do the others."""
    table = arena("rot", seats=2)
    join(table, "0", "anna")
    assert table.ask("a", "PROGRAMM finale rot geheim") == ["PROGRAMM_AKZEPTIERT 1 rot"]
    assert table.got("0") == ["CONNECTED 1"]
    assert play(table, "p", "rot") == ["ID 1"]
    assert table.ask("p", "HALLO", "MOVE EAST EAST", "LISTE") == []
    assert table.phase() is Phase.WAITING
    told = table.ask("p", "ID_OKAY")
    assert told[0] == "CONNECTED 0"
    assert told[1].startswith("MAP ")
    assert table.got("0") == told[1:]
    table.wait(5)
    assert table.got("p")[-1] == table.got("0")[-1] == "START 1"
    assert table.ask("0", "MOVE NONE NORTH") == []
    assert table.ask("p", "MOVE NONE NORTH")[-1] == "START 2"


def test_bars_for_programs_too() -> None:
    """They speak the port's terminator (decision 10)."""
    table = arena("rot", seats=2, terminator="pipe")
    join(table, "0", "anna")
    table.ask("a", "PROGRAMM finale rot geheim")
    assert play(table, "p", "rot") == []
    assert table.clients.links["p"]._unfinished == b"ID 0|ID 1|"


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("ID_NOT_OKAY", "forfeit-start"),
        ("(exits)", "crashed"),
        ("(takes too much memory)", "out-of-memory"),
        ("(silent)", "forfeit-start"),
    ],
)
def test_who_does_not_confirm_is_out(how: str, reason: str) -> None:
    """
    ``DISCONNECTED``, and the number stays empty; after 30 seconds at the
    latest. If it has ended the journal has how, otherwise that it never started
    to play (spec/toxic-rules.md 2.3.8).
    """
    table = arena("rot", "gelb")
    join(table, "0", "anna")
    table.ask("a", "PROGRAMM finale rot geheim", "PROGRAMM finale gelb geheim")
    play(table, "p", "rot")
    if how == "(silent)":
        table.wait(29)
        assert "DISCONNECTED 1" not in table.got("0")
        table.wait(1)
    else:
        table.ask("p", how)
    assert "DISCONNECTED 1" in table.got("0")
    if how != "(silent)":
        assert play(table, "q", "gelb") == ["ID 2"]
        assert table.ask("q", "ID_OKAY")[0] == "CONNECTED 0"
        assert table.phase() is Phase.RUNNING
        (begin,) = table.records("begin")
        assert begin["absent"] == [[1, reason]]
    else:
        assert table.match.seats[1].reason == reason


def test_who_floods_before_confirming_is_out() -> None:
    """For having said too much."""
    table = arena("rot", "gelb")
    join(table, "0", "anna")
    table.ask("a", "PROGRAMM finale rot geheim", "PROGRAMM finale gelb geheim")
    play(table, "p", "rot")
    table.ask("p", "x" * 600)
    assert table.match.seats[1].reason == "forfeit-output"


def test_too_few_are_none() -> None:
    """With fewer than two left when all have answered the match is void."""
    table = arena("rot", "gelb")
    join(table, "0", "anna")
    table.ask("a", "PROGRAMM finale rot geheim", "PROGRAMM finale gelb geheim")
    table.ask("a", "(fails rot)", "(fails gelb)")
    assert table.got("0")[-3:] == ["DISCONNECTED 1", "DISCONNECTED 2", "DISCONNECT"]
    (end,) = table.records("end")
    assert (end["reason"], end["scores"]) == ("void-start", None)
    table.wait(2)
    assert CLOSED in table.got("0")


def test_a_program_in_an_arena_of_the_port() -> None:
    """Also those that plain clients come to can have one."""
    table = arena("rot")
    assert table.ask("a", "PROGRAMM arena1 rot") == ["PROGRAMM_AKZEPTIERT 0 rot"]
    assert table.ask("0", "(connects)") == ["ID 1"]
