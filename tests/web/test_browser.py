"""The page of a real daemon in a headless Chromium."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from urllib.parse import quote

import pytest

from tests.daemon.running import Daemon
from tests.web.browser import Browser

pytestmark = pytest.mark.daemon

GAMES = ("burg", "toxic", "ursuppe", "wuermer")

#: A name, a match and a text that would do something if they became markup.
NAME = "<img/src=x/onerror=alert(1)>"
MATCH = "<b>x</b>"
TEXT = "<script>alert(2)</script><u>hallo</u>"


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """A daemon with all games, in which bots play."""
    directory = tmp_path_factory.mktemp("page")
    options = ("--web=tcp:0:interface=127.0.0.1", "--demo", "--demo-pace=0.1")
    daemon = Daemon(directory, *options, games=GAMES)
    yield daemon
    daemon.stop()


def test_list_by_keyboard(daemon: Daemon, browser: Browser) -> None:
    """All games are in the list; the keyboard alone opens a match and comes back."""
    browser.open(f"{daemon.page}/")
    for game in GAMES:
        browser.until_it_says(f"{game} · demo1")
    browser.value("document.querySelector('.matches a').focus()")
    browser.press("Enter", 13)
    browser.until("location.hash.length > 3 && document.querySelector('.board')")
    browser.press("Escape", 27)
    browser.until("document.querySelector('.matches a')")
    assert browser.complaints == []


@pytest.mark.parametrize("game", GAMES)
def test_board_changes_live(daemon: Daemon, browser: Browser, game: str) -> None:
    """A match that is going on is drawn; picture, players and events change by themselves."""
    browser.open(f"{daemon.page}/")
    link = "[...document.querySelectorAll('.mark.running')].map(m => m.closest('a').hash)"
    address = browser.until(f"{link}.find(each => each.startsWith('#/{game}/'))")
    browser.open(f"{daemon.page}/{address}")
    picture = "document.querySelector('.board svg')?.outerHTML"
    before = browser.until(picture)
    browser.until(f"{picture} !== {json.dumps(before)}")
    browser.until("document.querySelectorAll('.log li').length > 3")
    assert browser.value("document.querySelectorAll('.seat .score').length") >= 2
    assert browser.complaints == []


def test_pages_that_were_left_hold_no_connection(daemon: Daemon, browser: Browser) -> None:
    """Coming and going more often than a browser has connections for does not stall."""
    begun = monotonic()
    for _ in range(8):
        browser.open("about:blank")
        browser.open(f"{daemon.page}/#/burg/demo1")
        browser.until("document.querySelector('.seat')")
    # A connection that is held is free again after a minute.
    assert monotonic() - begun < 40
    assert browser.complaints == []


def test_phone_width_and_german(daemon: Daemon, browser: Browser) -> None:
    """On a narrow screen nothing sticks out; who prefers German reads German."""
    browser.size(360, 700)
    agent = browser.value("navigator.userAgent")
    browser.tell("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage="de")
    for path in ("", *[f"#/{game}/demo1" for game in GAMES]):
        browser.open("about:blank")
        browser.open(f"{daemon.page}/{path}")
        browser.until("document.querySelector('.players, .seat')")
        assert browser.value("document.documentElement.lang") == "de"
        assert browser.value("document.documentElement.scrollWidth") <= 360
    browser.until_it_says("Was geschah")
    browser.tell("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage="en")
    browser.size(1280, 1000)
    assert browser.complaints == []


def test_markup_is_shown_as_text(daemon: Daemon, browser: Browser) -> None:
    """Names of matches and players and what they say stand on the page as they were typed."""
    maker, player, other = (daemon.connect("burg") for _ in range(3))
    maker.send("NEU 2", f"NAME {MATCH}", "PASSWD", "TIMEOUT 60000")
    assert maker.rest() == ["SPIEL_ANGEMELDET"]
    maker.close()
    for client, name in ((player, NAME), (other, "bert")):
        client.send(f"JOIN {MATCH}", "PASSWD", f"NAME {name}", "ALTER 20")
        client.until("SPIELER_ANGEMELDET")
    player.send(f"NACHRICHT {TEXT}")
    browser.open(f"{daemon.page}/#/burg/{quote(MATCH, safe='')}")
    for text in (NAME, MATCH, TEXT):
        browser.until_it_says(text)
    browser.open(f"{daemon.page}/")
    browser.until_it_says(MATCH)
    assert (
        browser.value("document.querySelectorAll('main img, main b, main u, main script').length")
        == 0
    )
    assert browser.complaints == []
    player.close()
    other.close()


def test_page_comes_back_after_a_restart(tmp_path: Path, browser: Browser) -> None:
    """When the daemon goes the page says so, and goes on by itself when it is back."""
    with ExitStack() as running:
        first = Daemon(tmp_path, "--web=tcp:0:interface=127.0.0.1", games=["ursuppe"])
        running.callback(first.stop)
        page = first.page
        browser.open(f"{page}/")
        browser.until_it_says("no match now")
        first.stop()
        browser.until_it_says("Connection lost")
        port = page.rpartition(":")[2]
        second = Daemon(tmp_path, f"--web=tcp:{port}:interface=127.0.0.1", games=["ursuppe"])
        running.callback(second.stop)
        client = second.connect()
        client.send("NEU 3", "NAME again", "PASSWORT", "TIMEOUT 10000")
        browser.until_it_says("ursuppe · again")
        assert browser.value("document.getElementById('link').textContent") == ""
        client.close()
    # That nobody answered is all it complains of.
    assert all("ERR_" in each for each in browser.complaints), browser.complaints
    browser.complaints.clear()
