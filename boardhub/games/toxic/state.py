"""
The game as the hub plays it: rounds in which all move at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, Final, Protocol

from attrs import define, evolve, field, frozen

from boardhub.games.rules import (
    Event,
    Events,
    IllegalMove,
    Move,
    Player,
    Prompt,
    Result,
    Rules,
    Viewer,
    stream,
)
from boardhub.games.toxic.arena import Arena, Field, arena
from boardhub.games.toxic.directions import NONE, STEPS
from boardhub.games.toxic.drawing import draw
from boardhub.games.toxic.errors import Fault
from boardhub.games.toxic.events import (
    Answered,
    Figure,
    Lived,
    Looked,
    RoundBegan,
    Scored,
    Stood,
    TurnedRed,
)
from boardhub.games.toxic.moves import MOVES, Start, Stay, Walk
from boardhub.games.toxic.outlook import fields_seen
from boardhub.games.toxic.position import Seen, Standing
from boardhub.games.toxic.prompts import AskMove, Preparing
from boardhub.games.toxic.scoring import (
    last_round,
    points_for_catching,
    points_for_changing,
    rounds_until_change,
)
from boardhub.games.toxic.sight import sees
from boardhub.games.toxic.touch import touches

#: Energy at the start, in hundredths.
FULL_LIFE: Final = 10_000

#: A game ends after so many rounds at the latest.
MOST_ROUNDS: Final = 10_000

#: Seconds to read the map, unless the options say otherwise.
PREPARATION: Final = 5.0

#: Numbers of players.
SEATS: Final = range(2, 17)

#: The board of a game whose options have none.
PLAIN: Final = ("            ", "  ##    ##  ", "   #    #   ", "            ",
                "   #    #   ", "  ##    ##  ", "            ")  # fmt: skip

_SPECTATORS: Final = frozenset([None])

#: All that a player can decide.
WALKS: Final = tuple([Walk(step, view) for step in (*STEPS, NONE) for view in STEPS])
_LEGAL: Final = frozenset(WALKS)


class Chooser(Protocol):
    """What draws a player out of several."""

    def choice(self, numbers: Sequence[int]) -> int:
        """One of them."""


@define
class Fighter:
    """
    A player on the board: field, view, energy in hundredths, whether RED,
    whether in the game, points, and for how many rounds on this field.
    """

    x: int
    y: int
    view: str = "NORTH"
    life: int = FULL_LIFE
    red: bool = False
    inside: bool = True
    points: Fraction = Fraction(0)
    stayed: int = 0

    @property
    def place(self) -> Field:
        """Where he stands."""
        return self.x, self.y


@define
class Toxic:
    """
    A game in play: the `State` of `boardhub.games.rules`. For tests: set the
    attributes; ``lots`` draws among equals, ``changes`` are the rounds until a
    change is forced, by the number of BLUE players, where they are not those
    of `scoring`.
    """

    seats: int
    arena: Arena
    players: list[Fighter]
    lots: Chooser = field(eq=False)
    changes: Mapping[int, int] = field(factory=dict)
    preparation: float = PREPARATION
    sight: bool = False
    round: int = 0
    last_change: int = 0
    told: list[set[Field]] = field(factory=list)
    """Fields whose toxicity each player has been told."""
    answers: list[tuple[int, Walk | Stay]] = field(factory=list)
    """The moves of the open round, in order of arrival."""
    blocks: list[Looked | None] = field(factory=list)
    """What each player was told last at the beginning of a round."""
    prompts: tuple[Prompt, ...] = ()
    asked: int = 0
    result: Result | None = None

    @property
    def turn(self) -> int:
        """How many rounds have begun."""
        return self.round

    def begin(self, players: Sequence[Player]) -> Events:
        """Show spectators where all stand, and wait until the map is read."""
        self.prompts = (Preparing(None, self._number(), self.preparation),)
        return [self._stood()]

    def legal_moves(self, seat: int) -> Iterator[Move]:
        """All steps and views, also those that a wall or a player will stop."""
        return iter(WALKS if self._is_asked(seat) else ())

    def is_legal(self, seat: int, move: Move) -> bool:
        """Whether `apply` would take this move from this seat now."""
        return self._is_asked(seat) and (isinstance(move, Stay) or move in _LEGAL)

    def apply(self, seat: Viewer, move: Move) -> Events:
        """
        Note a player's move; with the last one the round is judged, and the
        next one begins.

        :raise IllegalMove: nobody has asked for it, or there is no such direction.
        """
        if seat is None and isinstance(move, Start) and self._is_asked(None):
            return self._begin_round()
        if seat is None or not self._is_asked(seat):
            raise IllegalMove(Fault.NOT_ASKED)
        if isinstance(move, Stay):
            answer: Walk | Stay = move
        elif isinstance(move, Walk) and move in _LEGAL:
            answer = move
        else:
            raise IllegalMove(Fault.NO_MOVE)
        self.answers.append((seat, answer))
        self._close(seat)
        # Who has said nothing is told of when the round is judged.
        told = [] if isinstance(answer, Stay) else [_answered(seat, answer)]
        return [*told, *self._judge_if_complete()]

    def default_move(self, seat: Viewer) -> Move | None:
        """Who says nothing stands still; the game itself begins."""
        if not self._is_asked(seat):
            return None
        return Start() if seat is None else Stay()

    def leave(self, seat: int, reason: str) -> Events:
        """
        A player is off the board, and counts no more (spec/toxic-rules.md
        3.7); before the beginning, she is never on it.
        """
        fighter = self.players[seat]
        if not fighter.inside or self.result is not None:
            return ()
        fighter.inside = False
        if not self.asked:
            return ()
        self.answers = [each for each in self.answers if each[0] != seat]
        if self._is_over():
            return self._end()
        self._close(seat)
        return self._judge_if_complete()

    def view(self, viewer: Viewer) -> Seen:
        """What a viewer may know."""
        standings = tuple(
            [Standing(each.inside, each.red, each.life, each.points) for each in self.players]
        )
        if viewer is not None:
            block = self.blocks[viewer]
            return Seen(
                self.round,
                self.arena.rows,
                standings,
                block=block and self._without_those_who_left(block),
                open=self._is_asked(viewer),
            )
        return Seen(
            self.round,
            self.arena.rows,
            standings,
            figures=self._figures() if self.asked else (),
            answered=tuple([seat for seat, _ in self.answers]),
            toxicity=self.arena.toxicity,
        )

    def clone(self) -> Toxic:
        """An independent copy, chance included."""
        return evolve(
            self,
            players=[evolve(each) for each in self.players],
            lots=_copy(self.lots),
            told=[set(each) for each in self.told],
            answers=list(self.answers),
            blocks=list(self.blocks),
        )

    def __str__(self) -> str:
        return draw(self)

    def inside(self) -> list[int]:
        """The numbers of those who are in, ascending."""
        return [number for number, each in enumerate(self.players) if each.inside]

    # Rounds.

    def _begin_round(self) -> Events:
        self.round += 1
        numbers = self.inside()
        first = (self.round - 1) % self.seats
        order = sorted(numbers, key=lambda number: (number - first) % self.seats)
        self.answers = []
        self.prompts = tuple([AskMove(number, self._number(), self.round) for number in order])
        lives, figures = self._lives(), self._figures()
        looks = [self._look(number, lives, figures) for number in order]
        return [RoundBegan(self.round, to=_SPECTATORS), *looks]

    def _look(
        self, number: int, lives: tuple[tuple[int, int], ...], figures: tuple[Figure, ...]
    ) -> Looked:
        own, players = self.players[number], self.players
        fields = {(each.x, each.y) for each in figures}
        seen = tuple(
            [
                each
                for each in figures
                if each.number != number and self._sees(own, players[each.number], fields)
            ]
        )
        block = Looked(
            self.round,
            _figure(number, own),
            seen,
            lives,
            self._toxic(number, fields),
            to=frozenset([number]),
        )
        self.blocks[number] = block
        return block

    def _sees(self, own: Fighter, other: Fighter, fields: set[Field]) -> bool:
        if own.red == other.red:
            return True
        return sees(self.arena, fields, own.place, own.view, other.place)

    def _without_those_who_left(self, block: Looked) -> Looked:
        inside = set(self.inside())
        return evolve(
            block,
            seen=tuple([each for each in block.seen if each.number in inside]),
            lives=tuple([each for each in block.lives if each[0] in inside]),
        )

    def _toxic(self, number: int, fields: set[Field]) -> tuple[tuple[int, int, int], ...]:
        """The toxicity that a player is told: of his own field, and perhaps of what he sees."""
        own, told = self.players[number], self.told[number]
        places = [own.place]
        if self.sight:
            places += fields_seen(self.arena, frozenset(fields), own.place, own.view, told)
        told.update(places)
        return tuple([(x, y, self.arena.toxic(x, y)) for x, y in places])

    def _judge_if_complete(self) -> Events:
        return self._judge() if self.round and not self.prompts else ()

    def _judge(self) -> Events:
        """The round is complete: move, poison, change, score; then the next one, or the end."""
        silent = sorted(number for number, answer in self.answers if isinstance(answer, Stay))
        self._move()
        self._poison()
        changes, scored = self._change()
        events: list[Event] = [_answered(number, Stay()) for number in silent]
        events += [self._stood(), *changes]
        events += [Scored(number, self.players[number].points, to=_SPECTATORS) for number in scored]
        if self._is_over() or self.round >= MOST_ROUNDS:
            return [*events, *self._end()]
        return [*events, *self._begin_round()]

    def _move(self) -> None:
        """In order of arrival, on the live board."""
        fields = {each.place for each in self.players if each.inside}
        for number, answer in self.answers:
            fighter = self.players[number]
            if isinstance(answer, Stay):
                continue
            fighter.view = answer.view
            dx, dy = STEPS.get(answer.direction, (0, 0))
            target = (fighter.x + dx, fighter.y + dy)
            if target in fields or not self.arena.can_step(*fighter.place, dx, dy):
                continue
            fields.remove(fighter.place)
            fields.add(target)
            fighter.x, fighter.y = target
            fighter.stayed = 0

    def _poison(self) -> None:
        """The round of a step is the first on the new field (spec/toxic-rules.md 9.2)."""
        for each in self.players:
            each.stayed += 1
            if each.inside and not each.red:
                each.life = max(0, each.life - self.arena.toxic(*each.place) * each.stayed)

    def _change(self) -> tuple[list[TurnedRed], list[int]]:
        """
        Who turns RED, and whose points have changed, both ascending. All is
        judged on the same board, with the teams of before.
        """
        blue = [number for number in self.inside() if not self.players[number].red]
        red = [number for number in self.inside() if self.players[number].red]
        changes = [change for number in blue if (change := self._fate(number, red))]
        if not changes and blue and self.round - self.last_change >= self.rounds(len(blue)):
            changes = [TurnedRed(self._weakest(blue), "LOS")]
        scored = set()
        left = last_round(self.last_change, len(blue), self.rounds) - self.round
        for change in changes:
            for number, gain in self._gains(change, left, len(blue), len(red)):
                if gain:
                    self.players[number].points += gain
                    scored.add(number)
        for change in changes:
            self.players[change.number].red = True
        if changes:
            self.last_change = self.round
        return changes, sorted(scored)

    def _gains(
        self, change: TurnedRed, left: int, blue: int, red: int
    ) -> Iterator[tuple[int, Fraction]]:
        yield change.number, points_for_changing(self.round, red)
        for catcher in change.by:
            yield catcher, points_for_catching(left, blue, len(change.by))

    def _fate(self, number: int, red: Sequence[int]) -> TurnedRed | None:
        fighter = self.players[number]
        if fighter.life == 0:
            return TurnedRed(number, "GIFT")
        fields = {each.place for each in self.players if each.inside}
        by = [
            each
            for each in red
            if touches(self.arena, fields, fighter.place, self.players[each].place)
        ]
        return TurnedRed(number, "GEFANGEN", tuple(by)) if by else None

    def rounds(self, blue: int) -> int:
        """How many rounds may pass without a change while so many are BLUE."""
        return self.changes.get(blue) or rounds_until_change(blue)

    def _weakest(self, blue: Sequence[int]) -> int:
        least = min(self.players[number].life for number in blue)
        return self.lots.choice([each for each in blue if self.players[each].life == least])

    # The end.

    def _is_over(self) -> bool:
        inside = self.inside()
        return len(inside) < 2 or all(self.players[number].red for number in inside)

    def _end(self) -> Events:
        self.prompts = ()
        self.result = Result(tuple([each.points for each in self.players]))
        return [Lived(self._lives(), to=frozenset(self.inside()))]

    # What is told.

    def _stood(self) -> Stood:
        return Stood(self._figures(), self._lives(), to=_SPECTATORS)

    def _figures(self) -> tuple[Figure, ...]:
        return tuple([_figure(number, self.players[number]) for number in self.inside()])

    def _lives(self) -> tuple[tuple[int, int], ...]:
        return tuple([(number, self.players[number].life) for number in self.inside()])

    # Prompts.

    def _number(self) -> int:
        self.asked += 1
        return self.asked

    def _is_asked(self, seat: Viewer) -> bool:
        return any(prompt.seat == seat for prompt in self.prompts)

    def _close(self, seat: int) -> None:
        self.prompts = tuple([prompt for prompt in self.prompts if prompt.seat != seat])


def _figure(number: int, fighter: Fighter) -> Figure:
    return Figure(number, fighter.x, fighter.y, fighter.view)


def _answered(seat: int, answer: Walk | Stay) -> Answered:
    if isinstance(answer, Stay):
        return Answered(seat, "-", "-", to=_SPECTATORS)
    return Answered(seat, answer.direction, answer.view, to=_SPECTATORS)


def _copy(lots: Chooser) -> Chooser:
    if not isinstance(lots, Random):
        return lots
    copy = Random()
    copy.setstate(lots.getstate())
    return copy


@frozen
class ToxicRules:
    """
    The arena as the hub finds it: the `Rules` of `boardhub.games.rules`.

    Options, all plain values: ``map`` and ``toxicity``, rows of characters
    (without them a small plain board); ``preparation``, seconds to read the
    map; ``sight``, whether players are told the toxicity of what they see;
    ``starts``, the fields to begin on, else they are drawn; ``changes``, the
    rounds until a change is forced, by the number of BLUE players.
    """

    name: str = "toxic"
    version: int = 1
    moves: Sequence[type[Move]] = MOVES

    def state(self, seats: int, seed: str, options: Mapping[str, Any]) -> Toxic:
        """
        A new game.

        :raise ValueError: there are not 2 to 16 seats, or the board is too small for them.
        """
        if seats not in SEATS:
            raise ValueError("the arena is for 2 to 16 players")
        board = arena(tuple(options.get("map") or PLAIN), tuple(options.get("toxicity") or ()))
        fields = board.largest()
        if len(fields) < seats:
            raise ValueError(f"the map has no room for {seats} players")
        starts = options.get("starts") or stream(seed, "start").sample(fields, seats)
        return Toxic(
            seats,
            board,
            [Fighter(x, y) for x, y in starts],
            stream(seed, "lots"),
            changes={int(blue): rounds for blue, rounds in options.get("changes", {}).items()},
            preparation=options.get("preparation", PREPARATION),
            sight=options.get("sight", False),
            told=[set() for _ in range(seats)],
            blocks=[None] * seats,
        )


RULES: Final[Rules[Toxic]] = ToxicRules()
