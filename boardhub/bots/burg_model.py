"""
The rules' own position, as far as a player's book knows it.
"""

from __future__ import annotations

from random import Random

from boardhub.bots.burg_book import Book
from boardhub.games.burg.cards import CARDS
from boardhub.games.burg.state import RULES, Burg
from boardhub.games.rules import Player


def model(book: Book, chance: Random) -> Burg:
    """
    My turn in hand as the rules see it. What the book cannot know is made up:
    the others hold nothing, and the pile is of cards I do not hold.
    """
    assert book.me is not None
    state = RULES.state(book.seats, "", {})
    state.begin(
        [Player(name, {"age": age}) for name, age in zip(book.names, book.ages, strict=True)]
    )
    state.board = book.board.copy()
    state.order, state.scores = list(book.order), list(book.scores)
    state.year, state.round, state.place = book.year, book.round, book.place
    state.reserve, state.supply = list(book.reserve), book.supply
    state.begin_turn(book.me)
    turn = book.turn
    state.stacks = [list(stacks) for stacks in book.stacks]
    state.blocks, state.points = turn.blocks, turn.points
    state.bought, state.played = turn.bought, turn.played
    state.hands = [list(book.hand) if seat == book.me else [] for seat in range(book.seats)]
    unseen = [card for card in CARDS if card not in book.hand]
    state.pile = chance.sample(unseen, min(book.pile, len(unseen)))
    return state
