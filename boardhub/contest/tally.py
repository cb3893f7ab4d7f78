"""
What many games between the same programs have come to: places, shares with
how far they can be trusted, and the table that shows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from attrs import define, field

from boardhub.games.rules import Score

#: Standard deviations on either side that hold 95 % of a normal distribution.
NORMAL_95: Final = 1.96


def share(scores: Sequence[Score], who: int) -> float:
    """The share of the others that one has beaten, 0 to 1; with equal scores by half."""
    mine = scores[who]
    others = [score for other, score in enumerate(scores) if other != who]
    return sum([(mine > score) + (mine == score) / 2 for score in others]) / len(others)


def rank(scores: Sequence[Score], who: int) -> float:
    """One's place, from 1; who have equal scores share the mean of their places."""
    mine = scores[who]
    above, alike = sum(score > mine for score in scores), sum(score == mine for score in scores)
    return 1 + above + (alike - 1) / 2


def standard_error(shares: Sequence[float]) -> float | None:
    """That of their mean; None: there are too few of them to say."""
    return stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else None


def interval(shares: Sequence[float]) -> tuple[float, float]:
    """
    Where the true share is with 95 %: Wilson's interval, which says something
    sensible of one who has won all games, too. For shares other than 0 and 1
    it is wider than need be.
    """
    count, mean, square = len(shares), fmean(shares), NORMAL_95**2
    middle = mean + square / (2 * count)
    half = NORMAL_95 * sqrt(mean * (1 - mean) / count + square / (4 * count**2))
    whole = 1 + square / count
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


@define(eq=False)
class Tally:
    """
    The results of games between programs, by number. Those of one ``round``
    are on the same board and so no independent samples: they count as one.
    """

    names: Sequence[str]
    faults: list[int] = field(init=False)
    """How many games each has spoilt by a fault."""
    _games: list[Sequence[Score]] = field(factory=list, init=False)
    _rounds: dict[int, list[Sequence[Score]]] = field(factory=dict, init=False)

    @faults.default
    def _none(self) -> list[int]:
        return [0] * len(self.names)

    def add(self, round: int, scores: Sequence[Score]) -> None:
        """A game of this round has ended with these scores, in the order of the programs."""
        self._games.append(scores)
        self._rounds.setdefault(round, []).append(scores)

    @property
    def games(self) -> int:
        """How many have come to a result."""
        return len(self._games)

    def shares(self, who: int) -> list[float]:
        """What a program has got, one sample for each round."""
        return [fmean([share(scores, who) for scores in games]) for games in self._rounds.values()]

    def wins(self, who: int) -> tuple[int, int, int]:
        """Games won, drawn and lost: alone first, first with others, neither."""
        won = drawn = 0
        for scores in self._games:
            first = scores[who] == max(scores)
            alone = sum(score == scores[who] for score in scores) == 1
            won += first and alone
            drawn += first and not alone
        return won, drawn, len(self._games) - won - drawn

    def table(self) -> list[str]:
        """
        A row for each program below one of headings: games won, drawn and
        lost where two play, else the mean of points and rank. None without a
        result.
        """
        if not self._games:
            return []
        headings = ["won", "drawn", "lost"] if len(self.names) == 2 else ["won", "points", "rank"]
        rows = [
            [name, *self._results(who), *self._trust(who), str(self.faults[who])]
            for who, name in enumerate(self.names)
        ]
        return _aligned([["program", *headings, "share", "+/-", "95 %", "faults"], *rows])

    def _results(self, who: int) -> list[str]:
        won, drawn, lost = self.wins(who)
        if len(self.names) == 2:
            return [str(won), str(drawn), str(lost)]
        points = fmean([float(scores[who]) for scores in self._games])
        ranks = fmean([rank(scores, who) for scores in self._games])
        return [str(won), f"{points:.2f}", f"{ranks:.2f}"]

    def _trust(self, who: int) -> list[str]:
        shares = self.shares(who)
        error = standard_error(shares)
        least, most = interval(shares)
        return [
            f"{100 * fmean(shares):.1f} %",
            "" if error is None else f"{100 * error:.1f}",
            f"{100 * least:.1f} - {100 * most:.1f}",
        ]


def _aligned(rows: Iterable[Sequence[str]]) -> list[str]:
    """Columns as wide as what is in them, the first to the left and the others to the right."""
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            [row[0].ljust(widths[0])]
            + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        )
        for row in rows
    ]
