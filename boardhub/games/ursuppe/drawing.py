"""
A position as text, for a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from boardhub.games.rules import Prompt
from boardhub.games.ursuppe.genes import GENES
from boardhub.games.ursuppe.position import Cell, Position, Row, TribePosition

_DIRECTIONS: Final = ("", "west", "north", "east", "south", "none")
_PHASES: Final = (
    "set-up",
    "moving and eating",
    "gene defects",
    "buying genes",
    "division",
    "deaths",
    "scoring",
)


def draw(position: Position, prompts: Sequence[Prompt]) -> str:
    """
    Several lines: round and card, the board, the tribes, who is asked. In a
    square: cubes per colour, below them amoebas as colour.number.
    """
    direction, ozone = position.card
    head = (
        f"Round {position.round}, phase {position.phase} ({_PHASES[position.phase]}), "
        f"drift {_DIRECTIONS[direction]}, ozone {ozone}"
    )
    tribes = [_tribe(color, tribe) for color, tribe in enumerate(position.tribes)]
    supply = "Supply " + "/".join(map(str, position.supply))
    return "\n".join([head, *_board(position.rows), *tribes, supply, *_asked(position, prompts)])


def _board(rows: Iterable[Row]) -> list[str]:
    pairs = [[_cell(cell) for cell in row] for row in rows]
    width = max(len(text) for row in pairs for pair in row for text in pair)
    lines = []
    for row in pairs:
        for part in (0, 1):
            lines.append("| " + " | ".join(pair[part].ljust(width) for pair in row) + " |")
        lines.append("")
    return lines


def _cell(cell: Cell | None) -> tuple[str, str]:
    if cell is None:
        return "#", "#"
    amoebas = [f"{color}.{nr}" for color, own in enumerate(cell.amoebas) for nr in own]
    return "/".join(map(str, cell.cubes)), " ".join(amoebas)


def _tribe(color: int, tribe: TribePosition) -> str:
    amoebas = [f"{nr}{'!' * damage}" for nr, damage in tribe.amoebas]
    genes = [GENES[gene].name for gene in tribe.genes]
    return (
        f"Colour {color}: ladder {tribe.ladder}, {tribe.points} points, "
        f"amoebas (! damage) {' '.join(amoebas) or '-'}, genes {' '.join(genes) or '-'}"
    )


def _asked(position: Position, prompts: Iterable[Prompt]) -> list[str]:
    lines = [f"Asked: {prompt}" for prompt in prompts]
    if position.rolled is None:
        return lines
    color, first, second = position.rolled
    return [*lines, f"Colour {color} has rolled {first} and {second}"]
