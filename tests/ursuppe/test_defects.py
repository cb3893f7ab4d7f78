"""The new card and the genes it harms: phase 2 (spec/ursuppe-rules.md 3)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from boardhub.games.ursuppe.events import CardTurned, DefectsPaid, PointsChanged
from boardhub.games.ursuppe.moves import BuyGenes, Compensate
from boardhub.games.ursuppe.prompts import AskDefects, AskGenes
from boardhub.games.ursuppe.state import Ursuppe
from tests.ursuppe.positions import Side, asked, listed, play, position, start


def sick(
    genes: Iterable[int], points: int = 4, ozone: int = 6, others: dict[int, Side] | None = None
) -> Ursuppe:
    """Phase 2 of a position in which colour 3, the leader, has these genes."""
    sides = {3: Side(genes=tuple(genes), points=points), **(others or {})}
    state = position(4, sides, deck=[(1, ozone), (2, 11)], number=4)
    start(state, 2)
    return state


def test_a_card_is_turned_first() -> None:
    """The next of the deck becomes the current one."""
    state = position(4, {}, deck=[(4, 13), (2, 9)])
    assert start(state, 2) == [CardTurned(4, 13)]
    assert state.card == (4, 13)
    assert state.deck == [(2, 9)]
    assert state.view(None).card == (4, 13)


@pytest.mark.parametrize(
    ("genes", "ozone", "due"),
    [
        pytest.param((8, 3, 15), 6, 6, id="streamlining, speed, division rate"),
        pytest.param((8, 3, 15), 12, 0, id="as much as the ozone bears"),
        pytest.param((8, 3, 15), 11, 1, id="one too much"),
        pytest.param((11, 12, 6, 7), 10, 2, id="ray protection lowers the sum"),
        pytest.param((16, 17, 18, 19), 14, 6, id="advanced genes"),
        pytest.param((0, 1, 2), 8, 0, id="eight"),
        pytest.param((0, 1, 2), 6, 2, id="eight against six"),
        pytest.param((7,), 6, 0, id="ray protection alone"),
    ],
)
def test_who_is_asked_and_for_how_much(genes: tuple[int, ...], ozone: int, due: int) -> None:
    """Only who exceeds the ozone value; what is not paid in genes goes in points."""
    state = sick(genes, points=9, ozone=ozone)
    if not due:
        assert asked(state) == [AskGenes(3, 0)]
        return
    assert asked(state) == [AskDefects(3, 0)]
    assert play(state, 3, Compensate(())) == [DefectsPaid(3, ()), PointsChanged(3, -due)]
    assert state.tribes[3].points == 9 - due
    assert state.tribes[3].genes == set(genes)


@pytest.mark.parametrize(
    ("given", "points"),
    [
        pytest.param((3,), -3, id="its mutation points count"),
        pytest.param((8,), -2, id="another"),
        pytest.param((15, 3), 0, id="overpaid"),
        pytest.param((3, 15, 8), 0, id="all of them"),
        pytest.param((8, 3), 0, id="just enough: 4 and 3 for 6"),
    ],
)
def test_genes_given_up_pay(given: tuple[int, ...], points: int) -> None:
    """They are named in the order given; points pay the rest; too much is lost."""
    state = sick((8, 3, 15))
    rest = [PointsChanged(3, points)] if points else []
    assert play(state, 3, Compensate(given)) == [DefectsPaid(3, given), *rest]
    assert state.tribes[3].genes == {8, 3, 15} - set(given)
    assert state.tribes[3].points == 4 + points


def test_ray_protection_pays_four() -> None:
    """Fourteen less two against ten is two; giving it up covers that, and nothing is recomputed."""
    state = sick((11, 12, 6, 7), points=0, ozone=10)
    assert play(state, 3, Compensate((7,))) == [DefectsPaid(3, (7,))]
    assert state.tribes[3].genes == {11, 12, 6}
    assert asked(state) == [AskGenes(3, 0)]


def test_ray_protection_pays_four_and_no_more() -> None:
    """Against six the same genes owe six: four by the card and two in points."""
    state = sick((11, 12, 6, 7), points=2)
    assert play(state, 3, Compensate((7,))) == [DefectsPaid(3, (7,)), PointsChanged(3, -2)]


def test_an_advanced_gene_pays_its_own_points() -> None:
    """Armour has six."""
    state = sick((19, 11, 0), points=2)
    assert play(state, 3, Compensate((19,))) == [DefectsPaid(3, (19,)), PointsChanged(3, -2)]


def test_they_are_asked_down_the_ladder_one_by_one() -> None:
    """The leader first; who owes nothing is left out."""
    others = {
        0: Side(genes=(9, 11), ladder=7),
        1: Side(genes=(9, 15), ladder=2),
        2: Side(genes=(1,), ladder=4),
    }
    state = sick((12, 14), others={**others, 3: Side(genes=(12, 14), ladder=5)})
    turns = []
    while state.phase == 2:
        (prompt,) = asked(state)
        assert isinstance(prompt, AskDefects)
        assert prompt.seat is not None
        turns.append(prompt.seat)
        play(state, prompt.seat, Compensate(()))
    assert turns == [0, 3, 1]


def test_given_up_genes_can_be_bought_at_once() -> None:
    """By anybody, in the phase 3 that follows."""
    state = sick((12, 14), points=6, others={0: Side(points=6)})
    assert state.view(None).stock[12] == 0
    play(state, 3, Compensate((12,)))
    assert state.view(None).stock[12] == 1
    play(state, 3, BuyGenes(((12, None),)))
    assert state.view(None).stock[12] == 0


def test_giving_up_everything_always_suffices() -> None:
    """A tribe without points has a way out, which is listed."""
    state = sick((8, 3, 15, 7), points=0, ozone=6)
    moves = listed(state, 3, Compensate)
    assert moves
    assert state.is_legal(3, Compensate((3, 7, 8, 15)))


def test_paying_with_points_alone_is_listed() -> None:
    """Where they suffice."""
    assert Compensate(()) in listed(sick((8, 3, 15), points=6), 3, Compensate)
    assert Compensate(()) not in listed(sick((8, 3, 15), points=5), 3, Compensate)
