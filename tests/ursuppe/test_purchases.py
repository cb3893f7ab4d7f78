"""Buying genes: phase 3 (spec/ursuppe-rules.md 3, 6.24, 6.25)."""

from __future__ import annotations

import pytest

from boardhub.games.ursuppe.events import GenesBought, PointsChanged
from boardhub.games.ursuppe.moves import BuyGenes
from boardhub.games.ursuppe.prompts import AskGenes
from boardhub.games.ursuppe.state import Ursuppe
from tests.ursuppe.positions import Side, asked, listed, play, position, start

Line = int | tuple[int, int]


def buy(*lines: Line) -> BuyGenes:
    """A purchase: genes, or a gene with the predecessor to give up."""
    return BuyGenes(tuple(line if isinstance(line, tuple) else (line, None) for line in lines))


def shop(genes: tuple[int, ...] = (), points: int = 30, seats: int = 4, **others: Side) -> Ursuppe:
    """
    Phase 3, in which the leader has these genes and points. ``anna``: what
    colour 0 has.
    """
    sides = {seats - 1: Side(genes=genes, points=points)}
    if "anna" in others:
        sides[0] = others["anna"]
    state = position(seats, sides)
    start(state, 3)
    return state


def test_everybody_is_asked_down_the_ladder() -> None:
    """Also who cannot pay for anything (6.27)."""
    ladders = {0: 5, 1: 11, 2: 3, 3: 8}
    sides = {color: Side(ladder=ladder, points=0) for color, ladder in ladders.items()}
    state = position(4, sides)
    start(state, 3)
    turns = []
    while state.phase == 3:
        (prompt,) = asked(state)
        assert isinstance(prompt, AskGenes)
        assert prompt.seat is not None
        turns.append(prompt.seat)
        play(state, prompt.seat, buy())
    assert turns == [1, 3, 0, 2]


def test_an_empty_purchase_is_told() -> None:
    """As a block without genes, and no line for points."""
    assert play(shop(), 3, buy()) == [GenesBought(3, (), ())]


@pytest.mark.parametrize(
    ("number", "price"),
    list(enumerate((2, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6, 6, 6))),
)
def test_every_ordinary_gene_has_its_price(number: int, price: int) -> None:
    """With exactly that many points; the next is asked."""
    state = shop(points=price)
    assert play(state, 3, buy(number)) == [
        GenesBought(3, (number,), ()),
        PointsChanged(3, -price),
    ]
    assert state.tribes[3].genes == {number}
    assert state.tribes[3].points == 0
    assert asked(state) == [AskGenes(2, 0)]


def test_many_at_once() -> None:
    """In the order given, with one sum."""
    state = shop(points=20)
    assert play(state, 3, buy(13, 0, 7, 1)) == [
        GenesBought(3, (13, 0, 7, 1), ()),
        PointsChanged(3, -16),
    ]


@pytest.mark.parametrize(
    ("number", "predecessor", "price"),
    [(16, 3, 4), (17, 1, 5), (18, 13, 5), (19, 4, 6), (19, 5, 6)],
)
def test_an_advanced_gene_takes_its_predecessor(number: int, predecessor: int, price: int) -> None:
    """The card goes back to the stock, beside the price."""
    state = shop((predecessor,), points=price)
    before = state.view(None).stock[predecessor]
    assert play(state, 3, buy(number)) == [
        GenesBought(3, (number,), (predecessor,)),
        PointsChanged(3, -price),
    ]
    assert state.tribes[3].genes == {number}
    assert state.view(None).stock[predecessor] == before + 1


@pytest.mark.parametrize(("given", "kept"), [(4, 5), (5, 4)])
def test_armour_with_both_predecessors(given: int, kept: int) -> None:
    """The one named goes, the other stays and goes on working."""
    state = shop((4, 5))
    assert play(state, 3, buy((19, given))) == [
        GenesBought(3, (19,), (given,)),
        PointsChanged(3, -6),
    ]
    assert state.tribes[3].genes == {19, kept}


@pytest.mark.parametrize("owned", [4, 5])
def test_armour_may_name_its_only_predecessor(owned: int) -> None:
    """What would be taken anyway."""
    state = shop((owned,))
    assert play(state, 3, buy((19, owned)))[0] == GenesBought(3, (19,), (owned,))


def test_the_other_predecessor_bought_before_armour_is_kept() -> None:
    """A gene of the same command cannot be the one that is given up (6.24)."""
    state = shop((4,))
    assert play(state, 3, buy(5, 19)) == [GenesBought(3, (5, 19), (4,)), PointsChanged(3, -10)]
    assert state.tribes[3].genes == {5, 19}


def test_cards_given_up_are_told_in_the_order_of_the_genes() -> None:
    """Each advanced gene names what it took."""
    state = shop((1, 3, 13, 5))
    assert play(state, 3, buy(18, 16, 0, 19, 17)) == [
        GenesBought(3, (18, 16, 0, 19, 17), (13, 3, 5, 1)),
        PointsChanged(3, -22),
    ]
    assert state.tribes[3].genes == {18, 16, 0, 19, 17}


def test_a_card_given_up_serves_the_next_buyer() -> None:
    """The only defence of the game changes hands within one phase."""
    state = position(4, {3: Side(genes=(4,), points=6), 2: Side(points=4)})
    start(state, 3)
    assert not state.is_legal(2, buy(4))
    play(state, 3, buy(19))
    assert play(state, 2, buy(4)) == [GenesBought(2, (4,), ()), PointsChanged(2, -4)]


def test_the_stock_is_what_nobody_owns() -> None:
    """Copies of the player count less what the tribes have."""
    state = shop((5, 13), anna=Side(genes=(5,)))
    stock = state.view(None).stock
    assert (stock[5], stock[13], stock[0], stock[10]) == (0, 1, 2, 1)
    play(state, 3, buy(10, 0))
    stock = state.view(None).stock
    assert (stock[0], stock[10]) == (1, 0)


@pytest.mark.parametrize(("seats", "sold_out"), [(3, [12, 14]), (4, [])])
def test_two_genes_are_for_four_players(seats: int, sold_out: list[int]) -> None:
    """Everything else can be bought by three as well."""
    state = shop(points=50, seats=seats)
    leader = seats - 1
    ordinary = range(16)
    assert [gene for gene in ordinary if not state.is_legal(leader, buy(gene))] == sold_out


def test_the_list_has_every_single_gene_that_can_be_bought() -> None:
    """Ordinary ones in stock, advanced ones with a predecessor, both ways of armour."""
    state = shop((1, 4, 5), points=6, anna=Side(genes=(10, 13)))
    found = {move.purchases for move in listed(state, 3, BuyGenes) if isinstance(move, BuyGenes)}
    ordinary = {0, 2, 3, 6, 7, 8, 9, 11, 12, 13, 14, 15}
    single = {((gene, None),) for gene in ordinary | {17}} | {((19, 4),), ((19, 5),)}
    assert {purchase for purchase in found if len(purchase) <= 1} == single | {()}
    assert all(state.is_legal(3, BuyGenes(purchase)) for purchase in found)


def test_the_list_respects_the_points() -> None:
    """With two points there is one gene to be had."""
    assert set(listed(shop(points=2), 3, BuyGenes)) == {buy(), buy(0)}
