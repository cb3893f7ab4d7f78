"""Deaths, the ladder and the end of the game: phases 5 and 6 (spec/ursuppe-rules.md 3)."""

from __future__ import annotations

import pytest

from boardhub.games.rules import Event
from boardhub.games.ursuppe.board import SQUARES
from boardhub.games.ursuppe.events import (
    AmoebaRemoved,
    CardTurned,
    FoodAdded,
    RoundBegan,
    Scored,
)
from boardhub.games.ursuppe.moves import Compensate, Roll
from boardhub.games.ursuppe.prompts import AskMovement
from boardhub.games.ursuppe.state import Ursuppe
from tests.ursuppe.positions import Side, asked, before, food, play, position, refused, start


def deaths(state: Ursuppe) -> list[Event]:
    """What phase 5 tells before the scoring."""
    return before(start(state, 5), Scored)


@pytest.mark.parametrize(
    ("genes", "damage", "dies"),
    [((), 1, False), ((), 2, True), ((), 3, True), ((11,), 2, False), ((11,), 3, True)],
)
def test_the_deadly_damage(genes: tuple[int, ...], damage: int, dies: bool) -> None:
    """Two points, with gene 11 three; two cubes of every colour come for the dead."""
    state = position(4, {1: Side({4: (3, 2, damage)}, genes=genes)})
    expected = [AmoebaRemoved(1, 4), *food(4, 2, (3, 2))] if dies else []
    assert deaths(state) == expected
    assert (4 in state.tribes[1].amoebas) is not dies


def test_without_the_gene_the_limit_is_the_old_one() -> None:
    """Who gives gene 11 up in phase 2 may lose amoebas in the next phase 5."""
    state = position(4, {3: Side({4: (3, 2, 2)}, genes=(11, 12), points=0)}, deck=[(1, 6)] * 9)
    start(state, 2)
    play(state, 3, Compensate((11,)))
    assert deaths(state) == [AmoebaRemoved(3, 4), *food(4, 2, (3, 2))]


def test_with_three_players_three_colours_come() -> None:
    """Only colours in play."""
    state = position(3, {1: Side({4: (3, 2, 2)})})
    assert deaths(state) == [AmoebaRemoved(1, 4), *food(3, 2, (3, 2))]


def test_deaths_go_down_the_ladder_and_by_number() -> None:
    """The leader's first, each told with its cubes."""
    sides = {
        0: Side({5: (1, 0, 2)}, ladder=9),
        1: Side({6: (1, 1, 2), 2: (1, 2, 2), 3: (1, 3)}, ladder=4),
        3: Side({0: (4, 1, 2)}, ladder=12),
    }
    state = position(4, sides)
    assert deaths(state) == [
        AmoebaRemoved(3, 0),
        *food(4, 2, (4, 1)),
        AmoebaRemoved(0, 5),
        *food(4, 2, (1, 0)),
        AmoebaRemoved(1, 2),
        *food(4, 2, (1, 2)),
        AmoebaRemoved(1, 6),
        *food(4, 2, (1, 1)),
    ]


def test_the_first_dead_get_the_last_cubes() -> None:
    """When the supply runs short the order of the deaths decides where they lie."""
    sides = {0: Side({5: (1, 0, 2)}), 3: Side({0: (4, 1, 2)})}
    state = position(4, sides, supply={1: 3, 2: 2})
    assert deaths(state) == [
        AmoebaRemoved(3, 0),
        *food(4, 2, (4, 1)),
        AmoebaRemoved(0, 5),
        FoodAdded(0, 2, 1, 0),
        FoodAdded(1, 1, 1, 0),
        FoodAdded(3, 2, 1, 0),
    ]
    assert list(state.supply) == [51, 0, 0, 51]


def test_a_phase_without_deaths_is_silent() -> None:
    """The scoring follows at once."""
    state = position(4, {1: Side({4: (3, 2, 1)})})
    assert deaths(state) == []


def advance(amoebas: int = 0, genes: tuple[int, ...] = ()) -> int:
    """How far colour 0 moves from space 20, alone there."""
    places = {number: SQUARES[number] for number in range(amoebas)}
    state = position(4, {0: Side(places, genes=genes, ladder=20)})
    start(state, 6)
    return state.tribes[0].ladder - 20


@pytest.mark.parametrize(("amoebas", "spaces"), list(enumerate((0, 0, 0, 1, 2, 4, 5, 6))))
def test_amoebas_score(amoebas: int, spaces: int) -> None:
    """By their number on the board."""
    assert advance(amoebas=amoebas) == spaces


@pytest.mark.parametrize(
    ("genes", "spaces"),
    [
        pytest.param((), 0, id="none"),
        pytest.param((8, 9), 0, id="two"),
        pytest.param((8, 9, 10), 1, id="three"),
        pytest.param((8, 9, 10, 11), 2, id="four"),
        pytest.param((8, 9, 10, 11, 6), 3, id="five"),
        pytest.param((8, 9, 10, 11, 6, 12), 4, id="six"),
        pytest.param((8, 9, 10, 11, 6, 12, 15, 2), 4, id="eight"),
        pytest.param((0, 8, 9), 1, id="intelligence counts"),
        pytest.param((7, 8, 9), 0, id="ray protection does not"),
        pytest.param((7, 16), 0, id="nor beside an advanced one"),
        pytest.param((16, 8), 1, id="persistence counts twice"),
        pytest.param((17, 8), 1, id="movement two counts twice"),
        pytest.param((18, 8), 1, id="aggression counts twice"),
        pytest.param((19, 8), 1, id="armour counts twice"),
        pytest.param((16, 17), 2, id="two advanced"),
        pytest.param((16, 17, 18), 4, id="three advanced"),
    ],
)
def test_genes_score(genes: tuple[int, ...], spaces: int) -> None:
    """Ordinary ones once, advanced ones twice, ray protection not at all."""
    assert advance(genes=genes) == spaces


def test_ten_spaces_are_the_most() -> None:
    """Seven amoebas and six genes."""
    assert advance(7, (8, 9, 10, 11, 6, 12)) == 10


#: Amoebas for an advance of 0 to 6 spaces.
FOR = {0: 0, 1: 3, 2: 4, 4: 5, 5: 6, 6: 7}


def race(*markers: tuple[int, int]) -> list[int]:
    """
    The ladder after a scoring: (space, advance) per colour, the advance out
    of 0, 1, 2, 4, 5, 6.
    """
    sides = {
        color: Side({n: SQUARES[n] for n in range(FOR[spaces])}, ladder=space)
        for color, (space, spaces) in enumerate(markers)
    }
    state = position(len(markers), sides)
    start(state, 6)
    return [tribe.ladder for tribe in state.tribes]


@pytest.mark.parametrize(
    ("markers", "expected"),
    [
        pytest.param([(0, 1), (1, 1), (2, 1), (3, 1)], [1, 2, 3, 4], id="all one further"),
        pytest.param([(0, 2), (1, 0), (3, 0), (9, 0)], [4, 1, 3, 9], id="over two"),
        pytest.param([(0, 1), (1, 0), (2, 0), (3, 0)], [4, 1, 2, 3], id="over three"),
        pytest.param([(0, 0), (1, 0), (2, 0), (3, 0)], [0, 1, 2, 3], id="nobody"),
        pytest.param([(4, 2), (5, 2), (0, 0)], [6, 7, 0], id="leader first"),
        pytest.param([(4, 4), (5, 2), (0, 0)], [9, 7, 0], id="over where she is now"),
        pytest.param([(2, 2), (1, 4), (3, 1)], [5, 7, 4], id="each sees the moves before"),
    ],
)
def test_markers_leap_over_each_other(markers: list[tuple[int, int]], expected: list[int]) -> None:
    """Taken spaces are not counted; the leader moves first."""
    assert race(*markers) == expected


def test_the_totals_are_told_by_colour() -> None:
    """When all have moved, one line each, then the next round."""
    places = {number: SQUARES[number] for number in range(3)}
    sides = {0: Side(places, ladder=3), 1: Side(ladder=2), 2: Side(ladder=1), 3: Side(ladder=0)}
    state = position(4, sides)
    assert start(state, 6) == [
        Scored(0, 4),
        Scored(1, 2),
        Scored(2, 1),
        Scored(3, 0),
        RoundBegan(2),
    ]
    assert asked(state) == [AskMovement(0, 0, 0, False)]
    assert state.round == 2
    assert state.result is None


@pytest.mark.parametrize(("space", "over"), [(39, False), (40, True)])
def test_the_finish_zone_ends_the_game(space: int, over: bool) -> None:
    """It begins at index 41, the printed space 42; here one space further on."""
    places = {number: SQUARES[number] for number in range(3)}
    state = position(4, {1: Side(places, ladder=space), 0: Side(ladder=7)}, number=6)
    scores = (7, space + 1, 2, 3)
    lines = [Scored(color, total) for color, total in enumerate(scores)]
    events = start(state, 6)
    if not over:
        assert events == [*lines, RoundBegan(7)]
        assert state.result is None
        return
    assert events == lines
    assert tuple(state.prompts) == ()
    assert state.result is not None
    assert state.result.scores == scores
    assert state.result.reason == "finished"


def test_a_marker_that_stands_in_the_zone_ends_the_game() -> None:
    """Also without having moved in this scoring."""
    state = position(4, {1: Side(ladder=41)})
    start(state, 6)
    assert state.result is not None


@pytest.mark.parametrize(("number", "deck", "over"), [(9, [(2, 9)], False), (10, [], True)])
def test_the_last_card_ends_the_game(number: int, deck: list[tuple[int, int]], over: bool) -> None:
    """The tenth round has turned it up, and is scored before the game is over."""
    state = position(4, {2: Side({0: (1, 1)})}, number=number, deck=deck)
    events = start(state, 6)
    assert (state.result is not None) is over
    assert (RoundBegan(number + 1) in events) is not over
    assert (len(state.prompts) == 0) is over


def test_the_last_card_does_not_end_the_round() -> None:
    """Its round is played to the end."""
    state = position(4, {2: Side({0: (1, 1)})}, number=10, deck=[(2, 9)])
    assert start(state, 2) == [CardTurned(2, 9)]
    assert state.phase == 3
    assert state.result is None


def test_after_the_end_nothing_is_played() -> None:
    """Every move is out of turn, and none is listed."""
    state = position(4, {1: Side(ladder=41)})
    start(state, 6)
    for seat in range(4):
        assert list(state.legal_moves(seat)) == []
        assert refused(state, seat, Roll()) == 17
