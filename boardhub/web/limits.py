"""
What browsers may take of the daemon, beside connections.
"""

from __future__ import annotations

from attrs import define, field

from boardhub.hub.clock import Clock

#: What an address may take at once after silence, and each second in the long run.
PURSE = 60.0
WAGE = 1.0

#: Addresses that are remembered.
REMEMBERED = 10_000


class Busy(Exception):
    """Too much is asked for at the same time, by everybody together."""


class Spent(Exception):
    """This address has asked for too much; ``seconds`` from now it may again."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@define(eq=False)
class Purses:
    """What each address may still take."""

    _clock: Clock
    _left: dict[str, tuple[float, float]] = field(factory=dict)
    """How much it had, and when."""

    def __len__(self) -> int:
        """How many addresses are remembered."""
        return len(self._left)

    def pay(self, address: str, price: float) -> None:
        """
        Take this much.

        :raise Spent: there is not so much left.
        """
        left = self._now(address)
        if left < price:
            raise Spent((price - left) / WAGE)
        if len(self._left) >= REMEMBERED:
            self._forget()
        self._left[address] = (left - price, self._clock.now())

    def _now(self, address: str) -> float:
        left, at = self._left.get(address, (PURSE, 0.0))
        return min(PURSE, left + (self._clock.now() - at) * WAGE)

    def _forget(self) -> None:
        """Those that have a full purse again; if these are few, all: memory comes first."""
        self._left = {each: had for each, had in self._left.items() if self._now(each) < PURSE}
        if len(self._left) > REMEMBERED // 2:
            self._left.clear()
