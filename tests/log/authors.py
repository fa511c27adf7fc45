"""A few authors with fixed keys, and entries as the tests want them."""

from __future__ import annotations

from collections.abc import Iterable

from nacl import bindings as sodium

from p2pgame.log import AuthorKey, Entry, Head, History, decode, encode
from p2pgame.log.entry import NONE

TABLE = b"T" * 32
SEEDS = [bytes([number]) * 32 for number in range(4)]
ANN, BEN, CAT, DAN = (AuthorKey(seed) for seed in SEEDS)
ALL = (ANN, BEN, CAT, DAN)
PUBLIC = [key.public for key in ALL]


def first(key: AuthorKey, payload: bytes = b"", *, seen: Iterable[Entry] = ()) -> Entry:
    return _write(key, None, payload, seen)


def after(
    previous: Entry, payload: bytes = b"", *, seen: Iterable[Entry] = ()
) -> Entry:
    (key,) = (key for key in ALL if key.public == previous.author)
    return _write(key, previous, payload, seen)


def chain(key: AuthorKey, length: int, payload: bytes = b"") -> list[Entry]:
    entries = [first(key, payload)]
    while len(entries) < length:
        entries.append(after(entries[-1], payload))
    return entries


def table(*, admitted: Iterable[bytes] | None = PUBLIC) -> History:
    return History(TABLE, admitted=admitted)


def say(history: History, key: AuthorKey, payload: bytes = b"") -> Entry:
    """Write an entry and take it in, as its author does."""
    entry = history.write(key, payload)
    assert entry in history.receive(entry.raw)
    return entry


def receive_all(history: History, entries: Iterable[Entry]) -> list[Entry]:
    return [out for entry in entries for out in history.receive(entry.raw)]


def feeds(history: History) -> dict[bytes, list[Entry]]:
    return {author: [*feed.entries] for author, feed in history.feeds.items() if feed}


def head(entry: Entry) -> Head:
    return Head(entry.author, entry.sequence, entry.id)


def body_of(entry: Entry) -> bytes:
    match decode(entry.raw):
        case [bytes(body), _]:
            return body
    raise AssertionError(entry)


def signed_again(entry: Entry) -> Entry:
    """Sign the body of an entry as RFC 8032 says, but with another nonce.

    Only its author can do so, and nobody can tell which signature came first.
    """
    order = 2**252 + 27742317777372353535851937790883648493
    domain, body = b"p2pgame entry", body_of(entry)
    message = (
        len(domain).to_bytes(8, "big") + domain + len(body).to_bytes(8, "big") + body
    )
    seed = SEEDS[PUBLIC.index(entry.author)]
    half = sodium.crypto_hash_sha512(seed)[:32]
    a = int.from_bytes(
        bytes([half[0] & 248, *half[1:31], half[31] & 63 | 64]), "little"
    )
    r = 1234567890
    R = sodium.crypto_scalarmult_ed25519_base_noclamp(r.to_bytes(32, "little"))
    k = int.from_bytes(sodium.crypto_hash_sha512(R + entry.author + message), "little")
    S = (r + k * a) % order
    return Entry.read(encode([body, R + S.to_bytes(32, "little")]))


def _write(
    key: AuthorKey, previous: Entry | None, payload: bytes, seen: Iterable[Entry]
) -> Entry:
    return Entry.write(
        key,
        TABLE,
        sequence=0 if previous is None else previous.sequence + 1,
        previous=NONE if previous is None else previous.id,
        seen=tuple(sorted(entry.id for entry in seen)),
        payload=payload,
    )
