"""
What is refused at a meal: eating, starving and parasitism, in the order of
spec/ursuppe-rules.md 7.17 and 4.1. Attacks are in test_refusals_attacks.
"""

from __future__ import annotations

import pytest

from boardhub.games.ursuppe.moves import Eat, Parasitize
from tests.ursuppe.positions import play, refused
from tests.ursuppe.questions import eating

ZEROS = (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("cubes", "genes", "meal", "code"),
    [
        pytest.param((1, 1, 1, 1), (), (1, 1, 1, 0), 7, id="own colour"),
        pytest.param((1, 1, 1, 1), (), (9, 0, 0, 0), 7, id="own colour, no meal"),
        pytest.param((0, 1, 1, 1), (), ZEROS, 12, id="could eat"),
        pytest.param((0, 1, 1, 1), (6, 12), ZEROS, 12, id="could eat, with genes"),
        pytest.param((0, 2, 2, 2), (), (0, 2, 1, 1), 33, id="one too many"),
        pytest.param((0, 0, 0, 0), (), (0, 2, 1, 1), 33, id="one too many, not there"),
        pytest.param((0, 2, 2, 2), (), (0, 2, 1, 0), 22, id="no meal"),
        pytest.param((0, 2, 2, 2), (), (0, 1, 1, 0), 22, id="too few"),
        pytest.param((0, 0, 0, 0), (), (0, 1, 1, 0), 22, id="too few, not there"),
        pytest.param((0, 2, 2, 2), (), (0, 4, 0, 0), 22, id="four of one"),
        pytest.param((0, 0, 1, 1), (), (0, 1, 1, 1), 19, id="not there"),
        pytest.param((0, 9, 9, 9), (6,), (0, 3, 2, 0), 33, id="more than two twos"),
        pytest.param((0, 9, 9, 9), (6,), (0, 0, 1, 4), 33, id="more than three and one"),
        pytest.param((0, 9, 9, 9), (6,), (0, 4, 0, 0), 22, id="four of one with gene 6"),
        pytest.param((0, 9, 9, 9), (6,), (0, 1, 1, 0), 22, id="too few with gene 6"),
        pytest.param((0, 9, 9, 9), (6,), (0, 2, 1, 0), 22, id="three, but no frugality"),
        pytest.param((0, 1, 1, 0), (6,), (0, 2, 2, 0), 19, id="two twos not there"),
        pytest.param((0, 9, 9, 9), (12,), (0, 2, 1, 0), 33, id="more than one of two"),
        pytest.param((0, 9, 9, 9), (12,), (0, 0, 0, 1), 22, id="too few with gene 12"),
        pytest.param((0, 1, 0, 0), (12,), (0, 1, 1, 0), 19, id="frugal, not there"),
        pytest.param((0, 9, 9, 9), (6, 12), (0, 4, 0, 0), 33, id="more than three"),
        pytest.param((0, 9, 9, 9), (6, 12), (0, 2, 0, 0), 22, id="too few with both"),
    ],
)
def test_meals(
    cubes: tuple[int, ...], genes: tuple[int, ...], meal: tuple[int, ...], code: int
) -> None:
    """FRESSEN: own colour, zeros, no listed meal, not there."""
    assert refused(eating(*cubes, genes=genes), 0, Eat(4, meal)) == code


@pytest.mark.parametrize(
    ("cubes", "genes", "meal", "code"),
    [
        pytest.param((0, 2, 1), (), (0, 0, 0), 12, id="could eat"),
        pytest.param((0, 1, 2), (), (0, 2, 1), 19, id="the other way round is not there"),
        pytest.param((0, 9, 9), (), (0, 1, 1), 22, id="too few"),
        pytest.param((0, 9, 9), (), (0, 0, 3), 22, id="three of one"),
        pytest.param((0, 9, 9), (), (0, 2, 2), 33, id="one too many"),
        pytest.param((0, 9, 9), (), (0, 1, 3), 33, id="one too many, arranged"),
        pytest.param((0, 9, 9), (), (0, 4, 0), 22, id="four of one"),
        pytest.param((0, 9, 9), (6,), (0, 5, 0), 33, id="five of one with gene 6"),
        pytest.param((9, 9, 9), (), (1, 1, 1), 7, id="own colour"),
    ],
)
def test_meals_with_three(
    cubes: tuple[int, ...], genes: tuple[int, ...], meal: tuple[int, ...], code: int
) -> None:
    """The same with the meals of three players."""
    assert refused(eating(*cubes, genes=genes, seats=3), 0, Eat(4, meal)) == code


@pytest.mark.parametrize(
    ("cubes", "genes", "meal", "code"),
    [
        pytest.param((0, 1, 1, 1), (14,), ZEROS, 12, id="could eat"),
        pytest.param((0, 1, 1, 1), (14,), (0, 1, 1, 1), 33, id="the undiminished meal"),
        pytest.param((0, 9, 9, 9), (14,), (0, 1, 0, 0), 22, id="two fewer"),
        pytest.param((0, 1, 0, 0), (14,), (0, 1, 1, 0), 19, id="not there"),
        pytest.param((0, 9, 9, 9), (6, 14), (0, 2, 2, 0), 33, id="undiminished twos"),
        pytest.param((0, 9, 9, 9), (12, 14), (0, 0, 2, 0), 33, id="two of one"),
        pytest.param((9, 9, 9, 9), (14,), (1, 1, 0, 0), 7, id="own colour"),
    ],
)
def test_meals_of_a_declared_parasite(
    cubes: tuple[int, ...], genes: tuple[int, ...], meal: tuple[int, ...], code: int
) -> None:
    """FRESSEN after PARASITISMUS: its table lines are those diminished (6.14)."""
    state = eating(*cubes, genes=genes)
    play(state, 0, Parasitize(4, 1))
    assert refused(state, 0, Eat(4, meal)) == code


@pytest.mark.parametrize(
    ("host", "genes", "host_points", "code"),
    [
        pytest.param(1, (), 3, 10, id="no gene"),
        pytest.param(0, (), 3, 10, id="no gene, own colour"),
        pytest.param(0, (14,), 3, 22, id="own colour"),
        pytest.param(3, (14,), 3, 22, id="no amoeba at all"),
        pytest.param(2, (14,), 3, 22, id="elsewhere, without points"),
        pytest.param(1, (14,), 0, 18, id="without points"),
    ],
)
def test_parasitism(host: int, genes: tuple[int, ...], host_points: int, code: int) -> None:
    """PARASITISMUS: gene, company, the host's points."""
    state = eating(0, 1, 1, 1, genes=genes, host_points=host_points)
    assert refused(state, 0, Parasitize(4, host)) == code
