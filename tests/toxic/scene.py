"""
The scenes of the arena's transcripts.

Directions, as they stand at the top of a transcript (`tests.transcript`)::

    = players 2                    of the port's own matches; 4 if it is not said
    = map ####/#..#/####           board1.map, with a dot for a free field; else the hall of 9.1
    = poison ####/#.5#/####        its toxicity, with a dot for a blank; else there is no file
    = starts 1,1 2,1               where players 0 and 1 of a match for two begin
    = changes 3:2 2:5              rounds until a change is forced, by the number of BLUE
    = lots 0 1                     who is drawn among equals, one after the other
    = delay 0                      spectator-delay; in the same way terminator, preparation, toxic
    = joined                       players 0, 1, ... are in arena1, and know all that came of it
    = secret 1 anker               the word with which player 1, called ada_1, can come back
    = matches 3, = connections 3   how many there can be
    = limit 20                     seconds after which a match is void

Links are those of `tests.puppets`. A bar at the end of what a client gets is
what ended it, in place of LF. Where copies of maps lie is told as ``/maps``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from attrs import define, evolve, field, frozen

from boardhub.games.toxic.state import RULES, Toxic, ToxicRules
from boardhub.hub.lobby import LobbyLimits
from boardhub.hub.terms import Spans
from boardhub.protocols.toxic import GAME, ToxicDialect
from boardhub.protocols.toxic_maps import LoadedMap, Maps
from tests.puppets import Stage, StagedHub, Transport
from tests.toxic.boards import Lot
from tests.transcript import Scene

HALL: Final = ("#####", "#   #", "# # #", "#   #", "#####")

#: A map for as many players as there can be, and one for hardly any.
FIELD: Final = LoadedMap("field.map", ("    ",) * 4)
CELL: Final = LoadedMap("cell.map", ("  ", "##"))

_PLACE = re.compile(rb"(^|\|)MAP /[^\n|]*/", re.MULTILINE)


class Barred(Transport):
    """What is under a link of the arena: a bar ends a line like LF, and stays to be seen."""

    def write(self, data: bytes) -> None:
        """Bring it; where copies of maps lie is no matter."""
        super().write(_PLACE.sub(rb"\1MAP /maps/", data).replace(b"|", b"|\n"))


@define
class Directions:
    """What has been said of a scene."""

    rows: tuple[str, ...] = HALL
    poison: tuple[str, ...] = ()
    starts: list[tuple[int, int]] = field(factory=list)
    changes: dict[str, int] = field(factory=dict)
    lots: list[int] = field(factory=list)
    joined: bool = False
    secrets: dict[int, str] = field(factory=dict)
    matches: int = 1000
    connections: int = 1000
    limit: float = 86400.0
    settings: dict[str, Any] = field(factory=dict)

    def take(self, direction: str) -> None:
        """One direction."""
        word, *rest = direction.split()
        _DIRECTIONS[word](self, rest)

    def prologue(self) -> list[tuple[str, str]]:
        """What players say before the transcript begins."""
        lines = []
        for number in range(self.settings.get("players", 4) if self.joined else 0):
            if number in self.secrets:
                said = [f"GEHEIMNIS {self.secrets[number]}", "TEILNEHMEN arena1", "PASSWORT"]
                lines += [(str(number), line) for line in [*said, f"NAME ada_{number}"]]
            lines.append((str(number), "ID_OKAY"))
        return lines


def _rows(name: str) -> Callable[[Directions, list[str]], None]:
    return lambda scene, words: setattr(scene, name, tuple(words[0].replace(".", " ").split("/")))


def _pairs(words: Sequence[str], sign: str) -> list[tuple[int, int]]:
    return [(int(one), int(two)) for one, two in [word.split(sign) for word in words]]


def _start_at(scene: Directions, words: list[str]) -> None:
    scene.starts = _pairs(words, ",")


def _change_after(scene: Directions, words: list[str]) -> None:
    scene.changes = {str(blue): rounds for blue, rounds in _pairs(words, ":")}


def _count(name: str) -> Callable[[Directions, list[str]], None]:
    return lambda scene, words: setattr(scene, name, int(words[0]))


def _setting(
    name: str, read_value: Callable[[str], Any]
) -> Callable[[Directions, list[str]], None]:
    return lambda scene, words: scene.settings.update({name: read_value(words[0])})


_DIRECTIONS: Final[Mapping[str, Callable[[Directions, list[str]], None]]] = {
    "players": _setting("players", int),
    "delay": _setting("spectator-delay", int),
    "terminator": _setting("terminator", str),
    "preparation": _setting("preparation", float),
    "toxic": _setting("toxic", str),
    "map": _rows("rows"),
    "poison": _rows("poison"),
    "starts": _start_at,
    "changes": _change_after,
    "lots": lambda scene, words: scene.lots.extend(map(int, words)),
    "joined": lambda scene, words: setattr(scene, "joined", True),
    "secret": lambda scene, words: scene.secrets.update({int(words[0]): words[1]}),
    "matches": _count("matches"),
    "connections": _count("connections"),
    "limit": _count("limit"),
}


@frozen
class LaidRules(ToxicRules):
    """The rules, with players who begin where a scene has them."""

    directions: Directions = field(factory=Directions)

    def state(self, seats: int, seed: str, options: Mapping[str, Any]) -> Toxic:
        """The game of the scene, if it is for so many players."""
        scene = self.directions
        if seats != len(scene.starts):
            return RULES.state(seats, seed, options)
        laid = RULES.state(
            seats, seed, {**options, "starts": scene.starts, "changes": scene.changes}
        )
        if scene.lots:
            laid.lots = Lot(*scene.lots)
        return laid


def lay(words: Sequence[str]) -> Scene:
    """The scene of these directions."""
    scene = Directions()
    for direction in words:
        scene.take(direction)

    class LaidDialect(ToxicDialect):
        """The dialect with the laid rules."""

        rules = LaidRules(directions=scene)

    hub = StagedHub(
        evolve(GAME, rules=LaidDialect.rules, dialect=LaidDialect),
        Stage(),
        connections=scene.connections,
        transport=Barred,
        spans=Spans(match=scene.limit),
        limits=LobbyLimits(matches=scene.matches),
        settings={
            "map": "board1.map",
            "maps": Maps([LoadedMap("board1.map", scene.rows, scene.poison), CELL, FIELD]),
            **scene.settings,
        },
    )
    return Scene(hub, scene.prologue())
