"""The same entries are the same file, and a bad file says where it is bad."""

from __future__ import annotations

from hashlib import blake2b
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.log import (
    Entry,
    Feed,
    InvalidArchive,
    PartOfArchive,
    decode_archive,
    encode_archive,
)
from p2pgame.log.archive import ARCHIVE_LIMIT, ENTRIES_LIMIT, PARTS_LIMIT
from p2pgame.log.entry import ENTRY_LIMIT
from tests.log.authors import (
    ANN,
    BEN,
    CAT,
    TABLE,
    after,
    chain,
    feeds,
    first,
    receive_all,
    say,
    table,
)

TITLE = b"p2pgame transcript 2\n"
#: Part 1, the last; before it there is none.
WHOLE = b"\0\1" + b"\1" + bytes(32)
START = len(TITLE) + 32 + len(WHOLE) + 4


def _entries() -> list[Entry]:
    history = table()
    for key in (ANN, BEN, ANN, CAT, BEN):
        say(history, key, b"payload")
    return sorted(
        (entry for feed in history.feeds.values() for entry in feed.entries),
        key=lambda entry: (entry.author, entry.sequence),
    )


ENTRIES = _entries()


def _file(entries: list[Entry], *, count: int | None = None) -> bytes:
    """Write a file by hand, with a good checksum, whatever is in it."""
    data = TITLE + TABLE + WHOLE
    data += (len(entries) if count is None else count).to_bytes(4, "big")
    for entry in entries:
        data += len(entry.raw).to_bytes(4, "big") + entry.raw
    return _summed(data)


def _summed(data: bytes) -> bytes:
    return data + blake2b(data, digest_size=32, person=b"p2pgame archive").digest()


FILE = _file(ENTRIES)


def _name(entry: Entry, number: int) -> str:
    return (
        f"entry {number} (author {entry.author.hex()[:16]}, sequence {entry.sequence})"
    )


def _why(data: bytes) -> str:
    with pytest.raises(InvalidArchive) as error:
        decode_archive(data)
    why = str(error.value)
    assert "\n" not in why
    return why


def test_the_format_is_as_documented() -> None:
    history = table()
    receive_all(history, ENTRIES)
    assert encode_archive(TABLE, history.feeds.values()) == FILE


def test_a_transcript_is_read_back_in_an_order_that_can_be_delivered() -> None:
    id, entries = decode_archive(FILE)
    history = table()
    assert id == TABLE
    assert [len(history.receive(entry)) for entry in entries] == [1] * len(ENTRIES)
    assert encode_archive(TABLE, history.feeds.values()) == FILE


def test_however_the_entries_came_the_file_is_the_same() -> None:
    for order in permutations(ENTRIES):
        history = table()
        receive_all(history, order)
        assert encode_archive(TABLE, history.feeds.values()) == FILE


def test_long_feeds_that_refer_to_each_other_are_delivered_without_waiting() -> None:
    history = table()
    for _ in range(150):
        for key in (ANN, BEN):
            say(history, key)
    _, entries = decode_archive(encode_archive(TABLE, history.feeds.values()))
    again = table()
    assert [len(again.receive(entry)) for entry in entries] == [1] * 300


def test_entries_whose_causes_are_elsewhere_are_kept() -> None:
    a0 = first(ANN, seen=[first(CAT)])
    b0 = first(BEN, seen=[a0])
    entries = sorted([a0, b0], key=lambda entry: entry.author)
    assert decode_archive(_file(entries)) == (TABLE, [a0, b0])


def test_an_empty_transcript_is_one() -> None:
    assert decode_archive(encode_archive(TABLE, [])) == (TABLE, [])
    assert encode_archive(TABLE, [Feed(ANN.public)]) == encode_archive(TABLE, [])


@pytest.mark.parametrize("mask", [0x01, 0x80])
def test_flipping_any_byte_is_found(mask: int) -> None:
    for at in range(len(FILE)):
        flipped = bytearray(FILE)
        flipped[at] ^= mask
        with pytest.raises(InvalidArchive):
            decode_archive(bytes(flipped))


def test_a_flipped_byte_names_the_entry_that_it_is_in() -> None:
    at = START
    for number, entry in enumerate(ENTRIES, 1):
        for offset in range(4, 4 + len(entry.raw)):
            flipped = bytearray(FILE)
            flipped[at + offset] ^= 1
            assert _why(bytes(flipped)).startswith(f"entry {number}")
        at += 4 + len(entry.raw)


def test_a_broken_signature_names_author_and_number() -> None:
    flipped = bytearray(FILE)
    flipped[START + 4 + len(ENTRIES[0].raw) - 1] ^= 1
    assert _why(bytes(flipped)) == (
        f"{_name(ENTRIES[0], 1)}: the signature is not its author's"
    )


def test_a_file_that_is_cut_anywhere_says_so() -> None:
    for length in range(len(TITLE), len(FILE)):
        assert "cut off" in _why(FILE[:length])
    for length in range(len(TITLE)):
        assert "no transcript" in _why(FILE[:length])


def test_a_file_with_something_behind_it_is_refused() -> None:
    assert "goes on after its last entry, number 5" in _why(FILE + b"\0")
    assert "goes on after its last entry, number 4" in _why(_file(ENTRIES, count=4))


def test_a_file_with_less_than_it_announces_is_refused() -> None:
    assert _why(_file(ENTRIES, count=6)) == "the file is cut off before entry 6 of 6"


def test_a_wrong_checksum_alone_is_found() -> None:
    flipped = FILE[:-1] + bytes([FILE[-1] ^ 1])
    assert _why(flipped) == "all entries are good, but the file's checksum is not"


def test_swapped_entries_are_found() -> None:
    for one in range(len(ENTRIES)):
        for other in range(one):
            swapped = list(ENTRIES)
            swapped[one], swapped[other] = swapped[other], swapped[one]
            assert _why(_file(swapped)).startswith("entry")


def test_a_repeated_entry_is_found() -> None:
    for number, entry in enumerate(ENTRIES, 1):
        repeated = [*ENTRIES[:number], entry, *ENTRIES[number:]]
        assert _why(_file(repeated)) == (
            f"{_name(entry, number + 1)}: it is repeated or should come earlier"
        )


def test_a_missing_entry_is_found_unless_it_was_its_authors_last() -> None:
    for number, entry in enumerate(ENTRIES[:-1]):
        rest = [*ENTRIES[:number], *ENTRIES[number + 1 :]]
        if ENTRIES[number + 1].author == entry.author:
            assert "entries of its author are missing before it" in _why(_file(rest))
        else:
            decode_archive(_file(rest))


def test_an_entry_of_another_branch_is_found() -> None:
    mine, other = chain(ANN, 2, b"mine"), chain(ANN, 2, b"other")
    assert _why(_file([mine[0], other[1]])) == (
        f"{_name(other[1], 2)}: it follows another entry than the one before it"
    )
    assert "repeated" in _why(_file([mine[0], other[0]]))


def test_authors_out_of_order_are_found() -> None:
    one, other = sorted([first(ANN), first(BEN)], key=lambda entry: entry.author)
    assert _why(_file([other, one])) == (
        f"{_name(one, 2)}: its author should come earlier"
    )


@pytest.mark.pitfall(3)
def test_an_entry_of_another_table_is_found() -> None:
    data = _summed(FILE[: len(TITLE)] + b"U" * 32 + FILE[len(TITLE) + 32 : -32])
    assert _why(data) == f"{_name(ENTRIES[0], 1)}: it belongs to another table"
    with pytest.raises(ValueError, match="one table"):
        encode_archive(b"U" * 32, _feeds([first(ANN)]))


@pytest.mark.attack(53)
def test_absurd_numbers_are_refused_before_any_work() -> None:
    assert "announces 200001 entries" in _why(_file([], count=ENTRIES_LIMIT + 1))
    huge = TITLE + TABLE + WHOLE + b"\0\0\0\1" + (ENTRY_LIMIT + 1).to_bytes(4, "big")
    assert (
        _why(huge + bytes(64)) == f"entry 1 announces {ENTRY_LIMIT + 1} bytes, too many"
    )
    assert "at most" in _why(FILE + bytes(ARCHIVE_LIMIT))


def test_what_could_not_be_read_back_is_not_exported() -> None:
    feed = Feed(ANN.public)
    (entry,) = chain(ANN, 1)
    for _ in range(ENTRIES_LIMIT + 1):
        feed.entries.append(entry)
    with pytest.raises(ValueError, match="at most"):
        encode_archive(TABLE, [feed])


def test_another_version_is_refused() -> None:
    data = _summed(FILE[:-32].replace(b"transcript 2", b"transcript 1"))
    assert _why(data) == "this is no transcript of a version that is known here"


@pytest.mark.parametrize(
    ("part", "last", "missing"),
    [
        (1, 0, "what follows part 1"),
        (2, 0, "part 1 and what follows part 2"),
        (2, 1, "part 1"),
        (16, 1, "parts 1 to 15"),
    ],
)
def test_a_part_alone_says_which_parts_are_missing(
    part: int, last: int, missing: str
) -> None:
    previous = bytes(32) if part == 1 else b"p" * 32
    data = _of_part(part, last, previous)
    with pytest.raises(PartOfArchive) as error:
        decode_archive(data)
    assert str(error.value) == (
        f"this is part {part} of a transcript, without {missing}: give all parts"
    )


def test_more_parts_than_there_may_be_are_refused() -> None:
    why = _why(_of_part(PARTS_LIMIT + 1, 1, b"p" * 32))
    assert why == f"this is part {PARTS_LIMIT + 1}; a transcript has at most 16"


@pytest.mark.parametrize(
    ("part", "last", "previous"),
    [(0, 1, bytes(32)), (1, 2, bytes(32)), (1, 1, b"p" * 32), (2, 1, bytes(32))],
)
def test_a_part_that_there_cannot_be_is_refused(
    part: int, last: int, previous: bytes
) -> None:
    why = "the file does not say which part of a transcript it is"
    assert _why(_of_part(part, last, previous)) == why


def _of_part(part: int, last: int, previous: bytes) -> bytes:
    at = len(TITLE) + 32
    place = part.to_bytes(2, "big") + bytes([last]) + previous
    return _summed(FILE[:at] + place + FILE[at + len(WHOLE) : -32])


@given(st.data())
@settings(deadline=None, max_examples=200)
def test_a_changed_file_is_refused(data: st.DataObject) -> None:
    changed = bytearray(FILE)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(changed)))
        cut = data.draw(st.integers(0, 40))
        changed[at : at + cut] = data.draw(st.binary(max_size=40))
    if changed != FILE:
        with pytest.raises(InvalidArchive):
            decode_archive(bytes(changed))


def _feeds(entries: list[Entry]) -> list[Feed]:
    history = table()
    receive_all(history, entries)
    assert sum(map(len, feeds(history).values())) == len(entries)
    return list(history.feeds.values())


def test_a_file_with_a_payload_of_any_size_is_read_back() -> None:
    a0 = first(ANN, bytes(100_000))
    entries = [a0, after(a0, b"")]
    assert decode_archive(encode_archive(TABLE, _feeds(entries))) == (TABLE, entries)
