"""
The lines of the worm match, for the two programs and for spectators
(seeds/wuermer-protocol.txt; spec/wuermer-rules.md 2, 3 and 7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from boardhub.games.rules import Event
from boardhub.games.wuermer import events as ev
from boardhub.games.wuermer.board import Board, Worm, lines
from boardhub.games.wuermer.position import Seen

#: What a program says that cannot move.
CANNOT: Final = "Kann nicht"

#: The last line to a program, other than one that has won by its last move.
END: Final = "Ende"

#: Whose turn the first one is.
BEGINS: Final = ("Erster", "Zweiter")

START: Final = "FEHLER_START"
FORMAT: Final = "FEHLER_FORMAT"
ILLEGAL: Final = "FEHLER_ZUG_UNZULAESSIG"
CAN_MOVE: Final = "FEHLER_KANN_NICHT"
LATE: Final = "FEHLER_TIMEOUT"
OUT_OF_TURN: Final = "FEHLER_AUSSER_DER_REIHE"
ENDED: Final = "FEHLER_PROGRAMM_BEENDET"
DEAF: Final = "FEHLER_EINGABE_GESCHLOSSEN"

#: Faults by the reasons of seats, where the rules have been told no fault.
_FAULTS: Final[Mapping[str, str]] = {
    "forfeit-start": START,
    "forfeit-time": LATE,
    "forfeit-output": FORMAT,
    "left": ENDED,
    "dropped": ENDED,
    "crashed": ENDED,
    "out-of-memory": ENDED,
    "out-of-cpu": ENDED,
}


def fault(why: str) -> str:
    """What a reason of losing is called."""
    return _FAULTS.get(why, why)


def start_lines(board: Board, seat: int) -> list[str]:
    """What a program is told first."""
    return [*lines(board, seat), BEGINS[seat]]


def program_lines(event: Event, seat: int) -> Sequence[str]:
    """What an event is for the program in a seat: the moves of the other, as they were said."""
    match event:
        case ev.Began(board):
            return start_lines(board, seat)
        case ev.Moved(_, mover, worm, direction) if mover != seat:
            return (str(worm), direction)
        case ev.Passed(_, mover) if mover != seat:
            return (CANNOT,)
        case ev.Finished(winner, why) if winner != seat or why != ev.ALL_IN_THE_HOLE:
            return (END,)
    return ()


def spectator_lines(event: Event) -> Sequence[str]:
    """What a move is for spectators."""
    match event:
        case ev.Moved(turn, seat, worm, direction, None):
            return (
                f"ZUG {turn} {seat + 1} {worm} {direction}",
                f"WURM_ENTFERNT {seat + 1} {worm}",
            )
        case ev.Moved(turn, seat, worm, direction, now) if now is not None:
            return (f"ZUG {turn} {seat + 1} {worm} {direction}", worm_line(seat, worm, now))
        case ev.Passed(turn, seat):
            return (f"KANN_NICHT {turn} {seat + 1}",)
    return ()


def worm_line(seat: int, number: int, worm: Worm) -> str:
    """``WURM``: where one is, from head to tail."""
    fields = " ".join([f"{x} {y}" for x, y in worm])
    return f"WURM {seat + 1} {number} {fields}"


def board_lines(seen: Seen, names: Sequence[str]) -> list[str]:
    """``SPIELFELD`` ... ``SPIELFELD_ENDE``: the board as it stands."""
    board = seen.board
    return [
        f"SPIELFELD {board.width} {board.height}",
        f"LOCH {board.hole[0]} {board.hole[1]}",
        f"MAX_ZUEGE {board.limit}",
        *[f"HINDERNIS {x} {y}" for x, y in board.obstacles],
        *[f"PROGRAMM {number} {name}" for number, name in enumerate(names, 1)],
        *[
            worm_line(seat, number, worm)
            for seat, worms in enumerate(seen.worms)
            for number, worm in worms
        ],
        "SPIELFELD_ENDE",
    ]


def closing_lines(seen: Seen) -> list[str]:
    """The end for spectators: who has lost by what, what is left, and the result."""
    left = [len(worms) for worms in seen.worms]
    return [
        *[f"VERSTOSS {each.seat + 1} {fault(each.why)}" for each in seen.faults],
        f"REST {left[0]} {left[1]}",
        _result_line(seen.finished),
    ]


def _result_line(finished: ev.Finished | None) -> str:
    if finished is None:
        return "SPIEL_BEENDET UNGUELTIG ABBRUCH"
    why = fault(finished.why)
    if finished.winner is None:
        return f"SPIEL_BEENDET UNENTSCHIEDEN {why}"
    return f"SPIEL_BEENDET SIEG {finished.winner + 1} {why}"
