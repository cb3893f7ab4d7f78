"""
All matches of the daemon: their names, their number, their order, and the shutdown.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock as HandClock

from boardhub.games.rules import Rules, State
from boardhub.hub.clock import Clock, Idling
from boardhub.hub.journal import JournalError, MemoryJournal, Record
from boardhub.hub.lobby import Lobby, LobbyFull, LobbyLimits, NameTaken, new_seed
from boardhub.hub.match import Match, Phase
from boardhub.hub.steps import Ended
from boardhub.hub.terms import MINUTE, Spans, Terms
from boardhub.testing import MemoryHub, RecordingListener
from tests.hub.hosted import causes
from tests.hub.toys import BIDS, CARDS, DUEL, NIM, Take, ToyRules, nim

#: A millisecond, nearly, that sums of seconds hold exactly.
MS = 1 / 1024


def create(hub: MemoryHub, name: str, rules: Rules[Any] = NIM) -> Match:
    """A match of two."""
    return hub.lobby.create(rules, name, Terms(2, 10.0))


def begin(hub: MemoryHub, name: str) -> tuple[Match, list[RecordingListener]]:
    """A running match of two."""
    match = create(hub, name)
    players = [RecordingListener(), RecordingListener()]
    for number, player in enumerate(players):
        match.take(player, f"player{number}")
    return match, players


# Names and order.


def test_a_match_is_found_by_game_and_name() -> None:
    """Names are the games' own: two games may have a match of the same name."""
    hub = MemoryHub()
    match, other = create(hub, "suppe"), create(hub, "suppe", CARDS)
    assert hub.lobby.find("nim", "suppe") is match
    assert hub.lobby.find("cards", "suppe") is other
    assert hub.lobby.find("nim", "Suppe") is None
    assert hub.lobby.find("duel", "suppe") is None


def test_matches_are_listed_in_order_of_creation() -> None:
    """Of one game or of all; spec/ursuppe-rules.md 7.13."""
    hub = MemoryHub()
    for name, rules in (("c", NIM), ("a", DUEL), ("b", NIM), ("a", NIM)):
        create(hub, name, rules)
    assert [str(match) for match in hub.lobby.matches()] == ["nim/c", "duel/a", "nim/b", "nim/a"]
    assert [match.name for match in hub.lobby.matches("nim")] == ["c", "b", "a"]
    assert hub.lobby.matches("bids") == []


def test_a_name_made_anew_comes_last() -> None:
    """The order is that of the matches, not of the names."""
    hub = MemoryHub()
    first = create(hub, "a")
    create(hub, "b")
    first.close()
    create(hub, "a")
    assert [match.name for match in hub.lobby.matches()] == ["b", "a"]


@pytest.mark.parametrize("phase", list(Phase))
def test_a_name_is_taken_while_its_match_is_listed(phase: Phase) -> None:
    """Waiting, running, and for thirty minutes after the end (7.12)."""
    hub = MemoryHub()
    match = create(hub, "suppe") if phase is Phase.WAITING else begin(hub, "suppe")[0]
    if phase is Phase.OVER:
        match.stop("aborted")
        hub.advance(30 * MINUTE - MS)
    with pytest.raises(NameTaken):
        create(hub, "suppe")
    if phase is Phase.OVER:
        hub.advance(MS)
        assert create(hub, "suppe") is hub.match("suppe", "nim")


def test_a_match_is_listed_from_the_beginning_to_after_its_end() -> None:
    """Whoever asks for the list meanwhile sees in which phase it is."""
    hub = MemoryHub()
    phases = [create(hub, "waiting").phase, begin(hub, "running")[0].phase]
    over = begin(hub, "over")[0]
    over.stop("aborted")
    phases.append(over.phase)
    assert phases == [Phase.WAITING, Phase.RUNNING, Phase.OVER]
    assert len(hub.lobby.matches()) == 3


# Limits.


def test_there_is_a_limit_of_matches() -> None:
    """Of all games together; those that are over count while they are listed."""
    hub = MemoryHub(limits=LobbyLimits(matches=2))
    create(hub, "a").stop("aborted")
    create(hub, "a", DUEL)
    with pytest.raises(LobbyFull):
        create(hub, "b")
    hub.advance(30 * MINUTE)
    create(hub, "b")


def test_a_full_lobby_does_not_look_at_the_name() -> None:
    """That is said first: 15 comes before 16 (7.5)."""
    hub = MemoryHub(limits=LobbyLimits(matches=1))
    create(hub, "a")
    with pytest.raises(LobbyFull):
        create(hub, "a")


class Failing:
    """A journal on a full disk."""

    closed = 0

    def seal(self, locks: Record) -> None:
        """There is no room."""
        raise JournalError("no space left")

    def append(self, record: Record) -> None:
        """There is no room."""
        raise JournalError("no space left")

    def close(self) -> None:
        """Count it."""
        self.closed += 1

    def discard(self) -> None:
        """Count it, too."""
        self.closed += 1


def test_where_nothing_can_be_recorded_there_is_no_match() -> None:
    """Not where the journal cannot be made; and the name stays free for later."""
    journals: list[MemoryJournal] = []

    def open_journal(game: str, name: str, made: datetime) -> MemoryJournal:
        if journals:
            return journals[0]
        raise JournalError("read-only")

    lobby = Lobby(Clock(HandClock()), open_journal)
    with pytest.raises(LobbyFull):
        lobby.create(NIM, "toy", Terms(2, 10.0))
    assert lobby.matches() == []
    journals.append(MemoryJournal())
    lobby.create(NIM, "toy", Terms(2, 10.0))


def test_a_journal_without_a_first_record_is_closed() -> None:
    """A full disk must not cost an open file for each try, nor a timer."""
    reactor, journal = HandClock(), Failing()
    lobby = Lobby(Clock(reactor), lambda *_: journal)
    with pytest.raises(LobbyFull):
        lobby.create(NIM, "toy", Terms(2, 10.0))
    assert journal.closed == 1
    assert lobby.matches() == []
    assert reactor.getDelayedCalls() == []


def test_rules_that_cannot_make_a_game_leave_nothing_behind() -> None:
    """What they raise is for whoever asked; the journal is closed."""

    def refuse(seats: int, seed: str, options: Mapping[str, Any]) -> State:
        raise ValueError("not with two")

    journal = Failing()
    lobby = Lobby(Clock(HandClock()), lambda *_: journal)
    with pytest.raises(ValueError, match="not with two"):
        lobby.create(ToyRules("picky", refuse, ()), "toy", Terms(2, 10.0))
    assert journal.closed == 1
    assert lobby.matches() == []


def test_a_journal_is_opened_for_each_match() -> None:
    """Under the game's name, the match's, and the wall clock's time."""
    asked: list[tuple[str, str, datetime]] = []
    made = datetime(2024, 2, 29, 12, 0, 0, 500_000, tzinfo=UTC)

    def open_journal(game: str, name: str, when: datetime) -> MemoryJournal:
        asked.append((game, name, when))
        return journal

    journal = MemoryJournal()
    lobby = Lobby(Clock(HandClock()), open_journal, seeds=lambda: "s", wall_clock=lambda: made)
    lobby.create(NIM, "süß", Terms(2, 10.0))
    assert asked == [("nim", "süß", made)]
    (first,) = journal.records()
    assert first["made"] == "2024-02-29T12:00:00.500+00:00"
    assert (first["name"], first["seed"]) == ("süß", "s")


def test_seeds_cannot_be_guessed() -> None:
    """128 bits each, in hexadecimal, never the same."""
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(len(bytes.fromhex(seed)) == 16 for seed in seeds)


def test_the_rules_get_the_terms() -> None:
    """Seats, seed and options as they were agreed."""
    made: list[tuple[int, str, Mapping[str, Any]]] = []

    def make(seats: int, seed: str, options: Mapping[str, Any]) -> State:
        made.append((seats, seed, options))
        return nim(seats, seed, options)

    hub = MemoryHub(seed="salt")
    hub.lobby.create(ToyRules("nim", make, NIM.moves), "toy", Terms(4, 1.0, "", {"heap": 5}))
    assert made == [(4, "salt", {"heap": 5})]


# Shutdown.


def fired(drained: Deferred[None]) -> bool:
    """Whether it has."""
    return drained.called


def test_a_drain_with_nothing_running_is_done_at_once() -> None:
    """Whoever waits is sent away, and no timer is left."""
    hub = MemoryHub()
    match, over = create(hub, "waiting"), begin(hub, "over")[0]
    over.stop("aborted")
    player = RecordingListener()
    match.take(player, "anna")
    assert fired(hub.lobby.drain(60.0))
    assert player.dismissed
    assert causes(player)[-1] == Ended("aborted", None)
    assert hub.lobby.matches() == []
    assert hub.reactor.getDelayedCalls() == []


def test_an_empty_lobby_is_drained_at_once() -> None:
    """There is nothing to wait for."""
    assert fired(MemoryHub().lobby.drain(60.0))


def test_a_running_match_may_go_on_for_the_grace_time() -> None:
    """To its end; then the drain is done before the time is over (7.24)."""
    hub = MemoryHub()
    match, players = begin(hub, "a")
    drained = hub.lobby.drain(60.0)
    hub.advance(5)
    match.play(0, Take(3), 5.0)
    match.play(1, Take(3), 5.0)
    assert not fired(drained)
    match.play(0, Take(1), 5.0)
    assert not fired(drained)  # it is still being told how the match has ended
    hub.settle()
    assert fired(drained)
    assert [player.dismissed for player in players] == [True, True]
    (end,) = [each for each in hub.journal("a", "nim").records() if each["record"] == "end"]
    assert end["reason"] == "finished"
    assert hub.reactor.getDelayedCalls() == []


def test_the_drain_waits_for_the_last_match() -> None:
    """However the others end."""
    hub = MemoryHub()
    matches = [begin(hub, name)[0] for name in ("a", "b", "c")]
    drained = hub.lobby.drain(60.0)
    matches[1].leave(0, "left")
    matches[1].leave(1, "left")
    matches[0].stop("aborted")
    assert not fired(drained)
    matches[2].stop("aborted")
    hub.settle()
    assert fired(drained)
    assert hub.lobby.matches() == []


def test_after_the_grace_time_matches_end_without_a_result() -> None:
    """All that are still running, each with one end; everybody has been dismissed then (7.24)."""
    hub = MemoryHub(spans=Spans(tournament=True))
    tables = [begin(hub, name) for name in ("a", "b")]
    drained = hub.lobby.drain(8.0)
    hub.advance(8.0 - MS)
    assert not fired(drained)
    hub.advance(MS)
    assert fired(drained)
    for match, players in tables:
        for player in players:
            assert player.dismissed
            assert causes(player)[-1] == Ended("aborted", None)
        ends = [each for each in hub.journal(match.name, "nim").records() if "scores" in each]
        assert len(ends) == 1
    assert hub.lobby.matches() == []
    assert hub.reactor.getDelayedCalls() == []


def test_no_match_is_made_while_shutting_down() -> None:
    """Not during the grace time, and not afterwards (7.24)."""
    hub = MemoryHub()
    match, _players = begin(hub, "a")
    hub.lobby.drain(60.0)
    with pytest.raises(LobbyFull):
        create(hub, "b")
    match.stop("aborted")
    with pytest.raises(LobbyFull):
        create(hub, "b")


# Who says nothing.


class Room:
    """Connections in the lobby that may be silent for ten seconds; who was too long is kept."""

    def __init__(self) -> None:
        self.reactor = HandClock()
        self.sent_away: list[str] = []
        self.idling = Idling(Clock(self.reactor), 10.0, self.sent_away.append)

    def heard(self, *who: str) -> None:
        """These say something now."""
        for each in who:
            self.idling.heard(each, self.reactor.seconds())


def test_who_says_nothing_is_sent_away() -> None:
    """To the millisecond, one after the other."""
    room = Room()
    room.heard("a")
    room.reactor.advance(3)
    room.heard("b")
    room.reactor.advance(7 - MS)
    assert room.sent_away == []
    room.reactor.advance(MS)
    assert room.sent_away == ["a"]
    room.reactor.advance(3)
    assert room.sent_away == ["a", "b"]


def test_who_says_something_stays() -> None:
    """For ten more seconds each time."""
    room = Room()
    room.heard("a", "b")
    for _ in range(10):
        room.reactor.advance(9)
        room.heard("a")
    assert room.sent_away == ["b"]
    room.reactor.advance(10)
    assert room.sent_away == ["b", "a"]


def test_who_has_gone_is_not_watched() -> None:
    """One timer for all, and none for nobody."""
    room = Room()
    room.heard("a", "b", "c")
    assert len(room.reactor.getDelayedCalls()) == 1
    room.idling.forget("a")
    room.idling.forget("a")
    room.idling.forget("b")
    room.idling.forget("c")
    assert room.reactor.getDelayedCalls() == []
    room.heard("d")
    room.reactor.advance(10)
    assert room.sent_away == ["d"]
    assert room.reactor.getDelayedCalls() == []


@pytest.mark.parametrize("start", [0.1, 0.3, 1 / 3, 0.7, 1e6 + 0.1, 1e9 + 1 / 7])
def test_rounding_makes_nobody_wait(start: float) -> None:
    """Whenever it was: sums of seconds are not exact, and must not keep the hub busy."""
    room = Room()
    room.reactor.advance(start)
    room.heard("a")
    room.reactor.advance(10)
    room.reactor.advance(MS)
    assert room.sent_away == ["a"]


def test_all_of_them_may_go_at_once() -> None:
    """They came in the same moment."""
    room = Room()
    room.heard(*"abcde")
    room.reactor.advance(10)
    assert room.sent_away == list("abcde")


def test_games_do_not_mix() -> None:
    """Each match has its own rules, whatever else is played beside it."""
    hub = MemoryHub()
    states = [type(create(hub, "a", rules).state).__name__ for rules in (NIM, BIDS, CARDS, DUEL)]
    assert states == ["Nim", "Bids", "Cards", "Duel"]
