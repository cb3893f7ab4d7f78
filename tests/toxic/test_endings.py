"""
How the arena begins, who is asked and told in which order, and each way to
end it (spec/toxic-rules.md 3 and 7).
"""

from __future__ import annotations

import pytest

from boardhub.games.rules import IllegalMove, Player
from boardhub.games.toxic.errors import Fault
from boardhub.games.toxic.events import (
    Answered,
    Figure,
    Lived,
    Looked,
    RoundBegan,
    Scored,
    Stood,
    TurnedRed,
)
from boardhub.games.toxic.moves import Start, Stay, Walk
from boardhub.games.toxic.prompts import AskMove, Preparing
from boardhub.games.toxic.state import RULES, Toxic
from tests.toxic.boards import arena, only, places, play

WIDE = ["            "] * 4
APART = ((0, 0), (4, 0), (8, 0), (11, 3))
SPECTATORS = frozenset([None])


def seated(*starts: tuple[int, int], **more: object) -> Toxic:
    """A game that has not begun."""
    options = {"map": WIDE, "starts": [list(each) for each in starts], **more}
    return RULES.state(len(starts), "seed", options)


def crowd(game: Toxic) -> list[Player]:
    """Somebody for each seat."""
    return [Player(f"p{number}") for number in range(game.seats)]


def test_before_the_first_round_only_spectators_are_told() -> None:
    """All stand on their fields, look north, are BLUE and have 100.0; then the map is read."""
    game = seated((4, 0), (0, 2), preparation=2.5)
    events = game.begin(crowd(game))
    figures = (Figure(0, 4, 0, "NORTH"), Figure(1, 0, 2, "NORTH"))
    assert [*events] == [Stood(figures, ((0, 10_000), (1, 10_000)), to=SPECTATORS)]
    (prompt,) = game.prompts
    assert isinstance(prompt, Preparing)
    assert (prompt.seat, prompt.seconds) == (None, 2.5)
    assert game.default_move(None) == Start()
    assert [game.view(seat).block for seat in (0, 1)] == [None, None]
    assert game.view(None).round == 0


def test_five_seconds_of_preparation() -> None:
    """Where nothing else is said."""
    game = seated((4, 0), (0, 2))
    game.begin(crowd(game))
    assert [prompt.seconds for prompt in game.prompts] == [5.0]


def test_no_move_is_taken_in_the_preparation() -> None:
    """It is refused, not kept for later."""
    game = seated((4, 0), (0, 2))
    game.begin(crowd(game))
    before = game.clone()
    for move in (Walk("NONE", "EAST"), Stay()):
        assert not game.is_legal(0, move)
        with pytest.raises(IllegalMove) as refusal:
            game.apply(0, move)
        assert refusal.value.code == Fault.NOT_ASKED
    assert [*game.legal_moves(0)] == []
    assert game == before


def test_random_starts_are_on_different_free_fields_that_hang_together() -> None:
    """The island of three fields on the left is nobody's start."""
    rows = ["  #    ", " ##    ", "####   "]
    for seed in range(20):
        game = RULES.state(6, str(seed), {"map": rows})
        game.begin(crowd(game))
        starts = places(game)
        assert len(set(starts)) == 6
        assert all(x >= 3 and rows[y][x] == " " for x, y in starts)


def test_a_seed_fixes_the_starts() -> None:
    """The same seed, the same fields; other seeds, other ones."""
    drawn = []
    for seed in ("one", "one", "two", "three"):
        game = RULES.state(4, seed, {"map": WIDE})
        game.begin(crowd(game))
        drawn.append(tuple(places(game)))
    assert drawn[0] == drawn[1]
    assert len(set(drawn)) > 1


def test_a_block_told_again_leaves_out_who_left() -> None:
    """A player who is back hears of nobody who has gone meanwhile (3.4.3: every one still in)."""
    game = arena(WIDE, (0, 0), (1, 0), (2, 0))
    before = game.view(0).block
    assert before is not None
    assert [each.number for each in before.seen] == [1, 2]
    game.leave(1, "left")
    block = game.view(0).block
    assert block is not None
    assert [each.number for each in block.seen] == [2]
    assert [number for number, _ in block.lives] == [0, 2]


def test_a_round_has_its_order() -> None:
    """Answer, board, changes, points, then the next round with its blocks."""
    game = arena(WIDE, (0, 0), (1, 0), (11, 3))
    game.players[0].red = True
    assert [*game.apply(2, Walk("NONE", "WEST"))] == [Answered(2, "NONE", "WEST", to=SPECTATORS)]
    assert [*game.apply(0, Stay())] == []
    events = game.apply(1, Walk("WEST", "EAST"))
    kinds = [
        Answered,
        Answered,
        Stood,
        TurnedRed,
        Scored,
        Scored,
        RoundBegan,
        Looked,
        Looked,
        Looked,
    ]
    assert [type(event) for event in events] == kinds
    assert only(events, Answered) == [
        Answered(1, "WEST", "EAST", to=SPECTATORS),
        Answered(0, "-", "-", to=SPECTATORS),
    ]
    assert only(events, TurnedRed) == [TurnedRed(1, "GEFANGEN", (0,))]
    assert [each.number for each in only(events, Scored)] == [0, 1]
    assert only(events, RoundBegan) == [RoundBegan(2, to=SPECTATORS)]
    assert [each.to for each in only(events, Looked)] == [frozenset([n]) for n in (1, 2, 0)]


def test_questions_go_round_as_the_blocks_do() -> None:
    """Round r asks number r-1 first; those who left are passed over, the count stays."""
    game = arena(WIDE, *APART)
    assert [prompt.seat for prompt in game.prompts] == [0, 1, 2, 3]
    game.leave(1, "left")
    events = play(game)
    assert [prompt.seat for prompt in game.prompts] == [2, 3, 0]
    assert [each.own.number for each in only(events, Looked)] == [2, 3, 0]
    play(game)
    assert [prompt.seat for prompt in game.prompts] == [2, 3, 0]
    play(game)
    assert [prompt.seat for prompt in game.prompts] == [3, 0, 2]


def test_an_answer_closes_its_question() -> None:
    """The others stay as they are; a new round's questions are numbered on."""
    game = arena(WIDE, *APART[:3])
    first = list(game.prompts)
    assert all(isinstance(prompt, AskMove) and prompt.round == 1 for prompt in first)
    game.apply(1, Stay())
    assert list(game.prompts) == [first[0], first[2]]
    assert game.default_move(0) == Stay()
    play(game)
    assert min(each.number for each in game.prompts) > max(each.number for each in first)


def test_all_walks_are_offered() -> None:
    """Nine steps by eight views for who is asked, none for who has answered."""
    game = arena(WIDE, *APART[:2])
    moves = list(game.legal_moves(0))
    assert len(set(moves)) == len(moves) == 72
    assert all(game.is_legal(0, move) for move in moves)
    game.apply(0, moves[0])
    assert [*game.legal_moves(0)] == []
    assert not game.is_legal(0, moves[0])


@pytest.mark.parametrize(
    "move",
    [Walk("EAST", "NONE"), Walk("north", "EAST"), Walk("EAST", ""), Walk("", "EAST")],
)
def test_no_moves(move: Walk) -> None:
    """A view of nowhere and words that are no direction are refused by their number."""
    game = arena(WIDE, *APART[:2])
    with pytest.raises(IllegalMove) as refusal:
        game.apply(0, move)
    assert refusal.value.code == Fault.NO_MOVE


def test_leaving_in_the_preparation() -> None:
    """The others go on reading, the same question is open, and the first round is without her."""
    game = seated(*APART[:3])
    game.begin(crowd(game))
    waiting = list(game.prompts)
    assert [*game.leave(0, "left")] == []
    assert list(game.prompts) == waiting
    events = game.apply(None, Start())
    assert [each.own.number for each in only(events, Looked)] == [1, 2]
    assert only(events, Looked)[0].lives == ((1, 10_000), (2, 10_000))
    assert [prompt.seat for prompt in game.prompts] == [1, 2]


def test_leaving_in_the_preparation_can_end_it() -> None:
    """One alone has no game: her energy is told and that is all."""
    game = seated(*APART[:2])
    game.begin(crowd(game))
    assert [*game.leave(0, "left")] == [Lived(((1, 10_000),), to=frozenset([1]))]
    assert game.result is not None
    assert game.result.scores == (0, 0)
    assert list(game.prompts) == []


def test_leaving_after_the_own_move() -> None:
    """The move is void: the field she wanted is free for the next one."""
    game = arena(WIDE, (0, 0), (2, 0), (11, 3))
    game.apply(0, Walk("EAST", "EAST"))
    game.leave(0, "left")
    events = play(game, "1 WEST WEST")
    assert places(game)[1] == (1, 0)
    assert [each.number for each in only(events, Stood)[0].figures] == [1, 2]


def test_one_who_left_is_asked_and_shown_no_more() -> None:
    """Neither seen nor among the energies; her standing says that she is out."""
    game = arena(WIDE, *APART[:3])
    game.leave(1, "left")
    block = only(play(game), Looked)[0]
    assert 1 not in [each.number for each in block.seen]
    assert [number for number, _ in block.lives] == [0, 2]
    assert [each.inside for each in game.view(None).standings] == [True, False, True]


def test_the_end_without_blue_players() -> None:
    """The last change is told, then all energies, to those who are in; no further round."""
    game = arena(WIDE, (0, 0), (1, 0), (11, 3))
    game.players[0].red = game.players[2].red = True
    events = play(game)
    kinds = [Answered, Answered, Answered, Stood, TurnedRed, Scored, Scored, Lived]
    assert [type(event) for event in events] == kinds
    lives = ((0, 10_000), (1, 9_999), (2, 10_000))
    assert events[-1] == Lived(lives, to=frozenset([0, 1, 2]))
    assert game.result is not None
    assert game.prompts == ()


def test_the_end_by_leaving_is_told_to_those_who_stay() -> None:
    """Lived goes to nobody who has left."""
    game = arena(WIDE, *APART)
    game.players[0].red = True
    game.leave(1, "left")
    game.leave(2, "left")
    assert [*game.leave(3, "left")] == [Lived(((0, 10_000),), to=frozenset([0]))]


def test_the_end_after_ten_thousand_rounds() -> None:
    """Round 9,999 is followed by one more, round 10,000 by none."""
    game = arena(WIDE, *APART[:2])
    game.round = game.last_change = 9_999
    play(game)
    assert (game.round, game.result) == (10_000, None)
    events = play(game)
    assert isinstance(events[-1], Lived)
    assert only(events, RoundBegan) == []
    assert game.result is not None
    assert game.result.scores == (0, 0)
