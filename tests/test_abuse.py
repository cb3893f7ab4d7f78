"""
What one client cannot do to the others, or to the daemon: each of these was
possible once.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardhub.hub.chronicle import COMINGS_KEPT, MOVES_UNDER_PROMPT
from boardhub.hub.journal import FileJournal
from boardhub.hub.lobby import LobbyLimits
from boardhub.hub.match import Phase
from boardhub.hub.seats import RETURNS, Presence
from boardhub.links.limits import Limits
from boardhub.links.memory import MemoryLink
from boardhub.links.process import Seating
from boardhub.links.sockets import is_broken
from boardhub.protocols.ursuppe import GAME
from boardhub.testing import MemoryHub
from tests.puppets import Stage
from tests.recording import RecordingSession, connect
from tests.ursuppe.scene import MATCH, enter, errors_of


def test_talk_is_bounded() -> None:
    """Twenty messages at once, two a second in the long run; more are told to nobody."""
    clients = enter("phase 1", "tribe 0 amoebas 0@1/1")
    clients.forget()
    refused = errors_of(clients, "1", *["NACHRICHT hallo"] * 15, *["PRIVAT_NACHRICHT 0 du"] * 10)
    assert refused == [22] * 5
    assert len(clients.take("Z")) == 15
    clients.hub.advance(0.5)
    assert clients.reply("1", "NACHRICHT wieder") == []


def test_talk_is_not_kept_for_who_does_not_read() -> None:
    """A player who is behind misses what others say, and nothing else."""
    clients = enter("phase 1", "tribe 0 amoebas 0@1/1", "tribe 1 amoebas 0@1/1")
    clients.forget()
    link = clients.links["2"]
    link.behind = True
    clients.say("1", "NACHRICHT hallo", "PRIVAT_NACHRICHT 2 du")
    clients.say("0", "BEWEGEN 0 5")
    assert link.take() == ["BEWEGUNG 0 0 5", "BEWEGUNG_ENDE 0 0"]


def test_moves_under_a_prompt_are_bounded() -> None:
    """PARASITISMUS may be declared anew, but not for ever: each time is a record."""
    clients = enter(
        "phase 1", "cards 5/14 5/14", "tribe 0 genes 14 amoebas 0@1/1", "tribe 1 amoebas 0@1/1"
    )
    clients.say("0", "BEWEGEN 0 5")
    clients.forget()
    again = ["PARASITISMUS 0 1"] * (MOVES_UNDER_PROMPT + 3)
    assert errors_of(clients, "0", *again) == [22] * 3
    records = clients.hub.journal(MATCH).records()
    assert sum(each.get("move", [""])[0] == "Parasitize" for each in records) == MOVES_UNDER_PROMPT


def make(hub: MemoryHub, name: str, address: str | None = None) -> list[str]:
    """Make a match from an address."""
    host = hub.connect()
    host.address = address
    for line in ("NEU 3", f"NAME {name}", "PASSWORT", "TIMEOUT 5000"):
        host.send(line)
    return host.take()


def sit(hub: MemoryHub, match: str, name: str, secret: str = "") -> MemoryLink:
    """Take a seat, or take it again."""
    link = hub.connect()
    lines = [f"TEILNEHMEN {match}", "PASSWORT", f"NAME {name}"]
    for line in [f"GEHEIMNIS {secret}", *lines] if secret else lines:
        link.send(line)
    return link


def test_coming_and_going_closes_a_match_to_nobody() -> None:
    """Somebody joins and leaves again and again: others still get in, the journal stays small."""
    hub = MemoryHub(GAME)
    make(hub, "m")
    for number in range(COMINGS_KEPT):
        sit(hub, "m", f"v{number}").send("ABMELDEN")
    assert sit(hub, "m", "anna").take() == ["SPIELERIN_AKZEPTIERT 0 anna"]
    seats = [each for each in hub.journal("m").records() if each["record"] == "seat"]
    assert len(seats) == COMINGS_KEPT


def test_coming_back_is_bounded_for_each_seat() -> None:
    """Who comes back without end is given up in the end; the others' seats are held as ever."""
    hub = MemoryHub(GAME)
    make(hub, "m")
    links = [sit(hub, "m", name, "word") for name in ("anna", "bert", "carl")]
    for _ in range(RETURNS):
        links[0] = sit(hub, "m", "anna", "word")
    again = sit(hub, "m", "anna", "word")
    assert again.take()[0].startswith("FEHLER 28")
    links[1].lost()
    assert sit(hub, "m", "bert", "word").take()[0] == "SPIELERIN_AKZEPTIERT 1 bert"
    links[0].lost()
    assert hub.match("m").seats[0].presence is Presence.GONE
    assert len(hub.journal("m").records()) < 2 * RETURNS


def test_matches_of_one_address_are_bounded() -> None:
    """Whoever makes matches that nobody sits in gets no more, and others still do."""
    hub = MemoryHub(GAME, limits=LobbyLimits(unseated=3))
    here, elsewhere = "10.0.0.1", "10.0.0.2"
    for name in ("m0", "m1", "m2"):
        assert make(hub, name, here) == [f"SPIEL_ANGEMELDET {name}"]
    assert make(hub, "m3", here)[0].startswith("FEHLER 15")
    assert make(hub, "m3", elsewhere) == ["SPIEL_ANGEMELDET m3"]
    sit(hub, "m0", "anna")
    assert make(hub, "m4", here) == ["SPIEL_ANGEMELDET m4"]


def test_running_matches_of_lost_players_count_as_unseated() -> None:
    """Starting matches and losing all connections, with secrets, takes nobody else's place."""
    hub = MemoryHub(GAME, limits=LobbyLimits(unseated=3))
    for name in ("m0", "m1", "m2"):
        assert make(hub, name, "10.0.0.1") == [f"SPIEL_ANGEMELDET {name}"]
        links = [sit(hub, name, f"p{number}", "anker") for number in range(3)]
        assert hub.match(name).phase is Phase.RUNNING
        for link in links:
            link.lost()
        hub.settle()
        assert hub.match(name).phase is Phase.RUNNING
    assert make(hub, "m3", "10.0.0.1")[0].startswith("FEHLER 15")
    assert make(hub, "m3", "10.0.0.2") == ["SPIEL_ANGEMELDET m3"]
    sit(hub, "m0", "p0", "anker")
    assert make(hub, "m4", "10.0.0.1") == ["SPIEL_ANGEMELDET m4"]


def test_deserted_matches_count_as_unseated() -> None:
    """Starting a match and leaving it at once does not make room for another."""
    hub = MemoryHub(GAME, limits=LobbyLimits(unseated=3))
    for number in range(3):
        assert make(hub, f"m{number}", "10.0.0.1") == [f"SPIEL_ANGEMELDET m{number}"]
        for link in [sit(hub, f"m{number}", name) for name in ("anna", "bert", "carl")]:
            link.send("ABMELDEN")
    assert make(hub, "m9", "10.0.0.1")[0].startswith("FEHLER 15")


def test_matches_that_programs_wait_in_count_as_unseated() -> None:
    """A program that waits for players is nobody; who sits beside it is, and one that plays."""
    stage = Stage({"rot"})
    hub = MemoryHub(GAME, limits=LobbyLimits(unseated=3), settings={"program": stage})
    host = hub.connect()
    for name in ("m0", "m1", "m2"):
        assert make(hub, name, "10.0.0.1") == [f"SPIEL_ANGEMELDET {name}"]
        host.send(f"PROGRAMM {name} rot")
        host.send(f"PROGRAMM {name} rot")
    assert make(hub, "m3", "10.0.0.1")[0].startswith("FEHLER 15")
    sit(hub, "m0", "anna")
    assert make(hub, "m3", "10.0.0.1") == ["SPIEL_ANGEMELDET m3"]
    assert make(hub, "m4", "10.0.0.1")[0].startswith("FEHLER 15")
    host.send("PROGRAMM m1 rot")
    for start in stage.starts:
        if start.casting.match == "m1":
            MemoryLink(Seating(start.arrive), hub.reactor)
    assert hub.match("m1").phase is Phase.RUNNING
    assert make(hub, "m4", "10.0.0.1") == ["SPIEL_ANGEMELDET m4"]


def test_questions_are_answered_from_what_is_known() -> None:
    """A board asked again before anything has happened is the same one, not made anew."""
    clients = enter("phase 1", "tribe 0 amoebas 0@1/1")
    table = clients.hub.match(MATCH).galleries[0]
    first = table.answer("SPIELFELD", "")  # type: ignore[attr-defined]
    assert table.answer("SPIELFELD", "") is first  # type: ignore[attr-defined]
    clients.say("0", "BEWEGEN 0 5")
    assert table.answer("SPIELFELD", "") is not first  # type: ignore[attr-defined]


def test_long_answers_count_as_several_lines() -> None:
    """Whoever asks for much is slowed sooner."""

    def answer(session: RecordingSession, text: str) -> None:
        session.link.write(b"x" * 4999 + b"\n")

    limits = Limits(lines_per_second=100, burst=100, lines_per_turn=10, bytes_per_line=500)
    connection = connect(answer, limits)
    connection.feed(b"PING\n" * 100)
    connection.settle()
    assert len(connection.session.lines) < 25


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Two ends of a connection."""
    ours, theirs = socket.socketpair()
    yield ours, theirs
    ours.close()
    theirs.close()


class Holding:
    """A transport that has this socket."""

    def __init__(self, held: socket.socket) -> None:
        self.held = held

    def getHandle(self) -> socket.socket:
        """The socket."""
        return self.held


def test_a_peer_that_has_gone_is_noticed(pair: tuple[socket.socket, socket.socket]) -> None:
    """One that has only shut down its sending side has not."""
    from twisted.internet.interfaces import ISystemHandle
    from zope.interface import directlyProvides

    ours, theirs = pair
    transport = Holding(ours)
    directlyProvides(transport, ISystemHandle)
    theirs.shutdown(socket.SHUT_WR)
    assert not is_broken(transport)  # type: ignore[arg-type]
    theirs.close()
    assert is_broken(transport)  # type: ignore[arg-type]


def test_a_journal_that_takes_nothing_leaves_nothing(tmp_path: Path) -> None:
    """Matches that could not be made do not fill the directory."""
    path = tmp_path / "matches" / "x.jsonl"
    FileJournal(path).close()
    assert not list(path.parent.iterdir())
