"""
The amoeba game on the wire, where a property says more than a transcript: any
text at all, what nobody may see, slow readers, and what operator and link do.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardhub.hub.match import Match, Phase
from boardhub.hub.terms import Spans
from boardhub.protocols.game import Refusal, Wire
from boardhub.protocols.ursuppe import GAME, UrsuppeDialect
from boardhub.testing import MemoryHub, no_logged_failures
from tests.test_transcripts_ursuppe import COMMANDS, MESSAGES
from tests.transcript import CLOSED, CONNECTS, IS_LOST, Clients
from tests.ursuppe.scene import MATCH, enter, errors, errors_of

#: What is answered to anybody in a match.
QUESTIONS = ("STATUS", "SPIELFELD", "SPIELFELD2", "TELNET_STATUS", "UMWELTKARTE", "GEN_ANZAHL 3")


def match_of(clients: Clients) -> Match:
    """The match of a scene."""
    return clients.hub.match(MATCH)


# Any text at all.


def test_blanks_and_tabs_separate() -> None:
    """Any run of blanks and tabs separates; around a line they do not count."""
    clients = enter("phase 1", "tribe 0 amoebas 0@1/1")
    clients.forget()
    assert clients.reply("0", "  \t PING\t ") == ["PONG"]
    assert clients.reply("0", "GEN_ANZAHL\t \t3  ") == ["GEN_ANZAHL 3 2"]
    assert clients.reply("0", "\tBEWEGEN  0\t5 ")[0] == "BEWEGUNG 0 0 5"


def test_other_white_space_does_not_separate() -> None:
    """A carriage return, a no-break space or a form feed is part of a word."""
    clients = enter("phase 1", "tribe 0 amoebas 0@1/1")
    for text in ("PING\r", "PING\xa0", "GEN_ANZAHL\xa03", "\x0cPING", "\ufeffPING"):
        assert errors_of(clients, "1", text) == [30]
    assert errors_of(clients, "1", "GEN_ANZAHL 3\r", "GEN_ANZAHL 3\x0b") == [14, 14]


def test_empty_lines_are_ignored_everywhere() -> None:
    """In the lobby, inside a sequence, while gathering, and from spectators."""
    clients = enter("phase 3")
    clients.forget()
    assert clients.reply("3", "", "GEN_KAUFEN", " ", "GEN 1", "\t", "GEN_KAUFEN_ENDE") == [
        "GEN_KAUFEN 3",
        "GEN 1",
        "GEN_KAUFEN_ENDE 3",
        "BIOPUNKTE 3 -3",
    ]
    clients.forget()
    assert clients.reply("Z", "", "  \t") == []
    assert clients.reply("a", "", "NEU 3", "", "NAME neu", " ", "PASSWORT", "", "TIMEOUT 100") == [
        "SPIEL_ANGEMELDET neu"
    ]


def test_numbers_may_have_zeros_in_front() -> None:
    """A number is an optional minus and up to nine digits."""
    clients = enter("phase 1", "tribe 0 amoebas 0@1/1")
    assert clients.reply("1", "GEN_ANZAHL 000000003", "GEN_ANZAHL -0") == [
        "GEN_ANZAHL 3 2",
        "GEN_ANZAHL 0 2",
    ]
    assert errors_of(clients, "1", "GEN_ANZAHL 0000000003", "GEN_ANZAHL -") == [14, 14]


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("Ján Ω 将棋", "Ján Ω 将棋"),
        ("将" * 71, "将" * 70),
        ("a\u0308" * 40, "a\u0308" * 35),
        ("🦠" * 70, "🦠" * 70),
        ("x" * 69 + " y", "x" * 69),
        ("  vorn   innen  hinten \t", "vorn   innen  hinten"),
        ("tab\tund\x07glocke", "tab\ufffdund\ufffdglocke"),
        ("zeile\x85ende\r", "zeile\ufffdende\ufffd"),
        ("eins\u2028zwei\u2029", "eins\ufffdzwei\ufffd"),
        ("|| FEHLER 17", "|| FEHLER 17"),
    ],
)
def test_messages_are_cut_by_characters_and_cleaned(said: str, heard: str) -> None:
    """Seventy characters, then no trailing blanks; control characters become U+FFFD."""
    clients = enter("phase 3")
    clients.forget()
    clients.say("0", f"NACHRICHT {said}", f"PRIVAT_NACHRICHT 1 {said}")
    assert clients.take("1") == [f"NACHRICHT 0 {heard}", f"PRIVAT_NACHRICHT 0 {heard}"]
    assert clients.take("Z") == [f"NACHRICHT 0 {heard}"]
    assert clients.take("0") == []


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Ján Ω 将棋", "Ján Ω 将棋"),
        ("将" * 16, "将" * 15),
        ("abcdefghijklmn opq", "abcdefghijklmn"),
        ("  zwei   worte ", "zwei   worte"),
        ("a\tb\x00", "a\ufffdb\ufffd"),
    ],
)
def test_names_are_cut_by_characters_and_cleaned(said: str, name: str) -> None:
    """Fifteen characters of any kind, for players and spectators alike."""
    clients = enter()
    clients.say("a", "NEU 3", f"NAME {MATCH}", "PASSWORT", "TIMEOUT 5000")
    clients.say("0", f"TEILNEHMEN {MATCH}", "PASSWORT", f"NAME {said}")
    assert clients.take("0") == [f"SPIELERIN_AKZEPTIERT 0 {name}"]
    clients.say("Z", f"ZUSCHAUEN {MATCH}", f"NAME {said}")
    assert clients.take("0") == [f"ZUSCHAUERIN_ANGEMELDET {name}"]
    assert {f"NAME {name}", f"ZUSCHAUERIN {name}"} <= set(clients.take("Z"))


words = st.sampled_from([*COMMANDS, *MESSAGES, "GEHEIMNIS", "PROGRAMM", "bereit", "ZUG_"])
numbers = st.integers(-2, 20).map(str)
counts = st.lists(st.integers(-1, 3), min_size=1, max_size=5).map(
    lambda values: ":".join(map(str, values))
)
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=20)
parameters = st.lists(numbers | counts | texts | st.just(MATCH), max_size=4).map(" ".join)
lines = st.builds("{} {}".format, words, parameters) | texts

#: What is heard by others, or ends a connection.
LOUD = {"NACHRICHT", "PRIVAT_NACHRICHT", "ABMELDEN", "ZUSCHAUEN", "NAME"}


def is_quiet(line: str) -> bool:
    """Whether nobody else has to hear of a line."""
    return not LOUD.intersection(line.replace("\t", " ").split(" "))


@settings(max_examples=100, deadline=None)
@given(who=st.sampled_from("1Za"), said=st.lists(lines.filter(is_quiet), min_size=1, max_size=12))
def test_lines_out_of_turn_change_nothing(who: str, said: list[str]) -> None:
    """
    From a player who is not asked, a spectator, or out of the lobby: nothing
    changes, no clock is touched, and nobody else hears anything.
    """
    clients = enter("phase 1", "tribe 0 amoebas 0@1/1")
    clients.say(who, CONNECTS)
    clients.forget()
    match = match_of(clients)
    before, prompt, deadline = match.state.clone(), match.prompt(0), match.deadline(0)
    with no_logged_failures():
        clients.say(who, *said)
    assert match.state == before
    assert (match.prompt(0), match.deadline(0)) == (prompt, deadline)
    assert not any(clients.take(other) for other in set("0123Z") - {who})
    assert who in clients.links


@settings(max_examples=60, deadline=None)
@given(said=st.lists(st.tuples(st.sampled_from("0123Zab"), lines), max_size=40))
def test_no_line_whatever_makes_the_hub_fail(said: list[tuple[str, str]]) -> None:
    """Whoever says whatever, and goes or is late: nothing is logged, the hub still answers."""
    with no_logged_failures():
        clients = enter("seated")
        for who, text in said:
            clients.say(who, text)
            clients.hub.advance(0.5)
        for who in tuple(clients.links):
            clients.say(who, IS_LOST)
        clients.hub.advance(2000)
        assert clients.reply("c", "PING") == ["PONG"]


# What nobody may see.


def test_deck_and_dice_are_seen_by_nobody() -> None:
    """
    Two matches that differ in nothing but the cards and dice to come are the
    same, byte for byte, for every player, the spectators and the lobby.
    """
    dice = ("tribe 0 rolls 1 2 fights 6", "tribe 0 rolls 6 5 fights 1")
    decks = ("cards 3/10 1/6 2/9", "cards 3/10 4/13 5/14")
    seen = []
    for rolls, cards in zip(dice, decks, strict=True):
        clients = enter("seated", "order 0 1 2 3", cards, rolls)
        clients.say("0", "POSITION 1")
        for who in "0123Z":
            clients.say(who, *QUESTIONS)
        clients.say("a", f"STATUS {MATCH}", "LISTE")
        seen.append({who: clients.take(who) for who in "0123Za"})
    assert seen[0] == seen[1]


def test_secrets_are_told_to_nobody_and_written_nowhere() -> None:
    """Passwords, secrets and refused private words stand neither on the wire nor in the journal."""
    clients = enter()
    clients.say("a", "NEU 3", f"NAME {MATCH}", "PASSWORT sesam", "TIMEOUT 5000")
    for who, name in zip("012", ("anna", "berta", "carla"), strict=True):
        clients.say(who, "GEHEIMNIS anker", f"TEILNEHMEN {MATCH}", "PASSWORT sesam", f"NAME {name}")
    clients.say("0", "GEHEIMNIS anker", "PASSWORT sesam", "PROGRAMM m rot sesam")
    clients.say("0", "PRIVAT_NACHRICHT 0 sesam", "PRIVAT_NACHRICHT 1 hallo", *QUESTIONS)
    heard = [line for who in "012a" for line in clients.take(who)]
    written = clients.hub.journal(MATCH).lines
    assert not [line for line in heard + written if "anker" in line or "sesam" in line]
    assert any('"GEHEIMNIS"' in line for line in written)


def test_telnet_status_shows_all_that_is_public() -> None:
    """Names, genes by name, where everything stands, and whose turn it is."""
    clients = enter(
        "cards 3/10",
        "food 2/1 0:11:0:1",
        "tribe 0 points 6 genes 16 9 amoebas 3@2/1! 5@2/1 ladder 7",
        "phase 1",
    )
    shown = "\n".join(clients.reply("Z", "TELNET_STATUS"))
    for wanted in ("anna", "berta", "carla", "dora", "GEN_AUSDAUER", "TENTAKEL", "Osten", "10"):
        assert wanted in shown
    for wanted in ("Runde 1", "Phase 1", "3(1) 5", "2:0", "0:11", "0:1", "anna (ZUG_BEWEGEN 3)"):
        assert wanted in shown


# Spectators who read slowly.


def test_slow_spectator_gets_the_state_when_she_reads_again() -> None:
    """What she has missed is made up for by status and board; the others wait for nothing."""
    clients = enter("phase 1", "tribe 0 amoebas 0@1/1")
    clients.forget()
    clients.links["Z"].behind = True
    assert clients.reply("0", "BEWEGEN 0 5") == [
        "BEWEGUNG 0 0 5", "BEWEGUNG_ENDE 0 0", "ZUG_FRESSEN 0",
    ]  # fmt: skip
    assert clients.take("Z") == []
    clients.links["Z"].behind = False
    got = clients.take("Z")
    assert got[0] == f"STATUS {MATCH}"
    assert got[-1] == "SPIELFELD_ENDE"
    clients.say("0", "FRESSEN 0 0:0:0:0")
    assert clients.take("Z")[:2] == ["FRESSEN 0 0 0:0:0:0", "AMOEBE_SCHADEN 0 0"]


# The clock.


def test_answer_that_is_read_in_the_turn_of_its_deadline_counts() -> None:
    """A hub that was busy at a deadline looks once more at what has come before it is late."""
    clients = enter("phase 1", "tribe 0 amoebas 0@1/1")
    clients.forget()
    clients.hub.reactor.callLater(5.0, clients.links["0"].send, "BEWEGEN 0 5")
    clients.hub.advance(5.0)
    assert clients.take("0") == ["BEWEGUNG 0 0 5", "BEWEGUNG_ENDE 0 0", "ZUG_FRESSEN 0"]


# The operator, and the link.


def test_operator_ends_a_match() -> None:
    """It ends for all of them without a result, and stays in the list."""
    clients = enter("phase 1", "tribe 0 amoebas 0@1/1")
    clients.forget()
    match_of(clients).stop("aborted")
    assert all(clients.take(who) == ["SPIEL_BEENDET"] for who in "0123Z")
    assert errors_of(clients, "0", "BEWEGEN 0 5") == [26]
    assert clients.reply("a", "LISTE") == ["SPIELE 1", f"SPIEL {MATCH} 1 2 4 4"]


def test_match_ends_at_its_absolute_limit() -> None:
    """So long after SPIEL_BEGINNT it ends without a result."""
    clients = Clients(MemoryHub(GAME, spans=Spans(match=60.0)))
    clients.say("a", "NEU 3", f"NAME {MATCH}", "PASSWORT", "TIMEOUT 3600000")
    clients.hub.advance(30)
    for who, name in zip("012", ("anna", "berta", "carla"), strict=True):
        clients.say(who, f"TEILNEHMEN {MATCH}", "PASSWORT", f"NAME {name}")
    clients.hub.advance(59)
    clients.forget()
    assert match_of(clients).phase is Phase.RUNNING
    clients.hub.advance(1)
    assert all(clients.take(who) == ["SPIEL_BEENDET"] for who in "012")


def test_shutdown_gives_running_matches_their_grace() -> None:
    """No new matches (15); those that run go on, then end and everybody is closed."""
    clients = enter("phase 1", "tribe 0 amoebas 0@1/1")
    done: list[None] = []
    clients.hub.lobby.drain(4.0).addCallback(done.append)
    assert errors_of(clients, "a", "NEU 3", "NAME neu", "PASSWORT", "TIMEOUT 5000") == [15]
    assert not errors_of(clients, "0", "BEWEGEN 0 5")
    clients.forget()
    clients.hub.advance(4.0)
    assert done == [None]
    assert all(clients.take(who) == ["SPIEL_BEENDET", CLOSED] for who in "0123Z")


@pytest.mark.parametrize(
    ("who", "told"),
    [("a", []), ("1", ["SPIELERIN_ABGEMELDET 1"]), ("Z", ["ZUSCHAUERIN_ABGEMELDET zoe"])],
)
@pytest.mark.parametrize("why", [Refusal.FLOOD, Refusal.LINE_TOO_LONG])
def test_peer_that_the_link_refuses_is_told_and_lost(
    who: str, told: list[str], why: Refusal
) -> None:
    """The error first, then the end; for the others it is a lost connection."""
    clients = enter("phase 1", "tribe 0 amoebas 0@1/1")
    clients.say(who, CONNECTS)
    clients.forget()
    clients.links[who].session.refuse(why)
    clients.hub.settle()
    *last, closed = clients.take(who)
    assert (errors(last), closed) == ([22], CLOSED)
    assert clients.take("0") == told


def test_connection_for_which_there_is_no_room_is_told_so() -> None:
    """It gets error 13; the link closes it."""
    dialect = UrsuppeDialect(MemoryHub(GAME).lobby, {}, Wire())
    refusal = dialect.turned_away(Refusal.CONNECTIONS).decode()
    assert errors(refusal.splitlines()) == [13]
