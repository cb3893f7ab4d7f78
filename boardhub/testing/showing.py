"""
What the page needs of a game: a module that draws it, and plain values to be
drawn, in every match, live and afterwards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any

from attrs import define

from boardhub.games.rules import Player, Prompt
from boardhub.hub.match import Match, Phase
from boardhub.hub.steps import Report, Step
from boardhub.hub.terms import Terms
from boardhub.protocols.exhibit import Exhibit, told
from boardhub.protocols.game import Game
from boardhub.testing.memory_hub import MemoryHub, RecordingListener
from boardhub.web.film import film
from boardhub.web.stream import encoded

#: Answers that are made in a match before it is ended.
MOVES = 400

_BOARD = re.compile(
    rb"^export (function board\b|(const|let) board\b|\{[^}]*\bboard\b)", re.MULTILINE
)


@define(eq=False)
class Looker:
    """
    A listener that looks at every step as the page would, and keeps the first
    thing that is wrong: the match would go on over it.
    """

    exhibit: Exhibit
    fault: Exception | None = None

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """Look at all there is."""
        try:
            self._look(step)
        except Exception as error:
            self.fault = self.fault or error

    def _look(self, step: Step) -> None:
        exhibit = self.exhibit
        for news in exhibit.hear(step):
            _check_plain(told(news))
        _check_plain(exhibit.scene())
        _check_plain(exhibit.position())
        assert len(exhibit.scores()) == len(exhibit.match.seats), "a score, or None, for each seat"
        for seat in exhibit.match.seats:
            assert isinstance(exhibit.presence(seat), str)

    def unheard(self, by: float) -> bool:
        """Nothing waits."""
        return False

    def report(self) -> Report:
        """Nothing to tell."""
        return {}

    def dismiss(self) -> None:
        """Nothing to do."""


def check_drawing(game: Game, players: Sequence[Player], seed: str) -> None:
    """
    The module that draws the game is there and has a ``board``. In a random
    match everything that is to be shown is plain JSON at every step, and the
    journal gives the same picture again afterwards.
    """
    if game.drawing is not None:
        source = game.drawing.source()
        assert source.decode("utf-8"), "the module that draws the game is empty"
        assert _BOARD.search(source), "the module that draws the game exports no board"
    hub = MemoryHub(game, seed=seed)
    match = hub.lobby.create(game.rules, "shown", Terms(len(players), timeout=1.0))
    make = Exhibit if game.drawing is None else game.drawing.exhibit
    looker = Looker(make(match, {each.name: each.default for each in game.options}))
    match.watch(looker)
    for player in players:
        match.take(RecordingListener(), player.name, facts=player.facts)
    _play(hub, match, Random(seed))
    match.stop("limit")
    if looker.fault is not None:
        raise looker.fault
    whole = json.loads(b"".join(film(hub.journal("shown").records(), game)))
    assert whole["scene"] == _as_read(looker.exhibit.scene()), "another scene afterwards"
    assert _last(whole["frames"]) == _as_read(looker.exhibit.position()), "another end afterwards"


def _play(hub: MemoryHub, match: Match, chance: Random) -> None:
    for _ in range(MOVES):
        seats = [prompt.seat for prompt in match.state.prompts if prompt.seat is not None]
        if match.phase is Phase.OVER:
            return
        seat = chance.choice(seats) if seats else None
        moves = [] if seat is None else list(match.state.legal_moves(seat))
        if seat is not None and moves:
            match.play(seat, chance.choice(moves), hub.clock.now())
        else:
            hub.advance(0.5)


def _last(frames: Sequence[dict[str, Any]]) -> Any:
    """The position after all frames."""
    position: Any = None
    for frame in frames:
        position = frame["position"] if "position" in frame else {**position, **frame["changed"]}
    return position


def _check_plain(value: Any) -> None:
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise AssertionError(f"{value!r} is not plain JSON: {error}") from error


def _as_read(value: Any) -> Any:
    """A value as a browser reads it."""
    return json.loads(encoded(value))
