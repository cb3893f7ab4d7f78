"""
A match of burg without a server: the rules, and what everybody at the table
hears of them (spec/burg-rules.md 7.5 to 7.7 and 8.26.5).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from boardhub.bots.burg_player import BurgBot
from boardhub.games.burg.actions import ACTIONS
from boardhub.games.burg.errors import Fault
from boardhub.games.burg.events import Acted, CardDrawn, RoundEnded, TurnBegan, TurnEnded
from boardhub.games.burg.moves import Act, EndTurn, PlaceKing
from boardhub.games.burg.prompts import AskKing, AskKnight
from boardhub.games.burg.state import RULES
from boardhub.games.rules import Event, IllegalMove, Player

_EVENT_LINES: Mapping[type[Event], Callable[[Any], list[str]]] = {
    CardDrawn: lambda event: [f"KARTE {event.card:02d}"],
    TurnBegan: lambda event: [f"ZUG_BEGINNT {event.color}"],
    TurnEnded: lambda event: [f"ZUG_BEENDET {event.color}"],
    RoundEnded: lambda event: ["RUNDE_BEENDET"],
    Acted: lambda event: [
        f"AKTION {event.action}",
        f"FARBE {event.color}",
        *(f"{letter} {value}" for letter, value in zip("XYXY", event.where, strict=False)),
    ],
}


def action_lines(color: int, action: str, *where: int) -> list[str]:
    """An accepted action as it is told to all."""
    return _EVENT_LINES[Acted](Acted(color, action, where))


def told(text: str) -> list[str]:
    """Lines that are written one after the other with bars between them."""
    return [part.strip() for line in text.splitlines() for part in line.split("|") if part.strip()]


def status_lines(time: tuple[int, int, int], active: str, *rows: str) -> list[str]:
    """
    The report of a running match: year, round and place; who is active; for
    each player name, points, age, blocks. Somebody called SPIELER watches.
    """
    heads = zip(("PHASE", "RUNDE", "ZUG"), time, strict=True)
    return [
        "STATUS turm GESTARTET",
        *(f"{word} {number}" for word, number in heads),
        f"ACTIVE {active}",
        "TIMEOUT 60000",
        f"SPIELER {len(rows)}",
        *(f"{number} {row}" for number, row in enumerate(rows)),
        "ZUSCHAUER",
        "SPIELER",
        "STATUSENDE",
    ]


def plan_lines(cells: Mapping[tuple[int, int], str]) -> list[str]:
    """The board with these cells, by x and y; the others are bare."""
    rows = [" ".join([str(y), *(cells.get((x, y), "0") for x in range(8))]) for y in range(8)]
    return ["PLAN 8", "  0 1 2 3 4 5 6 7", *rows, "PLANENDE"]


def tell(bot: BurgBot, lines: Iterable[str]) -> list[str]:
    """What the bot answers to these lines, one after the other."""
    return [answer for line in lines for answer in bot.hear(line)]


def answers(bot: BurgBot, lines: Iterable[str]) -> list[str]:
    """The same without questions for the status."""
    return [line for line in tell(bot, lines) if line != "STATUS"]


class Table:
    """
    Bots in their seats, by number. ``watch`` is told every line that comes to
    all, too. Lines are taken one after the other, each bot's in its order.
    """

    def __init__(
        self, bots: list[BurgBot], seed: str, watch: Callable[[str], None] | None = None
    ) -> None:
        self.bots = bots
        self.state = RULES.state(len(bots), seed, {})
        self._watch = watch
        self._asked = 0
        self._waiting: deque[tuple[int, str]] = deque()
        self._read: list[list[str]] = [[] for _ in bots]
        self.actions: set[str] = set()
        """The names of all actions that have been accepted."""

    def play(self) -> None:
        """From the joining of the last player to the end."""
        for bot in self.bots:
            self._tell(None, f"SPIELER_ANGEMELDET {bot.name} {bot.age}")
        players = [Player(bot.name, {"age": bot.age}) for bot in self.bots]
        self._tell_events(self.state.begin(players))
        while self._waiting:
            seat, line = self._waiting.popleft()
            self._take(seat, line)
        assert self.state.result is not None, f"the bots have stopped:\n{self.state}"
        self._tell(None, "SPIEL_BEENDET")

    def status(self) -> list[str]:
        """The report as it stands."""
        seen = self.state.view(None)
        active = "-" if seen.active is None else self.bots[seen.active].name
        rows = [
            f"{bot.name} {seen.scores[seat]} {bot.age} {seen.blocks[seat]}"
            for seat, bot in enumerate(self.bots)
        ]
        return status_lines((seen.year, seen.round, seen.place), active, *rows)

    def plan(self) -> list[str]:
        """The board as it stands."""
        rows = str(self.state.board).splitlines()
        return ["PLAN 8", "  0 1 2 3 4 5 6 7", *rows, "PLANENDE"]

    def _tell(self, seat: int | None, line: str) -> None:
        """Somebody, or all, hear a line; what is answered comes in its turn."""
        if seat is None and self._watch is not None:
            self._watch(line)
        for number, bot in enumerate(self.bots):
            if seat in (None, number):
                self._waiting += [(number, answer) for answer in bot.hear(line)]

    def _tell_events(self, events: Iterable[Event]) -> None:
        for event in events:
            for seat in [None] if event.to is None else event.to:
                for line in _EVENT_LINES[type(event)](event):
                    self._tell(seat, line)
            if isinstance(event, Acted):
                self.actions.add(event.action)
        for prompt in self.state.prompts:
            if self._asked != prompt.number:
                self._asked = prompt.number
                words = {AskKnight: "RITTER_SETZEN", AskKing: "KOENIG_SETZEN"}
                self._tell(prompt.seat, words.get(type(prompt), "ZUG_ABGEBEN"))

    def _take(self, seat: int, line: str) -> None:
        """A line from a bot; an action is made out of its lines when the next one begins."""
        if line == "STATUS":
            for each in self.status():
                self._tell(seat, each)
            return
        read = self._read[seat]
        read.append(line)
        move = self._move(read)
        if move is None:
            return
        read.clear()
        try:
            self._tell_events(self.state.apply(seat, move))
        except IllegalMove as refusal:
            self._tell(seat, f"ERROR {refusal.code}: {Fault(refusal.code).text}")

    def _move(self, read: list[str]) -> Act | PlaceKing | EndTurn | None:
        """The move that is complete, with its lines, or None."""
        if read == ["ZUG"]:
            read.clear()
            return None
        if read == ["ZUGENDE"]:
            return EndTurn()
        name, card, color = read[0].partition(" ")[2], None, None
        where: list[int] = []
        for line in read[1:]:
            word, _, number = line.partition(" ")
            if word == "KARTE":
                card = int(number)
            elif word == "FARBE":
                color = int(number)
            else:
                where.append(int(number))
        return self._complete(name, card, color, tuple(where))

    def _complete(
        self, name: str, card: int | None, color: int | None, where: tuple[int, ...]
    ) -> Act | PlaceKing | None:
        action = ACTIONS[name]
        if len(where) < 2 * action.squares or (card is None) != (action.card is None):
            return None
        if name == "SETZE_KOENIG":
            return PlaceKing(where[0], where[1], color)
        return Act(name, card, where)
