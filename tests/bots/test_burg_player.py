"""
The conversations of the burg bots, line by line (seeds/burg-protocol.txt,
spec/burg-rules.md 7.5, 8.25 and 8.26).
"""

import pytest

from boardhub.bots.burg_lines import Saying
from boardhub.bots.burg_player import BurgBot, perform
from boardhub.games.burg.actions import BLOCK, BUY_CARD, FIRST_KNIGHT
from boardhub.games.burg.moves import Act, EndTurn, PlaceKing
from tests.bots.burg_wire import answers, plan_lines, status_lines, tell, told


class Script(BurgBot):
    """Plays what is written down for it, then ends its turns."""

    def __init__(self, *moves: Saying) -> None:
        super().__init__("bea", 1)
        self.moves = list(moves)

    def knight(self) -> Act:
        """The first start square."""
        return perform(FIRST_KNIGHT, 4)

    def king(self) -> PlaceKing:
        """The second one, and who shall begin."""
        return PlaceKing(2, 2, 0)

    def action(self) -> Saying:
        """The next one on the list."""
        return self.moves.pop(0) if self.moves else EndTurn()


SET_UP = status_lines((0, 0, 0), "bea", "otto 0 30 0", "bea 0 25 0")
HER_TURN = status_lines((1, 1, 1), "bea", "otto 0 30 3", "bea 0 25 3")
TURN = [
    "SPIELER_ANGEMELDET bea 25",
    *HER_TURN,
    *plan_lines({(2, 2): "1B", (4, 0): "1O", (5, 5): "1K"}),
]
HER_BLOCK = perform(BLOCK, 11)
HER_BLOCK_TOLD = told("AKTION SETZE_BAUSTEIN | FARBE 1 | X 3 | Y 1")


def test_creation() -> None:
    """The lines that make a match, and the two answers by which it is there."""
    bot = Script()
    assert bot.creation("turm", 3, 5000, "geheim") == told(
        "NEU 3 | NAME turm | PASSWD geheim | TIMEOUT 5000"
    )
    assert bot.creation("turm", 3, 5000)[2] == "PASSWD"
    assert bot.is_made("SPIEL_ANGEMELDET")
    assert bot.is_made("ERROR 1020: vergeben")
    assert not bot.is_made("ERROR 1028: voll")


def test_login() -> None:
    """The lines that join, with an age that the rules allow, and with a secret if there is one."""
    bot = Script()
    lines = bot.login("turm", "geheim", "wort")
    assert lines[:4] == told("GEHEIMNIS wort | JOIN turm | PASSWD geheim | NAME bea")
    word, age = lines[4].split()
    assert word == "ALTER"
    assert 0 <= int(age) <= 150
    assert bot.login("turm") == [*told("JOIN turm | PASSWD | NAME bea"), lines[4]]


def test_watching() -> None:
    """The lines of somebody who only watches."""
    assert Script().watching("turm") == ["WATCH turm", "NAME bea"]


@pytest.mark.parametrize(("code", "too_early"), [(1029, True), (1030, False)])
def test_refused_login(code: int, too_early: bool) -> None:
    """A refusal before the seat is hers is the end; a match that is not there may still come."""
    bot = Script()
    assert bot.hear(f"ERROR {code}: nein") == []
    assert (bot.over, bot.failed, bot.too_early) == (True, f"ERROR {code}: nein", too_early)


def test_set_up() -> None:
    """She asks who sits where, and answers for the knight and the king when she knows."""
    bot = Script()
    assert tell(bot, told("SPIELER_ANGEMELDET otto 30 | SPIELER_ANGEMELDET bea 25"))[-1] == "STATUS"
    assert tell(bot, ["RITTER_SETZEN"]) == []
    assert tell(bot, SET_UP) == told("AKTION SETZE_RITTER_ERSTESMAL | X 4 | Y 0")
    assert tell(bot, told("AKTION SETZE_RITTER_ERSTESMAL | FARBE 1 | X 4 | Y 0")) == []
    assert tell(bot, ["KOENIG_SETZEN"]) == told("AKTION SETZE_KOENIG | FARBE 0 | X 2 | Y 2")


def test_a_status_before_the_beginning_tells_too_little() -> None:
    """With programs the match begins later than the last player comes: then she asks once more."""
    bot = Script()
    assert tell(bot, told("SPIELER_ANGEMELDET otto 30 | SPIELER_ANGEMELDET bea 25"))[-1] == "STATUS"
    waiting = [line.replace("GESTARTET", "WARTET") for line in SET_UP]
    assert waiting != [*SET_UP]
    tell(bot, waiting)
    assert tell(bot, ["RITTER_SETZEN"]) == ["STATUS"]
    assert tell(bot, SET_UP) == told("AKTION SETZE_RITTER_ERSTESMAL | X 4 | Y 0")


def test_second_thoughts() -> None:
    """A refused knight goes to other free start squares, three times; then the clock decides."""
    bot = Script()
    tell(bot, ["SPIELER_ANGEMELDET bea 25", *SET_UP])
    bot.hear("RITTER_SETZEN")
    for _ in range(3):
        assert bot.hear("ERROR 1006: besetzt")[0] == "AKTION SETZE_RITTER_ERSTESMAL"
    assert bot.hear("ERROR 1006: besetzt") == []


def test_one_action_at_a_time() -> None:
    """Each action waits for the one before to be told to all; a purchase waits for its card."""
    bot = Script(HER_BLOCK, Act(BUY_CARD.name))
    said = answers(bot, [*TURN, "ZUG_ABGEBEN"])
    assert said == told("ZUG | AKTION SETZE_BAUSTEIN | X 3 | Y 1")
    assert answers(bot, [*HER_BLOCK_TOLD[:-1], "NACHRICHT 0 Y 1"]) == []
    assert bot.hear("Y 1") == ["AKTION ZIEHE_KARTE"]
    assert answers(bot, told("AKTION ZIEHE_KARTE | FARBE 1")) == []
    assert bot.hear("KARTE 21") == ["ZUGENDE"]
    assert answers(bot, told("ZUG_BEENDET 1 | RUNDE_BEENDET")) == []


def test_refusal_ends_turn() -> None:
    """After a refusal she ends the turn, once, and plays the next one."""
    bot = Script(HER_BLOCK, HER_BLOCK)
    answers(bot, [*TURN, "ZUG_ABGEBEN"])
    assert bot.hear("ERROR 1009: nein") == ["ZUGENDE"]
    assert bot.hear("ERROR 1022: nein") == []
    assert answers(bot, HER_BLOCK_TOLD) == []
    lines = told("ZUG_BEENDET 1 | RUNDE_BEENDET | ZUG_BEGINNT 1 | ZUG_ABGEBEN")
    said = answers(bot, [*lines, *HER_TURN])
    assert said[0] == "ZUG"


def test_time_over() -> None:
    """Whose time is over says nothing more in this turn."""
    bot = Script(HER_BLOCK)
    answers(bot, [*TURN, "ZUG_ABGEBEN"])
    assert answers(bot, ["ERROR 1021: zu spät", *HER_BLOCK_TOLD, "ZUG_BEENDET 1"]) == []
    assert bot.errors == ["ERROR 1021: zu spät"]


def test_end_without_result() -> None:
    """A match that ends before the last count has no standings."""
    bot = Script()
    answers(bot, [*TURN, "SPIEL_BEENDET"])
    assert bot.over
    assert bot.standings() == []


def test_standings() -> None:
    """
    After the last count the most points come first. In year 3 oda's knight is
    on level 1 of a castle of one square, bea's on level 3 of one of three
    squares with the king: 1 against 9 and 15.
    """
    bot = Script()
    cells = {(0, 0): "1O", (4, 4): "3B", (5, 4): "1K", (4, 5): "1"}
    status = status_lines((3, 4, 2), "bea", "oda 10 30 0", "bea 5 25 0")
    answers(bot, ["SPIELER_ANGEMELDET bea 25", *status, *plan_lines(cells)])
    answers(bot, told("ZUG_BEENDET 1 | RUNDE_BEENDET | SPIEL_BEENDET"))
    assert bot.standings() == [("bea", 29), ("oda", 11)]
