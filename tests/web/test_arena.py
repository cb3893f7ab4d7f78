"""The arena on the page: what spectators on the wire are shown, when they are, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from attrs import define, field

from boardhub.games.toxic.directions import STEPS
from boardhub.games.toxic.moves import Walk
from boardhub.hub.match import Match, Phase
from boardhub.links.memory import MemoryLink
from boardhub.protocols.toxic import GAME as TOXIC
from tests.web.desk import Browser, Desk, Told

HALL = ["######", "#    #", "# ## #", "#    #", "######"]
POISON = ["######", "#1234#", "#5##6#", "#7890#", "######"]

#: Seconds to read the map.
PREPARATION = 5.0


@define(eq=False)
class Arena:
    """A match for three with a browser and a spectator on the wire, who came before it began."""

    delay: int
    secret: int = 0
    """What the chance of the moves that are not to be seen begins with."""
    desk: Desk = field(init=False)
    match: Match = field(init=False)
    browser: Browser = field(init=False)
    spectator: MemoryLink = field(init=False)
    shown: dict[str, Any] = field(factory=dict)
    """The latest message to the browser."""

    def __attrs_post_init__(self) -> None:
        self.desk = Desk(TOXIC, settings={"spectator-delay": self.delay})
        self.match = self.desk.make(TOXIC, "one", 3, map=HALL, toxicity=POISON)
        self.spectator = self.desk.hub.connect()
        for line in ("ZUSCHAUEN one", "NAME zoe"):
            self.spectator.send(line)
        self.browser = self.desk.follow("toxic", "one")
        self.desk.fill(self.match, "anna", "bert", "cleo")
        self.desk.pass_time(PREPARATION)
        self.desk.pass_time()

    def round(self, chance: Random) -> None:
        """All of them move, one after the other."""
        for seat in [each.seat for each in self.match.state.prompts]:
            assert seat is not None
            walk = Walk(chance.choice([*STEPS, "NONE"]), chance.choice([*STEPS]))
            self.match.play(seat, walk, self.desk.hub.clock.now())
        self.desk.pass_time()

    def messages(self) -> list[tuple[str, Any]]:
        """What has come to the browser."""
        found = self.browser.events()
        if found:
            self.shown = found[-1][1]
        return found


def rounds(arena: Arena, seed: str, most: int = 200) -> Iterator[int]:
    """Play at random to the end, round after round."""
    chance = Random(seed)
    for number in range(1, most):
        if arena.match.phase is Phase.OVER:
            return
        arena.round(chance)
        yield number


@pytest.mark.parametrize("delay", [0, 1, 3, 10])
def test_page_and_wire_show_the_same(delay: int) -> None:
    """After every round the page has the round, figures, teams and points that the wire has."""
    arena, told = Arena(delay), Told()
    compared = 0
    for _ in rounds(arena, "same"):
        for line in arena.spectator.take():
            told.hear(line)
        arena.messages()
        if not told.round and not told.figures:
            assert not arena.shown or not arena.shown["position"]["figures"]
            continue
        position = arena.shown["position"]
        assert position["round"] == told.round
        figures = {
            each["number"]: (each["x"], each["y"], each["view"]) for each in position["figures"]
        }
        assert figures == told.figures
        assert set(position["red"]) == told.red
        scores = [each["score"] for each in arena.shown["match"]["seats"]]
        assert scores == [told.points.get(number, 0) for number in range(3)]
        compared += 1
    assert arena.match.phase is Phase.OVER
    assert compared > 10


def test_what_is_held_back_is_not_sent() -> None:
    """
    With ten rounds of delay two matches that differ only in the moves from
    round 1 on are the same to a browser, byte by byte, until round 11 has
    been judged; and what has been sent does not even tell when somebody moved.
    """
    first, second = Arena(10), Arena(10)
    chances = Random("first"), Random("second")
    begun = len(first.browser.wire.value())
    for number in range(1, 10):
        first.round(chances[0])
        second.round(chances[1])
        assert [each.match.view(None).round for each in (first, second)] == [number + 1] * 2
        assert first.match.view(None).figures != second.match.view(None).figures
        assert first.browser.wire.value() == second.browser.wire.value()
        assert len(first.browser.wire.value()) == begun, "nothing is shown, so nothing is sent"
        late = [each.desk.follow("toxic", "one").body for each in (first, second)]
        assert late[0] == late[1]


def test_nobody_sees_who_is_still_to_move() -> None:
    """With a delay neither clocks nor the list tell whose move is in; without one both do."""
    held, open_ = Arena(10), Arena(0)
    for arena, seen in ((held, [False] * 3), (open_, [False, True, True])):
        arena.match.play(0, Walk("NONE", "NORTH"), arena.desk.hub.clock.now())
        arena.desk.pass_time()
        rows = arena.desk.browser().ask("/api/matches").json()["matches"]
        (row,) = [each for each in rows if each["name"] == "one"]
        assert [each["asked"] for each in row["seats"]] == seen


def test_a_lost_player_is_not_told_early() -> None:
    """Whoever leaves stays on a delayed page until that round is shown."""
    arena = Arena(10)
    sent = arena.browser.wire.value()
    arena.match.leave(2, "left")
    arena.desk.pass_time()
    assert arena.browser.wire.value() == sent
    row = arena.desk.browser().ask("/api/matches/toxic/one").json()["match"]
    assert [each["presence"] for each in row["seats"]] == ["connected"] * 3


def test_walls_and_poison() -> None:
    """Nobody sees the map before the players; the poison with it, or with a delay at the end."""
    waiting = Desk(TOXIC)
    waiting.make(TOXIC, "one", 3, map=HALL, toxicity=POISON)
    assert waiting.browser().ask("/api/matches/toxic/one").json()["scene"] is None
    for delay, poison in ((0, POISON), (10, [])):
        arena = Arena(delay)
        (name, value) = arena.messages()[-1]
        assert name == ("state" if delay else "step")
        scene = arena.desk.browser().ask("/api/matches/toxic/one").json()["scene"]
        assert scene == {"rows": HALL, "poison": poison}
        for _ in rounds(arena, "poison"):
            pass
        (name, value) = arena.messages()[-1]
        assert name == "state"
        assert value["scene"] == {"rows": HALL, "poison": POISON}


def test_events_are_those_of_the_wire() -> None:
    """Each change of a team on the wire is an event on the page, in the same order."""
    arena = Arena(3)
    for _ in rounds(arena, "events"):
        pass
    wire = [
        int(line.split(" ")[2]) for line in arena.spectator.take() if line.startswith("TEAMCHANGE")
    ]
    seen: dict[int, int] = {}
    for _, value in arena.browser.events():
        for event in value["events"]:
            if event["kind"] == "TurnedRed":
                seen[event["n"]] = event["number"]
    assert list(seen.values()) == wire
    assert len(wire) == 3
    assert not re.search(rb"Looked|Lived", arena.browser.body)


def test_thoughts_are_held_back() -> None:
    """How long somebody thinks tells that she has moved: with a delay it is told at the end."""
    for delay, told in ((0, True), (10, False)):
        arena = Arena(delay)
        arena.match.play(0, Walk("NONE", "NORTH"), arena.desk.hub.clock.now())
        arena.desk.pass_time()
        row = arena.desk.browser().ask("/api/matches/toxic/one").json()["match"]
        assert (row["seats"][0]["thought"] is not None) is told
        arena.match.stop("aborted")
        row = arena.desk.browser().ask("/api/matches/toxic/one").json()["match"]
        assert row["seats"][0]["thought"] is not None
