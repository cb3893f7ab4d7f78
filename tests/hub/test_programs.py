"""
Seats for local programs in a match: they are started when the last seat is
taken, and the game waits until each of them runs or is out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import define, field

from boardhub.games.rules import Rules
from boardhub.games.wuermer.state import RULES as WUERMER
from boardhub.hub.journal import rebuild
from boardhub.hub.match import Phase
from boardhub.hub.seats import Presence, SeatTaken
from boardhub.hub.steps import Began, Ended, Joined, Left, Report
from boardhub.hub.terms import Spans, Terms
from boardhub.testing import MemoryHub, RecordingListener
from tests.hub.hosted import Hosted, causes, host
from tests.hub.toys import CARDS, NIM, AskTake, Take


class Told(RecordingListener):
    """A listener that has a name to report."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def report(self) -> Report:
        """The name."""
        return {"program": self.name}


@define(eq=False)
class Cast:
    """Programs in the seats of a match, which are started when it asks for it."""

    hosted: Hosted
    started: list[int] = field(factory=list)
    waiting: dict[int, Told] = field(factory=dict)
    running: dict[int, Told] = field(factory=dict)

    def seat(self, at_once: Callable[[int], None] | None = None) -> Cast:
        """One more; what it does as soon as it is started, if anything."""
        vacancy = self.hosted.match.vacancy()
        assert vacancy is not None
        number = vacancy.number
        listener = self.waiting[number] = Told(f"program{number}")

        def start() -> None:
            self.started.append(number)
            if at_once is not None:
                at_once(number)

        self.hosted.match.take(listener, f"program{number}", program="rot", start=start)
        return self

    def phase(self) -> Phase:
        """Where the match stands now."""
        return self.hosted.match.phase

    def run(self, number: int) -> None:
        """It runs."""
        self.running[number] = Told(f"runs{number}")
        self.hosted.match.ready(number, self.running[number])

    def fail(self, number: int) -> None:
        """It cannot be started."""
        self.hosted.match.leave(number, "forfeit-start")


def cast(hosted: Hosted, programs: int) -> Cast:
    """A match whose next seats are those of programs."""
    made = Cast(hosted)
    for _ in range(programs):
        made.seat()
    return made


def of_none(rules: Rules[Any], seats: int, least: int) -> Hosted:
    """A match that needs so many players where programs cannot be started."""
    hub = MemoryHub()
    return Hosted(hub, hub.lobby.create(rules, "toy", Terms(seats, 10.0, least=least)))


# Starting.


def test_programs_start_when_the_last_seat_is_taken() -> None:
    """Not before, whoever takes it; then all of them, in the order of the seats."""
    programs = cast(host(NIM, 3), 2)
    assert programs.started == []
    programs.hosted.sit("")
    assert programs.started == [0, 1]
    assert programs.phase() is Phase.WAITING


def test_the_game_begins_when_all_programs_run() -> None:
    """It waits for the last one; nobody has been asked until then."""
    programs = cast(host(NIM, 3).sit(""), 2)
    programs.run(2)
    assert programs.phase() is Phase.WAITING
    programs.run(1)
    assert programs.phase() is Phase.RUNNING
    assert programs.hosted.players[0].asked == [AskTake(0, 1)]


def test_a_program_hears_first_that_it_sits() -> None:
    """As if it joined when it runs; others have heard that when its seat was taken, once."""
    programs = cast(host(NIM).sit(""), 1)
    programs.run(1)
    joined = Joined(1, "program1")
    assert causes(programs.running[1]) == [joined, Began()]
    assert causes(programs.hosted.players[0]).count(joined) == 1


def test_who_has_waited_in_its_place_hears_nothing_more() -> None:
    """From then on the program's own listener hears, and gives the answers' questions."""
    programs = cast(host(NIM), 1)
    programs.hosted.sit("")
    programs.run(0)
    assert Began() not in causes(programs.waiting[0])
    assert programs.running[0].asked == [AskTake(0, 1)]
    assert not programs.waiting[0].dismissed


def test_a_program_may_run_at_once() -> None:
    """Within its start: the game begins once, with the last of them."""
    programs = Cast(host(NIM, 3).sit(""))
    programs.seat(programs.run).seat(programs.run)
    assert causes(programs.hosted.players[0]).count(Began()) == 1
    assert len(programs.hosted.records("begin")) == 1


def test_a_program_may_fail_at_once() -> None:
    """Within its start, while the next ones are still to be started."""
    programs = Cast(host(NIM, 3).sit(""))
    programs.seat(programs.fail).seat(programs.run)
    assert programs.started == [1, 2]
    assert programs.phase() is Phase.RUNNING
    assert programs.hosted.match.seats[1].presence is Presence.GONE


@pytest.mark.parametrize("number", [0, 1, 2])
def test_only_a_program_that_is_waited_for_can_be_ready(number: int) -> None:
    """Not a player, not one that runs already, not one that is out."""
    programs = cast(host(NIM, 4).sit(""), 3)
    programs.run(1)
    programs.fail(2)
    with pytest.raises(SeatTaken):
        programs.run(number)
    assert programs.phase() is Phase.WAITING


# Those who go meanwhile.


def test_a_player_may_go_while_programs_start() -> None:
    """Her seat is free, another takes it; programs are not started again."""
    programs = cast(host(NIM, 3).sit(""), 2)
    programs.run(1)
    programs.hosted.match.leave(0, "left")
    assert programs.hosted.match.seats[0].presence is Presence.FREE
    assert causes(programs.running[1])[-1] == Left(0, "player0")
    programs.run(2)
    assert programs.phase() is Phase.WAITING
    programs.hosted.sit("")
    assert programs.started == [1, 2]
    assert programs.phase() is Phase.RUNNING
    assert programs.hosted.records("begin")[0]["players"][0] == ["player1", {}]


def test_the_seat_of_a_bound_player_stays_empty() -> None:
    """Her seat stays empty when she goes while programs start, as that of a program."""
    programs = cast(host(NIM, 3).sit(""), 2)
    programs.hosted.match.bind(0)
    programs.hosted.match.leave(0, "dropped")
    assert programs.hosted.match.vacancy() is None
    programs.run(1)
    programs.run(2)
    assert programs.phase() is Phase.RUNNING
    assert programs.hosted.records("begin")[0]["absent"] == [[0, "dropped"]]
    assert rebuild(programs.hosted.journal.records(), NIM) == programs.hosted.match.state


def test_binding_one_binds_nobody_else() -> None:
    """Another's seat is free when she goes, and so it is when the next one goes."""
    hosted = host(NIM, 3).sit("", "")
    hosted.match.bind(1)
    for _ in range(2):
        hosted.match.leave(0, "left")
        assert hosted.match.seats[0].presence is Presence.FREE
        hosted.sit("")
    hosted.match.leave(1, "left")
    assert hosted.match.seats[1].presence is Presence.GONE


def test_a_running_program_is_waited_for_no_longer() -> None:
    """However long the seat of a player who has gone stays free."""
    programs = cast(host(NIM, 3).sit(""), 2)
    programs.run(1)
    programs.hosted.match.leave(0, "left")
    programs.run(2)
    programs.hosted.wait(120)
    assert programs.phase() is Phase.WAITING
    for number in (1, 2):
        assert programs.hosted.match.seats[number].presence is Presence.CONNECTED


def test_the_seat_of_a_failed_program_stays_empty() -> None:
    """The others hear that it has left, and the game begins without it."""
    programs = cast(host(NIM, 3).sit(""), 2)
    programs.fail(1)
    assert programs.hosted.match.seats[1].presence is Presence.GONE
    assert programs.hosted.match.vacancy() is None
    assert causes(programs.hosted.players[0])[-1] == Left(1, "program1")
    programs.run(2)
    assert programs.phase() is Phase.RUNNING


def test_an_absent_program_is_played_by_defaults() -> None:
    """At once, as for all who are gone: one stick."""
    programs = cast(host(NIM, 3, options={"heap": 9}).sit(""), 2)
    programs.fail(1)
    programs.run(2)
    programs.hosted.play(0, Take(3))
    assert programs.running[2].asked == [AskTake(2, 3)]
    assert [each.get("absent") for each in programs.hosted.records("move")] == [None, True]


def test_a_program_that_ends_before_the_game_is_out() -> None:
    """It has run, so it is not another's seat now; the rest is waited for."""
    programs = cast(host(NIM, 3).sit(""), 2)
    programs.run(1)
    programs.hosted.match.hold(1, "crashed")
    assert programs.hosted.match.seats[1].presence is Presence.GONE
    assert programs.phase() is Phase.WAITING
    programs.run(2)
    assert programs.phase() is Phase.RUNNING
    assert programs.hosted.records("begin")[0]["absent"] == [[1, "crashed"]]


def test_a_program_that_is_too_slow_is_out() -> None:
    """30 seconds after its start; who waited in its place is dismissed, and it comes too late."""
    programs = cast(host(NIM).sit(""), 1)
    programs.hosted.wait(29)
    assert programs.phase() is Phase.WAITING
    programs.hosted.wait(2)
    assert programs.phase() is Phase.RUNNING
    assert programs.waiting[1].dismissed
    with pytest.raises(SeatTaken):
        programs.run(1)


def test_the_time_to_start_is_the_hubs() -> None:
    """`Spans.start`, from when it is started, not from when its seat was taken."""
    programs = cast(host(NIM, spans=Spans(start=5.0)), 1)
    programs.hosted.wait(60)
    programs.hosted.sit("")
    programs.hosted.wait(4)
    assert programs.phase() is Phase.WAITING
    programs.hosted.wait(2)
    assert programs.phase() is Phase.RUNNING


def test_the_time_of_a_program_that_runs_is_over() -> None:
    """It is not put out in the middle of the game."""
    programs = cast(host(NIM, timeout=1000.0).sit(""), 1)
    programs.run(1)
    programs.hosted.wait(100)
    assert programs.hosted.match.seats[1].presence is Presence.CONNECTED


# Too few.


def test_without_any_player_the_match_is_void() -> None:
    """No program could be started, so nobody can play."""
    programs = cast(host(NIM), 2)
    gallery = programs.hosted.watch("zoe")
    programs.fail(0)
    programs.fail(1)
    assert programs.phase() is Phase.OVER
    assert programs.hosted.match.reason == "void-start"
    assert causes(gallery)[-1] == Ended("void-start", None)
    (end,) = programs.hosted.records("end")
    assert (end["reason"], end["scores"]) == ("void-start", None)
    assert end["seats"] == ["forfeit-start", "forfeit-start"]
    assert programs.hosted.records("begin") == []


@pytest.mark.parametrize(("least", "reason"), [(3, "void-start"), (2, "")])
def test_a_match_says_how_few_will_do(least: int, reason: str) -> None:
    """With two of three it goes on where two are enough."""
    programs = cast(of_none(NIM, 3, least), 3)
    programs.fail(0)
    programs.run(1)
    programs.run(2)
    assert programs.hosted.match.reason == reason


def test_where_none_will_do_the_rules_decide() -> None:
    """The game begins with nobody: two worm programs that do not start have drawn."""
    programs = cast(of_none(WUERMER, 2, 0), 2)
    programs.fail(1)
    programs.fail(0)
    (end,) = programs.hosted.records("end")
    assert (end["reason"], end["scores"]) == ("forfeited", ["1/2", "1/2"])


def test_programs_alone_keep_no_match() -> None:
    """They wait for others; after 30 minutes without any the match is forgotten."""
    programs = cast(host(NIM), 1)
    programs.hosted.wait(1799)
    assert programs.hosted.hub.lobby.matches() == [programs.hosted.match]
    programs.hosted.wait(2)
    assert programs.hosted.hub.lobby.matches() == []
    assert programs.waiting[0].dismissed


def test_closing_a_match_dismisses_those_that_start() -> None:
    """Whoever runs, and whoever is still waited for; none is put out later."""
    programs = cast(host(NIM, 3).sit(""), 2)
    programs.run(1)
    programs.hosted.match.close()
    assert programs.running[1].dismissed
    assert programs.waiting[2].dismissed
    programs.hosted.wait(60)
    with pytest.raises(SeatTaken):
        programs.run(2)
    assert len(programs.hosted.records("end")) == 1


# Shutting down.


def drain(hosted: Hosted) -> list[None]:
    """Shut down with a minute's grace; what comes back has an item when that is done."""
    done: list[None] = []
    hosted.hub.lobby.drain(60.0).addCallback(done.append)
    return done


def test_a_match_whose_programs_start_may_be_played() -> None:
    """It is running as far as a shutdown is concerned, and played to its end."""
    programs = cast(host(NIM, options={"heap": 1}).sit(""), 1)
    done = drain(programs.hosted)
    programs.hosted.advance(1)
    programs.run(1)
    assert (programs.phase(), done) == (Phase.RUNNING, [])
    programs.hosted.play(0, Take(1))
    programs.hosted.advance(0)
    assert (programs.hosted.match.reason, done) == ("finished", [None])


def test_a_match_whose_programs_do_not_start_is_not_waited_for() -> None:
    """Its end is that of the shutdown, at the latest when their time to start is over."""
    programs = cast(host(NIM), 2)
    done = drain(programs.hosted)
    programs.hosted.wait(29)
    assert done == []
    programs.hosted.wait(2)
    assert (programs.hosted.match.reason, done) == ("void-start", [None])


def test_a_match_whose_programs_wait_ends_at_once() -> None:
    """They have not been started: nothing would be lost."""
    programs = cast(host(NIM), 1)
    assert drain(programs.hosted) == [None]
    assert programs.hosted.match.reason == "aborted"


# The journal.


def test_coming_and_going_is_recorded() -> None:
    """A program's seat is taken, ready or absent; a player's taken or freed."""
    programs = cast(host(NIM, 3).sit(""), 2)
    programs.hosted.advance(1)
    programs.run(1)
    programs.fail(2)
    assert [
        (each["record"], each.get("seat"), each.get("what"), each["at"])
        for each in programs.hosted.journal.records()[1:]
    ] == [
        ("seat", 0, "taken", 0.0),
        ("seat", 1, "taken", 0.0),
        ("seat", 2, "taken", 0.0),
        ("seat", 1, "ready", 1.0),
        ("seat", 2, "absent", 1.0),
        ("begin", None, None, 1.0),
    ]


def test_the_rules_are_told_the_code_in_place_of_the_reason() -> None:
    """The beginning has the code, the end the reason of the seat."""
    programs = cast(host(NIM, 3).sit(""), 2)
    programs.run(1)
    programs.hosted.match.leave(1, "forfeit-illegal", "TALKS_TOO_SOON")
    programs.run(2)
    programs.hosted.match.stop("aborted")
    assert programs.hosted.records("begin")[0]["absent"] == [[1, "TALKS_TOO_SOON"]]
    assert programs.hosted.records("end")[0]["seats"] == ["played", "forfeit-illegal", "played"]


def test_nobody_absent_is_not_mentioned() -> None:
    """The beginning is as it is without programs."""
    programs = cast(host(NIM).sit(""), 1)
    programs.run(1)
    assert "absent" not in programs.hosted.records("begin")[0]


def test_reports_of_all_seats_are_in_the_end() -> None:
    """Of one that did not start, of one that has gone, of one that is there, of none."""
    programs = cast(host(NIM, 4).sit(""), 3)
    programs.fail(1)
    programs.run(2)
    programs.run(3)
    programs.hosted.match.hold(2, "crashed")
    programs.hosted.match.stop("aborted")
    (end,) = programs.hosted.records("end")
    assert end["seats"] == ["played", "forfeit-start", "crashed", "played"]
    assert end["reports"] == [
        None,
        {"program": "program1"},
        {"program": "runs2"},
        {"program": "runs3"},
    ]


@pytest.mark.parametrize("rules", [NIM, CARDS], ids=["nim", "cards"])
def test_a_journal_with_absent_seats_is_done_again(rules: Rules[Any]) -> None:
    """The state is the same, in the game's midst and at its end."""
    programs = cast(host(rules, 3).sit(""), 2)
    programs.fail(2)
    programs.run(1)
    hosted = programs.hosted
    assert rebuild(hosted.journal.records(), rules) == hosted.match.state
    hosted.match.leave(1, "crashed")
    hosted.wait(11)
    assert rebuild(hosted.journal.records(), rules) == hosted.match.state


@pytest.mark.parametrize("failing", [(0,), (1,), (0, 1), (1, 0)])
def test_worms_with_absent_seats_are_done_again(failing: tuple[int, ...]) -> None:
    """Rules to which it makes a difference who is absent, and why, come to the same end."""
    programs = cast(of_none(WUERMER, 2, 0), 2)
    for number in failing:
        programs.fail(number)
    for number in {0, 1} - {*failing}:
        programs.run(number)
    assert programs.phase() is Phase.OVER
    rebuilt = rebuild(programs.hosted.journal.records(), WUERMER)
    assert rebuilt == programs.hosted.match.state
    assert rebuilt.result is not None
