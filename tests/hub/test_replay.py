"""
A match made again from its journal: whatever is right is found right, and of
what is not the first record is named.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from boardhub.games.rules import Rules
from boardhub.hub.chronicle import COMINGS_KEPT
from boardhub.hub.journal import JournalError, Record
from boardhub.hub.match import Phase
from boardhub.hub.replay import Mismatch, replay
from boardhub.testing import RecordingListener
from tests.hub.hosted import Hosted, host
from tests.hub.test_journal import a_turn_of
from tests.hub.toys import BIDS, CARDS, NIM, SOUND, Draw, Take


def verified(hosted: Hosted, rules: Rules[Any]) -> int:
    """How many records of a match have been found right."""
    return len(list(replay(hosted.journal.records(), rules)))


# What is right.


@pytest.mark.parametrize("rules", SOUND, ids=lambda rules: rules.name)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_whatever_the_hub_writes_is_right(rules: Rules[Any], seats: int) -> None:
    """Whole random games, with lateness, leaving, losses and returns; and without their ends."""
    for game in range(5):
        chance = Random(f"{rules.name}/{seats}/{game}")
        hosted = host(rules, seats).sit(*["word"] * seats)
        while hosted.match.phase is not Phase.OVER:
            a_turn_of(hosted, chance)
            assert verified(hosted, rules) == len(hosted.journal.lines)
        assert hosted.journal.records()[-1]["record"] == "end"


def test_the_game_comes_about_again() -> None:
    """Each record with the events that were told of it, and the position they lead to."""
    hosted = host(CARDS).sit("", "")
    gallery = hosted.watch()
    hosted.play(0, Draw(), Draw())
    redone = list(replay(hosted.journal.records(), CARDS))
    assert [each.number for each in redone] == [1, 2, 3, 4, 5, 6]
    assert [event for each in redone[4:] for event in each.events] == gallery.events
    assert redone[-1].state == hosted.match.state


def held_to_the_end(hosted: Hosted) -> None:
    """A player is not back when the match is ended."""
    hosted.sit("word", "").match.hold(0)
    hosted.match.stop("aborted")


def never_begun(hosted: Hosted) -> None:
    """One seat is taken, one was given up."""
    hosted.sit("")
    hosted.match.leave(hosted.match.take(RecordingListener(), "berta"), "left")
    hosted.match.stop("aborted")


def with_much_coming_and_going(hosted: Hosted) -> None:
    """More than is written down: who sits there in the end is not recorded."""
    for _ in range(COMINGS_KEPT):
        hosted.match.leave(hosted.match.take(RecordingListener(), "anna"), "left")
    hosted.sit("").match.stop("aborted")


def without_a_program(hosted: Hosted) -> None:
    """One of two cannot be started; the other one plays."""
    hosted.match.take(RecordingListener(), "rot", program="rot", start=lambda: None)
    hosted.sit("").match.leave(0, "forfeit-start", "FEHLER_START")
    hosted.advance(10)


def deserted(hosted: Hosted) -> None:
    """Both leave."""
    hosted.sit("", "").match.leave(1, "left")
    hosted.match.leave(0, "dropped")


@pytest.mark.parametrize(
    "how",
    [held_to_the_end, never_begun, with_much_coming_and_going, without_a_program, deserted],
)
def test_every_way_to_an_end_is_right(how: Callable[[Hosted], None]) -> None:
    """The reasons of the seats follow from what is recorded, or are known at the end only."""
    hosted = host(NIM)
    how(hosted)
    assert verified(hosted, NIM) == len(hosted.journal.lines)


# What is not.


def played() -> list[Record]:
    """
    A game of nim for four sticks: 1 the match, 2 and 3 the players, 4 the
    beginning, 5 the first takes one, 6 the second is late, 7 the first is
    lost, 8 and back, 9 she takes one, 10 the second leaves, 11 her default,
    12 the end with two sticks for each.
    """
    hosted = host(NIM, options={"heap": 4}).sit("word", "")
    hosted.play(0, Take(1))
    hosted.advance(10)
    hosted.match.hold(0)
    hosted.match.back(0, RecordingListener())
    hosted.play(0, Take(1))
    hosted.match.leave(1, "left")
    records = hosted.journal.records()
    assert (len(records), records[-1]["scores"]) == (12, ["2", "2"])
    return records


def test_this_game_is_right() -> None:
    """Before anything in it is changed."""
    assert len(list(replay(played(), NIM))) == 12


@pytest.mark.parametrize(
    ("number", "change", "noticed", "why"),
    [
        (5, {"move": ["Take", 9]}, 5, "the rules refuse the move: 22"),
        (5, {"move": ["Steal", 1]}, 5, "no move of this game"),
        (5, {"move": ["Take", 2]}, 11, "prompt .* of seat 1 is not open"),
        (5, {"prompt": 7}, 5, "prompt 7 of seat 0 is not open"),
        (5, {"seat": 1}, 5, "of seat 1 is not open"),
        (5, {"seat": None}, 5, "of seat None is not open"),
        (6, {"move": ["Take", 2]}, 6, "the default of seat 1 is Take"),
        (8, {"what": "held"}, 8, "held: seat 0 is held"),
        (10, {"reason": "dropped"}, 12, "the reason of seat 1 is dropped, not left"),
        (12, {"scores": ["3", "1"]}, 12, "the scores are .*'2', '2'"),
        (12, {"scores": None}, 12, "the scores are .*'2', '2'"),
        (12, {"reason": "forfeited"}, 12, "the match is finished, not forfeited"),
        (12, {"reason": "aborted"}, 12, "the match is finished, not aborted"),
        (12, {"seats": ["left", "left"]}, 12, "the reason of seat 0 is played, not left"),
        (12, {"seats": [None, "left"]}, 12, "seat 0 is taken"),
        (12, {"seats": ["played"]}, 12, "the match has 2 seats, not 1"),
        (12, {"seats": ["played", "left", "played"]}, 12, "the match has 2 seats, not 3"),
        (12, {"reports": [None]}, 12, "the match has 2 seats, not 1"),
        (12, {"scores": ["2", "2", "0"]}, 12, "the scores are .*'2', '2'"),
        (2, {"name": "eve"}, 4, "the players are .*'eve'"),
        (3, {"facts": {"age": 7}}, 4, "the players are .*'age': 7"),
        (3, {"program": "rot"}, 4, "the program of seat 1 does not run"),
        (4, {"players": [["eve", {}], ["player1", {}]]}, 4, "the players are .*'player0'"),
        (4, {"players": [["player0", {}], ["player1", {"age": 7}]]}, 4, "the players are"),
        (4, {"players": [["player0", {}]]}, 4, "the players are"),
        (4, {"programs": [[0, "rot"]]}, 4, r"programs: it is \[\], not \[\[0, 'rot'\]\]"),
        (4, {"absent": [[1, "left"]]}, 4, r"absent: it is \[\], not \[\[1, 'left'\]\]"),
        (5, {"absent": True}, 5, "seat 0 is not gone"),
        (11, {"absent": False}, 11, "seat 1 is gone"),
        (11, {"absent": False, "late": True}, 11, "seat 1 is gone"),
        (11, {"late": True}, 11, "nobody who is gone is late"),
        (5, {"late": True}, 5, "seat 0 was asked 0.0 s before, and has 10.0 s"),
        (6, {"answered": 9.5}, 6, "seat 1 was asked 9.5 s before, and has 10.0 s"),
        (6, {"asked": 0.5}, 6, "seat 1 was asked 9.5 s before, and has 10.0 s"),
        (3, {"seat": 0}, 3, "taken: seat 0 is there"),
        (3, {"seat": 2}, 3, "there is no seat 2"),
        (3, {"what": "freed"}, 3, "freed: seat 1 is free"),
        (3, {"what": "back"}, 3, "back: the game has not begun"),
        (3, {"what": "gone"}, 3, "nobody can be gone"),
        (7, {"what": "taken"}, 7, "taken: the game has begun"),
        (7, {"what": "freed"}, 7, "freed: the game has begun"),
        (7, {"what": "ready"}, 7, "ready: the game has begun"),
        (7, {"what": "absent", "reason": "left"}, 7, "absent: the game has begun"),
        (10, {"seat": -1}, 10, "there is no seat -1"),
    ],
)
def test_the_first_record_that_differs_is_named(
    number: int, change: Record, noticed: int, why: str
) -> None:
    """One value is changed; what follows from it must be noticed where it does so first."""
    records = played()
    records[number - 1] |= change
    with pytest.raises(Mismatch, match=f"^record {noticed}: .*{why}") as raised:
        list(replay(records, NIM))
    assert raised.value.number == noticed


def without(number: int) -> list[Record]:
    """The game without one record."""
    records = played()
    del records[number - 1]
    return records


def twice(number: int, behind: int) -> list[Record]:
    """The game with one record again, behind another one."""
    records = played()
    records.insert(behind, records[number - 1])
    return records


@pytest.mark.parametrize(
    ("records", "noticed", "why"),
    [
        (without(3), 3, "seat 1 is free"),
        (without(4), 4, "prompt 1 of seat 0 is not open"),
        (without(6), 8, "prompt .* of seat 0 is not open"),
        (without(8), 11, "the reason of seat 0 is dropped"),
        (without(11), 11, "the scores are None"),
        (twice(1, 1), 2, "a journal has one match"),
        (twice(4, 4), 5, "has begun already"),
        (twice(5, 5), 6, "is not open"),
        (twice(10, 2), 3, "has not begun"),
        (twice(7, 2), 3, "held: the game has not begun"),
        (twice(7, 7), 8, "held: seat 0 is held"),
        (twice(2, 2), 3, "taken: seat 0 is there"),
        (twice(10, 10), 11, "left already"),
        (twice(12, 12), 13, "behind the end"),
        (twice(12, 5), 6, "the scores are None"),
    ],
)
def test_a_record_too_few_or_too_many_is_noticed(
    records: list[Record], noticed: int, why: str
) -> None:
    """Where it stands, or where it is missed first."""
    with pytest.raises(Mismatch, match=f"^record {noticed}: .*{why}"):
        list(replay(records, NIM))


def gone_comes_back(what: str) -> list[Record]:
    """The game in which she who has left comes, or is lost, once more."""
    records = played()
    records.insert(10, {"record": "seat", "seat": 1, "what": what, "at": 11.0})
    return records


@pytest.mark.parametrize("what", ["held", "back"])
def test_who_is_gone_is_gone(what: str) -> None:
    """She can neither be lost nor come back."""
    with pytest.raises(Mismatch, match=f"^record 11: {what}: seat 1 is gone"):
        list(replay(gone_comes_back(what), NIM))


def with_programs() -> list[Record]:
    """
    1 the match, 2 a program is to play, 3 a player comes, 4 the program does
    not come up, 5 the game begins.
    """
    hosted = host(NIM)
    without_a_program(hosted)
    records = hosted.journal.records()
    assert [each["record"] for each in records[:5]] == ["match", *["seat"] * 3, "begin"]
    return records


@pytest.mark.parametrize(
    ("number", "change", "noticed", "why"),
    [
        (2, {"program": "blau"}, 5, r"programs: it is \[\[0, 'blau'\]\], not \[\[0, 'rot'\]\]"),
        (5, {"programs": []}, 5, r"programs: it is \[\[0, 'rot'\]\], not \[\]"),
        (
            5,
            {"absent": [[0, "left"]]},
            5,
            r"absent: it is \[\[0, 'FEHLER_START'\]\], not \[\[0, 'left'\]\]",
        ),
        (5, {"absent": []}, 5, r"absent: it is \[\[0, 'FEHLER_START'\]\], not \[\]"),
        (4, {"what": "ready"}, 5, r"absent: it is \[\], not \[\[0, 'FEHLER_START'\]\]"),
        (4, {"seat": 1}, 5, "the program of seat 0 does not run"),
        (3, {"what": "absent", "reason": "left"}, 3, "absent: seat 1 is free"),
        (4, {"what": "ready", "seat": 1}, 4, "ready: seat 1 waits for no program"),
        (4, {"record": "weather"}, 5, "the program of seat 0 does not run"),
        (5, {"programs": [[0, "rot"], [0, "rot"]]}, 5, "programs: it is"),
    ],
)
def test_programs_that_are_others_are_noticed(
    number: int, change: Record, noticed: int, why: str
) -> None:
    """Which there were, which ran, and why one did not."""
    records = with_programs()
    records[number - 1] |= change
    with pytest.raises(Mismatch, match=f"^record {noticed}: .*{why}"):
        list(replay(records, NIM))


def test_the_game_itself_is_always_late() -> None:
    """Nobody can answer what the game waits for."""
    hosted = host(BIDS).sit("", "")
    hosted.advance(60)
    records = hosted.journal.records()
    own = next(each for each in records if each["record"] == "move" and each["seat"] is None)
    del own["late"]
    with pytest.raises(Mismatch, match="the game's own move is late"):
        list(replay(records, BIDS))


@pytest.mark.parametrize("back", [6.0, 60.0])
def test_clocks_that_stood_make_her_time_longer_only(back: float) -> None:
    """Nobody is there from 6 s on until then, and who is asked has 4 s left."""
    hosted = host(NIM, options={"heap": 4}).sit("word", "word")
    hosted.play(0, Take(1))
    hosted.advance(6)
    for seat in (0, 1):
        hosted.match.hold(seat)
    hosted.advance(back - 6)
    hosted.match.back(0, RecordingListener())
    hosted.advance(4)
    records = hosted.journal.records()
    late = next(each for each in records if each.get("late"))
    assert (late["asked"], late["answered"]) == (0.0, back + 4)
    assert len(list(replay(records, NIM))) == len(records)
    late["answered"] = 9.0
    with pytest.raises(Mismatch, match=r"seat 1 was asked 9\.0 s before"):
        list(replay(records, NIM))


def test_a_result_before_the_game_is_over_is_noticed() -> None:
    """Neither finished nor forfeited can be what has none."""
    hosted = host(NIM).sit("", "")
    hosted.match.stop("aborted")
    records = hosted.journal.records()
    records[-1]["reason"] = "finished"
    with pytest.raises(Mismatch, match="cannot be finished"):
        list(replay(records, NIM))


def test_another_seed_is_noticed() -> None:
    """The cards are others, and so is what comes of them."""
    hosted = host(CARDS, 3).sit("word", "word", "word")
    chance = Random("cards")
    while hosted.match.phase is not Phase.OVER:
        a_turn_of(hosted, chance)
    records = hosted.journal.records()
    records[0]["seed"] = "another"
    with pytest.raises(Mismatch):
        list(replay(records, CARDS))


def test_what_could_not_be_written_is_not_missed() -> None:
    """Where the rules failed as a player left, her reason stands in the end alone."""
    records = played()
    crashed = {**records[-1], "reason": "void-crash", "scores": None, "seats": ["played", "left"]}
    assert len(list(replay([*records[:9], crashed], NIM))) == 10


def test_records_of_other_kinds_are_let_pass() -> None:
    """A later version may know more of them."""
    records = played()
    records.insert(5, {"record": "weather", "at": 3.0})
    assert len(list(replay(records, NIM))) == 13


def test_other_rules_do_not_replay_it() -> None:
    """Nor is anything a journal that has no first record."""
    for records in (played(), played()[1:], []):
        with pytest.raises(JournalError, match="no journal of cards"):
            list(replay(records, CARDS))
