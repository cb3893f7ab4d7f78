"""
Who sat where, as the records of a match tell it one after the other; and
whether that can have been.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import define, field

from boardhub.hub.chronicle import COMINGS_KEPT
from boardhub.hub.journal import Record


class Differs(Exception):
    """What is wrong with a record."""


@define(eq=False)
class Place:
    """A seat, as far as the records have told."""

    presence: str = "free"
    """In the end ``free``, ``there``, ``held`` or ``gone``."""
    name: str = ""
    facts: Mapping[str, Any] = field(factory=dict)
    program: str = ""
    ready: bool = True
    """The game need not wait for her program."""
    reason: str | None = None
    """Why it was given up; None while it was not, or where only the end says so."""


@define(eq=False)
class Roll:
    """The seats of a match: each of its methods takes a record, and raises `Differs`."""

    seats: int
    _places: list[Place] = field(init=False)
    _begun: bool = False
    _comings: int = 0
    """How many were recorded before the game; more than are kept may have been."""
    _absent: dict[int, str] = field(factory=dict)
    """Seats given up before the game, with what the rules are told of it."""

    def __attrs_post_init__(self) -> None:
        self._places = [Place() for _ in range(self.seats)]

    # What others may ask.

    def is_gone(self, seat: int) -> bool:
        """Whether the hub answers for this seat."""
        return self._places[seat].presence == "gone"

    @property
    def _known(self) -> bool:
        """Whether all that happened before the game is recorded."""
        return self._comings < COMINGS_KEPT

    def _place(self, record: Record) -> Place:
        seat = record["seat"]
        if seat not in range(self.seats):
            raise Differs(f"there is no seat {seat}")
        return self._places[seat]

    # What is recorded.

    def come(self, record: Record) -> None:
        """Somebody came to a seat, or went."""
        place, what = self._place(record), record["what"]
        if what not in _CAN:
            raise Differs(f"nobody can be {what}")
        in_game, presences = _CAN[what]
        if in_game is not self._begun:
            raise Differs(f"{what}: the game has {'' if self._begun else 'not '}begun")
        if place.presence not in presences:
            raise Differs(f"{what}: seat {record['seat']} is {place.presence}")
        self._comings += not self._begun
        _COME[what](self, place, record)

    def _taken(self, place: Place, record: Record) -> None:
        place.presence = "there"
        place.name, place.facts = record["name"], record["facts"]
        place.program = record.get("program", "")
        place.ready = not place.program

    def _freed(self, place: Place, record: Record) -> None:
        place.presence = "free"

    def _ready(self, place: Place, record: Record) -> None:
        if place.ready:
            raise Differs(f"ready: seat {record['seat']} waits for no program")
        place.ready = True

    def _missed(self, place: Place, record: Record) -> None:
        place.presence, place.reason = "gone", record["reason"]
        self._absent[record["seat"]] = record.get("code") or record["reason"]

    def _held(self, place: Place, record: Record) -> None:
        place.presence = "held"

    def _back(self, place: Place, record: Record) -> None:
        place.presence = "there"

    def begin(self, record: Record) -> None:
        """The game begins, once, with those who have come."""
        if self._begun:
            raise Differs("the game has begun already")
        if self._known:
            self._check_beginning(record)
        self._begun = True
        absent = dict(record.get("absent", ()))
        for seat, place in enumerate(self._places):
            place.presence = "gone" if seat in absent else "there"

    def _check_beginning(self, record: Record) -> None:
        free = [seat for seat, place in enumerate(self._places) if place.presence == "free"]
        if free:
            raise Differs(f"seat {free[0]} is free")
        for seat, place in enumerate(self._places):
            if not place.ready and place.presence != "gone":
                raise Differs(f"the program of seat {seat} does not run")
        players = [[place.name, place.facts] for place in self._places]
        if record["players"] != players:
            raise Differs(f"the players are {players}, not {record['players']}")
        programs = {seat: each.program for seat, each in enumerate(self._places) if each.program}
        for what, pairs in (("programs", programs), ("absent", self._absent)):
            expected, told = [list(pair) for pair in pairs.items()], record.get(what, [])
            if told != expected:
                raise Differs(f"{what}: it is {expected}, not {told}")

    def leave(self, record: Record) -> None:
        """Somebody is gone for good from the running game."""
        place = self._place(record)
        if not self._begun:
            raise Differs("nobody can leave a game that has not begun")
        if place.presence == "gone":
            raise Differs(f"seat {record['seat']} has been left already")
        place.presence, place.reason = "gone", record["reason"]

    def part(self) -> None:
        """
        The hub was gone: from a running game all are lost until they are
        back, and before one programs have to start anew.
        """
        for place in self._places:
            if place.presence != "there":
                continue
            if self._begun:
                place.presence = "held"
            else:
                place.ready = not place.program

    def end(self, record: Record, *, broken: bool) -> None:
        """
        The reasons of the seats are those that were recorded. Where the match
        is ``broken`` the last one may not have been.
        """
        for told in (record["seats"], record["reports"]):
            if len(told) != self.seats:
                raise Differs(f"the match has {self.seats} seats, not {len(told)}")
        if broken:
            return
        for seat, (place, reason) in enumerate(zip(self._places, record["seats"], strict=True)):
            self._check_reason(seat, place, reason)

    def _check_reason(self, seat: int, place: Place, reason: str | None) -> None:
        certain = self._begun or self._known
        if certain and (reason is None) is not (place.presence == "free"):
            raise Differs(f"seat {seat} is {'taken' if reason is None else 'free'}")
        if place.presence == "gone" and place.reason is None:
            return
        expected = place.reason or ("dropped" if place.presence == "held" else "played")
        if reason not in (None, expected):
            raise Differs(f"the reason of seat {seat} is {expected}, not {reason}")


#: Whether each is of a game that has begun, and what a seat is before it.
_CAN: Final[Mapping[str, tuple[bool, tuple[str, ...]]]] = {
    "taken": (False, ("free",)),
    "freed": (False, ("there",)),
    "ready": (False, ("there",)),
    "absent": (False, ("there",)),
    "held": (True, ("there",)),
    "back": (True, ("there", "held")),
}

_COME: Final[Mapping[str, Callable[[Roll, Place, Record], None]]] = {
    "taken": Roll._taken,
    "freed": Roll._freed,
    "ready": Roll._ready,
    "absent": Roll._missed,
    "held": Roll._held,
    "back": Roll._back,
}
