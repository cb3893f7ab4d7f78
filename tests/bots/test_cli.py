"""The ``boardhub`` command, against a hub that says what the test tells it to."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest

from boardhub import cli
from boardhub.commands import command
from boardhub.protocols.toxic_maps import Maps
from tests.daemon.running import PATIENCE, SCRIPTS, Daemon

#: What a connection is told after each of its lines, by the line's first word, and
#: before any of them (the empty word); None: it is closed.
Script = dict[str, str | None]


class ScriptedHub:
    """
    Answers connections one after the other, each by a script of its own, and
    keeps the lines it got. A connection without a script is closed.
    """

    def __init__(self, listening: socket.socket, *scripts: Script) -> None:
        self.lines: list[str] = []
        self._listening = listening
        self._scripts = scripts
        self._thread = Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        for script in self._scripts:
            connection, _ = self._listening.accept()
            with connection, connection.makefile("r", encoding="utf-8") as received:
                connection.sendall((script.get("") or "").encode())
                for line in received:
                    self.lines.append(line.rstrip("\n"))
                    answer = script.get(line.split()[0], "")
                    if answer is None:
                        break
                    connection.sendall(answer.encode())

    def stop(self) -> None:
        """Wait for the end of the last script."""
        self._thread.join(10)
        assert not self._thread.is_alive()
        self._listening.close()


Serve = Callable[..., tuple[ScriptedHub, str]]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts a scripted hub; gives it and its TCP address, or that of its control socket."""
    started: list[ScriptedHub] = []

    def start(*scripts: Script, control: bool = False) -> tuple[ScriptedHub, str]:
        if control:
            listening = socket.socket(socket.AF_UNIX)
            listening.bind(str(tmp_path / "control"))
            listening.listen()
            address = str(tmp_path)
        else:
            listening = socket.create_server(("127.0.0.1", 0))
            address = f"tcp:127.0.0.1:{listening.getsockname()[1]}"
        listening.settimeout(10)
        started.append(ScriptedHub(listening, *scripts))
        return started[-1], address

    yield start
    for hub in started:
        hub.stop()


#: A match that is over as soon as it is joined.
SHORT: Script = {
    "NAME": "SPIELERIN_AKZEPTIERT 0 anna\nSPIELERIN_ANGEMELDET 1 berta\nPUNKTE 0 7\n"
    "PUNKTE 1 42\nSPIEL_BEENDET\n"
}
MISSING: Script = {"NAME": "FEHLER 27 Dieses Spiel gibt es nicht.\n"}


def test_bot_plays_a_match(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    """The bot logs in as told, plays to the end, and the standings are printed."""
    hub, address = serve(SHORT)
    given = ["bot", "ursuppe", "--hub", address, "--match", "suppe", "--name", "anna"]
    assert cli.main([*given, "--password", "geheim", "--secret", "wort"]) == 0
    assert hub.lines == ["GEHEIMNIS wort", "TEILNEHMEN suppe", "PASSWORT geheim", "NAME anna"]
    assert capsys.readouterr().out == "suppe: berta 42, anna 7\n"


def test_bot_makes_the_match_first(serve: Serve) -> None:
    """
    With --create the match is made, by a connection of its own, before it is
    joined; that it is there already is fine.
    """
    created: Script = {"TIMEOUT": "SPIEL_ANGEMELDET suppe\n"}
    there: Script = {"TIMEOUT": "FEHLER 16 Diesen Namen gibt es schon.\n"}
    for first in (created, there):
        hub, address = serve(first, {"TEILNEHMEN": "SPIEL_BEENDET\n"})
        given = ["bot", "ursuppe", "--hub", address, "--match", "suppe", "--name", "anna"]
        assert cli.main([*given, "--level", "random", "--create", "4", "--timeout", "900"]) == 0
        assert hub.lines[:4] == ["NEU 4", "NAME suppe", "PASSWORT", "TIMEOUT 900"]
        assert hub.lines[5] == "TEILNEHMEN suppe"


def test_bot_says_that_the_match_cannot_be_made(
    serve: Serve, capsys: pytest.CaptureFixture[str]
) -> None:
    """Any other refusal of the new match ends the command with the hub's words."""
    _, address = serve({"TIMEOUT": "FEHLER 15 Keine weiteren Spiele.\n"})
    given = ["bot", "ursuppe", "--hub", address, "--match", "suppe", "--create", "3"]
    assert cli.main(given) == 1
    sentence = "The hub did not make the match suppe: FEHLER 15 Keine weiteren Spiele.\n"
    assert capsys.readouterr().err == f"boardhub: {sentence}"


def test_bot_makes_the_match_where_the_hub_speaks_first(
    serve: Serve, capsys: pytest.CaptureFixture[str]
) -> None:
    """The arena's ``ID n`` is no answer to --create; what comes after it is."""
    made: Script = {"": "ID 0\n", "TIMEOUT": "SPIEL_ANGEMELDET duell\n"}
    joined: Script = {"": "ID 0\n", "NAME": "ID 1\n", "ID_OKAY": "DISCONNECT\n"}
    hub, address = serve(made, joined)
    given = ["bot", "toxic", "--hub", address, "--match", "duell", "--name", "anna"]
    assert cli.main([*given, "--create", "2", "--secret", "wort"]) == 0
    assert hub.lines[:4] == ["NEU 2", "NAME duell", "PASSWORT", "TIMEOUT 60000"]
    joined_by = ["GEHEIMNIS wort", "TEILNEHMEN duell", "PASSWORT", "NAME anna", "ID_OKAY"]
    assert hub.lines[4:] == joined_by
    assert capsys.readouterr().out == "duell: over, and no result was told\n"


@pytest.mark.parametrize(
    ("script", "answer"),
    [
        ({"": "ID 0\n", "TIMEOUT": "FEHLER 4 Nein.\n"}, "FEHLER 4 Nein."),
        ({"": "DISCONNECT\n"}, "DISCONNECT"),
    ],
)
def test_bot_says_that_the_arena_refuses_the_match(
    script: Script, answer: str, serve: Serve, capsys: pytest.CaptureFixture[str]
) -> None:
    """The greeting does not hide a refusal, and where nobody is greeted that is one."""
    _, address = serve(script)
    given = ["bot", "toxic", "--hub", address, "--match", "duell", "--create", "2"]
    assert cli.main(given) == 1
    assert capsys.readouterr().err.endswith(f"did not make the match duell: {answer}\n")


def test_bot_takes_the_number_that_it_is_given(
    serve: Serve, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without --match a bot of the arena says nothing but that it agrees."""
    hub, address = serve({"": "ID 3\n", "ID_OKAY": "DISCONNECT\n"})
    assert cli.main(["bot", "toxic", "--hub", address]) == 0
    assert hub.lines == ["ID_OKAY"]
    assert capsys.readouterr().out == "a match of toxic: over, and no result was told\n"


def test_bot_knows_the_bars_of_the_arena(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    """It need not be told what ends a line there: a line feed or a bar, none of which is text."""
    hub, address = serve({"": "ID 3|", "ID_OKAY": "CONNECTED 0|DISCONNECT|"})
    assert cli.main(["bot", "toxic", "--hub", address]) == 0
    assert hub.lines == ["ID_OKAY"]


@pytest.mark.daemon
@pytest.mark.parametrize(
    ("words", "end"),
    [(["--match", "duell", "--create", "2"], "lf"), ([], "lf"), ([], "pipe")],
    ids=["own match", "port's match", "with bars"],
)
def test_bots_play_in_the_arena(words: list[str], end: str, tmp_path: Path) -> None:
    """With a real daemon: both of them see the end, in the match that they were meant for."""
    options = ["--toxic-preparation=0", "--toxic-players=2", f"--toxic-terminator={end}"]
    daemon = Daemon(tmp_path, *options, games=["toxic"])
    bots: list[subprocess.Popen[str]] = []
    try:
        address = f"tcp:127.0.0.1:{daemon.ports['toxic']}"
        given = [str(SCRIPTS / "boardhub"), "bot", "toxic", "--hub", address, "--level", "random"]
        for _ in range(2):
            bots.append(subprocess.Popen([*given, *words], stdout=subprocess.PIPE, text=True))
        told = [bot.communicate(timeout=2 * PATIENCE)[0] for bot in bots]
        where = "duell" if words else "a match of toxic"
        assert told == [f"{where}: over, and no result was told\n"] * 2
        match = "duell" if words else "arena1"
        assert f"toxic/{match} over (finished) 2/2" in daemon.command("status").stdout
    finally:
        for bot in bots:
            bot.kill()
        daemon.stop()


def test_bot_waits_for_its_match(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """With --wait a match that is not there yet is tried again on a new connection."""
    monkeypatch.setattr(command, "RETRY_SECONDS", 0.0)
    hub, address = serve(MISSING, MISSING, SHORT)
    given = ["bot", "ursuppe", "--hub", address, "--match", "suppe", "--wait", "30"]
    assert cli.main(given) == 0
    assert hub.lines.count("TEILNEHMEN suppe") == 3


def test_bot_does_not_wait_unasked(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    """Without --wait a refused login is the end, with the hub's words."""
    _, address = serve(MISSING)
    given = ["bot", "ursuppe", "--hub", address, "--match", "suppe", "--name", "anna"]
    assert cli.main(given) == 1
    assert "did not let anna into suppe: FEHLER 27" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--name", "\udcff", "must be UTF-8 (try boardhub bot --help)."),
        ("--seed", "\udcff", "must be UTF-8 (try boardhub bot --help)."),
        ("--match", "\udcff", "must be UTF-8 (try boardhub bot --help)."),
        ("--password", "\udcff", "must be UTF-8 (try boardhub bot --help)."),
        ("--secret", "\udcff", "must be UTF-8 (try boardhub bot --help)."),
        ("--wait", "nan", "must be a number of seconds from 0 on (try boardhub bot --help)."),
        ("--return", "-1", "must be a number of seconds from 0 on (try boardhub bot --help)."),
    ],
)
def test_bot_values_that_make_no_sense(
    option: str, value: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each is one sentence of ours, before anybody is connected to."""
    assert cli.main(["bot", "ursuppe", option, value]) == 1
    assert capsys.readouterr().err == f"boardhub: argument {option}: {sentence}\n"


def test_bot_does_not_wait_for_a_full_match(serve: Serve) -> None:
    """Only a missing match is waited for: what is full stays full."""
    _, address = serve({"NAME": "FEHLER 28 Kein Platz.\n"})
    given = ["bot", "ursuppe", "--hub", address, "--match", "suppe", "--wait", "30"]
    assert cli.main(given) == 1


def test_bot_says_that_the_hub_has_gone(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    """If it is not to try again, one clear sentence."""
    _, address = serve({"NAME": None})
    given = ["bot", "ursuppe", "--hub", address, "--match", "suppe", "--return", "0"]
    assert cli.main(given) == 1
    error = capsys.readouterr().err
    assert error == f"boardhub: The hub at {address} has closed the connection.\n"


def test_bot_comes_back(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """As often as it takes, under the same name and with the same secret."""
    monkeypatch.setattr(command, "RETRY_SECONDS", 0.0)
    hub, address = serve({"NAME": None}, {"TEILNEHMEN": None}, SHORT)
    assert cli.main(["bot", "ursuppe", "--hub", address, "--match", "suppe"]) == 0
    secrets = {line for line in hub.lines if line.startswith("GEHEIMNIS ")}
    assert len(secrets) == 1
    assert hub.lines.count("TEILNEHMEN suppe") == 3
    assert len({line for line in hub.lines if line.startswith("NAME ")}) == 1


def test_bot_is_not_let_in_again(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    """The seat was given up meanwhile: that is the end, in the hub's words."""
    _, address = serve({"NAME": None}, {"NAME": "FEHLER 28 Kein Platz.\n"})
    assert cli.main(["bot", "ursuppe", "--hub", address, "--match", "suppe"]) == 1
    assert capsys.readouterr().err.endswith("into suppe: FEHLER 28 Kein Platz.\n")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["bot", "halma", "--match", "m"], "There is no game 'halma'; installed: "),
        (["bot", "ursuppe", "--match", "m", "--level", "mild"], "ursuppe has no bot 'mild'; "),
        (["bot", "ursuppe"], "In ursuppe a bot has to know its match: add --match NAME."),
        (["bot", "toxic", "--name", "a"], "--name is for a match with a name: add --match NAME."),
        (["bot", "toxic", "--create", "0"], "--create is for a match with a name: "),
        (["bot", "ursuppe", "--match", "m", "--create", "x"], "argument --create: invalid int"),
        (["bot", "ursuppe", "--match", "m", "--hub", "here"], "'here' is no address: "),
        (["bot", "burg", "--stdio", "--match", "m"], "--match is for a match on a hub: leave "),
        (["bot", "burg", "--stdio", "--create", "2"], "--create is for a match on a hub: leave "),
        (["bot", "burg", "--stdio", "--level", "mild"], "burg has no bot 'mild'; there is: "),
        (["map", "burg", "8", "8"], "burg is not played on maps."),
        (["map", "halma", "8", "8"], "There is no game 'halma'; installed: "),
        (["map", "toxic", "1", "8"], "There can be no such map: a map has 2 to 200 fields on "),
        (["map", "toxic", "8", "201"], "There can be no such map: a map has 2 to 200 fields on "),
        (["map", "toxic", "wide", "8"], "argument WIDTH: invalid int value: 'wide' (try "),
        (["map", "toxic", "8"], "the following arguments are required: HEIGHT"),
        (["map", "toxic", "8", "8", "--out", "/"], "/ is a folder: add the map's name."),
        (["map", "toxic", "8", "8", "--out", "a|b"], "There can be no such map: its name has "),
        (["map", "toxic", "8", "8", "--out", ".map"], "There can be no such map: it has no name."),
        (["map", "toxic", "8", "8", "--out", "/no/where"], "Cannot write /no/where.map: No such "),
        (["fly"], "argument COMMAND: invalid choice: 'fly'"),
        ([], "the following arguments are required: COMMAND"),
    ],
)
def test_unusable_arguments(
    given: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever cannot be done is one sentence on standard error, and exit code 1."""
    assert cli.main(given) == 1
    error = capsys.readouterr().err
    assert error.startswith("boardhub: " + sentence)
    assert error.count("\n") == 1


def test_help_needs_no_more_than_the_command_line() -> None:
    """What a subcommand imports is imported for that one alone, above all no reactor for help."""
    code = (
        "import sys\nfrom boardhub import cli\n"
        "try: cli.main(['--help'])\nexcept SystemExit: pass\n"
        "print([name for name in sys.modules if name.split('.')[0] == 'twisted'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
    for name, row in cli.COMMANDS.items():
        assert f"{name} {row.doc}" in " ".join(done.stdout.split())


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_says_what_it_is_for(name: str) -> None:
    """In the words that the list of all has for it, and under its own name."""
    told = cli.command(name)
    assert (told.name, told.doc) == (name, cli.COMMANDS[name].doc)


def stdio(game: str, told: str, *words: str) -> subprocess.CompletedProcess[str]:
    """A bot of this checkout on standard input and output, told all of this at once."""
    root = Path(cli.__file__).parent.parent
    return subprocess.run(
        [sys.executable, "-m", "boardhub.cli", "bot", game, "--stdio", *words],
        input=told,
        env={**os.environ, "PYTHONPATH": str(root), "BOARDHUB_NAME": "rot"},
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
    )


#: A worm each on either side of a board, and a hole between them that either reaches in 3 turns.
WORMS = (
    "5\n6\n3\n2\n50\nHindernisse\nEigene Wuermer\n2\n4\n2\n5\n2\n6\n"
    "Gegnerische Wuermer\n4\n4\n4\n5\n4\n6\n"
)


def test_bot_on_standard_input_and_output() -> None:
    """It says its moves and nothing else, and ends by itself when it has won."""
    played = stdio("wuermer", f"{WORMS}Erster\n1\nN\n1\nN\n")
    assert (played.returncode, played.stderr) == (0, "")
    # Only so the hole is reached in three turns: two to the north and one to the east.
    lines = played.stdout.split()
    assert lines[0::2] == ["1", "1", "1"]
    assert sorted(lines[1::2]) == ["N", "N", "O"]


def test_bot_on_standard_input_is_told_the_end() -> None:
    """The last line of the match ends it, whoever has won."""
    played = stdio("wuermer", f"{WORMS}Zweiter\nEnde\n", "--level", "random")
    assert (played.returncode, played.stdout, played.stderr) == (0, "", "")


def test_bot_on_standard_input_knows_its_name() -> None:
    """Of the players who are announced it takes the one with its name for itself."""
    told = "SPIELER_ANGEMELDET rot 99\nSPIELER_ANGEMELDET gelb 99\nRITTER_SETZEN\n"
    asked = stdio("burg", told, "--level", "random", "--seed", "7")
    assert asked.stdout.startswith("STATUS\n")
    assert asked.returncode == 1
    assert asked.stderr == "boardhub: The input ended before the match did.\n"


def test_bot_on_standard_output_that_nobody_reads() -> None:
    """It ends with a sentence, without any traceback."""
    root = Path(cli.__file__).parent.parent
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as output:
        played = subprocess.run(
            [sys.executable, "-m", "boardhub.cli", "bot", "toxic", "--stdio"],
            input=b"ID 0\n",
            env={**os.environ, "PYTHONPATH": str(root)},
            stdout=output,
            stderr=subprocess.PIPE,
            timeout=2 * PATIENCE,
        )
    assert played.returncode == 1
    assert played.stderr == b"boardhub: Nobody reads the output any more.\n"


def test_bot_on_standard_input_knows_bars() -> None:
    """As over a connection, in the game that may use them."""
    played = stdio("toxic", "ID 0|CONNECTED 1|DISCONNECT|", "--level", "random")
    assert (played.returncode, played.stdout) == (0, "ID_OKAY\n"), played.stderr


def test_map_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two files, with or without the ending in the name; the arena's own reader takes them."""
    for name in ("cellar", "attic.map"):
        words = ["map", "toxic", "12", "7", "--seed", name, "--out", str(tmp_path / name)]
        assert cli.main(words) == 0
    told = capsys.readouterr()
    files = ["attic.map", "attic.toxic", "cellar.map", "cellar.toxic"]
    assert sorted(told.out.splitlines()) == [str(tmp_path / name) for name in files]
    assert told.err == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == files
    maps = Maps.load(tmp_path)
    assert maps.names(2) == ["attic.map", "cellar.map"]
    cellar = maps.find("cellar.map")
    assert [len(row) for row in cellar.rows] == [12] * 7
    assert [len(row) for row in cellar.toxicity] == [12] * 7


def test_map_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """Without --out both files are printed; the seed that was drawn makes the same ones again."""
    assert cli.main(["map", "toxic", "9", "5"]) == 0
    told = capsys.readouterr()
    lines = told.out.splitlines()
    assert (len(lines), lines[0], lines[6:8]) == (13, "map.map", ["", "map.toxic"])
    assert {len(row) for row in [*lines[1:6], *lines[8:]]} == {9}
    start, seed = told.err.rsplit(" ", 1)
    assert start == "boardhub: the same again with --seed"
    assert cli.main(["map", "toxic", "9", "5", "--seed", seed.strip()]) == 0
    assert capsys.readouterr() == (told.out, "")


def test_map_is_not_written_over_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where one of the files is there already nothing is written."""
    (tmp_path / "cellar.toxic").write_text("mine")
    assert cli.main(["map", "toxic", "8", "8", "--out", str(tmp_path / "cellar")]) == 1
    assert capsys.readouterr().err == f"boardhub: {tmp_path / 'cellar.toxic'} is there already.\n"
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]


def test_abort_by_name(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    """The daemon's answer is printed without its first word."""
    hub, data = serve({"abort": "ok ursuppe/suppe has been ended\n"}, control=True)
    assert cli.main(["abort", "suppe", "--data", data]) == 0
    assert hub.lines == ["abort suppe"]
    assert capsys.readouterr().out == "ursuppe/suppe has been ended\n"


def test_abort_by_game_and_name(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    """With a game the match is named in full; an error of the daemon's is exit code 1."""
    hub, data = serve({"abort": "error there is no match 'ursuppe/x'\n"}, control=True)
    assert cli.main(["abort", "x", "--game", "ursuppe", "--data", data]) == 1
    assert hub.lines == ["abort ursuppe/x"]
    assert capsys.readouterr().err == "boardhub: there is no match 'ursuppe/x'\n"


def test_status(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    """All lines of the daemon's answer are printed."""
    answer = "ursuppe/suppe running 4/4\ndelay 12 answers\nok 1 matches\n"
    _, data = serve({"status": answer}, control=True)
    assert cli.main(["status", "--data", data]) == 0
    assert capsys.readouterr().out == "ursuppe/suppe running 4/4\ndelay 12 answers\n1 matches\n"


@pytest.mark.parametrize("match", ["a\nb", "a\udcff"])
def test_a_name_that_is_no_line(match: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be sent is said in a sentence, before anything is sent."""
    listening = socket.create_server(("127.0.0.1", 0))
    with listening:
        address = f"tcp:127.0.0.1:{listening.getsockname()[1]}"
        assert cli.main(["bot", "ursuppe", "--hub", address, "--match", match]) == 1
    told = capsys.readouterr().err
    assert told.startswith("boardhub: ")
    assert "Traceback" not in told


def test_a_host_that_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    """Not even looked up."""
    assert cli.main(["bot", "ursuppe", "--hub", "tcp:..x:1", "--match", "m"]) == 1
    assert "is no address" in capsys.readouterr().err


def test_no_daemon(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a control socket the sentence names the directory."""
    assert cli.main(["status", "--data", str(tmp_path)]) == 1
    assert f"No daemon uses the data directory {tmp_path}" in capsys.readouterr().err
