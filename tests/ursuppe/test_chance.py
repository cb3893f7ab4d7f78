"""Streams of chance: nobody's conduct changes another's dice (spec/ursuppe-rules.md 7.22)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from boardhub.games.ursuppe.chance import Dice, Scripted
from boardhub.games.ursuppe.events import Rolled
from boardhub.games.ursuppe.moves import Defend, Divide, Go, Roll
from boardhub.games.ursuppe.state import RULES, Ursuppe
from tests.ursuppe.duels import hungry, prey, strike, struggle
from tests.ursuppe.playouts import digest, opened
from tests.ursuppe.positions import Side, default, play, position, start

ROOT = Path(__file__).parents[2]
MANY = 40


def thrown(dice: Dice | Scripted, count: int = MANY) -> list[int]:
    """The next numbers."""
    return [dice.roll() for _ in range(count)]


def all_dice(state: Ursuppe) -> list[Dice | Scripted]:
    """Movement and fight dice of all seats."""
    return [*state.movement_dice, *state.fight_dice]


def test_dice_have_six_equal_faces() -> None:
    """Each about a sixth of the time."""
    faces = Counter(thrown(RULES.state(4, "faces", {}).movement_dice[0], 6000))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(850 < count < 1150 for count in faces.values())


def test_the_same_seed_gives_the_same_chance() -> None:
    """Deck, order and every dice."""
    one, two = RULES.state(4, "twins", {}), RULES.state(4, "twins", {})
    assert one == two
    assert (one.card, one.deck, one.order) == (two.card, two.deck, two.order)
    assert [thrown(dice) for dice in all_dice(one)] == [thrown(dice) for dice in all_dice(two)]


def test_every_seat_and_purpose_has_dice_of_its_own() -> None:
    """No two of them show the same numbers, nor do those of another seed."""
    dice = [*all_dice(RULES.state(4, "one", {})), *all_dice(RULES.state(4, "another", {}))]
    assert len({tuple(thrown(each)) for each in dice}) == 16


def test_another_seed_gives_another_deck() -> None:
    """Cards and order are drawn."""
    decks = {(it.card, *it.deck) for it in (RULES.state(4, f"deck {n}", {}) for n in range(10))}
    assert len(decks) == 10


def test_states_differ_in_their_dice_alone() -> None:
    """Equality covers what the dice will show and the order of the deck."""
    one, two = opened(4, "twins"), opened(4, "twins")
    assert one == two
    two.fight_dice[3].roll()
    assert one != two
    two = opened(4, "twins")
    two.deck = two.deck[::-1]
    assert one != two


def test_a_clone_throws_the_same_and_leaves_the_original_alone() -> None:
    """Chance is copied with the state."""
    state = opened(4, "clone")
    expected = [thrown(dice) for dice in all_dice(opened(4, "clone"))]
    twin = state.clone()
    assert [thrown(dice) for dice in all_dice(twin)] == expected
    assert [thrown(dice) for dice in all_dice(state)] == expected


def test_scripted_dice_say_what_they_were_told() -> None:
    """And fail when there is nothing left."""
    dice = Scripted(3, 1)
    assert [dice.roll(), dice.roll()] == [3, 1]
    with pytest.raises(LookupError):
        dice.roll()


def movers(seed: str) -> Ursuppe:
    """Phase 1 with an amoeba of each colour and the dice of a seed."""
    squares = ((1, 1), (1, 3), (3, 3), (2, 4))
    state = position(4, {c: Side({0: square}, genes=(8,)) for c, square in enumerate(squares)})
    dice = RULES.state(4, seed, {})
    state.movement_dice, state.fight_dice = dice.movement_dice, dice.fight_dice
    start(state, 1)
    return state


def rolls(state: Ursuppe, seats: set[int]) -> dict[int, tuple[int, int]]:
    """Play phase 1, these seats rolling and the others standing still; what they rolled."""
    found = {}
    while state.phase == 1:
        seat = state.prompts[0].seat
        assert seat is not None
        if seat in seats and seat not in found:
            (event,) = play(state, seat, Roll())
            assert isinstance(event, Rolled)
            found[seat] = (event.first, event.second)
        default(state, seat)
    return found


def test_who_rolls_does_not_change_what_others_roll() -> None:
    """The third player gets her numbers whatever the first two do."""
    everybody = rolls(movers("conduct"), {0, 1, 2, 3})
    for seats in ({2}, {0, 2}, {1, 2}, {2, 3}):
        assert rolls(movers("conduct"), seats) == {seat: everybody[seat] for seat in seats}


def test_a_roll_takes_two_numbers() -> None:
    """In order, from the dice of the seat."""
    numbers = thrown(RULES.state(4, "two", {}).movement_dice[0], 3)
    state = movers("two")
    assert play(state, 0, Roll()) == [Rolled(0, numbers[0], numbers[1])]
    assert state.movement_dice[0].roll() == numbers[2]


@pytest.mark.parametrize(
    ("mine", "hers", "throws"), [((6,), (1,), 1), ((1,), (6,), 1), ((2, 4, 6), (2, 4, 1), 3)]
)
def test_a_fight_takes_a_number_of_each_side(
    mine: tuple[int, ...], hers: tuple[int, ...], throws: int
) -> None:
    """One per throw, ties included, and none of the movement dice."""
    state = struggle(hungry((), fights=(*mine, 3)), prey((4,), fights=(*hers, 5)))
    strike(state)
    state.movement_dice = [Scripted() for _ in range(4)]
    play(state, 2, Defend(5))
    assert throws == len(mine)
    assert (state.fight_dice[0].roll(), state.fight_dice[2].roll()) == (3, 5)


def test_the_deck_does_not_depend_on_conduct() -> None:
    """The same cards come whether anybody has rolled or not."""
    deck = [(1, 6), (2, 9), (3, 8)]
    cards = []
    for seats in (set[int](), {0, 1, 2, 3}):
        state = movers("deck")
        state.deck = list(deck)
        rolls(state, seats)
        cards.append((state.card, list(state.deck)))
    assert cards == [((1, 6), deck[1:])] * 2


def test_no_chance_in_the_answers_of_phase_four() -> None:
    """Placing amoebas takes no number from any dice."""
    state = opened(4, "still")
    start(state, 4)
    numbers = [thrown(dice) for dice in all_dice(state.clone())]
    seat = state.prompts[0].seat
    assert seat is not None
    play(state, seat, Divide(((0, 1, 1), (1, 1, 2))))
    assert [thrown(dice) for dice in all_dice(state)] == numbers


def test_drifting_takes_no_number() -> None:
    """Dice are thrown when they are asked for."""
    state = movers("drift")
    numbers = thrown(RULES.state(4, "drift", {}).movement_dice[0])
    play(state, 0, Go(0, 5))
    assert thrown(state.movement_dice[0]) == numbers


def digest_elsewhere(seats: int, seed: str, hash_seed: str) -> str:
    """The digest of a game as another process finds it."""
    script = f"from tests.ursuppe.playouts import digest; print(digest({seats}, {seed!r}))"
    result = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return result.stdout.strip()


@pytest.mark.parametrize("seats", [3, 4])
def test_every_process_plays_the_same_game(seats: int) -> None:
    """Same seed, same moves, same events, whatever PYTHONHASHSEED is."""
    here = digest(seats, "processes")
    assert here == digest(seats, "processes")
    assert here != digest(seats, "other processes")
    for hash_seed in ("0", "4711"):
        assert digest_elsewhere(seats, "processes", hash_seed) == here
