"""
The lines that say a move: the client's half of seeds/ursuppe-protocol.txt.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardhub.games.rules import Move
from boardhub.games.ursuppe import moves
from boardhub.games.ursuppe.moves import Cubes


def lines(move: Move) -> list[str]:
    """The line or lines that tell the server this move."""
    return _SAID[type(move)](move)


def _cubes(cubes: Cubes) -> str:
    """One count per colour, as the wire writes it."""
    return ":".join(map(str, cubes))


def _word(word: str, *fields: str) -> Callable[[Any], list[str]]:
    """One line: a word, then these fields of the move."""

    def say(move: Any) -> list[str]:
        return [" ".join([word, *(str(getattr(move, name)) for name in fields)])]

    return say


def _word_and_cubes(word: str) -> Callable[[Any], list[str]]:
    """One line: a word, the amoeba, the cubes."""
    return lambda move: [f"{word} {move.amoeba} {_cubes(move.cubes)}"]


def _purchases(move: moves.BuyGenes) -> list[str]:
    bought = [
        f"GEN {gene}" if given_up is None else f"GEN {gene} {given_up}"
        for gene, given_up in move.purchases
    ]
    return ["GEN_KAUFEN", *bought, "GEN_KAUFEN_ENDE"]


def _placements(move: moves.Divide) -> list[str]:
    placed = [f"AMOEBE_SETZEN {amoeba} {x} {y}" for amoeba, x, y in move.placements]
    return [*placed, "AMOEBE_SETZEN_ENDE"]


def _compensation(move: moves.Compensate) -> list[str]:
    return [" ".join(["DEFEKT_AUSGLEICHEN", *map(str, move.genes)])]


_SAID: dict[type[Move], Callable[[Any], list[str]]] = {
    moves.Ready: _word("BEREIT"),
    moves.ChoosePosition: _word("POSITION", "position"),
    moves.Place: _word("AMOEBE_SETZEN", "amoeba", "x", "y"),
    moves.Roll: _word("WUERFELN"),
    moves.Tentacle: _word_and_cubes("TENTAKEL"),
    moves.Go: _word("BEWEGEN", "amoeba", "direction"),
    moves.NoSecondMove: _word("KEINE_ZWEITE_BEWEGUNG", "amoeba"),
    moves.Eat: _word_and_cubes("FRESSEN"),
    moves.Parasitize: _word("PARASITISMUS", "amoeba", "victim"),
    moves.Struggle: _word("UEBERLEBENSKAMPF", "amoeba", "victim", "victim_amoeba"),
    moves.Flee: _word("FLUCHT", "amoeba", "direction"),
    moves.NoFlight: _word("KEINE_FLUCHT", "amoeba"),
    moves.Defend: _word("VERTEIDIGUNG", "amoeba"),
    moves.NoDefence: _word("KEINE_VERTEIDIGUNG", "amoeba"),
    moves.Hold: _word("KLAMMERN", "amoeba", "other", "other_amoeba"),
    moves.LetGo: _word("NICHT_KLAMMERN", "amoeba", "other", "other_amoeba"),
    moves.Compensate: _compensation,
    moves.BuyGenes: _purchases,
    moves.Divide: _placements,
    moves.Aggress: _word("AGGRESSION", "amoeba", "victim", "victim_amoeba"),
    moves.Peace: _word("KEINE_AGGRESSION"),
}
