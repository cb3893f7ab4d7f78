"""
Games recorded in memory, to be played again over sockets: who sends which
lines, and what each connection then gets.

The same game, seed and bots make the same record in every process, so it need
not be handed from one to another. What is drawn anew for each process, the
place of a file say, is always as long, see `bench.replay`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from boardhub.hub.match import Phase
from boardhub.hub.terms import Terms
from boardhub.protocols.game import Game
from boardhub.testing import MemoryHub

#: The name of every recorded match; others of the same length may take its place.
NAME = "match0000"
#: Seconds for an answer; no bot ever needs them.
TIMEOUT = 3600.0


#: What a game's rules are told beside what they are told in a demo, so that they wait for
#: players only.
AT_ONCE: Final[Mapping[str, Mapping[str, Any]]] = {"toxic": {"preparation": 0.0}}


#: Games in which somebody watches, who is told of moves that bring the players nothing yet:
#: so it can be seen that such a line has been heard, before another player's is sent.
WATCHED: Final = frozenset(["toxic"])


def comers(game: Game) -> int:
    """How many connections a recorded match has."""
    return game.demo_seats + (game.name in WATCHED)


def terms(game: Game) -> Terms:
    """The terms of matches that are recorded and played again."""
    return Terms(game.demo_seats, TIMEOUT, options=options(game))


def options(game: Game) -> Mapping[str, Any]:
    """The rules' options in a benchmark."""
    return {**game.demo_options(), **AT_ONCE.get(game.name, {})}


def numbered(number: int) -> str:
    """A name for a match, as long as `NAME`."""
    return f"match{number:04}"


@frozen
class Turn:
    """
    Lines that a connection sends at once; for each of them, what the
    connections get. Players are connections 0, 1, ..., a spectator follows.

    Where the server speaks first, ``lines`` are none, and what is told is a
    greeting. ``opening``: the match has not begun before.
    """

    sender: int
    lines: tuple[str, ...]
    told: tuple[Mapping[int, bytes], ...]
    opening: bool = False

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
        lines = tuple([line.replace(NAME, name) for line in self.lines])
        return Turn(self.sender, lines, tuple(told), self.opening)

    def received(self) -> Mapping[int, bytes]:
        """What each connection gets in all."""
        sums: dict[int, bytes] = {}
        for told in self.told:
            for receiver, data in told.items():
                sums[receiver] = sums.get(receiver, b"") + data
        return sums


def record(game: Game, seed: str, name: str = NAME, watch: Sequence[str] = ()) -> list[Turn]:
    """
    A whole game of random bots, from their coming on. With ``watch``, the
    lines by which a spectator comes, she does so after all players' logins.
    """
    if game.name in WATCHED and not watch:
        watch = game.bots["random"]("watcher", seed).watching(NAME)
    return [turn.named(name) for turn in _Recording(game, seed, watch).turns]


class _Recording:
    def __init__(self, game: Game, seed: str, watch: Sequence[str]) -> None:
        self.turns: list[Turn] = []
        self._hub = MemoryHub(game, seed=seed)
        seats = range(game.demo_seats)
        self._hub.lobby.create(game.rules, NAME, terms(game))
        self._bots = [game.bots["random"](f"bot{seat}", f"{seed}/{seat}") for seat in seats]
        everybody = range(len(seats) + bool(watch))
        self._links = [self._hub.connect() for _ in everybody]
        self._to_say: deque[tuple[int, Sequence[str]]] = deque()
        logins = [bot.login(NAME) for bot in self._bots]
        for number in everybody:
            self._greet(number)
        for seat in seats:
            self._send(seat, logins[seat])
        if watch:
            self._send(len(seats), watch)
        while self._to_say:
            self._send(*self._to_say.popleft())
        if not all(bot.over for bot in self._bots):
            turns = len(self.turns)
            raise RuntimeError(f"after {turns} turns nobody in a game of {game.name} has an answer")

    def _greet(self, number: int) -> None:
        """What a connection gets that has said nothing; no bot has an answer to that."""
        greeting = self._links[number].take()
        for bot in self._bots[number : number + 1]:
            for line in greeting:
                bot.hear(line)
        if greeting:
            told = ({number: _encoded(greeting)},)
            self.turns.append(Turn(number, (), told, self._is_opening()))

    def _send(self, sender: int, lines: Sequence[str]) -> None:
        opening, told = self._is_opening(), []
        for line in lines:
            self._links[sender].send(line)
            self._hub.settle()
            told.append(self._take())
        self.turns.append(Turn(sender, tuple(lines), tuple(told), opening))

    def _is_opening(self) -> bool:
        return self._hub.match(NAME).phase is Phase.WAITING

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
