"""Derives the id of a topic at a relay from the key that lets one write there."""

from __future__ import annotations

from hashlib import blake2b

#: Bytes of an id.
TOPIC = 16


def topic_of(key: bytes) -> bytes:
    """Return the topic to which the holder of this public key may write."""
    return blake2b(key, digest_size=TOPIC, person=b"p2pgame topic").digest()
