"""What is answered to a request, and what is not."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest

from boardhub.protocols.burg import GAME as BURG
from boardhub.protocols.toxic import GAME as TOXIC
from boardhub.protocols.ursuppe import GAME as URSUPPE
from boardhub.protocols.wuermer import GAME as WUERMER
from tests.web.desk import Desk

GAMES = (BURG, TOXIC, URSUPPE, WUERMER)


def test_page_needs_nothing_from_elsewhere() -> None:
    """The page has no script or style of its own in it, and names no other host."""
    page = Desk(WUERMER).browser().ask("/")
    assert page.status == 200
    text = page.body.decode()
    assert "<style" not in text
    assert not re.search(r"<script(?![^>]*src=)", text)
    assert not re.search(r"\son\w+=|style=|https?:", text)


def test_every_answer_is_fenced_in() -> None:
    """Whatever is asked for, the browser is told to run and load nothing but our own files."""
    desk = Desk(WUERMER)
    for path in ("/", "/api/matches", "/nowhere", "/static/page.js", "/api/events", "/api/past"):
        head = desk.browser().ask(path).head
        policy = re.search(r"Content-Security-Policy: (.*)", head)
        assert policy is not None, path
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy[1]
        assert "unsafe" not in policy[1]
        assert "X-Content-Type-Options: nosniff" in head
        assert "Access-Control-Allow-Origin" not in head


def test_modules_are_served_and_load_only_each_other() -> None:
    """Each import of each module leads to a module, of each game too."""
    desk = Desk(*GAMES)
    wanted, seen = {f"/static/games/{each.name}.js" for each in GAMES} | {"/static/page.js"}, set()
    while wanted:
        path = wanted.pop()
        seen.add(path)
        answer = desk.browser().ask(path)
        assert answer.status == 200, path
        assert "Content-Type: text/javascript" in answer.head
        for target in re.findall(r'from "(\.[^"]+)"', answer.body.decode()):
            folder = path.rpartition("/")[0]
            if target.startswith("../"):
                folder, target = folder.rpartition("/")[0], target.removeprefix("../")
            wanted |= {f"{folder}/{target.removeprefix('./')}"} - seen
    assert {"/static/dom.js", "/static/words.js", "/static/list.js", "/static/match.js"} <= seen


def test_texts_never_become_markup() -> None:
    """No module has a way to make markup of a text."""
    desk = Desk(*GAMES)
    for name in (
        "page",
        "list",
        "match",
        "replay",
        "stage",
        "dom",
        "words",
        *[f"games/{each.name}" for each in GAMES],
    ):
        text = desk.browser().ask(f"/static/{name}.js").body.decode()
        assert text
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text)


def test_unchanged_files_are_not_sent_again() -> None:
    """A browser that has a file is told so."""
    desk = Desk(WUERMER)
    first = desk.browser().ask("/static/page.css")
    tag = re.search(r"ETag: (.*)", first.head, re.IGNORECASE)
    assert tag is not None
    again = desk.browser().ask("/static/page.css", If_None_Match=tag[1].strip())
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize(
    "path",
    ["/x", "/static", "/static/", "/static/../site.py", "/static/%2e%2e%2fsite.py", "/api",
     "/static/games/nim.js", "/api/matches/wuermer", "/api/matches/wuermer/none",
     "/api/matches/wuermer/none/more", "/api/events?game=wuermer&name=none", "/api/events?name=a",
     "/api/matches?game=wuermer&name=none", "/api/matches?name=a",
     "/health/x", "/health/", "/metrics/x"],
)  # fmt: skip
def test_there_is_nothing_else(path: str) -> None:
    """What is not there is 404, also out of the folder."""
    assert Desk(WUERMER).browser().ask(path).status == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_read_only(method: str) -> None:
    """Nothing can be sent to the page."""
    for path in ("/", "/api/matches", "/api/events", "/static/page.js", "/api/past"):
        assert Desk(WUERMER).browser().ask(path, method, Content_Length="0").status == 405


def test_bodies_are_not_taken() -> None:
    """Whoever sends a body is cut off: it is neither kept nor waited for."""
    browser = Desk(WUERMER).browser().ask("/", "POST", Content_Length="9999999999")
    browser.send(b"x" * 1000)
    assert browser.wire.disconnecting


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LocalHost:15080", 200),
        ("127.0.0.1:15080", 200),
        ("[::1]:15080", 200),
        ("192.168.1.7", 200),
        ("hub.example.org", 200),
        ("evil.example.org", 403),
        ("127.0.0.1.evil.example", 403),
        ("localhost.evil.example:15080", 403),
        ("", 403),
        ("local host", 403),
    ],
)
def test_host_must_be_ours(host: str, status: int) -> None:
    """A name that somebody has pointed at this machine is no way in."""
    desk = Desk(WUERMER, names=("hub.example.org",))
    for path in ("/", "/api/matches", "/api/events", "/api/past"):
        assert desk.browser().ask(path, Host=host).status == status


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://localhost:15080", 200),
        ("https://localhost:15080", 200),
        ("http://localhost:8000", 403),
        ("https://evil.example", 403),
        ("null", 403),
    ],
)
def test_origin_must_be_ours(origin: str, status: int) -> None:
    """Another site's script gets nothing."""
    for path in ("/api/events", "/api/past"):
        assert Desk(WUERMER).browser().ask(path, Origin=origin).status == status


@pytest.mark.parametrize(
    "headers",
    [
        b"Host: localhost:15080\r\nOrigin: http://[",
        "Host: localhost:15080\r\nOrigin: http://\u2100.com".encode(),
        b"Host: localhost:15080\r\nOrigin: \xff\xfe",
        b"Host: \xff",
        b"Host: [::1",
    ],
)
def test_headers_that_make_no_sense_are_another_sites(headers: bytes) -> None:
    """What no browser sends is refused as well, and is no fault of the daemon's."""
    browser = Desk(WUERMER).browser()
    browser.send(b"GET /api/matches HTTP/1.1\r\n" + headers + b"\r\n\r\n")
    assert browser.status == 403


def test_head_has_no_body() -> None:
    """HEAD tells the status alone, of streams too, which it does not open."""
    desk = Desk(WUERMER)
    desk.make(WUERMER, "one", 2)
    for path, status in (
        ("/api/matches/wuermer/one", 200),
        ("/api/matches/wuermer/two", 404),
        ("/api/events", 200),
        ("/", 200),
    ):
        answer = desk.browser().ask(path, "HEAD")
        assert (answer.status, answer.body) == (status, b"")
    assert len(desk.showroom.stream) == 0


def test_names_may_be_any_word() -> None:
    """A match of any name has its address; slashes are escaped."""
    desk = Desk(BURG)
    desk.make(BURG, "a/b?<i>Ω", 2)
    answer = desk.browser().ask("/api/matches/burg/a%2Fb%3F%3Ci%3E%CE%A9")
    assert answer.json()["match"]["name"] == "a/b?<i>Ω"


@pytest.mark.parametrize("name", [".", "..", "a/b"])
def test_a_match_is_found_by_a_query(name: str) -> None:
    """A name of dots alone has no place in a path: browsers shorten that. The page asks so."""
    desk = Desk(BURG)
    desk.make(BURG, name, 2)
    path = f"/api/matches?game=burg&name={quote(name, safe='')}"
    assert desk.browser().ask(path).json()["match"]["name"] == name
    assert desk.browser().ask(path, "HEAD").status == 200
    assert b"fetch(`/api/matches?" in desk.browser().ask("/static/page.js").body


def test_so_many_connections_and_no_more() -> None:
    """One connection too many is closed; when somebody goes there is room again."""
    desk = Desk(WUERMER, most=2)
    first, _ = desk.browser().ask("/api/events"), desk.browser()
    assert desk.door.buildProtocol(None) is None
    first.leave()
    assert desk.browser().ask("/").status == 200
