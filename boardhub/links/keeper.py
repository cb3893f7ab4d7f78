"""
The process between the daemon, or a bridge, and a program that plays: it
starts the program, keeps it within its bounds, and leaves nothing of it behind.

Run as a file by a bare interpreter, it imports nothing of ours:
``keeper.py BOUNDS WORD...``, where BOUNDS are JSON (see `Bounds`) and the rest
is the program's command line. With ``null`` the program is only watched over:
it has no bounds, and the folder and the environment that the keeper has. The
program has the descriptors 0, 1 and 2. On descriptor 3 the keeper reports, a
JSON object a line: ``starts`` (in a moment), ``failed`` (an errno),
``runs``, ``over`` (a bound that was passed), ``exit`` or ``signal``, with
``cpu`` seconds and ``memory`` in bytes; some with a ``text``. On descriptor 4 it is told: a byte
``T`` asks the program to go, ``K`` or the end of it ends everything. So the
programs of a daemon that is killed are gone with it.

The program runs in a session of its own. What it starts becomes the keeper's
child when its parent has ended (Linux: "child subreaper"), and so cannot hide,
not even in another session. A program may kill its keeper, or stop it: for this
there is a second one behind the first, which clears up after it, and reports
that. Whether the second has been stopped is for who has started it to see
(`is_stopped`, `revive`). What is left when both have been killed at once becomes
that one's child (`adopt`).
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import resource
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Collection, Container, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, TypeAlias

#: What a program may take, as `boardhub.links.process.Bounds` has it: ``cpu``
#: seconds, ``memory`` and ``file`` in bytes, ``files`` and ``processes`` at a
#: time; ``folder``, to be copied into the one it works in, or none; and its
#: ``name``, for whoever looks at a list of processes.
Bounds: TypeAlias = dict[str, Any]

REPORTS, ORDERS = 3, 4

#: Seconds between two looks at what the program takes.
LOOK = 0.2

#: Seconds between two looks for what is left when both keepers have been killed.
SWEEP = 0.02

#: How many times ``processes`` the kernel allows: it counts all processes of the
#: user, and those of one program must not be in the way of another.
LEEWAY = 4

#: Bytes that are told of why a program could not be started.
_FAILURE = 1000

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38

_KEEPER = "its keeper, the process that supervises it,"

#: What is said of a program whose keeper could do nothing more, though it was there.
STOPPED = f"{_KEEPER} has been stopped"

#: Signals that a keeper ignores, or its interpreter does.
_IGNORED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE, signal.SIGXFSZ)

#: What counts as memory: not the files that a process has mapped.
_MEMORY = (b"RssAnon", b"RssShmem", b"VmSwap")


def main(bounds: Bounds | None, command: list[str]) -> None:
    """Keep one program, from its start to the end of all that it has started."""
    os.setsid()
    # A terminal's Ctrl-C is the affair of who has started us.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    _take_post()
    # Or its descriptors would be open to every process of the user, under /proc.
    _prctl(_PR_SET_DUMPABLE, 0)
    try:
        folder = None if bounds is None else tempfile.mkdtemp(prefix="boardhub-")
    except OSError as error:
        _report(failed=error.errno, text=str(error))
        return
    keeper = os.fork()
    try:
        if keeper:
            _stand_by(keeper)
        else:
            _play(bounds, command, folder)
    finally:
        _kill_all()
        _stand_back()
        if folder is not None:
            _remove(folder)


def _take_post() -> None:
    """Be somebody's keeper, as far as that is not inherited."""
    adopt()
    # A stopped one would not see that its orders have come to their end.
    _prctl(_PR_SET_PDEATHSIG, signal.SIGCONT)


def _stand_by(keeper: int) -> None:
    """Until the keeper has ended; what it leaves comes here."""
    os.closerange(0, REPORTS)
    os.close(ORDERS)
    ended = select.poll()
    ended.register(os.pidfd_open(keeper), select.POLLIN)
    while not ended.poll(LOOK * 1000):
        if is_stopped(keeper):
            _report(signal=signal.SIGKILL, text=STOPPED)  # which it gets in a moment
            os.kill(keeper, signal.SIGKILL)
    _, status = os.waitpid(keeper, 0)
    if os.WIFSIGNALED(status):
        text = f"{_KEEPER} has been killed by signal {os.WTERMSIG(status)}"
        _report(signal=signal.SIGKILL, text=text)


def _play(bounds: Bounds | None, command: list[str], folder: str | None) -> None:
    """The life of the program."""
    _take_post()
    try:
        program, starting = _start(bounds, command, folder)
    except OSError as error:
        _report(failed=error.errno, text=str(error))
    else:
        _keep(program, starting, bounds)


def _come_first() -> None:
    """
    Where that is allowed, run before everybody else: or a keeper would have to
    share the processors with each single process that it has to kill.
    """
    with suppress(OSError):
        policy = os.SCHED_FIFO | os.SCHED_RESET_ON_FORK
        os.sched_setscheduler(0, policy, os.sched_param(1))


def _stand_back() -> None:
    """Run as everybody else does: to remove a folder may take long."""
    with suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def _start(bounds: Bounds | None, command: list[str], folder: str | None) -> tuple[int, int]:
    """
    Begin to start the program: its process, and a pipe that is at its end when
    that is done, or tells why it could not be.
    """
    read, write = os.pipe()  # closed by a successful exec
    program = os.fork()
    if program == 0:
        try:
            _become(bounds, command, folder, read)
        except Exception as error:
            os.write(write, _failure(error).encode("utf-8", "replace")[:_FAILURE])
        finally:
            os._exit(127)
    os.close(write)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    return program, read


def _failure(error: Exception) -> str:
    """The system's number of an error, and what it means."""
    if isinstance(error, shutil.Error):
        # One error for many files, without a number.
        (_, _, text), *_ = error.args[0]
        return f"{errno.EIO} {text}"
    if isinstance(error, OSError):
        what = f": {error.filename}" if error.filename else ""
        return f"{error.errno or errno.EIO} {error.strerror or error}{what}"
    return f"{errno.EIO} {error}"


def _become(bounds: Bounds | None, command: list[str], folder: str | None, read: int) -> None:
    """In the child: be the program."""
    os.setsid()
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    # Nor can it become another user's, whom the keeper may not kill.
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    for number in _IGNORED:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    if bounds is not None and folder is not None:
        _settle(bounds, folder)
        _confine(bounds)
    _report(starts=os.getpid())
    os.closerange(REPORTS, read)
    os.execvp(command[0], command)


def _settle(bounds: Bounds, folder: str) -> None:
    """Make the folder the program's own, and go there."""
    if bounds["folder"]:
        shutil.copytree(bounds["folder"], folder, symlinks=True, dirs_exist_ok=True)
    os.environ.update(HOME=folder, TMPDIR=folder)
    os.chdir(folder)


def _confine(bounds: Bounds) -> None:
    """Take on the bounds that the kernel sees to."""
    _limit(resource.RLIMIT_CPU, bounds["cpu"], bounds["cpu"] + 1)
    _limit(resource.RLIMIT_DATA, 2 * bounds["memory"], 2 * bounds["memory"])
    _limit(resource.RLIMIT_FSIZE, bounds["file"], bounds["file"])
    _limit(resource.RLIMIT_NOFILE, bounds["files"], bounds["files"])
    _limit(resource.RLIMIT_CORE, 0, 0)
    # A superuser's are not bounded by it.
    processes = _processes_of_user() + LEEWAY * bounds["processes"]
    _limit(resource.RLIMIT_NPROC, processes, processes)


def _limit(which: int, soft: int, hard: int) -> None:
    most = resource.getrlimit(which)[1]
    if most != resource.RLIM_INFINITY:
        soft, hard = min(soft, most), min(hard, most)
    resource.setrlimit(which, (soft, hard))


def _processes_of_user() -> int:
    user, count = os.getuid(), 0
    for name in filter(str.isdigit, os.listdir("/proc")):
        # Not by who owns its files there: those of a keeper are root's.
        figures = _figures(int(name), (b"Uid", b"Threads"))
        if figures and figures[b"Uid"] == user:
            count += figures[b"Threads"]
    return count


def _keep(program: int, starting: int, bounds: Bounds | None) -> None:
    """Until the program has ended, or is to, or cannot be started."""
    _come_first()
    ended = os.pidfd_open(program)
    poll = select.poll()
    for descriptor in (ended, ORDERS, starting):
        poll.register(descriptor, select.POLLIN)
    while True:
        ready = dict(poll.poll(LOOK * 1000))
        if starting in ready:
            poll.unregister(starting)
            if _has_failed(starting):
                return
        if ended in ready:
            break
        if starting in ready:
            _report(runs=program)
        if ORDERS in ready and os.read(ORDERS, 1) != b"T":
            break
        if ORDERS in ready:
            with suppress(ProcessLookupError):  # it has no group of its own yet
                os.killpg(program, signal.SIGTERM)
        if ready:
            continue
        _reap_orphans(program)
        over = None if bounds is None else _over(bounds)
        if over:
            _report(over=over)
            break
    if ended not in ready:
        # All of them: in a crowd it would take the program long even to die.
        _kill_below(os.getpid())
        os.kill(program, signal.SIGKILL)
    _, status, usage = os.wait4(program, 0)
    passed = {} if bounds is None else _passed(status, usage, bounds)
    _report(**passed, **_end(status, usage))


def _has_failed(starting: int) -> bool:
    """Whether the program could not be started, which is reported."""
    number, _, text = os.read(starting, _FAILURE).decode("utf-8", "replace").partition(" ")
    if number:
        _report(failed=int(number), text=text)
    return bool(number)


def _over(bounds: Bounds) -> str | None:
    """The bound that the program and all it has started have passed together."""
    processes = list(islice(_descendants(os.getpid()), bounds["processes"] + 1))
    if len(processes) > bounds["processes"]:
        return "processes"
    if sum(map(_memory, processes)) > bounds["memory"]:
        return "memory"
    return None


def _passed(status: int, usage: resource.struct_rusage, bounds: Bounds) -> dict[str, Any]:
    """The bound that it has passed since the last look, when it has ended by itself."""
    number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    spent = usage.ru_utime + usage.ru_stime
    # Whoever ignores the signal that asks is killed a second later.
    if number == signal.SIGXCPU or (number == signal.SIGKILL and spent >= bounds["cpu"]):
        return {"over": "cpu"}
    return {"over": "memory"} if usage.ru_maxrss * 1024 > bounds["memory"] else {}


def _end(status: int, usage: resource.struct_rusage) -> dict[str, Any]:
    spent = {"cpu": round(usage.ru_utime + usage.ru_stime, 3), "memory": usage.ru_maxrss * 1024}
    if os.WIFSIGNALED(status):
        return {"signal": os.WTERMSIG(status), **spent}
    return {"exit": os.WEXITSTATUS(status), **spent}


def _reap_orphans(program: int) -> None:
    """Those that have ended do not count."""
    for child in _children(os.getpid()):
        if child != program:
            os.waitpid(child, os.WNOHANG)


def _descendants(root: int) -> Iterator[int]:
    """All processes that come from this one, each before its children are looked for."""
    parents = [root]
    while parents:
        for child in _children(parents.pop()):
            yield child
            parents.append(child)


def _children(parent: int) -> list[int]:
    children: list[int] = []
    try:
        for task in os.listdir(f"/proc/{parent}/task"):
            with open(f"/proc/{parent}/task/{task}/children") as file:
                children += map(int, file.read().split())
    except (FileNotFoundError, ProcessLookupError):
        pass  # it has ended meanwhile
    return children


def _memory(process: int) -> int:
    """Bytes of memory that it holds."""
    return sum(_figures(process, _MEMORY).values()) * 1024


def _figures(process: int, names: Collection[bytes]) -> dict[bytes, int]:
    """Those of these that there are in its status: the first number of each."""
    try:
        with open(f"/proc/{process}/status", "rb") as file:
            lines = [line.partition(b":") for line in file]
    except (FileNotFoundError, ProcessLookupError):
        return {}  # it has ended meanwhile
    return {name: int(words.split()[0]) for name, _, words in lines if name in names}


def _kill_all() -> None:
    """Kill until nothing is left."""
    while True:
        _kill_below(os.getpid())
        if not _reap():
            return


def _kill_below(root: int) -> None:
    """Kill all that comes from a process; first all are stopped, so that none starts others."""
    _signal_below(root, signal.SIGSTOP)
    _signal_below(root, signal.SIGKILL)


def _signal_below(root: int, number: int) -> None:
    """Signal whole groups, which none can evade by starting others; not the process's own."""
    done = {os.getpgid(root)}
    for process in _descendants(root):
        with suppress(ProcessLookupError, PermissionError):
            group = os.getpgid(process)
            if group not in done:
                done.add(group)
                os.killpg(group, number)


def _reap() -> bool:
    """Whether any child is left, living or about to end."""
    while True:
        try:
            child, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if child == 0:
            time.sleep(0.002)
            return True


def _remove(folder: str) -> None:
    """Remove the folder, whatever the program has made of it."""
    with suppress(OSError, RecursionError):
        shutil.rmtree(folder)
    if not os.path.lexists(folder):
        return
    # Without permissions, or deeper than Python goes.
    for words in (("chmod", "-R", "u+rwx", folder), ("rm", "-rf", folder)):
        os.spawnvp(os.P_WAIT, words[0], words)


# For who has started a keeper.


def adopt() -> None:
    """Become the parent of those that come from here and whose own parents have ended."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def is_stopped(process: int) -> bool:
    """Whether it does not go on, though it is there: by a signal, or because it is being traced."""
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            return file.read().rpartition(b") ")[2][:1] in (b"T", b"t")
    except (FileNotFoundError, ProcessLookupError):
        return False  # it has ended meanwhile


def revive(keeper: int) -> None:
    """Have a stopped keeper clear up: all below it is killed, so that none stops it again."""
    with suppress(ProcessLookupError):
        _kill_below(keeper)
        os.killpg(os.getpgid(keeper), signal.SIGCONT)


def end_strays(keeper: int, mine: Container[int]) -> bool:
    """
    Kill what a keeper that was killed has left, and say whether there was any.
    It has become ours (`adopt`), but is in a session of its own; so are only
    those children of ours that are ``mine``. The second keeper, which is in
    the session of the first, is left to clear up.
    """
    sessions = {child: os.getsid(child) for child in _children(os.getpid()) if child not in mine}
    strays = [child for child, session in sessions.items() if session != os.getsid(0)]
    for child in strays:
        with suppress(ProcessLookupError, ChildProcessError):
            if sessions[child] != keeper:
                _kill_below(child)
                os.killpg(os.getpgid(child), signal.SIGKILL)
            elif is_stopped(child):
                revive(child)
            os.waitpid(child, os.WNOHANG)
    return bool(strays)


def _prctl(option: int, value: int) -> None:
    ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def _report(**what: object) -> None:
    with suppress(BrokenPipeError):  # the daemon is gone
        os.write(REPORTS, json.dumps(what).encode() + b"\n")


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), sys.argv[2:])
