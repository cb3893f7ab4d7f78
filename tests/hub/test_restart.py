"""
A match after the hub was killed: all that was recorded stands, and nobody pays
for it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from boardhub.games.rules import Rules
from boardhub.hub.asking import NotAsked
from boardhub.hub.journal import JournalError
from boardhub.hub.lobby import NameTaken
from boardhub.hub.match import Match, Phase
from boardhub.hub.resting import Resting
from boardhub.hub.seats import Presence, SeatTaken
from boardhub.hub.steps import Back, Joined
from boardhub.hub.terms import HOUR, Spans, Terms
from boardhub.testing import RecordingListener
from tests.hub.hosted import Hosted, causes, host
from tests.hub.test_journal import a_turn_of
from tests.hub.toys import CARDS, NIM, SOUND, Take

SECOND_LIFE = 1000.0
"""What the clock of the new hub shows when it starts."""


def killed(hosted: Hosted) -> Hosted:
    """The same match in the hub that takes the place of its own."""
    hub = hosted.hub.restart(hosted.match.rules, seconds=SECOND_LIFE)
    return Hosted(hub, hub.match(hosted.match.name, hosted.match.rules.name))


def come_back(hosted: Hosted, *seats: int) -> list[RecordingListener]:
    """The players of these seats are there again; without any: all that are waited for."""
    waited_for = [each.number for each in hosted.match.seats if each.awaited]
    players = [RecordingListener() for _ in seats or waited_for]
    for seat, player in zip(seats or waited_for, players, strict=True):
        hosted.match.back(seat, player)
    return players


def resting(hosted: Hosted) -> Resting:
    """The match, which rests."""
    assert isinstance(hosted.match, Resting)
    assert hosted.match.resting
    return hosted.match


# What stands.


@pytest.mark.parametrize("rules", SOUND, ids=lambda rules: rules.name)
@pytest.mark.parametrize("seats", [2, 3])
def test_after_every_turn_all_is_as_it_was(rules: Rules[Any], seats: int) -> None:
    """Position, chance, who is gone and why; and whoever listens has heard it all."""
    for game in range(3):
        chance = Random(f"restart/{rules.name}/{seats}/{game}")
        hosted = host(rules, seats)
        gallery = hosted.watch()
        hosted.sit(*["word"] * seats)
        while True:
            a_turn_of(hosted, chance)
            if hosted.match.phase is Phase.OVER:
                break
            again = killed(hosted)
            assert again.match.state == hosted.match.state
            assert gone(again.match) == gone(hosted.match)
            assert again.match.steps >= len(gallery.steps)


def gone(match: Match) -> list[tuple[str, str]]:
    """Why seats were given up."""
    return [(each.reason, each.code) for each in match.seats if each.presence is Presence.GONE]


@pytest.mark.parametrize("rules", SOUND, ids=lambda rules: rules.name)
def test_an_interrupted_game_ends_as_the_same_without(rules: Rules[Any]) -> None:
    """Killed after every fifth turn: the same moves, the same events, the same result."""

    def play(*, interrupted: bool) -> list[Any]:
        chance, turns = Random(f"twice/{rules.name}"), 0
        hosted = host(rules, 3).sit(*["word"] * 3)
        while hosted.match.phase is not Phase.OVER:
            asked = [each.number for each in hosted.match.seats if hosted.match.prompt(each.number)]
            seat = chance.choice(asked) if asked else None
            if seat is None:
                hosted.advance(10.0)
            else:
                hosted.play(seat, chance.choice(list(hosted.match.state.legal_moves(seat))))
            turns += 1
            if interrupted and turns % 5 == 0 and hosted.match.phase is Phase.RUNNING:
                hosted = killed(hosted)
                come_back(hosted)
        told = [[each[key] for key in ("seat", "move")] for each in hosted.records("move")]
        end = hosted.records("end")[0]
        return [told, end["scores"], end["reason"], end["seats"]]

    assert play(interrupted=True) == play(interrupted=False)


def test_who_listens_from_the_making_on_hears_it_all_again() -> None:
    """Tables and pages know as much as before: the same causes and events, in order."""
    hosted = host(CARDS)
    gallery = hosted.watch()
    hosted.sit("word", "word")
    hosted.play(0, *list(hosted.match.state.legal_moves(0))[:1])
    hosted.match.hold(1)
    hub = hosted.hub
    journal = hub.journals[str(hosted.match)]
    second = RecordingListener()
    fresh = host(NIM).hub
    fresh.lobby.made.append(lambda match: match.watch(second))
    fresh.lobby.restore(CARDS, journal.records(), {}, journal)
    assert causes(second) == causes(gallery)
    assert second.events == gallery.events


def test_times_go_on_as_if_the_hub_had_slept() -> None:
    """Seconds of the journal count from the making, without those in which there was no hub."""
    hosted = host(NIM).sit("word", "word")
    hosted.advance(7.0)
    hosted.play(0, Take(1))
    again = killed(hosted)
    again.advance(2.0)
    come_back(again)
    (moved,) = again.records("move")
    assert moved["at"] == 7.0
    assert [each["at"] for each in again.records("seat") if each["what"] == "back"] == [9.0, 9.0]


def test_a_restart_is_recorded() -> None:
    """With the time of day; and what came of it can be told from the journal alone."""
    again = killed(host(NIM).sit("word", "word"))
    come_back(again)
    (record,) = again.records("restart")
    assert record["when"] == "2000-01-01T00:00:00+00:00"
    assert killed(again).match.state == again.match.state


# Rest.


def test_no_clock_runs_until_all_are_back() -> None:
    """Then each has the whole time for what is open; until then nobody is late."""
    hosted = host(NIM, timeout=10.0).sit("word", "word")
    hosted.advance(9.0)
    again = killed(hosted)
    come_back(again, 0)
    again.advance(60.0)
    assert again.records("move") == []
    come_back(again, 1)
    again.advance(9.9)
    assert again.records("move") == []
    again.advance(0.2)
    assert [each["late"] for each in again.records("move")] == [True]


def test_who_is_back_may_play_before_the_others_are() -> None:
    """What she does counts, and the one who is asked next finds it done."""
    again = killed(host(NIM).sit("word", "word"))
    (first,) = come_back(again, 0)
    again.play(0, Take(1))
    assert [each["seat"] for each in again.records("move")] == [0]
    (second,) = come_back(again, 1)
    again.play(1, Take(1))
    assert [each["seat"] for each in again.records("move")] == [0, 1]
    assert [step.number for step in second.steps] == [each.number for each in first.steps[-2:]]


def test_nobody_has_missed_who_comes_back_while_it_rests() -> None:
    """Nobody there was told that she was gone."""
    again = killed(host(NIM).sit("word", "word"))
    (first,) = come_back(again, 0)
    come_back(again, 1)
    assert causes(first) == [Back(0, "player0", True), Back(1, "player1", True)]


def test_without_somebody_who_was_there_it_is_void() -> None:
    """After so long as a lost player is waited for; who came back has paid nothing."""
    again = killed(host(NIM, spans=Spans(away=120.0)).sit("word", "word"))
    come_back(again, 0)
    again.wait(119)
    assert again.match.phase is Phase.RUNNING
    again.wait(2)
    assert (again.match.phase, again.match.reason) == (Phase.OVER, "void-restart")
    (end,) = again.records("end")
    assert (end["scores"], end["seats"]) == (None, ["played", "dropped"])


def test_who_cannot_come_back_makes_it_void_at_once() -> None:
    """She had given no secret."""
    again = killed(host(NIM).sit("word", ""))
    assert again.match.reason == "void-restart"


def test_who_had_been_lost_before_is_not_waited_for() -> None:
    """Her seat is held on, and clocks run when the others are back."""
    hosted = host(NIM, 3, timeout=10.0).sit("word", "word", "word")
    hosted.match.hold(2)
    again = killed(hosted)
    come_back(again, 0, 1)
    assert not again.match.resting
    assert again.match.seats[2].presence is Presence.HELD
    again.advance(10.1)
    assert [each["late"] for each in again.records("move")] == [True]


def test_who_gave_up_is_not_waited_for() -> None:
    """She is gone, as before."""
    hosted = host(NIM, 3).sit("word", "word", "word")
    hosted.match.leave(2, "left")
    again = killed(hosted)
    come_back(again, 0, 1)
    assert not again.match.resting
    with pytest.raises(SeatTaken):
        again.match.back(2, RecordingListener())


def test_who_gives_up_while_it_rests_is_waited_for_no_more() -> None:
    """The others go on."""
    again = killed(host(NIM, 3).sit("word", "word", "word"))
    come_back(again, 0, 1, 2)[0]
    twice = killed(again)
    come_back(twice, 0, 1)
    twice.match.leave(1, "left")
    resting(twice)
    come_back(twice, 2)
    assert not twice.match.resting


def test_who_is_back_and_lost_again_is_lost_as_ever() -> None:
    """That is not the hub's doing: her seat is held, the others hear of it, and clocks run."""
    again = killed(host(NIM, timeout=10.0).sit("word", "word"))
    come_back(again, 0)
    again.match.hold(0)
    resting(again)
    (second,) = come_back(again, 1)
    assert not again.match.resting
    again.advance(10.1)
    assert [each["late"] for each in again.records("move")] == [True]
    come_back(again, 0)
    assert causes(second)[-1] == Back(0, "player0", False)


def test_two_restarts_in_a_row() -> None:
    """What happened in between stands, and everybody is waited for again."""
    again = killed(host(NIM).sit("word", "word"))
    come_back(again, 0)
    again.play(0, Take(1))
    twice = killed(again)
    assert [each.awaited for each in resting(twice).seats] == [True, True]
    come_back(twice)
    twice.play(1, Take(2))
    assert [each["move"] for each in twice.records("move")] == [["Take", 1], ["Take", 2]]


def test_the_time_of_a_match_goes_on() -> None:
    """Of its 24 hours those count that it has been played."""
    hosted = host(NIM, timeout=30 * HOUR, spans=Spans(match=24 * HOUR)).sit("word", "word")
    hosted.advance(23 * HOUR)
    hosted.match.refused(0, 1, "a word")  # the latest time that is known
    again = killed(hosted)
    come_back(again)
    again.advance(0.9 * HOUR)
    assert again.match.phase is Phase.RUNNING
    again.advance(0.2 * HOUR)
    again.advance(0)
    assert again.match.reason == "limit"


def test_an_end_that_was_not_recorded_comes_at_once() -> None:
    """The last move was: nobody has to come back for the result."""
    hosted = host(NIM).sit("word", "word")
    while hosted.match.phase is Phase.RUNNING:
        hosted.advance(10.0)
    journal = hosted.journal
    end = journal.records()[-1]
    journal.lines.pop()
    again = killed(hosted)
    assert (again.match.reason, again.records("end")[0]["scores"]) == ("finished", end["scores"])


def test_a_default_that_was_not_recorded_is_played() -> None:
    """Somebody had gone for good, and the hub was killed before it answered for her."""
    hosted = host(NIM).sit("word", "word")
    hosted.match.leave(0, "left")
    while hosted.journal.records()[-1]["record"] != "leave":
        hosted.journal.lines.pop()
    again = killed(hosted)
    come_back(again)
    assert again.records("move")[0]["absent"]


def test_nothing_is_asked_of_strangers() -> None:
    """The seat of somebody who has not come back cannot play."""
    again = killed(host(NIM).sit("word", "word"))
    again.match.leave(0, "left")
    with pytest.raises(NotAsked):
        again.play(0, Take(1))


# Words that open something.


def test_the_secret_of_old_opens_the_seat() -> None:
    """And no other, nor that of another seat."""
    again = killed(host(NIM).sit("apple", "pear"))
    first, second = again.match.seats
    assert first.opens_with("apple")
    assert not first.opens_with("pear")
    assert second.opens_with("pear")
    assert not second.opens_with("")


def test_the_password_of_old_opens_the_match() -> None:
    """Before it has begun, and while it is played."""
    hosted = host(NIM, password="sesame")
    for now in (killed(hosted), killed(hosted.sit("word", "word"))):
        assert not now.match.terms.public
        assert now.match.terms.admits("sesame")
        assert not now.match.terms.admits("simsim")


def test_the_records_hold_no_secret() -> None:
    """Neither the words nor what is kept of them: the journal is given out."""
    hosted = host(NIM, password="sesame").sit("apple", "pear")
    text = "\n".join(hosted.journal.lines)
    locks = [part for each in hosted.journal.locks for lock in each.values() for part in lock]
    assert len(locks) == 6
    assert not [word for word in ("sesame", "apple", "pear", *locks) if word in text]


# Before it has begun.


def test_a_waiting_match_waits_again() -> None:
    """Its seats are free again; and for 30 minutes without anybody, as before."""
    again = killed(host(NIM, 3).sit("word", ""))
    assert [each.presence for each in again.match.seats] == [Presence.FREE] * 3
    again.sit("", "", "")
    assert again.match.phase is Phase.RUNNING


def test_an_empty_match_that_waits_again_is_forgotten() -> None:
    """After the same half hour as ever."""
    again = killed(host(NIM))
    again.wait(1799)
    assert again.hub.lobby.matches() == [again.match]
    again.wait(2)
    assert again.hub.lobby.matches() == []


def test_a_waiting_program_keeps_its_seat() -> None:
    """It is started when the others have come, as it would have been."""
    hosted = host(NIM)
    hosted.match.take(RecordingListener(), "rot", program="rot", start=lambda: None)
    again = killed(hosted)
    started: list[str] = []
    match = again.match
    assert isinstance(match, Resting)
    program = RecordingListener()
    match.recast(0, program, lambda: started.append("rot"))
    assert not started
    again.sit("")
    assert started == ["rot"]
    match.ready(0, program)
    assert (match.phase, match.seats[0].program) == (Phase.RUNNING, "rot")
    assert Joined(0, "rot") in causes(program)


# Names.


def test_the_name_of_an_expected_match_is_taken() -> None:
    """Nobody gets it before the match is there again."""
    hosted = host(NIM)
    hosted.hub.lobby.expect([("nim", "later")])
    with pytest.raises(NameTaken):
        hosted.hub.lobby.create(NIM, "later", Terms(2, 10.0))


def change(number: int, key: str, value: Any) -> Callable[[list[dict[str, Any]]], None]:
    """Write something else into a record."""

    def act(records: list[dict[str, Any]]) -> None:
        records[number][key] = value

    return act


@pytest.mark.parametrize(
    "spoil",
    [
        change(0, "rules", 99),
        change(0, "public", False),
        change(0, "limits", {}),
        change(-1, "move", ["Take", 99]),
        change(-1, "prompt", 99),
        lambda records: records.pop(0),
        lambda records: records.append({"record": "seat", "seat": 9, "what": "held", "at": 1.0}),
    ],
)
def test_what_cannot_be_restored_is_not_there(spoil: Callable[[list[Any]], Any]) -> None:
    """An error that says why, no half match, and the name is free."""
    hosted = host(NIM).sit("word", "word")
    hosted.play(0, Take(1))
    records = hosted.journal.records()
    spoil(records)
    lobby = host(CARDS).hub.lobby
    with pytest.raises(JournalError):
        lobby.restore(NIM, records, {}, hosted.journal)
    assert lobby.find("nim", "toy") is None
