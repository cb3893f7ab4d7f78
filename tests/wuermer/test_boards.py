"""Start files, and what lies in their folder that is none."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from boardhub.protocols.wuermer_boards import Boards


@contextmanager
def no_waiting() -> Iterator[None]:
    """Whatever blocks longer than a second is an error."""

    def fail(number: int, frame: object) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(1)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_a_pipe_is_no_start_file(tmp_path: Path) -> None:
    """The daemon does not wait until somebody writes into it."""
    os.mkfifo(tmp_path / "pipe")
    with no_waiting(), pytest.raises(ValueError, match=r"pipe is no regular file$"):
        Boards(tmp_path).options("pipe")


def test_devices_and_folders_are_no_start_files(tmp_path: Path) -> None:
    """Nor is anything else a start file that is no regular file, by whatever name."""
    (tmp_path / "zero").symlink_to("/dev/zero")
    (tmp_path / "folder").mkdir()
    for name in ("zero", "folder"):
        with pytest.raises(ValueError, match=rf"{name} is no regular file$"):
            Boards(tmp_path).options(name)


def test_a_start_file_that_is_missing(tmp_path: Path) -> None:
    """Missing, or with a name that none can have, it is one sentence."""
    for name in ("fehlt", "x" * 300):
        with pytest.raises(ValueError, match=rf"{name} cannot be read: "):
            Boards(tmp_path).options(name)
