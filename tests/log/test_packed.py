"""Many keys and rows: found as in a dictionary or a list, wherever they are kept."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.log.clocks import Clocks
from p2pgame.log.disk import MACHINE
from p2pgame.log.nameless_file import NamelessFile
from p2pgame.log.packed import PackedMap
from p2pgame.log.scratch import Scratch

keys = st.binary(min_size=2, max_size=2)


@given(st.dictionaries(keys, st.integers(0, 2**64 - 1)), st.lists(keys))
def test_a_packed_map_is_a_dictionary(
    plain: dict[bytes, int], asked: list[bytes]
) -> None:
    packed = PackedMap(2, Scratch())
    for key, number in plain.items():
        packed.add(key, number)
    assert len(packed) == len(plain)
    for key in [*asked, *plain, b"", b"x", b"longer"]:
        assert packed.get(key) == plain.get(key)
        assert (key in packed) == (key in plain)


@pytest.mark.parametrize("seed", range(2))
def test_many_keys_are_found_in_a_file_and_only_whole(
    tmp_path: Path, seed: int
) -> None:
    chance = Random(seed)
    scratch = Scratch()
    scratch.put_in(lambda: NamelessFile(tmp_path, MACHINE))
    packed, plain = PackedMap(3, scratch), dict[bytes, int]()
    for _ in range(20_000):
        # Few different bytes, so that a key is also where none begins.
        key = bytes(chance.choices(range(32), k=3))
        number = int.from_bytes(bytes(chance.choices(range(32), k=8)), "little")
        if key not in plain:
            packed.add(key, number)
            plain[key] = number
    for at in range(32**3):
        key = bytes((at >> 10, at >> 5 & 31, at & 31))
        assert packed.get(key) == plain.get(key)


def test_a_key_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="2 bytes"):
        PackedMap(2, Scratch()).add(b"one", 1)


def test_clocks_grow_with_the_authors() -> None:
    clocks = Clocks(Scratch())
    assert clocks.add(b"a", 0, []) == 0
    assert clocks.add(b"a", 1, [0]) == 1
    assert clocks.add(b"b", 0, [1]) == 2
    assert clocks.add(b"c", 0, []) == 3
    assert clocks.add(b"a", 2, [1, 2, 3]) == 4
    assert clocks.of(1) == {b"a": 1}
    assert clocks.of(2) == {b"a": 1, b"b": 0}
    assert clocks.of(3) == {b"c": 0}
    assert clocks.of(4) == {b"a": 2, b"b": 0, b"c": 0}
