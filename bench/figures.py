"""
What a benchmark comes to: a ratio or difference against a baseline, and the
bound it should reach.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from attrs import frozen

#: Two measurements taken one right after the other: ours, and the baseline's.
Pair = tuple[float, float]

_HOLDS = {">=": operator.ge, "<=": operator.le}


@frozen
class Reach:
    """A bound, and on which side of it a figure should be."""

    side: str
    bound: float

    def __str__(self) -> str:
        return f"{self.side} {self.bound:g}"

    def holds(self, value: float) -> bool:
        """Whether a figure is where it should be."""
        return bool(_HOLDS[self.side](value, self.bound))


def at_least(bound: float) -> Reach:
    """More is better."""
    return Reach(">=", bound)


def at_most(bound: float) -> Reach:
    """Less is better."""
    return Reach("<=", bound)


@frozen
class Amount:
    """An absolute figure, which means something on the machine it was measured on only."""

    what: str
    value: float
    unit: str

    def as_json(self) -> dict[str, Any]:
        """As plain values, four digits of them."""
        return {"what": self.what, "value": _rounded(self.value), "unit": self.unit}


@frozen
class Figure:
    """
    One result. ``value`` is what ``reach`` is about; ``game`` is empty where
    the figure is about no game.
    """

    name: str
    value: float
    unit: str
    baseline: Amount
    measured: Amount
    reach: Reach
    game: str = ""

    @property
    def ok(self) -> bool:
        """Whether the bound is kept."""
        return self.reach.holds(self.value)

    def as_json(self) -> dict[str, Any]:
        """As plain values, for one line of output."""
        game = {"game": self.game} if self.game else {}
        return {
            "name": self.name,
            **game,
            "value": _rounded(self.value),
            "unit": self.unit,
            "baseline": self.baseline.as_json(),
            "measured": self.measured.as_json(),
            "reach": str(self.reach),
            "ok": self.ok,
        }


def alternate(
    rounds: int, ours: Callable[[int], float], baseline: Callable[[int], float]
) -> list[Pair]:
    """
    Measure both in turn, each with the number of its round; who comes first
    changes from round to round, so that a machine that slows down meanwhile
    favours neither.
    """
    pairs = []
    for number in range(rounds):
        if number % 2:
            other = baseline(number)
            pairs.append((ours(number), other))
        else:
            pairs.append((ours(number), baseline(number)))
    return pairs


def ratio(pairs: Sequence[Pair]) -> float:
    """The median of ours over the baseline's, each taken within its round."""
    return median([ours / baseline for ours, baseline in pairs])


def difference(pairs: Sequence[Pair]) -> float:
    """The median of ours less the baseline's, each taken within its round."""
    return median([ours - baseline for ours, baseline in pairs])


def medians(pairs: Sequence[Pair]) -> Pair:
    """The median of ours, and that of the baseline's."""
    return median([ours for ours, _ in pairs]), median([baseline for _, baseline in pairs])


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")
