"""Hashes and integers as the page's notation has them."""

from __future__ import annotations

from hashlib import blake2b

ZEROS = bytes(32)


def personal(person: str, data: bytes) -> bytes:
    """Return ``H(person; data)``."""
    return blake2b(data, digest_size=32, person=person.encode()).digest()


def le64(number: int) -> bytes:
    return number.to_bytes(8, "little")


def framed(content: bytes) -> bytes:
    """Return the content behind its length, big-endian, as signatures frame it."""
    return len(content).to_bytes(8, "big") + content
