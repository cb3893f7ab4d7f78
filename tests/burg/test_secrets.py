"""
Who may know what: hands and the pile are the game's only secrets.
"""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from boardhub.games.burg.events import Acted, CardDrawn
from boardhub.games.burg.moves import Act
from boardhub.games.burg.position import Seen
from boardhub.games.burg.state import Burg
from tests.burg.positions import act, at, holding, play, turn

#: Blue is at turn; she has bought the second of her two cards in this turn.
ROWS = """
    0 1O 2K 1B
    1 0 1 0G
"""

PILE = [4, 5, 6, 7]


def position(**changes: Any) -> Burg:
    """A turn of Blue in which all players hold cards."""
    return turn(
        ROWS,
        1,
        **{"hands": [[10], [21, 32], [13, 14]], "bought": 1, "pile": PILE, **changes},
    )


OTHERS: dict[str, tuple[int | None, Burg]] = {
    "the hands of the others, to player 0": (0, position(hands=[[10], [27, 8], [1, 2]])),
    "the hands of the others, to player 1": (1, position(hands=[[19], [21, 32], [30, 39]])),
    "the hands of the others, to player 2": (2, position(hands=[[0], [9, 38], [13, 14]])),
    "all hands, to spectators": (None, position(hands=[[0], [9, 38], [1, 2]])),
    "the order of the pile, to player 0": (0, position(pile=[7, 6, 5, 4])),
    "the order of the pile, to who is at turn": (1, position(pile=[7, 6, 5, 4])),
    "the order of the pile, to spectators": (None, position(pile=[5, 4, 7, 6])),
    "a card in the pile, to player 2": (
        2,
        position(hands=[[4], [21, 32], [13, 14]], pile=[10, 5, 6, 7]),
    ),
}


@pytest.mark.parametrize("case", OTHERS)
def test_views_do_not_tell_secrets(case: str) -> None:
    """Positions that differ only in what a viewer may not know look the same to him."""
    viewer, other = OTHERS[case]
    state = position()
    assert state != other
    assert state.view(viewer) == other.view(viewer)


def test_own_hand() -> None:
    """Players see their own cards in the order of purchase, spectators none."""
    state = position()
    assert [state.view(viewer).hand for viewer in (0, 1, 2, None)] == [
        (10,),
        (21, 32),
        (13, 14),
        (),
    ]


def test_cards_not_yet_playable() -> None:
    """Who is at turn is told how many of her cards she bought in this turn."""
    assert position().view(1).bought == 1


def test_views_differ_in_the_hand_alone() -> None:
    """All else is the same for everybody; `bought` belongs to the hand."""
    state = position()
    public = {evolve(state.view(viewer), hand=(), bought=0) for viewer in (0, 1, 2, None)}
    assert len(public) == 1


def test_public_position() -> None:
    """Everything but the cards themselves, as it stands."""
    heights = [0] * 64
    for square, height in {at(0, 0): 1, at(1, 0): 2, at(2, 0): 1, at(1, 1): 1}.items():
        heights[square] = height
    assert evolve(position(scores=[4, 0, 7], points=2).view(None), bought=0) == Seen(
        seats=3,
        order=(0, 1, 2),
        year=1,
        round=2,
        place=2,
        active=1,
        heights=tuple(heights),
        knights=((at(0, 0),), (at(2, 0),), (at(2, 1),)),
        king=at(1, 0),
        scores=(4, 0, 7),
        blocks=(3, 3, 3),
        stacks=((3, 2, 2), (2, 2), (3, 2, 2)),
        reserve=(5, 5, 5),
        supply=6,
        cards=(1, 2, 2),
        pile=4,
        hand=(),
        bought=0,
        played=False,
        points=2,
        acted=(),
    )


def test_views_are_snapshots() -> None:
    """A view does not change with the game."""
    state = position()
    view = state.view(1)
    again = state.clone().view(1)
    play(state, act("SETZE_BAUSTEIN", 1, 1))
    play(state, act("ZIEHE_KARTE"))
    assert view == again != state.view(1)


def test_drawn_cards_go_to_the_buyer_only() -> None:
    """All are told that a card was bought, one player which."""
    bought, card = play(position(), act("ZIEHE_KARTE"))
    assert bought == Acted(color=1, action="ZIEHE_KARTE")
    assert bought.to is None
    assert card == CardDrawn(card=7, to=frozenset({1}))


def test_played_cards_are_told_without_their_number() -> None:
    """Cards of one kind and different colours make the same event."""
    told = [
        play(turn("0 1O", hands=holding(0, card)), Act("SECHS_AKTIONSPUNKTE", card))
        for card in (8, 38)
    ]
    assert told[0] == told[1] == [Acted(color=0, action="SECHS_AKTIONSPUNKTE")]


def test_legal_moves_do_not_depend_on_secrets() -> None:
    """What can be done follows from what its player may know."""
    moves = list(position().legal_moves(1))
    assert moves == list(position(pile=[7, 6, 5, 4], hands=[[0], [21, 32], [1, 2]]).legal_moves(1))
