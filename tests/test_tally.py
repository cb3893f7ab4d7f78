"""What many games come to: places, shares and how far they can be trusted, by hand."""

from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest

from boardhub.contest.contest import Fault, Fixture, Played, fixtures
from boardhub.contest.scoreboard import Scoreboard, fault_text, last_words
from boardhub.contest.tally import Tally, interval, rank, share, standard_error

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("who", "part", "place"),
    [(0, 2.5 / 3, 1.5), (1, 1 / 3, 3), (2, 2.5 / 3, 1.5), (3, 0, 4)],
)
def test_share_and_rank(who: int, part: float, place: float) -> None:
    """Who is beaten counts one, who is equal a half; equals share the mean of their places."""
    assert share((3, 1, 3, 0), who) == pytest.approx(part)
    assert rank((3, 1, 3, 0), who) == place


def test_standard_error() -> None:
    """Of 1, 0, 1, 0 the variance is 1/3, so that of the mean is its half root."""
    assert standard_error([1, 0, 1, 0]) == pytest.approx(0.288675, abs=1e-6)
    assert standard_error([1]) is None


@pytest.mark.parametrize(
    ("shares", "least", "most"),
    [
        ([1, 0, 1, 0], 0.150036, 0.849964),
        ([1, 1, 1, 1], 0.510100, 1.0),
        ([0, 0, 0, 0], 0.0, 0.489900),
    ],
)
def test_interval(shares: list[float], least: float, most: float) -> None:
    """Wilson's formula with 1.96; who has won all four is at least 4 / (4 + 3.8416)."""
    assert interval(shares) == pytest.approx((least, most), abs=1e-6)


def test_games_on_one_board_are_one_sample() -> None:
    """There and back is one of them, whoever has won which game."""
    tally = Tally(["rot", "gelb"])
    tally.add(0, (1, 0))
    tally.add(0, (0, 1))
    tally.add(1, (1, 0))
    tally.add(1, (HALF, HALF))
    assert tally.games == 4
    assert tally.wins(0) == (2, 1, 1)
    assert tally.shares(0) == [0.5, 0.75]
    assert tally.shares(1) == [0.5, 0.25]


def test_table_of_two() -> None:
    """Wins, draws and losses, the share with its error and interval, and the faults."""
    tally = Tally(["rot", "gelb"])
    tally.add(0, (1, 0))
    tally.add(1, (HALF, HALF))
    tally.faults[1] = 1
    assert tally.table() == [
        "program  won  drawn  lost   share   +/-         95 %  faults",
        "rot        1      1     0  75.0 %  25.0  19.8 - 97.3       0",
        "gelb       0      1     1  25.0 %  25.0   2.7 - 80.2       1",
    ]


def test_table_of_three() -> None:
    """With more than two the mean of points and rank; one game has no standard error."""
    tally = Tally(["a", "b", "c"])
    tally.add(0, (30, 41, 30))
    rows = [line.split() for line in tally.table()]
    assert rows[0] == ["program", "won", "points", "rank", "share", "+/-", "95", "%", "faults"]
    assert [row[:6] for row in rows[1:]] == [
        ["a", "0", "30.00", "2.50", "25.0", "%"],
        ["b", "1", "41.00", "1.00", "100.0", "%"],
        ["c", "0", "30.00", "2.50", "25.0", "%"],
    ]


def test_no_table_without_results() -> None:
    """Where no game has a result there is nothing to show."""
    assert Tally(["a", "b"]).table() == []


def test_fixtures_turned() -> None:
    """A round has a game for each seat, in which everybody begins once."""
    games = fixtures(6, 3, turned=True)
    assert [each.number for each in games] == [1, 2, 3, 4, 5, 6]
    assert [each.round for each in games] == [0, 0, 0, 1, 1, 1]
    assert [each.order for each in games] == 2 * [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_fixtures() -> None:
    """Otherwise all sit as they were named, on a board of its own for each game."""
    assert [(each.round, each.order) for each in fixtures(2, 2, turned=False)] == [
        (0, (0, 1)),
        (1, (0, 1)),
    ]


@pytest.mark.parametrize(
    ("end", "text"),
    [
        ({"exit": 3}, "crashed, exit code 3"),
        ({"signal": 11, "cpu": 0.1}, "crashed, SIGSEGV"),
        ({"signal": 99}, "crashed, signal 99"),
        ({"failed": 2, "text": "No such file"}, "crashed, No such file"),
        ({"signal": 9, "text": "its keeper is gone"}, "crashed, its keeper is gone"),
        (None, "crashed"),
    ],
)
def test_how_a_program_ended(end: object, text: str) -> None:
    """The reason, and what the system says of the process."""
    assert fault_text(Fault(0, "crashed", "", {"end": end})) == text


def test_the_word_of_the_game() -> None:
    """A game that has a word for a fault is quoted."""
    fault = Fault(0, "forfeit-illegal", "FEHLER_FORMAT", {})
    assert fault_text(fault) == "forfeit-illegal, FEHLER_FORMAT"


@pytest.mark.parametrize(
    ("report", "words"),
    [
        ({"stderr": "Traceback\n  x\nValueError: nein\n\n"}, "its last words: ValueError: nein"),
        ({"stderr": "\x1b[2Jrot"}, "its last words: ?[2Jrot"),
        ({"unfinished": "12 N"}, "its last line had no end: 12 N"),
        ({"heard": [[0.1, "1"], [0.2, "N"], [0.3, "1"], [0.4, "S"]]}, "it said last: 1 / S"),
        ({}, ""),
    ],
)
def test_last_words(report: dict[str, object], words: str) -> None:
    """Standard error before the wire; nothing that could do harm to a terminal."""
    assert last_words(report) == words


def played(number: int, scores: tuple[int, int] | None, *faults: Fault) -> Played:
    """A game of two."""
    reason = "finished" if scores else "void-crash"
    return Played(Fixture(number, number, (0, 1)), reason, scores, faults, Path(f"{number}.jsonl"))


def test_scoreboard() -> None:
    """A line for each game that was spoilt, then the table and who has spoilt which."""
    told: list[str] = []
    board = Scoreboard(["rot", "gelb"], 4, told.append)
    crash = Fault(1, "crashed", "", {"end": {"exit": 1}, "stderr": "nein\n"})
    board.add(played(1, (1, 0)))
    board.add(played(2, (1, 0), crash))
    board.add(played(3, None))
    board.add(played(4, (1, 0), crash))
    assert told == [
        "game2: gelb crashed, exit code 1, its last words: nein; 2.jsonl",
        "game3: no result, void-crash; 3.jsonl",
        "game4: gelb crashed, exit code 1, its last words: nein; 4.jsonl",
    ]
    lines = board.lines(Path("games"))
    assert [line.split()[0] for line in lines[:3]] == ["program", "rot", "gelb"]
    assert [line.split()[-1] for line in lines[1:3]] == ["0", "2"]
    assert lines[3:] == [
        "gelb crashed, exit code 1: game2, game4",
        "without a result: game3",
        "journals: games",
    ]


def test_scoreboard_of_many_faults() -> None:
    """Ten games are named, the others are counted."""
    board = Scoreboard(["rot", "gelb"], 12, lambda line: None)
    for number in range(1, 13):
        board.add(played(number, (1, 0), Fault(1, "crashed", "", {})))
    assert board.lines(Path("x"))[3] == (
        "gelb crashed: game1, game2, game3, game4, game5, game6, game7, game8, game9, game10,"
        " 2 more"
    )


def test_scoreboard_without_games() -> None:
    """Where none is over that is said."""
    board = Scoreboard(["rot", "gelb"], 12, lambda line: None)
    assert board.lines(Path("x")) == ["No game has been played to its end."]


def test_bar() -> None:
    """A terminal shows how far it has come, and in the end nothing of it."""
    terminal = StringIO()
    board = Scoreboard(["rot", "gelb"], 3, lambda line: None, terminal)
    board.show()
    board.add(played(1, (1, 0)))
    board.hide()
    shown = [part for part in terminal.getvalue().split("\r\x1b[K") if part]
    assert shown == [f"[{30 * '.'}] 0/3", f"[{10 * '#'}{20 * '.'}] 1/3"]
    assert terminal.getvalue().endswith("\r\x1b[K")
