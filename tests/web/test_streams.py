"""What browsers are sent as a match goes on."""

from __future__ import annotations

from random import Random

from attrs import evolve

from boardhub.protocols.burg import GAME as BURG
from boardhub.protocols.ursuppe import GAME as URSUPPE
from boardhub.protocols.wuermer import GAME as WUERMER
from boardhub.testing import no_logged_failures
from boardhub.web.gallery import LOG
from boardhub.web.stream import PATIENCE, SLICE, Stream, message
from tests.web.desk import Browser, Desk, play


def begun() -> Desk:
    """A worm match that has just begun: seats 0 and 1 are anna and bert."""
    desk = Desk(WUERMER)
    desk.fill(desk.make(WUERMER, "one", 2), "anna", "bert")
    desk.pass_time()
    return desk


def test_who_comes_late_gets_everything() -> None:
    """The first event is the state: board, worms, players, clocks and what has happened."""
    desk = begun()
    match = desk.hub.match("one")
    play(desk, match, lambda moves: moves[0], 3)
    desk.pass_time(1.0)
    ((name, value),) = desk.follow("wuermer", "one").events()
    assert name == "state"
    anna, bert = value["match"]["seats"]
    assert (anna["name"], anna["asked"], anna["left"]) == ("anna", False, None)
    # Her first turn has three times the ten seconds, her second ten; one second is over.
    assert (bert["name"], bert["asked"], bert["left"]) == ("bert", True, 9.0)
    assert value["match"]["phase"] == "running"
    assert value["position"]["turn"] == 3
    assert value["scene"]["hole"] == list(match.state.view(None).board.hole)
    kinds = [each["kind"] for each in value["events"]]
    assert kinds == ["joined", "joined", "began", "Began", "Moved", "Moved", "Moved"]
    assert desk.browser().ask("/api/matches/wuermer/one").json() == value


def test_steps_come_live() -> None:
    """A move is at the browser within a moment, with the position after it."""
    desk = begun()
    browser = desk.follow("wuermer", "one")
    browser.events()
    play(desk, desk.hub.match("one"), lambda moves: moves[0], 1)
    desk.pass_time()
    ((name, value),) = browser.events()
    assert name == "step"
    assert value["position"]["turn"] == 1
    assert [each["kind"] for each in value["events"]] == ["Moved"]
    assert [each["asked"] for each in value["match"]["seats"]] == [False, True]


def test_many_steps_are_one_message() -> None:
    """What happens within a moment is told once, with all events in their order."""
    desk = begun()
    browser = desk.follow("wuermer", "one")
    browser.events()
    play(desk, desk.hub.match("one"), lambda moves: moves[0], 10)
    desk.pass_time()
    ((name, value),) = browser.events()
    assert name == "step"
    assert [each["turn"] for each in value["events"]] == list(range(1, 11))


def test_the_board_is_not_shown_early() -> None:
    """Before the match begins there is no board on the page, nor in the message that says so."""
    desk = Desk(WUERMER)
    match = desk.make(WUERMER, "one", 2)
    browser = desk.follow("wuermer", "one")
    desk.fill(match, "anna")
    desk.pass_time()
    for _, value in browser.events():
        assert value.get("scene") is None
        assert value["position"]["worms"] == [[], []]
    assert b"hole" not in browser.body
    desk.fill(match, "bert")
    desk.pass_time()
    (name, value) = browser.events()[-1]
    assert name == "state"
    assert value["scene"]["width"] > 0


def test_the_end_is_told() -> None:
    """The last message has the phase, the reason and the result."""
    desk = begun()
    browser = desk.follow("wuermer", "one")
    desk.hub.match("one").leave(0, "left")
    desk.pass_time()
    (name, value) = browser.events()[-1]
    assert name == "state"
    assert (value["match"]["phase"], value["match"]["reason"]) == ("over", "forfeited")
    assert value["position"]["finished"]["winner"] == 1
    assert value["events"][-1]["kind"] == "ended"


def test_who_reads_too_slowly_gets_the_state() -> None:
    """Nothing is written to a browser that is behind; when it reads again it gets all at once."""
    desk = begun()
    browser = desk.follow("wuermer", "one")
    browser.events()
    browser.stop_reading()
    waiting = len(browser.wire.value())
    for _ in range(5):
        play(desk, desk.hub.match("one"), lambda moves: moves[0], 2)
        desk.pass_time()
    assert len(browser.wire.value()) == waiting
    browser.read_on()
    ((name, value),) = browser.events()
    assert (name, value["position"]["turn"]) == ("state", 10)


def test_who_has_missed_nothing_is_spared() -> None:
    """A browser that was behind while nothing happened gets nothing."""
    desk = begun()
    browser = desk.follow("wuermer", "one")
    browser.events()
    browser.stop_reading()
    browser.read_on()
    assert browser.events() == []


def test_who_never_reads_is_dropped() -> None:
    """After a minute without reading the connection is cut off, and not before."""
    desk = begun()
    browser = desk.follow("wuermer", "one")
    browser.stop_reading()
    desk.pass_time(PATIENCE - 1)
    assert not browser.wire.aborted
    desk.pass_time(2)
    assert browser.wire.aborted


def test_nobody_stays_behind_who_has_gone() -> None:
    """A connection that is lost is no viewer any more, and nothing is logged of it."""
    desk = begun()
    gallery = desk.showroom.gallery("wuermer", "one")
    assert gallery is not None
    browsers = [desk.follow("wuermer", "one") for _ in range(3)]
    assert len(gallery.stream) == 3
    with no_logged_failures():
        for browser in browsers:
            browser.leave()
        play(desk, desk.hub.match("one"), lambda moves: moves[0], 1)
        desk.pass_time()
    assert len(gallery.stream) == 0


def test_signs_of_life() -> None:
    """A stream on which nothing happens is written to all the same, but with nothing."""
    desk = Desk(WUERMER)
    desk.showroom.start()
    browser = desk.browser().ask("/api/events")
    browser.events()
    before = len(browser.body)
    desk.pass_time(16)
    assert browser.events() == []
    assert len(browser.body) > before
    desk.showroom.stop()


def test_the_list_follows() -> None:
    """Matches come into the list, change in it, and go when the lobby forgets them."""
    desk = Desk(WUERMER)
    browser = desk.browser().ask("/api/events")
    assert browser.events() == [("state", {"matches": []})]
    match = desk.make(WUERMER, "one", 2)
    desk.fill(match, "anna", "bert")
    desk.pass_time(1.5)
    ((name, value),) = browser.events()
    assert name == "rows"
    assert [each["phase"] for each in value["changed"]] == ["running"]
    match.close()
    desk.pass_time(1.5)
    ((name, value),) = browser.events()
    assert value == {"gone": [["wuermer", "one"]], "changed": []}
    assert desk.browser().ask("/api/matches").json() == {"matches": []}


def test_a_name_that_is_used_again() -> None:
    """The old match of a name goes before the new one comes."""
    desk = Desk(WUERMER)
    old = desk.make(WUERMER, "one", 2)
    desk.pass_time(1.5)
    browser = desk.browser().ask("/api/events")
    old_viewer = desk.follow("wuermer", "one")
    browser.events()
    old.close()
    desk.fill(desk.make(WUERMER, "one", 2), "anna")
    desk.pass_time(1.5)
    ((_, value),) = browser.events()
    assert list(value) == ["gone", "changed"]
    assert value["gone"] == [["wuermer", "one"]]
    assert value["changed"][0]["seats"][0]["name"] == "anna"
    assert old_viewer.events()[-1] == ("gone", {})


def test_a_stopped_page_leaves_nothing() -> None:
    """After the stop no stream is open and no timer of the page runs."""
    desk = begun()
    browsers = [desk.browser().ask("/api/events"), desk.follow("wuermer", "one")]
    desk.showroom.start()
    play(desk, desk.hub.match("one"), lambda moves: moves[0], 1)
    desk.showroom.stop()
    for browser in browsers:
        assert browser.wire.value().endswith(b"0\r\n\r\n")
    length = [len(browser.wire.value()) for browser in browsers]
    desk.pass_time(60)
    assert [len(browser.wire.value()) for browser in browsers] == length


def test_events_are_bounded() -> None:
    """Of a long match newcomers get the latest events, and its memory does not grow."""
    desk = Desk(URSUPPE)
    match = desk.make(URSUPPE, "long", 3)
    desk.fill(match, "anna", "bert", "cleo")
    play(desk, match, Random(7).choice, 400)
    ((_, value),) = desk.follow("ursuppe", "long").events()
    numbers = [each["n"] for each in value["events"]]
    assert len(numbers) == LOG
    assert numbers == list(range(numbers[0], numbers[0] + LOG))


def test_hands_are_not_shown() -> None:
    """In the castle game nobody at the page learns which cards are bought."""
    desk = Desk(BURG)
    match = desk.make(BURG, "one", 2)
    desk.fill(match, "anna", "bert", age=20)
    browser = desk.follow("burg", "one")

    def buy(moves: list[object]) -> object:
        return next((each for each in moves if "ZIEHE_KARTE" in repr(each)), moves[-1])

    play(desk, match, buy, 30)
    desk.pass_time()
    assert any(match.state.view(0).hand), "somebody holds a card"
    for _, value in browser.events():
        assert value["position"]["hand"] == []
        assert "CardDrawn" not in [each["kind"] for each in value["events"]]
    assert sum(desk.follow("burg", "one").events()[0][1]["position"]["cards"]) > 0


def test_whispers_are_not_shown() -> None:
    """What is said to all is on the page as it was said; what is said to one is not."""
    desk = begun()
    match = desk.hub.match("one")
    browser = desk.follow("wuermer", "one")
    browser.events()
    match.say(0, None, "<b>hallo</b>")
    match.say(0, 1, "nur du")
    desk.pass_time()
    ((_, value),) = browser.events()
    assert [each.get("text") for each in value["events"]] == ["<b>hallo</b>"]
    assert b"nur du" not in browser.body


def test_a_game_without_a_drawing_is_shown_as_text() -> None:
    """What spectators may know of it is on the page all the same."""
    plain = evolve(WUERMER, drawing=None)
    desk = Desk(plain)
    desk.fill(desk.make(plain, "one", 2), "anna", "bert")
    ((_, value),) = desk.follow("wuermer", "one").events()
    assert value["position"]["turn"] == 0
    assert value["position"]["board"]["limit"] == 200


def test_two_hundred_at_once() -> None:
    """Two hundred browsers at one match get the same bytes, made once."""
    desk = begun()
    browsers = [desk.follow("wuermer", "one") for _ in range(200)]
    for browser in browsers:
        browser.events()
    gallery = desk.showroom.gallery("wuermer", "one")
    assert gallery is not None
    made = []
    position = gallery.exhibit.position

    def counted() -> object:
        made.append(1)
        return position()

    gallery.exhibit.position = counted  # type: ignore[method-assign]
    play(desk, desk.hub.match("one"), lambda moves: moves[0], 1)
    desk.pass_time()
    assert made == [1]
    # Their heads have the time of day, which may be another second.
    assert len({browser.body for browser in browsers}) == 1
    assert browsers[0].events()[0][1]["position"]["turn"] == 1


def test_a_drawing_that_fails_costs_nobody_anything(logged_failures: list[object]) -> None:
    """A game's own part that raises is logged; the match and the rest of the list go on."""
    desk = begun()
    desk.fill(desk.make(WUERMER, "two", 2), "cleo", "dora")
    gallery = desk.showroom.gallery("wuermer", "one")
    assert gallery is not None

    def fail() -> object:
        raise RuntimeError("a bad drawing")

    browser, reader = desk.follow("wuermer", "one"), desk.browser().ask("/api/events")
    reader.events()
    gallery.exhibit.scores = fail  # type: ignore[assignment, method-assign]
    play(desk, desk.hub.match("one"), lambda moves: moves[0], 1)
    play(desk, desk.hub.match("two"), lambda moves: moves[0], 1)
    desk.pass_time(1.5)
    assert desk.hub.match("one").state.turn == 1
    assert [each["name"] for each in reader.events()[0][1]["changed"]] == ["two"]
    assert browser.events()[0][0] == "state"
    assert len(logged_failures) == 2
    logged_failures.clear()


def test_who_goes_after_the_end_has_played() -> None:
    """After the end nobody is told to have left but those who had; the others may go home."""
    desk = begun()
    match = desk.hub.match("one")
    browser = desk.follow("wuermer", "one")
    match.leave(0, "left")
    match.leave(1, "left")
    desk.pass_time()
    (_, value) = browser.events()[-1]
    assert [each["presence"] for each in value["match"]["seats"]] == ["gone", "connected"]
    assert value["events"][-1]["kind"] == "ended"
    assert [each.get("seat") for each in value["events"] if each["kind"] == "left"] == [0]


def test_thinking_times() -> None:
    """The last answer of each player, the mean and the sum of all; none before she has answered."""
    desk = begun()
    match = desk.hub.match("one")
    thought = []
    for seconds in (2.0, 1.0, 4.0):
        desk.pass_time(seconds)
        play(desk, match, lambda moves: moves[0], 1)
        row = desk.browser().ask("/api/matches/wuermer/one").json()["match"]
        thought.append([each["thought"] for each in row["seats"]])
    # A quarter of a second had passed when the first turn was looked at.
    first = {"last": 2.25, "mean": 2.25, "total": 2.25}
    second = {"last": 1.0, "mean": 1.0, "total": 1.0}
    assert thought == [
        [first, None],
        [first, second],
        [{"last": 4.0, "mean": 3.125, "total": 6.25}, second],
    ]


def test_defaults_are_no_thoughts() -> None:
    """What the hub plays for who is late or gone took her no time."""
    desk = Desk(URSUPPE)
    match = desk.make(URSUPPE, "one", 3)
    desk.fill(match, "anna", "bert", "cleo")
    match.leave(2, "left")
    desk.pass_time(31.0)
    row = desk.browser().ask("/api/matches/ursuppe/one").json()["match"]
    assert match.steps > 6
    assert [each["thought"] for each in row["seats"]] == [None] * 3


def test_moves_of_one_turn_are_thought_of_one_after_the_other() -> None:
    """Where a turn has several actions, each begins with the one before: the sum is the turn's."""
    desk = Desk(BURG)
    match = desk.make(BURG, "one", 2)
    desk.fill(match, "anna", "bert", age=20)
    play(desk, match, lambda moves: moves[0], 3)
    prompt = match.prompt(0) or match.prompt(1)
    assert prompt is not None
    assert prompt.seat is not None
    before = desk.browser().ask("/api/matches/burg/one").json()["match"]
    had = (before["seats"][prompt.seat]["thought"] or {"total": 0.0})["total"]
    for _ in range(2):
        desk.pass_time(3.0)
        points = [each for each in match.state.legal_moves(prompt.seat) if "PUNKTE" in repr(each)]
        match.play(prompt.seat, points[0], desk.hub.clock.now())
    assert match.prompt(prompt.seat) is prompt
    row = desk.browser().ask("/api/matches/burg/one").json()["match"]
    assert row["seats"][prompt.seat]["thought"]["last"] == 3.0
    assert row["seats"][prompt.seat]["thought"]["total"] == had + 6.0


# Very many browsers


def crowd(desk: Desk) -> tuple[Stream, list[Browser]]:
    """More browsers at one match than are written to in two turns."""
    gallery = desk.showroom.gallery("wuermer", "one")
    assert gallery is not None
    browsers = [desk.follow("wuermer", "one") for _ in range(2 * SLICE + 1)]
    for each in browsers:
        each.events()
    return gallery.stream, browsers


def test_a_few_in_each_turn() -> None:
    """A message is at the first few at once; a player's line may come before the next ones."""
    desk = begun()
    stream, browsers = crowd(desk)
    stream.send(message("step", 1))
    told = [len(each.events()) for each in browsers]
    assert told == [1] * SLICE + [0] * (SLICE + 1)
    assert stream.busy
    desk.hub.settle()
    assert [len(each.events()) for each in browsers[SLICE:]] == [1] * (SLICE + 1)
    assert not stream.busy


def test_messages_keep_their_order() -> None:
    """Whoever is written to late gets what was sent first, first."""
    desk = begun()
    stream, browsers = crowd(desk)
    for number in (1, 2, 3):
        stream.send(message("step", number))
    desk.hub.settle()
    for each in browsers:
        assert each.events() == [("step", 1), ("step", 2), ("step", 3)]


def test_nothing_older_after_the_state() -> None:
    """A message that waits for its turn is in the state of who reads again meanwhile."""
    desk = begun()
    stream, browsers = crowd(desk)
    slow = browsers[-1]
    slow.stop_reading()
    stream.send(message("step", 1))
    desk.hub.settle()
    stream.send(message("step", 2))
    slow.read_on()
    desk.hub.settle()
    assert [name for name, _ in slow.events()] == ["state"]
    stream.send(message("step", 3))
    desk.hub.settle()
    assert slow.events() == [("step", 3)]


def test_who_leaves_while_others_are_told() -> None:
    """A browser that goes before its turn is not written to."""
    desk = begun()
    stream, browsers = crowd(desk)
    with no_logged_failures():
        stream.send(message("step", 1))
        browsers[-1].leave()
        desk.hub.settle()
    assert len(stream) == 2 * SLICE


def test_no_news_before_the_last_are_out() -> None:
    """While a message is still being written the next one gathers what happens."""
    desk = begun()
    stream, browsers = crowd(desk)
    match = desk.hub.match("one")
    play(desk, match, lambda moves: moves[0], 1)
    stream.send(message("step", "long"))
    play(desk, match, lambda moves: moves[0], 1)
    desk.pass_time()
    # The gallery's own time came while the message was on its way to the last browsers.
    assert [value for _, value in browsers[-1].events()] == ["long"]
    desk.pass_time()
    ((name, value),) = browsers[-1].events()
    assert name == "step"
    assert [each["turn"] for each in value["events"]] == [1, 2]


def test_the_end_of_a_stream_reaches_all() -> None:
    """Whoever waits for her turn is told the rest before the connection ends."""
    desk = begun()
    stream, browsers = crowd(desk)
    stream.send(message("gone", {}))
    stream.close()
    assert [each.events() for each in browsers] == [[("gone", {})]] * len(browsers)
    assert not stream.busy
