"""
A bot that plays any legal move of the amoeba game, every gene included.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from boardhub.bots import ursuppe_choices as choices
from boardhub.bots.ursuppe_player import Player
from boardhub.games.rules import Move
from boardhub.games.ursuppe import genes as gene
from boardhub.games.ursuppe import moves, prompts
from boardhub.games.ursuppe.board import STAY, Square
from boardhub.games.ursuppe.genes import GENES

_T = TypeVar("_T")


class RandomBot(Player):
    """
    Plays at random among everything the rules allow, and never gets a
    ``FEHLER`` for it: `errors` stays empty.
    """

    def decide(self) -> Sequence[Move]:
        """A random answer to the open prompt."""
        book = self.book
        match book.prompt:
            case prompts.AskReady():
                return [moves.Ready()]
            case prompts.AskPosition(taken=taken):
                free = [place for place, mark in enumerate(taken) if mark == 0]
                return [moves.ChoosePosition(self._any(free))]
            case prompts.AskPlacement():
                square = self._any(choices.empty_squares(book))
                return [moves.Place(self._any(choices.free_numbers(book)), *square)]
            case prompts.AskMovement() as prompt:
                return self._move(prompt)
            case prompts.AskMeal(amoeba=amoeba):
                return self._meal(amoeba)
            case prompts.AskWard() as prompt:
                return self._ward(prompt)
            case prompts.AskHold() as prompt:
                answer = self._any([moves.Hold, moves.LetGo])
                return [answer(prompt.amoeba, prompt.other, prompt.other_amoeba)]
            case prompts.AskDefects():
                return [self._compensate()]
            case prompts.AskGenes():
                return [self._buy()]
            case prompts.AskDivision():
                return [self._divide()]
            case prompts.AskAggression():
                attacks = [moves.Aggress(*target) for target in choices.aggression_targets(book)]
                return [self._any([*attacks, moves.Peace()])]
        return []

    def _any(self, among: Sequence[_T]) -> _T:
        return self.chance.choice(among)

    def _sometimes(self) -> bool:
        return self.chance.random() < 0.5

    def _move(self, prompt: prompts.AskMovement) -> list[Move]:
        """Drift, hold on, or roll and go; or no second movement."""
        book, amoeba = self.book, prompt.amoeba
        square = book.mine.amoebas[amoeba].square
        if book.dice is not None:
            ways = choices.rolled_directions(book.mine.genes, book.dice, square)
            return [*self._tentacle(amoeba, square), moves.Go(amoeba, self._any(ways))]
        if prompt.second:
            return [self._any([moves.Roll(), moves.NoSecondMove(amoeba)])]
        options: list[Move] = [moves.Go(amoeba, choices.drift(book, square))]
        if gene.HOLDING in book.mine.genes:
            options.append(moves.Go(amoeba, STAY))
        if choices.can_pay_step(book):
            options.append(moves.Roll())
        return [*self._tentacle(amoeba, square), self._any(options)]

    def _tentacle(self, amoeba: int, square: Square) -> list[Move]:
        """Perhaps a declaration of what tentacles take along."""
        book = self.book
        if gene.TENTACLES not in book.mine.genes or book.tentacle is not None:
            return []
        loads = choices.tentacle_loads(book, square)
        if not loads or self._sometimes():
            return []
        return [moves.Tentacle(amoeba, self._any(loads))]

    def _meal(self, amoeba: int) -> list[Move]:
        """A meal of any kind, an attack, or hunger where nobody forbids it."""
        book = self.book
        square = book.mine.amoebas[amoeba].square
        host = self._host(square)
        options: list[Move] = [
            moves.Eat(amoeba, meal) for meal in choices.meals(book, square, host)
        ]
        if host is not None:
            return [moves.Parasitize(amoeba, host), self._any(options)]
        if not choices.standard_meals(book, square):
            options.append(moves.Eat(amoeba, (0,) * book.seats))
            options += [moves.Struggle(amoeba, *victim) for victim in choices.prey(book, amoeba)]
        return [self._any(options)]

    def _host(self, square: Square) -> int | None:
        """Perhaps somebody to live on; only where that makes a meal."""
        hosts = choices.hosts(self.book, square)
        if not hosts or self._sometimes():
            return None
        host = self._any(hosts)
        return host if choices.meals(self.book, square, host) else None

    def _ward(self, prompt: prompts.AskWard) -> list[Move]:
        """Flee, fight, or decline one of the two."""
        book, amoeba = self.book, prompt.amoeba
        square = book.mine.amoebas[amoeba].square
        if book.dice is not None:
            ways = choices.rolled_directions(book.mine.genes, book.dice, square)
            return [*self._tentacle(amoeba, square), moves.Flee(amoeba, self._any(ways))]
        options: list[Move] = []
        if prompt.code in (0, 2):
            options += [moves.Roll(), moves.NoFlight(amoeba)]
        if prompt.code in (1, 2):
            options += [moves.Defend(amoeba), moves.NoDefence(amoeba)]
        answer = self._any(options)
        if isinstance(answer, moves.Roll):
            return [*self._tentacle(amoeba, square), answer]
        return [answer]

    def _compensate(self) -> Move:
        """Give genes up at random until the points cover the rest, or a little longer."""
        book = self.book
        rest = choices.defect(book)
        given: list[int] = []
        for number in self._shuffled(book.mine.genes):
            if rest <= book.mine.points and self._sometimes():
                break
            given.append(number)
            rest -= gene.defect_value(number)
        return moves.Compensate(tuple(given))

    def _shuffled(self, numbers: set[int]) -> list[int]:
        return self.chance.sample(sorted(numbers), len(numbers))

    def _buy(self) -> Move:
        """Any genes I may buy and can pay, in any order."""
        book = self.book
        points = book.mine.points
        bought: list[tuple[int, int | None]] = []
        for number in self._shuffled(set(range(len(GENES)))):
            price = GENES[number].price
            named = [other for other, _ in bought]
            if price > points or not choices.may_buy(book, number, named) or self._sometimes():
                continue
            points -= price
            lost = choices.given_up(book, number)
            bought.append((number, self._any(lost) if len(lost) > 1 else None))
        return moves.BuyGenes(tuple(bought))

    def _divide(self) -> Move:
        """Any new amoebas I may set and can pay."""
        book, genes = self.book, self.book.mine.genes
        points = book.mine.points
        own, count = choices.own_squares(book), len(book.mine.amoebas)
        placed: list[tuple[int, int, int]] = []
        for number in self._shuffled(set(choices.free_numbers(book))):
            squares = choices.division_squares(genes, own, count)
            cost = choices.division_cost(genes, count)
            if cost > points or not squares or self.chance.random() < 0.2:
                break
            square = self._any(squares)
            placed.append((number, *square))
            own, count, points = own | {square}, count + 1, points - cost
        return moves.Divide(tuple(placed))
