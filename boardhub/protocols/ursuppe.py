"""
The amoeba game as the UrServer spoke it, protocol 1.13.

The conversation of a match, after the lobby (`ur_lobby`)::

    <- SPIELERIN_AKZEPTIERT f name        (when the last seat is taken:)
    <- SPIEL_BEGINNT, board, status, ZUG_BEREIT
    -> BEREIT
    <- ZUG_POSITION 0 1 0 0               -> POSITION p
    <- ZUG_AMOEBE_SETZEN                  -> AMOEBE_SETZEN nr x y
    <- ZUG_BEWEGEN nr                     -> [TENTAKEL ...] [WUERFELN] BEWEGEN nr direction
    <- ZUG_KLAMMERN ...                   -> KLAMMERN ... | NICHT_KLAMMERN ...
    <- ZUG_FRESSEN nr                     -> [PARASITISMUS ...] FRESSEN ... | UEBERLEBENSKAMPF ...
    <- ZUG_ABWEHR ...                     -> FLUCHT ... | VERTEIDIGUNG ... | KEINE_...
    <- ZUG_GENDEFEKTE                     -> DEFEKT_AUSGLEICHEN [genes]
    <- ZUG_GEN_KAUFEN                     -> GEN_KAUFEN, GEN ... , GEN_KAUFEN_ENDE
    <- ZUG_AMOEBE_SETZEN                  -> AMOEBE_SETZEN ... , AMOEBE_SETZEN_ENDE
    <- ZUG_AGGRESSION                     -> AGGRESSION ... | KEINE_AGGRESSION
    <- SPIEL_BEENDET

A refused line is answered by ``FEHLER number text`` to its sender alone; the
prompt stays open and its clock runs on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import define, field

from boardhub.bots.ursuppe_random import RandomBot
from boardhub.bots.ursuppe_strong import StrongBot
from boardhub.games.rules import IllegalMove, Move, Prompt, Rules
from boardhub.games.ursuppe import moves as mv
from boardhub.games.ursuppe import prompts as pr
from boardhub.games.ursuppe.errors import Fault
from boardhub.games.ursuppe.state import RULES
from boardhub.hub.clock import Idling
from boardhub.hub.lobby import Lobby
from boardhub.hub.match import Match, NotAsked, Phase
from boardhub.hub.seats import Presence
from boardhub.hub.steps import Step
from boardhub.protocols.game import Game, Link, Refusal, Wire
from boardhub.protocols.text import Refused, free_text, parameters, split
from boardhub.protocols.ur_lobby import InLobby
from boardhub.protocols.ur_session import (
    LobbyFault,
    UrSession,
    Watcher,
    fault_line,
    refusal_line,
)
from boardhub.protocols.ursuppe_lines import prompt_line, status_lines
from boardhub.protocols.ursuppe_table import ANY_TIME, UrsuppeTable
from boardhub.protocols.ursuppe_words import (
    ANSWERS,
    GENE,
    OTHER_WORDS,
    WORDS,
    Answer,
    read,
    read_number,
)

#: Messages are cut after this many characters.
MESSAGE_LENGTH = 70


def fault_text(code: int) -> str:
    """The German sentence that goes with an error number."""
    return (Fault(code) if code in Fault.__members__.values() else LobbyFault(code)).text


class UrsuppeDialect:
    """The port of the amoeba game."""

    rules: Rules[Any] = RULES
    sizes = range(3, 5)

    def __init__(self, lobby: Lobby, settings: Mapping[str, Any], wire: Wire) -> None:
        self._lobby = lobby
        self._wire = wire
        self._idling = Idling(lobby.clock, lobby.limits.idle, _idle)

    def arrive(self, link: Link) -> UrSession:
        """A connection has been made; it is in the lobby."""
        session = UrSession(link, self._wire)
        session.become(InLobby(session, self._lobby, self, self._idling))
        self._idling.heard(session, self._lobby.clock.now())
        return session

    def turned_away(self, why: Refusal) -> bytes:
        """What a connection gets that has no session."""
        return self._wire.encode([refusal_line(why)])

    def join(self, session: UrSession, match: Match, name: str, secret: str) -> None:
        """Seat a player in a match that has a free seat."""
        seat = match.vacancy()
        assert seat is not None
        player = Player(session, self.table(match), seat.number)
        session.become(player)
        match.take(player, name, secret=secret)

    def rejoin(self, session: UrSession, match: Match, seat: int) -> None:
        """A player takes her seat again."""
        player = Player(session, self.table(match), seat)
        session.become(player)
        match.back(seat, player)

    def watch(self, session: UrSession, match: Match, name: str) -> None:
        """Show a match to a spectator: status, board, then what happens."""
        table = self.table(match)
        watcher = Watcher(session, table, name, table.answer)
        session.become(watcher)
        watcher.come()

    def status(self, match: Match) -> Sequence[str]:
        """The lines of ``STATUS``."""
        return status_lines(match)

    def table(self, match: Match) -> UrsuppeTable:
        """What this dialect keeps for a match."""
        tables = (each for each in match.galleries if isinstance(each, UrsuppeTable))
        return next(tables, None) or UrsuppeTable(match, self._wire)


def _idle(session: UrSession) -> None:
    session.close(fault_line(LobbyFault.LATE, "Zu lange nichts gehört, bitte neu verbinden."))


@define(eq=False)
class Gathering:
    """The lines of a half-sent answer."""

    prompt: int
    opening: str
    lines: list[str] = field(factory=list)
    too_many: bool = False


# Roles in a match.


class Player:
    """The role of a connection that sits in a seat."""

    def __init__(self, session: UrSession, table: UrsuppeTable, seat: int) -> None:
        self._session = session
        self._table = table
        self._match = table.match
        self._seat = seat
        self._gathering: Gathering | None = None

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """Tell her, then ask her."""
        data = self._table.told(step, self._seat)
        if asked:
            data += self._table.wire.encode(map(prompt_line, asked))
        if data:
            self._session.link.write(data)

    def dismiss(self) -> None:
        """The match is done with her, or she sits here by another connection."""
        self._session.close()

    def line(self, text: str, at: float) -> None:
        """One line has come: carry it out, or answer by an error."""
        word, rest = split(text)
        if not word:
            return
        try:
            self._hear_word(word, rest, at)
        except (Refused, IllegalMove) as refused:
            self._match.refused(self._seat, refused.code, text)
            self._session.say(fault_line(refused.code, fault_text(refused.code)))

    def ended(self) -> None:
        """A player who cannot answer any more is as good as lost."""
        self._session.close()
        self.lost()

    def caught_up(self) -> None:
        """Nothing was kept from her."""

    def lost(self) -> None:
        """Her connection is gone."""
        self._match.hold(self._seat)

    def _hear_word(self, word: str, rest: str, at: float) -> None:
        if word in ANY_TIME:
            self._session.say(*self._table.answer(word, rest))
        elif word in TALK:
            TALK[word](self, rest)
        elif word in WORDS or word in OTHER_WORDS:
            self._answer(word, rest, at)
        else:
            raise Refused(LobbyFault.UNKNOWN)

    # Talk.

    def _leave(self, rest: str) -> None:
        if rest:
            raise Refused(LobbyFault.COUNT)
        self._session.close()
        self._match.leave(self._seat, "left")

    def _say(self, rest: str) -> None:
        text = free_text(rest, MESSAGE_LENGTH)
        if not text:
            raise Refused(LobbyFault.COUNT)
        self._match.say(self._seat, None, text)

    def _whisper(self, rest: str) -> None:
        color, text = split(rest)
        text = free_text(text, MESSAGE_LENGTH)
        if not text:
            raise Refused(LobbyFault.COUNT)
        to = read_number(color)
        seats = self._match.seats
        if to == self._seat or to not in range(len(seats)):
            raise Refused(LobbyFault.PARAMETER)
        if seats[to].presence is not Presence.CONNECTED:
            raise Refused(LobbyFault.PARAMETER)
        self._match.say(self._seat, to, text)

    # Answers to prompts.

    def _answer(self, word: str, rest: str, at: float) -> None:
        if self._match.phase is not Phase.RUNNING:
            raise Refused(LobbyFault.NOT_RUNNING)
        prompt = self._match.prompt(self._seat)
        if prompt is None:
            raise Refused(LobbyFault.NOT_ASKED)
        answer = ANSWERS.get(type(prompt))
        if answer is not None:
            self._gather(answer, prompt, word, rest, at)
            return
        self._play(self._move(prompt, word, rest), at)

    def _move(self, prompt: Prompt, word: str, rest: str) -> Move:
        seats = self._match.terms.seats
        if isinstance(prompt, pr.AskDefects) and word == "DEFEKT_AUSGLEICHEN":
            words = parameters(rest)
            return mv.Compensate(tuple(read([GENE] * len(words), words, seats)))
        known = WORDS.get(word)
        if known is None or not isinstance(prompt, known.answers) or not known.provided(prompt):
            raise Refused(LobbyFault.UNKNOWN)
        return known.move(*read(known.kinds, parameters(rest), seats))

    def _gather(self, answer: Answer, prompt: Prompt, word: str, rest: str, at: float) -> None:
        gathering = self._gathering
        if gathering is not None and gathering.prompt != prompt.number:
            gathering = self._gathering = None  # its time had run out
        if gathering is None and word == answer.opens:
            gathering = self._gathering = Gathering(prompt.number, rest)
            if answer.opens != answer.holds:
                return
        if gathering is None and word == answer.ends and answer.opens == answer.holds:
            gathering = Gathering(prompt.number, "")
        if gathering is None or word not in (answer.holds, answer.ends):
            raise Refused(LobbyFault.UNKNOWN)
        if word == answer.holds:
            gathering.too_many = len(gathering.lines) >= answer.most
            if not gathering.too_many:
                gathering.lines.append(rest)
            return
        self._gathering = None
        self._play(self._gathered(answer, gathering, rest), at)

    def _gathered(self, answer: Answer, gathering: Gathering, last: str) -> Move:
        opening = gathering.opening if answer.opens != answer.holds else ""
        if opening or gathering.too_many:
            raise Refused(LobbyFault.COUNT)
        seats = self._match.terms.seats
        items = tuple(answer.read(parameters(line), seats) for line in gathering.lines)
        if last:
            raise Refused(LobbyFault.COUNT)
        return answer.move(items)

    def _play(self, move: Move, at: float) -> None:
        try:
            self._match.play(self._seat, move, at)
        except NotAsked:
            raise Refused(LobbyFault.NOT_ASKED) from None


#: What only players may say, at any time.
TALK: Mapping[str, Callable[[Player, str], None]] = {
    "NACHRICHT": Player._say,
    "PRIVAT_NACHRICHT": Player._whisper,
    "ABMELDEN": Player._leave,
}


GAME = Game(
    rules=RULES,
    port=15001,
    dialect=UrsuppeDialect,
    bots={"random": RandomBot, "strong": StrongBot},
    demo_seats=4,
)
