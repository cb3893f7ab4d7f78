"""
A match from its first player to its end: who is told what, in which order.
"""

from __future__ import annotations

import pytest

from boardhub.games.rules import IllegalMove, Result
from boardhub.hub.asking import NotAsked
from boardhub.hub.match import Match, Phase
from boardhub.hub.steps import Began, Ended, Joined, Left, Moved, Said, Watching
from boardhub.testing import RecordingListener
from tests.hub.hosted import Hosted, causes, host
from tests.hub.toys import (
    BIDS,
    CARDS,
    DUEL,
    NIM,
    NOT_ALLOWED,
    WORDS,
    AskTake,
    Bid,
    Card,
    Count,
    Done,
    Draw,
    Drew,
    HasBid,
    Heap,
    Open,
    Ready,
    Take,
    Took,
)


def started(seats: int = 2) -> Hosted:
    """Nim, begun, with nobody watching."""
    return host(NIM, seats).sit(*[""] * seats)


def test_joining_is_told_to_all_who_are_there() -> None:
    """The one who comes hears it too, and those who came before hear of each later one."""
    hosted = host(NIM, 3).sit("", "")
    first, second = hosted.players
    assert causes(first) == [Joined(0, "player0"), Joined(1, "player1")]
    assert causes(second) == [Joined(1, "player1")]


def test_the_last_seat_begins_the_game() -> None:
    """Then everybody hears of the last player, and after that of the beginning and its events."""
    hosted = host(NIM, 2).sit("")
    assert Began() not in causes(hosted.players[0])
    hosted.sit("")
    for player in hosted.players:
        assert causes(player)[-2:] == [Joined(1, "player1"), Began()]
        assert player.steps[-1].events == (Heap(7),)


def test_a_prompt_is_for_its_seat_alone() -> None:
    """Nobody else is told of it, the spectators neither."""
    hosted = host(NIM, 2)
    gallery = hosted.watch("zoe")
    first, second = hosted.sit("", "").players
    assert first.asked == [AskTake(0, 1)]
    assert second.asked == []
    hosted.play(0, Take(2))
    assert first.asked == [AskTake(0, 1)]
    assert second.asked == [AskTake(1, 2)]
    assert gallery.asked == []


def test_a_move_is_one_step_for_all() -> None:
    """The mover, the others and the spectators hear the same step, with its events."""
    hosted = started()
    gallery = hosted.watch("zoe")
    hosted.advance(1.5)
    hosted.play(0, Take(2))
    first, second = hosted.players
    step = first.steps[-1]
    assert (step.cause, step.events, step.at) == (Moved(0), (Took(0, 2),), 1.5)
    assert second.steps[-1] is step
    assert gallery.steps == [step]


def test_a_prompt_may_stay_open_over_a_move() -> None:
    """Its number stays, and it is not asked again."""
    hosted = started()
    hosted.play(0, Count())
    assert hosted.players[0].asked == [AskTake(0, 1)]
    assert hosted.match.prompt(0) == AskTake(0, 1)
    hosted.play(0, Take(1))
    assert hosted.match.prompt(0) is None


def test_a_refused_move_changes_nothing() -> None:
    """It reaches its sender as the rules' own error; nobody hears of it, nothing is recorded."""
    hosted = started()
    before = hosted.match.state.clone()
    heard, kept = len(hosted.players[1].steps), len(hosted.journal.lines)
    with pytest.raises(IllegalMove) as refused:
        hosted.play(0, Take(4))
    assert refused.value.code == NOT_ALLOWED
    assert hosted.match.state == before
    assert len(hosted.players[1].steps) == heard
    assert len(hosted.journal.lines) == kept
    assert hosted.match.prompt(0) == AskTake(0, 1)


def test_only_who_is_asked_may_play() -> None:
    """Not before the game, not out of turn, not after it."""
    hosted = host(NIM).sit("")
    with pytest.raises(NotAsked):
        hosted.play(0, Take(1))
    hosted.sit("")
    with pytest.raises(NotAsked):
        hosted.play(1, Take(1))
    hosted.match.stop("aborted")
    with pytest.raises(NotAsked):
        hosted.play(0, Take(1))


def test_several_are_asked_at_once() -> None:
    """Each answer is a step of its own, and who has answered is not asked any more."""
    hosted = host(BIDS, 3).sit("", "", "")
    assert [player.asked for player in hosted.players] == [[], [], []]
    hosted.advance(5)
    assert [[prompt.number for prompt in player.asked] for player in hosted.players] == [
        [2],
        [3],
        [4],
    ]
    hosted.play(1, Bid(2))
    with pytest.raises(NotAsked):
        hosted.play(1, Bid(2))
    assert hosted.match.prompt(2) is not None
    hosted.play(0, Bid(1))
    hosted.play(2, Bid(0))
    moved = [cause.seat for cause in causes(hosted.players[0]) if isinstance(cause, Moved)]
    assert moved[-3:] == [1, 0, 2]


def test_events_keep_their_audience() -> None:
    """The hub hands every listener the whole step; for whom an event is stands in it."""
    hosted = host(CARDS).sit("", "")
    hosted.play(0, Draw())
    open_one, secret_one = hosted.players[1].steps[-1].events
    assert open_one == Drew(0)
    assert isinstance(secret_one, Card)
    assert secret_one.to == frozenset({0})
    bids = host(BIDS).sit("", "")
    bids.advance(5)
    bids.play(1, Bid(0))
    assert bids.players[0].steps[-1].events == (HasBid(1, to=frozenset({None})),)


def test_views_come_from_the_rules() -> None:
    """What a viewer may know of the position is for the game to say."""
    hosted = host(CARDS).sit("", "")
    hosted.play(0, Draw())
    card = next(each for each in hosted.players[0].events if isinstance(each, Card)).card
    assert hosted.match.view(0) == f"[[{card}], 0]"
    assert hosted.match.view(1) == "[1, []]"
    assert hosted.match.view(None) == "[1, 0]"


def test_the_end_is_told_last_and_to_all() -> None:
    """With the result; nobody is asked any more."""
    hosted = host(NIM, options={"heap": 3})
    gallery = hosted.watch("zoe")
    hosted.sit("", "")
    hosted.play(0, Take(3))
    ended = Ended("finished", Result((3, 0)))
    for listener in (*hosted.players, gallery):
        assert causes(listener)[-2:] == [Moved(0), ended]
    assert hosted.match.phase is Phase.OVER
    assert hosted.match.reason == "finished"
    assert hosted.match.prompt(1) is None


def test_a_draw_is_a_result_too() -> None:
    """A game that nobody has won is finished all the same."""
    hosted = host(DUEL).sit("", "")
    for turn in range(6):
        hosted.play(turn % 2, WORDS[turn % 2])
    assert causes(hosted.players[0])[-1] == Ended("finished", Result((0, 0)))


def test_the_rules_may_end_it_as_forfeited() -> None:
    """The reason of the match is the one in the result."""
    hosted = host(DUEL).sit("", "")
    hosted.match.leave(1, "left")
    assert causes(hosted.players[0])[-2:] == [
        Left(1, "player1"),
        Ended("forfeited", Result((1, 0), "forfeited")),
    ]


def test_a_match_without_players_is_deserted() -> None:
    """When the last one leaves it is over without a result, with prompts still open."""
    hosted = started(3)
    gallery = hosted.watch("zoe")
    for seat in range(3):
        hosted.match.leave(seat, "left")
    assert causes(gallery)[-1] == Ended("deserted", None)
    assert hosted.match.state.result is None


@pytest.mark.parametrize("seated", [0, 1, 2])
def test_it_can_be_stopped_at_any_time(seated: int) -> None:
    """An operator's end: without a result, told to whoever is there, in every phase."""
    hosted = host(NIM).sit(*[""] * seated)
    gallery = hosted.watch("zoe")
    hosted.match.stop("aborted")
    for listener in (*hosted.players, gallery):
        assert causes(listener)[-1] == Ended("aborted", None)
    assert hosted.match.phase is Phase.OVER


def test_it_ends_only_once() -> None:
    """Stopping a match that is over does nothing, whatever ended it."""
    hosted = started()
    hosted.match.stop("aborted")
    hosted.match.stop("limit")
    assert [type(cause) for cause in causes(hosted.players[0])].count(Ended) == 1
    assert hosted.match.reason == "aborted"
    assert len(hosted.records("end")) == 1


def test_talk_reaches_everybody_in_every_phase() -> None:
    """Waiting, running or over: all who listen hear it, the one who speaks too."""
    hosted = host(NIM).sit("")
    gallery = hosted.watch("zoe")
    match = hosted.match
    match.say(0, None, "waiting")
    hosted.sit("")
    match.say(1, None, "running")
    match.stop("aborted")
    match.say(0, None, "over")
    said = [Said(0, None, "waiting"), Said(1, None, "running"), Said(0, None, "over")]
    for listener in (hosted.players[0], gallery):
        assert [each for each in causes(listener) if isinstance(each, Said)] == said
    assert said[1] in causes(hosted.players[1])


def test_private_talk_is_for_one_seat_alone() -> None:
    """No spectator, no other seat, and nobody at all where nobody is connected."""
    hosted = host(NIM, 3).sit("", "word", "")
    gallery = hosted.watch("zoe")
    hosted.match.say(0, 1, "psst")
    assert causes(hosted.players[1])[-1] == Said(0, 1, "psst")
    hosted.match.hold(1)
    hosted.match.say(0, 1, "gone?")
    for listener in (hosted.players[0], hosted.players[2], gallery):
        assert not [each for each in causes(listener) if isinstance(each, Said)]


def test_talk_does_not_touch_the_game() -> None:
    """No prompt is asked again over it."""
    hosted = started()
    hosted.match.say(1, None, "hello")
    assert hosted.players[0].asked == [AskTake(0, 1)]


def test_spectators_are_told_of() -> None:
    """All hear who comes to watch and who goes."""
    hosted = started()
    hosted.match.watcher_came("zoe")
    hosted.match.watcher_went(0)
    assert causes(hosted.players[1])[-2:] == [Watching("zoe", True), Watching("zoe", False)]


def test_spectators_of_one_name() -> None:
    """The one who goes is the one who is not there any more."""
    hosted = started()
    for name in ("zoe", "yan", "zoe", "xia"):
        hosted.match.watcher_came(name)
    hosted.match.watcher_went(2)
    assert hosted.match.spectators == ["zoe", "yan", "xia"]


def test_steps_are_numbered_without_gaps() -> None:
    """From 1 on, whatever caused them, whoever heard them."""
    hosted = host(NIM, options={"heap": 3})
    heard = RecordingListener()
    hosted.match.take(heard, "anna")
    hosted.sit("")
    hosted.match.say(1, 0, "private")
    hosted.match.watcher_came("zoe")
    hosted.play(0, Count(), Take(3))
    numbers = [step.number for step in heard.steps]
    assert numbers == [1, 2, 3, 4, 5, 6, 7, 8]


def test_getting_ready_in_any_order() -> None:
    """The game goes on with the last answer, whoever gives it."""
    hosted = host(NIM, 3, options={"ready": True}).sit("", "", "")
    assert [len(player.asked) for player in hosted.players] == [1, 1, 1]
    for seat in (2, 0, 1):
        assert AskTake(0, 4) not in hosted.players[0].asked
        hosted.play(seat, Ready())
    assert hosted.players[0].asked[-1] == AskTake(0, 4)


def test_a_seat_may_do_several_things_under_one_prompt() -> None:
    """Each is a step; the last one closes the prompt, and the next seat is asked."""
    hosted = host(CARDS).sit("", "")
    hosted.play(0, Draw(), Draw())
    with pytest.raises(IllegalMove):
        hosted.play(0, Draw())
    hosted.play(0, Done())
    assert [prompt.number for prompt in hosted.players[0].asked] == [1]
    assert [prompt.number for prompt in hosted.players[1].asked] == [2]


def test_nobody_can_answer_for_the_game() -> None:
    """What the game itself waits for is open to no seat."""
    hosted = host(BIDS).sit("", "")
    for seat in range(2):
        with pytest.raises(NotAsked):
            hosted.play(seat, Open())


@pytest.mark.parametrize(
    ("password", "given", "admitted"),
    [
        ("", "", True),
        ("", "any", True),
        ("süß", "süß", True),
        ("süß", "", False),
        ("a", "A", False),
    ],
)
def test_a_password_opens_a_match(password: str, given: str, admitted: bool) -> None:
    """A public match takes any; spec/ursuppe-rules.md 7.4."""
    match = host(NIM, password=password).match
    assert match.terms.admits(given) is admitted
    assert match.terms.public is not bool(password)


def test_taken_seats_are_counted() -> None:
    """Reserved ones not; from the beginning on all of them, those left too (7.3)."""
    hosted = host(NIM, 3).sit("", "")
    match: Match = hosted.match
    number = match.reserve()
    assert match.seats.taken == 2
    match.take(RecordingListener(), "carla", number=number)
    match.leave(0, "left")
    assert match.seats.taken == 3


def test_a_match_has_a_plain_name() -> None:
    """The game's and its own: what an operator calls it."""
    assert str(host(NIM).match) == "nim/toy"
