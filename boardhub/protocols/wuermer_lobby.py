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

from boardhub.protocols.text import Refused
from boardhub.protocols.ur_faults import LobbyFault
from boardhub.protocols.ur_lobby import UrVisitor
from boardhub.protocols.visitor import Lines, Opening


@define(eq=False)
class WuermerVisitor(UrVisitor):
    """The role of a connection in this lobby."""

    def _join(self, lines: Lines) -> None:
        match, name = self.entry(lines)
        if match.vacancy() is None:
            raise Refused(LobbyFault.FULL)
        if match.seats.uses_name(name):
            raise Refused(LobbyFault.NAME_TAKEN)
        # A connection that is lost is a fault, so no secret brings anybody back.
        self.port.join(self.session, match, name)

    openings: ClassVar[Mapping[str, Opening]] = {
        **UrVisitor.openings,
        "NEU": Opening(
            ("NAME", "PASSWORT", "BRETT", "TIMEOUT"), UrVisitor._create, frozenset(["BRETT"])
        ),
        "TEILNEHMEN": Opening(("PASSWORT", "NAME"), _join),
    }
