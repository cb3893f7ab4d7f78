"""
The strong burg bot in positions whose best turn can be worked out by hand,
and against the random one.
"""

from collections.abc import Mapping

import pytest

from boardhub.bots.burg_player import BurgBot
from boardhub.bots.burg_random import RandomBot
from boardhub.bots.burg_strong import StrongBot
from tests.bots.burg_wire import Table, answers, plan_lines, status_lines, told

Cells = Mapping[tuple[int, int], str]

#: The other's only knight stands apart.
APART = {(7, 7): "0O"}


def last_turn(year: int, cells: Cells, *cards: str) -> list[list[str]]:
    """
    All that ben, blue, does in the last turn of a year, without blocks: the
    lines of each action, without AKTION. A card that is bought is 00.
    """
    bot = StrongBot("ben", 1)
    status = status_lines((year, 4, 2), "ben", "ada 50 20 0", "ben 10 30 0")
    lines = ["SPIELER_ANGEMELDET ben 30", *status, *plan_lines({**APART, **cells})]
    said = answers(bot, [*lines, *(f"KARTE {card}" for card in cards), "ZUG_ABGEBEN"])
    assert said.pop(0) == "ZUG"
    actions = []
    while said != ["ZUGENDE"]:
        name = said[0].removeprefix("AKTION ")
        actions.append([name, *said[1:]])
        where = [line for line in said[1:] if not line.startswith("KARTE ")]
        card = ["KARTE 00"] if name == "ZIEHE_KARTE" else []
        said = answers(bot, [f"AKTION {name}", "FARBE 1", *where, *card])
    return actions


SCORE = ["ERHOEHE_PUNKTE"]


def test_climbs_while_it_pays() -> None:
    """Two steps up in a castle of three squares bring three points each, the rest one each."""
    turn = last_turn(3, {(0, 0): "1B", (1, 0): "2", (2, 0): "3"})
    assert turn == [
        told("ZIEHE_RITTER | X 0 | Y 0 | X 1 | Y 0"),
        told("ZIEHE_RITTER | X 1 | Y 0 | X 2 | Y 0"),
        SCORE,
        SCORE,
        SCORE,
    ]


def test_goes_for_bonus() -> None:
    """
    On level 3 of the king's castle there are fifteen points in year 3, as
    good as five levels more here: she goes down for them.
    """
    cells = {(0, 0): "4B", (1, 0): "3", (2, 0): "1K", (0, 1): "4"}
    turn = last_turn(3, cells)
    assert turn[0][0] in ("ZIEHE_RITTER", "SETZE_RITTER")
    assert turn[0][-2:] == ["X 1", "Y 0"]


def test_relocates_to_the_top() -> None:
    """The card that moves a knight anywhere is played for the highest tower."""
    cells = {(0, 7): "0B", (3, 3): "4", (4, 3): "1", (3, 4): "1", (4, 4): "1"}
    turn = last_turn(3, cells, "08", "03")
    assert turn == [told("VERSETZE_RITTER | KARTE 03 | X 0 | Y 7 | X 3 | Y 3"), *[SCORE] * 5]


def test_two_more_points() -> None:
    """With nothing else to do the better of two cards makes seven points."""
    turn = last_turn(3, {(0, 7): "0B"}, "08", "19")
    assert sorted(turn) == [*[SCORE] * 7, ["SIEBEN_AKTIONSPUNKTE", "KARTE 19"]]


def test_king_to_own_castle() -> None:
    """The king comes where her knight is on the level of the year, and the other one begins."""
    bot = StrongBot("ben", 1)
    status = status_lines((2, 0, 0), "ben", "ada 50 20 3", "ben 10 30 3")
    cells = {(0, 0): "1", (1, 0): "2B", (5, 5): "2O", (5, 6): "1K", (4, 5): "1"}
    lines = ["SPIELER_ANGEMELDET ben 30", *status, *plan_lines(cells), "KOENIG_SETZEN"]
    assert answers(bot, lines) == told("AKTION SETZE_KOENIG | FARBE 0 | X 0 | Y 0")


@pytest.mark.parametrize("seats", [2, 4])
def test_beats_random(seats: int) -> None:
    """One strong bot wins against random ones, wherever it sits, and is never refused."""
    for place in range(2):
        bots: list[BurgBot] = [RandomBot(f"p{seat}", place) for seat in range(seats - 1)]
        strong = StrongBot("strong", place)
        bots.insert(place, strong)
        Table(bots, f"{seats}/{place}").play()
        assert strong.errors == []
        assert strong.standings()[0][0] == "strong"


def test_same_seed_same_turn() -> None:
    """The same lines get the same answers."""
    cells = {(0, 0): "1B", (1, 0): "2", (2, 0): "3", (3, 0): "1"}
    assert last_turn(2, cells) == last_turn(2, cells)
