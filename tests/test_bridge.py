"""``boardhub bridge``: what a program says goes to a hub elsewhere, and back, as it is."""

import os
import resource
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from time import monotonic

import pytest

from boardhub import bridge, cli
from boardhub.commands import command
from tests.staging import alive

#: Seconds within which anything here happens.
PATIENCE = 20.0

LOGIN = ["TEILNEHMEN m", "PASSWORT", "NAME rot"]
ACCEPTED = b"SPIELERIN_AKZEPTIERT 1 rot\n"
MISSING = b"FEHLER 27 Dieses Spiel gibt es nicht.\n"

#: What a hub does with a connection after the three lines of a login.
Part = Callable[[socket.socket], None]


class Hub:
    """Plays its parts, a connection each, and keeps the lines of the logins."""

    def __init__(self, *parts: Part) -> None:
        self.lines: list[str] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(PATIENCE)
        self.address = f"tcp:127.0.0.1:{self._listening.getsockname()[1]}"
        self._thread = Thread(target=self._serve, args=(parts,))
        self._thread.start()

    def _serve(self, parts: tuple[Part, ...]) -> None:
        for part in parts:
            connection, _ = self._listening.accept()
            with connection:
                connection.settimeout(PATIENCE)
                login = b""
                while login.count(b"\n") < len(LOGIN):
                    login += connection.recv(1000)
                self.lines += login.decode().splitlines()
                part(connection)

    def stop(self) -> None:
        """All parts have been played."""
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        self._listening.close()


@pytest.fixture
def serve() -> Iterator[Callable[..., Hub]]:
    """Starts hubs, which have played all their parts by the end of the test."""
    hubs: list[Hub] = []

    def start(*parts: Part) -> Hub:
        hubs.append(Hub(*parts))
        return hubs[-1]

    yield start
    for hub in hubs:
        hub.stop()


Serve = Callable[..., Hub]


def cross(hub: Hub, *program: str, options: tuple[str, ...] = ()) -> int:
    """Run the command; its exit code."""
    given = ["bridge", hub.address, "--match", "m", "--name", "rot", *options]
    return cli.main([*given, "--", *program])


def python(code: str) -> tuple[str, ...]:
    """The words of a program in Python."""
    return (sys.executable, "-c", code)


def everything(connection: socket.socket) -> bytes:
    """All that comes until the other end closes."""
    said = b""
    while data := connection.recv(65536):
        said += data
    return said


def test_bytes_pass_untouched(serve: Serve, tmp_path: Path) -> None:
    """Neither line ends nor bytes that are no text are changed, whatever comes with the answer."""

    def part(connection: socket.socket) -> None:
        connection.sendall(ACCEPTED + b"1\r\n\xff\0 ")
        connection.sendall(b"\n\nEnde")

    hub = serve(part)
    heard = tmp_path / "heard"
    assert cross(hub, "sh", "-c", f"cat > {heard}") == 0
    hub.stop()
    assert hub.lines == LOGIN
    assert heard.read_bytes() == b"1\r\n\xff\0 \n\nEnde"


def test_program_is_heard(serve: Serve) -> None:
    """Its bytes come as they are, and after the last of them, and not before, the end."""
    told: list[bytes] = []

    def part(connection: socket.socket) -> None:
        connection.sendall(ACCEPTED)
        connection.sendall(b"los\n")
        told.append(everything(connection))

    hub = serve(part)
    code = r"import os; os.read(0, 9); os.write(1, b'\xfe\r\n'); os.write(1, b'2\nN')"
    assert cross(hub, *python(code)) == 0
    hub.stop()
    assert told == [b"\xfe\r\n2\nN"]


def test_much_passes_both_ways(serve: Serve) -> None:
    """Far more than any buffer holds comes back from a program that repeats it."""
    much = os.urandom(3_000_000)
    told: list[bytes] = []

    def part(connection: socket.socket) -> None:
        connection.sendall(ACCEPTED)
        sending = Thread(target=connection.sendall, args=(much,))
        sending.start()
        said = b""
        while len(said) < len(much):
            said += connection.recv(65536)
        sending.join()
        told.append(said)

    hub = serve(part)
    assert cross(hub, "cat") == 0
    hub.stop()
    assert told == [much]


def test_the_end_of_the_program_ends_all(serve: Serve, tmp_path: Path) -> None:
    """A child that holds its output open keeps nobody waiting, and is not left behind."""
    told: list[bytes] = []

    def part(connection: socket.socket) -> None:
        connection.sendall(ACCEPTED + b"los\n")
        told.append(everything(connection))

    hub = serve(part)
    pid = tmp_path / "pid"
    assert cross(hub, "sh", "-c", f"sleep 600 & echo $! > {pid}; echo 1; echo N") == 0
    hub.stop()
    assert told == [b"1\nN\n"]
    # It has been killed, and ends as soon as it is its turn.
    end = monotonic() + PATIENCE
    while alive(int(pid.read_text())):
        assert monotonic() < end


def test_closes_its_input(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who hears nothing more is heard for a moment, and has ended then, as on the hub's machine."""
    monkeypatch.setattr(bridge, "LEISURE_SECONDS", 0.1)
    told: list[bytes] = []
    waited: list[float] = []

    def part(connection: socket.socket) -> None:
        connection.sendall(ACCEPTED + b"los\n")
        begin = monotonic()
        told.append(everything(connection))
        waited.append(monotonic() - begin)

    hub = serve(part)
    assert cross(hub, "sh", "-c", "exec 0<&-; echo 1; sleep 0.1; echo N; exec sleep 60") == 0
    hub.stop()
    assert told == [b"1\nN\n"]
    assert 0.5 < waited[0] < 5.0


def test_closes_its_input_and_says_much(serve: Serve) -> None:
    """What it says while nobody reads it is not waited for, but all that was said in time comes."""
    told: list[bytes] = []

    def part(connection: socket.socket) -> None:
        connection.sendall(ACCEPTED + b"los\n")
        told.append(everything(connection))

    hub = serve(part)
    code = "import os; os.close(0); os.write(1, b'x' * 500_000)"
    assert cross(hub, *python(code)) == 0
    hub.stop()
    assert told == [b"x" * 500_000]


def test_the_hub_closes(serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program's input ends; then it is asked by SIGTERM, and killed at last."""
    monkeypatch.setattr(bridge, "LEISURE_SECONDS", 0.3)
    monkeypatch.setattr(bridge, "TERMINATE_SECONDS", 0.3)
    log = tmp_path / "log"
    hub = serve(lambda connection: connection.sendall(ACCEPTED + b"los\nEnde\n"))
    code = (
        "import os, signal, sys, time\n"
        f"log = os.open({str(log)!r}, os.O_WRONLY | os.O_CREAT)\n"
        "signal.signal(signal.SIGTERM, lambda *_: os.write(log, b'asked\\n'))\n"
        "os.write(log, sys.stdin.buffer.read())\n"
        "os.write(log, b'end\\n')\n"
        "while True: time.sleep(60)\n"
    )
    assert cross(hub, *python(code)) == 0
    assert log.read_bytes() == b"los\nEnde\nend\nasked\n"


def test_what_a_program_says_after_the_end_is_dropped(serve: Serve) -> None:
    """It may say more than any pipe holds, and still ends by itself."""
    hub = serve(lambda connection: connection.sendall(ACCEPTED + b"los\nEnde\n"))
    code = "import sys; sys.stdin.read(); sys.stdout.write('x' * 1_000_000)"
    assert cross(hub, *python(code)) == 0


def test_a_hub_that_does_not_stop(serve: Serve) -> None:
    """When the program has ended, what the hub still says is read, until it closes in its turn."""
    told: list[bytes] = []

    def part(connection: socket.socket) -> None:
        connection.sendall(ACCEPTED + b"los\n")
        told.append(everything(connection))
        connection.sendall(b"x" * 10_000_000)

    hub = serve(part)
    assert cross(hub, "echo", "1") == 0
    hub.stop()
    assert told == [b"1\n"]


def test_environment(serve: Serve) -> None:
    """The program finds what one on the hub's own machine does, and all of ours."""
    told: list[bytes] = []

    def part(connection: socket.socket) -> None:
        connection.sendall(ACCEPTED + b"los\n")
        told.append(everything(connection))

    hub = serve(part)
    names = ("GAME", "MATCH", "SEAT", "NAME")
    words = " ".join([f"$BOARDHUB_{name}" for name in names])
    assert cross(hub, "sh", "-c", f'echo {words} "$PATH"') == 0
    hub.stop()
    assert told == [f"wuermer m 1 rot {os.environ['PATH']}\n".encode()]


def test_starts_with_the_match(serve: Serve, tmp_path: Path) -> None:
    """What it says at once is said in the match, and not while the other seat is free."""
    begun = tmp_path / "begun"
    seen: list[object] = []

    def part(connection: socket.socket) -> None:
        connection.sendall(ACCEPTED)
        connection.settimeout(0.3)
        with pytest.raises(TimeoutError):
            connection.recv(1)
        seen.append(begun.exists())
        connection.settimeout(PATIENCE)
        connection.sendall(b"12\n")
        seen.append(everything(connection))

    hub = serve(part)
    assert cross(hub, "sh", "-c", f"touch {begun}; echo 1") == 0
    hub.stop()
    assert seen == [False, b"1\n"]


def test_hub_gives_up_before_the_match(
    serve: Serve, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a match the program is never started."""
    hub = serve(lambda connection: connection.sendall(ACCEPTED))
    assert cross(hub, "touch", str(tmp_path / "begun")) == 1
    error = capsys.readouterr().err
    assert error == "boardhub: The hub has closed the connection before the match began.\n"
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("pieces", [[b"Ende\n"], [b"Ende\r\n"], [b"En", b"de\n"]])
def test_match_is_over_before_it_begins(
    pieces: list[bytes], serve: Serve, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that is void while the other seat is free is none, and the program is not started."""

    def part(connection: socket.socket) -> None:
        connection.sendall(ACCEPTED)
        for piece in pieces:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.sendall(piece)

    hub = serve(part)
    assert cross(hub, "touch", str(tmp_path / "begun")) == 1
    error = capsys.readouterr().err
    assert error == "boardhub: The match was over before it began: Ende\n"
    assert not [*tmp_path.iterdir()]


def test_starts_with_a_whole_line(serve: Serve, tmp_path: Path) -> None:
    """A start that comes in pieces is one, and no byte of it is lost."""

    def part(connection: socket.socket) -> None:
        connection.sendall(ACCEPTED + b"1")
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(b"3")
        connection.sendall(b"\n12\nEnde\n")

    hub = serve(part)
    heard = tmp_path / "heard"
    assert cross(hub, "sh", "-c", f"cat > {heard}") == 0
    assert heard.read_bytes() == b"13\n12\nEnde\n"


#: A hub that is not there, and a match.
HERE = ("tcp:127.0.0.1:1", "--match", "m")

TAKEN = b"FEHLER 16 Diesen Namen gibt es schon.\n"


def taken(connection: socket.socket) -> None:
    """Somebody is called like this already."""
    connection.sendall(TAKEN)


def test_is_called_like_its_own_file(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not like its interpreter; and if its name is in use, with a number, as a local program."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "worm-bot.py").write_text("")
    hub = serve(taken, taken, lambda connection: connection.sendall(ACCEPTED + b"1\n"))
    given = ["bridge", hub.address, "--match", "m", "--", "python3", "worm-bot.py"]
    assert cli.main(given) == 0
    hub.stop()
    assert hub.lines[2::3] == ["NAME worm_bot", "NAME worm_bot_2", "NAME worm_bot_3"]


def test_a_name_that_was_given_is_kept(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody plays under another one than was said."""
    hub = serve(taken)
    assert cross(hub, "cat") == 1
    error = capsys.readouterr().err
    assert error == f"boardhub: The hub did not let rot into m: {TAKEN.decode()}"


def test_names_are_not_tried_for_ever(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    """A match has two seats: when three names are in use, it is not the names."""
    hub = serve(taken, taken, taken)
    assert cli.main(["bridge", hub.address, "--match", "m", "--", "cat"]) == 1
    assert "did not let cat_3 into m: FEHLER 16" in capsys.readouterr().err


def test_refusal(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    """The lobby's own words, and no second try, though there is time for it."""
    hub = serve(lambda connection: connection.sendall(b"FEHLER 8 Falsches Passwort.\r\n"))
    assert cross(hub, "cat", options=("--password", "falsch", "--wait", "30")) == 1
    sentence = "The hub did not let rot into m: FEHLER 8 Falsches Passwort."
    assert capsys.readouterr().err == f"boardhub: {sentence}\n"
    hub.stop()
    assert hub.lines == ["TEILNEHMEN m", "PASSWORT falsch", "NAME rot"]


def test_waits_for_the_match(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """With --wait a match that is not there yet is tried again on a new connection."""
    monkeypatch.setattr(command, "RETRY_SECONDS", 0.0)

    def missing(connection: socket.socket) -> None:
        connection.sendall(MISSING)

    hub = serve(missing, missing, lambda connection: connection.sendall(ACCEPTED + b"los\nEnde\n"))
    assert cross(hub, "cat", options=("--wait", "30")) == 0
    hub.stop()
    assert hub.lines == 3 * LOGIN


def test_does_not_wait_unasked(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    """Without --wait a missing match is the end."""
    hub = serve(lambda connection: connection.sendall(MISSING))
    assert cross(hub, "cat") == 1
    assert "did not let rot into m: FEHLER 27" in capsys.readouterr().err


def test_hub_says_nothing_of_the_seat(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    """A hub that goes in the middle of the lobby is one clear sentence."""
    hub = serve(lambda connection: None)
    assert cross(hub, "cat") == 1
    error = capsys.readouterr().err
    assert error == f"boardhub: The hub at {hub.address} has closed the connection.\n"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["here", "--match", "m", "--", "cat"], "'here' is no address: "),
        (["tcp:127.0.0.1", "--match", "m", "cat"], "'tcp:127.0.0.1' is no address: "),
        (["tcp:127.0.0.1:99999", "--match", "m", "cat"], "Cannot connect to tcp:127.0.0.1:99999: "),
        (["tcp:127.0.0.1:1", "--match", "m", "cat"], "Cannot connect to tcp:127.0.0.1:1: "),
        (["tcp:127.0.0.1:1", "--", "cat"], "the following arguments are required: --match"),
        (["tcp:127.0.0.1:1", "--match", "m"], "the following arguments are required: PROGRAM"),
        (["tcp:127.0.0.1:1", "--match", "m", "--", ""], "There is no program '' that can be exe"),
        ([*HERE, "--name", "\udcff", "cat"], "argument --name: must be UTF-8 (try boardhub bridge"),
        ([*HERE, "--password", "\udcff", "cat"], "argument --password: must be UTF-8 (try "),
        (["x", "--match", "\udcff", "cat"], "argument --match: must be UTF-8 (try "),
        ([*HERE, "--wait", "nan", "cat"], "argument --wait: must be a number of seconds from 0 on"),
        ([*HERE, "--wait", "-1", "cat"], "argument --wait: must be a number of seconds from 0 on"),
        ([*HERE, "--wait", "bald", "cat"], "argument --wait: must be a number of seconds from 0 "),
        (["tcp:127.0.0.1:1", "--match", "m", "/no/cat"], "There is no program '/no/cat' that "),
    ],
)  # fmt: skip
def test_unusable_arguments(
    given: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever cannot be done is one sentence on standard error, and exit code 1."""
    assert cli.main(["bridge", *given]) == 1
    error = capsys.readouterr().err
    assert error.startswith("boardhub: " + sentence)
    assert error.count("\n") == 1


def test_works_where_it_was_started(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither folder nor HOME, TMPDIR and bounds are others than those of who started it."""
    told: list[bytes] = []

    def part(connection: socket.socket) -> None:
        connection.sendall(ACCEPTED + b"los\n")
        told.append(everything(connection))

    hub = serve(part)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/home/rot")
    monkeypatch.setenv("TMPDIR", "/home/rot/tmp")
    code = (
        "import os, resource as r\n"
        "print(os.getcwd(), os.environ['HOME'], os.environ['TMPDIR'])\n"
        "names = ('CPU', 'DATA', 'FSIZE', 'NOFILE', 'CORE', 'NPROC')\n"
        "print([r.getrlimit(getattr(r, 'RLIMIT_' + name)) for name in names])"
    )
    assert cross(hub, *python(code)) == 0
    hub.stop()
    names = ("CPU", "DATA", "FSIZE", "NOFILE", "CORE", "NPROC")
    limits = [resource.getrlimit(getattr(resource, f"RLIMIT_{name}")) for name in names]
    assert told == [f"{tmp_path} /home/rot /home/rot/tmp\n{limits}\n".encode()]


def test_program_that_cannot_be_started(
    serve: Serve, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An executable that the system does not take is one sentence, with the system's reason."""
    program = tmp_path / "bot"
    program.write_bytes(b"\x7fELF")
    program.chmod(0o755)
    hub = serve(lambda connection: connection.sendall(ACCEPTED + b"los\n"))
    assert cross(hub, str(program)) == 1
    error = capsys.readouterr().err
    assert error == f"boardhub: {program} cannot be started: Exec format error.\n"
