"""
The books of a match of burg, fed with the worked turns of the rules page
(spec/burg-rules.md 9) and with positions whose outcome is worked out there.
"""

import pytest

from boardhub.bots.burg_book import Book
from boardhub.bots.burg_player import BurgBot
from boardhub.bots.burg_random import RandomBot
from boardhub.games.burg.board import square
from boardhub.games.burg.prompts import AskTurn
from tests.bots.burg_wire import Table, plan_lines, status_lines, told

SET_UP = status_lines((0, 0, 0), "bea", "otto 0 30 0", "bea 0 25 0", "gus 0 41 0")

#: What bea, colour 1, hears from her joining to the beginning of her first turn.
BEGINNING = [
    *told("SPIELER_ANGEMELDET bea 25 | SPIELER_ANGEMELDET gus 41 | RITTER_SETZEN"),
    *SET_UP,
    *told(
        """AKTION SETZE_RITTER_ERSTESMAL | FARBE 1 | X 2 | Y 2
        AKTION SETZE_RITTER_ERSTESMAL | FARBE 2 | X 5 | Y 5
        AKTION SETZE_RITTER_ERSTESMAL | FARBE 0 | X 4 | Y 0
        AKTION SETZE_KOENIG | FARBE 0 | X 5 | Y 2 | ZUG_BEGINNT 1 | ZUG_ABGEBEN"""
    ),
]

#: The first round, up to her second turn.
FIRST_ROUND = told(
    """AKTION SETZE_BAUSTEIN | FARBE 1 | X 2 | Y 1 | AKTION ZIEHE_KARTE | FARBE 1 | KARTE 21
    AKTION SETZE_RITTER | FARBE 1 | X 2 | Y 1 | ZUG_BEENDET 1 | ZUG_BEGINNT 2
    AKTION ERHOEHE_PUNKTE | FARBE 2 | ZUG_BEENDET 2 | ZUG_BEGINNT 0
    ZUG_BEENDET 0 | RUNDE_BEENDET | ZUG_BEGINNT 1 | ZUG_ABGEBEN"""
)

#: Her second turn, with a refusal in it, and the beginning of the next one.
SECOND_TURN = told(
    """AKTION SETZE_BAUSTEIN | FARBE 1 | X 3 | Y 2 | ERROR 1009: nein
    AKTION ZIEHE_KARTE | FARBE 1 | KARTE 08
    AKTION ZIEHE_DIAGONAL | FARBE 1 | X 2 | Y 1 | X 3 | Y 2
    ZUG_BEENDET 1 | ZUG_BEGINNT 2"""
)

#: The PLAN of the worked turn.
PLAN = told(
    """0 0 0 0 0 1O 0 0 0 | 1 0 0 1 0 0 0 0 0 | 2 0 0 1B 1B 0 1K 0 0 | 3 1 0 0 0 0 0 0 0
    4 0 0 0 0 0 0 0 1 | 5 0 0 1 0 0 1G 0 0 | 6 0 0 0 0 0 0 0 0 | 7 0 0 0 1 0 0 0 0"""
)

#: The example of the protocol document, decoded (spec/burg-rules.md 7.6).
EXAMPLE = {
    (4, 0): "1",
    (2, 1): "1K",
    (2, 2): "1B",
    (5, 2): "1O",
    (6, 2): "1",
    (0, 3): "1O",
    (5, 3): "1",
    (7, 4): "1",
    (2, 5): "1",
    (5, 5): "1",
    (3, 7): "1",
}


def book_of(name: str, *lines: str) -> Book:
    """A book that has heard these lines."""
    book = Book(name)
    for line in lines:
        book.hear(line)
    return book


def test_worked_turns() -> None:
    """After the worked turns the book shows what the page says of them."""
    book = book_of("bea", *BEGINNING, *FIRST_ROUND, *SECOND_TURN)
    rows = ("otto", 0, 30, 3), ("bea", 0, 25, 3), ("gus", 1, 41, 3)
    assert book.status() == (1, 2, 2, "gus", *rows)
    assert book.plan_lines() == PLAN
    assert book.order == [1, 2, 0]
    assert book.stacks == [[3, 3, 3], [3, 3], [3, 3]]
    assert (book.supply, book.pile, book.hand, book.cards) == (10, 38, [8], [0, 1, 0])
    assert book.reserve == [5, 4, 5]
    assert book.turn.blocks == 3
    assert book.prompt is None


def test_turn_in_hand() -> None:
    """In her turn the book counts points, blocks and cards, and what was bought is not playable."""
    book = book_of("bea", *BEGINNING, *FIRST_ROUND, *SECOND_TURN[:8])
    assert (book.turn.points, book.turn.blocks) == (3, 2)
    assert book.hand == [21, 8]
    assert book.playable == [21]
    assert (book.card(1), book.card(8)) == (21, None)
    assert isinstance(book.prompt, AskTurn)


def test_curious_until_told() -> None:
    """Who sits where is asked for until the match has begun."""
    waiting = [*SET_UP]
    waiting[0] = "STATUS turm WARTET"
    book = book_of("bea", "SPIELER_ANGEMELDET bea 25", *waiting)
    assert book.curious
    assert not book_of("bea", "SPIELER_ANGEMELDET bea 25", *SET_UP).curious


def test_points_of_a_year() -> None:
    """After the last round of a year points are counted, and the king waits for the last player."""
    status = status_lines((1, 4, 2), "bob", "oda 0 30 0", "bob 0 40 1")
    end = told("ZUG_BEENDET 1 | RUNDE_BEENDET")
    book = book_of("", *status, *plan_lines(EXAMPLE), *end)
    assert book.scores == [4, 7]
    assert book.status() == (2, 0, 0, "oda", ("oda", 4, 30, 3), ("bob", 7, 40, 3))


def test_order_follows_first_turn() -> None:
    """Who begins a year is known from its first turn."""
    status = status_lines((1, 4, 2), "bob", "oda 0 30 0", "bob 0 40 1")
    lines = [*status, *plan_lines(EXAMPLE), *told("ZUG_BEENDET 1 | RUNDE_BEENDET")]
    king = told("AKTION SETZE_KOENIG | FARBE 0 | X 7 | Y 4 | ZUG_BEGINNT 1")
    book = book_of("", *lines, *king)
    assert book.order == [1, 0]
    assert book.board.king == square(7, 4)
    assert (book.year, book.round, book.place) == (2, 1, 1)


def test_watching_from_the_middle() -> None:
    """Later stacks are taken from the table, and a status puts them right."""
    rows = "otto 0 30 2", "bea 0 25 3", "gus 0 41 1"
    book = book_of("", *status_lines((1, 2, 2), "gus", *rows), *plan_lines(EXAMPLE))
    assert book.order == [1, 2, 0]
    assert book.blocks == [2, 3, 1]
    assert [len(stacks) for stacks in book.stacks] == [3, 2, 2]
    assert book.curious
    later = "otto 0 30 3", "bea 0 25 3", "gus 0 41 3"
    for line in [*told("ZUG_BEENDET 2 | ZUG_BEGINNT 0"), *status_lines((1, 2, 3), "otto", *later)]:
        book.hear(line)
    assert book.blocks == [3, 3, 3]


BACK = [
    "SPIELER_ANGEMELDET bea 25",
    *status_lines((1, 2, 1), "bea", "otto 0 30 3", "bea 0 25 2", "gus 1 41 3"),
    *plan_lines({(2, 2): "1B", (2, 1): "1B", (3, 2): "1", (4, 0): "1O", (5, 2): "1K"}),
    *told(
        """KARTE 21 | KARTE 08 | AKTION SETZE_BAUSTEIN | FARBE 1 | X 3 | Y 2
        AKTION ZIEHE_KARTE | FARBE 1 | ZUG_ABGEBEN"""
    ),
]


def test_return_in_own_turn() -> None:
    """The actions told again after a return are counted, but not carried out twice."""
    book = book_of("bea", *BACK)
    assert book.board.heights[square(3, 2)] == 1
    assert (book.turn.points, book.turn.blocks, book.turn.bought) == (3, 2, 1)
    assert (book.hand, book.playable, book.cards[1]) == ([21, 8], [21], 2)
    for line in told("AKTION ZIEHE_DIAGONAL | FARBE 1 | X 2 | Y 1 | X 3 | Y 2"):
        book.hear(line)
    assert square(3, 2) in book.board.knights[1]
    assert book.hand == [8]


@pytest.mark.parametrize(
    "text", ["SPIEL_BEENDET", "2 ZUG_BEENDET 1", "STATUS turm", "0 X 7", "KARTE 03", "PLAN 8"]
)
def test_talk_is_only_talk(text: str) -> None:
    """Whatever somebody says, wherever it comes, the book stays as it is."""
    book = book_of("bea", *BEGINNING)
    for line in [*FIRST_ROUND, *SECOND_TURN]:
        book.hear(f"NACHRICHT {text}")
        book.hear(line)
    assert book.plan_lines() == PLAN
    assert book.hand == [8]
    assert not book.over


def test_names_that_are_words() -> None:
    """Players and spectators may be called like words of the protocol."""
    status = status_lines((1, 1, 1), "STATUS", "STATUS 0 30 3", "PLAN 0 40 3")
    book = book_of("PLAN", "SPIELER_ANGEMELDET PLAN 40", *status, "ZUG_BEENDET 0")
    assert book.names == ["STATUS", "PLAN"]
    assert book.me == 1
    assert book.active == 0


def test_time_over_and_pile_empty() -> None:
    """The end of her time closes the question; an empty pile is remembered."""
    book = book_of("bea", *BEGINNING, "ERROR 1015: leer")
    assert book.pile == 0
    assert book.prompt is not None
    book.hear("ERROR 1021: zu spät")
    assert book.prompt is None


class Audited(Table):
    """A table at which, after every move, all books are compared with the rules."""

    compared = 0

    def _take(self, seat: int, line: str) -> None:
        super()._take(seat, line)
        for color, bot in enumerate(self.bots):
            if bot.book.seats and self.state.prompts and not self._read[seat]:
                self.compared += 1
                self._compare(color, bot)

    def _compare(self, color: int, bot: BurgBot) -> None:
        book, seen = bot.book, self.state.view(color)
        told_now = book_of("", *self.status())
        assert book.status() == told_now.status()
        assert book.plan_lines() == self.plan()[2:-1]
        assert tuple(map(tuple, book.stacks)) == seen.stacks
        assert (book.supply, tuple(book.reserve)) == (seen.supply, seen.reserve)
        assert (book.pile, tuple(book.cards), tuple(book.hand)) == (
            seen.pile,
            seen.cards,
            seen.hand,
        )
        if seen.round:
            turn = book.turn
            assert (turn.points, turn.bought, turn.played) == (
                seen.points,
                seen.bought,
                seen.played,
            )
            assert tuple(turn.acted) == seen.acted


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_matches(seats: int) -> None:
    """Through whole matches the books hold what the rules hold, as far as a player may know."""
    for seed in range(2):
        table = Audited([RandomBot(f"p{seat}", seed) for seat in range(seats)], str(seed))
        table.play()
        assert table.compared > 100
        assert all(bot.book.counted == 3 for bot in table.bots)
        assert table.bots[0].book.scores == table.state.scores
