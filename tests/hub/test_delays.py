"""
The ledger: how much the hub itself adds to the players' time (T1).
"""

from __future__ import annotations

from math import ceil, inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardhub.games.rules import IllegalMove
from boardhub.hub.asking import NotAsked
from boardhub.hub.clock import Delays
from tests.hub.hosted import host
from tests.hub.toys import NIM, Take


def of(*seconds: float) -> Delays:
    """Delays that took so long."""
    delays = Delays()
    for each in seconds:
        delays.add(each)
    return delays


def test_nothing_took_no_time() -> None:
    """A hub that has just started."""
    delays = Delays()
    assert delays.count == 0
    assert [delays.quantile(share) for share in (0, 0.5, 0.99, 1)] == [0.0] * 4


@pytest.mark.parametrize("seconds", [2e-5, 1e-3, 0.02, 1.0, 9.0])
def test_one_delay_is_right_to_a_quarter(seconds: float) -> None:
    """Never less than it was, and at most 25 % more."""
    assert seconds <= of(seconds).quantile(0.5) <= seconds * 1.25 * (1 + 1e-9)


def test_shares_are_counted() -> None:
    """Of a hundred, ninety-nine took a millisecond, and one a second."""
    delays = of(*[0.001] * 99, 1.0)
    assert delays.count == 100
    assert 0.001 <= delays.quantile(0.5) <= 0.00126
    assert 0.001 <= delays.quantile(0.99) <= 0.00126
    assert 1.0 <= delays.quantile(1) <= 1.26


def test_the_order_does_not_matter() -> None:
    """Slow ones may come first."""
    assert of(1.0, 0.001, 0.1).quantile(0.5) == of(0.001, 0.1, 1.0).quantile(0.5)


@pytest.mark.parametrize("seconds", [0.0, 1e-9, 1e-5])
def test_the_shortest_are_not_told_apart(seconds: float) -> None:
    """Up to ten microseconds."""
    assert of(seconds).quantile(0.5) == 1e-5


def test_the_longest_are_beyond_measure() -> None:
    """More than 1e-5 x 1.25^63, that is 12.7 seconds."""
    assert of(13.0).quantile(1) == inf
    assert of(12.0).quantile(1) < inf


@given(
    st.lists(st.floats(1e-5, 12.0), min_size=1),
    st.sampled_from([0.25, 0.5, 0.75, 1.0]),
)
def test_a_quantile_is_right_to_a_quarter(seconds: list[float], share: float) -> None:
    """Against the exact one, out of all values in order."""
    exact = sorted(seconds)[ceil(share * len(seconds)) - 1]
    assert exact <= of(*seconds).quantile(share) <= exact * 1.25 * (1 + 1e-9)


def test_the_hub_books_each_answer() -> None:
    """From the last byte to the end of its telling; those refused are not booked."""
    hosted = host(NIM).sit("", "")
    hosted.advance(3)
    hosted.match.play(0, Take(1), 2.5)
    delays = hosted.hub.clock.delays
    assert delays.count == 1
    assert 0.5 <= delays.quantile(1) <= 0.63
    with pytest.raises(IllegalMove):
        hosted.play(1, Take(9))
    with pytest.raises(NotAsked):
        hosted.play(0, Take(1))
    assert delays.count == 1
    hosted.play(1, Take(1))
    assert delays.count == 2
    assert delays.quantile(0.5) == 1e-5


def test_defaults_are_no_answers() -> None:
    """How long after its deadline a prompt was judged is booked apart."""
    hosted = host(NIM).sit("", "")
    clock = hosted.hub.clock
    hosted.advance(10)
    assert clock.delays.count == 0
    assert clock.lateness.count == 1
    assert clock.lateness.quantile(1) == 1e-5
    hosted.advance(10.5)
    assert clock.lateness.count == 2
    assert 0.5 <= clock.lateness.quantile(1) <= 0.63


def test_all_matches_share_the_ledger() -> None:
    """It is the hub's, not a match's."""
    hosted = host(NIM)
    hub = hosted.hub
    other = hub.lobby.create(NIM, "other", hosted.match.terms)
    for match in (hosted.match, other):
        for name in ("anna", "berta"):
            match.take(hosted.watch(), name)
        match.play(0, Take(1), 0.0)
    assert hub.clock.delays.count == 2
