"""How an organiser names a program: what is refused before any match, and what is not."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from boardhub import cli
from boardhub.links.commands import Command, own_name, read_command, read_program

#: More than a file's name may have, 255 bytes, and for a path, 4096.
LONG = "x" * 300
LONGER = "y/" * 3000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder ``bots`` with a script that can be executed, and one that cannot."""
    folder = tmp_path / "bots"
    folder.mkdir()
    for name, mode in (("run", 0o755), ("text", 0o644)):
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(mode)
    return folder


def sentence(text: str, where: Path) -> str:
    """What is wrong with it."""
    with pytest.raises(ValueError, match=r".") as raised:
        read_program(text, where)
    return str(raised.value)


@pytest.mark.parametrize("word", [LONG, LONGER, "é" * 150])
def test_a_long_word_is_no_file(word: str, tmp_path: Path) -> None:
    """A program may be given any word, also one that no file can be called by."""
    words = ("sh", "-c", word)
    assert read_command([*words], tmp_path) == Command(words)
    assert read_program(f"rot@.=sh -c {word}", tmp_path) == ("rot", Command(words, tmp_path))


@pytest.mark.parametrize("word", [LONG, LONGER])
def test_a_long_word_is_no_program(word: str, tmp_path: Path) -> None:
    """Where a program or a folder is meant it is refused like any other that is not there."""
    assert sentence(f"rot={word}", tmp_path) == f"there is no program {word} that can be executed"
    assert sentence(f"rot@.={word}", tmp_path) == f"there is no program {word} that can be executed"
    assert sentence(f"rot@{word}=sh", tmp_path) == f"there is no folder {word}"


@pytest.mark.parametrize("text", [LONG, f"rot={LONG}", f"rot@{LONG}=sh", f"rot@.={LONG}"])
def test_match_command_says_so(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence and exit code 1."""
    assert cli.main(["match", "wuermer", "cat", text]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"boardhub: {text!r} is no program: there is no ")
    assert error.count("\n") == 1


def test_what_cannot_be_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is a file there for whom the system does not let near it."""

    look = os.stat

    def refuse(path: Any, **given: Any) -> os.stat_result:
        if "secret" in str(path):
            raise PermissionError(13, "Permission denied", path)
        return look(path, **given)

    monkeypatch.setattr(os, "stat", refuse)
    words = ("sh", "secret/bot.sh")
    assert read_command([*words], tmp_path) == Command(words)
    expected = "there is no program secret/bot that can be executed"
    assert sentence("rot=secret/bot", tmp_path) == expected
    assert sentence("rot@secret=sh", tmp_path) == "there is no folder secret"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rot@=sh", "there is no folder behind the @"),
        ("rot=''", "there is nothing to be executed"),
        ("rot='' sh", "there is nothing to be executed"),
        ("rot=", "must be NAME=COMMAND, or NAME@FOLDER=COMMAND"),
    ],
)
def test_nothing_is_no_name(text: str, expected: str, tmp_path: Path) -> None:
    """Neither of a folder, which would be all that is here, nor of a program."""
    assert sentence(text, tmp_path) == expected


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["python3", "bots/my-bot.py"], "my_bot"),
        (["venv/python", "bots/my-bot.py"], "my_bot"),
        (["sh", "-c", "exit"], "sh"),
        (["bots/run", "bots/text"], "run"),
        (["java", "-jar", "bots/a_worm_with_many_letters.jar"], "a_worm_with_man"),
        (["no/where.exe"], "where"),
    ],
)
def test_own_names(
    words: list[str], name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program is called like its own file: an interpreter, or a link to one, has many."""
    for file in ("my-bot.py", "a_worm_with_many_letters.jar"):
        (folder / file).touch()
    where = folder.parent
    (where / "venv").mkdir()
    installed = shutil.which("sh")
    assert installed is not None
    (where / "venv" / "python").symlink_to(installed)
    monkeypatch.chdir(where)
    assert own_name(words) == name


def test_the_folders_own_program(folder: Path) -> None:
    """By its path it is run from the copy."""
    where = folder.parent
    assert read_program("rot@bots=./run text", where) == ("rot", Command(("./run", "text"), folder))


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("run", "there is no program run that can be executed; that of the folder is ./run"),
        ("./text", "./text of the folder cannot be executed"),
        ("./none", "there is no program ./none that can be executed"),
        ("./../bots/text", "there is no program ./../bots/text that can be executed"),
        ("/etc/passwd", "there is no program /etc/passwd that can be executed"),
    ],
)
def test_a_program_that_could_not_run_in_the_copy(
    command: str, expected: str, folder: Path
) -> None:
    """A file in the folder is not enough."""
    assert sentence(f"rot@bots={command}", folder.parent) == expected


def test_a_program_beside_the_folder(folder: Path) -> None:
    """A path that leads out of the folder is one from where the daemon was started."""
    where = folder / "inner"
    where.mkdir()
    run = str(where / "../run")
    assert read_program("rot@.=../run ../text", where) == (
        "rot",
        Command((run, str(where / "../text")), where),
    )
