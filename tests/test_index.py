"""The index of finished matches: what is in it, and that it can be made again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from boardhub.hub.journal import FileJournal, JournalError, read
from boardhub.records.index import NAME, Filter, Index, NoIndex, Place, entry, matches
from boardhub.testing import RecordingListener
from tests.hub.hosted import host
from tests.hub.test_restart import come_back, killed
from tests.hub.toys import CARDS, NIM, Done, Draw, Take
from tests.stored import Archive


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """Matches in a data directory."""
    return Archive(tmp_path)


@pytest.fixture
def index(archive: Archive) -> Iterator[Index]:
    """The index of that directory, still empty."""
    opened = Index(archive.data)
    yield opened
    opened.close()


def dump(data: Path) -> list[str]:
    """Everything in an index, as SQL."""
    base = sqlite3.connect(data / NAME)
    try:
        return list(base.iterdump())
    finally:
        base.close()


def names(data: Path, **wanted: object) -> list[str]:
    """The names of the matches that are wanted."""
    return [each.name for each in matches(data, Filter(**wanted))]  # type: ignore[arg-type]


def play_some(archive: Archive) -> None:
    """Five matches, of which the last is not over."""
    archive.won("one")
    archive.faulty("two")
    archive.won("three", "cleo", "ada")
    archive.match("four", "cleo", "dora").match.stop("aborted")
    archive.match("five")


def test_a_match_is_indexed_with_all_there_is_to_it(archive: Archive, index: Index) -> None:
    """Who, when, result, reason, durations, and the file."""
    archive.won("final")
    (path,) = archive.closed
    assert index.add(path)
    (found,) = matches(archive.data, Filter())
    assert found.journal == f"matches/{path.name}"
    assert (found.game, found.name, found.reason) == ("wuermer", "final", "finished")
    assert found.made == "2000-01-01T00:00:00.000+00:00"
    assert (found.began, found.ended, found.moves) == (0.0, 5.0, 5)
    assert found.places == (
        Place(0, "ada", "1", "played", 3, 3.0, 1.0),
        Place(1, "bea", "0", "played", 2, 2.0, 1.0),
    )


def test_defaults_are_no_thinking() -> None:
    """Only answers of a player's own count, in seconds."""
    hosted = host(NIM, options={"heap": 5}).sit("", "")
    hosted.advance(2)
    hosted.play(0, Take(1))
    hosted.advance(10)
    hosted.advance(3)
    hosted.play(0, Take(1))
    hosted.match.leave(1, "left")
    hosted.play(0, Take(1))
    found = entry(hosted.journal.records(), "x")
    assert found is not None
    assert (found.moves, found.ended) == (5, 15.0)
    assert found.places == (
        Place(0, "player0", "3", "played", 3, 5.0, 3.0),
        Place(1, "player1", "2", "left", 0, 0.0, 0.0),
    )


def test_moves_under_one_prompt_are_thought_of_one_after_the_other() -> None:
    """The time of each begins with the one before: 2 s, 3 s and 1 s make 6 s."""
    hosted = host(CARDS).sit("", "")
    for seconds, move in ((2, Draw()), (3, Draw()), (1, Done())):
        hosted.advance(seconds)
        hosted.play(0, move)
    hosted.advance(4)
    hosted.play(1, Done())
    found = entry(hosted.journal.records(), "x")
    assert found is not None
    assert [(each.moves, each.thought, each.longest) for each in found.places] == [
        (3, 6.0, 3.0),
        (1, 4.0, 4.0),
    ]


def test_time_without_a_daemon_is_no_thinking() -> None:
    """Under the same prompt: 2 s before, and after the restart 1.5 s since she was told again."""
    hosted = host(CARDS).sit("word", "word")
    hosted.advance(2)
    hosted.play(0, Draw())
    again = killed(hosted)
    again.advance(60)
    come_back(again)
    again.advance(1.5)
    again.play(0, Done())
    again.match.stop("aborted")
    found = entry(again.journal.records(), "x")
    assert found is not None
    assert [(each.thought, each.longest) for each in found.places] == [(3.5, 2.0), (0.0, 0.0)]


def test_a_match_that_never_began_has_whoever_was_there() -> None:
    """The last one in a seat, and no time of a beginning."""
    hosted = host(NIM, 3)
    hosted.match.leave(hosted.match.take(RecordingListener(), "zoe"), "left")
    hosted.match.take(RecordingListener(), "half a pair \ud83d")
    hosted.match.stop("aborted")
    found = entry(hosted.journal.records(), "x")
    assert found is not None
    assert (found.began, found.reason) == (None, "aborted")
    name = "half a pair \N{REPLACEMENT CHARACTER}"
    assert found.places == (Place(0, name, None, "played", 0, 0.0, 0.0),)


def test_a_match_that_goes_on_is_not_indexed(archive: Archive, index: Index) -> None:
    """Its journal has no end yet; it may have none at all."""
    archive.match("five")
    (path,) = (archive.data / "matches").iterdir()
    assert not index.add(path)
    assert matches(archive.data, Filter()) == []
    assert entry([], "x") is None


def test_what_is_added_one_by_one_is_what_a_rebuilding_makes(
    archive: Archive, index: Index
) -> None:
    """To the last byte, whether it is made of nothing or over what is there."""
    play_some(archive)
    for path in archive.closed:
        index.add(path)
    before = dump(archive.data)
    assert sum("INSERT" in line for line in before) >= 4 + 8
    assert index.rebuild() == []
    assert dump(archive.data) == before
    index.close()
    (archive.data / NAME).unlink()
    again = Index(archive.data)
    again.rebuild()
    again.close()
    assert dump(archive.data) == before


def test_adding_a_match_again_changes_nothing(archive: Archive, index: Index) -> None:
    """A daemon may be killed between the adding and whatever follows."""
    archive.won("one")
    index.add(archive.closed[0])
    before = dump(archive.data)
    index.add(archive.closed[0])
    assert dump(archive.data) == before


def test_what_was_missed_is_caught_up_with(archive: Archive, index: Index) -> None:
    """All that is finished and not there yet; what has no journal any more goes."""
    play_some(archive)
    index.add(archive.closed[0])
    assert index.catch_up() == []
    assert names(archive.data) == ["four", "three", "two", "one"]
    archive.closed[1].unlink()
    index.catch_up()
    assert names(archive.data) == ["four", "three", "one"]


def test_catching_up_can_be_stopped(archive: Archive, index: Index) -> None:
    """Between two journals; the latest come first."""
    play_some(archive)
    answers = iter([True, True, False, False, False])
    index.catch_up(lambda: next(answers))
    assert names(archive.data) == ["four"]


def test_a_broken_journal_is_said_and_left_out(archive: Archive, index: Index) -> None:
    """By rebuilding and by catching up alike; all others are there."""
    archive.won("one")
    archive.won("two")
    archive.closed[0].write_text("nonsense\n{}\n")
    cut = read(archive.closed[1])
    broken = archive.data / "matches" / "20300101T000000.000000Z-wuermer-cut.jsonl"
    journal = FileJournal(broken)
    journal.append({**cut[0], "made": "yesterday"})
    journal.append(cut[-1])
    journal.close()
    for problems in (index.rebuild(), index.catch_up()):
        assert len(problems) == 2
        assert "cut.jsonl, line 1: 'made' is not that of a match" in problems[0]
        assert "one.jsonl, line 1: no JSON" in problems[1]
        assert names(archive.data) == ["two"]
    with pytest.raises(JournalError):
        index.add(archive.closed[0])


def test_a_rebuilding_drops_what_is_not_in_the_journals(archive: Archive, index: Index) -> None:
    """The journals are right, whatever the index says."""
    archive.won("one")
    index.rebuild()
    before = dump(archive.data)
    base = sqlite3.connect(archive.data / NAME)
    with base:
        base.execute("UPDATE matches SET reason = 'aborted'")
        base.execute("INSERT INTO matches VALUES ('x', 'nim', 'x', '2000', 'limit', 0, 0, 0)")
    base.close()
    index.rebuild()
    assert dump(archive.data) == before


def test_an_index_of_another_version_is_made_anew(archive: Archive, index: Index) -> None:
    """Who lists is told; who writes begins with empty tables."""
    archive.won("one")
    index.add(archive.closed[0])
    index.close()
    base = sqlite3.connect(archive.data / NAME)
    base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(NoIndex, match="another version"):
        matches(archive.data, Filter())
    again = Index(archive.data)
    assert matches(archive.data, Filter()) == []
    again.catch_up()
    again.close()
    assert names(archive.data) == ["one"]


def test_the_index_is_read_while_it_is_written(archive: Archive, index: Index) -> None:
    """A reader sees all of a change or nothing, and nobody waits."""
    archive.won("one")
    index.add(archive.closed[0])
    writer = sqlite3.connect(archive.data / NAME, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("DELETE FROM seats")
    assert names(archive.data, player="ada") == ["one"]
    writer.execute("COMMIT")
    assert names(archive.data, player="ada") == []
    writer.close()


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({}, ["four", "three", "two", "one"]),
        ({"game": "wuermer"}, ["four", "three", "two", "one"]),
        ({"game": "burg"}, []),
        ({"player": "ada"}, ["three", "two", "one"]),
        ({"player": "cleo"}, ["four", "three"]),
        ({"player": "ADA"}, []),
        ({"reason": "finished"}, ["three", "one"]),
        ({"reason": "forfeit-illegal"}, ["two"]),
        ({"reason": "forfeit-illegal", "player": "bea"}, ["two"]),
        ({"reason": "forfeit-illegal", "player": "ada"}, []),
        ({"reason": "forfeited", "player": "ada"}, ["two"]),
        ({"since": datetime(2000, 1, 1, 0, 2, tzinfo=UTC)}, ["four", "three"]),
        ({"limit": 1}, ["four"]),
        ({"player": "ada", "limit": 2}, ["three", "two"]),
        ({"player": "' OR 1=1 --"}, []),
    ],
)
def test_matches_are_filtered(
    archive: Archive, index: Index, wanted: dict[str, object], expected: list[str]
) -> None:
    """By game, player, reason of the match or the player, and time; the latest first."""
    play_some(archive)
    index.rebuild()
    assert names(archive.data, **wanted) == expected


def test_without_an_index_there_is_nothing_to_list(tmp_path: Path) -> None:
    """It says so, also of a file that is none."""
    with pytest.raises(NoIndex, match="there is no index"):
        matches(tmp_path, Filter())
    (tmp_path / NAME).write_text("not a database, by far" * 100)
    with pytest.raises(NoIndex, match="cannot be read"):
        matches(tmp_path, Filter())
