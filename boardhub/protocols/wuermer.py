"""
The worm match on the wire: two programs, on their standard input and output
or at the other end of a connection.

The conversation of a program (seeds/wuermer-protocol.txt)::

    <- width, height, hole x, hole y, turns         a line each
    <- Hindernisse, Eigene Wuermer, Gegnerische Wuermer, each with its numbers
    <- Erster | Zweiter
    -> worm, direction   or   Kann nicht            when it is its turn
    <- worm, direction   or   Kann nicht            what the other has said
    <- Ende

There are no errors: a fault loses the match.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

from boardhub.bots.wuermer_player import RandomBot, StrongBot
from boardhub.games.rules import IllegalMove, Move, Prompt
from boardhub.games.wuermer import events as ev
from boardhub.games.wuermer.directions import STEPS
from boardhub.games.wuermer.errors import Fault
from boardhub.games.wuermer.moves import CannotMove, Crawl
from boardhub.games.wuermer.state import RULES
from boardhub.hub.lobby import Lobby
from boardhub.hub.match import Match, Phase
from boardhub.hub.steps import Ended, Joined, Step
from boardhub.protocols.game import Ending, Game, GameOption, Refusal, Wire
from boardhub.protocols.seated import Seated, confided
from boardhub.protocols.session import RoleSession
from boardhub.protocols.text import BLANKS, Refused
from boardhub.protocols.ur_faults import LobbyFault
from boardhub.protocols.ur_lobby import name_program
from boardhub.protocols.ur_match import UrDialect
from boardhub.protocols.wuermer_boards import SYMMETRIC, Boards
from boardhub.protocols.wuermer_exhibit import DRAWING
from boardhub.protocols.wuermer_lines import (
    CAN_MOVE,
    CANNOT,
    DEAF,
    END,
    FORMAT,
    ILLEGAL,
    OUT_OF_TURN,
    program_lines,
)
from boardhub.protocols.wuermer_lobby import WuermerVisitor
from boardhub.protocols.wuermer_retelling import WuermerRetelling
from boardhub.protocols.wuermer_table import WuermerTable

#: Bytes of a line of a program's.
LINE_LENGTH: Final = 100

#: Seconds for which the connection of a winner stays, which is told nothing more.
WINNER_SECONDS: Final = 2.0

#: Who has a seat is told plain lines, whatever the daemon's own lines are like.
PLAIN: Final = Wire()

_NUMBER: Final = re.compile("[0-9]+")

_REFUSALS: Final[Mapping[int, str]] = {
    Fault.UNZULAESSIG: ILLEGAL,
    Fault.KANN_NICHT: CAN_MOVE,
}


class Player(Seated[WuermerTable]):
    """
    The role of a program in its seat. One that has come over a connection is
    in a lobby of its own until both seats are taken; from then on all that it
    says is judged as output.
    """

    not_running: ClassVar[int] = LobbyFault.NOT_RUNNING
    not_asked: ClassVar[int] = LobbyFault.NOT_ASKED
    too_many: ClassVar[int] = LobbyFault.PARAMETER

    def __init__(self, session: RoleSession, table: WuermerTable, seat: int, port: WuermerDialect):
        super().__init__(session, table, seat, partial(port.inform, table))
        session.wire = PLAIN
        self._port = port
        self._worm: int | None = None
        """The first line of a move, when that has come."""
        self._won = False
        self._told_end = False
        self._plays = False
        self._is_local = self.match.seats[seat].program
        if self._is_local:
            self._play_only()

    def prompt_line(self, prompt: Prompt) -> str:
        """A program is asked by what the other has done."""
        raise AssertionError(prompt)

    # What it is told.

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """Tell it what it has to know: the start, the other's moves, the end."""
        lines = [line for event in step.events for line in program_lines(event, self.seat)]
        if any(isinstance(event, ev.Finished) for event in step.events):
            self._won = END not in lines
        if isinstance(step.cause, Joined) and step.cause.seat == self.seat and not self._is_local:
            self._greet(step.cause.name)
        if self.match.seats.full and not self._plays:
            self._play_only()
        if isinstance(step.cause, Ended) and not (self._won or self._told_end):
            lines.append(END)
        self._told_end = self._told_end or END in lines
        if lines:
            self.session.say(*lines)
        if isinstance(step.cause, Ended):
            self._part()

    def _greet(self, name: str) -> None:
        self.session.say(f"SPIELERIN_AKZEPTIERT {self._port.seat_name(self.seat)} {name}")

    def _play_only(self) -> None:
        """All that it says is output from now on, and to go is a fault."""
        self._plays = True
        self.match.bind(self.seat)
        self.session.link.line_length = LINE_LENGTH

    def _part(self) -> None:
        """The match is over: a winner at the end of a connection may go by itself."""
        if self._won and not self._is_local:
            self._port.lobby.clock.call_in(WINNER_SECONDS, self.session.close)
        else:
            self.session.close()

    # What it says.

    def line(self, text: str, at: float) -> None:
        """One line has come: output, or a word of somebody who waits."""
        if not self._plays:
            super().line(text, at)
            return
        text = text.strip(BLANKS)
        if text and self.match.phase is not Phase.OVER:
            self._recent.hear(confided(text), self.match.since(at))
            self._output(text, at)

    def hear_word(self, word: str, rest: str, at: float) -> None:
        """It waits for the other."""
        if word == "ABMELDEN" and not rest:
            self.leave()
        elif word == "ABMELDEN":
            raise Refused(LobbyFault.COUNT)
        elif word == "PROGRAMM":
            name_program(self._port, self.session, rest)
        elif word == "VERSION":
            raise Refused(LobbyFault.UNKNOWN)
        else:
            self.session.say(*self.inform(word, rest))

    def _output(self, text: str, at: float) -> None:
        if not self._is_asked():
            self._lose(OUT_OF_TURN)
        elif len(text.encode()) > LINE_LENGTH:
            self._lose(FORMAT)
        elif self._worm is not None:
            worm, self._worm = self._worm, None
            self._move(Crawl(worm, text), at) if text in STEPS else self._lose(FORMAT)
        elif text == CANNOT:
            self._move(CannotMove(), at)
        elif _NUMBER.fullmatch(text):
            self._worm = int(text)
        else:
            self._lose(FORMAT)

    def _move(self, move: Move, at: float) -> None:
        try:
            self.match.play(self.seat, move, at)
        except IllegalMove as refused:
            self._lose(_REFUSALS[refused.code])
        else:
            self.session.link.answered()

    def _is_asked(self) -> bool:
        return self.match.phase is Phase.RUNNING and self.match.prompt(self.seat) is not None

    # How it ends.

    def begun(self, at: float) -> None:
        """Output is out of turn from its first byte on."""
        if self._plays and self.match.phase is not Phase.OVER and not self._is_asked():
            self._lose(OUT_OF_TURN)

    def refused(self, session: RoleSession, why: Refusal) -> None:
        """It has said more than anybody will read."""
        if not self._plays:
            super().refused(session, why)
        elif why is Refusal.FLOOD:
            self._lose(self._surplus(), "forfeit-output")
        else:
            self._lose(self._surplus())

    def ended(self) -> None:
        """It says nothing more."""
        self.lost()
        self.session.close()

    def lost(self) -> None:
        """It is gone."""
        ending = self.session.link.ending
        self._lose(DEAF if ending is Ending.DEAF else "", ending.reason)

    def leave(self) -> None:
        """Give the seat up, before the match."""
        self._lose("", "left")

    def _surplus(self) -> str:
        return FORMAT if self._is_asked() else OUT_OF_TURN

    def _lose(self, code: str, reason: str = "forfeit-illegal") -> None:
        """It is out: by a fault, which the code says, or because it has gone."""
        if self.match.phase is not Phase.OVER:
            if code:
                self.session.counts.refused[code] += 1
            plays = self._plays
            self.match.leave(self.seat, reason, code)
            if plays and not self._told_end:
                self._told_end = True
                self.session.say(END)
        self.session.close()


class WuermerDialect(UrDialect[WuermerTable]):
    """The port of the worm match."""

    rules = RULES
    sizes = range(2, 3)
    table_type = WuermerTable
    least = 0
    board_line = "BRETT"

    def __init__(self, lobby: Lobby, settings: Mapping[str, Any], wire: Wire) -> None:
        super().__init__(lobby, settings, wire)
        self._boards: Boards = settings["boards"] or Boards()

    def visitor(self, session: RoleSession) -> WuermerVisitor:
        """The role of a connection in the lobby."""
        return WuermerVisitor(session, self)

    def make_player(self, session: RoleSession, match: Match, seat: int) -> Player:
        """The role of a program, wherever it runs."""
        return Player(session, self.table(match), seat, self)

    def seat_name(self, number: int) -> int:
        """Seats count from 1: the first begins."""
        return number + 1

    def options(self, lines: Mapping[str, str], seats: int, seed: str) -> Mapping[str, Any]:
        """The board that a ``BRETT`` line names, or one by the match's seed."""
        name = lines.get("BRETT", SYMMETRIC)
        if not name:
            raise Refused(LobbyFault.COUNT)
        try:
            return self._boards.options(name)
        except ValueError as error:
            raise Refused(LobbyFault.PARAMETER) from error

    def status(self, match: Match) -> Sequence[str]:
        """The lines of ``STATUS``."""
        return self.table(match).status()


OPTIONS: Final = (
    GameOption(
        "boards", None, "A folder with start files, for the BRETT line of NEU.",
        lambda text: Boards(Path(text)),
    ),
)  # fmt: skip

GAME = Game(
    rules=RULES,
    port=15003,
    dialect=WuermerDialect,
    options=OPTIONS,
    bots={"random": RandomBot, "strong": StrongBot},
    retell=WuermerRetelling,
    drawing=DRAWING,
)
