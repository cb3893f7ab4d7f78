"""
The scenes of the worm match's transcripts.

Directions, as they stand at the top of a transcript (`tests.transcript`)::

    = board sieg 5,6 3,2 50 / / 2,4 2,5 2,6 / 4,4 4,5 4,6
                                   a start file: size, hole, turns / obstacles / the first's
                                   worms / the second's
    = file kaputt 5 6 3 2          a start file with these lines
    = match m1 sieg                a match on a board that waits for its players
    = match m2 sieg 100            in the same way, with this TIMEOUT; else it is 10000
    = seated                       ada and bea, as 1 and 2, play in m1, and know the start
    = program rot gelb             programs that may be named
    = room 0                       how many programs may have seats at the same time
    = matches 3, = connections 3   how many there can be
    = limit 20                     seconds after which a match is void

Links and programs are those of `tests.puppets`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import define, field

from boardhub.hub.lobby import LobbyLimits
from boardhub.hub.terms import Spans
from boardhub.protocols.wuermer import GAME
from boardhub.protocols.wuermer_boards import Boards
from tests.puppets import Stage, StagedHub
from tests.transcript import Scene


@define
class Directions:
    """What has been said of a scene; ``folder`` is for its start files."""

    folder: Path
    stage: Stage = field(factory=Stage)
    lines: list[tuple[str, str]] = field(factory=list)
    matches: int = 1000
    connections: int = 1000
    limit: float = 86400.0

    def take(self, direction: str) -> None:
        """One direction."""
        word, _, rest = direction.partition(" ")
        _DIRECTIONS[word](self, rest)

    def board(self, rest: str) -> None:
        """``= board``"""
        head, *lists = rest.split("/")
        name, *numbers = head.replace(",", " ").split()
        obstacles, own, foreign = [each.replace(",", " ").split() for each in lists]
        words = ["Hindernisse", *obstacles, "Eigene Wuermer", *own, "Gegnerische Wuermer", *foreign]
        self._write(name, [*numbers, *words])

    def file(self, rest: str) -> None:
        """``= file``"""
        name, *lines = rest.split()
        self._write(name, lines)

    def _write(self, name: str, lines: Sequence[str]) -> None:
        (self.folder / name).write_text("".join([line + "\n" for line in lines]), "ascii")

    def match(self, rest: str) -> None:
        """``= match``"""
        name, board, *timeout = rest.split()
        said = ["NEU 2", f"NAME {name}", "PASSWORT", f"BRETT {board}"]
        time = " ".join(["TIMEOUT", *(timeout or ["10000"])])
        self.lines += [("a", line) for line in (*said, time)]

    def seat(self, rest: str) -> None:
        """``= seated``"""
        for who, name in (("1", "ada"), ("2", "bea")):
            said = ("TEILNEHMEN m1", "PASSWORT", f"NAME {name}")
            self.lines += [(who, line) for line in said]


def _count(name: str) -> Callable[[Directions, str], None]:
    return lambda scene, rest: setattr(scene, name, int(rest))


_DIRECTIONS: Final[Mapping[str, Callable[[Directions, str], None]]] = {
    "board": Directions.board,
    "file": Directions.file,
    "match": Directions.match,
    "seated": Directions.seat,
    "program": lambda scene, rest: scene.stage.names.update(rest.split()),
    "room": lambda scene, rest: setattr(scene.stage, "room", int(rest)),
    "matches": _count("matches"),
    "connections": _count("connections"),
    "limit": _count("limit"),
}


def lay(words: Sequence[str], folder: Path) -> Scene:
    """The scene of these directions; its start files lie in the folder."""
    scene = Directions(folder)
    for direction in words:
        scene.take(direction)
    hub = StagedHub(
        GAME,
        scene.stage,
        {"boards": Boards(folder)},
        scene.connections,
        spans=Spans(match=scene.limit),
        limits=LobbyLimits(matches=scene.matches),
    )
    return Scene(hub, [*scene.lines, ("a", "ABMELDEN")])
