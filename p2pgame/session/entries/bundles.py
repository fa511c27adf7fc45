"""Entries that came together, kept as one record of our own store.

The disk is waited for once for each record, and that takes longer than checking
what is in it.  A bundle is one record, so a crash spoils all of it or nothing;
and nothing of it is passed on before the disk has it.

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
    few: list[bytes] = []
    size = 0
    for raw in raws:
        if few and (size + len(raw) > BUNDLE_BYTES or len(few) == BUNDLE_ENTRIES):
            yield _record(few)
            few, size = [], 0
        few.append(raw)
        size += len(raw)
    if few:
        yield _record(few)


def _record(raws: list[bytes]) -> bytes:
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
