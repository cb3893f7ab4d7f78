"""
Journals as files, moves as JSON, and a game made again from its journal.
"""

from __future__ import annotations

import errno
import os
import stat
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from boardhub.games.rules import Move, Player, Rules, State
from boardhub.games.ursuppe.moves import BuyGenes, Divide, Eat, Surrender
from boardhub.games.ursuppe.state import RULES as URSUPPE
from boardhub.hub.journal import (
    FileJournal,
    JournalError,
    MemoryJournal,
    Record,
    decode_move,
    encode_move,
    parse,
    read,
    rebuild,
    to_line,
)
from boardhub.hub.match import Phase
from boardhub.hub.seats import PRESENT
from boardhub.testing import RecordingListener
from tests.hub.hosted import Hosted, host
from tests.hub.toys import CARDS, NIM, SOUND, Done, Draw, Take, Word

# Moves.


def through_json(move: Move, kinds: tuple[type[Move], ...]) -> Move:
    """What a journal makes of a move."""
    journal = MemoryJournal()
    journal.append({"record": "note", "move": encode_move(move)})
    (record,) = journal.records()
    return decode_move(record["move"], kinds)


@pytest.mark.parametrize(
    "move",
    [
        Take(3),
        Done(),
        Word(()),
        Word((1, ("a", (2, ())), "ä 将")),
        Eat(3, (0, 1, 2)),
        BuyGenes(((1, None), (18, 13))),
        Divide(((0, 1, 1), (6, 4, 2))),
        Surrender(2, None),
    ],
)
def test_a_move_survives_the_journal(move: Move) -> None:
    """Numbers, words, nothing at all, and tuples of them, nested too."""
    kinds = (Take, Draw, Done, Word, Eat, BuyGenes, Divide, Surrender)
    assert through_json(move, kinds) == move


def test_a_move_is_written_by_its_name_and_fields() -> None:
    """In their order, so that a person can read it."""
    assert encode_move(Take(3)) == ["Take", 3]
    assert encode_move(Done()) == ["Done"]


PLAIN: Record = {
    "record": "move",
    "prompt": 7,
    "seat": 1,
    "move": ["Take", 3],
    "asked": 1.5,
    "answered": 2.25,
    "hub": 0.0001,
    "at": 2.2501,
}


def test_a_plain_move_is_a_list_in_the_file_and_an_object_to_readers(path: Path) -> None:
    """
    Most records of a long match are moves: their fields are not named again and again, and
    of times that lie close together one is written, and by how many microseconds others differ.
    """
    journal = FileJournal(path)
    journal.append(PLAIN)
    journal.close()
    # asked at 1.5; answered 0.75 s later; 0.0001 s of the hub's own; written just after these
    assert path.read_text() == '[7,1,["Take",3],1500000,750000,100,0]\n'
    assert read(path) == [PLAIN]


@pytest.mark.parametrize("mark", ["late", "absent"])
def test_a_default_is_a_list_with_a_mark(path: Path, mark: str) -> None:
    """Whoever never answers makes as many records as others."""
    at = PLAIN["at"]
    record = {**{field: PLAIN[field] for field in PLAIN if field != "at"}, mark: True, "at": at}
    journal = FileJournal(path)
    journal.append(record)
    journal.close()
    assert path.read_text() == f'[7,1,["Take",3],1500000,750000,100,0,"{mark}"]\n'
    assert read(path) == [record]


times = st.integers(0, 10**12).map(lambda microseconds: round(microseconds / 1e6, 6))


@given(times, times, times, times)
def test_times_come_back(asked: float, answered: float, hub: float, at: float) -> None:
    """Whatever the times are, to the microsecond: readers get what was written."""
    record = {**PLAIN, "asked": asked, "answered": answered, "hub": hub, "at": at}
    assert parse([to_line(record)], "here") == [record]


@frozen
class Steal(Move):
    """No move of any toy."""

    count: int


@pytest.mark.parametrize(
    "plain", [["Steal", 1], ["Take"], ["Take", 1, 2], ["take", 1], [3], [], "Take", None, {}]
)
def test_what_is_no_move_is_said_to_be_none(plain: Any) -> None:
    """An unknown name, other fields, or no list at all."""
    with pytest.raises(JournalError):
        decode_move(plain, NIM.moves)


# Files.


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a journal may be made, in a directory that is not there yet."""
    return tmp_path / "matches" / "one.jsonl"


RECORD: Record = {"record": "note", "name": "Ján Ω 将棋"}


def test_a_record_is_on_its_way_when_append_returns(path: Path) -> None:
    """Whole, and for everybody to read, while the journal is still open."""
    journal = FileJournal(path)
    journal.append(RECORD)
    assert read(path) == [RECORD]
    journal.append({"record": "note"})
    assert path.read_bytes().count(b"\n") == 2
    journal.close()


def test_a_record_is_one_write(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a killed daemon leaves no half of it."""
    journal = FileJournal(path)
    written: list[bytes] = []

    def write(file: int, data: bytes) -> int:
        written.append(data)
        return len(data)

    with monkeypatch.context() as patch:
        patch.setattr("boardhub.hub.journal.os.write", write)
        journal.append({"record": "note", "line": "two\nlines\u2028"})
    journal.close()
    assert [data.count(b"\n") for data in written] == [1]


def test_a_journal_is_for_its_owner_alone(path: Path) -> None:
    """It holds the seed; whatever the umask says."""
    before = os.umask(0)
    try:
        FileJournal(path).append({"record": "note"})
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_journal_is_never_continued(path: Path) -> None:
    """A file that is there already belongs to another match."""
    path.parent.mkdir()
    path.write_text("kept")
    with pytest.raises(JournalError, match=r"one\.jsonl"):
        FileJournal(path)
    assert path.read_text() == "kept"


def test_a_directory_that_cannot_be_written_is_named(path: Path) -> None:
    """With the reason."""
    path.parent.write_text("a file, no directory")
    with pytest.raises(JournalError, match=r"cannot make the journal .*one\.jsonl: "):
        FileJournal(path)


@pytest.mark.parametrize(("fsync", "expected"), [(True, 2), (False, 0)])
def test_each_record_reaches_the_disk_if_so_wanted(
    path: Path, monkeypatch: pytest.MonkeyPatch, fsync: bool, expected: int
) -> None:
    """Before anybody hears of it, at the price of its time; else not."""
    synced: list[int] = []
    monkeypatch.setattr("boardhub.hub.journal.os.fsync", synced.append)
    journal = FileJournal(path, fsync=fsync)
    journal.append(RECORD)
    journal.append(RECORD)
    assert len(synced) == expected
    journal.close()


def full(file: int, data: bytes) -> int:
    """No space left."""
    raise OSError(errno.ENOSPC, "No space left on device")


_write = os.write


def nearly_full(file: int, data: bytes) -> int:
    """Room for ten bytes."""
    return _write(file, data[:10])


def test_a_full_disk_is_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the file and the reason."""
    journal = FileJournal(path)
    with monkeypatch.context() as patch:
        patch.setattr("boardhub.hub.journal.os.write", full)
        with pytest.raises(JournalError, match=r"one\.jsonl: No space left"):
            journal.append(RECORD)
    journal.close()


@pytest.mark.parametrize("write", [full, nearly_full])
def test_a_record_that_did_not_fit_leaves_no_trace(
    path: Path, monkeypatch: pytest.MonkeyPatch, write: Any
) -> None:
    """What is written when there is room again, the end above all, stays readable."""
    journal = FileJournal(path)
    journal.append({"record": "note"})
    with monkeypatch.context() as patch:
        patch.setattr("boardhub.hub.journal.os.write", write)
        with pytest.raises(JournalError):
            journal.append(RECORD)
    journal.append({"record": "note"})
    journal.close()
    assert read(path) == [{"record": "note"}, {"record": "note"}]


def test_a_record_that_did_not_reach_the_disk_leaves_no_trace(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is told of it, so it must not be in the journal."""
    journal = FileJournal(path, fsync=True)
    journal.append({"record": "note"})

    def fail(file: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr("boardhub.hub.journal.os.fsync", fail)
        with pytest.raises(JournalError, match="Input/output error"):
            journal.append(RECORD)
    journal.close()
    assert read(path) == [{"record": "note"}]


def test_a_closed_journal_takes_nothing(path: Path) -> None:
    """Its file number may be another file's by then."""
    journal = FileJournal(path)
    journal.close()
    other = os.open(path.parent / "other", os.O_WRONLY | os.O_CREAT)
    with pytest.raises(JournalError):
        journal.append(RECORD)
    os.close(other)
    assert (path.parent / "other").read_bytes() == b""


def test_a_journal_that_cannot_be_closed_is_named(path: Path) -> None:
    """Closing may be when a disk over a network says that it is full."""
    journal = FileJournal(path)
    journal.close()
    with pytest.raises(JournalError, match=r"cannot close .*one\.jsonl: "):
        journal.close()


@pytest.mark.parametrize("value", [{1, 2}, b"bytes", object()])
def test_what_json_cannot_hold_is_no_record(path: Path, value: object) -> None:
    """A game's own fault; the journal stays as it was."""
    for journal in (FileJournal(path), MemoryJournal()):
        journal.append({"record": "note"})
        with pytest.raises((JournalError, TypeError)):
            journal.append({"record": "note", "move": ["Take", value]})
        journal.close()
    assert read(path) == [{"record": "note"}]


def test_a_journal_without_a_record_is_removed(path: Path) -> None:
    """A match that could not be made leaves nothing behind."""
    FileJournal(path).close()
    assert not path.exists()


def test_a_journal_can_be_discarded(path: Path) -> None:
    """Nothing of it is left."""
    journal = FileJournal(path)
    journal.append({"record": "note"})
    journal.discard()
    assert not path.exists()


# Reading.


def test_a_torn_last_line_was_told_to_nobody(path: Path) -> None:
    """Wherever it is torn, within a letter too: all whole records are read, and only those."""
    journal = FileJournal(path)
    journal.append({"record": "note"})
    whole = path.stat().st_size
    journal.append(RECORD)
    journal.close()
    data = path.read_bytes()
    for length in range(whole, len(data)):
        path.write_bytes(data[:length])
        assert read(path) == [{"record": "note"}]


@pytest.mark.parametrize("data", [b"", b'{"record":"ma'])
def test_a_journal_may_have_no_record(path: Path, data: bytes) -> None:
    """The daemon was killed while it made the match."""
    path.parent.mkdir()
    path.write_bytes(data)
    assert read(path) == []


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"",
        b"[]",
        b"[7,1]",
        b'["move",7,1,["Take",3],1.5,2.25,0.0001,2.2501]',
        b'[7,1,["Take",3],1500000,750000,100,0,"slow"]',
        b'[7,1,["Take",3],1500000,750000,100,"late"]',
        b'[7,1,["Take",3],1.5,750000,100,0]',
        b'["end",7,1,["Take",3],1.5,2.25,0,3]',
        b"3",
        b'{"seat":1}',
        b'{"record":[]}',
        b"[" * 200_000,
        b'{"record":"\xff"}',
        b"\xc3",
    ],
)
def test_a_broken_line_is_named(path: Path, line: bytes) -> None:
    """By its number, with the file: no journal, or one that somebody has touched."""
    path.parent.mkdir()
    path.write_bytes(b'{"record":"note"}\n' + line + b'\n{"record":"note"}\n')
    with pytest.raises(JournalError, match=r"one\.jsonl, line 2: "):
        read(path)


def test_a_missing_journal_is_named(path: Path) -> None:
    """With the reason."""
    with pytest.raises(JournalError, match=r"cannot read .*one\.jsonl"):
        read(path)


def test_names_come_back_as_they_were(path: Path) -> None:
    """Whatever a player calls herself, half a surrogate pair included (E5)."""
    names = ["Ján Ω 将棋", "\ud83d", "a\x00b", "\u2028\u0085", '"\\']
    journal = FileJournal(path)
    for name in names:
        journal.append({"record": "note", "name": name})
    journal.close()
    assert [each["name"] for each in read(path)] == names


# Rebuilding.


def a_turn_of(hosted: Hosted, chance: Random) -> None:
    """Something happens: mostly a random answer, else lateness, leaving, a loss, a return."""
    match = hosted.match
    asked = [seat.number for seat in match.seats if match.prompt(seat.number)]
    present = [each.number for each in match.seats if each.presence in PRESENT]
    event = chance.random()
    if event < 0.02 and len(present) > 2:
        match.leave(chance.choice(present), "left")
    elif event < 0.06:
        seat = chance.choice(present)
        match.hold(seat)
        match.back(seat, RecordingListener())
    elif asked and event < 0.9:
        answering = chance.choice(asked)
        moves = list(islice(match.state.legal_moves(answering), 100))
        hosted.play(answering, chance.choice(moves))
    else:
        hosted.advance(10.0)


def check_prefixes(rules: Rules[Any], seats: int, seed: str, share: float) -> None:
    """Play to a result; after this share of all turns the journal makes the same position."""
    chance = Random(seed)
    hosted = host(rules, seats).sit(*["word"] * seats)
    for _ in range(5000):
        if hosted.match.phase is Phase.OVER:
            break
        if chance.random() < share:
            assert rebuild(hosted.journal.records(), rules) == hosted.match.state
        a_turn_of(hosted, chance)
    assert hosted.match.state.result is not None
    assert rebuild(hosted.journal.records(), rules) == hosted.match.state


@pytest.mark.parametrize("rules", SOUND, ids=lambda rules: rules.name)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_prefix_of_a_journal_makes_the_position(rules: Rules[Any], seats: int) -> None:
    """After each step of whole games, with all that can happen to the players."""
    for game in range(8):
        check_prefixes(rules, seats, f"{rules.name}/{seats}/{game}", share=1.0)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_journal_of_the_amoeba_game_makes_the_position(seats: int) -> None:
    """Whole random games, at some points on the way and at the end."""
    check_prefixes(URSUPPE, seats, f"ursuppe/{seats}", share=0.01)


def records() -> list[Record]:
    """Of a game of cards: made, two seats, begun, two moves."""
    hosted = host(CARDS).sit("", "")
    hosted.play(0, Draw(), Done())
    return hosted.journal.records()


def test_the_journal_alone_makes_the_position() -> None:
    """The same cards, out of the seed in the first record."""
    state: State = rebuild(records(), CARDS)
    expected = CARDS.state(2, "seed", {})
    expected.begin([Player("player0"), Player("player1")])
    expected.apply(0, Draw())
    expected.apply(0, Done())
    assert state == expected


def test_other_rules_do_not_rebuild_it() -> None:
    """Not another game's, not another version's, and not without a first record."""
    for broken in (records()[1:], [], [{"record": "match"}]):
        with pytest.raises(JournalError, match="no journal of cards, version 1"):
            rebuild(broken, CARDS)
    with pytest.raises(JournalError, match="no journal of nim"):
        rebuild(records(), NIM)
    newer = type(CARDS)(CARDS.name, CARDS.make, CARDS.moves, version=2)
    with pytest.raises(JournalError, match="version 2"):
        rebuild(records(), newer)


@pytest.mark.parametrize(
    ("number", "change"),
    [
        (5, {"move": ["Draw", 1]}),
        (5, {"move": ["Steal"]}),
        (5, {"seat": 1}),
        (5, {"seat": None}),
        (6, {"move": 3}),
        (6, {"record": "begin"}),
        (1, {"seats": "two"}),
        (1, {"seed": None}),
    ],
)
def test_what_cannot_be_done_again_is_named(number: int, change: Record) -> None:
    """By the number of the record: an error, and never another position."""
    broken = records()
    broken[number - 1] = {**broken[number - 1], **change}
    with pytest.raises(JournalError, match=f"record {number} "):
        rebuild(broken, CARDS)


def test_a_first_record_may_lack_nothing() -> None:
    """Without its seed or seats it is no journal of a game."""
    for name in ("seats", "seed", "options"):
        broken = records()
        del broken[0][name]
        with pytest.raises(JournalError, match="record 1 "):
            rebuild(broken, CARDS)


def test_records_in_memory_are_those_of_a_file(path: Path) -> None:
    """The journal for tests writes the same lines."""
    in_memory, in_file = MemoryJournal(), FileJournal(path)
    for journal in (in_memory, in_file):
        journal.append(RECORD)
    in_file.close()
    assert parse(in_memory.lines, "memory") == read(path)
