"""
The contract that every game passes: its rules alone, and how it lives in the hub.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from boardhub.games.rules import IllegalMove, Move, Player, Prompt, Rules, State
from boardhub.hub.journal import decode_move, encode_move, rebuild
from boardhub.hub.match import Phase
from boardhub.hub.steps import Ended
from boardhub.hub.terms import Terms
from boardhub.protocols.game import Game
from boardhub.testing.memory_hub import MemoryHub, RecordingListener, no_logged_failures
from boardhub.testing.showing import check_drawing
from boardhub.testing.trial import RoughTrial, Trial, garbage

#: How many moves the contract makes after one player has left and before the next one does.
MOVES_BETWEEN = 10


def plain_player(seat: int) -> Player:
    """A player of whom nothing but her name is known."""
    return Player(f"player{seat}")


def check_game(
    game: Game,
    *,
    sizes: Sequence[int],
    matches: int = 5,
    player: Callable[[int], Player] = plain_player,
) -> None:
    """
    The contract of a game: of its rules (`check_rules`), of how it lives in
    the hub and is shown on the page, and of its dialect.

    For the last its bots of the first level (by name, as ``random``) play to
    the end over the wire. A game without bots is tried with players who say
    nothing, if it has the UrServer's lobby; with another one its dialect is
    only told garbage. ``sizes`` are numbers of players; ``matches`` is how many
    games of each size are tried, of the rules and over the wire; ``player``
    makes who sits in a seat, for games that ask for facts about her.
    """
    check_rules(game.rules, sizes=sizes, games=matches, player=player)
    with no_logged_failures():
        for seats in sizes:
            players = [player(seat) for seat in range(seats)]
            _check_late_match(game, players)
            _check_deserted_match(game, players)
            check_drawing(game, players, f"{seats}")
        _check_garbage(game)
    for seats in sizes:
        for number in range(matches):
            _check_dialect(game, seats, f"{seats}/{number}")


def check_rules(
    rules: Rules[Any],
    *,
    sizes: Sequence[int],
    games: int = 5,
    player: Callable[[int], Player] = plain_player,
) -> None:
    """
    The contract of the rules: random games of each size come to a result;
    on the way every listed move is legal, what is refused changes nothing,
    defaults are legal, copies are independent, moves survive the journal,
    and a twin made of the same seed does the same all along.
    """
    for seats in sizes:
        for number in range(games):
            players = [player(seat) for seat in range(seats)]
            _check_random_game(rules, players, f"{seats}/{number}")


def _check_random_game(rules: Rules[Any], players: Sequence[Player], seed: str) -> None:
    seats = len(players)
    chance = Random(seed)
    state: State = rules.state(seats, seed, {})
    twin: State = rules.state(seats, seed, {})
    assert not state.prompts, "nothing is asked before the game begins"
    assert state.begin(players) == twin.begin(players)
    newest, known = -1, set[int]()
    moves, look_at = 0, 1
    while state.result is None:
        prompts = state.prompts
        assert prompts, f"no result, but nobody is asked:\n{state}"
        numbers = [prompt.number for prompt in prompts]
        again = [number for number in numbers if number <= newest and number not in known]
        assert not again, f"prompt numbers used twice: {again}"
        known, newest = set(numbers), max([newest, *numbers])
        assert len({prompt.seat for prompt in prompts}) == len(prompts), "one prompt per seat"
        prompt = chance.choice(prompts)
        turn = state.turn
        move = _check_moves(rules, state, prompt, chance)
        _check_refusals(state, prompts, seats, chance)
        if moves == look_at:
            look_at *= 2
            _check_leaving(rules, state.clone(), seats, chance)
        moves += 1
        before = state.clone()
        assert before == state
        events = state.apply(prompt.seat, move)
        assert events == before.apply(prompt.seat, move), "a copy plays on as the original"
        assert events == twin.apply(prompt.seat, move), "the same seed and moves, other events"
        assert state.turn >= turn
        assert str(state)
        for viewer in (None, *range(seats)):
            assert state.view(viewer) == twin.view(viewer)
    assert not state.prompts, "nothing is asked after the end"
    assert len(state.result.scores) == seats
    assert state.result.reason in ("finished", "forfeited"), state.result.reason


def _check_leaving(rules: Rules[Any], state: State, seats: int, chance: Random) -> None:
    """Whoever leaves for good, one after the other: the game is over or the others go on."""
    here = chance.sample(range(seats), seats)
    while here and state.result is None:
        state.leave(here.pop(), "left")
        for _ in range(MOVES_BETWEEN):
            if not here or state.result is not None:
                break
            assert state.prompts, f"after leaving nobody is asked:\n{state}"
            _move_without(rules, state, here, chance)


def _move_without(rules: Rules[Any], state: State, here: Sequence[int], chance: Random) -> None:
    """One move, as the hub has it made: whoever is gone is answered for first, by default."""
    gone = [prompt for prompt in state.prompts if prompt.seat not in here]
    if not gone:
        prompt = chance.choice(state.prompts)
        state.apply(prompt.seat, _check_moves(rules, state, prompt, chance))
        return
    default = state.default_move(gone[0].seat)
    assert default is not None, f"after leaving nobody is there to answer {gone[0]}"
    state.apply(gone[0].seat, default)


def _check_moves(rules: Rules[Any], state: State, prompt: Prompt, chance: Random) -> Move:
    default: Move | None = state.default_move(prompt.seat)
    legal: list[Move] = [] if prompt.seat is None else list(state.legal_moves(prompt.seat))
    for move in legal:
        assert state.is_legal(prompt.seat or 0, move), f"listed, but not legal: {move}"
        assert decode_move(json.loads(json.dumps(encode_move(move))), rules.moves) == move
    if default is not None and prompt.seat is not None:
        assert state.is_legal(prompt.seat, default), f"the default is not legal: {default}"
        legal.append(default)
    elif default is not None:
        return default
    assert legal, f"seat {prompt.seat} is asked and has no move:\n{state}"
    return chance.choice(legal)


def _check_refusals(state: State, prompts: Sequence[Prompt], seats: int, chance: Random) -> None:
    """Whoever is not asked may do nothing, and trying it changes nothing."""
    asked = [prompt.seat for prompt in prompts if prompt.seat is not None]
    idle = [seat for seat in range(seats) if seat not in asked]
    if not idle or not asked:
        return
    seat = chance.choice(idle)
    assert not list(state.legal_moves(seat)), f"seat {seat} is not asked, but has moves"
    before = state.clone()
    for move in list(state.legal_moves(chance.choice(asked)))[:3]:
        assert not state.is_legal(seat, move)
        try:
            state.apply(seat, move)
        except IllegalMove:
            continue
        raise AssertionError(f"seat {seat} is not asked, but {move} was taken")
    assert state == before, "a refused move has changed the state"


def _seated(
    hub: MemoryHub, game: Game, players: Sequence[Player], name: str
) -> list[RecordingListener]:
    match = hub.lobby.create(game.rules, name, Terms(len(players), timeout=1.0))
    listeners = [RecordingListener() for _ in players]
    for number, (player, listener) in enumerate(zip(players, listeners, strict=True)):
        secret = "word" if number % 2 else ""
        match.take(listener, player.name, facts=player.facts, secret=secret)
    return listeners


def _check_late_match(game: Game, players: Sequence[Player]) -> None:
    """Players who never answer cost nobody the match: it ends by itself."""
    hub = MemoryHub(game)
    listeners = _seated(hub, game, players, "late")
    match = hub.match("late")
    for _ in range(100_000):
        if match.phase is Phase.OVER:
            break
        hub.advance(0.5)
    assert match.phase is Phase.OVER, "a match of silent players does not end"
    assert all(isinstance(each.steps[-1].cause, Ended) for each in listeners)
    state = rebuild(hub.journal("late").records(), game.rules)
    assert state == match.state, "the journal does not rebuild the match"
    assert state.result is None or hub.journal("late").records()[-1]["reason"] == match.reason


def _check_deserted_match(game: Game, players: Sequence[Player]) -> None:
    """A match whose players all leave is over, and forgotten after a while."""
    hub = MemoryHub(game)
    _seated(hub, game, players, "left")
    match = hub.match("left")
    for number in range(len(players)):
        match.leave(number, "left")
    assert match.phase is Phase.OVER, "a match that everybody has left goes on"
    hub.advance(match.spans.after + 1)
    assert hub.lobby.find(game.name, "left") is None


def _check_garbage(game: Game) -> None:
    """No line whatever makes the dialect fail."""
    hub = MemoryHub(game)
    chance = Random(game.name)
    for _ in range(200):
        link = hub.connect(game.name)
        for _ in range(chance.randrange(1, 8)):
            link.send(garbage(chance))
        link.lost()
        hub.settle()


def _check_dialect(game: Game, seats: int, seed: str) -> None:
    """Bots play over the wire, first by themselves, then with all that can happen to players."""
    quiet = Trial(MemoryHub(game, seed=seed), game, seats, seed)
    with no_logged_failures():
        quiet.play()
    quiet.check()
    quiet.check_result()
    rough = RoughTrial(MemoryHub(game, seed=seed), game, seats, seed, quiet.rounds)
    with no_logged_failures():
        rough.play()
    rough.check()
