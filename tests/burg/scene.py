"""
The scenes of the castle game's transcripts.

Directions, as they stand at the top of a transcript (`tests.transcript`)::

    = players 3                   how many; 3 if it is not said
    = timeout 5000                milliseconds; 60000 if it is not said
    = secret 2 anker              the word with which colour 2 can come back
    = pile 21 08                  the cards that are bought next
    = last pile 21 08             the same, and there are no more
    = 2 0 0 1O 1 0 1B             a row of the board as `PLAN` has it
    = order 1 2 0                 of turns in this year
    = year 1
    = round 2
    = scores 4 7 0
    = hand 0 01 17                cards of colour 0, in order of purchase
    = stacks 0 3 2 2              its stacks: this turn's, and those to come
    = supply 10                   blocks that nobody owns
    = points 12                   action points in the turn with which all begins
    = turn 1                      the position is laid, and this colour's turn begins
    = king 2                      it is laid, and this colour places the king of the year
    = seated                      players and spectator are there, for the first knights
    = matches 1                   the lobby takes so many matches
    = tournament                  connections are closed at the end

Of a laid position rows, and cells at the end of a row, are bare where nothing
is said; knights that are not drawn are in reserve, markers stand on 0, hands
are empty. It is year 1, round 1; stacks are those of the year of which nobody
has left or lost a block, and the supply is what then is missing to 92.

With ``turn``, ``king`` or ``seated`` there is a match ``turm`` with otto (30),
bea (25), gus (41) and ida (33), who are clients 0 to 3, and the spectator zoe,
client Z; they have been told all up to the first prompt, whose time begins with
the transcript. Without them nobody is there yet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from attrs import asdict, define, evolve, field, frozen

from boardhub.games.burg import turns
from boardhub.games.burg.state import RULES, Burg, BurgRules
from boardhub.games.rules import Events, Player
from boardhub.hub.lobby import LobbyLimits
from boardhub.hub.terms import Spans
from boardhub.protocols.burg import GAME, BurgDialect
from boardhub.testing import MemoryHub
from tests.burg.positions import KNIGHTS, board
from tests.transcript import Scene

MATCH: Final = "turm"
PLAYERS: Final = (("otto", 30), ("bea", 25), ("gus", 41), ("ida", 33))
SPECTATOR: Final = "zoe"

BLOCKS: Final = 92
CARDS: Final = 40

#: By players, the stacks of years 1 to 3 (spec/burg-rules.md 2.1).
STACKS: Final[Mapping[int, Sequence[Sequence[int]]]] = {
    2: ((3, 3, 3, 3), (3, 3, 3, 3), (3, 3, 3, 3)),
    3: ((3, 3, 2, 2), (3, 3, 2), (3, 3, 2)),
    4: ((2, 2, 2, 2), (2, 2, 2), (2, 2, 2)),
}


@define
class Directions:
    """What has been said of a scene."""

    players: int = 3
    timeout: int = 60000
    secrets: dict[int, str] = field(factory=dict)
    pile: list[int] = field(factory=list)
    cards_end: bool = False
    rows: list[str] = field(factory=list)
    order: list[int] | None = None
    year: int = 1
    round: int = 1
    scores: list[int] | None = None
    hands: dict[int, list[int]] = field(factory=dict)
    stacks: dict[int, list[int]] = field(factory=dict)
    supply: int | None = None
    points: int | None = None
    turn: int | None = None
    king: int | None = None
    seated: bool = False
    matches: int = 1000
    tournament: bool = False

    def take(self, direction: str) -> None:
        """One direction."""
        word, *rest = direction.split()
        if word.isdigit():
            self.rows.append(direction)
        else:
            _DIRECTIONS[word](self, rest)

    @property
    def laid(self) -> bool:
        """Whether a match begins in a position, not with its set-up."""
        return self.turn is not None or self.king is not None

    def prologue(self) -> list[tuple[str, str]]:
        """What players and the spectator say before the transcript begins."""
        if not self.laid and not self.seated:
            return []
        made = [f"NEU {self.players}", f"NAME {MATCH}", "PASSWD", f"TIMEOUT {self.timeout}"]
        lines = [("a", line) for line in made]
        lines += [("Z", f"WATCH {MATCH}"), ("Z", f"NAME {SPECTATOR}")]
        for color, (name, age) in enumerate(PLAYERS[: self.players]):
            if color in self.secrets:
                lines.append((str(color), f"GEHEIMNIS {self.secrets[color]}"))
            joining = [f"JOIN {MATCH}", "PASSWD", f"NAME {name}", f"ALTER {age}"]
            lines += [(str(color), line) for line in joining]
        return lines

    def left_in_pile(self) -> list[int]:
        """The pile, the next card last."""
        held = {card for hand in self.hands.values() for card in hand}
        rest = [card for card in range(CARDS) if card not in held and card not in self.pile]
        return [*([] if self.cards_end else rest), *self.pile[::-1]]

    def years_order(self) -> list[int]:
        """The order of turns."""
        return self.order or list(range(self.players))

    def stacks_of(self, color: int) -> list[int]:
        """The stacks of a colour, that of the turn which begins included."""
        if color in self.stacks:
            return sorted(self.stacks[color], reverse=True)
        played = self.round - 1
        order = self.years_order()
        if self.turn is not None and order.index(color) < order.index(self.turn):
            played += 1
        return list(STACKS[self.players][self.year - 1][played:])

    def supply_beside(self, lying: int) -> int:
        """The supply, with so many blocks on the board."""
        if self.supply is not None:
            return self.supply
        coming = sum(map(sum, STACKS[self.players][self.year :])) * self.players
        waiting = sum(sum(self.stacks_of(color)) for color in range(self.players))
        supply = BLOCKS - lying - coming - waiting
        assert supply >= 0, "more blocks are laid than there are"
        return supply


@define
class Laid(Burg):
    """A game that begins in the position of a scene."""

    directions: Directions = field(kw_only=True, factory=Directions)

    def begin(self, players: Sequence[Player]) -> Events:
        """With the turn, or with the king, that the scene begins with."""
        said = Burg.begin(self, players)
        if not self.directions.laid:
            return said
        self._lay()
        if self.directions.turn is not None:
            return self._begin_turn(self.directions.turn)
        assert self.directions.king is not None
        self.year -= 1
        turns.begin_year(self, self.directions.king)
        return ()

    def _lay(self) -> None:
        scene = self.directions
        self.board = board("\n".join(scene.rows), scene.players)
        self.year, self.round = scene.year, scene.round
        self.order = list(scene.years_order())
        self.scores = list(scene.scores or [0] * scene.players)
        self.stacks = [scene.stacks_of(color) for color in range(scene.players)]
        self.reserve = [KNIGHTS - len(own) for own in self.board.knights]
        self.hands = [list(scene.hands.get(color, [])) for color in range(scene.players)]
        self.supply = scene.supply_beside(sum(self.board.heights))

    def _begin_turn(self, color: int) -> Events:
        said = self.begin_turn(color)
        if self.directions.points is not None:
            self.points = self.directions.points
        return said


def _numbers(words: Sequence[str]) -> list[int]:
    return list(map(int, words))


def _pile(directions: Directions, words: Sequence[str]) -> None:
    directions.pile = _numbers(words)


def _last_pile(directions: Directions, words: Sequence[str]) -> None:
    _pile(directions, words[1:])
    directions.cards_end = True


def _number(name: str) -> Callable[[Directions, list[str]], None]:
    return lambda scene, words: setattr(scene, name, int(words[0]))


def _row_of(name: str) -> Callable[[Directions, list[str]], None]:
    return lambda scene, words: setattr(scene, name, _numbers(words))


def _switch(name: str) -> Callable[[Directions, list[str]], None]:
    return lambda scene, words: setattr(scene, name, True)


_DIRECTIONS: Final[Mapping[str, Callable[[Directions, list[str]], None]]] = {
    "players": _number("players"),
    "timeout": _number("timeout"),
    "secret": lambda scene, words: scene.secrets.update({int(words[0]): words[1]}),
    "pile": _pile,
    "last": _last_pile,
    "order": _row_of("order"),
    "year": _number("year"),
    "round": _number("round"),
    "scores": _row_of("scores"),
    "hand": lambda scene, words: scene.hands.update({int(words[0]): _numbers(words[1:])}),
    "stacks": lambda scene, words: scene.stacks.update({int(words[0]): _numbers(words[1:])}),
    "supply": _number("supply"),
    "points": _number("points"),
    "turn": _number("turn"),
    "king": _number("king"),
    "seated": _switch("seated"),
    "matches": _number("matches"),
    "tournament": _switch("tournament"),
}


@frozen
class LaidRules(BurgRules):
    """The rules, with a match that begins as directed."""

    directions: Directions = field(factory=Directions)

    def state(self, seats: int, seed: str, options: Mapping[str, Any]) -> Burg:
        """The game of the scene, if it is for so many players."""
        dealt = RULES.state(seats, seed, options)
        if seats != self.directions.players:
            return dealt
        fresh = asdict(dealt, recurse=False, filter=lambda attribute, _: attribute.init)
        state = Laid(**fresh, directions=self.directions)
        if self.directions.pile or self.directions.cards_end or self.directions.hands:
            state.pile = self.directions.left_in_pile()
        return state


def lay(words: Sequence[str]) -> Scene:
    """The scene of these directions."""
    directions = Directions()
    for direction in words:
        directions.take(direction)

    class Dialect(BurgDialect):
        """The dialect with the laid rules."""

        rules = LaidRules(directions=directions)

    hub = MemoryHub(
        evolve(GAME, rules=Dialect.rules, dialect=Dialect),
        spans=Spans(tournament=directions.tournament),
        limits=LobbyLimits(matches=directions.matches),
    )
    return Scene(hub, directions.prologue())
