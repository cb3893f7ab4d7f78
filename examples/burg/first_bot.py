"""A first bot for the castle game: python first_bot.py MATCH NAME [HOST:PORT [PASSWORD]]
Each turn it makes a castle of its own wider by a block, and buys points for the rest."""

import sys

from boardhub.client import connect


def beside(square):
    """The squares at its sides, on the board or off it."""
    x, y = square
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def castle(square, heights):
    """The squares with blocks that hang together with this one."""
    found, edge = set(), {square}
    while edge:
        found |= edge
        edge = {near for each in edge for near in beside(each) if heights.get(near)} - found
    return found


def building_place(heights, figures, mine):
    """A bare, empty square beside a castle of mine and no other; None if there is none."""
    for knight in mine:
        own = castle(knight, heights) if heights[knight] else set()
        around = {near for square in own for near in beside(square)} - own - figures.keys()
        for place in sorted(around & heights.keys()):
            if all(near in own for near in beside(place) if heights.get(near)):
                return place
    return None


def act(action, *square):
    """The lines of an action that names a square, or none."""
    return [f"AKTION {action}", *[f"{axis} {n}" for axis, n in zip("XY", square, strict=False)]]


def answer(question, heights, figures, letter):
    """What to send for a prompt."""
    free = [square for square in heights if heights[square] and square not in figures]
    if question == "RITTER_SETZEN":
        return act("SETZE_RITTER_ERSTESMAL", *free[0])
    if question == "KOENIG_SETZEN":
        return act("SETZE_KOENIG", *(free or [s for s in figures if figures[s] == "K"])[0])
    place = building_place(heights, figures, [s for s in figures if figures[s] == letter])
    first = act("SETZE_BAUSTEIN", *place) if place else act("ERHOEHE_PUNKTE")
    return ["ZUG", *first, *act("ERHOEHE_PUNKTE") * 4, "ZUGENDE"]  # five points of action


match, name, *more = sys.argv[1:] or sys.exit(__doc__)
with connect(more[0] if more else "127.0.0.1:15002") as hub:
    hub.send(f"JOIN {match}", f"PASSWD {''.join(more[1:])}", f"NAME {name}", "ALTER 20")
    letter, question, in_status = "", "", False
    for line in hub:
        words = line.split()
        if in_status:  # names of spectators stand here alone, whatever they are
            in_status = words != ["STATUSENDE"]
            if len(words) == 5 and words[1] == name:  # 1 bea 0 25 3: I am colour 1
                letter = "OBGS"[int(words[0])]
            continue
        match words:
            case ["STATUS", *_]:
                in_status = True
            case ["RITTER_SETZEN" | "KOENIG_SETZEN" | "ZUG_ABGEBEN" as question]:
                hub.send("STATUS", "PLAN")  # it keeps no books: it asks before each answer
            case ["PLAN", _]:
                heights, figures = {}, {}
            case [y, *cells] if len(cells) == 8 and y.isdigit():  # a row; 1B: blue, one high
                for x, cell in enumerate(cells):
                    heights[x, int(y)] = int(cell.rstrip("OBGSK"))
                    if not cell.isdigit():
                        figures[x, int(y)] = cell[-1]
            case ["PLANENDE"]:
                hub.send(*answer(question, heights, figures, letter))
            case ["ERROR", *_] if not letter:  # the lobby has refused it
                sys.exit(line)
            case ["ERROR", *_]:  # 1021: too late; the turn is over, and what was sent, too
                print(line)
            case ["SPIEL_BEENDET"]:
                break
