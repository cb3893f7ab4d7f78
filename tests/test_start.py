"""The command ``boardhub`` from its first moment on: Ctrl-C is no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

#: Somebody presses Ctrl-C while the command's modules are loaded.
START = """
import os, signal, sys
from importlib.abc import MetaPathFinder

class Impatient(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Impatient())
sys.argv = ["boardhub", "match", "wuermer"]
from boardhub.start import main
sys.exit(main())
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    """Run this in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60
    )


@pytest.mark.parametrize("module", ["boardhub.cli", "boardhub.client"])
def test_interrupted_while_it_is_loaded(module: str) -> None:
    """It ends by the signal, which a shell makes 130, and says nothing."""
    ended = run(START.format(module=module))
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGINT, "", "")


def test_interrupted_while_a_subcommand_is_loaded() -> None:
    """That is the command's affair already: one sentence."""
    ended = run(START.format(module="twisted.python.failure"))
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", "boardhub: interrupted.\n")


def test_signal_that_is_ignored() -> None:
    """What the shell has ignored for a command in the background stays ignored."""
    ignore = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
    ended = run(ignore + START.format(module="boardhub.cli"))
    assert ended.returncode == 1
    assert "the following arguments are required: PROGRAM" in ended.stderr


def test_afterwards_it_is_the_commands_affair() -> None:
    """Once it is loaded Ctrl-C is one sentence."""
    code = (
        "import os, signal, boardhub.cli\n"
        "def main(): os.kill(os.getpid(), signal.SIGINT)\n"
        "boardhub.cli.main = main\n"
        "from boardhub.start import main\n"
        "try: main()\n"
        "except KeyboardInterrupt: print('interrupted')\n"
    )
    assert run(code).stdout == "interrupted\n"


def test_nobody_reads_what_is_told() -> None:
    """Behind ``| head`` a command ends as if all had been read: nothing went wrong."""
    reading, writing = os.pipe()
    os.close(reading)
    words = [sys.executable, "-m", "boardhub.cli", "map", "toxic", "9", "9", "--seed", "1"]
    try:
        ended = subprocess.run(words, cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, timeout=60)
    finally:
        os.close(writing)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_is_what_is_installed() -> None:
    """The command begins there."""
    setup = ConfigParser()
    setup.read(ROOT / "setup.cfg")
    scripts = setup["options.entry_points"]["console_scripts"].split()
    assert scripts == ["boardhub", "=", "boardhub.start:main"]
