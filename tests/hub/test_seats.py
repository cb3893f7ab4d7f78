"""
Taking a seat, losing it, coming back, leaving: in every phase of a match.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boardhub.hub.match import Match, Phase
from boardhub.hub.seats import Presence, SeatTaken
from boardhub.hub.steps import Back, Began, Ended, Held, Joined, Late, Left, Moved
from boardhub.testing import RecordingListener
from tests.hub.hosted import Hosted, causes, host
from tests.hub.toys import BIDS, CARDS, DUEL, NIM, AskTake, Bid, Count, Draw, Ready, Take


def presences(hosted: Hosted) -> list[Presence]:
    """Of all seats."""
    return [seat.presence for seat in hosted.match.seats]


# Before the game.


def test_the_lowest_free_seat_is_taken() -> None:
    """Also where a lower one has become free again (spec/ursuppe-rules.md 7.19)."""
    hosted = host(NIM, 4).sit("", "", "")
    hosted.match.leave(1, "left")
    assert hosted.match.take(RecordingListener(), "dora") == 1
    assert hosted.match.vacancy() is hosted.match.seats[3]


def test_leaving_before_the_game_frees_the_seat() -> None:
    """The others are told, the one who goes is not; her name is free as well."""
    hosted = host(NIM, 3).sit("", "")
    hosted.match.leave(0, "left")
    assert presences(hosted) == [Presence.FREE, Presence.CONNECTED, Presence.FREE]
    assert causes(hosted.players[1])[-1] == Left(0, "player0")
    assert Left(0, "player0") not in causes(hosted.players[0])
    assert hosted.match.seats.named("player0") is None


@pytest.mark.parametrize("secret", ["", "word"])
def test_a_connection_lost_before_the_game_frees_the_seat(secret: str) -> None:
    """With a secret, too: there is nothing to come back to (7.10)."""
    hosted = host(NIM, 3).sit(secret, "")
    hosted.match.hold(0)
    assert hosted.match.seats[0].presence is Presence.FREE
    assert causes(hosted.players[1])[-1] == Left(0, "player0")


def test_a_full_match_takes_nobody() -> None:
    """Not when it runs, and not when it is over."""
    hosted = host(NIM).sit("", "")
    with pytest.raises(SeatTaken):
        hosted.match.take(RecordingListener(), "carla")
    hosted.match.stop("aborted")
    with pytest.raises(SeatTaken):
        hosted.match.take(RecordingListener(), "carla")


def test_a_stopped_match_takes_nobody() -> None:
    """Free seats of a match that has ended before it began stay empty."""
    hosted = host(NIM, 3).sit("")
    hosted.match.stop("aborted")
    with pytest.raises(SeatTaken):
        hosted.match.take(RecordingListener(), "berta")
    with pytest.raises(SeatTaken):
        hosted.match.reserve()


def test_a_reserved_seat_is_kept() -> None:
    """Others take the next ones; it can be taken under its number, once."""
    hosted = host(NIM, 3)
    assert hosted.match.reserve() == 0
    hosted.sit("")
    assert presences(hosted) == [Presence.RESERVED, Presence.CONNECTED, Presence.FREE]
    assert hosted.match.take(RecordingListener(), "anna", number=0) == 0
    with pytest.raises(SeatTaken):
        hosted.match.take(RecordingListener(), "berta", number=0)


def test_only_a_reserved_seat_can_be_chosen() -> None:
    """A free one is given out by the match itself."""
    hosted = host(NIM, 3)
    with pytest.raises(SeatTaken):
        hosted.match.take(RecordingListener(), "anna", number=1)
    assert presences(hosted) == [Presence.FREE] * 3


def test_a_reserved_seat_can_be_given_back() -> None:
    """Nobody hears of it; freeing any other seat does nothing."""
    hosted = host(NIM, 3).sit("")
    number = hosted.match.reserve()
    hosted.match.free(number)
    hosted.match.free(0)
    hosted.match.free(2)
    assert presences(hosted) == [Presence.CONNECTED, Presence.FREE, Presence.FREE]
    assert causes(hosted.players[0]) == [Joined(0, "player0")]


def test_a_reserved_seat_keeps_the_game_from_beginning() -> None:
    """It begins when that one is taken, too."""
    hosted = host(NIM)
    number = hosted.match.reserve()
    hosted.sit("")
    assert Began() not in causes(hosted.players[0])
    hosted.match.take(RecordingListener(), "anna", number=number)
    assert Began() in causes(hosted.players[0])


def test_all_reserved_is_full() -> None:
    """There is nothing left to reserve or to take."""
    match = host(NIM).match
    match.reserve()
    match.reserve()
    with pytest.raises(SeatTaken):
        match.reserve()
    with pytest.raises(SeatTaken):
        match.take(RecordingListener(), "anna")


# In the game.


def test_a_lost_player_with_a_secret_is_held() -> None:
    """Her prompt stays open, with its time; all others are told (D1)."""
    hosted = host(NIM).sit("word", "")
    hosted.match.hold(0)
    assert presences(hosted) == [Presence.HELD, Presence.CONNECTED]
    assert causes(hosted.players[1])[-1] == Held(0, "player0")
    assert Held(0, "player0") not in causes(hosted.players[0])
    assert hosted.match.prompt(0) == AskTake(0, 1)
    hosted.advance(10)
    assert causes(hosted.players[1])[-1] == Late(AskTake(0, 1))


def test_a_lost_player_without_a_secret_is_given_up() -> None:
    """Nobody has to wait for her time to run out: her prompt gets its default now (D1)."""
    hosted = host(NIM).sit("", "word")
    hosted.match.hold(0)
    assert presences(hosted) == [Presence.GONE, Presence.CONNECTED]
    assert causes(hosted.players[1])[-2:] == [Left(0, "player0"), Moved(0)]
    assert hosted.match.prompt(1) == AskTake(1, 2)


def test_those_who_left_are_played_at_once_from_then_on() -> None:
    """Whenever they are asked again, and several of them in a row."""
    hosted = host(NIM, 3, options={"heap": 9}).sit("", "", "")
    hosted.match.leave(1, "left")
    hosted.match.leave(2, "left")
    hosted.play(0, Take(1))
    assert causes(hosted.players[0])[-3:] == [Moved(0), Moved(1), Moved(2)]
    assert hosted.match.prompt(0) == AskTake(0, 4)


def test_leaving_is_announced_before_the_defaults() -> None:
    """spec/ursuppe-rules.md 7.10."""
    hosted = host(NIM, 3).sit("", "", "")
    hosted.match.leave(0, "left")
    assert causes(hosted.players[1])[-2:] == [Left(0, "player0"), Moved(0)]


def test_a_held_player_comes_back() -> None:
    """All hear it, she too; her prompt is the same, and the clock runs on."""
    hosted = host(NIM).sit("word", "")
    hosted.advance(2)
    hosted.match.hold(0)
    again = RecordingListener()
    hosted.match.back(0, again)
    assert presences(hosted) == [Presence.CONNECTED, Presence.CONNECTED]
    assert causes(again) == [Back(0, "player0", False)]
    assert causes(hosted.players[1])[-1] == Back(0, "player0", False)
    assert hosted.match.prompt(0) == AskTake(0, 1)
    assert hosted.match.deadline(0) == 10.0
    hosted.play(0, Take(1))
    assert causes(again)[-1] == Moved(0)


def test_a_player_may_come_back_before_she_is_missed() -> None:
    """The old connection is dismissed and hears nothing more (7.16)."""
    hosted = host(NIM).sit("word", "")
    former = hosted.players[0]
    heard = len(former.steps)
    again = RecordingListener()
    hosted.match.back(0, again)
    hosted.play(0, Take(1))
    assert former.dismissed
    assert not again.dismissed
    assert len(former.steps) == heard
    assert causes(again) == [Back(0, "player0", True), Moved(0)]


def test_a_held_player_may_give_up() -> None:
    """Leaving for good also works without a connection."""
    hosted = host(NIM).sit("word", "")
    hosted.match.hold(0)
    hosted.match.leave(0, "left")
    assert presences(hosted)[0] is Presence.GONE
    assert causes(hosted.players[1])[-2:] == [Left(0, "player0"), Moved(0)]


def test_who_has_left_cannot_come_back() -> None:
    """Nor be held: she has no seat any more (7.16)."""
    hosted = host(NIM).sit("word", "")
    hosted.match.leave(0, "left")
    with pytest.raises(SeatTaken):
        hosted.match.back(0, RecordingListener())
    hosted.match.hold(0)
    assert presences(hosted) == [Presence.GONE, Presence.CONNECTED]


def test_who_was_late_for_good_cannot_be_held() -> None:
    """Where lateness forfeits, losing the connection afterwards revives nothing."""
    hosted = host(DUEL, 3).sit("word", "word", "word")
    hosted.advance(10)
    assert presences(hosted)[0] is Presence.GONE
    hosted.match.hold(0)
    assert presences(hosted)[0] is Presence.GONE
    assert not hosted.records("seat")[3:]


def test_a_seat_is_held_only_once() -> None:
    """A second loss of a connection is no news."""
    hosted = host(NIM).sit("word", "")
    hosted.match.hold(0)
    hosted.match.hold(0)
    assert causes(hosted.players[1]).count(Held(0, "player0")) == 1


@pytest.mark.parametrize("phase", [Phase.WAITING, Phase.OVER])
def test_coming_back_is_for_a_running_match(phase: Phase) -> None:
    """Before it there is nothing to come back to, and after it nothing may be recorded."""
    hosted = host(NIM, 2).sit("word")
    if phase is Phase.OVER:
        hosted.match.stop("aborted")
    kept = len(hosted.journal.lines)
    with pytest.raises(SeatTaken):
        hosted.match.back(0, RecordingListener())
    assert len(hosted.journal.lines) == kept


def test_coming_back_is_for_players() -> None:
    """A free or reserved seat has nobody who could."""
    hosted = host(NIM, 3).sit("word")
    reserved = hosted.match.reserve()
    for seat in (reserved, 2):
        with pytest.raises(SeatTaken):
            hosted.match.back(seat, RecordingListener())


@pytest.mark.parametrize(
    ("secret", "said", "opens"),
    [
        ("word", "word", True),
        ("wörd", "wörd", True),
        ("word", "Word", False),
        ("word", "", False),
        ("", "", False),
        ("", "word", False),
    ],
)
def test_the_secret_opens_a_seat(secret: str, said: str, opens: bool) -> None:
    """And nothing else does; without a secret nothing ever does (7.16)."""
    hosted = host(NIM).sit(secret, "")
    assert hosted.match.seats[0].opens_with(said) is opens


def test_the_secret_belongs_to_the_player() -> None:
    """Who takes a freed seat does not inherit it."""
    hosted = host(NIM, 3).sit("word")
    hosted.match.leave(0, "left")
    hosted.sit("")
    assert not hosted.match.seats[0].opens_with("word")


# After the game.


def test_leaving_after_the_end_is_told() -> None:
    """As ever, and nothing is recorded; the seat keeps its name (7.12)."""
    hosted = host(NIM).sit("word", "")
    hosted.match.stop("aborted")
    kept = len(hosted.journal.lines)
    hosted.match.hold(0)
    assert causes(hosted.players[1])[-1] == Left(0, "player0")
    assert len(hosted.journal.lines) == kept
    assert hosted.match.seats.taken == 2
    assert hosted.match.seats[0].name == "player0"


def test_leaving_twice_is_told_once() -> None:
    """In a running match and after it."""
    hosted = host(NIM, 3).sit("", "", "")
    hosted.match.leave(0, "left")
    hosted.match.leave(0, "left")
    hosted.match.stop("aborted")
    hosted.match.leave(0, "left")
    hosted.match.leave(1, "left")
    hosted.match.leave(1, "left")
    left = [each for each in causes(hosted.players[2]) if isinstance(each, Left)]
    assert left == [Left(0, "player0"), Left(1, "player1")]


# Whatever happens to a player, and whenever.


def waiting() -> Hosted:
    """One of two is there."""
    return host(NIM).sit("word")


def getting_ready() -> Hosted:
    """One is ready, the other is not."""
    hosted = host(NIM, options={"ready": True}).sit("word", "")
    hosted.play(1, Ready())
    return hosted


def between_two_actions() -> Hosted:
    """In the middle of a turn."""
    hosted = host(CARDS).sit("word", "")
    hosted.play(0, Draw())
    return hosted


def over_an_open_prompt() -> Hosted:
    """A move that leaves the prompt open has been made."""
    hosted = host(NIM).sit("word", "")
    hosted.play(0, Count())
    return hosted


def while_others_think() -> Hosted:
    """It is somebody else's turn."""
    hosted = host(NIM).sit("word", "")
    hosted.play(0, Take(1))
    return hosted


def in_a_round_for_all() -> Hosted:
    """One of two has answered."""
    hosted = host(BIDS).sit("word", "")
    hosted.advance(5)
    hosted.play(0, Bid(1))
    return hosted


def while_the_game_waits() -> Hosted:
    """Nobody is asked."""
    return host(BIDS).sit("word", "")


def without_default() -> Hosted:
    """Whoever is late is out."""
    return host(DUEL).sit("word", "")


def at_the_end() -> Hosted:
    """It is over."""
    hosted = host(NIM, options={"heap": 1}).sit("word", "")
    hosted.play(0, Take(1))
    return hosted


def leave(match: Match) -> None:
    """She says good-bye."""
    match.leave(0, "left")


def drop(match: Match) -> None:
    """Her connection is lost."""
    match.hold(0)


def drop_without_secret(match: Match) -> None:
    """Her connection is lost, and she has set no secret."""
    match.seats[0].secret = None
    match.hold(0)


def drop_and_give_up(match: Match) -> None:
    """Her connection is lost, then she is given up."""
    match.hold(0)
    match.leave(0, "dropped")


def both_drop(match: Match) -> None:
    """Nobody is connected any more."""
    match.hold(0)
    match.hold(1)


@pytest.mark.parametrize("how", [leave, drop, drop_without_secret, drop_and_give_up, both_drop])
@pytest.mark.parametrize(
    "when",
    [
        waiting,
        getting_ready,
        between_two_actions,
        over_an_open_prompt,
        while_others_think,
        in_a_round_for_all,
        while_the_game_waits,
        without_default,
        at_the_end,
    ],
)
def test_every_match_ends_exactly_once(
    when: Callable[[], Hosted], how: Callable[[Match], None]
) -> None:
    """Whatever becomes of a player, in every phase: one end, and no match that hangs (D8)."""
    hosted = when()
    gallery = hosted.watch()
    how(hosted.match)
    hosted.wait(3600, step=5)
    assert hosted.match.phase is Phase.OVER
    assert len(hosted.records("end")) == 1
    assert [type(each) for each in causes(gallery)].count(Ended) <= 1
    assert hosted.journal.records()[-1]["record"] == "end"
    hosted.wait(3600, step=5)
    assert hosted.hub.lobby.matches() == []
    assert hosted.hub.reactor.getDelayedCalls() == []


def test_the_beginning_is_told_to_all_who_took_a_seat() -> None:
    """Also to one who has come in place of another."""
    hosted = host(NIM, 2).sit("")
    hosted.match.leave(0, "left")
    hosted.sit("", "")
    gone, *there = hosted.players
    assert Began() not in causes(gone)
    assert [Began() in causes(player) for player in there] == [True, True]
