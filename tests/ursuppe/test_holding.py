"""Going along with an amoeba that leaves: gene 10 (spec/ursuppe-rules.md 4.1, 7.21)."""

from __future__ import annotations

from boardhub.games.ursuppe.events import Moved
from boardhub.games.ursuppe.moves import Eat, Go, Hold, LetGo, Roll, Tentacle
from boardhub.games.ursuppe.prompts import AskGenes, AskHold, AskMeal, AskMovement
from boardhub.games.ursuppe.state import Ursuppe
from tests.ursuppe.positions import Side, asked, listed, play, position, refused, start

EAST = (3, 10)
NONE = (0, 0, 0, 0)
NOTHING = (0, 0, 0, 0)


def scene(mover: Side, holder: Side) -> Ursuppe:
    """Phase 1 with an eastern drift: colour 0 moves, colour 2 may hold."""
    state = position(4, {0: mover, 2: holder}, card=EAST, food={(1, 1): (2, 2, 2, 2)})
    start(state, 1)
    return state


def places(state: Ursuppe, color: int) -> dict[int, tuple[int, int]]:
    """Where the amoebas of a colour are."""
    return {number: (it.x, it.y) for number, it in state.tribes[color].amoebas.items()}


def test_the_holder_is_asked_before_anything_is_told() -> None:
    """The block of the mover waits for the answer."""
    state = scene(Side({1: (1, 1)}), Side({4: (1, 1)}, genes=(10,)))
    assert play(state, 0, Go(1, 3)) == []
    assert asked(state) == [AskHold(2, 0, 4, 0, 1, 3, NONE)]
    assert list(state.legal_moves(0)) == []
    assert set(state.legal_moves(2)) == {Hold(4, 0, 1), LetGo(4, 0, 1)}


def test_holding_on_goes_along() -> None:
    """It costs nothing and ends up where the mover does."""
    state = scene(Side({1: (1, 1)}), Side({4: (1, 1)}, genes=(10,), points=0))
    play(state, 0, Go(1, 3))
    assert play(state, 2, Hold(4, 0, 1)) == [Moved(0, 1, 3, holders=((2, 4),))]
    assert places(state, 0) == {1: (2, 1)}
    assert places(state, 2) == {4: (2, 1)}
    assert asked(state) == [AskMeal(0, 0, 1)]


def test_letting_go_stays_behind() -> None:
    """The block then has no line of the holder."""
    state = scene(Side({1: (1, 1)}), Side({4: (1, 1)}, genes=(10,)))
    play(state, 0, Go(1, 3))
    assert play(state, 2, LetGo(4, 0, 1)) == [Moved(0, 1, 3)]
    assert places(state, 2) == {4: (1, 1)}


def test_every_amoeba_of_the_holder_is_asked_in_number_order() -> None:
    """One prompt each, those elsewhere left out; the block names who came along."""
    state = scene(
        Side({1: (1, 1)}), Side({6: (1, 1), 2: (1, 1), 0: (2, 1), 4: (1, 1)}, genes=(10,))
    )
    play(state, 0, Go(1, 3))
    assert asked(state) == [AskHold(2, 0, 2, 0, 1, 3, NONE)]
    assert play(state, 2, Hold(2, 0, 1)) == []
    assert asked(state) == [AskHold(2, 0, 4, 0, 1, 3, NONE)]
    assert play(state, 2, LetGo(4, 0, 1)) == []
    assert asked(state) == [AskHold(2, 0, 6, 0, 1, 3, NONE)]
    assert play(state, 2, Hold(6, 0, 1)) == [Moved(0, 1, 3, holders=((2, 2), (2, 6)))]
    assert places(state, 2) == {6: (2, 1), 2: (2, 1), 0: (2, 1), 4: (1, 1)}


def test_only_foreign_amoebas_are_held() -> None:
    """A holder's own amoeba leaves without a question (6.23)."""
    state = scene(Side({1: (1, 1), 5: (1, 1)}, genes=(10,)), Side({4: (1, 1)}))
    assert play(state, 0, Go(1, 3)) == [Moved(0, 1, 3)]
    assert asked(state) == [AskMeal(0, 0, 1)]


def test_only_a_displacement_is_held() -> None:
    """An amoeba that stays where it is asks nobody."""
    state = scene(Side({1: (4, 1)}), Side({4: (4, 1)}, genes=(10,)))
    assert play(state, 0, Go(1, 5)) == [Moved(0, 1, 5)]


def test_a_holder_elsewhere_is_not_asked() -> None:
    """It has to be in the square that is left."""
    state = scene(Side({1: (1, 1)}), Side({4: (2, 1)}, genes=(10,)))
    assert play(state, 0, Go(1, 3)) == [Moved(0, 1, 3)]


def test_a_colour_without_the_gene_is_not_asked() -> None:
    """Company alone does not hold."""
    state = scene(Side({1: (1, 1)}), Side({4: (1, 1)}, genes=(3, 9)))
    assert play(state, 0, Go(1, 3)) == [Moved(0, 1, 3)]


def test_the_holder_knows_what_tentacles_take() -> None:
    """The cubes are in the question and in the block."""
    state = scene(Side({1: (1, 1)}, genes=(9,)), Side({4: (1, 1)}, genes=(10,)))
    play(state, 0, Tentacle(1, (0, 1, 0, 2)))
    play(state, 0, Go(1, 3))
    assert asked(state) == [AskHold(2, 0, 4, 0, 1, 3, (0, 1, 0, 2))]
    assert list(state.cubes[1, 1]) == [2, 2, 2, 2]
    assert play(state, 2, Hold(4, 0, 1)) == [Moved(0, 1, 3, cubes=(0, 1, 0, 2), holders=((2, 4),))]
    assert list(state.cubes[2, 1]) == [0, 1, 0, 2]


def test_with_three_players_the_list_is_shorter() -> None:
    """One count per colour in play, zeros without tentacles."""
    state = position(3, {0: Side({1: (1, 1)}), 1: Side({4: (1, 1)}, genes=(10,))}, card=EAST)
    start(state, 1)
    play(state, 0, Go(1, 3))
    assert asked(state) == [AskHold(1, 0, 4, 0, 1, 3, (0, 0, 0))]


def test_both_movements_of_a_fast_amoeba_can_be_held() -> None:
    """The question is asked again at the second step, in the new square."""
    state = scene(
        Side({1: (1, 1)}, genes=(3,), movement=(3, 3, 3, 3)),
        Side({4: (1, 1), 5: (1, 1)}, genes=(10,)),
    )
    play(state, 0, Roll())
    play(state, 0, Go(1, 3))
    play(state, 2, Hold(4, 0, 1))
    assert play(state, 2, LetGo(5, 0, 1)) == [Moved(0, 1, 3, holders=((2, 4),))]
    assert asked(state) == [AskMovement(0, 0, 1, True)]
    play(state, 0, Roll())
    assert play(state, 0, Go(1, 3)) == []
    assert asked(state) == [AskHold(2, 0, 4, 0, 1, 3, NONE)]
    assert play(state, 2, Hold(4, 0, 1)) == [Moved(0, 1, 3, holders=((2, 4),))]
    assert places(state, 2) == {4: (3, 1), 5: (1, 1)}


def test_the_dice_are_shown_until_the_holders_have_answered() -> None:
    """The movement is in hand as long as its block has not been told."""
    state = scene(Side({1: (1, 1)}, movement=(3, 3)), Side({4: (1, 1)}, genes=(10,)))
    play(state, 0, Roll())
    play(state, 0, Go(1, 3))
    assert state.view(None).rolled == (0, 3, 3)
    play(state, 2, LetGo(4, 0, 1))
    assert state.view(None).rolled is None


def test_an_amoeba_dragged_along_still_has_its_turn() -> None:
    """Its own movement comes as if nothing had happened."""
    state = scene(Side({1: (1, 1)}), Side({4: (1, 1)}, genes=(10,)))
    play(state, 0, Go(1, 3))
    play(state, 2, Hold(4, 0, 1))
    play(state, 0, Eat(1, NOTHING))
    assert asked(state) == [AskMovement(2, 0, 4, False)]
    assert play(state, 2, Go(4, 3)) == [Moved(2, 4, 3)]
    assert places(state, 2) == {4: (3, 1)}


def test_an_amoeba_that_has_moved_can_be_dragged_later() -> None:
    """Holding is no turn of its own, and gives none."""
    state = position(4, {0: Side({4: (2, 1)}, genes=(10,)), 2: Side({1: (2, 1)})}, card=EAST)
    start(state, 1)
    play(state, 0, Go(4, 5))
    play(state, 0, Eat(4, NOTHING))
    assert play(state, 2, Go(1, 3)) == []
    assert play(state, 0, Hold(4, 2, 1)) == [Moved(2, 1, 3, holders=((0, 4),))]
    assert places(state, 0) == {4: (3, 1)}
    play(state, 2, Eat(1, NOTHING))
    assert asked(state) == [AskGenes(3, 0)]


def test_the_dragged_amoeba_does_not_bring_others() -> None:
    """Colour 0's second amoeba stays: only the mover's leaving is asked about."""
    state = scene(Side({1: (1, 1), 2: (1, 1)}), Side({4: (1, 1)}, genes=(10,)))
    play(state, 0, Go(1, 3))
    assert play(state, 2, Hold(4, 0, 1)) == [Moved(0, 1, 3, holders=((2, 4),))]
    assert places(state, 0) == {1: (2, 1), 2: (1, 1)}


def test_a_dragged_amoeba_takes_no_cubes_along() -> None:
    """Tentacles do not work while holding on (4.1, gene 9)."""
    state = scene(Side({1: (1, 1)}), Side({4: (1, 1)}, genes=(9, 10)))
    play(state, 0, Go(1, 3))
    assert listed(state, 2, Tentacle) == []
    assert refused(state, 2, Tentacle(4, (1, 0, 0, 0))) == 30
    play(state, 2, Hold(4, 0, 1))
    assert list(state.cubes[1, 1]) == [2, 2, 2, 2]
