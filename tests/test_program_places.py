"""
How many programs may have seats at the same time, in all games and matches
together, ``--programs``, and how many of them one address may have seated.
"""

from __future__ import annotations

import pytest
from attrs import define, field
from twisted.internet.task import Clock

from boardhub.hub.lobby import LobbyLimits
from boardhub.hub.match import Phase
from boardhub.links.commands import Command
from boardhub.links.launch import Bounds
from boardhub.links.memory import MemoryLink
from boardhub.links.process import PROGRAM_LIMITS, LocalPrograms, Room, Seating
from boardhub.protocols import ursuppe
from boardhub.protocols.game import Link, Session
from boardhub.protocols.program import Casting
from boardhub.protocols.ur_faults import LobbyFault
from boardhub.tap import program_share
from boardhub.testing import MemoryHub
from tests.puppets import Stage


def programs(room: Room) -> LocalPrograms:
    """One by the name of ``rot``; there is no way to start it."""
    commands = {"rot": Command(("true",), None)}
    return LocalPrograms(commands, "ursuppe", PROGRAM_LIMITS, Bounds(), Clock(), room)


@define(eq=False)
class House:
    """A hub in which so many programs may have seats."""

    room: Room
    limits: LobbyLimits | None = None
    hub: MemoryHub = field(init=False)
    guest: MemoryLink = field(init=False)

    def __attrs_post_init__(self) -> None:
        settings = {"program": programs(self.room)}
        self.hub = MemoryHub(ursuppe.GAME, settings=settings, limits=self.limits)
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
    house = House(Room(64), LobbyLimits(programs=4))
    house.guest.address = "192.0.2.1"
    for name in ("eins", "zwei", "drei"):
        house.make(name)
    for name in ("eins", "zwei", "eins", "zwei"):
        assert house.seat(name) == "PROGRAMM_AKZEPTIERT"
    assert house.seat("drei") == "FEHLER 15"
    house.guest.address = "192.0.2.2"
    assert house.seat("drei") == "PROGRAMM_AKZEPTIERT"


@define(eq=False)
class Theatre:
    """A hub in which one address may have two programs in seats, and how they run."""

    stage: Stage = field(factory=lambda: Stage({"rot"}))
    hub: MemoryHub = field(init=False)
    guest: MemoryLink = field(init=False)

    def __attrs_post_init__(self) -> None:
        settings = {"program": self.stage}
        limits = LobbyLimits(programs=2)
        self.hub = MemoryHub(ursuppe.GAME, settings=settings, limits=limits)
        self.guest = self.hub.connect()
        self.guest.address = "192.0.2.1"

    def make(self, name: str) -> None:
        """A match for three, with two programs."""
        for line in ("NEU 3", f"NAME {name}", "PASSWORT", "TIMEOUT 10000"):
            self.guest.send(line)
        for _ in range(2):
            self.guest.send(f"PROGRAMM {name} rot")

    def fill(self, name: str) -> list[MemoryLink]:
        """Such a match with a player, which begins; its programs."""
        self.make(name)
        player = self.hub.connect()
        for line in (f"TEILNEHMEN {name}", "PASSWORT", "NAME anna"):
            player.send(line)
        starts = [self.stage.settle("rot") for _ in range(2)]
        links = [MemoryLink(Seating(start.arrive), self.hub.reactor) for start in starts]
        assert self.hub.match(name).phase is Phase.RUNNING
        self.guest.take()
        return links

    def seat(self) -> str:
        """The answer to who wants one more program, in a match of its own."""
        for line in ("NEU 3", "NAME mehr", "PASSWORT", "TIMEOUT 10000", "PROGRAMM mehr rot"):
            self.guest.send(line)
        return self.guest.take()[-1]


def test_programs_that_run_count_for_who_has_seated_them() -> None:
    """With a match that is played an address has its share, and others have theirs."""
    theatre = Theatre()
    theatre.fill("lang")
    assert theatre.seat() == f"FEHLER 15 {LobbyFault.FULL_HOUSE.text}"
    theatre.guest.address = "192.0.2.2"
    assert theatre.seat() == "PROGRAMM_AKZEPTIERT 0 rot"


def test_the_share_is_free_again_when_the_match_is_over() -> None:
    """Though the match is still listed."""
    theatre = Theatre()
    theatre.fill("kurz")
    theatre.hub.match("kurz").stop("aborted")
    assert theatre.seat() == "PROGRAMM_AKZEPTIERT 0 rot"


def test_a_program_that_is_gone_does_not_count() -> None:
    """It takes nobody's place any more, though its match goes on."""
    theatre = Theatre()
    theatre.fill("lang")[0].lost()
    assert theatre.seat() == "PROGRAMM_AKZEPTIERT 0 rot"


def test_after_an_interruption_programs_are_nobodys() -> None:
    """Who has seated them no journal says; the bound over all holds for them."""
    theatre = Theatre()
    theatre.make("wartet")
    theatre.hub = again = theatre.hub.restart()
    theatre.guest = again.connect()
    theatre.guest.address = "192.0.2.1"
    assert [seat.program for seat in again.match("wartet").seats] == ["rot", "rot", ""]
    assert theatre.seat() == "PROGRAMM_AKZEPTIERT 0 rot"


@pytest.mark.parametrize(("places", "share"), [(64, 32), (7, 3), (5, 2), (3, 2), (2, 2), (1, 2)])
def test_the_share_of_an_address(places: int, share: int) -> None:
    """Half of all places, but always the two that a match takes."""
    assert program_share(places) == share
