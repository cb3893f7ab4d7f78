"""The ``boardhub`` command, against a hub that says what the test tells it to."""

import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest

from boardhub import cli

#: What a connection is told after each of its lines, by the line's first word;
#: None: it is closed.
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
        assert hub.lines[4] == "TEILNEHMEN suppe"


def test_bot_says_that_the_match_cannot_be_made(
    serve: Serve, capsys: pytest.CaptureFixture[str]
) -> None:
    """Any other refusal of the new match ends the command with the hub's words."""
    _, address = serve({"TIMEOUT": "FEHLER 15 Keine weiteren Spiele.\n"})
    given = ["bot", "ursuppe", "--hub", address, "--match", "suppe", "--create", "3"]
    assert cli.main(given) == 1
    sentence = "The hub did not make the match suppe: FEHLER 15 Keine weiteren Spiele.\n"
    assert capsys.readouterr().err == f"boardhub: {sentence}"


def test_bot_waits_for_its_match(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """With --wait a match that is not there yet is tried again on a new connection."""
    monkeypatch.setattr(cli, "RETRY_SECONDS", 0.0)
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


def test_bot_does_not_wait_for_a_full_match(serve: Serve) -> None:
    """Only a missing match is waited for: what is full stays full."""
    _, address = serve({"NAME": "FEHLER 28 Kein Platz.\n"})
    given = ["bot", "ursuppe", "--hub", address, "--match", "suppe", "--wait", "30"]
    assert cli.main(given) == 1


def test_bot_says_that_the_hub_has_gone(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    """A hub that closes the connection in the middle is one clear sentence."""
    _, address = serve({"NAME": None})
    assert cli.main(["bot", "ursuppe", "--hub", address, "--match", "suppe"]) == 1
    error = capsys.readouterr().err
    assert error == f"boardhub: The hub at {address} has closed the connection.\n"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["bot", "halma", "--match", "m"], "There is no game 'halma'; installed: "),
        (["bot", "ursuppe", "--match", "m", "--level", "mild"], "ursuppe has no bot 'mild'; "),
        (["bot", "ursuppe"], "the following arguments are required: --match (try "),
        (["bot", "ursuppe", "--match", "m", "--create", "x"], "argument --create: invalid int"),
        (["bot", "ursuppe", "--match", "m", "--hub", "here"], "'here' is no address: "),
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
