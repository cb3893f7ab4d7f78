"""
The toxic arena on the wire.

The conversation of a player, after he has come in (`toxic_lobby`)::

    <- CONNECTED n, DISCONNECTED n        (others come and go)
    <- MAP path                           (all are there; then some seconds to read it)
    <- SET x,y view                       (and so in every round:)
    <- SEE_PLAYER x,y view n              (whom he sees)
    <- LIFE energy n                      (of all)
    <- TOXIC x,y value                    (of his own field)
    <- START r                            -> MOVE direction view
    <- TEAMCHANGE RED n                   (when all have moved, or their time is over)
    <- LIFE energy n, DISCONNECT          (at the end)
    <- PING                               (now and then)

A player never gets an error: what makes no sense is ignored. Whoever sends
more than a hundred such lines in a round is out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from attrs import evolve
from twisted.logger import Logger

from boardhub.bots.toxic_random import RandomBot
from boardhub.bots.toxic_strong import StrongBot
from boardhub.games.rules import IllegalMove, Prompt
from boardhub.games.toxic.directions import NONE, STEPS
from boardhub.games.toxic.moves import Walk
from boardhub.games.toxic.state import RULES
from boardhub.hub.clock import Timer
from boardhub.hub.lobby import Lobby, LobbyFull, NameTaken
from boardhub.hub.match import Match, Phase
from boardhub.hub.resting import Resting
from boardhub.hub.seats import SeatTaken
from boardhub.hub.steps import Ended, Step
from boardhub.hub.terms import Terms
from boardhub.protocols.faults import Wording
from boardhub.protocols.game import Game, GameOption, Link, Refusal, Wire
from boardhub.protocols.seated import Inform, Seated
from boardhub.protocols.session import RoleSession
from boardhub.protocols.text import Refused, parameters
from boardhub.protocols.toxic_copies import MapCopies
from boardhub.protocols.toxic_exhibit import DRAWING
from boardhub.protocols.toxic_lobby import Arrived, Cast, Place, ToxicVisitor
from boardhub.protocols.toxic_maps import LoadedMap, Maps, draw
from boardhub.protocols.toxic_show import show_of
from boardhub.protocols.toxic_table import DEFAULT_NAME, ToxicTable
from boardhub.protocols.ur_faults import LobbyFault
from boardhub.protocols.ur_match import UrDialect
from boardhub.protocols.visitor import Lines

#: Seconds between two ``PING`` to a player.
PING_SECONDS: Final = 15.0

#: Seconds between ``DISCONNECT`` and the end of the connection.
LAST_SECONDS: Final = 2.0

#: Lines that make no sense, in one round, until a player is out.
IGNORED: Final = 100

#: What is wrong with a line that is ignored, in the journal.
NO_SENSE: Final = 22
NOT_NOW: Final = 17

#: The timeout of the port's own matches, in seconds.
TIMEOUT: Final = 5.0

#: Whatever is wrong, a player is told but this.
PLAYER_WORDING: Final = Wording("DISCONNECT", {}, dict.fromkeys(Refusal, 0), 0)


class Player(Seated[ToxicTable]):
    """The role of a connection that sits in a seat."""

    not_running: ClassVar[int] = NOT_NOW
    not_asked: ClassVar[int] = NOT_NOW
    too_many: ClassVar[int] = NOT_NOW

    def __init__(self, session: RoleSession, table: ToxicTable, seat: int, port: ToxicDialect):
        super().__init__(session, table, seat, port.no_answer)
        self._port = port
        self._ignored = 0
        self._timer: Timer | None = None
        table.present.add(self)
        self._ping_later()

    def prompt_line(self, prompt: Prompt) -> str:
        """``START`` is the last line of a round's block."""
        raise AssertionError(prompt)

    def hear(self, step: Step, asked: Sequence[Prompt]) -> None:
        """Tell him, if there is anything for players in it."""
        if asked:
            self._ignored = 0
        elif self.table.is_for_spectators(step):
            return
        data = self.table.told(step, self.seat)
        if data:
            self.session.write(data)
        if isinstance(step.cause, Ended):
            self._call_in(LAST_SECONDS, self.dismiss)

    def hear_word(self, word: str, rest: str, at: float) -> None:
        """A line has come: a move, one of the few other words, or nothing that counts."""
        if word == "MOVE":
            self.play(read_walk(rest), at)
        elif rest or word not in ("PING", "KARTE", "ABMELDEN", "ID_NOT_OKAY"):
            raise Refused(NO_SENSE)
        elif word == "KARTE":
            self.session.say(*self.table.map())
        elif word != "PING":
            self._end()
            self.leave()
            self._port.tidy()

    def go_over(self, table: ToxicTable, inform: Inform) -> None:
        """Play on in another match; players may still ask nothing."""
        self.table.present.discard(self)
        super().go_over(table, self.inform)
        table.present.add(self)

    def refuse(self, refused: Refused | IllegalMove, kept: str) -> None:
        """The line is ignored; too many of them are a flood."""
        self.session.counts.refused[str(refused.code)] += 1
        self.match.refused(self.seat, refused.code, kept)
        self._ignored += 1
        if self._ignored > IGNORED:
            self._end()
            self.session.close("DISCONNECT")
            self.match.leave(self.seat, "forfeit-output")
            self._port.tidy()

    def too_late(self) -> None:
        """The number is not to be had any more."""
        self._end()
        self.session.close("DISCONNECT")

    def dismiss(self) -> None:
        """The match is done with him."""
        self._end()
        super().dismiss()

    def lost(self) -> None:
        """His connection is gone."""
        self._end()
        super().lost()
        self._port.tidy()

    def _end(self) -> None:
        """He is here no more."""
        self._stop()
        self.table.present.discard(self)
        self._port.gone(self.match)

    def _ping_later(self) -> None:
        self._call_in(PING_SECONDS, self._ping)

    def _ping(self) -> None:
        self.session.say("PING")
        self._ping_later()

    def _call_in(self, seconds: float, call: Any) -> None:
        self._stop()
        self._timer = self._port.call_in(seconds, call)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def read_walk(rest: str) -> Walk:
    """
    The parameters of a ``MOVE``.

    :raise Refused: they are none.
    """
    words = parameters(rest)
    if len(words) != 2:
        raise Refused(NO_SENSE)
    direction, view = words
    if view not in STEPS or (direction not in STEPS and direction != NONE):
        raise Refused(NO_SENSE)
    return Walk(direction, view)


class ToxicDialect(UrDialect[ToxicTable]):
    """
    The port of the arena. It has matches of its own, one after the other, for
    those who only connect and confirm their number.
    """

    _log = Logger()

    rules = RULES
    sizes = range(2, 17)
    table_type = ToxicTable
    least = 2
    board_line = "KARTE"

    def __init__(self, lobby: Lobby, settings: Mapping[str, Any], wire: Wire) -> None:
        super().__init__(lobby, settings, wire)
        self._settings = settings
        self._maps: Maps = settings["maps"] or Maps.load()
        self._copies = MapCopies()
        self._numbers = 0
        self.speech = wire if settings["terminator"] == "lf" else evolve(wire, end="|")
        self._check(settings["map"])
        self.tidy()

    # Arriving.

    def arrive(self, link: Link) -> RoleSession:
        """A connection has been made: it is given a number."""
        session = RoleSession(link, self.speech, PLAYER_WORDING, self.counts)
        match = self._vacant()
        if match is None:
            self.tidy()  # perhaps one can be made again
            match = self._vacant()
        if match is None:
            self._log.info("{peer} is turned away: no match can be made", peer=link.peer)
            session.close("DISCONNECT")
        else:
            self.offer(session, Place(match, match.reserve()))
        return session

    def turned_away(self, why: Refusal) -> bytes:
        """What a connection gets that has no session."""
        return self.speech.encode([PLAYER_WORDING.refusal_line(why)])

    def offer(self, session: RoleSession, place: Place) -> None:
        """Give a number, to be confirmed."""
        session.wire, session.wording = self.speech, PLAYER_WORDING
        session.become(Arrived(session, self, place))
        session.say(f"ID {place.number}")
        self.tidy()

    def confirmed(self, session: RoleSession, place: Place) -> None:
        """The number is taken: play."""
        match, number = place.match, place.number
        player = self.make_player(session, match, number)
        session.become(player)
        try:
            if place.program:
                match.ready(number, player)
            elif place.held:
                match.back(number, player)
            else:
                name = place.name or _free_name(match, number)
                match.take(player, name, secret=place.secret, number=number)
        except SeatTaken:
            player.too_late()
        self.tidy()

    def make_player(self, session: RoleSession, match: Match, seat: int) -> Player:
        """The role of a player's connection."""
        return Player(session, self.table(match), seat, self)

    def sit(self, link: Link, match: Match, seat: int) -> RoleSession:
        """A program runs: it has to confirm its number like anybody."""
        session = RoleSession(link, self.speech, PLAYER_WORDING, self.counts)
        session.become(Cast(session, self, Place(match, seat, program=True)))
        session.say(f"ID {seat}")
        return session

    def resume(self, match: Resting) -> None:
        """A match is there again: see to its programs, and that not too many stand about."""
        super().resume(match)
        self.call_in(0.0, self.tidy)

    def given_back(self, session: RoleSession, place: Place) -> None:
        """The number is free again."""
        if not place.held:
            place.match.free(place.number)
        self.tidy()

    def enter_lobby(self, session: RoleSession, place: Place) -> ToxicVisitor:
        """Be in the lobby from now on."""
        session.wire, session.wording = self.wire, self.wording
        visitor = self.visitor(session)
        visitor.secret = place.secret
        session.become(visitor)
        return visitor

    def visitor(self, session: RoleSession) -> ToxicVisitor:
        """The role of a connection in the lobby."""
        return ToxicVisitor(session, self, arena=self)

    def call_in(self, seconds: float, call: Any) -> Timer:
        """Call after this many seconds."""
        return self.lobby.clock.call_in(seconds, call)

    # Matches.

    def options(self, lines: Lines, seats: int, seed: str) -> Mapping[str, Any]:
        """The map that a ``KARTE`` line names, or one drawn by the seed; and the rest."""
        name = lines.get("KARTE")
        if name is None:
            return self._options(self._maps.choose(seats, seed))
        if not name:
            raise Refused(LobbyFault.COUNT)
        if name not in self._maps.names(seats):
            raise Refused(LobbyFault.PARAMETER)
        return self._options(self._maps.find(name))

    @property
    def away(self) -> float | None:
        """The round goes on without a lost player, but not for ever."""
        return self.lobby.spans.away

    def make_table(self, match: Match) -> ToxicTable:
        """The beginning of what this dialect keeps for a match."""
        return ToxicTable(
            match,
            self.wire,
            self.speech,
            show_of(match, self._settings),
            lambda rows: self._copies.path(
                str(match), match.terms.options.get("name", DEFAULT_NAME), rows
            ),
            lambda: self._over(match),
        )

    def status(self, match: Match) -> Sequence[str]:
        """The lines of ``STATUS``."""
        return self.table(match).status()

    def map_of(self, match: Match) -> Sequence[str]:
        """``KARTE`` of a match."""
        return self.table(match).map()

    def inform(self, table: ToxicTable, word: str, rest: str) -> Sequence[str]:
        """The answer to what a spectator may ask."""
        if word != "KARTE":
            return super().inform(table, word, rest)
        if rest:
            raise Refused(LobbyFault.COUNT)
        return table.map()

    @staticmethod
    def no_answer(word: str, rest: str) -> Sequence[str]:
        """Players may ask nothing."""
        raise Refused(NO_SENSE)

    def gone(self, match: Match) -> None:
        """Somebody's connection to a match is over; after its end the last one takes the copy."""
        present = self.table(match).present or match.spectators
        if match.phase is Phase.OVER and not present:
            self._copies.remove(str(match))

    def tidy(self) -> None:
        """
        See to it that one of the port's own matches has a number left, and
        that no further one stands about empty.
        """
        open_ones = [match for match in self._waiting() if match.vacancy()]
        if not open_ones:
            self._make()
        for match in open_ones[1:]:
            if match.is_empty:
                match.close()

    def _vacant(self) -> Match | None:
        """The oldest of the port's own matches that has a number left."""
        return next((each for each in self._waiting() if each.vacancy()), None)

    def _waiting(self) -> list[Match]:
        matches = self.lobby.matches(self.rules.name)
        return [each for each in matches if each.terms.standing and each.phase is Phase.WAITING]

    def _make(self) -> Match | None:
        seats, seed = self._settings["players"], self.lobby.new_seed()
        name = self._settings["map"]
        drawn = self._maps.find(name) if name else self._maps.choose(seats, seed)
        terms = Terms(
            seats,
            TIMEOUT,
            options=self._options(drawn),
            away=self.away,
            least=self.least,
            standing=True,
        )
        while True:
            self._numbers += 1
            try:
                return self.lobby.create(self.rules, f"arena{self._numbers}", terms, seed=seed)
            except NameTaken:
                continue
            except LobbyFull:
                return None

    def _options(self, drawn: LoadedMap) -> Mapping[str, Any]:
        return {
            "name": drawn.name,
            "map": list(drawn.rows),
            "toxicity": list(drawn.toxicity),
            "preparation": self._settings["preparation"],
            "sight": self._settings["toxic"] == "sicht",
        }

    def _check(self, name: str) -> None:
        seats = self._settings["players"]
        if name and name not in self._maps.names(seats):
            known = ", ".join(self._maps.names(seats))
            raise ValueError(f"there is no map {name!r} for {seats} players, there are: {known}")
        if not self._maps.names(max(self.sizes)):
            raise ValueError(f"no map is large enough for {max(self.sizes)} players")

    def _over(self, match: Match) -> None:
        self.gone(match)
        if not self.lobby.closing:
            self.call_in(0.0, self.tidy)


def _free_name(match: Match, number: int) -> str:
    """What a player is called who gave no name."""
    name = f"spieler_{number}"
    while match.seats.uses_name(name):
        name += "_"
    return name


def _one_of(*words: str) -> Any:
    def coerce(text: str) -> str:
        if text not in words:
            raise ValueError(f"must be {' or '.join(words)}")
        return text

    return coerce


def _whole(least: int, most: int) -> Any:
    def coerce(text: str) -> int:
        value = int(text)
        if not least <= value <= most:
            raise ValueError(f"must be {least} to {most}")
        return value

    return coerce


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 3600:
        raise ValueError("must be 0 to 3600")
    return value


OPTIONS: Final = (
    GameOption("players", 4, "Players of the port's own matches, 2 to 16.", _whole(2, 16)),
    GameOption("map", "", "The map of the port's own matches; without it one is drawn."),
    GameOption(
        "maps", None, "A folder with maps, in place of those that are shipped.",
        lambda text: Maps.load(Path(text)),
    ),
    GameOption(
        "terminator", "lf", "What ends a line to players: lf or pipe.", _one_of("lf", "pipe")
    ),
    GameOption("preparation", 5.0, "Seconds to read the map before the first round.", _seconds),
    GameOption(
        "toxic", "feld", "What players learn of the toxicity: feld, their own field, or"
        " sicht, what they see.", _one_of("feld", "sicht"),
    ),
    GameOption(
        "spectator-delay", 10, "Rounds that spectators are behind; 0 for a trusted audience.",
        _whole(0, 10_000),
    ),
)  # fmt: skip


def _demo_options() -> Mapping[str, Any]:
    """A shipped map; nothing is held back from who watches a demo."""
    shown = Maps.load().find("pillars.map")
    return {
        "name": shown.name,
        "map": list(shown.rows),
        "toxicity": list(shown.toxicity),
        "delay": 0,
    }


GAME = Game(
    rules=RULES,
    port=15000,
    dialect=ToxicDialect,
    options=OPTIONS,
    separators=b"|",
    bots={"random": RandomBot, "strong": StrongBot},
    demo_seats=6,
    demo_options=_demo_options,
    draw_map=draw,
    drawing=DRAWING,
)
