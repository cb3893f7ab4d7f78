"""The arena over real sockets: whole matches, both line ends, and clients that do harm."""

from __future__ import annotations

import selectors
import socket
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from threading import Event, Thread
from time import monotonic

import pytest
from attrs import define, field

from boardhub.bots.toxic_player import ToxicBot
from boardhub.bots.toxic_random import RandomBot
from boardhub.bots.toxic_strong import StrongBot
from boardhub.games.toxic.state import RULES
from boardhub.hub.journal import read, rebuild
from tests.daemon.running import PATIENCE, Client, Daemon
from tests.daemon.swarm import play

pytestmark = pytest.mark.daemon

#: Seconds for the answer in the matches that are measured, in which somebody is always silent.
ROUND = 0.5


@define
class Arena:
    """Daemons in a directory."""

    directory: Path
    daemons: list[Daemon] = field(factory=list)

    def start(self, *options: str) -> Daemon:
        """One that hosts the arena alone, with hardly any time to read the map."""
        told = ("--toxic-preparation=0.1", "--toxic-map=pillars.map", *options)
        self.daemons.append(Daemon(self.directory, *told, games=["toxic"]))
        return self.daemons[-1]


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    """Starts daemons, which are ended after the test."""
    arena = Arena(tmp_path)
    yield arena
    for daemon in arena.daemons:
        daemon.stop()


@define(eq=False)
class Plain:
    """A client that knows nothing of a lobby: it takes the number that it is given."""

    bot: ToxicBot
    connection: socket.socket
    end: bytes
    got: bytes = b""
    _rest: bytes = b""

    def read(self) -> None:
        """Take what has come, and answer it."""
        data = self.connection.recv(65536)
        assert data, f"closed after {self.lines()[-3:]}"
        self.got += data
        *lines, self._rest = (self._rest + data).split(self.end)
        answers = [answer for line in lines for answer in self.bot.hear(line.decode())]
        self.connection.sendall(b"".join([answer.encode() + self.end for answer in answers]))

    def lines(self) -> list[str]:
        """All that it has got."""
        return self.got.decode().split(self.end.decode())[:-1]


def play_plainly(daemon: Daemon, bots: Sequence[ToxicBot], end: bytes) -> list[Plain]:
    """All connect, one after the other, and play to the end."""
    limit = monotonic() + 4 * PATIENCE
    address = ("127.0.0.1", daemon.ports["toxic"])
    clients = [Plain(bot, socket.create_connection(address), end) for bot in bots]
    with selectors.DefaultSelector() as selector:
        for each in clients:
            selector.register(each.connection, selectors.EVENT_READ, each)
        while selector.get_map():
            assert monotonic() < limit, "the match takes too long"
            for key, _ in selector.select(1.0):
                key.data.read()
                if key.data.bot.over:
                    selector.unregister(key.data.connection)
    for each in clients:
        # Nothing follows DISCONNECT, and the daemon closes two seconds later.
        each.connection.settimeout(PATIENCE)
        with each.connection:
            assert each.connection.recv(1) == b""
    return clients


def ended_by_the_rules(daemon: Daemon, name: str) -> bool:
    """Whether the journal of this match can be played again, to the end that it names."""
    (path,) = (daemon.data / "matches").glob(f"*-toxic-{name}.jsonl")
    records = read(path)
    result = rebuild(records, RULES).result
    last = records[-1]
    assert result is not None
    assert last["scores"] == [str(score) for score in result.scores]
    return bool(last["reason"] == "finished")


@pytest.mark.parametrize(("terminator", "end"), [("lf", b"\n"), ("pipe", b"|")])
def test_ten_plain_clients(arena: Arena, terminator: str, end: bytes) -> None:
    """By ID_OKAY alone to DISCONNECT, each line ended as the option says and in no other way."""
    daemon = arena.start("--toxic-players=10", f"--toxic-terminator={terminator}")
    bots: list[ToxicBot] = [RandomBot(f"p{number}", number) for number in range(9)]
    clients = play_plainly(daemon, [StrongBot("ada", 1), *bots], end)
    assert sorted(each.bot.number for each in clients if each.bot.number is not None) == [
        *range(10)
    ]
    for each in clients:
        lines = each.lines()
        assert lines[0] == f"ID {each.bot.number}"
        assert lines[-1] == "DISCONNECT"
        assert each.got.endswith(end)
        assert (b"\n" in each.got, b"|" in each.got) == (end == b"\n", end == b"|")
        starts = [int(line.split()[1]) for line in lines if line.startswith("START")]
        assert starts == [*range(1, len(starts) + 1)]
        # All are RED in the end, and everybody has been told of it.
        assert each.bot.red == set(range(10))
    assert ended_by_the_rules(daemon, "arena1")
    assert "Traceback" not in daemon.log()


def test_sixteen_players_at_once(arena: Arena) -> None:
    """Bots that come through the lobby, more of them than a plain match has."""
    daemon = arena.start()
    with closing(daemon.connect("toxic")) as host:
        assert host.line() == "ID 0"
        make(host, 16, "big", 5000)
    bots = [RandomBot(f"p{number}", number) for number in range(16)]
    seats = play(daemon.ports["toxic"], [("big", bots)], within=4 * PATIENCE)
    for seat in seats:
        assert seat.lines[-1] == "DISCONNECT"
        assert not [line for line in seat.lines if line.startswith("FEHLER")]
        assert len([line for line in seat.lines if line.startswith("CONNECTED")]) == 15
    assert ended_by_the_rules(daemon, "big")
    assert "Traceback" not in daemon.log()


def make(host: Client, seats: int, name: str, timeout: int) -> None:
    """Make a match by hand."""
    lines = ("PASSWORT", "KARTE pillars.map", f"TIMEOUT {timeout}")
    host.send(f"NEU {seats}", f"NAME {name}", *lines)
    assert host.line() == f"SPIEL_ANGEMELDET {name}"


def seat(daemon: Daemon, name: str) -> Client:
    """Join the match ``m`` by hand."""
    client = daemon.connect("toxic")
    client.send("TEILNEHMEN m", "PASSWORT", f"NAME {name}")
    numbers = [client.line(), client.line()]
    assert all(line.startswith("ID ") for line in numbers)
    client.send("ID_OKAY")
    return client


def keep_sending(client: Client, line: str, stop: Event) -> None:
    """Send this line as fast as the daemon takes it."""
    data = f"{line}\n".encode() * 50
    while not stop.is_set():
        try:
            client.send_bytes(data)
        except OSError:
            return


def spacings(players: Sequence[Client], rounds: int) -> list[float]:
    """Seconds from one START to the next; these players answer at once."""
    times = []
    for _ in range(rounds):
        for each in players:
            each.until("START")
            each.send("MOVE NONE NORTH")
        times.append(monotonic())
    return [after - before for before, after in pairwise(times)]


@pytest.mark.parametrize("line", ["PING", "KARTE"])
def test_rounds_keep_their_time_beside_a_flood(arena: Arena, line: str) -> None:
    """One says nothing, one never stops to say what is not ignored: rounds last as they should."""
    daemon = arena.start()
    host = daemon.connect("toxic")
    host.line()
    make(host, 4, "m", round(1000 * ROUND))
    players = [seat(daemon, name) for name in ("ada", "ben", "silent", "loud")]
    stop = Event()
    flood = Thread(target=keep_sending, args=(players[3], line, stop))
    flood.start()
    try:
        measured = spacings(players[:2], 8)
    finally:
        stop.set()
        for each in (host, *players):
            each.close()
        flood.join(PATIENCE)
    assert min(measured) > 0.6 * ROUND, measured
    assert max(measured) < 4 * ROUND, measured
    assert "Traceback" not in daemon.log()


def test_a_flood_of_nonsense_goes_and_the_others_play_on(arena: Arena) -> None:
    """After a hundred ignored lines DISCONNECT; the round then waits for the others alone."""
    daemon = arena.start()
    host = daemon.connect("toxic")
    host.line()
    make(host, 3, "m", 60_000)
    ada, ben, loud = (seat(daemon, name) for name in ("ada", "ben", "loud"))
    for each in (ada, ben, loud):
        each.until("START")
    ada.send("MOVE NONE NORTH")
    ben.send("MOVE NONE NORTH")
    loud.send(*["MOVE north NORTH"] * 101)
    assert loud.until("DISCONNECT") == ["DISCONNECT"]
    # With a minute for each answer only the end of the flood can have begun the next round.
    for each in (ada, ben):
        lines = each.until("START")
        assert (lines[0], lines[-1]) == ("DISCONNECTED 2", "START 2")
    for each in (host, ada, ben, loud):
        each.close()
    assert "Traceback" not in daemon.log()
