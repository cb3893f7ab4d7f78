"""
The amoeba game on the wire: its transcripts, and that nothing of the protocol
is missing in them.

The lists below are those of seeds/ursuppe-protocol.txt; what the project adds
to it (spec/ursuppe-rules.md 7.16, 7.25) stands apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from boardhub.games.ursuppe.errors import Fault
from boardhub.protocols.ur_faults import LobbyFault
from tests.transcript import Transcript, first_words, listed, perform, read
from tests.ursuppe.scene import lay

FILES: Final = sorted((Path(__file__).parent / "transcripts").glob("ursuppe_*.txt"))

#: What clients may send, in the order of the document.
COMMANDS: Final = listed("""
    NEU NAME PASSWORT TIMEOUT LISTE TEILNEHMEN ZUSCHAUEN STATUS PING VERSION ABMELDEN
    NACHRICHT PRIVAT_NACHRICHT SPIELFELD SPIELFELD2 TELNET_STATUS UMWELTKARTE GEN_ANZAHL
    BEREIT POSITION AMOEBE_SETZEN
    BEWEGEN WUERFELN FRESSEN KEINE_ZWEITE_BEWEGUNG TENTAKEL NICHT_KLAMMERN KLAMMERN
    PARASITISMUS UEBERLEBENSKAMPF FLUCHT KEINE_FLUCHT VERTEIDIGUNG KEINE_VERTEIDIGUNG
    DEFEKT_AUSGLEICHEN GEN_KAUFEN GEN GEN_KAUFEN_ENDE AMOEBE_SETZEN_ENDE
    AGGRESSION KEINE_AGGRESSION
""")

#: What the server sends: answers, messages and prompts.
MESSAGES: Final = listed("""
    SPIEL_ANGEMELDET SPIELE SPIEL SPIELERIN_AKZEPTIERT SPIELERIN_ANGEMELDET
    ZUSCHAUERIN_ANGEMELDET ZUSCHAUERIN_ABGEMELDET
    STATUS TIMEOUT ANZAHL_SPIELERINNEN ANZAHL_NAEHRSTOFFE ANZAHL_AMOEBEN LAENGE_LAUFBAHN
    LAENGE_ZIELZONE UMWELTKARTE SPIELERIN NAME PUNKTE BIOPUNKTE AMOEBEN AMOEBE GENE GEN
    ZUSCHAUERIN STATUS_ENDE PONG VERSION SPIELERIN_ABGEMELDET NACHRICHT PRIVAT_NACHRICHT
    SPIELFELD FELDCHEN SPIELFELD_ENDE SPIELFELD2 GEN_ANZAHL NAEHRSTOFF
    SPIEL_BEGINNT ZUG_BEREIT BEREIT ZUG_POSITION POSITION
    ZUG_AMOEBE_SETZEN AMOEBE_SETZEN AMOEBE_SETZEN_ENDE RUNDE
    ZUG_BEWEGEN BEWEGUNG BEWEGUNG_ENDE WUERFEL ZUG_FRESSEN FRESSEN AMOEBE_SCHADEN
    TENTAKEL ZUG_KLAMMERN KLAMMERN PARASITISMUS AMOEBE_ANGEGRIFFEN ABWEHR ZUG_ABWEHR FLUCHT
    VERTEIDIGUNG_ERFOLGLOS VERTEIDIGUNG_ERFOLGREICH
    ZUG_GENDEFEKTE DEFEKT_AUSGLEICHEN ABGEBEN DEFEKT_AUSGLEICHEN_ENDE
    ZUG_GEN_KAUFEN GEN_KAUFEN GEN_KAUFEN_ENDE
    AMOEBE_ENTFERNT ZUG_AGGRESSION AGGRESSION SPIEL_BEENDET FEHLER
""")

#: What the project has added to the commands.
ADDED_COMMANDS: Final = ["GEHEIMNIS", "PROGRAMM"]

ERRORS: Final = range(1, 39)

#: Own checks of the commands, in their order, as often as there are different
#: reasons for a number (spec/ursuppe-rules.md 7.17).
CHECKS: Final[Mapping[str, tuple[int, ...]]] = {
    "POSITION": (22, 22),
    "AMOEBE_SETZEN": (3, 25, 25),
    "AMOEBE_SETZEN_ENDE": (30, 3, 3, 25, 18),
    "WUERFELN": (10, 37, 24, 18),
    "TENTAKEL": (30, 10, 36, 22, 35, 35),
    "BEWEGEN": (20, 32, 32, 20, 32),
    "KEINE_ZWEITE_BEWEGUNG": (30, 34),
    "FRESSEN": (7, 12, 33, 22, 19),
    "PARASITISMUS": (10, 22, 22, 18),
    "UEBERLEBENSKAMPF": (10, 2, 31, 31, 31, 31, 18),
    "FLUCHT": (10, 37, 20, 32),
    "KEINE_FLUCHT": (10, 37, 34),
    "VERTEIDIGUNG": (10, 38, 34, 18, 30),
    "KEINE_VERTEIDIGUNG": (10, 38, 34, 18, 30),
    "KLAMMERN": (2, 2),
    "NICHT_KLAMMERN": (2,),
    "DEFEKT_AUSGLEICHEN": (5, 10, 18),
    "GEN_KAUFEN_ENDE": (6, 6, 6, 10, 10, 10, 9, 11, 18),
    "AGGRESSION": (22, 1, 1, 2),
}


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
    """Each number of the document's list occurs, and no other."""
    got = {int(line.split()[1]) for each in transcripts for line in each.heard()
           if line.startswith("FEHLER ")}  # fmt: skip
    assert got == set(ERRORS)


def test_errors_have_texts() -> None:
    """The lobby's errors and those of the rules together make the document's list."""
    texts = {int(fault): fault.text for fault in (*Fault, *LobbyFault)}
    assert set(texts) == set(ERRORS)
    assert all(texts.values())


@pytest.mark.parametrize("command", CHECKS)
def test_every_check_of_a_command_is_shown(command: str, transcripts: list[Transcript]) -> None:
    """Each reason for which the rules refuse a command occurs, by its number."""
    shown = Counter(
        int(reply.split()[1])
        for each in transcripts
        for line, reply in each.replies()
        if line.split()[0] == command and reply.startswith("FEHLER ")
    )
    assert not Counter(CHECKS[command]) - shown
