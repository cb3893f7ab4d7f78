"""A program in the place of a recorded player: told the same, and compared (ROBUSTNESS R4)."""

from __future__ import annotations

import subprocess
import sys
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from attrs import define, field
from twisted.internet.defer import ensureDeferred
from twisted.internet.task import Clock as HandClock
from twisted.python.failure import Failure

from boardhub.bots.bot import Bot
from boardhub.hub.journal import FileJournal, Record, read
from boardhub.hub.rehearsal import Difference
from boardhub.hub.steps import Report
from boardhub.links.memory import MemoryLink
from boardhub.links.process import Seating
from boardhub.protocols.burg import GAME as BURG
from boardhub.protocols.game import Game, Link, Session
from boardhub.protocols.program import Casting
from boardhub.protocols.toxic import GAME as TOXIC
from boardhub.protocols.ursuppe import GAME as URSUPPE
from boardhub.protocols.wuermer import GAME as WUERMER
from boardhub.records.feeding import Feeding, Unfeedable
from boardhub.testing import MemoryHub
from boardhub.testing.trial import NAME, Trial
from tests.stored import Archive

#: Says the answers to a line.
Hear = Callable[[str], Sequence[str]]

#: Rounds of the clock after which a feeding has come to nothing.
ROUNDS = 100_000


@define(eq=False)
class Fed:
    """The `Programs` of a feeding: one program in memory, and what it has heard."""

    hear: Hear
    clock: HandClock = field(factory=HandClock)
    heard: list[str] = field(factory=list, init=False)
    stopped: bool = field(default=False, init=False)
    link: MemoryLink = field(init=False)
    _arrive: Callable[[Link], Session] = field(init=False)

    def __contains__(self, name: object) -> bool:
        return True

    def has_room(self) -> bool:
        """There is no need."""
        return True

    def cast(
        self,
        program: str,
        casting: Casting,
        arrive: Callable[[Link], Session],
        failed: Callable[[], None],
    ) -> Fed:
        """It has a seat."""
        self._arrive = arrive
        return self

    def start(self) -> None:
        """It runs at once."""
        self.link = MemoryLink(Seating(self._arrive), self.clock, self._hear)

    def report(self) -> Report:
        """Nothing to tell."""
        return {}

    def stop(self) -> None:
        """It is not wanted any more."""
        self.stopped = True
        self.link.lost()

    def _hear(self, line: str) -> None:
        self.heard.append(line)
        for answer in self.hear(line):
            if answer == "(exits)":
                self.link.end()
            else:
                self.link.send(answer)


def feed(game: Game, records: Sequence[Record], seat: int, fed: Fed) -> int:
    """Feed a program; how many answers agree."""
    feeding = Feeding(game, records, seat, fed, fed.clock)
    done: list[object] = []
    ensureDeferred(feeding.run()).addBoth(done.append)
    for _ in range(ROUNDS):
        if done:
            break
        fed.clock.advance(0.05)
    feeding.close()
    fed.clock.advance(0)
    assert done, "it does not come to an end"
    if isinstance(done[0], Failure):
        done[0].raiseException()
    return feeding.answers


def difference(game: Game, records: Sequence[Record], seat: int, fed: Fed) -> str:
    """What is said of a program that answers otherwise."""
    with pytest.raises(Difference) as raised:
        feed(game, records, seat, fed)
    assert fed.link.closed
    return str(raised.value)


def bot(game: Game, name: str, seed: str) -> Hear:
    """A reference bot, as the matches here are played by."""
    player: Bot = game.bots["random"](name, seed)
    return lambda line: [] if player.over else player.hear(line)


def script(cues: dict[str, Sequence[str]]) -> Hear:
    """Who answers the first words of lines by these, each time the next one."""
    left = {cue: deque(answers) for cue, answers in cues.items()}

    def hear(line: str) -> Sequence[str]:
        answers = left.get(line.split(" ")[0])
        return answers.popleft().split("; ") if answers else ()

    return hear


def trial(game: Game, seats: int) -> tuple[list[Record], Trial]:
    """A whole match of the random bots, and its journal."""
    hub = MemoryHub(game)
    played = Trial(hub, game, seats, "luck")
    played.play()
    return hub.journal(NAME, game.name).records(), played


def own(records: Sequence[Record], seat: int) -> list[Record]:
    """What a player answered herself."""
    return [
        each
        for each in records
        if each["record"] == "move"
        and each["seat"] == seat
        and not (each.get("late") or each.get("absent"))
    ]


#: What no journal has: spectators, of these names; what each run has its own of: a map's folder.
UNRECORDED = ("ZUSCHAUER", "zoe", "ivy", "MAP ")

GAMES = pytest.mark.parametrize(
    ("game", "seats"),
    [
        pytest.param(URSUPPE, 3, id="ursuppe"),
        pytest.param(BURG, 3, id="burg"),
        pytest.param(TOXIC, 3, id="toxic"),
        pytest.param(WUERMER, 2, id="wuermer"),
    ],
)


def comparable(lines: Sequence[str]) -> list[str]:
    """Lines that must be the same whenever a player is told them."""
    return [line for line in lines if not line.startswith(UNRECORDED)]


def played_lines(heard: Sequence[str], game: Game) -> Sequence[str]:
    """
    What a player has heard, without what is only said to a connection: the
    arena's first number, which is that of no match yet, and the worms' greeting.
    """
    return heard[1:] if game in (TOXIC, WUERMER) else heard


@GAMES
def test_same_program(game: Game, seats: int) -> None:
    """It is sent line by line what the player was, and all of its answers are hers."""
    records, played = trial(game, seats)
    for seat, client in enumerate(played.clients):
        fed = Fed(bot(game, client.name, "luck"))
        assert feed(game, records, seat, fed) == len(own(records, seat)) > 0
        told = played_lines(client.heard, game)
        assert comparable(fed.heard) == comparable(told)
        assert not fed.stopped


@GAMES
def test_another_program(game: Game, seats: int) -> None:
    """The first answer that is not the player's is named by its record."""
    records, _ = trial(game, seats)
    fed = Fed(bot(game, "another", "chance"))
    with pytest.raises(Difference) as raised:
        feed(game, records, 1, fed)
    error = raised.value
    record = records[error.number - 1]
    assert (record["record"], record["seat"], record["prompt"]) == ("move", 1, error.prompt)
    assert error.recorded.startswith(record["move"][0])
    assert error.given != error.recorded
    assert fed.stopped


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """Worm matches on the small board."""
    return Archive(tmp_path / "data")


def test_difference_in_words(archive: Archive) -> None:
    """Record and prompt of the first other move: the third of the match, under prompt 3."""
    archive.won("final")
    fed = Fed(script({"Erster": ["1; N"], "N": ["1; O"]}))
    # match, two seats, begin, then the moves: the third is line 7
    assert difference(WUERMER, read(archive.closed[0]), 0, fed) == (
        "record 7, prompt 3: recorded Crawl 1 N; given Crawl 1 O"
    )


def test_fault_in_place_of_a_move(archive: Archive) -> None:
    """A line that would have lost the match differs, and is shown."""
    archive.won("final")
    fed = Fed(script({"Erster": ["1; N"], "N": ["eins"]}))
    assert difference(WUERMER, read(archive.closed[0]), 0, fed) == (
        "record 7, prompt 3: recorded Crawl 1 N; given the end of its part,"
        " forfeit-illegal (FEHLER_FORMAT) by 'eins'"
    )


def test_recorded_fault(archive: Archive) -> None:
    """The line that lost the match is an answer, too: the same fault agrees, a move does not."""
    archive.faulty("final")
    records = read(archive.closed[0])
    assert feed(WUERMER, records, 1, Fed(script({"N": ["zwei"]}))) == 1
    assert difference(WUERMER, records, 1, Fed(script({"N": ["1; N"]}))) == (
        "record 6, prompt 2: recorded the end of its part, forfeit-illegal (FEHLER_FORMAT);"
        " given Crawl 1 N"
    )


def test_silent_program(archive: Archive) -> None:
    """One that says nothing more is waited for as long as the match allowed: ten seconds."""
    archive.won("final")
    fed = Fed(script({"Erster": ["1; N"]}))
    assert difference(WUERMER, read(archive.closed[0]), 0, fed) == (
        "record 7, prompt 3: recorded Crawl 1 N; given no answer in 10 s"
    )
    assert fed.clock.seconds() == pytest.approx(10.0, abs=0.2)


def test_program_that_ends(archive: Archive) -> None:
    """An end where there should be a move is a difference, and named at once."""
    archive.won("final")
    fed = Fed(script({"Erster": ["(exits)"]}))
    said = difference(WUERMER, read(archive.closed[0]), 0, fed)
    assert said.startswith("record 5, prompt 1: recorded Crawl 1 N; given the end of its part")
    assert fed.clock.seconds() < 1.0


def test_lost_connection(archive: Archive) -> None:
    """What the player would have answered nobody knows: up to there all agrees."""
    table = archive.match("final")
    table.say(0, "1", "N")
    table.say(1, "1", "N")
    table.players[0].lost()
    archive.clock.advance(0)
    fed = Fed(script({"Erster": ["1; N"], "N": ["1; S"]}))
    assert feed(WUERMER, read(archive.closed[0]), 0, fed) == 1


def test_seat_that_nobody_played(archive: Archive) -> None:
    """There is nothing to be fed."""
    archive.match("final")
    (path,) = (archive.data / "matches").iterdir()
    records = read(path)
    with pytest.raises(Unfeedable, match="nobody played in seat 0"):
        Feeding(WUERMER, records[:3], 0, Fed(script({})), HandClock())


@define(eq=False)
class Soup:
    """A match of the amoeba game of three, ten seconds an answer."""

    hub: MemoryHub = field(factory=lambda: MemoryHub(URSUPPE))
    players: list[MemoryLink] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        host = self.hub.connect()
        for line in ("NEU 3", "NAME suppe", "PASSWORT", "TIMEOUT 10000"):
            host.send(line)
        for name in ("ada", "bea", "cleo"):
            self.players.append(self.join(name))

    def join(self, name: str) -> MemoryLink:
        """A player comes, or comes back."""
        link = self.hub.connect()
        lines = ("GEHEIMNIS word", "TEILNEHMEN suppe", "PASSWORT", f"NAME {name}")
        for line in lines:
            link.send(line)
        return link

    def records(self) -> list[Record]:
        """The journal up to now."""
        return self.hub.journal("suppe").records()


def test_late_answer() -> None:
    """Who was late is so again, however fast the program is."""
    soup = Soup()
    soup.hub.advance(31)  # getting ready has three times the time
    fed = Fed(script({"ZUG_BEREIT": ["BEREIT"]}))
    assert feed(URSUPPE, soup.records(), 0, fed) == 0
    errors = [line for line in soup.players[0].take() if line.startswith("FEHLER ")]
    assert len(errors) == 1
    assert [line for line in fed.heard if line.startswith("FEHLER ")][:1] == errors


def test_answer_in_vain() -> None:
    """Who was too late said nothing: what the program says to that is not compared."""
    soup = Soup()
    soup.hub.advance(31)
    for position in ("0", "1", "2"):
        for player in soup.players:
            if player.received and player.received[-1].startswith("ZUG_POSITION"):
                player.take()
                player.send(f"POSITION {position}")
    moves = own(soup.records(), 0)
    assert [each["move"][0] for each in moves] == ["ChoosePosition"]
    position = moves[0]["move"][1]
    fed = Fed(script({"ZUG_BEREIT": ["BEREIT"], "ZUG_POSITION": [f"POSITION {position}"]}))
    assert feed(URSUPPE, soup.records(), 0, fed) == 1


def test_who_came_back() -> None:
    """The program has never been away: it hears nothing of it, and goes on."""
    soup = Soup()
    first = soup.players[1].take()
    soup.players[1].lost()
    soup.join("bea").send("BEREIT")
    fed = Fed(script({"ZUG_BEREIT": ["BEREIT"]}))
    assert feed(URSUPPE, soup.records(), 1, fed) == 1
    assert fed.heard[: len(first)] == first
    assert [line.split(" ")[0] for line in fed.heard].count("ZUG_BEREIT") == 1


@pytest.mark.parametrize("said", ["BEREIT 7; BEREIT", "BEREIT 8; BEREIT", "BEREIT"])
def test_refused_lines_do_not_count(said: str) -> None:
    """They are answered by errors, whether they are those that were recorded or not."""
    soup = Soup()
    soup.players[2].send("BEREIT 7")
    soup.players[2].send("BEREIT")
    fed = Fed(script({"ZUG_BEREIT": [said]}))
    assert feed(URSUPPE, soup.records(), 2, fed) == 1


# The command


def replay(*words: str) -> tuple[int, str, str]:
    """Run ``boardhub replay``: its exit code, output and errors."""
    done = subprocess.run(  # the reactor runs once in a process
        [sys.executable, "-m", "boardhub.cli", "replay", *words],
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


#: Worms that say what they are given as arguments, a move for each turn, and then nothing.
WORM = (
    "import sys\n"
    "for move in sys.argv[1:]:\n"
    "    while sys.stdin.readline().strip() not in ('Erster', 'N', 'O', 'S', 'W'): pass\n"
    "    print(1, move, sep=chr(10), flush=True)\n"
    "sys.stderr.write('that was all')\n"
    "sys.stdin.read()\n"
)


def test_command(archive: Archive) -> None:
    """A real program is started as a daemon would, by a match's name and a player's."""
    archive.won("final")
    named = ["final", "--data", str(archive.data), "--feed", "ada"]
    program = ["--", sys.executable, "-c", WORM]
    assert replay(*named, *program, "N", "N", "O") == (0, "all 3 answers of seat 0 agree.\n", "")
    assert replay(*named, *program, "N", "O") == (
        1,
        "",
        "  | that was all\nboardhub: record 7, prompt 3: recorded Crawl 1 N; given Crawl 1 O.\n",
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--feed", "ada"], "--feed SEAT and a program behind -- belong together"),
        (["--", "cat"], "--feed SEAT and a program behind -- belong together"),
        (["--follow", "--feed", "0", "--", "cat"], "--follow shows a match, --feed does not"),
        (["--feed", "zoe", "--", "cat"], "zoe is not one seat of this match; there are: 0 ada, 1"),
        (["--feed", "0", "--", "/no/cat"], "'/no/cat' is no program: "),
        (["--feed", "0", "--set", "nothing=1", "--", "cat"], "'nothing=1' sets no option of wuerm"),
    ],
)
def test_command_that_cannot_be(archive: Archive, words: list[str], sentence: str) -> None:
    """One sentence, and exit code 1."""
    archive.won("final")
    code, out, err = replay(str(archive.closed[0]), *words)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert sentence in err


def test_changed_journal(archive: Archive) -> None:
    """A journal that is not right is nothing to compare with."""
    archive.won("final")
    records = read(archive.closed[0])
    records[6]["move"] = ["Crawl", 1, "S"]
    changed = archive.data / "changed.jsonl"
    journal = FileJournal(changed)
    for record in records:
        journal.append(record)
    journal.close()
    code, _, err = replay(str(changed), "--feed", "0", "--", "cat")
    assert code == 1
    assert err.startswith("boardhub: record 7: the rules refuse the move")
