"""
What a player is told depends on nothing that she may not know: on random
boards her block is made up anew from her own field, whom she sees by the slow
reading of sight, the public energies and the toxicity due to her; and what is
hidden from her can be changed without her noticing (spec/toxic-rules.md 3.4, 6, 8.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from attrs import field, frozen

from boardhub.games.rules import Player
from boardhub.games.toxic.arena import Arena
from boardhub.games.toxic.directions import NONE, STEPS
from boardhub.games.toxic.events import Figure, Looked
from boardhub.games.toxic.moves import Start, Stay, Walk
from boardhub.games.toxic.state import RULES, Toxic
from tests.soak import games
from tests.toxic.boards import only, play
from tests.toxic.test_sight import slow

Field = tuple[int, int]

POISONS = " 1234567890#"
HUNDREDTHS = {" ": 1, "0": 20, "#": 20} | {str(digit): 2 * digit for digit in range(1, 10)}


@frozen
class Scene:
    """A drawn position: the board, who stands where and looks where, who is RED."""

    rows: tuple[str, ...]
    toxicity: tuple[str, ...]
    figures: tuple[Figure, ...]
    reds: frozenset[int] = field(factory=frozenset)

    def game(self, options: dict[str, object] | None = None) -> Toxic:
        """Its first round, open."""
        board = {"map": self.rows, "toxicity": self.toxicity}
        starts = [[each.x, each.y] for each in self.figures]
        plain = {key: list(rows) for key, rows in board.items()}
        game = RULES.state(len(starts), "seed", {**plain, "starts": starts, **(options or {})})
        game.begin([Player(f"p{number}") for number in range(len(starts))])
        for each in self.figures:
            game.players[each.number].view = each.view
            game.players[each.number].red = each.number in self.reds
        game.apply(None, Start())
        return game

    def seen_by(self, eye: Figure) -> tuple[Figure, ...]:
        """Mates anywhere, opponents by the slow reading."""
        places = {(each.x, each.y) for each in self.figures}
        return tuple(
            each
            for each in self.figures
            if each != eye
            and (
                (each.number in self.reds) is (eye.number in self.reds)
                or slow(self.rows, places, (eye.x, eye.y), eye.view, (each.x, each.y))
            )
        )

    def poison(self, x: int, y: int) -> int:
        """In hundredths."""
        return HUNDREDTHS[self.toxicity[y][x]] if self.toxicity else 1

    def fields_seen_by(self, eye: Figure) -> Iterator[Field]:
        """Fields without a wall, row by row, of which a corner is seen; not her own."""
        places = {(each.x, each.y) for each in self.figures}
        for y, row in enumerate(self.rows):
            for x, square in enumerate(row):
                if square == "#" or (x, y) == (eye.x, eye.y):
                    continue
                if slow(self.rows, places, (eye.x, eye.y), eye.view, (x, y)):
                    yield x, y


def scenes(number: int, seed: str) -> Iterator[tuple[Scene, Random]]:
    """So many drawn positions with both teams in play, and the chance they came from."""
    chance = Random(seed)
    while number:
        width, height = chance.randrange(3, 9), chance.randrange(3, 7)
        rows = _rows(chance, width, height, chance.choice([" ", "    #", "  #"]))
        room = len(Arena(rows).largest())
        if room < 4:
            continue
        number -= 1
        toxicity = _rows(chance, width, height, POISONS)
        places = chance.sample(_free(rows), min(room, chance.randrange(3, 7)))
        views = [*STEPS]
        figures = tuple(
            Figure(each, x, y, chance.choice(views)) for each, (x, y) in enumerate(places)
        )
        reds = frozenset(chance.sample(range(len(places)), chance.randrange(1, len(places))))
        yield Scene(rows, toxicity if chance.random() < 0.7 else (), figures, reds), chance


def _rows(chance: Random, width: int, height: int, squares: str) -> tuple[str, ...]:
    return tuple("".join(chance.choices(squares, k=width)) for _ in range(height))


def _free(rows: tuple[str, ...]) -> list[Field]:
    return [(x, y) for y, row in enumerate(rows) for x, square in enumerate(row) if square == " "]


def blocks(game: Toxic) -> list[Looked | None]:
    """What each has been told last."""
    return [game.view(seat).block for seat in range(game.seats)]


def test_a_block_is_made_of_what_is_due_and_of_nothing_else() -> None:
    """Own figure, mates and seen opponents, all energies, the own field, the round."""
    for scene, _ in scenes(games(120), "blocks"):
        full = tuple((each.number, 10_000) for each in scene.figures)
        expected = [
            Looked(
                1,
                eye,
                scene.seen_by(eye),
                full,
                ((eye.x, eye.y, scene.poison(eye.x, eye.y)),),
                to=frozenset([eye.number]),
            )
            for eye in scene.figures
        ]
        assert blocks(scene.game()) == expected, scene


def test_seen_fields_are_told_once() -> None:
    """With the toxicity of seen fields on: the own field each round, others when first seen."""
    for scene, chance in scenes(games(30), "fields"):
        game = scene.game({"sight": True})
        for eye in scene.figures:
            fields = [(eye.x, eye.y), *scene.fields_seen_by(eye)]
            block = game.view(eye.number).block
            assert block is not None
            assert [*block.toxic] == [(x, y, scene.poison(x, y)) for x, y in fields], scene
        before = blocks(game)
        turned = [chance.choice([*STEPS]) for _ in scene.figures]
        play(game, *(f"{number} NONE {view}" for number, view in enumerate(turned)))
        for eye, view, block in zip(scene.figures, turned, before, strict=True):
            now = game.view(eye.number).block
            if now is None or block is None or now.round != 2:
                continue
            told = {(x, y) for x, y, _ in block.toxic}
            looked = Figure(eye.number, eye.x, eye.y, view)
            fresh = [each for each in scene.fields_seen_by(looked) if each not in told]
            fields = [(eye.x, eye.y), *fresh]
            assert [*now.toxic] == [(x, y, scene.poison(x, y)) for x, y in fields], scene


def test_an_unseen_opponent_may_stand_elsewhere() -> None:
    """Wherever she stands unseen, hiding and showing nobody else, all is told alike."""
    moved = 0
    for scene, chance in scenes(games(150), "elsewhere"):
        eye = scene.figures[0]
        hidden = [each for each in scene.figures[1:] if each not in scene.seen_by(eye)]
        places = {(each.x, each.y) for each in scene.figures}
        free = [each for each in _free(scene.rows) if each not in places]
        if not hidden or not free:
            continue
        gone = chance.choice(hidden)
        x, y = chance.choice(free)
        there = Figure(gone.number, x, y, chance.choice([*STEPS]))
        figures = tuple(there if each == gone else each for each in scene.figures)
        other = Scene(scene.rows, scene.toxicity, figures, scene.reds)
        if other.seen_by(eye) != scene.seen_by(eye):
            continue
        moved += 1
        assert scene.game().view(0) == other.game().view(0), (scene, other)
    assert moved >= games(15)


def test_an_unseen_opponent_may_look_elsewhere() -> None:
    """Her view is hers as long as nobody sees her."""
    for scene, chance in scenes(games(80), "turned"):
        eye = scene.figures[0]
        hidden = [each for each in scene.figures[1:] if each not in scene.seen_by(eye)]
        figures = tuple(
            Figure(each.number, each.x, each.y, chance.choice([*STEPS])) if each in hidden else each
            for each in scene.figures
        )
        other = Scene(scene.rows, scene.toxicity, figures, scene.reds)
        assert scene.game().view(0) == other.game().view(0), (scene, other)


def test_moves_of_the_open_round_are_hidden() -> None:
    """Whatever the others have answered, who has not yet sees what she saw before."""
    for scene, chance in scenes(games(60), "moves"):
        game = scene.game()
        before = game.view(0)
        for number in chance.sample(range(1, game.seats), game.seats - 1):
            move = Walk(chance.choice([*STEPS, NONE]), chance.choice([*STEPS]))
            events = game.apply(number, chance.choice([move, Stay()]))
            assert all(event.to == frozenset([None]) for event in events)
            assert game.view(0) == before


def test_toxicity_elsewhere_is_hidden() -> None:
    """Fields where nobody stands may hold anything: this round and the next are told alike."""
    for scene, chance in scenes(games(80), "toxicity"):
        if not scene.toxicity:
            continue
        stood = {(each.x, each.y) for each in scene.figures}
        toxicity = tuple(
            "".join(
                square if (x, y) in stood else chance.choice(POISONS)
                for x, square in enumerate(row)
            )
            for y, row in enumerate(scene.toxicity)
        )
        one = scene.game()
        other = Scene(scene.rows, toxicity, scene.figures, scene.reds).game()
        for _ in range(2):
            views = [[game.view(seat) for seat in range(game.seats)] for game in (one, other)]
            assert views[0] == views[1], (scene, toxicity)
            if one.result is None:
                play(one)
                play(other)


def test_views_of_players_hold_no_secrets() -> None:
    """Figures, answers and toxicity are for spectators, a block for its player alone."""
    for scene, _ in scenes(games(40), "views"):
        game = scene.game()
        game.apply(1, Walk(NONE, "EAST"))
        spectators = game.view(None)
        assert spectators.figures == scene.figures
        assert spectators.answered == (1,)
        assert spectators.toxicity == scene.toxicity
        assert (spectators.block, spectators.open) == (None, False)
        for seat in range(game.seats):
            view = game.view(seat)
            assert (view.figures, view.answered, view.toxicity) == ((), (), ())
            assert view.block is not None
            assert view.block.own.number == seat
            assert view.open is (seat != 1)
            assert view.standings == spectators.standings


def test_who_is_told_what() -> None:
    """Blocks go to their player, changes to all, everything else to spectators."""
    for scene, chance in scenes(games(40), "audience"):
        game = scene.game()
        for _ in range(10):
            if game.result is not None:
                break
            said = [f"{seat} {chance.choice([*STEPS])} EAST" for seat in range(game.seats)]
            events = play(game, *said)
            for block in only(events, Looked):
                assert block.to == frozenset([block.own.number])
            for event in events:
                name = type(event).__name__
                if name == "TurnedRed":
                    assert event.to is None
                elif name == "Lived":
                    assert event.to == frozenset(range(game.seats))
                elif name != "Looked":
                    assert event.to == frozenset([None])
