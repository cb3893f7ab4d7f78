"""Daemons for tests, ended with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.daemon.running import Daemon, free_port


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Daemon]]:
    """Start daemons with options; all are ended after the test."""
    started: list[Daemon] = []

    def start(*options: str) -> Daemon:
        directory = tmp_path / str(len(started))
        directory.mkdir()
        started.append(Daemon(directory, *options))
        return started[-1]

    yield start
    for daemon in started:
        daemon.stop()


@pytest.fixture
def taken_port() -> Iterator[int]:
    """A port at which somebody else listens."""
    yield from free_port()
