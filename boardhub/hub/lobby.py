"""
Where matches are made, found and forgotten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any

from attrs import frozen
from twisted.internet.defer import Deferred
from twisted.logger import Logger

from boardhub.games.rules import Rules
from boardhub.hub.clock import Clock
from boardhub.hub.journal import Journal, JournalError, Record
from boardhub.hub.match import Match, Phase
from boardhub.hub.resting import Resting
from boardhub.hub.seats import Presence
from boardhub.hub.terms import Spans, Terms


class LobbyFull(Exception):
    """No further match: too many, none can be recorded, or the hub is shutting down."""


class NameTaken(Exception):
    """A match of this game has this name already."""


#: Opens the journal of a match: (game, name, when it is made).
OpenJournal = Callable[[str, str, datetime], Journal]


@frozen
class LobbyLimits:
    """What the lobby allows."""

    matches: int = 1000
    """Matches in all, finished ones that are still listed included."""
    idle: float = 600.0
    """Seconds that a connection in the lobby may say nothing."""
    unseated: int = 100
    """
    Matches made from one address that nobody sits in, but for programs that
    wait for others, and that have not been played.
    """
    programs: int = 32
    """Programs that one address may have seated, in all games: the other places are for others."""


def new_seed() -> str:
    """A seed that nobody can guess: 128 bits from the operating system."""
    return token_hex(16)


def utc_time() -> datetime:
    """The wall clock, for the journals' names and first records."""
    return datetime.now(UTC)


class Lobby:
    """
    Every match there is, from its making until its name is free again. A name
    belongs to one match of each game; the oldest match comes first.
    """

    _log = Logger()

    def __init__(
        self,
        clock: Clock,
        open_journal: OpenJournal,
        *,
        limits: LobbyLimits | None = None,
        spans: Spans | None = None,
        seeds: Callable[[], str] = new_seed,
        wall_clock: Callable[[], datetime] = utc_time,
    ) -> None:
        self.clock = clock
        self.limits = limits or LobbyLimits()
        self.spans = spans or Spans()
        self._open_journal = open_journal
        self._seeds = seeds
        self._wall_clock = wall_clock
        self.made: list[Callable[[Match], None]] = []
        """Called with each match that is made, before anybody can be in it."""
        self.ended: Counter[tuple[str, str]] = Counter()
        """How many matches have ended, by game and reason."""
        self._matches: dict[tuple[str, str], Match] = {}
        self._expected: set[tuple[str, str]] = set()
        self._makers: dict[Match, str | None] = {}
        self._drained: Deferred[None] | None = None
        self._closing = False

    @property
    def closing(self) -> bool:
        """No match is made any more: the hub is shutting down."""
        return self._closing

    def new_seed(self) -> str:
        """A seed for a match that is about to be made: something hangs on it before."""
        return self._seeds()

    def create(
        self,
        rules: Rules[Any],
        name: str,
        terms: Terms,
        maker: str | None = None,
        seed: str | None = None,
    ) -> Match:
        """
        Make a match and list it. ``maker`` is the address that asked for it;
        None: nobody whose matches are counted. Without a ``seed`` it gets a
        new one.

        :raise LobbyFull: no further match now, or none that can be recorded.
        :raise NameTaken: until 30 minutes after a match ended its name is its own.
        """
        if self._closing or len(self._matches) >= self.limits.matches:
            raise LobbyFull
        if maker is not None and self._unseated(maker) >= self.limits.unseated:
            raise LobbyFull
        if (rules.name, name) in self._matches or (rules.name, name) in self._expected:
            raise NameTaken
        try:
            match = self._make(rules, name, terms, seed or self._seeds())
        except JournalError as error:
            self._log.error("no match can be made: {error}", error=error)
            raise LobbyFull from error
        self._matches[rules.name, name] = match
        self._makers[match] = maker
        self._log.info("{match} is waiting for {seats} players", match=str(match),
                       seats=terms.seats)  # fmt: skip
        for tell in self.made:
            tell(match)
        return match

    def expect(self, names: Collection[tuple[str, str]]) -> None:
        """Keep these names, each of a game, for matches to be `restore`-d, and no others."""
        self._expected = set(names)

    def restore(
        self,
        rules: Rules[Any],
        records: list[Record],
        locks: Mapping[str, Any],
        journal: Journal,
    ) -> Resting:
        """
        Make an interrupted match anew from what its journal knows, and list
        it; whoever hears of matches that are `made` hears of it, and all that
        has happened in it. `Resting.stand_again` is to follow.

        :raise JournalError: the records make no match of these rules.
        :raise NameTaken: another one has its name.
        """
        match = Resting(
            rules,
            records,
            locks,
            clock=self.clock,
            journal=journal,
            spans=self.spans,
            keeper=self,
        )
        key = rules.name, match.name
        if key in self._matches:
            raise NameTaken
        self._matches[key], self._makers[match] = match, None
        for tell in self.made:
            tell(match)
        try:
            match.recall()
        except JournalError:
            self.remove(match)
            raise
        return match

    def find(self, game: str, name: str) -> Match | None:
        """The match of this game with this name."""
        return self._matches.get((game, name))

    def matches(self, game: str | None = None) -> Sequence[Match]:
        """The matches of a game, or all, in order of creation."""
        return [each for each in self._matches.values() if game in (None, each.rules.name)]

    def drain(self, grace: float) -> Deferred[None]:
        """
        No new matches from now on. Fires when all matches under way are over,
        or after ``grace`` seconds, when those still running have been ended
        without a result; everybody in a match has been dismissed then.
        """
        drained: Deferred[None] = Deferred()
        self._drained, self._closing = drained, True
        timer = self.clock.call_in(grace, self.close_all)
        drained.addBoth(lambda _: timer.cancel())
        self._log.info("shutting down: {running} matches may go on for {grace} s",
                       running=self._running(), grace=grace)  # fmt: skip
        self._look_whether_drained()
        return drained

    def over(self, match: Match) -> None:
        """A match has ended; its name stays taken until it is removed."""
        self.ended[match.rules.name, match.reason] += 1
        if self._drained is not None:
            # Later: what ended it is still being told.
            self.clock.call_in(0.0, self._look_whether_drained)

    def remove(self, match: Match) -> None:
        """Forget a match; its name is free again."""
        self._matches.pop((match.rules.name, match.name), None)
        self._makers.pop(match, None)

    def _unseated(self, maker: str) -> int:
        return sum(
            made_by == maker and _is_unused(match) for match, made_by in self._makers.items()
        )

    def _make(self, rules: Rules[Any], name: str, terms: Terms, seed: str) -> Match:
        made = self._wall_clock()
        journal = self._open_journal(rules.name, name, made)
        try:
            match = Match(
                rules,
                name,
                terms,
                seed=seed,
                clock=self.clock,
                journal=journal,
                spans=self.spans,
                keeper=self,
            )
            match.open(made.isoformat(timespec="milliseconds"))
            return match
        except Exception:
            journal.close()
            raise

    def _running(self) -> int:
        return sum(each.is_under_way for each in self._matches.values())

    def _look_whether_drained(self) -> None:
        if self._drained is not None and not self._running():
            self.close_all()

    def close_all(self) -> None:
        """End all matches now; a `drain` that is going on is over with that."""
        drained, self._drained = self._drained, None
        for match in self.matches():
            match.close()
        if drained is not None:
            drained.callback(None)


def _is_unused(match: Match) -> bool:
    """
    Nobody is there who plays in it, running or not, and it has not come to a
    result. A program counts while it plays: until then it waits for others.
    """
    if match.reason in ("finished", "forfeited"):
        return False
    runs = match.phase is Phase.RUNNING
    there = [seat for seat in match.seats if seat.presence is Presence.CONNECTED]
    return not any(runs or not seat.program for seat in there)
