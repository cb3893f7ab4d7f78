"""
What the ten cards do (spec/burg-rules.md 4). What is refused is in
`test_faults`.
"""

from __future__ import annotations

import pytest

from boardhub.games.burg.actions import ACTIONS
from boardhub.games.burg.errors import Fault
from boardhub.games.burg.events import Acted
from boardhub.games.burg.moves import Act, EndTurn
from tests.burg.positions import (
    Square,
    act,
    asked,
    at_height,
    card_for,
    card_turn,
    holding,
    knights_of,
    play,
    refused,
    targets,
    turn,
)

#: Seven castles: the six single ones and, low on the board, a row of three.
SEVEN = """
    0 1 0 1 0 1 0 1
    2 1 0 1
    5 0 0 2 2 1
"""

#: One played action for each card: the board of colour 0, and the coordinates.
PLAYED = {
    "VERSETZE_BAUSTEIN": (SEVEN, (4, 5, 1, 5)),
    "ZIEHE_DIAGONAL": ("0 1O\n1 0 2", (0, 0, 1, 1)),
    "UNTERSCHIEBE_BAUSTEIN": ("0 1O 1", (0, 0)),
    "VERSETZE_RITTER": ("0 1O\n5 0 0 0 1", (0, 0, 3, 5)),
    "ZIEHE_ZWEIEBENEN": ("0 1O 3", (0, 0, 1, 0)),
    "ZIEHE_UEBER_RITTER": ("0 1O 0B 2", (0, 0, 2, 0)),
    "SETZE_BAUSTEIN_ALLGEMEIN": ("0 1 1", (0, 0)),
    "ZIEHE_DURCHTOR": ("0 0O 2 1", (0, 0, 2, 0)),
    "SECHS_AKTIONSPUNKTE": ("0 1O", ()),
    "SIEBEN_AKTIONSPUNKTE": ("0 1O", ()),
}


def test_every_card_is_played() -> None:
    """The table has each kind of card, numbered as in the document."""
    assert [ACTIONS[action].card for action in PLAYED] == list(range(10))


@pytest.mark.parametrize("action", PLAYED)
def test_playing_a_card(action: str) -> None:
    """
    It is told without its number, leaves the game, is the only one of the
    turn, and costs no action point: it works with none left.
    """
    rows, where = PLAYED[action]
    card = card_for(action)
    state = turn(rows, hands=holding(0, 5, card, 11), points=0)
    assert play(state, act(action, *where)) == [Acted(color=0, action=action, where=where)]
    assert list(state.hands[0]) == [5, 11]
    assert state.played
    assert state.points == {"SECHS_AKTIONSPUNKTE": 1, "SIEBEN_AKTIONSPUNKTE": 2}.get(action, 0)


@pytest.mark.parametrize("action", PLAYED)
def test_prefixed_names(action: str) -> None:
    """The names of the cards are taken for the actions, and told without prefix."""
    rows, where = PLAYED[action]
    state = card_turn(rows, action)
    move = Act(f"KARTE_{action}", card_for(action), where)
    assert state.is_legal(0, move)
    assert list(state.apply(0, move)) == [Acted(color=0, action=action, where=where)]


@pytest.mark.parametrize("color", range(4))
def test_the_colour_of_a_card_does_not_matter(color: int) -> None:
    """A card of any colour does the same for every player."""
    card = 10 * color + 9
    state = turn("0 1O", hands=holding(0, card))
    play(state, Act("SIEBEN_AKTIONSPUNKTE", card))
    assert state.points == 7


def test_one_card_a_turn_and_another_in_the_next() -> None:
    """The second card has to wait for the next turn of its player."""
    state = turn("0 1O", hands=holding(0, 8, 9))
    play(state, Act("SECHS_AKTIONSPUNKTE", 8))
    assert not state.is_legal(0, Act("SIEBEN_AKTIONSPUNKTE", 9))
    for _ in range(3):
        play(state, EndTurn())
    assert asked(state) == 0
    assert (state.points, state.played) == (5, False)
    play(state, Act("SIEBEN_AKTIONSPUNKTE", 9))


# 0: a block to another place


def block_targets(rows: str, source: Square) -> set[Square]:
    """Where a block can be moved to."""
    return targets(card_turn(rows, "VERSETZE_BAUSTEIN"), "VERSETZE_BAUSTEIN", source)


def test_block_moves() -> None:
    """The top block of one square lies on another afterwards; no stack changes."""
    state = card_turn(SEVEN, "VERSETZE_BAUSTEIN")
    supply = state.supply
    play(state, act("VERSETZE_BAUSTEIN", 3, 5, 4, 5))
    assert (at_height(state, 3, 5), at_height(state, 4, 5)) == (1, 2)
    assert (state.blocks, state.supply) == (3, supply)


def test_block_within_a_castle_whose_area_shrinks() -> None:
    """
    The end of the row of heights 2 2 1 may go to the other end, beside it, or
    to a castle elsewhere; on top of the row only if the smaller area allows:
    with two squares left, not higher than 2.
    """
    reached = block_targets(SEVEN, (4, 5))
    assert {(1, 5), (2, 4), (2, 6), (3, 4), (3, 6)} <= reached
    assert (2, 5) not in reached
    assert (3, 5) not in reached
    assert (5, 5) not in reached
    assert (4, 4) not in reached


def test_removed_square_itself_does_not_support() -> None:
    """What was only beside the removed block has become isolated."""
    assert (5, 5) not in block_targets(SEVEN, (4, 5))


def test_lone_block_may_go_while_six_castles_remain() -> None:
    """Of seven castles one of a single block may vanish."""
    state = card_turn(SEVEN, "VERSETZE_BAUSTEIN")
    assert len(state.board.castles()) == 7
    play(state, act("VERSETZE_BAUSTEIN", 0, 0, 5, 5))
    assert len(state.board.castles()) == 6
    assert (at_height(state, 0, 0), at_height(state, 5, 5)) == (0, 1)


def test_lone_block_frees_the_place_between_castles() -> None:
    """What would have joined it with another castle is judged without it."""
    assert (1, 0) in block_targets(SEVEN, (0, 0))


def test_high_block_leaves_its_square_covered() -> None:
    """Taking one of two blocks splits nothing."""
    rows = SEVEN + "    6 0 0 0 2\n    7 0 0 0 1"
    assert (4, 5) in block_targets(rows, (3, 6))


def test_moved_block_may_found_by_the_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rulebook's way (8.3): away from all castles, and where it stood alone."""
    monkeypatch.setattr("boardhub.games.burg.blocks.MOVED_BLOCK_MAY_FOUND", True)
    reached = block_targets(SEVEN, (4, 5))
    assert {(5, 5), (7, 7), (1, 5)} <= reached
    assert (1, 0) not in reached


# 1, 3, 4, 5: knights


@pytest.mark.parametrize(
    ("rows", "legal"),
    [
        ("0 0O\n1 0 1", True),
        ("0 2O\n1 0 0", True),
        ("0 3O\n1 0 4", True),
        ("0 1O\n1 0 3", False),
    ],
)
def test_diagonal_rise(rows: str, legal: bool) -> None:
    """A corner to the side, one level up at most, any number down."""
    state = card_turn(rows, "ZIEHE_DIAGONAL")
    assert state.is_legal(0, act("ZIEHE_DIAGONAL", 0, 0, 1, 1)) is legal


def test_diagonal_directions() -> None:
    """All four corners, whatever stands on the squares beside."""
    state = card_turn("0 0 0B\n1 0B 0O 2\n2 0 0K", "ZIEHE_DIAGONAL")
    assert targets(state, "ZIEHE_DIAGONAL", (1, 1)) == {(0, 0), (2, 0), (0, 2), (2, 2)}


def test_relocation() -> None:
    """To any free square, also to a higher one (8.2)."""
    state = card_turn("0 0O 1B 5\n1 1K", "VERSETZE_RITTER")
    everywhere = {(x, y) for x in range(8) for y in range(8)}
    taken = {(0, 0), (1, 0), (0, 1)}
    assert targets(state, "VERSETZE_RITTER", (0, 0)) == everywhere - taken


def test_relocation_by_the_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the limit of the other reading (8.2) a knight only gets level or down."""
    monkeypatch.setattr("boardhub.games.burg.knights.RELOCATION_MAY_LIFT", False)
    state = card_turn("0 1O 1 2 3B", "VERSETZE_RITTER")
    move = act("VERSETZE_RITTER", 0, 0, 2, 0)
    assert refused(state, move) is Fault.TOO_HIGH
    assert refused(state, act("VERSETZE_RITTER", 0, 0, 3, 0)) is Fault.OCCUPIED
    reached = targets(state, "VERSETZE_RITTER", (0, 0))
    assert {(1, 0), (7, 7)} <= reached
    assert len(reached) == 64 - 3


def test_two_levels() -> None:
    """The square beside, two levels up at most; level and down are allowed (8.16)."""
    state = card_turn("0 0 4\n1 3 2O 5\n2 0 0", "ZIEHE_ZWEIEBENEN")
    assert targets(state, "ZIEHE_ZWEIEBENEN", (1, 1)) == {(1, 0), (0, 1), (1, 2)}


def test_jumps() -> None:
    """
    Over own and foreign knights and the king, however high they stand, one
    level up at most (8.15).
    """
    rows = """
        0 0 0 2
        1 0 0 9B
        2 2 0G 1O 4K 0
        3 0 0 1O
        4 0 0 3
    """
    state = card_turn(rows, "ZIEHE_UEBER_RITTER")
    assert targets(state, "ZIEHE_UEBER_RITTER", (2, 2)) == {(2, 0), (0, 2), (4, 2)}


# 2: a block from below


def test_block_under_a_knight() -> None:
    """The knight rises with his square; the block is one of this turn's."""
    state = card_turn("0 1O 1", "UNTERSCHIEBE_BAUSTEIN")
    play(state, act("UNTERSCHIEBE_BAUSTEIN", 0, 0))
    assert at_height(state, 0, 0) == 2
    assert knights_of(state, 0) == {(0, 0)}
    assert (state.blocks, list(state.stacks[0]), state.points) == (2, [2, 2], 5)


def test_block_under_a_knight_founds_a_castle() -> None:
    """Away from all castles a new one comes about."""
    state = card_turn("0 1 1\n5 0 0 0O", "UNTERSCHIEBE_BAUSTEIN")
    play(state, act("UNTERSCHIEBE_BAUSTEIN", 2, 5))
    assert len(state.board.castles()) == 2


def test_block_under_a_knight_extends_a_castle() -> None:
    """Beside one castle it grows by the knight's square."""
    state = card_turn("0 1 0O", "UNTERSCHIEBE_BAUSTEIN")
    play(state, act("UNTERSCHIEBE_BAUSTEIN", 1, 0))
    assert len(state.board.castles()) == 1
    assert state.board.area(0) == 2


# 6: a block of the supply


def test_block_of_the_supply() -> None:
    """It comes out of the common supply, not out of the stack."""
    state = card_turn("0 1 1", "SETZE_BAUSTEIN_ALLGEMEIN", supply=1, blocks=0)
    play(state, act("SETZE_BAUSTEIN_ALLGEMEIN", 2, 0))
    assert at_height(state, 2, 0) == 1
    assert (state.supply, state.blocks, list(state.stacks[0])) == (0, 0, [2, 2])


# 7: doors


def test_door_card_climbs() -> None:
    """Up through the tower and out at its higher neighbour."""
    state = card_turn("0 0O 3 2", "ZIEHE_DURCHTOR")
    play(state, act("ZIEHE_DURCHTOR", 0, 0, 2, 0))
    assert knights_of(state, 0) == {(2, 0)}


def test_door_card_enters_only_castles_beside() -> None:
    """Ground between castles: each door leads into its own one."""
    state = card_turn("0 1 0O 2 1 0 0 2 1", "ZIEHE_DURCHTOR")
    reached = targets(state, "ZIEHE_DURCHTOR", (1, 0))
    assert reached == {(0, 1), (2, 1), (3, 1), (3, 0), (4, 0)}


# 8, 9: action points


@pytest.mark.parametrize(
    ("action", "gain"), [("SECHS_AKTIONSPUNKTE", 1), ("SIEBEN_AKTIONSPUNKTE", 2)]
)
def test_more_action_points(action: str, gain: int) -> None:
    """At any moment of the turn, and for this turn only."""
    state = card_turn("0 1O", action)
    for _ in range(5):
        play(state, act("ERHOEHE_PUNKTE"))
    play(state, act(action))
    assert state.points == gain
    for _ in range(3):
        play(state, EndTurn())
    assert state.points == 5
