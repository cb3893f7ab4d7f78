"""
Whole matches of reference bots in hubs that are killed again and again: what
was recorded is the match that the same bots play undisturbed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import pytest
from attrs import define, field

from boardhub.bots import ursuppe_random
from boardhub.bots.bot import Bot, MakeBot
from boardhub.bots.burg_player import BurgBot, free_starts, perform
from boardhub.games.burg.actions import FIRST_KNIGHT
from boardhub.games.burg.acts import coordinates
from boardhub.games.burg.moves import Act, EndTurn, PlaceKing
from boardhub.games.rules import Move
from boardhub.games.ursuppe.prompts import AskMeal, AskMovement, AskWard
from boardhub.hub.chronicle import COMINGS_KEPT
from boardhub.hub.journal import Record
from boardhub.hub.match import Match, Phase
from boardhub.links.memory import MemoryLink
from boardhub.protocols import burg, toxic, ursuppe, wuermer
from boardhub.protocols.game import Game
from tests.puppets import Stage, StagedHub

GAMES: Final[Mapping[str, Game]] = {
    each.name: each for each in (ursuppe.GAME, burg.GAME, toxic.GAME, wuermer.GAME)
}

SEATS: Final[Mapping[str, int]] = {"ursuppe": 3, "burg": 3, "toxic": 4, "wuermer": 2}

NAME: Final = "probe"


@define(eq=False)
class Player:
    """A bot, and its connection; one that comes back knows nothing of before."""

    bot: Bot
    link: MemoryLink
    secret: str = ""
    first: str = ""
    """The first line that it was told."""

    def join(self) -> None:
        """Take a seat, or take it again."""
        for line in self.bot.login(NAME, "", self.secret):
            self.link.send(line)

    def answer(self) -> bool:
        """Hear what has come, and say what there is to say; whether there was something."""
        lines = self.link.take()
        self.first = self.first or "".join(lines[:1])
        for line in lines:
            for said in self.bot.hear(line):
                self.link.send(said)
        return bool(lines)


class StillResting(Exception):
    """Not everybody is back who was there."""


class Modest(BurgBot):
    """Plays by what is told to whoever comes back: the figures, and its own turn."""

    def knight(self) -> Act:
        """Anywhere."""
        return perform(FIRST_KNIGHT, self.chance.choice(free_starts(self.book)))

    def king(self) -> PlaceKing:
        """Anywhere."""
        return PlaceKing(*coordinates(self.chance.choice(self.king_squares())))

    def action(self) -> Act | EndTurn:
        """A few that may always be done."""
        done = len(self.book.turn.acted)
        if done > 2 or self.chance.random() < 0.3:
            return EndTurn()
        return Act("ERHOEHE_PUNKTE")


class Cautious(ursuppe_random.RandomBot):
    """Answers with one move whatever may take several, so that nothing of it can be half done."""

    def decide(self) -> Sequence[Move]:
        """By chance, but for steps, meals and defence."""
        if isinstance(self.book.prompt, AskMovement | AskMeal | AskWard):
            return self._carefully()[:1]
        return super().decide()


#: Bots that play by what is told to whoever comes back, where ours know more than that.
TELLABLE: Final[Mapping[str, MakeBot]] = {"burg": Modest, "ursuppe": Cautious}


@define(eq=False)
class Table:
    """A match of bots; those of ``programs`` are local programs."""

    game: Game
    programs: int = 0
    level: str = "random"
    seed: str = "seed"
    """What the bots play by."""
    dice: str = "seed"
    """What the game plays by."""
    options: Mapping[str, Any] = field(factory=dict)
    crowd: int = 0
    """How many come first, and go again."""
    first_of_programs: str = field(default="", init=False)
    hub: StagedHub = field(init=False)
    players: list[Player] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        self.hub = StagedHub(self.game, Stage({"rot"}), self.options, seed=self.dice)

    @property
    def match(self) -> Match:
        """The match."""
        return self.hub.match(NAME)

    def make(self) -> None:
        """Make the match, let those come who go again, and then the programs."""
        seats = SEATS[self.game.name]
        host = self.hub.connect()
        for line in self._bot(0).creation(NAME, seats, 60_000, ""):
            host.send(line)
        for number in range(self.crowd):
            guest = self.hub.connect()
            for line in (*self._bot(0, f"q{number}").login(NAME), "ABMELDEN"):
                guest.send(line)
            self.hub.settle()
        visitor = self.hub.connect()
        for _ in range(min(self.programs, seats)):
            visitor.send(f"PROGRAMM {NAME} rot")
        self.hub.settle()

    def begin(self) -> None:
        """Make the match, and let all take their seats."""
        self.make()
        seats = SEATS[self.game.name]
        for number in range(self.programs, seats):
            self._join(number)
        self._start_programs()
        while self.match.phase is Phase.WAITING:
            self._talk()
        self._talk()
        self.first_of_programs = next((each.first for each in self.players if not each.secret), "")

    def kill(self) -> None:
        """The hub is killed, and another one takes its place; everybody comes back."""
        hub = self.hub.restart(seconds=100.0)
        assert isinstance(hub, StagedHub)
        self.hub, self.players = hub, []
        self._start_programs()
        for seat in self.match.seats:
            if seat.awaited and not seat.program:
                self._join(seat.number)
        for _ in range(3_000):
            if not self.match.resting:
                return
            self._talk()
            self.hub.advance(0.01)
        raise StillResting

    def turns(self) -> Iterator[int]:
        """Let them play: the number of moves, whenever there is one more."""
        known = 0
        while self.match.phase is Phase.RUNNING:
            if not any(player.answer() for player in self.players):
                self.hub.advance(1.0)
            moves = sum(line.startswith("[") for line in self._journal())
            if moves > known:
                known = moves
                yield moves

    def told(self) -> list[Any]:
        """What the journal has of the match, but for times."""
        return told(self.hub.journal(NAME).records())

    def _journal(self) -> list[str]:
        return self.hub.journal(NAME).lines

    def _bot(self, number: int, name: str = "") -> Bot:
        make = self.game.bots[self.level]
        if self.level == "random" and not name:
            make = TELLABLE.get(self.game.name, make)
        return make(name or f"bot{number}", f"{self.seed}/{number}")

    def _join(self, number: int) -> None:
        player = Player(self._bot(number), self.hub.connect(), f"word{number}")
        self.players.append(player)
        player.join()
        self._talk()

    def _start_programs(self) -> None:
        for start in self.hub.stage.starts:
            if not start.settled:
                bot = self._bot(start.casting.seat, start.casting.name)
                player = Player(bot, self.hub.connect())
                player.link.take()
                player.link.send(f"(plays {start.program})")
                self.players.append(player)
        self._talk()

    def _talk(self) -> None:
        for player in self.players:
            player.answer()
        self.hub.settle()


def told(records: list[Record]) -> list[Any]:
    """What a journal has of a match, but for times."""
    moves = [each for each in records if each["record"] == "move"]
    moves.sort(key=lambda each: each["prompt"])  # in one round anybody may be first
    answers = [[each[key] for key in ("prompt", "seat", "move")] for each in moves]
    end = records[-1]
    return [records[0]["seed"], answers, end["reason"], end["scores"], end["seats"]]


def undisturbed(table: Table) -> list[Any]:
    """What comes of a match that nothing happens to."""
    table.begin()
    for _ in table.turns():
        pass
    return table.told()


def disturbed(table: Table, every: float = 0.25) -> int:
    """Kill the hub after the first move, and again and again after so much more of them."""
    table.begin()
    kills, next_kill = 0, 1
    while table.match.phase is Phase.RUNNING:
        for moves in table.turns():
            if moves >= next_kill:
                break
        if table.match.phase is Phase.RUNNING:
            table.kill()
            kills, next_kill = kills + 1, int(next_kill * (1 + every)) + 2
    return kills


@pytest.mark.parametrize("programs", [0, 1, 9])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_match_goes_on_after_every_kill(game: Game, programs: int) -> None:
    """The same seeds, moves, dice and result, with connections, with programs, and with both."""
    table = Table(game, programs)
    assert disturbed(table) > 10
    assert table.told() == undisturbed(Table(game, programs))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_strong_bots_find_their_way_back(game: Game) -> None:
    """They know less than before, but enough: the match comes to its result."""
    table = Table(game, level="strong")
    assert disturbed(table, every=0.6) > 5
    records = table.hub.journal(NAME).records()
    assert records[-1]["reason"] in ("finished", "forfeited")
    assert not [each for each in records if each.get("late") and each["seat"] is not None]


def test_a_program_may_ask_for_the_map_again() -> None:
    """A match of the arena begins with seconds in which nobody is asked: they come again."""
    table = Table(toxic.GAME, 4, level="strong")
    table.begin()
    for moves in table.turns():
        if moves > 20:
            break
    table.kill()
    for moves in table.turns():
        if moves > 40:
            break
    assert table.match.phase is Phase.RUNNING


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_program_that_plays_otherwise_makes_the_match_void(game: Game) -> None:
    """Nobody has won: the hub was to blame that it had to play again."""
    table = Table(game, 1)
    table.begin()
    for moves in table.turns():
        if moves > 12:
            break
    table.seed = "another"
    with pytest.raises(StillResting):
        table.kill()
    (end,) = [each for each in table.hub.journal(NAME).records() if each["record"] == "end"]
    assert (end["reason"], end["scores"]) == ("void-restart", None)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_program_that_is_not_there_any_more_makes_the_match_void(game: Game) -> None:
    """The organiser has taken it away."""
    table = Table(game, 1)
    table.begin()
    table.hub.stage.names.clear()
    hub = table.hub.restart()
    assert hub.match(NAME).reason == "void-restart"


def test_a_program_that_cannot_be_started_again_makes_the_match_void() -> None:
    """Its crash, too, is the fault of the hub as long as it only plays again."""
    table = Table(wuermer.GAME, 1)
    table.begin()
    hub = table.hub.restart()
    assert isinstance(hub, StagedHub)
    hub.stage.starts[0].fail()
    assert hub.match(NAME).reason == "void-restart"


def test_a_local_program_is_told_no_word_of_the_lobby() -> None:
    """A worm program that is started again reads what it read at first: the board."""
    table = Table(wuermer.GAME, 1)
    table.begin()
    hub = table.hub.restart()
    assert isinstance(hub, StagedHub)
    link = hub.connect()
    link.take()
    link.send("(plays rot)")
    hub.settle()
    first = link.take()[0]  # the width
    assert first.isdigit()


@pytest.mark.parametrize(
    "game", [burg.GAME, ursuppe.GAME, wuermer.GAME], ids=lambda game: game.name
)
def test_after_much_coming_and_going(game: Game) -> None:
    """Not all of that is recorded; who plays then is told her own coming, not a stranger's."""
    table = Table(game, 1)
    table.crowd = COMINGS_KEPT // 2 + 1
    table.begin()
    for moves in table.turns():
        if moves > 8:
            break
    told = [line for line in table.hub.journal(NAME).lines if '"what":"taken"' in line]
    assert len(told) > COMINGS_KEPT // 2
    table.kill()
    for moves in table.turns():
        if moves > 12:
            break
    assert table.match.phase is Phase.RUNNING
    programs = [each for each in table.players if not each.secret]
    assert [each.first for each in programs] == [table.first_of_programs]


def test_a_program_keeps_its_seat_after_much_coming_and_going() -> None:
    """Its coming is always recorded."""
    table = Table(wuermer.GAME, 1)
    table.crowd = COMINGS_KEPT // 2 + 1
    table.make()
    hub = table.hub.restart()
    assert [each.program for each in hub.match(NAME).seats] == ["rot", ""]
