"""
What the UrServer says: events, prompts, status and boards as lines
(seeds/ursuppe-protocol.txt; spec/ursuppe-rules.md 7).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from boardhub.games.rules import Event, Prompt
from boardhub.games.ursuppe import events as ev
from boardhub.games.ursuppe import prompts as pr
from boardhub.games.ursuppe.board import HEIGHT, WIDTH
from boardhub.games.ursuppe.errors import Fault
from boardhub.games.ursuppe.genes import GENES
from boardhub.games.ursuppe.position import Cell, Position, TribePosition
from boardhub.games.ursuppe.scoring import FINISH_LENGTH, LADDER_LENGTH
from boardhub.games.ursuppe.soup import CUBES
from boardhub.games.ursuppe.tribe import AMOEBAS
from boardhub.hub.match import Match, Phase
from boardhub.protocols.ur_faults import fault_line


def joined(cubes: Iterable[int]) -> str:
    """A count per colour: ``2:1:0:1``."""
    return ":".join(map(str, cubes))


# Events.


def event_lines(event: Event) -> Sequence[str]:
    """The lines that tell an event."""
    return _EVENTS[type(event)](event)


def _placed(event: ev.AmoebasPlaced) -> Sequence[str]:
    color = event.color
    lines = [f"AMOEBE_SETZEN {color} {nr} {x} {y}" for nr, x, y in event.placements]
    return [*lines, f"AMOEBE_SETZEN_ENDE {color}"]


def _moved(event: ev.Moved) -> Sequence[str]:
    lines = [f"BEWEGUNG {event.color} {event.amoeba} {event.direction}"]
    if event.flight:
        lines.append("FLUCHT")
    if event.cubes:
        lines.append(f"TENTAKEL {joined(event.cubes)}")
    lines += [f"KLAMMERN {color} {amoeba}" for color, amoeba in event.holders]
    lines.append(f"BEWEGUNG_ENDE {event.color} {event.amoeba}")
    return lines


def _defects(event: ev.DefectsPaid) -> Sequence[str]:
    return [
        f"DEFEKT_AUSGLEICHEN {event.color}",
        *[f"ABGEBEN {gene}" for gene in event.genes],
        f"DEFEKT_AUSGLEICHEN_ENDE {event.color}",
    ]


def _bought(event: ev.GenesBought) -> Sequence[str]:
    return [
        f"GEN_KAUFEN {event.color}",
        *[f"GEN {gene}" for gene in event.genes],
        *[f"ABGEBEN {gene}" for gene in event.given_up],
        f"GEN_KAUFEN_ENDE {event.color}",
    ]


_EVENTS: dict[type[Event], Callable[[Any], Sequence[str]]] = {
    ev.WasReady: lambda e: (f"BEREIT {e.color}",),
    ev.PositionChosen: lambda e: (f"POSITION {e.color} {e.position}",),
    ev.AmoebasPlaced: _placed,
    ev.Damaged: lambda e: (f"AMOEBE_SCHADEN {e.color} {e.amoeba}",),
    ev.RoundBegan: lambda e: (f"RUNDE {e.number}",),
    ev.Rolled: lambda e: (f"WUERFEL {e.color} {e.first} {e.second}",),
    ev.PointsChanged: lambda e: (f"BIOPUNKTE {e.color} {e.difference}",),
    ev.Moved: _moved,
    ev.Ate: lambda e: (f"FRESSEN {e.color} {e.amoeba} {joined(e.cubes)}",),
    ev.FoodAdded: lambda e: (f"NAEHRSTOFF {e.color} {e.count} {e.x} {e.y}",),
    ev.Parasitized: lambda e: (f"PARASITISMUS {e.color} {e.amoeba} {e.victim}",),
    ev.ParasiteStarved: lambda e: (
        fault_line(Fault.PARASITE_STARVED, Fault.PARASITE_STARVED.text),
    ),
    ev.Attacked: lambda e: (
        f"AMOEBE_ANGEGRIFFEN {e.victim} {e.victim_amoeba} {e.color} {e.amoeba}",
    ),
    ev.CanWard: lambda e: (f"ABWEHR {e.color} {e.amoeba}",),
    ev.DefenceFailed: lambda e: (f"VERTEIDIGUNG_ERFOLGLOS {e.color} {e.amoeba}",),
    ev.DefenceWorked: lambda e: (f"VERTEIDIGUNG_ERFOLGREICH {e.color} {e.amoeba}",),
    ev.AmoebaRemoved: lambda e: (f"AMOEBE_ENTFERNT {e.color} {e.amoeba}",),
    ev.CardTurned: lambda e: (card_line((e.direction, e.ozone)),),
    ev.DefectsPaid: _defects,
    ev.GenesBought: _bought,
    ev.Aggressed: lambda e: (f"AGGRESSION {e.color} {e.amoeba} {e.victim} {e.victim_amoeba}",),
    ev.Scored: lambda e: (f"PUNKTE {e.color} {e.total}",),
}  # fmt: skip


# Prompts.


def prompt_line(prompt: Prompt) -> str:
    """The ``ZUG_...`` line that asks for an answer."""
    return _PROMPTS[type(prompt)](prompt)


_PROMPTS: dict[type[Prompt], Callable[[Any], str]] = {
    pr.AskReady: lambda p: "ZUG_BEREIT",
    pr.AskPosition: lambda p: " ".join(["ZUG_POSITION", *map(str, p.taken)]),
    pr.AskPlacement: lambda p: "ZUG_AMOEBE_SETZEN",
    pr.AskMovement: lambda p: f"ZUG_BEWEGEN {p.amoeba}",
    pr.AskMeal: lambda p: f"ZUG_FRESSEN {p.amoeba}",
    pr.AskWard: lambda p: f"ZUG_ABWEHR {p.amoeba} {p.attacker} {p.attacker_amoeba} {p.code}",
    pr.AskHold: lambda p: (
        f"ZUG_KLAMMERN {p.amoeba} {p.other} {p.other_amoeba} {p.direction} {joined(p.cubes)}"
    ),
    pr.AskDefects: lambda p: "ZUG_GENDEFEKTE",
    pr.AskGenes: lambda p: "ZUG_GEN_KAUFEN",
    pr.AskDivision: lambda p: "ZUG_AMOEBE_SETZEN",
    pr.AskAggression: lambda p: "ZUG_AGGRESSION",
}


# Status and boards.


def card_line(card: tuple[int, int]) -> str:
    """``UMWELTKARTE direction ozone``"""
    return f"UMWELTKARTE {card[0]} {card[1]}"


def status_lines(match: Match) -> list[str]:
    """The block ``STATUS`` ... ``STATUS_ENDE``."""
    position: Position = match.view(None)
    lines = [
        f"STATUS {match.name}",
        f"TIMEOUT {round(match.terms.timeout * 1000)}",
        f"ANZAHL_SPIELERINNEN {match.seats.taken} {match.terms.seats}",
        f"ANZAHL_NAEHRSTOFFE {CUBES}",
        f"ANZAHL_AMOEBEN {AMOEBAS}",
        f"LAENGE_LAUFBAHN {LADDER_LENGTH}",
        f"LAENGE_ZIELZONE {FINISH_LENGTH}",
        card_line(position.card),
    ]
    for seat, tribe in zip(match.seats, position.tribes, strict=True):
        lines.append(f"SPIELERIN {seat.number}")
        if seat.taken:
            lines += _tribe_lines(seat.name, tribe)
    lines += [f"ZUSCHAUERIN {name}" for name in match.spectators]
    lines.append(f"STATUS_ENDE {match.name}")
    return lines


def _tribe_lines(name: str, tribe: TribePosition) -> list[str]:
    return [
        f"NAME {name}",
        f"PUNKTE {tribe.ladder}",
        f"BIOPUNKTE {tribe.points}",
        f"AMOEBEN {len(tribe.amoebas)}",
        *[f"AMOEBE {number} {damage}" for number, damage in tribe.amoebas],
        f"GENE {len(tribe.genes)}",
        *[f"GEN {gene}" for gene in tribe.genes],
    ]


def board_lines(position: Position) -> list[str]:
    """The block ``SPIELFELD`` ... ``SPIELFELD_ENDE``, row by row."""
    lines = [f"SPIELFELD {WIDTH} {HEIGHT}"]
    for y, row in enumerate(position.rows):
        lines += [f"FELDCHEN {x} {y} {_cell(cell)}" for x, cell in enumerate(row)]
    lines.append("SPIELFELD_ENDE")
    return lines


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return "UNGUELTIG"
    colors = zip(cell.amoebas, cell.cubes, strict=True)
    return " ".join(f"{','.join(map(str, own)) or '-'}:{cubes}" for own, cubes in colors)


def matrix_lines(position: Position) -> list[str]:
    """The block ``SPIELFELD2`` ... ``SPIELFELD_ENDE``: numbers of amoebas, for the eye."""
    return [
        f"SPIELFELD2 {WIDTH} {HEIGHT}",
        *[" ".join(map(_matrix_cell, row)) for row in position.rows],
        "SPIELFELD_ENDE",
    ]


def _matrix_cell(cell: Cell | None) -> str:
    if cell is None:
        return "(UNGUELTIG)"
    colors = zip(cell.amoebas, cell.cubes, strict=True)
    return "(" + " ".join(f"{len(own)}:{cubes}" for own, cubes in colors) + ")"


# The status for people.

_DIRECTIONS = ("", "Westen", "Norden", "Osten", "Süden", "stehen")
_PHASES = (
    "Aufbau",
    "Bewegen und Fressen",
    "Umwelt und Gendefekte",
    "Gene kaufen",
    "Zellteilung",
    "Todesfälle",
    "Wertung",
)
_SITUATIONS = {Phase.WAITING: "wartet", Phase.RUNNING: "läuft", Phase.OVER: "beendet"}


def telnet_lines(match: Match) -> list[str]:
    """The answer to ``TELNET_STATUS``: everything public, for a person to read."""
    position: Position = match.view(None)
    direction, ozone = position.card
    return [
        f"Spiel {match.name}: {_SITUATIONS[match.phase]}, {match.seats.taken} von"
        f" {match.terms.seats} Spielerinnen, Timeout {match.terms.timeout:g} s",
        f"Runde {position.round}, Phase {position.phase} ({_PHASES[position.phase]}),"
        f" Strömung {_DIRECTIONS[direction]}, Ozonschicht {ozone}",
        "",
        "Farbe Name             Laufbahn  Biopunkte  Amöben (Schaden)      Gene",
        *[
            _telnet_tribe(seat.number, seat.name if seat.taken else "(frei)", tribe)
            for seat, tribe in zip(match.seats, position.tribes, strict=True)
        ],
        "",
        "Feldchen: Anzahl Amöben und Nährstoffe je Farbe; ## ist kein Feldchen",
        *_telnet_board(position),
        "",
        f"Am Zug: {_telnet_asked(match)}",
    ]


def _telnet_tribe(color: int, name: str, tribe: TribePosition) -> str:
    amoebas = " ".join(f"{nr}({damage})" if damage else f"{nr}" for nr, damage in tribe.amoebas)
    genes = ", ".join(GENES[gene].name for gene in tribe.genes)
    return (
        f"{color:>5} {name:<16} {tribe.ladder:>8}  {tribe.points:>9}"
        f"  {amoebas or '-':<20}  {genes or '-'}"
    )


def _telnet_board(position: Position) -> list[str]:
    width = 6 * position.seats
    return [
        " | ".join(_telnet_cell(cell).ljust(width) for cell in row).rstrip()
        for row in position.rows
    ]


def _telnet_cell(cell: Cell | None) -> str:
    if cell is None:
        return "##"
    colors = zip(cell.amoebas, cell.cubes, strict=True)
    return " ".join(f"{len(own)}:{cubes:<3}" for own, cubes in colors).rstrip()


def _telnet_asked(match: Match) -> str:
    asked = [(seat.name, match.prompt(seat.number)) for seat in match.seats]
    return ", ".join(f"{name} ({prompt_line(each)})" for name, each in asked if each) or "niemand"
