"""What the strong bot does where it is plain what to do (spec/toxic-rules.md 5 to 7)."""

from __future__ import annotations

import pytest

from boardhub.bots.toxic_ground import Ground, behind, towards
from boardhub.bots.toxic_strong import StrongBot
from boardhub.games.toxic.arena import Arena
from boardhub.games.toxic.directions import NONE, STEPS
from tests.bots.toxic_wire import seated, walk

HALL = [" " * 15] * 9

#: So many others that nobody wants to be the first hunter.
MANY = range(1, 9)


def strong(rows: list[str], *red: int) -> StrongBot:
    """A bot with number 0 among nine; these are RED."""
    bot = StrongBot("ada", 1)
    seated(bot, 0, MANY, rows)
    for number in red:
        bot.hear(f"TEAMCHANGE RED {number}")
    return bot


def test_flees() -> None:
    """From a hunter to the west one goes east, and keeps an eye on him."""
    bot = strong(HALL, 3)
    step, _ = walk(bot, "SET 6,4 WEST", "SEE_PLAYER 4,4 EAST 3", "LIFE 90.0 0", "TOXIC 6,4 0.01")
    assert STEPS[step][0] == 1


def test_flees_from_where_a_hunter_was() -> None:
    """A hunter who has just gone out of sight is still there."""
    bot = strong(HALL, 3)
    first, _ = walk(bot, "SET 6,4 WEST", "SEE_PLAYER 3,4 EAST 3", "TOXIC 6,4 0.01")
    assert STEPS[first][0] == 1
    second, _ = walk(bot, "SET 7,4 EAST", "TOXIC 7,4 0.01", round=2)
    assert STEPS[second][0] == 1


def test_no_dead_end() -> None:
    """With a hunter two steps behind, the way into the open is taken and not the closed one."""
    rows = [
        "###########",
        "#          ",
        "#### ##    ",
        "#### ##    ",
        "###########",
    ]
    bot = strong(rows, 3)
    step, _ = walk(bot, "SET 4,1 SOUTH", "SEE_PLAYER 4,3 NORTH 3", "TOXIC 4,1 0.01")
    assert step == "EAST"


def test_moves_off_poison() -> None:
    """A field that has been told to be harmless is better than a very toxic one."""
    bot = strong(["  ", "  "])
    bot.toxicity = {(0, 0): 0.2, (1, 0): 0.2, (0, 1): 0.2, (1, 1): 0.01}
    step, _ = walk(bot, "SET 0,0 NORTH", "TOXIC 0,0 0.2")
    assert step == "SOUTH_EAST"


def test_does_not_stay() -> None:
    """Staying costs more every round: between two equal fields one goes to and fro."""
    bot = strong(["  ", "##"])
    bot.toxicity = {(0, 0): 0.1, (1, 0): 0.1}
    assert walk(bot, "SET 0,0 NORTH", "TOXIC 0,0 0.1")[0] == "EAST"
    assert walk(bot, "SET 1,0 NORTH", "TOXIC 1,0 0.1", round=2)[0] == "WEST"


def test_hunts() -> None:
    """RED goes for whom it sees, and looks there."""
    bot = strong(HALL, 0)
    step, view = walk(bot, "SET 3,4 EAST", "SEE_PLAYER 9,4 WEST 2")
    assert STEPS[step][0] == 1
    assert view == "EAST"


def test_hunts_the_nearest() -> None:
    """Of two the nearer one; mates are no prey."""
    bot = strong(HALL, 0, 5)
    others = ["SEE_PLAYER 14,4 WEST 1", "SEE_PLAYER 1,4 EAST 2", "SEE_PLAYER 8,4 EAST 5"]
    assert walk(bot, "SET 6,4 EAST", *others)[0] in ("WEST", "NORTH_WEST", "SOUTH_WEST")


def test_hunts_around_a_wall() -> None:
    """The way is the one through the door, not the straight one."""
    rows = ["       ", " ##### ", "       "]
    bot = strong(rows, 0)
    step, _ = walk(bot, "SET 1,0 SOUTH", "SEE_PLAYER 1,2 NORTH 2")
    assert step == "WEST"


def test_follows_a_trail() -> None:
    """Prey that is out of sight is looked for where it was."""
    bot = strong(HALL, 0)
    walk(bot, "SET 3,4 EAST", "SEE_PLAYER 12,4 WEST 2")
    assert STEPS[walk(bot, "SET 4,4 EAST", round=2)[0]][0] == 1


def test_searches() -> None:
    """A hunter who knows of nobody turns round at each step and does not stand still."""
    bot = strong(HALL, 0)
    step, view = walk(bot, "SET 3,4 EAST")
    assert step != NONE
    assert view == "WEST"


@pytest.mark.parametrize(("players", "step"), [(3, NONE), (9, "EAST")])
def test_first_hunter(players: int, step: str) -> None:
    """
    Shortly before the first forced change, of three players (round 56) it is
    worth being the least one; of nine it is not.
    """
    bot = StrongBot("ada", 1)
    seated(bot, 0, range(1, players), ["  ", "##"])
    bot.toxicity = {(0, 0): 0.2, (1, 0): 0.01}
    lives = [f"LIFE 90.0 {number}" for number in range(players)]
    assert walk(bot, "SET 0,0 NORTH", *lives, "TOXIC 0,0 0.2", round=50)[0] == step


def test_no_hunter_before_time() -> None:
    """Long before that change energy is saved."""
    bot = StrongBot("ada", 1)
    seated(bot, 0, [1, 2], ["  ", "##"])
    bot.toxicity = {(0, 0): 0.2, (1, 0): 0.01}
    assert walk(bot, "SET 0,0 NORTH", "LIFE 100.0 0", "LIFE 100.0 1", round=2)[0] == "EAST"


def test_low_enough() -> None:
    """Who has clearly the least energy loses no more of it than needed."""
    bot = StrongBot("ada", 1)
    seated(bot, 0, [1, 2], ["  ", "##"])
    bot.toxicity = {(0, 0): 0.2, (1, 0): 0.01}
    lives = ["LIFE 80.0 0", "LIFE 95.0 1", "LIFE 90.0 2"]
    assert walk(bot, "SET 0,0 NORTH", *lives, round=50)[0] == "EAST"


def test_before_the_map_is_there() -> None:
    """Where the first round begins before the map has come, one stays, with a view."""
    bot = StrongBot("ada", 1)
    bot.login("arena")
    for line in ("ID 0", "ID 0", "CONNECTED 1", "MAP /tmp/board1.map"):
        bot.hear(line)
    step, view = walk(bot, "SET 10,4 NORTH", "SEE_PLAYER 20,4 NORTH 1", "TOXIC 10,4 0.2")
    assert step == NONE
    assert view in STEPS


def test_distances() -> None:
    """Steps around a corner, diagonals only where both neighbours are free, and a limit."""
    ground = Ground(Arena(("   ", "## ", "   ")))
    away = ground.distances([(0, 0)])
    assert away[2, 0] == 2
    assert away[2, 1] == 3
    assert away[1, 2] == 5
    assert max(ground.distances([(0, 0)], 3).values()) == 3
    assert ground.distances([]) == {}


@pytest.mark.parametrize(
    ("other", "view"),
    [((5, 3), "NORTH"), ((9, 5), "EAST"), ((8, 8), "SOUTH_EAST"), ((1, 4), "WEST")],
)
def test_views(other: tuple[int, int], view: str) -> None:
    """The view that points best to a field."""
    assert towards((5, 5), other) == view


def test_behind() -> None:
    """The opposite of each view."""
    assert {view: behind(view) for view in ("NORTH", "WEST", "SOUTH_EAST")} == {
        "NORTH": "SOUTH",
        "WEST": "EAST",
        "SOUTH_EAST": "NORTH_WEST",
    }
