"""``boardhub match``: local programs play each other, and nothing is left of them."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from boardhub import cli
from boardhub.contest.contest import Conditions, Contest, Entrant, Played, Unplayable, fixtures
from boardhub.games.wuermer.state import RULES
from boardhub.hub.journal import read, rebuild
from boardhub.links.commands import Command
from boardhub.protocols.game import Game
from boardhub.protocols.toxic import GAME as TOXIC
from boardhub.protocols.ursuppe import GAME as URSUPPE
from boardhub.protocols.wuermer import GAME as WUERMER
from boardhub.protocols.wuermer_boards import Boards
from tests.staging import alive, in_reactor, python, shell, until

ROOT = Path(__file__).parent.parent

#: Seconds for a whole command on a busy machine.
PATIENCE = 120.0

#: The board of spec/wuermer-rules.md 8.2, with any number of turns.
WORMS = "2 4 2 5 2 6 Gegnerische_Wuermer 4 4 4 5 4 6"
NARROW = f"5 6 3 2 50 Hindernisse Eigene_Wuermer {WORMS}"

#: Plays what is written in section 8.2, in either seat: the first one wins.
SCRIPTED = (
    "import os, sys\n"
    "def hear(words):\n"
    "    while sys.stdin.readline().strip() not in words: pass\n"
    "first = os.environ['BOARDHUB_SEAT'] == '1'\n"
    "hear(['Erster', 'Zweiter'])\n"
    "for way in 'NNO' if first else 'NN':\n"
    "    if not first: hear('N')\n"
    "    print(1); print(way)\n"
    "    if first and way == 'N': hear('N')\n"
    "if not first: hear(['Ende'])\n"
)
QUIT = shell("exit 3")


def start_file(folder: Path) -> Boards:
    """The board ``eng`` in a folder."""
    lines = [word.replace("_", " ") for word in NARROW.split()]
    (folder / "eng").write_text("\n".join(lines) + "\n")
    return Boards(folder)


class Hall:
    """Where contests are held, with what has been told of their games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "games"
        self.told: list[Played] = []

    def contest(
        self,
        *programs: Sequence[str],
        game: Game = WUERMER,
        jobs: int = 1,
        move_time: float = 10.0,
        board: str = "",
        **settings: Any,
    ) -> Contest:
        """One between programs with these words, which are called p0, p1 ..."""
        from twisted.internet import reactor

        entrants = [
            Entrant(f"p{number}", Command(tuple(words))) for number, words in enumerate(programs)
        ]
        conditions = Conditions("seed", move_time, board, settings)
        return Contest(game, entrants, conditions, self.folder, self.told.append, reactor, jobs)

    @property
    def faults(self) -> list[list[tuple[int, str, str]]]:
        """What has spoilt each game."""
        return [
            [(fault.entrant, fault.reason, fault.code) for fault in game.faults]
            for game in self.told
        ]

    @property
    def scores(self) -> list[object]:
        """Those of each game, by program."""
        return [game.scores for game in self.told]


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    """Nobody plays yet."""
    return Hall(tmp_path)


@in_reactor
async def test_there_and_back(hall: Hall, tmp_path: Path) -> None:
    """Each begins once on the same board, and the scores are the program's, wherever it sat."""
    contest = hall.contest(
        python(SCRIPTED), python(SCRIPTED), board="eng", boards=start_file(tmp_path)
    )
    await contest.play(fixtures(2, 2, turned=True))
    assert (hall.scores, hall.faults) == ([[1, 0], [0, 1]], [[], []])
    journals = [read(game.journal) for game in hall.told]
    seats = [
        [name for name, _ in record["players"]]
        for records in journals
        for record in records
        if record["record"] == "begin"
    ]
    assert seats == [["p0", "p1"], ["p1", "p0"]]
    assert journals[0][0]["seed"] == journals[1][0]["seed"]
    for records in journals:
        assert rebuild(records, RULES).result is not None
        assert (records[-1]["reason"], records[-1]["scores"]) == ("finished", ["1", "0"])


@in_reactor
async def test_each_round_has_a_board_of_its_own(hall: Hall) -> None:
    """Without a named board it is made by the round's seed, the same in each run."""
    await hall.contest(QUIT, QUIT).play(fixtures(2, 2, turned=False))
    await hall.contest(QUIT, QUIT).play(fixtures(4, 2, turned=True))
    seeds = [read(game.journal)[0]["seed"] for game in hall.told]
    assert seeds == ["seed/1", "seed/2", "seed/1", "seed/1", "seed/2", "seed/2"]


@pytest.mark.parametrize(
    ("words", "reason", "code", "end"),
    [
        (QUIT, "crashed", "", {"exit": 3}),
        (shell("kill -SEGV $$"), "crashed", "", {"signal": signal.SIGSEGV}),
        (("/no/such/program",), "forfeit-start", "", {"failed": 2}),
        (shell("echo; echo eins; exec sleep 60"), "forfeit-illegal", "FEHLER_AUSSER_DER_REIHE", {}),
        (
            # A Telnet client may say this; from a pipe it is text.
            shell(r"printf '\377\361\n'; exec sleep 60"),
            "forfeit-illegal",
            "FEHLER_AUSSER_DER_REIHE",
            {},
        ),
    ],
)
@in_reactor
async def test_faults(
    hall: Hall, words: Sequence[str], reason: str, code: str, end: dict[str, int]
) -> None:
    """Who spoils a game has lost it, and it is known why."""
    waiting = python("import sys; sys.stdin.read()")
    await hall.contest(waiting, words).play(fixtures(1, 2, turned=False))
    assert hall.faults == [[(1, reason, code)]]
    assert hall.scores == [[1, 0]]
    assert end.items() <= (hall.told[0].faults[0].report["end"] or {}).items()


@in_reactor
async def test_late(hall: Hall) -> None:
    """--move-time holds; the first answer has three times as long."""
    begin = monotonic()
    waiting = python("import sys; sys.stdin.read()")
    await hall.contest(waiting, waiting, move_time=0.1).play(fixtures(1, 2, turned=False))
    assert hall.faults == [[(0, "forfeit-time", "")]]
    assert hall.scores == [[0, 1]]
    assert monotonic() - begin >= 0.3


@in_reactor
async def test_the_one_game_is_gone_before_the_next_begins(hall: Hall, tmp_path: Path) -> None:
    """A program that takes its time to end does not meet itself in the game after."""
    lock = tmp_path / "lock"
    lingering = shell(f"mkdir {lock} || exit 9; cat >&2; sleep 0.3; rmdir {lock}")
    await hall.contest(lingering, shell("read line; exit 3")).play(fixtures(3, 2, turned=False))
    assert hall.faults == 3 * [[(1, "crashed", "")]]
    assert not lock.exists()


@in_reactor
async def test_jobs(hall: Hall, tmp_path: Path) -> None:
    """So many games at once: here each waits until the other has begun, too."""
    here = tmp_path / "here"
    here.mkdir()
    meeting = shell(
        f"touch {here}/$BOARDHUB_MATCH\n"
        f"until test -e {here}/game1 -a -e {here}/game2; do sleep 0.02; done; exit 3"
    )
    waiting = python("import sys; sys.stdin.read()")
    contest = hall.contest(meeting, waiting, jobs=2, move_time=5.0)
    await contest.play(fixtures(2, 2, turned=False))
    assert hall.faults == 2 * [[(0, "crashed", "")]]


@in_reactor
async def test_stopped(hall: Hall, tmp_path: Path) -> None:
    """The game that is played has no result, none follows, and nothing is left running."""
    pid = tmp_path / "pid"
    stubborn = shell(f"trap '' TERM; echo $$ > {pid}; while :; do sleep 60; done")
    contest = hall.contest(stubborn, stubborn)
    done = contest.play(fixtures(20, 2, turned=False))
    await until(lambda: pid.exists() and pid.read_text())
    contest.stop()
    await done
    assert [(game.reason, game.scores) for game in hall.told] == [("aborted", None)]
    assert hall.faults == [[]]
    assert not alive(int(pid.read_text()))
    assert read(hall.told[0].journal)[-1]["reason"] == "aborted"


@in_reactor
async def test_too_few_can_be_started(hall: Hall) -> None:
    """In the arena that is no game; its port's own matches leave no journal."""
    missing = ("/no/such/program",)
    await hall.contest(missing, missing, game=TOXIC).play(fixtures(1, 2, turned=False))
    assert [(game.reason, game.scores) for game in hall.told] == [("void-start", None)]
    assert hall.faults == [[(0, "forfeit-start", ""), (1, "forfeit-start", "")]]
    assert [*hall.folder.iterdir()] == [hall.told[0].journal]


@in_reactor
async def test_journals_cannot_be_written(hall: Hall) -> None:
    """A game that cannot be recorded is not played, and none after it."""
    hall.folder.write_text("no folder")
    with pytest.raises(Unplayable, match="There can be no journals in "):
        await hall.contest(QUIT, QUIT).play(fixtures(3, 2, turned=False))
    assert hall.told == []


@in_reactor
async def test_nobody_can_be_told(hall: Hall) -> None:
    """Where a result cannot be told no further game is played, and the contest fails with that."""

    def refuse(played: Played) -> None:
        hall.told.append(played)
        raise BrokenPipeError("nobody reads")

    from twisted.internet import reactor

    entrants = [Entrant(name, Command(QUIT)) for name in ("rot", "gelb")]
    conditions = Conditions("seed", 10.0)
    contest = Contest(WUERMER, entrants, conditions, hall.folder, refuse, reactor)
    with pytest.raises(BrokenPipeError):
        await contest.play(fixtures(3, 2, turned=False))
    assert len(hall.told) == 1


@pytest.mark.parametrize(
    ("game", "programs", "board", "sentence"),
    [
        (WUERMER, 3, "", "wuermer is for 2 programs, not 3."),
        (URSUPPE, 2, "", "ursuppe is for 3 to 4 programs, not 2."),
        (WUERMER, 2, "fehlt", "wuermer has no usable board 'fehlt' for 2."),
        (TOXIC, 2, "fehlt.map", "toxic has no usable board 'fehlt.map' for 2."),
        (URSUPPE, 3, "suppe", "ursuppe has no boards to choose from."),
    ],
)
def test_unplayable(hall: Hall, game: Game, programs: int, board: str, sentence: str) -> None:
    """What the game is not for is said before anything is played."""
    with pytest.raises(Unplayable) as raised:
        hall.contest(*[QUIT] * programs, game=game, board=board)
    assert str(raised.value) == sentence


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["halma", "cat", "cat"], "There is no game 'halma'; installed: "),
        (["wuermer"], "the following arguments are required: PROGRAM"),
        (["wuermer", "cat"], "wuermer is for 2 programs, not 1."),
        (["wuermer", "cat", "/no/cat"], "'/no/cat' is no program: there is no program /no/cat "),
        (["wuermer", "cat", " "], "' ' is no program: there is nothing to be executed."),
        (["wuermer", "cat", "cat 'x"], "\"cat 'x\" is no program: No closing quotation."),
        (["wuermer", "cat", "x@nowhere=cat"], "'x@nowhere=cat' is no program: there is no folder"),
        (["wuermer", "cat", "''"], "\"''\" is no program: there is nothing to be executed."),
        (["wuermer", "cat", "a=''"], "\"a=''\" is no program: there is nothing to be executed."),
        (["wuermer", "cat", "a@=cat"], "'a@=cat' is no program: there is no folder behind the @."),
        (["wuermer", "cat", "a@ =cat"], "'a@ =cat' is no program: there is no folder  ."),
        (["wuermer", "cat", "cat", "--games", "0"], "--games is 1 to 100000."),
        (["wuermer", "cat", "cat", "--games", "99999999999"], "--games is 1 to 100000."),
        (["wuermer", "cat", "cat", "--seed", "\udcff"], "argument --seed: must be UTF-8 (try "),
        (["wuermer", "cat", "cat", "--board", "\udcff"], "argument --board: must be UTF-8 (try "),
        (["wuermer", "cat", "cat", "--games", "3", "--hinrueck"], "With --hinrueck and 2 "),
        (["wuermer", "cat", "cat", "--move-time", "99"], "--move-time is 100 to 3600000 ms."),
        (["wuermer", "cat", "cat", "--jobs", "0"], "--jobs is at least 1."),
        (["wuermer", "cat", "cat", "--board", "x"], "wuermer has no usable board 'x' for 2."),
        (["wuermer", "cat", "cat", "--set", "x=1"], "'x=1' sets no option of wuermer; there is: b"),
        (["toxic", "cat", "cat", "--set", "preparation=-1"], "--set preparation=-1: must be 0 to "),
        (["toxic", "cat", "cat", "--set", "map=x"], "toxic: there is no map 'x' for 4 players, "),
        (["wuermer", "cat", "cat", "--data", "/dev/null/x"], "There can be no journals in "),
    ],
)  # fmt: skip
def test_unusable_arguments(
    given: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whatever cannot be done is one sentence on standard error, and exit code 1."""
    monkeypatch.chdir(tmp_path)
    assert cli.main(["match", *given]) == 1
    error = capsys.readouterr().err
    assert error.startswith("boardhub: " + sentence)
    assert error.count("\n") == 1


# The command as a whole


def command(*words: str) -> list[str]:
    """The words of the command, of this very checkout wherever they are executed."""
    return ["env", f"PYTHONPATH={ROOT}", sys.executable, "-m", "boardhub.cli", *words]


def bot(game: str, name: str) -> str:
    """A reference bot as a program of this name."""
    return f"{name}=" + shlex.join(
        command("bot", game, "--stdio", "--level", "random", "--seed", name)
    )


def match(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run ``boardhub match`` in a folder."""
    return subprocess.run(
        command("match", *words), cwd=folder, capture_output=True, text=True, timeout=PATIENCE
    )


def moves(journal: Path) -> dict[object, list[object]]:
    """What each seat has moved, and under None what the game itself has and who got what."""
    told: dict[object, list[object]] = {}
    for record in read(journal):
        if record["record"] in ("move", "end"):
            told.setdefault(record.get("seat"), []).append(
                record["move"] if record["record"] == "move" else record["scores"]
            )
    return told


@pytest.mark.daemon
@pytest.mark.parametrize(
    ("game", "programs", "options"),
    [
        ("wuermer", 2, ["--board", "beispiel"]),
        ("burg", 2, []),
        ("toxic", 2, ["--set", "preparation=0", "--board", "pillars.map"]),
        ("ursuppe", 3, []),
    ],
)
def test_all_games(game: str, programs: int, options: list[str], tmp_path: Path) -> None:
    """Reference bots on their standard input and output play to the end, the same each time."""
    names = ["rot", "gelb", "blau"][:programs]
    given = [game, *[bot(game, name) for name in names], "--games", "1", "--seed", "7", *options]
    for folder in ("a", "b"):
        ran = match(tmp_path, *given, "--data", folder)
        assert (ran.returncode, ran.stderr) == (0, "")
        lines = ran.stdout.splitlines()
        assert lines[0] == f"{game}, seed 7"
        assert [line.split()[0] for line in lines[1:]] == ["program", *names, "journals:"]
        assert [line.split()[-1] for line in lines[2:-1]] == programs * ["0"]
    (first,), (second,) = [[*(tmp_path / folder).iterdir()] for folder in ("a", "b")]
    # Who are asked at the same time answer in any order.
    assert len(moves(first)[0]) > 5
    assert moves(first) == moves(second)


@pytest.mark.daemon
def test_nobody_reads(tmp_path: Path) -> None:
    """Behind ``| head`` it ends with the game that cannot be told any more, and says nothing."""
    reading, writing = os.pipe()
    os.close(reading)
    words = command("match", "wuermer", "sh -c 'exit 3'", "cat", "--games", "100000")
    try:
        ended = subprocess.run(
            words, cwd=tmp_path, stdout=writing, stderr=subprocess.PIPE, timeout=PATIENCE
        )
    finally:
        os.close(writing)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert len([*(tmp_path / "boardhub-matches").iterdir()]) == 1


@pytest.mark.daemon
def test_names_and_faults(tmp_path: Path) -> None:
    """Without a name a program is called like its file; who loses by a fault is told."""
    script = tmp_path / "crash.py"
    script.write_text("print(1 / 0)\n")
    ran = match(tmp_path, "wuermer", "python3 crash.py", "python3 crash.py", "--games", "1")
    assert ran.returncode == 0
    lines = ran.stdout.splitlines()
    told = [line for line in lines if line.startswith("game1: ")]
    assert told
    for line in told:
        assert "crashed, exit code 1, its last words: ZeroDivisionError: division by zero; " in line
        assert (tmp_path / line.rpartition("; ")[2]).is_file()
    assert {"crash", "crash_2"} <= {line.split()[0] for line in lines}
    assert lines[-1] == "journals: boardhub-matches"


#: Somebody presses Ctrl-C when the reactor has just begun to run.
IMPATIENT = """
import os, signal, sys
from twisted.internet import reactor
from boardhub import cli

reactor.callWhenRunning(os.kill, os.getpid(), signal.SIGINT)
sys.exit(cli.main(["match", "wuermer", "cat", "cat", "--seed", "1"]))
"""


@pytest.mark.daemon
def test_interrupted_before_the_first_game(tmp_path: Path) -> None:
    """Ctrl-C is not lost while the games begin."""
    ended = subprocess.run(
        ["env", f"PYTHONPATH={ROOT}", sys.executable, "-c", IMPATIENT],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (ended.returncode, ended.stderr) == (1, "boardhub: interrupted.\n")
    assert ended.stdout.startswith("wuermer, seed 1\n")


@pytest.mark.daemon
def test_interrupted(tmp_path: Path) -> None:
    """Ctrl-C ends what is played, shows what there is, and leaves nothing running."""
    pid = tmp_path / "pid"
    quitter = "sh -c 'test $BOARDHUB_MATCH = game2 && exec cat > /dev/null; exit 3'"
    waiting = f"sh -c 'test $BOARDHUB_MATCH = game2 && echo $$ > {pid}; exec cat > /dev/null'"
    running = subprocess.Popen(
        command("match", "wuermer", f"rot={waiting}", f"gelb={quitter}", "--move-time", "100000"),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert running.stdout is not None
        assert running.stdout.readable()
        end = monotonic() + PATIENCE
        while not (pid.exists() and pid.read_text()):
            assert monotonic() < end
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        out, error = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
    assert (running.returncode, error) == (1, "boardhub: interrupted.\n")
    lines = out.splitlines()
    assert lines[0].startswith("game1: gelb crashed, exit code 3; ")
    assert [line.split()[:4] for line in lines if line.startswith("rot ")] == [
        ["rot", "1", "0", "0"]
    ]
    assert "without a result: game2" in lines
    assert not alive(int(pid.read_text()))
