"""
The example of a game by somebody else works as docs/adding-a-game.md says.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
NIM = ROOT / "examples" / "nim"
PAGE = ROOT / "docs" / "adding-a-game.md"

#: Seconds that a subprocess may take.
PATIENCE = 60

NIM_TESTS = (
    "test_contract",
    "test_last_object_wins",
    "test_conversation",
    "test_strong_bot_wins",
)

FIND_GAMES = """
from boardhub.protocols.registry import installed_games
print(*installed_games())
"""

BLOCKS = [
    found["code"]
    for found in re.finditer(
        r"^```(python|toml)\n(?P<code>.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
]


@pytest.fixture(scope="module")
def nim_tests() -> Iterator[ModuleType]:
    """The tests that the example brings along, with its package importable."""
    sys.path.insert(0, str(NIM))
    spec = spec_from_file_location("nim_tests", NIM / "tests" / "test_nim.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    sys.path.remove(str(NIM))
    for name in [each for each in sys.modules if each.partition(".")[0] == "boardhub_nim"]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory that the example has been installed into."""
    directory = tmp_path_factory.mktemp("nim")
    # A build leaves files behind, so it does not happen in the checkout.
    source = shutil.copytree(NIM, directory / "source")
    target = directory / "target"
    _run(
        *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--no-index", "--no-deps", "--no-build-isolation", "--target", str(target), str(source)),
        directory=directory,
    )
    return target


def _run(*command: str, directory: Path, path: Path | None = None) -> str:
    """What a command prints; ``path`` is searched for packages, too."""
    environment = {"PATH": "/usr/bin:/bin"} | ({"PYTHONPATH": str(path)} if path else {})
    done = subprocess.run(
        command, cwd=directory, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", NIM_TESTS)
def test_the_examples_own_tests_pass(nim_tests: ModuleType, name: str) -> None:
    """The contract and the conversation of the example hold with this boardhub."""
    getattr(nim_tests, name)()


def test_none_of_the_examples_tests_is_left_out(nim_tests: ModuleType) -> None:
    """The list above has them all."""
    assert {each for each in vars(nim_tests) if each.startswith("test_")} == set(NIM_TESTS)


def test_an_installed_game_is_found(installed: Path) -> None:
    """After its installation the registry lists it beside our own."""
    found = _run(sys.executable, "-c", FIND_GAMES, directory=installed, path=installed).split()
    assert "nim" in found
    assert "ursuppe" in found


def test_the_daemon_offers_it(installed: Path) -> None:
    """The daemon's help names the game and its port."""
    twistd = str(Path(sys.executable).with_name("twistd"))
    text = _run(twistd, "boardhub", "--help", directory=installed, path=installed)
    assert "nim on tcp:15010" in " ".join(text.split())


def test_its_drawing_comes_along(installed: Path) -> None:
    """The module that draws the game has been installed with it."""
    source = "from boardhub_nim.game import GAME; print(GAME.drawing.source().decode())"
    text = _run(sys.executable, "-c", source, directory=installed, path=installed)
    assert "export function board" in text


def test_the_page_quotes_something() -> None:
    """The page shows the state, the dialect, the entry point and the test."""
    for essential in ("def prompts", "class NimDialect", "boardhub.games", "check_game"):
        assert any(essential in block for block in BLOCKS)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split("\n")[0].strip())
def test_quoted_code_is_in_the_example(block: str) -> None:
    """What the page shows stands in a file of the example, letter by letter."""
    files = [*NIM.rglob("*.py"), NIM / "pyproject.toml"]
    assert any(block in file.read_text("utf-8") for file in files)
