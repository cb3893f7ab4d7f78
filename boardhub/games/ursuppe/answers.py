"""
Which moves answer which prompt, and what is played as a default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from attrs import frozen

from boardhub.games.rules import Move, Prompt
from boardhub.games.ursuppe.conflict import Conflict
from boardhub.games.ursuppe.deaths import Aggression
from boardhub.games.ursuppe.defects import Defects
from boardhub.games.ursuppe.division import Division
from boardhub.games.ursuppe.feeding import Meal
from boardhub.games.ursuppe.movement import Displacement, Movement
from boardhub.games.ursuppe.moves import (
    Aggress,
    BuyGenes,
    ChoosePosition,
    Compensate,
    Defend,
    Divide,
    Eat,
    Flee,
    Go,
    Hold,
    LetGo,
    NoDefence,
    NoFlight,
    NoSecondMove,
    Parasitize,
    Peace,
    Place,
    Ready,
    Roll,
    Starve,
    Struggle,
    Surrender,
    Tentacle,
)
from boardhub.games.ursuppe.prompts import (
    AskAggression,
    AskDefects,
    AskDivision,
    AskGenes,
    AskHold,
    AskMeal,
    AskMovement,
    AskPlacement,
    AskPosition,
    AskReady,
    AskWard,
)
from boardhub.games.ursuppe.purchases import Purchases
from boardhub.games.ursuppe.setup import SetUp
from boardhub.games.ursuppe.soup import Soup


@frozen
class Answer:
    """
    What a kind of move does as the answer to a kind of prompt: methods of the
    innermost stage in hand.

    ``check`` refuses it or changes nothing, ``carry_out`` follows only then;
    ``candidates`` lists moves of which those that pass the check are legal
    (None: the move is only played as a default). ``stays_open``: the prompt
    goes on waiting. ``is_exact``: all candidates are legal; spares the check
    where there are many.
    """

    check: Callable[[Any, Soup, int, Any], None]
    carry_out: Callable[[Any, Soup, int, Any], None]
    candidates: Callable[[Any, Soup, int], Iterable[Move]] | None
    stays_open: bool = False
    is_exact: bool = False


#: Which moves answer which prompt (spec/ursuppe-rules.md 7.17).
ANSWERS: Final[Mapping[type[Prompt], Mapping[type[Move], Answer]]] = {
    AskReady: {Ready: Answer(SetUp.check_ready, SetUp.ready, SetUp.readies)},
    AskPosition: {
        ChoosePosition: Answer(SetUp.check_position, SetUp.choose_position, SetUp.positions)
    },
    AskPlacement: {
        Place: Answer(SetUp.check_placement, SetUp.place, SetUp.placements, is_exact=True)
    },
    AskMovement: {
        Roll: Answer(Movement.check_roll, Movement.roll, Movement.rolls, stays_open=True),
        Tentacle: Answer(
            Movement.check_tentacle,
            Movement.declare_tentacle,
            Movement.tentacles,
            stays_open=True,
            is_exact=True,
        ),
        Go: Answer(Movement.check_go, Movement.go, Movement.goes),
        NoSecondMove: Answer(
            Movement.check_no_second, Movement.decline_second, Movement.declined_seconds
        ),
    },
    AskHold: {
        Hold: Answer(Displacement.check_answer, Displacement.hold, Displacement.holds),
        LetGo: Answer(Displacement.check_answer, Displacement.let_go, Displacement.let_gos),
    },
    AskMeal: {
        Eat: Answer(Meal.check_meal, Meal.eat, Meal.eatables),
        Starve: Answer(Meal.check_hunger, Meal.starve, None),
        Parasitize: Answer(Meal.check_parasitism, Meal.parasitize, Meal.hosts, stays_open=True),
        Struggle: Answer(Meal.check_struggle, Meal.struggle, Meal.struggles),
    },
    AskWard: {
        Roll: Answer(Conflict.check_roll, Conflict.roll, Conflict.rolls, stays_open=True),
        Tentacle: Answer(
            Conflict.check_tentacle,
            Conflict.declare_tentacle,
            Conflict.tentacles,
            stays_open=True,
            is_exact=True,
        ),
        Flee: Answer(Conflict.check_flight, Conflict.flee, Conflict.flights),
        NoFlight: Answer(
            Conflict.check_no_flight, Conflict.decline_flight, Conflict.declined_flights
        ),
        Defend: Answer(Conflict.check_defence, Conflict.defend, Conflict.defences),
        NoDefence: Answer(
            Conflict.check_defence, Conflict.decline_defence, Conflict.declined_defences
        ),
        Surrender: Answer(Conflict.check_surrender, Conflict.surrender, None),
    },
    AskDefects: {
        Compensate: Answer(Defects.check_payment, Defects.pay, Defects.payments, is_exact=True)
    },
    AskGenes: {
        BuyGenes: Answer(
            Purchases.check_purchase, Purchases.buy, Purchases.purchases, is_exact=True
        )
    },
    AskDivision: {
        Divide: Answer(Division.check_division, Division.divide, Division.divisions, is_exact=True)
    },
    AskAggression: {
        Aggress: Answer(Aggression.check_attack, Aggression.aggress, Aggression.attacks),
        Peace: Answer(Aggression.check_peace, Aggression.keep_peace, Aggression.peaces),
    },
}

#: How prompts answer themselves (spec/ursuppe-rules.md 6.30).
DEFAULTS: Final[Mapping[type[Prompt], Callable[[Any, Soup, int], Move]]] = {
    AskReady: SetUp.default_ready,
    AskPosition: SetUp.default_position,
    AskPlacement: SetUp.default_placement,
    AskMovement: Movement.default,
    AskHold: Displacement.default,
    AskMeal: Meal.default,
    AskWard: Conflict.default,
    AskDefects: Defects.default,
    AskGenes: Purchases.default,
    AskDivision: Division.default,
    AskAggression: Aggression.default,
}
