"""The demo: match after match, whatever the lobby allows."""

from __future__ import annotations

import pytest
from attrs import evolve

from boardhub.demo import PAUSE, Demo
from boardhub.hub.lobby import LobbyLimits
from boardhub.hub.match import Phase
from boardhub.protocols.game import Game, Wire
from boardhub.protocols.registry import installed_games
from boardhub.protocols.ursuppe import GAME
from boardhub.testing import MemoryHub
from tests.hub.toys import NIM


def demo_in(hub: MemoryHub, game: Game = GAME) -> Demo:
    """A demo of a game whose bots need no time to think."""
    settings = {each.name: each.default for each in game.options}
    dialect = game.dialect(hub.lobby, settings, Wire())
    return Demo(game, dialect, hub.lobby, hub.reactor, 0.0)


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
    hub = MemoryHub(GAME)
    demo = Demo(evolve(GAME, rules=NIM, demo_seats=12), object(), hub.lobby, hub.reactor, 0.0)  # type: ignore[arg-type]
    names = demo._names(12)
    assert len(set(names)) == 12
