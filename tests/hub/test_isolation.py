"""
What goes wrong in one match, or with one who listens, costs nobody else anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import pytest
from attrs import define, frozen
from twisted.logger import LogEvent
from twisted.python.failure import Failure

from boardhub.games.rules import Events, IllegalMove, Move, Prompt, Viewer
from boardhub.hub.journal import rebuild
from boardhub.hub.match import Match, Phase
from boardhub.hub.steps import Began, Ended, Late, Left, Moved, Said, Step
from boardhub.hub.terms import MINUTE, Terms
from boardhub.testing import MemoryHub, RecordingListener
from tests.hub.faulty import FAULTY, Break, Breakdown
from tests.hub.hosted import Hosted, causes, host
from tests.hub.toys import BIDS, NIM, SOUND, AskTake, Bids, Count, Nim, Study, Take, ToyRules, bids


def reasons(failures: list[LogEvent]) -> list[type[BaseException]]:
    """Of what has been logged, and nothing else is to be reported of it."""
    logged: list[type[BaseException]] = []
    for event in failures:
        failure = event["log_failure"]
        assert isinstance(failure, Failure)
        assert "Traceback" in failure.getTraceback()
        assert isinstance(failure.value, BaseException)
        logged.append(type(failure.value))
    failures.clear()
    return logged


def neighbour(hosted: Hosted) -> Match:
    """Another match in the same hub, running, with five sticks left for the first of two."""
    match = hosted.hub.lobby.create(NIM, "neighbour", Terms(2, 60.0, "", {"heap": 6}))
    for name in ("anna", "berta"):
        match.take(RecordingListener(), name)
    return match


def goes_on(match: Match) -> bool:
    """Whether the neighbour can be played to its end."""
    match.play(0, Take(3), 0.0)
    match.play(1, Take(3), 0.0)
    return match.reason == "finished"


# Rules that fail.


def by_a_move(hosted: Hosted) -> None:
    """The next one."""
    hosted.play(0, Take(1))


def by_lateness(hosted: Hosted) -> None:
    """Of the one who is asked."""
    hosted.advance(10)


def by_leaving(hosted: Hosted) -> None:
    """Of the one who is asked."""
    hosted.match.leave(0, "left")


def by_dropping(hosted: Hosted) -> None:
    """Of the one who is asked."""
    hosted.match.hold(0)


@pytest.mark.parametrize(
    ("what", "how"),
    [
        ("apply", by_a_move),
        ("apply", by_lateness),
        ("apply", by_leaving),
        ("default_move", by_lateness),
        ("default_move", by_leaving),
        ("default_move", by_dropping),
        ("leave", by_leaving),
        ("leave", by_dropping),
        ("carry_out", by_a_move),
        ("carry_out", by_lateness),
        ("close", by_a_move),
        ("ask", by_lateness),
    ],
)
def test_a_failure_in_the_rules_makes_the_match_void(
    what: str, how: Callable[[Hosted], None], logged_failures: list[LogEvent]
) -> None:
    """One traceback, one end, told to all; other matches go on (D9)."""
    hosted = host(FAULTY).sit("", "")
    gallery = hosted.watch("zoe")
    other = neighbour(hosted)
    hosted.play(0, Break(what))
    how(hosted)
    assert reasons(logged_failures) == [Breakdown]
    assert hosted.match.phase is Phase.OVER
    for listener in (hosted.players[1], gallery):
        assert causes(listener)[-1] == Ended("void-crash", None)
    (end,) = hosted.records("end")
    assert (end["reason"], end["scores"]) == ("void-crash", None)
    assert goes_on(other)


@pytest.mark.parametrize("what", ["prompts", "result", "prompt"])
def test_a_position_that_cannot_be_read_makes_the_match_void(
    what: str, logged_failures: list[LogEvent]
) -> None:
    """The move was made, and then the state does not say how it goes on."""
    hosted = host(FAULTY).sit("", "")
    other = neighbour(hosted)
    hosted.play(0, Break(what))
    if what == "prompt":
        hosted.play(0, Take(1))
    assert reasons(logged_failures) == [Breakdown]
    assert causes(hosted.players[0])[-1] == Ended("void-crash", None)
    assert len(hosted.records("end")) == 1
    assert goes_on(other)


@pytest.mark.parametrize("trap", ["begin", "prompts", "result", "ask"])
def test_a_game_that_cannot_begin_is_void(trap: str, logged_failures: list[LogEvent]) -> None:
    """The last player has taken her seat as usual."""
    hosted = host(FAULTY, options={"trap": trap}).sit("", "")
    assert reasons(logged_failures) == [Breakdown]
    assert hosted.match.seats.taken == 2
    for player in hosted.players:
        assert causes(player)[-1] == Ended("void-crash", None)


def test_a_void_match_leaves_no_timers(logged_failures: list[LogEvent]) -> None:
    """But the one after which it is forgotten."""
    hosted = host(FAULTY).sit("", "")
    hosted.play(0, Break("apply"), Take(1))
    assert reasons(logged_failures) == [Breakdown]
    assert len(hosted.hub.reactor.getDelayedCalls()) == 1
    hosted.advance(30 * MINUTE)
    assert hosted.hub.lobby.matches() == []


def test_a_void_match_can_still_be_talked_in(logged_failures: list[LogEvent]) -> None:
    """And left."""
    hosted = host(FAULTY).sit("", "")
    hosted.play(0, Break("apply"), Take(1))
    assert reasons(logged_failures) == [Breakdown]
    hosted.match.say(0, None, "oops")
    hosted.match.leave(0, "left")
    assert causes(hosted.players[1])[-2:] == [Said(0, None, "oops"), Left(0, "player0")]


# Rules that break their word.


@define
class Cheating(Nim):
    """The default is a move that the rules do not allow."""

    def default_move(self, seat: Viewer) -> Move | None:
        """Nine sticks."""
        return Take(9)


@define
class Dithering(Nim):
    """The default leaves its prompt open."""

    def default_move(self, seat: Viewer) -> Move | None:
        """Count them."""
        return Count()


@define
class Clinging(Nim):
    """No default, and who has left is asked all the same."""

    def default_move(self, seat: Viewer) -> Move | None:
        """There is none."""
        return None


@define
class Mute(Bids):
    """The game itself waits, and has no default."""

    def default_move(self, seat: Viewer) -> Move | None:
        """There is none."""
        return None


@define
class Refusing(Nim):
    """Leaving is against the rules."""

    def leave(self, seat: int, reason: str) -> Events:
        """No."""
        raise IllegalMove(22)


def toy(kind: Callable[..., Any]) -> ToyRules:
    """Rules whose states are of this kind."""

    def make(seats: int, seed: str, options: Mapping[str, Any]) -> Any:
        return kind(seats, prizes=[3, 4]) if issubclass(kind, Bids) else kind(seats)  # type: ignore[arg-type]

    return ToyRules("broken", make, NIM.moves)


@pytest.mark.parametrize(
    ("kind", "how", "expected"),
    [
        (Cheating, by_lateness, IllegalMove),
        (Cheating, by_leaving, IllegalMove),
        (Dithering, by_lateness, AssertionError),
        (Dithering, by_leaving, AssertionError),
        (Clinging, by_lateness, AssertionError),
        (Clinging, by_leaving, AssertionError),
        (Mute, by_lateness, AssertionError),
        (Refusing, by_leaving, IllegalMove),
    ],
)
def test_rules_that_break_their_word_make_the_match_void(
    kind: type[Nim],
    how: Callable[[Hosted], None],
    expected: type[Exception],
    logged_failures: list[LogEvent],
) -> None:
    """A match for which nobody would ever answer again must not hang, nor the daemon (D8)."""
    hosted = host(toy(kind)).sit("", "")
    how(hosted)
    assert reasons(logged_failures) == [expected]
    assert causes(hosted.players[1])[-1] == Ended("void-crash", None)
    assert len(hosted.records("end")) == 1


@frozen
class Odd(Move):
    """Holds what JSON cannot hold."""

    what: frozenset[int]


@define
class Unwritable(Nim):
    """Such a move can be made."""

    def choices(self, prompt: Prompt) -> Sequence[Move]:
        """Only that one."""
        return (Odd(frozenset({1})),)

    def carry_out(self, prompt: Prompt, move: Any) -> Events:
        """Go on."""
        self.close(prompt)
        self.ask(AskTake, 1)
        return ()


def test_a_move_that_cannot_be_recorded_makes_the_match_void(
    logged_failures: list[LogEvent],
) -> None:
    """It has changed the state, and is told to nobody."""
    hosted = host(toy(Unwritable)).sit("", "")
    hosted.play(0, Odd(frozenset({1})))
    assert reasons(logged_failures) == [TypeError]
    assert causes(hosted.players[1])[-2:] == [Began(), Ended("void-crash", None)]


# Listeners that fail.


class Breaking(RecordingListener):
    """A player or gallery that fails whenever it hears anything, or is dismissed."""

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """Keep the step, and fail."""
        super().hear(step, asked)
        raise Breakdown(step.number)

    def unheard(self, by: float) -> bool:
        """Fail."""
        raise Breakdown(by)

    def dismiss(self) -> None:
        """Note it, and fail."""
        super().dismiss()
        raise Breakdown("dismissed")


def test_a_listener_that_fails_costs_nobody_else_anything(
    logged_failures: list[LogEvent],
) -> None:
    """Each step it could not be told is logged; everybody hears all of them, and plays on."""
    hosted = host(NIM, options={"heap": 4})
    breaking = Breaking()
    hosted.match.take(breaking, "anna")
    hosted.sit("")
    assert reasons(logged_failures) == [Breakdown] * 3
    hosted.play(0, Take(3))
    hosted.play(1, Take(1))
    assert reasons(logged_failures) == [Breakdown] * 3
    assert causes(breaking)[1:] == causes(hosted.players[0])
    assert hosted.match.reason == "finished"


def test_a_gallery_that_fails_costs_nobody_else_anything(
    logged_failures: list[LogEvent],
) -> None:
    """Nor the other galleries."""
    hosted = host(NIM)
    hosted.match.watch(Breaking())
    gallery = hosted.watch()
    hosted.sit("", "")
    hosted.play(0, Take(1))
    assert reasons(logged_failures) == [Breakdown] * 4
    assert causes(gallery)[-1] == Moved(0)
    assert hosted.players[1].asked == [AskTake(1, 2)]


def test_a_listener_that_fails_does_not_hold_up_the_clocks(
    logged_failures: list[LogEvent],
) -> None:
    """Her prompt was asked, as far as the hub can know, and its time runs."""
    hosted = host(NIM)
    hosted.match.take(Breaking(), "anna")
    hosted.sit("")
    hosted.advance(10)
    assert reasons(logged_failures) == [Breakdown] * 5
    assert causes(hosted.players[0])[-1] == Late(AskTake(0, 1))


def test_whoever_cannot_be_dismissed_keeps_nobody(logged_failures: list[LogEvent]) -> None:
    """The others are dismissed, the match is forgotten, and the name is free."""
    hosted = host(NIM)
    hosted.match.take(Breaking(), "anna")
    hosted.match.watch(Breaking())
    hosted.sit("")
    gallery = hosted.watch("yan")
    hosted.match.stop("aborted")
    reasons(logged_failures)
    hosted.advance(30 * MINUTE)
    assert reasons(logged_failures) == [Breakdown, Breakdown]
    assert hosted.players[0].dismissed
    assert gallery.dismissed
    assert hosted.hub.lobby.matches() == []


def test_whoever_cannot_be_dismissed_does_not_stop_the_shutdown(
    logged_failures: list[LogEvent],
) -> None:
    """The drain is done all the same."""
    hosted = host(NIM)
    hosted.match.take(Breaking(), "anna")
    other = neighbour(hosted)
    drained = hosted.hub.lobby.drain(5.0)
    hosted.advance(5)
    assert drained.called
    assert other.reason == "aborted"
    assert set(reasons(logged_failures)) == {Breakdown}


def test_whoever_cannot_be_dismissed_can_be_replaced(logged_failures: list[LogEvent]) -> None:
    """The player is back by another connection."""
    hosted = host(NIM)
    hosted.match.take(Breaking(), "anna", secret="word")
    hosted.sit("")
    reasons(logged_failures)
    again = RecordingListener()
    hosted.match.back(0, again)
    hosted.play(0, Take(1))
    assert reasons(logged_failures) == [Breakdown]
    assert causes(again)[-1] == Moved(0)


# Many at once.


def test_many_matches_side_by_side() -> None:
    """Two hundred of four games, played in a random order, each to its own end."""
    hub, chance = MemoryHub(), Random("side by side")
    matches = [
        hub.lobby.create(SOUND[number % 4], f"toy{number}", Terms(2 + number % 3, 60.0))
        for number in range(200)
    ]
    seats = [match for match in matches for _ in match.seats]
    chance.shuffle(seats)
    for match in seats:
        match.take(RecordingListener(), f"player{match.seats.taken}")
    running = list(matches)
    while running:
        match = chance.choice(running)
        if match.phase is Phase.OVER:
            running.remove(match)
            continue
        asked = [seat.number for seat in match.seats if match.prompt(seat.number)]
        if asked:
            seat = chance.choice(asked)
            match.play(seat, chance.choice(list(match.state.legal_moves(seat))), hub.clock.now())
        else:
            hub.advance(5)
    for match in matches:
        assert match.reason in ("finished", "forfeited")
        records = hub.journals[str(match)].records()
        assert [each["record"] for each in records].count("end") == 1
        assert rebuild(records, match.rules) == match.state
    assert len(hub.reactor.getDelayedCalls()) == 200


def test_matches_have_clocks_of_their_own() -> None:
    """Lateness in one touches no other."""
    hub = MemoryHub()
    matches = [hub.lobby.create(NIM, f"toy{number}", Terms(2, 10.0)) for number in range(3)]
    players = []
    for match in matches:
        for name in ("anna", "berta"):
            players.append(RecordingListener())
            match.take(players[-1], name)
        hub.advance(1)
    assert [match.deadline(0) for match in matches] == [10.0, 11.0, 12.0]
    hub.advance(8)  # now it is 11
    late = [isinstance(causes(player)[-1], Late) for player in players]
    assert late == [True, True, True, True, False, False]


def test_the_same_seed_plays_the_same_anywhere() -> None:
    """What happens in one match does not change the chance of another (R2)."""
    hub = MemoryHub(seed="one")
    prizes = []
    for number in range(3):
        match = hub.lobby.create(BIDS, f"toy{number}", Terms(2, 10.0))
        assert isinstance(match.state, Bids)
        prizes.append(list(match.state.prizes))
        for name in ("anna", "berta"):
            match.take(RecordingListener(), name)
        hub.advance(5)
    assert prizes[0] == prizes[1] == prizes[2]
    assert prizes[0] == bids(2, "one", {}).prizes
    assert Study(None, 1).seconds == 5.0
