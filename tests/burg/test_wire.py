"""
The castle game on the wire, where a property says more than a transcript:
nobody learns another's cards, and lines out of turn change nothing.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardhub.games.burg.actions import BY_NAME
from boardhub.games.burg.moves import Act, EndTurn
from boardhub.games.rules import Move, Player
from boardhub.links.memory import MemoryLink
from boardhub.protocols.burg import GAME
from boardhub.testing import check_game, no_logged_failures
from tests.burg.wire import Table

#: What a stranger may try in order to learn something.
PRYING = ("STATUS", "PLAN", "PING", "KARTE 0", "ZUG", "NACHRICHT ?", "AKTION ZIEHE_KARTE")


def test_contract() -> None:
    """The castle game is a game like any other: rules, hub and wire."""
    check_game(
        GAME,
        sizes=(2, 3, 4),
        matches=1,
        player=lambda seat: Player(f"player{seat}", {"age": 30 - seat}),
    )


class Twins:
    """
    The same match twice, but for the cards of others than the ``viewer``, a
    seat or None for the spectators. Both get the same lines.
    """

    def __init__(self, seats: int, viewer: int | None, seed: int) -> None:
        self.tables = Table(seats, str(seed)), Table(seats, str(seed))
        for table in self.tables:
            table.start()
        self.viewer = viewer
        self.chance = Random(seed)

    def play(self, moves: int) -> None:
        """So many moves; all buy cards, and now and then somebody pries."""
        for number in range(moves):
            prompts = self.tables[0].state.prompts
            if not prompts or prompts[0].seat is None:
                return
            seat = prompts[0].seat
            move = self._move(seat)
            if isinstance(move, Act) and move.action == "ZIEHE_KARTE":
                self._lay_cards(seat)
            for table in self.tables:
                table.play(seat, move)
                if number % 7 == 0:
                    _pry(table, seat)
                if number % 25 == 0 and self.viewer is not None:
                    _come_back(table, self.viewer)
            self.compare()

    def compare(self) -> None:
        """The viewer has got the same in both."""
        one, two = (self._link(table).take() for table in self.tables)
        assert one == two
        for table in self.tables:
            for link in (table.zoe, *table.players):
                link.take()

    def hidden(self) -> list[tuple[list[int], list[int]]]:
        """The hands of the others, in the one match and in the other."""
        one, two = (table.state.hands for table in self.tables)
        return [pair for seat, pair in enumerate(zip(one, two, strict=True)) if seat != self.viewer]

    def _move(self, seat: int) -> Move:
        """One of the seat's moves. Only the viewer plays cards: they are no secret then."""
        state = self.tables[0].state
        moves = list(state.legal_moves(seat))
        buying = Act("ZIEHE_KARTE")
        if buying in moves and self.chance.random() < 0.5:
            return buying
        if EndTurn() in moves and state.acted and self.chance.random() < 0.3:
            return EndTurn()
        return self.chance.choice([each for each in moves if self._may_play(each, seat)])

    def _may_play(self, move: Move, seat: int) -> bool:
        return seat == self.viewer or not isinstance(move, Act) or move.card is None

    def _lay_cards(self, seat: int) -> None:
        """
        What is to be drawn in the second match: by the viewer the same card
        as in the first, wherever it is there, by others any one.
        """
        one, two = (table.state for table in self.tables)
        if seat != self.viewer:
            other = self.chance.randrange(len(two.pile))
            two.pile[-1], two.pile[other] = two.pile[other], two.pile[-1]
            return
        card = one.pile[-1]
        for cards in (two.pile, *two.hands):
            if card in cards:
                where = cards.index(card)
                cards[where], two.pile[-1] = two.pile[-1], cards[where]
                return

    def _link(self, table: Table) -> MemoryLink:
        return table.zoe if self.viewer is None else table.players[self.viewer]


def _pry(table: Table, at_turn: int) -> None:
    """Everybody who was not asked tries to learn something."""
    for number, link in enumerate(table.players):
        if number != at_turn and table.asked() != number:
            table.say(link, *PRYING)
    table.say(table.zoe, *PRYING)


def _come_back(table: Table, seat: int) -> None:
    """A player's connection is lost, and made again."""
    table.players[seat].lost()
    table.hub.settle()
    table.players[seat] = table.join(seat)


@pytest.mark.parametrize("viewer", [None, 0, 2])
@pytest.mark.parametrize("seed", range(3))
def test_nobody_learns_another_s_cards(viewer: int | None, seed: int) -> None:
    """
    What a player or spectator gets, whatever is asked, and after coming back,
    does not depend on cards that others hold or that lie in the pile.
    """
    twins = Twins(3, viewer, seed)
    with no_logged_failures():
        twins.play(150)
    assert any(sorted(one) != sorted(two) for one, two in twins.hidden())


WIRE_WORDS = [
    "NEU",
    "LIST",
    "JOIN",
    "WATCH",
    "ZUG",
    "ZUGENDE",
    "AKTION",
    "KARTE",
    "FARBE",
    "X",
    "Y",
]
WIRE_WORDS += ["PING", "STATUS", "PLAN", "LISTE", "SPIELFELD", "GEHEIMNIS", "PROGRAMM", "PASSWD"]
words = st.sampled_from([*BY_NAME, *WIRE_WORDS])
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=20)
parameters = st.sampled_from(["", "0", "3", "-1", "turm", "99999999999", *BY_NAME]) | texts
lines = st.builds("{} {}".format, words, parameters) | texts


@settings(max_examples=100, deadline=None)
@given(who=st.sampled_from(["player", "spectator", "lobby"]), said=st.lists(lines, max_size=12))
def test_lines_out_of_turn_change_nothing(who: str, said: list[str]) -> None:
    """
    From a player who is not asked, a spectator, or out of the lobby: nothing
    changes, no clock is touched, and nobody else hears anything.
    """
    table = Table(2)
    table.start()
    match = table.hub.match("turm")
    others = [table.zoe, *table.players]
    link = table.connect() if who == "lobby" else others.pop(0 if who == "spectator" else 2)
    for each in (link, *others):
        each.take()
    before, deadline = match.state.clone(), match.deadline(0)
    quiet = [each for each in said if not {"ABMELDEN", "NACHRICHT"} & set(each.split())]
    with no_logged_failures():
        table.say(link, *quiet)
    assert match.state == before
    assert match.deadline(0) == deadline
    assert [each.take() for each in others] == [[], []] + [[]] * (who == "lobby")


def test_secrets_do_not_reach_the_journal() -> None:
    """Of a refused line that may hold a password only the word is kept."""
    table = Table(2)
    table.start()
    table.say(table.players[0], "GEHEIMNIS anker", "PASSWD eule", "PRIVAT_NACHRICHT 1 uhu", "NEU 2")
    records = table.hub.journal("turm").records()
    refused = [each["line"] for each in records if each["record"] == "refused"]
    assert refused == ["GEHEIMNIS", "PASSWD", "PRIVAT_NACHRICHT", "NEU 2"]


@settings(max_examples=100, deadline=None)
@given(said=st.lists(lines, max_size=20))
def test_garbage_in_turn_does_no_harm(said: list[str]) -> None:
    """Whoever is at turn may say anything: nothing fails, and he is still answered."""
    table = Table(2)
    table.start()
    link = table.players[table.asked() or 0]
    with no_logged_failures():
        table.say(link, *said)
    if not link.closed:
        link.take()
        table.say(link, "PING")
        assert link.take() == ["PONG"]
