"""
Games recorded in memory, to be played again over sockets: who sends which
lines, and what each connection then gets.

The same game, seed and bots make the same record in every process, so it need
not be handed from one to another.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from boardhub.hub.terms import Terms
from boardhub.protocols.game import Game
from boardhub.testing import MemoryHub

#: The name of every recorded match; others of the same length may take its place.
NAME = "match0000"
#: Seconds for an answer; no bot ever needs them.
TIMEOUT = 3600.0


def numbered(number: int) -> str:
    """A name for a match, as long as `NAME`."""
    return f"match{number:04}"


@frozen
class Turn:
    """
    Lines that a connection sends at once; for each of them, what the
    connections get. Players are connections 0, 1, ..., a spectator follows.
    """

    sender: int
    lines: tuple[str, ...]
    told: tuple[Mapping[int, bytes], ...]

    @property
    def said(self) -> bytes:
        """The lines as they are sent."""
        return _encoded(self.lines)

    def named(self, name: str) -> Turn:
        """The same in a match of another name, which is as long as `NAME`."""
        told = [
            {
                receiver: data.replace(NAME.encode(), name.encode())
                for receiver, data in each.items()
            }
            for each in self.told
        ]
        return Turn(
            self.sender, tuple(line.replace(NAME, name) for line in self.lines), tuple(told)
        )

    def received(self) -> Mapping[int, bytes]:
        """What each connection gets in all."""
        sums: dict[int, bytes] = {}
        for told in self.told:
            for receiver, data in told.items():
                sums[receiver] = sums.get(receiver, b"") + data
        return sums


def record(game: Game, seed: str, name: str = NAME, watch: Sequence[str] = ()) -> list[Turn]:
    """
    A whole game of random bots, from their logins on. With ``watch``, the
    lines by which a spectator comes, she does so as soon as all players sit.
    """
    return [turn.named(name) for turn in _Recording(game, seed, watch).turns]


class _Recording:
    def __init__(self, game: Game, seed: str, watch: Sequence[str]) -> None:
        self.turns: list[Turn] = []
        self._hub = MemoryHub(game, seed=seed)
        seats = range(game.demo_seats)
        self._hub.lobby.create(game.rules, NAME, Terms(len(seats), TIMEOUT))
        self._bots = [game.bots["random"](f"bot{seat}", f"{seed}/{seat}") for seat in seats]
        self._links = [self._hub.connect() for _ in [*seats, "spectator"]]
        self._to_say: deque[tuple[int, Sequence[str]]] = deque()
        for seat in seats:
            self._send(seat, self._bots[seat].login(NAME))
        if watch:
            self._send(len(seats), watch)
        while self._to_say:
            self._send(*self._to_say.popleft())
        if not all(bot.over for bot in self._bots):
            turns = len(self.turns)
            raise RuntimeError(f"after {turns} turns nobody in a game of {game.name} has an answer")

    def _send(self, sender: int, lines: Sequence[str]) -> None:
        told = []
        for line in lines:
            self._links[sender].send(line)
            told.append(self._take())
        self.turns.append(Turn(sender, tuple(lines), tuple(told)))

    def _take(self) -> Mapping[int, bytes]:
        received = {number: link.take() for number, link in enumerate(self._links)}
        for seat, bot in enumerate(self._bots):
            for line in received[seat]:
                answers = bot.hear(line)
                if answers:
                    self._to_say.append((seat, answers))
        return {number: _encoded(lines) for number, lines in received.items() if lines}


def _encoded(lines: Iterable[str]) -> bytes:
    return "".join([line + "\n" for line in lines]).encode()
