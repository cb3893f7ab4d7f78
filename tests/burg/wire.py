"""
Matches of the castle game over the wire, in memory: who joins, and what moves
are as lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boardhub.games.burg.moves import Act, EndTurn, PlaceKing
from boardhub.games.burg.prompts import AskTurn
from boardhub.games.burg.state import Burg
from boardhub.games.rules import Move
from boardhub.links.memory import MemoryLink
from boardhub.protocols.burg import GAME
from boardhub.testing import MemoryHub

NAME = "turm"


class Table:
    """A match with a player in each seat and somebody who watches."""

    def __init__(self, seats: int, seed: str = "seed") -> None:
        self.hub = MemoryHub(GAME, seed=seed)
        self.connect(f"NEU {seats}", f"NAME {NAME}", "PASSWD", "TIMEOUT 60000")
        self.zoe = self.connect(f"WATCH {NAME}", "NAME zoe")
        self.players = [self.join(seat) for seat in range(seats - 1)]

    def start(self) -> None:
        """The last player joins."""
        self.players.append(self.join(len(self.players)))

    @property
    def state(self) -> Burg:
        """The position."""
        state = self.hub.match(NAME).state
        assert isinstance(state, Burg)
        return state

    def asked(self) -> int | None:
        """Who is asked."""
        prompts = self.state.prompts
        return prompts[0].seat if prompts else None

    def join(self, seat: int) -> MemoryLink:
        """A player takes a seat, or takes it again."""
        return self.connect(
            f"GEHEIMNIS wort{seat}", f"JOIN {NAME}", "PASSWD", f"NAME p{seat}", f"ALTER {20 + seat}"
        )

    def connect(self, *lines: str) -> MemoryLink:
        """Somebody comes and says this."""
        link = self.hub.connect()
        self.say(link, *lines)
        return link

    def say(self, link: MemoryLink, *lines: str) -> None:
        """Lines, and what comes of them."""
        for line in lines:
            link.send(line)
        self.hub.settle()

    def play(self, seat: int, move: Move) -> None:
        """A move of the player in this seat, in its lines."""
        opens = isinstance(self.state.prompts[0], AskTurn) and not self.state.acted
        frame = ["ZUG"] if opens else []
        self.say(self.players[seat], *frame, *move_lines(move))


def move_lines(move: Move) -> Iterator[str]:
    """A move as a client sends it."""
    match move:
        case EndTurn():
            yield "ZUGENDE"
        case PlaceKing(x, y, color):
            yield "AKTION SETZE_KOENIG"
            if color is not None:
                yield f"FARBE {color}"
            yield from _places((x, y))
        case Act(action, card, where):
            yield f"AKTION {action}"
            if card is not None:
                yield f"KARTE {card:02}"
            yield from _places(where)


def _places(where: Sequence[int]) -> list[str]:
    return [f"{axis} {value}" for axis, value in zip("XYXY", where, strict=False)]
