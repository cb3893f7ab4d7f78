"""
The contract of games as far as it is about dialects: a sound one passes, and
each fault of one is caught in a match of its bots.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import pytest
from attrs import define, evolve
from twisted.logger import LogEvent

from boardhub.bots.bot import UrBot
from boardhub.games.rules import Move, Prompt, Viewer
from boardhub.hub.asking import NotAsked
from boardhub.hub.lobby import Lobby
from boardhub.hub.match import Match, Phase
from boardhub.hub.resting import Resting
from boardhub.hub.steps import Back, Began, Ended, Joined, Late, Left, Report, Said, Step, Watching
from boardhub.hub.terms import Terms
from boardhub.protocols.game import Game, Link, Refusal, Wire
from boardhub.protocols.table import Table
from boardhub.protocols.text import Refused
from boardhub.protocols.ur_match import UrDialect, UrSeated, cause_lines, read_numbers
from boardhub.testing import check_game
from tests.hub.toys import NIM, Take, Took


class ToyTable(Table):
    """Tells who took how much."""

    def state(self) -> Sequence[str]:
        """The heap is no secret; nor that it is all over."""
        over = ["SPIEL_BEENDET"] if self.match.phase is Phase.OVER else []
        return [*self.status(), *over]

    def status(self) -> Sequence[str]:
        """The position."""
        return [f"LAGE {self.match.view(None)}"]

    def lines(self, step: Step, viewer: Viewer) -> Sequence[str]:
        """The lobby's words, and what was taken."""
        took = [each for each in step.events if isinstance(each, Took)]
        return [*cause_lines(step.cause, viewer), *[f"GENOMMEN {each.count}" for each in took]]


class ToyPlayer(UrSeated[ToyTable]):
    """Takes sticks."""

    words = ("NEHMEN",)

    def prompt_line(self, prompt: Prompt) -> str:
        """The one question."""
        return "ZUG_NEHMEN"

    def move(self, prompt: Any, word: str, rest: str) -> Move:
        """``NEHMEN count``"""
        return Take(*read_numbers(rest, 1))


class ToyDialect(UrDialect[ToyTable]):
    """A sound dialect in the UrServer's lobby."""

    rules = NIM
    sizes = range(2, 5)
    table_type = ToyTable
    player_type = ToyPlayer

    def status(self, match: Match) -> Sequence[str]:
        """The position."""
        return self.table(match).status()


class ToyBot(UrBot):
    """Takes one stick at a time."""

    def hear(self, line: str) -> list[str]:
        """Answer the one question."""
        self.over = self.over or line == "SPIEL_BEENDET"
        return ["NEHMEN 1"] if line == "ZUG_NEHMEN" else []

    def standings(self) -> list[tuple[str, int]]:
        """It does not count."""
        return []


GAME = Game(rules=NIM, port=1, dialect=ToyDialect, bots={"random": ToyBot})


def fails(*told: object) -> Any:
    """What a faulty method does."""
    raise LookupError(told)


def check(game: Game = GAME) -> None:
    """The contract, for two and three players."""
    check_game(game, sizes=(2, 3), matches=2)


def test_a_sound_dialect_passes() -> None:
    """With bots, and without any: then nobody ever answers."""
    check()
    check(evolve(GAME, bots={}))


@pytest.mark.parametrize(
    ("kind", "method", "bots"),
    [
        (ToyPlayer, "move", GAME.bots),
        (ToyPlayer, "prompt_line", GAME.bots),
        (ToyPlayer, "prompt_line", {}),
        (ToyTable, "lines", GAME.bots),
        (ToyTable, "lines", {}),
        (ToyTable, "state", GAME.bots),
        (ToyTable, "state", {}),
        (ToyDialect, "status", GAME.bots),
        (ToyDialect, "status", {}),
    ],
)
def test_a_method_that_raises_is_caught(
    kind: type,
    method: str,
    bots: Mapping[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    logged_failures: list[LogEvent],
) -> None:
    """Each of those that a dialect must have, and most of them without bots, too."""
    monkeypatch.setattr(kind, method, fails)
    with pytest.raises(AssertionError, match="LookupError"):
        check(evolve(GAME, bots=bots))
    logged_failures.clear()


@pytest.mark.parametrize("cause", [Began, Back, Ended, Joined, Late, Left, Said, Watching])
def test_whatever_happens_is_told(
    cause: type, monkeypatch: pytest.MonkeyPatch, logged_failures: list[LogEvent]
) -> None:
    """Lines that fail for one cause only are caught: all of them occur."""
    sound = ToyTable.lines

    def lines(table: ToyTable, step: Step, viewer: Viewer) -> Sequence[str]:
        return fails(cause) if isinstance(step.cause, cause) else sound(table, step, viewer)

    monkeypatch.setattr(ToyTable, "lines", lines)
    with pytest.raises(AssertionError, match="LookupError"):
        check()
    logged_failures.clear()


def test_nonsense_after_a_known_word_is_said(
    monkeypatch: pytest.MonkeyPatch, logged_failures: list[LogEvent]
) -> None:
    """A dialect that takes for granted that parameters are numbers is caught."""
    monkeypatch.setattr(ToyPlayer, "move", lambda player, prompt, word, rest: Take(int(rest)))
    with pytest.raises(AssertionError, match="ValueError"):
        check()
    logged_failures.clear()


def test_out_of_turn_lines_are_said(
    monkeypatch: pytest.MonkeyPatch, logged_failures: list[LogEvent]
) -> None:
    """A dialect that takes for granted that whoever answers is asked is caught."""

    def respond(player: ToyPlayer, word: str, rest: str, at: float) -> None:
        prompt = player.match.prompt(player.seat)
        assert prompt is not None, "unasked"
        player.play(player.move(prompt, word, rest), at)

    monkeypatch.setattr(ToyPlayer, "respond", respond)
    with pytest.raises(AssertionError, match="unasked"):
        check()
    logged_failures.clear()


def refuses(*told: object) -> Any:
    """Nothing is good enough."""
    raise Refused(22)


def without_end(table: ToyTable, step: Step, viewer: Viewer) -> Sequence[str]:
    """The spectators are not told the end."""
    lines = cause_lines(step.cause, viewer)
    return () if viewer is None and isinstance(step.cause, Ended) else lines


def never_alike(table: ToyTable, step: Step) -> bool:
    """Everybody gets her own lines."""
    return False


def test_a_dialect_that_takes_no_move_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The match would come to an end all the same, by defaults."""
    monkeypatch.setattr(ToyPlayer, "move", refuses)
    with pytest.raises(AssertionError, match="a bot has answered, but was late"):
        check()


def test_an_end_that_not_all_are_told_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spectators hear of it, too: their last line is that of one who comes late."""
    monkeypatch.setattr(ToyTable, "lines", without_end)
    monkeypatch.setattr(ToyTable, "alike", never_alike)
    with pytest.raises(AssertionError, match="not the same last line"):
        check()


@pytest.mark.parametrize(
    ("status", "complaint"),
    [(lambda *told: (), "STATUS is not answered"), (refuses, "STATUS is refused: FEHLER 22")],
)
def test_a_status_that_says_nothing_is_caught(
    status: Callable[..., Sequence[str]], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the match, in it and after it there is something to say."""
    monkeypatch.setattr(ToyDialect, "status", status)
    with pytest.raises(AssertionError, match=complaint):
        check()


def test_a_dialect_that_meddles_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it does to the state beside the rules is in no journal."""

    def move(player: ToyPlayer, prompt: Any, word: str, rest: str) -> Move:
        state: Any = player.match.state
        state.taken[player.seat] += 1
        return Take(*read_numbers(rest, 1))

    monkeypatch.setattr(ToyPlayer, "move", move)
    with pytest.raises(AssertionError, match="the journal does not rebuild a match"):
        check()


class MuteBot(ToyBot):
    """Does not know how to make a match."""

    def creation(
        self, match: str, seats: int, timeout: int = 60_000, password: str = ""
    ) -> list[str]:
        """A line that the lobby does not know."""
        return ["SPIELEN"]


def test_bots_that_make_no_match_are_caught() -> None:
    """Nothing of the dialect could be tried."""
    with pytest.raises(AssertionError, match="no match comes of what a bot says"):
        check(evolve(GAME, bots={"random": MuteBot}))


@define(eq=False)
class PlainSession:
    """A connection to a lobby of another kind, where nobody can watch."""

    link: Link
    lobby: Lobby
    match: Match | None = None
    seat: int = 0

    def line(self, text: str, at: float) -> None:
        """Make a match, take a seat, or take sticks; all else means nothing."""
        match text.split(" "):
            case ["MATCH", name, seats]:
                self.lobby.create(NIM, name, Terms(int(seats), 1.0))
            case ["SIT", name, who] if self.match is None:
                found = self.lobby.find("nim", name)
                self.match = found if found is not None and found.vacancy() else None
                if self.match is not None:
                    self.seat = self.match.take(self, who)
            case ["TAKE", "1"] if self.match is not None:
                with suppress(NotAsked):
                    self.match.play(self.seat, Take(1), at)

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """Ask, and tell each at the end in which seat she was."""
        lines = ["TURN"] if asked else []
        lines += [f"END {self.seat}"] if isinstance(step.cause, Ended) else []
        self.link.write(Wire().encode(lines))

    def unheard(self, by: float) -> bool:
        """Nothing waits."""
        return self.link.unheard(by)

    def report(self) -> Report:
        """Nothing to tell."""
        return {}

    def dismiss(self) -> None:
        """It is over."""
        self.link.close()

    def refuse(self, why: Refusal) -> None:
        """Say nothing."""
        self.link.close()

    def begun(self, at: float) -> None:
        """Of no matter."""

    def ended(self) -> None:
        """Play on."""

    def caught_up(self) -> None:
        """Nothing was kept."""

    def lost(self) -> None:
        """Nobody waits for her."""
        if self.match is not None:
            self.match.leave(self.seat, "dropped")


@define(eq=False)
class PlainDialect:
    """The port with that lobby."""

    lobby: Lobby

    def arrive(self, link: Link) -> PlainSession:
        """Somebody is there."""
        return PlainSession(link, self.lobby)

    def resume(self, match: Resting) -> None:
        """There are no programs."""

    def turned_away(self, why: Refusal) -> bytes:
        """Nothing."""
        return b""


class PlainBot(ToyBot):
    """Knows the words there."""

    def creation(
        self, match: str, seats: int, timeout: int = 60_000, password: str = ""
    ) -> list[str]:
        """One line."""
        return [f"MATCH {match} {seats}"]

    def login(self, match: str, password: str = "", secret: str = "") -> list[str]:
        """One line."""
        return [f"SIT {match} {self.name}"]

    def hear(self, line: str) -> list[str]:
        """Take one stick."""
        self.over = self.over or line.startswith("END ")
        return ["TAKE 1"] if line == "TURN" else []


PLAIN = Game(
    rules=NIM,
    port=1,
    dialect=lambda lobby, settings, wire: PlainDialect(lobby),
    bots={"random": PlainBot},
)


def test_another_lobby_is_known_by_what_the_bots_say() -> None:
    """It needs no spectators, no STATUS, and no last line that is the same for all."""
    check(PLAIN)


def test_faults_show_in_another_lobby_too(
    monkeypatch: pytest.MonkeyPatch, logged_failures: list[LogEvent]
) -> None:
    """The match is played there as anywhere."""
    monkeypatch.setattr(PlainSession, "hear", fails)
    with pytest.raises(AssertionError, match="LookupError"):
        check(PLAIN)
    logged_failures.clear()
