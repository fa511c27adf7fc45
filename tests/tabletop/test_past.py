"""The past holds undos and redos in every combination, and past boards."""

from __future__ import annotations

import sys
from itertools import islice

import msgspec
import pytest
from hypothesis import given

from p2pgame.engine import State
from p2pgame.engine.state import encode
from p2pgame.tabletop import past, path
from p2pgame.tabletop.path import Just, Path, Undo
from tests.tabletop import past_tree
from tests.tabletop.past_play import LETTERS, WORDS, after, bare, played, possible, told
from tests.tabletop.past_tree import words


@pytest.mark.row("R09", "R15")
def test_the_path_of_an_element_has_the_redos_used_since_it_began() -> None:
    own = past.own(after("abuurr"), 2)
    parent = own.node.parent
    assert parent is not None
    assert parent.dead == Undo("b")
    assert parent.parent is not None
    assert parent.parent.dead is None


@pytest.mark.row("R14")
@pytest.mark.parametrize("cycles", range(6))
def test_cycles_of_undo_and_redo_append_alternating_elements(cycles: int) -> None:
    now = after("ab" + "ur" * cycles)
    assert now.node.parent is not None
    just = now.node.parent.just
    assert [each.kind for each in just] == ["undo", "redo"] * cycles
    assert {each.undo for each in just} <= {Undo("b")}
    assert after("ab" + "ur" * cycles + "c").just == now.just


@pytest.mark.row("R15")
@given(WORDS)
def test_the_path_of_every_element_leads_to_where_the_item_is(word: str) -> None:
    now = after(possible(word))
    for index, just in enumerate(now.live):
        own = past.own(now, index)
        assert now.moves[: past.start(just)] + own.moves == now.moves
        assert own.redo == now.redo


@pytest.mark.row("R16")
def test_two_undos_at_one_depth_have_three_combinations() -> None:
    first, second = Just("undo", Undo("b"), 1), Just("undo", Undo("c"), 1)
    now = after("abucu")
    assert list(past.combinations(now)) == [(first,), (first, second), (second,)]


@pytest.mark.row("R16", "R17")
def test_the_callback_gets_the_elements_of_the_tree_of_real_paths() -> None:
    walked = 0
    for word in words(LETTERS, 6):
        now = played(word)
        if now is None:
            continue
        found: list[past.Combination] = []
        count = past.traverse(numbered(now), found.append)
        real = list(past_tree.walk(told(word)))
        assert count == len(found) == len(real)
        for combination, elements in zip(found, real, strict=True):
            assert [(just.kind, just.undo.move) for just in combination] == [
                (element.kind, element.move) for element in elements
            ]
            own, after = now, 0
            for just in combination:
                number = int(just.undo.intensity)
                own, after = past.own(own, number - after), number + 1
            assert own.moves == elements[-1].path.moves
            assert [undo.move for undo in own.redo] == elements[-1].path.redo
        walked += count
    assert walked > 2000


def numbered(now: Path) -> Path:
    """Return the path with numbered elements, to tell them apart."""
    just = (
        Just(each.kind, Undo(each.undo.move, str(number)), each.depth)
        for number, each in enumerate(now.live)
    )
    return Path(now.done, now.redo, now.spent, tuple(just), now.have)


@pytest.mark.row("R15", "R17")
@pytest.mark.parametrize("word", [*words("abu", 4)])
def test_an_element_goes_where_its_real_path_goes(word: str) -> None:
    word = possible(word + "ucrcurb")
    now = after(word)
    for index, element in enumerate(told(word).past()):
        own = past.own(now, index)
        assert own.moves == element.path.moves
        assert [undo.move for undo in own.redo] == element.path.redo
        assert [each.move for each in element.path.past()] == [
            each.undo.move for each in own.live
        ]


@pytest.mark.row("R18")
@given(WORDS, WORDS)
def test_a_path_written_and_read_goes_on_as_before(word: str, more: str) -> None:
    now = after(possible(word))
    read = msgspec.msgpack.decode(encode(now), type=Path)
    assert read == now
    assert list(islice(past.combinations(read), 99)) == list(
        islice(past.combinations(now), 99)
    )
    assert played(more, read) == played(more, now)


@pytest.mark.row("R19")
def test_thirty_undos_take_memory_for_thirty_and_are_walked_without_it() -> None:
    sizes = {}
    for count in (10, 30, 300):
        now = after("a" + "".join(f"{letter}u" for letter in "bc" * (count // 2)))
        assert len(now.live) == count
        sizes[count] = _size(now, set()) / count, len(encode(now)) / count
    assert sizes[30][0] < 1.1 * sizes[10][0] < 600
    assert sizes[300][1] < 1.1 * sizes[10][1] < 60
    few = list(islice(past.combinations(after("a" + "bu" * 30)), 1000))
    assert [len(each) for each in few[:31]] == [*range(1, 31), 29]


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


def recipe(before: Path, kind: str) -> Path:
    """Replay the events before an undo or redo on an empty path, then do it."""
    fresh = Path()
    if before.undo is not None:
        fresh = path.move(fresh, before.undo.move)
    for each in before.redo:
        fresh = path.move(fresh, each.move)
    fresh = path.settle(path.back(fresh, len(before.redo)))
    if kind == "undo":
        return path.settle(path.back(fresh, 1))
    return path.forth(fresh, 1)


@pytest.mark.row("R20", "R21", "R22")
@pytest.mark.parametrize(
    ("word", "step"),
    [
        *(("a", "u"), ("ab", "u"), ("abcuu", "u"), ("abcduu", "u"), ("abuaru", "u")),
        *(("au", "r"), ("abu", "r"), ("abcuu", "r"), ("abcduuu", "r")),
    ],
)
def test_an_element_begins_as_its_recipe_replayed_and_goes_on_like_it(
    word: str, step: str
) -> None:
    word = possible(word)
    kind = "undo" if step == "u" else "redo"
    made = recipe(after(word), kind)
    now = after(word + step)
    index = len(now.live) - 1
    assert now.live[index].kind == kind
    assert now.just == (*path.settle(after(word)).just, now.just[-1])[-len(now.just) :]
    assert not made.just
    assert not made.have
    compared = 0
    for more in words(LETTERS, 3):
        actual = played(more, now)
        if actual is None or not _lives(now, more, index):
            continue
        again = played(more, made)
        assert again is not None
        own = past.own(actual, index)
        assert bare(own) == bare(again)
        assert own.just == again.just
        assert bool(actual.redo) == bool(again.redo)
        compared += 1
    assert compared > 15


def _lives(now: Path, more: str, index: int) -> bool:
    """Return whether the element lives throughout a word."""
    wanted = now.live[index].depth
    paths = [played(more[:end], now) for end in range(len(more) + 1)]
    return all(each is not None and each.depth >= wanted for each in paths)


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
    for combination in islice(past.combinations(now), 64):
        depths = [just.depth for just in combination]
        assert depths == sorted(depths)
        assert depths[-1] <= now.depth
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
