"""Paths have nodes and parents, undo and redo, and batches without a trace."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.engine.state import encode
from p2pgame.tabletop.puzzles import path
from p2pgame.tabletop.puzzles.path import Path, Undo
from tests.english import refusing
from tests.tabletop.past_play import WORDS, after, bare, possible


@pytest.mark.row("R06")
@given(st.text("abc", max_size=60))
def test_the_chain_of_parents_is_as_long_as_the_moves_since_the_start(
    word: str,
) -> None:
    node, moves = after(word).node, []
    while node.parent is not None:
        assert node.undo is not None
        moves.append(node.undo.move)
        node = node.parent
    assert "".join(reversed(moves)) == word
    assert node.undo is None


@pytest.mark.row("R06")
def test_a_node_stays_as_it_was_when_the_path_goes_on() -> None:
    short = after("ab")
    was = encode(short)
    after_more = path.undo(path.move(short, "c"), "abc")
    assert encode(short) == was
    assert after_more.node.parent is not None
    assert after_more.node.parent.undo == Undo("a")


@pytest.mark.row("R07")
@given(WORDS)
def test_the_move_in_the_undo_made_again_leads_to_the_same_node(word: str) -> None:
    now = after(possible(word))
    node = now.node
    assert node.undo == now.undo
    while node.parent is not None:
        assert node.undo is not None
        gone = path.back(now, now.depth - node.parent.depth)
        again = path.move(gone, node.undo.move, node.undo.intensity)
        assert again.done == now.done[: node.depth]
        assert again.redo == (*now.done[node.depth :], *now.redo)
        node = node.parent


@pytest.mark.row("R08")
@given(st.text("abc", min_size=1, max_size=50))
def test_as_many_redos_as_undos_lead_back(word: str) -> None:
    there = after(word)
    back = after(word + "u" * len(word))
    assert "".join(undo.move for undo in back.redo) == word
    assert bare(after(word + "u" * len(word) + "r" * len(word))) == bare(there)


def test_undoing_and_redoing_nothing_is_refused_and_changes_nothing() -> None:
    for step in (path.redo, lambda p: path.undo(p, "")):
        with refusing(ValueError, match="there is nothing to"):
            step(Path())
    with refusing(ValueError, match="2 moves cannot be undone, of 1"):
        path.back(after("a"), 2)
    with refusing(ValueError, match="1 moves cannot be redone, of 0"):
        path.forth(after("a"), 1)


@pytest.mark.row("R09")
def test_a_redo_makes_a_node_and_leaves_a_dead_redo_behind() -> None:
    now = after("abuur")
    assert now.undo == Undo("a")
    assert now.redo == (Undo("b"),)
    parent = now.node.parent
    assert parent is not None
    assert parent.dead == Undo("a")
    assert parent.redo == ()


@pytest.mark.row("R09")
@given(WORDS)
def test_a_dead_redo_is_never_offered_until_its_node_is_undone(word: str) -> None:
    now = after(possible(word))
    node = now.node
    while node.parent is not None:
        node = node.parent
        assert node.redo == ()
        if node.dead is not None:
            assert node.dead == now.done[node.depth]
    assert now.node.dead is None


@pytest.mark.row("R11")
def test_a_new_move_drops_the_redo_list() -> None:
    assert after("abcuuu").redo == tuple(map(Undo, "abc"))
    assert after("abcuuub").redo == ()


@pytest.mark.row("R11")
def test_the_same_move_keeps_the_rest_of_the_redo_list() -> None:
    now = after("abcuuua")
    assert now.redo == tuple(map(Undo, "bc"))
    assert bare(after("abcuuuarr")) == bare(after("abc"))
    assert now.node.parent is not None
    assert now.node.parent.dead == Undo("a")


@pytest.mark.row("R12")
def test_the_same_move_with_another_intensity_drops_the_redo_list() -> None:
    start = path.move(path.move(Path(), "a", "wide"), "b", "wide")
    back = path.back(start, 2)
    assert path.move(back, "a", "wide").redo == (Undo("b", "wide"),)
    assert path.move(back, "a", "narrow").redo == ()


@pytest.mark.row("R24")
@given(WORDS, st.integers(0, 9))
def test_a_batch_that_goes_back_and_forth_leaves_no_trace(
    word: str, times: int
) -> None:
    now = after(possible(word))
    times = min(times, now.depth)
    there = path.back(now, times)
    assert there.just == now.just
    assert there.have == now.have
    assert all(just.depth <= there.depth for just in there.live)
    assert path.forth(there, times) == now
