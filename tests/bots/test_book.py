"""
The books that a client keeps, fed with the worked round of the rules page
(spec/ursuppe-rules.md, section 8): what they must hold is written there.
"""

import pytest

from boardhub.bots.ursuppe_book import Attempt, Book
from boardhub.bots.ursuppe_record import Amoeba, Record
from boardhub.games.ursuppe import prompts
from boardhub.games.ursuppe.board import SQUARES


def split(*texts: str) -> list[str]:
    """Lines that are written one after the other with bars between them."""
    return [
        part.strip() for text in texts for line in text.splitlines() for part in line.split("|")
    ]


def board(seats: int, counts: str = "2") -> list[str]:
    """A board without amoebas and with the same cubes everywhere, as SPIELFELD tells it."""
    pairs = " ".join([f"-:{counts}"] * seats)
    lines = [
        f"FELDCHEN {x} {y} {pairs if (x, y) in SQUARES else 'UNGUELTIG'}"
        for y in range(5)
        for x in range(5)
    ]
    return ["SPIELFELD 5 5", *lines, "SPIELFELD_ENDE"]


#: The first status of the worked game of three.
STATUS = split(
    """STATUS suppe | TIMEOUT 5000 | ANZAHL_SPIELERINNEN 3 3 | ANZAHL_NAEHRSTOFFE 55
    ANZAHL_AMOEBEN 7 | LAENGE_LAUFBAHN 51 | LAENGE_ZIELZONE 10 | UMWELTKARTE 3 10
    SPIELERIN 0 | NAME anna | PUNKTE 0 | BIOPUNKTE 4 | AMOEBEN 0 | GENE 0
    SPIELERIN 1 | NAME berta | PUNKTE 0 | BIOPUNKTE 4 | AMOEBEN 0 | GENE 0
    SPIELERIN 2 | NAME carla | PUNKTE 0 | BIOPUNKTE 4 | AMOEBEN 0 | GENE 0
    ZUSCHAUERIN zoe | STATUS_ENDE suppe"""
)

#: What colour 1 receives from her joining to the end of round 1.
BERTA = [
    "SPIELERIN_AKZEPTIERT 1 berta",
    "FEHLER 26 not running",
    "SPIELERIN_ANGEMELDET 2 carla",
    "SPIEL_BEGINNT",
    *board(3),
    *STATUS,
    *split(
        """ZUG_BEREIT | BEREIT 0 | BEREIT 2 | ZUG_POSITION 0 0 0 | POSITION 1 2
        POSITION 2 0 | POSITION 0 1 | AMOEBE_SETZEN 2 0 1 1 | AMOEBE_SETZEN_ENDE 2
        AMOEBE_SETZEN 0 0 3 3 | AMOEBE_SETZEN_ENDE 0 | ZUG_AMOEBE_SETZEN
        AMOEBE_SETZEN 1 0 0 3 | AMOEBE_SETZEN_ENDE 1 | ZUG_AMOEBE_SETZEN
        FEHLER 3 on the board
        AMOEBE_SETZEN 1 1 3 1 | AMOEBE_SETZEN_ENDE 1 | AMOEBE_SETZEN 0 4 0 1
        AMOEBE_SETZEN_ENDE 0 | AMOEBE_SETZEN 2 1 2 4 | AMOEBE_SETZEN_ENDE 2 | RUNDE 1
        BEWEGUNG 2 0 3 | BEWEGUNG_ENDE 2 0 | FRESSEN 2 0 2:1:0 | NAEHRSTOFF 2 2 2 1
        WUERFEL 2 2 6 | BIOPUNKTE 2 -1 | BEWEGUNG 2 1 2 | BEWEGUNG_ENDE 2 1
        FRESSEN 2 1 1:2:0 | NAEHRSTOFF 2 2 2 3 | BEWEGUNG 0 0 3 | BEWEGUNG_ENDE 0 0
        FRESSEN 0 0 0:1:2 | NAEHRSTOFF 0 2 4 3 | BEWEGUNG 0 4 3 | BEWEGUNG_ENDE 0 4
        FRESSEN 0 4 0:2:1 | NAEHRSTOFF 0 2 1 1 | ZUG_BEWEGEN 0 | BEWEGUNG 1 0 3
        BEWEGUNG_ENDE 1 0 | ZUG_FRESSEN 0 | FRESSEN 1 0 2:0:1 | NAEHRSTOFF 1 2 1 3
        ZUG_BEWEGEN 1 | WUERFEL 1 1 4 | BIOPUNKTE 1 -1 | BEWEGUNG 1 1 1
        BEWEGUNG_ENDE 1 1 | ZUG_FRESSEN 1 | FEHLER 19 not there | FRESSEN 1 1 0:0:0
        AMOEBE_SCHADEN 1 1 | UMWELTKARTE 2 9 | ZUG_GEN_KAUFEN | GEN_KAUFEN 1 | GEN 1
        GEN_KAUFEN_ENDE 1 | BIOPUNKTE 1 -3 | GEN_KAUFEN 0 | GEN 3 | GEN_KAUFEN_ENDE 0
        BIOPUNKTE 0 -4 | GEN_KAUFEN 2 | GEN_KAUFEN_ENDE 2 | BIOPUNKTE 1 10
        ZUG_AMOEBE_SETZEN | AMOEBE_SETZEN 1 2 1 4 | AMOEBE_SETZEN_ENDE 1 | BIOPUNKTE 1 -6
        BIOPUNKTE 0 10 | AMOEBE_SETZEN 0 1 4 2 | AMOEBE_SETZEN_ENDE 0 | BIOPUNKTE 0 -6
        BIOPUNKTE 2 10 | AMOEBE_SETZEN 2 2 2 4 | AMOEBE_SETZEN 2 3 3 4
        AMOEBE_SETZEN_ENDE 2 | BIOPUNKTE 2 -12 | PUNKTE 0 2 | PUNKTE 1 3 | PUNKTE 2 4
        RUNDE 2"""
    ),
]

#: What the server answers then.
LATER_STATUS = split(
    """STATUS suppe | TIMEOUT 5000 | ANZAHL_SPIELERINNEN 3 3 | ANZAHL_NAEHRSTOFFE 55
    ANZAHL_AMOEBEN 7 | LAENGE_LAUFBAHN 51 | LAENGE_ZIELZONE 10 | UMWELTKARTE 2 9
    SPIELERIN 0 | NAME anna | PUNKTE 2 | BIOPUNKTE 4 | AMOEBEN 3 | AMOEBE 0 0 | AMOEBE 1 0
    AMOEBE 4 0 | GENE 1 | GEN 3
    SPIELERIN 1 | NAME berta | PUNKTE 3 | BIOPUNKTE 4 | AMOEBEN 3 | AMOEBE 0 0 | AMOEBE 1 1
    AMOEBE 2 0 | GENE 1 | GEN 1
    SPIELERIN 2 | NAME carla | PUNKTE 4 | BIOPUNKTE 1 | AMOEBEN 4 | AMOEBE 0 0 | AMOEBE 1 0
    AMOEBE 2 0 | AMOEBE 3 0 | GENE 0 | ZUSCHAUERIN zoe | STATUS_ENDE suppe"""
)

#: The board after round 1: the matrix of the rules page, square by square.
LATER_BOARD = split(
    """SPIELFELD 5 5
    FELDCHEN 0 0 UNGUELTIG | FELDCHEN 1 0 -:2 -:2 -:2 | FELDCHEN 2 0 UNGUELTIG
    FELDCHEN 3 0 UNGUELTIG | FELDCHEN 4 0 UNGUELTIG
    FELDCHEN 0 1 -:2 -:2 -:2 | FELDCHEN 1 1 4:4 -:0 -:1 | FELDCHEN 2 1 -:0 1:1 0:4
    FELDCHEN 3 1 -:2 -:2 -:2 | FELDCHEN 4 1 -:2 -:2 -:2
    FELDCHEN 0 2 -:2 -:2 -:2 | FELDCHEN 1 2 -:2 -:2 -:2 | FELDCHEN 2 2 UNGUELTIG
    FELDCHEN 3 2 -:2 -:2 -:2 | FELDCHEN 4 2 1:2 -:2 -:2
    FELDCHEN 0 3 -:2 -:2 -:2 | FELDCHEN 1 3 -:0 0:4 -:1 | FELDCHEN 2 3 -:1 -:0 1:4
    FELDCHEN 3 3 -:2 -:2 -:2 | FELDCHEN 4 3 0:4 -:1 -:0
    FELDCHEN 0 4 -:2 -:2 -:2 | FELDCHEN 1 4 -:2 2:2 -:2 | FELDCHEN 2 4 -:2 -:2 2:2
    FELDCHEN 3 4 -:2 -:2 3:2 | FELDCHEN 4 4 UNGUELTIG | SPIELFELD_ENDE"""
)


def book_of(lines: list[str]) -> Book:
    """A book that has heard these lines."""
    book = Book()
    for line in lines:
        book.hear(line)
    return book


def hear(book: Book, *texts: str) -> Book:
    """The same book, after it has heard these lines too."""
    for line in split(*texts):
        book.hear(line)
    return book


@pytest.fixture
def berta() -> Book:
    """Colour 1's book at the end of round 1."""
    return book_of(BERTA)


def test_round_one_agrees_with_the_status(berta: Book) -> None:
    """After the worked round the book and the server's answers hold the same."""
    assert berta.differences(LATER_STATUS + LATER_BOARD) == []


def test_round_one_position(berta: Book) -> None:
    """The book holds the position the page describes, the derived supply too."""
    assert (berta.me, berta.match, berta.timeout, berta.seats) == (1, "suppe", 5000, 3)
    assert (berta.round, berta.card, berta.goal) == (2, (2, 9), 41)
    assert [berta.supply(color) for color in range(3)] == [18, 21, 17]
    assert [tribe.name for tribe in berta.tribes] == ["anna", "berta", "carla"]
    assert berta.mine.amoebas == {0: Amoeba((1, 3)), 1: Amoeba((2, 1), 1), 2: Amoeba((1, 4))}
    assert berta.spectators == ["zoe"]


def test_stock_of_genes(berta: Book) -> None:
    """What is left of a gene follows from what everybody owns."""
    # With three players there are two of BEWEGUNG1 and one of GESCHWINDIGKEIT.
    assert (berta.stock(1), berta.stock(3), berta.stock(0), berta.stock(14)) == (1, 0, 1, 0)


def test_every_difference_is_named(berta: Book) -> None:
    """Each item that is not as booked gives one sentence that names it."""
    told = [
        line.replace("AMOEBE 1 1", "AMOEBE 1 0").replace("NAME carla", "NAME clara")
        for line in LATER_STATUS
    ]
    shown = [line.replace("4 3 0:4 -:1 -:0", "4 3 0:4 -:1 -:9") for line in LATER_BOARD]
    assert berta.differences(told + shown) == [
        "colour 1's damage by amoeba: booked {0: 0, 1: 1, 2: 0}, told {0: 0, 1: 0, 2: 0}",
        "colour 2's name: booked carla, told clara",
        "the cubes on (4, 3): booked (4, 1, 0), told (4, 1, 9)",
    ]


def test_spectator_keeps_the_same_books() -> None:
    """One who watches from before the start books the public position alike."""
    zoe = Record()
    first = [line for line in STATUS if "berta" not in line and "carla" not in line]
    heard = [line for line in BERTA if not line.startswith(("ZUG_", "FEHLER", "SPIELERIN_AKZ"))]
    for line in [*first, *board(3), *heard]:
        zoe.hear(line)
    assert zoe.differences(LATER_STATUS + LATER_BOARD) == []


def test_joining_late() -> None:
    """Status and board alone are enough to go on with; only the round is unknown."""
    late = book_of(["SPIELERIN_AKZEPTIERT 1 berta", *LATER_STATUS, *LATER_BOARD])
    assert late.differences(LATER_STATUS + LATER_BOARD) == []
    assert late.round is None
    assert late.mine.amoebas[1] == Amoeba((2, 1), 1)
    late.hear("RUNDE 3")
    assert late.round == 3


@pytest.mark.parametrize(
    ("line", "prompt"),
    [
        ("ZUG_BEREIT", prompts.AskReady(1, 1)),
        ("ZUG_POSITION 0 1 0", prompts.AskPosition(1, 1, (0, 1, 0))),
        ("ZUG_BEWEGEN 2", prompts.AskMovement(1, 1, 2, False)),
        ("ZUG_FRESSEN 2", prompts.AskMeal(1, 1, 2)),
        ("ZUG_ABWEHR 5 0 3 2", prompts.AskWard(1, 1, 5, 0, 3, 2)),
        ("ZUG_KLAMMERN 3 2 5 3 0:2:1", prompts.AskHold(1, 1, 3, 2, 5, 3, (0, 2, 1))),
        ("ZUG_GENDEFEKTE", prompts.AskDefects(1, 1)),
        ("ZUG_GEN_KAUFEN", prompts.AskGenes(1, 1)),
        ("ZUG_AGGRESSION", prompts.AskAggression(1, 1)),
    ],
)
def test_every_question_is_understood(line: str, prompt: object) -> None:
    """Each ZUG line becomes the prompt it stands for."""
    book = book_of(["SPIELERIN_AKZEPTIERT 1 berta", line])
    assert book.prompt == prompt


def test_two_kinds_of_placement(berta: Book) -> None:
    """The same line asks for one amoeba in the set-up, and for a division later."""
    early = book_of([*BERTA[:3], *BERTA[3 : BERTA.index("ZUG_AMOEBE_SETZEN") + 1]])
    assert isinstance(early.prompt, prompts.AskPlacement)
    berta.hear("BIOPUNKTE 1 10")
    berta.hear("ZUG_AMOEBE_SETZEN")
    assert isinstance(berta.prompt, prompts.AskDivision)


def test_second_movement(berta: Book) -> None:
    """The same amoeba asked to move again is at its second movement; after a meal, at its first."""
    hear(berta, "ZUG_BEWEGEN 0 | BEWEGUNG 1 0 3 | BEWEGUNG_ENDE 1 0 | ZUG_BEWEGEN 0")
    assert berta.prompt is not None
    assert berta.prompt == prompts.AskMovement(1, berta.prompt.number, 0, True)
    hear(berta, "ZUG_FRESSEN 0 | RUNDE 3 | ZUG_BEWEGEN 0")
    assert berta.prompt == prompts.AskMovement(1, berta.prompt.number, 0, False)


def test_dice_last_until_the_step_is_done(berta: Book) -> None:
    """My dice are there from WUERFEL to the end of my movement; another's are not mine."""
    hear(berta, "ZUG_BEWEGEN 1 | WUERFEL 1 1 4")
    assert berta.dice == (1, 4)
    assert hear(berta, "BEWEGUNG 1 1 1 | BEWEGUNG_ENDE 1 1").dice is None
    assert hear(berta, "WUERFEL 2 5 5").dice is None
    assert berta.rolled == (2, 5, 5)


def test_answer_closes_and_refusal_opens_the_question(berta: Book) -> None:
    """What I answer is no longer asked; a refusal changes nothing but that it is asked again."""
    berta.hear("ZUG_GEN_KAUFEN")
    asked = berta.prompt
    for line in ("GEN_KAUFEN", "GEN 8", "GEN_KAUFEN_ENDE"):
        berta.said(line)
    assert berta.prompt is None
    berta.hear("FEHLER 18 too few")
    assert berta.prompt == asked
    assert berta.differences(LATER_STATUS + LATER_BOARD) == []


def test_late_answer_is_not_asked_again(berta: Book) -> None:
    """After FEHLER 29 the server has answered for me."""
    berta.hear("ZUG_GEN_KAUFEN")
    berta.hear("FEHLER 29 late")
    assert berta.prompt is None


def test_refused_declarations_are_taken_back(berta: Book) -> None:
    """A refused TENTAKEL or PARASITISMUS leaves what was declared before."""
    berta.hear("ZUG_BEWEGEN 0")
    berta.said("TENTAKEL 0 0:0:2")
    assert hear(berta, "FEHLER 35 too many").tentacle is None
    berta.said("TENTAKEL 0 0:0:1")
    berta.said("TENTAKEL 0 0:1:0")
    berta.hear("FEHLER 36 declared")
    assert berta.tentacle == (0, 0, 1)
    berta.hear("ZUG_FRESSEN 0")
    berta.said("PARASITISMUS 0 2")
    assert berta.parasite == 2
    berta.said("PARASITISMUS 0 1")
    berta.hear("FEHLER 22 own")
    assert berta.parasite == 2


#: Colour 0 has 10 and 13, colour 2 has 3, 4, 5 and 9; both stand on (2, 1).
CONFLICT = [
    *split(
        """SPIEL_BEGINNT | STATUS kampf | TIMEOUT 5000 | ANZAHL_SPIELERINNEN 4 4
        ANZAHL_NAEHRSTOFFE 55 | LAENGE_LAUFBAHN 51 | LAENGE_ZIELZONE 10 | UMWELTKARTE 3 10
        SPIELERIN 0 | NAME a | PUNKTE 0 | BIOPUNKTE 5 | AMOEBEN 1 | AMOEBE 3 0 | GENE 2 | GEN 10
        GEN 13 | SPIELERIN 1 | NAME b | PUNKTE 1 | BIOPUNKTE 4 | AMOEBEN 0 | GENE 0
        SPIELERIN 2 | NAME c | PUNKTE 2 | BIOPUNKTE 3 | AMOEBEN 1 | AMOEBE 5 0 | GENE 4 | GEN 3
        GEN 4 | GEN 5 | GEN 9 | SPIELERIN 3 | NAME d | PUNKTE 3 | BIOPUNKTE 4 | AMOEBEN 0
        GENE 0 | STATUS_ENDE kampf"""
    ),
    *[
        line.replace("FELDCHEN 2 1 -:0 -:0 -:0 -:0", "FELDCHEN 2 1 3:0 -:0 5:2 -:1").replace(
            "FELDCHEN 3 1 -:0 -:0 -:0 -:0", "FELDCHEN 3 1 -:2 -:1 -:1 -:0"
        )
        for line in board(4, "0")
    ],
]

FLIGHT = split(
    """AMOEBE_ANGEGRIFFEN 2 5 0 3 | BIOPUNKTE 0 -1 | ABWEHR 2 5 | BIOPUNKTE 2 -1
    VERTEIDIGUNG_ERFOLGLOS 2 5 | WUERFEL 2 3 1 | BIOPUNKTE 2 -1"""
)
HELD = split("BEWEGUNG 2 5 3 | FLUCHT | TENTAKEL 0:0:2:1 | KLAMMERN 0 3 | BEWEGUNG_ENDE 2 5")


def test_flight_with_tentacle_and_holding() -> None:
    """Cubes and both amoebas go along, as in the worked attack."""
    book = book_of(["SPIELERIN_AKZEPTIERT 0 a", *CONFLICT, "ZUG_FRESSEN 3", *FLIGHT, *HELD])
    hear(book, "ZUG_FRESSEN 3 | FRESSEN 0 3 0:1:1:1 | NAEHRSTOFF 0 2 3 1")
    assert book.cubes[2, 1] == [0, 0, 0, 0]
    assert book.cubes[3, 1] == [4, 0, 2, 0]
    assert (book.tribes[0].points, book.tribes[2].points) == (4, 1)
    assert book.amoebas_on((3, 1)) == [(0, 3), (2, 5)]


def test_no_second_attack_without_persistence() -> None:
    """Dragged along she may eat, but the one attack has been had."""
    book = book_of(["SPIELERIN_AKZEPTIERT 0 a", *CONFLICT, "ZUG_FRESSEN 3"])
    assert book.attempt is Attempt.PAID
    assert hear(book, *FLIGHT, *HELD, "ZUG_FRESSEN 3").attempt is Attempt.NONE
    assert book.attacks == 1


def test_second_attack_with_persistence() -> None:
    """Left behind and asked again, the owner of gene 16 has her free second try."""
    lines = [line.replace("GEN 10", "GEN 16") for line in CONFLICT]
    book = book_of(["SPIELERIN_AKZEPTIERT 0 a", *lines, "ZUG_FRESSEN 3", *FLIGHT])
    hear(book, "BEWEGUNG 2 5 3 | FLUCHT | BEWEGUNG_ENDE 2 5 | ZUG_FRESSEN 3")
    assert book.attempt is Attempt.FREE


def test_second_try_unknown_after_a_fight_and_a_ride() -> None:
    """Dragged along after a lost defence the second try is not known: none is claimed."""
    lines = [line.replace("GENE 2", "GENE 3 | GEN 16") for line in CONFLICT]
    told = [part for line in lines for part in split(line)]
    book = book_of(["SPIELERIN_AKZEPTIERT 0 a", *told, "ZUG_FRESSEN 3", *FLIGHT, *HELD])
    book.hear("ZUG_FRESSEN 3")
    assert book.attempt is Attempt.NONE


def test_attack_needs_a_point_or_a_gene() -> None:
    """Without points there is no first attack, without 13 or 18 none at all."""
    poor = [line.replace("BIOPUNKTE 5", "BIOPUNKTE 0") for line in CONFLICT]
    book = book_of(["SPIELERIN_AKZEPTIERT 0 a", *poor, "ZUG_FRESSEN 3"])
    assert book.attempt is Attempt.NONE
    book = book_of(["SPIELERIN_AKZEPTIERT 2 c", *CONFLICT, "ZUG_FRESSEN 5"])
    assert book.attempt is Attempt.NONE


def test_second_aggression_is_for_the_same_amoeba() -> None:
    """The amoeba that has used the round's aggression is remembered until the next round."""
    book = book_of(["SPIELERIN_AKZEPTIERT 0 a", *CONFLICT])
    assert hear(book, "ZUG_AGGRESSION").aggressor is None
    hear(book, "AGGRESSION 0 3 2 5 | BIOPUNKTE 0 -1 | ABWEHR 2 5 | ZUG_AGGRESSION")
    assert [book.aggressor] == [3]
    assert hear(book, "RUNDE 2").aggressor is None


def test_aggression_on_armour() -> None:
    """Damage, death and the two cubes of each colour, as in the worked aggression."""
    book = book_of(["SPIELERIN_AKZEPTIERT 0 a", *CONFLICT])
    hear(
        book,
        """AMOEBE_SCHADEN 2 5 | AMOEBE_SCHADEN 2 5 | AMOEBE_ENTFERNT 2 5
        NAEHRSTOFF 0 2 2 1 | NAEHRSTOFF 1 2 2 1 | NAEHRSTOFF 2 2 2 1 | NAEHRSTOFF 3 2 2 1""",
    )
    assert book.tribes[2].amoebas == {}
    assert book.cubes[2, 1] == [2, 2, 4, 3]


def test_purchases_and_defects() -> None:
    """Genes come and go between the lines that name their owner."""
    book = book_of(["SPIELERIN_AKZEPTIERT 0 a", *CONFLICT])
    hear(
        book,
        """GEN_KAUFEN 2 | GEN 16 | GEN 0 | ABGEBEN 3 | GEN_KAUFEN_ENDE 2 | BIOPUNKTE 2 -6
        DEFEKT_AUSGLEICHEN 0 | ABGEBEN 10 | DEFEKT_AUSGLEICHEN_ENDE 0""",
    )
    assert book.tribes[2].genes == {0, 4, 5, 9, 16}
    assert book.tribes[0].genes == {13}


def test_who_comes_and_goes() -> None:
    """Seats and spectators are booked; before the start a seat that is left is free again."""
    book = book_of(
        split(
            """SPIELERIN_AKZEPTIERT 0 a | SPIELERIN_ANGEMELDET 1 die b | ZUSCHAUERIN_ANGEMELDET z
            ZUSCHAUERIN_ANGEMELDET y | ZUSCHAUERIN_ABGEMELDET z | SPIELERIN_ABGEMELDET 1"""
        )
    )
    assert [tribe.name for tribe in book.tribes] == ["a", ""]
    assert book.spectators == ["y"]
    assert not book.tribes[1].connected


def test_other_lines_change_nothing(berta: Book) -> None:
    """Talk, answers to other questions and unknown words are passed over."""
    hear(
        berta,
        """NACHRICHT 2 RUNDE 9 | PRIVAT_NACHRICHT 2 hallo | PONG | VERSION 1.13 boardhub 1
        GEN_ANZAHL 3 1 | SPIELFELD2 5 5 | (0:1 2:3 4:5) | SPIELFELD_ENDE | GIBT_ES_NICHT 1 2""",
    )
    berta.hear("")
    assert berta.differences(LATER_STATUS + LATER_BOARD) == []
