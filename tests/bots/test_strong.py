"""
The strong bot in small positions, told by lines, in which the best answer is
plain (rules: spec/ursuppe-rules.md, sections 3 and 4).
"""

from collections.abc import Mapping, Sequence

import pytest

from boardhub.bots.ursuppe_strong import StrongBot
from boardhub.games.ursuppe.board import SQUARES, Square
from tests.bots.table import Has, hear, position, seated

Soup = Mapping[Square, Sequence[int]]

ONE = {0: (1, 1)}
EMPTY: Soup = dict.fromkeys(SQUARES, (0, 0, 0, 0))


def asked(
    tribes: Sequence[Has],
    *lines: str,
    cubes: Soup | None = None,
    card: tuple[int, int] = (3, 10),
    round: int = 3,
) -> list[str]:
    """What colour 0 answers to the last of these lines."""
    bot = seated(StrongBot("p0"), 0, position(tribes, cubes, card=card), round)
    hear(bot, *lines[:-1])
    return bot.hear(lines[-1])


def four(mine: Has, *others: Has) -> list[Has]:
    """A table of four."""
    return [mine, *others, *[Has()] * (3 - len(others))]


def food(*squares: Square) -> Soup:
    """Two cubes of each colour on these squares, nothing elsewhere."""
    return {**EMPTY, **dict.fromkeys(squares, (2, 2, 2, 2))}


def test_drift_to_a_meal_is_free() -> None:
    """Where the drift leads to a meal, no point is spent on rolling."""
    tribes = four(Has(amoebas={0: (1, 1, 1)}))
    assert asked(tribes, "ZUG_BEWEGEN 0", cubes=food((2, 1))) == ["BEWEGEN 0 3"]


def test_roll_to_escape_from_hunger() -> None:
    """An amoeba that would die of hunger where it drifts is worth a roll."""
    tribes = four(Has(amoebas={0: (1, 1, 1), 1: (3, 3), 2: (3, 4)}))
    soup = food((0, 1), (1, 0), (1, 2), (1, 1), (3, 3), (4, 3), (3, 4))
    assert asked(tribes, "ZUG_BEWEGEN 0", cubes=soup) == ["WUERFELN"]


def test_no_roll_without_a_point() -> None:
    """What cannot be paid is not tried."""
    tribes = four(Has(points=0, amoebas={0: (1, 1, 1)}))
    assert asked(tribes, "ZUG_BEWEGEN 0", cubes=food((0, 1), (1, 0))) == ["BEWEGEN 0 3"]


def test_go_where_the_meal_is() -> None:
    """Of the directions that the dice allow it takes the one with a meal."""
    tribes = four(Has(genes=[1], amoebas={0: (1, 1, 1)}))
    lines = ["ZUG_BEWEGEN 0", "WUERFEL 0 3 4"]
    soup = food((1, 2), (0, 1))
    bot = seated(StrongBot("p0"), 0, position(tribes, soup))
    assert hear(bot, *lines)[-1:] == ["BEWEGEN 0 4"]


def test_second_movement_only_away_from_hunger() -> None:
    """It stays at a meal, and goes on when there is none."""
    tribes = four(Has(genes=[3], amoebas={0: (1, 1, 1), 1: (3, 3), 2: (3, 4)}))
    moved = ["ZUG_BEWEGEN 0", "BEWEGUNG 0 0 5", "BEWEGUNG_ENDE 0 0", "ZUG_BEWEGEN 0"]
    around = [(0, 1), (1, 0), (2, 1), (1, 2)]
    assert asked(tribes, *moved, cubes=food((1, 1))) == ["KEINE_ZWEITE_BEWEGUNG 0"]
    assert asked(tribes, *moved, cubes=food(*around)) == ["WUERFELN"]


def test_tentacles_bring_what_is_missing() -> None:
    """A cube that lacks at the goal is taken along from the start."""
    tribes = four(Has(genes=[9], amoebas={0: (1, 1, 1)}))
    soup = {**EMPTY, (1, 1): (0, 0, 0, 1), (2, 1): (0, 1, 1, 0)}
    expected = ["TENTAKEL 0 0:0:0:1", "BEWEGEN 0 3"]
    assert asked(tribes, "ZUG_BEWEGEN 0", cubes=soup) == expected


def test_eat_what_is_there() -> None:
    """The standard meal, when it is there."""
    assert asked(four(Has(amoebas=ONE)), "ZUG_FRESSEN 0") == ["FRESSEN 0 0:1:1:1"]


def test_hunger_where_nothing_is() -> None:
    """Zeros, when there is nothing and nobody to attack."""
    tribes = four(Has(amoebas=ONE))
    assert asked(tribes, "ZUG_FRESSEN 0", cubes=EMPTY) == ["FRESSEN 0 0:0:0:0"]


def test_eat_what_is_plentiful() -> None:
    """Of two meals, with three players, the one that takes less of what is rare."""
    tribes = [Has(amoebas=ONE), Has(), Has()]
    soup = {**dict.fromkeys(SQUARES, (0, 0, 0)), (1, 1): (0, 2, 6)}
    assert asked(tribes, "ZUG_FRESSEN 0", cubes=soup) == ["FRESSEN 0 0:1:2"]


def test_live_on_the_leader() -> None:
    """Parasitism costs the leader a point, not somebody behind."""
    behind, ahead = Has(ladder=3, amoebas=ONE), Has(ladder=9, amoebas=ONE)
    tribes = four(Has(genes=[14], amoebas=ONE), behind, ahead)
    answer = asked(tribes, "ZUG_FRESSEN 0", cubes={**EMPTY, (1, 1): (0, 1, 0, 1)})
    assert answer == ["PARASITISMUS 0 2", "FRESSEN 0 0:1:0:1"]


def test_struggle_against_the_leader() -> None:
    """A hungry amoeba attacks a healthy one of the leader, not a dying one, not an own one."""
    mine = Has(genes=[13], amoebas={0: (1, 1, 1), 1: (1, 1)})
    behind = Has(ladder=3, amoebas={0: (1, 1)})
    ahead = Has(ladder=9, amoebas={3: (1, 1, 2), 5: (1, 1)})
    answer = asked(four(mine, behind, ahead), "ZUG_FRESSEN 0", cubes=EMPTY)
    assert answer == ["UEBERLEBENSKAMPF 0 2 5"]


def test_flee_and_stop_when_safe() -> None:
    """It flees, and does not go on once it has left the attacker's square."""
    tribes = four(Has(genes=[3, 5], amoebas={0: (1, 1)}), Has(genes=[13], amoebas={0: (1, 1)}))
    bot = seated(StrongBot("p0"), 0, position(tribes))
    assert hear(bot, "AMOEBE_ANGEGRIFFEN 0 0 1 0", "ZUG_ABWEHR 0 1 0 0") == ["WUERFELN"]
    assert hear(bot, "WUERFEL 0 4 4") == ["FLUCHT 0 4"]
    block = ["BEWEGUNG 0 0 4", "FLUCHT", "BEWEGUNG_ENDE 0 0"]
    assert hear(bot, *block, "ZUG_ABWEHR 0 1 0 0") == ["KEINE_FLUCHT 0"]


def test_defend_when_that_is_all() -> None:
    """Where only defence is offered, it defends."""
    tribes = four(Has(genes=[4], amoebas=ONE), Has(genes=[13], amoebas=ONE))
    assert asked(tribes, "ZUG_ABWEHR 0 1 0 1") == ["VERTEIDIGUNG 0"]


def test_hold_on_towards_food() -> None:
    """It goes along to food and lets go otherwise."""
    tribes = four(Has(genes=[10], amoebas=ONE), Has(amoebas=ONE))
    question = "ZUG_KLAMMERN 0 1 0 3 0:0:0:0"
    card = (5, 14)
    away, home = food((2, 1), (3, 1)), food((1, 1), (0, 1))
    assert asked(tribes, question, cubes=away, card=card) == ["KLAMMERN 0 1 0"]
    assert asked(tribes, question, cubes=home, card=card) == ["NICHT_KLAMMERN 0 1 0"]


def test_aggression_against_the_leader() -> None:
    """The round's one attack goes where it costs the leader a healthy amoeba."""
    behind = Has(ladder=3, amoebas={0: (1, 1)})
    ahead = Has(ladder=9, amoebas={5: (3, 3), 6: (0, 4)})
    tribes = four(Has(genes=[18], amoebas={0: (1, 1), 1: (3, 3)}), behind, ahead)
    assert asked(tribes, "ZUG_AGGRESSION") == ["AGGRESSION 1 2 5"]


def test_defects_by_points_or_by_a_gene() -> None:
    """Points pay for one too much; without points a gene goes that is enough alone."""
    # 3 + 4 against ozone 6: 1 is due.
    rich = four(Has(points=8, genes=[3, 8], amoebas=ONE))
    assert asked(rich, "ZUG_GENDEFEKTE", card=(1, 6), round=2) == ["DEFEKT_AUSGLEICHEN"]
    poor = four(Has(points=0, genes=[3, 8], amoebas=ONE))
    (answer,) = asked(poor, "ZUG_GENDEFEKTE", card=(1, 6), round=2)
    assert answer in ("DEFEKT_AUSGLEICHEN 3", "DEFEKT_AUSGLEICHEN 8")


def test_last_purchase_counts_spaces_only() -> None:
    """With all amoebas on the board the last points buy the third gene, for its space."""
    everybody = dict(enumerate(SQUARES[:7]))
    tribes = four(Has(points=3, genes=[3, 6], amoebas=everybody))
    start, bought, end = asked(tribes, "ZUG_GEN_KAUFEN", round=10)
    assert (start, end) == ("GEN_KAUFEN", "GEN_KAUFEN_ENDE")
    assert bought in ("GEN 0", "GEN 1", "GEN 2")


def test_nothing_is_bought_for_nothing() -> None:
    """In the last round a gene that brings no space is left."""
    tribes = four(Has(points=2, amoebas=ONE))
    answer = asked(tribes, "ZUG_GEN_KAUFEN", round=10)
    assert answer == ["GEN_KAUFEN", "GEN_KAUFEN_ENDE"]


def test_last_division_spends_everything() -> None:
    """In the last round all points become amoebas: from three to five for four spaces."""
    tribes = four(Has(points=2, amoebas={0: (1, 1), 1: (3, 3), 2: (0, 3)}))
    answer = asked(tribes, "BIOPUNKTE 0 10", "ZUG_AMOEBE_SETZEN", round=10)
    assert len(answer) == 3
    assert answer[-1] == "AMOEBE_SETZEN_ENDE"


def test_division_where_food_is() -> None:
    """A new amoeba goes where the drift will bring it to a meal."""
    tribes = four(Has(points=0, amoebas={0: (1, 1), 1: (3, 3)}))
    answer = asked(tribes, "BIOPUNKTE 0 10", "ZUG_AMOEBE_SETZEN", cubes=food((2, 4)), card=(4, 13))
    assert answer == ["AMOEBE_SETZEN 2 2 3", "AMOEBE_SETZEN_ENDE"]


def test_hunger_without_consequence() -> None:
    """In the last round the first damage costs nothing, so no point is spent against it."""
    tribes = four(Has(amoebas={0: (1, 1)}))
    soup = food((0, 1), (1, 0), (1, 2))
    assert asked(tribes, "ZUG_BEWEGEN 0", cubes=soup, round=10) == ["BEWEGEN 0 3"]


@pytest.mark.parametrize("question", ["ZUG_BEREIT", "ZUG_POSITION 1 1 0 1", "ZUG_AMOEBE_SETZEN"])
def test_set_up(question: str) -> None:
    """The questions of the set-up have their one kind of answer."""
    (answer,) = asked(four(Has()), question)
    assert answer.split()[0] == question.split()[0].removeprefix("ZUG_")


def test_same_lines_same_answers() -> None:
    """Two bots that hear the same say the same."""
    told = position(four(Has(points=9, amoebas=ONE)))
    lines = ["ZUG_GEN_KAUFEN", "BIOPUNKTE 0 10", "ZUG_AMOEBE_SETZEN", "ZUG_BEWEGEN 0"]
    first, second = (seated(StrongBot("p0"), 0, told) for _ in range(2))
    assert hear(first, *lines) == hear(second, *lines)
