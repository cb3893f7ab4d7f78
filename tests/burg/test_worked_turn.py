"""
The worked turn of spec/burg-rules.md 9, played through the rules: three
players, 0 otto (30), 1 bea (25), 2 gus (41).
"""

from __future__ import annotations

from boardhub.games.burg.errors import Fault
from boardhub.games.burg.events import Acted, CardDrawn, RoundEnded, TurnBegan, TurnEnded
from boardhub.games.burg.moves import Act, EndTurn, PlaceKing
from boardhub.games.burg.prompts import AskKing
from boardhub.games.burg.state import Burg
from boardhub.games.rules import Event
from tests.burg.positions import (
    act,
    asked,
    begun,
    end_turns,
    knights_of,
    play,
    refused,
    squares,
    total,
)

YEARS = ((3, 3, 2, 2), (3, 3, 2), (3, 3, 2))

#: The ``PLAN`` after the turn.
PLAN = """
0 0 0 0 0 1O 0 0 0
1 0 0 1 0 0 0 0 0
2 0 0 1B 1B 0 1K 0 0
3 1 0 0 0 0 0 0 0
4 0 0 0 0 0 0 0 1
5 0 0 1 0 0 1G 0 0
6 0 0 0 0 0 0 0 0
7 0 0 0 1 0 0 0 0
""".strip()


def acted(color: int, action: str, *where: int) -> Acted:
    """An accepted action."""
    return Acted(color=color, action=action, where=where)


def set_up() -> tuple[Burg, list[Event]]:
    """To the beginning of the first turn; player 1 will buy 21 and then 08."""
    state = begun(30, 25, 41)
    state.pile = [card for card in range(40) if card not in (8, 21)] + [8, 21]
    first = "SETZE_RITTER_ERSTESMAL"
    events = play(state, act(first, 2, 2), 1)
    assert refused(state, act(first, 2, 2), 2) is Fault.OCCUPIED
    events += play(state, act(first, 5, 5), 2)
    assert refused(state, act(first, 1, 1), 0) is Fault.IMPOSSIBLE
    events += play(state, act(first, 4, 0), 0)
    events += state.apply(0, PlaceKing(5, 2, 0))
    return state, events


def first_round(state: Burg) -> list[Event]:
    """Round 1: player 1 builds, buys and sets a knight, 2 scores, 0 is late."""
    events = play(state, act("SETZE_BAUSTEIN", 2, 1), 1)
    events += play(state, act("ZIEHE_KARTE"), 1)
    events += play(state, act("SETZE_RITTER", 2, 1), 1)
    events += play(state, EndTurn(), 1)
    events += play(state, act("ERHOEHE_PUNKTE"), 2)
    events += play(state, EndTurn(), 2)
    late = state.default_move(0)
    assert late is not None
    return events + play(state, late, 0)


def the_turn(state: Burg) -> list[Event]:
    """The turn itself, checked step by step against the page."""
    assert (state.points, state.blocks, state.hands[1]) == (5, 3, [21])
    events = play(state, act("SETZE_BAUSTEIN", 3, 2), 1)
    assert state.points == 4
    assert squares(state.board.castle(8 * 2 + 3)) == {(2, 1), (2, 2), (3, 2)}
    assert refused(state, act("SETZE_BAUSTEIN", 4, 2), 1) is Fault.CASTLE_BROKEN
    events += play(state, act("ZIEHE_KARTE"), 1)
    assert state.points == 3
    assert refused(state, Act("SECHS_AKTIONSPUNKTE", 8), 1) is Fault.CARD_NOT_HELD
    events += play(state, Act("ZIEHE_DIAGONAL", 21, (2, 1, 3, 2)), 1)
    assert state.points == 3
    return events + play(state, EndTurn(), 1)


def after_the_turn() -> Burg:
    """The position at the end of 9.2, where player 2 is at turn."""
    state, _ = set_up()
    first_round(state)
    the_turn(state)
    return state


def test_set_up() -> None:
    """9.1, to the first ``ZUG_BEGINNT``: player 1 begins whatever colour is named."""
    state, events = set_up()
    first = "SETZE_RITTER_ERSTESMAL"
    assert events == [
        acted(1, first, 2, 2),
        acted(2, first, 5, 5),
        acted(0, first, 4, 0),
        acted(0, "SETZE_KOENIG", 5, 2),
        TurnBegan(color=1),
    ]
    assert asked(state) == 1


def test_first_round() -> None:
    """9.1, round 1, and that player 0 comes too late afterwards."""
    state, _ = set_up()
    assert first_round(state) == [
        acted(1, "SETZE_BAUSTEIN", 2, 1),
        acted(1, "ZIEHE_KARTE"),
        CardDrawn(card=21, to=frozenset({1})),
        acted(1, "SETZE_RITTER", 2, 1),
        TurnEnded(color=1),
        TurnBegan(color=2),
        acted(2, "ERHOEHE_PUNKTE"),
        TurnEnded(color=2),
        TurnBegan(color=0),
        TurnEnded(color=0),
        RoundEnded(),
        TurnBegan(color=1),
    ]
    assert refused(state, act("SETZE_BAUSTEIN", 4, 1), 0) is Fault.NOT_ASKED
    assert refused(state, EndTurn(), 0) is Fault.NOT_ASKED


def test_the_turn() -> None:
    """9.2: three actions accepted, one refused, a card bought, a card played."""
    state, _ = set_up()
    first_round(state)
    assert the_turn(state) == [
        acted(1, "SETZE_BAUSTEIN", 3, 2),
        acted(1, "ZIEHE_KARTE"),
        CardDrawn(card=8, to=frozenset({1})),
        acted(1, "ZIEHE_DIAGONAL", 2, 1, 3, 2),
        TurnEnded(color=1),
        TurnBegan(color=2),
    ]


def test_position_after_the_turn() -> None:
    """What ``STATUS`` and ``PLAN`` show a spectator who comes now."""
    state = after_the_turn()
    assert str(state.board) == PLAN
    view = state.view(None)
    assert (view.year, view.round, view.place, view.active) == (1, 2, 2, 2)
    assert view.scores == (0, 0, 1)
    assert view.blocks == (3, 3, 3)
    assert knights_of(state, 1) == {(2, 2), (3, 2)}


def test_books_after_the_turn() -> None:
    """
    Board 10, stacks of the year 24 (player 1 has 3 3, the others 3 3 3 each),
    later years 48, supply 10: 92 blocks. Player 1 holds 08; 38 cards are left.
    """
    state = after_the_turn()
    assert sum(state.board.heights) == 10
    assert state.supply == 10
    assert [sorted(stacks) for stacks in state.stacks] == [[3, 3, 3], [3, 3], [3, 3]]
    assert state.blocks == 3
    assert total(state, YEARS) == 92
    assert [list(hand) for hand in state.hands] == [[], [8], []]
    assert len(state.pile) == 38
    assert list(state.reserve) == [5, 4, 5]


def test_between_the_years() -> None:
    """
    9.3, after player 0 has bought 4 points and the rest of year 1 has been
    passed: 2, 3, 4, 5 for 0, leaping over the 1 of player 2. Castles in the
    order 1, 2, 0: 3 x 1, 1, 1, no bonus, so 3, 2 and 6. Player 2 has fewest
    and names player 1.
    """
    state = after_the_turn()
    end_turns(state, 1)
    for score in (2, 3, 4, 5):
        play(state, act("ERHOEHE_PUNKTE"), 0)
        assert state.scores[0] == score
    assert end_turns(state, 7)[-2:] == [TurnEnded(color=0), RoundEnded()]
    assert list(state.scores) == [6, 3, 2]
    assert isinstance(state.prompts[0], AskKing)
    assert play(state, PlaceKing(3, 7, 1), 2) == [
        acted(2, "SETZE_KOENIG", 3, 7),
        TurnBegan(color=1),
    ]
    assert list(state.order) == [1, 2, 0]
    assert total(state, YEARS) == 92
