"""What the contract asks of a game's drawing: right ones pass, and each fault is found."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from boardhub.games.rules import Player
from boardhub.protocols.burg import GAME as BURG
from boardhub.protocols.exhibit import Drawing, Exhibit
from boardhub.protocols.game import Game
from boardhub.protocols.toxic import GAME as TOXIC
from boardhub.protocols.ursuppe import GAME as URSUPPE
from boardhub.protocols.wuermer import GAME as WUERMER
from boardhub.testing import no_logged_failures
from boardhub.testing.showing import check_drawing
from tests.web.desk import Desk
from tests.web.films import GAMES, NAMES

MODULE = "export function board() {}\n"


def players(game: Game, seats: int) -> list[Player]:
    """So many players of a game."""
    facts = {"age": 20} if game is BURG else {}
    return [Player(name, facts) for name in NAMES[:seats]]


@pytest.mark.parametrize(("game", "seats"), GAMES, ids=lambda each: getattr(each, "name", ""))
def test_our_games_can_be_shown(game: Game, seats: int) -> None:
    """Each game's drawing keeps the contract, and the page serves its module."""
    with no_logged_failures():
        check_drawing(game, players(game, seats), "shown")
    assert game.drawing is not None
    answer = Desk(game).browser().ask(f"/static/games/{game.name}.js")
    assert (answer.status, answer.body) == (200, game.drawing.source())


def test_all_games_are_tried() -> None:
    """No game of ours is missing above."""
    assert [game for game, _ in GAMES] == [BURG, TOXIC, URSUPPE, WUERMER]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An importable package with a module that draws something."""
    folder = tmp_path / "boardhub_drawn"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "drawn.js").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "boardhub_drawn", raising=False)
    return folder


def drawn(make: Callable[..., Exhibit] = Exhibit, module: str = "drawn.js") -> Game:
    """The worms as somebody else draws them."""
    return evolve(WUERMER, drawing=Drawing("boardhub_drawn", module, make))


def test_somebody_elses_drawing(package: Path) -> None:
    """A drawing in a package of its own passes, and its module is served."""
    game = drawn()
    check_drawing(game, players(game, 2), "drawn")
    assert Desk(game).browser().ask("/static/games/wuermer.js").body.decode() == MODULE


@pytest.mark.parametrize("text", ["", "export function bored() {}\n", "function board() {}\n"])
def test_a_module_without_a_board(package: Path, text: str) -> None:
    """A module that is empty or draws no board is found."""
    (package / "drawn.js").write_text(text)
    with pytest.raises(AssertionError, match="the module that draws the game"):
        check_drawing(drawn(), players(WUERMER, 2), "drawn")


def test_a_module_that_is_not_there(package: Path) -> None:
    """A module that has been forgotten is found."""
    with pytest.raises(OSError, match=r"other\.js"):
        check_drawing(drawn(module="other.js"), players(WUERMER, 2), "drawn")


class Odd(Exhibit):
    """Shows what JSON cannot hold."""

    def position(self) -> Any:
        """A set."""
        return {1, 2}


class Forgetful(Exhibit):
    """Shows something else every time."""

    looks = 0

    def position(self) -> Any:
        """How often somebody has looked."""
        self.looks += 1
        return self.looks


class Short(Exhibit):
    """Has a score for nobody."""

    def scores(self) -> list[None]:
        """None at all."""
        return []


@pytest.mark.parametrize(
    ("make", "fault"), [(Odd, "not plain JSON"), (Forgetful, "another end"), (Short, "a score")]
)
def test_exhibits_that_break_the_contract(
    package: Path, make: Callable[..., Exhibit], fault: str
) -> None:
    """What is no JSON, what the journal does not give again, and a missing score are found."""
    with pytest.raises(AssertionError, match=fault):
        check_drawing(drawn(make), players(WUERMER, 2), "drawn")
