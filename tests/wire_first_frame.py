"""The first frame of a link, as docs/wire.md has it.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b

from nacl import bindings as sodium

from tests.wire_reader import hkdf
from tests.wire_values import Malformed, need


@dataclass(frozen=True)
class FirstFrame:
    """What a path says; ``key`` names the one that fits, None is a stranger's."""

    versions: tuple[int, int]
    purpose: int
    nonce: bytes
    key: str | None


def read_first_frame(
    path: str, keys: Mapping[str, bytes], listener: bytes
) -> FirstFrame:
    """Read the path of a request as the listener with this author key."""
    need(len(path) == 48 and path.startswith("/"), "length")
    try:
        frame = urlsafe_b64decode(path[1:].encode("ascii") + b"=")
    except ValueError:
        raise Malformed("letters") from None
    need(urlsafe_b64encode(frame) == path[1:].encode() + b"=", "letters")
    lowest, highest, purpose = frame[:3]
    need(0 < lowest <= highest and purpose < 2, "versions or purpose")
    to = bytes(32) if purpose else listener
    said, shown = frame[:19], frame[19:]
    fits = [name for name, key in keys.items() if tag(key, said, to) == shown]
    return FirstFrame((lowest, highest), purpose, said[3:], fits[0] if fits else None)


def tag(key: bytes, content: bytes, to: bytes) -> bytes:
    person = b"p2pgame first"
    return blake2b(content + to, digest_size=16, key=key, person=person).digest()


def shared_key(seed: bytes, other: bytes, *context: bytes) -> bytes:
    """Return the key that two share, as one of them works it out."""
    _, secret = sodium.crypto_sign_seed_keypair(seed)
    shared = sodium.crypto_scalarmult(
        sodium.crypto_sign_ed25519_sk_to_curve25519(secret),
        sodium.crypto_sign_ed25519_pk_to_curve25519(other),
    )
    return hkdf(shared, b"p2pgame/1/first frame" + b"".join(context), 32)
