"""
A daemon that is killed again and again while it is loaded: every match comes
to the end that the same seed and the same bots make without that.

``BOARDHUB_KILLS`` says how often, in place of a few times.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any, Final

import pytest
from attrs import define, field

from boardhub.bots.bot import Bot
from boardhub.hub.journal import Record, read
from boardhub.hub.replay import replay
from tests.daemon.running import PATIENCE, SCRIPTS, Daemon
from tests.test_restart_wire import GAMES, SEATS, Table, told, undisturbed

pytestmark = pytest.mark.daemon

KILLS: Final = int(os.environ.get("BOARDHUB_KILLS", "4"))

#: In how many seats local programs play; in two games in all, since who comes back there cannot
#: know all that a bot of ours plays by.
PROGRAMS: Final = {"ursuppe": 3, "burg": 3, "toxic": 1, "wuermer": 1}

#: Seconds between a start of the daemon and its end, at most.
LIFE: Final = 2.5


@define(eq=False)
class Load:
    """Matches of every game, one after the other, in a daemon that lives again and again."""

    directory: Path
    daemon: Daemon = field(init=False)
    bots: list[Any] = field(factory=list)
    ports: dict[str, int] = field(factory=dict)
    made: list[tuple[str, str]] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Start it, at the ports where it was before."""
        programs = [
            f"--{game}-program=rot={SCRIPTS / 'boardhub'} bot {game} --stdio --level random"
            f" --seed rot"
            for game in GAMES
        ]
        self.daemon = Daemon(
            self.directory,
            *programs,
            "--return-time=60",
            "--toxic-preparation=0",
            games=list(GAMES),
            ports=self.ports,
        )
        self.ports = self.daemon.ports

    def kill(self) -> None:
        """End it without a word, and start it again."""
        self.daemon.stop()
        self.start()

    def begin(self, game: str, name: str) -> None:
        """Make a match, and let all take their seats."""
        self.made.append((game, name))
        client = self.daemon.connect(game)
        bot: Bot = GAMES[game].bots["random"]("host", 0)
        client.send("LISTE" if game == "toxic" else "PING")
        client.send(*bot.creation(name, SEATS[game], 30_000, ""))
        client.until("SPIEL_ANGEMELDET")
        client.close()
        client = self.daemon.connect(game)
        for _ in range(PROGRAMS[game]):
            client.send(f"PROGRAMM {name} rot")
            client.until("PROGRAMM_AKZEPTIERT")
        client.close()
        for number in range(PROGRAMS[game], SEATS[game]):
            words = ["--level", "random", "--name", f"bot{number}", "--seed", f"{number}"]
            words += ["--wait", "60"]
            self.bots.append(self.daemon.bot(name, *words, game=game))

    def journal(self, game: str, name: str) -> list[Record]:
        """What is recorded of a match."""
        (path,) = (self.daemon.data / "matches").glob(f"*-{game}-{name}.jsonl")
        return read(path)

    def is_over(self, game: str, name: str) -> bool:
        """Whether a match has its end."""
        return bool(self.journal(game, name)[-1]["record"] == "end")


@pytest.fixture
def load(tmp_path: Path) -> Iterator[Load]:
    """The daemon and its bots, which are ended whatever happens."""
    load = Load(tmp_path)
    yield load
    for bot in load.bots:
        bot.kill()
        bot.communicate()
    load.daemon.stop()


@define(eq=False)
class Same(Table):
    """The match of these records, undisturbed."""

    records: list[Record] = field(factory=list, kw_only=True)

    def _bot(self, number: int, name: str = "") -> Bot:
        begin = next(each for each in self.records if each["record"] == "begin")
        player = begin["players"][number][0]
        seed = player.removeprefix("bot") if player.startswith("bot") else "rot"
        return self.game.bots["random"](player, f"{seed}/{self.records[0]['name']}")


def same(records: list[Record]) -> Table:
    """The match of these records, before anything has happened."""
    game = GAMES[records[0]["game"]]
    return Same(
        game,
        PROGRAMS[game.name],
        dice=records[0]["seed"],
        options={"preparation": 0.0} if game.name == "toxic" else {},
        records=records,
    )


def test_every_match_ends_as_if_nothing_had_happened(load: Load) -> None:
    """The same moves, dice, results and reasons; and each journal is right in every record."""
    chance, numbers = Random("kills"), count()
    kills = 0
    while kills < KILLS:
        for game in GAMES:
            if all(load.is_over(*each) for each in load.made if each[0] == game):
                load.begin(game, f"m{next(numbers)}")
        sleep(chance.uniform(0.0, LIFE))
        load.kill()
        kills += 1
    end = monotonic() + 4 * PATIENCE
    while not all(load.is_over(*each) for each in load.made):
        assert monotonic() < end, [each for each in load.made if not load.is_over(*each)]
        sleep(0.1)
    for game, name in load.made:
        records = load.journal(game, name)
        assert len(list(replay(records, GAMES[game].rules))) == len(records)
        assert told(records) == undisturbed(same(records)), (game, name)
    assert "Traceback" not in load.daemon.log()
    print(f"{kills} kills, {len(load.made)} matches", file=sys.stderr)
