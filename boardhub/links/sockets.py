"""
What the transports of sockets have in common, and where they differ: TCP, TLS
on top of it, Unix sockets.
"""

from __future__ import annotations

import select
import socket
from contextlib import suppress

from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.interfaces import (
    IAddress,
    IConsumer,
    IPushProducer,
    ISSLTransport,
    ISystemHandle,
    ITCPTransport,
    ITransport,
)

from boardhub.links.pipes import ProgramAddress

#: Seconds of silence before a peer is probed, between probes, and how many.
KEEP_ALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 15, "TCP_KEEPCNT": 4}

#: Milliseconds that sent data may stay unacknowledged: the kernel does not
#: probe a peer that owes it an acknowledgement.
USER_TIMEOUT = {"TCP_USER_TIMEOUT": 120_000}


class IStream(ITCPTransport, IConsumer, IPushProducer):
    """What a link needs of its transport."""


def names(address: IAddress) -> tuple[str, str | None]:
    """How a peer is called in the log, and the address that its places are counted by."""
    if isinstance(address, IPv6Address):
        return f"[{address.host}]:{address.port}", address.host
    if isinstance(address, IPv4Address):
        return f"{address.host}:{address.port}", address.host
    if isinstance(address, ProgramAddress):
        return address.name, None
    return "local peer", None


def can_half_close(transport: ITransport) -> bool:
    """Whether it can end its output alone. TLS has the method, but of the socket below."""
    return hasattr(transport, "loseWriteConnection") and not ISSLTransport.providedBy(transport)


def keep_alive(transport: ITransport) -> None:
    """
    Have the kernel notice a peer that vanished without a word, and send lines
    at once. Does nothing where there is no network.
    """
    if not ITCPTransport.providedBy(transport):
        return
    # Some systems refuse these for a peer that is gone already.
    with suppress(OSError):
        transport.setTcpNoDelay(True)
        transport.setTcpKeepAlive(True)
        connection = _socket_below(transport)
        if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
            _tune(connection)


def is_broken(transport: ITransport) -> bool:
    """Whether the kernel knows that nothing can reach the peer any more."""
    connection = _socket_below(transport)
    if connection is None:
        return False
    poll = select.poll()
    poll.register(connection, 0)  # hang-up and error are always reported
    return bool(poll.poll(0))


def _socket_below(transport: object) -> socket.socket | None:
    while transport is not None:
        handle = ISystemHandle.providedBy(transport) and transport.getHandle()
        if isinstance(handle, socket.socket):
            return handle
        transport = getattr(transport, "transport", None)
    return None


def _tune(connection: socket.socket) -> None:
    for name, value in (KEEP_ALIVE | USER_TIMEOUT).items():
        option = getattr(socket, name, None)
        if option is not None:
            connection.setsockopt(socket.IPPROTO_TCP, option, value)
