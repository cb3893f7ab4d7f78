"""
The castle game on the wire: its transcripts, and that nothing of the protocol
is missing in them.

The lists below are those of seeds/burg-protocol.txt; what the project adds to
it (spec/burg-rules.md 8.25, 8.26) stands apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from boardhub.games.burg.errors import Fault
from boardhub.protocols.burg_faults import LobbyFault
from tests.burg.scene import lay
from tests.transcript import Heard, Said, Transcript, first_words, listed, perform, read

FILES: Final = sorted((Path(__file__).parent / "transcripts").glob("burg_*.txt"))

#: What clients may send, in the order of the document.
COMMANDS: Final = listed("""
    NEU NAME PASSWD TIMEOUT LIST JOIN ALTER WATCH PING STATUS
    AKTION X Y FARBE ZUG KARTE ZUGENDE NACHRICHT PLAN
""")

#: What the project has added to the commands.
ADDED_COMMANDS: Final = ["ABMELDEN", "GEHEIMNIS", "PROGRAMM"]

#: What the server sends: answers, messages and prompts.
MESSAGES: Final = listed("""
    SPIEL_ANGEMELDET LISTE ENDE SPIELER_ANGEMELDET ZUSCHAUER_ANGEMELDET ZUSCHAUER_ABGEMELDET
    PONG ERROR RITTER_SETZEN KOENIG_SETZEN ZUG_BEGINNT ZUG_BEENDET RUNDE_BEENDET SPIEL_BEENDET
    ZUG_ABGEBEN AKTION KARTE FARBE X Y NACHRICHT
    STATUS PHASE RUNDE ZUG ACTIVE TIMEOUT SPIELER ZUSCHAUER STATUSENDE PLAN PLANENDE
""")

ERRORS: Final = range(1000, 1033)

#: The actions in the order of the document, each with its other names; the
#: ten for which a card is played can be said with KARTE_ in front, too.
BASIC_ACTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "ERHOEHE_PUNKTE": ("ERHOEHE_PUNKTESTAND",),
    "SETZE_RITTER": (),
    "SETZE_BAUSTEIN": (),
    "SETZE_KOENIG": (),
    "ZIEHE_RITTER": ("BEWEGE_RITTER",),
    "ZIEHE_KARTE": ("ZIEHE_AKTIONSKARTE", "KAUFE_KARTE"),
    "SETZE_RITTER_ERSTESMAL": (),
}
CARD_ACTIONS: Final = listed("""
    VERSETZE_BAUSTEIN ZIEHE_DIAGONAL ZIEHE_DURCHTOR UNTERSCHIEBE_BAUSTEIN VERSETZE_RITTER
    ZIEHE_ZWEIEBENEN ZIEHE_UEBER_RITTER SETZE_BAUSTEIN_ALLGEMEIN
    SECHS_AKTIONSPUNKTE SIEBEN_AKTIONSPUNKTE
""")
NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    **BASIC_ACTIONS,
    **{name: (f"KARTE_{name}",) for name in CARD_ACTIONS},
}

#: Why a card is not taken, whatever it is for: not held, the second of a
#: turn, for another action.
CARD: Final = (1001, 1027, 1031)

#: Own checks of the actions, in their order, as often as there are different
#: reasons for a number (spec/burg-rules.md 7.3).
CHECKS: Final[Mapping[str, tuple[int, ...]]] = {
    "ERHOEHE_PUNKTE": (1000,),
    "SETZE_RITTER": (1000, 1025, 1006, 1007, 1005),
    "SETZE_BAUSTEIN": (1000, 1002, 1006, 1013, 1009, 1009),
    "SETZE_KOENIG": (1016, 1022, 1022, 1006, 1003),
    "ZIEHE_RITTER": (1000, 1008, 1003, 1006, 1005, 1018, 1018, 1010, 1011),
    "ZIEHE_KARTE": (1000, 1017, 1015),
    "VERSETZE_BAUSTEIN": (
        *CARD, 1003, 1006, 1006, 1003, 1012, 1009, 1013, 1032, 1009, 1014,
    ),
    "ZIEHE_DIAGONAL": (*CARD, 1008, 1003, 1011, 1006, 1005),
    "ZIEHE_DURCHTOR": (*CARD, 1008, 1003, 1006, 1010, 1011, 1018),
    "UNTERSCHIEBE_BAUSTEIN": (*CARD, 1003, 1002, 1009, 1009),
    "VERSETZE_RITTER": (*CARD, 1008, 1003, 1006),
    "ZIEHE_ZWEIEBENEN": (*CARD, 1008, 1003, 1010, 1011, 1006, 1005),
    "ZIEHE_UEBER_RITTER": (*CARD, 1008, 1003, 1010, 1011, 1003, 1003, 1006, 1005),
    "SETZE_BAUSTEIN_ALLGEMEIN": (*CARD, 1002, 1006, 1013, 1009, 1009),
    "SETZE_RITTER_ERSTESMAL": (1016, 1006, 1003),
    "SECHS_AKTIONSPUNKTE": CARD,
    "SIEBEN_AKTIONSPUNKTE": CARD,
}  # fmt: skip

#: Coordinates off the board are 1003 in each action that has some.
WITH_SQUARES: Final = [name for name in CHECKS if name not in listed("""
    ERHOEHE_PUNKTE ZIEHE_KARTE SECHS_AKTIONSPUNKTE SIEBEN_AKTIONSPUNKTE
""")]  # fmt: skip


@pytest.fixture(scope="module")
def transcripts() -> list[Transcript]:
    """All transcripts of the game."""
    return [read(path) for path in FILES]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_conversation_goes_as_written(path: Path) -> None:
    """Each client gets the lines of the file, when and in the order it says."""
    perform(read(path), lay)


def test_every_command_is_sent(transcripts: list[Transcript]) -> None:
    """No command of the document, nor an added one, is missing in the transcripts."""
    sent = first_words(line for each in transcripts for line in each.said())
    assert not set(COMMANDS + ADDED_COMMANDS) - sent


def test_every_message_is_got(transcripts: list[Transcript]) -> None:
    """No message or prompt of the document is missing, and there is no other."""
    got = first_words(line for each in transcripts for line in each.heard())
    assert not set(MESSAGES) - got
    wire_words = {word for word in got if word.replace("_", "").isalpha() and word.isupper()}
    assert not wire_words - set(MESSAGES)


def test_every_error_is_got(transcripts: list[Transcript]) -> None:
    """Each number of the document's table occurs, and no other."""
    got = {_error(line) for each in transcripts for line in each.heard()} - {None}
    assert got == set(ERRORS)


def test_errors_have_texts() -> None:
    """The lobby's errors and those of the rules together make the document's table."""
    texts = {int(fault): fault.text for fault in (*Fault, *LobbyFault)}
    assert set(texts) == set(ERRORS)
    assert all(texts.values())


@pytest.mark.parametrize("name", NAMES)
def test_every_name_of_an_action_is_accepted(name: str, transcripts: list[Transcript]) -> None:
    """An action is carried out under each of its names, and told by the first."""
    accepted = {said for said, reply in _judged(transcripts) if reply == f"AKTION {name}"}
    assert accepted == {name, *NAMES[name]}


@pytest.mark.parametrize("action", CHECKS)
def test_every_check_of_an_action_is_shown(action: str, transcripts: list[Transcript]) -> None:
    """Each reason for which the rules refuse an action occurs, by its number."""
    shown = Counter(_error(reply) for said, reply in _judged(transcripts) if said == action)
    wanted = Counter[int | None](CHECKS[action])
    if action in WITH_SQUARES:
        wanted[1003] += 1
    assert not wanted - shown


def _judged(transcripts: Iterable[Transcript]) -> Iterator[tuple[str, str]]:
    """Names of actions that are sent one at a time, each with the first line that comes of it."""
    for each in transcripts:
        for act, reply in pairwise(each.acts):
            if not (isinstance(act, Said) and isinstance(reply, Heard)):
                continue
            names = [text.removeprefix("AKTION ") for text in act.texts if "AKTION " in text]
            if len(names) == 1 and (reply.who == "*" or act.who in reply.who):
                yield names[0], reply.texts[0]


def _error(line: str) -> int | None:
    return int(line.split()[1].rstrip(":")) if line.startswith("ERROR ") else None
