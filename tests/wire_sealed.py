"""Sealed moves and dice, opened and thrown as docs/wire.md says.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256, sha512
from itertools import count

from tests.wire_group import Transcript, le64
from tests.wire_values import need


def sealed_occasion(context: bytes, choosers: Sequence[int]) -> bytes:
    transcript = Transcript("sealed moves")
    transcript.append("occasion", context, sorted(choosers))
    return transcript.hash("occasion")


def commitment(occasion: bytes, seat: int, move: bytes, nonce: bytes) -> bytes:
    parts = (occasion, le64(seat), move, nonce)
    framed = b"".join(le64(len(part)) + part for part in parts)
    return sha512(b"p2pgame v1 commitment" + framed).digest()[:32]


def open_seal(sealed: bytes, occasion: bytes, seat: int, opening: bytes) -> bytes:
    """Return the move that was sealed."""
    need(len(sealed) == 32 and 32 <= len(opening) <= 32 + 1024, "length")
    nonce, move = opening[:32], opening[32:]
    need(commitment(occasion, seat, move, nonce) == sealed, "another opening")
    return move


def flip_of(turn: bytes) -> bytes:
    return sha256(b"p2pgame v1 coin occasion" + turn).digest()


def seed_of(flip: bytes, throws: Sequence[bytes]) -> bytes:
    need(all(len(throw) == 32 for throw in throws), "a throw")
    return sha256(b"p2pgame v1 coin result" + flip + b"".join(throws)).digest()


def dice(seed: bytes, sides: int, number: int) -> list[int]:
    key = sha256(b"p2pgame v1 roll" + seed).digest()
    shown: list[int] = []
    for block in (sha256(key + le64(i)).digest() for i in count()):
        for at in range(0, 32, 8):
            word = int.from_bytes(block[at : at + 8], "little")
            if word < 2**64 - 2**64 % sides and len(shown) < number:
                shown.append(word % sides)
        if len(shown) == number:
            break
    return shown
