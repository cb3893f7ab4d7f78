"""
How many programs may have seats at the same time, in all games and matches
together: ``--programs``.
"""

from __future__ import annotations

from attrs import define, field
from twisted.internet.task import Clock

from boardhub.links.commands import Command
from boardhub.links.memory import MemoryLink
from boardhub.links.process import PROGRAM_LIMITS, Bounds, LocalPrograms, Room
from boardhub.protocols import ursuppe
from boardhub.protocols.game import Link, Session
from boardhub.protocols.port import WAITING_PROGRAMS
from boardhub.protocols.program import Casting
from boardhub.testing import MemoryHub


def programs(room: Room) -> LocalPrograms:
    """One by the name of ``rot``; there is no way to start it."""
    commands = {"rot": Command(("true",), None)}
    return LocalPrograms(commands, "ursuppe", PROGRAM_LIMITS, Bounds(), Clock(), room)


@define(eq=False)
class House:
    """A hub in which so many programs may have seats."""

    room: Room
    hub: MemoryHub = field(init=False)
    guest: MemoryLink = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.hub = MemoryHub(ursuppe.GAME, settings={"program": programs(self.room)})
        self.guest = self.hub.connect()

    def make(self, name: str) -> None:
        """A match for three."""
        for line in ("NEU 3", f"NAME {name}", "PASSWORT", "TIMEOUT 10000"):
            self.guest.send(line)
        assert self.guest.take() == [f"SPIEL_ANGEMELDET {name}"]

    def seat(self, match: str) -> str:
        """The first word, or two, of the answer to who wants the program in a match."""
        self.guest.send(f"PROGRAMM {match} rot")
        (line,) = self.guest.take()
        words = line.split()
        return " ".join(words[:2]) if words[0] == "FEHLER" else words[0]


def test_seats_in_waiting_matches_count() -> None:
    """The bound holds over all matches, though none of their programs has been started."""
    house = House(Room(3))
    house.make("eins")
    house.make("zwei")
    for match in ("eins", "zwei", "eins"):
        assert house.seat(match) == "PROGRAMM_AKZEPTIERT"
    assert house.seat("zwei") == "FEHLER 15"


def test_a_waiting_match_that_ends_gives_its_places_back() -> None:
    """Those of its programs, and each of them once."""
    house = House(Room(3))
    house.make("eins")
    house.make("zwei")
    for match in ("eins", "zwei", "eins"):
        house.seat(match)
    house.hub.match("eins").stop("aborted")
    assert house.room.left == 2
    house.hub.match("eins").close()
    assert house.room.left == 2
    assert house.seat("zwei") == "PROGRAMM_AKZEPTIERT"


def test_nobody_comes() -> None:
    """With a match that only programs wait in their places come back after half an hour."""
    house = House(Room(1))
    house.make("eins")
    house.seat("eins")
    house.hub.advance(30 * 60)
    assert house.room.left == 1


def nobody(link: Link) -> Session:
    """A session for who must not arrive."""
    raise AssertionError(link)


def test_one_that_is_stopped_in_time_is_not_started() -> None:
    """Its place is another's then, and it has nothing to report."""
    room = Room(1)
    casting = Casting("eins", 0, 0, "rot")
    running = programs(room).cast("rot", casting, nobody, lambda: None)
    assert room.left == 0
    running.stop()
    running.start()
    running.stop()
    assert room.left == 1
    assert running.report() == {}


def test_one_address_leaves_places_to_others() -> None:
    """However many may have seats, of those that wait it has no more than its share."""
    house = House(Room(64))
    house.guest.address = "192.0.2.1"
    for number in range(WAITING_PROGRAMS // 2 + 1):
        house.make(f"m{number}")
    for number in range(WAITING_PROGRAMS):
        assert house.seat(f"m{number // 2}") == "PROGRAMM_AKZEPTIERT"
    last = f"m{WAITING_PROGRAMS // 2}"
    assert house.seat(last) == "FEHLER 15"
    house.guest.address = "192.0.2.2"
    assert house.seat(last) == "PROGRAMM_AKZEPTIERT"
