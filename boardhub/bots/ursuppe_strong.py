"""
A bot that plays the amoeba game to win it.

It looks one move ahead with a judgement of what things are worth: meals for
this amoeba and for those after it, purchases and divisions as a whole, the
ozone of the cards that have not been seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from boardhub.bots import ursuppe_choices as choices
from boardhub.bots.ursuppe_foraging import Foraging
from boardhub.bots.ursuppe_judgement import Judgement, Weights
from boardhub.bots.ursuppe_outlook import Outlook
from boardhub.bots.ursuppe_player import Player
from boardhub.games.rules import Move
from boardhub.games.ursuppe import genes as gene
from boardhub.games.ursuppe import moves, prompts
from boardhub.games.ursuppe.board import STAY, step
from boardhub.games.ursuppe.division import INCOME
from boardhub.games.ursuppe.environment import CARDS, Card
from boardhub.games.ursuppe.genes import GENES

#: A purchase as the wire wants it: the gene, and the predecessor named with it.
Purchase = tuple[int, int | None]

#: How many genes are thought of at a time.
_BASKET = 3


class StrongBot(Player):
    """Plays to win; the same seed and lines give the same answers."""

    def __init__(self, name: str, seed: str | int = 0, weights: Weights | None = None) -> None:
        super().__init__(name, seed)
        self.weights = weights or Weights()
        self._unseen: list[Card] = list(CARDS)

    def hear(self, line: str) -> list[str]:
        """Take in one line; the lines to answer with, often none."""
        answer = super().hear(line)
        if line.startswith("UMWELTKARTE ") and self.book.card in self._unseen:
            self._unseen.remove(self.book.card)
        return answer

    def decide(self) -> Sequence[Move]:
        """The best answer to the open prompt, as far as it sees."""
        book = self.book
        match book.prompt:
            case prompts.AskReady():
                return [moves.Ready()]
            case prompts.AskPosition(taken=taken):
                free = [place for place, mark in enumerate(taken) if mark == 0]
                return [moves.ChoosePosition(free[-1])]
            case prompts.AskPlacement():
                square = max(choices.empty_squares(book), key=Outlook(book, self.weights).of)
                return [moves.Place(choices.free_numbers(book)[0], *square)]
            case prompts.AskMovement() as prompt:
                return self._move(prompt)
            case prompts.AskMeal(amoeba=amoeba):
                return self._meal(amoeba)
            case prompts.AskWard() as prompt:
                return self._ward(prompt)
            case prompts.AskHold() as prompt:
                return [self._hold(prompt)]
            case prompts.AskDefects():
                return [self._compensate()]
            case prompts.AskGenes():
                return [moves.BuyGenes(self._basket())]
            case prompts.AskDivision():
                return [self._divide()]
            case prompts.AskAggression():
                return [self._aggress()]
        return []

    def _judgement(self) -> Judgement:
        return Judgement(self.book, self._unseen, self.weights)

    # Moving and eating

    def _move(self, prompt: prompts.AskMovement) -> list[Move]:
        """Drift, hold on, or roll and go where the best dinner is."""
        book, amoeba = self.book, prompt.amoeba
        foraging = Foraging(book, self._judgement())
        square = book.mine.amoebas[amoeba].square
        if book.dice is not None:
            ways = choices.rolled_directions(book.mine.genes, book.dice, square)
            return self._go(foraging, amoeba, foraging.best_way(amoeba, ways))
        if prompt.second:
            worth = foraging.rolling(amoeba) - foraging.staying(amoeba)
            return [moves.Roll() if worth > 0 else moves.NoSecondMove(amoeba)]
        drift = choices.drift(book, square)
        best, worth = drift, foraging.drifting(amoeba)
        if gene.HOLDING in book.mine.genes and foraging.staying(amoeba) > worth:
            best, worth = STAY, foraging.staying(amoeba)
        if choices.can_pay_step(book) and foraging.rolling(amoeba) > worth:
            return [moves.Roll()]
        return self._go(foraging, amoeba, best)

    def _go(self, foraging: Foraging, amoeba: int, way: int) -> list[Move]:
        """A step, with what tentacles should take along for the dinner."""
        square = self.book.mine.amoebas[amoeba].square
        end = step(square, way)
        load = foraging.dinner(amoeba, square, end, self.book.cubes).load
        if load is None or self.book.tentacle is not None:
            return [moves.Go(amoeba, way)]
        return [moves.Tentacle(amoeba, load), moves.Go(amoeba, way)]

    def _meal(self, amoeba: int) -> list[Move]:
        """The best meal, an attack, or hunger."""
        book = self.book
        square = book.mine.amoebas[amoeba].square
        dinner = Foraging(book, self._judgement()).dinner(amoeba, square, square, book.cubes)
        if dinner.meal is not None:
            eat = moves.Eat(amoeba, dinner.meal)
            return [eat] if dinner.host is None else [moves.Parasitize(amoeba, dinner.host), eat]
        if dinner.prey is not None:
            return [moves.Struggle(amoeba, *dinner.prey)]
        return [moves.Eat(amoeba, (0,) * book.seats)]

    def _hold(self, prompt: prompts.AskHold) -> Move:
        """Go along where there is more to eat."""
        here = self.book.mine.amoebas[prompt.amoeba].square
        there = step(here, prompt.direction)
        outlook = Outlook(self.book, self.weights)
        kind = moves.Hold if outlook.of(there) > outlook.of(here) else moves.LetGo
        return kind(prompt.amoeba, prompt.other, prompt.other_amoeba)

    # Attacks

    def _ward(self, prompt: prompts.AskWard) -> list[Move]:
        """Flee, else fight, while the amoeba is in danger."""
        book, amoeba = self.book, prompt.amoeba
        square = book.mine.amoebas[amoeba].square
        if book.dice is not None:
            ways = choices.rolled_directions(book.mine.genes, book.dice, square)
            out = [way for way in ways if way != STAY] or [STAY]
            outlook = Outlook(book, self.weights)
            best = max(out, key=lambda way: outlook.of(step(square, way)))
            return [moves.Flee(amoeba, best)]
        attacker = book.tribes[prompt.attacker].amoebas[prompt.attacker_amoeba]
        if attacker.square != square:
            return [moves.NoFlight(amoeba)]
        if prompt.code == 1:
            return [moves.Defend(amoeba)]
        return [moves.Roll()]

    def _aggress(self) -> Move:
        """Kill where it hurts a rival most."""
        judgement = self._judgement()
        targets = list(choices.aggression_targets(self.book))
        if not targets:
            return moves.Peace()
        best = max(targets, key=lambda target: judgement.rival(target[1], target[2]))
        if judgement.rival(best[1], best[2]) <= self.weights.carried:
            return moves.Peace()
        return moves.Aggress(*best)

    # Genes

    def _compensate(self) -> Move:
        """Give up those genes whose loss, with the points still due, hurts least."""
        book, mine = self.book, self.book.mine
        judgement, due = self._judgement(), choices.defect(book)
        owned = sorted(mine.genes)
        best: tuple[float, tuple[int, ...]] | None = None
        for size in range(len(owned) + 1):
            for given in combinations(owned, size):
                rest = max(0, due - sum(gene.defect_value(number) for number in given))
                if rest > mine.points:
                    continue
                worth = self._holding(judgement, set(owned) - set(given), mine.points - rest)
                if best is None or worth > best[0]:
                    best = worth, given
            if best is not None and size >= _BASKET:
                break
        return moves.Compensate(best[1] if best else tuple(owned))

    def _basket(self) -> tuple[Purchase, ...]:
        """The purchases after which I am best off, a few genes at a time."""
        judgement = self._judgement()
        points = self.book.mine.points
        best = self._holding(judgement, self.book.mine.genes, points)
        basket: tuple[Purchase, ...] = ()
        for wish in self._wishes(points):
            bought = self._purchase(wish)
            if bought is None:
                continue
            rest = points - sum(GENES[number].price for number in wish)
            worth = self._holding(judgement, self._with(bought), rest)
            if worth > best:
                best, basket = worth, bought
        return basket

    def _wishes(self, points: int) -> Iterator[tuple[int, ...]]:
        """A few genes at a time that I could pay."""
        prices = [
            (each.price, each.number)
            for each in GENES
            if each.price <= points and choices.may_buy(self.book, each.number)
        ]
        for size in range(1, _BASKET + 1):
            for wish in combinations(prices, size):
                if sum([price for price, _ in wish]) <= points:
                    yield tuple([number for _, number in wish])

    def _holding(self, judgement: Judgement, genes: set[int], points: int) -> float:
        """Owning these genes and points before the division of this round."""
        count = min(7, judgement.living(genes) + 1)
        return judgement.genes(genes, count) + judgement.division(points + INCOME, genes)

    def _purchase(self, wish: tuple[int, ...]) -> tuple[Purchase, ...] | None:
        """The lines that buy these genes, or None where one forbids another."""
        bought: list[Purchase] = []
        for number in wish:
            if not choices.may_buy(self.book, number, [other for other, _ in bought]):
                return None
            lost = choices.given_up(self.book, number)
            bought.append((number, min(lost) if len(lost) > 1 else None))
        return tuple(bought)

    def _with(self, bought: tuple[Purchase, ...]) -> set[int]:
        """My genes after these purchases."""
        genes = set(self.book.mine.genes)
        for number, named in bought:
            lost = choices.given_up(self.book, number)
            genes -= {named} if named is not None else set(lost)
        return genes | {number for number, _ in bought}

    # Division

    def _divide(self) -> Move:
        """As many new amoebas as are worth their points, each on the best square."""
        mine = self.book.mine
        outlook = Outlook(self.book, self.weights)
        count, own = len(mine.amoebas), choices.own_squares(self.book)
        placed: list[tuple[int, int, int]] = []
        new = self._judgement().new_amoebas(mine.points)
        for number in choices.free_numbers(self.book)[:new]:
            squares = choices.division_squares(mine.genes, own, count)
            if not squares:
                break
            square = max(squares, key=lambda square: outlook.of(square, own))
            placed.append((number, *square))
            own, count = own | {square}, count + 1
        return moves.Divide(tuple(placed))
