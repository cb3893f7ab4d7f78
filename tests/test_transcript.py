"""
The runner of transcripts finds what differs, and says where.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.transcript import perform, read
from tests.ursuppe.scene import lay

MATCH = """
    a> NEU 3 | NAME m | PASSWORT | TIMEOUT 1000
    a< SPIEL_ANGEMELDET m
    0> TEILNEHMEN m | PASSWORT | NAME anna
    0< SPIELERIN_AKZEPTIERT 0 anna
    1> TEILNEHMEN m | PASSWORT | NAME berta
    1< SPIELERIN_AKZEPTIERT 1 berta
    0< SPIELERIN_ANGEMELDET 1 berta
"""


def play(folder: Path, text: str) -> None:
    """Perform a transcript of the amoeba game."""
    path = folder / "tried.txt"
    path.write_text(text, "utf-8")
    perform(read(path), lay)


@pytest.mark.parametrize(
    "text",
    [
        "a> PING\na< PONG",
        "a> PING | VERSION\na< PONG\na< VERSION ...",
        "a> PING | VERSION | LISTE | PING\na< PONG | ... | PONG",
        "a> LISTE | PING\na< SPIELE ... | ...",
        "a> ABMELDEN\na< (closed)\na> PING\na< PONG",
        "a> (connects)\n+ 600.000\na< FEHLER 29 ... | (closed)",
        "BOTH := PONG | SPIELE 0\na> PING | LISTE\na< BOTH",
        MATCH + "0> NACHRICHT hallo\n1< NACHRICHT 0 hallo\n1> (is lost)\n*< SPIELERIN_ABGEMELDET 1",
        MATCH + "0> (ends)\n0< (closed)\n1< SPIELERIN_ABGEMELDET 0",
    ],
)
def test_what_happens_as_written_passes(tmp_path: Path, text: str) -> None:
    """Each kind of line that a transcript can have."""
    play(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("a> PING", "at the end: client a"),
        ("a> PING\na> PING\na< PONG | PONG", "before line 2: client a"),
        ("a> PING\na< PONG | PONG", "at the end: client a"),
        ("a> PING | LISTE\na< SPIELE 0 | PONG", "at the end: client a"),
        ("a> PING | LISTE\na< ... | PONG", "at the end: client a"),
        ("a> VERSION\na< VERSION", "at the end: client a"),
        ("a> HALLO\na< FEHLER 3 ...", "at the end: client a"),
        ("a> ABMELDEN", "at the end: client a"),
        ("a> PING\na< PONG | (closed)", "at the end: client a"),
        ("a> (connects)\n+ 599.999\na< FEHLER 29 ... | (closed)", "at the end: client a"),
        ("a> PING\nab< PONG", "at the end: not connected: b"),
        ("*< PONG", "line 1: nobody is there"),
        (MATCH + "0> NACHRICHT hallo\n01< NACHRICHT 0 hallo", "at the end: client 0"),
        (MATCH + "0> NACHRICHT hallo\n+ 0.001\n1< NACHRICHT 0 hallo", "before line 10: client 1"),
    ],
)
def test_what_differs_is_found(tmp_path: Path, text: str, where: str) -> None:
    """A line that is missing, too much, another one or in the wrong place; a wrong end."""
    with pytest.raises(AssertionError, match=where):
        play(tmp_path, text)


@pytest.mark.parametrize("line", ["a PING", "ab> PING", "+ 5", "(closed)", "= round 3"])
def test_what_is_no_line_is_refused(tmp_path: Path, line: str) -> None:
    """A slip of the pen must not pass for a comment; a scene stands at the top."""
    with pytest.raises(ValueError, match="line 3"):
        play(tmp_path, f"a> PING\na< PONG\n{line}\n")
