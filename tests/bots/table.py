"""Positions as a client is told of them: the lines of a status and a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from boardhub.bots.ursuppe_player import Player
from boardhub.games.ursuppe.board import SQUARES, Square


@frozen
class Has:
    """What one colour has; amoebas are (x, y) or (x, y, damage) by number."""

    points: int = 4
    genes: Sequence[int] = ()
    amoebas: Mapping[int, tuple[int, ...]] = field(factory=dict)
    ladder: int = 0


def position(
    tribes: Sequence[Has],
    cubes: Mapping[Square, Sequence[int]] | None = None,
    *,
    elsewhere: int = 2,
    card: tuple[int, int] = (3, 10),
) -> list[str]:
    """
    The lines from ``SPIEL_BEGINNT`` to the end of the status, for a game that
    stands like this. Squares not named have ``elsewhere`` cubes of each colour.
    """
    seats = len(tribes)
    status = [
        "STATUS suppe",
        "TIMEOUT 5000",
        f"ANZAHL_SPIELERINNEN {seats} {seats}",
        "ANZAHL_NAEHRSTOFFE 55",
        "ANZAHL_AMOEBEN 7",
        "LAENGE_LAUFBAHN 51",
        "LAENGE_ZIELZONE 10",
        "UMWELTKARTE {} {}".format(*card),
    ]
    for color, has in enumerate(tribes):
        status += [f"SPIELERIN {color}", f"NAME p{color}", f"PUNKTE {has.ladder}"]
        status += [f"BIOPUNKTE {has.points}", f"AMOEBEN {len(has.amoebas)}"]
        for number, (_, _, *damage) in sorted(has.amoebas.items()):
            status.append(f"AMOEBE {number} {sum(damage)}")
        status.append(f"GENE {len(has.genes)}")
        status += [f"GEN {gene}" for gene in sorted(has.genes)]
    return ["SPIEL_BEGINNT", *_board(tribes, cubes or {}, elsewhere), *status, "STATUS_ENDE suppe"]


def _board(
    tribes: Sequence[Has], cubes: Mapping[Square, Sequence[int]], elsewhere: int
) -> list[str]:
    lines = ["SPIELFELD 5 5"]
    for y in range(5):
        for x in range(5):
            if (x, y) not in SQUARES:
                lines.append(f"FELDCHEN {x} {y} UNGUELTIG")
                continue
            there = cubes.get((x, y), [elsewhere] * len(tribes))
            pairs = [
                f"{_numbers(has, (x, y))}:{count}" for has, count in zip(tribes, there, strict=True)
            ]
            lines.append(" ".join([f"FELDCHEN {x} {y}", *pairs]))
    return [*lines, "SPIELFELD_ENDE"]


def _numbers(has: Has, square: Square) -> str:
    numbers = [str(number) for number, (x, y, *_) in has.amoebas.items() if (x, y) == square]
    return ",".join(sorted(numbers)) or "-"


def seated(bot: Player, color: int, lines: Sequence[str], round: int = 3) -> Player:
    """The bot in a seat of this game, at the beginning of a round."""
    hear(bot, f"SPIELERIN_AKZEPTIERT {color} {bot.name}", *lines, f"RUNDE {round}")
    return bot


def hear(bot: Player, *lines: str) -> list[str]:
    """What the bot answers to these lines, one after the other."""
    return [answer for line in lines for answer in bot.hear(line)]
