"""This module stores entries that arrive together as one record of our own store.

Each record waits once for the disk, which takes longer than checking its entries. A
bundle is one record, so a crash loses all of it or nothing. None of it is passed on
before the disk has it.

A bundle is the canonical CBOR of ``["p2pgame bundle", [entry …]]``, and starts
unlike any entry or note.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from p2pgame import log

#: Bytes of entries in one bundle, unless it is a single entry.
BUNDLE_BYTES = 128 * 1024

#: Entries in one bundle.
BUNDLE_ENTRIES = 256

_KIND = "p2pgame bundle"
_START = b"\x82" + log.encode(_KIND)


def bundle(raws: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the records that keep these entries, in their order."""
    return map(record_of, grouped(raws))


def grouped(raws: Sequence[bytes]) -> Iterator[list[bytes]]:
    """Yield these entries, in their order, in the groups that are one record each."""
    few: list[bytes] = []
    size = 0
    for raw in raws:
        if few and (size + len(raw) > BUNDLE_BYTES or len(few) == BUNDLE_ENTRIES):
            yield few
            few, size = [], 0
        few.append(raw)
        size += len(raw)
    if few:
        yield few


def record_of(raws: Sequence[bytes]) -> bytes:
    """Return the record that keeps these entries."""
    return raws[0] if len(raws) == 1 else log.encode([_KIND, [*raws]])


def unbundle(records: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the records of our own store, each entry of a bundle by itself."""
    for record in records:
        if not record.startswith(_START):
            yield record
            continue
        match log.decode(record):
            case [_, list(raws)]:
                yield from (raw for raw in raws if isinstance(raw, bytes))
