"""
The checks that all commands of the amoeba game share, in their order
(spec/ursuppe-rules.md 7.17).
"""

from __future__ import annotations

import pytest
from attrs import frozen

from tests.test_transcripts_ursuppe import COMMANDS
from tests.transcript import Clients
from tests.ursuppe.scene import MATCH, enter, errors_of

#: The words that answer prompts.
GAME_WORDS = COMMANDS[COMMANDS.index("BEREIT") :]

#: Those that answer the same prompt.
TOGETHER = (
    {"POSITION"},
    {"AMOEBE_SETZEN"},
    {"BEWEGEN", "WUERFELN", "TENTAKEL", "KEINE_ZWEITE_BEWEGUNG"},
    {"KLAMMERN", "NICHT_KLAMMERN"},
    {"FRESSEN", "PARASITISMUS", "UEBERLEBENSKAMPF"},
    {"WUERFELN", "TENTAKEL", "FLUCHT", "KEINE_FLUCHT", "VERTEIDIGUNG", "KEINE_VERTEIDIGUNG"},
    {"AGGRESSION", "KEINE_AGGRESSION"},
)


@frozen
class Answer:
    """
    A right answer to a prompt: in a scene, after some lines, a client may say
    a line. ``outside`` has for each parameter a value that is out of range;
    None where the command's own checks judge it.
    """

    scene: tuple[str, ...]
    before: tuple[tuple[str, str], ...]
    who: str
    line: str
    outside: tuple[str | None, ...] = ()
    names_amoeba: bool = True

    def __str__(self) -> str:
        return self.word

    @property
    def word(self) -> str:
        """The command."""
        return self.line.split()[0]

    @property
    def words(self) -> list[str]:
        """The parameters."""
        return self.line.split()[1:]

    def enter(self) -> Clients:
        """The clients when it may be said."""
        clients = enter(*self.scene)
        for who, text in self.before:
            clients.say(who, text)
        clients.forget()
        return clients

    def with_word(self, place: int, word: str) -> str:
        """The line with another parameter."""
        words = self.words
        words[place] = word
        return " ".join([self.word, *words])


HUNT = (
    "food 1/2 0:0:0:1",
    "tribe 0 points 5 genes 9 13 14 amoebas 0@1/1 rolls 4 4",
    "tribe 1 points 5 genes 4 5 9 amoebas 0@1/1 rolls 1 1",
    "tribe 2 genes 10 amoebas 0@1/1",
)
STRUGGLE = (("0", "BEWEGEN 0 5"), ("0", "UEBERLEBENSKAMPF 0 1 0"))
AT_MEAL = (("0", "BEWEGEN 0 5"),)

ANSWERS = [
    Answer(("seated", "order 0 1 2 3"), (), "0", "POSITION 2", ("4",), names_amoeba=False),
    Answer(
        ("players 4", "seated", "order 0 1 2 3"),
        (("0", "POSITION 0"), ("1", "POSITION 1"), ("2", "POSITION 2"), ("3", "POSITION 3")),
        "0",
        "AMOEBE_SETZEN 0 1 1",
        ("7", None, None),
        names_amoeba=False,
    ),
    Answer(("phase 1", *HUNT), (), "0", "WUERFELN", names_amoeba=False),
    Answer(
        ("phase 1", *HUNT, "food 1/1 1:0:0:0"),
        (),
        "0",
        "TENTAKEL 0 1:0:0:0",
        ("7", "1:0:0"),
    ),
    Answer(("phase 1", *HUNT), (), "0", "BEWEGEN 0 5", ("-1", "6")),
    Answer(
        ("phase 1", "tribe 0 genes 3 amoebas 0@1/1 rolls 1 1"),
        (("0", "WUERFELN"), ("0", "BEWEGEN 0 1")),
        "0",
        "KEINE_ZWEITE_BEWEGUNG 0",
        ("7",),
    ),
    Answer(("phase 1", *HUNT), AT_MEAL, "0", "FRESSEN 0 0:0:0:0", ("7", "0:0:0:0:0")),
    Answer(("phase 1", *HUNT), AT_MEAL, "0", "PARASITISMUS 0 1", ("7", "4")),
    Answer(("phase 1", *HUNT), AT_MEAL, "0", "UEBERLEBENSKAMPF 0 1 0", ("7", "-1", "7")),
    Answer(("phase 1", *HUNT), (*STRUGGLE, ("1", "WUERFELN")), "1", "FLUCHT 0 1", ("7", "0")),
    Answer(("phase 1", *HUNT), STRUGGLE, "1", "KEINE_FLUCHT 0", ("7",)),
    Answer(("phase 1", *HUNT, "tribe 0 genes 13 amoebas 0@1/1 fights 1",
            "tribe 1 genes 4 amoebas 0@1/1 fights 2"),
           STRUGGLE, "1", "VERTEIDIGUNG 0", ("7",)),
    Answer(("phase 1", *HUNT), STRUGGLE, "1", "KEINE_VERTEIDIGUNG 0", ("-7",)),
    Answer(("phase 1", *HUNT), (("0", "WUERFELN"), ("0", "BEWEGEN 0 4")), "2",
           "KLAMMERN 0 0 0", ("7", "4", "7")),
    Answer(("phase 1", *HUNT), (("0", "WUERFELN"), ("0", "BEWEGEN 0 4")), "2",
           "NICHT_KLAMMERN 0 0 0", ("7", "4", "7")),
    Answer(("phase 5", "tribe 0 genes 18 amoebas 0@1/1", "tribe 1 amoebas 0@1/1"), (), "0",
           "AGGRESSION 0 1 0", ("7", "4", "7")),
    Answer(("phase 5", "tribe 0 genes 18 amoebas 0@1/1", "tribe 1 amoebas 0@1/1"), (), "0",
           "KEINE_AGGRESSION", names_amoeba=False),
]  # fmt: skip

answers = pytest.mark.parametrize("answer", ANSWERS, ids=str)


def test_every_answer_of_one_line_is_in_the_table() -> None:
    """Left out are BEREIT, the free list of DEFEKT_AUSGLEICHEN and answers of several lines."""
    others = {"BEREIT", "DEFEKT_AUSGLEICHEN", "GEN_KAUFEN", "GEN", "GEN_KAUFEN_ENDE"}
    assert {each.word for each in ANSWERS} == {*GAME_WORDS} - others - {"AMOEBE_SETZEN_ENDE"}


@answers
def test_right_answer_is_taken(answer: Answer) -> None:
    """The lines that the other tests spoil are right as they stand."""
    assert not errors_of(answer.enter(), answer.who, answer.line)


@answers
def test_number_of_parameters_comes_first(answer: Answer) -> None:
    """A parameter too many or too few is 21, whatever the others are."""
    clients = answer.enter()
    assert errors_of(clients, answer.who, f"{answer.line} 0", f"{answer.line} x") == [21, 21]
    for count in range(len(answer.words)):
        spoilt = " ".join([answer.word, *["x"] * count])
        assert errors_of(clients, answer.who, spoilt) == [21]


@answers
def test_no_number_comes_before_ranges(answer: Answer) -> None:
    """What is no number is 14, even behind one that is out of range."""
    clients = answer.enter()
    for place in range(len(answer.words)):
        for word in ("x", "1234567890", "+0", "0.", "²", "０", "0x0", "-", "1_0", "--1"):
            assert errors_of(clients, answer.who, answer.with_word(place, word)) == [14]
    for place in range(1, len(answer.words)):
        words = ["99"] * place + ["x"] + ["99"] * (len(answer.words) - place - 1)
        assert errors_of(clients, answer.who, " ".join([answer.word, *words])) == [14]


@answers
def test_ranges_come_before_the_amoeba(answer: Answer) -> None:
    """What is out of range is 22, even behind an amoeba that is not asked about (1)."""
    clients = answer.enter()
    for place, word in enumerate(answer.outside):
        if word is not None:
            line = answer.with_word(place, word)
            assert errors_of(clients, answer.who, line) == [22]
            if place and answer.names_amoeba:
                other = line.replace(f"{answer.word} 0", f"{answer.word} 6")
                assert errors_of(clients, answer.who, other) == [22]
    if answer.names_amoeba:
        assert errors_of(clients, answer.who, answer.with_word(0, "6")) == [1]


@answers
def test_only_who_is_asked_may_answer(answer: Answer) -> None:
    """It is 17 from all other players and 30 from a spectator; then it is still right."""
    clients = answer.enter()
    for who in {"0", "1", "2", "3"} - {answer.who}:
        assert errors_of(clients, who, answer.line) == [17]
    assert errors_of(clients, "Z", answer.line) == [30]
    assert not errors_of(clients, answer.who, answer.line)


@answers
def test_other_words_do_not_answer(answer: Answer) -> None:
    """Words for other prompts than the open one are 30, with any parameters."""
    clients = answer.enter()
    fitting = set().union(*[group for group in TOGETHER if answer.word in group])
    for word in set(GAME_WORDS) - fitting:
        assert errors_of(clients, answer.who, word, f"{word} 0 0 0 0") == [30, 30]


@pytest.mark.parametrize("word", GAME_WORDS)
def test_words_of_the_game_need_one_that_runs(word: str) -> None:
    """In the lobby they are 30; in a match that waits, or is over, 26."""
    clients = enter()
    assert errors_of(clients, "a", word, f"{word} 0") == [30, 30]
    clients.say("a", "NEU 3", f"NAME {MATCH}", "PASSWORT", "TIMEOUT 5000")
    clients.say("0", f"TEILNEHMEN {MATCH}", "PASSWORT", "NAME anna")
    assert errors_of(clients, "0", word, f"{word} 0") == [26, 26]
    over = enter("phase 6", "tribe 0 ladder 50")
    assert errors_of(over, "0", word, f"{word} 0") == [26, 26]
