"""
The sentences of error numbers on ports of the UrServer's family: any number
has one, and a number that nobody knows costs nobody her connection.
"""

from __future__ import annotations

import pytest

from boardhub.games.rules import IllegalMove
from boardhub.games.ursuppe.state import Ursuppe
from boardhub.links.memory import MemoryLink
from boardhub.protocols.text import Refused
from boardhub.protocols.ur_faults import ur_wording
from boardhub.protocols.ur_lobby import UrVisitor
from boardhub.protocols.ursuppe import GAME, UrsuppeDialect
from boardhub.testing import MemoryHub, no_logged_failures

#: A number that is in no table.
UNKNOWN = 99

ANSWER = "FEHLER 99 Das geht hier nicht."


def refuse(*told: object) -> None:
    """Refuse a line by the unknown number."""
    raise Refused(UNKNOWN)


def forbid(*told: object) -> None:
    """Refuse a move by the unknown number."""
    raise IllegalMove(UNKNOWN)


def say(link: MemoryLink, *lines: str) -> list[str]:
    """The last line that comes for these."""
    link.take()
    for line in lines:
        link.send(line)
    return link.take()[-1:]


def test_whose_sentence_it_is() -> None:
    """The game's own, else the lobby's, else one that fits any number."""
    own = ur_wording({29: "Vorbei.", 1: "Nein."})
    assert own.line(29) == "FEHLER 29 Vorbei."
    assert own.line(1) == "FEHLER 1 Nein."
    assert ur_wording().line(29) == "FEHLER 29 Die Zeit ist abgelaufen."
    assert ur_wording({1: "Nein."}).line(29) == "FEHLER 29 Die Zeit ist abgelaufen."
    assert ur_wording().line(1) == "FEHLER 1 Das geht hier nicht."
    assert own.line(UNKNOWN) == ANSWER


def test_in_the_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is there stays."""
    monkeypatch.setattr(UrVisitor, "_hear", refuse)
    with no_logged_failures():
        link = MemoryHub(GAME).connect()
        assert say(link, "LISTE") == [ANSWER]
    assert not link.closed


def test_in_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """A spectator and a player stay, whether a line is refused or a move."""
    monkeypatch.setattr(UrsuppeDialect, "inform", refuse)
    hub = MemoryHub(GAME)
    host, watcher, *players = [hub.connect() for _ in range(5)]
    say(host, "NEU 3", "NAME m", "PASSWORT", "TIMEOUT 5000")
    say(watcher, "ZUSCHAUEN m", "NAME zoe")
    for number, player in enumerate(players):
        say(player, "TEILNEHMEN m", "PASSWORT", f"NAME p{number}")
    monkeypatch.setattr(Ursuppe, "apply", forbid)
    with no_logged_failures():
        assert say(watcher, "STATUS") == [ANSWER]
        assert say(players[0], "STATUS") == [ANSWER]
        assert say(players[0], "BEREIT") == [ANSWER]
    assert [watcher.closed, players[0].closed] == [False, False]
