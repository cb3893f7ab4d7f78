"""A match as text: any game's, and the worms' own form (spec/wuermer-rules.md 5)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from boardhub.games.rules import Rules
from boardhub.hub.journal import JournalError, Record, read
from boardhub.hub.replay import replay
from boardhub.protocols.game import Retell
from boardhub.protocols.wuermer import GAME
from boardhub.protocols.wuermer_retelling import WuermerRetelling
from boardhub.records.retelling import PlainRetelling, move_text
from boardhub.testing import RecordingListener
from tests.hub.hosted import Hosted, host
from tests.hub.toys import DUEL, NIM, Take
from tests.stored import Archive


def told(records: Sequence[Record], rules: Rules[Any], retell: Retell) -> list[str]:
    """All lines of a match."""
    retelling = retell(records)
    return [line for each in replay(records, rules) for line in retelling.lines(each)]


def plain(hosted: Hosted) -> list[str]:
    """The lines of a toy's match, but for the two that say what it is."""
    return told(hosted.journal.records(), hosted.match.rules, PlainRetelling)[2:]


def test_any_match_is_told() -> None:
    """Coming and going, moves with their time, lateness, absence, refused lines, the result."""
    hosted = host(NIM, options={"heap": 4}).sit("word", "")
    hosted.advance(1.5)
    hosted.play(0, Take(1))
    hosted.match.refused(1, 22, "TAKE \x1b[2J")
    hosted.advance(10)
    hosted.match.hold(0)
    hosted.match.back(0, RecordingListener())
    hosted.play(0, Take(1))
    hosted.match.leave(1, "left")
    assert plain(hosted) == [
        "    0.000  0 player0 takes the seat",
        "    0.000  1 player1 takes the seat",
        "    0.000  the game begins",
        "    1.500  0 player0: Take 1   (1.500 s)",
        "    1.500  1 player1 is refused, error 22: TAKE \N{REPLACEMENT CHARACTER}[2J",
        "   11.500  1 player1 is late: Take 1",
        "   11.500  0 player0 has lost the connection; the seat is held",
        "   11.500  0 player0 is back",
        "   11.500  0 player0: Take 1   (0.000 s)",
        "   11.500  1 player1 is out: left",
        "   11.500  1 player1 is gone: Take 1",
        "   11.500  the match is over: finished",
        "   11.500  0 player0: 2, played",
        "   11.500  1 player1: 2, left",
    ]


def test_what_is_played_is_told_first() -> None:
    """The match, its terms, and the versions."""
    hosted = host(NIM, timeout=0.5)
    first, second = told(hosted.journal.records(), NIM, PlainRetelling)
    assert first == "    0.000  nim/toy for 2 players, made 2000-01-01T00:00:00.000+00:00"
    assert second.startswith("    0.000  version 1 of the rules, boardhub ")
    assert second.endswith(", 0.5 s for an answer, seed seed")


def test_a_fault_is_told_with_its_code() -> None:
    """And a seat that nobody has ever taken is not told of."""
    hosted = host(DUEL).sit("", "")
    hosted.match.leave(0, "forfeit-illegal", "FEHLER_FORMAT")
    lines = plain(hosted)
    assert "    0.000  0 player0 is out: forfeit-illegal, FEHLER_FORMAT" in lines
    empty = host(NIM).sit("")
    empty.match.stop("aborted")
    assert plain(empty)[-2:] == [
        "    0.000  the match is over: aborted",
        "    0.000  0 player0: no score, played",
    ]


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (["Ready"], "Ready"),
        (["Eat", 3, [0, 1, 2]], "Eat 3 (0 1 2)"),
        (["BuyGenes", [[1, None], [18, 13]]], "BuyGenes ((1 -) (18 13))"),
        (["Crawl", 1, "N\x1b"], "Crawl 1 N\N{REPLACEMENT CHARACTER}"),
    ],
)
def test_a_move_in_words(move: list[Any], text: str) -> None:
    """Its name, and what belongs to it."""
    assert move_text(move) == text


# Worms.

BOARD = "5 6 3 2 50 Hindernisse Eigene Wuermer 2 4 2 5 2 6 Gegnerische Wuermer 4 4 4 5 4 6"

#: What each program is told of that board first: all but its turn, a line each.
START = ("5", "6", "3", "2", "50", "Hindernisse")
FIRST = ("2", "4", "2", "5", "2", "6")
SECOND = ("4", "4", "4", "5", "4", "6")


def start(seat: int, own: Sequence[str], foreign: Sequence[str], turn: str) -> list[str]:
    """The start of a program, as it is told."""
    lines = [*START, "Eigene Wuermer", *own, "Gegnerische Wuermer", *foreign, turn]
    return [f"0.000 {seat}> {line}" for line in lines]


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """Where journals are kept."""
    return Archive(tmp_path)


def worms(archive: Archive, name: str) -> list[str]:
    """The lines of a worm match."""
    (path,) = (archive.data / "matches").glob(f"*-{name}.jsonl")
    return told(read(path), GAME.rules, WuermerRetelling)


def test_a_worm_match_is_told_line_by_line(archive: Archive) -> None:
    """The start, lines both ways, turns, and the result: 8.2 of the rules."""
    archive.won("final")
    lines = worms(archive, "final")
    assert lines[0] == f"0.000 BRETT {BOARD}"
    starts = [*start(1, FIRST, SECOND, "Erster"), *start(2, SECOND, FIRST, "Zweiter")]
    assert lines[1 : 1 + len(starts)] == starts
    assert lines[1 + len(starts) :] == [
        *["1.000 1< 1", "1.000 1< N", "1.000 ZUG 1 1 1 N", "1.000 2> 1", "1.000 2> N"],
        *["2.000 2< 1", "2.000 2< N", "2.000 ZUG 2 2 1 N", "2.000 1> 1", "2.000 1> N"],
        *["3.000 1< 1", "3.000 1< N", "3.000 ZUG 3 1 1 N", "3.000 2> 1", "3.000 2> N"],
        *["4.000 2< 1", "4.000 2< N", "4.000 ZUG 4 2 1 N", "4.000 1> 1", "4.000 1> N"],
        *["5.000 1< 1", "5.000 1< O", "5.000 ZUG 5 1 1 O", "5.000 2> 1", "5.000 2> O"],
        "5.000 2> Ende",
        "5.000 REST 0 1",
        "5.000 ERGEBNIS SIEG 1 ALLE_IM_LOCH",
    ]


def test_a_fault_is_told_by_the_line_that_was_one(archive: Archive) -> None:
    """It is no move, and known from the last lines of the program: 8.6 of the rules."""
    archive.faulty("final")
    assert worms(archive, "final")[-8:] == [
        "1.000 2> 1",
        "1.000 2> N",
        "2.000 2< zwei",
        "2.000 1> Ende",
        "2.000 2> Ende",
        "2.000 VERSTOSS 2 FEHLER_FORMAT",
        "2.000 REST 1 1",
        "2.000 ERGEBNIS SIEG 1 FEHLER_FORMAT",
    ]


def test_half_a_move_is_told_as_well(archive: Archive) -> None:
    """The number of a worm that had no direction behind it, and before it whole moves."""
    table = archive.match("final")
    table.say(0, "1", "N")
    table.say(1, "1", "N")
    table.say(0, "1")
    archive.clock.advance(9)
    assert worms(archive, "final")[-6:-3] == [
        "3.000 1< 1",
        "12.000 1> Ende",
        "12.000 2> Ende",
    ]


def test_a_void_match_has_no_winner(archive: Archive) -> None:
    """Both are told the end."""
    table = archive.match("final")
    archive.clock.advance(1)
    table.match.stop("aborted")
    assert worms(archive, "final")[-4:] == [
        "1.000 1> Ende",
        "1.000 2> Ende",
        "1.000 REST 1 1",
        "1.000 ERGEBNIS UNGUELTIG ABBRUCH",
    ]


def test_another_game_has_no_worms() -> None:
    """Its journal is refused before anything is told."""
    with pytest.raises(JournalError, match="no journal of wuermer"):
        WuermerRetelling(host(NIM).journal.records())


def test_a_restart_is_told() -> None:
    """With the time of day at which the daemon was there again."""
    hosted = host(NIM).sit("word", "word")
    hub = hosted.hub.restart(NIM)
    again = Hosted(hub, hub.match("toy", "nim"))
    again.match.stop("aborted")
    assert plain(again)[3:5] == [
        "    0.000  the daemon was gone, and is there again since 2000-01-01T00:00:00+00:00",
        "    0.000  the match is over: aborted",
    ]
