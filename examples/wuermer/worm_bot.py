"""A worm bot on standard input and output, in Python. Let a daemon run it:
    twistd -n boardhub --wuermer-program "py=python3 examples/wuermer/worm_bot.py"
It makes the step that brings one of its heads nearest to the hole, as the ways are free now."""

import sys
from collections import deque

STEPS = {"N": (0, -1), "O": (1, 0), "S": (0, 1), "W": (-1, 0)}
FAR = 10_000  # more steps than any board has fields


def read():
    """The next line; where none comes any more it is over."""
    return sys.stdin.readline().strip() or sys.exit()


def read_fields(*ends):
    """The fields of a list, and the keyword behind it."""
    fields = []
    while (line := read()) not in ends:
        fields.append((int(line), int(read())))
    return fields, line


def read_worms(*ends):
    """The worms of a list by their numbers, as head, middle, tail; and the keyword behind it."""
    fields, end = read_fields(*ends)
    return dict(enumerate(zip(fields[0::3], fields[1::3], fields[2::3], strict=True), 1)), end


def after(field, direction):
    """Where a step leads."""
    return field[0] + STEPS[direction][0], field[1] + STEPS[direction][1]


def is_free(field):
    """Whether a head may go there."""
    x, y = field
    on_board = 1 <= x <= width and 1 <= y <= height
    return on_board and field not in obstacles and not any(
        field in worm for worms in (own, foreign) for worm in worms.values()
    )  # fmt: skip


def ways():
    """How many steps it is to the hole, from all free fields from which one gets there."""
    steps, edge = {hole: 0}, deque([hole])
    while edge:
        field = edge.popleft()
        for near in (after(field, direction) for direction in STEPS):
            if near not in steps and is_free(near):
                steps[near] = steps[field] + 1
                edge.append(near)
    return steps


def decide():
    """A worm and a direction, or None: there is no move."""
    steps = ways()
    moves = [
        (steps.get(after(head, direction), FAR), number, direction)
        for number, (head, _, _) in own.items()
        for direction in STEPS
        if is_free(after(head, direction))
    ]
    return min(moves)[1:] if moves else None


def crawl(worms, number, direction):
    """Carry a move out."""
    head, middle, _ = worms[number]
    field = after(head, direction)
    if field == hole:
        del worms[number]
    else:
        worms[number] = field, head, middle


width, height = int(read()), int(read())
hole = int(read()), int(read())
limit = int(read())  # turns of each player
read()  # Hindernisse
obstacles, _ = read_fields("Eigene Wuermer")
own, _ = read_worms("Gegnerische Wuermer")
foreign, begins = read_worms("Erster", "Zweiter")

my_turn = begins == "Erster"
while own:  # without worms it has won, and is told nothing more
    if my_turn:
        move = decide()
        if move is None:
            print("Kann nicht", flush=True)
        else:
            print(*move, sep="\n", flush=True)
            crawl(own, *move)
    else:
        line = read()
        if line == "Ende":
            break
        if line != "Kann nicht":
            crawl(foreign, int(line), read())
    my_turn = not my_turn
