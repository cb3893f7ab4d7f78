"""The line client, over socket pairs and sockets that nobody needs to serve."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardhub.client import Client, HubError, connect, run


@pytest.fixture
def ends() -> Iterator[tuple[Client, socket.socket]]:
    """A client, and the other end of its connection."""
    here, there = socket.socketpair()
    with there, Client(here, "test:1") as client:
        yield client, there


def test_lines_are_cut_from_any_segments(ends: tuple[Client, socket.socket]) -> None:
    """Lines come out whole, with CR LF or LF, however they were sent; so does an unfinished one."""
    client, there = ends
    there.sendall(b"RUN")
    there.sendall("DE 1\r\nZUG_BEREIT\n\nNACHRICHT 0 grüße\nlast".encode())
    there.shutdown(socket.SHUT_WR)
    assert list(client) == ["RUNDE 1", "ZUG_BEREIT", "", "NACHRICHT 0 grüße", "last"]


def test_other_bytes_may_end_lines() -> None:
    """Where a game says so, beside line feeds; elsewhere they are text."""
    here, there = socket.socketpair()
    with there, Client(here, "test:1", b"|") as client:
        there.sendall(b"ID 0|CONNECTED")
        there.sendall(b" 1|FEHLER 30 Nein\r\nlast")
        there.shutdown(socket.SHUT_WR)
        assert list(client) == ["ID 0", "CONNECTED 1", "FEHLER 30 Nein", "last"]
    here, there = socket.socketpair()
    with there, Client(here, "test:1") as client:
        there.sendall(b"NAME a|b\n")
        assert client.read(5) == "NAME a|b"


def test_bytes_that_are_no_text_do_no_harm(ends: tuple[Client, socket.socket]) -> None:
    """A line in another encoding is received with replacements."""
    client, there = ends
    there.sendall(b"NAME \xe4\n")
    assert client.read() == "NAME \ufffd"


def test_send_writes_whole_lines(ends: tuple[Client, socket.socket]) -> None:
    """All lines of one call go out in order, each with its end."""
    client, there = ends
    client.send()
    client.send("TEILNEHMEN suppe", "PASSWORT", "NAME änne")
    assert there.recv(100) == "TEILNEHMEN suppe\nPASSWORT\nNAME änne\n".encode()


@pytest.mark.parametrize("text", ["BEREIT\n", "BEREIT\r", "GEN_KAUFEN\nGEN 0"])
def test_send_refuses_line_breaks(ends: tuple[Client, socket.socket], text: str) -> None:
    """A line break inside a line would be two lines, so it is an error of the caller's."""
    with pytest.raises(ValueError, match="one line at a time"):
        ends[0].send(text)


def test_read_waits_no_longer_than_told(ends: tuple[Client, socket.socket]) -> None:
    """Without a line in time there is an error that says so; later the line is there."""
    client, there = ends
    with pytest.raises(HubError, match=r"test:1 sent nothing for 0\.01 seconds"):
        client.read(timeout=0.01)
    there.sendall(b"PONG\n")
    assert client.read(timeout=5) == "PONG"


def test_read_after_the_end(ends: tuple[Client, socket.socket]) -> None:
    """A line that will never come is an error, the end of an iteration is not."""
    client, there = ends
    there.shutdown(socket.SHUT_WR)
    assert list(client) == []
    with pytest.raises(HubError, match="has closed the connection"):
        client.read()


def test_send_to_nobody(ends: tuple[Client, socket.socket]) -> None:
    """Sending on a connection that is gone is a clear error."""
    client, there = ends
    there.close()
    with pytest.raises(HubError, match=r"Lost the connection to test:1: .*\."):
        client.send("PING")


@pytest.mark.parametrize("form", ["tcp:127.0.0.1:{}", "127.0.0.1:{}", "tcp:{}", "{}"])
def test_connect_by_every_form_of_address(form: str) -> None:
    """A TCP address may be written with or without its kind, and without a host."""
    with socket.create_server(("127.0.0.1", 0)) as hub:
        with connect(form.format(hub.getsockname()[1]), timeout=5) as client:
            client.send("PING")
            connection, _ = hub.accept()
        with connection:
            assert connection.makefile("rb").readline() == b"PING\n"


def test_connect_to_a_unix_socket(tmp_path: Path) -> None:
    """The control socket of a daemon is reached in the same way."""
    path = tmp_path / "control"
    with socket.socket(socket.AF_UNIX) as hub:
        hub.bind(str(path))
        hub.listen()
        with connect(f"unix:{path}") as client:
            client.send("status")


@pytest.mark.parametrize("address", ["tcp:nowhere", "127.0.0.1:0", "localhost:99999", "", "a:1x"])
def test_connect_says_what_an_address_is(address: str) -> None:
    """An address that is none is refused with an example of one."""
    with pytest.raises(HubError, match=r"write tcp:HOST:PORT"):
        connect(address)


def test_connect_says_that_nobody_answers(tmp_path: Path) -> None:
    """A port, or a path, without a hub gives a sentence with what to check."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(HubError, match=rf"Cannot connect to tcp:{port}: .*Is the hub running"):
        connect(f"tcp:{port}")
    with pytest.raises(HubError, match="Cannot connect"):
        connect(f"unix:{tmp_path}/nothing")


class Parrot:
    """A bot that says everything twice, until it hears the end."""

    over = False

    def hear(self, line: str) -> list[str]:
        """Two lines for one."""
        self.over = line == "SPIEL_BEENDET"
        return [] if self.over else [line, line]


def test_run_plays_until_the_bot_is_over(ends: tuple[Client, socket.socket]) -> None:
    """The bot hears every line, what it answers is sent, and nothing is read after its end."""
    client, there = ends
    there.sendall(b"A\nSPIEL_BEENDET\nB\n")
    run(Parrot(), client)
    assert there.recv(100) == b"A\nA\n"
    assert client.read() == "B"


def test_run_ends_with_an_error_when_the_hub_goes(ends: tuple[Client, socket.socket]) -> None:
    """A hub that closes in the middle is an error, not the end of the game."""
    client, there = ends
    there.sendall(b"A\n")
    there.shutdown(socket.SHUT_WR)
    with pytest.raises(HubError, match="has closed the connection"):
        run(Parrot(), client)
