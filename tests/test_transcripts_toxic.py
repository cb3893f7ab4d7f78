"""
The arena on the wire: its transcripts, and that nothing of the protocol is
missing in them.

The lists below are those of seeds/toxic-protocol.txt for players, and of
spec/toxic-rules.md 2 and 8 for the rest. In the transcripts digits are players,
X, Y and Z spectators, other letters somebody in the lobby or not yet anything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from tests.puppets import packet
from tests.toxic.scene import lay
from tests.transcript import Act, Heard, Passed, Said, Transcript, listed, perform, read

FILES: Final = sorted((Path(__file__).parent / "transcripts").glob("toxic_*.txt"))

#: What the server sends to a player, in the order of seeds/toxic-protocol.txt.
TO_PLAYERS: Final = listed("""
    ID PING CONNECTED DISCONNECTED DISCONNECT SEE_PLAYER SET TOXIC LIFE TEAMCHANGE MAP START
""")

#: The one answer that a player gets beside (spec/toxic-rules.md 2.3.7).
ANSWER: Final = listed("KARTE ZEILE KARTE_ENDE")

#: What the lobby says (2.3, 8).
TO_LOBBY: Final = listed("""
    SPIEL_ANGEMELDET SPIELE SPIEL PONG VERSION FEHLER
    STATUS TIMEOUT ANZAHL_SPIELER KARTE RUNDE SPIELER NAME TEAM LIFE PUNKTE STATUS_ENDE
    ZEILE KARTE_ENDE
""")

#: What spectators are told (8), beside what the lobby says.
TO_SPECTATORS: Final = listed("""
    ZUSCHAUER_ANGEMELDET ZUSCHAUER ZUSCHAUER_ABGEMELDET CONNECTED DISCONNECTED
    SEE_PLAYER LIFE START MOVE TEAMCHANGE GRUND PUNKTE GIFTZEILE SPIEL_BEENDET
""")

#: What players say (2.2, 2.3.7), the lobby (2.3), and spectators (8.4).
FROM_PLAYERS: Final = listed("ID_OKAY ID_NOT_OKAY PING MOVE ABMELDEN KARTE")
FROM_LOBBY: Final = listed("""
    NEU NAME PASSWORT KARTE TIMEOUT LISTE STATUS ZUSCHAUEN TEILNEHMEN GEHEIMNIS PROGRAMM
    PING VERSION ABMELDEN
""")
FROM_SPECTATORS: Final = listed("STATUS KARTE PING VERSION ABMELDEN")

#: What makes a connection one of the lobby (2.3.2).
DECIDING: Final = listed("""
    NEU LISTE STATUS ZUSCHAUEN TEILNEHMEN GEHEIMNIS PROGRAMM KARTE VERSION ABMELDEN
""")

#: Why somebody turns RED (5).
REASONS: Final = listed("GIFT GEFANGEN LOS")

VIEWS: Final = listed("NORTH NORTH_WEST WEST SOUTH_WEST SOUTH SOUTH_EAST EAST NORTH_EAST")

#: Decision 4; and 29, for who is idle in the lobby (ursuppe-rules 7.23).
ERRORS: Final = [4, 8, 13, 14, 15, 16, 21, 22, 26, 27, 28, 29, 30]

#: Errors of each lobby command in the order of its checks, as often as there are
#: different reasons for one.
CHECKS: Final[Mapping[str, tuple[int, ...]]] = {
    "NEU": (13, 13, 21, 21, 14, 4, 4, 21, 22, 22, 21, 22, 22, 21, 14, 22, 22, 15, 16),
    "TEILNEHMEN": (13, 21, 21, 27, 8, 28, 28, 16),
    "PROGRAMM": (21, 21, 21, 27, 8, 8, 28, 28, 22),
    "ZUSCHAUEN": (13, 21, 21, 27),
    "STATUS": (21, 27),
    "KARTE": (21, 27, 26),
    "GEHEIMNIS": (21, 22),
    "LISTE": (21,),
    "PING": (21,),
    "VERSION": (21,),
    "ABMELDEN": (21,),
    "ID_OKAY": (30,),
    "MOVE": (30,),
}

#: A hundred commands that are ignored: no more may come in one round.
HUNDRED: Final = (
    "HALLO", "MOVE UP UP", "LISTE", "MOVE EAST NONE", "ID_OKAY", "KARTE 1", "MOVE", "id_okay",
    "START 1", "CONNECTED 1",
) * 10  # fmt: skip

#: The rows of the table of bad input (2.4), each with acts that follow one another
#: in a transcript. Who says two things in a row has got nothing in between.
BAD_INPUT: Final[Mapping[str, tuple[str, ...]]] = {
    "nothing decides within 10 s": (
        "a> DISCONNECT", "+ 0.999", "+ 0.001", "a< DISCONNECT", "a< (closed)",
        "b> (connects)", "b< ID 0",
    ),
    "a command before ID_OKAY": (
        "a> HALLO", "a> id_okay", "a> ID_OKAY 0", "a> ID_NOT_OKAY 0", "a> NAME ada",
    ),
    "a MOVE before ID_OKAY": ("2> MOVE EAST EAST", "2> ID_OKAY", "2< CONNECTED 0"),
    "a PING before ID_OKAY": ("+ 9.000", "a> PING", "a> MOVE NORTH NORTH", "a> HALLO"),
    "a second ID_OKAY": ("0> ID_OKAY", "0> ID_NOT_OKAY"),
    "ID_NOT_OKAY after ID_OKAY": ("0> ID_NOT_OKAY", "0< (closed)", "2< DISCONNECTED 0"),
    "an unknown keyword": ("0> HALLO", "0> LISTE", "0> STATUS"),
    "a keyword in the wrong case": ("0> move EAST EAST", "0> MOVE east EAST"),
    "an argument in the wrong case": ("0> MOVE east EAST", "0> MOVE"),
    "no arguments": ("0> MOVE", "0> MOVE EAST"),
    "too few arguments": ("0> MOVE EAST", "0> MOVE EAST EAST EAST"),
    "too many arguments": ("0> MOVE EAST EAST EAST", "0> MOVE UP EAST"),
    "an unknown direction": ("0> MOVE UP EAST", "0> MOVE EAST UP"),
    "an unknown view": ("0> MOVE EAST UP", "0> MOVE EAST NONE"),
    "VIEW NONE": ("0> MOVE EAST NONE", "0> MOVE NONE NONE", "0> MOVE NORTH-WEST NORTH"),
    "a correct MOVE that follows": (
        "0> MOVE NORTH-WEST NORTH", "0> PING", "0> MOVE EAST EAST", "0> MOVE SOUTH SOUTH",
        "1> MOVE NONE SOUTH", "0< SET 2,1 EAST",
    ),
    "MOVE before the first START": (
        "0> MOVE EAST EAST", "0> ID_OKAY", "+ 2.000", "1< START 1",
        "1> MOVE NONE WEST", "+ 4.999", "+ 0.001", "0< SET 1,1 NORTH",
    ),
    "MOVE after one's own": (
        "0> MOVE EAST EAST", "0> MOVE SOUTH SOUTH", "1> MOVE NONE SOUTH", "0< SET 2,1 EAST",
    ),
    "MOVE that comes too late": (
        "+ 5.000", "1< START 4", "1> MOVE NORTH NORTH", "1> MOVE NORTH WEST",
        "0> MOVE NONE EAST", "0> MOVE NONE NORTH", "1< SET 3,2 NORTH",
    ),
    "MOVE after the last round": ("0< DISCONNECT", "0> MOVE EAST EAST", "0> HALLO", "+ 1.999"),
    "a second valid MOVE": (
        "0> MOVE WEST WEST", "0> MOVE WEST EAST", "+ 5.000", "0< SET 1,1 WEST",
    ),
    "a second one out of the same packet, read after START": (
        "0> MOVE NONE EAST", "0> MOVE NONE NORTH", "0< SET 1,1 EAST", "1< START 5",
        "1> MOVE NONE WEST", "0< SET 1,1 NORTH",
    ),
    "a flood before START 1": (
        *[f"1> {line}" for line in HUNDRED], *["1> PING"] * 10, "0> PING",
        "1> HALLO", "1< DISCONNECT", "1< (closed)", "0< DISCONNECTED 1",
    ),
    "a flood in a round": (
        "1> MOVE NONE SOUTH", *[f"1> {line}" for line in HUNDRED], *["1> PING"] * 10,
        "1> MOVE NONE SOUTH", "1< DISCONNECT", "1< (closed)", "0< DISCONNECTED 1",
    ),
    "no flood yet": (*[f"3> {line}" for line in HUNDRED], "3> PING", "a> STATUS arena1"),
}  # fmt: skip


@pytest.fixture(scope="module")
def transcripts() -> list[Transcript]:
    """All transcripts of the game."""
    return [read(path) for path in FILES]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_conversation_goes_as_written(path: Path) -> None:
    """Each client gets the lines of the file, when and in the order it says."""
    perform(read(path), lay)


def _is_player(who: str) -> bool:
    return who.isdigit()


def _is_spectator(who: str) -> bool:
    return who in "XYZ"


def _is_in_lobby(who: str) -> bool:
    return not (_is_player(who) or _is_spectator(who))


def _texts(text: str) -> list[str]:
    """The lines that a client sends with a text of a transcript, which may be a packet."""
    if not text.startswith('"'):
        return [text]
    return [each for each in re.split(r"[|\r\n]", packet(text).decode("latin-1")) if each]


def _said(transcripts: Sequence[Transcript], matters: Callable[[str], bool]) -> Iterator[list[str]]:
    """The words of each line that such clients send."""
    for act in _acts(transcripts):
        if isinstance(act, Said) and matters(act.who):
            yield from [line.split() for text in act.texts for line in _texts(text)]


def _heard(
    transcripts: Sequence[Transcript], matters: Callable[[str], bool]
) -> Iterator[list[str]]:
    """The words of each line that such clients, and no others, are written to get."""
    for act in _acts(transcripts):
        if isinstance(act, Heard) and any(map(matters, act.who)):
            yield from [text.removesuffix("|").split() for text in act.texts]


def _acts(transcripts: Sequence[Transcript]) -> Iterator[Act]:
    for each in transcripts:
        yield from each.acts


def _keywords(lines: Iterator[list[str]]) -> set[str]:
    """The keywords of lines: what is there to be skipped, or a mere event, has none."""
    return {words[0] for words in lines if words and re.fullmatch("[A-Z_]+", words[0])}


def test_players_get_the_words_of_the_seed_and_no_others(transcripts: list[Transcript]) -> None:
    """Every message to players occurs; beside them there is the answer to KARTE."""
    got = _keywords(_heard(transcripts, _is_player))
    assert got == {*TO_PLAYERS, *ANSWER}


def test_every_message_of_the_lobby_is_got(transcripts: list[Transcript]) -> None:
    """No answer of the lobby is missing."""
    assert not set(TO_LOBBY) - _keywords(_heard(transcripts, _is_in_lobby))


def test_every_message_to_spectators_is_got(transcripts: list[Transcript]) -> None:
    """Their stream is complete, and has nothing that is meant for players."""
    got = _keywords(_heard(transcripts, _is_spectator))
    assert not {*TO_SPECTATORS, *TO_LOBBY} - {*listed("SPIEL_ANGEMELDET SPIELE SPIEL")} - got
    assert not got - {*TO_SPECTATORS, *TO_LOBBY, "ID"}


def test_every_command_is_sent(transcripts: list[Transcript]) -> None:
    """No command of a player, in the lobby, or of a spectator is missing."""
    for matters, commands in (
        (_is_player, FROM_PLAYERS),
        (_is_in_lobby, FROM_LOBBY),
        (_is_spectator, FROM_SPECTATORS),
    ):
        assert not set(commands) - _keywords(_said(transcripts, matters))


def test_every_direction_is_gone_and_looked(transcripts: list[Transcript]) -> None:
    """Each direction occurs as a step and as a view, NONE as a step; each view is told and seen."""
    moves = [words[1:] for words in _said(transcripts, _is_player) if words[0] == "MOVE"]
    pairs = [each for each in moves if len(each) == 2]
    assert {*VIEWS, "NONE"} <= {direction for direction, _ in pairs}
    assert set(VIEWS) <= {view for _, view in pairs}
    for word in ("SET", "SEE_PLAYER"):
        told = [words for words in _heard(transcripts, _is_player) if words[0] == word]
        assert {words[2] for words in told if len(words) > 2} == set(VIEWS)


@pytest.mark.parametrize("word", DECIDING)
def test_every_deciding_word_frees_the_number(word: str) -> None:
    """Each word occurs as somebody's first; the next one gets the same number again."""
    acts = read(Path(__file__).parent / "transcripts" / "toxic_deciding.txt").acts
    after = [
        reply.texts[0]
        for act, reply in pairwise(acts)
        if isinstance(act, Said) and act.texts[0].split()[0] == word
        if isinstance(reply, Heard) and act.who == reply.who
    ]
    assert "ID 0" in after


def test_every_reason_is_told(transcripts: list[Transcript]) -> None:
    """Spectators hear of each reason for a change, and of catchers who were one or two."""
    told = [words for words in _heard(transcripts, _is_spectator) if words[0] == "GRUND"]
    assert {words[2] for words in told} == set(REASONS)
    assert {len(words) - 3 for words in told if words[2] == "GEFANGEN"} == {1, 2}


def test_every_error_is_got(transcripts: list[Transcript]) -> None:
    """Each number that there is occurs, and no other."""
    errors = [words for words in _heard(transcripts, lambda who: True) if words[0] == "FEHLER"]
    assert {int(words[1]) for words in errors} == set(ERRORS)


@pytest.mark.parametrize("command", CHECKS)
def test_every_check_of_a_command_is_shown(command: str, transcripts: list[Transcript]) -> None:
    """Each reason for which the lobby refuses a command occurs, by its number."""
    shown = Counter(code for word, code in _refusals(transcripts) if word == command)
    assert not Counter(CHECKS[command]) - shown


def _refusals(transcripts: Sequence[Transcript]) -> Iterator[tuple[str, int]]:
    """What somebody in the lobby says, one line or sequence at a time, with its error."""
    for each in transcripts:
        asked = Said(0, "", ())
        for act in each.acts:
            if isinstance(act, Said):
                asked = act
            elif isinstance(act, Heard) and act.who == asked.who and _is_in_lobby(act.who):
                words = [text.split()[0] for text in asked.texts]
                yield from _judged(words, [t for t in act.texts if not t.startswith("ID ")])


def _judged(asked: Sequence[str], told: Sequence[str]) -> Iterator[tuple[str, int]]:
    codes = [int(text.split()[1]) for text in told if text.startswith("FEHLER ")]
    if len(codes) == len(told) == len(asked):
        yield from zip(asked, codes, strict=True)
    elif len(codes) == len(told) == 1:
        yield asked[0], codes[0]


@pytest.mark.parametrize("row", BAD_INPUT)
def test_every_row_of_bad_input_is_shown(row: str, transcripts: list[Transcript]) -> None:
    """The acts of a row follow one another somewhere."""
    assert any(_shows(list(_happened(each)), BAD_INPUT[row]) for each in transcripts)


def _shows(happened: Sequence[str], row: Sequence[str]) -> bool:
    starts = [place for place, act in enumerate(happened) if act == row[0]]
    return any(_goes_on(happened[place:], row) for place in starts)


def _goes_on(happened: Sequence[str], row: Sequence[str]) -> bool:
    """Whether these begin with the acts of a row; on the way to a line that is got are others."""
    wanted = list(row)
    for act in happened:
        if not wanted:
            return True
        if act == wanted[0]:
            del wanted[0]
        elif "<" not in act[:2] or "<" not in wanted[0][:2]:
            return False
    return not wanted


def _happened(transcript: Transcript) -> Iterator[str]:
    """All acts, one for each client and line."""
    for act in transcript.acts:
        if isinstance(act, Passed):
            yield f"+ {act.milliseconds / 1000:.3f}"
        elif isinstance(act, Said):
            lines = [line for text in act.texts for line in _texts(text)]
            yield from [f"{act.who}> {line}" for line in lines]
        else:
            yield from [f"{who}< {text}" for text in act.texts for who in act.who]
