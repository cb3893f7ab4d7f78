"""
Trial matches of a game's own bots, over the wire and in memory, with people
who watch and people who disturb: what the contract of games, in
`boardhub.testing`, asks of a dialect.

The lobby is known only by what the bots say there. Where their words let
somebody watch, there are spectators, too, and more is asked: `STATUS`, and the
same last line for all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from attrs import define, field

from boardhub.bots.bot import Bot, UrBot
from boardhub.hub.journal import rebuild
from boardhub.hub.match import Match, Phase
from boardhub.hub.seats import Presence
from boardhub.links.memory import MemoryLink
from boardhub.protocols.game import Game
from boardhub.testing.memory_hub import MemoryHub

#: The name of the match.
NAME = "trial"

#: Milliseconds for an answer.
TIMEOUT = 1000

#: Seconds that pass when nobody has anything to say.
PAUSE = 0.5

#: After so many rounds a match is taken for one that never ends.
ROUNDS = 100_000

#: What an out-of-turn line may also be: words of the UrServer's matches.
CHATTER = ("STATUS", "PING", "VERSION", "NACHRICHT hallo", "PRIVAT_NACHRICHT 0 du", "ABMELDEN ?")

#: How the first line of an answer begins that is an error.
ERRORS = ("FEHLER ", "ERROR ")

#: What stands in place of a line's parameters when it is mangled.
NONSENSE = ("?", "-1 ?", "? 1 2 3 4 5 6 7 8 9", "\u20ac" * 30)


def garbage(chance: Random) -> str:
    """A line of up to 19 characters that means nothing; blanks, controls and others."""
    starts = (32, 48, 65, 0xE4, 0x20AC, 1, 9)
    return "".join(
        [chr(chance.choice(starts) + chance.randrange(30)) for _ in range(chance.randrange(20))]
    )


class Silent(UrBot):
    """Comes through the UrServer's lobby, and never says anything after that."""

    def hear(self, line: str) -> list[str]:
        """Nothing to say."""
        return []

    def standings(self) -> list[tuple[str, int]]:
        """Nothing was noted."""
        return []


@define(eq=False)
class Client:
    """Whoever has a connection: a bot at a link, and all that it has heard."""

    name: str
    bot: Bot
    link: MemoryLink
    heard: list[str] = field(factory=list)

    def say(self, *lines: str) -> None:
        """Send lines."""
        for line in lines:
            self.link.send(line)

    def ask(self, line: str) -> list[str]:
        """What comes at once for a line; the bot does not hear it."""
        waiting = self.link.take()
        self.say(line)
        reply = self.link.take()
        self.link.received = waiting
        return reply

    def go_on(self) -> list[str]:
        """Take in what has come and answer it: the answers."""
        came = self.link.take()
        self.heard += came
        answers = [each for line in came if not self.bot.over for each in self.bot.hear(line)]
        self.say(*answers)
        return answers


class Noise:
    """Lines that make no sense where they are said."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.said: list[str] = []
        """What bots have said in the match."""

    def out_of_turn(self) -> str:
        """Garbage, chatter, or what made sense when somebody said it."""
        lines = [garbage(self._chance), self._chance.choice(CHATTER)]
        if self.said:
            lines += [self._chance.choice(self.said), self.mangled()]
        return self._chance.choice(lines)

    def mangled(self) -> str:
        """The first word of what was said once, and nonsense after it."""
        if not self.said:
            return garbage(self._chance)
        word = self._chance.choice(self.said).split(" ")[0]
        return f"{word} {self._chance.choice(NONSENSE)}"


class Trial:
    """
    A match of bots of the first level: all that disturbs them is a spectator
    who says whatever comes to her mind; ``seed`` decides what that is, and
    makes the bots' chance. `play` is to run where failures that are logged are
    noticed; then `check` says what else is wrong.
    """

    def __init__(self, hub: MemoryHub, game: Game, seats: int, seed: str) -> None:
        self.hub = hub
        self.game = game
        self.seats = seats
        self.seed = seed
        self.rounds = 0
        self.match: Match | None = None
        self.watched = False
        """Whether the bots' words have let somebody watch."""
        self.clients: list[Client] = []
        self.noise = Noise(Random(seed))
        self._make = game.bots[min(game.bots)] if game.bots else Silent
        self.spectators: list[Client] = []
        """The first of them is silent."""
        self._players_last: dict[str, str] = {}
        self._spectators_last: dict[str, str] = {}
        self._statuses: list[list[str]] = []

    # Playing.

    def play(self) -> None:
        """From the making of the match until it is forgotten."""
        self.match = self._create()
        if self.match is None:
            return
        self.watch("zoe")
        self.watched = "zoe" in self.match.spectators
        self._ask_status()
        self.clients = [self.join(seat, self.seed) for seat in range(self.seats)]
        self.watch("ivy")
        self._ask_status()
        while self.match.phase is not Phase.OVER and self.rounds < ROUNDS:
            self.rounds += 1
            self.disturb(self.match)
            self._go_round()
        self._come_to_rest(self.match)

    def disturb(self, match: Match) -> None:
        """What else happens in a round."""
        self.spectators[-1].say(self.noise.out_of_turn())

    def join(self, seat: int, seed: str) -> Client:
        """A bot takes this seat, or takes it again; whoever sits in seat 0 has no secret."""
        name = f"bot{seat}"
        client = Client(name, self._make(name, seed), self.hub.connect(self.game.name))
        client.say(*client.bot.login(NAME, "", "word" if seat else ""))
        return client

    def watch(self, name: str) -> None:
        """Somebody comes to watch, by the words of a bot."""
        client = Client(name, Silent(name), self.hub.connect(self.game.name))
        client.say(*self._make(name, self.seed).watching(NAME))
        self.spectators.append(client)

    def _create(self) -> Match | None:
        host = self._make("host", self.seed)
        link = self.hub.connect(self.game.name)
        for line in host.creation(NAME, self.seats, TIMEOUT, ""):
            link.send(line)
        link.lost()
        return self.hub.lobby.find(self.game.name, NAME)

    def _ask_status(self) -> None:
        """Those who watch, and somebody in the lobby."""
        if not self.watched:
            return
        visitor = Client("visitor", Silent("visitor"), self.hub.connect(self.game.name))
        self._statuses.append(visitor.ask(f"STATUS {NAME}"))
        visitor.link.lost()
        self._statuses += [each.ask("STATUS") for each in self.spectators]

    def _go_round(self) -> None:
        everybody = [*self.clients, *self.spectators]
        idle = not any(client.link.received for client in self.clients)
        for client in everybody:
            self.noise.said += client.go_on()
        self.hub.advance(PAUSE if idle else 0)

    def _come_to_rest(self, match: Match) -> None:
        """The end has been told: who stays may ask, who comes is shown it, all are dismissed."""
        self.hub.settle()
        self._note_last_lines(self._players_last, self.clients)
        self._note_last_lines(self._spectators_last, self.spectators[:1])
        self._ask_status()
        self.watch("late")
        self._note_last_lines(self._spectators_last, self.spectators[-1:])
        self.hub.advance(match.spans.after + 1)

    @staticmethod
    def _note_last_lines(last: dict[str, str], clients: Sequence[Client]) -> None:
        """The last line that each of them has heard who is still connected."""
        for client in clients:
            client.go_on()
            if not client.link.closed:
                last[client.name] = client.heard[-1] if client.heard else ""

    # Judging.

    def check(self) -> None:
        """
        What must hold afterwards.

        :raise AssertionError: it does not.
        """
        match = self.match
        if match is None:
            assert not self.game.bots, "no match comes of what a bot says to make one"
            return
        assert match.phase is Phase.OVER, f"a match of bots does not end:\n{match.state}"
        for status in self._statuses:
            assert status, "STATUS is not answered"
            assert not status[0].startswith(ERRORS), f"STATUS is refused: {status[0]}"
        for told in (self._players_last, self._spectators_last) if self.watched else ():
            assert len(set(told.values())) <= 1, f"not the same last line: {told}"
        records = self.hub.journal(NAME, self.game.name).records()
        assert rebuild(records, match.rules) == match.state, "the journal does not rebuild a match"

    def check_result(self) -> None:
        """
        What must hold beside that if nobody was disturbed: a result, and bots
        whose lines answer what they are asked.

        :raise AssertionError: it does not.
        """
        if self.match is None:
            return
        assert self.match.state.result is not None, f"no result: {self.match.reason}"
        if not self.game.bots:
            return
        unaware = [client.name for client in self.clients if not client.bot.over]
        assert not unaware, f"bots that have not heard of the end: {unaware}"
        records = self.hub.journal(NAME, self.game.name).records()
        late = [each for each in records if each.get("late") and each["seat"] is not None]
        assert not late, f"a bot has answered, but was late: {late[0]}"


class RoughTrial(Trial):
    """
    The same match, but on the way the last player talks, also nonsense, loses
    her connection, comes back and falls silent, and the first one leaves.
    ``rounds`` is how long the match took without all that.
    """

    def __init__(self, hub: MemoryHub, game: Game, seats: int, seed: str, rounds: int) -> None:
        super().__init__(hub, game, seats, seed)
        self._plan: list[tuple[float, Callable[[], None]]] = [
            (0, self._talk),
            (rounds / 4, self._lose_connection),
            (rounds / 2, self._come_back),
            (rounds * 5 / 8, self._fall_silent),
            (rounds * 3 / 4, self._leave),
        ]

    def disturb(self, match: Match) -> None:
        """Nonsense in every round, and the rest in its time."""
        super().disturb(match)
        self._interrupt(match, self.clients[-1])
        while self._plan and self._plan[0][0] <= self.rounds and match.phase is not Phase.OVER:
            self._plan.pop(0)[1]()

    def _interrupt(self, match: Match, client: Client) -> None:
        """What she says makes sense only by mistake; then her bot has to hear of it."""
        seat = match.seats.named(client.name)
        asked = seat is not None and match.prompt(seat.number) is not None
        steps = match.steps
        reply = client.ask(self.noise.mangled() if asked else self.noise.out_of_turn())
        if match.steps != steps:
            client.link.received += reply

    def _talk(self) -> None:
        for line in CHATTER:
            self.clients[-1].ask(line)

    def _lose_connection(self) -> None:
        assert self.match is not None
        seat = self.match.seats[-1]
        self.clients[-1].link.lost()
        self.hub.settle()
        assert seat.presence is not Presence.CONNECTED, "a lost connection leaves its seat taken"
        self.spectators.pop().link.lost()
        self.watch("eve")
        self.hub.settle()

    def _come_back(self) -> None:
        self.clients[-1] = self.join(self.seats - 1, "again")

    def _fall_silent(self) -> None:
        self.clients[-1].bot = Silent(self.clients[-1].name)

    def _leave(self) -> None:
        self.clients[0].link.lost()
        self.hub.settle()
