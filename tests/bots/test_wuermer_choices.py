"""
What the bots choose in a match of worms where it is plain what to do, and the
strong one's looking ahead beside a plain search to the very end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import TypeAlias

import pytest

from boardhub.bots import wuermer_random, wuermer_strong
from boardhub.bots.wuermer_search import Search, position_of
from boardhub.games.rules import Move
from boardhub.games.wuermer.board import BEISPIEL, lines
from boardhub.games.wuermer.generator import symmetric
from boardhub.games.wuermer.moves import CannotMove, Crawl
from boardhub.games.wuermer.state import Wuermer
from tests.soak import games
from tests.wuermer.test_board import begun, small, start
from tests.wuermer.test_moves import NONE, legal, move, play
from tests.wuermer.test_properties import opened

Choose: TypeAlias = Callable[[Wuermer, int, Random], Move]

BOTS = [wuermer_random.choose, wuermer_strong.choose]

#: Two worms each on five by six, hole (3,2).
TWO_EACH = {"first": "2 4 2 5 2 6 1 4 1 5 1 6", "second": "4 4 4 5 4 6 5 4 5 5 5 6"}


def strong(game: Wuermer, seed: int = 1) -> str:
    """The strong bot's answer for whose turn it is."""
    answer = wuermer_strong.choose(game, game.active, Random(seed))
    return f"{answer.worm}{answer.direction}" if isinstance(answer, Crawl) else NONE


@pytest.mark.parametrize("choose", BOTS)
def test_only_legal_moves(choose: Choose) -> None:
    """Whatever the position, the answer is one that the rules take, and looking changes nothing."""
    for number in range(games(25)):
        game, chance = opened(f"bots {number}").game, Random(number)
        while game.result is None:
            before = game.clone()
            # Most turns are random, so that positions come up that nobody would play for.
            bot = choose if chance.random() < 0.2 else wuermer_random.choose
            answer = bot(game, game.active, chance)
            assert game == before
            assert game.is_legal(game.active, answer)
            game.apply(game.active, answer)


@pytest.mark.parametrize("choose", BOTS)
def test_who_cannot_move_says_so(choose: Choose) -> None:
    """A blocked player has one answer, first or second."""
    game = begun(start("3 4 3 1 20", "1 1 2 1 3 2", "1 2 1 3 1 4", "2 2 2 3 2 4"))
    assert choose(game, 0, Random(1)) == CannotMove()
    play(game, NONE)
    assert choose(game, 1, Random(1)) == CannotMove()


@pytest.mark.parametrize("choose", BOTS)
def test_the_only_move(choose: Choose) -> None:
    """Where there is one move it is taken, even into a dead end."""
    game = begun(start("3 5 3 5 20", "1 1 1 2 2 1 3 2 3 3", "1 3 1 4 1 5", "2 3 2 4 2 5"))
    play(game, NONE)
    assert choose(game, 1, Random(1)) == Crawl(1, "N")


@pytest.mark.parametrize("choose", BOTS)
def test_same_chance_same_choice(choose: Choose) -> None:
    """The answer follows from the position and the chance given."""
    game = begun(lines(symmetric("chance", 9, 9, 2), 0))
    for seed in range(5):
        assert choose(game, 0, Random(seed)) == choose(game.clone(), 0, Random(seed))


def test_random_bot_takes_any_move() -> None:
    """All moves come up, none very much more often than another."""
    game, chance = begun(lines(BEISPIEL, 0)), Random("any")
    found = Counter(wuermer_random.choose(game, 0, chance) for _ in range(300))
    assert set(found) == {move(word) for word in ("1N", "1W", "2N")}
    # 100 each are to be expected, with a deviation of about 8.
    assert min(found.values()) > 60


@pytest.mark.parametrize("seed", range(5))
def test_win_in_one(seed: int) -> None:
    """The last worm goes into the hole as soon as it can, for either player."""
    game = begun(small())
    play(game, "1N 1N 1N 1N")
    assert strong(game, seed) == "1O"
    play(game, "1N")
    assert strong(game, seed) == "1W"


@pytest.mark.parametrize("seed", range(5))
def test_win_in_two(seed: int) -> None:
    """Who is first at the hole wins, so no turn is lost on the way."""
    game = begun(small())
    play(game, "1N 1N")
    # (2,2) is one step before the hole, as (3,3) is; (1,3) is not.
    assert strong(game, seed) in ("1N", "1O")


@pytest.mark.parametrize("seed", range(5))
def test_win_with_the_last_of_several(seed: int) -> None:
    """With two left it is the one beside the hole that goes in, when it then is a win."""
    game = begun(small(**TWO_EACH))
    play(game, "1N 1N 1N 1N 1O 2N 2N 2N 2N 2N 2O 1N")
    assert legal(game, 0) == ["2N", "2O", "2S"]
    assert strong(game, seed) == "2O"


@pytest.mark.parametrize("seed", range(5))
def test_bars_the_way(seed: int) -> None:
    """The only field from which the other could win is taken before she has it."""
    # Walls beside the hole (3,1) leave (3,2) as the way to it, which the other is about to take.
    first, second = "2 2 1 2 1 1 7 4 7 5 7 6", "3 3 3 4 3 5 6 4 6 5 6 6"
    game = begun(start("7 6 3 1 50", "2 1 4 1", first, second))
    del game.worms[1][2]
    assert len(legal(game, 0)) > 2
    assert strong(game, seed) == "1O"


@pytest.mark.parametrize("seed", range(5))
def test_no_dead_end(seed: int) -> None:
    """A worm does not go where it could never move again, though it is nearer to the hole."""
    # North of (2,4) is a closed field; the way to the hole (2,1) leads around by the east.
    walls = "1 1 1 2 2 2 1 3 3 3 1 4"
    game = begun(start("5 6 2 1 50", walls, "2 4 2 5 2 6", "5 4 5 5 5 6"))
    assert legal(game, 0) == ["1N", "1O"]
    assert strong(game, seed) == "1O"


@pytest.mark.parametrize("seed", range(5))
def test_last_turn(seed: int) -> None:
    """A worm in the hole on the last turn saves a draw, and before it the other's is foreseen."""
    game = begun(small(head="5 6 3 2 3", **TWO_EACH))
    play(game, "1N 1N 1N 1N")
    assert strong(game, seed) == "1O"
    play(game, "1O")
    assert strong(game, seed) == "1W"


def test_position() -> None:
    """The search sees a game from the side of whose turn it is."""
    game = begun(start("3 5 3 1 20", "1 1 1 2", "1 3 1 4 1 5", "2 3 2 4 2 5"))
    own, other = {1: ((1, 3), (1, 4), (1, 5))}, {1: ((2, 3), (2, 4), (2, 5))}
    first = position_of(game, 0)
    assert (first.mine, first.theirs, first.passed, first.left) == (own, other, False, 40)
    play(game, NONE)
    second = position_of(game, 1)
    assert (second.mine, second.theirs, second.passed, second.left) == (other, own, True, 39)


def test_search_knows_the_moves() -> None:
    """Its steps are the crawls of the rules, each with where the head comes to."""
    for number in range(games(25)):
        match = opened(f"steps {number}")
        game = match.game
        while game.result is None:
            steps = Search(game.board, 1).steps(position_of(game, game.active))
            crawls = [word for word in legal(game, game.active) if word != NONE]
            assert sorted(f"{step.worm}{step.direction}" for step in steps) == sorted(crawls)
            match.step()


def test_search_finds_the_win_wherever_it_is_offered() -> None:
    """The best step does not depend on the order in which they are looked at."""
    # The head is beside the hole, and the other's worm is two turns from it.
    game = begun(small(first="2 2 2 3 2 4"))
    search = Search(game.board, 500)
    position = position_of(game, 0)
    (win,) = [step for step in search.steps(position) if step.place == (3, 2)]
    others = [step for step in search.steps(position) if step != win]
    assert search.best(position, [*others, win]) == win
    assert search.best(position, [win, *others]) == win


def worth(game: Wuermer, seat: int) -> float:
    """What a seat makes of a game that both play to its end as well as can be."""
    if game.result is not None:
        return float(game.result.scores[seat])
    values = [worth(after(game, answer), seat) for answer in game.legal_moves(game.active)]
    return max(values) if game.active == seat else min(values)


def after(game: Wuermer, answer: Move) -> Wuermer:
    """A copy, one turn later."""
    copy = game.clone()
    copy.apply(game.active, answer)
    return copy


def wins(game: Wuermer, seat: int, turns: int) -> bool:
    """Whether a seat can win within so many turns of both, whatever the other does."""
    if game.result is not None:
        return game.result.scores[seat] == 1
    if turns == 0:
        return False
    found = (wins(after(game, each), seat, turns - 1) for each in game.legal_moves(game.active))
    return any(found) if game.active == seat else all(found)


def test_last_turns_are_played_as_well_as_can_be() -> None:
    """With three turns left, or fewer, no move is worth more than the one chosen."""
    told = 0
    for number in range(games(120)):
        match = opened(f"last turns {number}")
        game = match.game
        while game.result is None:
            seat = game.active
            if 2 * game.board.limit - game.turn <= 3:
                values = {each: worth(after(game, each), seat) for each in game.legal_moves(seat)}
                answer = wuermer_strong.choose(game, seat, Random(number))
                assert values[answer] == max(values.values())
                told += len(set(values.values())) > 1
            match.step()
    # In most positions all moves are worth the same; some must tell good from bad.
    assert told > 5


@pytest.mark.parametrize("turns", [1, 3])
def test_forced_wins_are_found(turns: int) -> None:
    """Who can win for sure within these turns keeps to it; who is about to lose wards it off."""
    kept = warded = 0
    for number in range(games(60)):
        match = opened(f"forced {turns} {number}")
        game = match.game
        while game.result is None:
            seat = game.active
            later = {each: after(game, each) for each in game.legal_moves(seat)}
            good = {each for each, then in later.items() if wins(then, seat, turns - 1)}
            safe = {each for each, then in later.items() if not wins(then, 1 - seat, turns)}
            if good and len(good) < len(later):
                kept += 1
                assert wuermer_strong.choose(game, seat, Random(number)) in good
            elif safe and len(safe) < len(later):
                warded += 1
                # Enough for four turns with nine moves each.
                assert wuermer_strong.choose(game, seat, Random(number), 10_000) in safe
            match.step()
    assert kept > 5
    assert warded > 0 or turns == 1


def test_strong_beats_random() -> None:
    """Of 20 matches, ten from each side, the strong bot wins nearly all, and not by the limit."""
    ends: Counter[tuple[bool, str]] = Counter()
    for number in range(20):
        game = begun(lines(symmetric(f"match {number}", 9, 9, 2), 0))
        side, chance = number % 2, Random(number)
        while game.result is None:
            if game.active == side:
                answer = wuermer_strong.choose(game, side, chance, 200)
            else:
                answer = wuermer_random.choose(game, 1 - side, chance)
            game.apply(game.active, answer)
        assert game.finished is not None
        ends[game.finished.winner == side, game.finished.why] += 1
    assert ends[True, "ALLE_IM_LOCH"] >= 18
