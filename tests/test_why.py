"""What is said to somebody who asks why her bot lost."""

from __future__ import annotations

import signal
from typing import Any

import pytest

from boardhub.hub.journal import JournalError, Record
from boardhub.records.why import OF_MATCH, OF_SEAT, REFUSED_SHOWN, Account, ending
from boardhub.testing import RecordingListener
from tests.hub.hosted import Hosted, host
from tests.hub.test_chronicle import MATCH_REASONS, SEAT_REASONS
from tests.hub.toys import CARDS, DUEL, NIM, Draw, Take


class Talker(RecordingListener):
    """A player whose connection has this to tell."""

    def __init__(self, **report: Any) -> None:
        super().__init__()
        self._report = report

    def report(self) -> dict[str, Any]:
        """What was made known."""
        return self._report


#: What a program's connection tells after its fault.
REPORT: dict[str, Any] = {
    "heard": [[1.25, "TAKE 1"], [4.0, "TAKE \x1b[31mall"]],
    "said": [[0.5, "YOUR TURN"], [3.5, "YOUR TURN"]],
    "program": "rot in nim/toy",
    "end": {"exit": 1, "cpu": 0.5, "memory": 12 << 20},
    "stderr": "Traceback\nKeyError: 'all'\n",
    "unfinished": "TAK",
}


def account(hosted: Hosted) -> Account:
    """What its journal tells."""
    return Account(hosted.journal.records())


def test_every_reason_has_its_words() -> None:
    """Those of matches and of seats, and no others (T9)."""
    assert set(OF_MATCH) == MATCH_REASONS
    assert set(OF_SEAT) == SEAT_REASONS


def test_who_made_a_mistake_sees_it() -> None:
    """The reason, how the program ended, its standard error, and the last lines in order."""
    hosted = host(DUEL)
    hosted.match.take(RecordingListener(), "anna")
    hosted.match.take(Talker(**REPORT), "rot")
    hosted.advance(4)
    hosted.match.leave(1, "forfeit-illegal", "FEHLER_FORMAT")
    found = account(hosted)
    assert found.conspicuous() == [1]
    assert found.lines(found.conspicuous()) == [
        "duel/toy, made 2000-01-01 00:00:00 UTC",
        "forfeited after 4.000 s: it ended by the fault of a player, and has a result",
        "",
        "seat 0 anna, score 1: played, played to the end",
        "",
        "seat 1 rot, score 0: forfeit-illegal, made a mistake, in a game where that loses"
        " (FEHLER_FORMAT)",
        "  program rot in nim/toy: exit code 1, 0.5 s of processor time, 12 MiB of memory",
        "  a line without an end: TAK",
        "  the end of its standard error:",
        "    | Traceback",
        "    | KeyError: 'all'",
        "  the last lines from it (<) and to it (>), after so many seconds:",
        "    0.500 > YOUR TURN",
        "    1.250 < TAKE 1",
        "    3.500 > YOUR TURN",
        "    4.000 < TAKE \N{REPLACEMENT CHARACTER}[31mall",
    ]


def test_lateness_and_refused_lines_are_told_of() -> None:
    """How often, when first, and the last of the lines, for who only was slow or wrong."""
    hosted = host(NIM, options={"heap": 4}).sit("", "")
    hosted.advance(2)
    hosted.play(0, Take(2))
    hosted.advance(10)
    for number in range(REFUSED_SHOWN + 2):
        hosted.match.refused(1, 22, f"TAKE {number}")
    hosted.play(0, Take(1))
    found = account(hosted)
    assert found.conspicuous() == [1]
    lines = found.lines([])
    assert lines[lines.index("seat 0 player0, score 3: played, played to the end") + 1] == (
        "  2 answers, the slowest after 2.000 s"
    )
    assert lines[lines.index("seat 1 player1, score 1: played, played to the end") + 1 :] == [
        "  0 answers, the slowest after 0.000 s",
        "  too late 1 time, first at 12.000",
        f"  {REFUSED_SHOWN + 2} lines refused, the last of them:",
        *[f"    12.000  error 22  TAKE {each}" for each in range(2, REFUSED_SHOWN + 2)],
    ]


def test_the_slowest_answer_begins_with_the_one_before() -> None:
    """Two cards are drawn under one prompt, after two seconds and after three more."""
    hosted = host(CARDS).sit("", "")
    for seconds in (2, 3):
        hosted.advance(seconds)
        hosted.play(0, Draw())
    assert "  2 answers, the slowest after 3.000 s" in account(hosted).lines([])


def test_nobody_is_conspicuous_in_a_draw() -> None:
    """Nor in a match without a result in which all played."""
    hosted = host(NIM, options={"heap": 2}).sit("", "")
    hosted.play(0, Take(1))
    hosted.play(1, Take(1))
    assert account(hosted).conspicuous() == []
    aborted = host(NIM).sit("", "")
    aborted.match.stop("aborted")
    assert account(aborted).conspicuous() == []
    assert account(aborted).lines([])[1].startswith("aborted after 0.000 s: ")


def test_a_match_that_is_not_over_is_said_to_be() -> None:
    """With the time until which something is known."""
    hosted = host(NIM).sit("", "")
    hosted.advance(3)
    hosted.play(0, Take(1))
    assert account(hosted).lines([])[1] == (
        "not over: it goes on, or the daemon was killed after 3.000 s"
    )


def test_players_are_found_by_name_and_by_seat() -> None:
    """A name comes before a number."""
    hosted = host(NIM, 3)
    for name in ("anna", "0", "anna"):
        hosted.match.take(RecordingListener(), name)
    found = account(hosted)
    assert [found.named(each) for each in ("anna", "0", "2", "zoe")] == [[0, 2], [1], [2], []]


def test_who_gave_her_seat_up_before_the_game_is_not_told_of() -> None:
    """Another one sits there."""
    hosted = host(NIM, 3)
    hosted.match.leave(hosted.match.take(RecordingListener(), "zoe"), "left")
    assert account(hosted).lines([])[2:] == []
    hosted.sit("")
    assert account(hosted).lines([])[2:] == ["", "seat 0 player0"]


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (None, "it still ran when the match was done with it"),
        ({"exit": 0}, "exit code 0"),
        ({"signal": signal.SIGSEGV}, "ended by signal 11 (SIGSEGV)"),
        (
            {"signal": 9, "over": "memory"},
            "it took too much memory, ended by signal 9 (SIGKILL; the daemon or the system sent"
            " it)",
        ),
        ({"signal": 200}, "ended by signal 200 (unknown)"),
        ({"deaf": True}, "it closed its input"),
        ({"failed": 2, "text": "No such file"}, "it could not be started: No such file"),
    ],
)
def test_how_a_program_ended(end: dict[str, Any] | None, words: str) -> None:
    """In words, for every field that the record can have."""
    assert ending(end) == words


@pytest.mark.parametrize("records", [[], [{"record": "match"}], [{"record": "end", "seats": 2}]])
def test_what_is_no_match_is_said_to_be_none(records: list[Record]) -> None:
    """A file that somebody has made or cut."""
    with pytest.raises(JournalError, match="lacks"):
        Account(records)
