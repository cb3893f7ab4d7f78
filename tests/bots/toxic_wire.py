"""
How the tests of the arena's bots talk to them: the lines of a server, by hand
(seeds/toxic-protocol.txt).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boardhub.bots.toxic_player import ToxicBot


def tell(bot: ToxicBot, *lines: str) -> list[str]:
    """What the bot answers to these lines, one after the other."""
    return [answer for line in lines for answer in bot.hear(line)]


def seated(bot: ToxicBot, number: int, others: Iterable[int], rows: Sequence[str]) -> ToxicBot:
    """A bot that has come in and knows the map."""
    bot.login("arena")
    tell(bot, "ID 0", f"ID {number}", *[f"CONNECTED {other}" for other in others])
    tell(bot, "MAP /tmp/board1.map", *map_lines(rows))
    return bot


def map_lines(rows: Sequence[str]) -> list[str]:
    """The answer to ``KARTE``."""
    lines = [f"ZEILE {y} {row}" for y, row in enumerate(rows)]
    return [f"KARTE {len(rows[0])} {len(rows)}", *lines, "KARTE_ENDE"]


def walk(bot: ToxicBot, *lines: str, round: int = 1) -> tuple[str, str]:
    """Step and view that the bot answers to the block of a round."""
    (answer,) = tell(bot, *lines, f"START {round}")
    word, step, view = answer.split(" ")
    assert word == "MOVE"
    return step, view
