"""
What holds in every game of the arena: random games beside a second, slow
reading of the rounds (spec/toxic-rules.md 5 and 7), and a spectator who keeps
a book of what she is told. BOARDHUB_SOAK multiplies the number of games.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import TypeAlias

import pytest
from attrs import define, field

from boardhub.games.rules import Event, Player
from boardhub.games.toxic.directions import NONE, STEPS
from boardhub.games.toxic.events import Figure, RoundBegan, Scored, Stood, TurnedRed
from boardhub.games.toxic.moves import Start, Stay, Walk
from boardhub.games.toxic.position import Standing
from boardhub.games.toxic.state import RULES, Toxic
from tests.soak import games

Field: TypeAlias = tuple[int, int]

POISONS = " 1234567890#"
HUNDREDTHS = {" ": 1, "0": 20, "#": 20} | {str(digit): 2 * digit for digit in range(1, 10)}


@define
class Body:
    """A player as the second reading keeps her."""

    place: Field
    view: str = "NORTH"
    life: int = 10_000
    red: bool = False
    stayed: int = 0
    points: Fraction = Fraction(0)


@define
class Reading:
    """The rules of a round once more, in the order of the page."""

    rows: list[str]
    toxicity: list[str]
    bodies: dict[int, Body]
    forced: dict[int, int]
    points: dict[int, Fraction] = field(factory=dict)
    last: int = 0

    def wall(self, x: int, y: int) -> bool:
        """Also outside."""
        inside = 0 <= y < len(self.rows) and 0 <= x < len(self.rows[0])
        return not inside or self.rows[y][x] == "#"

    def taken(self, x: int, y: int) -> bool:
        """By a wall or a player."""
        return self.wall(x, y) or any(each.place == (x, y) for each in self.bodies.values())

    def leave(self, number: int) -> None:
        """Off the board; the points are kept."""
        self.points[number] = self.bodies.pop(number).points

    def walk(self, body: Body, step: str) -> None:
        """A step, or none if it is blocked."""
        if step == NONE:
            return
        (x, y), (dx, dy) = body.place, STEPS[step]
        if self.taken(x + dx, y + dy) or self.wall(x + dx, y) or self.wall(x, y + dy):
            return
        body.place, body.stayed = (x + dx, y + dy), 0

    def breathe(self, body: Body) -> None:
        """What the field takes from a BLUE player."""
        if body.red:
            return
        x, y = body.place
        poison = HUNDREDTHS[self.toxicity[y][x]] if self.toxicity else 1
        body.stayed += 1
        body.life = max(0, body.life - poison * body.stayed)

    def touch(self, one: Body, other: Body) -> bool:
        """Orthogonal neighbours, or diagonal ones with a free field between."""
        (x, y), (u, v) = one.place, other.place
        far = (abs(x - u), abs(y - v))
        if far == (1, 1):
            return not (self.taken(x, v) and self.taken(u, y))
        return far in {(0, 1), (1, 0)}

    def round(
        self, number: int, answers: Sequence[tuple[int, Walk | Stay]], lot: int | None
    ) -> list[TurnedRed]:
        """A whole round; ``lot`` is who was drawn, if anybody was."""
        for seat, move in answers:
            if isinstance(move, Walk):
                self.bodies[seat].view = move.view
                self.walk(self.bodies[seat], move.direction)
        for body in self.bodies.values():
            self.breathe(body)
        changes = self.changes(number, lot)
        self.score(number, changes)
        for change in changes:
            self.bodies[change.number].red = True
            self.last = number
        return changes

    def changes(self, number: int, lot: int | None) -> list[TurnedRed]:
        """Who turns RED, why and by whom."""
        blue = {seat: body for seat, body in sorted(self.bodies.items()) if not body.red}
        found = []
        for seat, body in blue.items():
            by = [
                other
                for other in sorted(self.bodies)
                if self.bodies[other].red and self.touch(self.bodies[other], body)
            ]
            if body.life == 0:
                found.append(TurnedRed(seat, "GIFT"))
            elif by:
                found.append(TurnedRed(seat, "GEFANGEN", tuple(by)))
        if found or number - self.last < self.forced[len(blue)]:
            return found
        least = min(body.life for body in blue.values())
        assert lot is not None
        assert blue[lot].life == least
        return [TurnedRed(lot, "LOS")]

    def score(self, number: int, changes: Sequence[TurnedRed]) -> None:
        """Points with the numbers from before the changes."""
        reds = sum(body.red for body in self.bodies.values())
        blue = len(self.bodies) - reds
        end = self.last + sum(self.forced[each] for each in range(1, blue + 1))
        for change in changes:
            self.bodies[change.number].points += Fraction(number * reds, 10)
            for catcher in change.by:
                self.bodies[catcher].points += Fraction(end - number, blue * len(change.by))


def forced(blue: int) -> int:
    """11 and 180 parts by one more than the BLUE players, rounded up."""
    return 11 + -(-180 // (blue + 1))


@define
class Book:
    """What spectators can write down."""

    standings: list[Standing]
    figures: tuple[Figure, ...] = ()
    round: int = 0

    def hear(self, events: Sequence[Event]) -> None:
        """Everything that is for them."""
        for event in events:
            if event.to is None or None in event.to:
                self.note(event)

    def note(self, event: Event) -> None:
        """One thing that has happened."""
        if isinstance(event, Stood):
            self.figures = event.figures
            for number, life in event.lives:
                self.put(number, life=life)
        elif isinstance(event, RoundBegan):
            self.round = event.round
        elif isinstance(event, TurnedRed):
            self.put(event.number, red=True)
        elif isinstance(event, Scored):
            self.put(event.number, points=event.points)

    def leave(self, number: int) -> None:
        """The hub says who has gone."""
        self.put(number, inside=False)
        self.figures = tuple(each for each in self.figures if each.number != number)

    def put(self, number: int, **news: object) -> None:
        """Write a standing anew."""
        old = self.standings[number]
        kept = {"inside": old.inside, "red": old.red, "life": old.life, "points": old.points}
        self.standings[number] = Standing(**{**kept, **news})  # type: ignore[arg-type]


@define
class Match:
    """A random game with all who watch it."""

    game: Toxic
    chance: Random
    reading: Reading
    book: Book
    answers: list[tuple[int, Walk | Stay]] = field(factory=list)
    reasons: set[str] = field(factory=set)

    def step(self) -> None:
        """Somebody answers, or seldom leaves."""
        seat = self.chance.choice(list(self.game.prompts)).seat
        assert seat is not None
        round = self.game.round
        if self.chance.random() < 0.0015:
            events = self.game.leave(seat, "left")
            self.reading.leave(seat)
            self.book.leave(seat)
        else:
            move = self.move()
            events = self.game.apply(seat, move)
            self.answers.append((seat, move))
        self.book.hear(events)
        if any(isinstance(event, Stood) for event in events):
            self.compare(round, events)

    def move(self) -> Walk | Stay:
        """Any, with a liking for standing still that lets poison work."""
        if self.chance.random() < 0.2:
            return Stay()
        return Walk(self.chance.choice([*STEPS, NONE]), self.chance.choice([*STEPS]))

    def compare(self, round: int, events: Sequence[Event]) -> None:
        """The round of the rules and the one of the second reading."""
        told = [event for event in events if isinstance(event, TurnedRed)]
        lot = next((event.number for event in told if event.why == "LOS"), None)
        answers = [each for each in self.answers if each[0] in self.reading.bodies]
        assert told == self.reading.round(round, answers, lot)
        self.answers.clear()
        self.reasons |= {event.why for event in told}

    def look(self, before: tuple[Standing, ...]) -> None:
        """What is true at any moment, and what never goes back."""
        bodies = self.reading.bodies
        seen = self.game.view(None)
        assert (self.book.round, tuple(self.book.standings)) == (seen.round, seen.standings)
        assert self.book.figures == seen.figures
        assert seen.figures == tuple(
            Figure(seat, *body.place, body.view) for seat, body in sorted(bodies.items())
        )
        for seat, (old, new) in enumerate(zip(before, seen.standings, strict=True)):
            assert 0 <= new.life <= old.life
            assert new.life == old.life or not old.red
            assert (new.red, new.points) >= (old.red, old.points)
            assert new.inside is (seat in bodies)
            points = bodies[seat].points if seat in bodies else self.reading.points[seat]
            assert new.points == points
            if seat in bodies:
                assert (new.red, new.life) == (bodies[seat].red, bodies[seat].life)
        places = [body.place for body in bodies.values()]
        assert len(set(places)) == len(places)
        assert not any(self.reading.wall(*place) for place in places)

    def check_end(self) -> None:
        """Nobody left to catch, or nobody to play with."""
        seen = self.game.view(None)
        inside = [each for each in seen.standings if each.inside]
        assert len(inside) < 2 or all(each.red for each in inside)
        assert self.game.result is not None
        assert self.game.result.scores == tuple(each.points for each in seen.standings)
        assert list(self.game.prompts) == []


def opened(seats: int, seed: str) -> Match:
    """A game on a drawn board whose first round is open."""
    chance = Random(seed)
    width, height = chance.randrange(5, 12), chance.randrange(4, 9)
    rows = ["".join(["# "[chance.random() > 0.15] for _ in range(width)]) for _ in range(height)]
    # A row without walls has room for some, and so do the ones beside it.
    rows[0], rows[1] = " " * width, " " * width
    toxicity = ["".join(chance.choices(POISONS, k=width)) for _ in range(height)]
    toxicity = toxicity if chance.random() < 0.5 else []
    changes = {blue: forced(blue) for blue in range(1, seats + 1)}
    options: dict[str, object] = {"map": rows, "toxicity": toxicity, "sight": chance.random() < 0.2}
    if chance.random() < 0.5:
        # Shorter, and still the longer the fewer are BLUE.
        changes = {blue: 3 + 40 // (blue + 1) for blue in changes}
        options["changes"] = {str(blue): rounds for blue, rounds in changes.items()}
    game = RULES.state(seats, seed, options)
    book = Book([Standing(True, False, 10_000, Fraction(0))] * seats)
    book.hear(game.begin([Player(f"p{number}") for number in range(seats)]))
    book.hear(game.apply(None, Start()))
    bodies = {each.number: Body((each.x, each.y)) for each in book.figures}
    match = Match(game, chance, Reading(rows, toxicity, bodies, changes), book)
    if chance.random() < 0.4:
        weaken(match)
    return match


def weaken(match: Match) -> None:
    """Leave all so little energy that poison has its part in short games."""
    for number, body in match.reading.bodies.items():
        body.life = match.chance.randrange(10, 300)
        match.game.players[number].life = body.life
        match.book.put(number, life=body.life)


@pytest.mark.parametrize("seats", [2, 3, 5, 10])
def test_random_games(seats: int) -> None:
    """The second reading, the book and all that never changes hold until the end."""
    reasons = set()
    for number in range(games(20)):
        match = opened(seats, f"{seats} players, game {number}")
        assert set(match.reading.bodies) == set(range(seats))
        limit = sum(match.reading.forced.values())
        while match.game.result is None:
            before, round = match.game.view(None).standings, match.game.round
            match.step()
            if match.game.result is not None or match.game.round != round:
                match.look(before)
        match.check_end()
        # Each forced change is due within f(B) of the last; who leaves only shortens the sum.
        assert match.game.round <= limit
        reasons |= match.reasons
    assert reasons == {"GIFT", "GEFANGEN", "LOS"}


@pytest.mark.parametrize("seats", [2, 4, 16])
def test_a_game_can_be_played_again(seats: int) -> None:
    """The same seed and moves bring back every event and the same position."""
    first, second = opened(seats, "again"), opened(seats, "again")
    assert first.game == second.game
    for _ in range(60 * seats):
        if first.game.result is not None:
            break
        first.step()
        second.step()
        assert first.game == second.game


def test_clones_go_their_own_way() -> None:
    """A copy knows of nothing that happens later, and two copies go the same way."""
    match = opened(4, "clones")
    for _ in range(30):
        match.step()
    kept = match.game.clone()
    one, two, before = kept.clone(), kept.clone(), kept.view(None)
    for _ in range(200):
        if not one.prompts:
            break
        seat = one.prompts[0].seat
        assert seat is not None
        move = match.move()
        assert one.apply(seat, move) == two.apply(seat, move)
    assert one == two != kept
    assert kept.view(None) == before
    assert kept == match.game
