"""
Why the rules refuse a move.
"""

from __future__ import annotations

from boardhub.games.rules import IllegalMove, Numbered


class Fault(Numbered):
    """
    The protocol's error numbers that come from the rules
    (seeds/ursuppe-protocol.txt, Fehler; spec/ursuppe-rules.md 7.17), each
    with a German sentence for the player.

    ``PARASITE_STARVED`` refuses nothing: the event of that name carries it.
    """

    WRONG_AMOEBA = 1, "Mit dieser Amöbe kannst du jetzt nicht antworten."
    NOT_THERE = 2, "Dort steht keine solche Amöbe."
    ALREADY_PLACED = 3, "Diese Amöbe ist schon auf dem Spielfeld, eine andere Nummer nehmen."
    GIVEN_TWICE = 5, "Ein Gen kann nur einmal abgegeben werden."
    ALREADY_BOUGHT = 6, "Dieses Gen kann nicht noch einmal gekauft werden."
    OWN_COLOR = 7, "Nährstoffe der eigenen Farbe sind keine Nahrung."
    PREDECESSOR_UNCLEAR = 9, "Zur PANZERUNG das Gen nennen, das abgegeben wird: GEN 19 4 oder 19 5."
    NOT_OWNED = 10, "Dieses Gen besitzt du nicht."
    SOLD_OUT = 11, "Von diesem Gen ist keine Karte mehr da."
    MUST_EAT = 12, "Hungern ist nicht erlaubt, die Mahlzeit liegt da."
    NOT_ASKED = 17, "Du wirst gerade nichts gefragt, auf die nächste Aufforderung warten."
    TOO_FEW_POINTS = 18, "Dafür reichen die Biopunkte nicht."
    NO_FOOD = 19, "So viele Nährstoffe liegen hier nicht."
    NOT_ROLLED = 20, "Vor dieser Bewegung muß gewürfelt werden: WUERFELN."
    WRONG_COUNT = 21, "Zu diesem Befehl gehört eine andere Anzahl von Parametern."
    INVALID = 22, "Eine Angabe geht hier nicht, oder es waren zu viele Zeilen dieser Art."
    PARASITE_STARVED = 23, "PARASITISMUS hilft nur einer Amöbe, die auch frißt; sie hungert."
    ALREADY_ROLLED = 24, "Gewürfelt ist schon."
    BAD_SQUARE = 25, "Auf dieses Feldchen darf die Amöbe nicht."
    NO_ANSWER = 30, "Diesen Befehl gibt es nicht, oder nicht an dieser Stelle."
    NO_ATTACK = 31, "Dieser Angriff ist nicht erlaubt."
    BAD_DIRECTION = 32, "In diese Richtung geht es jetzt nicht."
    TOO_MUCH_FOOD = 33, "Das wäre mehr als eine Mahlzeit."
    MUST_MOVE = 34, "Der Wurf gilt, als nächstes kommt BEWEGEN oder FLUCHT."
    TOO_MANY_CARRIED = 35, "So viele Nährstoffe kann sie nicht mitnehmen."
    ALREADY_DECLARED = 36, "Was die Tentakel mitnehmen, ist schon gesagt."
    ALREADY_FLED = 37, "Fliehen geht in diesem Angriff nicht mehr."
    ALREADY_DEFENDED = 38, "Verteidigen geht in diesem Angriff nicht mehr."


def need(holds: bool, fault: Fault) -> None:
    """
    Refuse a move unless a condition holds.

    :raise IllegalMove: with the fault's number.
    """
    if not holds:
        raise IllegalMove(fault)
