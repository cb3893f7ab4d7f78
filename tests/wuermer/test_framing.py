"""
How lines to connections in the worm match end, and their bytes: the lobby and
spectators follow the daemon's options, whoever has a seat gets plain lines.
"""

from __future__ import annotations

from typing import Any

import pytest
from attrs import define, field

from boardhub.hub.match import Phase
from boardhub.hub.steps import Report
from boardhub.protocols.game import Ending, Session, Wire
from boardhub.protocols.wuermer import GAME, WuermerDialect
from boardhub.testing import MemoryHub
from tests.puppets import Stage, StagedHub
from tests.test_programs import Table


@define(eq=False)
class Raw:
    """A `Link` that keeps the bytes it is given."""

    session: Session = field(init=False)
    data: bytes = b""
    peer: str = "raw"
    address: str | None = None
    behind: bool = False
    ending: Ending = Ending.LOST
    line_length: int = 512

    def say(self, *lines: str) -> bytes:
        """The bytes that a client gets for lines."""
        self.data = b""
        for line in lines:
            self.session.line(line, 0.0)
        return self.data

    def report(self) -> Report:
        """Nothing."""
        return {}

    def unheard(self, by: float) -> bool:
        """Nothing waits."""
        return False

    def answered(self) -> None:
        """Lines do not count."""

    def write(self, data: bytes) -> None:
        """Keep it."""
        self.data += data

    def close(self, last: bytes = b"") -> None:
        """Keep the last of it."""
        self.data += last


def port() -> WuermerDialect:
    """The port of a daemon with ``--crlf --latin1``."""
    settings: dict[str, Any] = {"boards": None}
    return WuermerDialect(MemoryHub().lobby, settings, Wire("\r\n", "latin-1"))


def arrive(port: WuermerDialect) -> Raw:
    """A connection in the lobby."""
    link = Raw()
    link.session = port.arrive(link)
    return link


def test_the_lobby_follows_the_options() -> None:
    """Also in errors on the way to a seat."""
    link = arrive(port())
    assert link.say("PING") == b"PONG\r\n"
    error = link.say("TEILNEHMEN nirgends", "PASSWORT", "NAME zoë")
    assert error.startswith(b"FEHLER 27 ")
    assert error.endswith(b"\r\n")


def test_a_seat_is_told_plain_lines() -> None:
    """From the word that gives it on: while it waits, and when it plays."""
    made = port()
    link, other = arrive(made), arrive(made)
    link.say("NEU 2", "NAME duell", "PASSWORT", "TIMEOUT 10000")
    joined = link.say("TEILNEHMEN duell", "PASSWORT", "NAME zoë")
    assert joined == "SPIELERIN_AKZEPTIERT 1 zoë\n".encode()
    assert link.say("PING") == b"PONG\n"
    status = link.say("STATUS")
    assert "SPIELER 1 zoë\n".encode() in status
    assert link.say("HALLO").count(b"\n") == 1
    link.data = b""
    assert b"SPIELERIN_AKZEPTIERT 2 rot\n" in other.say("TEILNEHMEN duell", "PASSWORT", "NAME rot")
    assert link.data.endswith(b"Erster\n")
    for told in (joined, status, link.data, other.data):
        assert b"\r" not in told


def duel() -> Table:
    """A match that has begun, behind links: 1 is on turn."""
    table = Table(StagedHub(GAME, Stage(), {"boards": None}), "duell")
    table.ask("a", "NEU 2", "NAME duell", "PASSWORT", "TIMEOUT 10000")
    for who in "12":
        table.ask(who, "TEILNEHMEN duell", "PASSWORT", f"NAME p{who}")
    assert table.match.phase is Phase.RUNNING
    return table


@pytest.mark.parametrize("blanks", [" " * 150, "\\t" * 150 + "\\n", " " * 99 + "\\r\\n" + " " * 99])
def test_blanks_out_of_turn(blanks: str) -> None:
    """Any number of them mean nothing, on turn or not (spec/wuermer-rules.md 2 and 4)."""
    table = duel()
    table.ask("2", f'"{blanks}"')
    table.ask("1", f'"{blanks}"')
    assert table.match.phase is Phase.RUNNING


@pytest.mark.parametrize(
    "packets", [["\\xff\\xf1\\n"], ["\\xff", "\\xf1", "\\n"], ["\\xff\\xfb", "\\x18 ", "\\r\\n"]]
)
def test_telnet_out_of_turn(packets: list[str]) -> None:
    """What a Telnet client says by itself means nothing, however it is cut into packets."""
    table = duel()
    table.ask("2", *[f'"{packet}"' for packet in packets])
    assert table.match.phase is Phase.RUNNING


@pytest.mark.parametrize("byte", ["\\x0b", "\\x0c", "\\x1c"])
def test_no_blank_out_of_turn(byte: str) -> None:
    """A blank is a space or a tab; anything else is a fault from its first byte on."""
    table = duel()
    table.ask("2", f'" {byte}"')
    assert table.match.seats[1].code == "FEHLER_AUSSER_DER_REIHE"


def test_spectators_follow_the_options() -> None:
    """They are people, and no programs."""
    made = port()
    link, watcher = arrive(made), arrive(made)
    link.say("NEU 2", "NAME duell", "PASSWORT", "TIMEOUT 10000")
    link.say("TEILNEHMEN duell", "PASSWORT", "NAME zoë")
    told = watcher.say("ZUSCHAUEN duell", "NAME otto")
    assert "SPIELER 1 zoë\r\n".encode("latin-1") in told
    assert told.count(b"\r\n") == told.count(b"\n")


def test_blanks_before_a_line_on_turn() -> None:
    """They are no part of it either, however many and whether they came with it or before."""
    table = duel()
    table.ask("1", f'"{" " * 150}"', f'"1\\n{" " * 150}N\\n"')
    assert table.match.phase is Phase.RUNNING
    assert table.got("2")[-2:] == ["1", "N"]
