"""
The worm match on the wire: its transcripts, and that nothing of the protocol
is missing in them.

The lists below are those of seeds/wuermer-protocol.txt for programs, and of
spec/wuermer-rules.md for the rest. In the transcripts 1 and 2 are programs, or
connections that wait for their match to begin; X, Y and Z are spectators,
other letters somebody in the lobby.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from tests.puppets import ENDINGS
from tests.transcript import Heard, Passed, Said, Transcript, first_words, listed, perform, read
from tests.wuermer.scene import lay

FILES: Final = sorted((Path(__file__).parent / "transcripts").glob("wuermer_*.txt"))

#: What programs get beside numbers, in the order of the seed.
TO_PROGRAMS: Final = [
    "Hindernisse", "Eigene Wuermer", "Gegnerische Wuermer", "Erster", "Zweiter",
    "N", "O", "S", "W", "Kann nicht", "Ende",
]  # fmt: skip

#: ``STATUS`` (7).
STATUS: Final = listed("""
    STATUS TIMEOUT ANZAHL_SPIELER ZUG AM_ZUG SPIELER WUERMER ZUSCHAUER STATUS_ENDE
""")

#: What somebody gets who waits in a seat (5).
TO_WAITING: Final = ["SPIELERIN_AKZEPTIERT", "PROGRAMM_AKZEPTIERT", "PONG", "FEHLER", *STATUS]

#: What the lobby says beside that (5, decision 6).
TO_LOBBY: Final = ["SPIEL_ANGEMELDET", "SPIELE", "SPIEL", "VERSION", *TO_WAITING]

#: What spectators get (7).
TO_SPECTATORS: Final = [*STATUS, *listed("""
    ZUSCHAUER_ANGEMELDET ZUSCHAUER_ABGEMELDET PONG VERSION FEHLER
    SPIELFELD LOCH MAX_ZUEGE HINDERNIS PROGRAMM WURM SPIELFELD_ENDE
    PROGRAMM_ABGEMELDET WURM_ENTFERNT KANN_NICHT VERSTOSS REST SPIEL_BEENDET
""")]  # fmt: skip

#: What the lobby takes, in sequences and alone; who waits; spectators.
FROM_LOBBY: Final = listed("""
    NEU NAME PASSWORT BRETT TIMEOUT LISTE TEILNEHMEN GEHEIMNIS PROGRAMM ZUSCHAUEN STATUS
    PING VERSION ABMELDEN
""")
FROM_WAITING: Final = listed("PING STATUS PROGRAMM ABMELDEN")
FROM_SPECTATORS: Final = listed("STATUS PING VERSION ABMELDEN")

#: Faults (4).
FAULTS: Final = listed("""
    FEHLER_START FEHLER_FORMAT FEHLER_ZUG_UNZULAESSIG FEHLER_KANN_NICHT FEHLER_TIMEOUT
    FEHLER_AUSSER_DER_REIHE FEHLER_PROGRAMM_BEENDET FEHLER_EINGABE_GESCHLOSSEN
""")

#: Results and what they are due to (3, 7).
RESULTS: Final = {
    *[("SIEG", reason) for reason in ("ALLE_IM_LOCH", "ZUGLIMIT", *FAULTS)],
    *[("UNENTSCHIEDEN", reason) for reason in ("BLOCKIERT", "ZUGLIMIT", "FEHLER_START")],
    ("UNGUELTIG", "ABBRUCH"),
}

#: Decision 6; and 29, for who is idle in the lobby (ursuppe-rules 7.23).
ERRORS: Final = [4, 8, 13, 14, 15, 16, 21, 22, 27, 28, 29, 30]

#: Errors of each lobby command in the order of its checks, as often as there are
#: different reasons for one (5, decisions 6 and 7, ursuppe-rules 7.5).
CHECKS: Final[Mapping[str, tuple[int, ...]]] = {
    "NEU": (13, 13, 13, 13, 21, 21, 14, 4, 4, 21, 22, 22, 21, 22, 22, 22, 22,
            21, 21, 14, 22, 22, 15, 16),
    "TEILNEHMEN": (13, 21, 21, 27, 8, 8, 28, 28, 16),
    "PROGRAMM": (21, 21, 21, 27, 8, 8, 28, 28, 22, 22, 15),
    "ZUSCHAUEN": (13, 21, 21, 27),
    "STATUS": (21, 27),
    "GEHEIMNIS": (21, 22),
    "LISTE": (21,),
    "PING": (21,),
    "VERSION": (21,),
    "ABMELDEN": (21,),
    "BRETT": (30,),
    "NAME": (30,),
}  # fmt: skip

HUNDRED: Final = "0" * 99 + "1"

#: When there is a fault (4, 8.6): what was done last before it is told.
MOMENTS: Final[Sequence[tuple[str, tuple[str, ...]]]] = [
    ("FEHLER_START", ("2> (plays gelb)", "+ 1.000", "a> (fails rot)")),
    ("FEHLER_START", ("a> (fails gelb)", "+ 1.000", "1> (plays rot)")),
    ("FEHLER_START", ("a> (fails rot)", "a> (fails gelb)")),
    ("FEHLER_START", ("1> (plays rot)", "+ 29.999", "+ 0.001")),
    ("FEHLER_START", ("+ 30.000",)),
    ("FEHLER_FORMAT", ("1> zwei",)),
    ("FEHLER_FORMAT", ("1> 1", "1> n")),
    ("FEHLER_FORMAT", ("1> kann nicht",)),
    ("FEHLER_FORMAT", (f"1> 0{HUNDRED}",)),
    ("FEHLER_FORMAT", ("1> " + "x" * 100,)),
    ("FEHLER_FORMAT", (f'1> "0{HUNDRED}0"',)),
    ("FEHLER_FORMAT", (f'1> "{HUNDRED}"', '1> "0"')),
    ("FEHLER_FORMAT", ('1> "zwei"', "1> (ends)")),
    ("FEHLER_FORMAT", ("1> N", "2> eins")),
    ("FEHLER_ZUG_UNZULAESSIG", ("1> 1", "1> S")),
    ("FEHLER_ZUG_UNZULAESSIG", ("1> 2", "1> O")),
    ("FEHLER_ZUG_UNZULAESSIG", ("1> 9", "+ 1.000", "1> N")),
    ("FEHLER_ZUG_UNZULAESSIG", ("1> O", "2> 1", "2> N", "1> 1", "1> N")),
    ("FEHLER_ZUG_UNZULAESSIG", ("1> N", "2> 1", "2> S")),
    ("FEHLER_KANN_NICHT", ("1> Kann nicht",)),
    ("FEHLER_KANN_NICHT", ("1> Kann nicht", "2> Kann nicht")),
    ("FEHLER_TIMEOUT", ("+ 29.999", "+ 0.001")),
    ("FEHLER_TIMEOUT", ("1> 1", "1> N", "+ 29.999", "+ 0.001")),
    ("FEHLER_TIMEOUT", ("2> N", "+ 9.999", "+ 0.001")),
    ("FEHLER_TIMEOUT", ("1> 1", "+ 0.999", "+ 0.001")),
    ("FEHLER_TIMEOUT", ("1> 1", '1> "N"', "+ 29.000", "+ 1.000")),
    ("FEHLER_AUSSER_DER_REIHE", ("2> 1",)),
    ("FEHLER_AUSSER_DER_REIHE", ('2> "1"',)),
    ("FEHLER_AUSSER_DER_REIHE", ("1> 1", "2> 1")),
    ("FEHLER_AUSSER_DER_REIHE", (r'1> "1\nN\n1\nN\n"',)),
    ("FEHLER_AUSSER_DER_REIHE", (r'1> "1\nN\n1\n"',)),
    ("FEHLER_AUSSER_DER_REIHE", (r'1> "1\nN\n2"',)),
    ("FEHLER_AUSSER_DER_REIHE", (f"2> 0{HUNDRED}",)),
    ("FEHLER_AUSSER_DER_REIHE", ("1> (plays rot)", "1> 1", "2> (plays gelb)")),
    ("FEHLER_AUSSER_DER_REIHE", ('2> " K"', "1> (plays rot)")),
    ("FEHLER_AUSSER_DER_REIHE", ("a> PROGRAMM m1 rot", "1> PING", "2> (plays rot)")),
    ("FEHLER_PROGRAMM_BEENDET", ("1> (is lost)",)),
    ("FEHLER_PROGRAMM_BEENDET", ("2> (is lost)",)),
    ("FEHLER_PROGRAMM_BEENDET", ("1> (ends)",)),
    ("FEHLER_PROGRAMM_BEENDET", ("2> (ends)",)),
    ("FEHLER_PROGRAMM_BEENDET", ("1> 1", '1> "N"', "1> (ends)")),
    ("FEHLER_PROGRAMM_BEENDET", ('1> "1"', "1> (ends)")),
    ("FEHLER_PROGRAMM_BEENDET", ("1> (exits)",)),
    ("FEHLER_PROGRAMM_BEENDET", ("2> (exits)",)),
    ("FEHLER_PROGRAMM_BEENDET", ("1> (plays rot)", "1> (exits)", "2> (plays gelb)")),
    ("FEHLER_PROGRAMM_BEENDET", ("1> (is lost)", "2> (plays rot)")),
    ("FEHLER_EINGABE_GESCHLOSSEN", ("1> (closes its input)",)),
    ("FEHLER_EINGABE_GESCHLOSSEN", ("2> (closes its input)",)),
    ("FEHLER_EINGABE_GESCHLOSSEN", ("1> (closes its input)", "2> (plays gelb)")),
]


@pytest.fixture(scope="module")
def transcripts() -> list[Transcript]:
    """All transcripts of the game."""
    return [read(path) for path in FILES]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_conversation_goes_as_written(path: Path, tmp_path: Path) -> None:
    """Each client gets the lines of the file, when and in the order it says."""
    perform(read(path), partial(lay, folder=tmp_path))


def _is_program(who: str) -> bool:
    return who.isdigit()


def _is_spectator(who: str) -> bool:
    return who in "XYZ"


def _is_in_lobby(who: str) -> bool:
    return not _is_spectator(who)


def _said(transcripts: Sequence[Transcript], matters: Callable[[str], bool]) -> Iterator[str]:
    """The lines that such clients send."""
    for act in [act for each in transcripts for act in each.acts]:
        if isinstance(act, Said) and matters(act.who):
            yield from act.texts


def _heard(transcripts: Sequence[Transcript], matters: Callable[[str], bool]) -> Iterator[str]:
    """The lines that such clients are written to get, but for mere events."""
    for act in [act for each in transcripts for act in each.acts]:
        if isinstance(act, Heard) and any(map(matters, act.who)):
            yield from [text for text in act.texts if text not in ("...", "(closed)")]


def test_programs_get_the_lines_of_the_seed_and_no_others(transcripts: list[Transcript]) -> None:
    """Every keyword and direction occurs; beside them there are numbers, and who waits."""
    got = {text for text in _heard(transcripts, _is_program) if not text.isdigit()}
    assert set(TO_PROGRAMS) <= got
    assert first_words(got - set(TO_PROGRAMS)) == set(TO_WAITING)


def test_every_message_of_the_lobby_is_got(transcripts: list[Transcript]) -> None:
    """No answer of the lobby is missing."""
    assert not set(TO_LOBBY) - first_words(_heard(transcripts, _is_in_lobby))


def test_spectators_get_all_of_their_messages_and_no_others(transcripts: list[Transcript]) -> None:
    """Their stream is complete, and has nothing that is meant for programs."""
    assert first_words(_heard(transcripts, _is_spectator)) == set(TO_SPECTATORS)


def test_every_command_is_sent(transcripts: list[Transcript]) -> None:
    """No word of the lobby, of who waits, or of a spectator is missing."""
    for matters, commands in (
        (_is_in_lobby, FROM_LOBBY),
        (_is_program, FROM_WAITING),
        (_is_spectator, FROM_SPECTATORS),
    ):
        assert not set(commands) - first_words(_said(transcripts, matters))


def test_programs_end_in_every_way(transcripts: list[Transcript]) -> None:
    """What their links can say of their end occurs, each way."""
    assert set(ENDINGS) <= set(_said(transcripts, _is_program))


def test_every_result_is_told(transcripts: list[Transcript]) -> None:
    """Wins, draws and void matches, each by all of its reasons, and no others."""
    told = [text.split() for text in _heard(transcripts, _is_spectator)]
    ends = {(words[1], words[-1]) for words in told if words[0] == "SPIEL_BEENDET"}
    assert ends == RESULTS


def test_every_fault_is_told_of_both(transcripts: list[Transcript]) -> None:
    """Each code occurs for the first and for the second player, and no other."""
    told = [text.split() for text in _heard(transcripts, _is_spectator)]
    faults = {(words[2], words[1]) for words in told if words[0] == "VERSTOSS"}
    assert faults == {(code, seat) for code in FAULTS for seat in "12"}


def test_every_error_is_got(transcripts: list[Transcript]) -> None:
    """Each number that there is occurs, and no other."""
    lines = [text.split() for text in _heard(transcripts, lambda who: True)]
    assert {int(words[1]) for words in lines if words[0] == "FEHLER"} == set(ERRORS)


@pytest.mark.parametrize("command", CHECKS)
def test_every_check_of_a_command_is_shown(command: str, transcripts: list[Transcript]) -> None:
    """Each reason for which the lobby refuses a command occurs, by its number."""
    shown = Counter(code for word, code in _refusals(transcripts) if word == command)
    assert not Counter(CHECKS[command]) - shown


def _refusals(transcripts: Sequence[Transcript]) -> Iterator[tuple[str, int]]:
    """What somebody in the lobby says, one line or sequence at a time, with its error."""
    for each in transcripts:
        asked: list[Said] = []
        for act in each.acts:
            if isinstance(act, Said) and act.who.islower():
                asked = [*(before for before in asked if before.who == act.who), act]
            elif isinstance(act, Heard) and asked and act.who == asked[0].who:
                words = [text.partition(" ")[0] for said in asked for text in said.texts]
                yield from _judged(words, act.texts)
                asked = []


def _judged(asked: Sequence[str], told: Sequence[str]) -> Iterator[tuple[str, int]]:
    codes = [int(text.split()[1]) for text in told if text.startswith("FEHLER ")]
    if len(codes) == len(told) == len(asked):
        yield from zip(asked, codes, strict=True)
    elif len(codes) == len(told) == 1:
        yield asked[0], codes[0]


@pytest.mark.parametrize(("code", "moment"), MOMENTS)
def test_every_moment_of_a_fault_is_shown(
    code: str, moment: tuple[str, ...], transcripts: list[Transcript]
) -> None:
    """Somewhere these acts, and no other of programs, come last before the fault is told."""
    told = [done for each in transcripts for done in _before(each, code)]
    assert any(done[-len(moment) :] == [*moment] for done in told)


def _before(transcript: Transcript, code: str) -> Iterator[list[str]]:
    """What all but spectators have done, and how time has passed, whenever a fault is told."""
    done: list[str] = []
    for act in transcript.acts:
        if isinstance(act, Passed):
            done.append(f"+ {act.milliseconds / 1000:.3f}")
        elif isinstance(act, Said) and not _is_spectator(act.who):
            done += [f"{act.who}> {text}" for text in act.texts]
        elif isinstance(act, Heard) and any(_tells(text, code) for text in act.texts):
            yield [*done]


def _tells(text: str, code: str) -> bool:
    return text.startswith("VERSTOSS") and text.endswith(code)
