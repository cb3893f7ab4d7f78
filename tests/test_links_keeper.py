"""
Hostile programs: they flood, take all they can get, hide, and kill. None costs
more than its own seat, and nothing of any is left.
"""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from attrs import define, evolve, field

from boardhub.links.keeper import REPORTS
from boardhub.links.launch import MIB, Bounds
from boardhub.links.process import ERRORS_KEPT, PROGRAM_LIMITS
from boardhub.protocols.game import Ending, Link
from tests.recording import RecordingSession
from tests.staging import Stage, alive, in_reactor, parent, processes_of, python, shell, until

#: Starts another process in a session of its own, which says its number on the
#: standard output that it holds open, and outlives everybody.
HIDE = "setsid sh -c 'echo $$; exec sleep 60' & "

#: A program that is to go is asked by SIGTERM much sooner than the daemon does.
HASTY = evolve(PROGRAM_LIMITS, linger_seconds=0.2)


@pytest.fixture
def stage() -> Iterator[Stage]:
    """Nothing runs yet; afterwards nothing is left."""
    stage = Stage()
    yield stage
    assert stage.is_over
    assert stage.processes == []


@define
class Growth:
    """How much more memory was allocated at some time than at the beginning."""

    bytes: int = field(default=0)


@contextmanager
def growth() -> Iterator[Growth]:
    """Measure what the daemon's side allocates meanwhile."""
    grown = Growth()
    tracemalloc.start()
    try:
        yield grown
        grown.bytes = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


# Floods


@pytest.mark.parametrize("lines", ["yes", "yes ''"])
@in_reactor
async def test_endless_lines(stage: Stage, lines: str) -> None:
    """Who says lines without end has said too much within a second."""
    stage.start(*shell(lines), limits=HASTY)
    await until(lambda: stage.is_over)
    assert stage.endings == [Ending.FLOOD]
    assert stage.lasted < 1.0


@in_reactor
async def test_endless_line(stage: Stage) -> None:
    """Bytes without a line end are refused at once."""
    stage.start(*shell("exec tr '\\0' x </dev/zero"), limits=HASTY)
    await until(lambda: stage.is_over)
    assert stage.endings == [Ending.FLOOD]
    assert stage.lines == []
    assert stage.lasted < 0.5


@pytest.mark.parametrize("code", ["yes", "tr '\\0' x </dev/zero", "exec yes >&2", "yes >&2 & yes"])
@in_reactor
async def test_flood_is_not_kept(stage: Stage, code: str) -> None:
    """Whatever is poured out, and wherever, the daemon keeps little of it."""
    with growth() as grown:
        stage.start(*shell(code))
        await until(lambda: len(stage.report.get("stderr", "")) == ERRORS_KEPT or stage.endings)
        stage.stop()
        await until(lambda: stage.is_over)
    assert grown.bytes < MIB


@in_reactor
async def test_much_on_standard_error(stage: Stage) -> None:
    """Ten megabytes of it before each line cost nothing; the last 64 KiB are reported."""
    code = (
        "import sys\n"
        "for n in range(3):\n"
        " sys.stderr.write('x' * 10_000_000 + f'Ende {n}'); sys.stderr.flush(); print(n)"
    )
    stage.start(*python(code))
    await until(lambda: stage.is_over)
    assert stage.lines == ["0", "1", "2"]
    assert stage.end == {"exit": 0}
    assert stage.report["stderr"] == "x" * (65536 - 6) + "Ende 2"


# Reading nothing


def pour(link: Link, lines: int) -> None:
    """Write lines of 64 KiB, each of which fills a pipe."""
    for _ in range(lines):
        link.write(b"x" * 65535 + b"\n")


@in_reactor
async def test_does_not_read(stage: Stage) -> None:
    """What waits for a program that reads nothing is bounded: then it is cut off."""
    stage.start(*shell("echo da; exec sleep 60"))
    await until(lambda: stage.lines)
    pour(stage.link, 8)
    assert stage.link.behind
    assert stage.told == []
    with growth() as grown:
        pour(stage.link, 1000)
        await until(lambda: stage.is_over)
    assert grown.bytes < 2 * MIB
    assert stage.told == ["lost"]
    assert stage.end == {"signal": signal.SIGKILL}
    assert_cut_off_unread(stage)


@in_reactor
async def test_reads_too_late(stage: Stage) -> None:
    """Who is behind for too long is cut off as well, however little waits."""
    stage.start(*shell("echo da; exec sleep 60"), limits=evolve(HASTY, slow_seconds=0.2))
    await until(lambda: stage.lines)
    pour(stage.link, 8)
    await until(lambda: stage.is_over)
    assert_cut_off_unread(stage)


def assert_cut_off_unread(stage: Stage) -> None:
    """Its own end was not the reason, and the organiser is told what was."""
    assert stage.link.ending is Ending.UNREAD
    assert Ending.UNREAD.reason == "dropped"
    assert stage.link.report()["cut_off"] == "it did not read what it was told"


@in_reactor
async def test_floods_without_reading(stage: Stage) -> None:
    """Who says lines without end has said too much within a second, also if it reads nothing."""

    def answer(session: RecordingSession, text: str) -> None:
        session.link.write(b"x" * 511 + b"\n")

    stage.answer = answer
    with growth() as grown:
        stage.start(*shell("exec yes"), limits=HASTY)
        await until(lambda: stage.is_over)
    assert stage.endings == [Ending.FLOOD]
    assert stage.link.report()["cut_off"] == "it said too much"
    assert stage.lasted < 1.5
    assert grown.bytes < 4 * MIB


@pytest.mark.parametrize(
    ("code", "ending"),
    [("exit 0", Ending.EXIT), ("exec 0<&-; exec sleep 60", Ending.DEAF)],
)
@in_reactor
async def test_has_not_read(stage: Stage, code: str, ending: Ending) -> None:
    """Its end is acted on at once and its last lines are heard, though much waits for it."""
    stage.start(*shell(f"echo da; sleep 0.3; seq 300; {code}"), limits=HASTY)
    await until(lambda: stage.lines)
    pour(stage.link, 8)
    assert stage.link.behind
    await until(lambda: stage.is_over)
    assert stage.lines == ["da", *(str(number) for number in range(1, 301))]
    assert stage.endings == [ending]
    assert stage.lasted < 2.0


# Taking too much


#: Bombs that would go out by themselves after a while.
BOMB = "import os, time\nend = time.monotonic() + 5\nwhile time.monotonic() < end: "


@pytest.mark.parametrize(
    "code",
    [BOMB + "os.fork()", BOMB + "os.fork() or os.setsid(); time.sleep(0.1)"],
    ids=["in one group", "in sessions of their own"],
)
@in_reactor
async def test_fork_bomb(stage: Stage, code: str) -> None:
    """It is ended for it, and the next program runs within five seconds."""
    stage.start(*python(code))
    await until(lambda: stage.endings)
    assert stage.endings == [Ending.CHILDREN]
    assert stage.end["over"] == "processes"
    assert stage.lasted < 2.0
    second = Stage(room=stage.room)
    second.start(*shell("echo da"))
    await until(lambda: second.lines, 5.0)
    await until(lambda: stage.is_over and second.is_over)
    assert second.endings == [Ending.EXIT]


@in_reactor
async def test_children_that_have_ended(stage: Stage) -> None:
    """Children do not count once they have ended, also those that nobody waits for."""
    code = "for n in $(seq 100); do (true &); done; sleep 0.5; echo da; exec sleep 0.5"
    stage.start(*shell(code), bounds=Bounds(processes=5))
    await until(lambda: stage.is_over)
    assert stage.lines == ["da"]
    assert stage.end == {"exit": 0}


ALLOCATE = "kept = []\nwhile True: kept.append(bytearray(1 << 20))"
SHARE = (
    "import mmap\nshared = mmap.mmap(-1, 1 << 28)\n"
    "for _ in range(256): shared.write(b'x' * (1 << 20))\n"
    "input()"
)


@pytest.mark.parametrize(
    "code",
    [
        ALLOCATE,
        "import os, time\n"
        f"if os.fork(): time.sleep(60)\nelse:\n try: exec({ALLOCATE!r})\n"
        " except MemoryError: time.sleep(60)",
        "import os, time\n"
        "for _ in range(9):\n if not os.fork(): m = bytearray(10 << 20); time.sleep(60)\n"
        "time.sleep(60)",
        SHARE,
    ],
    ids=["itself", "in a child", "many together", "shared with nobody"],
)
@in_reactor
async def test_allocates(stage: Stage, code: str) -> None:
    """Who takes too much memory, alone or together with its children, is ended for it."""
    stage.start(*python(code), bounds=Bounds(memory=80 * MIB))
    await until(lambda: stage.is_over)
    assert stage.endings == [Ending.MEMORY]
    assert stage.end["over"] == "memory"


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("while True: pass", signal.SIGXCPU),
        ("import signal\nsignal.signal(24, signal.SIG_IGN)\nwhile True: pass", signal.SIGKILL),
    ],
    ids=["asked", "killed"],
)
@in_reactor
async def test_burns_time(stage: Stage, code: str, number: int) -> None:
    """Who takes too much processor time is ended for it, willing or not."""
    stage.start(*python(code), bounds=Bounds(cpu=1))
    await until(lambda: stage.is_over)
    assert stage.endings == [Ending.TIME]
    assert stage.end == {"over": "cpu", "signal": number}


# Hiding, and killing


@in_reactor
async def test_child_that_outlives_it(stage: Stage) -> None:
    """Its exit is acted on at once, though a child holds its output, and the child goes too."""
    stage.start(*shell(f"{HIDE} exec sleep 0.2"))
    await until(lambda: stage.lines)
    (child,) = map(int, stage.lines)
    assert alive(child)
    assert os.getsid(child) == child
    await until(lambda: stage.is_over)
    assert stage.lasted < 1.0
    assert stage.end == {"exit": 0}
    assert not alive(child)


@in_reactor
async def test_child_that_says_more(stage: Stage) -> None:
    """A child that goes on writing is not heard any more, and does not hold up the end."""
    stage.start(*shell("yes >&2 & (sleep 0.2; exec yes) & exit 0"))
    await until(lambda: stage.is_over)
    assert stage.endings == [Ending.EXIT]
    assert stage.lasted < 1.0


@in_reactor
async def test_orphan_of_a_closed_program(stage: Stage) -> None:
    """What a program has left to itself goes with it when the daemon has done with it."""
    stage.start(*shell(f"({HIDE}) ; exec cat"))
    await until(lambda: stage.lines)
    (child,) = map(int, stage.lines)
    stage.stop()
    await until(lambda: stage.is_over)
    assert stage.end == {"signal": signal.SIGKILL}
    assert not alive(child)


@pytest.mark.parametrize("generations", [1, 2], ids=["keeper", "the one behind"])
@in_reactor
async def test_keeper_is_killed(stage: Stage, generations: int) -> None:
    """A program whose keeper has been killed is gone, with all that it has started."""
    stage.start(*shell(f"{HIDE} echo $$; exec sleep 60"))
    await until(lambda: len(stage.lines) == 2)
    pids = [int(line) for line in stage.lines]
    victim = next(pid for pid in pids if parent(pid) not in pids)
    for _ in range(generations):
        victim = parent(victim)
    os.kill(victim, signal.SIGKILL)
    assert await until(lambda: stage.is_over and not stage.processes) < 2.0
    assert stage.endings == [Ending.EXIT]
    assert stage.end == {"signal": signal.SIGKILL}
    assert not any(map(alive, pids))


@in_reactor
async def test_kills_its_keeper(stage: Stage) -> None:
    """Nor does a program get rid of it by killing it, whatever it has started before."""
    stage.start(*shell(f"{HIDE} sleep 0.2; kill -9 $PPID; sleep 60"))
    assert await until(lambda: stage.is_over) < 2.0
    assert stage.told == ["ended", "lost"]
    text = "its keeper, the process that supervises it, has been killed by signal 9"
    assert stage.report["end"] == {"signal": signal.SIGKILL, "text": text}


def keepers_of(pids: list[int]) -> list[int]:
    """The two keepers above the program that is among these, the lower one first."""
    program = next(pid for pid in pids if parent(pid) not in pids)
    return [parent(program), parent(parent(program))]


@pytest.mark.parametrize("which", [[0], [1], [0, 1], [1, 0]], ids=["lower", "upper", "0 1", "1 0"])
@in_reactor
async def test_keeper_is_stopped(stage: Stage, which: list[int]) -> None:
    """A program whose keepers have been stopped is gone within 3 s, as if they had been killed."""
    stage.start(*shell(f"{HIDE} echo $$; exec sleep 60"))
    await until(lambda: len(stage.lines) == 2)
    pids = [int(line) for line in stage.lines]
    keepers = keepers_of(pids)
    for number in which:
        os.kill(keepers[number], signal.SIGSTOP)
    assert await until(lambda: stage.is_over and not stage.processes) < 3.0
    assert stage.endings == [Ending.EXIT]
    text = "its keeper, the process that supervises it, has been stopped"
    assert (stage.end, stage.report["end"]["text"]) == ({"signal": signal.SIGKILL}, text)
    assert not any(map(alive, pids))


#: Stops its keepers again and again, from a session of its own.
PESTER = (
    "import os, signal, sys, time\n"
    "stat = open(f'/proc/{os.getppid()}/stat').read()\n"
    "keepers = os.getppid(), int(stat.rpartition(')')[2].split()[1])\n"
    "if os.fork() == 0:\n"
    " os.setsid()\n"
    " end = time.monotonic() + 9\n"
    " for pid in keepers: os.kill(pid, signal.SIGSTOP)\n"
    " print('stopped', flush=True)\n"
    " while time.monotonic() < end:\n"
    "  for pid in keepers: os.kill(pid, signal.SIGSTOP)\n"
    "time.sleep(60)"
)


@in_reactor
async def test_keeper_is_stopped_again_and_again(stage: Stage) -> None:
    """Nor does it help to go on with that while the match is over."""
    stage.start(*python(PESTER))
    await until(lambda: stage.lines)
    stage.stop()
    assert await until(lambda: stage.is_over and not stage.processes) < 3.0


@in_reactor
async def test_both_keepers_are_killed(stage: Stage) -> None:
    """What they leave in sessions of its own is found all the same, and the place is free."""
    stage.start(*shell(f"{HIDE} ({HIDE}) ; echo $$; exec sleep 60"))
    await until(lambda: len(stage.lines) == 3)
    pids = [int(line) for line in stage.lines]
    for keeper in keepers_of(pids):
        os.kill(keeper, signal.SIGSTOP)
    for keeper in keepers_of(pids):
        os.kill(keeper, signal.SIGKILL)
    assert await until(lambda: stage.is_over and not stage.processes) < 3.0
    text = "its keeper, the process that supervises it, is gone: killed by signal 9"
    assert stage.report["end"] == {"signal": signal.SIGKILL, "text": text}
    assert not any(map(alive, pids))


@in_reactor
async def test_kills_its_keeper_at_once(stage: Stage) -> None:
    """It has been started, whether its keeper came to say so or not."""
    stage.start(*shell("kill -9 $PPID; sleep 60"))
    await until(lambda: stage.is_over)
    assert (stage.failed, stage.endings) == (0, [Ending.EXIT])
    text = "its keeper, the process that supervises it, has been killed by signal 9"
    assert stage.report["end"] == {"signal": signal.SIGKILL, "text": text}


#: What a keeper does not say.
NO_REPORTS = [
    b"hello", b"\xff", b"[]", b"7", b"null", b"{}", b'{"exit": 0, "more": 1}', b'{"text": 1}',
    b'{"signal": "KILL"}', b'{"exit": true}', b'{"over": "patience"}', b'{"cpu": "NaN"}',
    b'{"memory": null}', b"[" * 9999, b"1" * 9999,
]  # fmt: skip


@pytest.mark.parametrize("said", NO_REPORTS, ids=lambda said: repr(said[:30]))
@in_reactor
async def test_report_that_is_none(stage: Stage, said: bytes) -> None:
    """Whatever gets into a keeper's pipe costs a line in the log and nothing else."""
    stage.start(*shell("echo da; read go; exit 3"))
    await until(lambda: stage.lines)
    assert stage.program is not None
    stage.program.childDataReceived(REPORTS, said + b"\n")
    stage.link.write(b"go\n")
    await until(lambda: stage.is_over)
    assert stage.end == {"exit": 3}


@in_reactor
async def test_report_without_end(stage: Stage) -> None:
    """Nor is a line in that pipe kept that never ends."""
    stage.start(*shell("echo da; read go; exit 3"))
    await until(lambda: stage.lines)
    assert stage.program is not None
    with growth() as grown:
        for _ in range(64):
            stage.program.childDataReceived(REPORTS, b"x" * MIB)
        stage.program.childDataReceived(REPORTS, b"\n")
    assert grown.bytes < 4 * MIB
    stage.link.write(b"go\n")
    await until(lambda: stage.is_over)
    assert stage.end == {"exit": 3}


@in_reactor
async def test_keepers_cannot_be_looked_into(stage: Stage) -> None:
    """Their descriptors are closed to other processes of the user: they belong to root."""
    stage.start(*shell("echo $$; exec sleep 60"))
    await until(lambda: stage.lines)
    (program,) = map(int, stage.lines)
    keepers = keepers_of([program])
    assert [os.stat(f"/proc/{pid}/fd").st_uid for pid in keepers] == [0, 0]
    assert os.stat(f"/proc/{program}/fd").st_uid == os.getuid()
    stage.stop()
    await until(lambda: stage.is_over)


@in_reactor
async def test_match_is_over_while_a_folder_is_copied(stage: Stage, tmp_path: Path) -> None:
    """However large it is, its keeper hears that, and nothing is left."""
    with (tmp_path / "large").open("wb") as large:  # which takes long to copy
        large.truncate(1 << 32)
    stage.start("true", folder=tmp_path)
    await until(lambda: len(stage.processes) == 3)
    stage.stop()
    assert await until(lambda: not stage.processes) < 2.0
    await until(lambda: stage.is_over)


@in_reactor
async def test_keeper_is_killed_before_the_program_runs(stage: Stage, tmp_path: Path) -> None:
    """Then it has failed, at once, and the report says by what."""
    with (tmp_path / "large").open("wb") as large:  # which takes long to copy
        large.truncate(1 << 32)
    stage.start("true", folder=tmp_path)
    await until(lambda: len(stage.processes) == 3)
    copier = next(pid for pid in stage.processes if parent(parent(pid)) in stage.processes)
    victim = parent(copier)
    os.kill(victim, signal.SIGKILL)
    await until(lambda: stage.failed)
    text = "its keeper, the process that supervises it, has been killed by signal 9"
    assert stage.report["end"] == {"signal": signal.SIGKILL, "text": text}
    await until(lambda: stage.is_over)


@in_reactor
async def test_folder_that_cannot_be_copied(stage: Stage, tmp_path: Path) -> None:
    """What stands in the way of it is said, with a number as for every failure."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    stage.start("true", folder=tmp_path)
    await until(lambda: stage.failed and stage.is_over)
    assert stage.report["end"] == {"failed": errno.EIO, "text": f"`{pipe}` is a named pipe"}


@in_reactor
async def test_folder_that_is_gone(stage: Stage, tmp_path: Path) -> None:
    """Which one is said, too."""
    gone = tmp_path / "gone\udcff"
    stage.start("true", folder=gone)
    await until(lambda: stage.failed and stage.is_over)
    text = f"No such file or directory: {tmp_path}/gone?"
    assert stage.report["end"] == {"failed": errno.ENOENT, "text": text}


@in_reactor
async def test_strange_names(stage: Stage) -> None:
    """What a program calls itself does not confuse its keeper."""
    code = (
        "import time\n"
        "open('/proc/self/comm', 'wb').write(b') Z \\xff\\n1')\n"
        "time.sleep(0.5); print('da')"
    )
    stage.start(*python(code))
    await until(lambda: stage.is_over)
    assert stage.lines == ["da"]
    assert stage.end == {"exit": 0}


#: A daemon in small: it starts a program, and repeats what that says.
DAEMON = """
import sys
from twisted.internet import reactor
from tests.recording import RecordingSession
from tests.staging import Stage, shell

def tell(session, text):
    print(stage.match, text, flush=True)

stage = Stage(answer=tell)
stage.start(*shell(sys.argv[1]))
reactor.run()
"""


@pytest.mark.parametrize("which", [[], [0], [0, 1], [1, 0]], ids=["go on", "lower", "0 1", "1 0"])
@in_reactor
async def test_daemon_is_killed(which: list[int]) -> None:
    """Nothing outlives a daemon that is killed, be it hidden, and the keepers stopped before."""
    root = Path(__file__).parent.parent
    code = f"{HIDE} ({HIDE}) ; exec sleep 60"
    with subprocess.Popen(
        [sys.executable, "-c", DAEMON, code], stdout=subprocess.PIPE, cwd=root
    ) as daemon:
        assert daemon.stdout is not None
        said = [daemon.stdout.readline().decode().split() for _ in range(2)]
        match = said[0][0]
        # Two keepers, the program, and what it has started.
        assert len(processes_of(match)) == 5
        keepers = keepers_of([int(pid) for _, pid in said])
        for number in which:
            os.kill(keepers[number], signal.SIGSTOP)
        os.kill(daemon.pid, signal.SIGKILL)
    assert await until(lambda: not processes_of(match)) < 2.0
    assert not any(alive(int(pid)) for _, pid in said)
