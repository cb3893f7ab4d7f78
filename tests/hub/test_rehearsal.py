"""A match once more for a single player, whose answers are held against the recorded ones."""

from __future__ import annotations

import pytest
from attrs import define, field

from boardhub.hub.asking import NotAsked
from boardhub.hub.journal import MemoryJournal
from boardhub.hub.recalled import Recalled
from boardhub.hub.rehearsal import Difference, Rehearsal
from boardhub.hub.steps import Listener
from boardhub.testing import RecordingListener
from tests.hub.hosted import Hosted, host
from tests.hub.toys import NIM, Take


@define(eq=False)
class Stage:
    """A rehearsal for seat 0 of what a match has recorded, and what has come of it."""

    hosted: Hosted
    patience: float | None = None
    player: RecordingListener = field(factory=RecordingListener, init=False)
    briefed: list[Listener] = field(factory=list, init=False)
    failures: list[Difference] = field(factory=list, init=False)
    match: Rehearsal = field(init=False)

    def __attrs_post_init__(self) -> None:
        lobby = self.hosted.hub.lobby
        records = self.hosted.journal.records()
        of = Recalled(
            NIM,
            records,
            {},
            clock=lobby.clock,
            journal=MemoryJournal(),
            spans=lobby.spans,
            keeper=lobby,
        )
        of.recall()
        of.seats[0].program = "rot"
        self.match = Rehearsal(of, 0, self.briefed.append, self.failures.append, self.patience)

    def enter(self) -> None:
        """She is there."""
        self.match.wait()
        self.match.ready(0, self.player)

    def play(self, *counts: int) -> None:
        """She takes so many sticks."""
        for count in counts:
            self.match.play(0, Take(count), 0.0)


def late_once() -> Hosted:
    """Seat 0 was late, then it was seat 1's turn, then seat 0 took two sticks."""
    hosted = host(NIM, timeout=10.0).sit("", "")
    hosted.advance(10.1)
    hosted.play(1, Take(1))
    hosted.play(0, Take(2))
    return hosted


def test_a_late_answer_is_in_vain_again() -> None:
    """It comes when the next one is awaited: refused, and nothing follows from it."""
    stage = Stage(late_once())
    stage.enter()
    with pytest.raises(NotAsked):
        stage.play(3)
    stage.play(2)
    assert (stage.briefed, stage.failures) == ([stage.player], [])
    assert stage.match.answers == 1


def test_as_many_answers_are_in_vain_as_were_late() -> None:
    """The second one is a difference."""
    stage = Stage(late_once())
    stage.enter()
    with pytest.raises(NotAsked):
        stage.play(3)
    stage.play(3)
    # match, two seats, begin, two moves: the third is record 7
    assert [(each.number, each.recorded, each.given) for each in stage.failures] == [
        (7, "Take 2", "Take 3")
    ]


def test_what_plays_for_her_is_known_before_she_comes() -> None:
    """A role asks for it when it is made: a program has no lobby."""
    stage = Stage(late_once())
    assert stage.match.seats[0].program == "rot"
    stage.enter()
    assert stage.match.seats[0].program == "rot"


def test_who_left_leaves_again() -> None:
    """For the same reason it agrees, and is the end of her part; otherwise it differs."""
    hosted = host(NIM, 3).sit("", "", "")
    hosted.match.leave(0, "left")
    same, other = Stage(hosted), Stage(hosted)
    same.enter()
    same.match.leave(0, "left")
    assert (same.briefed, same.failures) == ([same.player], [])
    other.enter()
    other.match.leave(0, "crashed")
    assert [str(each) for each in other.failures] == [
        "record 6, prompt 1: recorded the end of its part, left; given the end of its part, crashed"
    ]


def test_patience() -> None:
    """Each answer has the time of the match, or so many seconds if that is more; else for ever."""
    hosted = host(NIM, timeout=10.0).sit("", "")
    hosted.play(0, Take(1))
    bounded, unbounded = Stage(hosted, 15.0), Stage(hosted)
    bounded.enter()
    unbounded.enter()
    hosted.advance(14.9)
    assert bounded.failures == []
    hosted.advance(0.2)
    hosted.advance(0)
    assert [each.given for each in bounded.failures] == ["no answer in 15 s"]
    assert unbounded.failures == []
