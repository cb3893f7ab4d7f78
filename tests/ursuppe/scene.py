"""
The scenes of the amoeba game's transcripts.

Directions, as they stand at the top of a transcript (`tests.transcript`)::

    = players 3                   how many; 4 if it is not said
    = timeout 5000                milliseconds; 5000 if it is not said
    = secret 2 anker              the word with which colour 2 can come back
    = order 1 2 0                 of POSITION
    = cards 3/10 2/9              environment: the card turned up, then the next ones
    = last cards 3/10 2/9         the same, and there are no more
    = food 2/1 0:0:2:1            cubes per colour on a square, by x/y
    = supply 0:7:7:7              what is left of each colour in the supply
    = round 4
    = tribe 2 points 3 genes 4 5 amoebas 0@2/1 5@3/3! ladder 7 rolls 3 1 fights 6
    = phase 1                     the position is laid, and goes on with this phase
    = seated                      players and spectator are there, before the set-up
    = matches 1                   the lobby takes so many matches
    = tournament                  connections are closed at the end

Of a tribe only what matters is named; ``!`` is a damage point, ``rolls`` are
the numbers of its movement dice, ``fights`` those of its fights. What is not
said is as in `tests.ursuppe.positions`: no drift, an empty board, 4 biology
points, markers on 0, 1, 2, 3.

With ``phase`` or ``seated`` there is a match ``m`` with anna, berta, carla and
dora, who are clients 0 to 3, and the spectator zoe, client Z. All but the last
player have said BEREIT; the phase or the set-up begins when she does. Without
them nobody is there yet, and a match begins with its set-up. Dice that are not
named are true ones in the set-up, and fail when thrown in a laid position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from attrs import define, evolve, field, frozen

from boardhub.games.ursuppe.chance import Scripted
from boardhub.games.ursuppe.state import RULES, Ursuppe, UrsuppeRules
from boardhub.hub.lobby import LobbyLimits
from boardhub.hub.terms import Spans
from boardhub.protocols.ursuppe import GAME, UrsuppeDialect
from boardhub.testing import MemoryHub
from tests.transcript import Clients, Scene
from tests.ursuppe.positions import NAMES, STILL, Side, position

MATCH: Final = "m"
SPECTATOR: Final = "zoe"

Card = tuple[int, int]


@define
class Directions:
    """What has been said of a scene."""

    players: int = 4
    timeout: int = 5000
    secrets: dict[int, str] = field(factory=dict)
    order: list[int] | None = None
    cards: list[Card] = field(factory=lambda: [STILL])
    cards_left: int = 10
    food: dict[Card, tuple[int, ...]] = field(factory=dict)
    supply: dict[int, int] = field(factory=dict)
    round: int = 1
    sides: dict[int, Side] = field(factory=dict)
    phase: int | None = None
    seated: bool = False
    matches: int = 1000
    tournament: bool = False

    def take(self, direction: str) -> None:
        """One direction."""
        word, *rest = direction.split()
        _DIRECTIONS[word](self, rest)

    def laid(self) -> Ursuppe:
        """The state from which the match begins."""
        return self._start() if self.phase is None else self._position(self.phase)

    def _start(self) -> Ursuppe:
        state = RULES.state(self.players, "a scene", {})
        if self.order is not None:
            state.order = self.order
        state.card, state.deck = self.cards[0], self._deck()
        for color, side in self.sides.items():
            state.movement_dice[color] = Scripted(*side.movement)
            state.fight_dice[color] = Scripted(*side.fights)
        return state

    def _position(self, phase: int) -> Ursuppe:
        """Nobody has a position to choose, so that the phase follows BEREIT."""
        state = position(
            self.players,
            self.sides,
            food=self.food,
            supply=self.supply,
            card=self.cards[0],
            deck=self._deck(),
        )
        state.prompts, state.hand, state.asked, state.order = (), [], 0, []
        # The phase that the next one follows; a round begins after the last.
        state.phase = phase - 1 if phase > 1 else 6
        state.round = self.round if phase > 1 else self.round - 1
        return state

    def _deck(self) -> list[Card]:
        laid = self.cards[1:]
        return laid + [STILL] * (self.cards_left - len(laid))

    def prologue(self) -> list[tuple[str, str]]:
        """What players and the spectator say before the transcript begins."""
        if self.phase is None and not self.seated:
            return []
        lines = [("0", f"NEU {self.players}"), ("0", f"NAME {MATCH}")]
        lines += [("0", "PASSWORT"), ("0", f"TIMEOUT {self.timeout}")]
        for color, name in enumerate(NAMES[: self.players]):
            lines += self._joining(str(color), self.secrets.get(color), name)
        lines += [("Z", f"ZUSCHAUEN {MATCH}"), ("Z", f"NAME {SPECTATOR}")]
        return lines + [(str(color), "BEREIT") for color in range(self.players - 1)]

    def _joining(self, who: str, secret: str | None, name: str) -> list[tuple[str, str]]:
        lines = [f"TEILNEHMEN {MATCH}", "PASSWORT", f"NAME {name}"]
        return [(who, line) for line in ([f"GEHEIMNIS {secret}"] if secret else []) + lines]


def _tribe(directions: Directions, words: Sequence[str]) -> None:
    color, *rest = words
    side = Side()
    said: list[str] = []
    for word in reversed(rest):
        if word in _TRIBE:
            side = evolve(side, **_TRIBE[word](said[::-1]))
            said = []
        else:
            said.append(word)
    assert not said, f"{said} belongs to nothing"
    directions.sides[int(color)] = side


def _cards(directions: Directions, words: Sequence[str]) -> None:
    directions.cards = [_square(word) for word in words]


def _last_cards(directions: Directions, words: Sequence[str]) -> None:
    _cards(directions, words[1:])
    directions.cards_left = len(directions.cards) - 1


def _square(text: str) -> Card:
    x, y = text.split("/")
    return int(x), int(y)


def _amoebas(words: Sequence[str]) -> Mapping[int, tuple[int, ...]]:
    amoebas = {}
    for word in words:
        number, place = word.split("@")
        amoebas[int(number)] = (*_square(place.rstrip("!")), place.count("!"))
    return amoebas


def _numbers(words: Sequence[str]) -> tuple[int, ...]:
    return tuple(map(int, words))


def _counts(text: str) -> tuple[int, ...]:
    return _numbers(text.split(":"))


_TRIBE: Final[Mapping[str, Callable[[Sequence[str]], dict[str, Any]]]] = {
    "points": lambda words: {"points": int(words[0])},
    "genes": lambda words: {"genes": _numbers(words)},
    "amoebas": lambda words: {"amoebas": _amoebas(words)},
    "ladder": lambda words: {"ladder": int(words[0])},
    "rolls": lambda words: {"movement": _numbers(words)},
    "fights": lambda words: {"fights": _numbers(words)},
}

_DIRECTIONS: Final[Mapping[str, Callable[[Directions, list[str]], None]]] = {
    "players": lambda scene, words: setattr(scene, "players", int(words[0])),
    "timeout": lambda scene, words: setattr(scene, "timeout", int(words[0])),
    "secret": lambda scene, words: scene.secrets.update({int(words[0]): words[1]}),
    "order": lambda scene, words: setattr(scene, "order", list(_numbers(words))),
    "cards": _cards,
    "last": _last_cards,
    "food": lambda scene, words: scene.food.update({_square(words[0]): _counts(words[1])}),
    "supply": lambda scene, words: scene.supply.update(enumerate(_counts(words[0]))),
    "round": lambda scene, words: setattr(scene, "round", int(words[0])),
    "tribe": _tribe,
    "phase": lambda scene, words: setattr(scene, "phase", int(words[0])),
    "seated": lambda scene, words: setattr(scene, "seated", True),
    "matches": lambda scene, words: setattr(scene, "matches", int(words[0])),
    "tournament": lambda scene, words: setattr(scene, "tournament", True),
}


@frozen
class LaidRules(UrsuppeRules):
    """The rules, with a match that begins as directed."""

    directions: Directions = field(factory=Directions)

    def state(self, seats: int, seed: str, options: Mapping[str, Any]) -> Ursuppe:
        """A copy of what has been laid, if it is for so many players."""
        if seats != self.directions.players:
            return RULES.state(seats, seed, options)
        return self.directions.laid()


def lay(words: Sequence[str]) -> Scene:
    """The scene of these directions."""
    directions = Directions()
    for direction in words:
        directions.take(direction)

    class Dialect(UrsuppeDialect):
        """The dialect with the laid rules."""

        rules = LaidRules(directions=directions)

    hub = MemoryHub(
        evolve(GAME, rules=Dialect.rules, dialect=Dialect),
        spans=Spans(tournament=directions.tournament),
        limits=LobbyLimits(matches=directions.matches),
    )
    return Scene(hub, directions.prologue())


def enter(*directions: str) -> Clients:
    """The clients of a scene; those of a match have all got ready."""
    clients = lay(directions).enter()
    if clients.links:
        clients.say(max(filter(str.isdigit, clients.links)), "BEREIT")
    return clients


def errors(lines: Sequence[str]) -> list[int]:
    """The numbers of the errors among these lines."""
    return [int(line.split()[1]) for line in lines if line.startswith("FEHLER ")]


def errors_of(clients: Clients, who: str, *texts: str) -> list[int]:
    """The errors that a client gets for lines."""
    return errors(clients.reply(who, *texts))
