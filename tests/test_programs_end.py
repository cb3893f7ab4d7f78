"""Programs when a match is over: none is kept running for nothing."""

from __future__ import annotations

from tests.test_programs import castle
from tests.transcript import CLOSED


def test_a_program_goes_with_its_match() -> None:
    """It is told the end, and its input with it; a person may stay and ask."""
    table = castle("rot")
    table.ask("0", "JOIN burg", "PASSWD geheim", "NAME anna", "ALTER 30")
    table.ask("a", "PROGRAMM burg rot geheim")
    table.ask("p", "(plays rot)")
    table.match.stop("aborted")
    table.wait(0)
    assert table.got("p")[-2:] == ["SPIEL_BEENDET", CLOSED]
    assert table.got("0")[-1] == "SPIEL_BEENDET"
    assert table.ask("0", "PING") == ["PONG"]


def test_a_program_that_is_being_started_is_stopped() -> None:
    """The match is over before it runs."""
    table = castle("rot")
    table.ask("a", "PROGRAMM burg rot geheim")
    table.ask("a", "PROGRAMM burg rot geheim")
    table.match.stop("aborted")
    assert [each.stopped for each in table.stage.starts] == [True, True]
