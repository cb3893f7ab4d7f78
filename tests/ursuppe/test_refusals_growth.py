"""
What is refused of the answers of several lines, purchases and divisions, in
the order of spec/ursuppe-rules.md 7.17: line by line, then the sum.
"""

from __future__ import annotations

import pytest

from boardhub.games.ursuppe.moves import BuyGenes, Divide
from tests.ursuppe.positions import Side, position, refused, start
from tests.ursuppe.questions import buying, dividing

Line = int | tuple[int, int]


def buy(*lines: Line) -> BuyGenes:
    """A purchase: genes, or a gene with a second parameter."""
    return BuyGenes(tuple(line if isinstance(line, tuple) else (line, None) for line in lines))


@pytest.mark.parametrize(
    ("lines", "genes", "code"),
    [
        pytest.param((8,), (8,), 6, id="owned"),
        pytest.param((8, 8), (), 6, id="named before"),
        pytest.param((3,), (16,), 6, id="locked by persistence"),
        pytest.param((1,), (17,), 6, id="locked by movement two"),
        pytest.param((13,), (18,), 6, id="locked by aggression"),
        pytest.param((4,), (19,), 6, id="locked by armour"),
        pytest.param((5,), (19,), 6, id="locked by armour too"),
        pytest.param((4,), (5, 19), 6, id="given up for armour"),
        pytest.param((16, 3), (3,), 6, id="given up in this answer"),
        pytest.param((17, 1), (1,), 6, id="and another"),
        pytest.param((18, 13), (13,), 6, id="a second card of it in stock"),
        pytest.param((19, 5), (4,), 6, id="the other of armour, after it"),
        pytest.param((19, 4), (4,), 6, id="the one armour took"),
        pytest.param((16,), (), 10, id="no speed"),
        pytest.param((17,), (3, 4), 10, id="no movement one"),
        pytest.param((18,), (), 10, id="no struggle"),
        pytest.param((19,), (), 10, id="neither defence nor escape"),
        pytest.param((3, 16), (), 10, id="speed bought in this phase"),
        pytest.param((13, 18), (), 10, id="struggle bought in this phase"),
        pytest.param((4, 5, 19), (), 10, id="both bought in this phase"),
        pytest.param(((19, 5),), (4,), 10, id="named what she has not"),
        pytest.param(((19, 4),), (), 10, id="named what she has not, nor the other"),
        pytest.param((5, (19, 5)), (4,), 10, id="named what is bought in this phase"),
        pytest.param((19,), (4, 5), 9, id="both, and none named"),
        pytest.param(((19, 3),), (4, 5), 22, id="named neither"),
        pytest.param(((19, 0),), (3,), 22, id="named neither, and owns neither"),
        pytest.param(((8, 4),), (), 21, id="second parameter on an ordinary gene"),
        pytest.param(((16, 3),), (3,), 21, id="second parameter on an advanced one"),
    ],
)
def test_a_line(lines: tuple[Line, ...], genes: tuple[int, ...], code: int) -> None:
    """GEN: owned, named before or locked; predecessors; which one; points to spare."""
    assert refused(buying(genes), 3, buy(*lines)) == code


@pytest.mark.parametrize(
    ("lines", "genes", "taken", "code"),
    [
        pytest.param((8,), (), (8,), 11, id="the only one is taken"),
        pytest.param((16,), (3,), (16,), 11, id="an advanced one"),
        pytest.param((16,), (), (16,), 10, id="no predecessor either"),
        pytest.param((19,), (4, 5), (19,), 9, id="not said which either"),
    ],
)
def test_sold_out(
    lines: tuple[Line, ...], genes: tuple[int, ...], taken: tuple[int, ...], code: int
) -> None:
    """11 comes last in the line."""
    assert refused(buying(genes, taken=taken), 3, buy(*lines)) == code


@pytest.mark.parametrize("gene", [12, 14])
def test_genes_that_three_players_do_not_have(gene: int) -> None:
    """They count as sold out."""
    state = position(3, {2: Side(points=30)})
    start(state, 3)
    assert refused(state, 2, buy(gene)) == 11


@pytest.mark.parametrize(
    ("lines", "points", "code"),
    [
        pytest.param((0,), 1, 18, id="one"),
        pytest.param((0, 1, 3), 8, 18, id="the sum"),
        pytest.param((0, 1, 3), 9, 0, id="the sum suffices"),
        pytest.param((13, 13), 3, 6, id="a bad line comes before the sum"),
        pytest.param((13, 8, 10), 0, 11, id="also a later one"),
        pytest.param((10, 4, 4), 30, 11, id="the first bad line counts"),
        pytest.param((4, 4, 10), 30, 6, id="whichever it is"),
        pytest.param((10, 20), 30, 22, id="the ranges of all lines come first"),
        pytest.param((10, (8, 1)), 30, 21, id="and the counts of parameters"),
    ],
)
def test_the_order_of_the_lines(lines: tuple[Line, ...], points: int, code: int) -> None:
    """All general checks, then line by line, then the sum; here 10 is sold out."""
    state = buying(points=points, taken=(10,))
    if code:
        assert refused(state, 3, buy(*lines)) == code
    else:
        assert state.is_legal(3, buy(*lines))


@pytest.mark.parametrize(
    ("placements", "genes", "code"),
    [
        pytest.param([(0, 1, 2)], (), 3, id="on the board"),
        pytest.param([(1, 9, 9)], (), 3, id="on the board, no square"),
        pytest.param([(2, 1, 2), (2, 0, 1)], (), 3, id="named before"),
        pytest.param([(2, 1, 2), (2, 9, 9)], (), 3, id="named before, no square"),
        pytest.param([(2, 1, 1)], (), 25, id="on an own amoeba"),
        pytest.param([(2, 1, 1)], (2,), 25, id="on an own amoeba with spores"),
        pytest.param([(2, 2, 2)], (), 25, id="the island"),
        pytest.param([(2, 2, 2)], (2,), 25, id="the island with spores"),
        pytest.param([(2, 5, 1)], (), 25, id="off the board"),
        pytest.param([(2, -1, 1)], (2,), 25, id="off the board with spores"),
        pytest.param([(2, 4, 3)], (), 25, id="no own amoeba near"),
        pytest.param([(2, 0, 2)], (), 25, id="across a corner"),
        pytest.param([(2, 2, 3)], (), 25, id="across the island"),
        pytest.param([(2, 1, 2), (3, 1, 2)], (), 25, id="on one placed before"),
        pytest.param([(2, 0, 2), (3, 1, 2)], (), 25, id="a chain in the wrong order"),
        pytest.param([(2, 1, 2), (3, 3, 1), (4, 0, 1)], (), 18, id="eighteen of fourteen"),
        pytest.param(
            [(2, 1, 2), (3, 3, 1), (4, 0, 1), (5, 1, 0)], (15,), 18, id="sixteen of fourteen"
        ),
        pytest.param([(2, 1, 2), (3, 3, 1), (4, 4, 4)], (), 25, id="a bad square before the sum"),
        pytest.param([(2, 1, 1), (0, 1, 2)], (), 25, id="the first bad line counts"),
        pytest.param([(0, 1, 2), (2, 1, 1)], (), 3, id="whichever it is"),
        pytest.param([(0, 1, 2), (7, 1, 0)], (), 22, id="the ranges of all lines come first"),
    ],
)
def test_division(
    placements: list[tuple[int, int, int]], genes: tuple[int, ...], code: int
) -> None:
    """AMOEBE_SETZEN: number, square, line by line; then the sum."""
    assert refused(dividing(genes), 3, Divide(tuple(placements))) == code


def test_more_than_seven_lines_cannot_be() -> None:
    """The eighth repeats a number."""
    state = position(4, {3: Side(genes=(2, 15), points=90)})
    start(state, 4)
    lines = [(number % 7, number % 5, 1 if number < 5 else 3) for number in range(8)]
    assert refused(state, 3, Divide(tuple(lines))) == 3
