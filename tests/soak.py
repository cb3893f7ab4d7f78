"""
How much the long-running properties do: ``make soak`` sets BOARDHUB_SOAK to a
factor for the numbers of games.
"""

import os

FACTOR = float(os.environ.get("BOARDHUB_SOAK", "1"))


def games(number: int) -> int:
    """So many games in the suite, more of them in a soak."""
    return round(number * FACTOR)
