"""
The process between the daemon, or a bridge, and a program that plays: it
starts the program, keeps it within its bounds, and leaves nothing of it behind.

Run as a file by a bare interpreter, it imports nothing of ours:
``keeper.py BOUNDS WORD...``, where BOUNDS are JSON (see `Bounds`) and the rest
is the program's command line. With ``null`` the program is only watched over:
it has no bounds, and the folder and the environment that the keeper has. The
program has the descriptors 0, 1 and 2. On descriptor 3 the keeper reports, a
JSON object a line: ``failed`` (an errno),
``runs``, ``over`` (a bound that was passed), ``exit`` or ``signal``, with
``cpu`` seconds and ``memory`` in bytes. On descriptor 4 it is told: a byte
``T`` asks the program to go, ``K`` or the end of it ends everything. So the
programs of a daemon that is killed are gone with it.

The program runs in a session of its own. What it starts becomes the keeper's
child when its parent has ended (Linux: "child subreaper"), and so cannot hide,
not even in another session. A program may kill its keeper: for this there is a
second one behind the first, which clears up after it, and reports that.
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
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, TypeAlias

#: What a program may take, as `boardhub.links.process.Bounds` has it: ``cpu``
#: seconds, ``memory`` and ``file`` in bytes, ``files`` and ``processes`` at a
#: time; and ``folder``, to be copied into the one it works in, or none.
Bounds: TypeAlias = dict[str, Any]

REPORTS, ORDERS = 3, 4

#: Seconds between two looks at what the program takes.
LOOK = 0.2

#: How many times ``processes`` the kernel allows: it counts all processes of the
#: user, and those of one program must not be in the way of another.
LEEWAY = 4

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38

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
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
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


def _stand_by(keeper: int) -> None:
    """Until the keeper has ended; what it leaves comes here."""
    os.closerange(0, REPORTS)
    os.close(ORDERS)
    _, status = os.waitpid(keeper, 0)
    if not os.WIFSIGNALED(status):
        return
    number = os.WTERMSIG(status)
    text = f"its keeper, the process that supervises it, has been killed by signal {number}"
    if _children(os.getpid()):
        _report(signal=signal.SIGKILL, text=text)  # which it gets in a moment
    else:
        _report(failed=errno.ESRCH, text=text)


def _play(bounds: Bounds | None, command: list[str], folder: str | None) -> None:
    """The life of the program."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)  # not inherited
    try:
        if bounds is not None and folder is not None:
            _settle(bounds, folder)
        program = _start(bounds, command)
        if program is not None:
            _keep(program, bounds)
    except shutil.Error as error:
        # One error for many files, without a number.
        (_, _, text), *_ = error.args[0]
        _report(failed=errno.EIO, text=text)
    except OSError as error:
        _report(failed=error.errno, text=str(error))


def _settle(bounds: Bounds, folder: str) -> None:
    """Make the folder the program's own, and go there."""
    if bounds["folder"]:
        shutil.copytree(bounds["folder"], folder, symlinks=True, dirs_exist_ok=True)
    os.environ.update(HOME=folder, TMPDIR=folder)
    os.chdir(folder)


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


def _start(bounds: Bounds | None, command: list[str]) -> int | None:
    """Start the program; None: that has been reported to have failed."""
    read, write = os.pipe()  # closed by a successful exec
    program = os.fork()
    if program == 0:
        try:
            _become(bounds, command, read)
        except OSError as error:
            os.write(write, f"{error.errno} {error.strerror}".encode())
        finally:
            os._exit(127)
    os.close(write)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    failure = os.read(read, 1000).decode()
    os.close(read)
    if failure:
        number, _, text = failure.partition(" ")
        _report(failed=int(number), text=text)
        return None
    _report(runs=program)
    return program


def _become(bounds: Bounds | None, command: list[str], read: int) -> None:
    """In the child: be the program."""
    os.setsid()
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    # Nor can it become another user's, whom the keeper may not kill.
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    for number in _IGNORED:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    if bounds is not None:
        _confine(bounds)
    os.closerange(REPORTS, read)
    os.execvp(command[0], command)


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
        try:
            if os.stat(f"/proc/{name}").st_uid == user:
                count += len(os.listdir(f"/proc/{name}/task"))
        except (FileNotFoundError, ProcessLookupError):
            pass  # it has ended meanwhile
    return count


def _keep(program: int, bounds: Bounds | None) -> None:
    """Until the program has ended, or is to."""
    _come_first()
    ended = os.pidfd_open(program)
    poll = select.poll()
    poll.register(ended, select.POLLIN)
    poll.register(ORDERS, select.POLLIN)
    while True:
        ready = dict(poll.poll(LOOK * 1000))
        if ended in ready:
            break
        if ORDERS in ready and os.read(ORDERS, 1) != b"T":
            break
        if ORDERS in ready:
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
        _signal_all(signal.SIGSTOP)
        _signal_all(signal.SIGKILL)
    _, status, usage = os.wait4(program, 0)
    passed = {} if bounds is None else _passed(status, usage, bounds)
    _report(**passed, **_end(status, usage))


def _over(bounds: Bounds) -> str | None:
    """The bound that the program and all it has started have passed together."""
    processes = list(islice(_descendants(), bounds["processes"] + 1))
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


def _descendants() -> Iterator[int]:
    """All processes that come from here, each before its children are looked for."""
    parents = [os.getpid()]
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
    try:
        with open(f"/proc/{process}/status", "rb") as file:
            words = [line.split() for line in file if line.startswith(_MEMORY)]
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return sum(int(kib) for _, kib, _ in words) * 1024


def _kill_all() -> None:
    """Kill until nothing is left; all are stopped first, so that none starts others meanwhile."""
    while True:
        _signal_all(signal.SIGSTOP)
        _signal_all(signal.SIGKILL)
        if not _reap():
            return


def _signal_all(number: int) -> None:
    """Signal whole groups, which none can evade by starting others."""
    done = {os.getpgid(0)}
    for process in _descendants():
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


def _prctl(option: int, value: int) -> None:
    ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def _report(**what: object) -> None:
    with suppress(BrokenPipeError):  # the daemon is gone
        os.write(REPORTS, json.dumps(what).encode() + b"\n")


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), sys.argv[2:])
