"""
A program on its standard input and output, and a connection: whatever one of
them says the other hears, byte for byte.
"""

from __future__ import annotations

import fcntl
import os
import select
import socket
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from boardhub.links.kept import KeptProgram

#: Bytes that may be on their way to one side before the other is not read any more.
MOST: Final = 65536

#: Seconds that a program has for ending by itself when the hub has closed, and then by SIGTERM.
LEISURE_SECONDS: Final = 2.0
TERMINATE_SECONDS: Final = 1.0

#: Seconds that a program may go on after it has closed its input, as on the hub's own machine.
DEAF_SECONDS: Final = 0.5

#: Seconds for which the hub may go on when the program has ended.
FAREWELL_SECONDS: Final = 10.0


class Bridge:
    """
    Starts a program, and stands between it and a connection, which is closed
    in the end. ``environment`` is added to ours.
    """

    def __init__(
        self, connection: socket.socket, words: Sequence[str], environment: Mapping[str, str]
    ) -> None:
        """
        :raise OSError: the program cannot be started.
        """
        self._connection = connection
        self._program = KeptProgram(words, environment)
        self._to, self._from = self._program.input.fileno(), self._program.output.fileno()
        self._exit = self._program.reports.fileno()
        connection.setblocking(False)
        for pipe in (self._to, self._from):
            os.set_blocking(pipe, False)
        self._for_program = b""
        self._for_hub = b""
        self._runs = True
        self._hears = True
        """The program's input is open."""
        self._speaks = True
        """The program's output is open, and all that it said before it ended has not been read."""
        self._hub_is_there = True
        self._told_hub = False
        """The hub knows that nothing more comes."""

    def carry(self, first: bytes) -> None:
        """
        Until both have ended. ``first`` has come from the hub before. The hub
        hears of the program's end after all that it has said; when the hub has
        closed the program has its time to end, and is ended.
        """
        self._for_program = first
        try:
            while self._plays and self._hears:
                self._turn(None)
            self._go_on_for(DEAF_SECONDS, lambda: self._plays and self._speaks)
            if self._plays:
                self._say_the_rest()
            while self._plays:
                self._turn(None)
            self._go_on_for(FAREWELL_SECONDS, lambda: self._hub_is_there)
            self._hub_is_there = False
            self._go_on_for(LEISURE_SECONDS, lambda: self._runs)
            self._program.ask_to_go()
            self._go_on_for(TERMINATE_SECONDS, lambda: self._runs)
        finally:
            self._connection.close()
            self._program.end()

    @property
    def _plays(self) -> bool:
        """The hub is there, and does not know yet that nothing more comes."""
        return self._hub_is_there and not self._told_hub

    def _go_on_for(self, seconds: float, wanted: Callable[[], bool]) -> None:
        """Carry on as long as that is wanted, but no longer than this."""
        end = time.monotonic() + seconds
        while wanted() and (left := end - time.monotonic()) > 0:
            self._turn(left)

    def _turn(self, seconds: float | None) -> None:
        """Wait until something can be done, so long at most, and do it."""
        poll = select.poll()
        connection = self._connection.fileno()
        incoming = self._hub_is_there and len(self._for_program) < MOST
        outgoing = self._hub_is_there and bool(self._for_hub)
        if incoming or outgoing:
            poll.register(connection, select.POLLIN * incoming | select.POLLOUT * outgoing)
        if self._hears:
            # That its other end is closed is always reported.
            poll.register(self._to, select.POLLOUT * bool(self._for_program))
        if self._speaks and len(self._for_hub) < MOST:
            poll.register(self._from, select.POLLIN)
        if self._runs:
            poll.register(self._exit, select.POLLIN)
        ready = dict(poll.poll(None if seconds is None else 1000 * seconds))
        if connection in ready:
            self._exchange(ready[connection])
        if self._to in ready:
            self._tell_program(ready[self._to])
        if self._from in ready:
            self._hear_program(MOST)
        if self._exit in ready:
            self._exited()
        self._shut()

    def _exchange(self, event: int) -> None:
        """Something can be read from the hub, or written to it."""
        try:
            if event & select.POLLOUT:
                self._for_hub = self._for_hub[self._connection.send(self._for_hub) :]
            if event & ~select.POLLOUT:
                data = self._connection.recv(MOST)
                # Read all the same where nobody hears it: or the end would not be seen.
                self._for_program += data if self._hears else b""
                self._hub_is_there = bool(data)
        except BlockingIOError:
            return
        except OSError:  # reset: the other end does not wait for what we have to say
            self._hub_is_there = False

    def _tell_program(self, event: int) -> None:
        """It takes more, or has closed its input."""
        if event & select.POLLERR:
            self._hears, self._for_program = False, b""
            return
        with suppress(BlockingIOError, BrokenPipeError):  # closed just now: the next look tells
            self._for_program = self._for_program[os.write(self._to, self._for_program) :]

    def _hear_program(self, most: int) -> None:
        try:
            data = os.read(self._from, most)
        except BlockingIOError:
            return
        self._speaks = bool(data)
        self._for_hub += data

    def _exited(self) -> None:
        self._runs = self._hears = False
        self._for_program = b""
        self._say_the_rest()

    def _say_the_rest(self) -> None:
        """What it has said is read; who else holds its output may say what it wants."""
        if self._speaks:
            size = fcntl.ioctl(self._from, termios.FIONREAD, bytes(4))
            left = int.from_bytes(size, sys.byteorder)
            if left:
                self._hear_program(left)
        self._speaks = False
        self._shut()

    def _shut(self) -> None:
        """Say that nothing more comes: to the hub, and to the program once it has been told all."""
        if not (self._speaks or self._for_hub or self._told_hub):
            self._told_hub = True
            with suppress(OSError):
                self._connection.shutdown(socket.SHUT_WR)
        if not self._hub_is_there:
            self._for_hub = b""
            if not (self._for_program or self._program.input.closed):
                self._hears = False
                self._program.input.close()
