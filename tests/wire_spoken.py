"""A second reader of what lets guests in without a link, written from docs/wire.md.

Codes, doors, shouts and pairing.  It shares no code with the program: its SPAKE2 is
libsodium's arithmetic and not the package's, its elements are those on the page.
"""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass
from hashlib import blake2b, sha256
from unicodedata import category, normalize

from nacl import bindings as sodium
from nacl.exceptions import CryptoError

from tests.wire_invite import is_blank
from tests.wire_reader import UNPRINTABLE, hkdf
from tests.wire_values import Bytes, Malformed, need

ORDER = 2**252 + 27742317777372353535851937790883648493
M = bytes.fromhex("15cfd18e385952982b6a8f8c7854963b58e34388c8e6dae891db756481a02312")
N = bytes.fromhex("f04f2e7eb734b2a8f8b472eaf9c3c632576ac64aea650b496a8a20ff00e583c3")
CODE = re.compile(r"([0-9]{1,10})((?: ?[a-z])*)", re.ASCII)
GAP = "".join(map(chr, range(0x2010, 0x2016))) + "-_,."


# Codes


def read_code(text: str, words: tuple[str, ...]) -> tuple[int, list[str]]:
    need(len(text) <= 100, "too long")
    spaced = "".join(
        " " if c in GAP or c.isspace() or is_blank(ord(c)) else c for c in text.lower()
    )
    found = CODE.fullmatch(" ".join(spaced.split()))
    if found is None:
        raise Malformed("not a number and words")
    door, rest = int(found[1]), found[2].split()
    need(door < 1 << 32, "door")
    if len(rest) != 3 and (cut := cuts("".join(rest), words, 3)):
        rest = cut
    starts = [[w for w in words if w == part] or begun(part, words) for part in rest]
    need(all(len(each) == 1 for each in starts), "a word")
    need(len(starts) == 3, "three words")
    return door, [each[0] for each in starts]


def begun(part: str, words: tuple[str, ...]) -> list[str]:
    return [word for word in words if word.startswith(part)]


def cuts(joined: str, words: tuple[str, ...], count: int) -> list[str] | None:
    """Return all of the text as ``count`` words, if it is."""
    if count == 0:
        return None if joined else []
    for word in words:
        if joined.startswith(word):
            rest = cuts(joined[len(word) :], words, count - 1)
            if rest is not None:
                return [word, *rest]
    return None


# Names and slips


def read_name(data: bytes) -> str:
    try:
        name = data.decode()
    except UnicodeDecodeError:
        raise Malformed("no UTF-8") from None
    shown = all(c == " " or category(c) not in UNPRINTABLE for c in name)
    need(0 < len(name) <= 24 and shown and name == name.strip(), "a name")
    need(normalize("NFC", name) == name, "NFC")
    return name


def slip_key(secret: bytes, purpose: str) -> bytes:
    return hkdf(secret, b"p2pgame/1/slip " + purpose.encode(), 32)


def open_slip(slip: bytes, secret: bytes, purpose: str) -> bytes:
    key = slip_key(secret, purpose)
    try:
        filled = sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
            slip, b"", bytes(24), key
        )
    except (CryptoError, ValueError):
        raise Malformed("sealed otherwise") from None
    fields = Bytes(filled)
    text = fields.take(fields.number(2))
    need(not any(fields.rest), "filled up")
    return text


def close_slip(filled: bytes, secret: bytes, purpose: str) -> bytes:
    """Seal what is filled up already, rightly or not."""
    key = slip_key(secret, purpose)
    return sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(
        filled, b"", bytes(24), key
    )


def read_answer(slip: bytes, secret: bytes, purpose: str) -> bytes | None:
    """Return the invite; None for a no."""
    text = open_slip(slip, secret, purpose)
    need(text == b"\0" or text[:1] == b"\1", "neither yes nor no")
    return text[1:] if text[0] else None


# Doors


def password_scalar(code: str) -> int:
    return int.from_bytes(hkdf(code.encode(), b"SPAKE2 pw", 48)) % ORDER


def is_element(data: bytes) -> bool:
    return len(data) == 32 and sodium.crypto_core_ed25519_is_valid_point(data)


def times(scalar: int, element: bytes) -> bytes:
    return sodium.crypto_scalarmult_ed25519_noclamp(
        (scalar % ORDER).to_bytes(32, "little"), element
    )


def element(scalar: int, code: str, mark: bytes) -> bytes:
    """Return what a side says: its secret times the base, and the marked password."""
    base = sodium.crypto_scalarmult_ed25519_base_noclamp(scalar.to_bytes(32, "little"))
    return sodium.crypto_core_ed25519_add(base, times(password_scalar(code), mark))


def door_key(
    scalar: int, code: str, mine: bytes, theirs: bytes, *, host: bool
) -> bytes:
    """Return the common key of a side with this secret."""
    mark, door = (N if host else M), code.split("-")[0].encode()
    bare = sodium.crypto_core_ed25519_sub(theirs, times(password_scalar(code), mark))
    x, y = (mine, theirs) if host else (theirs, mine)
    parts = (
        code.encode(),
        *(b"p2pgame/1/spoken " + w + door for w in (b"host ", b"guest ")),
    )
    hashes = b"".join(sha256(part).digest() for part in parts)
    return sha256(hashes + x + y + times(scalar, bare)).digest()


def door_proof(key: bytes, who: str) -> bytes:
    return hkdf(key, b"p2pgame/1/spoken proof " + who.encode(), 32)


def read_proof(body: bytes, key: bytes, who: str) -> str:
    """Return the name in a Proof or a Proved."""
    fields = Bytes(body)
    need(fields.number(1) == {"guest": 3, "host": 4}[who] and len(body) == 161, "kind")
    need(hmac.compare_digest(fields.take(32), door_proof(key, who)), "the words")
    return read_name(open_slip(fields.rest, key, f"spoken {who}"))


# Pairing


def pair_secret(own: bytes, theirs: bytes, guest: bytes, host: bytes) -> bytes:
    try:
        shared = sodium.crypto_scalarmult(own, theirs)
    except (CryptoError, RuntimeError):
        raise Malformed("a key of small order") from None
    return hkdf(shared, b"p2pgame/1/pair " + guest + host, 32)


def commitment(key: bytes) -> bytes:
    return blake2b(key, digest_size=32, person=b"p2pgame pair").digest()


def pictures(secret: bytes) -> tuple[int, ...]:
    bits = "".join(
        f"{byte:08b}" for byte in hkdf(secret, b"p2pgame/1/pair pictures", 32)
    )
    return tuple(int(bits[at : at + 6], 2) for at in (0, 6, 12))


def read_reveal(
    body: bytes, commit: bytes, own: bytes, public: bytes
) -> tuple[str, bytes]:
    """Return the guest's name and the secret, as the host reads them."""
    fields = Bytes(body)
    need(fields.number(1) == 3 and len(body) == 161, "kind")
    guest = fields.take(32)
    need(commitment(guest) == commit, "another key")
    secret = pair_secret(own, guest, guest, public)
    return read_name(open_slip(fields.rest, secret, "pair guest")), secret


# Shouts


@dataclass(frozen=True)
class Answer:
    token: bytes
    tag: bytes
    port: int
    taken: int
    seats: int
    name: str
    game: str


def read_question(packet: bytes) -> bytes:
    need(len(packet) == 256, "length")
    fields = Bytes(packet)
    need(fields.take(9) == b"p2pgame?\x01", "head")
    token = fields.take(8)
    need(not any(fields.rest), "filled up")
    return token


def read_shout(packet: bytes) -> Answer:
    need(len(packet) == 256, "length")
    fields = Bytes(packet)
    need(fields.take(9) == b"p2pgame!\x01", "head")
    token, tag = fields.take(8), fields.take(8)
    port, taken, seats = fields.number(2), fields.number(1), fields.number(1)
    need(port > 0 and taken <= seats, "numbers")
    name, game = (read_name(fields.take(fields.number(1))) for _ in range(2))
    need(not any(fields.rest), "filled up")
    return Answer(token, tag, port, taken, seats, name, game)
