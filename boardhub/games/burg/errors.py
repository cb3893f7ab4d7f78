"""
Why the rules refuse a move.
"""

from __future__ import annotations

from boardhub.games.rules import IllegalMove, Numbered


class Fault(Numbered):
    """
    The protocol's error numbers that come from the rules
    (seeds/burg-protocol.txt, the table of numbers; spec/burg-rules.md 7.3 and
    7.4), each with a German sentence for the player.
    """

    TOO_FEW_POINTS = 1000, "Dafür reichen die Aktionspunkte nicht."
    CARD_NOT_HELD = 1001, "Diese Karte hast du nicht, oder sie gilt erst ab dem nächsten Zug."
    NO_BLOCK = 1002, "Es ist kein Baustein mehr da, den du setzen könntest."
    IMPOSSIBLE = 1003, "Das geht auf diesem Feld nicht."
    TOO_HIGH = 1005, "So hoch kommt der Ritter nicht."
    OCCUPIED = 1006, "Dort steht schon eine Figur."
    NO_NEIGHBOUR = 1007, "Neben diesem Feld steht kein Ritter von dir."
    NO_KNIGHT = 1008, "Auf dem ersten Feld steht kein Ritter von dir."
    CASTLE_BROKEN = 1009, "Burgen bleiben getrennt und werden nicht höher als ihre Grundfläche."
    NOT_STRAIGHT = 1010, "Dieser Zug geht nur geradeaus."
    TOO_FAR = 1011, "So weit geht dieser Zug nicht."
    CASTLE_SPLIT = 1012, "Ohne diesen Baustein zerfällt die Burg."
    NEW_CASTLE = 1013, "Dort entstünde eine neue Burg."
    TOO_FEW_CASTLES = 1014, "Sechs Burgen müssen bleiben."
    PILE_EMPTY = 1015, "Es sind keine Karten mehr da."
    NOT_ASKED = 1016, "Das ist jetzt nicht an dir, auf die nächste Aufforderung warten."
    TWO_CARDS = 1017, "Mehr als zwei Karten in einem Zug gibt es nicht."
    NO_PASSAGE = 1018, "Durch die Burg führt kein Weg dorthin."
    NO_SUCH_ACTION = 1019, "Diese Aktion gibt es nicht."
    INVALID = 1022, "Eine Angabe geht hier nicht, oder es waren zu viele Zeilen dieser Art."
    NO_KNIGHTS_LEFT = 1025, "Alle deine Ritter sind schon auf dem Feld."
    CARD_PLAYED = 1027, "In diesem Zug ist schon eine Karte gespielt."
    WRONG_CARD = 1031, "Diese Karte gehört zu einer anderen Aktion."
    CASTLES_JOINED = 1032, "Der Baustein würde Burgen verbinden."


def need(holds: bool, fault: Fault) -> None:
    """
    Refuse a move unless a condition holds.

    :raise IllegalMove: with the fault's number.
    """
    if not holds:
        raise IllegalMove(fault)
