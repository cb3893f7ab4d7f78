"""
Whole matches over the wire, in memory: bots play on the maps that come along
and on generated ones, and everything that players and a trusted audience are
told is held against a second reading of the rules, fed from the audience's
lines alone (spec/toxic-rules.md 3, 5, 7 and 8). BOARDHUB_SOAK multiplies the
number of matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from math import floor
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest
from attrs import define, evolve, field, frozen

from boardhub.bots.toxic_player import ToxicBot
from boardhub.bots.toxic_random import RandomBot
from boardhub.bots.toxic_strong import StrongBot
from boardhub.games.toxic.events import TurnedRed
from boardhub.games.toxic.generator import generate
from boardhub.games.toxic.moves import Stay, Walk
from boardhub.hub.journal import Journal, JournalError
from boardhub.hub.match import Phase
from boardhub.links.memory import MemoryLink
from boardhub.protocols.toxic import GAME
from boardhub.protocols.toxic_maps import LoadedMap, Maps
from boardhub.testing import MemoryHub, no_logged_failures
from tests.soak import games
from tests.toxic.test_properties import HUNDREDTHS, Body, Reading, forced
from tests.toxic.test_sight import slow

Field: TypeAlias = tuple[int, int]

SHIPPED = ("caves.map", "house.map", "pillars.map")


def place(text: str) -> Field:
    """``X,Y``"""
    x, y = text.split(",")
    return int(x), int(y)


def hundredths(text: str) -> int:
    """A number on the wire; it has one decimal or two, and no more zeros than it needs."""
    whole, decimals = text.split(".")
    assert len(decimals) == 1 or (len(decimals) == 2 and decimals[1] != "0"), text
    return int(whole) * 100 + int(decimals.ljust(2, "0"))


def rounded(points: Fraction) -> int:
    """Half up, to hundredths."""
    return floor(points * 100 + Fraction(1, 2))


@define
class Standing:
    """How somebody stands, as it is told."""

    place: Field
    view: str
    life: int = -1


@frozen
class Picture:
    """How all stood, and who was RED, when a round began."""

    standings: dict[int, Standing]
    red: frozenset[int]


@define
class Audience:
    """
    Reads what the audience gets, with the second reading of the rules at its
    side: out of the places at the beginning and the moves that reading must
    make all the rest.
    """

    seats: int
    rows: list[str] = field(factory=list)
    poison: list[str] = field(factory=list)
    standings: dict[int, Standing] = field(factory=dict)
    red: set[int] = field(factory=set)
    round: int = 0
    pictures: dict[int, Picture] = field(factory=dict)
    reasons: set[str] = field(factory=set)
    over: bool = False
    _reading: Reading | None = None
    _moves: list[tuple[int, Walk | Stay]] = field(factory=list)
    _changes: list[TurnedRed] = field(factory=list)
    _scored: list[tuple[int, int]] = field(factory=list)
    _judged: bool = False

    def hear(self, line: str) -> None:
        """One line of the stream, once the map is told."""
        word, _, rest = line.partition(" ")
        words = rest.split(" ")
        match word:
            case "ZEILE":
                self.rows.append(rest.partition(" ")[2])
            case "GIFTZEILE":
                self.poison.append(rest.partition(" ")[2])
            case "DISCONNECTED":
                self._leave(int(rest))
            case "START":
                self._start(int(rest))
            case "MOVE":
                self._moves.append((int(words[0]), _move(words[1], words[2])))
            case "SEE_PLAYER":
                self._judged = True
                self.standings[int(words[2])] = Standing(place(words[0]), words[1])
            case "LIFE":
                self.standings[int(words[1])].life = hundredths(words[0])
            case "TEAMCHANGE":
                self.red.add(int(words[1]))
            case "GRUND":
                by = tuple(int(each) for each in words[2:])
                self._changes.append(TurnedRed(int(words[0]), words[1], by))
            case "PUNKTE":
                self._scored.append((int(words[0]), hundredths(words[1])))
            case "SPIEL_BEENDET":
                self._end()
            case _:
                assert word in ("CONNECTED", "KARTE", "KARTE_ENDE"), line

    @property
    def reading(self) -> Reading:
        """The second one, which is there as soon as the places are."""
        if self._reading is None:
            changes = {blue: forced(blue) for blue in range(1, self.seats + 1)}
            bodies = {number: Body(each.place) for number, each in self.standings.items()}
            self._reading = Reading(self.rows, self.poison, bodies, changes)
        return self._reading

    def _leave(self, number: int) -> None:
        self.reading.leave(number)
        del self.standings[number]
        self.red.discard(number)

    def _start(self, number: int) -> None:
        assert number == self.round + 1
        if self.round:
            assert self._judge() == self._scored
        self.round = number
        self._judged = False
        self._moves, self._scored = [], []
        standings = {seat: evolve(each) for seat, each in sorted(self.standings.items())}
        self.pictures[number] = Picture(standings, frozenset(self.red))
        self._agree()
        assert len(self.red) < len(standings), "the match goes on without anybody to catch"
        assert len(standings) > 1, "the match goes on for one"

    def _judge(self) -> list[tuple[int, int]]:
        """Play the round again; whose points change by it, with the new sum."""
        before = self._sums()
        moves = [each for each in self._moves if each[0] in self.reading.bodies]
        assert sorted(seat for seat, _ in moves) == sorted(self.reading.bodies)
        lot = next((each.number for each in self._changes if each.why == "LOS"), None)
        assert self.reading.round(self.round, moves, lot) == self._changes
        self.reasons |= {each.why for each in self._changes}
        self._changes = []
        self._agree()
        sums = self._sums()
        return [(seat, rounded(sums[seat])) for seat in sums if sums[seat] != before[seat]]

    def _agree(self) -> None:
        """What is told is what the second reading has."""
        bodies = self.reading.bodies
        assert self.standings == {
            number: Standing(each.place, each.view, each.life) for number, each in bodies.items()
        }
        assert self.red == {number for number, each in bodies.items() if each.red}

    def _sums(self) -> dict[int, Fraction]:
        sums = {number: each.points for number, each in self.reading.bodies.items()}
        return dict(sorted({**self.reading.points, **sums}.items()))

    def _end(self) -> None:
        self.over = True
        scored, ranking = self._scored[: -self.seats], self._scored[-self.seats :]
        assert scored == (self._judge() if self._judged and self.round else [])
        sums = self._sums()
        by_rank = sorted(sums, key=lambda number: (-sums[number], number))
        assert ranking == [(number, rounded(sums[number])) for number in by_rank]
        bodies = self.reading.bodies
        assert len(bodies) < 2 or all(each.red for each in bodies.values())


def _move(direction: str, view: str) -> Walk | Stay:
    return Stay() if direction == view == "-" else Walk(direction, view)


@define
class Record:
    """What a player writes down, held against what the audience has read of the same round."""

    number: int
    audience: Audience
    chance: Random
    slowly: bool
    """Sight is read slowly, too, now and then; that needs a small map."""
    round: int = 0
    others: set[int] = field(factory=set)
    red: set[int] = field(factory=set)
    compared: int = 0
    over: bool = False
    _block: list[str] = field(factory=list)

    def hear(self, line: str) -> None:
        """One line."""
        assert not self.over, f"after DISCONNECT: {line}"
        word, _, rest = line.partition(" ")
        match word:
            case "CONNECTED":
                self.others.add(int(rest))
            case "DISCONNECTED":
                self.others.remove(int(rest))
                self.red.discard(int(rest))
            case "TEAMCHANGE":
                assert not self._block
                self.red.add(int(rest.removeprefix("RED ")))
            case "SET" | "SEE_PLAYER" | "LIFE" | "TOXIC":
                self._block.append(line)
            case "START":
                self._check(int(rest))
                self._block = []
            case "DISCONNECT":
                self._check_end()
            case _:
                assert word in ("ID", "MAP", "PING", "KARTE", "ZEILE", "KARTE_ENDE"), line

    def _check(self, number: int) -> None:
        """A block: own place, all mates, some opponents, energies, the poison underfoot."""
        assert self.round in (0, number - 1)
        picture = self.audience.pictures[number]
        # Who has come back may be told a block from before somebody left.
        left = set(picture.standings) - {self.number, *self.others} if not self.round else set()
        assert {self.number, *self.others} == set(picture.standings) - left
        assert self.red == picture.red - left
        assert not left & set(self.audience.standings)
        self.round = number
        self.compared += 1
        own = picture.standings[self.number]
        x, y = own.place
        first, *seen = [each for each in self._block if each.split()[0] in ("SET", "SEE_PLAYER")]
        assert first == f"SET {x},{y} {own.view}"
        self._check_seen(picture, [int(line.rsplit(" ", 1)[1]) for line in seen], seen)
        lives, (poison,) = self._block[1 + len(seen) : -1], self._block[-1:]
        assert [_life(line) for line in lives] == _lives(picture.standings)
        word, at, value = poison.split()
        assert (word, place(at)) == ("TOXIC", own.place)
        assert hundredths(value) == HUNDREDTHS[self.audience.poison[y][x]]

    def _check_seen(self, picture: Picture, numbers: list[int], lines: Sequence[str]) -> None:
        assert numbers == sorted(set(numbers) - {self.number})
        for number, line in zip(numbers, lines, strict=True):
            each = picture.standings[number]
            x, y = each.place
            assert line == f"SEE_PLAYER {x},{y} {each.view} {number}"
        mine = self.number in picture.red
        mates = {each for each in picture.standings if (each in picture.red) is mine}
        assert mates - {self.number} <= set(numbers)
        opponents = sorted(set(picture.standings) - mates)
        if self.slowly and opponents and self.chance.random() < 0.05:
            other = self.chance.choice(opponents)
            places = {each.place for each in picture.standings.values()}
            own, target = picture.standings[self.number], picture.standings[other].place
            sees = slow(self.audience.rows, places, own.place, own.view, target)
            assert (other in numbers) is sees

    def _check_end(self) -> None:
        self.over = True
        assert self.audience.over
        assert [_life(line) for line in self._block] == _lives(self.audience.standings)
        assert self.red == self.audience.red


def _life(line: str) -> tuple[int, int]:
    word, value, number = line.split()
    assert word == "LIFE"
    return int(number), hundredths(value)


def _lives(standings: dict[int, Standing]) -> list[tuple[int, int]]:
    return [(number, each.life) for number, each in sorted(standings.items())]


@define
class Seat:
    """A bot, its connection, and what is written down of it."""

    bot: ToxicBot
    link: MemoryLink
    record: Record
    back_in: int = 0
    gone: bool = False


class Arena:
    """
    A match of bots on a map, with somebody who watches. Where they are not
    ``steady`` they miss rounds, leave, and lose their connections, some of
    them to come back.
    """

    def __init__(self, seats: int, shown: LoadedMap, seed: str, steady: bool) -> None:
        self.chance = Random(seed)
        self.steady = steady
        self.slowly = len(shown.rows) * len(shown.rows[0]) < 200
        maps = Maps([shown, Maps.load().find("pillars.map")])
        settings = {"maps": maps, "spectator-delay": 0, "preparation": 1.0}
        self.hub = MemoryHub(GAME, seed=seed, settings=settings)
        lines = ("PASSWORT", f"KARTE {shown.name}", "TIMEOUT 2000")
        self.connect(f"NEU {seats}", "NAME m", *lines, "ABMELDEN")
        self.audience = Audience(seats)
        self.watcher = self.connect("ZUSCHAUEN m", "NAME zoe")
        self.watcher.take()
        self.seats = [self.seat(number) for number in range(seats)]

    def connect(self, *lines: str) -> MemoryLink:
        """Somebody comes and says this."""
        link = self.hub.connect()
        for line in lines:
            link.send(line)
        self.hub.settle()
        return link

    def seat(self, number: int) -> Seat:
        """A bot takes this number, or a new one the number of a former."""
        make = StrongBot if self.chance.random() < 0.1 else RandomBot
        bot = make(f"p{number}", f"{self.chance.random()}")
        link = self.connect(*bot.login("m", secret=f"wort{number}"))
        return Seat(bot, link, Record(number, self.audience, self.chance, self.slowly))

    def play(self) -> None:
        """To the end, or so long that it should have come."""
        # As many turns as all forced changes take, and twice more for who is silent or away.
        turns = 3 * sum(forced(blue) for blue in range(1, len(self.seats) + 1)) + 1000
        while not self.audience.over:
            turns -= 1
            assert turns, "the match does not end"
            if not self.turn():
                self.hub.advance(0.5)
        self.turn()
        match = self.hub.match("m")
        assert (match.phase, match.reason) == (Phase.OVER, "finished")
        for each in self.seats:
            assert each.gone or each.back_in or each.record.over
            assert each.bot.failed == ""

    def turn(self) -> bool:
        """All read what has come, and answer; whether there was anything."""
        news = self.watcher.take()
        for line in news:
            if not line.startswith("ZUSCHAUER"):
                self.audience.hear(line)
        received = [(each, each.link.take()) for each in self.seats if not each.back_in]
        for each, lines in received:
            for line in lines:
                each.record.hear(line)
        for each, lines in received:
            self.answer(each, lines)
        for each in self.seats:
            if each.back_in:
                self.return_later(each)
        self.hub.settle()
        return bool(news) or any(lines for _, lines in received)

    def answer(self, seat: Seat, lines: Sequence[str]) -> None:
        """What the bot says to these lines, or something else happens to it."""
        for line in lines:
            for answer in seat.bot.hear(line):
                if self.steady or not answer.startswith("MOVE") or not self.mishap(seat):
                    seat.link.send(answer)

    def mishap(self, seat: Seat) -> bool:
        """Whether it does not answer now."""
        deed = self.chance.random()
        if deed < 0.001:
            seat.gone = True
            seat.link.send(self.chance.choice(["ABMELDEN", "ID_NOT_OKAY"]))
        elif deed < 0.006:
            seat.link.lost()
            seat.back_in = self.chance.randrange(1, 12)
        return deed < 0.02

    def return_later(self, seat: Seat) -> None:
        """The connection is gone; in a while there is a new one, and is told all it needs."""
        if self.hub.match("m").phase is Phase.OVER:
            return
        seat.back_in -= 1
        if not seat.back_in:
            fresh = self.seat(seat.record.number)
            seat.bot, seat.link, seat.record = fresh.bot, fresh.link, fresh.record


def drawn(chance: Random, number: int, seats: int) -> LoadedMap:
    """One of the maps that come along, or a new one with room for so many."""
    maps = Maps.load()
    if number % 5 < len(SHIPPED):
        return maps.find(SHIPPED[number % 5])
    while True:
        rows, toxicity = generate(
            chance.randrange(6, 16), chance.randrange(6, 13), f"{chance.random()}"
        )
        shown = LoadedMap("drawn.map", rows, toxicity)
        if shown.size > seats:
            return shown


def test_random_matches() -> None:
    """
    They end by the rules; what the audience is told is what the rules make of
    the moves, points included; what each player is told agrees with that.
    """
    reasons: set[str] = set()
    with no_logged_failures():
        for number in range(games(5)):
            chance = Random(f"match {number}")
            seats = (4, 5, 2, 9, 16)[number] if number < 5 else chance.randrange(2, 17)
            shown = drawn(chance, number, seats)
            arena = Arena(seats, shown, f"match {number}", steady=number % 2 == 0)
            arena.play()
            assert sum(each.record.compared for each in arena.seats) >= arena.audience.round
            reasons |= arena.audience.reasons
    assert {"GEFANGEN", "LOS"} <= reasons


def watching(hub: MemoryHub) -> MemoryLink:
    """Somebody who watches the port's first match."""
    link = hub.connect()
    for line in ("ZUSCHAUEN arena1", "NAME zoe"):
        link.send(line)
    return link


@pytest.mark.parametrize("silent", [(0, 1, 2), (0, 2)])
def test_who_is_missing_is_entered_last_and_ascending(silent: Sequence[int]) -> None:
    """Spec 3.4: whoever's time is over comes after those who have answered, by number."""
    hub = MemoryHub(GAME, settings={"players": 3, "preparation": 0.0, "spectator-delay": 0})
    zoe = watching(hub)
    players = [hub.connect() for _ in range(3)]
    for link in players:
        link.send("ID_OKAY")
    hub.advance(0.01)
    hub.settle()
    for number in range(1, 4):
        assert zoe.take()[-1] == f"START {number}"
        for seat in set(range(3)) - set(silent):
            players[seat].send("MOVE NONE EAST")
        hub.advance(5.01)
        hub.settle()
        moves = [line for line in zoe.received if line.startswith("MOVE")]
        came = [f"MOVE {seat} NONE EAST" for seat in range(3) if seat not in silent]
        assert moves == [*came, *(f"MOVE {seat} - -" for seat in silent)], f"round {number}"


def test_the_copy_of_the_map_goes_with_a_spectator_who_was_last() -> None:
    """Spec 3.3: whoever's connection is the last one of a match takes the copy with it."""
    hub = MemoryHub(GAME, settings={"players": 2})
    zoe = watching(hub)
    ada, ben = hub.connect(), hub.connect()
    for link in (ada, ben):
        link.send("ID_OKAY")
    copy = Path(ada.take()[-1].removeprefix("MAP "))
    ada.send("ABMELDEN")
    hub.advance(3.0)
    assert (ben.closed, copy.exists()) == (True, True)
    zoe.send("ABMELDEN")
    hub.settle()
    assert not copy.exists()


def test_the_port_recovers_from_a_full_disk() -> None:
    """Spec 2.3: as soon as a match can be made again, who connects is given a number."""
    hub = MemoryHub(GAME, settings={"players": 2})
    full, make = [True], hub.lobby._open_journal

    def open_journal(game: str, name: str, made: datetime) -> Journal:
        if full[0]:
            raise JournalError("no space left")
        return make(game, name, made)

    hub.lobby._open_journal = open_journal
    first = [hub.connect(), hub.connect()]
    assert hub.connect().take() == ["DISCONNECT"]
    for link in first:
        link.send("ID_OKAY")
    first[0].send("ABMELDEN")
    hub.advance(2000.0)
    hub.settle()
    full[0] = False
    assert hub.connect().take() == ["ID 0"]
