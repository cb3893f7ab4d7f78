"""
What a match writes down, and when: before anybody is told.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from platform import python_version
from typing import Any

import pytest
from attrs import define, field
from twisted.internet.task import Clock as HandClock

from boardhub import __version__
from boardhub.games.rules import Prompt, Rules
from boardhub.hub.chronicle import REFUSALS_KEPT
from boardhub.hub.clock import Clock
from boardhub.hub.journal import JournalError, Record
from boardhub.hub.lobby import Lobby
from boardhub.hub.match import Match, Phase
from boardhub.hub.steps import Cause, Ended, Moved, Step
from boardhub.hub.terms import Spans, Terms
from boardhub.testing import RecordingListener
from tests.hub.hosted import Hosted, causes, host
from tests.hub.toys import BIDS, DUEL, NIM, Take

# What is recorded.


def test_the_first_record_holds_what_the_match_is_made_of() -> None:
    """Versions, seats, options, limits and seed (R5); the password does not stand in it."""
    spans = Spans(match=3600.0)
    hosted = host(NIM, 3, timeout=0.1, spans=spans, options={"heap": 9}, password="geheim")
    (first,) = hosted.journal.records()
    assert first == {
        "record": "match",
        "game": "nim",
        "rules": 1,
        "boardhub": __version__,
        "python": python_version(),
        "name": "toy",
        "seats": 3,
        "options": {"heap": 9},
        "limits": {"timeout": 0.1, "match": 3600.0, "start": 30.0, "away": None, "least": 1},
        "standing": False,
        "public": False,
        "seed": "seed",
        "made": "2000-01-01T00:00:00.000+00:00",
        "at": 0.0,
    }
    assert "geheim" not in hosted.journal.lines[0]


def test_a_whole_match_is_recorded_in_order() -> None:
    """Every kind of step that changes anything, with its time; talk is not kept."""
    hosted = host(NIM, options={"heap": 3}).sit("geheim", "")
    hosted.match.say(0, None, "hello")
    hosted.advance(2)
    hosted.match.hold(0)
    hosted.match.back(0, RecordingListener())
    hosted.match.refused(0, 22, "TAKE 4")
    hosted.play(0, Take(1))
    hosted.advance(10)
    hosted.match.leave(0, "left")
    records = hosted.journal.records()[1:]
    assert [(each["record"], each.get("what"), each["at"]) for each in records] == [
        ("seat", "taken", 0.0),
        ("seat", "taken", 0.0),
        ("begin", None, 0.0),
        ("seat", "held", 2.0),
        ("seat", "back", 2.0),
        ("refused", None, 2.0),
        ("move", None, 2.0),
        ("move", None, 12.0),
        ("leave", None, 12.0),
        ("move", None, 12.0),
        ("end", None, 12.0),
    ]
    assert "geheim" not in "".join(hosted.journal.lines)


def test_seats_are_recorded_with_their_players() -> None:
    """The name as it is, and what the game asked for beside it."""
    hosted = host(NIM, 3)
    name = "Ján Ω 将棋"
    hosted.match.take(RecordingListener(), name, facts={"age": 8})
    hosted.match.leave(0, "left")
    taken, freed = hosted.records("seat")
    assert (taken["seat"], taken["what"], taken["name"], taken["facts"]) == (
        0,
        "taken",
        name,
        {"age": 8},
    )
    assert (freed["seat"], freed["what"]) == (0, "freed")


def test_the_beginning_is_recorded_with_all_players() -> None:
    """The game is begun with them again when it is rebuilt."""
    hosted = host(NIM)
    hosted.match.take(RecordingListener(), "anna", facts={"age": 8})
    hosted.match.take(RecordingListener(), "berta")
    (begin,) = hosted.records("begin")
    assert begin["players"] == [["anna", {"age": 8}], ["berta", {}]]


def test_a_move_is_recorded_with_its_times() -> None:
    """When it was asked, when its last byte came, and what the hub itself took."""
    hosted = host(NIM).sit("", "")
    hosted.advance(1.5)
    hosted.match.play(0, Take(1), 1.25)
    (move,) = hosted.records("move")
    assert move == {
        "record": "move",
        "prompt": 1,
        "seat": 0,
        "move": ["Take", 1],
        "asked": 0.0,
        "answered": 1.25,
        "hub": 0.25,
        "at": 1.5,
    }


def test_defaults_are_marked() -> None:
    """Those of the late, those of the absent, and those of the game itself."""
    hosted = host(BIDS).sit("", "")
    hosted.advance(5)
    hosted.advance(10)
    hosted.match.leave(1, "left")
    hosted.advance(5)
    assert [
        (each["seat"], each.get("late"), each.get("absent")) for each in hosted.records("move")
    ] == [
        (None, True, None),
        (0, True, None),
        (1, True, None),
        (None, True, None),
        (1, None, True),
    ]


def test_refused_lines_are_kept_up_to_a_bound() -> None:
    """As they came; no player can fill a disk with them."""
    hosted = host(NIM).sit("", "")
    hosted.match.refused(1, 17, "NEHMEN eins\u2028\x00")
    for _ in range(2 * REFUSALS_KEPT):
        hosted.match.refused(0, 22, "x")
    refused = hosted.records("refused")
    assert len(refused) == REFUSALS_KEPT
    assert (refused[0]["seat"], refused[0]["code"]) == (1, 17)
    assert refused[0]["line"] == "NEHMEN eins\u2028\x00"


def test_nothing_is_recorded_after_the_end() -> None:
    """Lines may still be refused then, and players still come and go."""
    hosted = host(NIM).sit("", "")
    hosted.match.stop("aborted")
    kept = list(hosted.journal.lines)
    hosted.match.refused(0, 26, "TAKE 1")
    hosted.match.say(0, None, "bye")
    hosted.match.hold(0)
    hosted.match.leave(1, "left")
    hosted.match.close()
    assert hosted.journal.lines == kept
    assert json.loads(kept[-1])["record"] == "end"


# Why a match ended, and a seat.

MATCH_REASONS = {
    *("finished", "forfeited", "deserted", "limit", "aborted"),
    *("void-crash", "void-disk", "void-restart", "void-start"),
}
SEAT_REASONS = {
    *("played", "left", "dropped", "crashed", "out-of-memory", "out-of-cpu"),
    *("forfeit-time", "forfeit-illegal", "forfeit-output", "forfeit-start"),
}


def finish(hosted: Hosted) -> None:
    """Play to the end."""
    hosted.play(0, Take(3))


def abort(hosted: Hosted) -> None:
    """By the operator."""
    hosted.match.stop("aborted")


def run_on(hosted: Hosted) -> None:
    """For too long."""
    hosted.advance(3600)


def desert(hosted: Hosted) -> None:
    """One leaves, one is lost."""
    hosted.match.leave(0, "left")
    hosted.match.hold(1)


@pytest.mark.parametrize(
    ("how", "reason", "seats", "scores"),
    [
        (finish, "finished", ["played", "played"], ["3", "0"]),
        (abort, "aborted", ["played", "played"], None),
        (run_on, "limit", ["played", "played"], None),
        (desert, "deserted", ["left", "dropped"], None),
    ],
)
def test_every_end_has_its_reasons(
    how: Callable[[Hosted], None], reason: str, seats: list[str], scores: list[str] | None
) -> None:
    """One for the match and one for each seat, each out of a closed list (T9)."""
    hosted = host(NIM, timeout=7200, spans=Spans(match=3600), options={"heap": 3}).sit("", "")
    how(hosted)
    (end,) = hosted.records("end")
    assert (end["reason"], end["seats"], end["scores"]) == (reason, seats, scores)
    assert end["reason"] in MATCH_REASONS
    assert SEAT_REASONS.issuperset(end["seats"])


def test_a_forfeit_is_one_for_match_and_seat() -> None:
    """The late one forfeits on time, the other has played."""
    hosted = host(DUEL).sit("", "")
    hosted.advance(10)
    (end,) = hosted.records("end")
    assert (end["reason"], end["seats"]) == ("forfeited", ["forfeit-time", "played"])
    assert end["scores"] == ["0", "1"]


def test_an_empty_seat_has_no_reason() -> None:
    """A match that ends before it begins: one had come, one is missing, one is reserved."""
    hosted = host(NIM, 3).sit("")
    hosted.match.reserve()
    hosted.match.stop("aborted")
    (end,) = hosted.records("end")
    assert end["seats"] == ["played", None, None]


def test_leaving_after_the_end_does_not_change_what_was() -> None:
    """The reasons are those at the end."""
    hosted = host(NIM).sit("", "")
    hosted.match.stop("aborted")
    hosted.match.leave(0, "left")
    assert hosted.match.seats[0].reason == "played"


# Before anybody is told.


@define(eq=False)
class WitnessedJournal:
    """
    A journal that knows who is listening, and fails on command.

    ``heard``: for each record, how many steps each listener had heard when it was written.
    """

    listeners: list[RecordingListener] = field(factory=list)
    heard: list[tuple[str, list[int]]] = field(factory=list)
    records: list[Record] = field(factory=list)
    full: bool = False
    stuck: bool = False
    closed: int = 0

    def seal(self, locks: Record) -> None:
        """Nobody has a secret here, or a password."""

    def append(self, record: Record) -> None:
        """Note who has heard how much."""
        if self.full:
            raise JournalError("the disk is full")
        self.records.append(record)
        self.heard.append((record["record"], [len(each.steps) for each in self.listeners]))

    def close(self) -> None:
        """Count it."""
        self.closed += 1
        if self.stuck:
            raise JournalError("the disk is gone")

    def discard(self) -> None:
        """Count it, too."""
        self.closed += 1


@define(eq=False)
class Witnessed:
    """A match of two with such a journal, and a spectator."""

    match: Match
    journal: WitnessedJournal
    clock: HandClock
    listeners: list[RecordingListener]

    def sit(self) -> Witnessed:
        """Both sit down."""
        for number in range(2):
            self.match.take(self.listeners[number], f"player{number}", secret="word")
        return self


def witnessed(rules: Rules[Any], options: Mapping[str, Any] | None = None) -> Witnessed:
    """It waits for its players."""
    clock = HandClock()
    journal = WitnessedJournal()
    lobby = Lobby(Clock(clock), lambda *_: journal, seeds=lambda: "seed")
    match = lobby.create(rules, "toy", Terms(2, 10.0, options=options or {}))
    gallery = RecordingListener()
    match.watch(gallery)
    journal.listeners += [RecordingListener(), RecordingListener(), gallery]
    return Witnessed(match, journal, clock, journal.listeners)


def test_nothing_is_recorded_of_a_standing_match_that_nobody_came_to() -> None:
    """A port makes such matches by itself, any number of them; one taken seat is something."""
    hub = host(NIM).hub
    for name, joined in (("empty", False), ("tried", True)):
        terms = Terms(2, 10.0, standing=True)
        match = hub.lobby.create(NIM, name, terms)
        if joined:
            match.leave(match.take(RecordingListener(), "anna"), "left")
        match.close()
    assert hub.journals["nim/empty"].lines == []
    assert [each["record"] for each in hub.journals["nim/tried"].records()][-1] == "end"


def test_a_step_is_recorded_before_anybody_hears_of_it() -> None:
    """Whatever caused a step, its record is there when the first listener hears it."""
    hosted = witnessed(NIM).sit()
    match, (first, second, gallery) = hosted.match, hosted.listeners
    match.play(0, Take(1), 0.0)
    hosted.clock.advance(10)
    match.hold(1)
    match.back(1, second)
    match.leave(0, "left")
    match.stop("aborted")
    assert hosted.journal.heard == [
        ("match", []),
        ("seat", [0, 0, 0]),  # of the first: Joined
        ("seat", [1, 0, 1]),  # of the second
        ("begin", [2, 1, 2]),
        ("move", [3, 2, 3]),  # of the first
        ("move", [4, 3, 4]),  # the default of the second, who was late
        ("seat", [5, 4, 5]),  # the second is held: she does not hear it
        ("seat", [6, 4, 6]),  # and back
        ("leave", [7, 5, 7]),  # the first leaves, and hears no more
        ("move", [7, 6, 8]),  # her default
        ("end", [7, 7, 9]),
    ]
    assert [len(each.steps) for each in (first, second, gallery)] == [7, 8, 10]


def play(match: Match) -> None:
    """A move."""
    match.play(0, Take(1), 0.0)


def take(match: Match) -> None:
    """Somebody comes."""
    match.take(RecordingListener(), "anna")


def hold(match: Match) -> None:
    """A connection is lost."""
    match.hold(0)


def come_back(match: Match) -> None:
    """A player comes back."""
    match.back(0, RecordingListener())


def leave(match: Match) -> None:
    """A player leaves."""
    match.leave(0, "left")


def refuse(match: Match) -> None:
    """A line is refused."""
    match.refused(0, 22, "x")


@pytest.mark.parametrize("what", [play, hold, come_back, leave, refuse])
def test_a_full_disk_in_mid_match_makes_it_void(what: Callable[[Match], None]) -> None:
    """Nobody is told of the step that could not be recorded, only of the end (D9)."""
    hosted = witnessed(NIM).sit()
    before = [len(each.steps) for each in hosted.listeners]
    hosted.journal.full = True
    what(hosted.match)
    assert (hosted.match.phase, hosted.match.reason) == (Phase.OVER, "void-disk")
    for listener, heard in list(zip(hosted.listeners, before, strict=True))[1:]:
        assert causes(listener)[heard:] == [Ended("void-disk", None)]
    assert hosted.journal.closed == 1


def test_a_full_disk_at_a_deadline_makes_it_void() -> None:
    """Nobody hears of the default."""
    hosted = witnessed(NIM).sit()
    hosted.journal.full = True
    hosted.clock.advance(10)
    assert [type(each) for each in causes(hosted.listeners[0])[-1:]] == [Ended]
    assert hosted.match.reason == "void-disk"


@pytest.mark.parametrize("what", [take, leave])
def test_a_full_disk_before_the_game_makes_it_void(what: Callable[[Match], None]) -> None:
    """A match that waits is no better off."""
    hosted = witnessed(NIM)
    hosted.match.take(hosted.listeners[0], "player0")
    hosted.journal.full = True
    what(hosted.match)
    assert causes(hosted.listeners[2])[1:] == [Ended("void-disk", None)]


def test_a_full_disk_at_the_beginning_makes_it_void() -> None:
    """The second player has been recorded, the beginning could not be."""
    hosted = witnessed(NIM)
    full: list[Cause] = []

    class Filling(RecordingListener):
        """Fills the disk as soon as she hears anything."""

        def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
            """Keep why."""
            full.append(step.cause)
            hosted.journal.full = True

    hosted.match.take(hosted.listeners[0], "player0")
    hosted.match.take(Filling(), "player1")
    assert full[1:] == [Ended("void-disk", None)]
    assert causes(hosted.listeners[0])[-1] == Ended("void-disk", None)


def test_a_full_disk_at_the_end_does_not_change_the_result() -> None:
    """The last move was recorded: the result stands, and is told."""
    hosted = witnessed(NIM, {"heap": 1}).sit()

    class Filling(RecordingListener):
        """Fills the disk with the first move."""

        def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
            """Nothing is kept."""
            hosted.journal.full = step.cause == Moved(0)

    hosted.match.watch(Filling())
    hosted.match.play(0, Take(1), 0.0)
    ended = causes(hosted.listeners[1])[-1]
    assert isinstance(ended, Ended)
    assert ended.reason == "finished"


def test_a_journal_that_cannot_be_closed_changes_nothing() -> None:
    """The match ends as it would, for everybody."""
    hosted = witnessed(NIM).sit()
    hosted.journal.stuck = True
    hosted.match.stop("aborted")
    for listener in hosted.listeners:
        assert causes(listener)[-1] == Ended("aborted", None)
    hosted.clock.advance(1800)
    assert [listener.dismissed for listener in hosted.listeners] == [True] * 3
