"""Transcripts of tests, cut into small parts as a writer cuts long ones."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from itertools import pairwise

from p2pgame.log import History, decode_archive
from p2pgame.log.archive import ARCHIVE_LIMIT, AROUND_BYTES, EMPTY_BYTES
from p2pgame.log.parts import InMemory, Part, Parts
from p2pgame.session import Table


def _history_of(data: bytes) -> History:
    table, entries = decode_archive(data)
    history = History(table)
    for entry in entries:
        history.receive(entry)
    return history


def _counts(history: History) -> dict[bytes, int]:
    return {author: len(feed) for author, feed in history.feeds.items()}


def parted(data: bytes, limit: int = ARCHIVE_LIMIT) -> list[bytes]:
    """Return the parts of a transcript in one file: what a peer would have written."""
    history = _history_of(data)
    return [*history.parts(_counts(history), limit)]


def out_of_order(data: bytes) -> list[bytes]:
    """Return parts of a transcript that do not share its entries as they must.

    Two entries of one depth, neither of which names the other, have changed places.
    """
    history = _history_of(data)
    ordered = [*history.by_depth(_counts(history))]
    entries = [history.feeds[author].entries[n] for author, n in ordered]
    depths = [*map(history.depth, entries)]
    at = max(n for n, (one, other) in enumerate(pairwise(depths)) if one == other)
    ordered[at : at + 2] = ordered[at + 1], ordered[at]
    before = [*entries[:at], entries[at + 1]]
    limit = EMPTY_BYTES + sum(AROUND_BYTES + len(entry.raw) for entry in before)
    return [*Parts(history.table, history.feeds, ordered, limit)]


def in_parts(data: bytes, count: int) -> list[bytes]:
    """Return about so many parts of a transcript in one file, and one at least."""
    _, entries = decode_archive(data)
    longest = max(AROUND_BYTES + len(entry.raw) for entry in entries)
    return parted(data, max(len(data) // count, longest) + EMPTY_BYTES)


def parts_of(table: Table, limit: int) -> Parts:
    """Return a table's transcript in parts of at most so many bytes."""
    return table.history.parts(table.counts, limit)


def readable(parts: Sequence[bytes]) -> list[Part]:
    """Return parts as a verifier reads them."""
    return [InMemory(data) for data in parts]


def summed(data: bytes) -> bytes:
    """Return a file with a good checksum."""
    return data + blake2b(data, digest_size=32, person=b"p2pgame archive").digest()
