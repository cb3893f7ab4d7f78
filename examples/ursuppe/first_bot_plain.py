"""
A first bot for the amoeba game with nothing but a socket, to be read in any
language: python first_bot_plain.py MATCH NAME [HOST [PORT [PASSWORD]]]

It does not know the board. It says what it would like best, and when the
server refuses (FEHLER), the next best: a refusal costs nothing but time.
"""

import socket
import sys
from itertools import product

match, name, *more = sys.argv[1:] or sys.exit(__doc__)
host, port, password = [*more, *["127.0.0.1", "15001", ""][len(more) :]]

connection = socket.create_connection((host, int(port)))
received = connection.makefile("r", encoding="utf-8", newline="\n")


def send(text):
    connection.sendall((text + "\n").encode("utf-8"))


# Three lines that belong together.
send(f"TEILNEHMEN {match}\nPASSWORT {password}\nNAME {name}")

me = players = 0  # my colour, and how many play
drift = "5"  # where the current flows: 1 west, 2 north, 3 east, 4 south, 5 nowhere
mine = set()  # numbers of my amoebas on the board
begun = False  # RUNDE 1 has come: the set-up is over
wishes = []  # what to answer to the open question, the best wish last

for line in received:
    word, *rest = line.split()

    # What has happened.
    if word == "SPIELERIN_AKZEPTIERT":
        me = rest[0]
    elif word == "SPIELERIN":  # one such line for each player in the status
        players = int(rest[0]) + 1
    elif word == "UMWELTKARTE":
        drift = rest[0]
    elif word == "RUNDE":
        begun = True
    elif word == "AMOEBE_SETZEN" and rest[0] == me:
        mine.add(rest[1])
    elif word == "AMOEBE_ENTFERNT" and rest[0] == me:
        mine.discard(rest[1])
    elif word == "SPIEL_BEENDET":
        break

    # What is asked, with the answers to try, the best wish last.
    elif word == "ZUG_BEREIT":
        wishes = ["BEREIT"]
    elif word == "ZUG_POSITION":
        wishes = [f"POSITION {rest.index('0')}"]
    elif word == "ZUG_AMOEBE_SETZEN":
        number = min(set("0123456") - mine, default="")
        places = [f"AMOEBE_SETZEN {number} {x} {y}" for x, y in product(range(5), repeat=2)]
        if begun:  # a division: the list may be empty, and has an end
            places = [f"{place}\nAMOEBE_SETZEN_ENDE" for place in places if number]
        wishes = ["AMOEBE_SETZEN_ENDE", *places]
    elif word == "ZUG_BEWEGEN":
        wishes = [f"BEWEGEN {rest[0]} {way}" for way in ("5", drift)]
    elif word == "ZUG_FRESSEN":  # nothing; or one of each other colour, or two and one
        meals = [list(meal) for meal in product(range(3), repeat=players)]
        meals = [meal for meal in meals if sum(meal) == 3 and meal[int(me)] == 0]
        meals = [meal for meal in meals if players == 3 or 2 not in meal]
        meals = [[0] * players, *meals]
        wishes = [f"FRESSEN {rest[0]} " + ":".join(map(str, meal)) for meal in meals]
    elif word == "ZUG_GEN_KAUFEN":  # perhaps the cheapest gene, INTELLIGENZ
        wishes = ["GEN_KAUFEN\nGEN_KAUFEN_ENDE", "GEN_KAUFEN\nGEN 0\nGEN_KAUFEN_ENDE"]

    if word == "FEHLER" and rest[0] == "29":
        wishes = []  # too late: the server has answered for me
    elif word == "FEHLER" and not wishes:
        sys.exit(line)  # the lobby has refused it
    elif word == "FEHLER" or word.startswith("ZUG_"):
        send(wishes.pop())
