"""A long transcript is cut into parts: the same for every peer, and read one by one."""

from __future__ import annotations

from hashlib import blake2b
from itertools import chain as joined
from itertools import permutations
from random import Random

import pytest

from p2pgame.log import (
    Entry,
    History,
    InvalidArchive,
    InvalidEntry,
    PartOfArchive,
    encode_archive,
)
from p2pgame.log.archive import (
    AROUND_BYTES,
    EMPTY_BYTES,
    SUM_BYTES,
    TITLE,
    Heading,
    Reader,
)
from p2pgame.log.parts import InMemory, Parts, entry_in
from tests.log.authors import (
    ALL,
    ANN,
    BEN,
    CAT,
    TABLE,
    receive_all,
    say,
    table,
)

#: Bytes of a part here, at most.
LIMIT = 2000


def _talk() -> History:
    history, chance = table(), Random(1)
    for _ in range(60):
        say(history, chance.choice(ALL[:3]), bytes(chance.randrange(80)))
    return history


TALK = _talk()


def _counts(history: History) -> dict[bytes, int]:
    return {author: len(feed) for author, feed in history.feeds.items()}


def _parts(history: History, limit: int = LIMIT) -> Parts:
    ordered = history.by_depth(_counts(history))
    return Parts(TABLE, history.feeds, ordered, limit)


PARTS = [*_parts(TALK)]


def _read(parts: list[bytes]) -> list[Entry]:
    reader = Reader()
    pairs = [
        reader.read(data, is_last=number == len(parts))
        for number, data in enumerate(parts, 1)
    ]
    return [entry for entry, _ in joined.from_iterable(pairs)]


def _why(parts: list[bytes]) -> str:
    with pytest.raises(InvalidArchive) as error:
        _read(parts)
    return str(error.value)


def _summed(data: bytes) -> bytes:
    return data + blake2b(data, digest_size=32, person=b"p2pgame archive").digest()


def test_parts_share_the_entries_by_depth_and_each_takes_what_fits() -> None:
    entries = _read(PARTS)  # causal, so that each comes behind those that it names
    depths = dict[bytes, int]()
    for entry in entries:
        named = [depths[id] for id in (entry.previous, *entry.seen) if id in depths]
        depths[entry.id] = 1 + max(named, default=-1)
    ordered = sorted(entries, key=lambda entry: (depths[entry.id], entry.author))
    reader = Reader()
    assert 3 < len(PARTS) < 16
    for number, part in enumerate(PARTS, 1):
        assert len(part) <= LIMIT
        found = reader.read(part, is_last=number == len(PARTS))
        here, ordered = ordered[: len(found)], ordered[len(found) :]
        assert {entry.id for entry, _ in found} == {entry.id for entry in here}
        if ordered:
            assert len(part) + AROUND_BYTES + len(ordered[0].raw) > LIMIT
    assert not ordered


def test_the_parts_are_read_back_in_an_order_that_can_be_delivered() -> None:
    again = table()
    for entry in _read(PARTS):
        assert again.receive(entry) == [entry]
    assert _counts(again) == _counts(TALK)
    assert [*_parts(again)] == PARTS


def test_however_the_entries_came_the_parts_are_the_same() -> None:
    history = table()
    for key in (ANN, BEN, ANN, CAT, BEN):
        say(history, key, bytes(50))
    expected = [*_parts(history, 500)]
    assert len(expected) > 1
    for order in permutations(_read(expected)):
        other = table()
        receive_all(other, order)
        assert [*_parts(other, 500)] == expected


def test_what_fits_one_file_is_that_file_byte_for_byte() -> None:
    whole = encode_archive(TABLE, TALK.feeds.values())
    assert [*_parts(TALK, len(whole))] == [whole]
    assert len(_parts(TALK, len(whole) - 1)) == 2


def test_an_entry_above_the_limit_has_a_part_to_itself() -> None:
    history = table()
    for _ in range(3):
        say(history, ANN, bytes(LIMIT))
    assert [Heading.read(part).count for part in _parts(history)] == [1, 1, 1]


def test_the_heading_of_each_part_names_the_part_before() -> None:
    before = bytes(32)
    for number, data in enumerate(PARTS, 1):
        heading = Heading.read(data)
        last = number == len(PARTS)
        expected = (TABLE, number, last, before)
        assert (
            heading.table,
            heading.part,
            heading.is_last,
            heading.before,
        ) == expected
        before = data[-SUM_BYTES:]


def test_a_part_has_no_more_entries_than_a_file_may_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("p2pgame.log.parts.ENTRIES_LIMIT", 7)
    found = [Heading.read(part).count for part in _parts(TALK, 1 << 20)]
    assert found == [7] * 8 + [4]


def test_too_many_parts_are_not_written() -> None:
    with pytest.raises(ValueError, match="at most 16 parts"):
        _parts(TALK, EMPTY_BYTES + 300)


def test_a_missing_part_is_missed() -> None:
    assert "does not follow part 1" in _why([PARTS[0], *PARTS[2:]])
    for parts in (PARTS[1:], PARTS[-1:]):
        with pytest.raises(PartOfArchive, match="without part"):
            _read(parts)
    with pytest.raises(PartOfArchive, match=r"part 3 of a .* what follows part 3"):
        _read(PARTS[:3])


def test_a_doubled_part_is_found() -> None:
    assert "does not follow part 2" in _why([*PARTS[:2], *PARTS[1:]])


def test_nothing_follows_the_last_part() -> None:
    data = PARTS[0]
    last = _summed(data[: len(TITLE) + 34] + b"\1" + data[len(TITLE) + 35 : -32])
    assert "it is the last part, and others follow" in _why([last, *PARTS[1:]])


def test_a_part_of_another_table_is_found() -> None:
    data = PARTS[1]
    foreign = _summed(TITLE + b"U" * 32 + data[len(TITLE) + 32 : -32])
    assert "does not follow part 1" in _why([PARTS[0], foreign, *PARTS[2:]])


def test_a_part_of_another_transcript_of_the_table_is_found() -> None:
    other = [*_parts(TALK, LIMIT + 300)]
    assert "does not follow part 1" in _why([PARTS[0], *other[1:]])


@pytest.mark.parametrize("part", range(3))
def test_a_changed_byte_of_a_part_is_found(part: int) -> None:
    for at in range(part, len(PARTS[part]), 7):
        data = bytearray(PARTS[part])
        data[at] ^= 1
        with pytest.raises(InvalidArchive):
            _read([*PARTS[:part], bytes(data), *PARTS[part + 1 :]])


def test_a_changed_part_with_a_good_checksum_is_found_at_the_next() -> None:
    reader = Reader()
    count = Heading.read(PARTS[0]).count
    entries = [entry for entry, _ in reader.read(PARTS[0], is_last=False)]
    last = max(entries, key=lambda entry: (entry.author, entry.sequence))
    cut = len(PARTS[0]) - 32 - AROUND_BYTES - len(last.raw)
    start = len(TITLE) + 67
    shorter = PARTS[0][:start] + (count - 1).to_bytes(4) + PARTS[0][start + 4 : cut]
    assert "does not follow part 1" in _why([_summed(shorter), *PARTS[1:]])


def test_an_entry_is_read_back_from_its_place_alone() -> None:
    reader = Reader()
    for number, data in enumerate(PARTS, 1):
        for entry, at in reader.read(data, is_last=number == len(PARTS)):
            assert entry_in(InMemory(data), at) == entry.raw


def test_a_long_entry_is_read_back_whole() -> None:
    history = table()
    entry = say(history, ANN, bytes(10_000))
    (data,) = _parts(history, 1 << 20)
    ((_, at),) = Reader().read(data)
    assert entry_in(InMemory(data), at) == entry.raw


def test_what_was_changed_since_is_no_entry() -> None:
    ((entry, at), *_) = Reader().read(PARTS[0], is_last=False)
    for offset in (0, 3, AROUND_BYTES + len(entry.raw) - 1):
        data = bytearray(PARTS[0])
        data[at + offset] ^= 1
        with pytest.raises(InvalidEntry):
            entry_in(InMemory(bytes(data)), at)
