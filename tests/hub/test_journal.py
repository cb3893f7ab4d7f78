"""
Journals as files, moves as JSON, and a match made again from its journal.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import frozen

from boardhub.games.rules import Move, Rules
from boardhub.games.ursuppe.moves import MOVES, BuyGenes, Divide, Placement, Purchase
from boardhub.games.ursuppe.state import RULES as URSUPPE
from boardhub.hub.journal import (
    FileJournal,
    JournalError,
    MemoryJournal,
    Record,
    decode_move,
    encode_move,
    parse,
    read,
    rebuild,
)
from boardhub.hub.match import NotAsked, Phase
from boardhub.testing import RecordingListener
from tests.hub.hosted import Hosted, host
from tests.hub.toys import CARDS, NIM, SOUND, WORDS, Draw, Open, Take, ToyRules, Word

# Moves.


def through_json(move: Move, rules: Rules[Any]) -> Move:
    """What a journal makes of a move."""
    journal = MemoryJournal()
    journal.append({"record": "move", "move": encode_move(move)})
    (record,) = journal.records()
    return decode_move(record["move"], rules.moves)
