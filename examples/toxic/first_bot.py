"""A first bot for the arena: python first_bot.py MATCH NAME [HOST:PORT [PASSWORD]]
It walks where the way is longest. BLUE it runs from the RED that it sees, RED after BLUE. It needs
nothing but a socket, and a server whose lines to players end with a line feed."""

import random
import socket
import sys

STEPS = {
    "NORTH": (0, -1), "NORTH_WEST": (-1, -1), "WEST": (-1, 0), "SOUTH_WEST": (-1, 1),
    "SOUTH": (0, 1), "SOUTH_EAST": (1, 1), "EAST": (1, 0), "NORTH_EAST": (1, -1),
}  # fmt: skip


def after(place, step):
    """Where a step leads."""
    return place[0] + STEPS[step][0], place[1] + STEPS[step][1]


def is_open(free, place, step):
    """Whether walls allow a step; a diagonal one also needs both fields that it passes."""
    (x, y), (u, v) = place, after(place, step)
    return {(u, v), (u, y), (x, v)} <= free


def room(free, place, step):
    """How often one can step in this direction."""
    steps = 0
    while is_open(free, place, step):
        place, steps = after(place, step), steps + 1
    return steps


def distance(one, other):
    """How many steps there are between two fields, without walls."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def decide(free, place, last, others, enemies, is_red):
    """A direction, and where to look."""
    ways = [s for s in STEPS if is_open(free, place, s) and after(place, s) not in others]
    random.shuffle(ways)
    if not ways:  # closed in: look about, at least
        return "NONE", random.choice([*STEPS])
    if not enemies:  # the longest way, but not to and fro
        step = max(ways, key=lambda s: (after(place, s) != last, room(free, place, s)))
        return step, step
    enemy = min(enemies, key=lambda each: distance(place, each))
    sign = -1 if is_red else 1
    step = max(ways, key=lambda s: (sign * distance(after(place, s), enemy), room(free, place, s)))
    return step, min(STEPS, key=lambda s: distance(after(after(place, step), s), enemy))


match, name, *more = sys.argv[1:] or sys.exit(__doc__)
host, _, port = (more[0] if more else "127.0.0.1:15000").rpartition(":")
login = [f"TEILNEHMEN {match}", f"PASSWORT {''.join(more[1:])}", f"NAME {name}"]
hub = socket.create_connection((host, int(port)))


def send(*lines):
    """Send lines, at once."""
    hub.sendall("".join(line + "\n" for line in lines).encode())


number, asked, free, place, last, seen, red = "", False, set(), (0, 0), None, {}, set()
for line in hub.makefile("r", encoding="utf-8", newline="\n"):
    match line.rstrip("\r\n").split(" "):
        case ["ID", _] if not asked:  # a number of the port's own match: ask for the other one
            asked = True
            send(*login)
        case ["ID", number]:
            send("ID_OKAY")
        case ["FEHLER", *_] | ["DISCONNECT"] if not number:
            sys.exit(line.strip())
        case ["MAP", _]:  # the path is of use on the server's own machine only
            send("KARTE")
        case ["ZEILE", y, *_]:
            row = line.rstrip("\r\n").split(" ", 2)[2]  # blanks are free fields, at the end, too
            free |= {(x, int(y)) for x, each in enumerate(row) if each == " "}
        case ["SET", at, _]:
            x, y = map(int, at.split(","))
            last, place, seen = place, (x, y), {}
        case ["SEE_PLAYER", at, _, who]:
            x, y = map(int, at.split(","))
            seen[who] = (x, y)
        case ["TEAMCHANGE", _, who]:
            red.add(who)
        case ["START", _]:
            enemies = [seen[who] for who in seen if (who in red) != (number in red)]
            walk = decide(free, place, last, [*seen.values()], enemies, number in red)
            send("MOVE {} {}".format(*walk))
        case ["DISCONNECT"]:
            break
