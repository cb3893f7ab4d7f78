"""
What a line of a player costs: processor time of the server over whole games,
against a bare server that knows beforehand which bytes to write.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from tempfile import TemporaryDirectory
from typing import Any, Final

from twisted.internet.interfaces import ITransport
from twisted.internet.protocol import Factory
from twisted.protocols.basic import LineReceiver

from bench.children import Child
from bench.figures import Amount, Figure, Reach, alternate, at_most, medians, ratio
from bench.hosting import listen
from bench.rehearsal import comers, numbered, record
from bench.replay import Seats
from boardhub.protocols.game import Game
from boardhub.protocols.registry import installed_games

ROUNDS = 9
#: The game that is not counted: one more.
WARM_UP = ROUNDS

#: In toxic a line brings hardly any bytes, which makes the baseline cheap, and every
#: sixth judges a round, with the sight of all six players.
REACHES: Final[Mapping[str, Reach]] = {"toxic": at_most(4)}

#: What each connection gets for a line.
Told = tuple[tuple[int, bytes], ...]


def measure(game: Game) -> Figure:
    """The figure for a game."""
    with (
        TemporaryDirectory() as directory,
        Child("bench.hosting:HubServer", game=game.name, directory=directory) as hub,
        Child("bench.command:ScriptedServer", game=game.name) as bare,
    ):
        played = Played(game)
        played.on(hub, WARM_UP), played.on(bare, WARM_UP)
        pairs = alternate(
            ROUNDS, lambda number: played.on(hub, number), lambda number: played.on(bare, number)
        )
    ours, theirs = medians(pairs)
    return Figure(
        "command",
        ratio(pairs),
        "ratio",
        Amount("LineReceiver that writes the same bytes: CPU a line", theirs, "us"),
        Amount(f"hub, {game.demo_seats} players, with journal: CPU a line", ours, "us"),
        REACHES.get(game.name, at_most(3)),
        game.name,
    )


class Played:
    """A recorded game for each round, played on one server and then on the other."""

    def __init__(self, game: Game) -> None:
        self._comers = comers(game)
        self._games = [record(game, str(each), numbered(each)) for each in range(ROUNDS + 1)]

    def on(self, server: Child, number: int) -> float:
        """Microseconds of processor time that the server needs for a line of this game."""
        server.call("create", numbered(number), str(number))
        with Seats(server.port, self._comers) as seats:
            before = server.cpu()
            lines = seats.play(self._games[number])
            return 1e6 * (server.cpu() - before) / lines


class ScriptedServer:
    """In the child: reads lines, and writes what the record says, to whom it says."""

    def __init__(self, reactor: Any, game: str) -> None:
        self._game = installed_games()[game]
        self._script: Iterator[Told] = iter(())
        self._greetings: Mapping[int, Mapping[int, bytes]] = {}
        self._transports: list[ITransport] = []
        self._port = listen(reactor, Factory.forProtocol(lambda: _Scripted(self)))

    def port(self) -> int:
        """Where it listens."""
        return self._port

    def create(self, name: str, seed: str) -> None:
        """The next connections play this game."""
        turns = record(self._game, seed, name)
        said = [turn for turn in turns if turn.lines]
        self._script = iter([tuple(told.items()) for turn in said for told in turn.told])
        self._greetings = {turn.sender: turn.received() for turn in turns if not turn.lines}
        self._transports = []

    def joined(self, transport: ITransport) -> None:
        """The next player has connected."""
        number = len(self._transports)
        self._transports.append(transport)
        for data in self._greetings.get(number, {}).values():
            transport.write(data)

    def heard(self) -> None:
        """A line has come."""
        for receiver, data in next(self._script):
            self._transports[receiver].write(data)


class _Scripted(LineReceiver):
    delimiter = b"\n"

    def __init__(self, server: ScriptedServer) -> None:
        self._server = server

    def connectionMade(self) -> None:
        self._server.joined(self.transport)

    def lineReceived(self, line: bytes) -> None:
        self._server.heard()
