"""Steps 2 and 3, entries: their one encoding, their ids, and whose they are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from . import cbor, signatures
from .errors import demand
from .hashes import ZEROS, personal

LONGEST_PAYLOAD = 131072
MOST_SEEN = 64


@dataclass(frozen=True, slots=True)
class Entry:
    table: bytes
    author: bytes
    sequence: int
    previous: bytes
    seen: tuple[bytes, ...]
    payload: bytes
    id: bytes
    size: int


def decode(data: bytes) -> Entry:
    """Return the entry in ``data``, with a signature that holds."""
    match cbor.decode(data):
        case [bytes(body), bytes(signature)]:
            entry = _body(body, len(data))
        case _:
            demand(False, "an entry is a body and a signature")
    good = signatures.holds(signature, entry.author, "p2pgame entry", body)
    demand(good, "a signature does not hold")
    return entry


def _body(body: bytes, size: int) -> Entry:
    match cbor.decode(body):
        case [
            "p2pgame entry", 1, bytes(table), bytes(author), int(sequence),
            bytes(previous), [*seen], bytes(payload),
        ]:  # fmt: skip
            names = tuple(name for name in seen if isinstance(name, bytes))
        case _:
            demand(False, "a body is not that of an entry")
    demand(type(sequence) is int and 0 <= sequence < 2**32, "this is no sequence")
    demand(len(names) == len(seen) <= MOST_SEEN, "seen are 64 ids at most")
    ids = {len(value) for value in (table, author, previous, *names)}
    demand(ids == {32}, "an id or key has not 32 bytes")
    demand(list(names) == sorted(set(names)), "seen do not ascend")
    demand((previous == ZEROS) == (sequence == 0), "the previous entry is missing")
    demand(len(payload) <= LONGEST_PAYLOAD, "a payload is too long")
    name = personal("p2pgame entry id", body)
    return Entry(table, author, sequence, previous, names, payload, name, size)


Feeds: TypeAlias = dict[bytes, tuple[Entry, ...]]


def feeds(table: bytes, parts: Iterable[Iterable[Entry]]) -> Feeds:
    """Return each author's entries, which each of ``parts`` must hold in file order."""
    grouped: dict[bytes, list[Entry]] = {}
    for part in parts:
        last = b""
        for entry in part:
            demand(entry.table == table, "an entry is of another table")
            demand(entry.author >= last, "authors are out of order")
            last = entry.author
            _append(grouped, entry)
    return {author: tuple(feed) for author, feed in grouped.items()}


def _append(grouped: dict[bytes, list[Entry]], entry: Entry) -> None:
    feed = grouped.setdefault(entry.author, [])
    if not feed:
        demand(signatures.is_admitted(entry.author), "a key is not admitted")
    demand(entry.sequence == len(feed), "a feed has a gap, or is out of order")
    before = feed[-1].id if feed else ZEROS
    demand(entry.previous == before, "an entry names another before it")
    feed.append(entry)
