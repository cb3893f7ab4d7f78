"""
The amoeba game on the wire: its transcripts, and that nothing of the protocol
is missing in them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.transcript import Transcript, perform, read
from tests.ursuppe.scene import lay

FILES: Final = sorted((Path(__file__).parent / "transcripts").glob("ursuppe_*.txt"))


@pytest.fixture(scope="module")
def transcripts() -> list[Transcript]:
    """All transcripts of the game."""
    return [read(path) for path in FILES]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_conversation_goes_as_written(path: Path) -> None:
    """Who sends what, who gets what, in which order and when."""
    perform(read(path), lay)
