"""
The role of a player's connection in a match, whatever the game's words.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from attrs import define

from boardhub.games.rules import IllegalMove, Move, Prompt
from boardhub.hub.asking import NotAsked, TooMany
from boardhub.hub.match import Phase
from boardhub.hub.steps import Ended, Report, Said, Step, Watching
from boardhub.protocols.recent import Recent
from boardhub.protocols.session import Role, RoleSession
from boardhub.protocols.table import Table
from boardhub.protocols.text import Refused, split

TableT = TypeVar("TableT", bound=Table)

#: Words before what may be a password, or was meant for one player alone.
CONFIDENTIAL: Final = frozenset(["PASSWD", "PASSWORT", "GEHEIMNIS", "PROGRAMM", "PRIVAT_NACHRICHT"])

_LETTERS: Final = re.compile(r"[^\W\d_](?:\w*[^\W\d_])?")


def confided(line: str) -> str:
    """
    What a journal may keep of a player's line: where it begins with one of
    the confidential words, in whatever case and with whatever signs about
    it, that word alone.
    """
    word = _LETTERS.search(split(line)[0])
    return word[0] if word and word[0].upper() in CONFIDENTIAL else line


#: The lines that answer a question, a word and its rest, whoever asks; raises `Refused`.
Inform: TypeAlias = Callable[[str, str], Sequence[str]]


@define(eq=False)
class Talk:
    """How much a player may say: a bucket of messages, so that talk drowns nobody."""

    BURST: ClassVar[float] = 20.0
    PER_SECOND: ClassVar[float] = 2.0

    left: float = BURST
    since: float = 0.0

    def allows(self, at: float) -> bool:
        """Whether one more message may be said now; it counts as said."""
        self.left = min(self.BURST, self.left + (at - self.since) * self.PER_SECOND)
        self.since = at
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Seated(Role, Generic[TableT]):
    """
    The role of a player: she is told and asked, and answers. A refused line
    gets its error; her prompt stays open.
    """

    not_running: ClassVar[int]
    """The error for an answer while the game does not run."""
    not_asked: ClassVar[int]
    """The error for an answer to nothing."""
    too_many: ClassVar[int]
    """The error for more answers, or messages, than there can be a reason for."""

    def __init__(self, session: RoleSession, table: TableT, seat: int, inform: Inform) -> None:
        self.session = session
        self.table = table
        self.match = table.match
        self.seat = seat
        self.inform = inform
        self._talk = Talk()
        self._recent = session.recent = Recent(lambda: self.match.now())

    @abstractmethod
    def prompt_line(self, prompt: Any) -> str:
        """The line that asks her."""

    @abstractmethod
    def hear_word(self, word: str, rest: str, at: float) -> None:
        """
        A line has come, as its first word and the rest of it.

        :raise Refused: it makes no sense here.
        :raise IllegalMove: the rules refuse it.
        """

    def asked(self) -> Prompt:
        """
        Her open prompt.

        :raise Refused: there is none.
        """
        self.need_running()
        prompt = self.match.prompt(self.seat)
        if prompt is None:
            raise Refused(self.not_asked)
        return prompt

    def need_running(self) -> None:
        """
        There is a game that could be played.

        :raise Refused: not yet, or not any more.
        """
        if self.match.phase is not Phase.RUNNING:
            raise Refused(self.not_running)

    def play(self, move: Move, at: float) -> None:
        """
        Carry her move out; ``at``: when its last byte came.

        :raise Refused: she is not asked.
        :raise IllegalMove: the rules refuse it; nothing has changed.
        """
        try:
            self.match.play(self.seat, move, at)
        except NotAsked:
            raise Refused(self.not_asked) from None
        except TooMany:
            raise Refused(self.too_many) from None
        self.session.link.answered()

    def say(self, to: int | None, text: str, at: float) -> None:
        """
        Speak to all, or to one other seat.

        :raise Refused: she has talked too much.
        """
        if not self._talk.allows(at):
            raise Refused(self.too_many)
        self.match.say(self.seat, to, text)

    def go_over(self, table: TableT, inform: Inform) -> None:
        """Play on in another match, which stands exactly as this one."""
        self.table, self.match, self.inform = table, table.match, inform

    def leave(self) -> None:
        """Give the seat up."""
        self.session.close()
        self.match.leave(self.seat, "left")

    # As the match and the session call it.

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """
        Tell her, then ask her. While she does not keep up with reading she is
        spared talk, and who comes to watch.
        """
        if isinstance(step.cause, Said | Watching) and self.session.link.behind:
            return
        data = self.table.told(step, self.seat)
        if asked:
            data += self.table.wire.encode(map(self.prompt_line, asked))
        if data:
            self.session.write(data)
        if isinstance(step.cause, Ended) and self.match.seats[self.seat].program:
            self.session.close()  # a local program is not kept running for nothing

    def unheard(self, by: float) -> bool:
        """Whether lines of hers that were read by then are still to be dealt with."""
        return self.session.link.unheard(by)

    def report(self) -> Report:
        """The last lines each way, and what the link has to tell."""
        return self.session.report()

    def dismiss(self) -> None:
        """The match is done with her, or she sits here by another connection."""
        self.session.close()

    def line(self, text: str, at: float) -> None:
        """One line has come: carry it out, or answer by an error."""
        word, rest = split(text)
        if not word:
            return
        kept = confided(text)
        self._recent.hear(kept, self.match.since(at))
        try:
            self.hear_word(word, rest, at)
        except (Refused, IllegalMove) as refused:
            self.refuse(refused, kept)

    def refuse(self, refused: Refused | IllegalMove, kept: str) -> None:
        """Answer a line by an error, and have it kept."""
        self.match.refused(self.seat, refused.code, kept)
        self.session.say_fault(refused)

    def ended(self) -> None:
        """A player who cannot answer any more is as good as lost."""
        self.session.close()
        self.lost()

    def lost(self) -> None:
        """Her connection is gone."""
        self.match.hold(self.seat, self.session.link.ending.reason)
