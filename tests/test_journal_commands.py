"""``boardhub replay``, ``why`` and ``matches``, on a data directory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from boardhub import cli
from boardhub.games.wuermer.errors import Fault
from boardhub.hub.journal import FileJournal, JournalError, read
from boardhub.records.archive import FILE_NAME_LENGTH, find, journal_name
from tests.stored import Archive

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """Matches in a data directory."""
    return Archive(tmp_path / "data")


@pytest.fixture
def call(archive: Archive, capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs a command on that directory: its exit code, output, and errors."""

    def run(*words: str) -> tuple[int, str, str]:
        code = cli.main([*words, "--data", str(archive.data)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def answers(monkeypatch: pytest.MonkeyPatch, given: Sequence[str]) -> list[str]:
    """Have somebody at the terminal say this; the questions are kept."""
    asked: list[str] = []
    rest = iter(given)

    def answer(question: str) -> str:
        asked.append(question)
        try:
            return next(rest)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    return asked


# replay


def test_replay_tells_a_match_and_finds_it_right(archive: Archive, call: Call) -> None:
    """By its file, or its name; what is found out stands on standard error."""
    archive.won("final")
    for named in (str(archive.closed[0]), "final", "wuermer/final"):
        code, out, err = call("replay", named)
        assert code == 0
        assert out.splitlines()[0].startswith("0.000 BRETT 5 6 3 2 50 ")
        assert out.splitlines()[-1] == "5.000 ERGEBNIS SIEG 1 ALLE_IM_LOCH"
        # match, two seats, begin, five moves, end
        assert err == "boardhub: all 10 records are right, and so is the result.\n"


def test_replay_names_the_first_record_that_differs(archive: Archive, call: Call) -> None:
    """Up to it the match is told."""
    archive.won("final")
    records = read(archive.closed[0])
    records[6]["move"] = ["Crawl", 1, "S"]
    changed = archive.data / "changed.jsonl"
    journal = FileJournal(changed)
    for record in records:
        journal.append(record)
    journal.close()
    code, out, err = call("replay", str(changed))
    assert code == 1
    assert out.splitlines()[-1] == "2.000 1> N"
    assert err == f"boardhub: record 7: the rules refuse the move: {Fault.UNZULAESSIG:d}.\n"


def test_replay_says_that_a_match_has_no_end(archive: Archive, call: Call) -> None:
    """It goes on, or its daemon was killed, in the middle of a record perhaps."""
    table = archive.match("final")
    table.say(0, "1", "N")
    (path,) = (archive.data / "matches").iterdir()
    with path.open("ab") as file:
        file.write(b'[2,1,["Cr')
    code, _, err = call("replay", "final")
    assert (code, err) == (
        0,
        "boardhub: all 5 records are right; the match has no end there.\n",
    )


def test_replay_follows_a_match(
    archive: Archive, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record at a time, with the position after it, until q or the end of input."""
    archive.won("final")
    asked = answers(monkeypatch, ["", "", " q "])
    code, out, err = call("replay", "final", "--follow")
    assert (code, len(asked)) == (0, 3)
    assert "0 of 100 turns, not begun" in out
    assert "1.000 ZUG 1 1 1 N" in out
    assert "2.000 ZUG 2 2 1 N" not in out
    assert err == "boardhub: 5 of 10 records have been looked at; all of them are right.\n"
    assert len(answers(monkeypatch, [])) == 0
    code, out, _ = call("replay", "final", "--follow")
    assert code == 0
    assert "1>" not in out


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda first: b"", "has no record"),
        (lambda first: b"{}\n", "line 1: no record"),
        (lambda first: first.replace(b'"wuermer"', b'"chess"'), "There is no game 'chess'"),
        (
            lambda first: first.replace(b'"rules":1', b'"rules":99'),
            "no journal of wuermer, version 1",
        ),
        (lambda first: first.replace(b'"rules":1,', b""), "line 1: 'rules' is not that of a match"),
        (lambda first: first.replace(b'"Hindernisse"', b'"?"'), "record 1 cannot be done again"),
    ],
)
def test_replay_of_what_is_no_journal(
    archive: Archive, call: Call, change: Callable[[bytes], bytes], sentence: str
) -> None:
    """One sentence that says what is wrong."""
    archive.won("one")
    path = archive.data / "some.jsonl"
    path.write_bytes(change(archive.closed[0].read_bytes().splitlines(keepends=True)[0]))
    code, out, err = call("replay", str(path))
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert sentence in err


# why


def test_why_shows_who_was_at_fault(archive: Archive, call: Call) -> None:
    """The reason, and her last lines; of the other one only how she did."""
    archive.faulty("final")
    code, out, _ = call("why", "final")
    assert code == 0
    lines = out.splitlines()
    assert lines[1].startswith("forfeited after 2.000 s: ")
    assert "seat 0 ada, score 1: played, played to the end" in lines
    assert any(line.startswith("seat 1 bea, score 0: forfeit-illegal, ") for line in lines)
    assert "    2.000 < zwei" in lines
    assert "    1.000 < N" not in lines
    assert lines[-1] == f"journal: {archive.closed[0]}"


@pytest.mark.parametrize("words", [["--player", "ada"], ["--player", "0"], ["--all"]])
def test_why_shows_who_is_asked_for(archive: Archive, call: Call, words: list[str]) -> None:
    """By name or seat, or all of them."""
    archive.faulty("final")
    _, out, _ = call("why", "final", *words)
    assert "    1.000 < N\n" in out
    assert ("    2.000 < zwei\n" in out) is (words == ["--all"])


def test_why_asks_for_the_latest_match_of_a_name(archive: Archive, call: Call) -> None:
    """Names come again once a match is forgotten."""
    archive.faulty("final")
    archive.clock.advance(1900)
    archive.won("final", "cleo", "dora")
    assert "cleo" in call("why", "final")[1]
    assert "zwei" in call("why", str(archive.closed[0]))[1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["semifinal"], "there is no file semifinal, and no journal of such a match in "),
        (["burg/final"], "there is no file burg/final, "),
        (["final", "--player", "zoe"], "No zoe plays there; there are: ada, bea."),
    ],
)
def test_why_of_what_is_not_there(
    archive: Archive, call: Call, words: list[str], sentence: str
) -> None:
    """No such match, or no such player."""
    archive.won("final")
    code, out, err = call("why", *words)
    assert (code, out) == (1, "")
    assert err.startswith(f"boardhub: {sentence}")


# matches


def test_matches_are_listed(archive: Archive, call: Call) -> None:
    """The latest first, with who has played, how it ended, and the file."""
    archive.won("one")
    archive.faulty("semifinal")
    code, out, err = call("matches", "--rebuild")
    assert (code, err) == (0, "")
    first, second = archive.closed
    assert out.splitlines() == [
        "2000-01-01 00:01:00  wuermer/semifinal  2.0 s  forfeited  ada 1, bea 0 (forfeit-illegal)"
        f"  matches/{second.name}",
        "2000-01-01 00:00:00  wuermer/one        5.0 s  finished   ada 1, bea 0                  "
        f"  matches/{first.name}",
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--reason", "forfeited"], ["two"]),
        (["--player", "cleo"], ["one"]),
        (["--game", "wuermer", "--limit", "1"], ["two"]),
        (["--since", "2000-01-01T00:01:00"], ["two"]),
        (["--since", "1999-12-31"], ["two", "one"]),
        (["--since", "2000-01-01T01:01:00+01:00"], ["two"]),
    ],
)
def test_matches_are_chosen(
    archive: Archive, call: Call, words: list[str], expected: list[str]
) -> None:
    """By what stands on the command line; a time without a zone is UTC."""
    archive.won("one", "cleo", "bea")
    archive.faulty("two")
    call("matches", "--rebuild")
    _, out, _ = call("matches", *words)
    assert [line.split()[2] for line in out.splitlines()] == [
        f"wuermer/{each}" for each in expected
    ]


def test_matches_says_that_there_are_none(archive: Archive, call: Call) -> None:
    """Nothing that fits, which is no error."""
    call("matches", "--rebuild")
    assert call("matches", "--player", "zoe") == (0, "no such match is finished\n", "")


def test_matches_says_what_could_not_be_read(archive: Archive, call: Call) -> None:
    """The others are listed."""
    archive.won("one")
    archive.won("two")
    archive.closed[0].write_text("nonsense\n")
    code, out, err = call("matches", "--rebuild")
    assert (code, out.count("\n")) == (0, 1)
    assert err.startswith("boardhub: not in the index: ")
    assert "one.jsonl, line 1: no JSON" in err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "there is no index in "),
        (["--since", "yesterday"], "argument --since: 'yesterday' is no date; write it as "),
    ],
)
def test_matches_that_cannot_be_listed(call: Call, words: list[str], sentence: str) -> None:
    """One sentence, which says what to do."""
    code, out, err = call("matches", *words)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"boardhub: {sentence}")


def test_no_index_is_made_where_there_is_no_directory(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A misspelt name does not become one."""
    missing = tmp_path / "missing"
    assert cli.main(["matches", "--rebuild", "--data", str(missing)]) == 1
    assert capsys.readouterr().err == f"boardhub: There is no directory {missing}.\n"
    assert not missing.exists()


# The names of files.


@pytest.mark.parametrize("name", ["final", "Ján Ω 将棋", "a/b", "..", "x" * 300, "-", "%41"])
def test_a_match_of_any_name_is_found(tmp_path: Path, name: str) -> None:
    """Whatever it is called; the name in the journal counts, the file's may be shorter."""
    made = datetime(2026, 5, 1, 12, 30, 15, 250_000, tzinfo=UTC)
    path = tmp_path / "matches" / journal_name(made, "burg", name)
    assert path.name.startswith("20260501T123015.250000Z-burg-")
    assert len(path.name) < FILE_NAME_LENGTH + 60
    journal = FileJournal(path)
    journal.append({"record": "match", "game": "burg", "name": name})
    journal.close()
    assert find(f"burg/{name}", tmp_path) == path
    with pytest.raises(JournalError):
        find(f"toxic/{name}", tmp_path)


def test_journals_of_local_matches_are_found(tmp_path: Path) -> None:
    """Those of ``boardhub match`` lie in the directory itself."""
    made = datetime(2026, 5, 1, tzinfo=UTC)
    path = tmp_path / journal_name(made, "burg", "g0001")
    journal = FileJournal(path)
    journal.append({"record": "match", "game": "burg", "name": "g0001"})
    journal.close()
    assert find("g0001", tmp_path) == path


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--limit", "9" * 20), "argument --limit: must be a whole number of at most 9 digits"),
        (("--limit", "some"), "argument --limit: must be a whole number of at most 9 digits"),
        (("--since", "0001-01-01T00:00+14:00"), "is no date; write it as 2026-05-01"),
        (("--since", "9999-12-31T23:59:59-14:00"), "is no date; write it as 2026-05-01"),
        (("--game", "\udcff"), "argument --game: must be UTF-8"),
        (("--reason", "\udcff"), "argument --reason: must be UTF-8"),
    ],
)
def test_what_cannot_be_looked_for_is_said(
    archive: Archive,
    call: Call,
    words: tuple[str, str],
    said: str,
) -> None:
    """In a sentence: more than a database counts, a moment before all time, bytes of no text."""
    archive.won("one")
    call("matches", "--rebuild")
    code, out, err = call("matches", *words)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert said in err
