"""A match that is over, as the page shows it again: the same as it was seen live."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import evolve

from boardhub.hub.journal import JournalError
from boardhub.hub.match import Phase
from boardhub.protocols.game import Game
from boardhub.protocols.toxic import GAME as TOXIC
from boardhub.protocols.ursuppe import GAME as URSUPPE
from boardhub.protocols.wuermer import GAME as WUERMER
from boardhub.testing import RecordingListener
from boardhub.web.gallery import Gallery
from tests.web.desk import Desk
from tests.web.films import GAMES, developed, played, seated, shot, step


def gallery_of(desk: Desk, game: Game) -> Gallery:
    """What browsers watch of the match ``one``."""
    gallery = desk.showroom.gallery(game.name, "one")
    assert gallery is not None
    return gallery


def seen(state: dict[str, Any]) -> tuple[Any, ...]:
    """What of a live picture does not depend on the moment at which one looks."""
    seats = [
        {name: value for name, value in seat.items() if name != "left"}
        for seat in state["match"]["seats"]
    ]
    return (state["match"]["phase"], state["match"]["reason"], seats, state["position"])


@pytest.mark.parametrize(("game", "seats"), GAMES, ids=lambda each: getattr(each, "name", ""))
@pytest.mark.parametrize("seed", ["a", "b"])
def test_film_is_what_was_seen_live(game: Game, seats: int, seed: str) -> None:
    """
    Every picture of a random match, with its players, scores and thinking
    times, is in its film, in the same order; the events are the same.
    """
    desk = Desk(game, settings={"spectator-delay": 0})
    match = seated(desk, game, seats)
    gallery = gallery_of(desk, game)
    chance = Random(seed)
    live = [seen(gallery.state())]
    kinds: dict[int, str] = {}
    for _ in range(3000):
        kinds |= {each["n"]: each["kind"] for each in gallery.state()["events"]}
        if match.phase is Phase.OVER:
            break
        step(desk, match, chance)
        live.append(seen(gallery.state()))
    match.stop("limit")
    live.append(seen(gallery.state()))
    kinds |= {each["n"]: each["kind"] for each in gallery.state()["events"]}
    film = shot(desk.hub.journal("one").records(), game)
    frames = developed(film["frames"])
    filmed = iter([seen(each) for each in frames])
    missing = [each for each in dict.fromkeys(map(repr, live)) if each not in map(repr, filmed)]
    assert not missing
    assert film["scene"] == gallery.exhibit.scene()
    events = [event for each in frames for event in each["events"]]
    assert [event["n"] for event in events] == list(range(1, len(events) + 1))
    assert [event["kind"] for event in events] == [kinds[n] for n in sorted(kinds)]


def test_film_of_all_that_happens_to_players() -> None:
    """Loss, return, lateness, leaving for good: who is there in each frame, and what is told."""
    desk = Desk(URSUPPE)
    match = desk.make(URSUPPE, "one", 3)
    desk.fill(match, "anna", "bert")
    match.leave(1, "left")
    desk.fill(match, "berta")
    match.take(RecordingListener(), "cleo", secret="word")
    match.hold(2)
    match.back(2, RecordingListener())
    desk.pass_time(31.0)  # three times ten seconds to get ready
    match.leave(0, "left")
    match.stop("aborted")
    frames = developed(shot(desk.hub.journal("one").records(), URSUPPE)["frames"])
    told = [(event["kind"], event.get("seat")) for each in frames for event in each["events"]]
    own = ("joined", "began", "held", "back", "left", "late", "ended")
    assert [each for each in told if each[0] in own] == [
        ("joined", 0), ("joined", 1), ("left", 1), ("joined", 1), ("joined", 2), ("began", None),
        ("held", 2), ("back", 2), ("late", 0), ("late", 1), ("late", 2), ("left", 0),
        ("ended", None),
    ]  # fmt: skip
    presences = [[seat["presence"] for seat in each["match"]["seats"]] for each in frames]
    assert presences[2] == ["connected", "free", "free"]
    assert ["connected", "connected", "held"] in presences
    assert presences[-1] == ["gone", "connected", "connected"]
    assert frames[-1]["match"]["reason"] == "aborted"


@pytest.mark.parametrize(("game", "seats"), GAMES, ids=lambda each: getattr(each, "name", ""))
def test_film_of_an_interrupted_match(game: Game, seats: int) -> None:
    """
    After a restart everybody is waited for, and then there again; all the
    pictures are those that were seen live before and after it.
    """
    desk = Desk(game, settings={"spectator-delay": 0})
    match = seated(desk, game, seats, secret="word")
    chance = Random("interrupted")
    for _ in range(20):
        step(desk, match, chance)
    again = Desk(game, settings={"spectator-delay": 0})
    again.pass_time(1000.0)
    again.hub.restore(game.rules, f"{game.name}/one", desk.hub.journal("one"))
    match, gallery = again.hub.match("one"), gallery_of(again, game)
    live = [seen(gallery.state())]
    for seat in range(seats):
        again.pass_time(2.0)
        match.back(seat, RecordingListener())
        live.append(seen(gallery.state()))
    for _ in range(20):
        step(again, match, chance)
        live.append(seen(gallery.state()))
    match.stop("limit")
    live.append(seen(gallery.state()))
    frames = developed(shot(again.hub.journal("one").records(), game)["frames"])
    filmed = iter([seen(each) for each in frames])
    missing = [each for each in dict.fromkeys(map(repr, live)) if each not in map(repr, filmed)]
    assert not missing
    kinds = [event["kind"] for each in frames for event in each["events"]]
    own = [each for each in kinds if each in ("began", "restarted", "held", "back", "ended")]
    # Of the arena nobody is told who is there.
    returns = [] if game is TOXIC else ["back"] * seats
    assert own == ["began", "restarted", *returns, "ended"]


def test_who_is_there_in_the_film_of_an_interrupted_match() -> None:
    """
    Waited for while clocks stand, and back with her whole time; who was lost
    before is lost still, and not waited for.
    """
    desk = Desk(WUERMER)
    match = desk.make(WUERMER, "one", 2)
    for name in ("anna", "bert"):
        match.take(RecordingListener(), name, secret="word")
    match.hold(1)
    desk.pass_time(4.0)
    match.refused(0, 1, "a word")  # the latest time that is known
    again = Desk(WUERMER)
    again.hub.restore(WUERMER.rules, "wuermer/one", desk.hub.journal("one"))
    match = again.hub.match("one")
    again.pass_time(3.0)
    match.back(0, RecordingListener())
    match.stop("aborted")
    frames = developed(shot(again.hub.journal("one").records(), WUERMER)["frames"])
    seats = {
        event["kind"]: [(each["presence"], each["left"]) for each in frame["match"]["seats"]]
        for frame in frames
        for event in frame["events"]
    }
    # The first turn has three times the ten seconds.
    assert seats["held"] == [("connected", 30.0), ("held", None)]
    assert seats["restarted"] == [("held", None), ("held", None)]
    assert seats["back"] == [("connected", 30.0), ("held", None)]
    assert [presence for presence, _ in seats["ended"]] == ["connected", "gone"]


def test_film_shows_hands_to_nobody() -> None:
    """Of the castle game spectators' view is filmed: no hand is in it."""
    (burg, seats) = GAMES[0]
    desk = Desk(burg)
    match = seated(desk, burg, seats)
    played(desk, match, "hands")
    for frame in developed(shot(desk.hub.journal("one").records(), burg)["frames"]):
        assert frame["position"]["hand"] == []
        assert "CardDrawn" not in [each["kind"] for each in frame["events"]]


@pytest.mark.parametrize("delay", [0, 10])
def test_film_is_not_delayed(delay: int) -> None:
    """A match of the arena that was shown late is filmed as it was played, the poison included."""
    desk = Desk(TOXIC, settings={"spectator-delay": delay})
    match = seated(desk, TOXIC, 3, delay=delay)
    played(desk, match, "delay")
    film = shot(desk.hub.journal("one").records(), TOXIC)
    rounds = [
        (frame["position"]["round"], event["round"])
        for frame in developed(film["frames"])
        for event in frame["events"]
        if event["kind"] == "RoundBegan"
    ]
    assert rounds
    assert all(shown == begun for shown, begun in rounds)
    assert film["scene"]["poison"]


def test_clocks_in_a_film() -> None:
    """A seat that is asked has its whole time when it is asked, and less when others have moved."""
    desk = Desk(WUERMER)
    match = seated(desk, WUERMER, 2)
    desk.pass_time(4.0)
    match.play(0, next(iter(match.state.legal_moves(0))), desk.hub.clock.now())
    desk.pass_time(2.5)
    match.leave(1, "left")
    frames = developed(shot(desk.hub.journal("one").records(), WUERMER)["frames"])
    began = next(each for each in frames if each["events"][0]["kind"] == "began")
    # The first turn of each has three times the ten seconds.
    assert [seat["left"] for seat in began["match"]["seats"]] == [30.0, None]
    moved = next(each for each in frames if each["events"][0]["kind"] == "Moved")
    assert [seat["left"] for seat in moved["match"]["seats"]] == [None, 30.0]
    anna = moved["match"]["seats"][0]
    assert anna["thought"] == {"last": 4.0, "mean": 4.0, "total": 4.0}


def test_a_game_without_a_drawing_has_a_film() -> None:
    """What spectators may know of it is filmed."""
    plain = evolve(WUERMER, drawing=None)
    desk = Desk(plain)
    match = seated(desk, plain, 2)
    played(desk, match, "plain")
    frames = developed(shot(desk.hub.journal("one").records(), plain)["frames"])
    assert frames[-1]["position"]["board"]["limit"] == 200


@pytest.mark.parametrize(
    ("number", "change"),
    [
        (0, {"rules": 99}),
        (0, {"game": "chess"}),
        (0, {"limits": {}}),
        (0, {"seats": "two"}),
        (1, {"seat": 7}),
        (3, {"players": []}),
        (4, {"move": ["Crawl", 9, "N"]}),
        (4, {"prompt": 99}),
        (4, {"at": "late"}),
        (-1, {"scores": ["9", "9"]}),
        (-1, {"seats": 3}),
    ],
)
def test_broken_journals_are_said_to_be(number: int, change: dict[str, Any]) -> None:
    """Whatever is wrong with a journal, there is a sentence and no traceback."""
    desk = Desk(WUERMER)
    match = seated(desk, WUERMER, 2)
    played(desk, match, "broken")
    records = desk.hub.journal("one").records()
    records[number] = {**records[number], **change}
    with pytest.raises(JournalError):
        shot(records, WUERMER)
