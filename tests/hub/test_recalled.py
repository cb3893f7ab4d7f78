"""A match told once more from its journal: all that its listeners heard, as they heard it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from attrs import define, field
from twisted.internet.task import Clock as HandClock

from boardhub.games.rules import Prompt, Rules
from boardhub.hub.clock import Clock
from boardhub.hub.journal import JournalError, MemoryJournal, Record
from boardhub.hub.match import Match, Phase
from boardhub.hub.recalled import Recalled
from boardhub.hub.steps import Cause, Moved, Report, Restarted, Step
from boardhub.testing import RecordingListener
from tests.hub.hosted import Hosted, host
from tests.hub.test_journal import a_turn_of
from tests.hub.test_restart import SECOND_LIFE, come_back
from tests.hub.toys import BIDS, CARDS, NIM, SOUND, Done, Draw, Take


@define(eq=False)
class Diary:
    """A listener that writes down what it hears, and what is to be seen then."""

    match: Match
    pages: list[Any] = field(factory=list)

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """Write a page; times are seconds since the match was made."""
        seats = [
            (each.presence, each.name, self.match.prompt(each.number), self.left(each.number))
            for each in self.match.seats
        ]
        thought = step.cause.thought if isinstance(step.cause, Moved) else None
        self.pages.append(
            (step.number, self.match.since(step.at), step.cause, thought, step.events,
             self.match.phase, self.match.reason, seats, str(self.match.view(None)))
        )  # fmt: skip

    def left(self, seat: int) -> float | None:
        """When the time of a seat is over; None: clocks stand."""
        deadline = self.match.deadline(seat)
        return None if deadline is None else self.match.since(deadline)

    def unheard(self, by: float) -> bool:
        """It has no say."""
        return False

    def report(self) -> Report:
        """Nothing to tell."""
        return {}

    def dismiss(self) -> None:
        """Nothing to close."""

    @property
    def causes(self) -> list[Cause]:
        """Why each step happened."""
        return [page[2] for page in self.pages]


def watched(hosted: Hosted) -> Diary:
    """What is heard of a match from now on."""
    diary = Diary(hosted.match)
    hosted.match.watch(diary)
    return diary


def recalled(records: list[Record], rules: Rules[Any]) -> Diary:
    """What is heard of the match of these records when it is told once more."""
    match = Recalled(rules, records, {}, clock=Clock(HandClock()))
    diary = Diary(match)
    match.watch(diary)
    match.recall()
    return diary


def second_life(hosted: Hosted) -> tuple[Hosted, Diary]:
    """The same match in a hub that takes the place of its own, and all that is heard of it."""
    hub = hosted.hub.anew([])
    hub.reactor.advance(SECOND_LIFE)
    diaries: list[Diary] = []

    def watch(match: Match) -> None:
        diaries.append(Diary(match))
        match.watch(diaries[0])

    hub.lobby.made.append(watch)
    rules = hosted.match.rules
    hub.restore(rules, f"{rules.name}/toy", hosted.journal)
    return Hosted(hub, hub.match("toy", rules.name)), diaries[0]


@pytest.mark.parametrize("rules", SOUND, ids=lambda rules: rules.name)
@pytest.mark.parametrize("seats", [2, 3])
def test_what_is_told_again_is_what_was_told(rules: Rules[Any], seats: int) -> None:
    """
    Numbers, times, causes, thinking times and events of all steps; who was
    there, what she was asked and until when; also where the hub was gone in
    between, and in the middle of coming back.
    """
    for game in range(4):
        chance = Random(f"recalled/{rules.name}/{seats}/{game}")
        hosted = host(rules, seats)
        diary = watched(hosted)
        hosted.sit(*["word"] * seats)
        while hosted.match.phase is not Phase.OVER:
            hosted.advance(chance.choice([0.0, 0.5, 1.25]))
            a_turn_of(hosted, chance)
            assert recalled(hosted.journal.records(), rules).pages == diary.pages
            if chance.random() < 0.2 and hosted.match.phase is Phase.RUNNING:
                told = diary.pages
                hosted, diary = second_life(hosted)
                assert diary.pages[: len(told)] == told
                for seat in [each.number for each in hosted.match.seats if each.awaited]:
                    hosted.advance(1.5)
                    if hosted.match.phase is Phase.RUNNING:
                        come_back(hosted, seat)
    assert recalled(hosted.journal.records(), rules).pages == diary.pages


def test_clocks_that_stood_stand_again() -> None:
    """Nobody was there for a minute: then there was left what had been left."""
    hosted = host(NIM, timeout=10.0)
    diary = watched(hosted)
    hosted.sit("word", "word")
    hosted.advance(4.0)
    hosted.match.hold(0)
    hosted.match.hold(1)
    hosted.advance(60.0)
    hosted.match.back(1, RecordingListener())
    hosted.match.back(0, RecordingListener())
    again = recalled(hosted.journal.records(), NIM)
    assert again.pages == diary.pages
    # The last page is that of a return after which nothing changed: asked at 0, 60 s stood.
    assert again.left(0) == 70.0


def test_after_a_restart_everybody_is_there_again() -> None:
    """Clocks stand until the last one is back; then each has her whole time."""
    hosted = host(NIM, timeout=10.0).sit("word", "word")
    hosted.advance(4.0)
    hosted.play(0, Take(1))
    hosted.advance(7.0)
    hosted.match.refused(0, 1, "a word")  # the latest time that is known
    again, _ = second_life(hosted)
    again.advance(2.0)
    come_back(again, 1)
    again.advance(3.0)
    records = again.journal.records()
    diary = recalled(records, NIM)
    assert diary.causes[-2] == Restarted()
    assert [each.presence.value for each in diary.match.seats] == ["held", "connected"]
    assert diary.left(1) is None
    come_back(again, 0)
    diary = recalled(again.journal.records(), NIM)
    assert [each.presence.value for each in diary.match.seats] == ["connected", "connected"]
    assert diary.left(1) == 4.0 + 7.0 + 2.0 + 3.0 + 10.0


def test_nobody_is_waited_for_any_more_and_nobody_is_there() -> None:
    """After a restart one comes back and is lost, the other gives up: clocks stand on."""
    again, _ = second_life(host(NIM, timeout=10.0).sit("word", "word"))
    come_back(again, 0)
    again.match.hold(0)
    again.match.leave(1, "left")
    again.advance(60.0)
    assert again.match.deadline(0) is None
    assert recalled(again.journal.records(), NIM).left(0) is None
    come_back(again, 0)
    diary = recalled(again.journal.records(), NIM)
    assert diary.left(0) == 70.0
    assert again.match.since(again.match.deadline(0) or 0.0) == 70.0


def test_a_waiting_match_after_a_restart() -> None:
    """Those who were there have left their seats, and whoever listens hears it."""
    hosted = host(NIM, 3).sit("", "")
    again, diary = second_life(hosted)
    again.sit("", "", "")
    assert [type(each).__name__ for each in diary.causes] == [
        "Joined", "Joined", "Restarted", "Left", "Left", "Joined", "Joined", "Joined", "Began",
    ]  # fmt: skip
    assert recalled(again.journal.records(), NIM).pages == diary.pages


def test_reasons_of_the_end() -> None:
    """Who was lost when the match ended has that as her reason, as in the journal."""
    hosted = host(BIDS).sit("word", "word")
    hosted.match.hold(1)
    hosted.match.stop("aborted")
    match = recalled(hosted.journal.records(), BIDS).match
    assert [each.reason for each in match.seats] == ["played", "dropped"]


def test_a_finished_match_needs_no_password() -> None:
    """What opened it is forgotten with its end; while it goes on it is needed."""
    hosted = host(NIM, password="sesame").sit("word", "word")
    with pytest.raises(JournalError, match="password"):
        recalled(hosted.journal.records(), NIM)
    hosted.match.stop("aborted")
    assert recalled(hosted.journal.records(), NIM).match.reason == "aborted"


def test_nothing_is_recorded_and_nothing_is_due_meanwhile() -> None:
    """However long one waits between two records; the clock of the hub is another one."""
    hosted = host(NIM, timeout=10.0).sit("word", "word")
    hosted.match.hold(0)
    reactor, journal = HandClock(), MemoryJournal()
    match = Recalled(NIM, hosted.journal.records(), {}, clock=Clock(reactor), journal=journal)
    match.recall()
    assert reactor.getDelayedCalls() == []
    assert journal.lines == []


def test_thinking_of_several_moves_under_one_prompt() -> None:
    """Each begins with the one before, and after a restart with being told once more."""
    hosted = host(CARDS)
    hosted.sit("word", "word")
    hosted.advance(2.0)
    hosted.play(0, Draw())
    hosted.advance(3.0)
    hosted.match.refused(0, 1, "a word")  # the latest time that is known
    again, _ = second_life(hosted)
    again.advance(60.0)
    come_back(again, 0)
    again.advance(1.5)
    again.play(0, Draw())
    come_back(again, 1)
    again.advance(0.25)
    again.play(0, Done())
    told = recalled(again.journal.records(), CARDS)
    thought = [page[3] for page in told.pages if isinstance(page[2], Moved)]
    assert thought == [2.0, 1.5, 0.25]
