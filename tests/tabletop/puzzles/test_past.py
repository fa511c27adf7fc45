"""The past of an item holds its undos and redos, and past boards."""

from __future__ import annotations

import sys

import msgspec
import pytest
from hypothesis import given

from p2pgame.engine import State
from p2pgame.engine.state import encode
from p2pgame.tabletop.puzzles import path
from p2pgame.tabletop.puzzles.path import Path, Undo
from tests.tabletop.past_play import WORDS, after, played, possible


@pytest.mark.row("R14")
@pytest.mark.parametrize("cycles", range(6))
def test_cycles_of_undo_and_redo_append_alternating_elements(cycles: int) -> None:
    now = after("ab" + "ur" * cycles)
    assert now.node.parent is not None
    just = now.node.parent.just
    assert [each.kind for each in just] == ["undo", "redo"] * cycles
    assert {each.undo for each in just} <= {Undo("b")}
    assert after("ab" + "ur" * cycles + "c").just == now.just


@pytest.mark.row("R18")
@given(WORDS, WORDS)
def test_a_path_written_and_read_goes_on_as_before(word: str, more: str) -> None:
    now = after(possible(word))
    read = msgspec.msgpack.decode(encode(now), type=Path)
    assert read == now
    assert played(more, read) == played(more, now)


@pytest.mark.row("R19")
def test_thirty_undos_take_memory_for_thirty() -> None:
    sizes = {}
    for count in (10, 30, 300):
        now = after("a" + "".join(f"{letter}u" for letter in "bc" * (count // 2)))
        assert len(now.live) == count
        sizes[count] = _size(now, set()) / count, len(encode(now)) / count
    assert sizes[30][0] < 1.1 * sizes[10][0] < 600
    assert sizes[300][1] < 1.1 * sizes[10][1] < 60


def _size(value: object, seen: set[int]) -> int:
    """Return the bytes of a value and all that it refers to, once each."""
    if id(value) in seen:
        return 0
    seen.add(id(value))
    inner: tuple[object, ...] = ()
    if isinstance(value, State):
        inner = tuple(getattr(value, name) for name in value.__struct_fields__)
    elif isinstance(value, tuple):
        inner = value
    return sys.getsizeof(value) + sum(_size(each, seen) for each in inner)


@pytest.mark.row("R22")
@given(WORDS)
def test_an_undo_or_redo_adds_one_element_however_much_is_replayed(word: str) -> None:
    now = after(possible(word))
    if now.undo is not None:
        left = path.undo(now, "")
        kept = [just for just in now.just if just.depth <= left.depth]
        assert list(left.just[:-1]) == kept
    if now.redo:
        assert path.redo(now).just[:-1] == now.just


@pytest.mark.row("R23")
@given(WORDS)
def test_no_element_outlives_the_node_that_owns_it(word: str) -> None:
    now = after(possible(word))
    assert now.live == now.just
    depths = [just.depth for just in now.live]
    assert depths == sorted(depths)
    assert all(have.depth <= now.depth for have in now.have)
    assert all(depth < now.depth for depth in now.spent)


@pytest.mark.row("R23")
def test_an_undo_repeals_the_elements_of_its_node_for_good() -> None:
    deep = after("abcu")
    assert [just.undo.move for just in deep.live] == ["c"]
    gone = path.undo(deep, "ab")
    assert [just.undo.move for just in gone.live] == ["b"]
    back = path.redo(gone)
    assert [(just.kind, just.depth) for just in back.live] == [("undo", 1), ("redo", 1)]
    assert back.node.just == ()


@pytest.mark.row("R35")
def test_a_board_that_has_been_is_kept_where_the_undo_came_to() -> None:
    now = path.undo(after("abc"), "abc", since=5)
    assert now.node.have == now.have
    assert (now.have[0].board, now.have[0].depth, now.have[0].since) == ("abc", 2, 5)
    assert path.redo(now).have == now.have
    further = path.undo(now, "ab")
    assert [have.board for have in further.node.have] == ["abc", "ab"]
