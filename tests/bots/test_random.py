"""
The random bot, question by question: over many seeds its answers are exactly
those that the rules allow (spec/ursuppe-rules.md, sections 3, 4 and 7.17).
"""

from collections.abc import Mapping, Sequence

import pytest

from boardhub.bots.ursuppe_random import RandomBot
from boardhub.games.ursuppe.board import SQUARES, Square
from tests.bots.table import Has, hear, position, seated

#: Enough tries to meet each of a dozen answers.
SEEDS = range(120)

SHORT_OF_BLUE: dict[Square, Sequence[int]] = {(1, 1): (2, 2, 0, 2)}


def answers(
    tribes: Sequence[Has],
    *lines: str,
    cubes: Mapping[Square, Sequence[int]] | None = None,
    card: tuple[int, int] = (3, 10),
) -> set[str]:
    """
    All that colour 0 answers to the last of these lines, over all seeds; the
    lines before may have been answered in a way that leaves nothing to say.
    """
    told = position(tribes, cubes, card=card)
    found = set()
    for seed in SEEDS:
        bot = seated(RandomBot("p0", seed), 0, told)
        hear(bot, *lines[:-1])
        found.add(" | ".join(bot.hear(lines[-1])))
    return found - {""}


def four(mine: Has, *others: Has) -> list[Has]:
    """A table of four."""
    return [mine, *others, *[Has()] * (3 - len(others))]


ONE = {0: (1, 1)}


def test_login_and_creation() -> None:
    """The lobby lines, with and without password and secret."""
    bot = RandomBot("anna", 1)
    assert bot.login("suppe") == ["TEILNEHMEN suppe", "PASSWORT", "NAME anna"]
    assert bot.login("suppe", "geheim", "wort") == [
        "GEHEIMNIS wort",
        "TEILNEHMEN suppe",
        "PASSWORT geheim",
        "NAME anna",
    ]
    assert bot.creation("suppe", 3, 5000, "geheim") == [
        "NEU 3",
        "NAME suppe",
        "PASSWORT geheim",
        "TIMEOUT 5000",
    ]


def test_refused_by_the_lobby() -> None:
    """A refusal before the bot is seated is its end, and can be read."""
    bot = RandomBot("anna", 1)
    assert bot.hear("FEHLER 28 Kein Platz.") == []
    assert (bot.over, bot.failed, bot.errors) == (True, "FEHLER 28 Kein Platz.", [])


def test_end_of_the_game() -> None:
    """The bot is over with the game, and knows the standings."""
    bot = seated(RandomBot("p0", 1), 0, position([Has(ladder=7), Has(ladder=42), Has(ladder=9)]))
    hear(bot, "PUNKTE 0 13", "SPIEL_BEENDET")
    assert bot.over
    assert not bot.failed
    assert bot.standings() == [("p1", 42), ("p0", 13), ("p2", 9)]


def test_ready() -> None:
    """It is always ready."""
    assert answers(four(Has()), "ZUG_BEREIT") == {"BEREIT"}


def test_position() -> None:
    """Any start space that is free."""
    assert answers(four(Has()), "ZUG_POSITION 0 1 0 1") == {"POSITION 0", "POSITION 2"}


def test_first_amoebas() -> None:
    """Any amoeba on any square where nobody is."""
    tribes = four(Has(amoebas={0: (1, 1), 3: (1, 2)}), Has(amoebas={0: (3, 3)}))
    told = answers(tribes, "ZUG_AMOEBE_SETZEN")
    placed = [line.split() for line in told]
    assert {number for _, number, _, _ in placed} == {"1", "2", "4", "5", "6"}
    free = {(int(x), int(y)) for _, _, x, y in placed}
    assert free == set(SQUARES) - {(1, 1), (1, 2), (3, 3)}


@pytest.mark.parametrize(
    ("mine", "card", "expected"),
    [
        (Has(amoebas=ONE), (3, 10), {"BEWEGEN 0 3", "WUERFELN"}),
        (Has(points=0, amoebas=ONE), (3, 10), {"BEWEGEN 0 3"}),
        (Has(points=0, genes=[8], amoebas=ONE), (3, 10), {"BEWEGEN 0 3", "WUERFELN"}),
        (Has(amoebas=ONE), (5, 14), {"BEWEGEN 0 5", "WUERFELN"}),
        (Has(amoebas={0: (1, 2)}), (3, 10), {"BEWEGEN 0 5", "WUERFELN"}),
        (Has(points=0, genes=[10], amoebas=ONE), (3, 10), {"BEWEGEN 0 3", "BEWEGEN 0 5"}),
    ],
)
def test_first_movement(mine: Has, card: tuple[int, int], expected: set[str]) -> None:
    """Drift, or 5 where it is blocked; rolling that can be paid; standing still with gene 10."""
    assert answers(four(mine), "ZUG_BEWEGEN 0", card=card) == expected


@pytest.mark.parametrize(
    ("genes", "dice", "ways"),
    [
        ([], "2 4", "2"),
        ([], "5 4", "5"),
        ([], "6 1", "1 2 3 4 5"),
        ([1], "2 4", "2 4"),
        ([1], "3 3", "3"),
        ([17], "2 2", "1 2 3 4 5"),
    ],
)
def test_rolled_movement(genes: list[int], dice: str, ways: str) -> None:
    """Every direction that the dice allow with these genes, and no other."""
    tribes = four(Has(genes=genes, amoebas=ONE))
    told = answers(tribes, "ZUG_BEWEGEN 0", f"WUERFEL 0 {dice}")
    assert told == {f"BEWEGEN 0 {way}" for way in ways.split()}


def test_rolled_against_the_island() -> None:
    """A blocked die is named 5."""
    tribes = four(Has(amoebas={0: (1, 2)}))
    assert answers(tribes, "ZUG_BEWEGEN 0", "WUERFEL 0 3 1") == {"BEWEGEN 0 5"}


def test_second_movement() -> None:
    """The second movement can be declined, or rolled for without a point."""
    tribes = four(Has(points=0, genes=[3], amoebas=ONE))
    moved = ["BEWEGUNG 0 0 5", "BEWEGUNG_ENDE 0 0"]
    told = answers(tribes, "ZUG_BEWEGEN 0", *moved, "ZUG_BEWEGEN 0")
    assert told == {"WUERFELN", "KEINE_ZWEITE_BEWEGUNG 0"}


def test_tentacles() -> None:
    """Up to two cubes with three players, of any colour that lies there, before the movement."""
    tribes = [Has(points=0, genes=[9], amoebas=ONE), Has(), Has()]
    told = answers(tribes, "ZUG_BEWEGEN 0", cubes={(1, 1): (2, 0, 1)})
    loads = ["0:0:1", "1:0:0", "2:0:0", "1:0:1"]
    assert told == {"BEWEGEN 0 3", *(f"TENTAKEL 0 {load} | BEWEGEN 0 3" for load in loads)}


def test_standard_meal() -> None:
    """With three players two and one, either way; hunger is forbidden."""
    tribes = [Has(amoebas=ONE), Has(), Has()]
    assert answers(tribes, "ZUG_FRESSEN 0") == {"FRESSEN 0 0:2:1", "FRESSEN 0 0:1:2"}


def test_hunger() -> None:
    """Without a meal there is nothing but zeros."""
    tribes = four(Has(amoebas=ONE))
    assert answers(tribes, "ZUG_FRESSEN 0", cubes=SHORT_OF_BLUE) == {"FRESSEN 0 0:0:0:0"}


def test_substitutes() -> None:
    """With gene 6 four of two colours do; without the standard meal nobody has to eat."""
    tribes = four(Has(genes=[6], amoebas=ONE))
    expected = {"FRESSEN 0 0:0:0:0", "FRESSEN 0 0:2:0:2"}
    assert answers(tribes, "ZUG_FRESSEN 0", cubes=SHORT_OF_BLUE) == expected


def test_frugality() -> None:
    """With gene 12 one cube may be missing, whichever."""
    tribes = four(Has(genes=[12], amoebas=ONE))
    expected = {"0:1:1:1", "0:1:1:0", "0:1:0:1", "0:0:1:1"}
    assert answers(tribes, "ZUG_FRESSEN 0") == {f"FRESSEN 0 {meal}" for meal in expected}


def test_parasitism() -> None:
    """With gene 14 a foreign amoeba with points saves a cube; one without points does not."""
    poor, rich = Has(points=0, amoebas={2: (1, 1)}), Has(points=1, amoebas={2: (1, 1)})
    tribes = four(Has(genes=[14], amoebas=ONE), poor, rich)
    told = answers(tribes, "ZUG_FRESSEN 0", cubes=SHORT_OF_BLUE)
    assert told == {"FRESSEN 0 0:0:0:0", "PARASITISMUS 0 2 | FRESSEN 0 0:1:0:1"}


def test_struggle() -> None:
    """With gene 13 a hungry amoeba may attack all but itself and those in armour, own ones too."""
    mine = Has(genes=[13], amoebas={0: (1, 1), 5: (1, 1), 6: (1, 2)})
    armoured, other = Has(genes=[19], amoebas={2: (1, 1)}), Has(amoebas={3: (1, 1), 4: (0, 1)})
    told = answers(four(mine, armoured, other), "ZUG_FRESSEN 0", cubes=SHORT_OF_BLUE)
    attacks = {"UEBERLEBENSKAMPF 0 0 5", "UEBERLEBENSKAMPF 0 2 3"}
    assert told == {"FRESSEN 0 0:0:0:0"} | attacks


def test_no_struggle_beside_a_meal() -> None:
    """Who finds the standard meal may not attack."""
    tribes = four(Has(genes=[13], amoebas=ONE), Has(amoebas=ONE))
    assert answers(tribes, "ZUG_FRESSEN 0") == {"FRESSEN 0 0:1:1:1"}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (0, {"WUERFELN", "KEINE_FLUCHT 0"}),
        (1, {"VERTEIDIGUNG 0", "KEINE_VERTEIDIGUNG 0"}),
        (2, {"WUERFELN", "KEINE_FLUCHT 0", "VERTEIDIGUNG 0", "KEINE_VERTEIDIGUNG 0"}),
    ],
)
def test_ward(code: int, expected: set[str]) -> None:
    """Everything that the question offers, and nothing else."""
    tribes = four(Has(genes=[4, 5], amoebas=ONE), Has(genes=[13], amoebas=ONE))
    assert answers(tribes, f"ZUG_ABWEHR 0 1 0 {code}") == expected


def test_flight() -> None:
    """After the dice a step they allow."""
    tribes = four(Has(genes=[1, 5], amoebas=ONE), Has(genes=[13], amoebas=ONE))
    told = answers(tribes, "ZUG_ABWEHR 0 1 0 0", "WUERFEL 0 1 4")
    assert told == {"FLUCHT 0 1", "FLUCHT 0 4"}


def test_holding() -> None:
    """Hold on or let go."""
    tribes = four(Has(genes=[10], amoebas=ONE), Has(amoebas=ONE))
    told = answers(tribes, "ZUG_KLAMMERN 0 1 0 3 0:0:0:0")
    assert told == {"KLAMMERN 0 1 0", "NICHT_KLAMMERN 0 1 0"}


def test_defects() -> None:
    """Any genes of mine, as long as the points cover the rest."""
    # 3 + 3 + 4 against ozone 6: 4 are due, and there is one point. SPOREN
    # pay 3, TENTAKEL 4, so INTELLIGENZ or SPOREN alone are enough with it.
    tribes = four(Has(points=1, genes=[0, 2, 9]))
    told = answers(tribes, "ZUG_GENDEFEKTE", card=(1, 6))
    given = {frozenset(line.split()[1:]) for line in told}
    assert {frozenset(["0"]), frozenset(["2"]), frozenset(["9"])} <= given
    assert given <= {frozenset(some) for some in ("0", "2", "9", "02", "09", "29", "029")}


def test_defects_by_points_alone() -> None:
    """With points enough no gene need go."""
    tribes = four(Has(points=4, genes=[0, 2, 9]))
    assert "DEFEKT_AUSGLEICHEN" in answers(tribes, "ZUG_GENDEFEKTE", card=(1, 6))


def test_purchases() -> None:
    """Several genes that the points pay, none that is owned, sold out, or wants another."""
    # Points for 5: INTELLIGENZ 2 is sold out, of BEWEGUNG1 (3) one is left,
    # SPOREN (3) are mine, GESCHWINDIGKEIT costs 4; the only copies of 4 and 6
    # are taken, FLUCHT costs 4; 7 to 11 cost 5, TENTAKEL among them, but 10 is
    # taken. BEWEGUNG2 wants BEWEGUNG1, AUSDAUER wants GESCHWINDIGKEIT.
    tribes = four(
        Has(points=5, genes=[2]), Has(genes=[0, 1, 4, 6]), Has(genes=[0, 10]), Has(genes=[8])
    )
    told = answers(tribes, "ZUG_GEN_KAUFEN")
    singles = {"1", "3", "5", "7", "9", "11"}
    assert told == {"GEN_KAUFEN | GEN_KAUFEN_ENDE"} | {
        f"GEN_KAUFEN | GEN {number} | GEN_KAUFEN_ENDE" for number in singles
    }


def test_armour_names_what_is_given_up() -> None:
    """With both predecessors one of them is named, and neither can be had again."""
    tribes = four(Has(points=6, genes=[4, 5]), Has(genes=[0, 1, 3, 16]), Has(genes=[0, 1, 2, 3]))
    told = answers(tribes, "ZUG_GEN_KAUFEN")
    assert {
        "GEN_KAUFEN | GEN 19 4 | GEN_KAUFEN_ENDE",
        "GEN_KAUFEN | GEN 19 5 | GEN_KAUFEN_ENDE",
    } <= told
    assert not any("GEN 19 |" in line for line in told)


def test_division_beside_own_amoebas() -> None:
    """With two amoebas a third goes beside one of them, never on their squares."""
    tribes = four(Has(points=0, amoebas={0: (1, 0), 6: (3, 4)}))
    told = answers(tribes, "BIOPUNKTE 0 10", "ZUG_AMOEBE_SETZEN")
    placed = [line.split()[:4] for line in told if line != "AMOEBE_SETZEN_ENDE"]
    # (1, 0) has one neighbour, (3, 4) has two.
    assert {(x, y) for _, _, x, y in placed} == {("1", "1"), ("2", "4"), ("3", "3")}
    assert {number for _, number, _, _ in placed} == {"1", "2", "3", "4", "5"}
    assert "AMOEBE_SETZEN_ENDE" in told


def test_division_chains() -> None:
    """With points for two the second may stand beside the first."""
    tribes = four(Has(points=2, amoebas={0: (1, 0), 6: (0, 1)}))
    told = answers(tribes, "BIOPUNKTE 0 10", "ZUG_AMOEBE_SETZEN")
    pairs = [line for line in told if line.count("AMOEBE_SETZEN ") == 2]
    assert any(line.split()[2:4] == ["1", "1"] and " 2 1 |" in line for line in pairs)
    assert not any(line.count("AMOEBE_SETZEN ") > 2 for line in told)


def test_division_after_extinction() -> None:
    """Without any amoeba the first is free, and the second goes anywhere for 6."""
    told = answers(four(Has(points=0)), "BIOPUNKTE 0 10", "ZUG_AMOEBE_SETZEN")
    assert {line.count("AMOEBE_SETZEN ") for line in told} == {0, 1, 2}


def test_aggression() -> None:
    """Every foreign amoeba beside one of mine, or peace; a second try is for the same amoeba."""
    mine = Has(genes=[16, 18], amoebas={0: (1, 1), 1: (3, 3)})
    tribes = four(mine, Has(amoebas={2: (1, 1), 3: (3, 3)}), Has(amoebas={4: (3, 3), 5: (0, 3)}))
    told = answers(tribes, "ZUG_AGGRESSION")
    assert told == {"KEINE_AGGRESSION", "AGGRESSION 0 1 2", "AGGRESSION 1 1 3", "AGGRESSION 1 2 4"}
    again = answers(tribes, "AGGRESSION 0 1 1 3", "ZUG_AGGRESSION")
    assert again == {"KEINE_AGGRESSION", "AGGRESSION 1 1 3", "AGGRESSION 1 2 4"}


def test_refusal_in_the_match() -> None:
    """A refusal is kept, and answered by something safer, not for ever."""
    tribes = four(Has(amoebas=ONE))
    bot = seated(RandomBot("p0", 1), 0, position(tribes))
    bot.hear("ZUG_GEN_KAUFEN")
    assert bot.hear("FEHLER 11 Ausverkauft.") == ["GEN_KAUFEN", "GEN_KAUFEN_ENDE"]
    assert bot.hear("FEHLER 11 Ausverkauft.") == []
    assert bot.errors == ["FEHLER 11 Ausverkauft."] * 2
    assert not bot.over


def test_lateness_is_not_answered() -> None:
    """When the time is over the server has moved; the bot waits for the next question."""
    bot = seated(RandomBot("p0", 1), 0, position(four(Has(amoebas=ONE))))
    bot.hear("ZUG_FRESSEN 0")
    assert bot.hear("FEHLER 29 Zu spät.") == []
    assert bot.hear("ZUG_GENDEFEKTE") == ["DEFEKT_AUSGLEICHEN"]


def test_same_seed_same_answers() -> None:
    """A bot's chance comes from its name and seed alone."""
    told = [*position(four(Has(points=9, amoebas=ONE))), "ZUG_GEN_KAUFEN", "ZUG_BEWEGEN 0"]
    bots = [RandomBot("p0", seed) for seed in ("a", "a", "b", "c", "d")]
    said = [hear(bot, "SPIELERIN_AKZEPTIERT 0 p0", *told) for bot in bots]
    assert said[0] == said[1]
    assert len({tuple(lines) for lines in said}) > 1
