"""
What reaches a connection depends on nothing that is hidden from who reads it
(spec/toxic-rules.md 3.4, 3.7, 6 and 8.3): matches are played twice, with other
secrets, and the bytes are compared. BOARDHUB_SOAK multiplies their number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import pytest

from boardhub.games.toxic.arena import Arena
from boardhub.games.toxic.directions import NONE, STEPS
from boardhub.games.toxic.events import Figure
from boardhub.games.toxic.state import Toxic
from boardhub.hub.terms import Terms
from boardhub.links.memory import MemoryLink
from boardhub.protocols.toxic import GAME
from boardhub.testing import MemoryHub, no_logged_failures
from tests.soak import games
from tests.toxic.test_secrets import POISONS, Scene

Field = tuple[int, int]

#: What a player may try in order to learn something; all but KARTE is ignored.
PRYING = ("STATUS", "STATUS m", "LISTE", "KARTE", "KARTE m", "ID_OKAY", "MOVE NONE", "TOXIC 0,0")

#: What somebody in the lobby may try, and what a spectator.
ASKING = ("LISTE", "STATUS m", "KARTE m", "TEILNEHMEN m", "PASSWORT", "NAME p1", "PROGRAMM m x")
WATCHING = ("STATUS", "KARTE", "PING", "LISTE", "MOVE NORTH NORTH")

#: Rounds that spectators are behind by default.
DELAY = 10


def board(chance: Random) -> tuple[str, ...]:
    """Rows with walls, and some room."""
    while True:
        width, height = chance.randrange(6, 11), chance.randrange(4, 8)
        squares = chance.choice(["   #", "    #", "  #"])
        rows = tuple("".join(chance.choices(squares, k=width)) for _ in range(height))
        if len(Arena(rows).largest()) > 12:
            return rows


def free(rows: Sequence[str]) -> list[Field]:
    """The fields without a wall."""
    return [(x, y) for y, row in enumerate(rows) for x, square in enumerate(row) if square == " "]


def apart(scene: Scene) -> bool:
    """Whether no RED stands beside a BLUE, so that nobody is caught."""
    return all(
        max(abs(one.x - other.x), abs(one.y - other.y)) > 1
        for one in scene.figures
        for other in scene.figures
        if one.number in scene.reds and other.number not in scene.reds
    )


def drawn(chance: Random, rows: tuple[str, ...], seats: int, reds: frozenset[int]) -> Scene:
    """A position on this board in which nobody is caught."""
    while True:
        poison = tuple("".join(chance.choices(POISONS, k=len(row))) for row in rows)
        figures = tuple(
            Figure(number, x, y, chance.choice([*STEPS]))
            for number, (x, y) in enumerate(chance.sample(free(rows), seats))
        )
        scene = Scene(rows, poison, figures, reds)
        if apart(scene):
            return scene


def hidden(scene: Scene, eye: int) -> list[int]:
    """Whom this player does not see."""
    shown = {eye, *(each.number for each in scene.seen_by(scene.figures[eye]))}
    return [each.number for each in scene.figures if each.number not in shown]


def otherwise(chance: Random, scene: Scene, eye: int, sight: bool) -> Scene:
    """
    The same in the eyes of this player: whom she does not see stands and looks
    elsewhere, if that hides and shows nothing else, and the poison is another
    where she is not told of it.
    """
    own, unseen = scene.figures[eye], hidden(scene, eye)
    room = set(free(scene.rows)) - {
        (each.x, each.y) for each in scene.figures if each.number not in unseen
    }
    for _ in range(20):
        places = dict(zip(unseen, chance.sample(sorted(room), len(unseen)), strict=True))
        other = changed(chance, scene, places, eye, sight)
        if alike(scene, other, own, sight):
            return other
    as_before = {number: (scene.figures[number].x, scene.figures[number].y) for number in unseen}
    return changed(chance, scene, as_before, eye, sight)


def changed(
    chance: Random, scene: Scene, places: Mapping[int, Field], eye: int, sight: bool
) -> Scene:
    """These players stand here and look anywhere, and the poison is another."""
    figures = [
        Figure(each.number, *places[each.number], chance.choice([*STEPS]))
        if each.number in places
        else each
        for each in scene.figures
    ]
    poison = poisoned(chance, scene, figures, eye, sight)
    return Scene(scene.rows, poison, tuple(figures), scene.reds)


def alike(scene: Scene, other: Scene, own: Figure, sight: bool) -> bool:
    """Whether she sees the same, by the slow reading, and nobody is caught."""
    if not apart(other) or scene.seen_by(own) != other.seen_by(own):
        return False
    return not sight or [*scene.fields_seen_by(own)] == [*other.fields_seen_by(own)]


def poisoned(
    chance: Random, scene: Scene, figures: Sequence[Figure], eye: int, sight: bool
) -> tuple[str, ...]:
    """Another toxicity. Energy is public: under BLUE feet the fields are as bad as before."""
    squares = [chance.choices(POISONS, k=len(row)) for row in scene.rows]
    own = scene.figures[eye]
    known = [(own.x, own.y), *(scene.fields_seen_by(own) if sight else ())]
    for x, y in known:
        squares[y][x] = scene.toxicity[y][x]
    for was, each in zip(scene.figures, figures, strict=True):
        if each.number not in scene.reds:
            squares[each.y][each.x] = scene.toxicity[was.y][was.x]
    return tuple("".join(row) for row in squares)


class Side:
    """One of two matches, in which a position is as a test lays it."""

    def __init__(self, scene: Scene, sight: bool) -> None:
        self.hub = MemoryHub(GAME)
        seats = len(scene.figures)
        options = {
            "map": [*scene.rows],
            "toxicity": [*scene.toxicity],
            "starts": [[each.x, each.y] for each in scene.figures],
            "name": "board1.map",
            "sight": sight,
        }
        terms = Terms(seats, 5.0, options=options, away=self.hub.lobby.spans.away)
        self.match = self.hub.lobby.create(GAME.rules, "m", terms)
        self.zoe = self.connect("ZUSCHAUEN m", "NAME zoe")
        self.players = [self.join(number) for number in range(seats)]

    @property
    def state(self) -> Toxic:
        """The position."""
        assert isinstance(self.match.state, Toxic)
        return self.match.state

    def connect(self, *lines: str) -> MemoryLink:
        """Somebody comes and says this."""
        link = self.hub.connect()
        self.say(link, *lines)
        return link

    def join(self, number: int) -> MemoryLink:
        """A player takes her number, or takes it again."""
        secret, name = f"GEHEIMNIS wort{number}", f"NAME p{number}"
        return self.connect(secret, "TEILNEHMEN m", "PASSWORT", name, "ID_OKAY")

    def say(self, link: MemoryLink, *lines: str) -> None:
        """Lines, and what comes of them."""
        for line in lines:
            link.send(line)
        self.hub.settle()

    def lay(self, scene: Scene) -> None:
        """All stand where this position has them; the next block tells of it."""
        self.state.arena = Arena(scene.rows, scene.toxicity)
        for each in scene.figures:
            player = self.state.players[each.number]
            player.x, player.y, player.view = each.x, each.y, each.view
            player.red = each.number in scene.reds

    def pass_round(self) -> None:
        """Until the round is judged, or the first one begins."""
        before = self.state.round
        while self.state.round == before and self.match.deadline(self._waiting()) is not None:
            self.hub.advance(0.25)

    def _waiting(self) -> int | None:
        return self.state.prompts[0].seat

    def told(self, link: MemoryLink) -> list[str]:
        """What has come, but for the pings and the place of the copy of the map."""
        lines = self.news(link)
        link.take()
        return ["MAP" if line.startswith("MAP /") else line for line in lines]

    @staticmethod
    def news(link: MemoryLink) -> list[str]:
        """What has come and was not looked at yet, but for the pings."""
        return [line for line in link.received if line != "PING"]


class Twins:
    """
    The same match twice, for the eyes of one player; the others have other
    places, views and answers in the second.
    """

    def __init__(self, seed: str, sight: bool) -> None:
        self.chance = Random(seed)
        self.sight = sight
        rows = board(self.chance)
        self.seats = self.chance.randrange(3, 6)
        reds = self.chance.sample(range(self.seats), self.chance.randrange(1, self.seats))
        self.reds = frozenset(reds)
        self.eye = self.chance.randrange(self.seats)
        self.rows = rows
        first = drawn(self.chance, rows, self.seats, self.reds)
        self.sides = Side(first, sight), Side(first, sight)
        self.held = [set[int](), set[int]()]
        self.elsewhere = 0
        """In how many rounds somebody stood elsewhere."""
        self.lay()
        self.compare()

    def lay(self) -> None:
        """A new position, and its like in the second match."""
        one = drawn(self.chance, self.rows, self.seats, self.reds)
        two = otherwise(self.chance, one, self.eye, self.sight)
        self.elsewhere += [(each.x, each.y) for each in one.figures] != [
            (each.x, each.y) for each in two.figures
        ]
        for side, scene in zip(self.sides, (one, two), strict=True):
            side.lay(scene)

    def begin(self) -> None:
        """The time to read the map is over."""
        for side in self.sides:
            side.pass_round()
        self.compare()

    def round(self) -> None:
        """A round: what each of the matches answers is its own affair."""
        self.lay()
        answers, back = self.chance.random() < 0.8, self.chance.random() < 0.2
        for side, held in zip(self.sides, self.held, strict=True):
            self.answer(side, held, answers)
        self.pry(back)
        for side in self.sides:
            side.pass_round()
        self.compare()

    def answer(self, side: Side, held: set[int], own: bool) -> None:
        """Some answer, in any order; nobody hears of it before the round is judged."""
        others = [number for number in range(self.seats) if number != self.eye]
        self.chance.shuffle(others)
        eye = side.players[self.eye]
        if own:
            side.say(eye, f"MOVE NONE {side.state.players[self.eye].view}")
        before = side.state.round
        # One of them is silent, or the round would be over before both are asked.
        for number in others[1:]:
            self.act(side, held, number)
            assert (side.news(eye), side.news(side.zoe)) == ([], [])
        assert side.state.round == before

    def act(self, side: Side, held: set[int], number: int) -> None:
        """A hidden or a seen player does something that leaves her where she is."""
        link, deed = side.players[number], self.chance.random()
        if number in held:
            if deed < 0.5:
                held.remove(number)
                side.players[number] = side.join(number)
        elif deed < 0.1:
            held.add(number)
            link.lost()
            side.hub.settle()
        elif deed < 0.4:
            side.say(link, *self.chance.sample(PRYING, 3))
        elif deed < 0.8:
            side.say(link, f"MOVE {NONE} {side.state.players[number].view}")

    def pry(self, back: bool) -> None:
        """She, a spectator and somebody in the lobby try to learn something; she may come back."""
        found = []
        for side in self.sides:
            side.say(side.players[self.eye], *PRYING)
            side.say(side.zoe, *WATCHING)
            lobby = side.connect(*ASKING)
            found.append(side.told(lobby))
            side.say(lobby, "ABMELDEN")
            if back:
                side.players[self.eye].lost()
                side.hub.settle()
                side.players[self.eye] = side.join(self.eye)
        assert found[0] == found[1]
        assert "STATUS m" in found[0]

    def compare(self) -> None:
        """She and a spectator have got the same in both."""
        one, two = (side.told(side.players[self.eye]) for side in self.sides)
        assert one == two
        one, two = (side.told(side.zoe) for side in self.sides)
        assert one == two


@pytest.mark.parametrize(("sight", "matches"), [(False, 15), (True, 3)], ids=["feld", "sicht"])
def test_nobody_learns_what_is_hidden(sight: bool, matches: int) -> None:
    """
    Where unseen opponents stand and look, who has answered, who is only held
    and the poison elsewhere: none of it shows, whatever is asked, and after
    coming back; nor to her second connection, a spectator with the default delay.
    """
    elsewhere = 0
    with no_logged_failures():
        for number in range(games(matches)):
            twins = Twins(f"twins {number}", sight)
            twins.begin()
            for _ in range(DELAY):
                twins.round()
            elsewhere += twins.elsewhere
    assert elsewhere > games(2 * matches)


def test_the_comparison_would_see_it() -> None:
    """A match that differs in what a player may know gives her other bytes."""
    twins = Twins("seen", sight=False)
    twins.begin()
    twins.lay()
    visible = twins.sides[1].state.players[twins.eye]
    visible.view = "SOUTH" if visible.view != "SOUTH" else "EAST"
    for side in twins.sides:
        side.pass_round()
    with pytest.raises(AssertionError):
        twins.compare()


class Pair:
    """A match twice whose players go the same ways up to a round, and others after it."""

    def __init__(self, seed: str, parting: int) -> None:
        self.chance = Random(seed)
        self.parting = parting
        rows = board(self.chance)
        scene = drawn(self.chance, rows, 4, frozenset())
        self.sides = Side(scene, False), Side(scene, False)
        for side in self.sides:
            side.pass_round()

    def round(self) -> None:
        """All move; after the parting each match on its own."""
        moves = [self.moves(), self.moves()]
        same = self.sides[0].state.round <= self.parting
        for side, own in zip(self.sides, moves, strict=True):
            for number, move in moves[0] if same else own:
                side.say(side.players[number], move)

    def moves(self) -> list[tuple[int, str]]:
        """Who says what, in which order."""
        order = self.chance.sample(range(4), 4)
        step = self.chance.choice
        return [(number, f"MOVE {step([*STEPS])} {step([*STEPS])}") for number in order]

    def told(self) -> list[list[str]]:
        """What the spectators have got in both, and what one gets who comes now."""
        got = []
        for side in self.sides:
            late = side.connect("ZUSCHAUEN m", "NAME late")
            lines = side.told(late)
            side.say(late, "ABMELDEN")
            # The status is public at any time.
            state = lines[lines.index("STATUS_ENDE m") :]
            got.append([*side.told(side.zoe), *state])
        return got


@pytest.mark.parametrize("parting", [0, 1, 4, 13])
def test_spectators_see_a_round_ten_rounds_later(parting: int) -> None:
    """Whatever happens after a round: nothing shows until ten more have been judged."""
    pair = Pair(f"parting {parting}", parting)
    for _ in range(parting + DELAY):
        pair.round()
        one, two = pair.told()
        assert one == two
    pair.round()
    one, two = pair.told()
    assert one != two


STATUS_WORDS = {"STATUS", "TIMEOUT", "ANZAHL_SPIELER", "KARTE", "RUNDE", "STATUS_ENDE"} | {
    "SPIELER", "NAME", "TEAM", "LIFE", "PUNKTE", "ZUSCHAUER",
}  # fmt: skip


def test_the_status_holds_no_position() -> None:
    """To anybody and at any time, only figures that all players are told, and the points."""
    pair = Pair("status", 3)
    for _ in range(6):
        pair.round()
        (side, _) = pair.sides
        lobby = side.connect("STATUS m")
        lines = side.told(lobby)[1:]
        assert {line.split()[0] for line in lines} == STATUS_WORDS
        lives = [line for line in side.told(side.players[0]) if line.startswith("LIFE")][-4:]
        told = [line for line in lines if line.startswith("LIFE")]
        assert told == [line.rsplit(" ", 1)[0] for line in lives]


def test_a_reserved_number_is_nobody_s_business() -> None:
    """Who has a number and has not confirmed it shows nowhere, nor when it is given back."""
    hub = MemoryHub(GAME)
    hub.lobby.create(GAME.rules, "m", Terms(3, 5.0))
    ada, zoe = hub.connect(), hub.connect()
    for link, lines in (
        (ada, ["TEILNEHMEN m", "PASSWORT", "NAME ada", "ID_OKAY"]),
        (zoe, ["ZUSCHAUEN m", "NAME zoe"]),
    ):
        for line in lines:
            link.send(line)
    ada.take(), zoe.take()
    zoe.send("STATUS")
    before = zoe.take()
    ben = hub.connect()
    for line in ("TEILNEHMEN m", "PASSWORT", "NAME ben"):
        ben.send(line)
    assert ben.take() == ["ID 0", "ID 1"]
    zoe.send("STATUS")
    assert (ada.take(), zoe.take()) == ([], before)
    ben.send("ID_NOT_OKAY")
    hub.settle()
    assert (ada.take(), zoe.take()) == ([], [])


@pytest.mark.parametrize("drawn_map", ["caves.map", "house.map", "pillars.map"])
def test_the_copy_of_the_map_leads_to_no_toxicity(drawn_map: str) -> None:
    """It is the walls alone, in a place of its own with nothing else in it or beside it."""
    hub = MemoryHub(GAME)
    links = [hub.connect() for _ in range(2)]
    for line in ("NEU 2", "NAME m", "PASSWORT", f"KARTE {drawn_map}", "TIMEOUT 5000"):
        links[0].send(line)
    for number, link in enumerate(links):
        for line in ("TEILNEHMEN m", "PASSWORT", f"NAME p{number}", "ID_OKAY"):
            link.send(line)
    (told,) = [line for line in links[0].take() if line.startswith("MAP ")]
    assert told in links[1].take()
    copy = Path(told.removeprefix("MAP "))
    assert copy.is_absolute()
    assert copy.name == drawn_map
    assert not copy.is_symlink()
    assert set(copy.read_text()) == {"#", " ", "\n"}
    for folder in (copy.parent, copy.parent.parent):
        assert not folder.is_symlink()
        assert [each.suffix for each in folder.rglob("*") if each.is_file()] == [".map"]
    links[0].send("KARTE")
    rows = [line.split(" ", 2)[2] for line in links[0].take() if line.startswith("ZEILE")]
    assert rows == copy.read_text().splitlines()


@pytest.mark.parametrize("secret", ["", "GEHEIMNIS anker"])
def test_a_lost_opponent_who_may_come_back_shows_nowhere(secret: str) -> None:
    """She stays on the board and in every list; one who cannot come back is out at once."""
    hub = MemoryHub(GAME, settings={"players": 3})
    links = [hub.connect() for _ in range(3)]
    for number, link in enumerate(links):
        for line in (secret, "TEILNEHMEN arena1", "PASSWORT", f"NAME p{number}", "ID_OKAY"):
            link.send(line) if line else None
    hub.advance(5.01)
    hub.settle()
    lobby, before = hub.connect(), [link.take() for link in links]
    assert before[1][-1] == "START 1"
    asked = ("LISTE", "STATUS arena1")
    for line in asked:
        lobby.send(line)
    listed = lobby.take()[1:]
    links[0].lost()
    hub.settle()
    for line in asked:
        lobby.send(line)
    assert (lobby.take() == listed) is bool(secret)
    assert [link.take() for link in links[1:]] == ([[], []] if secret else [["DISCONNECTED 0"]] * 2)
