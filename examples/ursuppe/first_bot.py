"""A first bot for the amoeba game: python first_bot.py MATCH NAME [HOST:PORT [PASSWORD]]
It drifts, eats what is there, buys one cheap gene, and divides when it can."""

import sys

from boardhub.client import connect

STEPS = {"1": (-1, 0), "2": (0, -1), "3": (1, 0), "4": (0, 1), "5": (0, 0)}


def ask_board(hub):
    """Per square one pair for each colour: its amoebas ("2,3,5", or "-") and its cubes."""
    board = {}
    hub.send("SPIELFELD")  # it keeps no books: it asks before each answer
    for line in hub:
        word, *rest = line.split()
        if word == "SPIELFELD_ENDE":
            return board
        if word == "FELDCHEN" and rest[2] != "UNGUELTIG":
            board[int(rest[0]), int(rest[1])] = [pair.split(":") for pair in rest[2:]]


def step(square, way):  # where a direction leads, on the board or off it
    return square[0] + STEPS[way][0], square[1] + STEPS[way][1]


def meal(cubes, me):
    """One cube of three colours, with three players two and one; zeros: it starves."""
    foreign = sorted((c for c in range(len(cubes)) if c != me), key=lambda c: -cubes[c])
    wanted = dict(zip(foreign, (2, 1) if len(cubes) == 3 else (1, 1, 1), strict=True))
    there = all(cubes[color] >= count for color, count in wanted.items())
    return ":".join(str(wanted.get(color, 0) * there) for color in range(len(cubes)))


def place(board, mine, points):
    """In the set-up one amoeba on an empty square; later one more beside an old one."""
    number = min(set("0123456") - mine.keys(), default="")
    if points < 10:  # the set-up: a division begins with ten points more
        free = {square for square in board if all(pair[0] == "-" for pair in board[square])}
        return ["AMOEBE_SETZEN {} {} {}".format(number, *min(free))]
    near = {step(square, way) for square in mine.values() for way in "1234"} & board.keys()
    free = (near or board.keys()) - set(mine.values())
    new = ["AMOEBE_SETZEN {} {} {}".format(number, *min(free))] if number and free else []
    return [*new, "AMOEBE_SETZEN_ENDE"]


match, name, *more = sys.argv[1:] or sys.exit(__doc__)
with connect(more[0] if more else "127.0.0.1:15001") as hub:
    hub.send(f"TEILNEHMEN {match}", f"PASSWORT {''.join(more[1:])}", f"NAME {name}")
    me, drift, points = 0, "5", 4
    for line in hub:
        board = ask_board(hub) if line.startswith("ZUG_") else {}
        mine = {n: square for square in board for n in board[square][me][0].split(",") if n != "-"}
        match line.split():
            case ["SPIELERIN_AKZEPTIERT", color, *_]:
                me = int(color)
            case ["UMWELTKARTE", direction, _]:  # a line of the first status, too
                drift = direction
            case ["BIOPUNKTE", color, difference] if int(color) == me:
                points += int(difference)
            case ["ZUG_BEREIT"]:
                hub.send("BEREIT")
            case ["ZUG_POSITION", *taken]:
                hub.send(f"POSITION {taken.index('0')}")
            case ["ZUG_AMOEBE_SETZEN"]:
                hub.send(*place(board, mine, points))
            case ["ZUG_BEWEGEN", number]:
                hub.send(f"BEWEGEN {number} {drift if step(mine[number], drift) in board else 5}")
            case ["ZUG_FRESSEN", number]:
                cubes = [int(count) for _, count in board[mine[number]]]
                hub.send(f"FRESSEN {number} {meal(cubes, me)}")
            case ["ZUG_GEN_KAUFEN"]:  # INTELLIGENZ costs 2 and is never a defect
                hub.send("GEN_KAUFEN", "GEN 0", "GEN_KAUFEN_ENDE")
            case ["FEHLER", "6" | "11" | "18", *_]:  # it has it, it is sold out, or too dear
                hub.send("GEN_KAUFEN", "GEN_KAUFEN_ENDE")
            case ["FEHLER", code, *_] if code != "29":  # 29: too late, and played by default
                sys.exit(line)
            case ["SPIEL_BEENDET"]:
                break
