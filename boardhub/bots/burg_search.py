"""
The actions of one turn, looked for as a whole: a beam of lines of play, each
step judged by what the turn would be worth if its points were scored then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve, frozen

from boardhub.bots.burg_ground import Ground, mask_of
from boardhub.bots.burg_judgement import Judgement
from boardhub.bots.burg_player import perform
from boardhub.games.burg import actions
from boardhub.games.burg.actions import CARD_KINDS, Action
from boardhub.games.burg.masks import ACROSS, BESIDE, BIT, SQUARES, Mask, spread, squares_of
from boardhub.games.burg.moves import Act

#: How many lines are kept at each step.
WIDTH: Final = 7


@frozen
class Line:
    """
    A line of play so far: what has been done, and how my part then stands.
    ``free`` is where no piece stands.
    """

    ground: Ground
    mine: tuple[int, ...]
    free: Mask
    points: int
    blocks: int
    reserve: int
    cards: tuple[int, ...]
    """Cards that may still be played: none after one."""
    spent: float = 0.0
    """What was given for it beside action points: a card."""
    done: tuple[Act, ...] = ()

    def key(self) -> tuple[object, ...]:
        """Alike for lines that have come to the same."""
        return self.ground.heights, self.mine, self.points, self.blocks, self.cards


class Search:
    """
    Finds the actions of a turn. ``judgement`` says what positions are worth,
    ``point`` what an action point is that is left for scoring or for a card.
    """

    def __init__(self, judgement: Judgement, point: float = 1.0) -> None:
        self._judgement = judgement
        self._point = point

    def best(self, start: Line) -> Line:
        """The line that comes out best, perhaps the start itself."""
        best, worth = start, self.worth(start)
        beam, seen = [start], {start.key()}
        while beam:
            found: list[tuple[float, Line]] = []
            for line in beam:
                for child in _children(line):
                    key = child.key()
                    if key not in seen:
                        seen.add(key)
                        found.append((self.worth(child), child))
            found.sort(key=lambda entry: -entry[0])
            beam = [line for _, line in found[:WIDTH]]
            if found and found[0][0] > worth:
                worth, best = found[0]
        return best

    def worth(self, line: Line) -> float:
        """The worth of a turn that stops here and turns its action points into points."""
        position = self._judgement.worth(line.ground, line.mine, line.free)
        return position + self._point * line.points - line.spent * self._judgement.card()


def _children(line: Line) -> Iterator[Line]:
    """Every line that is one action longer, where that may be of use."""
    if line.points:
        for place, source in enumerate(line.mine):
            targets = line.ground.walks(source) & line.free
            yield from _moved(line, place, targets, actions.MOVE, None)
        if line.blocks:
            yield from _blocks(line, actions.BLOCK, None)
    if line.points > 1 and line.reserve:
        yield from _new_knights(line)
    for card in line.cards:
        yield from _CARDS[card % CARD_KINDS](line, card)


def _moved(
    line: Line, place: int, targets: Mask, action: Action, card: int | None
) -> Iterator[Line]:
    """One of my knights goes to each of these squares."""
    source, others = line.mine[place], line.mine[:place] + line.mine[place + 1 :]
    for target in squares_of(targets):
        act = perform(action, source, target, card=card)
        mine = tuple(sorted((*others, target)))
        yield evolve(
            _after(line, action, card, act), mine=mine, free=line.free ^ BIT[source] ^ BIT[target]
        )


def _after(line: Line, action: Action, card: int | None, act: Act) -> Line:
    """An action is noted and paid for."""
    if card is None:
        return evolve(line, points=line.points - action.cost, done=(*line.done, act))
    return evolve(line, cards=(), spent=line.spent + 1, done=(*line.done, act))


def _new_knights(line: Line) -> Iterator[Line]:
    """A knight beside one of mine, no higher."""
    targets = 0
    for source in line.mine:
        targets |= line.ground.steps(source, 0)
    for target in squares_of(targets & line.free):
        act = perform(actions.NEW_KNIGHT, target)
        yield evolve(
            _after(line, actions.NEW_KNIGHT, None, act),
            mine=tuple(sorted((*line.mine, target))),
            free=line.free ^ BIT[target],
            reserve=line.reserve - 1,
        )


def _blocks(line: Line, action: Action, card: int | None) -> Iterator[Line]:
    """A block on a castle where I am, or next to one of my knights."""
    near = mask_of(line.mine)
    near |= spread(near)
    mine = 0
    for castle in line.ground.shape.masks:
        if castle & near:
            mine |= castle
    sites = (mine | spread(mine)) & line.ground.shape.sites & line.free
    for target in squares_of(sites):
        after = _after(line, action, card, perform(action, target, card=card))
        blocks = line.blocks - (card is None)
        yield evolve(after, ground=line.ground.raised(target), blocks=blocks)


# Cards

_Targets = Callable[[Line, int], Mask]


def _move_card(action: Action, targets: _Targets) -> Callable[[Line, int], Iterator[Line]]:
    """A card that lets a knight go where others cannot."""

    def play(line: Line, card: int) -> Iterator[Line]:
        for place, source in enumerate(line.mine):
            yield from _moved(line, place, targets(line, source) & line.free, action, card)

    return play


def _diagonal(line: Line, source: int) -> Mask:
    return ACROSS[source] & line.ground.no_higher(source, 1)


def _relocate(line: Line, source: int) -> Mask:
    """The highest squares of all castles, since there are so many others."""
    levels = line.ground.shape.levels
    tops = 0
    for castle in line.ground.shape.masks:
        open_squares = castle & line.free
        level = 1
        while open_squares & levels[level + 1]:
            level += 1
        tops |= open_squares & levels[level]
    return tops


def _two_levels(line: Line, source: int) -> Mask:
    return line.ground.steps(source, 2)


def _jump(line: Line, source: int) -> Mask:
    """Straight over a neighbour who stands there."""
    targets = 0
    for middle in squares_of(BESIDE[source] & ~line.free):
        behind = 2 * middle - source
        if 0 <= behind < SQUARES and BESIDE[middle] & BIT[behind]:
            targets |= BIT[behind]
    return targets & line.ground.no_higher(source, 1)


def _doors(line: Line, source: int) -> Mask:
    return line.ground.doors(source)


def _block_under(line: Line, card: int) -> Iterator[Line]:
    """A block under one of my knights; only from the stack in hand."""
    if not line.blocks:
        return
    for source in line.mine:
        if line.ground.takes_under(source):
            act = perform(actions.BLOCK_UNDER, source, card=card)
            after = _after(line, actions.BLOCK_UNDER, card, act)
            yield evolve(after, ground=line.ground.raised(source), blocks=line.blocks - 1)


def _common_block(line: Line, card: int) -> Iterator[Line]:
    return _blocks(line, actions.COMMON_BLOCK, card)


def _more_points(action: Action) -> Callable[[Line, int], Iterator[Line]]:
    def play(line: Line, card: int) -> Iterator[Line]:
        after = _after(line, action, card, perform(action, card=card))
        yield evolve(after, points=line.points + action.gain)

    return play


def _nothing(line: Line, card: int) -> Iterator[Line]:
    """Blocks stay where they are."""
    return iter(())


_CARDS: Final[Mapping[int, Callable[[Line, int], Iterator[Line]]]] = dict(
    enumerate(
        (
            _nothing,
            _move_card(actions.DIAGONAL, _diagonal),
            _block_under,
            _move_card(actions.RELOCATE, _relocate),
            _move_card(actions.TWO_LEVELS, _two_levels),
            _move_card(actions.JUMP, _jump),
            _common_block,
            _move_card(actions.DOOR, _doors),
            _more_points(actions.SIX_POINTS),
            _more_points(actions.SEVEN_POINTS),
        )
    )
)


def one_of_each(cards: Sequence[int]) -> tuple[int, ...]:
    """The first card of each kind."""
    first: dict[int, int] = {}
    for card in cards:
        first.setdefault(card % CARD_KINDS, card)
    return tuple(first.values())
