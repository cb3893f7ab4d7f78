"""
What commands print: harmless to a terminal, and in columns.
"""

from __future__ import annotations

from collections.abc import Sequence


def printable(text: str) -> str:
    """What somebody else has written, without what would steer a terminal."""
    return "".join([each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text])


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of as many cells each, every column as wide as what is in it."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join([cell.ljust(width) for cell, width in zip(row, widths, strict=True)]).rstrip()
        for row in rows
    ]
