"""The ids of turns: hashes of all that led to them.

So an answer that names a turn also says by which history its author came to it.
"""

from __future__ import annotations

from hashlib import blake2b


def turn_id(label: bytes, *parts: bytes | int) -> bytes:
    """Return what follows from ``parts``; a number is 8 little-endian bytes."""
    digest = blake2b(digest_size=32, person=label)
    for part in parts:
        data = part if isinstance(part, bytes) else part.to_bytes(8, "little")
        digest.update(data)
    return digest.digest()
