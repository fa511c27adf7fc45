"""Transcripts that are refused for their bytes: the file, entries and signatures.

Only one thing in each file is wrong.  What is changed in an entry is changed in the
last one, on which no other builds, and signed so: a verifier that misses it takes the
file for good.
"""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.log import Entry
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Chat
from tests.archiving import BEFORE
from tests.refusing import (
    SO_FAR,
    Case,
    Change,
    bytes_of,
    changed,
    fields_of,
    good,
    key_of,
    last,
    signed,
    with_last,
)
from tests.session.tables import TABLE, me
from tests.wire_values import write_cbor

GAME, OF_THREE = "tictactoe-1-masked", "rps-1-masked"
#: The order of Ed25519's group.
ORDER = 2**252 + 27742317777372353535851937790883648493


def of_file(done: str, change: Change) -> Case:
    """Return the case of a change to a whole file."""
    return Case(GAME, done, lambda: change(bytes_of(GAME)))


def of_last(
    done: str, change: Change, fault: str | None = None, *, good: str = GAME
) -> Case:
    """Return the case of a change to the last entry, a word of player 1."""
    seat = None if fault is None else 1
    return Case(good, done, lambda: with_last(good, change), fault, seat)


# The file


def _old_title(data: bytes) -> bytes:
    file = good(GAME)
    return file.with_start(file.start.replace(b"2\n", b"1\n", 1)).data()


def _flipped_sum(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


def _other_author_first(data: bytes) -> bytes:
    file = good(GAME)
    first = file.entries[0].author
    count = sum(entry.author == first for entry in file.entries)
    return file.with_entries([*file.raws[count:], *file.raws[:count]]).data()


def _exchanged(data: bytes) -> bytes:
    raws = [*good(GAME).raws]
    raws[2], raws[3] = raws[3], raws[2]
    return good(GAME).with_entries(raws).data()


def _twice(data: bytes) -> bytes:
    raws = good(GAME).raws
    return good(GAME).with_entries([*raws[:3], *raws[2:]]).data()


def _gap(data: bytes) -> bytes:
    raws = good(GAME).raws
    return good(GAME).with_entries([*raws[:4], *raws[5:]]).data()


def _count(data: bytes) -> bytes:
    return good(GAME).data(count=len(good(GAME).raws) + 1)


def _part(part: int, is_last: bool, before: bytes) -> Change:
    def change(data: bytes) -> bytes:
        start = good(GAME).start[:-35] + part.to_bytes(2) + bytes([is_last]) + before
        return good(GAME).with_start(start).data()

    return change


FILES: Mapping[str, Case] = {
    "title-of-another-version": of_file(
        "the title has version 1 of the format, and the checksum is right", _old_title
    ),
    "checksum-wrong": of_file("a bit of the checksum is flipped", _flipped_sum),
    "cut-off": of_file("the file ends after 1000 bytes", lambda data: data[:1000]),
    "byte-after-the-checksum": of_file(
        "a zero byte follows the checksum", lambda data: data + b"\0"
    ),
    "byte-after-the-entries": of_file(
        "a zero byte stands between the last entry and a checksum that is right",
        lambda data: good(GAME).data(more=b"\0"),
    ),
    "entries-announced-too-many": of_file(
        "the number of entries is larger by 1", _count
    ),
    "authors-out-of-order": of_file(
        "the entries of the two authors are exchanged", _other_author_first
    ),
    "entries-out-of-order": of_file(
        "two entries of one author are exchanged", _exchanged
    ),
    "entry-twice": of_file("an entry is there twice", _twice),
    "entry-left-out": of_file("an entry in the middle of a feed is left out", _gap),
    "part-one-alone": of_file(
        "the file says that it is part 1, and not the last", _part(1, False, bytes(32))
    ),
    "part-two-alone": of_file(
        "the file says that it is part 2, and the last", _part(2, True, b"\1" * 32)
    ),
}


# Entries


def _outside(head: bytes, tail: bytes = b"") -> Change:
    """Write an entry's array with another head, and something behind it."""
    return lambda raw: head + raw[1:] + tail


def _body(change: Change) -> Change:
    """Write the body otherwise, and sign it so."""
    return lambda raw: signed(key_of(raw), change(write_cbor(fields_of(raw))))


def _instead(old: bytes, new: bytes) -> Change:
    def change(body: bytes) -> bytes:
        assert body.count(old) == 1
        return body.replace(old, new)

    return change


def _long_sequence(raw: bytes) -> bytes:
    entry = Entry.read(raw)
    number = bytes([entry.sequence])
    longer = _instead(entry.author + number, entry.author + b"\x18" + number)
    return _body(longer)(raw)


def _previous(raw: bytes) -> bytes:
    """Follow the entry before the one that it has to follow."""
    entry = Entry.read(raw)
    before = next(one for one in good(GAME).entries if one.id == entry.previous)
    return changed(raw, previous=before.previous)


def _sequence(raw: bytes) -> bytes:
    return changed(raw, sequence=Entry.read(raw).sequence + 1)


def _seen(*more: bytes) -> Change:
    return lambda raw: changed(raw, seen=[*sorted({*Entry.read(raw).seen, *more})])


def _seen_twice(raw: bytes) -> bytes:
    (seen,) = Entry.read(raw).seen
    return changed(raw, seen=[seen, seen])


def _seen_reversed(raw: bytes) -> bytes:
    seen = Entry.read(raw).seen
    assert len(seen) > 1
    return changed(raw, seen=[*reversed(seen)])


def _seen_own(raw: bytes) -> bytes:
    entry = Entry.read(raw)
    own = (one for one in good(GAME).entries if one.author == entry.author)
    return _seen(next(own).id)(raw)


def hello_of(seat: int) -> Entry:
    """Return the hello of somebody without a seat."""
    return Entry.write(
        *(me(seat).key, TABLE),
        sequence=0,
        previous=bytes(32),
        seen=(),
        payload=payloads.encode(me(seat, spoken=BEFORE).hello(TABLE)),
    )


def _seen_stranger() -> bytes:
    hello = hello_of(7)
    file, at = good(GAME), last(good(GAME))
    return file.but(at, _seen(hello.id)(file.raws[at])).and_one(hello.raw).data()


def _fork() -> bytes:
    file, at = good(GAME), last(good(GAME))
    chat = changed(file.raws[at], payload=payloads.encode(Chat("gg")))
    return file.with_entries([*file.raws[: at + 1], chat, *file.raws[at + 1 :]]).data()


ENTRIES: Mapping[str, Case] = {
    "entry-head-too-long": of_last(
        "the array's length has a byte of its own: 98 02", _outside(b"\x98\x02")
    ),
    "entry-of-indefinite-length": of_last(
        "the array has no length: 9f … ff", _outside(b"\x9f", b"\xff")
    ),
    "entry-behind-a-tag": of_last("the array has a tag", _outside(b"\xc6\x82")),
    "entry-and-a-byte": of_last("a byte follows the array", _outside(b"\x82", b"\0")),
    "entry-of-three": of_last(
        "the array has a third item, 0", _outside(b"\x83", b"\0")
    ),
    "body-number-too-long": of_last(
        "the sequence has one byte more than it needs", _long_sequence
    ),
    "body-text-too-long": of_last(
        "the length of the body's text has a byte of its own",
        _body(_instead(b"\x6dp2pgame", b"\x78\x0dp2pgame")),
    ),
    "body-and-a-byte": of_last("a byte follows the body", _body(lambda b: b + b"\0")),
    "body-of-another-version": of_last(
        "the entry's version is 2", lambda raw: changed(raw, version=2)
    ),
    "body-of-another-kind": of_last(
        "the body begins with another text",
        lambda raw: changed(raw, kind="p2pgame envoy"),
    ),
    "table-is-another": of_last(
        "the entry names another table", lambda raw: changed(raw, table=bytes([7]) * 32)
    ),
    "previous-is-another": of_last(
        "the entry follows the one before the one before it", _previous
    ),
    "sequence-skipped": of_last("the sequence is larger by 1", _sequence),
    "seen-out-of-order": of_last(
        "what the entry has seen is descending", _seen_reversed, good=OF_THREE
    ),
    "seen-twice": of_last("the entry has seen another one twice", _seen_twice),
    "seen-not-there": of_last(
        "the entry has seen one that the file does not hold", _seen(bytes([9]) * 32)
    ),
    "seen-own": of_last("the entry has seen its author's first", _seen_own, "seen"),
    "seen-stranger": Case(
        GAME,
        "the last entry has seen the hello of somebody without a seat, who is there",
        *(_seen_stranger, "seen", 1),
    ),
    "fork": Case(GAME, "a chat stands beside an end, in the same place", _fork),
}


# Signatures


def _with_signature(change: Change) -> Change:
    return lambda raw: raw[:-64] + change(raw[-64:])


def _larger(signature: bytes) -> bytes:
    """Add the group's order to the scalar, which changes no equation."""
    scalar = int.from_bytes(signature[32:], "little") + ORDER
    return signature[:32] + scalar.to_bytes(32, "little")


def _other_domain(raw: bytes) -> bytes:
    body = write_cbor(fields_of(raw))
    return signed(key_of(raw), body, b"p2pgame author 1")


def _other_key(raw: bytes) -> bytes:
    return signed(me(0).key, write_cbor(fields_of(raw)))


SIGNATURES: Mapping[str, Case] = {
    "signature-point-flipped": of_last(
        "a bit of the signature's point is flipped",
        _with_signature(lambda s: bytes([s[0] ^ 1]) + s[1:]),
    ),
    "signature-scalar-flipped": of_last(
        "a bit of the signature's scalar is flipped",
        _with_signature(lambda s: s[:32] + bytes([s[32] ^ 1]) + s[33:]),
    ),
    "signature-scalar-too-large": of_last(
        "the group's order is added to the signature's scalar", _with_signature(_larger)
    ),
    "signature-of-another-domain": of_last(
        "the entry is signed as if it were an identity's proof", _other_domain
    ),
    "signature-of-another-player": of_last(
        "the entry is signed by player 0's key", _other_key
    ),
}


# More and less than the game


def _after_the_end() -> bytes:
    file = good(GAME)
    end = file.entries[last(file)]
    chat = Entry.write(
        *(key_of(end.raw), TABLE),
        sequence=end.sequence + 1,
        previous=end.id,
        seen=(),
        payload=payloads.encode(Chat("gg")),
    )
    return file.and_one(chat.raw).data()


def _without_last() -> bytes:
    file, at = good(GAME), last(good(GAME))
    return file.with_entries([*file.raws[:at], *file.raws[at + 1 :]]).data()


def _stranger_in_unfinished() -> bytes:
    file, at = good(GAME), last(good(GAME))
    rest = file.with_entries([*file.raws[:at], *file.raws[at + 1 :]])
    return rest.and_one(hello_of(7).raw).data()


def _no_hello() -> bytes:
    chat = Entry.write(
        *(me(7).key, TABLE),
        sequence=0,
        previous=bytes(32),
        seen=(),
        payload=payloads.encode(Chat("hi")),
    )
    return good(GAME).and_one(chat.raw).data()


WHOLE: Mapping[str, Case] = {
    "entry-behind-an-end": Case(
        GAME, "the file holds a chat of a player behind its end", _after_the_end
    ),
    "entry-of-a-stranger": Case(
        GAME,
        "the file holds the hello of somebody without a seat",
        lambda: good(GAME).and_one(hello_of(7).raw).data(),
    ),
    "end-left-out": Case(
        GAME, "a player's end is left out", _without_last, verdict=SO_FAR
    ),
    "stranger-in-an-unfinished-file": Case(
        GAME,
        "a player's end is left out, and the file holds the hello of somebody without"
        " a seat",
        _stranger_in_unfinished,
        verdict=SO_FAR,
    ),
    "author-begins-with-no-hello": Case(
        GAME,
        "the file holds the chat of somebody without a seat, who has said no hello",
        _no_hello,
    ),
}

CASES: Mapping[str, Case] = {**FILES, **ENTRIES, **SIGNATURES, **WHOLE}
