"""
A data directory after the daemon was killed: which journals are taken up
again, and what becomes of the others.
"""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from attrs import define, field
from twisted.internet.task import Clock as HandClock
from twisted.logger import LogEvent

from boardhub.hub.clock import Clock
from boardhub.hub.journal import FileJournal, read, read_locks
from boardhub.hub.lobby import Lobby
from boardhub.hub.match import Match, Phase
from boardhub.links.memory import MemoryLink
from boardhub.protocols import burg, wuermer
from boardhub.protocols.game import Game, GameDialect, Wire
from boardhub.records.archive import MATCHES, journal_name
from boardhub.records.unfinished import unfinished
from boardhub.restart import Restart


@define(eq=False)
class House:
    """A hub over a data directory; each new one takes the place of the one before."""

    data: Path
    games: tuple[Game, ...] = (wuermer.GAME, burg.GAME)
    clock: HandClock = field(factory=HandClock)
    closed: list[Path] = field(factory=list)
    lobby: Lobby = field(init=False)
    dialects: dict[str, GameDialect] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.lobby = Lobby(
            Clock(self.clock),
            lambda game, name, made: FileJournal(
                self.data / MATCHES / journal_name(made, game, name), closed=self.closed.append
            ),
        )
        restart = Restart(
            self.data,
            self.lobby,
            lambda game, name, path: FileJournal.reopen(path, closed=self.closed.append),
        )
        for game in self.games:
            settings = {each.name: each.default for each in game.options}
            dialect = self.dialects[game.name] = game.dialect(self.lobby, settings, Wire())
            restart.host(game, dialect)
        restart.startService()

    def connect(self, *lines: str) -> MemoryLink:
        """A connection to the worms that says this."""
        link = MemoryLink(self.dialects["wuermer"], self.clock)
        for line in lines:
            link.send(line)
        return link

    def make(self, name: str, password: str = "") -> None:
        """A worm match."""
        self.connect(
            "NEU 2", f"NAME {name}", f"PASSWORT {password}".strip(), "BRETT beispiel",
            "TIMEOUT 10000",
        )  # fmt: skip

    def join(self, name: str, player: str, password: str = "") -> MemoryLink:
        """Somebody comes to it, or comes back, with her own name as her secret."""
        return self.connect(
            f"GEHEIMNIS {player}", f"TEILNEHMEN {name}", f"PASSWORT {password}".strip(),
            f"NAME {player}",
        )  # fmt: skip

    def match(self, name: str) -> Match | None:
        """The worm match of this name."""
        return self.lobby.find("wuermer", name)

    def rests(self, name: str) -> bool:
        """Whether a worm match waits for its players."""
        match = self.match(name)
        assert match is not None
        return match.resting

    def journal(self, name: str) -> Path:
        """The file of a worm match."""
        (path,) = (self.data / MATCHES).glob(f"*-wuermer-{name}.jsonl")
        return path


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A hub with a worm match that has begun, two moves old, and one that waits."""
    house = House(tmp_path)
    house.make("duell", "sesam")
    first = house.join("duell", "ada", "sesam")
    house.join("duell", "bea", "sesam")
    for line in ("1", "N"):
        first.send(line)
    house.make("warten")
    return house


def test_what_has_no_end_is_unfinished(house: House) -> None:
    """Also behind a very long last line, or a torn one; what is no journal is passed over."""
    matches = house.data / MATCHES
    with house.journal("warten").open("ab") as file:
        file.write(b'{"record":"refused","line":"' + b"x" * 200_000 + b'"}\n{"record":"end","tor')
    (matches / "20000101T000000.000000Z-wuermer-leer.jsonl").touch()
    (matches / "20000101T000000.000000Z-wuermer-kein.jsonl").write_text("no journal\n")
    assert [each.name for each in unfinished(house.data)] == ["duell", "warten"]
    with house.journal("warten").open("ab") as file:
        file.write(b'n"}\n{"record":"end","reports":"' + b"x" * 200_000 + b'"}\n')
    assert [each.name for each in unfinished(house.data)] == ["duell"]


def test_a_file_that_is_no_journal_keeps_no_match_from_standing_again(house: House) -> None:
    """However deeply a damaged line seems to be nested."""
    (house.data / MATCHES / "0.jsonl").write_bytes(b"[" * 200_000 + b"\n")
    assert [each.name for each in unfinished(house.data)] == ["duell", "warten"]


def test_matches_stand_again(house: House) -> None:
    """Under their names, in their files; the second player is asked."""
    again = House(house.data)
    duel, waiting = again.match("duell"), again.match("warten")
    assert duel is not None
    assert waiting is not None
    assert (duel.phase, waiting.phase) == (Phase.RUNNING, Phase.WAITING)
    assert duel.resting
    assert duel.prompt(0) is None
    assert duel.prompt(1) is not None
    assert [each["record"] for each in read(again.journal("duell"))][-1] == "restart"


def test_players_are_told_the_match_as_it_came(house: House) -> None:
    """Who answers as before goes on; the other one is asked what she has not answered yet."""
    again = House(house.data)
    second, first = again.join("duell", "bea", "sesam"), again.join("duell", "ada", "sesam")
    told = second.take()
    assert told[0] == "SPIELERIN_AKZEPTIERT 2 bea"
    assert told[-3:] == ["Zweiter", "1", "N"]
    assert first.take()[-1] == "Erster"
    assert again.rests("duell")
    for line in ("1", "N"):
        first.send(line)
    assert not again.rests("duell")
    for line in ("1", "N"):
        second.send(line)
    assert first.take() == ["1", "N"]


def test_another_answer_than_before_makes_it_void(house: House) -> None:
    """Nobody has lost; both are told that it is over."""
    again = House(house.data)
    first, second = again.join("duell", "ada", "sesam"), again.join("duell", "bea", "sesam")
    for line in ("1", "O"):
        first.send(line)
    match = again.match("duell")
    assert match is not None
    assert match.reason == "void-restart"
    assert first.take()[-1] == second.take()[-1] == "Ende"
    assert again.closed == [again.journal("duell")]


def test_only_who_was_there_comes_back(house: House) -> None:
    """With her own secret, and the password."""
    again = House(house.data)
    again.make("leer")
    wrong = again.connect("GEHEIMNIS ada", "TEILNEHMEN duell", "PASSWORT sesam", "NAME bea")
    assert wrong.take()[-1].startswith("FEHLER 28 ")
    assert again.join("duell", "ada").take()[-1].startswith("FEHLER 8 ")


def test_what_opens_a_match_stands_beside_its_journal_until_the_end(house: House) -> None:
    """For the daemon's owner alone, and not in words."""
    locks = house.journal("duell").with_suffix(".locks")
    assert stat.S_IMODE(locks.stat().st_mode) == 0o600
    assert set(read_locks(house.journal("duell"))) == {"password", "secret 0", "secret 1"}
    assert "sesam" not in locks.read_text()
    again = House(house.data)
    match = again.match("duell")
    assert match is not None
    match.stop("aborted")
    assert not locks.exists()


def test_half_a_record_is_cut_off(house: House) -> None:
    """It was told to nobody, and would spoil the next one."""
    with house.journal("duell").open("ab") as file:
        file.write(b'["move",3,1,["Cra')
    again = House(house.data)
    assert again.match("duell") is not None
    assert read(again.journal("duell"))[-1]["record"] == "restart"


def test_games_that_are_not_hosted_are_left_as_they_are(house: House) -> None:
    """Nothing is written, and another time they are there again."""
    before = house.journal("duell").read_bytes()
    assert House(house.data, (burg.GAME,)).lobby.matches() == []
    assert house.journal("duell").read_bytes() == before
    assert House(house.data).match("duell") is not None


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace('"rules":1', '"rules":99', 1),
        lambda text: text.replace('["Crawl",1,"N"]', '["Crawl",1,"S"]', 1),
        lambda text: text.replace('"record":"begin"', '"record:"begin"', 1),
    ],
    ids=["other rules", "another move", "no JSON"],
)
def test_what_cannot_be_played_again_is_said_and_left_alone(
    house: House, damage: object, logged_failures: list[LogEvent]
) -> None:
    """The others stand again; of this one nothing is changed, and its name is free."""
    assert callable(damage)
    path = house.journal("duell")
    text = damage(path.read_text())
    assert text != path.read_text()
    path.write_text(text)
    again = House(house.data)
    assert again.match("duell") is None
    assert again.match("warten") is not None
    assert path.read_text() == text
    assert logged_failures == []
    again.make("duell")
    assert again.match("duell") is not None


def test_a_later_match_of_the_same_name_stands_again(house: House) -> None:
    """Of two that were interrupted; the other one is left alone."""
    path = house.journal("duell")
    first = json.loads(path.read_text().splitlines()[0])
    older = path.with_name("20000101T000000.000000Z-wuermer-duell.jsonl")
    older.write_text(json.dumps(first) + "\n")
    again = House(house.data)
    match = again.match("duell")
    assert match is not None
    assert match.phase is Phase.RUNNING
    assert json.loads(older.read_text().splitlines()[-1])["record"] == "match"
