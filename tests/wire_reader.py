"""A second reader of the wire, from envelope to payload, written from docs/wire.md.

It shares no code with the program: what both read alike, the page says.  It is
as strict as the page, and says no more than that something is malformed.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b, sha256
from typing import TypeAlias
from unicodedata import category, normalize

from nacl import bindings as sodium
from nacl.exceptions import CryptoError

from tests.wire_values import Bytes, Malformed, Value, need, read_cbor

Head: TypeAlias = tuple[bytes, int, bytes]

FRAMES = (256, 1024, 4096, 16384, 65536, 262144)
TITLE = b"p2pgame transcript 2\n"
EVIDENCE = b"p2pgame evidence 1\n"
FAULTS = {
    *(
        "fork",
        "payload",
        "seen",
        "allowance",
        "encoding",
        "proof",
        "opening",
        "rules",
        "end",
    ),
    "checkpoint",
}
PROPOSAL = re.compile(r"draw|last round|adjourn|takeback [1-9][0-9]?[0-9]?", re.ASCII)
GAME = re.compile(r"[a-z][a-z0-9-]{0,31}", re.ASCII)
DECKS = {"masked", "commutative", "proved"}
ABSENCES = {"wait", "default", "forfeit", "finish"}
UNPRINTABLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"}


def hash_of(person: str, data: bytes) -> bytes:
    return blake2b(data, digest_size=32, person=person.encode()).digest()


def hkdf(secret: bytes, info: bytes, size: int) -> bytes:
    key = hmac.digest(bytes(32), secret, "sha256")
    out, block = b"", b""
    for number in range(1, -(-size // sha256().digest_size) + 1):
        block = hmac.digest(key, block + info + bytes([number]), "sha256")
        out += block
    return out[:size]


# Envelope


def open_frame(frame: bytes, keys: Mapping[int, bytes]) -> tuple[int, bytes] | None:
    """Return epoch and plaintext; None if the frame is for others."""
    need(len(frame) in FRAMES, "length")
    fields = Bytes(frame)
    header = fields.take(5)
    need(header[0] == 1, "version")
    epoch = int.from_bytes(header[1:])
    if epoch not in keys:
        return None
    nonce, data = fields.take(24), b"p2pgame/1/envelope" + header
    padded = Bytes(_open(fields.rest, data, nonce, keys[epoch]))
    plaintext = padded.take(padded.number(4))
    smallest = next(size for size in FRAMES if size >= len(plaintext) + 49)
    need(len(frame) == smallest and not any(padded.rest), "padding")
    return epoch, plaintext


def epoch_of(number: int, seat: int) -> int:
    """Return the epoch of frames under the key that this seat has said."""
    return 16 * number + seat


def open_box(box: bytes, secret: bytes) -> bytes:
    need(len(box) == 80, "length")
    ephemeral, own = box[:32], sodium.crypto_scalarmult_base(secret)
    shared = _shared(secret, ephemeral)
    okm = hkdf(shared, b"p2pgame/1/key box" + ephemeral + own, 56)
    return _open(box[32:], ephemeral, okm[32:], okm[:32])


def _shared(secret: bytes, public: bytes) -> bytes:
    try:
        return sodium.crypto_scalarmult(secret, public)
    except RuntimeError:  # libsodium's answer to a shared secret of zeros
        raise Malformed("small order") from None


def _open(sealed: bytes, data: bytes, nonce: bytes, key: bytes) -> bytes:
    try:
        return sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
            sealed, data, nonce, key
        )
    except CryptoError:
        raise Malformed("not sealed under this key") from None


# Messages


def read_message(plaintext: bytes) -> list[Head] | list[bytes]:
    """Return the heads of a Have, or the entries of an Entries."""
    have = plaintext[:1] == b"\x01"
    return read_heads(plaintext) if have else read_entries(plaintext)


def read_heads(plaintext: bytes) -> list[Head]:
    fields, count = _start(plaintext, kind=1, limit=128)
    heads = [(fields.take(32), fields.number(8), fields.take(32)) for _ in range(count)]
    fields.end()
    return heads


def read_entries(plaintext: bytes) -> list[bytes]:
    fields, count = _start(plaintext, kind=2, limit=256)
    raws = [fields.take(fields.number(4)) for _ in range(count)]
    fields.end()
    need(all(1 <= len(raw) <= 135168 for raw in raws), "length of an entry")
    return raws


def _start(plaintext: bytes, *, kind: int, limit: int) -> tuple[Bytes, int]:
    fields = Bytes(plaintext)
    need(fields.number(1) == kind, "kind")
    count = fields.number(2)
    need(count <= limit, "count")
    return fields, count


# Entries


def check_signature(key: bytes, domain: bytes, content: bytes, proof: bytes) -> None:
    try:
        sodium.crypto_sign_open(proof + framed(domain, content), key)
    except CryptoError:
        raise Malformed("signature") from None


def framed(domain: bytes, content: bytes) -> bytes:
    """Return what is signed."""
    return b"".join(len(part).to_bytes(8) + part for part in (domain, content))


def admit(key: bytes) -> None:
    need(sodium.crypto_core_ed25519_is_valid_point(key), "no honest key")


@dataclass(frozen=True)
class Entry:
    table: bytes
    author: bytes
    sequence: int
    previous: bytes
    seen: tuple[bytes, ...]
    payload: bytes
    id: bytes

    @property
    def named(self) -> tuple[bytes, ...]:
        return self.seen if self.sequence == 0 else (self.previous, *self.seen)


def read_entry(raw: bytes) -> Entry:
    body, signature = halves(raw)
    entry = _read_body(body)
    check_signature(entry.author, b"p2pgame entry", body, signature)
    return entry


def halves(raw: bytes) -> tuple[bytes, bytes]:
    """Return the body and the signature of an entry."""
    need(len(raw) <= 135168, "too long")
    match read_cbor(raw):
        case [bytes(body), bytes(signature)] if len(signature) == 64:
            return body, signature
    raise Malformed("no body and signature")


def _read_body(body: bytes) -> Entry:
    match read_cbor(body):
        case [str(k), int(v), bytes(t), bytes(a), int(n), bytes(p), list(s), bytes(b)]:
            seen = tuple(id for id in s if isinstance(id, bytes))
        case _:
            raise Malformed("no body")
    need(k == "p2pgame entry" and type(v) is int and v == 1, "version")
    need({len(t), len(a), len(p), *map(len, seen)} == {32}, "length")
    need(len(seen) == len(s) <= 64 and sorted({*seen}) == [*seen], "seen")
    need(_is_number(n, 1 << 32) and (n == 0) == (p == bytes(32)), "sequence")
    need(len(b) <= 131072, "payload")
    return Entry(t, a, n, p, seen, b, hash_of("p2pgame entry id", body))


# Payloads


def invited(joining: bytes, said: bytes) -> bytes:
    """Return what a hello ends with that says this of somebody who was invited."""
    mac = blake2b(said, key=joining, digest_size=32, person=b"p2pgame joining")
    return mac.digest()


def read_payload(data: bytes) -> list[Value]:
    """Return the fields of a payload, its kind first."""
    value = read_cbor(data)
    match value:
        case ["hello", str(name), bytes(a), bytes(b), bytes(c), bytes(d), *rest]:
            good = tuple(map(len, (a, b, c, d))) == (32, 64, 32, 32)
            good &= 1 <= len(name) <= 24 and is_text(name) and _is_program(rest)
        case ["genesis", int(wire), str(game), int(version), bytes(rules), *rest]:
            good = wire >= 1 and _is_number(wire, 1 << 16)
            good &= GAME.fullmatch(game) is not None and _is_number(version, 1 << 32)
            timed = wire >= 3 and len(rest) > 0 and _are_times(rest.pop(), 7)
            good &= len(rules) in (0, 32) and _are_terms(rest) and timed == (wire >= 3)
        case ["accept", bytes(genesis)]:
            good = len(genesis) == 32
        case ["answer", bytes(turn), int(number), bytes(message)]:
            good = len(turn) == 32 and _is_number(number, 1 << 16)
            good &= len(message) <= 98304
        case ["absent" | "evict", bytes(turn), int(number), list(seats)]:
            good = len(turn) == 32 and _is_number(number, 1 << 16)
            good &= _are_seats(seats)
        case ["receipt", bytes(turn), int(number)]:
            good = len(turn) == 32 and _is_number(number, 1 << 16)
        case ["leave"]:
            good = True
        case ["epoch", int(number), bytes(epoch), list(boxes), bytes(watch)]:
            good = number >= 2 and _is_number(number, 1 << 16) and len(epoch) == 32
            good &= 1 <= len(boxes) <= 16 and all(map(_may_be_a_box, [*boxes, watch]))
        case ["refuse-epoch", int(seat)]:
            good = _is_number(seat, 16)
        case ["end" | "checkpoint", bytes(turn), bytes(state)]:
            good = len(turn) == len(state) == 32
        case ["assent", bytes(turn), str(proposal)]:
            good = len(turn) == 32 and PROPOSAL.fullmatch(proposal) is not None
        case ["times", list(thought), list(worked)]:
            good = 1 <= len(thought) <= 16 and _are_times(thought, len(thought))
            good &= _are_times(worked, len(thought))
        case ["nudge", bytes(turn)]:
            good = len(turn) == 32
        case ["chat", str(text)]:
            good = 1 <= len(text) <= 500 and is_text(text)
        case ["successor", bytes(table), list(boxes), bytes(watch)]:
            good = len(table) == 32 and 1 <= len(boxes) <= 16
            good &= all(map(_may_be_a_box, [*boxes, watch]))
        case _:
            good = False
    if not good or not isinstance(value, list):
        raise Malformed("no payload")
    return value


def _are_terms(fields: list[Value]) -> bool:
    match fields:
        case [dict(options), list(hellos), bytes(epoch), list(boxes), *terms]:
            good = len(options) <= 64 and all(map(_is_option, options.items()))
            good &= 1 <= len(hellos) <= 16 and 1 <= len(boxes) <= 16
            good &= all(_has_size(hello, 32) for hello in hellos)
            good &= all(_has_size(box, 80) for box in boxes)
            return good and len(epoch) == 32 and _are_rules_of_the_table(terms)
    return False


def _are_rules_of_the_table(fields: list[Value]) -> bool:
    match fields:
        case [
            int(n),
            int(patience),
            str(deck),
            int(bank),
            str(absence),
            watch,
            carried,
        ]:
            good = _is_number(n, 17) and _is_number(patience, 1 << 32)
            good &= _is_number(bank, 1 << 32) and absence in ABSENCES
            good &= carried == b"" or _has_size(carried, 96)
            return good and deck in DECKS and _may_be_a_box(watch)
    return False


def _are_times(time: Value, size: int) -> bool:
    numbers = time if isinstance(time, list) else []
    good = all(type(n) is int and _is_number(n, 1 << 32) for n in numbers)
    return good and len(numbers) == size


def _are_seats(seats: list[Value]) -> bool:
    numbers = [seat for seat in seats if type(seat) is int and 0 <= seat < 16]
    return 0 < len(seats) == len(numbers) and numbers == sorted({*numbers})


def _is_number(value: int, end: int) -> bool:
    return type(value) is int and 0 <= value < end


def _has_size(value: Value, size: int) -> bool:
    return isinstance(value, bytes) and len(value) == size


def _may_be_a_box(value: Value) -> bool:
    return value == b"" or _has_size(value, 80)


def _is_option(pair: tuple[str, Value]) -> bool:
    key, value = pair
    short = isinstance(value, str) and len(value) <= 2048
    return len(key) <= 32 and (isinstance(value, int) or short)


def _is_program(fields: list[Value]) -> bool:
    match fields:
        case [int(lowest), int(highest), "person" | "program"]:
            ranged = _is_number(lowest, 1 << 16) and _is_number(highest, 1 << 16)
            return ranged and 1 <= lowest <= highest
    return False


def is_text(text: str) -> bool:
    """Return whether an entry may hold this: no controls, no space at an end."""
    return text == text.strip(" ") and not any(
        code < 32 or 127 <= code < 160 for code in map(ord, text)
    )


def can_be_shown(text: str) -> bool:
    printable = all(c == " " or category(c) not in UNPRINTABLE for c in text)
    return printable and text.strip(" ") == text == normalize("NFC", text)


# Transcript file


def read_file(data: bytes) -> tuple[bytes, list[Entry]]:
    """Return the table and the entries of a file."""
    need(len(data) <= 67108864, "too long")
    fields = Bytes(data[:-32])
    need(hash_of("p2pgame archive", data[:-32]) == data[-32:], "checksum")
    need(fields.take(len(TITLE)) == TITLE, "title")
    table = fields.take(32)
    whole = (fields.number(2), fields.number(1), fields.take(32)) == (1, 1, bytes(32))
    need(whole, "not the only part of a transcript")
    count = fields.number(4)
    need(count <= 200000, "too many entries")
    entries = [read_entry(fields.take(fields.number(4))) for _ in range(count)]
    fields.end()
    order = [(entry.author, entry.sequence) for entry in entries]
    need(order == sorted({*order}), "order")
    heads = {entry.author: (0, bytes(32)) for entry in entries}
    for entry in entries:
        need(entry.table == table, "another table")
        need((entry.sequence, entry.previous) == heads[entry.author], "a gap")
        heads[entry.author] = entry.sequence + 1, entry.id
    return table, entries


@dataclass(frozen=True)
class Evidence:
    table: bytes
    author: bytes
    fault: str
    fork: list[Entry]
    game: bytes


def read_evidence(data: bytes) -> Evidence:
    need(len(data) <= 134217728 and data.startswith(EVIDENCE), "title")
    match read_cbor(data[len(EVIDENCE) :]):
        case [bytes(table), bytes(author), str(fault), list(fork), bytes(game)]:
            entries = [read_entry(raw) for raw in fork if isinstance(raw, bytes)]
        case _:
            raise Malformed("no evidence")
    need(len(table) == len(author) == 32 and fault in FAULTS, "no evidence")
    need(len(entries) == len(fork) == 2 * (fault == "fork"), "a fork")
    return Evidence(table, author, fault, entries, game)


def delivered(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield entries so that each comes after those that it names."""
    here: set[bytes] = set()
    waiting = list(entries)
    while waiting:
        ready = [entry for entry in waiting if here.issuperset(entry.named)]
        need(bool(ready), "an entry that was seen is missing")
        for entry in ready:
            here.add(entry.id)
            yield entry
        waiting = [entry for entry in waiting if entry.id not in here]
