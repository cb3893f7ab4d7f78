"""
What holds in every game: whole games by random legal moves, looked at after
each step, and compared with a slow reading of the rules written for it.

BOARDHUB_SOAK multiplies the number of games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

import pytest
from attrs import define, field
from hypothesis import given, settings
from hypothesis import strategies as st

from boardhub.games.burg.actions import ACTIONS, BY_NAME
from boardhub.games.burg.events import Acted, CardDrawn, RoundEnded, TurnBegan
from boardhub.games.burg.moves import Act, EndTurn, PlaceKing
from boardhub.games.burg.prompts import AskTurn
from boardhub.games.burg.state import Burg
from boardhub.games.rules import Event, IllegalMove, Move
from tests.burg.positions import KNIGHTS, asked, begun, default, kind, playout, sampled, total
from tests.soak import games

YEARS = {
    2: ((3, 3, 3, 3),) * 3,
    3: ((3, 3, 2, 2), (3, 3, 2), (3, 3, 2)),
    4: ((2, 2, 2, 2), (2, 2, 2), (2, 2, 2)),
}

# A slow reading of the rules

COORDINATES = list(product(range(8), range(8)))


def beside(square: int) -> list[int]:
    """The squares orthogonally adjacent (spec/burg-rules.md 1)."""
    x, y = square % 8, square // 8
    around = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return [8 * b + a for a, b in around if 0 <= a < 8 and 0 <= b < 8]


def castle_of(heights: Sequence[int], square: int) -> frozenset[int]:
    """The castle of a square with a block."""
    found, border = {square}, [square]
    while border:
        new = {at for at in beside(border.pop()) if heights[at]} - found
        found |= new
        border += new
    return frozenset(found)


def castles_of(heights: Sequence[int]) -> set[frozenset[int]]:
    """All castles."""
    return {castle_of(heights, square) for square in range(64) if heights[square]}


def counted(state: Burg) -> list[int]:
    """The scores after the year that ends in this position (5)."""
    board, scores = state.board, list(state.scores)
    castles = castles_of(board.heights)
    order = list(state.order)
    if state.year > 1:
        order.sort(key=lambda color: -state.scores[color])

    def levels(color: int, castle: frozenset[int]) -> list[int]:
        return [board.heights[square] for square in board.knights[color] if square in castle]

    for color in order:
        best = [len(castle) * max(levels(color, castle), default=0) for castle in castles]
        go_on(scores, color, sum(best))
    for color in order:
        (kings,) = [castle for castle in castles if board.king in castle]
        if state.year in levels(color, kings):
            go_on(scores, color, 5 * state.year)
    return scores


def go_on(scores: list[int], color: int, gain: int) -> None:
    """A marker goes on to the next free space (5)."""
    if not gain:
        return
    others = scores[:color] + scores[color + 1 :]
    scores[color] += gain
    while scores[color] in others:
        scores[color] += 1


def may_lie(heights: Sequence[int], square: int) -> bool:
    """Whether a block may be put on a square without a piece (3.4)."""
    if heights[square]:
        return heights[square] + 1 <= len(castle_of(heights, square))
    return len({castle_of(heights, at) for at in beside(square) if heights[at]}) == 1


def moved_block(heights: Sequence[int], source: int, target: int) -> bool:
    """Whether card 0 may take a block there, neither square having a piece (4, 7.3)."""
    if source == target or not heights[source]:
        return False
    rest = list(heights)
    rest[source] -= 1
    left = castle_of(heights, source) - (set() if rest[source] else {source})
    if left and castle_of(rest, min(left)) != left:
        return False
    if any(rest[at] > len(left) for at in left) or not may_lie(rest, target):
        return False
    rest[target] += 1
    return len(castles_of(rest)) >= 6


def inside(heights: Sequence[int], source: int) -> dict[int, int]:
    """The highest storey at which a knight gets onto each square inside (3.3)."""
    level = heights[source]
    storeys = {at: level + 1 for at in beside(source) if heights[at] > level}
    border = list(storeys)
    while border:
        at = border.pop()
        for on in beside(at):
            storey = min(storeys[at], heights[on])
            if storey > storeys.get(on, 0):
                storeys[on] = storey
                border.append(on)
    return storeys


def passages(heights: Sequence[int], source: int) -> set[int]:
    """Where a passage leads, pieces aside: out of a door at the storey one is on."""
    storeys = inside(heights, source)
    return {
        exit_
        for exit_ in range(64)
        if exit_ != source
        for at in beside(exit_)
        if heights[at] > heights[exit_] and storeys.get(at, 0) >= heights[exit_] + 1
    }


def doors(heights: Sequence[int], source: int) -> set[int]:
    """Where the door card leads, pieces aside: out of any door of such a castle."""
    entered = {castle_of(heights, at) for at in beside(source) if heights[at] > heights[source]}
    return {
        exit_
        for exit_ in range(64)
        if exit_ != source
        for castle in entered
        if any(at in castle and heights[at] > heights[exit_] for at in beside(exit_))
    }


def wheres(state: Burg, action: str) -> set[tuple[int, ...]]:
    """The squares of the listed moves of one action, as numbers."""
    found = set()
    for move in state.legal_moves(asked(state)):
        if isinstance(move, Act) and move.action == action:
            where = move.where
            found.add(tuple(8 * y + x for x, y in zip(where[::2], where[1::2], strict=True)))
    return found


def pieces(state: Burg) -> set[int]:
    """Where knights or the king stand."""
    standing = {square for knights in state.board.knights for square in knights}
    return standing if state.board.king is None else standing | {state.board.king}


# Whole games


@pytest.mark.parametrize("batch", range(4))
def test_nothing_is_made_from_nothing(batch: int) -> None:
    """92 blocks, 6 knights of each colour, 40 cards, one piece on a square; always."""
    for game in range(games(15)):
        played: list[int] = []
        for state, step in playout(4 * game + batch, "stores"):
            if step is not None and isinstance(step.move, Act) and step.move.card is not None:
                played.append(step.move.card)
            assert total(state, YEARS[state.seats]) == 92
            assert min(state.supply, state.blocks, *state.board.heights) >= 0
            held = [card for hand in state.hands for card in hand]
            assert sorted([*state.pile, *held, *played]) == list(range(40))
            standing = [square for knights in state.board.knights for square in knights]
            assert len(standing) == len(set(standing))
            assert state.board.king not in standing
            for knights, reserve in zip(state.board.knights, state.reserve, strict=True):
                assert len(knights) + reserve == KNIGHTS
            assert all(stack <= 3 for stacks in state.stacks for stack in stacks)


@pytest.mark.parametrize("batch", range(2))
def test_castles_stay_castles(batch: int) -> None:
    """
    No castle is higher than its area or fewer than six; a new one comes about
    only under a knight, and one vanishes only by the card that moves blocks.
    """
    for game in range(games(15)):
        number = 8
        for state, step in playout(2 * game + batch, "castles"):
            castles = castles_of(state.board.heights)
            assert {frozenset(map(int, state.board.castle(min(it)))) for it in castles} == castles
            for castle in castles:
                assert max(state.board.heights[square] for square in castle) <= len(castle)
            change, number = len(castles) - number, len(castles)
            assert number >= 6
            name = "" if step is None else kind(step.move)
            lowest = -1 if name == "VERSETZE_BAUSTEIN" else 0
            highest = 1 if name == "UNTERSCHIEBE_BAUSTEIN" else 0
            assert lowest <= change <= highest


@pytest.mark.parametrize("batch", range(2))
def test_points(batch: int) -> None:
    """Scores change by a point bought and by the count of a year, and as the page says."""
    for game in range(games(20)):
        years = 0
        for state, step in playout(2 * game + batch, "points"):
            if step is None:
                continue
            expected = list(step.before.scores)
            if kind(step.move) == "ERHOEHE_PUNKTE":
                go_on(expected, step.seat, 1)
            if state.result is not None or state.year > step.before.year > 0:
                expected = counted(step.before)
                years += 1
            assert list(state.scores) == expected
            above = [score for score in state.scores if score]
            assert len(above) == len(set(above))
        assert years == 3
        assert state.result is not None
        assert tuple(state.result.scores) == tuple(state.scores)


@define
class Onlooker:
    """What somebody knows who has only seen the events."""

    seats: int
    heights: list[int] = field(factory=lambda: [0] * 64)
    knights: list[set[int]] = field(factory=list)
    king: int | None = None
    cards: list[int] = field(factory=list)
    pile: int = 40
    acted: list[Acted] = field(factory=list)
    points: int = 0
    rounds: int = 0

    def see(self, event: Event) -> None:
        """Take in an event."""
        if isinstance(event, TurnBegan):
            self.acted, self.points = [], 5
        elif isinstance(event, RoundEnded):
            self.rounds += 1
        elif isinstance(event, Acted):
            self._see_action(event)

    def _see_action(self, event: Acted) -> None:
        where = event.where
        places = [8 * y + x for x, y in zip(where[::2], where[1::2], strict=True)]
        action = ACTIONS[event.action]
        if action.name == "SETZE_KOENIG":
            (self.king,) = places
            return
        if action.name == "SETZE_RITTER_ERSTESMAL":
            self.knights[event.color].add(*places)
            return
        self.acted.append(event)
        self.points -= action.cost
        self.cards[event.color] -= action.card is not None
        self._change(event.color, action.name, places)

    def _change(self, color: int, name: str, places: list[int]) -> None:
        if name == "ZIEHE_KARTE":
            self.cards[color] += 1
            self.pile -= 1
        elif name.endswith("_AKTIONSPUNKTE"):
            self.points += 1 if name.startswith("SECHS") else 2
        elif name == "SETZE_RITTER":
            self.knights[color].add(*places)
        elif name == "VERSETZE_BAUSTEIN":
            self.heights[places[0]] -= 1
            self.heights[places[1]] += 1
        elif "BAUSTEIN" in name:
            self.heights[places[0]] += 1
        elif len(places) == 2:
            self.knights[color].remove(places[0])
            self.knights[color].add(places[1])


@pytest.mark.parametrize("batch", range(2))
def test_events_rebuild_the_position(batch: int) -> None:
    """Who has seen all public events knows the board, the hands' sizes and the turn."""
    for game in range(games(12)):
        onlooker: Onlooker | None = None
        for state, step in playout(2 * game + batch, "events"):
            view = state.view(None)
            if step is None or onlooker is None:
                onlooker = Onlooker(view.seats, list(view.heights))
                onlooker.knights = [set() for _ in range(view.seats)]
                onlooker.cards = [0] * view.seats
                continue
            for event in step.events:
                assert event.to is None or isinstance(event, CardDrawn)
                onlooker.see(event)
            assert onlooker.heights == list(view.heights)
            assert onlooker.knights == [set(knights) for knights in view.knights]
            assert (onlooker.king, onlooker.pile) == (view.king, view.pile)
            assert onlooker.cards == list(view.cards)
            if state.prompts and isinstance(state.prompts[0], AskTurn):
                assert tuple(onlooker.acted) == view.acted
                assert onlooker.points == view.points
        assert onlooker is not None
        assert onlooker.rounds == (12 if onlooker.seats == 2 else 10)


def test_cards_are_told_to_their_buyers() -> None:
    """The cards that a player is told and has not played are the hand she sees."""
    for game in range(games(10)):
        told: dict[int, list[int]] = {}
        for state, step in playout(game, "told"):
            if step is None:
                continue
            cards = told.setdefault(step.seat, [])
            for event in step.events:
                if isinstance(event, CardDrawn):
                    assert event.to == frozenset({step.seat})
                    cards.append(event.card)
            if isinstance(step.move, Act) and step.move.card is not None:
                cards.remove(step.move.card)
            assert state.view(step.seat).hand == tuple(cards)
            assert state.view(None).hand == ()


def test_same_seed_same_game() -> None:
    """A twin that is given the same moves does the same all along."""
    for game in range(games(6)):
        twin: Burg | None = None
        for state, step in playout(game, "twins"):
            if twin is None:
                twin = state.clone()
            if step is not None:
                assert list(twin.apply(step.seat, step.move)) == step.events
            assert twin == state


def test_defaults_are_legal() -> None:
    """Whoever is asked has a default, and by defaults alone the game comes to its end."""
    for game in range(games(4)):
        for state, _ in playout(game, "defaults"):
            if state.prompts:
                assert state.is_legal(asked(state), default(state))
    state = begun(30, 20, 25, 40)
    while state.prompts:
        state.apply(asked(state), default(state))
    assert state.result is not None


# Positions out of games


def all_acts() -> Iterator[Act]:
    """Every action of a turn with every square and the card of colour 0."""
    for action in ACTIONS.values():
        for where in product(COORDINATES, repeat=action.squares):
            yield Act(action.name, action.card, tuple(sum(where, ())))


EVERY_ACT = tuple(all_acts())


def test_listing_is_complete() -> None:
    """What is listed is exactly what would be taken; king and end of turn aside."""
    for position in sampled(6, "listing"):
        seat = asked(position)
        listed = list(position.legal_moves(seat))
        assert len(listed) == len(set(listed))
        taken = {act for act in EVERY_ACT if position.is_legal(seat, act)}
        assert set(listed) == taken | {EndTurn()}


def test_listing_of_first_knights_and_kings() -> None:
    """Outside of turns, too, what is listed is what would be taken on the squares."""
    on_one_square = {act for act in EVERY_ACT if len(act.where) <= 2}
    for game in range(games(8)):
        for state, _ in playout(game, "placing"):
            if not state.prompts or isinstance(state.prompts[0], AskTurn):
                continue
            seat = asked(state)
            listed = set(state.legal_moves(seat))
            kings = {PlaceKing(x, y) for x, y in COORDINATES}
            taken = {move for move in {*on_one_square, *kings} if state.is_legal(seat, move)}
            assert taken <= listed
            assert all(isinstance(move, PlaceKing) for move in listed - taken)
            assert all(state.is_legal(seat, move) for move in listed)


def test_blocks_against_the_page() -> None:
    """Blocks can be placed and moved where a slow reading of 3.4 and 4 says."""
    for position in sampled(4, "blocks"):
        heights, taken = list(position.board.heights), pieces(position)
        free = [square for square in range(64) if square not in taken]
        sites = {(square,) for square in free if may_lie(heights, square)}
        assert wheres(position, "SETZE_BAUSTEIN") == (sites if position.blocks else set())
        assert wheres(position, "SETZE_BAUSTEIN_ALLGEMEIN") == sites
        assert wheres(position, "VERSETZE_BAUSTEIN") == {
            (source, target)
            for source in free
            if heights[source]
            for target in free
            if moved_block(heights, source, target)
        }


def test_knights_against_the_page() -> None:
    """Knights move and come where a slow reading of 3.2, 3.3 and 4 says."""
    for position in sampled(20, "knights"):
        heights, taken = list(position.board.heights), pieces(position)
        own = position.board.knights[asked(position)]
        steps = {
            (source, target)
            for source in own
            for target in beside(source)
            if heights[target] <= heights[source] + 1 and target not in taken
        }
        through = {
            (source, target) for source in own for target in passages(heights, source) - taken
        }
        by_card = {(source, target) for source in own for target in doors(heights, source) - taken}
        new = {
            (target,)
            for source in own
            for target in beside(source)
            if heights[target] <= heights[source] and target not in taken
        }
        assert wheres(position, "ZIEHE_RITTER") == steps | through
        assert wheres(position, "ZIEHE_DURCHTOR") == by_card
        more = position.reserve[asked(position)] > 0
        assert wheres(position, "SETZE_RITTER") == (new if more else set())


numbers = st.one_of(st.integers(-2, 9), st.integers())
names = st.one_of(st.sampled_from(sorted(BY_NAME)), st.text(max_size=8))
wild = st.one_of(
    st.builds(
        Act,
        names,
        st.one_of(st.none(), st.integers(-1, 41), st.integers()),
        st.lists(numbers, max_size=5).map(tuple),
    ),
    st.builds(PlaceKing, numbers, numbers, st.one_of(st.none(), numbers)),
)


@settings(deadline=None, max_examples=games(100))
@given(game=st.integers(0, 5), steps=st.integers(0, 60), moves=st.lists(wild, max_size=8))
def test_wild_moves_change_nothing(game: int, steps: int, moves: list[Move]) -> None:
    """Whatever comes is taken or refused, and a refused move leaves no trace."""
    state, _ = next(islice(playout(game, "wild"), steps, None))
    for move in moves:
        for seat in range(state.seats):
            before = state.clone()
            legal = state.is_legal(seat, move)
            assert state == before
            try:
                state.apply(seat, move)
            except IllegalMove:
                assert not legal
                assert state == before
            else:
                assert legal
