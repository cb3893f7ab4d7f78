"""
Programs in the seats of the amoeba game and of the castle game: by the lobby's
word ``PROGRAMM``, with programs that do what the tests tell them
(spec/ursuppe-rules.md 7.25, spec/burg-rules.md 8.10).

Clients: ``a`` is in the lobby, digits are players, ``p`` and ``q`` programs,
``Z`` is a spectator.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest
from attrs import define, field

from boardhub.hub.journal import Record, rebuild
from boardhub.hub.match import Match, Phase
from boardhub.protocols import burg, ursuppe
from boardhub.protocols.program import Casting
from tests.puppets import Stage, StagedHub
from tests.transcript import CLOSED, Clients

#: What the programs' links say of their end, and the reason of the seat.
REASONS: Final[Mapping[str, str]] = {
    "(exits)": "crashed",
    "(closes its input)": "crashed",
    "(takes too much memory)": "out-of-memory",
    "(takes too much time)": "out-of-cpu",
    "(starts too many)": "crashed",
}

#: A name that fills what a name may have, and one more of it.
FIFTEEN: Final = "abcdefghijklmno"
THIRTY: Final = FIFTEEN * 2


@define(eq=False)
class Table:
    """A hub with one match, in which programs may play."""

    hub: StagedHub
    name: str
    clients: Clients = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.clients = Clients(self.hub)

    @property
    def stage(self) -> Stage:
        """The programs."""
        return self.hub.stage

    @property
    def match(self) -> Match:
        """The match."""
        return self.hub.match(self.name)

    def phase(self) -> Phase:
        """Where the match stands now."""
        return self.match.phase

    def ask(self, who: str, *lines: str) -> list[str]:
        """What a client gets for lines."""
        return self.clients.reply(who, *lines)

    def got(self, who: str) -> list[str]:
        """What a client has got since it was last looked."""
        return self.clients.take(who)

    def wait(self, seconds: int) -> None:
        """Let time pass."""
        self.hub.reactor.pump([1] * seconds)

    def records(self, kind: str) -> list[Record]:
        """The journal's records of a kind."""
        return [each for each in self.hub.journal(self.name).records() if each["record"] == kind]


def soup(*programs: str, seats: int = 3, room: int = 100) -> Table:
    """A match of the amoeba game, with the password ``geheim``; Z watches."""
    table = Table(StagedHub(ursuppe.GAME, Stage({*programs}, room)), "suppe")
    made = table.ask("a", f"NEU {seats}", "NAME suppe", "PASSWORT geheim", "TIMEOUT 10000")
    assert made == ["SPIEL_ANGEMELDET suppe"]
    table.ask("Z", "ZUSCHAUEN suppe", "NAME zoe")
    return table


def castle(*programs: str, seats: int = 2, room: int = 100) -> Table:
    """A match of the castle game, with the password ``geheim``; Z watches."""
    table = Table(StagedHub(burg.GAME, Stage({*programs}, room)), "burg")
    made = table.ask("a", f"NEU {seats}", "NAME burg", "PASSWD geheim", "TIMEOUT 10000")
    assert made == ["SPIEL_ANGEMELDET", CLOSED]
    table.ask("Z", "WATCH burg", "NAME zoe")
    return table


def eat(table: Table, who: str, name: str) -> list[str]:
    """Somebody joins the amoeba game."""
    return table.ask(who, "TEILNEHMEN suppe", "PASSWORT geheim", f"NAME {name}")


def build(table: Table, who: str, name: str) -> list[str]:
    """Somebody joins the castle game, 30 years old."""
    return table.ask(who, "JOIN burg", "PASSWD geheim", f"NAME {name}", "ALTER 30")


def number(lines: list[str]) -> int:
    """The number of the one error that has come."""
    (line,) = [each for each in lines if each != CLOSED]
    word, code, _ = line.replace(":", "").split(" ", 2)
    assert word in ("FEHLER", "ERROR")
    return int(code)


# The lobby's word.


@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("", 21), ("nirgends", 21), ("nirgends blau falsch mehr", 21), ("nirgends blau", 27),
        ("suppe blau", 8), ("suppe blau falsch", 8), ("suppe blau geheim", 22),
        ("suppe ./rot geheim", 22),
    ],
)  # fmt: skip
def test_errors_of_the_soup_come_in_order(rest: str, code: int) -> None:
    """The first that holds; the connection stays in the lobby."""
    table = soup("rot")
    assert number(table.ask("a", f"PROGRAMM {rest}")) == code
    assert table.ask("a", "PING") == ["PONG"]


def test_a_full_soup_takes_no_program() -> None:
    """28, before it is looked whether there is such a program; also when the match runs."""
    table = soup("rot")
    for who, name in (("0", "anna"), ("1", "berta"), ("2", "carla")):
        eat(table, who, name)
    assert number(table.ask("a", "PROGRAMM suppe blau geheim")) == 28
    assert number(table.ask("a", "PROGRAMM suppe blau")) == 8


def test_the_soup_has_no_room_for_a_program() -> None:
    """15, after it was looked whether there is such a program."""
    table = soup("rot", room=0)
    assert number(table.ask("a", "PROGRAMM suppe rot geheim")) == 15
    assert number(table.ask("a", "PROGRAMM suppe blau geheim")) == 22


@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("", 1022), ("nirgends", 1022), ("nirgends blau falsch mehr", 1022),
        ("nirgends blau", 1029), ("burg blau", 1030), ("burg blau falsch", 1030),
        ("burg blau geheim", 1019),
    ],
)  # fmt: skip
def test_errors_of_the_castle_come_in_order(rest: str, code: int) -> None:
    """The first that holds; as every error of this lobby it ends the connection."""
    answer = castle("rot").ask("a", f"PROGRAMM {rest}")
    assert number(answer) == code
    assert answer[-1] == CLOSED


def test_a_full_castle_takes_no_program() -> None:
    """1023, before it is looked whether there is such a program."""
    table = castle("rot")
    build(table, "0", "otto")
    build(table, "1", "bea")
    assert number(table.ask("a", "PROGRAMM burg blau geheim")) == 1023
    assert number(table.ask("a", "PROGRAMM burg blau")) == 1030


def test_the_castle_has_no_room_for_a_program() -> None:
    """1028, after it was looked whether there is such a program."""
    table = castle("rot", room=0)
    assert number(table.ask("a", "PROGRAMM burg rot geheim")) == 1028
    assert number(table.ask("a", "PROGRAMM burg blau geheim")) == 1019


def test_a_public_match_takes_a_program_without_password() -> None:
    """And with any."""
    table = soup("rot")
    table.ask("a", "NEU 3", "NAME offen", "PASSWORT", "TIMEOUT 10000")
    assert table.ask("a", "PROGRAMM offen rot") == ["PROGRAMM_AKZEPTIERT 0 rot"]
    assert table.ask("a", "PROGRAMM offen rot egal") == ["PROGRAMM_AKZEPTIERT 1 rot_2"]


@pytest.mark.parametrize("word", ["PROGRAMM suppe rot geheim", "PROGRAMM"])
def test_players_and_spectators_cannot_name_programs_in_the_soup(word: str) -> None:
    """A word of the lobby is unknown in a match: 30."""
    table = soup("rot")
    eat(table, "0", "anna")
    assert number(table.ask("0", word)) == 30
    assert number(table.ask("Z", word)) == 30


def test_players_and_spectators_cannot_name_programs_in_the_castle() -> None:
    """A word of the lobby is no word of a match: 1022."""
    table = castle("rot")
    build(table, "0", "otto")
    assert number(table.ask("0", "PROGRAMM burg rot geheim")) == 1022
    assert number(table.ask("Z", "PROGRAMM burg rot geheim")) == 1022


# Names.


def test_names_in_the_soup() -> None:
    """As the program's, with a number where that is taken, by whomever; cut to 15."""
    table = soup("rot", FIFTEEN, seats=4)
    eat(table, "0", "rot")
    assert table.ask("a", "PROGRAMM suppe rot geheim") == ["PROGRAMM_AKZEPTIERT 1 rot_2"]
    assert table.ask("a", f"PROGRAMM suppe {FIFTEEN} geheim") == [
        f"PROGRAMM_AKZEPTIERT 2 {FIFTEEN}"
    ]
    assert table.ask("a", f"PROGRAMM suppe {FIFTEEN} geheim") == [
        "PROGRAMM_AKZEPTIERT 3 abcdefghijklm_2"
    ]


def test_a_third_of_the_name() -> None:
    """``_3`` where ``_2`` is taken; and nobody who joins may have a program's name."""
    table = soup("rot", seats=4)
    for nth in ("0 rot", "1 rot_2", "2 rot_3"):
        assert table.ask("a", "PROGRAMM suppe rot geheim") == [f"PROGRAMM_AKZEPTIERT {nth}"]
    assert number(eat(table, "0", "rot_2")) == 16


def test_names_in_the_castle() -> None:
    """Cut to 30."""
    table = castle(THIRTY, seats=4)
    name = f"{THIRTY[:28]}_2"
    table.ask("a", f"PROGRAMM burg {THIRTY} geheim")
    assert table.ask("a", f"PROGRAMM burg {THIRTY} geheim") == [f"PROGRAMM_AKZEPTIERT 1 {name}"]
    assert len(name) == 30


# The start.


def test_a_soup_with_programs_begins() -> None:
    """All are told when a seat is taken; programs start with the last, the game when all run."""
    table = soup("rot", "blau")
    assert table.ask("a", "PROGRAMM suppe rot geheim") == ["PROGRAMM_AKZEPTIERT 0 rot"]
    assert table.got("Z") == ["SPIELERIN_ANGEMELDET 0 rot"]
    assert eat(table, "1", "anna") == ["SPIELERIN_AKZEPTIERT 1 anna"]
    assert table.stage.starts == []
    assert table.ask("a", "PROGRAMM suppe blau geheim") == ["PROGRAMM_AKZEPTIERT 2 blau"]
    assert table.got("1") == ["SPIELERIN_ANGEMELDET 2 blau"]
    assert [each.casting for each in table.stage.starts] == [
        Casting("suppe", 0, 0, "rot"),
        Casting("suppe", 2, 2, "blau"),
    ]
    assert table.ask("a", "LISTE") == ["SPIELE 1", "SPIEL suppe 0 0 3 3"]
    table.got("Z")
    assert table.ask("p", "(plays blau)") == ["SPIELERIN_AKZEPTIERT 2 blau"]
    assert table.got("1") == table.got("Z") == []
    began = table.ask("q", "(plays rot)")
    assert began[:2] == ["SPIELERIN_AKZEPTIERT 0 rot", "SPIEL_BEGINNT"]
    assert began[-1] == "ZUG_BEREIT"
    for who in ("1", "p"):
        assert table.got(who) == began[1:]
    assert table.got("Z") == began[1:-1]
    assert table.ask("p", "BEREIT", "PING") == ["PONG"]
    assert table.got("1") == table.got("q") == ["BEREIT 2"]


def test_a_castle_with_programs_begins() -> None:
    """The program is 99 years old, hears its own arrival, and is asked as everybody else."""
    table = castle("rot")
    build(table, "0", "otto")
    table.got("Z")
    assert table.ask("a", "PROGRAMM burg rot geheim") == ["PROGRAMM_AKZEPTIERT 1 rot"]
    assert table.ask("a", "PING") == ["PONG"]
    assert table.got("0") == table.got("Z") == ["SPIELER_ANGEMELDET rot 99"]
    assert [each.casting for each in table.stage.starts] == [Casting("burg", 1, 1, "rot")]
    told = table.ask("p", "(plays rot)")
    assert told[0] == "SPIELER_ANGEMELDET rot 99"
    assert [*told[1:], *table.got("0")] == ["RITTER_SETZEN"]
    assert table.phase() is Phase.RUNNING
    assert number(table.ask("p", "ALTER 7")) == 1022


def test_somebody_leaves_while_programs_start() -> None:
    """Her seat is free, the programs that run are told; then another comes, and it begins."""
    table = soup("rot", "blau")
    eat(table, "0", "anna")
    table.ask("a", "PROGRAMM suppe rot geheim", "PROGRAMM suppe blau geheim")
    table.ask("p", "(plays rot)")
    table.got("Z")
    assert table.ask("0", "ABMELDEN") == [CLOSED]
    assert table.got("p") == table.got("Z") == ["SPIELERIN_ABGEMELDET 0"]
    assert number(table.ask("p", "BEREIT")) == 26
    table.ask("q", "(plays blau)")
    assert table.phase() is Phase.WAITING
    assert eat(table, "1", "berta")[:2] == ["SPIELERIN_AKZEPTIERT 0 berta", "SPIEL_BEGINNT"]
    assert table.got("p")[:2] == ["SPIELERIN_ANGEMELDET 0 berta", "SPIEL_BEGINNT"]
    assert len(table.stage.starts) == 2


# Programs that do not play.


def test_a_program_that_fails_is_out_of_the_soup() -> None:
    """The rest is told that it has gone, and the match goes on without it."""
    table = soup("rot", "blau")
    eat(table, "0", "anna")
    table.ask("a", "PROGRAMM suppe rot geheim", "PROGRAMM suppe blau geheim", "(fails rot)")
    assert table.got("0")[-1] == "SPIELERIN_ABGEMELDET 1"
    table.ask("p", "(plays blau)")
    assert table.phase() is Phase.RUNNING
    assert "SPIEL_BEGINNT" in table.got("0")
    assert table.records("begin")[0]["absent"] == [[1, "forfeit-start"]]
    assert number(eat(table, "1", "berta")) == 28


def test_a_program_that_fails_is_out_of_the_castle() -> None:
    """The rest is told that it has gone, and the match goes on without it."""
    table = castle("rot", seats=3)
    build(table, "0", "otto")
    build(table, "1", "bea")
    table.ask("a", "PROGRAMM burg rot geheim", "(fails rot)")
    assert "NACHRICHT 2 hat das Spiel verlassen." in table.got("0")
    assert table.phase() is Phase.RUNNING
    assert table.records("begin")[0]["absent"] == [[2, "forfeit-start"]]


@pytest.mark.parametrize("make", [soup, castle])
def test_a_program_that_is_slow_is_out(make: Any) -> None:
    """After 30 s; it is stopped."""
    table = make("rot", seats=3)
    join = eat if make is soup else build
    join(table, "0", "anna")
    join(table, "1", "berta")
    table.ask("a", f"PROGRAMM {table.name} rot geheim")
    table.wait(29)
    assert table.phase() is Phase.WAITING
    assert not table.stage.starts[0].stopped
    table.wait(2)
    assert table.phase() is Phase.RUNNING
    assert table.stage.starts[0].stopped
    assert table.records("begin")[0]["absent"] == [[2, "forfeit-start"]]


def test_a_soup_of_programs_that_all_fail_is_void() -> None:
    """Nobody is left to play; spectators hear the end, without points."""
    table = soup("rot")
    table.ask("a", *["PROGRAMM suppe rot geheim"] * 3)
    table.clients.forget()
    table.ask("a", *["(fails rot)"] * 3)
    assert table.got("Z") == [*[f"SPIELERIN_ABGEMELDET {seat}" for seat in (0, 1, 2)],
                              "SPIEL_BEENDET"]  # fmt: skip
    assert table.match.reason == "void-start"
    (end,) = table.records("end")
    assert (end["reason"], end["seats"]) == ("void-start", ["forfeit-start"] * 3)


def test_a_castle_of_programs_that_all_fail_is_void() -> None:
    """In the same way."""
    table = castle("rot")
    table.ask("a", *["PROGRAMM burg rot geheim"] * 2)
    table.clients.forget()
    table.ask("a", *["(fails rot)"] * 2)
    assert table.got("Z")[-1] == "SPIEL_BEENDET"
    assert table.match.reason == "void-start"


@pytest.mark.parametrize("ending", REASONS)
def test_a_program_that_ends_has_left_the_soup(ending: str) -> None:
    """As a lost connection without a secret; the journal has the reason."""
    table = soup("rot")
    eat(table, "0", "anna")
    eat(table, "1", "berta")
    table.ask("a", "PROGRAMM suppe rot geheim")
    table.ask("p", "(plays rot)")
    table.clients.forget()
    table.clients.say("p", ending)
    assert "SPIELERIN_ABGEMELDET 2" in table.got("0")
    assert table.phase() is Phase.RUNNING
    (leave,) = table.records("leave")
    assert (leave["seat"], leave["reason"]) == (2, REASONS[ending])


@pytest.mark.parametrize("ending", REASONS)
def test_a_program_that_ends_has_left_the_castle(ending: str) -> None:
    """As a lost connection without a secret; the journal has the reason."""
    table = castle("rot", seats=3)
    build(table, "0", "otto")
    build(table, "1", "bea")
    table.ask("a", "PROGRAMM burg rot geheim")
    table.ask("p", "(plays rot)")
    table.clients.forget()
    table.clients.say("p", ending)
    assert "NACHRICHT 2 hat das Spiel verlassen." in table.got("0")
    (leave,) = table.records("leave")
    assert (leave["seat"], leave["reason"]) == (2, REASONS[ending])


def test_a_program_that_ends_before_the_game_is_out() -> None:
    """Nobody takes its seat; what it was is in the beginning."""
    table = soup("rot", "blau")
    eat(table, "0", "anna")
    table.ask("a", "PROGRAMM suppe rot geheim", "PROGRAMM suppe blau geheim")
    table.ask("p", "(plays rot)", "(exits)")
    assert "SPIELERIN_ABGEMELDET 1" in table.got("0")
    table.ask("q", "(plays blau)")
    assert table.records("begin")[0]["absent"] == [[1, "crashed"]]


# The journal.


def test_the_journal_ends_with_reports() -> None:
    """How each program ended, and the last lines of all that were there, each way."""
    table = soup("rot", "blau")
    eat(table, "0", "anna")
    table.ask("a", "PROGRAMM suppe rot geheim", "PROGRAMM suppe blau geheim", "(fails blau)")
    table.ask("p", "(plays rot)", "BEREIT", "(exits)")
    table.match.stop("aborted")
    (end,) = table.records("end")
    assert end["seats"] == ["played", "crashed", "forfeit-start"]
    anna, rot, blau = end["reports"]
    assert blau == {"program": "blau", "end": None}
    assert rot["program"] == "rot"
    assert rot["heard"] == [[0.0, "BEREIT"]]
    assert [0.0, "ZUG_BEREIT"] in rot["said"]
    assert [0.0, "ZUG_BEREIT"] in anna["said"]
    assert "program" not in anna


@pytest.mark.parametrize(("make", "game"), [(soup, ursuppe.GAME), (castle, burg.GAME)])
def test_a_match_with_absent_programs_is_done_again(make: Any, game: Any) -> None:
    """The journal leads to the same state, after all defaults until the clocks ran out."""
    table = make("rot", seats=3)
    join = eat if make is soup else build
    join(table, "0", "anna")
    join(table, "1", "berta")
    table.ask("a", f"PROGRAMM {table.name} rot geheim", "(fails rot)")
    table.wait(120)
    records = table.hub.journal(table.name).records()
    assert sum(each["record"] == "move" for each in records) > 4
    assert rebuild(records, game.rules).view(None) == table.match.view(None)
