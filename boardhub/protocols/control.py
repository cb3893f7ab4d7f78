"""
What the operator may say, over the Unix socket in the data directory::

    -> status
    <- ursuppe/demo1 running 4/4            (a line per match)
    <- delay 1234 answers, p50 0.10 ms, p99 0.40 ms     (what the hub adds)
    <- late 5 answers, judged 0.50 ms late (p99)
    <- ok 1 matches
    -> abort ursuppe/demo1                  (or the name alone, where it is plain)
    <- ok ursuppe/demo1 has been ended

Every answer ends with a line that begins with ``ok`` or ``error``.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from boardhub.hub.lobby import Lobby
from boardhub.hub.match import Match, Phase
from boardhub.protocols.game import Link, Refusal, Wire
from boardhub.protocols.text import split

_WIRE = Wire()


@define(eq=False)
class ControlDialect:
    """The operator's port."""

    lobby: Lobby

    def arrive(self, link: Link) -> ControlSession:
        """The operator has connected."""
        return ControlSession(link, self.lobby)

    def turned_away(self, why: Refusal) -> bytes:
        """What a connection gets that has no session."""
        return _WIRE.encode([f"error {why.value}"])


@define(eq=False)
class ControlSession:
    """A connection of the operator's."""

    _link: Link
    _lobby: Lobby

    def line(self, text: str, at: float) -> None:
        """Carry a command out."""
        word, rest = split(text)
        if word:
            self._link.write(_WIRE.encode(self._answer(word, rest)))

    def refuse(self, why: Refusal) -> None:
        """The link goes no further."""
        self._link.close(_WIRE.encode([f"error {why.value}"]))

    def begun(self, at: float) -> None:
        """The line is waited for."""

    def ended(self) -> None:
        """The operator has said all."""
        self._link.close()

    def caught_up(self) -> None:
        """Nothing was kept back."""

    def lost(self) -> None:
        """The operator is gone."""

    def _answer(self, word: str, rest: str) -> Iterator[str]:
        if word == "abort":
            yield self._abort(rest)
        elif word == "status" and not rest:
            yield from self._status()
        else:
            yield "error unknown command; there are: status, abort MATCH"

    def _abort(self, name: str) -> str:
        found = [each for each in self._lobby.matches() if name in (str(each), each.name)]
        if not found:
            return f"error there is no match {name!r}"
        if len(found) > 1:
            return "error several games have a match of that name: " + " ".join(map(str, found))
        match = found[0]
        if match.phase is Phase.OVER:
            return f"error {match} is over already"
        match.stop("aborted")
        return f"ok {match} has been ended"

    def _status(self) -> Iterator[str]:
        matches = self._lobby.matches()
        yield from map(_match_line, matches)
        delays = self._lobby.clock.delays
        p50, p99 = (1000 * delays.quantile(share) for share in (0.5, 0.99))
        yield f"delay {delays.count} answers, p50 {p50:.2f} ms, p99 {p99:.2f} ms"
        late = self._lobby.clock.lateness
        yield f"late {late.count} answers, judged {1000 * late.quantile(0.99):.2f} ms late (p99)"
        yield f"ok {len(matches)} matches"


def _match_line(match: Match) -> str:
    names = " ".join(f"{seat.number}:{seat.name}" for seat in match.seats if seat.taken)
    phase = match.phase.name.lower()
    reason = f" ({match.reason})" if match.reason else ""
    return f"{match} {phase}{reason} {match.seats.taken}/{match.terms.seats} {names}".rstrip()
