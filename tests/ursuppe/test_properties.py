"""
What holds in every game: whole games by random legal moves, looked at from
all sides after each step.

The environment variable BOARDHUB_SOAK multiplies the number of games.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardhub.games.rules import IllegalMove, Move, Prompt
from boardhub.games.ursuppe import events as all_events
from boardhub.games.ursuppe.moves import (
    MOVES,
    Aggress,
    BuyGenes,
    ChoosePosition,
    Compensate,
    Defend,
    Divide,
    Eat,
    Flee,
    Go,
    Hold,
    LetGo,
    NoDefence,
    NoFlight,
    NoSecondMove,
    Parasitize,
    Peace,
    Place,
    Ready,
    Roll,
    Struggle,
    Tentacle,
)
from boardhub.games.ursuppe.prompts import AskDefects, AskDivision, AskGenes, AskReady
from boardhub.games.ursuppe.state import Ursuppe
from tests.ursuppe.graph import WAYS
from tests.ursuppe.ledger import COPIES, Ledger
from tests.ursuppe.playouts import Step, opened, playout

SOAK = float(os.environ.get("BOARDHUB_SOAK", "1"))
BATCHES = max(1, round(10 * SOAK))
GAMES = 6
"""Games of a batch."""

LOOKS = 0.015
"""The part of the steps after which the costly looks are taken."""

FINISH = 41
LAST_ROUND = 10

PREDECESSORS = {16: {3}, 17: {1}, 18: {13}}

numbers = st.one_of(st.integers(-3, 25), st.integers())
cubes = st.lists(st.integers(-1, 60), max_size=6).map(tuple)


def check_position(state: Ursuppe) -> None:
    """What is true of every position."""
    for color in range(state.seats):
        lying = sum(square[color] for square in state.cubes.values())
        assert lying + state.supply[color] == 55
        assert state.supply[color] >= 0
    assert set(state.cubes) == set(WAYS)
    assert min(min(square) for square in state.cubes.values()) >= 0
    for tribe in state.tribes:
        assert tribe.points >= 0
        assert set(tribe.amoebas) <= set(range(7))
        assert all((it.x, it.y) in WAYS for it in tribe.amoebas.values())
        assert all(0 <= it.damage <= 4 for it in tribe.amoebas.values())
        for gene, given_up in PREDECESSORS.items():
            assert gene not in tribe.genes or not tribe.genes & given_up
        assert not {4, 5, 19} <= tribe.genes
    ladder = [tribe.ladder for tribe in state.tribes if tribe.ladder >= 0]
    assert len(set(ladder)) == len(ladder)
    owned = [gene for tribe in state.tribes for gene in tribe.genes]
    for gene, copies in enumerate(COPIES[state.seats]):
        assert owned.count(gene) <= copies


def check_prompts(before: tuple[Prompt, ...], after: tuple[Prompt, ...], asked: int) -> int:
    """Old prompts stay as they are, new ones are numbered on; the latest number."""
    seats = [prompt.seat for prompt in after]
    assert len(set(seats)) == len(seats)
    for prompt in after:
        if prompt in before:
            continue
        asked += 1
        assert prompt.number == asked
    return asked


def check_step(before: tuple[Prompt, ...], state: Ursuppe, step: Step) -> None:
    """What a move does to the prompt that it answers."""
    answered = next(prompt for prompt in before if prompt.seat == step.seat)
    stays = isinstance(step.move, Roll | Tentacle | Parasitize)
    assert (answered in state.prompts) is stays
    if state.result is None:
        assert state.prompts


def check_end(state: Ursuppe) -> None:
    """Why the game is over, and what it says of it."""
    ladder = [tribe.ladder for tribe in state.tribes]
    assert state.result is not None
    assert state.result.scores == tuple(ladder)
    assert tuple(state.prompts) == ()
    assert 1 <= state.round <= LAST_ROUND
    assert state.round == LAST_ROUND or max(ladder) >= FINISH
    assert max(ladder) <= 50
    assert len(set(ladder)) == state.seats
    assert not state.deck or max(ladder) >= FINISH


def universe(seats: int) -> Iterator[Move]:
    """Every thinkable move of the kinds that are listed in full."""
    amoebas, colors, ways = range(7), range(seats), range(1, 6)
    yield from (Ready(), Roll(), Peace())
    yield from map(ChoosePosition, colors)
    yield from (Place(nr, x, y) for nr, x, y in product(amoebas, range(5), range(5)))
    yield from (kind(nr, way) for kind in (Go, Flee) for nr, way in product(amoebas, ways))
    for simple in (NoSecondMove, NoFlight, Defend, NoDefence):
        yield from map(simple, amoebas)
    for counts in product(range(5), repeat=seats):
        yield from (Eat(nr, counts) for nr in (0, 1, 6))
        yield from (Tentacle(nr, counts) for nr in (0, 1, 6))
    yield from (Parasitize(nr, color) for nr, color in product(amoebas, colors))
    for pair in (Struggle, Hold, LetGo, Aggress):
        yield from (pair(*numbers) for numbers in product(amoebas, colors, amoebas))


UNIVERSE = {seats: tuple(universe(seats)) for seats in (3, 4)}


def check_lists(state: Ursuppe, chance: Random) -> None:
    """What is listed is legal, what is not listed is not, for every seat."""
    asked = {prompt.seat: prompt for prompt in state.prompts}
    for seat in range(state.seats):
        listed = list(state.legal_moves(seat))
        assert bool(listed) is (seat in asked)
        assert all(state.is_legal(seat, move) for move in listed)
        found = set(listed)
        assert len(found) == len(listed)
        if isinstance(asked.get(seat), AskDefects | AskGenes | AskDivision):
            continue
        for move in chance.sample(UNIVERSE[state.seats], 300):
            assert state.is_legal(seat, move) is (move in found)


def check_refusals(state: Ursuppe, chance: Random) -> None:
    """Illegal moves raise what they should and change nothing."""
    before, seen = state.clone(), state.view(None)
    for move in chance.sample(UNIVERSE[state.seats], 60):
        seat = chance.randrange(state.seats)
        if state.is_legal(seat, move):
            continue
        with pytest.raises(IllegalMove):
            state.apply(seat, move)
    assert state == before
    assert state.view(None) == seen


def check_defaults(state: Ursuppe) -> None:
    """Every open prompt has a legal default, no other seat has any."""
    asked = {prompt.seat for prompt in state.prompts}
    for seat in range(state.seats):
        move = state.default_move(seat)
        assert (move is not None) is (seat in asked)
        assert move is None or state.is_legal(seat, move)
    assert state.default_move(None) is None


def check_clones(state: Ursuppe, seed: int) -> None:
    """A clone goes its own way, and two clones go the same way."""
    one, two, three = state.clone(), state.clone(), state.clone()
    assert one == state
    moves = []
    for step in playout(one, Random(seed)):
        moves.append(step)
        if len(moves) == 15:
            break
    for step in moves:
        assert tuple(two.apply(step.seat, step.move)) == step.events
    assert one == two
    assert one.view(None) == two.view(None)
    assert state == three
    assert one != state


def look(state: Ursuppe, chance: Random) -> None:
    """The costly looks at a position."""
    check_lists(state, chance)
    check_refusals(state, chance)
    check_defaults(state)
    check_clones(state, chance.randrange(1000))
    assert all(state.view(viewer) == state.view(None) for viewer in range(state.seats))
    assert str(state)


def play_and_look(seats: int, seed: str) -> list[Step]:
    """A whole game with all looks; its steps."""
    state = opened(seats, seed)
    chance = Random(f"{seed} looks")
    ledger = Ledger(seats, state.card)
    prompts = tuple(state.prompts)
    asked, turn = seats, state.turn
    steps = []
    for step in playout(state, Random(seed)):
        steps.append(step)
        for event in step.events:
            ledger.hear(event)
        ledger.ask(state.prompts)
        if state.result is None:
            assert state.view(None) == ledger.position()
        check_position(state)
        check_step(prompts, state, step)
        asked = check_prompts(prompts, tuple(state.prompts), asked)
        prompts = tuple(state.prompts)
        assert state.turn >= turn
        turn = state.turn
        if state.result is None and chance.random() < LOOKS:
            look(state, chance)
    check_end(state)
    return steps


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("seats", [3, 4])
def test_random_games(seats: int, batch: int) -> None:
    """Invariants, lists, refusals, defaults, clones and books hold in whole games."""
    for game in range(GAMES):
        assert play_and_look(seats, f"{seats} players, game {batch}.{game}")


@pytest.mark.parametrize("seats", [3, 4])
def test_a_game_can_be_played_again(seats: int) -> None:
    """The list of moves brings back every event and the very same end."""
    for game in range(GAMES):
        seed = f"again {game}"
        first, second = opened(seats, seed), opened(seats, seed)
        for step in playout(first, Random(seed)):
            assert tuple(second.apply(step.seat, step.move)) == step.events
            assert second.prompts == first.prompts
        assert second == first
        assert second.result == first.result


def test_random_games_see_everything() -> None:
    """Every kind of move and event occurs, or the games above would say little."""
    moves: set[type[Move]] = set()
    events: set[type] = set()
    for game in range(30):
        state = opened(4, f"everything {game}")
        for step in playout(state, Random(game)):
            moves.add(type(step.move))
            events.update(map(type, step.events))
    assert moves == set(MOVES)
    kinds = {it for it in vars(all_events).values() if isinstance(it, type)}
    assert events == {it for it in kinds if it.__module__ == all_events.__name__}


def garbage() -> st.SearchStrategy[Move]:
    """Moves of every kind with any numbers in them."""
    pair = st.tuples(numbers, st.one_of(st.none(), numbers))
    triple = st.tuples(numbers, numbers, numbers)
    one = [ChoosePosition, NoSecondMove, NoFlight, Defend, NoDefence]
    return st.one_of(
        *(st.builds(kind, numbers) for kind in one),
        *(st.builds(kind, numbers, numbers) for kind in (Go, Parasitize, Flee)),
        *(st.builds(kind, numbers, cubes) for kind in (Tentacle, Eat)),
        *(st.builds(kind, numbers, numbers, numbers) for kind in (Place, Struggle, Hold)),
        *(st.builds(kind, numbers, numbers, numbers) for kind in (LetGo, Aggress)),
        st.builds(Compensate, st.lists(numbers, max_size=9).map(tuple)),
        st.builds(BuyGenes, st.lists(pair, max_size=9).map(tuple)),
        st.builds(Divide, st.lists(triple, max_size=9).map(tuple)),
    )


REACHED: dict[tuple[int, int], list[Ursuppe]] = {}


def reached(seats: int, seed: int) -> list[Ursuppe]:
    """One position of a game for each kind of prompt."""
    if (seats, seed) not in REACHED:
        state = opened(seats, f"reached {seed}")
        found: dict[type[Prompt], Ursuppe] = {AskReady: state.clone()}
        for _ in playout(state, Random(seed)):
            for prompt in state.prompts:
                found.setdefault(type(prompt), state.clone())
        REACHED[seats, seed] = list(found.values())
    return REACHED[seats, seed]


@settings(max_examples=150, deadline=None)
@given(seats=st.sampled_from([3, 4]), seed=st.integers(0, 4), moves=st.lists(garbage(), max_size=9))
def test_garbage_is_refused_and_changes_nothing(seats: int, seed: int, moves: list[Move]) -> None:
    """Whatever numbers stand in a move: it is legal, or refused without a trace."""
    for state in reached(seats, seed):
        before = state.clone()
        for move, seat in product(moves, range(seats)):
            if state.is_legal(seat, move):
                continue
            with pytest.raises(IllegalMove) as caught:
                state.apply(seat, move)
            assert 1 <= caught.value.code <= 38
        assert state == before
