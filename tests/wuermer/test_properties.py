"""
What holds in every match: random ones, on random boards, beside a second, slow
reading of the rules (spec/wuermer-rules.md 1 and 3) that knows a board as a
picture and a worm as a list of fields. BOARDHUB_SOAK multiplies their number.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest
from attrs import define, field

from boardhub.games.rules import Event, IllegalMove, Move
from boardhub.games.wuermer.board import BEISPIEL, lines, read_board
from boardhub.games.wuermer.events import Began, Finished, Lost, Moved, Passed
from boardhub.games.wuermer.moves import CannotMove, Crawl
from boardhub.games.wuermer.position import Seen
from boardhub.games.wuermer.state import RULES, Wuermer
from tests.soak import games
from tests.wuermer.test_board import PLAYERS, begun, start

ROOT = Path(__file__).parents[2]

Field: TypeAlias = tuple[int, int]

#: Where the directions of the document lead.
WAYS = {"N": (0, -1), "O": (1, 0), "S": (0, 1), "W": (-1, 0)}

#: All that can be said, and some that never can.
SAYABLE: list[Move] = [
    CannotMove(),
    *(Crawl(worm, direction) for worm in range(5) for direction in [*WAYS, "n"]),
]


@define
class Reading:
    """A match as somebody follows it with pencil and paper."""

    width: int
    height: int
    hole: Field
    limit: int
    walls: set[Field]
    worms: dict[tuple[int, int], list[Field]]
    """By player and number."""
    said: list[str] = field(factory=list)
    """All answers, ``Kann nicht`` as ``-``."""
    over: tuple[int | None, str] | None = None
    """The winner and the reason."""

    def on_turn(self) -> int:
        """The first player has the even ones."""
        return len(self.said) % 2

    def is_free(self, place: Field) -> bool:
        """On the board and nothing there, the hole aside."""
        x, y = place
        if x < 1 or y < 1 or x > self.width or y > self.height:
            return False
        return place not in self.walls and all(place not in worm for worm in self.worms.values())

    def legal(self, seat: int) -> set[Move]:
        """All that may be said by this player now."""
        if self.over or seat != self.on_turn():
            return set()
        crawls: set[Move] = {
            Crawl(number, direction)
            for (player, number), worm in self.worms.items()
            for direction in WAYS
            if player == seat and self.is_free(ahead(worm, direction))
        }
        return crawls or {CannotMove()}

    def say(self, answer: Move) -> None:
        """One turn, and what it means for the match."""
        seat = self.on_turn()
        if isinstance(answer, Crawl):
            worm = self.worms[seat, answer.worm]
            worm.insert(0, ahead(worm, answer.direction))
            worm.pop()
            if worm[0] == self.hole:
                del self.worms[seat, answer.worm]
            self.said.append(f"{answer.worm}{answer.direction}")
        else:
            self.said.append("-")
        self.over = self.ending(seat)

    def ending(self, seat: int) -> tuple[int | None, str] | None:
        """The rows of the table from above."""
        left = self.left()
        if left[seat] == 0:
            return seat, "ALLE_IM_LOCH"
        if self.said[-2:] == ["-", "-"]:
            return None, "BLOCKIERT"
        if len(self.said) < 2 * self.limit:
            return None
        if left[0] == left[1]:
            return None, "ZUGLIMIT"
        return left.index(min(left)), "ZUGLIMIT"

    def left(self) -> tuple[int, int]:
        """How many worms each has."""
        first = sum(player == 0 for player, _ in self.worms)
        return first, len(self.worms) - first


def ahead(worm: Sequence[Field], direction: str) -> Field:
    """The field before a head."""
    return worm[0][0] + WAYS[direction][0], worm[0][1] + WAYS[direction][1]


@define
class Book:
    """What somebody knows who only hears of events."""

    worms: dict[tuple[int, int], tuple[Field, ...]] = field(factory=dict)
    turn: int = 0
    lost: list[Lost] = field(factory=list)
    end: Finished | None = None

    def hear(self, events: Sequence[Event]) -> None:
        """Note them all."""
        for event in events:
            assert event.to is None
            assert self.end is None
            self.note(event)

    def note(self, event: Event) -> None:
        """Note one."""
        if isinstance(event, Began):
            for seat, side in enumerate(event.board.worms):
                self.worms |= {(seat, number): worm for number, worm in enumerate(side, 1)}
        elif isinstance(event, Moved | Passed):
            self.turn += 1
            assert (event.turn, event.seat) == (self.turn, 1 - self.turn % 2)
            if isinstance(event, Moved):
                self.put((event.seat, event.worm), event.now)
        elif isinstance(event, Lost):
            self.lost.append(event)
        elif isinstance(event, Finished):
            self.end = event

    def put(self, worm: tuple[int, int], now: tuple[Field, ...] | None) -> None:
        """A worm is somewhere else, or gone."""
        del self.worms[worm]
        if now is not None:
            self.worms[worm] = now

    def check(self, seen: Seen) -> None:
        """Whoever comes later sees what this one has heard."""
        worms = {
            (seat, number): worm for seat, side in enumerate(seen.worms) for number, worm in side
        }
        assert worms == self.worms
        assert all(list(side) == sorted(side) for side in seen.worms)
        assert (seen.turn, list(seen.faults), seen.finished) == (self.turn, self.lost, self.end)


def path(chance: Random, free: set[Field]) -> list[Field]:
    """Three fields for a worm, perhaps bent; they are taken. Empty if chance finds none."""
    if len(free) < 3:
        return []
    for _ in range(40):
        worm = [chance.choice(sorted(free))]
        for _ in range(2):
            beside = [ahead([worm[-1]], way) for way in WAYS]
            worm.append(chance.choice(beside))
        if len(set(worm)) == 3 and free.issuperset(worm):
            free -= set(worm)
            return worm
    return []


def file(chance: Random) -> list[str]:
    """The start file of some small board with worms anywhere."""
    width, height = chance.randrange(3, 8), chance.randrange(4, 8)
    places = [(x, y) for x in range(1, width + 1) for y in range(1, height + 1)]
    chance.shuffle(places)
    hole = places.pop()
    walls = [places.pop() for _ in range(int(len(places) * chance.choice([0, 0.1, 0.3])))]
    free = set(places)
    worms = [path(chance, free) for _ in range(2 * chance.randrange(1, 4))]
    found = [worm for worm in worms if worm]
    if len(found) < 2:
        return file(chance)
    number = len(found) // 2
    limit = chance.choice([1, 2, 5, 20, 60])
    return start(
        f"{width} {height} {hole[0]} {hole[1]} {limit}",
        flat(walls),
        flat([place for worm in found[:number] for place in worm]),
        flat([place for worm in found[number : 2 * number] for place in worm]),
    )


def flat(places: Sequence[Field]) -> str:
    """Coordinates as words."""
    return " ".join(f"{x} {y}" for x, y in places)


def reading(rows: Sequence[str]) -> Reading:
    """The second reading of a start file."""
    width, height, x, y, limit = map(int, rows[:5])
    own, foreign = rows.index("Eigene Wuermer"), rows.index("Gegnerische Wuermer")
    worms = {
        (seat, number): worm
        for seat, part in enumerate((rows[own + 1 : foreign], rows[foreign + 1 :]))
        for number, worm in enumerate(threes(part), 1)
    }
    return Reading(width, height, (x, y), limit, set(pairs(rows[6:own])), worms)


def pairs(numbers: Sequence[str]) -> list[Field]:
    """Every two numbers are a field."""
    return [(int(x), int(y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def threes(numbers: Sequence[str]) -> list[list[Field]]:
    """Every three fields are a worm."""
    fields = pairs(numbers)
    return [fields[at : at + 3] for at in range(0, len(fields), 3)]


@define
class Match:
    """A random match, the second reading and the book."""

    game: Wuermer
    chance: Random
    reading: Reading
    book: Book
    numbers: list[int] = field(factory=list)
    """Of all questions."""

    def play(self) -> str:
        """To the end; the reason."""
        while self.game.result is None:
            self.check_legal()
            self.check_asked()
            if self.chance.random() < 0.004:
                self.leave()
            else:
                self.step()
            self.check_worms()
            self.book.check(self.game.view(None))
        self.check_over()
        assert self.game.finished is not None
        return self.game.finished.why

    def step(self) -> None:
        """Any legal move, one that nears the hole more often than others."""
        seat = self.reading.on_turn()
        answers = sorted(self.reading.legal(seat), key=repr)
        answer = min(self.chance.choices(answers, k=3), key=self.distance)
        events = self.game.apply(seat, answer)
        self.reading.say(answer)
        self.check_events(seat, answer, events)
        self.book.hear(events)

    def distance(self, answer: Move) -> int:
        """Of the head from the hole after a move."""
        if not isinstance(answer, Crawl):
            return 0
        worm = self.reading.worms[self.reading.on_turn(), answer.worm]
        x, y = ahead(worm, answer.direction)
        return abs(x - self.reading.hole[0]) + abs(y - self.reading.hole[1])

    def leave(self) -> None:
        """One of the two goes."""
        seat = self.chance.randrange(2)
        events = self.game.leave(seat, "crashed")
        end = Finished(1 - seat, "crashed", self.reading.left())
        assert list(events) == [Lost(seat, "crashed"), end]
        self.reading.over = (1 - seat, "crashed")
        self.book.hear(events)

    def check_legal(self) -> None:
        """`legal_moves`, `is_legal` and `apply` agree with the second reading on all moves."""
        for seat in (0, 1):
            right = self.reading.legal(seat)
            told = list(self.game.legal_moves(seat))
            assert len(told) == len(right)
            assert set(told) == right
            for answer in SAYABLE:
                assert self.game.is_legal(seat, answer) is (answer in right)
        wrong = self.chance.choice(SAYABLE)
        seat = self.chance.randrange(2)
        if wrong not in self.reading.legal(seat):
            before = self.game.clone()
            with pytest.raises(IllegalMove):
                self.game.apply(seat, wrong)
            assert self.game == before

    def check_asked(self) -> None:
        """One question, to whose turn it is, with a higher number than all before."""
        (prompt,) = self.game.prompts
        assert prompt.seat == self.game.active == self.reading.on_turn()
        assert prompt.times == (3 if len(self.reading.said) < 2 else 1)
        if not self.numbers or self.numbers[-1] != prompt.number:
            self.numbers.append(prompt.number)
        assert len(self.numbers) == len(self.reading.said) + 1
        assert self.numbers == sorted(self.numbers)

    def check_worms(self) -> None:
        """Three fields each, one beside the other, and none taken twice or on a wall."""
        taken = []
        for side in self.game.worms:
            for head, middle, tail in side.values():
                assert abs(head[0] - middle[0]) + abs(head[1] - middle[1]) == 1
                assert abs(middle[0] - tail[0]) + abs(middle[1] - tail[1]) == 1
                taken += [head, middle, tail]
        places = {*taken, *self.game.board.obstacles, self.game.board.hole}
        assert len(places) == len(taken) + len(self.game.board.obstacles) + 1
        assert all(1 <= x <= self.reading.width for x, _ in places)
        assert all(1 <= y <= self.reading.height for _, y in places)
        worms = {
            (seat, number): list(worm)
            for seat, side in enumerate(self.game.worms)
            for number, worm in side.items()
        }
        assert worms == self.reading.worms
        assert self.game.turn == len(self.reading.said)

    def check_events(self, seat: int, answer: Move, events: Sequence[Event]) -> None:
        """What happened is what was said, and the end if it is one; worms only go into the hole."""
        turn = len(self.reading.said)
        expected: list[Event] = [Passed(turn, seat)]
        if isinstance(answer, Crawl):
            worm = self.reading.worms.get((seat, answer.worm))
            now = (worm[0], worm[1], worm[2]) if worm else None
            expected = [Moved(turn, seat, answer.worm, answer.direction, now)]
        if self.reading.over is not None:
            winner, why = self.reading.over
            expected.append(Finished(winner, why, self.reading.left()))
        assert list(events) == expected

    def check_over(self) -> None:
        """The result is that of the second reading."""
        assert self.reading.over is not None
        winner, why = self.reading.over
        half = Fraction(1, 2)
        result = self.game.result
        assert result is not None
        assert result.scores == {0: (1, 0), 1: (0, 1), None: (half, half)}[winner]
        assert result.reason == ("forfeited" if why == "crashed" else "finished")
        assert list(self.game.prompts) == []
        assert self.game.turn <= 2 * self.reading.limit
        self.check_legal()


def opened(seed: str) -> Match:
    """A match that has begun, on a board by chance."""
    chance = Random(seed)
    rows = file(chance)
    game = RULES.state(2, seed, {"board": rows})
    book = Book()
    book.hear(game.begin(PLAYERS))
    return Match(game, chance, reading(rows), book)


def test_random_matches() -> None:
    """The second reading and the book hold to the end of hundreds of matches of all kinds."""
    ends = set()
    for number in range(games(300)):
        match = opened(f"match {number}")
        match.check_worms()
        why = match.play()
        assert match.game.finished is not None
        ends.add((match.game.finished.winner, why))
    assert ends == {
        *((winner, why) for winner in (0, 1) for why in ("ALLE_IM_LOCH", "crashed")),
        *((winner, "ZUGLIMIT") for winner in (0, 1, None)),
        (None, "BLOCKIERT"),
    }


def test_random_start_files() -> None:
    """A board's lines are its start file, and the other's with the lists of worms swapped."""
    for number in range(games(100)):
        rows = file(Random(f"file {number}"))
        board = read_board("\r\n".join(rows))
        assert lines(board, 0) == rows
        other = read_board("\n".join(lines(board, 1)))
        assert other.worms == board.worms[::-1]
        assert lines(other, 1) == rows


def test_clones_go_their_own_way() -> None:
    """A copy knows of nothing that happens later, and two copies go the same way."""
    chance = Random("clones")
    for number in range(games(20)):
        match = opened(f"clone {number}")
        for _ in range(chance.randrange(10)):
            if match.game.result is None:
                match.step()
        kept = match.game.clone()
        before = kept.view(None)
        one, two = kept.clone(), kept.clone()
        while one.result is None:
            answer = chance.choice(list(one.legal_moves(one.active)))
            assert one.apply(one.active, answer) == two.apply(two.active, answer)
            assert one == two
        assert kept.view(None) == before
        assert kept == match.game
        assert (kept == one) is (kept.result is not None)


def test_leaving_a_clone() -> None:
    """A fault in a copy is none in the original, nor the other way round."""
    game = begun(lines(BEISPIEL, 0))
    copy, other = game.clone(), game.clone()
    copy.leave(0, "crashed")
    assert game == other
    game.leave(1, "crashed")
    assert other.result is None
    assert [lost.seat for lost in copy.faults] == [0]


def test_copies_before_the_beginning() -> None:
    """A player who has left before the beginning has left in a copy too, and in no other."""
    game = RULES.state(2, "seed", {})
    first = game.clone()
    game.leave(1, "forfeit-start")
    second = game.clone()
    assert [type(event) for event in first.begin(PLAYERS)] == [Began]
    assert [type(event) for event in second.begin(PLAYERS)] == [Lost, Finished]


def digest(seed: str) -> str:
    """A random match on the board of a seed, as text."""
    game = RULES.state(2, seed, {})
    told: list[object] = [lines(game.board, 0), list(game.begin(PLAYERS))]
    chance = Random(seed)
    for _ in range(60):
        if game.result is None:
            told.append(game.apply(game.active, chance.choice(list(game.legal_moves(game.active)))))
    return repr(told)


def digest_elsewhere(seed: str, hash_seed: str) -> str:
    """The same text as another process has it."""
    script = f"from tests.wuermer.test_properties import digest; print(digest({seed!r}))"
    result = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return result.stdout.strip()


def test_every_process_has_the_same_board() -> None:
    """Same seed, same board and moves, same events, whatever PYTHONHASHSEED is."""
    here = digest("processes")
    assert here == digest("processes")
    assert here != digest("other processes")
    for hash_seed in ("0", "4711"):
        assert digest_elsewhere("processes", hash_seed) == here
