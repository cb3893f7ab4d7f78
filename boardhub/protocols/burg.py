"""
The castle and knight game on the wire.

The conversation of a match, after the lobby (`burg_lobby`)::

    <- SPIELER_ANGEMELDET name age        (to all; then, with nobody missing:)
    <- RITTER_SETZEN                      -> AKTION SETZE_RITTER_ERSTESMAL, X x, Y y
    <- KOENIG_SETZEN                      -> AKTION SETZE_KOENIG, [FARBE f], X x, Y y
    <- ZUG_BEGINNT f                      (to all)
    <- ZUG_ABGEBEN                        -> ZUG
                                          -> AKTION ..., [KARTE nn], [X, Y, [X, Y]]
    <- AKTION ..., FARBE f, [X, Y ...]    (to all, for each)
    <- KARTE nn                           (to the buyer)
                                          -> ZUGENDE
    <- ZUG_BEENDET f, [RUNDE_BEENDET]     (to all)
    <- SPIEL_BEENDET

Whoever sends a line that is refused gets ``ERROR number: text`` and is still
asked, without any extra time; nobody else notices.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from boardhub.bots.burg_random import RandomBot
from boardhub.bots.burg_strong import StrongBot
from boardhub.games.burg import prompts as pr
from boardhub.games.burg.errors import Fault
from boardhub.games.burg.moves import EndTurn
from boardhub.games.burg.state import RULES
from boardhub.games.rules import IllegalMove, Prompt
from boardhub.hub.match import Match, Phase
from boardhub.protocols.burg_exhibit import DRAWING
from boardhub.protocols.burg_faults import FOREIGN, WORDING, LobbyFault, foreign
from boardhub.protocols.burg_lobby import NAME_LENGTH, BurgVisitor, nothing_more
from boardhub.protocols.burg_table import BurgTable, prompt_line
from boardhub.protocols.burg_words import PARAMETERS, Gathering, read_action
from boardhub.protocols.game import Game
from boardhub.protocols.port import Port
from boardhub.protocols.seated import Inform, Seated
from boardhub.protocols.session import RoleSession
from boardhub.protocols.text import Refused, free_text
from boardhub.protocols.watcher import Watcher

#: The age of a local program, which cannot say it.
PROGRAM_AGE: Final = 99

#: A message is as long as a line may be.
MESSAGE_LENGTH: Final = 512


class Player(Seated[BurgTable]):
    """The role of a connection that sits in a seat."""

    not_running: ClassVar[int] = LobbyFault.NOT_RUNNING
    not_asked: ClassVar[int] = Fault.NOT_ASKED
    too_many: ClassVar[int] = Fault.INVALID

    def __init__(self, session: RoleSession, table: BurgTable, seat: int, inform: Inform) -> None:
        super().__init__(session, table, seat, inform)
        self._frame: int | None = None
        """The number of the prompt for which ``ZUG`` has come."""
        self._gathering: Gathering | None = None
        self._swallowing = False
        """Parameter lines go unanswered: what they belong to is refused already."""

    def prompt_line(self, prompt: Prompt) -> str:
        """The line that asks him."""
        return prompt_line(prompt)

    def hear_word(self, word: str, rest: str, at: float) -> None:
        """A line that belongs to a turn, or one that may come at any time."""
        if word in PARAMETERS:
            self._parameter(word, rest, at)
            return
        self._swallowing = False
        if word in TURN_WORDS:
            self._give_up_action()
            TURN_WORDS[word](self, rest, at)
        elif word == "NACHRICHT":
            self._say(rest, at)
        elif word == "ABMELDEN":
            nothing_more(rest)
            self.leave()
        else:
            self.session.say(*self.inform(word, rest))

    def _parameter(self, word: str, rest: str, at: float) -> None:
        if self._swallowing:
            return
        gathering = self._gathering
        if gathering is None:
            self._swallowing = True
            self.need_running()
            raise Refused(Fault.INVALID)
        try:
            gathering.take(word, rest)
            if gathering.complete:
                self._gathering = None
                self._judge(gathering, at)
        except (Refused, IllegalMove) as refused:
            self._gathering, self._swallowing = None, True
            self.refuse(refused, ", ".join(gathering.lines))

    def _judge(self, gathering: Gathering, at: float) -> None:
        self.need_running()
        if not self._is_open(gathering.prompt):
            raise Refused(Fault.NOT_ASKED)
        self.play(gathering.move(), at)

    def _is_open(self, number: int) -> bool:
        prompt = self.match.prompt(self.seat)
        return prompt is not None and prompt.number == number

    def _give_up_action(self) -> None:
        """An action whose lines have not all come is refused when it is clear that none will."""
        gathering, self._gathering = self._gathering, None
        if gathering is not None and self._is_open(gathering.prompt):
            self.refuse(Refused(Fault.INVALID), ", ".join(gathering.lines))

    def _act(self, rest: str, at: float) -> None:
        """``AKTION``"""
        self._swallowing = True  # as long as anything refuses it
        self.need_running()
        action = read_action(rest)
        prompt = self.asked()
        if not pr.asks_for(prompt, action):
            raise Refused(Fault.NOT_ASKED)
        if isinstance(prompt, pr.AskTurn) and self._frame != prompt.number:
            raise Refused(Fault.INVALID)
        gathering = Gathering(prompt.number, action, [f"AKTION {rest}"])
        if gathering.complete:
            self.play(gathering.move(), at)
        else:
            self._gathering = gathering
        self._swallowing = False

    def _open_frame(self, rest: str, at: float) -> None:
        """``ZUG``"""
        number = self._turn()
        nothing_more(rest)
        if self._frame == number:
            raise Refused(Fault.INVALID)
        self._frame = number

    def _end_turn(self, rest: str, at: float) -> None:
        """``ZUGENDE``"""
        number = self._turn()
        nothing_more(rest)
        if self._frame != number:
            raise Refused(Fault.INVALID)
        self.play(EndTurn(), at)

    def _turn(self) -> int:
        """The number of the prompt for his turn."""
        prompt = self.asked()
        if not isinstance(prompt, pr.AskTurn):
            raise Refused(Fault.NOT_ASKED)
        return prompt.number

    def _say(self, rest: str, at: float) -> None:
        text = free_text(rest, MESSAGE_LENGTH)
        if not text:
            raise Refused(Fault.INVALID)
        self.say(None, text, at)


#: The words of a turn, but for parameters: each of them ends an action that is incomplete.
TURN_WORDS: Final[Mapping[str, Callable[[Player, str, float], None]]] = {
    "AKTION": Player._act,
    "ZUG": Player._open_frame,
    "ZUGENDE": Player._end_turn,
}


class BurgWatcher(Watcher):
    """The role of a connection that watches: it has no part in the game."""

    surplus: ClassVar[int] = Fault.INVALID

    _swallowing = False

    def answer(self, word: str, rest: str) -> Sequence[str]:
        """
        The lines that a line is answered by.

        :raise Refused: it is for players, or for nobody.
        """
        swallowed = word in PARAMETERS and self._swallowing
        self._swallowing = word in PARAMETERS or word == "AKTION"
        if swallowed:
            return ()
        if word not in PARAMETERS and word not in TURN_WORDS:
            return super().answer(word, rest)
        if self.table.match.phase is not Phase.RUNNING:
            raise Refused(LobbyFault.NOT_RUNNING)
        if word == "AKTION":
            read_action(rest)
        raise Refused(Fault.INVALID if word in PARAMETERS else Fault.NOT_ASKED)


class BurgDialect(Port[BurgTable]):
    """The port of the castle game."""

    rules = RULES
    sizes = range(2, 5)
    table_type = BurgTable
    player_type = Player
    watcher_type = BurgWatcher
    wording = WORDING
    name_length = NAME_LENGTH
    program_facts: ClassVar[Mapping[str, Any]] = {"age": PROGRAM_AGE}

    def visitor(self, session: RoleSession) -> BurgVisitor:
        """The role of a connection in the lobby."""
        return BurgVisitor(session, self)

    def inform(self, table: BurgTable, word: str, rest: str) -> Sequence[str]:
        """The answer to what anybody in a match may ask at any time."""
        if word in FOREIGN:
            raise foreign(word)
        if word not in ("PING", "STATUS", "PLAN"):
            raise Refused(Fault.INVALID)
        if word == "PLAN":
            lines = table.plan()
            nothing_more(rest)
            return lines
        nothing_more(rest)
        return table.status() if word == "STATUS" else ("PONG",)

    def status(self, match: Match) -> Sequence[str]:
        """The lines of ``STATUS``."""
        return self.table(match).status()


GAME = Game(
    rules=RULES,
    port=15002,
    dialect=BurgDialect,
    bots={"random": RandomBot, "strong": StrongBot},
    demo_seats=4,
    drawing=DRAWING,
)
