"""
Local programs as links: what they say and are told, how they end, what they
find where they start, and how they are asked to go.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from boardhub.links.launch import Bounds
from boardhub.links.process import PROGRAM_LIMITS
from boardhub.protocols.game import Ending, Refusal
from tests.recording import RecordingSession
from tests.staging import Stage, in_reactor, python, shell, until

#: A program that is to go is asked by SIGTERM much sooner than the daemon does.
HASTY = evolve(PROGRAM_LIMITS, linger_seconds=0.2, abort_seconds=0.2)


@pytest.fixture
def stage() -> Iterator[Stage]:
    """Nothing runs yet; afterwards nothing is left."""
    stage = Stage()
    yield stage
    assert stage.is_over
    assert stage.processes == []


# What is said


@in_reactor
async def test_talks(stage: Stage) -> None:
    """Its lines are heard, and it hears what it is told."""

    def answer(session: RecordingSession, text: str) -> None:
        session.link.write(f"{text}!\n".encode())

    stage.answer = answer
    stage.start(*python("for n in range(3): print(n); print(input())"))
    await until(lambda: stage.is_over)
    assert stage.lines == ["0", "0!", "1", "0!!", "2", "1!"]
    assert stage.endings == [Ending.EXIT]
    assert stage.told == ["ended", "lost"]


@in_reactor
async def test_starts_slowly(stage: Stage) -> None:
    """A program may take its time before its first line."""
    stage.start(*shell("sleep 0.7; echo da"))
    await until(lambda: stage.is_over)
    assert stage.lines == ["da"]
    assert stage.lasted >= 0.7


@in_reactor
async def test_last_line_without_end(stage: Stage) -> None:
    """What it says right before it ends is a line, with or without a line end."""
    stage.start(*shell(r"printf '1\nN'"))
    await until(lambda: stage.is_over)
    assert stage.lines == ["1", "N"]
    assert stage.endings == [Ending.EXIT]


@in_reactor
async def test_all_that_was_said_comes_before_the_end(stage: Stage) -> None:
    """More lines than several turns deal with are all heard, though it is gone by then."""
    stage.start(*shell("seq 800"))
    await until(lambda: stage.is_over)
    assert stage.lines == [str(number) for number in range(1, 801)]
    assert stage.told == ["ended", "lost"]
    assert stage.end == {"exit": 0}


@in_reactor
async def test_says_nothing(stage: Stage) -> None:
    """A silent program runs on, and nothing is said of it."""
    stage.start(*shell("echo bereit >&2; exec sleep 60"))
    await until(lambda: "stderr" in stage.report)
    assert (stage.lines, stage.told, stage.end) == ([], [], {})
    stage.stop()
    await until(lambda: stage.is_over)
    assert stage.end == {"signal": signal.SIGKILL}


@in_reactor
async def test_line_that_does_not_end(stage: Stage) -> None:
    """What it has said of a line is in its report while the rest is waited for."""
    stage.start(*shell("printf '12 N'; exec sleep 60"))
    await until(lambda: "unfinished" in stage.report)
    assert stage.report["unfinished"] == "12 N"
    assert stage.lines == []
    stage.stop()
    await until(lambda: stage.is_over)


@in_reactor
async def test_output_that_is_not_flushed(stage: Stage) -> None:
    """What a program keeps in its own buffer has not been said."""
    code = "import os, time; print('1'); os.write(2, b'gesagt'); time.sleep(60)"
    stage.start("env", "-u", "PYTHONUNBUFFERED", *python(code))
    await until(lambda: "stderr" in stage.report)
    assert stage.lines == []
    assert "unfinished" not in stage.report
    stage.stop()
    await until(lambda: stage.is_over)


@in_reactor
async def test_huge_line(stage: Stage) -> None:
    """A line of any length is refused as too long, after those before it."""
    stage.start(*python("print('da'); print('x' * 3_000_000)"))
    await until(lambda: stage.is_over)
    assert stage.lines == ["da"]
    assert stage.refused == Refusal.LINE_TOO_LONG
    assert stage.endings == [Ending.FLOOD]


# How it ends


@pytest.mark.parametrize(
    ("code", "end"),
    [
        ("exit 0", {"exit": 0}),
        ("exit 3", {"exit": 3}),
        ("exit 127", {"exit": 127}),
        ("kill -SEGV $$", {"signal": signal.SIGSEGV}),
    ],
)
@in_reactor
async def test_how_it_ended(stage: Stage, code: str, end: dict[str, int]) -> None:
    """Its report says how it ended, and what it last said on its standard error."""
    stage.start(*shell(f"echo Hilfe >&2; {code}"))
    await until(lambda: stage.is_over)
    assert stage.end == end
    assert stage.report["stderr"] == "Hilfe\n"
    assert stage.report["program"] == f"rot in nim/{stage.match}"
    assert (stage.endings, stage.failed) == ([Ending.EXIT], 0)


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("gibt-es-nicht", errno.ENOENT),
        ("{folder}/gibt-es-nicht", errno.ENOENT),
        ("{folder}", errno.EACCES),
        ("{folder}/kein-programm", errno.EACCES),
        ("{folder}/unlesbar", errno.ENOEXEC),
    ],
)
@in_reactor
async def test_cannot_be_started(stage: Stage, tmp_path: Path, word: str, number: int) -> None:
    """What is no program never runs, which is not the same as an exit."""
    (tmp_path / "kein-programm").write_text("#!/bin/sh\n")
    (tmp_path / "unlesbar").write_text("weder Skript noch Programm\n")
    (tmp_path / "unlesbar").chmod(0o755)
    stage.start(word.format(folder=tmp_path))
    await until(lambda: stage.is_over)
    assert stage.failed == 1
    assert stage.session is None
    assert stage.end == {"failed": number}


@in_reactor
async def test_folder_that_is_missing(stage: Stage, tmp_path: Path) -> None:
    """Without the folder that it is to work in it cannot be started."""
    stage.start("true", folder=tmp_path / "fehlt")
    await until(lambda: stage.is_over)
    assert (stage.failed, stage.session) == (1, None)
    assert "failed" in stage.end


@in_reactor
async def test_closes_its_input(stage: Stage) -> None:
    """One that goes on though it hears no more is given up after half a second."""
    stage.start(*shell("echo taub; exec 0<&-; exec sleep 60"), limits=HASTY)
    await until(lambda: stage.is_over)
    assert stage.lines == ["taub"]
    assert stage.endings == [Ending.DEAF]
    # The end of its input may be seen just before it is known to run.
    assert 0.4 < stage.lasted < 1.5


@in_reactor
async def test_closes_its_input_and_ends(stage: Stage) -> None:
    """Who ends soon after it has closed its input has simply ended."""
    stage.start(*shell("exec 0<&-; sleep 0.1; echo fertig"))
    await until(lambda: stage.is_over)
    assert stage.lines == ["fertig"]
    assert stage.endings == [Ending.EXIT]


@in_reactor
async def test_closes_its_output(stage: Stage) -> None:
    """One that can say no more has ended, but has time to read its last lines and to go."""
    stage.start(*shell("exec 1>&-; cat >&2; exit 4"))
    await until(lambda: "ended" in stage.told)
    assert stage.endings == [Ending.EXIT]
    assert stage.lasted < 1.0
    assert await until(lambda: stage.is_over) < 1.0
    assert stage.end == {"exit": 4}


@in_reactor
async def test_stopped_before_it_runs(stage: Stage) -> None:
    """Of a program that was stopped before it ran nothing more is heard."""
    stage.start(*shell("echo da; exec sleep 60"))
    stage.stop()
    await until(lambda: stage.is_over)
    assert (stage.session, stage.failed) == (None, 0)


# How it is asked to go


@in_reactor
async def test_goes_when_its_input_ends(stage: Stage) -> None:
    """One that reads to the end gets its last lines and ends by itself."""
    stage.start(*shell("echo da; cat >&2; exit 5"))
    await until(lambda: stage.lines)
    stage.link.close(b"Ende\n")
    assert await until(lambda: stage.is_over) < 1.0
    assert stage.end == {"exit": 5}
    assert stage.report["stderr"] == "Ende\n"
    assert stage.told == ["lost"]


@in_reactor
async def test_closes_its_output_when_it_is_to_go(stage: Stage) -> None:
    """It has its whole time to end, also when it says at once that it is done with talking."""
    stage.start(*shell("echo da; cat; exec 1>&-; sleep 0.6; exit 6"))
    await until(lambda: stage.lines)
    stage.link.close()
    await until(lambda: stage.is_over)
    assert stage.end == {"exit": 6}


@pytest.mark.parametrize(
    ("trap", "end", "least", "most"),
    [("", signal.SIGTERM, 2.0, 2.7), ("trap '' TERM;", signal.SIGKILL, 3.0, 3.7)],
)
@in_reactor
async def test_does_not_go(
    stage: Stage, trap: str, end: int, least: float, most: float
) -> None:  # fmt: skip
    """After two seconds it is asked by SIGTERM, a second later killed."""
    stage.start(*shell(f"{trap} echo da; while :; do sleep 60; done"))
    await until(lambda: stage.lines)
    stage.link.close()
    assert least <= await until(lambda: stage.is_over) < most
    assert stage.end == {"signal": end}


# What it finds


@in_reactor
async def test_environment(stage: Stage) -> None:
    """A program finds what wuermer-rules 5 says, and nothing else."""
    stage.start("env")
    await until(lambda: stage.is_over)
    found = dict(line.split("=", 1) for line in stage.lines)
    folder = found["HOME"]
    assert Path(folder).is_absolute()
    assert found == {
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "HOME": folder,
        "TMPDIR": folder,
        "PYTHONUNBUFFERED": "1",
        "BOARDHUB_GAME": "nim",
        "BOARDHUB_MATCH": stage.match,
        "BOARDHUB_SEAT": "2",
        "BOARDHUB_NAME": "rot_2",
    }


@in_reactor
async def test_descriptors_and_signals(stage: Stage) -> None:
    """It has three descriptors, no signal ignored or blocked, and is a session of its own."""
    code = (
        "import os;"
        "print(sorted(int(n) for n in os.listdir('/proc/self/fd'))[:-1]);"
        "print(os.getsid(0) == os.getpid());"
    )
    signals = "sed -En 's/^Sig(Blk|Ign):.//p' /proc/self/status"
    stage.start(*shell(f'{signals}; exec {sys.executable} -c "{code}"'))
    await until(lambda: stage.is_over)
    blocked, ignored, descriptors, leads = stage.lines
    # Beyond these 31 are the C library's own and the real-time signals.
    assert (int(blocked, 16) & 0x7FFFFFFF, int(ignored, 16) & 0x7FFFFFFF) == (0, 0)
    assert (descriptors, leads) == ("[0, 1, 2]", "True")


@in_reactor
async def test_works_in_an_empty_folder(stage: Stage) -> None:
    """Its folder is its own and empty, and gone with it, whatever it has put there."""
    deep = "import os\nfor _ in range(1200): os.mkdir('t'); os.chdir('t')"
    stage.start(
        *shell(
            f"pwd -P; echo $HOME; ls -A | wc -l; mkdir zu; echo x >zu/x; chmod 0 zu;"
            f'{sys.executable} -c "{deep}"'
        )
    )
    await until(lambda: stage.is_over)
    folder, home, files = stage.lines
    assert (home, files.strip()) == (folder, "0")
    assert not Path(folder).exists()


@in_reactor
async def test_works_in_a_copy(stage: Stage, tmp_path: Path) -> None:
    """Where a folder belongs to it, it works in a copy, and cannot change the original."""
    (tmp_path / "daten").mkdir()
    (tmp_path / "daten" / "karte").write_text("alt\n")
    (tmp_path / "los").write_text("#!/bin/sh\npwd\ncat daten/karte\necho neu >daten/karte\n")
    (tmp_path / "los").chmod(0o755)
    stage.start("./los", folder=tmp_path)
    await until(lambda: stage.is_over)
    folder, karte = stage.lines
    assert karte == "alt"
    assert Path(folder) != tmp_path
    assert not Path(folder).exists()
    assert (tmp_path / "daten" / "karte").read_text() == "alt\n"


@in_reactor
async def test_opens_many_files(stage: Stage) -> None:
    """It may have as many files open as its bounds say, the three it begins with included."""
    code = (
        "import os\nn = 3\n"
        "try:\n while os.dup(0): n += 1\n"
        "except OSError as error: print(n, error.errno)"
    )
    stage.start(*python(code), bounds=Bounds(files=20))
    await until(lambda: stage.is_over)
    assert stage.lines == [f"20 {errno.EMFILE}"]


@in_reactor
async def test_writes_a_huge_file(stage: Stage) -> None:
    """A file that grows beyond its bounds ends it."""
    stage.start(*shell("exec cat /dev/zero >voll"), bounds=Bounds(file=100_000))
    await until(lambda: stage.is_over)
    assert stage.end == {"signal": signal.SIGXFSZ}


@in_reactor
async def test_writes_a_huge_file_in_python(stage: Stage) -> None:
    """Python ignores the signal: there it is an error that a program may survive."""
    code = (
        "try:\n"
        " with open('voll', 'wb', 0) as file:\n"
        "  while True: file.write(b'x' * 60_000)\n"
        "except OSError as error: print(error)"
    )
    stage.start(*python(code), bounds=Bounds(file=100_000))
    await until(lambda: stage.is_over)
    assert stage.lines == ["[Errno 27] File too large"]
    assert stage.end == {"exit": 0}
