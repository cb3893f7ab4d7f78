"""
Lines as bytes: what is text in them, and what is not.

Nothing here keeps a state, so the same bytes mean the same lines however they
are cut into packets.
"""

from __future__ import annotations

import re

#: The byte that begins every Telnet sequence; UTF-8 never holds it.
IAC = b"\xff"

#: What does not count at the beginning of a line.
BLANKS = b" \t"

# RFC 854: IAC IAC is the byte itself, SB ... SE may hold it too, four commands
# have an option, the other commands nothing. IAC before any other byte is no
# sequence: then somebody speaks Latin-1, and means a letter. Which of these it
# is the next byte has to tell.
_TELNET = re.compile(
    rb"\xff(?:(\xff)"
    rb"|\xfa(?:[^\xff]|\xff[^\xf0])*+(?:\xff\xf0)?"
    rb"|[\xfb-\xfe]."
    rb"|[\xf0-\xf9]"
    rb"|[\xfb-\xfe]?\Z)",
    re.DOTALL,
)


def without_telnet(line: bytes) -> bytes:
    """
    A line, its line feed included, without Telnet sequences. If the last byte
    is not a line feed any more, that was part of a sequence: the line goes on.

    Of a line that has no line feed yet, what is text whatever comes.
    """
    return _TELNET.sub(rb"\1", line)


def decode(line: bytes) -> str:
    """Text of any bytes: UTF-8, or else Latin-1. Never raises."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("latin-1")


def end_at_nul(data: bytes) -> bytes:
    """Let CR NUL end a line, as in Telnet; the CR is then stripped as before a LF."""
    return data.replace(b"\r\0", b"\r\n")
