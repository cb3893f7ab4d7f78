"""
The conversations of the arena's bots, line by line
(seeds/toxic-protocol.txt, spec/toxic-rules.md 2.3, 3 and 10.7).
"""

from __future__ import annotations

import pytest

from boardhub.bots.toxic_player import ToxicBot
from boardhub.bots.toxic_random import RandomBot
from boardhub.games.toxic.directions import NONE, STEPS
from tests.bots.toxic_wire import map_lines, seated, tell, walk


class Still(ToxicBot):
    """Stays where it is."""

    def move(self) -> tuple[str, str]:
        """Always the same."""
        return NONE, "SOUTH"


def test_login_confirms_second_number() -> None:
    """The first number is the port's own game's; the one after the login is to be confirmed."""
    bot = Still("ada")
    lines = bot.login("finale", "geheim", "wort")
    assert lines == ["GEHEIMNIS wort", "TEILNEHMEN finale", "PASSWORT geheim", "NAME ada"]
    assert tell(bot, "ID 2") == []
    assert bot.number is None
    assert tell(bot, "ID 5") == ["ID_OKAY"]
    assert bot.number == 5


def test_plain_connection_confirms_first_number() -> None:
    """Who has no match in mind takes the number that comes."""
    bot = Still("ada")
    assert tell(bot, "ID 2") == ["ID_OKAY"]
    assert bot.number == 2


def test_making_and_watching() -> None:
    """The lobby's words, and the two answers by which a match is there."""
    bot = Still("ada")
    assert bot.creation("finale", 4, 5000, "") == [
        "NEU 4",
        "NAME finale",
        "PASSWORT",
        "TIMEOUT 5000",
    ]
    assert bot.watching("finale") == ["ZUSCHAUEN finale", "NAME ada"]
    assert bot.is_made("SPIEL_ANGEMELDET finale")
    assert bot.is_made("FEHLER 16 vergeben")
    assert not bot.is_made("FEHLER 22 nein")


@pytest.mark.parametrize(("code", "too_early"), [(27, True), (28, False)])
def test_refused_login(code: int, too_early: bool) -> None:
    """A refusal is the end; a match that is not there may still come."""
    bot = Still("ada")
    bot.login("finale")
    assert tell(bot, "ID 0", f"FEHLER {code} nein") == []
    assert (bot.over, bot.failed, bot.too_early) == (True, f"FEHLER {code} nein", too_early)


def test_turned_away() -> None:
    """A connection that gets no number at all has failed."""
    bot = Still("ada")
    bot.login("finale")
    assert tell(bot, "DISCONNECT") == []
    assert (bot.over, bot.failed) == (True, "DISCONNECT")


def test_end() -> None:
    """A game that was played to its end has not failed; a player is told no points."""
    bot = seated(Still("ada"), 0, [1], ["   ", "   "])
    assert tell(bot, "LIFE 99.9 0", "LIFE 0.0 1", "DISCONNECT") == []
    assert (bot.over, bot.failed, bot.standings()) == (True, "", [])


def test_asks_for_the_map() -> None:
    """The file of MAP may be on another machine: the rows come over the wire, blanks and all."""
    bot = Still("ada")
    bot.login("finale")
    tell(bot, "ID 0", "ID 1")
    assert tell(bot, "MAP /tmp/board1.map") == ["KARTE"]
    assert tell(bot, *map_lines(["#  ", "   ", "  #"])) == []
    assert bot.arena.rows == ("#  ", "   ", "  #")


def test_map_whose_blanks_were_cut() -> None:
    """Rows are as wide as the map, also without the blanks at their ends."""
    bot = Still("ada")
    tell(bot, "ID 0", "MAP /tmp/a.map", "KARTE 3 2", "ZEILE 0 #", "ZEILE 1", "KARTE_ENDE")
    assert bot.arena.rows == ("#  ", "   ")


def test_what_a_block_tells() -> None:
    """Places, energy, toxicity and teams; who was seen in the round before is forgotten."""
    bot = seated(Still("ada"), 0, [1, 2], ["    ", "    "])
    block = ["SET 1,1 EAST", "SEE_PLAYER 3,0 NORTH 2", "LIFE 99.7 0", "TOXIC 1,1 0.1"]
    assert walk(bot, *block) == (NONE, "SOUTH")
    assert (bot.place, bot.view, bot.round, bot.life) == ((1, 1), "EAST", 1, 99.7)
    assert bot.seen == {2: (3, 0)}
    assert bot.toxicity == {(1, 1): 0.1}
    tell(bot, "TEAMCHANGE RED 2", "TEAMCHANGE RED 0", "SET 1,1 EAST")
    assert bot.seen == {}
    assert bot.is_red
    assert (bot.red, bot.last_change) == ({0, 2}, 1)
    tell(bot, "PING", "DISCONNECTED 2")
    assert (bot.inside, bot.red) == ({1}, {0})


def test_steps() -> None:
    """Walls, the edge, diagonals past a wall and players who are seen are no way (9.4)."""
    bot = seated(Still("ada"), 0, [1], ["#   ", "   #", " #  "])
    tell(bot, "SET 2,1 NORTH", "SEE_PLAYER 2,0 NORTH 1")
    assert dict(bot.steps()) == {"SOUTH": (2, 2), "WEST": (1, 1), "NORTH_WEST": (1, 0)}


def test_random_moves() -> None:
    """Any of the nine steps with any of the eight views, sooner or later."""
    bot = seated(RandomBot("ada", 1), 0, [1], ["   ", "   "])
    moves = {walk(bot, "SET 1,1 EAST", round=number) for number in range(1, 1500)}
    assert moves == {(step, view) for step in (*STEPS, NONE) for view in STEPS}
