"""What docs/wuermer.md and docs/programs.md say is so: session, tables, drawings, figures."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from boardhub.commands.match import GAMES, MATCH
from boardhub.games.rules import Player
from boardhub.games.wuermer import events as ev
from boardhub.games.wuermer.board import BEISPIEL, LIMITS, SIDES, lines
from boardhub.games.wuermer.moves import Crawl
from boardhub.games.wuermer.state import RULES, Wuermer
from boardhub.hub.journal import FileJournal
from boardhub.hub.terms import Spans
from boardhub.links.launch import MIB, Bounds
from boardhub.links.memory import MemoryLink
from boardhub.links.process import ERRORS_KEPT, PROGRAM_LIMITS, Seating
from boardhub.options import Options
from boardhub.protocols import wuermer_lines
from boardhub.protocols.game import Ending
from boardhub.protocols.ur_faults import LobbyFault
from boardhub.protocols.wuermer import GAME, LINE_LENGTH, OPTIONS
from boardhub.protocols.wuermer_boards import EXAMPLE, SYMMETRIC, Boards
from boardhub.tap import program_share
from boardhub.testing import MemoryHub
from tests.puppets import Stage
from tests.test_docs import ROOT, drawing, perform_session, rows
from tests.transcript import Scene

WUERMER: Final = (ROOT / "docs" / "wuermer.md").read_text()
PROGRAMS: Final = (ROOT / "docs" / "programs.md").read_text()


def rennen() -> list[str]:
    """The start file that the page writes."""
    command = drawing(WUERMER, "<!-- rennen")
    (line,) = [line for line in command.splitlines() if line.startswith("printf")]
    _, form, *data, sign, _ = shlex.split(line)
    assert (form, sign) == (r"%s\n", ">")
    return data


def example() -> Wuermer:
    """A match on the board of the old document, begun."""
    state = RULES.state(2, "seed", {"board": lines(BEISPIEL, 0)})
    state.begin([Player("rot"), Player("gelb")])
    return state


def test_session_is_what_happens(tmp_path: Path) -> None:
    """The commented session on the page is played, line by line, on the page's board."""
    boards = tmp_path / "boards"
    boards.mkdir()
    (boards / "rennen").write_text("".join(f"{line}\n" for line in rennen()))

    def lay(_: Sequence[str]) -> Scene:
        return Scene(MemoryHub(GAME, settings={"boards": Boards(boards)}))

    perform_session(WUERMER, tmp_path, lay)


def test_error_table() -> None:
    """Every error of the lobby has its row with its text, but those for answers in a match."""
    unheard = (LobbyFault.NOT_ASKED, LobbyFault.NOT_RUNNING)
    assert rows(WUERMER, "<!-- errors", "<!-- end of errors") == [
        [str(int(fault)), fault.text] for fault in LobbyFault if fault not in unheard
    ]


def test_fault_table() -> None:
    """Each code by which a match can be lost has its row."""
    told = [row[0].strip("`") for row in rows(WUERMER, "<!-- faults", "<!-- end of faults")]
    codes = [
        value
        for value in vars(wuermer_lines).values()
        if isinstance(value, str) and value.startswith("FEHLER_")
    ]
    assert sorted(told) == sorted(codes)
    assert f"more than {LINE_LENGTH} bytes in a line" in WUERMER


def test_ends() -> None:
    """Every reason of an end by play is in the table of ends."""
    told = " ".join(row[2] for row in rows(WUERMER, "<!-- ends", "<!-- end of ends"))
    for why in (ev.ALL_IN_THE_HOLE, ev.BLOCKED, ev.TURN_LIMIT):
        assert f" {why}`" in told


def test_every_word_is_explained() -> None:
    """Each word that spectators and players are sent is on the page."""
    source = Path(wuermer_lines.__file__).read_text()
    table = Path(wuermer_lines.__file__).with_name("wuermer_table.py").read_text()
    words = set(re.findall(r'f?"([A-Z][A-Z_]{2,})[ "]', source + table))
    assert {"WURM", "ZUG", "SPIEL_BEENDET", "AM_ZUG"} <= words
    for word in words:
        assert re.search(rf"`{word}\b", WUERMER), word


def test_the_board_of_the_document() -> None:
    """It is drawn as a position is printed."""
    head, *drawn = str(example()).splitlines()
    assert head.startswith("0 of 400 turns")
    assert drawing(WUERMER, "<!-- beispiel") == "\n".join(drawn).strip("\n")


def test_first_moves() -> None:
    """On it each player has exactly the first moves of the table."""
    first, second = rows(WUERMER, "<!-- first moves", "<!-- end of first moves")
    state = example()
    assert moves(state, 0) == re.findall(r"`(.*?)`", first[1])
    state.active = 1
    state.prompts = (type(state.prompts[0])(1, 2),)
    assert moves(state, 1) == re.findall(r"`(.*?)`", second[1])


def moves(state: Wuermer, seat: int) -> list[str]:
    """The legal moves of a seat, as the wire writes them on one line."""
    return [
        f"{move.worm} {move.direction}"
        for move in state.legal_moves(seat)
        if isinstance(move, Crawl)
    ]


def test_names_of_boards() -> None:
    """The boards that need no file, by their names."""
    told = [row[0] for row in rows(WUERMER, "<!-- boards", "<!-- end of boards")]
    assert told == [f"`{SYMMETRIC}`", f"`{EXAMPLE}`", "any other"]
    assert f"{SIDES.start} to {SIDES.stop - 1}, turns {LIMITS.start} to 9,999" in WUERMER
    assert LIMITS.stop == 10_000


@pytest.mark.parametrize("seed", [f"seed{number}" for number in range(20)])
def test_the_symmetric_board(seed: str) -> None:
    """It is as the page describes it, whatever the seed."""
    board = RULES.state(2, seed, {}).board
    assert (board.width, board.height, board.limit) == (13, 13, 200)
    assert board.hole[0] == 7
    assert 2 <= board.hole[1] <= 6
    first = tuple(((x, 11), (x, 12), (x, 13)) for x in (2, 4, 6))
    second = tuple(((x, 11), (x, 12), (x, 13)) for x in (12, 10, 8))
    assert board.worms == (first, second)
    assert len(board.obstacles) <= 8
    assert {(14 - x, y) for x, y in board.obstacles} == set(board.obstacles)
    for x, y in board.obstacles:
        assert 1 <= y <= 9
        assert abs(x - board.hole[0]) + abs(y - board.hole[1]) > 1


def test_options() -> None:
    """The options of the game, with their defaults; - is none."""
    told = rows(WUERMER, "<!-- options", "<!-- end of options")
    defaults: dict[str, Any] = {f"--wuermer-{each.name}": str(each.default or "-")
                                for each in OPTIONS}  # fmt: skip
    assert {row[0].strip("`").split(" ")[0]: row[1] for row in told} == defaults
    assert defaults.keys() <= {f"--{name}" for name, *_ in Options.optParameters}


# docs/programs.md


def test_limits_of_programs() -> None:
    """The bounds are those that hold when no option says otherwise, and each option exists."""
    told = rows(PROGRAMS, "<!-- limits", "<!-- end of limits")
    bounds = Bounds()
    options = {f"--{name}": default for name, _, default, *_ in Options.optParameters}
    assert [row[1] for row in told] == [
        f"{bounds.memory // MIB} MiB",
        f"{bounds.cpu} s",
        str(bounds.processes),
        str(bounds.files),
        f"{bounds.file // MIB} MiB",
        str(options["--programs"]),
        str(program_share(options["--programs"])),
    ]
    named = {row[2].strip("`"): row[1].split()[0] for row in told if row[2].startswith("`")}
    assert named == {option: str(default) for option, default in options.items()
                     if option.startswith("--program")}  # fmt: skip


def test_output_of_programs() -> None:
    """So are the figures for their output, and for starting and ending."""
    limits = PROGRAM_LIMITS
    text = " ".join(PROGRAMS.split())
    assert (limits.burst, limits.lines_per_second, limits.patience) == (1000, 300, 0.5)
    assert "a thousand lines at once, 300 a second in the long run, and after half a second" in text
    assert f"A line has {limits.line_length} bytes at most, in the worm match {LINE_LENGTH}" in text
    assert f"the last {ERRORS_KEPT // 1024} KiB are kept" in text
    assert f"does not within {Spans().start:.0f} seconds is out" in text.replace("One that ", "")
    assert (limits.linger_seconds, limits.abort_seconds) == (2, 1)
    assert "two seconds later, its process group gets SIGTERM; 3. one second after that" in text


def test_reasons_of_programs() -> None:
    """All reasons that a link can give, and those of the rules of matches, have their rows."""
    told = {row[0].strip("`") for row in rows(PROGRAMS, "<!-- reasons", "<!-- end of reasons")}
    of_links = {each.reason for each in Ending if each is not Ending.LOST}
    assert of_links == {"crashed", "dropped", "forfeit-output", "out-of-memory", "out-of-cpu"}
    of_matches = {"played", "left", "forfeit-start", "forfeit-time", "forfeit-illegal"}
    assert told == of_links | of_matches


def seated(hub: MemoryHub, match: str, programs: int) -> None:
    """A worm match with so many programs in its seats."""
    host = hub.connect()
    for line in ("NEU 2", f"NAME {match}", "PASSWORT", "BRETT beispiel", "TIMEOUT 10000"):
        host.send(line)
    for _ in range(programs):
        host.send(f"PROGRAMM {match} rot")
    assert len(host.take()) == 1 + programs


def running(hub: MemoryHub, stage: Stage) -> list[MemoryLink]:
    """The two programs of a match begin."""
    starts = [stage.settle("rot") for _ in range(2)]
    return [MemoryLink(Seating(start.arrive), hub.reactor) for start in starts]


def journals(folder: Path) -> list[Path]:
    """Those of matches that wait, run and are over, and of one that is being made."""
    stage = Stage({"rot"})
    hub = MemoryHub(GAME, settings={"program": stage})
    seated(hub, "wartet", 1)
    seated(hub, "laeuft", 2)
    running(hub, stage)
    seated(hub, "verloren", 2)
    running(hub, stage)[0].send("7")
    seated(hub, "allein", 2)
    stage.settle("rot").fail()
    stage.settle("rot").fail()
    for name, journal in hub.journals.items():
        (folder / f"{name.replace('/', '-')}.jsonl").write_text(
            "".join(f"{line}\n" for line in journal.lines)
        )
    (folder / "neu.jsonl").write_text('{"record":"ma')
    return sorted(folder.glob("*.jsonl"))


def test_reports_are_shown(tmp_path: Path) -> None:
    """The lines that print reports find those of programs that did not play to the end."""
    script = drawing(PROGRAMS, "<!-- reports").split("<<'END'\n")[1].removesuffix("END")
    fine: dict[str, Any] = {"program": "gelb in wuermer/m", "end": None, "heard": [[1.0, "N"]]}
    bad = {"program": "rot in wuermer/m", "end": {"exit": 3}, "heard": [], "stderr": "oh no\n"}
    end = {
        "record": "end",
        "reason": "forfeited",
        "scores": ["0", "1"],
        "seats": ["crashed", "played"],
        "reports": [bad, fine],
        "at": 1.0,
    }
    path = tmp_path / "m.jsonl"
    journal = FileJournal(path)
    journal.append(end)
    journal.close()
    assert shown(script, path) == ["rot in wuermer/m crashed {'exit': 3} []", "oh no"]


def test_reports_are_shown_of_matches_that_are_over(tmp_path: Path) -> None:
    """Those that wait or run have none yet, and keep nobody from seeing the others."""
    script = drawing(PROGRAMS, "<!-- reports").split("<<'END'\n")[1].removesuffix("END")
    assert shown(script, *journals(tmp_path)) == [
        "rot forfeit-start None []",
        "rot forfeit-start None []",
    ]


def shown(script: str, *paths: Path) -> list[str]:
    """The lines that the script prints of these journals."""
    done = subprocess.run([sys.executable, "-c", script, *paths], capture_output=True, text=True,
                          timeout=60, check=False, cwd=ROOT)  # fmt: skip
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_options_of_match() -> None:
    """Each option of the command has its row, those with a figure with that as its default."""
    parser = ArgumentParser(add_help=False)
    MATCH.arguments(parser)
    given = vars(parser.parse_args(["wuermer", "one", "two"]))
    told = {
        row[0].strip("`").split(" ")[0]: row[1].strip("`")
        for row in rows(PROGRAMS, "<!-- match", "<!-- end of match")
    }
    assert set(told) == {
        word for word in parser.format_usage().replace("[", " ").replace("]", " ").split()
        if word.startswith("--")
    }  # fmt: skip
    assert told["--games"] == str(GAMES)
    for option, name in (("--move-time", "move_time"), ("--data", "data"), ("--jobs", "jobs")):
        assert told[option] == str(given[name])
