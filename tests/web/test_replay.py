"""Matches that are over, on the page of a real daemon in a headless Chromium."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import quote
from urllib.request import urlopen

import pytest

from boardhub.hub.journal import read
from boardhub.protocols.burg import GAME as BURG
from boardhub.protocols.toxic import GAME as TOXIC
from boardhub.protocols.ursuppe import GAME as URSUPPE
from boardhub.protocols.wuermer import GAME as WUERMER
from tests.daemon.running import PATIENCE, Daemon
from tests.web.browser import Browser
from tests.web.desk import Desk, play
from tests.web.films import READING, seated

pytestmark = pytest.mark.daemon

GAMES = {each.name: each for each in (BURG, TOXIC, URSUPPE, WUERMER)}

#: The seats of these matches, and how many answers are given in each.
PLAYED = {"burg": (2, 150), "toxic": (3, 120), "ursuppe": (3, 200), "wuermer": (2, 60)}

#: A hall for a match of eight with more than a thousand answers.
WIDE = ["#" * 24, *["#" + " " * 22 + "#"] * 22, "#" * 24]

#: Names that would do something if they became markup.
NAME = "<img/src=x/onerror=alert(1)>"

#: Of the pictures of every fourth move, those until the page has as much to say as it ever does.
EARLY = 60


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with finished matches of every game, and a broken one."""
    directory = tmp_path_factory.mktemp("replay")
    for game in GAMES.values():
        seats, moves = PLAYED[game.name]
        desk = Desk(game, data=directory / "data")
        match = seated(desk, game, seats, "final")
        play(desk, match, Random(game.name).choice, moves)
        desk.pass_time(1.0)
        match.stop("aborted")
        desk.shelve(match)
    desk = Desk(TOXIC, data=directory / "data")
    match = desk.make(TOXIC, "long", 8, map=WIDE, toxicity=WIDE)
    desk.fill(match, *[f"player{number}" for number in range(8)])
    desk.pass_time(READING)
    play(desk, match, Random("long").choice, 1100)
    match.stop("aborted")
    desk.shelve(match)
    desk = Desk(BURG, data=directory / "data")
    match = desk.make(BURG, NAME, 2)
    desk.fill(match, NAME, "bert", age=20)
    match.stop("aborted")
    match.name = "marked"
    desk.hub.journals["burg/marked"] = desk.hub.journals[f"burg/{NAME}"]
    desk.shelve(match)
    broken = directory / "data" / "matches" / f"{journal('wuermer', 'broken')}.jsonl"
    lines = (broken.parent / f"{journal('wuermer')}.jsonl").read_text().splitlines()
    broken.write_text("\n".join([*lines[:5], *lines[6:], ""]))
    return directory


@pytest.fixture(scope="module")
def daemon(data: Path) -> Iterator[Daemon]:
    """A daemon that finds these matches."""
    daemon = Daemon(data, "--web=tcp:0:interface=127.0.0.1", games=list(GAMES))
    yield daemon
    daemon.stop()


def journal(game: str, match: str = "final") -> str:
    """What the journal of a match is called."""
    return f"20000101T000000.000000Z-{game}-{match}"


def open_at(browser: Browser, daemon: Daemon, game: str, move: int) -> None:
    """Follow a link to a move."""
    browser.open("about:blank")
    browser.open(f"{daemon.page}/#/past/{journal(game)}/{move}")
    browser.until(f"document.querySelector('.count')?.textContent.startsWith('{move} / ')")


def at(browser: Browser) -> int:
    """The move that is shown, counted from 1."""
    return int(browser.until("document.querySelector('.count')?.textContent").split()[0])


PICTURE = "document.querySelector('.picture').innerHTML"


def test_from_the_list_into_a_match(daemon: Daemon, browser: Browser) -> None:
    """The list has the finished matches of all games, or of one; one opens by the keyboard."""
    browser.open(f"{daemon.page}/")
    for game in GAMES:
        browser.until_it_says(f"{game} · final")
    browser.value(
        "const s = document.querySelector('.filter select'); s.value = 'toxic';"
        "s.dispatchEvent(new Event('change'))"
    )
    browser.until("!document.body.innerText.includes('burg · final')")
    browser.until_it_says("toxic · final")
    browser.value("document.querySelector('a[href*=past]').focus()")
    browser.press("Enter", 13)
    browser.until("document.querySelector('.told svg')")
    browser.press("Escape", 27)
    browser.until_it_says("All games")
    assert browser.complaints == []


@pytest.mark.parametrize("game", GAMES)
def test_replay_by_keys_and_slider(daemon: Daemon, browser: Browser, game: str) -> None:
    """Arrows, Home and End and the slider move through a match; the address follows."""
    open_at(browser, daemon, game, 20)
    before = browser.value(PICTURE)
    browser.press("End", 35)
    browser.until(f"{PICTURE} !== {json.dumps(before)}")
    last = at(browser)
    assert last == browser.value("Number(document.querySelector('.tools input').max) + 1")
    browser.press("ArrowLeft", 37)
    assert at(browser) == last - 1
    browser.press("ArrowRight", 39)
    assert at(browser) == last
    browser.press("Home", 36)
    assert at(browser) == 1
    browser.value(
        "const s = document.querySelector('.tools input'); s.value = '19';"
        "s.dispatchEvent(new Event('input'))"
    )
    assert at(browser) == 20
    browser.until("location.hash.endsWith('/20')")
    browser.until(f"{PICTURE} === {json.dumps(before)}")
    assert browser.value("document.querySelectorAll('.log li').length") > 0
    assert browser.value("document.querySelectorAll('.seat .thought').length") >= 1
    assert browser.complaints == []


def test_play_and_pause(daemon: Daemon, browser: Browser) -> None:
    """The space bar lets a match run, as fast as is chosen, and stop; at the end it stops."""
    open_at(browser, daemon, "wuermer", 5)
    browser.value(
        "const s = document.querySelector('.buttons select'); s.value = '50';"
        "s.dispatchEvent(new Event('change'))"
    )
    browser.press(" ", 32)
    browser.until("document.querySelector('.count').textContent.split(' ')[0] > 10")
    assert browser.value("document.querySelector('[aria-label=Pause]') !== null")
    browser.press(" ", 32)
    stopped = at(browser)
    browser.press(" ", 32)
    browser.until("document.querySelector('[aria-label=Play]')")
    assert at(browser) == browser.value("Number(document.querySelector('.tools input').max) + 1")
    assert stopped < at(browser)
    assert browser.complaints == []


def test_second_match_without_reload(daemon: Daemon, browser: Browser) -> None:
    """After one match a second opens in the same page."""
    open_at(browser, daemon, "burg", 1)
    browser.value("window.mark = 'the same page'")
    browser.value(f"location.hash = '#/past/{journal('toxic', 'long')}/1'")
    browser.until("document.querySelector('h1')?.textContent === 'toxic · long'")
    browser.until("document.querySelector('.tools')")
    assert browser.value("window.mark") == "the same page"
    assert browser.complaints == []


def test_a_picture_costs_the_same_wherever_it_is(daemon: Daemon, browser: Browser) -> None:
    """
    However much has happened before, no more is made for a picture; and of
    what is asked for between two pictures only the last is drawn.
    """
    browser.open("about:blank")
    browser.open(f"{daemon.page}/#/past/{journal('toxic', 'long')}/1")
    moves = browser.until("Number(document.querySelector('.tools input')?.max)")
    assert moves > 1000
    browser.value(
        "(async () => {"
        "  const slider = document.querySelector('.tools input');"
        "  let made = 0;"
        "  const watcher = new MutationObserver((records) => {"
        "    for (const each of records) made += each.addedNodes.length;"
        "  });"
        "  for (const part of document.querySelectorAll('.picture, .side'))"
        "    watcher.observe(part, {childList: true, subtree: true});"
        "  const pictures = [], drawn = async (moves) => {"
        "    made = 0;"
        "    for (const at of moves) {"
        "      slider.value = String(at); slider.dispatchEvent(new Event('input'));"
        "    }"
        "    await new Promise(requestAnimationFrame);"
        "    return made;"
        "  };"
        "  for (let at = 0; at <= Number(slider.max); at += 4) pictures.push(await drawn([at]));"
        "  const many = await drawn([...Array(200).keys(), 600]);"
        "  window.counted = {pictures, many};"
        "})(); 0"
    )
    counted = browser.until("window.counted")
    early, late = counted["pictures"][:EARLY], counted["pictures"][EARLY:]
    assert len(late) > 150
    assert 0 < max(late) <= max(early)
    assert 0 < counted["many"] <= max(early)
    assert browser.complaints == []


def test_markup_in_a_replay_is_text(daemon: Daemon, browser: Browser) -> None:
    """Names of matches and players stand there as they were typed."""
    browser.open(f"{daemon.page}/#/past/{journal('burg', 'marked')}")
    browser.until("document.querySelector('h1')?.textContent.startsWith('burg')")
    browser.until("document.querySelector('.seat')")
    assert browser.value("document.querySelector('h1').textContent") == f"burg · {NAME}"
    browser.until_it_says(f"{NAME} takes a seat")
    assert browser.value("document.querySelectorAll('main img').length") == 0
    assert browser.complaints == []


def test_links_to_nothing(daemon: Daemon, browser: Browser) -> None:
    """A broken journal, and one that is not there, have a sentence and a way back."""
    for name, words in (
        (
            journal("wuermer", "broken"),
            "This match cannot be told again. (The match cannot be told",
        ),
        ("nothing", "There is no such match."),
        ("..", "There is no such match."),
    ):
        browser.open("about:blank")
        browser.open(f"{daemon.page}/#/past/{quote(name, safe='')}/3")
        browser.until_it_says(words)
        assert browser.value("document.querySelector('main a').hash") == "#/"
    # That the answer was no film is all it complains of.
    assert all("Failed to load resource" in each for each in browser.complaints)
    browser.complaints.clear()


def test_download(daemon: Daemon, browser: Browser) -> None:
    """The link under a match leads to its journal, which can be read."""
    open_at(browser, daemon, "burg", 1)
    address = browser.value("document.querySelector('.tools a').href")
    with urlopen(address, timeout=PATIENCE) as answer:
        text = answer.read()
    assert text == (daemon.data / "matches" / f"{journal('burg')}.jsonl").read_bytes()
    assert read(daemon.data / "matches" / f"{journal('burg')}.jsonl")[-1]["record"] == "end"


def test_from_live_to_replay(daemon: Daemon, browser: Browser) -> None:
    """A match that ends while somebody watches offers itself again."""
    client = daemon.connect("burg")
    client.send("NEU 2", "NAME live", "PASSWD", "TIMEOUT 60000")
    assert client.rest() == ["SPIEL_ANGEMELDET"]
    client.close()
    players = [daemon.connect("burg") for _ in range(2)]
    for player, name in zip(players, ("anna", "bert"), strict=True):
        player.send("JOIN live", "PASSWD", f"NAME {name}", "ALTER 20")
        player.until("SPIELER_ANGEMELDET")
    browser.open(f"{daemon.page}/#/burg/live")
    browser.until_it_says("running")
    for player in players:
        player.close()
    browser.until_it_says("Watch again")
    browser.value("[...document.querySelectorAll('.top a')][0].click()")
    browser.until("document.querySelector('.tools')")
    browser.until_it_says("everybody has left")
    assert browser.complaints == []


def test_phone_width(daemon: Daemon, browser: Browser) -> None:
    """On a narrow screen nothing sticks out of a replay, nor of the list."""
    browser.size(360, 700)
    for game in GAMES:
        open_at(browser, daemon, game, 20)
        assert browser.value("document.documentElement.scrollWidth") <= 360
    browser.open(f"{daemon.page}/")
    browser.until_it_says("wuermer · final")
    assert browser.value("document.documentElement.scrollWidth") <= 360
    browser.size(1280, 1000)
    assert browser.complaints == []
