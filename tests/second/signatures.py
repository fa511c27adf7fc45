"""Step 3, signatures: which keys are admitted, and when a signature holds.

libsodium refuses a scalar that is not reduced, a point or key of small order, and a
key that is not canonical, and compares the bytes of ``R``: just what the page wants.
"""

from __future__ import annotations

from nacl.bindings import crypto_core_ed25519_is_valid_point, crypto_sign_open
from nacl.exceptions import BadSignatureError

from .hashes import framed


def is_admitted(key: bytes) -> bool:
    """Say whether a key is a canonical point of the prime-order subgroup.

    The identity, of order one, is no valid point either.
    """
    return len(key) == 32 and crypto_core_ed25519_is_valid_point(key)


def holds(signature: bytes, key: bytes, domain: str, content: bytes) -> bool:
    """Say whether this is the key's signature of the content in the domain."""
    signed = framed(domain.encode()) + framed(content)
    if len(signature) != 64 or len(key) != 32:
        return False
    try:
        crypto_sign_open(signature + signed, key)
    except BadSignatureError:
        return False
    return True
