"""
A position as text, for a person.
"""

from __future__ import annotations

from collections.abc import Sequence

from boardhub.games.burg.actions import COLORS
from boardhub.games.burg.board import SIZE, Board
from boardhub.games.burg.position import Seen
from boardhub.games.rules import Prompt


def draw(seen: Seen, prompts: Sequence[Prompt]) -> str:
    """
    Several lines: when it is, the board with a letter for each piece (K the
    king), what each colour has, and who is asked.
    """
    head = f"Year {seen.year}, round {seen.round}, turn {seen.place}"
    columns = "  " + " ".join(map(str, range(SIZE)))
    board = str(Board(list(seen.heights), [list(own) for own in seen.knights], seen.king))
    colors = [_color(seen, color) for color in range(seen.seats)]
    stock = f"Supply {seen.supply} blocks, pile {seen.pile} cards"
    return "\n".join([head, columns, board, *colors, stock, *_asked(seen, prompts)])


def _color(seen: Seen, color: int) -> str:
    return (
        f"{COLORS[color]} ({color}): {seen.scores[color]} points, "
        f"blocks {seen.blocks[color]}, later {'/'.join(map(str, seen.stacks[color])) or '-'}, "
        f"{seen.reserve[color]} knights in reserve, {seen.cards[color]} cards"
    )


def _asked(seen: Seen, prompts: Sequence[Prompt]) -> list[str]:
    lines = [f"Asked: {prompt}" for prompt in prompts]
    if not seen.points and not seen.acted:
        return lines
    return [*lines, f"{seen.points} action points left, {len(seen.acted)} actions so far"]
