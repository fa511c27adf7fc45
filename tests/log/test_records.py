"""A crash may cost the record being written; nothing else may be lost unseen."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.log.errors import StoreError
from p2pgame.log.records import (
    KEY_BYTES,
    RECORD_LIMIT,
    Damaged,
    read_file,
    write_header,
    write_record,
)

KEY = b"k" * KEY_BYTES
HEADER = write_header(KEY, bytes(16))
CONTENTS = [b"first", b"", b"third" * 10, bytes(40)]
RECORDS = [write_record(KEY, n, content) for n, content in enumerate(CONTENTS)]
FILE = HEADER + b"".join(RECORDS)
ENDS = [len(HEADER) + sum(map(len, RECORDS[:count])) for count in range(5)]


def test_a_file_is_read_back() -> None:
    contents = read_file(FILE)
    assert (contents.key, contents.end) == (KEY, len(FILE))
    assert list(contents.records) == CONTENTS


def test_every_prefix_holds_a_prefix_of_the_records() -> None:
    for length in range(len(FILE)):
        contents = read_file(FILE[:length])
        whole = sum(end <= length for end in ENDS[1:])
        assert list(contents.records) == CONTENTS[:whole]
        assert contents.end == (ENDS[whole] if length >= len(HEADER) else 0)
        assert contents.key == (KEY if length >= len(HEADER) else None)


@pytest.mark.parametrize("mask", [0x01, 0x80, 0xFF])
@pytest.mark.attack(45)
def test_a_flipped_byte_is_damage_or_costs_the_last_record(mask: int) -> None:
    for at in range(len(FILE)):
        flipped = bytearray(FILE)
        flipped[at] ^= mask
        if at < ENDS[3]:
            with pytest.raises(StoreError):
                read_file(bytes(flipped))
        else:
            contents = read_file(bytes(flipped))
            assert list(contents.records) == CONTENTS[:3]
            assert contents.end == ENDS[3]


@pytest.mark.attack(45)
@given(st.data())
@settings(deadline=None, max_examples=300)
def test_no_damage_gives_records_that_were_never_written(data: st.DataObject) -> None:
    damaged = bytearray(FILE)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(damaged)))
        cut = data.draw(st.integers(0, 60))
        damaged[at : at + cut] = data.draw(st.binary(max_size=60))
    try:
        found = list(read_file(bytes(damaged)).records)
    except StoreError:
        return
    assert found == CONTENTS[: len(found)]


@pytest.mark.attack(44)
@given(st.binary(max_size=200))
@settings(deadline=None)
def test_a_torn_tail_of_any_bytes_is_cut_off(garbage: bytes) -> None:
    contents = read_file(FILE + garbage)
    assert list(contents.records) == CONTENTS
    assert contents.end == len(FILE)


def test_a_tail_of_zeros_is_a_torn_tail() -> None:
    """What some file systems leave of a write that was never flushed."""
    torn = FILE[: ENDS[2]] + bytes(len(RECORDS[2]))
    assert read_file(torn).end == ENDS[2]


def test_records_that_were_swapped_repeated_or_dropped_are_damage() -> None:
    one, two, three, four = RECORDS
    for order in [
        (two, one, three, four),
        (one, one, two, three),
        (one, three, four),
        (two, three, four),
    ]:
        with pytest.raises(Damaged):
            read_file(HEADER + b"".join(order))


def test_a_record_of_another_file_is_not_a_good_one() -> None:
    other = write_record(b"o" * KEY_BYTES, 4, b"fifth")
    assert read_file(FILE + other).end == len(FILE)


def test_a_whole_bad_record_with_anything_behind_it_is_damage() -> None:
    bad = bytearray(FILE)
    bad[ENDS[4] - 1] ^= 1
    assert read_file(bytes(bad)).end == ENDS[3]
    with pytest.raises(Damaged, match="record 3"):
        read_file(bytes(bad) + b"x")


def test_more_than_one_record_is_not_a_torn_tail() -> None:
    longest = RECORD_LIMIT + len(RECORDS[1])
    assert read_file(FILE + bytes(longest)).end == len(FILE)
    with pytest.raises(Damaged):
        read_file(FILE + bytes(longest + 1))


def test_a_peer_cannot_plant_a_good_record_inside_an_entry() -> None:
    """It does not know the key, so a torn entry of its making stays torn."""
    planted = write_record(bytes(KEY_BYTES), 5, b"planted")
    record = write_record(KEY, 4, b"before" + planted + b"after")
    for length in range(1, len(record)):
        assert read_file(FILE + record[:length]).end == len(FILE)


@pytest.mark.parametrize("data", [b"x", b"p2pgame lot 1\n", b"PK\x03\x04" * 100])
def test_another_file_is_not_a_log(data: bytes) -> None:
    with pytest.raises(StoreError, match="not a log"):
        read_file(data)


def test_a_record_has_a_bounded_length() -> None:
    data = HEADER + write_record(KEY, 0, bytes(RECORD_LIMIT))
    assert read_file(data).records == (bytes(RECORD_LIMIT),)
    with pytest.raises(ValueError):
        write_record(KEY, 0, bytes(RECORD_LIMIT + 1))


def test_contents_are_shown_without_the_records() -> None:
    assert "first" not in repr(read_file(FILE))
