"""
Matches in which anything happens in any order, and what must hold all the time.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from boardhub.games.rules import IllegalMove, Prompt
from boardhub.hub.asking import NotAsked
from boardhub.hub.journal import rebuild
from boardhub.hub.match import Phase
from boardhub.hub.seats import PRESENT, Presence, SeatTaken
from boardhub.hub.steps import Ended, Left, Said, Step, Watching
from boardhub.hub.terms import Spans
from boardhub.testing import RecordingListener
from tests.hub.hosted import Hosted, host
from tests.hub.toys import SOUND, Take, ToyRules

SPANS = Spans(match=600.0, empty=100.0, unattended=50.0, after=60.0)

seats = st.integers(0, 3)

#: From the next turn of the clock to longer than anything may last.
times = st.sampled_from([0.0, 0.001, 0.5, 1.0, 5.0, 9.999, 10.0, 30.0, 60.0, 700.0])


class Ear(RecordingListener):
    """
    A player or gallery that keeps what it hears. ``told`` is what anybody has
    heard so far, by number.
    """

    def __init__(self, told: dict[int, Step]) -> None:
        super().__init__()
        self._told = told

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """Keep it; whoever hears a step first keeps it for all."""
        self._told.setdefault(step.number, step)
        super().hear(step, asked)


class MatchMachine(RuleBasedStateMachine):
    """One match, its players, its spectators, and the time."""

    hosted: Hosted

    @initialize(
        rules=st.sampled_from(SOUND),
        size=st.integers(2, 4),
        missing=st.sampled_from([0, 0, 1, 2]),
        ready=st.booleans(),
    )
    def make(self, rules: ToyRules, size: int, missing: int, ready: bool) -> None:
        """A match with some players, and a witness that hears all but what is private."""
        self.hosted = host(rules, size, spans=SPANS, options={"ready": ready, "heap": 20})
        self.match = self.hosted.match
        self.told: dict[int, Step] = {}
        self.ears: list[Ear] = []
        self.witness = self.ear()
        self.match.watch(self.witness)
        for number in range(size - missing):
            self.take("word" if number else "")

    def ear(self) -> Ear:
        """Somebody new who listens."""
        self.ears.append(Ear(self.told))
        return self.ears[-1]

    def seat(self, number: int) -> int:
        """A seat of this match."""
        return number % len(self.match.seats)

    # What happens.

    @rule(secret=st.sampled_from(["", "word"]))
    def take(self, secret: str) -> None:
        """Somebody comes."""
        possible = self.match.phase is Phase.WAITING and self.match.vacancy() is not None
        listener = self.ear()
        if possible:
            self.match.take(listener, f"player{len(self.ears)}", secret=secret)
            return
        with pytest.raises(SeatTaken):
            self.match.take(listener, "nobody")

    @precondition(lambda self: self.match.phase is Phase.WAITING)
    @rule()
    def fill(self) -> None:
        """All who are missing come, so that there is a game."""
        for seat in self.match.seats:
            if seat.presence is Presence.RESERVED:
                self.match.free(seat.number)
        while self.match.vacancy():
            self.take("word")

    @precondition(lambda self: self.match.phase is Phase.WAITING)
    @rule()
    def reserve(self) -> None:
        """Somebody wants a seat."""
        if self.match.vacancy():
            self.match.reserve()
            return
        with pytest.raises(SeatTaken):
            self.match.reserve()

    @rule(number=seats)
    def confirm(self, number: int) -> None:
        """Somebody takes a reserved seat."""
        seat = self.match.seats[self.seat(number)]
        possible = self.match.phase is Phase.WAITING and seat.presence is Presence.RESERVED
        listener = self.ear()
        if possible:
            self.match.take(listener, f"player{len(self.ears)}", number=seat.number)
            return
        with pytest.raises(SeatTaken):
            self.match.take(listener, "nobody", number=seat.number)

    @rule(number=seats)
    def free(self, number: int) -> None:
        """Somebody does not want her seat after all."""
        self.match.free(self.seat(number))

    @rule(number=seats)
    def leave(self, number: int) -> None:
        """Somebody leaves for good."""
        self.match.leave(self.seat(number), "left")

    @rule(number=seats)
    def hold(self, number: int) -> None:
        """Somebody's connection is lost."""
        self.match.hold(self.seat(number))

    @rule(number=seats)
    def back(self, number: int) -> None:
        """Somebody is here again."""
        seat = self.match.seats[self.seat(number)]
        possible = self.match.phase is Phase.RUNNING and seat.presence in PRESENT
        former, again = seat.listener, self.ear()
        if not possible:
            with pytest.raises(SeatTaken):
                self.match.back(seat.number, again)
            return
        self.match.back(seat.number, again)
        assert former is None or (isinstance(former, Ear) and former.dismissed)

    @precondition(lambda self: self.match.phase is Phase.RUNNING)
    @rule(number=seats, choice=st.integers(0, 9))
    def play(self, number: int, choice: int) -> None:
        """Somebody who is asked answers."""
        asked = [prompt.seat for prompt in self.match.state.prompts if prompt.seat is not None]
        if asked:
            seat = asked[number % len(asked)]
            moves = list(self.match.state.legal_moves(seat))
            self.hosted.play(seat, moves[choice % len(moves)])

    @rule(number=seats)
    def blunder(self, number: int) -> None:
        """Somebody plays what cannot be played: nothing changes."""
        seat = self.seat(number)
        before, heard = self.match.state.clone(), len(self.told)
        refusal = NotAsked if self.match.prompt(seat) is None else IllegalMove
        with pytest.raises(refusal):
            self.hosted.play(seat, Take(99))
        self.match.refused(seat, 22, "TAKE 99")
        assert self.match.state == before
        assert len(self.told) == heard

    @rule(number=seats, to=st.none() | seats)
    def say(self, number: int, to: int | None) -> None:
        """Somebody says something."""
        self.match.say(self.seat(number), None if to is None else self.seat(to), "hello")

    @rule(came=st.booleans())
    def watch(self, came: bool) -> None:
        """Somebody comes to watch, or goes."""
        if came:
            self.match.watcher_came("zoe")
        elif self.match.spectators:
            self.match.watcher_went(0)

    @rule(seconds=times)
    def advance(self, seconds: float) -> None:
        """Time passes."""
        self.hosted.advance(seconds)

    @precondition(lambda self: len(self.told) > 25)
    @rule()
    def stop(self) -> None:
        """The operator has enough of it."""
        self.match.stop("aborted")

    # What always holds.

    @property
    def listed(self) -> bool:
        """Whether the lobby still knows the match."""
        return bool(self.hosted.hub.lobby.matches())

    @property
    def unattended(self) -> bool:
        """Whether nobody is connected, and somebody may come back."""
        presences = {seat.presence for seat in self.match.seats}
        return Presence.CONNECTED not in presences and Presence.HELD in presences

    @invariant()
    def no_timer_without_need(self) -> None:
        """One for each prompt that runs, one for the limit, one for what else may be over."""
        match self.match.phase:
            case Phase.WAITING:
                deserted = all(seat.presence is Presence.FREE for seat in self.match.seats)
                needed = int(deserted and not self.match.spectators)
            case Phase.RUNNING:
                needed = 1 + (1 if self.unattended else len(self.match.state.prompts))
            case Phase.OVER:
                needed = int(self.listed)
        assert len(self.hosted.hub.reactor.getDelayedCalls()) == needed

    @invariant()
    def steps_have_no_gaps(self) -> None:
        """Whoever heard them; each prompt was told once at most, and to its seat."""
        assert sorted(self.told) == list(range(1, len(self.told) + 1))
        asked = [prompt.number for ear in self.ears for prompt in ear.asked]
        assert len(set(asked)) == len(asked)

    @invariant()
    def all_hear_the_same(self) -> None:
        """In the same order; and after the end only who talks, comes and goes."""
        for ear in self.ears:
            numbers = [step.number for step in ear.steps]
            assert numbers == sorted(set(numbers))
            assert all(self.told[step.number] is step for step in ear.steps)
            kinds = [type(step.cause) for step in ear.steps]
            if Ended in kinds:
                assert {Said, Left, Watching}.issuperset(kinds[kinds.index(Ended) + 1 :])

    @invariant()
    def one_end(self) -> None:
        """Recorded and told, when it is over, and not before."""
        over = self.match.phase is Phase.OVER
        records = [each["record"] for each in self.hosted.journal.records()]
        assert records.count("end") == over
        assert (records[-1] == "end") is over
        ends = [step for step in self.witness.steps if isinstance(step.cause, Ended)]
        assert len(ends) == over

    @invariant()
    def the_journal_knows_all(self) -> None:
        """The position can be made again from it."""
        assert rebuild(self.hosted.journal.records(), self.match.rules) == self.match.state

    @invariant()
    def prompts_are_those_of_the_game(self) -> None:
        """With a deadline that has not passed, unless clocks stand; none for who has left."""
        running = self.match.phase is Phase.RUNNING
        expected = {prompt.seat: prompt for prompt in self.match.state.prompts if running}
        now = self.hosted.hub.clock.now()
        for seat in self.match.seats:
            assert self.match.prompt(seat.number) == expected.get(seat.number)
            deadline = self.match.deadline(seat.number)
            assert (deadline is not None) == (seat.number in expected and not self.unattended)
            assert deadline is None or deadline > now
            assert seat.presence is not Presence.GONE or seat.number not in expected

    @invariant()
    def somebody_plays(self) -> None:
        """A match that runs has all its seats taken, and somebody who may still answer."""
        if self.match.phase is Phase.RUNNING:
            assert self.match.seats.taken == len(self.match.seats)
            assert any(seat.presence in PRESENT for seat in self.match.seats)
            assert self.match.state.result is None

    def teardown(self) -> None:
        """Left alone, it comes to an end, sends everybody away, and is forgotten."""
        if not hasattr(self, "hosted"):
            return
        if self.match.phase is Phase.WAITING:
            self.match.stop("aborted")
        self.hosted.wait(800, step=10)
        assert not self.listed
        self.one_end()
        self.no_timer_without_need()
        assert self.witness.dismissed
        assert all(seat.listener is None or seat.listener.dismissed  # type: ignore[attr-defined]
                   for seat in self.match.seats)  # fmt: skip


TestMatch = MatchMachine.TestCase
TestMatch.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
