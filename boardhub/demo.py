"""
The demo: a daemon that nobody has joined yet shows games all the same. The
players are reference bots at in-memory links, and say what a client over TCP
would say.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any, TypeAlias

from twisted.application.service import Service
from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from boardhub.bots.bot import Bot
from boardhub.hub.lobby import Lobby, LobbyFull, NameTaken
from boardhub.hub.match import Match, Phase
from boardhub.hub.terms import Terms
from boardhub.links.memory import MemoryLink
from boardhub.protocols.game import Dialect, Game

#: Seconds between the end of a match and the next one.
PAUSE = 5.0

#: What demo matches are called, with a number.
NAME = "demo"

NAMES = ("Amelie", "Bruno", "Clara", "David", "Emilia", "Felix", "Greta", "Hugo")


#: Works something out, and has the answer later: at once in tests, in a thread in the daemon.
Aside: TypeAlias = Callable[[Callable[[], list[str]]], Deferred[list[str]]]


class Demo(Service):
    """
    Match after match of one game, with as many players as it allows. What its
    bots think about is worked out ``aside``: a strong one may need a quarter
    of a second, and that would be late for somebody else.
    """

    _log = Logger()

    def __init__(
        self,
        game: Game,
        dialect: Dialect,
        lobby: Lobby,
        reactor: IReactorTime,
        pace: float,
        aside: Aside = maybeDeferred,
    ) -> None:
        self._game = game
        self._dialect = dialect
        self._lobby = lobby
        self._reactor = reactor
        self._pace = pace
        self._aside = aside
        self._terms = Terms(game.demo_seats, game.demo_timeout, options=game.demo_options())
        self._numbers = count(1)
        self._next: Any = None

    def startService(self) -> None:
        """Go on with the match that was interrupted, or begin with the first one."""
        super().startService()
        own = [each for each in self._lobby.matches(self._game.name) if self._is_own(each)]
        for match in own:
            self._come_back(match)
        if not own:
            self._play()

    def stopService(self) -> None:
        """No further match; the one that is going on is the hub's to end."""
        super().stopService()
        if self._next is not None:
            self._next.cancel()
            self._next = None

    def _play(self) -> None:
        self._next = None
        name, seed = f"{NAME}{next(self._numbers)}", self._lobby.new_seed()
        seats = self._game.demo_seats
        try:
            match = self._lobby.create(self._game.rules, name, self._terms, seed=seed)
        except NameTaken:
            self._after(0.0)
            return
        except LobbyFull:
            self._make_room()
            self._after(PAUSE)
            return
        for number, player in enumerate(_names(seats, Random(seed))):
            self._seat(match, number, player)

    def _is_own(self, match: Match) -> bool:
        """Whether this is an interrupted match of a demo: a visitor may have called one so, too."""
        return match.resting and all(
            seat.opens_with(_word(match, seat.name)) for seat in match.seats if seat.awaited
        )

    def _come_back(self, match: Match) -> None:
        for seat in match.seats:
            if seat.awaited:
                self._seat(match, seat.number, seat.name)

    def _seat(self, match: Match, number: int, player: str) -> None:
        """
        A bot takes a seat. What it plays by, and the word that brings it back,
        come of the match's own seed, so that they are the same after a restart.
        """
        level = sorted(self._game.bots)[number % len(self._game.bots)]
        word = _word(match, player)
        bot = self._game.bots[level](player, word)
        seat = DemoSeat(
            bot, self._dialect, self._reactor, self._pace, self._aside, self._match_over
        )
        seat.join(match.name, word)

    def _make_room(self) -> None:
        """Where there is no place for a further match an old one of the demo goes."""
        for match in self._lobby.matches(self._game.name):
            if match.phase is Phase.OVER and match.name.startswith(NAME):
                match.close()
                return

    def _match_over(self) -> None:
        """One of the bots has seen the end."""
        if self.running and self._next is None:
            self._after(PAUSE)

    def _after(self, seconds: float) -> None:
        self._next = self._reactor.callLater(seconds, self._play)


class DemoSeat:
    """
    A bot at an in-memory link, which takes its time to think, and does so
    where it holds up nobody.
    """

    _log = Logger()

    def __init__(
        self,
        bot: Bot,
        dialect: Dialect,
        reactor: IReactorTime,
        pace: float,
        aside: Aside,
        over: Callable[[], None],
    ) -> None:
        self._bot = bot
        self._reactor = reactor
        self._pace = pace
        self._aside = aside
        self._over = over
        self._lines: list[str] = []
        """What it has not been told yet, since it is thinking."""
        self._thinking = False
        self._link = MemoryLink(dialect, reactor, on_line=self._hear)

    def join(self, match: str, secret: str) -> None:
        """Take a seat, or take it again."""
        for line in self._bot.login(match, "", secret):
            self._link.send(line)

    def _hear(self, line: str) -> None:
        self._lines.append(line)
        if not self._thinking:
            self._think()

    def _think(self) -> None:
        lines, self._lines = self._lines, []
        self._thinking = True
        self._aside(lambda: self._answers(lines)).addCallbacks(self._answer, self._fail)

    def _answers(self, lines: list[str]) -> list[str]:
        """What the bot says to these; it touches nothing but itself."""
        return [answer for line in lines if not self._bot.over for answer in self._bot.hear(line)]

    def _answer(self, answers: list[str]) -> None:
        self._thinking = False
        if answers:
            self._reactor.callLater(self._pace, self._send, answers)
        elif self._bot.over:
            self._leave()
        if self._lines and not self._bot.over:
            self._think()

    def _fail(self, failure: Failure) -> None:
        self._log.failure("a demo bot has failed", failure)
        self._leave()

    def _send(self, answers: list[str]) -> None:
        for line in answers:
            self._link.send(line)
        if self._bot.over:  # by a last move, after which it is told nothing more
            self._leave()

    def _leave(self) -> None:
        self._link.lost()
        self._over()


def _names(seats: int, chance: Random) -> list[str]:
    more = [f"Gast{number}" for number in range(1, seats + 1 - len(NAMES))]
    return [*chance.sample(NAMES, min(seats, len(NAMES))), *more]


def _word(match: Match, player: str) -> str:
    """What brings a bot back into its seat, and what it plays by."""
    return sha256(f"{match.seed}/{player}".encode()).hexdigest()[:12]
