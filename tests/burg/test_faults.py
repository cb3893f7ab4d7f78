"""
Each error number of the rules, caused: the rows of spec/burg-rules.md 7.3,
action by action and from top to bottom.

The order of the checks is part of it. Wherever the two can go together, the
move of a row also breaks what the rows beneath it forbid.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import pytest

from boardhub.games.burg.actions import ACTIONS
from boardhub.games.burg.errors import Fault
from boardhub.games.burg.moves import Act, EndTurn, PlaceKing
from boardhub.games.rules import Move
from tests.burg.positions import (
    act,
    asked,
    begun,
    board,
    card_for,
    end_turns,
    holding,
    opened,
    refused,
    turn,
)

#: The fault, the coordinates, the board, and what else is so in this turn of
#: colour 0 (Orange).
Row: TypeAlias = tuple[Fault, tuple[int, ...], str, dict[str, Any]]

NO_RESERVE = {"reserve": [0, 5, 5]}
NO_STACKS = {"blocks": 0, "stacks": [[], [3], [3]]}
TWO_BOUGHT = {"bought": 2, "hands": [[1, 2], [], []]}

#: Six castles: (0,0), (2,0), (4,0), (6,0), (0,2) with (1,2), and (3,2).
SIX_CASTLES = """
    0 1 0 1 0 1 0 1
    2 1 1 0 1
"""

BASIC: Mapping[str, tuple[Row, ...]] = {
    "ERHOEHE_PUNKTE": ((Fault.TOO_FEW_POINTS, (), "0 1O", {"points": 0}),),
    "SETZE_RITTER": (
        (Fault.TOO_FEW_POINTS, (1, 0), "0 1G 3B", {"points": 1, **NO_RESERVE}),
        (Fault.TOO_FEW_POINTS, (1, 0), "0 1O 1", {"points": 1}),
        (Fault.NO_KNIGHTS_LEFT, (1, 0), "0 1G 3B", NO_RESERVE),
        (Fault.OCCUPIED, (1, 0), "0 1G 3B", {}),
        (Fault.OCCUPIED, (1, 0), "0 1O 3K", {}),
        (Fault.NO_NEIGHBOUR, (1, 0), "0 1G 3", {}),
        (Fault.NO_NEIGHBOUR, (1, 1), "0 1O", {}),
        (Fault.TOO_HIGH, (1, 0), "0 1O 2", {}),
    ),
    "SETZE_BAUSTEIN": (
        (Fault.TOO_FEW_POINTS, (0, 0), "0 1B", {"points": 0, "blocks": 0}),
        (Fault.NO_BLOCK, (0, 0), "0 1B", {"blocks": 0}),
        (Fault.OCCUPIED, (0, 0), "0 1B", {}),
        (Fault.OCCUPIED, (0, 0), "0 1K", {}),
        (Fault.OCCUPIED, (0, 0), "0 0B", {}),
        (Fault.NEW_CASTLE, (1, 1), "0 1", {}),
        (Fault.CASTLE_BROKEN, (1, 0), "0 1 0 1", {}),
        (Fault.CASTLE_BROKEN, (0, 0), "0 1", {}),
        (Fault.CASTLE_BROKEN, (0, 0), "0 2 1", {}),
    ),
    "ZIEHE_RITTER": (
        (Fault.TOO_FEW_POINTS, (0, 0, 0, 0), "0 1B", {"points": 0}),
        (Fault.NO_KNIGHT, (0, 0, 0, 0), "0 1B", {}),
        (Fault.NO_KNIGHT, (0, 0, 0, 0), "0 1K", {}),
        (Fault.NO_KNIGHT, (1, 0, 0, 0), "0 3B 1", {}),
        (Fault.IMPOSSIBLE, (0, 0, 0, 0), "0 1O", {}),
        (Fault.OCCUPIED, (0, 0, 1, 0), "0 0O 2B", {}),
        (Fault.OCCUPIED, (0, 0, 5, 0), "0 0O 1 0 0 0 0B", {}),
        (Fault.OCCUPIED, (0, 0, 3, 0), "0 1O 0 0 0K", {}),
        (Fault.TOO_HIGH, (0, 0, 1, 0), "0 0O 2 1", {}),
        (Fault.NO_PASSAGE, (0, 0, 5, 5), "0 0O 1", {}),
        (Fault.NO_PASSAGE, (0, 0, 2, 0), "0 0O 2 1", {}),
        (Fault.NOT_STRAIGHT, (0, 0, 1, 1), "0 1O", {}),
        (Fault.NOT_STRAIGHT, (0, 0, 2, 5), "0 1O", {}),
        (Fault.TOO_FAR, (0, 0, 2, 0), "0 1O", {}),
        (Fault.TOO_FAR, (0, 0, 0, 7), "0 1O", {}),
    ),
    "ZIEHE_KARTE": (
        (Fault.TOO_FEW_POINTS, (), "0 1O", {"points": 0, "pile": [], **TWO_BOUGHT}),
        (Fault.TWO_CARDS, (), "0 1O", {"pile": [], **TWO_BOUGHT}),
        (Fault.PILE_EMPTY, (), "0 1O", {"pile": []}),
    ),
}

CARDS: Mapping[str, tuple[Row, ...]] = {
    "VERSETZE_BAUSTEIN": (
        (Fault.IMPOSSIBLE, (0, 0, 1, 0), "0 0O 1B", {}),
        (Fault.OCCUPIED, (0, 0, 0, 0), "0 1B", {}),
        (Fault.OCCUPIED, (1, 0, 5, 5), "0 1 1K 1", {}),
        (Fault.OCCUPIED, (1, 0, 0, 1), "0 1 1 1\n1 0B", {}),
        (Fault.IMPOSSIBLE, (1, 0, 1, 0), "0 1 1 1", {}),
        (Fault.CASTLE_SPLIT, (1, 0, 5, 5), "0 2 1 1", {}),
        (Fault.CASTLE_BROKEN, (0, 0, 5, 5), "0 1 2", {}),
        (Fault.NEW_CASTLE, (1, 0, 5, 5), "0 1 1", {}),
        (Fault.NEW_CASTLE, (1, 0, 2, 0), "0 1 1", {}),
        (Fault.CASTLES_JOINED, (3, 0, 1, 0), "0 1 0 1 1", {}),
        (Fault.CASTLE_BROKEN, (1, 0, 0, 2), "0 1 1\n2 1", {}),
        (Fault.CASTLE_BROKEN, (1, 0, 0, 0), "0 1 1", {}),
        (Fault.TOO_FEW_CASTLES, (0, 0, 0, 3), SIX_CASTLES, {}),
    ),
    "ZIEHE_DIAGONAL": (
        (Fault.NO_KNIGHT, (0, 0, 0, 0), "0 1B", {}),
        (Fault.IMPOSSIBLE, (0, 0, 0, 0), "0 1O", {}),
        (Fault.TOO_FAR, (0, 0, 1, 0), "0 1O 3B", {}),
        (Fault.TOO_FAR, (0, 0, 2, 2), "0 0O\n2 0 0 3B", {}),
        (Fault.TOO_FAR, (0, 0, 1, 2), "0 0O\n2 0 3B", {}),
        (Fault.OCCUPIED, (0, 0, 1, 1), "0 0O\n1 0 2B", {}),
        (Fault.TOO_HIGH, (0, 0, 1, 1), "0 0O\n1 0 2", {}),
    ),
    "ZIEHE_DURCHTOR": (
        (Fault.NO_KNIGHT, (0, 0, 0, 0), "0 1B", {}),
        (Fault.IMPOSSIBLE, (0, 0, 0, 0), "0 1O", {}),
        (Fault.OCCUPIED, (0, 0, 2, 0), "0 1O 0 0B", {}),
        (Fault.OCCUPIED, (0, 0, 5, 5), "0 0O 1\n5 0 0 0 0 0 0B", {}),
        (Fault.NOT_STRAIGHT, (0, 0, 1, 1), "0 1O", {}),
        (Fault.TOO_FAR, (0, 0, 1, 0), "0 1O 1", {}),
        (Fault.TOO_FAR, (0, 0, 5, 0), "0 1O", {}),
        (Fault.NO_PASSAGE, (0, 0, 5, 5), "0 0O 1", {}),
        (Fault.NO_PASSAGE, (0, 0, 1, 0), "0 0O 1", {}),
        (Fault.NO_PASSAGE, (0, 0, 6, 0), "0 0O 1 0 0 0 1", {}),
    ),
    "UNTERSCHIEBE_BAUSTEIN": (
        (Fault.IMPOSSIBLE, (0, 0), "0 1B", NO_STACKS),
        (Fault.IMPOSSIBLE, (0, 0), "0 1K", NO_STACKS),
        (Fault.IMPOSSIBLE, (0, 0), "0 1", NO_STACKS),
        (Fault.NO_BLOCK, (0, 0), "0 1O", NO_STACKS),
        (Fault.NO_BLOCK, (1, 0), "0 1 0O 1", {"blocks": 0, "stacks": [[0, 0], [3], [3]]}),
        (Fault.CASTLE_BROKEN, (0, 0), "0 1O", {}),
        (Fault.CASTLE_BROKEN, (1, 0), "0 1 0O 1", {}),
    ),
    "VERSETZE_RITTER": (
        (Fault.NO_KNIGHT, (0, 0, 0, 0), "0 1B", {}),
        (Fault.IMPOSSIBLE, (0, 0, 0, 0), "0 1O", {}),
        (Fault.OCCUPIED, (0, 0, 5, 5), "0 1O\n5 0 0 0 0 0 3B", {}),
        (Fault.OCCUPIED, (0, 0, 5, 5), "0 1O\n5 0 0 0 0 0 1K", {}),
    ),
    "ZIEHE_ZWEIEBENEN": (
        (Fault.NO_KNIGHT, (0, 0, 0, 0), "0 1B", {}),
        (Fault.IMPOSSIBLE, (0, 0, 0, 0), "0 1O", {}),
        (Fault.NOT_STRAIGHT, (0, 0, 1, 1), "0 0O\n1 0 3B", {}),
        (Fault.NOT_STRAIGHT, (0, 0, 2, 1), "0 0O\n1 0 0 3B", {}),
        (Fault.TOO_FAR, (0, 0, 2, 0), "0 0O 0 3B", {}),
        (Fault.OCCUPIED, (0, 0, 1, 0), "0 0O 3B", {}),
        (Fault.TOO_HIGH, (0, 0, 1, 0), "0 0O 3", {}),
    ),
    "ZIEHE_UEBER_RITTER": (
        (Fault.NO_KNIGHT, (0, 0, 0, 0), "0 1B", {}),
        (Fault.IMPOSSIBLE, (0, 0, 0, 0), "0 1O", {}),
        (Fault.NOT_STRAIGHT, (0, 0, 2, 2), "0 0O\n1 0 0B\n2 0 0 2B", {}),
        (Fault.TOO_FAR, (0, 0, 3, 0), "0 0O 0B 0 2B", {}),
        (Fault.IMPOSSIBLE, (0, 0, 1, 0), "0 0O 2B", {}),
        (Fault.IMPOSSIBLE, (0, 0, 2, 0), "0 0O 0 2B", {}),
        (Fault.OCCUPIED, (0, 0, 2, 0), "0 0O 0B 2G", {}),
        (Fault.TOO_HIGH, (0, 0, 2, 0), "0 0O 0B 2", {}),
    ),
    "SETZE_BAUSTEIN_ALLGEMEIN": (
        (Fault.NO_BLOCK, (0, 0), "0 1B", {"supply": 0}),
        (Fault.OCCUPIED, (0, 0), "0 1B", {}),
        (Fault.OCCUPIED, (0, 0), "0 0K", {}),
        (Fault.NEW_CASTLE, (1, 1), "0 1", {}),
        (Fault.CASTLE_BROKEN, (1, 0), "0 1 0 1", {}),
        (Fault.CASTLE_BROKEN, (0, 0), "0 2 1", {}),
    ),
}

#: The checks that all card actions share: the fault, the card that is named,
#: and what else is so. The hand holds 21, 32 and, bought in this turn, 8.
OF_CARDS: tuple[tuple[Fault, int, dict[str, Any]], ...] = (
    (Fault.CARD_NOT_HELD, 11, {"played": True}),
    (Fault.CARD_NOT_HELD, 12, {"played": True}),
    (Fault.CARD_NOT_HELD, 8, {"played": True}),
    (Fault.CARD_NOT_HELD, 8, {}),
    (Fault.CARD_NOT_HELD, 40, {}),
    (Fault.CARD_NOT_HELD, 51, {}),
    (Fault.CARD_NOT_HELD, -9, {}),
    (Fault.CARD_PLAYED, 32, {"played": True}),
    (Fault.CARD_PLAYED, 21, {"played": True}),
    (Fault.WRONG_CARD, 32, {}),
)

#: What is wrong with the move itself, whatever the position.
OF_FORM: tuple[tuple[Fault, Act], ...] = (
    (Fault.NO_SUCH_ACTION, Act("BAUE_BURG")),
    (Fault.NO_SUCH_ACTION, Act("", None, (0, 0))),
    (Fault.NO_SUCH_ACTION, Act("setze_ritter", None, (9,))),
    (Fault.NOT_ASKED, Act("SETZE_RITTER_ERSTESMAL", None, (0, 0))),
    (Fault.NOT_ASKED, Act("SETZE_KOENIG", None, (0, 0))),
    (Fault.INVALID, Act("ERHOEHE_PUNKTE", None, (0, 0))),
    (Fault.INVALID, Act("ERHOEHE_PUNKTE", 21)),
    (Fault.INVALID, Act("SETZE_RITTER", None, ())),
    (Fault.INVALID, Act("SETZE_RITTER", None, (8,))),
    (Fault.INVALID, Act("SETZE_RITTER", 21, (8, 8))),
    (Fault.INVALID, Act("SETZE_BAUSTEIN", None, (0, 0, 8, 0))),
    (Fault.INVALID, Act("ZIEHE_RITTER", None, (0, 8))),
    (Fault.INVALID, Act("ZIEHE_DIAGONAL", None, (0, 0, 8, 1))),
    (Fault.INVALID, Act("ZIEHE_DIAGONAL", 39, (0, 8))),
    (Fault.INVALID, Act("SECHS_AKTIONSPUNKTE", None)),
    (Fault.INVALID, Act("SECHS_AKTIONSPUNKTE", 28, (0, 8))),
    (Fault.IMPOSSIBLE, Act("SETZE_BAUSTEIN", None, (8, 0))),
    (Fault.IMPOSSIBLE, Act("SETZE_BAUSTEIN", None, (0, -1))),
    (Fault.IMPOSSIBLE, Act("ZIEHE_RITTER", None, (0, 0, 0, 8))),
    (Fault.IMPOSSIBLE, Act("ZIEHE_RITTER", None, (64, 0, 0, 0))),
    (Fault.IMPOSSIBLE, Act("ZIEHE_DIAGONAL", 39, (0, 0, -1, 1))),
)

FROM_PROMPTS = {Fault.NOT_ASKED, Fault.NO_SUCH_ACTION, Fault.INVALID}
"""Faults that no row of a single action has (spec/burg-rules.md 7.3, front)."""


def flat(table: Mapping[str, tuple[Row, ...]]) -> list[Any]:
    """The rows of a table with their actions, and a name for the report."""
    return [
        pytest.param(action, row, id=f"{action}-{number}-{int(row[0])}")
        for action, rows in table.items()
        for number, row in enumerate(rows)
    ]


@pytest.mark.parametrize(("action", "row"), flat(BASIC))
def test_basic_action(action: str, row: Row) -> None:
    """A basic action is refused with the first fault of its list that it has."""
    fault, where, rows, changes = row
    assert refused(turn(rows, **changes), act(action, *where)) is fault


@pytest.mark.parametrize(("action", "row"), flat(CARDS))
def test_card_action(action: str, row: Row) -> None:
    """A card action is refused with the first fault of its list that it has."""
    fault, where, rows, changes = row
    state = turn(rows, **{"hands": holding(0, card_for(action)), **changes})
    assert refused(state, act(action, *where)) is fault


@pytest.mark.parametrize(("fault", "card", "changes"), OF_CARDS)
def test_card_checks_come_before_those_of_the_action(
    fault: Fault, card: int, changes: dict[str, Any]
) -> None:
    """
    Whether the card is there comes first, then whether one has been played,
    then whether it fits; only then does the missing knight count.
    """
    state = turn("0 1B", hands=holding(0, 21, 32, 8), bought=1, **changes)
    assert refused(state, Act("ZIEHE_DIAGONAL", card, (5, 5, 6, 6))) is fault


@pytest.mark.parametrize("action", ["SECHS_AKTIONSPUNKTE", "SIEBEN_AKTIONSPUNKTE"])
def test_cards_of_points_have_only_the_checks_of_cards(action: str) -> None:
    """Held, not the second one, of the right kind: there is nothing else to check."""
    own = card_for(action)
    other = 57 - own
    hands = holding(0, own, other)
    assert refused(turn("0 1O"), Act(action, own)) is Fault.CARD_NOT_HELD
    second = turn("0 1O", hands=hands, played=True)
    assert refused(second, Act(action, other)) is Fault.CARD_PLAYED
    assert refused(turn("0 1O", hands=hands), Act(action, other)) is Fault.WRONG_CARD


@pytest.mark.parametrize(("fault", "move"), OF_FORM)
def test_form_comes_before_the_position(fault: Fault, move: Act) -> None:
    """Name, parameters and coordinates are judged before cards and points."""
    assert refused(turn("0 1O 0 1", points=0), move) is fault


@pytest.mark.parametrize(
    "move",
    [
        Act("ERHOEHE_PUNKTE"),
        Act("SETZE_BAUSTEIN", None, (8, 8)),
        Act("ZIEHE_KARTE", 3),
        PlaceKing(1, 0),
        EndTurn(),
    ],
)
def test_not_asked(move: Move) -> None:
    """Nothing is taken from who is not asked, however wrong it is otherwise."""
    state = turn("0 1O 1")
    assert refused(state, move, 1) is Fault.NOT_ASKED


@pytest.mark.parametrize(
    "move", [Act("ERHOEHE_PUNKTE"), Act("ZIEHE_KARTE", 3), PlaceKing(2, 2), EndTurn()]
)
def test_first_knight_is_all_that_is_asked(move: Move) -> None:
    """Who is asked for the first knight can do nothing else, even in a wrong form."""
    assert refused(begun(20, 30), move) is Fault.NOT_ASKED


def test_first_knight() -> None:
    """The first knight needs a start block that is free, in that order of checks."""
    state = begun(20, 30)
    first = Act("SETZE_RITTER_ERSTESMAL", None, (2, 2))
    assert refused(state, Act("SETZE_RITTER_ERSTESMAL", None, (1, 1))) is Fault.IMPOSSIBLE
    assert refused(state, Act("SETZE_RITTER_ERSTESMAL", None, (8, 1))) is Fault.IMPOSSIBLE
    assert refused(state, Act("SETZE_RITTER_ERSTESMAL", None, (2,))) is Fault.INVALID
    assert refused(state, Act("SETZE_RITTER_ERSTESMAL", 3, (2, 2))) is Fault.INVALID
    assert refused(state, first, 1) is Fault.NOT_ASKED
    state.apply(0, first)
    assert refused(state, first) is Fault.OCCUPIED


@pytest.mark.parametrize("move", [Act("ERHOEHE_PUNKTE"), Act("SETZE_RITTER"), EndTurn()])
def test_king_is_all_that_is_asked(move: Move) -> None:
    """Who is asked for the king can do nothing else, even in a wrong form."""
    state = opened(20, 30)
    end_turns(state, 8)
    assert refused(state, move) is Fault.NOT_ASKED


def test_king() -> None:
    """
    The king: who is asked, then a square off the board, then the colour that
    is named, then a knight on the square, then the missing block.
    """
    state = opened(20, 30)
    assert refused(state, PlaceKing(2, 2)) is Fault.NOT_ASKED
    end_turns(state, 8)
    state.board = board("0 1O 0B 0 1K", 2)
    assert refused(state, PlaceKing(3, 0), 1 - asked(state)) is Fault.NOT_ASKED
    assert refused(state, PlaceKing(0, 0, 2)) is Fault.INVALID
    assert refused(state, PlaceKing(1, 0, -1)) is Fault.INVALID
    assert refused(state, PlaceKing(0, 0, 1)) is Fault.OCCUPIED
    assert refused(state, PlaceKing(1, 0)) is Fault.OCCUPIED
    assert refused(state, PlaceKing(2, 0)) is Fault.IMPOSSIBLE
    assert refused(state, PlaceKing(3, 8, 7)) is Fault.IMPOSSIBLE
    assert state.is_legal(asked(state), PlaceKing(3, 0))


def test_every_fault_is_in_the_tables() -> None:
    """No error number of the rules goes without a move that causes it."""
    caused = {row[0] for table in (BASIC, CARDS) for rows in table.values() for row in rows}
    caused |= {fault for fault, *_ in OF_CARDS}
    assert caused.isdisjoint(FROM_PROMPTS)
    assert caused | {fault for fault, _ in OF_FORM} == set(Fault)


def test_every_action_is_in_the_tables() -> None:
    """All actions of the turn have rows, but for the two cards without a check of their own."""
    rest = set(ACTIONS) - set(BASIC) - set(CARDS)
    assert rest == {
        "SECHS_AKTIONSPUNKTE",
        "SIEBEN_AKTIONSPUNKTE",
        "SETZE_RITTER_ERSTESMAL",
        "SETZE_KOENIG",
    }
