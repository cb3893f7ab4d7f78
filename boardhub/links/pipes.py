"""
The pipes of a local program, as the transport of a link.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol, cast

from attrs import frozen
from twisted.internet.interfaces import IAddress, IConsumer, IProducer, IPushProducer
from zope.interface import implementer

#: The descriptors of a program.
INPUT: Final = 0
OUTPUT: Final = 1
ERRORS: Final = 2


class Piped(Protocol):
    """A program on pipes."""

    @property
    def has_ended(self) -> bool:
        """Its own process is gone."""

    def pipe(self, descriptor: int) -> Any:
        """The daemon's end of one of its descriptors; None: closed."""

    def say_no_more(self) -> None:
        """End its input."""

    def terminate(self) -> None:
        """Ask it to go."""

    def lost(self) -> None:
        """Its link is done with it."""


@frozen
class ProgramAddress:
    """Where a program is: on this machine, under its name."""

    name: str


@implementer(IConsumer, IPushProducer)
class Pipes:
    """
    The transport of a program's link: its standard input and output.

    `loseWriteConnection` ends its input, which asks it to go; `loseConnection`
    asks it with SIGTERM, and `abortConnection` kills it.
    """

    disconnecting = False

    def __init__(self, program: Piped, name: str) -> None:
        self._program = program
        self._address = ProgramAddress(name)

    def getPeer(self) -> IAddress:
        """The program."""
        return cast(IAddress, self._address)

    def getHost(self) -> IAddress:
        """The same."""
        return self.getPeer()

    def write(self, data: bytes) -> None:
        """Send to the program; nothing, if it has closed its input."""
        pipe = self._program.pipe(INPUT)
        if pipe is not None and data:
            pipe.write(data)

    def writeSequence(self, data: Sequence[bytes]) -> None:
        """Send to the program."""
        self.write(b"".join(data))

    def registerProducer(self, producer: IProducer, streaming: bool) -> None:
        """Have the link told when the program does not read."""
        pipe = self._program.pipe(INPUT)
        if pipe is not None:
            pipe.registerProducer(producer, streaming)

    def unregisterProducer(self) -> None:
        """No more."""
        pipe = self._program.pipe(INPUT)
        if pipe is not None:
            pipe.unregisterProducer()

    def pauseProducing(self) -> None:
        """Read nothing from it."""
        pipe = self._program.pipe(OUTPUT)
        if pipe is not None:
            pipe.pauseProducing()

    def resumeProducing(self) -> None:
        """Read from it again."""
        pipe = self._program.pipe(OUTPUT)
        if pipe is not None:
            pipe.resumeProducing()

    def stopProducing(self) -> None:
        """Not used: the link says how it ends."""

    def loseWriteConnection(self) -> None:
        """End its input."""
        self._program.say_no_more()

    def loseConnection(self) -> None:
        """Ask it to go, if it has not gone."""
        if self._program.has_ended:
            self._program.lost()
        else:
            self._program.terminate()

    def abortConnection(self) -> None:
        """Kill it."""
        self._program.lost()
