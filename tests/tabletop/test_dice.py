"""Public dice are part of the state; private dice are hidden in their stacks."""

from __future__ import annotations

import pytest

from p2pgame.engine import Policy, Roll, Rolled, learn, sanitise
from p2pgame.tabletop import Dice, Stack, die_faces, die_pips, move, unrolled
from tests.english import refusing


@pytest.mark.row("B52", "B74")
def test_rolled_dice_show_their_pips() -> None:
    dice = unrolled(3)
    assert dice == Dice(6, (0, 0, 0))
    assert dice.roll() == Roll(6, 3)
    rolled = dice.rolled(Rolled((0, 5, 2)))
    assert rolled.pips == (1, 6, 3)
    assert rolled.total == 10
    assert dice.pips == (0, 0, 0)


@pytest.mark.row("B52")
def test_dice_that_are_kept_lie_still() -> None:
    dice = Dice(20, (7, 8, 9))
    assert dice.roll(keep=(1,)) == Roll(20, 2)
    assert dice.rolled(Rolled((0, 19)), keep=(1,)).pips == (1, 8, 20)
    with pytest.raises(ValueError):
        dice.rolled(Rolled((0, 1, 2)), keep=(1,))
    with pytest.raises(ValueError):
        dice.rolled(Rolled((0,)), keep=(1,))


@pytest.mark.row("B52")
def test_a_private_die_is_read_from_its_face() -> None:
    assert [die_pips(face) for face in die_faces()] == [1, 2, 3, 4, 5, 6]
    assert die_pips("19", 20) == 20
    for face in ("6", "-1", "", "01", "x", "٣"):
        with refusing(ValueError, match="no die of 6 sides"):
            die_pips(face)


@pytest.mark.row("B52", "B48")
def test_a_die_is_seen_only_where_the_stack_it_lies_in_is_visible() -> None:
    cup, table = Stack("dice", (0, 1)), Stack("dice")
    roll, faces = Roll(6, 2, ((1, (0, 1)),)), {0: "4", 1: "2"}

    def seen(seat: int | None) -> list[tuple[str | None, ...] | None]:
        zones = (
            cup.zone("cup", others=Policy.LENGTH, group=(1,)),
            table.zone("table", others=Policy.VISIBLE),
        )
        return [zone.faces for zone in sanitise(zones, faces, seat)]

    assert learn({}, roll, Rolled(()), faces) == faces
    assert seen(1) == [("4", "2"), ()]
    assert seen(0) == seen(None) == [None, ()]
    cup, table = move(cup, table, 1)
    assert seen(1) == [("4",), ("2",)]
    assert seen(0) == seen(None) == [None, ("2",)]
