"""
Transcripts: conversations with the hub as plain text files, to be read beside
the documents of the protocols, and the runner that holds the hub to them.

A transcript is made of lines like these::

    # a comment
    = round 4                    the scene, in words of the game's own; only at the top
    B0 := SPIELFELD 5 5 | ...    what B0 stands for from here on; a second := adds to it
    0> BEREIT                    client 0 sends a line
    0< ZUG_BEWEGEN 3             client 0 gets a line
    01Z< RUNDE 1                 these clients get a line
    *< RUNDE 1                   everybody in the match gets a line
    + 5.000                      so many seconds pass

`` | `` stands between the lines of one client. Of what a client gets,
``FEHLER 22 ...`` is a line that may go on in any way, and ``...`` alone stands
for any lines up to the next one that is given. In parentheses stands what is
no line: ``0> (connects)``, ``0> (ends)`` shuts down the sending side, ``0> (is
lost)`` loses the connection, ``0< (closed)`` finds it closed by the hub.

A client has a name of one letter or digit. It connects when it first says
something, and anew when its last connection is gone. ``*`` means digits and
capitals that are connected, so small letters are for clients outside of the
match.

When the next line is sent, or time passes, or at the end, each client must
have got exactly the lines that are written down for it, in their order; whose
lines come first is not looked at. A connection that the
hub closes must be said to be closed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeAlias

from attrs import define, field, frozen

from boardhub.links.memory import MemoryLink
from boardhub.testing import MemoryHub

EVERYBODY: Final = "*"
ANY_LINES: Final = "..."
ANY_REST: Final = " ..."

CONNECTS: Final = "(connects)"
ENDS: Final = "(ends)"
IS_LOST: Final = "(is lost)"
CLOSED: Final = "(closed)"

_SAID = re.compile(r"(\w)>\s*(.*)")
_HEARD = re.compile(r"(\*|\w+)<\s*(.*)")
_PASSED = re.compile(r"\+\s*(\d+)\.(\d{3})")
_STANDS_FOR = re.compile(r"(\w+)\s*:=\s*(.*)")


@frozen
class Said:
    """A client sends lines, or does what stands in parentheses."""

    line: int
    who: str
    texts: tuple[str, ...]


@frozen
class Heard:
    """Clients get lines."""

    line: int
    who: str
    texts: tuple[str, ...]


@frozen
class Passed:
    """The clock moves on."""

    line: int
    milliseconds: int


Act: TypeAlias = Said | Heard | Passed


@frozen
class Transcript:
    """A file that has been read: the scene, and what happens in it."""

    name: str
    scene: tuple[str, ...]
    acts: tuple[Act, ...]

    def said(self) -> Iterator[str]:
        """All lines that clients send."""
        for act in self.acts:
            if isinstance(act, Said):
                yield from act.texts

    def heard(self) -> Iterator[str]:
        """All lines that clients get."""
        for act in self.acts:
            if isinstance(act, Heard):
                yield from act.texts

    def replies(self) -> Iterator[tuple[str, str]]:
        """
        Lines that clients send, each with the one that its sender gets for it
        alone. Where these are fewer, the first belongs to the last line sent.
        """
        for act, reply in pairwise(self.acts):
            if not (isinstance(act, Said) and isinstance(reply, Heard)) or act.who != reply.who:
                continue
            if len(act.texts) == len(reply.texts):
                yield from zip(act.texts, reply.texts, strict=True)
            else:
                yield act.texts[-1], reply.texts[0]


def listed(words: str) -> list[str]:
    """The words of a list that is written as running text."""
    return words.split()


def first_words(lines: Iterable[str]) -> set[str]:
    """The words that lines begin with."""
    return {line.split()[0] for line in lines if line}


def read(path: Path) -> Transcript:
    """
    Read a transcript.

    :raise ValueError: a line is none of those that there are; it is named.
    """
    reader = _Reader(path.name)
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        text = line.strip()
        if text and not text.startswith("#"):
            reader.take(number, text)
    return Transcript(path.stem, tuple(reader.scene), tuple(reader.acts))


@define
class _Reader:
    """What has been read of a file."""

    name: str
    scene: list[str] = field(factory=list)
    acts: list[Act] = field(factory=list)
    _short: dict[str, tuple[str, ...]] = field(factory=dict)

    def take(self, number: int, text: str) -> None:
        """One line that is not empty."""
        if text.startswith("=") and not self.acts:
            self.scene.append(text[1:].strip())
        elif found := _STANDS_FOR.fullmatch(text):
            self._short[found[1]] = self._short.get(found[1], ()) + self._lines(found[2])
        elif found := _SAID.fullmatch(text):
            self.acts.append(Said(number, found[1], self._lines(found[2])))
        elif found := _HEARD.fullmatch(text):
            self.acts.append(Heard(number, found[1], self._lines(found[2])))
        elif found := _PASSED.fullmatch(text):
            self.acts.append(Passed(number, int(found[1] + found[2])))
        else:
            raise ValueError(f"{self.name}, line {number}: {text!r} is no line of a transcript")

    def _lines(self, text: str) -> tuple[str, ...]:
        parts = text.split(" | ")
        return tuple(line for part in parts for line in self._short.get(part, (part,)))


@define(eq=False)
class Clients:
    """The clients of a hub, by name; those that are gone are not among them."""

    hub: MemoryHub
    links: dict[str, MemoryLink] = field(factory=dict)

    def say(self, who: str, *texts: str) -> None:
        """A client sends lines, or does what stands in parentheses."""
        for text in texts:
            self._say(self.links.get(who) or self._connect(who), who, text)
            self.hub.settle()

    def take(self, who: str) -> list[str]:
        """What a client has got since the last time; `CLOSED` at the end if it was closed."""
        link = self.links[who]
        got = link.take()
        if link.closed:
            got.append(CLOSED)
            del self.links[who]
        return got

    def reply(self, who: str, *texts: str) -> list[str]:
        """What a client gets for lines; what it had got before is of no matter."""
        if who in self.links:
            self.take(who)
        self.say(who, *texts)
        return self.take(who)

    def forget(self) -> None:
        """What has been got until now is of no matter."""
        for who in tuple(self.links):
            self.take(who)

    def everybody(self) -> list[str]:
        """Who is meant by ``*`` at the moment."""
        return [who for who, link in self.links.items() if not who.islower() and not link.closed]

    def _connect(self, who: str) -> MemoryLink:
        link = self.links[who] = self.hub.connect()
        return link

    def _say(self, link: MemoryLink, who: str, text: str) -> None:
        if text == ENDS:
            link.end()
        elif text == IS_LOST:
            del self.links[who]
            link.lost()
        elif text != CONNECTS:
            link.send(text)


@frozen
class Scene:
    """
    What a game's tests have laid for a transcript: a hub at time 0, and lines
    of clients, as (name, line), that come before it.
    """

    hub: MemoryHub
    prologue: Sequence[tuple[str, str]] = ()

    def enter(self) -> Clients:
        """The clients after the prologue; what they got for it is of no matter."""
        clients = Clients(self.hub)
        for who, text in self.prologue:
            clients.say(who, text)
        clients.forget()
        return clients


def perform(transcript: Transcript, lay: Callable[[Sequence[str]], Scene]) -> None:
    """
    Hold the hub of a scene to a transcript; ``lay`` makes the scene from its
    directions.

    :raise AssertionError: it does something else; the line is named.
    """
    performance = _Performance(transcript.name, lay(transcript.scene).enter())
    for act in transcript.acts:
        performance.play(act)
    performance.compare("at the end")


@define(eq=False)
class _Performance:
    """Clients, and what they are still to be found to have got."""

    name: str
    clients: Clients
    _wanted: dict[str, list[str]] = field(factory=dict)
    _milliseconds: int = 0

    def play(self, act: Act) -> None:
        """Note what is to be got; before anything else happens compare."""
        if isinstance(act, Heard):
            self._expect(act)
            return
        self.compare(f"before line {act.line}")
        if isinstance(act, Said):
            self.clients.say(act.who, *act.texts)
        else:
            self._pass(act.milliseconds)

    def compare(self, where: str) -> None:
        """Every client must have got what is written down for it."""
        for who in tuple(self.clients.links):
            got = self.clients.take(who)
            wanted = self._wanted.pop(who, [])
            assert _fits(wanted, got), self._difference(where, who, wanted, got)
        assert not self._wanted, f"{self.name}, {where}: not connected: {', '.join(self._wanted)}"

    def _expect(self, act: Heard) -> None:
        receivers = self.clients.everybody() if act.who == EVERYBODY else list(act.who)
        assert receivers, f"{self.name}, line {act.line}: nobody is there"
        for who in receivers:
            self._wanted.setdefault(who, []).extend(act.texts)

    def _pass(self, milliseconds: int) -> None:
        """
        Time is set, not added up, so that it is always the number that stands
        for these milliseconds.
        """
        self._milliseconds += milliseconds
        self.clients.hub.reactor.rightNow = self._milliseconds / 1000
        self.clients.hub.settle()

    def _difference(self, where: str, who: str, wanted: list[str], got: list[str]) -> str:
        return "\n".join(
            [f"{self.name}, {where}: client {who} was to get"]
            + [f"    {line}" for line in wanted or ["nothing"]]
            + ["but got"]
            + [f"    {line}" for line in got or ["nothing"]]
        )


def _fits(wanted: Sequence[str], got: Sequence[str]) -> bool:
    """Whether these are the wanted lines."""
    place = 0
    skips = False
    for line in wanted:
        if line == ANY_LINES:
            skips = True
            continue
        while skips and place < len(got) and not _is(line, got[place]):
            place += 1
        if place == len(got) or not _is(line, got[place]):
            return False
        place += 1
        skips = False
    return skips or place == len(got)


def _is(wanted: str, got: str) -> bool:
    if wanted.endswith(ANY_REST):
        return got.startswith(wanted[: -len(ANY_REST)] + " ")
    return got == wanted
