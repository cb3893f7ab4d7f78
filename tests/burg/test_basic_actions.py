"""
What each action of a turn does that needs no card, but for the moves of
knights (spec/burg-rules.md 3.1, 3.2, 3.4). What is refused is in
`test_faults`.
"""

from __future__ import annotations

import pytest

from boardhub.games.burg.actions import ACTIONS
from boardhub.games.burg.events import Acted, CardDrawn
from boardhub.games.burg.moves import Act
from tests.burg.positions import (
    act,
    asked,
    at_height,
    holding,
    knights_of,
    play,
    refused,
    turn,
)

#: Two castles: (0,0) to (2,0), the middle one high, and (0,2) with (1,2).
TWO_CASTLES = """
    0 1O 2 1
    1
    2 1 1B
"""


def test_score_a_point() -> None:
    """An action point becomes a point."""
    state = turn("0 1O", scores=[4, 0, 9])
    assert play(state, act("ERHOEHE_PUNKTE")) == [Acted(color=0, action="ERHOEHE_PUNKTE")]
    assert (list(state.scores), state.points) == ([5, 0, 9], 4)


@pytest.mark.parametrize(
    ("scores", "after"),
    [
        ([0, 0, 0], [1, 0, 0]),
        ([0, 1, 0], [2, 1, 0]),
        ([3, 5, 4], [6, 5, 4]),
        ([3, 4, 6], [5, 4, 6]),
        ([3, 5, 6], [4, 5, 6]),
    ],
)
def test_points_leap_over_other_markers(scores: list[int], after: list[int]) -> None:
    """A point bought leads over the spaces that others hold (8.11)."""
    state = turn("0 1O", scores=scores)
    play(state, act("ERHOEHE_PUNKTE"))
    assert list(state.scores) == after


def test_points_run_out() -> None:
    """Five action points and no more."""
    state = turn("0 1O")
    for left in (4, 3, 2, 1, 0):
        play(state, act("ERHOEHE_PUNKTE"))
        assert state.points == left
    assert not state.is_legal(0, act("ERHOEHE_PUNKTE"))
    assert state.scores[0] == 5


def test_new_knight() -> None:
    """A knight of the reserve for two action points."""
    state = turn("0 2O 2")
    assert play(state, act("SETZE_RITTER", 1, 0)) == [
        Acted(color=0, action="SETZE_RITTER", where=(1, 0))
    ]
    assert (state.points, state.reserve[0]) == (3, 4)
    assert knights_of(state, 0) == {(0, 0), (1, 0)}


@pytest.mark.parametrize(
    ("rows", "where"),
    [
        ("0 1O 1", (1, 0)),
        ("0 3O 0", (1, 0)),
        ("0 3O 0", (0, 1)),
        ("0 3O 2 1", (1, 0)),
        ("0 1O 2 3O", (1, 0)),
        ("0 3O 2 1O", (1, 0)),
        ("0 0O 0", (0, 1)),
        ("0 1O 0 1", (1, 0)),
    ],
)
def test_new_knight_beside_an_own_one(rows: str, where: tuple[int, int]) -> None:
    """Level or lower than the highest own neighbour, on blocks or on the ground."""
    state = turn(rows)
    play(state, act("SETZE_RITTER", *where))
    assert where in knights_of(state, 0)


def test_new_knight_does_not_use_doors() -> None:
    """A castle between a knight and a square does not make them neighbours."""
    assert not turn("0 0O 1 0").is_legal(0, act("SETZE_RITTER", 2, 0))


def test_two_points_are_enough_for_a_knight() -> None:
    """The last two points and the last knight can be used."""
    state = turn("0 1O 1", points=2, reserve=[1, 5, 5])
    play(state, act("SETZE_RITTER", 1, 0))
    assert (state.points, state.reserve[0]) == (0, 0)


def test_place_a_block() -> None:
    """A block of this turn's stack for an action point."""
    state = turn(TWO_CASTLES)
    assert play(state, act("SETZE_BAUSTEIN", 2, 0)) == [
        Acted(color=0, action="SETZE_BAUSTEIN", where=(2, 0))
    ]
    assert at_height(state, 2, 0) == 2
    assert (state.points, state.blocks, list(state.stacks[0])) == (4, 2, [2, 2])


def test_where_blocks_can_be_placed() -> None:
    """
    On free tops below the area, and beside exactly one castle: of the bare
    squares only the two between the castles are excluded.
    """
    state = turn(TWO_CASTLES)
    placed = {
        (x, y) for x in range(8) for y in range(8) if state.is_legal(0, act("SETZE_BAUSTEIN", x, y))
    }
    assert placed == {(1, 0), (2, 0), (3, 0), (2, 1), (0, 2), (2, 2), (0, 3), (1, 3)}
    listed = {
        move.where
        for move in state.legal_moves(0)
        if isinstance(move, Act) and move.action == "SETZE_BAUSTEIN"
    }
    assert listed == placed


def test_height_is_bounded_by_the_area() -> None:
    """A tower of two squares' castle ends at level 2."""
    state = turn("0 1 1")
    play(state, act("SETZE_BAUSTEIN", 0, 0))
    assert not state.is_legal(0, act("SETZE_BAUSTEIN", 0, 0))
    play(state, act("SETZE_BAUSTEIN", 2, 0))
    play(state, act("SETZE_BAUSTEIN", 0, 0))
    assert at_height(state, 0, 0) == 3


def test_one_castle_on_two_sides() -> None:
    """A bare square in a bend of one castle touches only that castle."""
    state = turn("0 1 1\n1 1 0")
    play(state, act("SETZE_BAUSTEIN", 1, 1))
    assert at_height(state, 1, 1) == 1


def test_castles_may_touch_at_corners() -> None:
    """A block beside one castle may meet another at a corner."""
    state = turn("0 1\n1 0 0 1")
    play(state, act("SETZE_BAUSTEIN", 1, 0))
    assert len(state.board.castles()) == 2


def test_blocks_only_of_this_turn() -> None:
    """An empty stack is not filled from a later one."""
    state = turn("0 1 1", blocks=1)
    play(state, act("SETZE_BAUSTEIN", 0, 0))
    assert not state.is_legal(0, act("SETZE_BAUSTEIN", 1, 0))
    assert list(state.stacks[0]) == [2, 2]


def test_buy_cards() -> None:
    """
    The top card of the pile, told to the buyer alone; two a turn, and none of
    them can be played in it.
    """
    state = turn("0 1O", pile=[3, 8, 29])
    assert play(state, act("ZIEHE_KARTE")) == [
        Acted(color=0, action="ZIEHE_KARTE"),
        CardDrawn(card=29, to=frozenset({0})),
    ]
    assert (list(state.hands[0]), list(state.pile), state.bought) == ([29], [3, 8], 1)
    assert not state.is_legal(0, Act("SIEBEN_AKTIONSPUNKTE", 29))
    play(state, act("ZIEHE_KARTE"))
    assert (list(state.hands[0]), list(state.pile), state.bought) == ([29, 8], [3], 2)
    assert state.points == 3
    assert not state.is_legal(0, act("ZIEHE_KARTE"))


def test_card_of_an_earlier_turn_can_be_played_beside_a_new_one() -> None:
    """Only the cards bought in this turn have to wait."""
    state = turn("0 1O", pile=[28], hands=holding(0, 29))
    play(state, act("ZIEHE_KARTE"))
    assert not state.is_legal(0, Act("SECHS_AKTIONSPUNKTE", 28))
    play(state, Act("SIEBEN_AKTIONSPUNKTE", 29))
    assert (state.points, list(state.hands[0]), state.bought) == (6, [28], 1)
    assert int(refused(state, Act("SECHS_AKTIONSPUNKTE", 28))) == 1001


def test_the_question_stays_open() -> None:
    """All actions of a turn answer one question, which keeps its number."""
    state = turn(TWO_CASTLES)
    (prompt,) = state.prompts
    play(state, act("SETZE_BAUSTEIN", 2, 0))
    play(state, act("ERHOEHE_PUNKTE"))
    assert list(state.prompts) == [prompt]
    assert asked(state) == 0


@pytest.mark.parametrize(
    ("alias", "name", "where"),
    [
        ("ERHOEHE_PUNKTESTAND", "ERHOEHE_PUNKTE", ()),
        ("BEWEGE_RITTER", "ZIEHE_RITTER", (0, 0, 0, 1)),
        ("ZIEHE_AKTIONSKARTE", "ZIEHE_KARTE", ()),
        ("KAUFE_KARTE", "ZIEHE_KARTE", ()),
    ],
)
def test_aliases(alias: str, name: str, where: tuple[int, ...]) -> None:
    """Other names of an action are taken and told by the first one (7.2)."""
    state = turn(TWO_CASTLES)
    assert state.is_legal(0, Act(alias, None, where))
    told = state.apply(0, Act(alias, None, where))[0]
    assert told == Acted(color=0, action=name, where=where)


def test_costs() -> None:
    """Two action points for a knight, one for all else that is not a card."""
    costs = {name: action.cost for name, action in ACTIONS.items() if action.cost}
    assert costs == {
        "ERHOEHE_PUNKTE": 1,
        "SETZE_RITTER": 2,
        "SETZE_BAUSTEIN": 1,
        "ZIEHE_RITTER": 1,
        "ZIEHE_KARTE": 1,
    }
