"""The demo: match after match, whatever the lobby allows."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from twisted.internet.defer import Deferred
from twisted.logger import LogEvent
from twisted.python.failure import Failure

from boardhub.bots.bot import Newcomer
from boardhub.demo import PAUSE, Demo, DemoSeat, _names
from boardhub.hub.lobby import LobbyLimits
from boardhub.hub.match import Phase
from boardhub.protocols.game import Game, Wire
from boardhub.protocols.registry import installed_games
from boardhub.protocols.ursuppe import GAME
from boardhub.testing import MemoryHub


def demo_in(hub: MemoryHub, game: Game = GAME) -> Demo:
    """A demo of a game whose bots need no time to think."""
    return Demo(game, hub.dialect(game.name), hub.lobby, hub.reactor, 0.0)


def play_on(hub: MemoryHub, name: str, game: str = "ursuppe") -> None:
    """Until the match of this name is over."""
    for _ in range(100_000):
        match = hub.lobby.find(game, name)
        if match is not None and match.phase is Phase.OVER:
            return
        hub.advance(0.001)
    raise AssertionError(f"{name} does not end")


@pytest.mark.parametrize("name", installed_games())
def test_every_game_plays(name: str) -> None:
    """Its bots come to a result, and so they do in the next match."""
    game = installed_games()[name]
    hub = MemoryHub(game)
    demo = demo_in(hub, game)
    demo.startService()
    play_on(hub, "demo1", name)
    assert hub.match("demo1", name).reason == "finished"
    hub.advance(PAUSE)
    play_on(hub, "demo2", name)
    assert hub.match("demo2", name).reason == "finished"
    demo.stopService()


@pytest.mark.parametrize("name", installed_games())
def test_an_interrupted_match_goes_on(name: str) -> None:
    """After the daemon was killed its bots are back, and play it to a result."""
    game = installed_games()[name]
    hub = MemoryHub(game)
    demo_in(hub, game).startService()
    for _ in range(5):
        for _ in range(60):
            hub.advance(0.001)
        if hub.match("demo1", name).phase is Phase.OVER:
            break
        moves = len(hub.journal("demo1", name).lines)
        hub = hub.restart()
        demo = demo_in(hub, game)
        demo.startService()
        assert len(hub.journal("demo1", name).lines) >= moves
    play_on(hub, "demo1", name)
    assert hub.match("demo1", name).reason == "finished"
    assert hub.journal("demo1", name).records()[-2]["record"] != "restart"


def test_a_visitors_match_is_not_the_demos() -> None:
    """Whatever it is called: after a restart the demo goes on with its own."""
    hub = MemoryHub(GAME)
    visitor = hub.connect()
    for line in ("NEU 3", "NAME demon", "PASSWORT", "TIMEOUT 60000"):
        visitor.send(line)
    for name in ("anna", "bert", "cleo"):
        player = hub.connect()
        for line in (f"GEHEIMNIS {name}", "TEILNEHMEN demon", "PASSWORT", f"NAME {name}"):
            player.send(line)
    assert hub.match("demon").phase is Phase.RUNNING
    demo_in(hub).startService()
    for _ in range(100):
        hub.advance(0.001)
    hub = hub.restart()
    demo_in(hub).startService()
    for _ in range(100):
        hub.advance(0.001)
    assert not hub.match("demo1").resting
    assert hub.match("demon").resting


def test_an_old_match_makes_room_for_the_next() -> None:
    """Also where the lobby takes one match only there is always something to watch."""
    hub = MemoryHub(GAME, limits=LobbyLimits(matches=1))
    demo = demo_in(hub)
    demo.startService()
    play_on(hub, "demo1")
    hub.advance(2 * PAUSE + 1)
    hub.advance(PAUSE + 1)
    (match,) = hub.lobby.matches()
    assert match.name != "demo1"
    demo.stopService()


def test_more_players_than_names() -> None:
    """A game for many players has guests."""
    names = _names(12, Random("chance"))
    assert len(set(names)) == 12


class Thinking:
    """Works out what it is given when it is told to."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Callable[[], list[str]], Deferred[list[str]]]] = []

    def aside(self, work: Callable[[], list[str]]) -> Deferred[list[str]]:
        """Later."""
        answer: Deferred[list[str]] = Deferred()
        self.waiting.append((work, answer))
        return answer

    def finish(self) -> None:
        """The oldest is worked out now."""
        work, answer = self.waiting.pop(0)
        try:
            answer.callback(work())
        except Exception:
            answer.errback(Failure())


class Parrot(Newcomer):
    """Says what it hears, in the order in which it hears it."""

    def __init__(self) -> None:
        super().__init__("parrot")
        self.heard: list[str] = []

    def login(self, match: str, password: str = "", secret: str = "") -> list[str]:
        """Two questions."""
        return ["PING", "PING"]

    def hear(self, line: str) -> list[str]:
        """Note it."""
        self.heard.append(line)
        if line == "VERSION":
            raise LookupError(line)
        return ["VERSION"] if len(self.heard) == 2 else []


def test_a_bot_that_thinks_holds_up_nobody(logged_failures: list[LogEvent]) -> None:
    """What comes meanwhile is told it afterwards; if it fails, its seat alone is lost."""
    hub = MemoryHub(GAME)
    thinking, over = Thinking(), list[bool]()
    dialect = GAME.dialect(hub.lobby, {}, Wire())
    bot = Parrot()
    seat = DemoSeat(bot, dialect, hub.reactor, 0.5, thinking.aside, lambda: over.append(True))  # type: ignore[arg-type]
    seat.join("m", "")
    hub.settle()
    assert (bot.heard, len(thinking.waiting)) == ([], 1)
    thinking.finish()
    assert bot.heard == ["PONG"]
    thinking.finish()
    assert bot.heard == ["PONG", "PONG"]
    assert not thinking.waiting
    hub.advance(0.5)
    hub.settle()
    thinking.waiting[0] = (lambda: bot.hear("VERSION"), thinking.waiting[0][1])
    thinking.finish()
    assert over == [True]
    assert len(logged_failures) == 1
    logged_failures.clear()
