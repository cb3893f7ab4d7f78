"""
Every deadline of a match, to the millisecond.
"""

from __future__ import annotations

import pytest

from boardhub.games.rules import Result
from boardhub.hub.asking import NotAsked
from boardhub.hub.match import Phase
from boardhub.hub.seats import Presence
from boardhub.hub.steps import Ended, Late, Left, Moved
from boardhub.hub.terms import HOUR, MINUTE, Spans
from boardhub.testing import RecordingListener
from tests.hub.hosted import Hosted, causes, host
from tests.hub.toys import (
    BIDS,
    CARDS,
    DUEL,
    NIM,
    WORDS,
    AskReady,
    AskTake,
    AskWord,
    Bid,
    Count,
    Draw,
    Out,
    Ready,
    Study,
    Take,
    Took,
)

MS = 0.001


def begun(*secrets: str) -> Hosted:
    """Nim, with ten seconds for an answer."""
    return host(NIM, len(secrets)).sit(*secrets)


def late(hosted: Hosted) -> list[int]:
    """The numbers of the prompts whose time ran out, as the last seat heard it."""
    heard = causes(hosted.players[-1])
    return [cause.prompt.number for cause in heard if isinstance(cause, Late)]


# Late is late.


def test_five_milliseconds_before_the_deadline_are_in_time() -> None:
    """T3."""
    hosted = begun("", "")
    hosted.advance(10 - 5 * MS)
    hosted.play(0, Take(3))
    assert late(hosted) == []
    assert hosted.players[1].events[-1] == Took(0, 3)


def test_five_milliseconds_after_the_deadline_are_late() -> None:
    """T3: the default has been played, and the answer finds no open prompt."""
    hosted = begun("", "")
    hosted.advance(10 + 5 * MS)
    with pytest.raises(NotAsked):
        hosted.play(0, Take(3))
    assert late(hosted) == [1]
    assert hosted.players[1].events[-1] == Took(0, 1)


def test_deadlines_fire_while_nobody_says_anything() -> None:
    """T3: to the millisecond, and without any line that would wake the hub."""
    hosted = begun("", "")
    hosted.advance(10 - MS)
    assert late(hosted) == []
    hosted.advance(MS)
    assert late(hosted) == [1]


def test_lateness_is_told_to_all_as_such() -> None:
    """With the prompt it was about, and what the default did."""
    hosted = begun("", "")
    hosted.advance(10)
    for player in hosted.players:
        assert player.steps[-1].cause == Late(AskTake(0, 1))
        assert player.steps[-1].events == (Took(0, 1),)


def test_each_new_prompt_has_its_whole_time() -> None:
    """From the moment it is written, however long the one before took."""
    hosted = begun("", "")
    hosted.advance(7)
    hosted.play(0, Take(1))
    assert hosted.match.deadline(1) == 17.0
    hosted.advance(10 - MS)
    assert late(hosted) == []
    hosted.advance(MS)
    assert late(hosted) == [2]


def test_a_silent_match_goes_on_by_defaults() -> None:
    """Seven sticks, one at a time, ten seconds each: over after seventy."""
    hosted = begun("", "")
    hosted.wait(69)
    assert late(hosted) == [1, 2, 3, 4, 5, 6]
    hosted.wait(1)
    assert causes(hosted.players[0])[-1] == Ended("finished", Result((4, 3)))


def test_the_deadline_told_is_the_one_that_is_kept() -> None:
    """T7: nothing is late at it, everything after it."""
    hosted = host(NIM, timeout=0.25).sit("", "")
    deadline = hosted.match.deadline(0)
    assert deadline == 0.25
    assert hosted.match.deadline(1) is None
    hosted.advance(deadline - MS)
    assert late(hosted) == []
    hosted.advance(2 * MS)
    assert late(hosted) == [1]


# What restarts a clock, and what does not.


def test_getting_ready_takes_three_times_as_long() -> None:
    """T6; spec/ursuppe-rules.md 7.8."""
    hosted = host(NIM, options={"ready": True}).sit("", "")
    hosted.advance(30 - 5 * MS)
    assert late(hosted) == []
    hosted.play(0, Ready())
    hosted.advance(5 * MS)
    assert causes(hosted.players[1])[-1] == Late(AskReady(1, 2))
    assert hosted.match.deadline(0) == 40.0


def test_a_refusal_does_not_restart_the_clock() -> None:
    """7.7: the prompt stays open, and its clock runs on."""
    hosted = begun("", "")
    hosted.advance(9)
    with pytest.raises(Exception, match="22"):
        hosted.play(0, Take(4))
    hosted.match.refused(0, 22, "TAKE 4")
    assert hosted.match.deadline(0) == 10.0
    hosted.advance(1)
    assert late(hosted) == [1]


def test_a_move_that_leaves_the_prompt_open_does_not_restart_the_clock() -> None:
    """7.8: time is given with a prompt, not with a move under it."""
    hosted = begun("", "")
    hosted.advance(9)
    hosted.play(0, Count())
    assert hosted.match.deadline(0) == 10.0
    hosted.advance(1)
    assert late(hosted) == [1]


def test_several_actions_share_one_time() -> None:
    """All actions of a turn stand under one prompt."""
    hosted = host(CARDS).sit("", "")
    hosted.advance(6)
    hosted.play(0, Draw())
    hosted.advance(4 - MS)
    assert late(hosted) == []
    hosted.advance(MS)
    assert late(hosted) == [1]


def test_an_answer_of_one_leaves_the_clocks_of_the_others() -> None:
    """Several at once share one deadline, whoever has answered."""
    hosted = host(BIDS, 3).sit("", "", "")
    hosted.advance(5)
    hosted.advance(8)
    hosted.play(1, Bid(2))
    assert [hosted.match.deadline(seat) for seat in range(3)] == [15.0, None, 15.0]
    hosted.advance(2)
    assert late(hosted) == [1, 2, 4]


def test_talk_and_spectators_do_not_touch_the_clocks() -> None:
    """Nor does anybody's coming and going, as long as one player is there."""
    hosted = begun("", "word", "")
    hosted.advance(9)
    hosted.match.say(0, None, "hm")
    hosted.match.watcher_came("zoe")
    hosted.watch("zoe")
    hosted.match.hold(1)
    hosted.match.leave(2, "left")
    hosted.match.back(1, RecordingListener())
    assert hosted.match.deadline(0) == 10.0


def test_the_game_itself_may_wait() -> None:
    """A fixed time, not a multiple of what players have; then its default is carried out."""
    hosted = host(BIDS, timeout=60).sit("", "")
    assert hosted.match.deadline(None) == 5.0
    hosted.advance(5 - MS)
    assert hosted.players[0].asked == []
    hosted.advance(MS)
    assert causes(hosted.players[0])[-1] == Late(Study(None, 1))
    assert [len(player.asked) for player in hosted.players] == [1, 1]
    assert hosted.match.deadline(0) == 65.0


# Without a default.


def test_where_there_is_no_default_lateness_forfeits() -> None:
    """The rules' `leave` says what that means; here the other one has won."""
    hosted = host(DUEL).sit("", "")
    hosted.play(0, WORDS[0])
    hosted.advance(10)
    first, second = hosted.players
    assert causes(first)[-2:] == [
        Late(AskWord(1, 2)),
        Ended("forfeited", Result((1, 0), "forfeited")),
    ]
    assert second.events[-1] == Out(1)
    assert hosted.match.seats[1].reason == "forfeit-time"
    assert hosted.match.seats[0].reason == "played"


def test_who_has_forfeited_is_still_told() -> None:
    """Her connection stays; she has only lost the game."""
    hosted = host(DUEL, 3).sit("", "", "")
    hosted.advance(10)
    hosted.play(1, WORDS[0])
    assert hosted.match.seats[0].presence is Presence.GONE
    assert causes(hosted.players[0])[-1] == Moved(1)
    with pytest.raises(NotAsked):
        hosted.play(0, WORDS[0])


def test_a_seat_given_up_has_no_clock() -> None:
    """Her prompts are over as soon as they are asked."""
    hosted = begun("", "", "")
    hosted.match.leave(1, "left")
    hosted.advance(4)
    hosted.play(0, Take(1))
    assert hosted.match.deadline(1) is None
    assert hosted.match.deadline(2) == 14.0


# While nobody is connected.


def test_clocks_stand_while_nobody_is_connected() -> None:
    """7.10: one is held, the other has left; time passes, nothing runs out."""
    hosted = begun("word", "")
    hosted.advance(4)
    hosted.match.leave(1, "left")
    hosted.match.hold(0)
    assert hosted.match.deadline(0) is None
    hosted.advance(25 * MINUTE)
    assert hosted.match.prompt(0) == AskTake(0, 1)


def test_clocks_run_on_with_what_was_left() -> None:
    """Four seconds were used: six remain, whatever the break."""
    hosted = begun("word", "word")
    hosted.advance(4)
    hosted.match.hold(0)
    hosted.match.hold(1)
    hosted.advance(25 * MINUTE)
    again = RecordingListener()
    hosted.match.back(1, again)
    assert hosted.match.deadline(0) == 25 * MINUTE + 10
    hosted.advance(6 - MS)
    assert not [each for each in causes(again) if isinstance(each, Late)]
    hosted.advance(MS)
    assert causes(again)[-1] == Late(AskTake(0, 1))


def test_clocks_may_stand_more_than_once() -> None:
    """Every break leaves what was left: 4 + 3 used, 3 remain."""
    hosted = begun("word", "")
    hosted.match.leave(1, "left")
    for seconds in (4, 3):
        hosted.match.back(0, RecordingListener())
        hosted.advance(seconds)
        hosted.match.hold(0)
        hosted.advance(20 * MINUTE)
    hosted.match.back(0, RecordingListener())
    assert hosted.match.deadline(0) == 40 * MINUTE + 7 + 3


def test_the_games_own_clock_stands_too() -> None:
    """Nobody is there to look at what it waits for."""
    hosted = host(BIDS).sit("word", "word")
    hosted.advance(2)
    hosted.match.hold(0)
    hosted.match.hold(1)
    hosted.advance(MINUTE)
    assert hosted.match.deadline(None) is None
    hosted.match.back(0, RecordingListener())
    assert hosted.match.deadline(None) == MINUTE + 2 + 3


def test_a_prompt_asked_while_clocks_stand_gets_its_time_later() -> None:
    """The default of one who leaves asks the one who is held."""
    hosted = begun("", "word")
    hosted.match.hold(1)
    hosted.advance(2)
    hosted.match.leave(0, "left")
    assert hosted.match.prompt(1) == AskTake(1, 2)
    assert hosted.match.deadline(1) is None
    hosted.advance(100)
    assert hosted.match.prompt(1) == AskTake(1, 2)
    hosted.match.back(1, RecordingListener())
    assert hosted.match.deadline(1) == 2 + 100 + 10


def test_a_deadline_passed_in_a_break_is_judged_after_it() -> None:
    """No time was left when the connection was lost: late at once, when somebody is there again."""
    hosted = begun("word", "word")
    lost = [hosted.match.hold, hosted.match.hold]
    for seat, hold in enumerate(lost):
        hosted.hub.reactor.callLater(10, hold, seat)
    hosted.advance(10)
    assert hosted.match.prompt(0) == AskTake(0, 1)
    again = RecordingListener()
    hosted.match.back(1, again)
    hosted.hub.settle()
    assert causes(again)[-1] == Late(AskTake(0, 1))


def test_clocks_stand_when_the_last_one_connected_forfeits() -> None:
    """Whoever was late for good does not count as being there."""
    hosted = host(DUEL, 3).sit("", "word", "word")
    hosted.match.hold(1)
    hosted.match.hold(2)
    hosted.advance(10)
    assert hosted.match.seats[0].presence is Presence.GONE
    assert hosted.match.deadline(1) is None
    hosted.advance(MINUTE)
    assert hosted.match.prompt(1) == AskWord(1, 2)


def test_nobody_for_thirty_minutes_ends_the_match() -> None:
    """7.10: without a result; nobody was there to hear it."""
    hosted = begun("word", "")
    gallery = hosted.watch("zoe")
    hosted.match.hold(0)
    hosted.match.leave(1, "left")
    hosted.advance(30 * MINUTE - MS)
    assert hosted.match.reason == ""
    hosted.advance(MS)
    assert causes(gallery)[-1] == Ended("deserted", None)


def test_the_thirty_minutes_begin_anew_with_each_break() -> None:
    """29 minutes, a moment of somebody, 29 minutes."""
    hosted = begun("word", "")
    hosted.match.leave(1, "left")
    for _ in range(2):
        hosted.match.hold(0)
        hosted.advance(29 * MINUTE)
        hosted.match.back(0, RecordingListener())
    assert hosted.match.phase is Phase.RUNNING


# Limits of a match.


def test_a_match_has_an_absolute_limit() -> None:
    """7.10, D6: from its beginning, not from its making."""
    hosted = host(DUEL, timeout=2 * HOUR, spans=Spans(match=1 * HOUR)).sit("")
    hosted.advance(20 * MINUTE)
    hosted.sit("")
    hosted.advance(1 * HOUR - MS)
    assert hosted.match.reason == ""
    hosted.advance(MS)
    assert causes(hosted.players[0])[-1] == Ended("limit", None)


def test_the_absolute_limit_is_a_day() -> None:
    """7.10; the clocks standing do not stretch it."""
    assert Spans().match == 24 * HOUR
    hosted = host(NIM, spans=Spans(unattended=48 * HOUR)).sit("word", "")
    hosted.match.leave(1, "left")
    hosted.match.hold(0)
    hosted.advance(24 * HOUR)
    assert hosted.match.reason == "limit"


@pytest.mark.parametrize("before", ["nobody", "left", "reserved", "watched"])
def test_a_waiting_match_with_nobody_in_it_is_removed(before: str) -> None:
    """7.12: after thirty minutes without anybody, whoever was there before."""
    hosted = host(NIM)
    hosted.advance(10 * MINUTE)
    if before == "left":
        hosted.sit("").match.leave(0, "left")
    if before == "reserved":
        hosted.match.free(hosted.match.reserve())
    if before == "watched":
        hosted.match.watcher_came("zoe")
        hosted.advance(60 * MINUTE)
        hosted.match.watcher_went(0)
    left = 20 * MINUTE if before == "nobody" else 30 * MINUTE
    hosted.advance(left - MS)
    assert hosted.hub.lobby.matches() == [hosted.match]
    hosted.advance(MS)
    assert hosted.hub.lobby.matches() == []
    assert hosted.match.reason == "deserted"
    assert len(hosted.records("end")) == 1


@pytest.mark.parametrize("who", ["player", "reserved", "spectator"])
def test_a_waiting_match_with_somebody_in_it_stays(who: str) -> None:
    """For as long as she likes."""
    hosted = host(NIM)
    if who == "player":
        hosted.sit("")
    if who == "reserved":
        hosted.match.reserve()
    if who == "spectator":
        hosted.watch("zoe")
    hosted.advance(100 * HOUR)
    assert hosted.hub.lobby.matches() == [hosted.match]


def test_connections_stay_for_thirty_minutes_after_the_end() -> None:
    """7.12: then they are closed, and the name is free."""
    hosted = begun("", "")
    gallery = hosted.watch("zoe")
    hosted.match.stop("aborted")
    everybody = [*hosted.players, gallery]
    hosted.advance(30 * MINUTE - MS)
    assert [each.dismissed for each in everybody] == [False] * 3
    assert hosted.hub.lobby.find("nim", "toy") is hosted.match
    hosted.advance(MS)
    assert [each.dismissed for each in everybody] == [True] * 3
    assert hosted.hub.lobby.find("nim", "toy") is None


def test_a_tournament_closes_connections_at_once() -> None:
    """7.12: the end is told before; the name stays taken for thirty minutes all the same."""
    hosted = host(NIM, spans=Spans(tournament=True)).sit("", "")
    gallery = hosted.watch("zoe")
    lingered = [hosted.match.lingers]
    hosted.match.stop("aborted")
    for listener in (*hosted.players, gallery):
        assert listener.dismissed
        assert causes(listener)[-1] == Ended("aborted", None)
    lingered.append(hosted.match.lingers)
    assert lingered == [True, False]
    hosted.advance(30 * MINUTE - MS)
    assert hosted.hub.lobby.find("nim", "toy") is hosted.match
    hosted.advance(MS)
    assert hosted.hub.lobby.find("nim", "toy") is None


def test_nothing_is_left_on_the_clock() -> None:
    """When a match is forgotten, so are all its timers."""
    hosted = begun("word", "")
    hosted.match.hold(0)
    hosted.match.leave(1, "left")
    hosted.match.close()
    assert hosted.hub.reactor.getDelayedCalls() == []


def test_timers_are_few() -> None:
    """One for each open prompt, one for the limit, and one for being alone or over."""
    hosted = host(BIDS, 4)
    calls = hosted.hub.reactor.getDelayedCalls
    assert len(calls()) == 1
    hosted.sit("word", "word", "word", "word")
    assert len(calls()) == 2
    hosted.advance(5)
    assert len(calls()) == 5
    for seat in range(4):
        hosted.match.hold(seat)
    assert len(calls()) == 2
    hosted.match.stop("aborted")
    assert len(calls()) == 1


def test_leaving_for_good_counts_at_the_deadline_too() -> None:
    """Who leaves in the turn of her deadline has left; she is not late as well."""
    hosted = begun("", "")
    hosted.hub.reactor.callLater(10, hosted.match.leave, 0, "left")
    hosted.advance(10)
    assert causes(hosted.players[1])[-2:] == [Left(0, "player0"), Moved(0)]
    assert late(hosted) == []
