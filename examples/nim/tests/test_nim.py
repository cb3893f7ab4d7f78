"""Nim keeps boardhub's contract, and talks as its documentation says."""

from boardhub_nim.bots import RandomBot, StrongBot
from boardhub_nim.game import GAME
from boardhub_nim.rules import Nim, Take, Taken

from boardhub.hub.terms import Terms
from boardhub.links.memory import MemoryLink
from boardhub.testing import MemoryHub, check_game


def join(hub: MemoryHub, name: str) -> MemoryLink:
    """A connection that takes a seat in the match m, or takes it again."""
    link = hub.connect()
    for line in ("GEHEIMNIS x", "TEILNEHMEN m", "PASSWORT", f"NAME {name}"):
        link.send(line)
    return link


def match_of_two(heaps: list[int]) -> tuple[MemoryHub, MemoryLink, MemoryLink]:
    """A match that ada and ben have just begun, with a second for each move."""
    hub = MemoryHub(GAME)
    match = hub.lobby.create(GAME.rules, "m", Terms(seats=2, timeout=1.0))
    match.state = Nim(2, heaps)
    return hub, join(hub, "ada"), join(hub, "ben")


def test_contract() -> None:
    """The game is what boardhub expects of any game."""
    check_game(GAME, sizes=(2, 3, 4))


def test_last_object_wins() -> None:
    """Whoever takes the last object has the point."""
    nim = Nim(seats=2, heaps=[1, 2])
    nim.begin([])
    assert nim.apply(0, Take(0, 1)) == (Taken(0, 0, 1),)
    nim.apply(1, Take(1, 2))
    assert nim.result is not None
    assert nim.result.scores == (0, 1)


def test_conversation() -> None:
    """One player errs and is late, the other loses her connection and comes back."""
    hub, ada, ben = match_of_two([1, 2])
    assert ada.take()[-1] == "ZUG_NEHMEN"
    ben.take()
    ada.send("NEHMEN 2 1")
    assert ada.take() == ["FEHLER 1 Diesen Haufen gibt es nicht."]
    ben.send("NEHMEN 0 1")
    assert ben.take()[0].startswith("FEHLER 17 ")

    hub.advance(1.0)
    hub.settle()
    late, told = ada.take()
    assert late.startswith("FEHLER 29 ")
    assert told == "GENOMMEN 0 0 1"
    assert ben.take() == ["GENOMMEN 0 0 1", "ZUG_NEHMEN"]

    ben.lost()
    back = join(hub, "ben")
    assert back.take() == [
        "SPIELERIN_AKZEPTIERT 1 ben",
        *("STATUS m", "SPIELERIN 0 ada", "SPIELERIN 1 ben", "HAUFEN 0 2", "STATUS_ENDE m"),
        "ZUG_NEHMEN",
    ]
    back.send("NEHMEN 1 2")
    assert back.take() == ["GENOMMEN 1 1 2", "SPIEL_BEENDET"]


def test_strong_bot_wins() -> None:
    """In heaps of 1, 4 and 7 (1 xor 4 xor 7 is 2, not 0) whoever begins can win."""
    _, *links = match_of_two([1, 4, 7])
    bots = [StrongBot("ada"), RandomBot("ben")]
    for _ in range(1 + 4 + 7):  # the longest game has so many moves
        for bot, link in zip(bots, links, strict=True):
            for line in link.take():
                for answer in bot.hear(line):
                    link.send(answer)
    assert bots[1].standings() == [("ada", 1), ("ben", 0)]
