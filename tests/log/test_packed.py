"""Keys in a few bytes each: found as in a dictionary."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.log.clocks import Clocks
from p2pgame.log.packed import PackedMap

keys = st.binary(min_size=2, max_size=2)


@given(st.lists(st.tuples(keys, st.integers(0, 2**64 - 1))), st.lists(keys))
def test_a_packed_map_is_a_dictionary_that_keeps_the_first(
    pairs: list[tuple[bytes, int]], asked: list[bytes]
) -> None:
    packed, plain = PackedMap(2), dict[bytes, int]()
    for key, number in pairs:
        assert packed.add(key, number) == (key not in plain)
        plain.setdefault(key, number)
    assert len(packed) == len(plain)
    for key in [*asked, *plain, b"", b"x", b"longer"]:
        assert packed.get(key) == plain.get(key)
        assert (key in packed) == (key in plain)


def test_a_key_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="2 bytes"):
        PackedMap(2).add(b"one", 1)


def test_clocks_grow_with_the_authors() -> None:
    clocks = Clocks()
    assert clocks.add(b"a", 0, []) == 0
    assert clocks.add(b"a", 1, [0]) == 1
    assert clocks.add(b"b", 0, [1]) == 2
    assert clocks.add(b"c", 0, []) == 3
    assert clocks.add(b"a", 2, [1, 2, 3]) == 4
    assert clocks.of(1) == {b"a": 1}
    assert clocks.of(2) == {b"a": 1, b"b": 0}
    assert clocks.of(3) == {b"c": 0}
    assert clocks.of(4) == {b"a": 2, b"b": 0, b"c": 0}
