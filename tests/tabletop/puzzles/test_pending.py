"""A batch undoes other items for a move, and may be redone later."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.engine.state import encode
from p2pgame.tabletop.puzzles import pending
from p2pgame.tabletop.puzzles.pending import Batch, Items
from tests.tabletop.past_play import boards


def moves(items: Items, script: str) -> Items:
    """Return the items after moves: ``0a 1b 1c`` are a by item 0, then b, c by 1."""
    for each in script.split():
        items = pending.moved(items, int(each[0]), each[1:])
    return items


@pytest.fixture
def three() -> Items:
    """Four items: 1 has gone five moves, back and forth, 2 three moves, 3 none."""
    items = moves(pending.fresh(4), "0a 1a 1b 1c 1d 1e 2a 2b 2c")
    return pending.redone(pending.undone(items, 1, "first"), 1)


@pytest.mark.row("R32")
def test_a_batch_counts_the_undos_of_each_item_and_lies_on_top(three: Items) -> None:
    one = pending.moved(three, 0, "b", batch=[(1, 1), (2, 2), (1, 1)])
    assert one.pending == (Batch(0, ((1, 2), (2, 2))),)
    two = pending.moved(one, 3, "a", batch=[(0, 1), (1, 1)])
    assert two.pending == (Batch(0, ((1, 2), (2, 2))), Batch(3, ((0, 1), (1, 1))))
    left = ["".join(path.moves) for path in two.paths]
    assert left == ["a", "ab", "a", "a"]


@pytest.mark.row("R32")
def test_a_move_that_needs_no_batch_leaves_the_stack_as_it_is(three: Items) -> None:
    one = pending.moved(three, 0, "b", batch=[(1, 1)])
    assert pending.moved(one, 3, "a").pending == one.pending
    assert pending.moved(three, 3, "a").pending == ()


@pytest.mark.row("R24")
def test_a_batch_is_no_part_of_the_past(three: Items) -> None:
    past_of_1 = three.paths[1].just
    assert len(past_of_1) == 2
    there = pending.moved(three, 0, "b", batch=[(1, 1), (2, 3)])
    assert there.paths[1].just == past_of_1
    assert there.paths[1].have == three.paths[1].have
    assert not there.paths[2].just
    assert not there.paths[2].have
    back = pending.undone(there, 0, "third")
    assert back.paths[1].just == past_of_1
    assert [just.undo.move for just in back.paths[0].just] == ["b"]


@pytest.mark.row("R24")
def test_a_batch_is_no_matter_of_intensity() -> None:
    items = pending.moved(pending.fresh(2), 1, "a", intensity="tight")
    there = pending.moved(items, 0, "b", batch=[(1, 1)])
    assert there.paths[1].redo == items.paths[1].done
    assert pending.undone(there, 0, "").paths[1] == items.paths[1]


@pytest.mark.row("R33")
def test_a_second_move_of_an_item_clears_its_pending_batch(three: Items) -> None:
    one = pending.moved(three, 0, "b", batch=[(1, 1)])
    two = pending.moved(one, 3, "a", batch=[(2, 1)])
    assert pending.moved(two, 0, "c").pending == ()
    assert pending.moved(two, 0, "c", batch=[(2, 2)]).pending == (Batch(0, ((2, 2),)),)


@pytest.mark.row("R33")
def test_a_move_of_an_item_that_was_undone_clears_the_stack(three: Items) -> None:
    one = pending.moved(three, 0, "b", batch=[(1, 1), (2, 1)])
    two = pending.moved(one, 3, "a", batch=[(0, 1)])
    assert pending.moved(two, 1, "x").pending == ()
    assert pending.redone(two, 2).pending == ()
    assert pending.undone(pending.moved(two, 1, "x"), 3, "").paths[0] == two.paths[0]


@pytest.mark.row("R33")
def test_an_undo_that_is_not_of_the_top_clears_the_stack(three: Items) -> None:
    one = pending.moved(three, 0, "b", batch=[(1, 1)])
    two = pending.moved(one, 3, "a", batch=[(2, 1)])
    for item in (0, 1, 2):
        left = pending.undone(two, item, "")
        assert left.pending == ()
        others = {0, 1, 2, 3} - {item}
        assert all(left.paths[each].moves == two.paths[each].moves for each in others)


@pytest.mark.row("R34")
def test_undos_of_the_tops_restore_everything_in_reverse_order(three: Items) -> None:
    one = pending.moved(three, 0, "b", batch=[(1, 2), (2, 1)])
    two = pending.moved(one, 3, "a", batch=[(1, 1), (2, 2), (0, 1)])
    back = pending.undone(two, 3, "")
    assert back.paths[:3] == one.paths[:3]
    assert back.pending == one.pending
    start = pending.undone(back, 0, "")
    assert start.paths[1:3] == three.paths[1:3]
    assert start.paths[0].moves == three.paths[0].moves
    assert start.pending == ()


@pytest.mark.row("R34")
def test_a_batch_that_has_no_room_is_left_undone_and_forgotten(three: Items) -> None:
    there = pending.moved(three, 0, "b", batch=[(1, 2)])
    back = pending.undone(there, 0, "", restore=False)
    assert back.paths[1].moves == three.paths[1].moves[:-2]
    assert back.pending == ()
    assert pending.restorable(there, 0) == there.pending[-1]
    assert pending.restorable(there, 1) is None
    ahead = pending.restored(there, 0)
    assert ahead.paths[1] == three.paths[1]


@pytest.mark.row("R27")
def test_a_joining_item_is_undone_without_being_pending(three: Items) -> None:
    one = pending.moved(three, 0, "b", batch=[(1, 1)])
    joined = pending.moved(one, 3, "a", joined=[(2, 2)])
    assert joined.pending == ()
    assert joined.paths[2].moves == ("a",)
    assert pending.undone(joined, 3, "").paths[2].moves == ("a",)


@pytest.mark.row("R23", "R24")
def test_nodes_set_aside_for_a_batch_are_repealed_when_it_is_cleared(
    three: Items,
) -> None:
    there = pending.moved(three, 0, "b", batch=[(1, 2)])
    aside = there.paths[1]
    assert len(aside.just) == 2
    assert aside.depth == 3
    assert aside.live == ()
    cleared = pending.moved(there, 0, "c").paths[1]
    assert cleared.just == ()
    assert {have.depth for have in cleared.have} == {cleared.depth}
    assert pending.redone(pending.moved(there, 0, "c"), 1).paths[1].live != aside.just


@pytest.mark.row("R35")
def test_moves_pile_up_on_a_board_and_undo_and_redo_do_nothing_to_it() -> None:
    items = moves(pending.fresh(2), "0a 0b 1x")
    assert items.piled == ()
    items = pending.undone(items, 0, "ab x")
    assert boards(items) == [(0, 1, "ab x", ())]
    items = moves(items, "1y 0b 0b")
    piled = ((1, "y"), (0, "b"), (0, "b"))
    assert boards(items)[0].piled == piled
    items = pending.redone(pending.undone(items, 0, "abb xy"), 0)
    assert [board.piled for board in boards(items)] == [piled, ()]
    for _ in range(3):
        items = pending.undone(items, 0, "again")
    assert boards(items)[0].piled == piled
    assert boards(items)[0].depth == 0
    assert len(boards(items)) == 5
    assert all(board.piled == ((1, "a"),) for board in boards(moves(items, "1a"))[1:])


STEPS = st.lists(
    st.tuples(
        st.sampled_from("mmurrj"),
        st.integers(0, 3),
        st.sampled_from("ab"),
        st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3)), max_size=2),
        st.booleans(),
    ),
    max_size=40,
)
Step = tuple[str, int, str, list[tuple[int, int]], bool]


def step(items: Items, what: Step) -> Items:
    """Return the items after a step, with the possible part of its batch."""
    kind, item, made, wanted, restore = what
    others = dict(wanted)
    others.pop(item, None)
    able = [(o, min(n, items.paths[o].depth)) for o, n in others.items()]
    able = [(other, times) for other, times in able if times]
    if kind == "u":
        if items.paths[item].undo is None:
            return items
        return pending.undone(items, item, "board", restore=restore)
    if kind == "r":
        if not items.paths[item].redo:
            return items
        return pending.redone(items, item, batch=able)
    if kind == "j":
        return pending.moved(items, item, made, joined=able[:1])
    return pending.moved(items, item, made, batch=able)


@pytest.mark.row("R18", "R23", "R32")
@given(STEPS)
def test_after_any_events_the_stack_is_sound_and_nothing_is_orphaned(
    steps: list[Step],
) -> None:
    items = pending.fresh(4)
    for what in steps:
        items = step(items, what)
    first = [batch.item for batch in items.pending]
    assert len(first) == len(set(first))
    aside = [0] * 4
    for batch in items.pending:
        for other, times in batch.undone:
            aside[other] += times
    for path, allowed in zip(items.paths, aside, strict=True):
        assert all(just.depth <= path.depth + allowed for just in path.just)
        assert all(have.depth <= path.depth + allowed for have in path.have)
        assert all(have.since <= len(items.piled) for have in path.have)
        assert len(path.redo) >= allowed
    assert msgspec.msgpack.decode(encode(items), type=Items) == items


@pytest.mark.row("R34")
@given(STEPS, st.integers(0, 3), st.lists(st.integers(0, 3), max_size=3))
def test_the_undo_of_a_move_restores_every_item_it_moved(
    steps: list[Step], item: int, others: list[int]
) -> None:
    items = pending.fresh(4)
    for what in steps:
        items = step(items, what)
    batch = [(o, 1) for o in {*others} - {item} if items.paths[o].depth]
    clear = pending.cleared(items)
    there = pending.moved(clear, item, "m", batch=batch)
    back = pending.undone(there, item, "")
    assert back.pending == ()
    for each, (was, now) in enumerate(zip(clear.paths, back.paths, strict=True)):
        assert was.done == now.done
        assert each == item or was == now
