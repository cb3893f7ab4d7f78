"""
The lobby of the worm match: the UrServer's (`ur_lobby`), with these
differences::

    NEU 2 / NAME match / PASSWORT word / [BRETT name] / TIMEOUT ms
    TEILNEHMEN match / PASSWORT word / NAME player    ->  SPIELERIN_AKZEPTIERT nr player
    PROGRAMM match program [password]                 ->  PROGRAMM_AKZEPTIERT nr name

Who takes a seat by ``TEILNEHMEN`` is a program like those of the daemon's own
machine from the moment when both seats are taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from attrs import define

from boardhub.hub.resting import Resting
from boardhub.protocols.briefing import brief_connection
from boardhub.protocols.text import Refused
from boardhub.protocols.ur_faults import LobbyFault
from boardhub.protocols.ur_lobby import UrVisitor
from boardhub.protocols.visitor import Lines, Opening


@define(eq=False)
class WuermerVisitor(UrVisitor):
    """The role of a connection in this lobby."""

    def _join(self, lines: Lines) -> None:
        match, name = self.entry(lines)
        if isinstance(match, Resting) and (seat := match.returning(name, self.secret)):
            self.port.idling.forget(self.session)
            brief_connection(self.port, self.session, match, seat)
            return
        if match.vacancy() is None:
            raise Refused(LobbyFault.FULL)
        if match.seats.uses_name(name):
            raise Refused(LobbyFault.NAME_TAKEN)
        # To lose a connection is a fault; a secret brings back whom the hub has lost.
        self.port.join(self.session, match, name, self.secret)

    openings: ClassVar[Mapping[str, Opening]] = {
        **UrVisitor.openings,
        "NEU": Opening(
            ("NAME", "PASSWORT", "BRETT", "TIMEOUT"), UrVisitor._create, frozenset(["BRETT"])
        ),
        "TEILNEHMEN": Opening(("PASSWORT", "NAME"), _join),
    }
