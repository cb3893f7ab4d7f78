"""
The arena on the wire: coming in, rounds, bad input, leaving and coming back,
and what spectators are shown when (spec/toxic-rules.md 2, 3, 8 and 9).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from boardhub.hub.match import Match, Phase
from boardhub.hub.terms import Terms
from boardhub.links.memory import MemoryLink
from boardhub.protocols.game import Refusal, Wire
from boardhub.protocols.toxic import GAME
from boardhub.testing import MemoryHub, no_logged_failures

HALL = ["#####", "#   #", "# # #", "#   #", "#####"]


class Arena:
    """The port of the arena, with a match whose players stand where a test wants them."""

    def __init__(self, **settings: Any) -> None:
        self.hub = MemoryHub(GAME, settings=settings)

    def connect(self, *lines: str) -> MemoryLink:
        """Somebody comes and says this."""
        link = self.hub.connect()
        say(link, *lines)
        self.hub.settle()
        return link

    def lobby(self, *lines: str) -> list[str]:
        """What somebody in the lobby gets for these, after the number."""
        return self.connect(*lines).take()[1:]

    def match(self, starts: list[list[int]], **options: Any) -> Match:
        """A match named ``m``, on the hall of the worked example."""
        plain: Mapping[str, Any] = {"map": HALL, "starts": starts, "name": "board1.map", **options}
        terms = Terms(len(starts), 5.0, options=plain, away=self.hub.lobby.spans.away)
        return self.hub.lobby.create(GAME.rules, "m", terms)

    def join(self, name: str, secret: str = "") -> MemoryLink:
        """Take a number of this match, and confirm it."""
        lines = [f"GEHEIMNIS {secret}"] if secret else []
        link = self.connect(*lines, "TEILNEHMEN m", "PASSWORT", f"NAME {name}", "ID_OKAY")
        return link

    def pair(self, *secrets: str) -> list[MemoryLink]:
        """Two players in the match, up to the block of round 1."""
        players = [self.join(f"p{number}", secret) for number, secret in enumerate(secrets)]
        self.hub.advance(5)
        self.hub.settle()
        return players


def say(link: MemoryLink, *lines: str) -> None:
    """Send lines."""
    for line in lines:
        link.send(line)


@pytest.fixture
def arena() -> Arena:
    """A port with default options."""
    return Arena()


# Coming in.


def test_a_number_is_given_and_confirmed(arena: Arena) -> None:
    """The server speaks first; only who confirms is announced; the lowest free number is next."""
    one, two = arena.connect(), arena.connect()
    assert (one.take(), two.take()) == (["ID 0"], ["ID 1"])
    say(two, "ID_OKAY")
    assert (one.take(), two.take()) == ([], [])
    say(one, "PING", "MOVE NORTH NORTH", "ID_OKAY x", "id_okay", "HALLO", "ID_OKAY")
    assert (one.take(), two.take()) == (["CONNECTED 1"], ["CONNECTED 0"])
    say(one, "ID_OKAY")
    assert (one.take(), two.take()) == ([], [])


def test_a_number_is_kept_for_ten_seconds(arena: Arena) -> None:
    """Whatever else is said does not prolong it; then it is free again."""
    link = arena.connect()
    arena.hub.advance(9.999)
    say(link, "PING")
    assert link.take() == ["ID 0"]
    arena.hub.advance(0.002)
    arena.hub.settle()
    assert (link.take(), link.closed) == (["DISCONNECT"], True)
    assert arena.connect().take() == ["ID 0"]


def test_a_number_can_be_refused(arena: Arena) -> None:
    """Closed without a word, and the number is free again."""
    link = arena.connect("ID_NOT_OKAY")
    assert (link.take(), link.closed) == (["ID 0"], True)
    assert arena.connect().take() == ["ID 0"]


def test_a_word_of_the_lobby_gives_the_number_back(arena: Arena) -> None:
    """9.5: the list shows the port's own match, and the next one gets the same number."""
    assert arena.connect("LISTE").take() == ["ID 0", "SPIELE 1", "SPIEL arena1 1 0 0 4"]
    link = arena.connect("NEU 2", "NAME finale", "PASSWORT", "KARTE caves.map", "TIMEOUT 5000")
    assert link.take() == ["ID 0", "SPIEL_ANGEMELDET finale"]
    say(link, "TEILNEHMEN finale", "PASSWORT", "NAME Ada")
    assert link.take() == ["ID 0"]
    say(link, "ID_OKAY")
    assert arena.connect().take() == ["ID 0"]
    assert arena.hub.match("finale").seats[0].name == "Ada"


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["NEU 17", "NAME x", "PASSWORT", "TIMEOUT 5000"], 4),
        (["NEU 1", "NAME x", "PASSWORT", "TIMEOUT 5000"], 4),
        (["NEU 2", "PASSWORT"], 13),
        (["NEU x", "NAME x", "PASSWORT", "TIMEOUT 5000"], 14),
        (["NEU 2", "NAME x", "PASSWORT", "KARTE", "TIMEOUT x"], 21),
        (["NEU 2", "NAME x", "PASSWORT", "KARTE nix.map", "TIMEOUT x"], 22),
        (["NEU 2", "NAME x", "PASSWORT", "TIMEOUT 99"], 22),
        (["NEU 2", "NAME arena1", "PASSWORT", "TIMEOUT 5000"], 16),
        (["TEILNEHMEN nix", "PASSWORT", "NAME x"], 27),
        (["TEILNEHMEN arena1", "PASSWORT", "NAME"], 21),
        (["ZUSCHAUEN nix", "NAME x"], 27),
        (["VERSION", "ID_OKAY"], 30),
        (["VERSION", "MOVE NORTH NORTH"], 30),
        (["KARTE nix"], 27),
        (["KARTE arena1"], 26),
        (["KARTE"], 21),
        (["PROGRAMM arena1 rot"], 22),
    ],
)
def test_errors_of_the_lobby(arena: Arena, lines: list[str], code: int) -> None:
    """The UrServer's, with the numbers of the arena's own words."""
    assert arena.lobby(*lines)[-1].split()[:2] == ["FEHLER", str(code)]


def test_names_are_not_given_twice(arena: Arena) -> None:
    """Also not while one of them is only reserved."""
    arena.match([[1, 1], [3, 3], [1, 3]])
    arena.connect("TEILNEHMEN m", "PASSWORT", "NAME ada")
    again = arena.lobby("TEILNEHMEN m", "PASSWORT", "NAME ada")
    assert again[-1].startswith("FEHLER 16 ")


def test_the_port_has_always_a_match_of_its_own(arena: Arena) -> None:
    """A further one is made when no number is left, and goes when the first has one again."""
    reserved = [arena.connect() for _ in range(4)]
    assert [each.name for each in arena.hub.lobby.matches()] == ["arena1", "arena2"]
    say(reserved[2], "ID_NOT_OKAY")
    arena.hub.settle()
    assert [each.name for each in arena.hub.lobby.matches()] == ["arena1"]
    arena.hub.advance(3600)
    assert arena.hub.match("arena1").phase is Phase.WAITING


def test_players_get_what_ends_their_lines() -> None:
    """With the bar for players, from the first line on; the lobby has lines."""
    hub = MemoryHub(GAME, settings={"terminator": "pipe"})
    one, two, visitor = [hub.connect(wire=Wire(end="|")) for _ in range(3)]
    say(one, "ID_OKAY")
    say(two, "ID_OKAY")
    assert (one.take(), two.take()) == (["ID 0", "CONNECTED 1"], ["ID 1", "CONNECTED 0"])
    assert visitor.take() == ["ID 2"]
    visitor.wire = Wire()
    say(visitor, "VERSION", "PING")
    assert visitor.take()[-1] == "PONG"


def test_what_the_link_refuses(arena: Arena) -> None:
    """A player hears DISCONNECT, somebody in the lobby an error."""
    player, visitor = arena.connect("ID_OKAY"), arena.connect("LISTE")
    player.session.refuse(Refusal.LINE_TOO_LONG)
    visitor.session.refuse(Refusal.LINE_TOO_LONG)
    assert player.take()[-1] == "DISCONNECT"
    assert visitor.take()[-1].startswith("FEHLER 22 ")


# Rounds.


def test_the_first_round(arena: Arena) -> None:
    """9.1, byte by byte."""
    arena.match([[1, 1], [3, 3]])
    one, two = arena.join("a"), arena.join("b")
    assert one.take()[:3] == ["ID 0", "ID 0", "CONNECTED 1"]
    *lines, told = two.take()
    assert lines[1:] == ["ID 1", "CONNECTED 0"]
    assert told.startswith("MAP /")
    path = Path(told.removeprefix("MAP "))
    assert path.name == "board1.map"
    assert path.read_text() == "\n".join(HALL) + "\n"
    assert [each.name for each in path.parent.iterdir()] == ["board1.map"]
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o644, 0o755)
    arena.hub.advance(4.999)
    assert one.take() == []
    arena.hub.advance(0.002)
    arena.hub.settle()
    assert one.take() == [
        "SET 1,1 NORTH",
        "SEE_PLAYER 3,3 NORTH 1",
        "LIFE 100.0 0",
        "LIFE 100.0 1",
        "TOXIC 1,1 0.01",
        "START 1",
    ]
    assert two.take() == [
        "SET 3,3 NORTH",
        "SEE_PLAYER 1,1 NORTH 0",
        "LIFE 100.0 0",
        "LIFE 100.0 1",
        "TOXIC 3,3 0.01",
        "START 1",
    ]


def test_bad_input_is_ignored(arena: Arena) -> None:
    """9.5: the first valid MOVE counts; who says nothing stands still when the time is over."""
    arena.match([[1, 1], [3, 3]])
    one, two = arena.pair("", "")
    one.take(), two.take()
    say(one, "MOVE north EAST", "MOVE EAST NONE", "HALLO", "MOVE EAST", "MOVE EAST EAST EAST")
    say(one, "MOVE NONE SOUTH", "MOVE EAST EAST", "PING", "")
    assert (one.take(), two.take()) == ([], [])
    arena.hub.advance(5.001)
    arena.hub.settle()
    assert one.take() == [
        "SET 1,1 SOUTH",
        "SEE_PLAYER 3,3 NORTH 1",
        "LIFE 99.99 0",
        "LIFE 99.99 1",
        "TOXIC 1,1 0.01",
        "START 2",
    ]
    say(two, "MOVE WEST WEST")
    say(one, "MOVE EAST EAST")
    assert one.take()[:2] == ["SET 2,1 EAST", "SEE_PLAYER 2,3 WEST 1"]


def test_a_flood_of_nonsense_is_the_end(arena: Arena) -> None:
    """A hundred lines that are ignored in a round are the most; the others are told."""
    match = arena.match([[1, 1], [3, 3], [1, 3]])
    one, two, _ = arena.pair("", "", "")
    two.take()
    say(one, *["PING"] * 200, *["HALLO"] * 100)
    assert not match.seats[0].reason.startswith("forfeit")
    say(one, "HALLO")
    arena.hub.settle()
    assert (one.take()[-1], one.closed) == ("DISCONNECT", True)
    assert two.take() == ["DISCONNECTED 0"]
    assert match.seats[0].reason == "forfeit-output"


def test_pings(arena: Arena) -> None:
    """15 seconds after ID_OKAY, and every 15 seconds."""
    link = arena.connect("ID_OKAY")
    link.take()
    for _ in range(3):
        arena.hub.advance(14.99)
        assert link.take() == []
        arena.hub.advance(0.02)
        arena.hub.settle()
        assert link.take() == ["PING"]


def test_the_map_is_told_to_who_cannot_read_it(arena: Arena) -> None:
    """KARTE, once MAP is out; before that it is ignored."""
    arena.match([[1, 1], [3, 3]])
    one = arena.join("a")
    say(one, "KARTE")
    assert one.take() == ["ID 0", "ID 0"]
    arena.join("b")
    one.take()
    say(one, "KARTE")
    told = ["KARTE 5 5", *[f"ZEILE {y} {row}" for y, row in enumerate(HALL)], "KARTE_ENDE"]
    assert one.take() == told
    assert arena.lobby("KARTE m") == told


# Leaving, coming back, and the end.


@pytest.mark.parametrize("word", ["ABMELDEN", "ID_NOT_OKAY"])
def test_leaving(arena: Arena, word: str) -> None:
    """With two players that is the end, also while the map is read: energy, and DISCONNECT."""
    match = arena.match([[1, 1], [3, 3]])
    one, two = arena.join("a"), arena.join("b")
    two.take()
    say(one, word)
    arena.hub.settle()
    assert (one.closed, two.take()) == (True, ["DISCONNECTED 0", "LIFE 100.0 1", "DISCONNECT"])
    closed = [two.closed]
    arena.hub.advance(2.01)
    arena.hub.settle()
    assert [*closed, two.closed] == [False, True]
    assert match.reason == "finished"


def test_a_held_number(arena: Arena) -> None:
    """Nobody is told; she comes back to the running round, and is out after two minutes."""
    match = arena.match([[1, 1], [3, 3]])
    one, two = arena.pair("", "anker")
    one.take()
    two.lost()
    arena.hub.settle()
    assert one.take() == []
    wrong = arena.lobby("GEHEIMNIS falsch", "TEILNEHMEN m", "PASSWORT", "NAME p1")
    assert wrong[-1].startswith("FEHLER 16 ")
    back = arena.connect("GEHEIMNIS anker", "TEILNEHMEN m", "PASSWORT", "NAME p1")
    assert back.take()[1:] == ["ID 1"]
    say(back, "ID_OKAY")
    lines = back.take()
    assert lines[0] == "CONNECTED 0"
    assert lines[1].startswith("MAP /")
    assert lines[2:] == [
        "SET 3,3 NORTH",
        "SEE_PLAYER 1,1 NORTH 0",
        "LIFE 100.0 0",
        "LIFE 100.0 1",
        "TOXIC 3,3 0.01",
        "START 1",
    ]
    back.lost()
    arena.hub.settle()
    for _ in range(24):
        say(one, "MOVE NONE NORTH")
        arena.hub.advance(5.001)
    arena.hub.settle()
    assert match.phase is Phase.OVER
    assert "DISCONNECTED 1" in one.take()
    assert match.seats[1].reason == "dropped"
    after = arena.lobby("GEHEIMNIS anker", "TEILNEHMEN m", "PASSWORT", "NAME p1")
    assert after[-1].startswith("FEHLER 28 ")


def test_the_copy_of_the_map_goes_with_the_last_connection(arena: Arena) -> None:
    """As long as somebody watches it stays."""
    arena.match([[1, 1], [3, 3]])
    one = arena.join("a")
    arena.join("b")
    path = Path(one.take()[-1].removeprefix("MAP "))
    say(one, "ABMELDEN")
    assert path.exists()
    arena.hub.advance(2.01)
    arena.hub.settle()
    assert not path.parent.exists()


# Spectators.

PICTURE = ["SEE_PLAYER 1,1 NORTH 0", "SEE_PLAYER 3,3 NORTH 1", "LIFE 100.0 0", "LIFE 100.0 1"]


def watch(arena: Arena, name: str = "zoe") -> MemoryLink:
    """Somebody watches."""
    return arena.connect("ZUSCHAUEN m", f"NAME {name}")


def test_a_trusted_audience_sees_all_at_once(arena: Arena) -> None:
    """Delay 0: moves as they arrive, the poison with the map."""
    arena.match([[1, 1], [3, 3]], delay=0)
    zoe = watch(arena)
    one, two = arena.join("a"), arena.join("b")
    lines = zoe.take()
    assert lines[1:3] == ["ZUSCHAUER_ANGEMELDET zoe", "STATUS m"]
    assert (
        lines[-17:]
        == [
            "CONNECTED 0",
            "CONNECTED 1",
            "KARTE 5 5",
            *[f"ZEILE {y} {row}" for y, row in enumerate(HALL)],
            "KARTE_ENDE",
            *[f"GIFTZEILE {y}      " for y in range(5)],
            *PICTURE,
        ][-17:]
    )
    arena.hub.advance(5.001)
    arena.hub.settle()
    say(two, "MOVE NONE WEST")
    assert zoe.take() == ["START 1", "MOVE 1 NONE WEST"]
    arena.hub.advance(5.001)
    arena.hub.settle()
    assert zoe.take() == [
        "MOVE 0 - -",
        "SEE_PLAYER 1,1 NORTH 0",
        "SEE_PLAYER 3,3 WEST 1",
        "LIFE 99.99 0",
        "LIFE 99.99 1",
        "START 2",
    ]
    say(one, "ABMELDEN")
    assert zoe.take() == ["DISCONNECTED 0", "PUNKTE 0 0.0", "PUNKTE 1 0.0", "SPIEL_BEENDET"]


def test_others_see_it_later(arena: Arena) -> None:
    """Delay 2: a round is shown when the next but one has been judged; the rest at the end."""
    arena.match([[1, 1], [3, 3]], delay=2)
    zoe = watch(arena)
    one, _ = arena.pair("", "")
    assert zoe.take()[-1] == "KARTE_ENDE"
    arena.hub.advance(5.001)
    assert zoe.take() == []
    arena.hub.advance(5.001)
    assert zoe.take() == PICTURE, "round 2 is judged, so what was before round 1 is shown"
    late = watch(arena, "late").take()
    assert late[-6:] == [*PICTURE, "PUNKTE 0 0.0", "PUNKTE 1 0.0"]
    assert zoe.take() == ["ZUSCHAUER_ANGEMELDET late"]
    arena.hub.advance(5.001)
    assert zoe.take()[:2] == ["START 1", "MOVE 0 - -"]
    say(one, "ABMELDEN")
    rest = zoe.take()
    assert rest[0] == "START 2"
    assert (
        rest[-8:]
        == [
            "DISCONNECTED 0",
            "PUNKTE 0 0.0",
            "PUNKTE 1 0.0",
            *[f"GIFTZEILE {y}      " for y in range(5)],
            "SPIEL_BEENDET",
        ][-8:]
    )


def test_what_spectators_may_ask(arena: Arena) -> None:
    """STATUS, KARTE, PING, VERSION and ABMELDEN; the status holds no position."""
    arena.match([[1, 1], [3, 3]])
    zoe = watch(arena)
    zoe.take()
    say(zoe, "KARTE", "MOVE NORTH NORTH", "PING")
    lines = zoe.take()
    assert [line.split()[:2] for line in lines[:2]] == [["FEHLER", "26"], ["FEHLER", "30"]]
    assert lines[2] == "PONG"
    arena.join("ada")
    zoe.take()
    say(zoe, "STATUS")
    assert zoe.take() == [
        "STATUS m",
        "TIMEOUT 5000",
        "ANZAHL_SPIELER 1 2",
        "KARTE board1.map",
        "RUNDE 0",
        "SPIELER 0",
        "NAME ada",
        "TEAM BLUE",
        "LIFE 100.0",
        "PUNKTE 0.0",
        "ZUSCHAUER zoe",
        "STATUS_ENDE m",
    ]
    other = watch(arena, "ivy")
    zoe.take()
    say(other, "ABMELDEN")
    arena.hub.settle()
    assert other.closed
    assert zoe.take() == ["ZUSCHAUER_ABGEMELDET ivy"]


def test_moves_are_no_news_for_players(arena: Arena) -> None:
    """Until the round is judged nobody but spectators without a delay hears of a move."""
    arena.match([[1, 1], [3, 3]])
    with no_logged_failures():
        one, two = arena.pair("", "")
        zoe = watch(arena)
        for link in (one, two, zoe):
            link.take()
        say(one, "MOVE EAST EAST")
        assert (two.take(), zoe.take()) == ([], [])
