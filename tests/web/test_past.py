"""What is answered about matches that are over, and that nothing is about others."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from boardhub.protocols.burg import GAME as BURG
from boardhub.protocols.wuermer import GAME as WUERMER
from boardhub.web.limits import PURSE
from boardhub.web.past import FETCH, LOOK, MAKE, SENDING, SLOWEST
from boardhub.web.shelf import PAGE
from boardhub.web.studio import AT_ONCE, LARGEST, PATIENCE, WAITING
from tests.web.desk import Desk, play
from tests.web.films import seated, shot


def with_matches(data: Path, *names: str) -> Desk:
    """A desk on whose shelf are worm matches of these names, made a minute after each other."""
    desk = Desk(WUERMER, data=data)
    for minute, name in enumerate(names):
        match = seated(desk, WUERMER, 2, name)
        play(desk, match, Random(name).choice, 20)
        match.leave(minute % 2, "left")
        made = f"2000-01-01T00:{minute:02}:00.000+00:00"
        journal = desk.hub.journal(name)
        first = json.loads(journal.lines[0])
        journal.lines[0] = json.dumps({**first, "made": made}, separators=(",", ":"))
        desk.shelve(match, f"20000101T00{minute:02}00.000000Z")
    return desk


def journal_of(minute: int, name: str) -> str:
    """What the journal of a match is called."""
    return f"20000101T00{minute:02}00.000000Z-wuermer-{name}"


def test_list_has_the_latest_first(tmp_path: Path) -> None:
    """Who played, when, how it ended, with scores; the journal is named."""
    desk = with_matches(tmp_path, "one", "two")
    page = desk.browser().ask("/api/past").json()
    assert [each["name"] for each in page["matches"]] == ["two", "one"]
    assert page["more"] is False
    two = page["matches"][0]
    assert two["journal"] == journal_of(1, "two")
    assert (two["game"], two["phase"], two["reason"]) == ("wuermer", "over", "forfeited")
    assert two["made"].startswith("2000-01-01T00:01")
    assert [each["name"] for each in two["seats"]] == ["anna", "bert"]
    result = desk.hub.match("two").state.result
    assert result is not None
    assert [each["score"] for each in two["seats"]] == list(result.scores)


def test_list_comes_in_pieces(tmp_path: Path) -> None:
    """Each piece begins behind the last match of the one before; together they are all."""
    names = [f"m{number:02}" for number in range(PAGE + 3)]
    desk = with_matches(tmp_path, *names)
    first = desk.browser().ask("/api/past").json()
    assert (len(first["matches"]), first["more"]) == (PAGE, True)
    last = first["matches"][-1]["journal"]
    second = desk.browser().ask(f"/api/past?before={last}").json()
    assert second["more"] is False
    found = [each["name"] for each in [*first["matches"], *second["matches"]]]
    assert found == names[::-1]


def test_list_of_one_game(tmp_path: Path) -> None:
    """Only matches of the game that is asked for."""
    desk = with_matches(tmp_path, "one")
    burg = Desk(BURG, data=tmp_path)
    match = seated(burg, BURG, 2, "castle")
    match.stop("aborted")
    burg.shelve(match)
    for game, names in (("wuermer", ["one"]), ("burg", ["castle"]), ("chess", [])):
        page = desk.browser().ask(f"/api/past?game={game}").json()
        assert [each["name"] for each in page["matches"]] == names


def test_list_without_an_index_is_empty(tmp_path: Path) -> None:
    """Where nothing has been indexed yet there is nothing in the list."""
    desk = Desk(WUERMER, data=tmp_path)
    assert desk.browser().ask("/api/past").json() == {"matches": [], "more": False}


def test_film_is_served(tmp_path: Path) -> None:
    """The film of a match is what is made of its journal; made once, however many ask for it."""
    desk = with_matches(tmp_path, "one")
    path = f"/api/past/{journal_of(0, 'one')}"
    browsers = [desk.browser().ask(path) for _ in range(20)]
    assert len(desk.films) == 1
    desk.finish_films()
    expected = shot(desk.hub.journal("one").records(), WUERMER)
    for browser in [*browsers, desk.browser().ask(path)]:
        assert browser.status == 200
        assert browser.json() == expected
    assert len(desk.films) == 1


def test_journal_can_be_had_after_the_end(tmp_path: Path) -> None:
    """It is the file, byte by byte, to be kept under its name."""
    desk = with_matches(tmp_path, "one")
    name = journal_of(0, "one")
    answer = desk.browser().ask(f"/api/past/{name}/journal")
    assert answer.status == 200
    assert answer.body == (tmp_path / "matches" / f"{name}.jsonl").read_bytes()
    assert f"attachment; filename*=UTF-8''{name}.jsonl" in answer.head
    assert "nosniff" in answer.head


@pytest.mark.parametrize("torn", [b"", b'{"record":"end"', b'{"record":"end","reason":"finished"}'])
def test_nothing_before_the_end(tmp_path: Path, torn: bytes) -> None:
    """
    While a match goes on nobody gets its film or its journal, which has the
    seed; nor where the end was only half written, or not told to anybody yet.
    """
    desk = Desk(WUERMER, data=tmp_path)
    match = seated(desk, WUERMER, 2)
    name = desk.shelve(match)
    with (tmp_path / "matches" / f"{name}.jsonl").open("ab") as file:
        file.write(torn)
    for path in (f"/api/past/{name}", f"/api/past/{name}/journal"):
        answer = desk.browser().ask(path)
        assert answer.status == 409
        assert b"not over" in answer.body
        assert b"seed" not in answer.body
    assert desk.films == []


def test_an_end_that_somebody_typed_is_none(tmp_path: Path) -> None:
    """What players type stands inside records, and cannot look like the end of a match."""
    desk = Desk(WUERMER, data=tmp_path)
    match = seated(desk, WUERMER, 2)
    match.refused(0, 1, '\n{"record":"end","reason":"finished"}')
    name = desk.shelve(match)
    assert desk.browser().ask(f"/api/past/{name}/journal").status == 409


@pytest.mark.parametrize(
    "name",
    ["none", "..", "../../etc/passwd", "%2e%2e", "..%2f..%2fetc%2fpasswd", "%2fetc%2fpasswd",
     "a%00b", "x" * 5000, "", "none/journal/more", "%ff%fe"],
)  # fmt: skip
def test_there_is_no_other_file(tmp_path: Path, name: str) -> None:
    """Nothing but journals in the data directory can be named."""
    desk = with_matches(tmp_path, "one")
    (tmp_path / "secret.jsonl").symlink_to("/etc/passwd")
    for tail in ("", "/journal"):
        assert desk.browser().ask(f"/api/past/{name}{tail}").status == 404
    assert desk.browser().ask("/api/past/secret/journal").status == 409


def test_a_broken_journal_is_said_to_be_broken(tmp_path: Path) -> None:
    """The page gets a sentence with the record that is wrong, and no path of the machine's."""
    desk = with_matches(tmp_path, "one")
    name = journal_of(0, "one")
    path = tmp_path / "matches" / f"{name}.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:4], *lines[5:], ""]))
    browser = desk.browser().ask(f"/api/past/{name}")
    desk.finish_films()
    assert browser.status == 422
    assert b"record 5" in browser.body
    assert str(tmp_path).encode() not in browser.body


def test_a_journal_of_another_game_is_said_to_be_foreign(tmp_path: Path) -> None:
    """A game that is not installed here cannot be told again."""
    desk = with_matches(tmp_path, "one")
    name = journal_of(0, "one")
    path = tmp_path / "matches" / f"{name}.jsonl"
    path.write_text(path.read_text().replace('"game":"wuermer"', '"game":"chess"', 1))
    browser = desk.browser().ask(f"/api/past/{name}")
    desk.finish_films()
    assert browser.status == 422
    assert b"not installed here" in browser.body


def test_so_many_films_at_once(tmp_path: Path) -> None:
    """A few are made at a time, some more may wait, and the next one is refused for the moment."""
    names = [f"m{number:02}" for number in range(AT_ONCE + WAITING + 1)]
    desk = with_matches(tmp_path, *names)
    browsers = [
        desk.browser(f"10.0.0.{minute}").ask(f"/api/past/{journal_of(minute, name)}")
        for minute, name in enumerate(names)
    ]
    assert len(desk.films) == AT_ONCE
    assert browsers[-1].status == 503
    assert "Retry-After: 5" in browsers[-1].head
    while not all(each.done for each in desk.films):
        desk.finish_films()
    assert [each.status for each in browsers[:-1]] == [200] * (AT_ONCE + WAITING)


def test_a_film_that_takes_too_long(tmp_path: Path) -> None:
    """Its process is ended, and the page is told."""
    desk = with_matches(tmp_path, "one")
    browser = desk.browser().ask(f"/api/past/{journal_of(0, 'one')}")
    desk.pass_time(PATIENCE + 1)
    assert desk.films[0].killed
    assert browser.status == 422
    assert b"too long" in browser.body


def test_a_film_that_is_too_long(tmp_path: Path) -> None:
    """More than so many bytes are not taken."""
    desk = with_matches(tmp_path, "one")
    browser = desk.browser().ask(f"/api/past/{journal_of(0, 'one')}")
    desk.films[0].hears.outReceived(b"x" * (LARGEST + 1))
    assert desk.films[0].killed
    assert browser.status == 422


def test_who_goes_meanwhile_costs_nothing(tmp_path: Path) -> None:
    """A browser that does not wait for its film is not missed; the film is kept."""
    desk = with_matches(tmp_path, "one")
    path = f"/api/past/{journal_of(0, 'one')}"
    desk.browser().ask(path).leave()
    desk.finish_films()
    assert desk.browser().ask(path).status == 200


def test_an_address_cannot_take_everything(tmp_path: Path) -> None:
    """
    Who has films made without end is told to wait; others are served, films
    that are there cost nothing, and after the time named she is served again.
    """
    names = [f"m{number:02}" for number in range(round(PURSE / MAKE) + 1)]
    desk = with_matches(tmp_path, *names)
    paths = [f"/api/past/{journal_of(minute, name)}" for minute, name in enumerate(names)]
    for path in paths[:-1]:
        browser = desk.browser("10.0.0.1").ask(path)
        desk.finish_films()
    served = [browser.status, desk.browser("10.0.0.1").ask(paths[0]).status]
    refused = desk.browser("10.0.0.1").ask(paths[-1])
    # Looking costs, too, so that the last of these films has not been paid for.
    assert served == [429, 200]
    assert refused.status == 429
    seconds = int(refused.head.partition("Retry-After: ")[2].split()[0])
    other = desk.browser("10.0.0.2").ask(paths[-2])
    desk.finish_films()
    assert other.status == 200
    desk.pass_time(seconds + 2 * LOOK)
    again = desk.browser("10.0.0.1").ask(paths[-1])
    desk.finish_films()
    assert again.status == 200


def test_journals_are_not_free(tmp_path: Path) -> None:
    """Downloads of one address are bounded."""
    desk = with_matches(tmp_path, "one")
    path = f"/api/past/{journal_of(0, 'one')}/journal"
    statuses = [desk.browser().ask(path).status for _ in range(round(PURSE / FETCH) + 1)]
    assert statuses[0] == 200
    assert statuses[-1] == 429


def test_a_journal_that_nobody_reads(tmp_path: Path) -> None:
    """Of a slow reader's journal so much is read as it takes; after a while it is cut off."""
    desk = with_matches(tmp_path, "one")
    name = journal_of(0, "one")
    path = tmp_path / "matches" / f"{name}.jsonl"
    lines = path.read_text().splitlines()
    padding = json.dumps({"record": "note", "text": "x" * 1000})
    path.write_text("\n".join([*lines[:-1], *[padding] * 1000, lines[-1], ""]))
    browsers = [desk.browser(f"10.0.0.{number}") for number in range(SENDING + 1)]
    for browser in browsers:
        browser.wire.slow = True
        browser.ask(f"/api/past/{name}/journal")
    assert len(browsers[0].body) < 200_000
    assert browsers[-1].status == 503
    browsers[0].wire.slow = False
    browsers[0].read_on()
    assert browsers[0].body == path.read_bytes()
    desk.pass_time(SLOWEST + 1)
    assert all(each.wire.aborted for each in browsers[1:-1])
    assert not browsers[0].wire.aborted
    for browser in browsers[1:-1]:
        browser.leave()
    for _ in range(SENDING):
        assert desk.browser("10.0.1.1").ask(f"/api/past/{name}/journal").status == 200


def test_a_journal_that_goes_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the operator removes a journal just now there is no such match, and nothing is logged."""
    desk = with_matches(tmp_path, "one")
    name = journal_of(0, "one")
    gone = tmp_path / "matches" / "gone.jsonl"
    monkeypatch.setattr("boardhub.web.shelf.filed", lambda *_: gone)
    monkeypatch.setattr("boardhub.web.shelf._is_over", lambda _: True)
    assert desk.browser().ask(f"/api/past/{name}/journal").status == 404


def test_closing_ends_what_is_being_made(tmp_path: Path) -> None:
    """With the daemon no film stays behind, being made or waiting."""
    names = [f"m{number:02}" for number in range(AT_ONCE + 1)]
    desk = with_matches(tmp_path, *names)
    timers = len(desk.hub.reactor.getDelayedCalls())
    browsers = [
        desk.browser().ask(f"/api/past/{journal_of(minute, name)}")
        for minute, name in enumerate(names)
    ]
    desk.past.studio.close()
    assert [each.killed for each in desk.films] == [True] * AT_ONCE
    assert [each.status for each in browsers] == [422] * (AT_ONCE + 1)
    for browser in browsers:
        browser.leave()
    assert len(desk.hub.reactor.getDelayedCalls()) == timers


def test_rows_name_their_journal_after_the_end() -> None:
    """In the list and on its page a match says where it is told again, once it is over."""
    desk = Desk(WUERMER)
    match = seated(desk, WUERMER, 2)
    path = "/api/matches/wuermer/one"
    assert desk.browser().ask(path).json()["match"]["journal"] is None
    match.stop("aborted")
    assert desk.browser().ask(path).json()["match"]["journal"] == "wuermer-one"


def test_head_is_enough_for_who_only_asks(tmp_path: Path) -> None:
    """HEAD tells whether there is something, without it."""
    desk = with_matches(tmp_path, "one")
    name = journal_of(0, "one")
    answer = desk.browser().ask(f"/api/past/{name}/journal", "HEAD")
    assert (answer.status, answer.body) == (200, b"")
    assert desk.browser().ask("/api/past/none", "HEAD").status == 404
