"""
What a player says by mistake and nobody may read: words that follow a
password's word, in whatever game and however that is written.
"""

from __future__ import annotations

import pytest

from boardhub.hub.match import Phase
from boardhub.protocols.seated import confided
from tests.test_programs import build, castle, eat, soup
from tests.toxic.test_wire import Arena, say
from tests.wuermer.test_framing import duel

SAID = [
    "GEHEIMNIS anker",
    "geheimnis anker",
    "Passwort: anker",
    '"PROGRAMM" anker',
    "-passwd=anker",
]


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("GEHEIMNIS anker", "GEHEIMNIS"),
        ("  geheimnis\tanker", "geheimnis"),
        ("Passwort: anker", "Passwort"),
        ("PASSWD=anker", "PASSWD"),
        ("PASSWORT12 anker", "PASSWORT"),
        ("\ufeff<programm> anker", "programm"),
        ("privat_nachricht_ 1 anker", "privat_nachricht"),
        ("ZUG PASSWORT", "ZUG PASSWORT"),
        ("7 PASSWORT", "7 PASSWORT"),
        ("PASSWORTE anker", "PASSWORTE anker"),
        ("", ""),
    ],
)
def test_the_word_alone_is_kept(line: str, kept: str) -> None:
    """The first word counts without case, and without what is no letter at its ends."""
    assert confided(line) == kept


@pytest.mark.parametrize("said", SAID)
def test_in_the_amoeba_game(said: str) -> None:
    """Refused lines are records, and the last lines of a player stand in her report."""
    table = soup()
    for who in "012":
        eat(table, who, f"p{who}")
    table.ask("0", said)
    table.match.stop("aborted")
    assert not [line for line in table.hub.journal("suppe").lines if "anker" in line]


@pytest.mark.parametrize("said", SAID)
def test_in_the_castle_game(said: str) -> None:
    """The same."""
    table = castle()
    for who in "01":
        build(table, who, f"p{who}")
    table.ask("0", said)
    table.match.stop("aborted")
    assert not [line for line in table.hub.journal("burg").lines if "anker" in line]


@pytest.mark.parametrize("said", SAID)
def test_in_the_worm_match(said: str) -> None:
    """The line is a fault that loses, and the last one that was heard."""
    table = duel()
    table.ask("1", said)
    assert table.match.phase is Phase.OVER
    assert not [line for line in table.hub.journal("duell").lines if "anker" in line]


@pytest.mark.parametrize("said", SAID)
def test_in_the_arena(said: str) -> None:
    """A line that is ignored is heard nevertheless."""
    arena = Arena()
    match = arena.match([[1, 1], [3, 3]])
    player, _other = arena.pair("", "")
    say(player, said)
    arena.hub.settle()
    match.stop("aborted")
    assert not [line for line in arena.hub.journal("m").lines if "anker" in line]
