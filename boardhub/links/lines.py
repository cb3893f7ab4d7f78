"""
Bytes of a peer, cut into lines of text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from twisted.protocols.basic import LineReceiver

from boardhub.links.framing import BLANKS, IAC, decode, end_at_nul, without_telnet


class Lines(LineReceiver, ABC):
    """
    Takes any bytes in any pieces, by `cut`, and has each line heard. It stops
    when a subclass sets `paused`; then `cut` goes on where it has stopped.
    """

    delimiter = b"\n"
    telnet = True
    """The peer may be a Telnet client, whose sequences are skipped."""
    # What is left of a line that was too long for the blanks before it.
    _spared = b""

    @property
    def line_length(self) -> int:
        """Bytes that a line may have, without its end and the blanks before it."""
        return self.MAX_LENGTH - 1

    @line_length.setter
    def line_length(self, length: int) -> None:
        # One more: its CR.
        self.MAX_LENGTH = length + 1

    @abstractmethod
    def count(self, blanks: int) -> None:
        """A line is being dealt with; or so many bytes of blanks, where no line came of them."""

    @abstractmethod
    def hear(self, text: str) -> None:
        """A line, without its end and the blanks before it."""

    @abstractmethod
    def begun(self) -> None:
        """Some text is there of a line that has not ended: neither blanks nor Telnet."""

    @abstractmethod
    def exceeded(self) -> None:
        """A line is too long, whether it has ended or not."""

    def cut(self, data: bytes) -> None:
        """Have all lines heard, and whether another has begun."""
        if b"\0" in data:
            data = end_at_nul(self.clearLineBuffer() + data)
        super().dataReceived(data)
        while self._spared:
            rest, self._spared = self._spared, b""
            super().dataReceived(rest)
        if not self.paused:
            self._look_at_rest()

    def finish(self) -> None:
        """Nothing more comes: what has begun is the last line."""
        rest = self.clearLineBuffer().lstrip(BLANKS)
        if self._is_too_long(rest):
            self.exceeded()
            return
        text = decode(self._without_telnet(rest + b"\n").removesuffix(b"\n"))
        if text.removesuffix("\r"):
            self._hear(text)

    def forget(self) -> None:
        """Let go of all that has not been heard."""
        self.clearLineBuffer()
        self._spared = b""

    # As LineReceiver calls it.

    def lineReceived(self, line: bytes) -> None:
        """One line, with the CR of its end."""
        self.count(0)
        line = line.lstrip(BLANKS)
        if self._is_too_long(line):
            self.exceeded()
            return
        try:
            text = line.decode()
        except UnicodeDecodeError:
            self._hear_odd(line)
        else:
            self._hear(text)

    def lineLengthExceeded(self, line: bytes) -> None:
        """A line is too long, unless it is so for the blanks before it; the rest comes along."""
        rest = line.lstrip(BLANKS)
        blanks = len(line) - len(rest)
        if not blanks:
            self.exceeded()
            return
        self._spared = rest
        self.count(blanks)

    def _look_at_rest(self) -> None:
        rest = self._buffer
        if self._is_too_long(rest.lstrip(BLANKS)):
            self.exceeded()
        elif self.holds_text(rest):
            self.begun()

    def holds_text(self, rest: bytes) -> bool:
        """Whether there is more than blanks in what has come of a line."""
        return bool(self._without_telnet(rest).strip(BLANKS + b"\r"))

    def _without_telnet(self, line: bytes) -> bytes:
        return without_telnet(line) if self.telnet and IAC in line else line

    def _is_too_long(self, line: bytes) -> bool:
        return len(line) >= self.MAX_LENGTH and not line.endswith(b"\r")

    def _hear(self, text: str) -> None:
        self.hear(text.removesuffix("\r"))

    def _hear_odd(self, line: bytes) -> None:
        """Have a line heard that is not UTF-8."""
        plain = self._without_telnet(line + b"\n")
        if not plain.endswith(b"\n"):
            # The line feed was an option, or in a subnegotiation: put the
            # line back, with another byte there to be skipped.
            super().dataReceived(line + b" " + self.clearLineBuffer())
            return
        self._hear(decode(plain[:-1]))
